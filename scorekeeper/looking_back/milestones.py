"""What was reached, in words: on a night, in a finished game, by a player."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.formats import date_format

from scorekeeper.formats.language import half_points
from scorekeeper.games import AnyGame
from scorekeeper.looking_back.figures import Person, everybody
from scorekeeper.looking_back.history import Milestone, Persons, history_of
from scorekeeper.models import Game, Playgroup
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.text import Amount, Half, Series, Text, both, gettext as _, ngettext

MOST_FACES = 2  # beside the words, which name everybody


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """A milestone as a page shows it. The `coin` has a number or, for a cup, none; only a feat leads to its `hand`."""

    coin: str
    title: Text
    more: Text | None
    faces: tuple[int, ...]
    game: int
    hand: int | None


def told(
    milestones: Iterable[Milestone], persons: Mapping[int, Person], played: Mapping[str, AnyGame]
) -> list[Reached]:
    """Return milestones as a page shows them, with everybody in the group and all that it has played, by rules."""
    return [_reached(milestone, persons, played) for milestone in milestones]


def _reached(milestone: Milestone, persons: Mapping[int, Person], played: Mapping[str, AnyGame]) -> Reached:
    coin, title, more = _words(milestone, persons, played)
    people = [persons[person].mark for person in milestone.persons]
    is_whole = any(feat.whole for feat in played[milestone.game.rules].feats if feat.key == milestone.key)
    return Reached(
        coin=coin,
        title=title,
        more=more,
        faces=tuple(people) if len(people) <= MOST_FACES else (),
        game=milestone.game.id,
        hand=None if is_whole else milestone.hand or None,
    )


def _words(
    milestone: Milestone, persons: Mapping[int, Person], played: Mapping[str, AnyGame]
) -> tuple[str, Text, Text | None]:
    """Return what the coin says, what was reached, and a little more about it. Of several games, the game is named."""

    def named(people: Persons) -> Series:
        return both(persons[person].name for person in people)

    number, several, game = milestone.number, len(milestone.persons), played[milestone.game.rules]
    names, others, winners = named(milestone.persons), named(milestone.others), milestone.game.winners
    values = {"names": names, "number": number}
    match milestone.kind:
        case "games":
            title = ngettext("{names}’s {number}th game", "The {number}th game for {names}", several, **values)
            more = _("{names} won it.", names=named(winners)) if winners else _("Nobody won it.")
            return str(number), title, more
        case "first":
            title = ngettext("{names}’s first win", "The first win for {names}", several, names=names)
            return "1", title, ngettext("In the very first game.", "It took {count} games.", number)
        case "dry":
            title = ngettext("{names}’s drought is over", "The drought of {names} is over", several, names=names)
            return str(number), title, ngettext("No win in {count} game.", "No win in {count} games.", number)
        case "row":
            return str(number), _("{names} won three in a row", names=names), None
        case "ended":
            title = ngettext("{names}’s run is over", "The run of {names} is over", several, names=names)
            more = ngettext(
                "{names} ended it after {count} win.", "{names} ended it after {count} wins.", number, names=others
            )
            return str(number), title, more
        case "cup":
            title = _("{names} took the cup", names=names)
            if len(played) > 1:
                title = _("{names} took the {game} cup", names=names, game=game.rules.name)
            return "", title, _("{names} had it before.", names=others)
    [feat] = [feat.label for feat in game.feats if feat.key == milestone.key]
    title = _("{feat} ever", feat=feat)
    if len(played) > 1:
        title = _("{feat} ever in {game}", feat=feat, game=game.rules.name)
    more = _(
        "{names}: {points}. It was {before}, by {others} on {date}.",
        names=names,
        points=Amount(half=Half(number)),
        before=Amount(half=Half(milestone.before)),
        others=others,
        date=date_format((milestone.since or milestone.game).date, "M j, Y"),
    )
    return half_points(number), title, more


def of_night(group: Playgroup, night: int) -> list[Reached]:
    """Return what is told of a night."""
    persons = everybody(group)
    history = history_of(group, persons)
    kinds = [rules for rules, _count in history.kinds]
    known = played_games(group.pk, kinds)
    return told(history.told(night), persons, {rules: known[rules] for rules in kinds})


def of_game(game: Game) -> str:
    """Return what a finished game's page shows of what is told of its night: what was reached in it. It is kept."""

    def make() -> str:
        reached = [each for each in of_night(game.group, game.night_id) if each.game == game.pk]
        return render_to_string("looking_back/_milestones.html", {"reached": reached, "here": game.pk})

    return str(cache.get_or_set(f"reached:{game.pk}:{game.version}:{game.group.version}", make))
