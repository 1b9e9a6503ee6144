"""Piquet by its rules page: what a deal is worth, and what cannot be. Its notation: `tests.games.piquet_notation`."""

from dataclasses import fields, replace

import pytest

from scorekeeper.games.piquet.deal import Entry
from tests.games.piquet_notation import (
    BLANCHE,
    BOB,
    OPEN,
    Q1,
    Q2,
    Q3,
    Q4,
    Q5,
    Q6,
    ROLES,
    RULES,
    TAPS_Q1,
    TAPS_Q2,
    TAPS_Q3,
    TAPS_Q5,
    TAPS_Q6,
    blank,
    deal,
    lines,
    play,
    problems,
    worth,
)

SAMPLE = (("Ann", "Bob"), {}, [TAPS_Q1, TAPS_Q2, TAPS_Q3, BLANCHE, TAPS_Q5, TAPS_Q6], ("Ann",))
"""Bob deals first. Ann/Bob: 28/23, 34/138, 107/142, by Ann's carte blanche and capot 170/143, then 270/143, 376/152."""


class TestADeal:
    @pytest.mark.parametrize(
        ("spoken", "result"),
        [
            pytest.param(Q1, "28/23", id="Q1"),
            pytest.param(Q2, "115/6", id="Q2 repique"),
            pytest.param(Q3, "73/4", id="Q3 pique"),
            pytest.param(Q4, "66/0", id="Q4 capot, and no pique with 26"),
            pytest.param(Q5, "100/0", id="Q5 pique and capot"),
            pytest.param(Q6, "9/106", id="Q6 repique of younger"),
            pytest.param("tricks 6E, play 9/8", "9/8", id="six tricks each score no cards"),
            pytest.param("tricks 5E, play 7/8", "7/18", id="younger wins the cards"),
            pytest.param("tricks 0Y, play 1/13", "1/53", id="capot of younger"),
            pytest.param("tricks 11E, play 13/2", "23/2", id="eleven tricks are no capot"),
            pytest.param("cb Y, point E4, seq Y3+3, sets E2+0, tricks 7Y, play 9/7", "51/23", id="carte blanche"),
            pytest.param("seq E8+4, tricks 6Y, play 7/7", "29/7", id="an eight and a four"),
            pytest.param("seq Y6+6, tricks 6Y, play 7/7", "7/99", id="repique by sequences alone"),
            pytest.param("sets Y3+0, tricks 6Y, play 7/7", "7/109", id="repique by sets alone"),
            pytest.param("sets E0+4, tricks 6Y, play 7/7", "19/7", id="four trios"),
            pytest.param("quick 28/23", "28/23", id="totals alone"),
            pytest.param("quick 0/0", "0/0", id="totals of nothing"),
        ],
    )
    def test_what_it_is_worth(self, spoken, result):
        assert worth(spoken) == result

    @pytest.mark.parametrize(
        ("cards", "points"), [(3, 3), (4, 4), (5, 15), (6, 16), (7, 17), (8, 18)], ids=lambda value: str(value)
    )
    def test_a_sequence(self, cards, points):
        assert worth(f"seq Y{cards}, tricks 6E, play 9/8") == f"9/{points + 8}"

    def test_the_lines_are_in_the_order_of_the_count(self):
        assert lines(Q1) == [
            "E 5 point of 5",
            "E 4 sequence of 4",
            "Y 17 a quatorze and a trio",
            "E 9 counted in play",
            "Y 6 counted in play",
            "E 10 won the cards with 7 of 12 tricks",
        ]

    @pytest.mark.parametrize(
        ("spoken", "line"),
        [
            pytest.param(Q2, "E 60 repique: 30 in declarations while Bob had nothing", id="repique"),
            pytest.param(Q3, "E 30 pique: 30 in play before Bob had anything", id="pique"),
            pytest.param(Q4, "E 40 capot: won all twelve tricks", id="capot"),
            pytest.param("cb Y, tricks 6E, play 9/8", "Y 10 carte blanche", id="carte blanche"),
            pytest.param("seq E3+3, tricks 6E, play 9/8", "E 6 2 sequences, of 3 and 3", id="sequences"),
            pytest.param("sets Y2+0, tricks 6E, play 9/8", "Y 28 2 quatorzes", id="quatorzes"),
            pytest.param("sets Y0+2, tricks 6E, play 9/8", "Y 6 2 trios", id="trios"),
            pytest.param("quick 28/0", "Y 0 total of the deal", id="a total"),
        ],
    )
    def test_reasons_are_what_a_player_would_say(self, spoken, line):
        assert line in lines(spoken)


