"""The nights and games of a made-up group's year, as score sheets. Nothing is stored here.

Whoever sees them for the first time should find everything at least once: a player who left and one who stands on the
roster twice, an accepted odd sum, a hand that all passed, a game cut short, hands that were typed wrong and corrected,
and a game being played. Names, places and notes are data like any that a group types, and are not translated.
"""

import random
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo

from scorekeeper.exchange.sheets import GameFile, HandFile
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.games.trumplestiltskin.hand import Entry, Options, possible_sums
from scorekeeper.management.demo.playing import Character, Played, Tap, all_pass, play_hand
from scorekeeper.rules.replay import Replay, replayed
from scorekeeper.rules.sheet import Table
from scorekeeper.services.games import night_of

GROUP = "The kitchen table"
NORA = Character(name="Nora")
BEN = Character(name="Ben", nerve=1.4, peeks=0.04)
ZOE = Character(name="Zoë", nerve=1.2, peeks=0.3)
TOM = Character(name="Tom", nerve=0.5)
IDA = Character(name="Ida", nerve=0.2, peeks=0.08)
LEO = Character(name="Leo", nerve=1.0, peeks=0.2)
THOMAS = replace(TOM, name="Thomas")  # Tom, by the name that somebody put on the roster on the first nights
TONIGHT = (NORA, BEN, ZOE, TOM)

NIGHTS = 30
THOMAS_UNTIL, LEO_UNTIL = 3, 17  # the last nights, counted from 0, of those two names
ODD_SUM, ALL_PASSED, CUT_SHORT, BY_THE_BID = 11, 6, 22, 28
CORRECTED = (8, 19, 27)
PLACES = ("Nora’s kitchen", "Nora’s kitchen", "Nora’s kitchen", "Ben’s place", "The Lantern", "Zoë’s balcony", "")
NOTES = {
    0: "The first evening. We read the rules aloud, twice.",
    ODD_SUM: "Two cards were under the sofa; one hand was scored without them.",
    14: "Rain all evening, and soup for everybody.",
    LEO_UNTIL: "Leo’s last evening before he moves to Lisbon.",
    CUT_SHORT: "The last tram goes at half past ten, game or no game.",
    25: "Zoë’s birthday: cake between the games.",
}
# Hands of a game. One that would be shorter or longer is played anew: a year of them would not look like one.
SHORTEST, LONGEST = 8, 16
SAVED_TONIGHT = 5
# Half points from which the end is near; how often a rare end is played for before any other does.
NEAR, TRIES = 340, 60
RULES = TRUMPLESTILTSKIN.rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What has to be tapped and saved again in a hand that went in wrong. `hand` is its number, from 1."""

    game: str
    hand: int
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """The game being played: who sits where, the hands to save, and what is typed of the next one."""

    uid: uuid.UUID
    names: tuple[str, ...]
    hands: tuple[Played, ...]
    typed: tuple[Tap, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Year:
    """Everything that is played, in order; `night` is the last one, tonight's."""

    uid: uuid.UUID
    night: date
    games: tuple[GameFile, ...]
    corrections: tuple[Correction, ...]
    playing: Playing


def make_year(chance: random.Random, *, now: datetime, time_zone: str) -> Year:
    """Return the year that ends with the night of `now`, with a game being played then."""
    zone, tonight = ZoneInfo(time_zone), night_of(now, time_zone)
    games, corrections = list[GameFile](), list[Correction]()
    for number, day in enumerate(_dates(chance, tonight)):
        people = _people(chance, number)
        begin = datetime(day.year, day.month, day.day, 19, 15, tzinfo=zone) + timedelta(minutes=chance.randrange(60))
        place = "The Lantern" if number == BY_THE_BID else chance.choice(PLACES)
        count = chance.choices((1, 2, 3), weights=(4, 4, 1))[0]
        night = list(_games(chance, count, people, begin, number, night=day, place=place, note=NOTES.get(number, "")))
        _bend(chance, number, night, corrections)
        games += night
    night = list(_games(chance, 1, TONIGHT, now.astimezone(zone), NIGHTS - 1, night=tonight, place=PLACES[0], note=""))
    games += [_ended_before(game, now - timedelta(minutes=10)) for game in night]
    return Year(
        uid=_uid(chance),
        night=tonight,
        games=tuple(games),
        corrections=tuple(corrections),
        playing=_playing(chance),
    )


