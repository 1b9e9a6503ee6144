"""A second program that looks back over a group's games, for comparison: it reads the file that the group exports.

It shares no code with `scorekeeper.looking_back`, and is written from what is promised to players. It is slow: whatever
it is asked, it counts the games again. People are names, and amounts are half points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby, permutations
from operator import attrgetter, eq, lt
from typing import Any, NamedTuple

from tests.looking_back.second_files import Best, Games, People, Played

# Everything first


def years(games: Games) -> list[int]:
    """Return the years with games, the newest first."""
    return sorted({game.night.year for game in games}, reverse=True)


def kinds(games: Games) -> list[tuple[str, int]]:
    """Return each kind with how often it was played: the most played first, of equals the one played last."""
    slugs = [game.rules for game in games]
    last = {slug: at for at, slug in enumerate(slugs)}
    return sorted(Counter(slugs).items(), key=lambda kind: (kind[1], last[kind[0]]), reverse=True)


def counting(games: Games, name: str) -> list[int]:
    """Return which games count for somebody’s runs: those they played, unless nobody or everybody won."""
    return [at for at, game in enumerate(games) if name in game.finishes and game.is_decided]


def runs(games: Games, name: str) -> list[list[int]]:
    """Return somebody’s runs as the games won in a row."""
    won = groupby(counting(games, name), key=lambda at: name in games[at].winners)
    return [list(run) for is_won, run in won if is_won]


def current(games: Games, name: str) -> list[int]:
    """Return the run that still goes on, which may be empty."""
    last, all_runs = counting(games, name)[-1:], runs(games, name)
    return all_runs[-1] if all_runs and all_runs[-1][-1:] == last else []


def longest(games: Games, name: str) -> list[int]:
    """Return the longest run, the earliest of equals."""
    return max(runs(games, name), key=len, default=[])


def dry(games: Games, name: str) -> int:
    """Return how many games somebody has lost since they last won."""
    last_win = max((at for run in runs(games, name) for at in run), default=-1)
    return sum(at > last_win for at in counting(games, name))


def holders(games: Games, kind: str) -> list[People]:
    """Return who held a kind's cup after each game, of whatever kind it was."""
    held, after = People(), list[People]()
    for game in games:
        if game.rules == kind and game.is_decided:
            is_shared = len({game.finishes[name].column for name in game.winners}) > 1
            held = held if is_shared and {*held} & {*game.winners} else game.winners
        after.append(held)
    return after


def cups(games: Games) -> dict[str, dict[str, tuple[int, frozenset[str]]]]:
    """Return the kinds that have a cup, with its holders: in which game each got it, and from whom."""
    contested = [game for game in games if game.sides > 1]
    found: dict[str, dict[str, tuple[int, frozenset[str]]]] = {}
    for kind, _count in kinds(contested)[:8]:
        after, found[kind] = [(), *holders(games, kind)], {}
        for name in after[-1]:
            since = max(at for at, held in enumerate(after) if name not in held)  # the last that it was others' before
            found[kind][name] = since, frozenset(after[since]) - {*after[since + 1]}
    return found


def records(games: Games) -> dict[tuple[str, str], tuple[int, int, frozenset[str], int]]:
    """Return each kind's feats at their best: in which game, how much, who did it first, and in which hand."""
    best: dict[tuple[str, str], tuple[int, int, frozenset[str], int]] = {}
    for at, game in enumerate(games):
        for key, (amount, people, hand) in game.feats.items():
            if (game.rules, key) not in best or amount > best[game.rules, key][1]:
                best[game.rules, key] = at, amount, people, hand
    return best


def months(games: Games) -> list[tuple[tuple[int, int], dict[str, int]]]:
    """Return who won how often in each of twelve months up to the last win, or from the first, unless they are one."""
    won = defaultdict[tuple[int, int], Counter[str]](Counter)
    for game in games:
        for name in game.winners:
            won[game.night.year, game.night.month][name] += 1
    if len(won) < 2:
        return []
    year, month = max(won)
    twelve = [(year - (back >= month), (month - back - 1) % 12 + 1) for back in range(11, -1, -1)]
    return [(each, dict(won[each])) for each in twelve if each >= min(won)]


