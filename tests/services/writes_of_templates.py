"""The writes by which a group keeps games of its own, and the counters that they increment."""

from functools import partial

from scorekeeper.queries.recording.templates import blank_game
from scorekeeper.services import templates
from tests.services.writes import ALL, NOTHING, done


def own_game(tables, name="Farkle"):
    options = blank_game().rules.options(template="farkle", name=name)
    return partial(templates.keep_template, **tables.in_group, game=blank_game(), options=options)


def changed_game(tables):
    own_game(tables)()
    return own_game(tables, "Farkel")


def retire_game(tables, retired=True):
    own_game(tables)()
    return partial(templates.retire_template, **tables.in_group, slug="any_game:farkle", retired=retired)


WRITES_OF_TEMPLATES = {
    "templates.keep_template": (own_game, ALL),
    "templates.keep_template: again": (lambda tables: done(own_game(tables)), NOTHING),
    "templates.keep_template: changed": (changed_game, ALL),
    "templates.keep_template: out of retirement": (lambda tables: done(retire_game(tables)) and own_game(tables), ALL),
    "templates.retire_template": (retire_game, ALL),
    "templates.retire_template: again": (lambda tables: done(retire_game(tables)), NOTHING),
    "templates.retire_template: of one that is offered": (lambda tables: retire_game(tables, False), NOTHING),
}
