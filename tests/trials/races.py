"""Random writes of two phones at one table, and what they leave behind."""

import json
import uuid
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from django.db import connection, transaction

from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Game, Hand, Membership, Revision
from scorekeeper.queries.looking_back.recaps import words_digest
from scorekeeper.queries.recording.loading import load
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.queries.recording.taps import Tap
from scorekeeper.services import games, hands, members, nights, people, roster, settle
from scorekeeper.services.errors import ServiceError
from scorekeeper.services.hands import Seen
from scorekeeper.text import sentence
from tests.cast import Cast, Phone, make_cast, refresh, seat_players, tap_from_words, taps_from_shorthand

PLAYERS = 3
WORDS = [
    *(f"{who} bid {bid}" for who in "ABC" for bid in (3, 7, 12, "-")),
    *(f"{who} took {points}" for who in "ABC" for points in (0, 9, 21)),
    *(f"{who} {what}" for who in "ABC" for what in ("passed", "passed not", "peeked", "peeked not")),
    *("done", "no_gnome", "gnome 9S", "trump hearts", "trump spades", "dealer A", "dealer B"),
]
WHOLE_HANDS = ["7 12 - | A | 9 21 0", "12 - 3 | | 9 9 9", "- 21 - | B | 0 30 0 | 9S", "pass"]

REVISIONS = """
SELECT hand.number, revision.number, revision.kind, revision.dealer, revision.entry, setup.number, revision.taps
FROM scorekeeper_revision revision
JOIN scorekeeper_hand hand ON hand.id = revision.hand_id
JOIN scorekeeper_setup setup ON setup.id = revision.setup_id
WHERE hand.game_id = %s ORDER BY revision.id
"""
STANDINGS = """
SELECT standing."column", seat.number, half_points, rank, winner
FROM scorekeeper_standing standing LEFT JOIN scorekeeper_seat seat ON seat.id = standing.seat_id
WHERE standing.game_id = %s ORDER BY 1, 2
"""
TALLIES = """
SELECT "column", player.name, key, count, amount, most, hand
FROM scorekeeper_tally tally LEFT JOIN scorekeeper_player player ON player.id = tally.player_id
WHERE game_id = %s ORDER BY 1, 2, 3
"""


@dataclass(kw_only=True)
class Side:
    """One of two twins: a group with a table at which the races are, and another table.

    `row` is the game's row as phones have read it.
    """

    cast: Cast
    players: tuple[int, ...]
    row: Game
    other: Game

    @classmethod
    def start(cls) -> "Side":
        """Start a group with two tables; Dee is at neither."""
        cast = make_cast()
        players = tuple(player.pk for player in seat_players(cast.group))
        game, other = (_start(cast, players) for _table in range(2))
        return cls(cast=cast, players=players, row=refresh(game), other=other)

    def start_anew(self) -> None:
        """Start another game at the table of the races, and record a hand."""
        self.row = refresh(_start(self.cast, self.players))
        self.fill(1, WHOLE_HANDS[0])
        page = Page(record=load(self.row), number=1, by="owner")
        hands.save(game=self.row, number=1, seen=page.seen, anyway=True, by=self.cast.owner)

    def look(self) -> None:
        """Reload the game's row."""
        self.row = refresh(self.row)

    @property
    def given(self) -> dict[str, Any]:
        """The row that a request has read, with its group's."""
        row = copy(self.row)
        row.group = copy(row.group)
        return {"game": row}

    def fill(self, number: int, hand: str, count: int | None = None) -> None:
        """Enter the first taps of a hand, in one write."""
        record = load(self.row)
        by, stored = self.cast.owner.pk, record.hand(number)
        taps = [[path, value, by] for path, value in taps_from_shorthand(hand, PLAYERS)][:count]
        with transaction.atomic():
            settle.lock(self.cast.group.pk)
            if stored:
                Hand.objects.filter(pk=stored.id).update(taps=taps)
            else:
                dealer = record.dealer_of(None, number)
                Hand.objects.create(game=self.row, number=number, dealer=dealer, taps=taps)
            settle.bump_typed(self.row)

    def readmit(self) -> None:
        """Make the recorder a member again."""
        Membership.objects.filter(pk=self.cast.recorder.pk).update(removed_at=None)

    def attempt(self, deed: "Deed") -> tuple[object, ...]:
        """Return the answer to a write, or the refusal, in a form that is the same for both twins."""
        try:
            answer = deed(self)
        except ServiceError as error:
            conflict = getattr(error, "conflict", None)
            clash = conflict and (conflict.path, conflict.stands, conflict.wanted, self._member(conflict.member))
            message = sentence(error.message) if hasattr(error, "message") else ""
            return type(error).__name__, message, clash
        if isinstance(answer, Revision):
            return "done", answer.hand.number, answer.number, answer.kind
        return "done", self._hands(answer) if isinstance(answer, GameRecord) else None

    @property
    def state(self) -> Mapping[str, object]:
        """Everything that is stored of the game, and the group's counters and notice, without ids and times."""
        self.look()
        record, row, group = load(self.row), self.row, self.row.group
        notice = group.notice or {"undo": None}
        settings = record.options, record.first_dealer, record.setup
        return {
            "game": (row.version, row.state, row.stopped, row.hidden, *settings),
            "group": (group.version, group.sheets, group.results, group.name),
            "notice": (notice.get("said"), notice.get("as_of"), (notice["undo"] or {}).get("route")),
            "seats": (list(map(self.players.index, record.players)), record.names, record.marks),
            "hands": self._hands(record),
            "revisions": [(*values, self._taps(json.loads(taps))) for *values, taps in _rows(REVISIONS, row)],
            "derived": [_rows(rows, row) for rows in (STANDINGS, TALLIES)],
        }

    def _hands(self, record: GameRecord) -> list[Any]:
        return [
            (hand.number, hand.dealer, hand.entry, self._taps(hand.taps), hand.revisions, hand.corrections)
            for hand in record.hands
        ]

    def _taps(self, taps: list[Tap]) -> list[Any]:
        return [[*tap[:2], self._member(tap[2])] for tap in taps]

    def _member(self, member: int | None) -> str:
        return {self.cast.owner.pk: "owner", self.cast.recorder.pk: "recorder"}.get(member or 0, "")