def ranking(games: Games, *, by_share: bool) -> list[tuple[int, str, int, int]]:
    """Return everybody's place, wins and games. By share, whoever has played fewer than five comes last."""
    played = Counter(name for game in games for name in game.finishes)
    won = Counter(name for game in games for name in game.winners)
    names = sorted(played)
    worth = {name: (True, won[name]) for name in names}
    if by_share:
        worth = {name: (played[name] >= 5, won[name] / played[name]) for name in names}
    best_first = sorted(worth, key=worth.__getitem__, reverse=True)
    return [
        (1 + sum(each > worth[name] for each in worth.values()), name, won[name], played[name]) for name in best_first
    ]


def lead(games: Games) -> tuple[int, frozenset[str], int]:
    """Return how often those won who won most, who they are, and how many more wins these are than the next."""
    won = Counter(name for game in games for name in game.winners)
    most = max(won.values(), default=0)
    fewer = [wins for wins in won.values() if wins < most]
    return most, frozenset(name for name in won if won[name] == most), most - max(fewer, default=0)


def streaks(games: Games, *, is_past: bool) -> dict[str, tuple[int, frozenset[str]]]:
    """Return the longest runs and the longest wait for a win that are worth saying, and whose they are."""
    everybody = {name for game in games for name in game.finishes}
    lately = {name for game in games[-10:] for name in game.finishes if not is_past}
    told: dict[str, tuple[int, frozenset[str]]] = {}
    for kind, least, numbers in (
        ("now", 2, {name: len(current(games, name)) for name in lately}),
        ("longest", 3, {name: len(longest(games, name)) for name in everybody}),
        ("due", 10, {name: dry(games, name) for name in lately}),
    ):
        most = max(numbers.values(), default=0)
        people = frozenset(name for name in numbers if numbers[name] == most)
        if most >= least and len(people) <= 3 and (most, people) not in told.values():
            told[kind] = most, people
    return told


def uneven(games: Games) -> dict[str, int]:
    """Return how many games nobody won, several did that weren't partners, and only partners did.

    And of how many no hands are known, or no totals, though they are of other games of that kind.
    """
    won_by = [(len({game.finishes[name].column for name in game.winners}), len(game.winners)) for game in games]
    hands, totals = (Counter(game.rules for game in games if known(game)) for known in (attrgetter("hands"), scored))
    return {
        "nobody": sum(not people for _sides, people in won_by),
        "shared": sum(sides > 1 for sides, _people in won_by),
        "partners": sum(sides == 1 < people for sides, people in won_by),
        "handless": sum(not game.hands and hands[game.rules] > 0 for game in games),
        "unscored": sum(not scored(game) and totals[game.rules] > 0 for game in games),
    }


def scored(game: Played) -> bool:
    """Return whether the totals of a game are known."""
    return None not in [finish.total for finish in game.finishes.values()]


def everything(games: Games, year: int | None) -> dict[str, Any]:
    """Return what the statistics of all games say of a year or of all time. Whoever holds a cup today is there, too."""
    theirs = [game for game in games if year in (None, game.night.year)]
    return {
        "lead": lead(theirs),
        "uneven": uneven(theirs),
        "months": months(theirs),
        "streaks": streaks(theirs, is_past=year not in (None, years(games)[0])),
        "wins": ranking(theirs, by_share=False),
        "share": ranking(theirs, by_share=True),
        "holders": {kind: ({*held}, *max(held.values())) for kind, held in cups(games).items() if held},
    }


# Who beats whom


def pairs(games: Games) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Return how often one was ahead of another and behind, of how many games that they were rivals in."""
    everybody, found = {name for game in games for name in game.finishes}, {}
    for one, other in permutations(everybody, 2):
        met = [(game.finishes.get(one), game.finishes.get(other)) for game in games if game.winners]
        places = [
            (mine.place, theirs.place) for mine, theirs in met if mine and theirs and mine.column != theirs.column
        ]
        if places:
            ahead, equal = (sum(map(compare, *zip(*places, strict=True))) for compare in (lt, eq))
            found[one, other] = ahead, len(places) - ahead - equal, len(places)
    return found


def grid(games: Games) -> dict[tuple[str, str], tuple[int, int, int] | None]:
    """Return the same for the eight who played most of those with a rival, of equals the first by name."""
    played, met = Counter(name for game in games for name in game.finishes), pairs(games)
    most = sorted({one for one, _other in met}, key=lambda name: (-played[name], name))[:8]
    return {(one, other): met.get((one, other)) for one in most for other in most}


class Meeting(NamedTuple):
    """A game of two rivals: who was ahead, if they weren't level, and by how much, unless in spite of the totals."""

    game: int
    ahead: str | None
    by: float | None


