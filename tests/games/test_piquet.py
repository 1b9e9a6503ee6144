"""Piquet according to the tables of RULES.md, and properties of every deal. Its worked deals are in `piquet/`."""

import re
from dataclasses import fields, replace
from itertools import product

from hypothesis import given, strategies as st

from scorekeeper.formats.language import sentence
from scorekeeper.games.piquet import PIQUET, count
from scorekeeper.games.piquet.deal import Entry
from scorekeeper.rules.declaration import fields_of
from tests.games.notations import ROLES, Piquet
from tests.pages import rows

PAGE, RULES = Piquet.page, PIQUET.rules
ANN, BOB = 0, 1
BLANK = Piquet().sheet
LIMITED_FIELDS = {
    "point": ["point_cards"],
    "sequences": ["sequences_lengths"],
    "sets": ["quatorzes", "trios"],
    "tricks": ["elder_tricks"],
    "play points": ["play_elder", "play_younger"],
    "tricks before younger's first": ["elder_first_tricks"],
}
"""Maps each part of a full deal to the entry fields that its row in the table limits."""


def deal(written):
    return Piquet().entry(written)


def problems(entry):
    """Return the errors in a first deal as (path, message) pairs."""
    return [(problem.path, sentence(problem.message)) for problem in RULES.problems(BLANK, BOB, entry)]


class TestRulesTables:
    def test_number_limits_match_the_table(self):
        parts = {row["part of a full deal"]: row["what is recorded"] for row in rows(PAGE, "What is recorded")}
        assert set(parts) - set(LIMITED_FIELDS) == {"carte blanche", "last trick"}
        declared = {field.name: (str(field.low), str(field.high)) for field in fields_of(Entry)}
        for part, names in LIMITED_FIELDS.items():
            assert re.findall(r"(\d+) to (\d+)", parts[part]) == [declared[name] for name in names]

    def test_the_worked_deals_score_as_shown(self):
        for row in rows(PAGE, "Worked deals"):
            assert Piquet().scores(row["deal"]) == row["totals"], row
            marked = {mark.split()[-1] for mark in Piquet().marks(row["deal"])}
            assert marked == set(re.findall("capot|repique|pique", row["with"])), row

    def test_values_match_the_tables(self):
        (sequences,), others = rows(PAGE, "Values"), rows(PAGE, "Values", table=1)
        assert {int(cards): int(points) for cards, points in sequences.items() if cards != "cards"} == count.SEQUENCES
        names = {row["for"]: row["for"].replace(" ", "_").upper() for row in others}
        assert len(names) == 7
        for row in others:
            assert int(row["points"]) == getattr(count, names[row["for"]]), row

    def test_play_points_match_the_table(self):
        table = {row["tricks"]: row["possible play points"].split() for row in rows(PAGE, "Play points")}
        assert list(table) == ["12E", "11E", "7E", "9Y", "0Y"]
        for tricks, plays in table.items():
            possible = deal(f"tricks {tricks}").possible_plays
            assert [f"{elder}/{younger}" for elder, younger in possible.items()] == plays

    def test_tricks_before_youngers_first_match_the_table(self):
        table = rows(PAGE, "Pique")
        assert len(table) == 5
        for row in table:
            possible = deal(f"tricks {row['tricks']}, play {row['play']}").possible_first_tricks
            bounds = row["k"].split(" to ")
            assert [str(possible[0]), str(possible[-1])] == [bounds[0], bounds[-1]]

    def test_the_rubicon_is_as_shown(self):
        for row in rows(PAGE, "Rubicon"):
            ann, bob = map(int, row["totals"].split("/"))
            match = Piquet()
            match.before(f"4 × quick 0/0; quick {ann}/{bob}")
            winner, loser = ("Ann", "Bob") if ann > bob else ("Bob", "Ann")
            high, low, won = max(ann, bob), min(ann, bob), row["won"]
            why = f"{winner} wins {won}: {loser} is rubiconed, so it’s {high} and {low}, plus 100 for the game"
            if row["rubiconed"] == "no":
                why = f"{winner} wins by {high - low}, plus 100 for the game: {won}"
            assert match.end("quick 0/0") == f"{winner}, {loser}: {why}", row

    def test_au_cent_is_as_shown(self):
        for row in rows(PAGE, "Au cent"):
            match = Piquet(match="au_cent")
            match.before(row["before"])
            ann, bob = row["after"].split("/")
            winner, loser = ("Ann", "Bob") if row["winner"] == "elder" else ("Bob", "Ann")
            assert match.end(row["deal"]) == (
                f"{winner}, {loser}: Ann ({ann}) and Bob ({bob}) reached the target of 100; "
                f"{winner} got there first with {row['at']} and wins one game"
            ), row


