"""Sentences at the top of a page that say what its figures mean, in a player's words."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import itemgetter

from scorekeeper.looking_back.figures import FEW_GAMES, FEW_HANDS, NO_TALLIES, Person, Record, Sum, Sums
from scorekeeper.looking_back.nights import GameLine
from scorekeeper.rules.statistics import Comparison, Feat
from scorekeeper.rules.text import NOTHING, Amount, Half, Text, TextValue, both, gettext as _, ngettext

MOST_SENTENCES = 3
TOO_EARLY = _("It’s too early to say more.")


def sentences(games: int, first: Text, *others: Text | None) -> tuple[Text, ...]:
    """Return as many sentences as a page shows; after only a few games, just the first one."""
    if games < FEW_GAMES:
        return (first, TOO_EARLY)
    return tuple(text for text in (first, *others) if text is not None)[:MOST_SENTENCES]


def find(comparisons: Iterable[Comparison], sums: Sums) -> Text | None:
    """Return the first comparison that shows a difference of at least a point and has enough hands on both sides."""
    for comparison in comparisons:
        these, others = _together(comparison.keys, sums), _together(comparison.others, sums)
        if these.each is None or others.each is None or min(these.count, others.count) < FEW_HANDS:
            continue
        if difference := round((these.each - others.each) / 2):
            text, count = comparison.more if difference > 0 else comparison.less, abs(difference)
            return replace(text, count=count, values={"count": count})
    return None


def wins_sentence(name: str, games: int, wins: int) -> Text:
    """Return how many of these games a player has won."""
    if not wins:
        return ngettext(
            "{name} has played {count} game and hasn’t won yet.",
            "{name} has played {count} games and hasn’t won yet.",
            games,
            name=name,
        )
    if wins == games == 2:
        return _("{name} has won both games.", name=name)
    if wins == games:
        return ngettext("{name} won the only game.", "{name} has won all {count} games.", games, name=name)
    return ngettext(
        "{name} has won {wins} of {count} game.",
        "{name} has won {wins} of {count} games.",
        games,
        name=name,
        wins=wins,
    )


def feat_sentence(feat: Feat, names: Iterable[str], half: int) -> Text | None:
    """Return a feat's sentence with these players and this amount, or None if the feat has no sentence."""
    values: dict[str, TextValue] = {"names": both(names), "points": Amount(half=Half(half))}
    return None if feat.told is None else replace(feat.told, values=values)


def leaders(players: Sequence[tuple[Person, Record]]) -> Text:
    """Return who has won the most games."""
    most = max((record.wins for _person, record in players), default=0)
    if not most:
        return _("Nobody has won a game yet.")
    best = [(person.name, record.games) for person, record in players if record.wins == most]
    if len(best) > 1:
        return _("{names} have the most wins: {wins} each.", names=both(name for name, _games in best), wins=most)
    [(name, games)] = best
    if most == sum(record.wins for _person, record in players):
        return wins_sentence(name, games, most)
    return ngettext(
        "{name} has won {wins} of {count} game, more than anyone else.",
        "{name} has won {wins} of {count} games, more than anyone else.",
        games,
        name=name,
        wins=most,
    )


def best_score(players: Sequence[tuple[Person, Record]], *, low_wins: bool) -> Text | None:
    """Return who has the best score in a game, or None if everyone is tied."""
    scores = {person.name: record.best for person, record in players if record.best is not None}
    best = (min if low_wins else max)(scores.values(), default=0)
    names = [name for name, score in scores.items() if score == best]
    if len(names) == len(scores) != 1:
        return None
    return ngettext(
        "{names} has the best score so far: {points}.",
        "{names} have the best score so far: {points}.",
        len(names),
        names=both(names),
        points=Amount(half=Half(best)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How one of a night's games ended: its number, the winners' names and total, and their lead over `second`.

    `ahead` is 0 if the win was shared, and None if it is unknown or the winners didn't have the best total.
    """

    number: int
    names: tuple[str, ...]
    total: Half
    ahead: Half | None
    second: tuple[str, ...] = ()


def ending(number: int, line: GameLine, *, low_wins: bool | None) -> Ending:
    """Return how a game ended. `low_wins` is None if its rules are unknown."""
    winners = [score for score in line.scores if score.won]
    others = [score for score in line.scores if not score.won]
    ended = Ending(
        number=number,
        names=line.winners,
        total=winners[0].total if winners else NOTHING,
        ahead=NOTHING if len(winners) > 1 else None,
    )
    if len(winners) != 1 or not others or low_wins is None:
        return ended
    best = (min if low_wins else max)(others, key=lambda score: score.total)
    ahead = best.total - ended.total if low_wins else ended.total - best.total
    second = tuple(person.name for person in best.people)
    return replace(ended, ahead=Half(ahead), second=second) if ahead > 0 else ended


def who_won(endings: Sequence[Ending]) -> Text:
    """Return who won a night's only game, or how many games each player won."""
    if not any(ending.names for ending in endings):
        return _("Nobody won.")
    if len(endings) > 1:
        return _wins_of_all(endings)
    [only] = endings
    names, total = both(only.names), Amount(half=only.total)
    if only.ahead == 0:
        return _("{names} tied for the win.", names=names)
    if only.ahead is None:
        return _("{names} won with {points}.", names=names, points=total)
    return _(
        "{names} won with {points}, {ahead} ahead of {second}.",
        names=names,
        points=total,
        ahead=Amount(half=only.ahead),
        second=both(only.second),
    )


def closest(endings: Sequence[Ending]) -> Text | None:
    """Return which game was the closest, or None unless at least two can be compared."""
    known = [(ending.ahead, ending) for ending in endings if ending.ahead is not None]
    if len(known) < 2:
        return None
    ahead, game = min(known, key=itemgetter(0))
    names = both(game.names)
    if ahead == 0:
        return _("Game {number} was the closest: {names} tied for the win.", number=game.number, names=names)
    return _(
        "Game {number} was the closest: {names} won it by {ahead}.",
        number=game.number,
        names=names,
        ahead=Amount(half=ahead),
    )


def _wins_of_all(endings: Sequence[Ending]) -> Text:
    # Whoever won exactly the same games, like partners, is named together.
    won: defaultdict[str, tuple[int, ...]] = defaultdict(tuple)
    for game in endings:
        for name in game.names:
            won[name] += (game.number,)
    together: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for name, games in won.items():
        together[games].append(name)
    [(games, names), *others] = sorted(together.items(), key=lambda group: -len(group[0]))
    if len(games) == len(endings) == 2:
        return _("{names} won both games.", names=both(names))
    if len(games) == len(endings):
        return ngettext("{names} won the game.", "{names} won all {count} games.", len(games), names=both(names))
    if len(won) > 1 and len({len(games) for games in together}) == 1 == max(map(len, together.values())):
        return ngettext(
            "{names} won {count} game each.", "{names} won {count} games each.", len(games), names=both(won)
        )
    first = ngettext(
        "{names} won {wins} of {count} game",
        "{names} won {wins} of {count} games",
        len(endings),
        wins=len(games),
        names=both(names),
    )
    rest = (_("{names} {wins}", names=both(names), wins=len(games)) for games, names in others)
    return _("{wins}.", wins=both([first, *rest]))


def _together(keys: Iterable[str], sums: Sums) -> Sum:
    return reduce(Sum.plus, (sums.get(key, NO_TALLIES) for key in keys), NO_TALLIES)
