"""The games that a group can play, with their guides: the app's own, and those that it has made by its recipes."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper import games
from scorekeeper.formats.language import name_key, sentence
from scorekeeper.formats.recipes import read_recipe
from scorekeeper.games import AnyGame, all_games, is_own
from scorekeeper.models import Game, Membership, Playgroup, Recipe
from scorekeeper.recording.game.reading import made_game
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import options_from_record
from scorekeeper.rules.game import SettingUp
from scorekeeper.rules.text import Text, gettext as _
from scorekeeper.web.refusals import or_404


def known_games(group_id: int) -> dict[str, AnyGame]:
    """Return every game that a group has or can play, by slug. Its own come last, and as it has changed them."""
    rows = Recipe.objects.filter(group=group_id).order_by("pk").values_list("rules", "options")
    made = {slug: made_game(slug, options) for slug, options in rows}
    return {**supplied(), **all_games(), **{slug: game for slug, game in made.items() if game is not None}}


def played_games(group_id: int, slugs: Iterable[str]) -> dict[str, AnyGame]:
    """Return the games that a group has played, by slug, with a query only if some of them are its own."""
    return known_games(group_id) if any(map(is_own, slugs)) else all_games()


def guide_page(game: Game) -> dict[str, Any] | None:
    """Return a game's `card_game`, how it is scored `in_short`, and its `note`, or None if there are no rules."""
    card_game = made_game(game.rules, game.options)
    if card_game is None or not (card_game.guide or card_game.recipe):
        return None
    options = options_from_record(card_game.rules.options, game.options)
    in_short = card_game.summary(options, None)
    # The number of players takes a query, and few options depend on it.
    if in_short != card_game.summary(options, 0):
        in_short = card_game.summary(options, game.seats.count())
    notes = Recipe.objects.filter(group=game.group_id, rules=game.rules).values_list("note", flat=True)
    note = (notes.first() or "") if is_own(game.rules) else None
    return {"card_game": card_game, "in_short": in_short, "note": note}


def is_game(game: AnyGame) -> bool:
    """Return whether this is a game, and not what groups make their own games out of."""
    return is_own(game.rules.slug) or not game.recipe


def offered_games(group_id: int, played: Container[str]) -> tuple[list[AnyGame], list[AnyGame]]:
    """Return a group's own games that are on its list, and the app's others, without those that it has under a name.

    A ready game whose name is that of a game with rules of its own is offered only where it was `played`.
    """
    rows = Recipe.objects.filter(group=group_id).order_by("pk").values_list("rules", "options", "retired")
    kept = {slug: None if retired else made_game(slug, options) for slug, options, retired in rows}
    own = [game for game in kept.values() if game is not None]
    ruled = {_key(game) for game in all_games().values()}
    taken = {*map(_key, own), *kept}
    ready = {slug: game for slug, game in supplied().items() if slug in played or _key(game) not in ruled}
    others = (game for game in (*all_games().values(), *ready.values()) if is_game(game))
    return own, [game for game in others if taken.isdisjoint((game.rules.slug, _key(game)))]


def games_by_name(group_id: int) -> dict[str, AnyGame]:
    """Return the games that a group has or can play by the key of each of their names: own ones go before others."""
    known = [game for game in known_games(group_id).values() if is_game(game)]
    also = {name_key(sentence(other)): game for game in known for other in game.also}
    names = also | {_key(game): game for game in known}
    return {key.rstrip("!?."): game for key, game in names.items()} | names


def named(group: Playgroup, name: str) -> AnyGame | None:
    """Return the game that a group or else the app has under this name, or one that is also called so, or None."""
    return games_by_name(group.pk).get(name_key(name))


def _key(game: AnyGame) -> str:
    return name_key(sentence(game.rules.name))


def is_ready(options: Any) -> bool:
    """Return whether these are the options of a game that comes with the app."""
    ready = supplied().get(options.slug)
    return ready is not None and ready.rules.house_rules == options


@cache
def supplied() -> Mapping[str, AnyGame]:
    """Return the games that come as recipes, by slug, in the order of their files."""
    read = {path: read_recipe(path.read_bytes()) for path in sorted(Path(games.__path__[0]).glob("*/recipes/*.json"))}
    if wrong := [f"{path.name}: {message}" for path, reading in read.items() for message in reading.messages]:
        raise ValueError("; ".join(wrong))
    return {reading.game.rules.slug: reading.game for reading in read.values() if reading.game}


def blank_game() -> AnyGame:
    """Return the game out of which groups make their own."""
    return next(game for game in all_games().values() if game.recipe)


def setting_up() -> SettingUp:
    """Return what groups make their own games by."""
    found = blank_game().setting_up
    assert found is not None
    return found


def who_has(members: Sequence[Membership], slug: str) -> list[tuple[Membership, bool, Text | None]]:
    """Return these members, each with whether their group has this game of its own already, or why it can't have it."""
    kept = defaultdict[int, set[str]](set)
    rows = Recipe.objects.filter(group__in=[member.group_id for member in members])
    for group, rules in rows.values_list("group", "rules"):
        kept[group].add(rules)
    of_groups = ((member, kept[member.group_id]) for member in members)
    return [(member, slug in kept, None if slug in kept else _too_many(len(kept))) for member, kept in of_groups]


def why_full(group: Playgroup) -> Text | None:
    """Return why a group can't have another game of its own, or None."""
    return _too_many(Recipe.objects.filter(group=group).count())


def _too_many(kept: int) -> Text | None:
    why = _("A group can have at most {most} games of its own. Change one of them instead.", most=limits.MOST_RECIPES)
    return why if kept >= limits.MOST_RECIPES else None


def recipe_of(group: Playgroup, slug: str) -> Recipe | None:
    """Return a group's recipe by the slug of its games, or None."""
    return Recipe.objects.filter(group=group, rules=slug).first()


def found(group: Playgroup, slug: str) -> tuple[AnyGame, str]:
    """Return one of a group's own games, or one that comes with the app, with the group's note about it.

    Raise `NotFound` if there is none.
    """
    row = recipe_of(group, slug)
    game = made_game(row.rules, row.options) if row else supplied().get(slug)
    return or_404(game), row.note if row else ""


def kept(group: Playgroup, uid: str) -> AnyGame | None:
    """Return the game that a group keeps under the id of its template, or None."""
    row = recipe_of(group, f"{blank_game().rules.slug}:{uid}") if uid.replace("-", "").isalnum() else None
    return made_game(row.rules, row.options) if row else None
