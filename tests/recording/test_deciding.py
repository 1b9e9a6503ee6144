"""What becomes of a whole hand that arrives: a table of whatever can have happened in the meantime."""

from dataclasses import replace

import pytest

from scorekeeper.games import all_games
from scorekeeper.models import Game, Hand, Revision, Setup
from scorekeeper.recording.game.records import GameRecord, HandRecord
from scorekeeper.recording.hand.writing import Seen
from scorekeeper.recording.whole_hand.deciding import Ask, Recorded, Sent, decide
from scorekeeper.recording.whole_hand.reading import digest, read
from tests.games.contract import make_table
from tests.whole_forms import record_of

ME, OTHER = 1, 2
SWAPPED = (1, 0, 2, 3)


def texts(bids, taken):
    """Return what somebody types who knows the bids and the points taken, by seat."""
    bid = {f"players.{seat}.bid": bid for seat, bid in enumerate(bids.split()) if bid != "-"}
    return bid | {f"players.{seat}.taken": points for seat, points in enumerate(taken.split())}


A, B, C = texts("10 6 - 8", "12 9 3 7"), texts("6 10 - 8", "9 12 3 7"), texts("6 8 - 10", "9 7 3 12")
UNLIKELY, IMPOSSIBLE = texts("10 8 - -", "10 9 5 4") | {"hand.gnome": "9S"}, texts("10 10 - 8", "9 12 3 7")
UNREADABLE = A | {"players.0.bid": "ten"}
BEGUN = HandRecord(number=2, dealer=0, taps=[["players.0.bid", 4, OTHER]])


def game(*hands, begun=None, **options):
    """Return a game with these hands, each as it was typed."""
    card_game = all_games()["trumplestiltskin"]
    record = record_of(card_game, make_table(card_game, 4, **options))
    for number, hand in enumerate(hands, start=1):
        answers, _wrong = read(record, number, hand)
        entry = record.rules.record_of(record.rules.entry_from(answers, record.table), record.table)
        new = HandRecord(number=number, dealer=record.dealer_of(None, number), entry=entry, revisions=1)
        record = record.with_hands([new])
    return record.with_hands([begun]) if begun else record


def before(number, hand):
    """Return what the same form has recorded, by its number."""
    entry = next(stored.entry for stored in game(hand).hands)
    return Revision(hand=Hand(number=number), dealer=3, entry=entry)


def in_seats(record, seats, number=5):
    """Return the setup that a form showed, with its players by their seats of now."""
    seated = [record.players[seat] for seat in seats]
    return Setup(number=number, players=seated, first_dealer=record.first_dealer, options=record.options)


def outcome(record: GameRecord, sent: Sent) -> str:
    """Return in words what is decided."""
    decision = decide(record, sent)
    if isinstance(decision, Recorded):
        return f"recorded as {decision.number}"
    if isinstance(decision, Ask):
        said = decision.refused.message.message.partition(".")[0] if decision.refused else "unreadable"
        return f"asked at {decision.sent.number}: {said}"
    return f"written as {decision.hand.number} {decision.choice}".strip()


SEEN = Seen(revisions=1, taps=0, setup=0)
MINE, THEIRS, FIRST, SECOND = ({"choice": choice, "seen": SEEN} for choice in ("mine", "theirs", "before", "after"))
OTHER_SETUP = {"seen": replace(SEEN, setup=7)}
ONE, TWO, BUSY = game(A), game(A, C), game(A, begun=BEGUN)
OTHER_SEATS, RESTORED = ({"showed": in_seats(ONE, SWAPPED, number)} for number in (5, 0))
SAME_SEATS = {"showed": in_seats(ONE, range(4))}
CONFIRMED = UNLIKELY | {"anyway": digest(ONE, 2, UNLIKELY)}
ANOTHER = "This has been recorded differently"
RESEATED = "The setup has changed in the meantime"
BY_OTHERS = "Someone else has begun to record this"
MISSING = "{hand} isn’t next"

