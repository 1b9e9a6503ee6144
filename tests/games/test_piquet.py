"""Piquet according to RULES.md: what a deal is worth, and which deals are rejected. See `piquet_notation`."""

import re
from dataclasses import fields, replace
from itertools import product

import pytest

from scorekeeper.games.piquet import count
from scorekeeper.games.piquet.deal import Entry
from scorekeeper.rules.declaration import fields_of
from tests.games.piquet_notation import (
    BLANCHE,
    BOB,
    PAGE,
    Q1,
    Q2,
    Q3,
    Q4,
    ROLES,
    RULES,
    TAPS_Q1,
    TAPS_Q2,
    TAPS_Q3,
    TAPS_Q5,
    TAPS_Q6,
    UNDECIDED,
    WORKED_DEALS,
    blank,
    deal,
    lines,
    play,
    problems,
    worth,
)
from tests.pages import cases, rows

SAMPLE = (("Ann", "Bob"), {}, [TAPS_Q1, TAPS_Q2, TAPS_Q3, BLANCHE, TAPS_Q5, TAPS_Q6], ("Ann",))
"""Bob deals first. The totals of Ann/Bob are 28/23, 34/138, 107/142, 170/143 (after Ann's carte blanche and capot),
270/143, and 376/152."""


def marks(notation):
    """Play this deal as the first of a match and return the marks on its lines."""
    return {line.mark for line in play(notation).hands[0].lines if line.mark}


LIMITED_FIELDS = {
    "point": ["point_cards"],
    "sequences": ["sequences_lengths"],
    "sets": ["quatorzes", "trios"],
    "tricks": ["elder_tricks"],
    "play points": ["play_elder", "play_younger"],
    "tricks before younger's first": ["elder_first_tricks"],
}
"""Maps each part of a full deal to the entry fields that its row in the table limits."""


class TestRulesTables:
    def test_number_limits_match_the_table(self):
        parts = {row["part of a full deal"]: row["what is recorded"] for row in rows(PAGE, "What is recorded")}
        assert set(parts) - set(LIMITED_FIELDS) == {"carte blanche", "last trick"}
        declared = {field.name: (str(field.low), str(field.high)) for field in fields_of(Entry)}
        for part, names in LIMITED_FIELDS.items():
            assert re.findall(r"(\d+) to (\d+)", parts[part]) == [declared[name] for name in names]

    @pytest.mark.parametrize("row", cases(PAGE, "Worked deals"))
    def test_a_worked_deal_scores_as_shown(self, row):
        assert worth(WORKED_DEALS[row["deal"]]) == row["totals"]
        assert marks(WORKED_DEALS[row["deal"]]) == set(re.findall("capot|repique|pique", row["with"]))

    def test_sequence_values_match_the_table(self):
        (row,) = rows(PAGE, "Values")
        assert {int(cards): int(points) for cards, points in row.items() if cards != "cards"} == count.SEQUENCES

    def test_all_other_values_match_the_table(self):
        assert {row["for"]: int(row["points"]) for row in rows(PAGE, "Values", table=1)} == {
            "carte blanche": count.CARTE_BLANCHE,
            "quatorze": count.QUATORZE,
            "trio": count.TRIO,
            "cards": count.CARDS,
            "capot": count.CAPOT,
            "repique": count.REPIQUE,
            "pique": count.PIQUE,
        }

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
            bounds = [int(bound) for bound in row["k"].split(" to ")]
            assert (possible[0], possible[-1]) == (bounds[0], bounds[-1])


class TestDeal:
    @pytest.mark.parametrize(
        ("notation", "result"),
        [
            pytest.param("tricks 5E, play 7/8", "7/18", id="younger wins the cards"),
            pytest.param("tricks 0Y, play 1/13", "1/53", id="capot for younger"),
            pytest.param("tricks 11E, play 13/2", "23/2", id="eleven tricks are not capot"),
            pytest.param(
                "blanche Y, point E4, sequences Y3+3, sets E2+0, tricks 7Y, play 9/7", "51/23", id="carte blanche"
            ),
            pytest.param("sequences E8+4, tricks 6Y, play 7/7", "29/7", id="an eight and a four"),
            pytest.param("sequences Y6+6, tricks 6Y, play 7/7", "7/99", id="repique by sequences alone"),
            pytest.param("sets Y3+0, tricks 6Y, play 7/7", "7/109", id="repique by sets alone"),
            pytest.param("quick 28/23", "28/23", id="a quick entry"),
        ],
    )
    def test_a_deal_is_scored(self, notation, result):
        assert worth(notation) == result

    def test_lines_are_in_counting_order(self):
        assert lines(Q1) == [
            "E 5 point of 5",
            "E 4 a quart",
            "Y 17 a quatorze and a trio",
            "E 9 in play",
            "Y 6 in play",
            "E 10 won the cards with 7 tricks",
        ]

    @pytest.mark.parametrize(
        ("notation", "line"),
        [
            pytest.param(Q2, "E 60 repique: 30 in declarations before Bob scored", id="repique"),
            pytest.param(Q3, "E 30 pique: 23 declared and 7 in play made 30 before Bob scored", id="pique"),
            pytest.param(Q4, "E 40 capot: won all twelve tricks", id="capot"),
            pytest.param("blanche Y, tricks 6E, play 9/8", "Y 10 carte blanche", id="carte blanche"),
            pytest.param("sequences E8+3, tricks 6E, play 9/8", "E 21 a huitième and a tierce", id="sequences"),
            pytest.param("sequences E3+3, tricks 6E, play 9/8", "E 6 2 tierces", id="two equal sequences"),
            pytest.param("quick 28/0", "Y 0 deal total", id="a quick entry"),
        ],
    )
    def test_reasons_are_what_a_player_would_say(self, notation, line):
        assert line in lines(notation)