def _start(cast: Cast, players: tuple[int, ...]) -> Game:
    new = games.NewGame(
        uid=uuid.uuid4(),
        rules=Trumplestiltskin(),
        players=players[:PLAYERS],
        first_dealer=0,
        options={"player_target": 100, "gnome_target": 120},
    )
    return games.start_game(group=cast.group, new=new, by=cast.owner)


def _rows(query: str, game: Game) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, [game.pk])
        return cursor.fetchall()


Deed = Callable[[Side], object]


@dataclass(frozen=True, kw_only=True)
class Page:
    """A hand's page as a phone shows it. What is written from it can be written at either twin."""

    record: GameRecord
    number: int
    by: str

    def given(self, side: Side) -> dict[str, Any]:
        """Return what every write of a hand is given."""
        return {**side.given, "number": self.number, "by": getattr(side.cast, self.by)}

    @property
    def seen(self) -> Seen:
        """What the page has seen of its hand."""
        hand = self.record.hand(self.number)
        revisions, taps = (hand.revisions, len(hand.taps)) if hand else (0, 0)
        return Seen(revisions=revisions, taps=taps, setup=self.record.setup)

    def tap(self, random: Random, path: str = "") -> Deed:
        """Tap anything, or at least another value at a path."""
        words = [tap_from_words(word) for word in WORDS]
        path, value = random.choice([word for word in words if path in ("", word[0])])
        more = {"seen": self.seen, "path": path, "value": value, "at": random.choice(["", path, path])}
        return lambda side: hands.tap(**self.given(side), **more)

    def step_back(self, random: Random) -> Deed:
        """Take one step back."""
        as_of = random.choice([None, self.record.game.version])
        return lambda side: hands.step_back(**self.given(side), seen=self.seen, as_of=as_of)

    def start_over(self, random: Random) -> Deed:
        """Start the hand over."""
        return lambda side: hands.start_over(**self.given(side), seen=self.seen)

    def save(self, random: Random) -> Deed:
        """Save the hand, whatever the app asks."""
        return lambda side: hands.save(**self.given(side), seen=self.seen, anyway=True)

    def undo(self, random: Random) -> Deed:
        """Undo the last save of the hand, from its row or from the notice."""
        as_of = random.choice([None, self.record.game.version])
        revision = self.seen.revisions - random.choice([0, 0, 1])
        return lambda side: hands.undo(**self.given(side), revision=revision, as_of=as_of)

    def bring_back(self, random: Random) -> Deed:
        """Bring back the hand's first version."""
        return lambda side: hands.bring_back(**self.given(side), version=1, revisions=self.seen.revisions)


