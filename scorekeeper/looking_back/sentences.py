"""Sentences at the top of a page that say what its figures mean, in a player's words."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import itemgetter

from scorekeeper.looking_back.figures import FEW_GAMES, FEW_HANDS, NO_TALLIES, Person, Record, Sum, Sums
from scorekeeper.looking_back.nights import ColumnScore, GameLine
from scorekeeper.rules.statistics import Comparison, Feat
from scorekeeper.rules.text import NOTHING, Amount, Half, Text, TextValue, both, gettext as _, ngettext

MOST_SENTENCES = 3


def sentences(games: int, first: Text, *others: Text | None) -> list[Text]:
    """Return as many sentences as a page shows; after only a few games, just the first one."""
    if games < FEW_GAMES:
        return [first, _("It’s too early to say more.")]
    return [text for text in (first, *others) if text is not None][:MOST_SENTENCES]


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


def lead(line: GameLine, low_wins: Mapping[str, bool]) -> tuple[Half | None, ColumnScore | None]:
    """Return how far a game's winner was ahead, and of whom. `low_wins` is by rules, without those that are unknown.

    It is 0 if the win was shared, and None if it is unknown or if the winner didn't have the best total.
    """
    winners = [score for score in line.scores if score.won]
    others = [score for score in line.scores if not score.won]
    if len(winners) > 1:
        return NOTHING, None
    low = low_wins.get(line.game.rules)
    if not winners or not others or low is None:
        return None, None
    second = (min if low else max)(others, key=lambda score: score.total)
    ahead = second.total - winners[0].total if low else winners[0].total - second.total
    return (Half(ahead), second) if ahead > 0 else (None, None)


def who_won(games: Sequence[tuple[int, GameLine]], low_wins: Mapping[str, bool]) -> Text:
    """Return who won a night's only game, or how many games each player won."""
    if not any(line.winners for _number, line in games):
        return _("Nobody won.")
    if len(games) > 1:
        return _wins_of_all(games)
    [(_number, line)] = games
    names, (ahead, second) = both(line.winners), lead(line, low_wins)
    if ahead == 0:
        return _("{names} tied for the win.", names=names)
    total = next(Amount(half=score.total) for score in line.scores if score.won)
    if ahead is None or second is None:
        return _("{names} won with {points}.", names=names, points=total)
    return _(
        "{names} won with {points}, {ahead} ahead of {second}.",
        names=names,
        points=total,
        ahead=Amount(half=ahead),
        second=both(person.name for person in second.people),
    )


def closest(games: Sequence[tuple[int, GameLine]], low_wins: Mapping[str, bool]) -> Text | None:
    """Return which game was the closest, or None unless at least two can be compared."""
    leads = [(lead(line, low_wins)[0], number, both(line.winners)) for number, line in games]
    known = [(ahead, number, names) for ahead, number, names in leads if ahead is not None]
    if len(known) < 2:
        return None
    ahead, number, names = min(known, key=itemgetter(0))
    if ahead == 0:
        return _("Game {number} was the closest: {names} tied for the win.", number=number, names=names)
    return _(
        "Game {number} was the closest: {names} won it by {ahead}.",
        number=number,
        names=names,
        ahead=Amount(half=ahead),
    )


def _wins_of_all(games: Sequence[tuple[int, GameLine]]) -> Text:
    # Whoever won exactly the same games, like partners, is named together.
    won: defaultdict[str, tuple[int, ...]] = defaultdict(tuple)
    for number, line in games:
        for name in line.winners:
            won[name] += (number,)
    together: defaultdict[tuple[int, ...], list[str]] = defaultdict(list)
    for name, numbers in won.items():
        together[numbers].append(name)
    [(most, names), *others] = sorted(together.items(), key=lambda group: -len(group[0]))
    if len(most) == len(games) == 2:
        return _("{names} won both games.", names=both(names))
    if len(most) == len(games):
        return ngettext("{names} won the game.", "{names} won all {count} games.", len(most), names=both(names))
    if len(won) > 1 and len({len(numbers) for numbers in together}) == 1 == max(map(len, together.values())):
        return ngettext("{names} won {count} game each.", "{names} won {count} games each.", len(most), names=both(won))
    first = ngettext(
        "{names} won {wins} of {count} game",
        "{names} won {wins} of {count} games",
        len(games),
        wins=len(most),
        names=both(names),
    )
    rest = (_("{names} {wins}", names=both(names), wins=len(numbers)) for numbers, names in others)
    return _("{wins}.", wins=both([first, *rest]))


def _together(keys: Iterable[str], sums: Sums) -> Sum:
    return reduce(Sum.plus, (sums.get(key, NO_TALLIES) for key in keys), NO_TALLIES)
