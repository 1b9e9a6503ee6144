"""What the second program knows of a group's games: all of it is from the file that the group exports."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

from scorekeeper.formats.sheets import GameFile, labels, read_sheets
from scorekeeper.games import is_own
from scorekeeper.rules.sheet import ranks

People = tuple[str, ...]
Best = tuple[int, frozenset[str], int]  # the amount, who did it, and in which hand
Feats = dict[str, Best]  # by key
NONE: Best = (0, frozenset(), 0)


class Finish(NamedTuple):
    """How a game ended for somebody: in which column, with which total, if known, and place, and whether they won."""

    column: str
    total: float | None
    place: int | None
    won: bool


@dataclass(frozen=True, kw_only=True)
class Played:
    """A finished game: how it ended for everybody, in the order of columns and seats, its feats, and its comeback.

    `behind` says how far its winners were behind at most, `best_hand` what somebody scored in a hand, and `blind`
    which bid they made without peeking. `gnome` says how much of the Gnome’s points came from whom.
    """

    rules: str
    low: bool
    night: date
    place: str
    hands: int
    finishes: dict[str, Finish]
    feats: Feats
    behind: Best
    best_hand: Best
    blind: Best
    gnome: Counter[str]

    @cached_property
    def winners(self) -> People:
        """Everybody who won, alone or not."""
        return tuple(name for name, finish in self.finishes.items() if finish.won)

    @cached_property
    def sides(self) -> int:
        """How many columns there were for players or partners."""
        return len({finish.column for finish in self.finishes.values()})

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
    return [
        _played(game, file, same_as) for game, file in files if game["outcome"] and (game["hands"] or "totals" in game)
    ]


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
    behind, people = NONE, dict[str, frozenset[str]]()
    places = ranks(file.outcome.ranking) if file.outcome and outcome["winners"] else {}
    finishes = {}
    for column in file.sheet.columns:
        label = labels(file.sheet)[column.key]
        if column.seats:
            people[label] = frozenset(names[seat] for seat in column.seats)
        for seat in column.seats:
            total, won = outcome["totals"][label] * 2 if "totals" in outcome else None, label in outcome["winners"]
            finishes[names[seat]] = Finish(column.key, total, places.get(column.key), won)
        for hand, totals in enumerate(counted if label in outcome["winners"] else (), 1):
            so_far = replace(file.sheet, hands=file.sheet.hands[:hand], outcome=None)
            leader = labels(file.sheet)[file.rules.ranking_then(so_far)[0][0]]  # whoever is out isn't ahead
            most = (totals[leader] - totals[label]) * (-1 if file.rules.low_wins else 1)
            if most * 2 > behind[0]:
                behind = int(most * 2), people[label], hand
    feats = _feats(file, names)
    points = [
        (int(hand["result"]["points"][label] * 2), people[label], number)
        for number, hand in enumerate(game["hands"], 1)
        for label in (people if "hands" in feats else ())
    ]
    is_with_gnome = game["rules"] == "trumplestiltskin"
    return Played(
        rules=game["rules"] + (f":{template}" if (template := game["options"].get("template")) else ""),
        low=file.rules.low_wins,
        night=date.fromisoformat(game["night"]),
        place=game.get("place", ""),
        hands=len(counted),
        finishes=finishes,
        feats=feats,
        behind=behind,
        best_hand=max(points, key=itemgetter(0), default=NONE),
        blind=max(_blind_bids(game, people) if is_with_gnome else (), key=itemgetter(0), default=NONE),
        gnome=_given(game, same_as) if is_with_gnome else Counter(),
    )


def _blind_bids(game: Mapping[str, Any], people: Mapping[str, frozenset[str]]) -> Iterator[Best]:
    """Yield the bids that somebody took and made without peeking."""
    for number, hand in enumerate(game["hands"], 1):
        bids = {name: told["bid"] for name, told in hand["players"].items() if "bid" in told}
        if bids and not hand.get("after_end"):
            taker = max(bids, key=bids.__getitem__)
            told = hand["players"][taker]
            if told["taken"] >= told["bid"] and not told.get("peeked"):
                yield told["bid"] * 2, people[taker], number


def _given(game: Mapping[str, Any], same_as: Mapping[str, str]) -> Counter[str]:
    """Return how much everybody gave to the Gnome, which a hand says after what it says of them."""
    given, giver = Counter[str](), ""
    for hand in game["hands"]:
        for line in hand["result"]["lines"]:
            if line["column"] == "Gnome":
                given[same_as.get(giver, giver)] += int(line["points"] * 2)
            else:
                giver = line["column"]
    return given


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