class TestRepique:
    @pytest.mark.parametrize(
        ("declared", "has"),
        [
            pytest.param("point E7, seq E7, sets E0+1", False, id="27 is not 30"),
            pytest.param("point E6, seq E6, sets E0+3", True, id="31 at the sets"),
            pytest.param("point E5, seq E5+5", True, id="35 at the sequences"),
            pytest.param("cb E, point E5, seq E5", True, id="exactly 30 with carte blanche"),
            pytest.param("point E8, seq E8+4, sets Y1+0", True, id="30 before the other’s sets"),
            pytest.param("point E3, seq Y3, sets E3+0", False, id="the other’s sequence was earlier"),
            pytest.param("point Y8, seq E7+5", False, id="the other’s point was earlier"),
            pytest.param("cb Y, seq E7+5", False, id="the other’s carte blanche was first of all"),
            pytest.param("seq E7+5", True, id="an equal point does not block it"),
            pytest.param("point Y6, seq Y6, sets Y1+0", True, id="younger has one too"),
        ],
    )
    def test_repique(self, declared, has):
        entry = deal(f"{declared}, tricks 6Y, play 8/8")
        entry = replace(entry, elder_first_tricks=0)
        sheet = RULES.record(blank(), BOB, entry)
        assert problems(entry) == []
        assert ("repique" in {line.mark for line in sheet.hands[0].lines}) == has

    def test_it_stands_in_the_step_that_reached_thirty(self):
        reasons = lines("point E6, seq E6+3, sets E1+0, tricks 6E, play 9/8")
        assert reasons[:4] == [
            "E 6 point of 6",
            "E 19 2 sequences, of 6 and 3",
            "E 14 a quatorze",
            "E 60 repique: 30 in declarations while Bob had nothing",
        ]
        assert lines("point E8, seq E8+4, sets Y1+0, tricks 6E, play 9/8")[2].startswith("E 60 repique")


class TestPique:
    @pytest.mark.parametrize(
        ("spoken", "has"),
        [
            pytest.param(f"{OPEN}, k 7", True, id="22 and 7 and the lead are 30"),
            pytest.param(f"{OPEN}, k 6", False, id="29 is not"),
            pytest.param("point E5, seq E5, sets E0+1, tricks 9Y, play 10/4", True, id="Q3, told by the play"),
            pytest.param("point E5, seq E5, tricks 9Y, play 10/4", True, id="20, 9 and the lead"),
            pytest.param("seq E5+4, tricks 9Y, play 10/4", False, id="19, 9 and the lead"),
            pytest.param("sets E1+1, tricks 12E, play 13/0", True, id="17, 12 and the last trick"),
            pytest.param("point E8, seq E4+4, tricks 12E, play 13/0", False, id="16 is not, and capot never counts"),
            pytest.param("point E6, seq E6, sets Y0+1, tricks 12E, play 13/0", False, id="younger had a trio"),
            pytest.param("cb Y, point E6, seq E6, tricks 12E, play 13/0", False, id="younger had a carte blanche"),
            pytest.param("point E6, seq E6, tricks 12E, play 13/0, k 12", True, id="all twelve, said"),
            pytest.param("point E7, seq E6, sets E0+2, tricks 6Y, play 8/8, k 0", True, id="29 and a lead"),
        ],
    )
    def test_pique(self, spoken, has):
        assert (any("pique: 30 in play" in line for line in lines(spoken))) == has

    def test_younger_never_has_one(self):
        assert lines("seq Y8, sets Y0+3, tricks 0Y, play 1/13")[-1] == "Y 40 capot: won all twelve tricks"
        assert worth("seq Y8, sets Y0+3, tricks 0Y, play 1/13") == "1/80"

    def test_a_repique_is_no_pique_too(self):
        assert [line.mark for line in play(Q2).hands[0].lines if line.mark] == ["repique"]


