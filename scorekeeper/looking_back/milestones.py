"""What was reached, in words: on a night, in a finished game, by a player."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.formats import date_format

from scorekeeper.formats.language import half_points
from scorekeeper.games import AnyGame
from scorekeeper.looking_back.figures import Everybody, everybody
from scorekeeper.looking_back.history import Milestone, history_of
from scorekeeper.models import Game, Playgroup
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.text import Amount, Half, both, gettext as _, ngettext


def told(reached: Iterable[Milestone], persons: Everybody, known: Mapping[str, AnyGame]) -> Iterator[dict[str, Any]]:
    """Yield milestones as pages show them. A `coin` has no number for a cup; only a feat of one hand has a `hand`."""
    for milestone in reached:
        played = known[milestone.game.rules]
        number, several, game = milestone.number, len(milestone.persons), milestone.game
        people = milestone.persons, milestone.others, game.winners
        names, others, winners = (both(persons[person].name for person in group) for group in people)
        coin, hand, more = str(number), 0, None
        match milestone.kind:
            case "games":
                title = ngettext(
                    "{names}’s {number}th game", "The {number}th game for {names}", several, names=names, number=number
                )
                more = _("{names} won it.", names=winners) if game.winners else _("Nobody won it.")
            case "first":
                title = ngettext("{names}’s first win", "The first win for {names}", several, names=names)
                coin, more = "1", ngettext("In the very first game.", "It took {count} games.", number)
            case "dry":
                title = ngettext("{names}’s drought is over", "The drought of {names} is over", several, names=names)
                more = ngettext("First win after {count} game.", "First win after {count} games.", number)
            case "row":
                title = _("{names} won three in a row", names=names)
            case "ended":
                title = ngettext("{names}’s run is over", "The run of {names} is over", several, names=names)
                wins = ngettext("{count} win", "{count} wins", number)
                more = _("{names} ended it after {wins}.", names=others, wins=wins)
            case "cup":
                title = _("{names} took the {game} cup", names=names, game=played.rules.name)
                coin, more = "", _("{names} had it before.", names=others)
            case _:
                [feat] = [feat for feat in played.feats if feat.key == milestone.key]
                since = milestone.since or game
                best, before = game.feats[feat.key], since.feats[feat.key]
                coin, hand = half_points(best.amount), 0 if feat.whole else best.hand
                title = _("{feat} ever in {game}", feat=feat.label, game=played.rules.name)
                more = _(
                    "{names}: {points}. It was {before}, by {others} on {date}.",
                    names=names,
                    points=Amount(half=Half(best.amount)),
                    before=Amount(half=Half(before.amount)),
                    others=both(persons[person].name for person in before.persons),
                    date=date_format(since.date, "M j, Y"),
                )
        faces = [persons[person].mark for person in milestone.persons]
        yield {"coin": coin, "title": title, "more": more, "faces": faces, "game": game, "hand": hand}


def of_night(group: Playgroup, night: int) -> list[dict[str, Any]]:
    """Return what is told of a night."""
    persons = everybody(group)
    history = history_of(group, persons)
    return [*told(history.told(night), persons, played_games(group.pk, (rules for rules, _count in history.kinds)))]


def of_game(game: Game) -> str:
    """Return the part of a finished game's page that says what was reached in it, from the cache if it is there."""

    def make() -> str:
        reached = [each for each in of_night(game.group, game.night_id) if each["game"].id == game.pk]
        return render_to_string("looking_back/_milestones.html", {"reached": reached, "here": game.pk})

    return str(cache.get_or_set(f"reached:{game.pk}:{game.version}:{game.group.version}", make))