A_NEW_HAND = {
    "the next one": (ONE, 2, B, {}, "written as 2"),
    "from the form of one that is recorded": (ONE, 2, B, {"earlier": before(1, A)}, "written as 2"),
    "what was said of another hand that is gone": (ONE, 2, B, {"choice": "before"}, "written as 2"),
    "begun by somebody else": (BUSY, 2, B, {}, f"asked at 2: {BY_OTHERS}"),
    "begun by somebody else, and seen": (BUSY, 2, B, {"seen": Seen(revisions=0, taps=1)}, "written as 2"),
    "begun by whoever sends it": (BUSY, 2, B, {"by": OTHER}, "written as 2"),
    "undone": (ONE, 2, B, {"seen": SEEN}, "asked at 2: This has changed in the meantime"),
    "from an unknown setup": (ONE, 2, B, OTHER_SETUP, f"asked at 2: {RESEATED}"),
    "from other seats": (ONE, 2, B, OTHER_SEATS, f"asked at 2: {RESEATED}"),
    "from other seats before a backup was restored": (ONE, 2, B, RESTORED, f"asked at 2: {RESEATED}"),
    "from an older setup with the same seats": (ONE, 2, B, SAME_SEATS, "written as 2"),
    "typed by somebody else": (
        ONE,
        2,
        B,
        {"typed_by": OTHER},
        "asked at 2: Someone else typed this on this phone",
    ),
    "typed by whoever sends it": (ONE, 2, B, {"typed_by": ME}, "written as 2"),
    "behind other hands": (
        *(ONE, 2, B, {"follows": False}),
        "asked at 2: What came before isn’t what this phone had seen",
    ),
    "of a number that is gone": (ONE, 9, B, {}, f"asked at 2: {MISSING}"),
    "of a number that is gone, from other seats": (ONE, 9, UNREADABLE, OTHER_SEATS, f"asked at 2: {MISSING}"),
    "unreadable": (ONE, 2, UNREADABLE, {}, "asked at 2: unreadable"),
    "impossible": (ONE, 2, IMPOSSIBLE, {}, "asked at 2: This can’t be saved yet"),
    "unlikely": (ONE, 2, UNLIKELY, {}, "asked at 2: Is this right?"),
    "unlikely, and confirmed": (ONE, 2, CONFIRMED, {}, "written as 2"),
    "unlikely, but another was confirmed": (
        *(ONE, 2, CONFIRMED | {"players.0.taken": "9"}, {}),
        "asked at 2: Is this right?",
    ),
}
A_RECORDED_HAND = {
    "the same": (ONE, 1, A, {}, "recorded as 1"),
    "the same with its dealer": (ONE, 1, A | {"dealer": "3"}, {}, "recorded as 1"),
    "the same form": (ONE, 2, A, {"earlier": before(1, A)}, "recorded as 1"),
    "another": (ONE, 1, B, {}, f"asked at 1: {ANOTHER}"),
    "another dealer": (ONE, 1, A | {"dealer": "1"}, {}, f"asked at 1: {ANOTHER}"),
    "unreadable": (ONE, 1, UNREADABLE, {}, "asked at 1: unreadable"),
    "mine": (ONE, 1, B, MINE, "written as 1 mine"),
    "mine, unseen": (ONE, 1, B, {"choice": "mine"}, f"asked at 1: {ANOTHER}"),
    "mine, from an unknown setup": (ONE, 1, B, MINE | OTHER_SETUP, f"asked at 1: {ANOTHER}"),
    "mine, from other seats before a backup was restored": (ONE, 1, A, MINE | RESTORED, f"asked at 1: {ANOTHER}"),
    "mine, from an older setup with the same seats": (ONE, 1, B, MINE | SAME_SEATS, f"asked at 1: {ANOTHER}"),
    "mine, typed by somebody else": (ONE, 1, B, MINE | {"typed_by": OTHER}, f"asked at 1: {ANOTHER}"),
    "theirs": (ONE, 1, B, THEIRS, "written as 1 theirs"),
    "theirs, and mine is unlikely": (ONE, 1, UNLIKELY, THEIRS, "written as 1 theirs"),
    "theirs, and mine is impossible": (ONE, 1, IMPOSSIBLE, THEIRS, "recorded as 1"),
    "mine came first": (ONE, 1, B, FIRST, "written as 1 before"),
    "mine came second": (ONE, 1, B, SECOND, "written as 2"),
    "mine came second, and is impossible": (ONE, 1, IMPOSSIBLE, SECOND, "asked at 1: This can’t be saved yet"),
    "mine came second, and is recorded": (TWO, 1, C, SECOND, "recorded as 2"),
    "mine came second, and there is another": (TWO, 1, B, SECOND, f"asked at 2: {ANOTHER}"),
    "mine came second, begun by somebody else": (BUSY, 1, B, SECOND, f"asked at 2: {BY_OTHERS}"),
}


@pytest.mark.parametrize(
    ("record", "number", "typed", "more", "expected"),
    [pytest.param(*row, id=name) for table in (A_NEW_HAND, A_RECORDED_HAND) for name, row in table.items()],
)
def test_what_becomes_of(record, number, typed, more, expected):
    unseen = {"number": number, "texts": typed, "seen": Seen(revisions=0, taps=0, setup=0), "by": ME}
    assert outcome(record, Sent(**unseen | more)) == expected


def test_nothing_follows_the_end_but_a_hand_can_be_inserted_before_it():
    record = game(A, player_target=20)
    record.game.state = Game.State.OVER
    sent = Sent(number=1, texts=B, seen=SEEN, by=ME)
    assert outcome(record, replace(sent, choice="before")) == "written as 1 before"
    assert (
        outcome(record, replace(sent, choice="after"))
        == "asked at 1: This game is over, so nothing more can be recorded"
    )


def test_what_is_asked_has_the_answers_at_the_seats_of_now_and_has_seen_what_is_there():
    showed = in_seats(ONE, SWAPPED)
    sent = Sent(number=1, texts=A | {"dealer": "0", "key": "k"}, seen=replace(SEEN, setup=5), showed=showed, by=ME)
    ask = decide(ONE, sent)
    assert ask.sent.texts == B | {"dealer": "1", "key": "k"}
    assert (ask.sent.seen, ask.sent.choice) == (SEEN, "")
    assert ask.moved is not None
