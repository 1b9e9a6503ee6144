"""Properties of every hand and every game of Manchester Piccadilly and Manchester Truffle, with either pack."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from scorekeeper.games.manchester.hand import PACKS, Entry, TruffleEntry
from scorekeeper.rules.replay import replayed
from scorekeeper.text import sentence
from tests.games.test_manchester import ANN, BOB, PICCADILLY, TRUFFLE, blank, game_of, hand, rules_of

TRICKS = {Entry: 13, TruffleEntry: 16}

packs = st.sampled_from(list(PACKS))
seats = st.sampled_from([ANN, BOB])
miscounts = st.integers(-2, 2) | st.integers(-146, 146)


def mirrored(entry):
    """Return the same hand with the players swapped."""
    return replace(entry, **{name: getattr(entry, name)[::-1] for name in ("start", "pile", "points", "tricks")})


@st.composite
def hands(draw, pack, kind):
    """Generate a hand with correct totals, in which a player who took no tricks has no card points."""
    starts = tuple(draw(st.integers(13, 63)) for _seat in range(2))
    pile = draw(st.integers(0, sum(starts)))
    left = PACKS[pack] - sum(starts)
    dummy = draw(st.integers(0, 16)) if kind is TruffleEntry else 0
    tricks = draw(st.integers(0, TRICKS[kind] - dummy))
    others = TRICKS[kind] - dummy - tricks
    taken = draw(st.integers(max(left - 5 - 15 * dummy, 0), left)) if kind is TruffleEntry else left
    points = taken if not others else draw(st.integers(0, taken)) if tricks else 0
    values = {
        "start": starts,
        "pile": (pile, sum(starts) - pile),
        "points": (points if tricks else 0, taken - points if others else 0),
        "tricks": (tricks, others),
    }
    return kind(**values, **({"dummy_tricks": dummy} if kind is TruffleEntry else {}))


@st.composite
def deals(draw, *kinds):
    """Generate a pack and a hand that is possible with it; `kinds` limits the entry classes."""
    pack = draw(packs)
    return pack, draw(hands(pack, draw(st.sampled_from(kinds or list(TRICKS)))))


@st.composite
def games(draw):
    """Generate house rules and a game with the number of hands that they require; ties are common."""
    pack, kind = draw(packs), draw(st.sampled_from(list(TRICKS)))
    half = [draw(hands(pack, kind)) for _number in range(draw(st.integers(1, 3)))]
    others = map(mirrored, half) if draw(st.booleans()) else [draw(hands(pack, kind)) for _number in half]
    return {"pack": pack, "hands": 2 * len(half)}, [*half, *others]


def with_one(entry, name, seat, value):
    """Return the hand with one of a player's numbers changed."""
    pair = getattr(entry, name)
    return replace(entry, **{name: (value, pair[1]) if seat == ANN else (pair[0], value)})


def scored(pack, entry):
    """Return the sheet after this one hand, dealt by Bob."""
    rules = rules_of(entry)
    return rules.record(blank(rules, pack=pack), BOB, entry)


def problems(pack, entry, *levels):
    """Return a hand's problems, limited to these levels if any are given."""
    rules = rules_of(entry)
    return [
        (problem.level, problem.path, sentence(problem.message))
        for problem in rules.problems(blank(rules, pack=pack), BOB, entry)
        if not levels or problem.level in levels
    ]


def play(options, entries, first=BOB):
    """Return the sheets of a game before and after each hand; `first` is the first dealer."""
    rules = rules_of(entries[0])
    sheets = [blank(rules, **options)]
    for number, entry in enumerate(entries):
        sheets.append(rules.record(sheets[-1], (first + number) % 2, entry))
    return sheets