def _dates(chance: random.Random, tonight: date) -> list[date]:
    """The nights before tonight: about every other week on tonight's weekday, now and then a day early."""
    weeks = sorted(chance.sample(range(1, 52), k=NIGHTS - 1), reverse=True)
    return [tonight - timedelta(weeks=each, days=chance.random() < 0.2) for each in weeks]


def _people(chance: random.Random, number: int) -> list[Character]:
    """Who came. Nora hardly ever stays away; on their special nights Tom and Leo are there."""
    wanted = [NORA] * (chance.random() < 0.9)
    special = {1: TOM, THOMAS_UNTIL: TOM, LEO_UNTIL: LEO}.get(number)
    wanted += [special] if special else []
    others = [BEN, ZOE, TOM, IDA] + ([LEO] if number <= LEO_UNTIL else [])
    wanted += chance.sample([each for each in others if each is not special], k=len(others) - bool(special))
    people = wanted[: chance.choices((3, 4, 5), weights=(3, 5, 2))[0]]
    return [THOMAS if each is TOM and number <= THOMAS_UNTIL else each for each in people]


def _games(
    chance: random.Random, count: int, people: Sequence[Character], clock: datetime, number: int, **told: Any
) -> Iterator[GameFile]:
    """Play the games of a night, each in another order of seats; `told` is what a file tells of the night."""
    for game in range(count):
        seats = chance.sample(people, k=len(people))
        passed = {chance.randrange(3, 7)} if number == ALL_PASSED and game == 0 else set()
        hands: list[HandFile] = []
        while not SHORTEST <= len(hands) <= LONGEST:
            hands = _hands(chance, seats, _table(seats), passed)
        ended = clock + timedelta(minutes=sum(chance.randrange(4, 8) for _hand in hands))
        yield replace(_file(_table(seats), hands), id=str(_uid(chance)), started=clock, ended=ended, **told)
        clock = ended + timedelta(minutes=chance.randrange(5, 20))


def _table(seats: Sequence[Character]) -> Table[Options]:
    return Table(names=tuple(each.name for each in seats), options=Options(), first_dealer=len(seats) - 1)


def _hands(
    chance: random.Random, seats: Sequence[Character], table: Table[Options], passed: set[int]
) -> list[HandFile]:
    """Hands up to the end of the game; those with a number in `passed` nobody wants."""
    now, hands = Replay.of(RULES, table), list[HandFile]()
    while now.counts and len(hands) <= LONGEST:
        dealer = now.dealer
        played = all_pass(dealer, len(seats)) if len(hands) + 1 in passed else play_hand(chance, seats, dealer)
        entry = _entry(table, played)
        now = now.deal(dealer, entry, ())
        hands.append(HandFile(dealer=dealer, entry=entry))
    return hands


def _entry(table: Table[Options], played: Played) -> Entry:
    answers = dict(played.taps)
    passed = not any(path.endswith(".bid") for path in answers)
    return RULES.entry_from({**answers, "hand.all_passed": passed}, table)


def _file(table: Table[Options], hands: Sequence[HandFile]) -> GameFile:
    sheet = replayed(RULES, table, ((hand.dealer, hand.entry) for hand in hands))
    return GameFile(rules=RULES, table=table, hands=tuple(hands), sheet=sheet)


def _bend(chance: random.Random, number: int, games: list[GameFile], corrections: list[Correction]) -> None:
    game = games[0]
    if number == CUT_SHORT:
        cut = _file(game.table, game.hands[: SHORTEST - 2])
        games[:] = [replace(game, hands=cut.hands, sheet=cut.sheet, stopped="leader_wins")]
    elif number == BY_THE_BID:
        games[0] = _won_by_the_bid(chance, game)
    elif number == ODD_SUM:
        games[0] = next(_without_two_points(game), game)
    elif number in CORRECTED:
        for games[0], correction in islice(_typed_wrong(game), 1):
            corrections.append(correction)