def _correct_setup(page: Page, random: Random) -> Deed:
    seats, first_dealer = random.sample(range(4), PLAYERS), random.randrange(PLAYERS)
    options = {**page.record.options, "lowest_bid": random.randrange(2)}

    def correct(side: Side) -> object:
        setting = Setting(
            players=tuple(side.players[seat] for seat in seats), first_dealer=first_dealer, options=options
        )
        return games.correct_setup(
            **side.given, setting=setting, seen=page.record.setup, by=getattr(side.cast, page.by)
        )

    return correct


def _stop_or_resume(page: Page, random: Random) -> Deed:
    if page.record.game.stopped:
        return lambda side: games.resume_game(**side.given, by=getattr(side.cast, page.by))
    return lambda side: games.stop_game(**side.given, how="no_winner", by=getattr(side.cast, page.by))


def _hide(page: Page, random: Random) -> Deed:
    return lambda side: games.hide_game(**side.given, hidden=not page.record.game.hidden, by=side.cast.owner)


def _change_player(page: Page, random: Random) -> Deed:
    player, changes = random.randrange(4), {"name": f"Player {random.randrange(10**9)}", "mark": random.randrange(12)}
    return lambda side: roster.change_player(
        group=side.cast.group, player_id=side.players[player], by=side.cast.owner, **changes
    )


def _change_group(page: Page, random: Random) -> Deed:
    changes = {"name": f"Group {random.random()}", "archived": random.random() < 0.5}
    return lambda side: people.change_group(group=side.cast.group, by=side.cast.owner, **changes)


def _change_night(page: Page, random: Random) -> Deed:
    place = f"At {random.random()}"

    def change(side: Side) -> object:
        night = side.given["game"].night
        return nights.change_night(night=night, place=place, note="", seen=words_digest(night))

    return change


def _remove(page: Page, random: Random) -> Deed:
    return lambda side: members.remove_member(
        group=side.cast.group, member_id=side.cast.recorder.pk, by=side.cast.owner
    )


def _tap_elsewhere(page: Page, random: Random) -> Deed:
    word = random.choice(WORDS[:12])
    return lambda side: Phone(side.other, side.cast.owner).tap(word) and None


OF_HAND = {
    "tap": Page.tap,
    "step back": Page.step_back,
    "start over": Page.start_over,
    "save": Page.save,
    "undo": Page.undo,
    "bring back": Page.bring_back,
}
OF_GAME = {"set-up": _correct_setup, "stop or resume": _stop_or_resume}
OTHERS = {
    "hide": _hide,
    "player": _change_player,
    "group": _change_group,
    "night": _change_night,
    "removal": _remove,
    "other table": _tap_elsewhere,
}


DECIDED, ANY = OF_HAND | OF_GAME, OF_HAND | OF_GAME | OTHERS
PAIRS = [*product(DECIDED, ANY), *product(OF_HAND, OF_HAND), ("tap", "same path")]
"""Which two writes meet: one that is decided before the lock, and any other, made between its decision and the lock."""


@dataclass(frozen=True, kw_only=True)
class Race:
    """Two writes from pages that show the same state: `first` has been decided when `second` is made."""

    first: Deed
    second: Deed


def race(pair: tuple[str, str], record: GameRecord, random: Random) -> Race:
    """Return a random race between these writes, usually of one hand."""
    first, second = pair
    by = "recorder" if second == "removal" else random.choice(["owner", "recorder"])
    page = Page(record=record, number=_number(first, record, random), by=by)
    elsewhere = random.choice([page.number, page.number, page.number, record.next_number])
    other = Page(record=record, number=elsewhere, by=random.choice(["owner", "recorder"]))
    if second == "same path":
        path = tap_from_words(random.choice(WORDS))[0]
        return Race(first=page.tap(random, path), second=other.tap(random, path))
    return Race(first=DECIDED[first](page, random), second=ANY[second](other, random))


def _number(write: str, record: GameRecord, random: Random) -> int:
    """Return the number of a hand in which this can be written or, if there is none, of the next."""
    tapped, untapped = ([hand for hand in record.hands if bool(hand.taps) == taps] for taps in (True, False))
    hands = {
        "tap": random.choice([record.saved, ()]),
        "undo": untapped,
        "bring back": [hand for hand in untapped if hand.corrections] or untapped,
    }.get(write, tapped)
    return random.choice([hand.number for hand in hands] or [record.next_number])


def together(sides: tuple[Side, Side], write: Callable[..., object], *given: object) -> None:
    """Do the same at both twins."""
    for side in sides:
        write(side, *given)