class TestRepique:
    @pytest.mark.parametrize(
        ("declared", "has"),
        [
            pytest.param("point E7, sequences E7, sets E0+1", False, id="27 is not 30"),
            pytest.param("point E6, sequences E6, sets E0+3", True, id="31 at the sets"),
            pytest.param("blanche E, point E5, sequences E5", True, id="exactly 30 with carte blanche"),
            pytest.param("point E8, sequences E8+4, sets Y1+0", True, id="30 before the other’s sets"),
            pytest.param("point E3, sequences Y3, sets E3+0", False, id="the other’s sequence came first"),
            pytest.param("point Y8, sequences E7+5", False, id="the other’s point came first"),
            pytest.param("point Y6, sequences Y6, sets Y1+0", True, id="younger can also have one"),
        ],
    )
    def test_a_repique_needs_thirty_while_the_other_has_nothing(self, declared, has):
        assert ("repique" in marks(f"{declared}, tricks 6Y, play 8/8, k 0")) == has

    def test_a_repique_comes_after_the_declaration_that_reached_thirty(self):
        reasons = lines("point E6, sequences E6+3, sets E1+0, tricks 6E, play 9/8")
        assert reasons[:4] == [
            "E 6 point of 6",
            "E 19 a sixième and a tierce",
            "E 14 a quatorze",
            "E 60 repique: 30 in declarations before Bob scored",
        ]
        assert lines("point E8, sequences E8+4, sets Y1+0, tricks 6E, play 9/8")[2].startswith("E 60 repique")


class TestPique:
    @pytest.mark.parametrize(
        ("notation", "has"),
        [
            pytest.param(f"{UNDECIDED}, k 7", True, id="22, 7 tricks, and the lead are 30"),
            pytest.param(f"{UNDECIDED}, k 6", False, id="29 is not enough"),
            pytest.param("point E5, sequences E5, tricks 9Y, play 10/4", True, id="20, 9 tricks, and the lead are 30"),
            pytest.param("sequences E5+4, tricks 9Y, play 10/4", False, id="19, 9 tricks, and the lead are 29"),
            pytest.param("sets E1+1, tricks 12E, play 13/0", True, id="17, 12 tricks, and the last one are 30"),
            pytest.param("point E6, sequences E6, sets Y0+1, tricks 12E, play 13/0", False, id="younger had a trio"),
            pytest.param("point E7, sequences E6, sets E0+2, tricks 6Y, play 8/8, k 0", True, id="29 and the lead"),
        ],
    )
    def test_a_pique_needs_thirty_before_younger_has_anything(self, notation, has):
        assert ("pique" in marks(notation)) == has

    def test_younger_never_scores_a_pique(self):
        assert lines("sequences Y8, sets Y0+3, tricks 0Y, play 1/13")[-1] == "Y 40 capot: won all twelve tricks"
        assert worth("sequences Y8, sets Y0+3, tricks 0Y, play 1/13") == "1/80"


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


class TestPlay:
    def test_play_points_are_allowed_if_and_only_if_they_are_possible(self):
        """Compare every possible entry with all 4096 possible orders of trick winners."""
        possible = {replace(entry, elder_first_tricks=None) for entry in ALL_PLAYS}
        for tricks in range(13):
            for last in ROLES.values():
                for elder in range(14):
                    for younger in range(14):
                        entry = Entry(elder_tricks=tricks, last_trick=last, play_elder=elder, play_younger=younger)
                        assert (problems(entry) == []) == (entry in possible)

    def test_tricks_before_youngers_first_are_allowed_only_if_they_could_have_been_played(self):
        for entry in {replace(entry, elder_first_tricks=None) for entry in ALL_PLAYS}:
            for first_tricks in range(13):
                recorded = replace(entry, elder_first_tricks=first_tricks)
                assert (problems(recorded) == []) == (recorded in ALL_PLAYS)

    def test_a_pique_is_the_same_whether_or_not_the_tricks_before_youngers_first_are_recorded(self):
        for entry in ALL_PLAYS:
            declared = replace(entry, sequences_winner="elder", sequences_lengths=(5,), point_winner="elder")
            declared = replace(declared, point_cards=6)
            sheet = RULES.record(blank(), BOB, declared)
            has = any(line.mark == "pique" for line in sheet.hands[0].lines)
            assert has == (21 + entry.elder_first_tricks + 1 >= 30)
            unrecorded = replace(declared, elder_first_tricks=None)
            if not problems(unrecorded):
                assert RULES.record(blank(), BOB, unrecorded).totals == sheet.totals