def by_course(course):
    """What the tricks of a course ("EEY...", their winners) leave to be recorded, played trick by trick."""
    leader, play_points, first = "E", {"E": 0, "Y": 0}, course.find("Y")
    for winner in course:
        play_points[leader] += 1
        play_points[winner] += winner != leader
        leader = winner
    play_points[course[-1]] += 1
    return Entry(
        elder_tricks=course.count("E"),
        last_trick=ROLES[course[-1]],
        play_elder=play_points["E"],
        play_younger=play_points["Y"],
        elder_first_tricks=12 if first < 0 else first,
    )


ALL_COURSES = {by_course(format(number, "012b").replace("0", "E").replace("1", "Y")) for number in range(2**12)}


class TestThePlay:
    def test_every_course_of_the_tricks_is_allowed_and_nothing_else(self):
        """All 4096 courses, played out, against every entry there is: plays and k are exactly those that can be."""
        real = {replace(entry, elder_first_tricks=None) for entry in ALL_COURSES}
        for tricks in range(13):
            for last in ROLES.values():
                for elder in range(14):
                    for younger in range(14):
                        entry = Entry(elder_tricks=tricks, last_trick=last, play_elder=elder, play_younger=younger)
                        assert (problems(entry) == []) == (entry in real)

    def test_every_k_is_allowed_that_can_be_and_no_other(self):
        for entry in {replace(entry, elder_first_tricks=None) for entry in ALL_COURSES}:
            for told in range(13):
                said = replace(entry, elder_first_tricks=told)
                assert (problems(said) == []) == (said in ALL_COURSES)

    def test_the_play_adds_up_to_13_to_25(self):
        sums = {entry.play_elder + entry.play_younger for entry in ALL_COURSES}
        assert (min(sums), max(sums)) == (13, 25)

    def test_a_pique_is_what_the_course_of_the_tricks_says(self):
        """Told k or not needed: elder has a pique where declarations and the leads before younger's first are 30."""
        for entry in ALL_COURSES:
            declared = replace(entry, sequences_winner="elder", sequences_lengths=(5,), point_winner="elder")
            declared = replace(declared, point_cards=6)
            sheet = RULES.record(blank(), BOB, declared)
            has = any(line.mark == "pique" for line in sheet.hands[0].lines)
            assert has == (21 + entry.elder_first_tricks + 1 >= 30)
            silent = replace(declared, elder_first_tricks=None)
            if not problems(silent):
                assert RULES.record(blank(), BOB, silent).totals == sheet.totals