def _won_by_the_bid(chance: random.Random, game: GameFile) -> GameFile:
    """A game like this one that somebody wins who has not the most points, only the last bid."""
    table, people = game.table, {each.name: each for each in (NORA, BEN, ZOE, TOM, IDA, LEO)}
    seats = [people[name] for name in table.names]
    for _game in range(TRIES):
        *hands, _last = _hands(chance, seats, table, set())
        before = _file(table, hands).sheet
        near = sum(before.totals[str(seat)] >= NEAR for seat in table.seats)
        for _hand in range(TRIES if near > 1 and SHORTEST <= len(hands) < LONGEST else 0):
            dealer = RULES.dealer(before)
            entry = _entry(table, play_hand(chance, seats, dealer))
            after = RULES.record(before, dealer, entry)
            if after.outcome and not set(after.outcome.winners) & set(RULES.ranking(after)[0]):
                hands.append(HandFile(dealer=dealer, entry=entry))
                return replace(game, hands=tuple(hands), sheet=after)
    return game


def _without_two_points(game: GameFile) -> Iterator[GameFile]:
    """The game with a hand that cannot add up, and was scored anyway."""
    for number, hand in enumerate(game.hands[:-1]):
        total = sum(each or 0 for each in hand.entry.taken) - 2
        if total in possible_sums(game.table.options, len(game.table.names), hand.entry.gnome):
            continue
        for seat, taken in enumerate(hand.entry.taken):
            if taken is not None and taken >= 2:
                yield from _with_taken(game, number, {seat: taken - 2}, score_anyway=True)


def _typed_wrong(game: GameFile) -> Iterator[tuple[GameFile, Correction]]:
    """The game with the points of two neighbours in each other's place in a hand, and what puts them right."""
    for number, hand in enumerate(game.hands[2:-1], start=2):
        for seat in game.table.seats:
            seats = (seat, game.table.after(seat))
            right = {each: hand.entry.taken[each] for each in seats}
            for wrong in _with_taken(game, number, {seats[0]: right[seats[1]], seats[1]: right[seats[0]]}):
                taps = tuple((f"players.{each}.taken", taken) for each, taken in right.items())
                yield wrong, Correction(game=game.id, hand=number + 1, taps=taps)


def _with_taken(
    game: GameFile, number: int, taken: Mapping[int, int | None], *, score_anyway: bool = False
) -> Iterator[GameFile]:
    """The game with other points taken in a hand, if that changes its score, yet neither its length nor its winner."""
    hands = list(game.hands)
    entry: Entry = hands[number].entry
    points = tuple(taken.get(seat, was) for seat, was in enumerate(entry.taken))
    hands[number] = replace(hands[number], entry=replace(entry, taken=points), score_anyway=score_anyway)
    changed = _file(game.table, hands)
    before, after = game.sheet, changed.sheet
    if (
        len(after.hands) == len(before.hands)
        and before.outcome is not None
        and after.outcome is not None
        and after.outcome.winners == before.outcome.winners
        and after.hands[number].points != before.hands[number].points
    ):
        yield replace(game, hands=changed.hands, sheet=after)


def _ended_before(game: GameFile, moment: datetime) -> GameFile:
    if game.started is None or game.ended is None:
        return game
    return replace(game, started=moment - (game.ended - game.started), ended=moment)


def _playing(chance: random.Random) -> Playing:
    """A few hands of tonight's next game that do not end it, and the next one while it is bid."""
    seats = chance.sample(TONIGHT, k=len(TONIGHT))
    table = _table(seats)
    now, hands = Replay.of(RULES, table), list[Played]()
    while len(hands) < SAVED_TONIGHT:
        hands.append(play_hand(chance, seats, now.dealer))
        now = now.deal(now.dealer, _entry(table, hands[-1]))
    typed: tuple[Tap, ...] = ()
    while not any(path.endswith("peeked") for path, _value in typed):
        typed = play_hand(chance, seats, now.dealer).auction[:-2]
    return Playing(uid=_uid(chance), names=table.names, hands=tuple(hands), typed=typed)


def _uid(chance: random.Random) -> uuid.UUID:
    return uuid.UUID(int=chance.getrandbits(128), version=4)