def two(games: Games, one: str, other: str) -> dict[str, Any]:
    """Return what two did against each other: how far apart they were is told of the game that they met in most."""
    together = [at for at, game in enumerate(games) if {one, other} <= {*game.finishes}]
    rivals = [at for at in together if games[at].finishes[one].column != games[at].finishes[other].column]
    met = [_meeting(games[at], at, one, other) for at in rivals if games[at].winners]
    by_kind = kinds([games[each.game] for each in met])
    apart = [each for each in met if each.by is not None and games[each.game].rules == by_kind[0][0]]
    sides = {}
    for who in (one, other):
        leads = [each.by for each in apart if each.ahead == who]
        all_runs = [[each.game for each in run] for ahead, run in groupby(met, attrgetter("ahead")) if ahead == who]
        sides[who] = sum(leads) / len(leads) if leads else None, max(all_runs, key=len, default=[])
    return {
        "pair": (*(sum(each.ahead == who for each in met) for who in (one, other)), len(met)),
        "partners": len(together) - len(rivals),
        "undecided": len(rivals) - len(met),
        "last": met[-5:],
        "sides": sides,
        "closest": min(reversed(apart), key=lambda each: abs(each.by), default=None),
    }


def _meeting(game: Played, at: int, one: str, other: str) -> Meeting:
    """Return how a game of two rivals ended."""
    mine, theirs = game.finishes[one], game.finishes[other]
    ahead = None if mine.place == theirs.place else one if mine.place < theirs.place else other
    if not scored(game):
        return Meeting(at, ahead, None)
    more = (mine.total - theirs.total) * (-1 if game.low else 1)
    if ahead is None:
        return Meeting(at, None, abs(more))
    by = more if ahead == one else -more
    return Meeting(at, ahead, by if by > 0 else None)


# Milestones


@dataclass(frozen=True, kw_only=True)
class Reached:
    """A milestone: what kind it is, in which game, whose, its numbers, whom it was won from, and the feat."""

    kind: str
    game: int
    people: frozenset[str]
    number: int = 0
    before: int = 0
    others: frozenset[str] = frozenset()
    key: str = ""
    hand: int = 0


def milestones(games: Games) -> list[Reached]:
    """Return all that was reached, in order."""
    with_cup = list(cups(games))
    return [reached for at in range(len(games)) for reached in _reached(games[: at + 1], with_cup)]


def _reached(games: Games, with_cup: Sequence[str]) -> list[Reached]:
    """Return what was reached in the last of these games. Whoever reached the same did it together."""
    *earlier, game = games
    at, winners, reached = len(earlier), game.winners, list[Reached]()

    def together(kind: str, numbers: Mapping[str, int], **more: Any) -> None:
        for number in dict.fromkeys(numbers.values()):
            people = frozenset(name for name in numbers if numbers[name] == number)
            reached.append(Reached(kind=kind, game=at, people=people, number=number, **more))

    played = {name: sum(name in each.finishes for each in games) for name in game.finishes}
    together("games", {name: count for name, count in played.items() if count % 50 == 0})
    if game.is_decided:
        newly = [name for name in winners if not runs(earlier, name)]
        together("first", {name: played[name] for name in newly})
        together("dry", {name: lost for name in winners if name not in newly and (lost := dry(earlier, name)) >= 10})
        losers = [name for name in game.finishes if name not in winners]
        ended = {name: wins for name in losers if (wins := len(current(earlier, name))) >= 3}
        together("ended", ended, others=frozenset(winners))
        together("row", {name: 3 for name in winners if len(current(games, name)) == 3})
    *_earlier, before, after = [(), (), *holders(games, game.rules)]
    gained, lost = {*after} - {*before}, {*before} - {*after}
    if game.rules in with_cup and gained and lost:
        reached.append(Reached(kind="cup", game=at, people=frozenset(gained), others=frozenset(lost)))
    if sum(each.rules == game.rules for each in earlier) >= 10:
        best = records(earlier)
        for key, (amount, people, hand) in game.feats.items():
            _game, before, others, _hand = best.get((game.rules, key), (0, amount, frozenset(), 0))
            if amount > before:
                news = {"number": amount, "before": before, "others": others, "key": key, "hand": hand}
                reached.append(Reached(kind="feat", game=at, people=people, **news))
    return reached


