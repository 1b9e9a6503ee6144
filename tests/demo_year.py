"""The year of `manage.py demo`: `python -m tests.demo_year` makes scorekeeper/host/demo.json.gz.

Newcomers should find each of these at least once: a player who left, one who is on the roster twice, an unlikely sum
that was scored anyway, a hand in which everyone passed, a game won by the last bid, one cut short, a hand typed wrong
(which the command corrects), and a game in progress. The same seed always makes the same year.
"""

import gzip
import json
import os
import random
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import django

from scorekeeper.formats.documents import write_sheets
from scorekeeper.formats.sheets import GameFile
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.games.trumplestiltskin.hand import Entry, Options
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Table
from tests.formats.documents import file_of
from tests.playing import Character, PlayedHand, all_pass, play_hand

NORA = Character(name="Nora")
BEN = Character(name="Ben", nerve=1.4, peeks=0.04)
ZOE = Character(name="Zoë", nerve=1.2, peeks=0.3)
TOM = Character(name="Tom", nerve=0.5)
IDA = Character(name="Ida", nerve=0.2, peeks=0.08)
LEO = Character(name="Leo", nerve=1.0, peeks=0.2)
THOMAS = replace(TOM, name="Thomas")  # Tom, who used his full name on the first nights
TONIGHT = (NORA, BEN, ZOE, TOM)

NIGHTS = 30
THOMAS_UNTIL, LEO_UNTIL = 3, 17  # the last nights of these two, numbered from 0
ODD_SUM, ALL_PASSED, CUT_SHORT, BY_THE_BID = 11, 6, 22, 28
TYPED_WRONG = 27
PLACES = ("Nora’s kitchen", "Nora’s kitchen", "Nora’s kitchen", "Ben’s place", "The Lantern", "Zoë’s balcony", "")
NOTES = {
    0: "The first evening. We read the rules aloud, twice.",
    ODD_SUM: "Two cards ended up under the sofa, so one hand was scored without them.",
    14: "Rain all evening, and soup for everybody.",
    LEO_UNTIL: "Leo’s last evening before he moves to Lisbon.",
    CUT_SHORT: "The last tram leaves at half past ten, game or no game.",
    25: "Zoë’s birthday: cake between games.",
}
FILE = Path("scorekeeper/host/demo.json.gz")
SEED = 23  # a year with many winners
ZONE = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 21, 22, 30, tzinfo=ZONE)
SECOND_GAME = NOW - timedelta(minutes=35)
# How many hands a game has. Shorter or longer ones are discarded and played anew, so that the year looks real.
SHORTEST, LONGEST = 8, 16
SAVED_TONIGHT = 5
# How many half points count as near the end, and how often to try for a rare ending before accepting any other.
NEAR, TRIES = 340, 60
RULES = TRUMPLESTILTSKIN.rules
Dealt = tuple[int, Entry]
"""A hand: the dealer's seat, and the entry."""


def make_year() -> tuple[GameFile, ...]:
    """Return a year of games, the last of them in progress, as `manage.py demo` finds them in its file."""
    chance, games = random.Random(SEED), list[GameFile]()
    for number, day in enumerate(_dates(chance, NOW.date())):
        people = _people(chance, number)
        start = datetime(day.year, day.month, day.day, 19, 15, tzinfo=ZONE) + timedelta(minutes=chance.randrange(60))
        place = "The Lantern" if number == BY_THE_BID else chance.choice(PLACES)
        count = chance.choices((1, 2, 3), weights=(4, 4, 1))[0]
        night = list(_games(chance, count, people, start, number, night=day, place=place, note=NOTES.get(number, "")))
        _make_special(chance, number, night)
        games += night
    tonight: dict[str, Any] = {"night": NOW.date(), "place": PLACES[0]}
    for game in _games(chance, 1, TONIGHT, NOW, NIGHTS - 1, **tonight):
        games.append(replace(game, started=SECOND_GAME - (game.ended - game.started), ended=SECOND_GAME))
    return (*games, replace(_in_progress(chance), id=str(_uid(chance)), started=SECOND_GAME, **tonight))


def _dates(chance: random.Random, tonight: date) -> list[date]:
    """Return the dates of the earlier nights: about every other week, on the same weekday or sometimes a day early."""
    weeks = sorted(chance.sample(range(1, 52), k=NIGHTS - 1), reverse=True)
    return [tonight - timedelta(weeks=ago, days=chance.random() < 0.2) for ago in weeks]


def _people(chance: random.Random, number: int) -> list[Character]:
    """Return who came to a night: Nora nearly always, and Tom or Leo whenever that night's story depends on them."""
    invited = [NORA] * (chance.random() < 0.9)
    special = {1: TOM, THOMAS_UNTIL: TOM, LEO_UNTIL: LEO}.get(number)
    invited += [special] if special else []
    others = [BEN, ZOE, TOM, IDA] + ([LEO] if number <= LEO_UNTIL else [])
    invited += chance.sample([person for person in others if person is not special], k=len(others) - bool(special))
    people = invited[: chance.choices((3, 4, 5), weights=(3, 5, 2))[0]]
    return [THOMAS if person is TOM and number <= THOMAS_UNTIL else person for person in people]


def _games(
    chance: random.Random, count: int, people: Sequence[Character], clock: datetime, number: int, **night: Any
) -> Iterator[GameFile]:
    """Play a night's games, shuffling the seats each time. `night` holds the file's fields that describe the night."""
    for game in range(count):
        seats = chance.sample(people, k=len(people))
        passed = {chance.randrange(3, 7)} if number == ALL_PASSED and game == 0 else set()
        hands: list[Dealt] = []
        while not SHORTEST <= len(hands) <= LONGEST:
            hands = _hands(chance, seats, _table(seats), passed)
        ended = clock + timedelta(minutes=sum(chance.randrange(4, 8) for _hand in hands))
        yield replace(
            file_of(TRUMPLESTILTSKIN, _table(seats), hands), id=str(_uid(chance)), started=clock, ended=ended, **night
        )
        clock = ended + timedelta(minutes=chance.randrange(5, 20))


