"""A second program that looks back over a group's games, for comparison: it reads the file that the group exports.

It shares no code with `scorekeeper.looking_back`, and is written from what is promised to players. It is slow: whatever
it is asked, it counts the games again. People are names, and amounts are half points.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from itertools import groupby, permutations
from operator import eq, lt
from typing import Any, NamedTuple

from scorekeeper.formats.sheets import GameFile, labels, read_sheets
from scorekeeper.games import is_own
from scorekeeper.rules.sheet import ranks

People = tuple[str, ...]
Feats = dict[str, tuple[int, frozenset[str], int]]  # by key: the amount, who did it, and in which hand


class Finish(NamedTuple):
    """How a game ended for somebody: in which column, with which total and place, and whether they won."""

    column: str
    total: float
    place: int | None
    won: bool


@dataclass(frozen=True, kw_only=True)
class Played:
    """A finished game: how it ended for everybody, in the order of columns and seats, its feats, and its comeback.

    `behind` says how far its winners were behind at most, who of them, and in which hand.
    """

    rules: str
    night: date
    hands: int
    finishes: dict[str, Finish]
    feats: Feats
    behind: tuple[int, frozenset[str], int]

    @cached_property
    def winners(self) -> People:
        """Everybody who won, alone or not."""
        return tuple(name for name, finish in self.finishes.items() if finish.won)

    @cached_property
    def is_decided(self) -> bool:
        """Whether neither nobody nor everybody won."""
        return 0 < len(self.winners) < len(self.finishes)


Games = Sequence[Played]


def games_in(raw: bytes, same_as: Mapping[str, str]) -> list[Played]:
    """Return the finished games of a file, in its order, with everybody under the name that they go by now."""
    told, document = json.loads(raw)["games"], read_sheets(raw)
    assert not document.stopped, document.messages
    files = zip(told, document.games, strict=True)
    return [_played(game, file, same_as) for game, file in files if game["outcome"] and game["hands"]]


def minutes_of(raw: bytes) -> dict[date, int]:
    """Return how long each night took, if each of its games has ended after it began, and within the night."""
    spans: dict[date, list[tuple[datetime, datetime] | None]] = defaultdict(list)
    for game in json.loads(raw)["games"]:
        night, times = date.fromisoformat(game["night"]), [game["started"], game.get("ended")]
        began, ended = (datetime.fromisoformat(at) if at else None for at in times)
        is_known = ended and began < ended and all((at - timedelta(hours=6)).date() == night for at in (began, ended))
        spans[night].append((began, ended) if is_known else None)
    return {
        night: (max(ended for _began, ended in times) - min(times)[0]) // timedelta(minutes=1)
        for night, times in spans.items()
        if None not in times
    }


def _played(game: Mapping[str, Any], file: GameFile, same_as: Mapping[str, str]) -> Played:
    outcome, names = game["outcome"], [same_as.get(name, name) for name in game["players"]]
    counted = [hand["result"]["totals"] for hand in game["hands"] if not hand.get("after_end")]
    behind = 0, frozenset[str](), 0
    places = ranks(file.outcome.ranking) if file.outcome and outcome["winners"] else {}
    finishes = {}
    for column in file.sheet.columns:
        label = labels(file.sheet)[column.key]
        for seat in column.seats:
            total, won = outcome["totals"][label] * 2, label in outcome["winners"]
            finishes[names[seat]] = Finish(column.key, total, places.get(column.key), won)
        for hand, totals in enumerate(counted if label in outcome["winners"] else (), 1):
            so_far = replace(file.sheet, hands=file.sheet.hands[:hand], outcome=None)
            leader = labels(file.sheet)[file.rules.ranking_then(so_far)[0][0]]  # whoever is out isn't ahead
            most = (totals[leader] - totals[label]) * (-1 if file.rules.low_wins else 1)
            if most * 2 > behind[0]:
                behind = int(most * 2), frozenset(names[seat] for seat in column.seats), hand
    return Played(
        rules=game["rules"] + (f":{template}" if (template := game["options"].get("template")) else ""),
        night=date.fromisoformat(game["night"]),
        hands=len(counted),
        finishes=finishes,
        feats=_feats(file, names),
        behind=behind,
    )


def _feats(file: GameFile, names: Sequence[str]) -> Feats:
    """Return how well each feat that the game declares was done, who did it first, and in which hand, if in one."""
    game = file.card_game.made(file.table.options) if is_own(file.rules.slug) else file.card_game
    seats_of, feats = {column.key: column.seats for column in file.sheet.columns}, Feats()
    for feat in game.feats:
        amounts: dict[tuple[int, str, int], int] = Counter()  # by hand, or 0 if it takes all of them, column and seat
        for number, hand in enumerate(file.sheet.hands, 1):
            for fact in game.statistics.facts(file.sheet, hand):
                for seat in seats_of[fact.column] if fact.seat is None else (fact.seat,):
                    if fact.key == feat.key:
                        amounts[0 if feat.whole else number, fact.column, seat] += fact.amount
        if amounts:
            most = max(amounts.values())
            first = min(where[:2] for where, amount in amounts.items() if amount == most)
            people = (names[seat] for *where, seat in amounts if (*where,) == first and amounts[*where, seat] == most)
            feats[feat.key] = most, frozenset(people), first[0]
    return feats


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
    contested = [game for game in games if len({finish.column for finish in game.finishes.values()}) > 1]
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


# The year


def year(games: Games, minutes: Mapping[date, int]) -> dict[str, Any]:
    """Return what stood out in a year. Of equals, what came first; two are a duel if each was ahead of the other."""
    won = {name: sum(name in game.winners for game in games) for game in games for name in game.finishes}
    hands = Counter[date]()
    for game in games:
        hands[game.night] += game.hands
    timed = {night: minutes[night] for night in hands if night in minutes}
    most_played = kinds(games)[0][0]
    comebacks = [(game.behind, at) for at, game in enumerate(games) if game.rules == most_played and game.behind[0]]
    duels = [(min(ahead, behind), count) for ahead, behind, count in pairs(games).values() if min(ahead, behind)]
    return {
        "wins": won,
        "champions": {name for name in won if won[name] == max(won.values()) > 0},
        "hands": sum(hands.values()),
        "evenings": len(hands),
        "longest": max(timed or hands, key=(timed or hands).__getitem__),
        "comeback": max(comebacks, key=lambda comeback: comeback[0][0], default=None),
        "duel": max(duels, default=None),
    }
