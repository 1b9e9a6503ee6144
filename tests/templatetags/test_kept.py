"""A kept part of a page depends only on the values in its key, and nothing else is marked as safe."""

import gc
import re
import tracemalloc

import pytest
from django.conf import settings
from django.template import Template

from scorekeeper.memory import memory
from scorekeeper.models import Hand
from scorekeeper.templatetags.kept import Kept
from tests.cast import A_HAND, make_cast, play, start_game
from tests.pages import PACKAGE
from tests.templatetags.reading import nodes, reads, template

FOLDER = settings.BASE_DIR / "templates"
VERSIONED = {"game.row.version": {"game"}, "group.sheets": {"page", "search"}, "search.version": {"search"}}
"""What else a part may show if its key ends with this version; `tests/views/test_kept.py` checks such parts."""
UNSET = {"highlights": {"watching"}}
"""Variables that a part reads but that aren't set on its pages."""
PURE = {
    *("BlockTranslateNode", "FirstOfNode", "ForNode", "IfNode", "IncludeNode", "Kept", "LoadNode", "SimpleNode"),
    *("StaticNode", "TextNode", "TranslateNode", "URLNode", "VariableNode", "WithNode"),
}
"""The tags allowed in a part: none shows a token, the time, or anything else that it isn't given."""
WITH_CONTEXT = {"scripts": ["htmx_script"]}
"""Tags in a part that can read anything in the page's context. This one reads a nonce, but our pages don't have one."""


def parts():
    """Yield each kept part with its name and the other values in its key."""
    for path in sorted(FOLDER.rglob("*.html")):
        for part in template(path.relative_to(FOLDER).as_posix()).nodelist.get_nodes_by_type(Kept):
            name, *values = part.values
            yield part, name.var, [value.token for value in values]


def belongs(variable, values):
    """Return whether a variable is one of these values or part of one."""
    return any(variable == value or variable.startswith((f"{value}.", f"{value}[")) for value in values)


def test_a_kept_part_shows_only_what_it_is_kept_under():
    for part, name, values in parts():
        shown = set(reads(part.nodelist)) - UNSET.get(name, set())
        others = {re.split(r"\W", variable)[0] for variable in shown if not belongs(variable, values)}
        assert others <= VERSIONED.get(values[-1] if values else "", set()), name


def test_a_kept_part_has_only_tags_that_show_what_they_are_given():
    for part, name, _values in parts():
        inside = list(nodes(part.nodelist))
        assert {type(node).__name__ for node in inside} <= PURE, name
        with_context = [node.func.__name__ for node in inside if getattr(node, "takes_context", False)]
        assert with_context == WITH_CONTEXT.get(name, []), name


def test_kept_parts_have_different_names():
    names = [name for _part, name, _values in parts()]
    assert len(names) == len(set(names)) > 10


@pytest.mark.parametrize(
    ("source", "found"),
    [
        pytest.param("{{ a.b|default:c }}", {"a.b", "c"}, id="a filter's argument"),
        pytest.param("{% if a and not b.c == 3 %}{% elif d %}{% endif %}", {"a", "b.c", "d"}, id="conditions"),
        pytest.param("{% for x in a.b %}{{ x.c }}{{ forloop.last }}{% endfor %}", {"a.b", "a.b[].c"}, id="a loop"),
        pytest.param("{% for x in a %}{% empty %}{{ b }}{% endfor %}", {"a", "b"}, id="an empty loop"),
        pytest.param("{% with x=a y=b|default:c %}{{ x.d }}{% endwith %}", {"a", "b", "c", "a.d"}, id="an alias"),
        pytest.param(
            "{% load i18n %}{% blocktranslate with x=a.b %}{{ x }}{% endblocktranslate %}", {"a.b"}, id="text"
        ),
        pytest.param('{% url "sheet" a.pk as x %}{{ x }}{{ b }}', {"a.pk", "b"}, id="an address"),
        pytest.param('{% include "people/_sign.html" with mark=a.mark %}', {"a.mark"}, id="an included template"),
        pytest.param("{% load kept %}{% kept 'a' b.c %}{{ d }}{% endkept %}", {"b.c", "d"}, id="a kept part"),
        pytest.param("{% csrf_token %}{{ None }}{{ 'a' }}", set(), id="nothing"),
    ],
)
def test_what_a_template_reads_is_found(source, found):
    assert set(reads(Template(source).nodelist)) == found


MARKS_AS_SAFE = re.compile(
    r"mark_safe|SafeString|SafeText|SafeData|format_html|html_safe|__html__|\|\s*safe|autoescape"
)


def test_nothing_else_is_marked_as_safe():
    files = [*PACKAGE.rglob("*.py"), *FOLDER.rglob("*.html")]
    found = {path.relative_to(settings.BASE_DIR).as_posix(): path.read_text(encoding="utf-8") for path in files}
    found = {name: source.count("mark_safe(") for name, source in found.items() if MARKS_AS_SAFE.search(source)}
    tags = {"scorekeeper/templatetags/kept.py": 1, "scorekeeper/templatetags/scores.py": 1}
    assert found == tags | {"scorekeeper/text.py": 0}, "text.py escapes what people typed"


@pytest.mark.slow
def test_parts_take_no_more_memory_than_estimated(db, client):
    """The fifteen sheets and hand pages show different numbers. A test in a transaction keeps no records."""
    cast = make_cast()
    client.force_login(cast.owner.user)
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    saved, addresses = game.hands.get(), [f"/games/{game.pk}/", f"/games/{game.pk}/hands/2/"]
    taps = [[f"players.{seat}.bid", 12 - seat, cast.owner.pk] for seat in range(4)]
    new = Hand.objects.create(game=game, number=2, dealer=0, taps=taps)

    def show(number):
        saved.entry["players"][0]["taken"] = new.taps[0][1] = number
        Hand.objects.bulk_update([saved, new], ["entry", "taps"])
        assert [client.get(address).status_code for address in addresses] == [200, 200]

    show(0)
    memory.clear()
    gc.collect()
    tracemalloc.start()
    for number in range(1, 16):
        show(number)
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert taken <= memory.size