class TestChecks:
    @pytest.mark.parametrize(
        ("notation", "path", "text"),
        [
            pytest.param("tricks 7E, play 9/7", "hand",
                         "If Ann won 7 tricks, including the last, play can’t be 9 to 7.", id="impossible play points"),
            pytest.param("tricks 7E, play 8/5", "hand", "play can’t be 8 to 5", id="the lead never changes hands"),
            pytest.param("tricks 12Y, play 12/0", "hand", "Ann won all twelve tricks", id="twelve but not the last"),
            pytest.param("sequences E3+3+3+3+3, tricks 6E, play 9/8", "hand.sequences.lengths", "1 to 4",
                         id="five sequences"),
            pytest.param("sequences E8+5, tricks 6E, play 9/8", "hand.sequences.lengths", "13 cards",
                         id="13 cards in sequences"),
            pytest.param("point Y4, sequences E5, tricks 6E, play 9/8", "hand", "longer point than 4",
                         id="a sequence longer than the point"),
            pytest.param("sets E0+0, tricks 6E, play 9/8", "hand.sets", "a quatorze or a trio", id="no set"),
            pytest.param("sets E2+2, tricks 6E, play 9/8", "hand.sets", "14 cards", id="14 cards in sets"),
            pytest.param(UNDECIDED, "hand.elder_first_tricks", "How many tricks did Ann win", id="k is required"),
            pytest.param("tricks 9E, play 11/4, k 9", "hand.elder_first_tricks",
                         "Ann’s tricks before Bob’s first were 0, 1, 2, 3, 4, 5, 6, 7 or 8, not 9.",
                         id="k is too high"),
            pytest.param("tricks 9Y, play 10/4, k 8", "hand.elder_first_tricks", "were 9, not 8.", id="k must be 9"),
        ],
    )  # fmt: skip
    def test_an_impossible_deal_is_refused(self, notation, path, text):
        ((place, message),) = problems(notation)
        assert place == path
        assert text in message

    @pytest.mark.parametrize(
        ("left_out", "path", "label"),
        [
            pytest.param("elder_tricks", "hand.elder_tricks", "Elder’s tricks", id="tricks"),
            pytest.param("point_winner", "hand.point.winner", "Point", id="winner of the point"),
            pytest.param("sequences_lengths", "hand.sequences.lengths", "Sequence lengths", id="lengths"),
        ],
    )
    def test_a_missing_answer_is_reported_by_name(self, left_out, path, label):
        assert problems(replace(deal(Q1), **{left_out: None})) == [(path, f"Missing: {label}.")]

    @pytest.mark.parametrize("field", [field.name for field in fields(Entry) if not field.name.startswith("quick")])
    def test_a_quick_entry_may_contain_only_its_totals(self, field):
        full = deal(f"blanche E, {Q1}, k 0")
        entry = replace(deal("quick 28/23"), **{field: getattr(full, field)})
        assert problems(entry) == [("hand", "Record either the totals or the details, not both.")]

    def test_a_quick_entry_needs_both_totals(self):
        assert [path for path, _message in problems(Entry(quick_elder=3))] == ["hand.quick.younger"]
        assert [path for path, _message in problems(Entry(quick_younger=3))] == ["hand.quick.elder"]

    def test_an_empty_list_of_lengths_is_refused(self):
        entry = replace(deal(Q1), sequences_lengths=())
        assert [path for path, _message in problems(entry)] == ["hand.sequences.lengths"]

    def test_a_carte_blanche_alone_is_a_deal_only_if_the_option_is_set(self):
        assert len(problems("blanche E")) == 4
        assert problems("blanche E", after_carte_blanche="new_hand") == []

    @pytest.mark.parametrize("more", ["tricks 6E, play 9/8", "point E5", "k 0", "quick 1/2"])
    def test_a_carte_blanche_followed_by_a_new_deal_excludes_anything_else(self, more):
        ((path, _message),) = problems(f"blanche E, {more}", after_carte_blanche="new_hand")
        assert path == "hand"