def played_out(winners):
    """Return the entry for twelve tricks won by these players ("EEY…")."""
    leader, play_points, first = "E", {"E": 0, "Y": 0}, winners.find("Y")
    for winner in winners:
        play_points[leader] += 1
        play_points[winner] += winner != leader
        leader = winner
    play_points[winners[-1]] += 1
    return Entry(
        elder_tricks=winners.count("E"),
        last_trick=ROLES[winners[-1]],
        play_elder=play_points["E"],
        play_younger=play_points["Y"],
        elder_first_tricks=12 if first < 0 else first,
    )


ALL_PLAYS = {played_out("".join(winners)) for winners in product("EY", repeat=12)}
WITHOUT_FIRST = {replace(entry, elder_first_tricks=None) for entry in ALL_PLAYS}


class TestPlay:
    """Compare every possible entry with all 4096 possible orders of trick winners."""

    def test_play_points_are_allowed_if_and_only_if_they_are_possible(self):
        for tricks, last, elder, younger in product(range(13), ROLES.values(), range(14), range(14)):
            entry = Entry(elder_tricks=tricks, last_trick=last, play_elder=elder, play_younger=younger)
            assert (problems(entry) == []) == (entry in WITHOUT_FIRST)

    def test_tricks_before_youngers_first_are_allowed_only_if_they_could_have_been_played(self):
        for entry, first_tricks in product(WITHOUT_FIRST, range(13)):
            recorded = replace(entry, elder_first_tricks=first_tricks)
            assert (problems(recorded) == []) == (recorded in ALL_PLAYS)

    def test_a_pique_is_the_same_whether_or_not_the_tricks_before_youngers_first_are_recorded(self):
        for entry in ALL_PLAYS:
            declared = replace(entry, sequences_winner="elder", sequences_lengths=(5,), point_winner="elder")
            declared = replace(declared, point_cards=6)
            sheet = RULES.record(BLANK, BOB, declared)
            has = any(line.mark == "pique" for line in sheet.hands[0].lines)
            assert has == (21 + entry.elder_first_tricks + 1 >= 30)
            unrecorded = replace(declared, elder_first_tricks=None)
            if not problems(unrecorded):
                assert RULES.record(BLANK, BOB, unrecorded).totals == sheet.totals


def test_a_missing_answer_is_reported_by_name():
    for name, path, label in (
        ("elder_tricks", "hand.elder_tricks", "Elder’s tricks"),
        ("point_winner", "hand.point.winner", "Point"),
        ("sequences_lengths", "hand.sequences.lengths", "Sequence lengths"),
    ):
        assert problems(replace(deal("Q1"), **{name: None})) == [(path, f"Missing: {label}.")]
    ((path, _message),) = problems(replace(deal("Q1"), sequences_lengths=()))
    assert path == "hand.sequences.lengths"


def test_a_quick_entry_needs_both_totals_and_may_contain_nothing_else():
    full = deal("blanche E, Q1, k 0")
    for field in fields(Entry):
        if not field.name.startswith("quick"):
            entry = replace(deal("quick 28/23"), **{field.name: getattr(full, field.name)})
            assert problems(entry) == [("hand", "Record either the totals or the details, not both.")], field.name
    for given_one, missing in (("elder", "younger"), ("younger", "elder")):
        assert [path for path, _message in problems(Entry(**{f"quick_{given_one}": 3}))] == [f"hand.quick.{missing}"]


@st.composite
def deals(draw, quick=True):
    """Generate a deal as a user might enter it."""
    hand = PIQUET.type(BLANK, BOB)
    while step := next((step for step in hand.steps if not step.settled), None):
        answer = draw(st.sampled_from([value for value in step.board.values if quick or value != "quick"]))
        hand = hand.with_answers({**hand.answers, step.path: answer})
    return hand.entry()


class TestProperties:
    @given(entry=deals(), dealer=st.sampled_from([ANN, BOB]))
    def test_points_depend_on_the_role_not_the_player(self, entry, dealer):
        assert problems(entry) == []
        ann, bob = (RULES.record(BLANK, seat, entry).hands[0].points for seat in (dealer, 1 - dealer))
        assert list(ann.values()) == list(reversed(bob.values()))

    @given(entry=deals(quick=False))
    def test_lines_are_positive_and_at_most_one_is_a_pique_or_repique(self, entry):
        hand = RULES.record(BLANK, BOB, entry).hands[0]
        marks = [line.mark for line in hand.lines]
        assert sum(hand.points.values()) == sum(line.points for line in hand.lines)
        assert not {"pique", "repique"} <= set(marks)
        assert marks.count("repique") <= 1
        assert all(line.column == "0" for line in hand.lines if line.mark == "pique")
        assert all(line.points > 0 and sentence(line.reason) for line in hand.lines)
        assert 13 <= entry.play_elder + entry.play_younger <= 25
