"""Keep a group's recipes. Changing one leaves the games that were played as they were."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction

from scorekeeper.games import is_own
from scorekeeper.models import Membership, Playgroup, Recipe
from scorekeeper.recording.game.reading import made_game
from scorekeeper.recording.own_games.reading import blank_game, is_ready, recipe_of, supplied, why_full
from scorekeeper.rules.declaration import fields_of, options_record, refusal, seatless, settled
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.ledger import Notice, bump_all, lock
from scorekeeper.web.refusals import Refused, or_404


@transaction.atomic
def keep_recipe(*, group: Playgroup, options: Any, by: Membership, note: str | None = None, **how: bool) -> Recipe:
    """Add a recipe to a group, or change the one with its slug, but for a `note` of None; `how` as in `keep`.

    A ready game isn't stored until it is changed or has a note. What is `Refused` has a path.
    """
    return keep(lock(group.pk), options, by, note, **how)


def keep(
    group: Playgroup, options: Any, by: Membership, note: str | None = None, is_shared: bool = False, offer: bool = True
) -> Recipe:
    """Keep a recipe in a group that is locked. With `offer`, one that was off the list comes back."""
    options, any_rules = settled(options), blank_game().rules
    record = options_record(options)
    refuse_values(any_rules.options, record)
    problem = any_rules.refuse_options(options)  # A shared one may come from an earlier version, which refused less.
    if problem and not (is_shared and problem.level == "warning"):
        raise Refused(problem.message, path=problem.path)
    rules = any_rules.for_options(options)
    recipe = recipe_of(group, rules.slug)
    if recipe is None:
        recipe = Recipe(group=group, rules=rules.slug, options=record, note=note or "")
        if is_ready(options) and not note:
            return recipe
        if why := why_full(group):
            raise Refused(why, path="name")
        recipe.save()
        bump_all(group.pk, Notice(said=_("Added: {game}.", game=rules.name), by=by, where="games"))
    elif (recipe.retired and offer) or recipe.options != record or note not in (None, recipe.note):
        recipe.options, recipe.retired = record, recipe.retired and not offer
        recipe.note = recipe.note if note is None else note
        recipe.save(update_fields=["options", "retired", "note"])
        bump_all(group.pk, Notice(said=_("Changed: {game}.", game=rules.name), by=by, where="games"))
    return recipe


def refuse_values(declared: type[Any], given: Mapping[str, Any]) -> None:
    """Raise `Refused` for the first of the declared options that can't have the value given for its key."""
    for field in fields_of(declared):
        if field.key in given and (why := refusal(field, given[field.key], 0)):
            raise Refused(why, path=field.key)


@transaction.atomic
def retire_recipe(*, group: Playgroup, slug: str, retired: bool, by: Membership) -> None:
    """Stop offering a recipe for new games, or offer it again. Raise `NotFound` if the group doesn't have it."""
    group = lock(group.pk)
    recipe = or_404(recipe_of(group, slug))
    if recipe.retired != retired:
        recipe.retired = retired
        recipe.save(update_fields=["retired"])
        said = _("{game} is off the list of games.") if retired else _("{game} is on the list of games again.")
        game = made_game(slug, recipe.options)
        said = replace(said, values={"game": game.rules.name if game else slug})
        bump_all(group.pk, Notice(said=said, by=by, where="games"))


def keep_played(group_id: int, options_by_slug: Mapping[str, Any]) -> None:
    """Give a group, which must be locked, a recipe for each of these games that is made out of any game.

    One that comes with the app isn't copied: if it is corrected, the next game is played by the corrected recipe.
    """
    rows = list[Recipe]()
    for slug, played in options_by_slug.items():
        if is_own(slug) and slug not in supplied() and (game := made_game(slug, played)):
            options = options_record(seatless(game.rules.house_rules))
            rows.append(Recipe(group_id=group_id, rules=slug, options=options))
    Recipe.objects.bulk_create(rows, ignore_conflicts=True)
