"""What must be so in every hand and every game of Manchester Piccadilly and Manchester Truffle."""

from hypothesis import given, strategies as st

from scorekeeper.rules.manchester import Entry, TruffleEntry
from tests.rules.test_manchester import ANN, BOB, PICCADILLY, blank, rules_of


@st.composite
def hands(draw, truffle):
    """A hand that can be: the sums are right, and who took no trick has no card points."""
    starts = tuple(draw(st.integers(13, 63)) for _seat in range(2))
    pile = draw(st.integers(0, sum(starts)))
    left = 146 - sum(starts)
    dummy = draw(st.integers(0, 16)) if truffle else 0
    tricks = draw(st.integers(0, (16 if truffle else 13) - dummy))
    others = (16 if truffle else 13) - dummy - tricks
    taken = draw(st.integers(max(left - 5 - 15 * dummy, 0), left)) if truffle else left
    points = taken if not others else draw(st.integers(0, taken)) if tricks else 0
    values = {
        "start": starts,
        "pile": (pile, sum(starts) - pile),
        "points": (points if tricks else 0, taken - points if others else 0),
        "tricks": (tricks, others),
    }
    return TruffleEntry(**values, dummy_tricks=dummy) if truffle else Entry(**values)


def mirrored(entry):
    """The same hand with the players changed."""
    pairs = {name: getattr(entry, name)[::-1] for name in ("start", "pile", "points", "tricks")}
    return type(entry)(**pairs, **({"dummy_tricks": entry.dummy_tricks} if isinstance(entry, TruffleEntry) else {}))


def points_of(entry):
    rules = rules_of(entry)
    sheet = rules.record(blank(rules), BOB, entry)
    return tuple(sheet.hands[-1].points.values())


@given(st.one_of(hands(truffle=False), hands(truffle=True)))
def test_only_the_better_one_scores_and_nobody_ever_loses_points(entry):
    rules = rules_of(entry)
    assert [problem for problem in rules.check(blank(rules), BOB, entry) if problem.level == "error"] == []
    finals = [entry.pile[seat] - entry.start[seat] + entry.points[seat] + entry.tricks[seat] for seat in (ANN, BOB)]
    assert points_of(entry) == (2 * max(finals[0] - finals[1], 0), 2 * max(finals[1] - finals[0], 0))


@given(st.one_of(hands(truffle=False), hands(truffle=True)))
def test_neither_the_dealer_nor_the_seat_matters(entry):
    rules = rules_of(entry)
    assert points_of(mirrored(entry)) == points_of(entry)[::-1]
    assert list(rules.score(blank(rules), ANN, entry)) == list(rules.score(blank(rules), BOB, entry))


@given(hands(truffle=False), st.integers(1, 40), st.sampled_from([ANN, BOB]))
def test_a_pile_that_is_wrong_is_always_an_error(entry, more, seat):
    pile = [points + (more if at == seat else 0) for at, points in enumerate(entry.pile)]
    wrong = Entry(start=entry.start, pile=tuple(pile), points=entry.points, tricks=entry.tricks)
    assert [(found.level, found.path) for found in PICCADILLY.check(blank(), BOB, wrong)] == [("error", "players")]


@given(st.one_of(hands(truffle=False), hands(truffle=True)))
def test_a_correction_starts_from_what_was_recorded(entry):
    rules, sheet = rules_of(entry), blank(rules_of(entry))
    draft = rules.draft_of(sheet, BOB, entry)
    assert rules.entry_of(sheet, BOB, draft) == entry
    assert rules.screen(sheet, BOB, draft).complete