def _table(seats: Sequence[Character]) -> Table[Options]:
    return Table(names=tuple(person.name for person in seats), options=Options(), first_dealer=len(seats) - 1)


def _hands(chance: random.Random, seats: Sequence[Character], table: Table[Options], passed: set[int]) -> list[Dealt]:
    """Play hands until the game ends. Everyone passes in the hands whose numbers are in `passed`."""
    now, hands = Replay.of(RULES, table), list[Dealt]()
    while now.counts and len(hands) <= LONGEST:
        dealer = now.dealer
        played = all_pass(dealer, len(seats)) if len(hands) + 1 in passed else play_hand(chance, seats, dealer)
        entry = _entry(table, played)
        now = now.deal(dealer, entry, ())
        hands.append((dealer, entry))
    return hands


def _entry(table: Table[Options], played: PlayedHand) -> Entry:
    answers = dict(played.taps)
    passed = not any(path.endswith(".bid") for path in answers)
    return RULES.entry_from({**answers, "hand.all_passed": passed}, table)


def _make_special(chance: random.Random, number: int, games: list[GameFile]) -> None:
    game = games[0]
    if number == CUT_SHORT:
        games[:] = [replace(game, hands=game.hands[: SHORTEST - 2], stopped="leader_wins")]
    elif number == BY_THE_BID:
        games[0] = _won_by_the_bid(chance, game)
    elif number == ODD_SUM:
        games[0] = next(_without_two_points(game), game)
    elif number == TYPED_WRONG:
        games[0] = next(_typed_wrong(game), game)


def _won_by_the_bid(chance: random.Random, game: GameFile) -> GameFile:
    """Return a similar game won on the last bid rather than with the most points, or this one if none turns up."""
    table, people = game.table, {person.name: person for person in (NORA, BEN, ZOE, TOM, IDA, LEO)}
    seats = [people[name] for name in table.names]
    for _game in range(TRIES):
        *hands, _last = _hands(chance, seats, table, set())
        before = Replay.of(RULES, table).after(hands).sheet
        near = sum(before.totals[str(seat)] >= NEAR for seat in table.seats)
        for _hand in range(TRIES if near > 1 and SHORTEST <= len(hands) < LONGEST else 0):
            dealer = RULES.dealer(before)
            entry = _entry(table, play_hand(chance, seats, dealer))
            after = RULES.record(before, dealer, entry)
            if after.outcome and not set(after.outcome.winners) & set(RULES.ranking(after)[0]):
                return replace(game, hands=file_of(TRUMPLESTILTSKIN, table, [*hands, (dealer, entry)]).hands)
    return game


def _without_two_points(game: GameFile) -> Iterator[GameFile]:
    """Yield versions of the game in which one hand is two points short but was scored anyway."""
    for number, hand in enumerate(game.scored[:-1]):
        total = sum(filter(None, hand.entry.taken)) - 2
        if total in game.table.options.possible_sums(len(game.table.names), hand.entry.gnome):
            continue
        for seat, taken in enumerate(hand.entry.taken):
            if taken is not None and taken >= 2:
                yield from _with_taken(game, number, {seat: taken - 2})


def _typed_wrong(game: GameFile) -> Iterator[GameFile]:
    """Yield versions of the game in which two neighbors' points are swapped in one hand."""
    for number, hand in enumerate(game.scored[2:-1], start=2):
        for first in game.table.seats:
            seats = (first, game.table.after(first))
            swapped = {seat: hand.entry.taken[other] for seat, other in zip(seats, reversed(seats), strict=True)}
            yield from _with_taken(game, number, swapped)


def _with_taken(game: GameFile, number: int, taken: Mapping[int, int | None]) -> Iterator[GameFile]:
    """Yield the game with different points in one hand if the score changes but the length and the winner don't."""
    hands = [(hand.dealer, hand.entry) for hand in game.scored]
    dealer, entry = hands[number]
    points = tuple(taken.get(seat, was) for seat, was in enumerate(entry.taken))
    hands[number] = dealer, replace(entry, taken=points)
    changed = replace(game, hands=file_of(TRUMPLESTILTSKIN, game.table, hands).hands)
    before, after = game.sheet, changed.sheet
    if (
        len(after.hands) == len(before.hands)
        and before.outcome is not None
        and after.outcome is not None
        and after.outcome.winners == before.outcome.winners
        and after.hands[number].points != before.hands[number].points
    ):
        yield changed


def _in_progress(chance: random.Random) -> GameFile:
    """Play the first hands of tonight's second game."""
    seats = chance.sample(TONIGHT, k=len(TONIGHT))
    table = _table(seats)
    now, hands = Replay.of(RULES, table), list[Dealt]()
    while len(hands) < SAVED_TONIGHT:
        hands.append((now.dealer, _entry(table, play_hand(chance, seats, now.dealer))))
        now = now.deal(*hands[-1], ())
    return file_of(TRUMPLESTILTSKIN, table, hands)


def _uid(chance: random.Random) -> uuid.UUID:
    return uuid.UUID(int=chance.getrandbits(128), version=4)


def main() -> None:
    """Write the file, without the results that an import computes anyway."""
    document = json.loads("".join(write_sheets(make_year())))
    for game in document["games"]:
        game.pop("outcome", None)
        for hand in game["hands"]:
            del hand["result"]
    FILE.write_bytes(gzip.compress(json.dumps(document, ensure_ascii=False).encode(), mtime=0))


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings"
    django.setup()
    main()