def told(games: Games, reached: Sequence[Reached], night: date) -> list[Reached]:
    """Return what is told of a night: of all that was reached, the three that were seen least before that night."""
    seen = Counter(each.kind for each in reached if games[each.game].night < night)
    tonight = [each for each in reached if games[each.game].night == night]
    return sorted(tonight, key=lambda each: seen[each.kind])[:3]


# A player


def player(games: Games, name: str, year: int | None, reached: Sequence[Reached]) -> dict[str, Any]:
    """Return what is told of somebody, of a year or of all time. Cups and the run that goes on are today's."""
    played = [game for game in games if name in game.finishes]
    own, run = [game for game in played if year in (None, game.night.year)], current(games, name)
    won = Counter(game.rules for game in own if name in game.winners)
    newest = {
        each.kind: at
        for at, each in enumerate(reached)
        if name in each.people and year in (None, games[each.game].night.year)
    }
    return {
        "years": years(played),
        "cups": [held[name] for held in cups(games).values() if name in held],
        "run": run if len(run) > 1 else [],
        "reached": [reached[at].game for at in sorted(newest.values(), reverse=True)[:5]],
        "kinds": {kind: (count, won[kind]) for kind, count in kinds(own)},
        "rivals": {other: pair for (one, other), pair in pairs(own).items() if one == name},
        "lately": [(game.night, game.finishes[name].place, game.sides, name in game.winners) for game in own[-10:]],
    }


# The year


def year(games: Games, minutes: Mapping[date, int]) -> dict[str, Any]:
    """Return what stood out in a year. Of equals, what came first; two are a duel if each was ahead of the other.

    Of those who gave to the Gnome and those who met, as `equals`, one could be named as well as another.
    """
    nights = {night: list(of_night) for night, of_night in groupby(games, attrgetter("night"))}
    places = [of_night[0].place for of_night in nights.values() if of_night[0].place]
    hands = {night: sum(game.hands for game in of_night) for night, of_night in nights.items()}
    timed = {night: minutes[night] for night in hands if night in minutes}
    met = pairs(games)
    duels = [(min(ahead, behind), count) for ahead, behind, count in met.values() if min(ahead, behind)]
    given = sum((game.gnome for game in games), Counter[str]())
    return {
        "ranking": [(name, wins, played) for _place, name, wins, played in ranking(games, by_share=False)],
        "champions": lead(games)[1],
        "uneven of the year": uneven(games),
        "hands": sum(hands.values()),
        "evenings": [
            (night, of_night[0].place, hands[night], lead(of_night)[1], minutes.get(night))
            for night, of_night in nights.items()
        ],
        "places": Counter(places).most_common(6),
        "longest": max(timed or hands, key=(timed or hands).__getitem__) if any((timed or hands).values()) else None,
        "facts": _facts(games),
        "gnome": (given.total(), max(given.values())) if given else None,
        "duel": max(duels, default=None),
        "equals": {*given.items(), *((names, pair) for names, pair in met.items())},
    }


def _facts(games: Games) -> dict[str, tuple[Best, int]]:
    """Return the best of the most played game and the boldest bid, and in which game, under the names they have."""
    most_played = kinds(games)[0][0]
    bests = {
        "Hand of the year": [(game.best_hand, at) for at, game in enumerate(games) if game.rules == most_played],
        "Comeback of the year": [(game.behind, at) for at, game in enumerate(games) if game.rules == most_played],
        "Boldest bidder, without a peek": [(game.blind, at) for at, game in enumerate(games)],
    }
    first = {label: max(found, key=lambda each: each[0][0]) for label, found in bests.items()}
    return {label: (best, at) for label, (best, at) in first.items() if best[0] > 0}