class TestScores:
    @given(deal=deals())
    def test_only_the_higher_final_score_is_worth_points(self, deal):
        pack, entry = deal
        assert problems(pack, entry) == []
        finals = [entry.pile[seat] - entry.start[seat] + entry.points[seat] + entry.tricks[seat] for seat in (ANN, BOB)]
        recorded = scored(pack, entry).hands[0]
        assert tuple(recorded.points.values()) == (
            2 * max(finals[0] - finals[1], 0),
            2 * max(finals[1] - finals[0], 0),
        )
        assert [line.column for line in recorded.lines] == ["0", "1"]

    @given(deal=deals())
    def test_both_players_scores_add_up_to_the_cards_and_tricks_played(self, deal):
        pack, entry = deal
        sheet, game = scored(pack, entry), game_of(entry)
        together = dict.fromkeys(("first", "second", "final"), 0)
        for fact in game.statistics.facts(sheet.table, sheet.hands[0]):
            if fact.key in together:
                together[fact.key] += fact.amount // 2
        most = PACKS[pack] - sum(entry.start) + TRICKS[type(entry)]
        assert together["first"] == 0
        assert together["final"] == together["second"] <= most
        if game is PICCADILLY:
            assert together["second"] == most
        else:
            assert together["second"] == sum(entry.points) + TRICKS[TruffleEntry] - entry.dummy_tricks

    @given(deal=deals())
    def test_no_hand_is_worth_more_than_all_cards_all_tricks_and_the_largest_difference_in_starts(self, deal):
        pack, entry = deal
        assert max(scored(pack, entry).totals.values()) // 2 <= PACKS[pack] + TRICKS[type(entry)] + 63 - 13

    @pytest.mark.parametrize(
        ("pack", "notation", "worth"),
        [
            pytest.param("loka_78", "13/63 76/0 70/0 13/0", 209, id="Piccadilly"),
            pytest.param("plain_78", "13/63 76/0 54/0 13/0", 193, id="Piccadilly, aces count 1"),
            pytest.param("loka_78", "13/63 76/0 70/0 16/0/0", 212, id="Truffle"),
            pytest.param("plain_78", "13/63 76/0 54/0 16/0/0", 196, id="Truffle, aces count 1"),
        ],
    )
    def test_a_hand_can_reach_the_highest_possible_score(self, pack, notation, worth):
        entry = hand(notation)
        assert problems(pack, entry) == []
        assert [total // 2 for total in scored(pack, entry).totals.values()] == [worth, 0]

    @given(deal=deals())
    def test_neither_dealer_nor_seat_changes_the_score(self, deal):
        pack, entry = deal
        rules, sheet = rules_of(entry), blank(rules_of(entry), pack=pack)
        assert [*scored(pack, mirrored(entry)).totals.values()] == [*scored(pack, entry).totals.values()][::-1]
        assert [*rules.score(sheet, ANN, entry)] == [*rules.score(sheet, BOB, entry)]


class TestSums:
    @given(deal=deals(), miscount=miscounts, seat=seats)
    def test_piles_that_do_not_add_up_to_the_starts_are_an_error(self, deal, miscount, seat):
        pack, entry = deal
        wrong = with_one(entry, "pile", seat, max(entry.pile[seat] + miscount, 0))
        starts, piles = sum(entry.start), sum(wrong.pile)
        expected = ("error", "players", f"The piles add up to {piles}, but the starts add up to {starts}.")
        assert problems(pack, wrong) == ([expected] if piles != starts else [])

    @given(deal=deals(Entry), miscount=miscounts, seat=seats)
    def test_card_points_in_piccadilly_must_add_up_to_the_pack_minus_the_starts(self, deal, miscount, seat):
        pack, entry = deal
        wrong = with_one(entry, "points", seat, max(entry.points[seat] + miscount, 0))
        left, taken = PACKS[pack] - sum(entry.start), sum(wrong.points)
        expected = f"The card points add up to {taken}, not {left} ({PACKS[pack]} minus the starts)."
        assert problems(pack, wrong, "error") == ([("error", "players", expected)] if taken != left else [])

    @given(deal=deals(TruffleEntry), data=st.data())
    def test_too_many_card_points_in_truffle_are_an_error_and_too_few_a_warning(self, deal, data):
        pack, entry = deal
        left = PACKS[pack] - sum(entry.start)
        least = left - 5 - 15 * entry.dummy_tricks
        edges = st.sampled_from([taken for taken in (least - 1, least, left, left + 1) if taken >= 0])
        taken = data.draw(edges | st.integers(0, left + 20))
        everything = problems(pack, replace(entry, points=(0, taken)))
        of_the_sum = [(level, path) for level, path, message in everything if message.startswith("The card points")]
        expected = [("error", "players")] if taken > left else [("warning", "")] if taken < least else []
        assert of_the_sum == expected

    @given(deal=deals(), value=st.integers(0, 16), seat=seats)
    def test_tricks_that_do_not_add_up_are_an_error(self, deal, value, seat):
        pack, entry = deal
        wrong = with_one(entry, "tricks", seat, value)
        tricks = sum(wrong.tricks) + (entry.dummy_tricks if isinstance(entry, TruffleEntry) else 0)
        if isinstance(entry, TruffleEntry):
            expected = ("error", "", f"With the dummy’s, the tricks add up to {tricks}, not 16.")
        else:
            expected = ("error", "players", f"The tricks add up to {tricks}, not 13.")
        assert problems(pack, wrong, "error") == ([expected] if tricks != TRICKS[type(entry)] else [])

    @given(deal=deals(), points=st.integers(0, 146), tricks=st.sampled_from([0, 1, 16]), seat=seats)
    def test_card_points_without_a_trick_are_only_a_warning(self, deal, points, tricks, seat):
        pack, entry = deal
        points, tricks = min(points, sum(entry.points)), min(tricks, sum(entry.tricks))
        odd = with_one(entry, "points", seat, points)
        odd = with_one(odd, "points", 1 - seat, sum(entry.points) - points)
        odd = with_one(odd, "tricks", seat, tricks)
        odd = with_one(odd, "tricks", 1 - seat, sum(entry.tricks) - tricks)
        assert [(level, path) for level, path, _message in problems(pack, odd)] == [
            ("warning", f"players.{number}") for number in (ANN, BOB) if odd.points[number] and not odd.tricks[number]
        ]

    @given(
        start=st.sampled_from([12, 13, 63, 64]) | st.integers(0, 150),
        seat=seats,
        game=st.sampled_from([PICCADILLY, TRUFFLE]),
        pack=packs,
    )
    def test_a_start_must_be_between_13_and_63(self, start, seat, game, pack):
        refused = game.type(blank(game.rules, pack=pack), seat).refuse(f"players.{seat}.start", start)
        assert (refused is None) == (13 <= start <= 63)


class TestGames:
    @given(game=games())
    def test_a_game_ends_after_its_last_hand_and_the_most_points_win(self, game):
        options, entries = game
        sheets = play(options, entries)
        assert [sheet.outcome for sheet in sheets[:-1]] == [None] * len(entries)
        totals, outcome = sheets[-1].totals, sheets[-1].outcome
        assert set(outcome.winners) == {key for key, total in totals.items() if total == max(totals.values())}
        assert all(max(totals[key] for key in lower) < totals[upper[0]] for upper, lower in pairwise(outcome.ranking))

    @given(game=games())
    def test_no_total_falls_and_at_most_one_rises(self, game):
        for before, after in pairwise(play(*game)):
            moved = [after.totals[key] - total for key, total in before.totals.items()]
            assert min(moved) == 0

    @given(game=games())
    def test_swapping_the_players_swaps_the_totals(self, game):
        options, entries = game
        sheet = play(options, entries)[-1]
        exchanged = play(options, [mirrored(entry) for entry in entries], first=ANN)[-1]
        assert [*exchanged.totals.values()] == [*sheet.totals.values()][::-1]
        assert {1 - int(key) for key in exchanged.outcome.winners} == {int(key) for key in sheet.outcome.winners}

    @given(game=games(), more=st.integers(1, 3))
    def test_hands_after_the_end_do_not_count(self, game, more):
        options, entries = game
        rules, sheet = rules_of(entries[0]), play(options, entries)[-1]
        dealt = [(number % 2, entry) for number, entry in enumerate([*entries, *entries[:more]], start=BOB)]
        assert replayed(rules, sheet.table, dealt) == sheet


class TestCorrections:
    @given(deal=deals(), dealer=seats)
    def test_a_recorded_hand_reopens_complete_and_unchanged(self, deal, dealer):
        pack, entry = deal
        reopened = game_of(entry).type(blank(rules_of(entry), pack=pack), dealer).correcting(entry)
        assert reopened.entry() == entry
        assert reopened.view().complete

    @given(
        deal=deals(),
        dealer=seats,
        seat=seats,
        name=st.sampled_from(["start", "pile", "points", "tricks"]),
        value=st.integers(13, 16),
    )
    def test_a_correction_changes_nothing_else(self, deal, dealer, seat, name, value):
        pack, entry = deal
        reopened = game_of(entry).type(blank(rules_of(entry), pack=pack), dealer).correcting(entry)
        path = f"players.{seat}.{name}"
        assert reopened.refuse(path, value) is None
        assert reopened.with_answers({**reopened.answers, path: value}).entry() == with_one(entry, name, seat, value)