class TestChecks:
    @pytest.mark.parametrize(
        ("spoken", "path", "says"),
        [
            pytest.param("tricks 7E, play 9/7", "hand", "play is not 9 and 7", id="fits no course"),
            pytest.param("tricks 7E, play 8/5", "hand", "play is not 8 and 5", id="no trick ever changed sides"),
            pytest.param("tricks 12Y, play 12/0", "hand", "Ann won all twelve tricks", id="all twelve, not the last"),
            pytest.param("tricks 0E, play 1/12", "hand", "Bob won all twelve tricks", id="none, but the last"),
            pytest.param("seq E3+3+3+3+3, tricks 6E, play 9/8", "hand.sequences.lengths", "1 to 4", id="five runs"),
            pytest.param("seq E8+5, tricks 6E, play 9/8", "hand.sequences.lengths", "13 cards", id="13 cards in runs"),
            pytest.param("point Y4, seq E5, tricks 6E, play 9/8", "hand", "longer point than 4", id="run above point"),
            pytest.param("sets E0+0, tricks 6E, play 9/8", "hand.sets", "a quatorze or a trio", id="no set"),
            pytest.param("sets E2+2, tricks 6E, play 9/8", "hand.sets", "14 cards", id="14 cards in sets"),
            pytest.param(OPEN, "hand.elder_first_tricks", "say how many", id="k is needed"),
            pytest.param("tricks 9E, play 11/4, k 9", "hand.elder_first_tricks",
                         "By what was counted in play, Ann won 0, 1, 2, 3, 4, 5, 6, 7 or 8 tricks", id="k too high"),
            pytest.param("tricks 9Y, play 10/4, k 8", "hand.elder_first_tricks", "Ann won 9 tricks", id="k fixed"),
            pytest.param("tricks 9Y, play 11/5, k 9", "hand.elder_first_tricks", "or 8 tricks", id="k, two breaks"),
            pytest.param(f"{Q4}, k 11", "hand.elder_first_tricks", "Ann won 12 tricks", id="k of a capot"),
        ],
    )  # fmt: skip
    def test_what_cannot_be(self, spoken, path, says):
        ((place, message),) = problems(spoken)
        assert place == path
        assert says in message

    @pytest.mark.parametrize(
        ("left_out", "path", "what"),
        [
            pytest.param("elder_tricks", "hand.elder_tricks", "Tricks of elder", id="tricks"),
            pytest.param("last_trick", "hand.last_trick", "Last trick", id="last trick"),
            pytest.param("play_elder", "hand.play.elder", "Play of elder", id="play of elder"),
            pytest.param("play_younger", "hand.play.younger", "Play of younger", id="play of younger"),
            pytest.param("point_winner", "hand.point.winner", "Point", id="winner of the point"),
            pytest.param("point_cards", "hand.point.cards", "Cards of the point", id="cards"),
            pytest.param("sequences_winner", "hand.sequences.winner", "Sequences", id="winner of the sequences"),
            pytest.param("sequences_lengths", "hand.sequences.lengths", "Lengths of the sequences", id="lengths"),
            pytest.param("sets_winner", "hand.sets.winner", "Sets", id="winner of the sets"),
            pytest.param("quatorzes", "hand.sets.quatorzes", "Quatorzes", id="quatorzes"),
            pytest.param("trios", "hand.sets.trios", "Trios", id="trios"),
        ],
    )
    def test_what_is_missing(self, left_out, path, what):
        assert problems(replace(deal(Q1), **{left_out: None})) == [(path, f"Missing: {what}.")]

    @pytest.mark.parametrize(
        "left_out",
        [
            pytest.param({"point_winner", "point_cards"}, id="point"),
            pytest.param({"sequences_winner", "sequences_lengths"}, id="sequences"),
            pytest.param({"sets_winner", "quatorzes", "trios"}, id="sets"),
        ],
    )
    def test_a_declaration_that_nobody_won_is_left_out_whole(self, left_out):
        assert problems(replace(deal(Q1), **dict.fromkeys(left_out))) == []

    @pytest.mark.parametrize(
        ("known", "left_out"),
        [
            pytest.param("sets.winner", {"quatorzes", "trios"}, id="the winner"),
            pytest.param("sets.quatorzes", {"sets_winner", "trios"}, id="quatorzes"),
            pytest.param("sets.trios", {"sets_winner", "quatorzes"}, id="trios"),
        ],
    )
    def test_of_sets_everything_is_missing_but_what_is_known(self, known, left_out):
        paths = [path for path, _message in problems(replace(deal(Q1), **dict.fromkeys(left_out)))]
        assert sorted([*paths, f"hand.{known}"]) == ["hand.sets.quatorzes", "hand.sets.trios", "hand.sets.winner"]

    def test_nothing_at_all(self):
        paths = ["hand.elder_tricks", "hand.last_trick", "hand.play.elder", "hand.play.younger"]
        assert [path for path, _message in problems("")] == paths

    @pytest.mark.parametrize("field", [each.name for each in fields(Entry) if not each.name.startswith("quick")])
    def test_beside_the_totals_nothing_else_is_recorded(self, field):
        full = deal(f"cb E, {Q1}, k 0")
        entry = replace(deal("quick 28/23"), **{field: getattr(full, field)})
        assert problems(entry) == [("hand", "Where the totals are recorded, nothing else is.")]

    def test_one_total_is_missing(self):
        assert [path for path, _message in problems(Entry(quick_elder=3))] == ["hand.quick.younger"]
        assert [path for path, _message in problems(Entry(quick_younger=3))] == ["hand.quick.elder"]

    def test_no_lengths_are_too_few(self):
        entry = replace(deal(Q1), sequences_lengths=())
        assert [path for path, _message in problems(entry)] == ["hand.sequences.lengths"]

    def test_k_may_be_told_though_nobody_asks(self):
        assert problems(f"{Q1}, k 2") == []
        assert worth(f"{Q1}, k 2") == "28/23"

    def test_a_carte_blanche_alone(self):
        assert len(problems("cb E")) == 4
        assert problems("cb E", after_carte_blanche="new_hand") == []

    @pytest.mark.parametrize("more", ["tricks 6E, play 9/8", "point E5", "k 0", "quick 1/2"])
    def test_after_which_by_option_nothing_else_is_recorded(self, more):
        ((path, _message),) = problems(f"cb E, {more}", after_carte_blanche="new_hand")
        assert path == "hand"
