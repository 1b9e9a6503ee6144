"""Piquet by its rules page.

Deals are written as the table says them, "point E5, seq E4, sets Y1+1, tricks 7E, play 9/6": E is elder, Y younger;
sets are quatorzes + trios; "7E" are the tricks of elder and who won the last; play and totals are elder/younger. "cb E"
is a carte blanche, "k 3" the tricks before younger's first, "quick 28/23" two totals.
"""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from scorekeeper.exchange.plain import write_plain
from scorekeeper.rules.base import HANDS, Table
from scorekeeper.rules.piquet import Entry, Options, Piquet
from scorekeeper.text import sentence
from tests.exchange.documents import document, read, said
from tests.rules.typing import buttons, complete, type_hand

RULES = Piquet()
ANN, BOB = 0, 1
ROLES = {"E": "elder", "Y": "younger"}

Q1 = "point E5, seq E4, sets Y1+1, tricks 7E, play 9/6"
Q2 = "point E5, seq E5, sets E1+0, tricks 8E, play 11/6"
Q3 = "point E5, seq E5, sets E0+1, tricks 9Y, play 10/4"
Q4 = "point E6, seq E4, sets E0+1, tricks 12E, play 13/0"
Q5 = "sets E1+1, tricks 12E, play 13/0"
Q6 = "point Y7, seq Y7, sets Y1+0, tricks 6E, play 9/8"
OPEN = "point E6, seq E6, tricks 9E, play 11/4"
"""Elder has 22, and won 0 to 8 tricks before younger's first: a pique with 7 or 8."""

FULL, EQUAL_POINT = "hand.how=full", "hand.point_to=nobody"
TAPS_Q1 = [FULL, "hand.point_to=elder", "hand.point.cards=5", "hand.sequences_to=elder", "hand.lengths=4"]
TAPS_Q1 += ["hand.sets_to=younger", "hand.sets_of=14 + 3"]
TAPS_Q1 += ["hand.elder_tricks=7", "hand.last_trick=elder", "hand.play.elder=9"]
TAPS_Q2 = [FULL, "hand.point_to=elder", "hand.point.cards=5", "hand.sequences_to=elder", "hand.lengths=5"]
TAPS_Q2 += ["hand.sets_to=elder", "hand.sets_of=14"]
TAPS_Q2 += ["hand.elder_tricks=8", "hand.last_trick=elder", "hand.play.elder=11"]
TAPS_Q3 = [FULL, "hand.point_to=elder", "hand.point.cards=5", "hand.sequences_to=elder", "hand.lengths=5"]
TAPS_Q3 += ["hand.sets_to=elder", "hand.sets_of=3"]
TAPS_Q3 += ["hand.elder_tricks=9", "hand.last_trick=younger", "hand.play.elder=10"]
TAPS_Q5 = [FULL, EQUAL_POINT, "hand.sequences_to=nobody", "hand.sets_to=elder", "hand.sets_of=14 + 3"]
TAPS_Q5 += ["hand.elder_tricks=12"]
TAPS_Q6 = [FULL, "hand.point_to=younger", "hand.point.cards=7", "hand.sequences_to=younger", "hand.lengths=7"]
TAPS_Q6 += ["hand.sets_to=younger", "hand.sets_of=14"]
TAPS_Q6 += ["hand.elder_tricks=6", "hand.last_trick=elder", "hand.play.elder=9"]
BLANCHE = ["hand.how=carte_blanche_younger", EQUAL_POINT, "hand.sequences_to=nobody", "hand.sets_to=nobody"]
BLANCHE += ["hand.elder_tricks=0"]

SAMPLE = (("Ann", "Bob"), {}, [TAPS_Q1, TAPS_Q2, TAPS_Q3, BLANCHE, TAPS_Q5, TAPS_Q6], ("Ann",))
"""Bob deals first: 28/23, then Bob is elder with 115/6, Ann with 73/4, Bob's capot against, 100 and 9/106."""


def deal(spoken):
    """An entry from the notation above."""
    said = dict(part.split() for part in spoken.split(", ")) if spoken else {}
    found = {"carte_blanche": ROLES.get(said.get("cb", ""))}
    if point := said.get("point"):
        found |= {"point_winner": ROLES[point[0]], "point_cards": int(point[1:])}
    if sequences := said.get("seq"):
        lengths = tuple(int(length) for length in sequences[1:].split("+"))
        found |= {"sequences_winner": ROLES[sequences[0]], "sequences_lengths": lengths}
    if sets := said.get("sets"):
        quatorzes, trios = map(int, sets[1:].split("+"))
        found |= {"sets_winner": ROLES[sets[0]], "quatorzes": quatorzes, "trios": trios}
    if tricks := said.get("tricks"):
        found |= {"elder_tricks": int(tricks[:-1]), "last_trick": ROLES[tricks[-1]]}
    for key in ("play", "quick"):
        if key in said:
            elder, younger = map(int, said[key].split("/"))
            found |= {f"{key}_elder": elder, f"{key}_younger": younger}
    return Entry(**found, elder_first_tricks=int(said["k"]) if "k" in said else None)


def blank(**options):
    """Ann and Bob; Bob deals first, so that Ann is elder."""
    return RULES.blank(Table(names=("Ann", "Bob"), options=Options(**options), first_dealer=BOB))


def play(*spoken, **options):
    """The sheet of these deals."""
    sheet = blank(**options)
    for each in spoken:
        assert sheet.outcome is None, each
        entry = deal(each)
        assert list(RULES.check(sheet, RULES.dealer(sheet), entry)) == [], each
        sheet = RULES.record(sheet, RULES.dealer(sheet), entry)
    return sheet


def totals(sheet):
    return "/".join(str(total // 2) for total in sheet.totals.values())


def worth(spoken, **options):
    """What a first deal is worth, elder/younger."""
    return totals(play(spoken, **options))


def lines(spoken, number=0, **options):
    """The lines of a first deal, as points to E or Y and their reasons."""
    hand = play(spoken, **options).hands[number]
    return [f"{'EY'[int(line.column)]} {line.points // 2} {sentence(line.reason)}" for line in hand.lines]


def problems(entry, **options):
    entry = deal(entry) if isinstance(entry, str) else entry
    found = list(RULES.check(blank(**options), BOB, entry))
    assert all(problem.level == "error" for problem in found)
    return [(problem.path, sentence(problem.message)) for problem in found]


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
            pytest.param("tricks 7E, play 9/7", "hand.play", "play is not 9 and 7", id="fits no course"),
            pytest.param("tricks 7E, play 8/5", "hand.play", "play is not 8 and 5", id="no trick ever changed sides"),
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
            pytest.param("quick 28/23, cb E", "hand", "nothing else", id="totals and something else"),
        ],
    )  # fmt: skip
    def test_what_cannot_be(self, spoken, path, says):
        ((place, message),) = problems(spoken)
        assert place == path
        assert says in message

    @pytest.mark.parametrize(
        ("left_out", "paths"),
        [
            pytest.param({"elder_tricks"}, ["hand.elder_tricks"], id="tricks"),
            pytest.param({"last_trick"}, ["hand.last_trick"], id="last trick"),
            pytest.param({"play_elder"}, ["hand.play.elder"], id="play of elder"),
            pytest.param({"play_younger"}, ["hand.play.younger"], id="play of younger"),
            pytest.param({"point_winner"}, ["hand.point.winner"], id="winner of the point"),
            pytest.param({"point_cards"}, ["hand.point.cards"], id="cards"),
            pytest.param({"sequences_winner"}, ["hand.sequences.winner"], id="winner of the sequences"),
            pytest.param({"sequences_lengths"}, ["hand.sequences.lengths"], id="lengths"),
            pytest.param({"sets_winner"}, ["hand.sets.winner"], id="winner of the sets"),
            pytest.param({"quatorzes"}, ["hand.sets.quatorzes"], id="quatorzes"),
            pytest.param({"trios"}, ["hand.sets.trios"], id="trios"),
        ],
    )
    def test_what_is_missing(self, left_out, paths):
        entry = replace(deal(Q1), **dict.fromkeys(left_out))
        assert [path for path, _message in problems(entry)] == paths

    def test_nothing_at_all(self):
        paths = ["hand.elder_tricks", "hand.last_trick", "hand.play.elder", "hand.play.younger"]
        assert [path for path, _message in problems("")] == paths

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


def party(first, second, **options):
    """A match whose deals leave Ann and Bob with these totals: all in the last deal, in which Ann is younger."""
    deals = {"rubicon_6": 6, "rubicon_4": 4}[options.get("match", "rubicon_6")]
    return play(*["quick 0/0"] * (deals - 2), f"quick {first}/{second}", "quick 0/0", **options)


class TestMatches:
    @pytest.mark.parametrize(
        ("ann", "bob", "reason"),
        [
            pytest.param(164, 114, "After 6 deals Ann wins 150", id="over the limit"),
            pytest.param(224, 92, "After 6 deals Ann wins 416, rubiconed", id="rubiconed"),
            pytest.param(301, 75, "After 6 deals Ann wins 476, rubiconed", id="rubiconed by far"),
            pytest.param(100, 101, "After 6 deals Bob wins 101", id="100 is not rubiconed"),
            pytest.param(99, 100, "After 6 deals Bob wins 299, rubiconed", id="99 is"),
            pytest.param(60, 70, "After 6 deals Bob wins 230, rubiconed", id="the winner may be below 100 as well"),
        ],
    )
    def test_a_rubicon(self, ann, bob, reason):
        outcome = party(ann, bob).outcome
        assert sentence(outcome.reason) == reason
        assert outcome.winners == (("0",) if ann > bob else ("1",))

    def test_equal_after_six_two_more_always_both(self):
        sheet = party(120, 120)
        assert sheet.outcome is None
        for spoken in ("quick 30/0", "quick 0/10"):
            assert sheet.outcome is None
            sheet = RULES.record(sheet, RULES.dealer(sheet), deal(spoken))
        assert totals(sheet) == "160/120"
        assert sentence(sheet.outcome.reason) == "After 6 deals and two more Ann wins 140"

    def test_equal_again_is_drawn(self):
        sheet = play(*["quick 20/20"] * 8)
        assert sheet.outcome.winners == ("0", "1")
        assert sheet.outcome.ranking == (("0", "1"),)
        assert sentence(sheet.outcome.reason) == "After 6 deals and two more both have 160: the match is drawn"

    def test_of_four_the_first_and_the_fourth_count_twice(self):
        sheet = play(Q1, "quick 10/20", "quick 30/5", "quick 0/40", match="rubicon_4")
        assert [totals(replace(sheet, hands=sheet.hands[: count + 1])) for count in range(4)] == [
            "56/46",
            "76/56",
            "106/61",
            "186/61",
        ]
        assert sentence(sheet.outcome.reason) == "After 4 deals Ann wins 347, rubiconed"
        doubled = [line for line in sheet.hands[0].lines if line.mark == "doubled"]
        assert [(line.column, line.points // 2) for line in doubled] == [("0", 28), ("1", 23)]
        assert sentence(doubled[0].reason) == "doubled: deal 1 counts twice"
        assert [len([line for line in hand.lines if line.mark == "doubled"]) for hand in sheet.hands] == [2, 0, 0, 1]

    def test_the_two_more_are_never_doubled(self):
        sheet = play(*["quick 30/30"] * 6, match="rubicon_4")
        assert totals(sheet) == "240/240"
        assert sentence(sheet.outcome.reason) == "After 4 deals and two more both have 240: the match is drawn"

    def test_of_six_nothing_is_doubled(self):
        assert totals(play(Q1)) == "28/23"

    def test_only_au_cent_has_a_target(self):
        column = blank().columns[0]
        targets = {match: RULES.target(blank(match=match).table, column) for match in ("rubicon_6", "au_cent")}
        assert targets == {"rubicon_6": None, "au_cent": 200}


def au_cent(before, spoken):
    """A deal of au cent from totals elder/younger before it; Ann is elder."""
    elder, younger = map(int, before.split("/"))
    return play("quick 0/0", f"quick {younger}/{elder}", "quick 0/0", "quick 0/0", spoken, match="au_cent")


class TestAuCent:
    @pytest.mark.parametrize(
        ("before", "spoken", "after", "reason"),
        [
            pytest.param("80/85", Q1, "108/108",
                         "Bob and Ann reached 100; Bob was first, at the sets, and wins one game", id="Q1 from 80/85"),
            pytest.param("92/85", Q1, "120/108",
                         "Ann and Bob reached 100; Ann was first, at the sequences, and wins one game", id="sequences"),
            pytest.param("95/99", Q1, "123/122",
                         "Ann and Bob reached 100; Ann was first, at the point, and wins one game", id="at the point"),
            pytest.param("95/95", "tricks 6E, play 9/8", "104/103",
                         "Ann and Bob reached 100; Ann was first, in play, and wins one game", id="elder first"),
            pytest.param("90/92", "tricks 7Y, play 9/7", "109/99", "Ann reached 100 and wins one game", id="alone"),
            pytest.param("88/95", "tricks 7Y, play 9/7", "107/102",
                         "Bob and Ann reached 100; Bob was first, in play, and wins one game", id="play before cards"),
            pytest.param("99/85", "cb Y, point E3, sets Y1+0, tricks 6Y, play 7/7", "109/116",
                         "Ann and Bob reached 100; Ann was first, at the point, and wins one game", id="point first"),
            pytest.param("99/90", "cb Y, point E3, tricks 6Y, play 7/7", "109/107",
                         "Bob and Ann reached 100; Bob was first, by carte blanche, and wins one game", id="blanche"),
            pytest.param("50/96", "point E5, seq E5+5, sets Y1+0, tricks 6Y, play 7/7", "152/117",
                         "Ann and Bob reached 100; Ann was first, at the sequences, and wins one game",
                         id="the 60 belongs to the step of the 30"),
            pytest.param("50/99", "point E3, sets E1+1, tricks 11Y, play 12/2", "122/101",
                         "Ann and Bob reached 100; Ann was first, in play, and wins one game",
                         id="the 30 belongs to play"),
            pytest.param("60/96", "point E5, seq E5, tricks 9Y, play 10/4", "130/100",
                         "Ann and Bob reached 100; Ann was first, in play, and wins one game", id="a pique, then play"),
            pytest.param("90/30", "quick 10/19", "100/49",
                         "Ann reached 100 and wins two games, double, as Bob has below 50", id="double"),
            pytest.param("90/30", "quick 10/20", "100/50", "Ann reached 100 and wins one game", id="50 is not double"),
            pytest.param("90/90", "quick 10/20", "100/110",
                         "Bob and Ann reached 100; Bob has more, and wins one game", id="totals, the higher"),
            pytest.param("90/90", "quick 20/20", "110/110",
                         "Ann and Bob reached 100; both have the same, so Ann was first as elder, and wins one game",
                         id="totals, equal"),
            pytest.param("90/90", "quick 20/5", "110/95", "Ann reached 100 and wins one game", id="totals, one alone"),
        ],
    )  # fmt: skip
    def test_the_first_at_100_wins(self, before, spoken, after, reason):
        sheet = au_cent(before, spoken)
        assert totals(sheet) == after
        assert sentence(sheet.outcome.reason) == reason
        winner = "0" if reason.startswith("Ann") else "1"
        assert sheet.outcome.winners == (winner,)
        assert sheet.outcome.ranking[0] == (winner,)

    def test_nobody_is_there_yet(self):
        assert au_cent("90/90", "quick 9/9").outcome is None

    def test_the_first_deal_can_do_it(self):
        assert sentence(play(Q6, match="au_cent").outcome.reason).startswith("Bob reached 100 and wins two games")


class TestCarteBlanche:
    AGAIN = {"after_carte_blanche": "new_hand"}  # noqa: RUF012

    def test_the_same_dealer_deals_again(self):
        sheet = play("cb E", **self.AGAIN)
        assert totals(sheet) == "10/0"
        assert RULES.dealer(sheet) == BOB
        assert RULES.dealer(RULES.record(sheet, BOB, deal(Q1))) == ANN

    def test_played_on_the_deal_alternates(self):
        assert RULES.dealer(play("cb E, tricks 6E, play 9/8")) == ANN

    def test_it_is_not_one_of_the_six(self):
        sheet = play("cb E", *["quick 5/5"] * 6, **self.AGAIN)
        assert sentence(sheet.outcome.reason) == "After 6 deals Ann wins 170, rubiconed"

    def test_it_is_never_doubled_and_moves_the_doubling_on(self):
        sheet = play("cb Y", "cb Y", Q1, "quick 1/1", "quick 1/1", "cb E", "quick 1/1", match="rubicon_4", **self.AGAIN)
        assert [len([line for line in hand.lines if line.mark == "doubled"]) for hand in sheet.hands] == [
            0,
            0,
            2,
            0,
            0,
            0,
            2,
        ]
        assert sheet.outcome is not None

    def test_after_the_last_deal_it_does_not_end_the_match(self):
        sheet = play(*["quick 20/20"] * 6, "cb E", **self.AGAIN)
        assert sheet.outcome is None
        sheet = play(*["quick 20/20"] * 6, "cb E", *["quick 0/0"] * 2, **self.AGAIN)
        assert sentence(sheet.outcome.reason) == "After 6 deals and two more Ann wins 110"

    def test_it_can_end_au_cent(self):
        sheet = play("quick 95/0", "cb Y", match="au_cent", **self.AGAIN)
        assert sentence(sheet.outcome.reason) == "Ann reached 100 and wins two games, double, as Bob has below 50"


class TestWholeMatches:
    @pytest.mark.parametrize(
        ("options", "deals", "winners", "reason"),
        [
            pytest.param(
                {},
                [
                    (Q1, "28/23"), (Q2, "34/138"), (Q3, "107/142"),
                    ("quick 30/24", "131/172"), (Q5, "231/172"), (Q6, "337/181"),
                ],
                "0",
                "After 6 deals Ann wins 256",
                id="six deals",
            ),
            pytest.param(
                {"match": "rubicon_4"},
                [(Q4, "132/0"), (Q1, "155/28"), ("quick 0/63", "155/91"), ("tricks 0Y, play 1/13", "261/93")],
                "0",
                "After 4 deals Ann wins 454, rubiconed",
                id="four deals, the first and the last twice",
            ),
            pytest.param(
                {"match": "au_cent", "after_carte_blanche": "new_hand"},
                [(Q1, "28/23"), ("cb Y", "38/23"), ("tricks 5E, play 7/8", "56/30"), (Q1, "84/53"), (Q1, "107/81")],
                "0",
                "Ann reached 100 and wins one game",
                id="au cent",
            ),
            pytest.param(
                {"match": "au_cent"},
                [("quick 45/20", "45/20"), ("quick 48/40", "85/68"), (Q3, "158/72")],
                "0",
                "Ann reached 100 and wins one game",
                id="au cent, totals and a pique",
            ),
        ],
    )  # fmt: skip
    def test_a_match_is_replayed(self, options, deals, winners, reason):
        sheet = blank(**options)
        for spoken, after in deals:
            assert sheet.outcome is None
            assert problems(spoken, **options) == []
            sheet = RULES.record(sheet, RULES.dealer(sheet), deal(spoken))
            assert totals(sheet) == after
        assert "".join(sheet.outcome.winners) == winners
        assert sentence(sheet.outcome.reason) == reason


class TestTyping:
    @pytest.mark.parametrize(
        ("taps", "spoken", "count"),
        [
            pytest.param(TAPS_Q1, Q1, 11, id="Q1, the usual deal"),
            pytest.param(TAPS_Q2, Q2, 11, id="Q2"),
            pytest.param(TAPS_Q3, Q3, 11, id="Q3, its pique is plain"),
            pytest.param(TAPS_Q5, Q5, 7, id="Q5, a capot needs no more than its tricks"),
            pytest.param(TAPS_Q6, Q6, 11, id="Q6"),
            pytest.param(BLANCHE, "cb Y, tricks 0Y, play 1/13", 6, id="carte blanche"),
            pytest.param(["hand.how=quick", "hand.quick.elder=28", "hand.quick.younger=23"], "quick 28/23", 4,
                         id="totals"),
            pytest.param(["hand.how=quick", "hand.quick.elder=115", "hand.quick.younger=6"], "quick 115/6", 5,
                         id="a high total is typed"),
        ],
    )  # fmt: skip
    def test_a_deal_is_typed_in_so_many_taps(self, taps, spoken, count):
        """Save included."""
        draft, taken = type_hand(RULES, blank(), BOB, taps)
        assert complete(RULES, blank(), BOB, draft) == deal(spoken)
        assert taken + 1 == count

    def test_what_decides_a_pique_is_asked(self):
        taps = [FULL, "hand.point_to=elder", "hand.point.cards=6", "hand.sequences_to=elder", "hand.lengths=6"]
        taps += ["hand.sets_to=nobody", "hand.elder_tricks=9", "hand.last_trick=elder", "hand.play.elder=11"]
        draft, _taken = type_hand(RULES, blank(), BOB, taps)
        now = RULES.screen(blank(), BOB, draft)
        assert sentence(now.title) == "Tricks of Ann before Bob’s first"
        assert [offer.value for offer in now.question.offers] == list(range(9))
        draft, taken = type_hand(RULES, blank(), BOB, [*taps, "hand.elder_first_tricks=7"])
        assert complete(RULES, blank(), BOB, draft) == deal(f"{OPEN}, k 7")
        assert taken + 1 == 11

    def test_a_carte_blanche_after_which_is_dealt_again_is_two_taps(self):
        sheet = blank(after_carte_blanche="new_hand")
        draft, taken = type_hand(RULES, sheet, BOB, ["hand.how=carte_blanche_elder"])
        assert complete(RULES, sheet, BOB, draft) == deal("cb E")
        assert taken + 1 == 2

    def test_players_are_called_by_name(self):
        draft, _taken = type_hand(RULES, blank(), BOB, TAPS_Q1[:5])
        now = RULES.screen(blank(), BOB, draft)
        assert sentence(now.title) == "Who has the best set?"
        assert [sentence(offer.label) for offer in now.question.offers] == ["Ann", "Bob", "None"]
        assert [sentence(fact) for fact in now.facts] == ["Ann is elder", "declared: Ann 9, Bob 0"]
        assert [(sentence(row.label), sentence(row.answer)) for row in now.rows[:4]] == [
            ("Point", "Ann"),
            ("Cards of the point", "5"),
            ("Sequences", "Ann"),
            ("Lengths of the sequences", "4"),
        ]
        of_bob = RULES.screen(blank(), ANN, draft).question.offers[0]
        assert sentence(of_bob.label) == "Bob"

    def test_first_comes_quick_or_full(self):
        now = RULES.screen(blank(), BOB, {})
        assert [sentence(offer.label) for offer in now.question.offers] == [
            "Full deal",
            "Totals only",
            "Full deal, carte blanche of Ann",
            "Full deal, carte blanche of Bob",
        ]
        again = RULES.screen(blank(after_carte_blanche="new_hand"), BOB, {})
        assert sentence(again.question.offers[2].label) == "Carte blanche of Ann, and a new deal"

    def test_a_repique_is_told_at_once(self):
        draft, _taken = type_hand(RULES, blank(), BOB, TAPS_Q2[:7])
        assert sentence(RULES.hints(blank(), BOB, draft)[-1]) == "repique: Ann"

    def test_no_sequence_is_longer_than_the_point(self):
        draft, _taken = type_hand(RULES, blank(), BOB, TAPS_Q1[:4])
        question = RULES.screen(blank(), BOB, draft).question
        assert [offer.value for offer in question.likely] == ["3", "4", "5"]
        offered = {offer.value for offer in question.offers}
        assert {"3 + 3", "5 + 5", "3 + 3 + 3 + 3"} <= offered
        assert not any("6" in value for value in offered)

    def test_only_possible_plays_are_offered_as_pairs(self):
        draft, _taken = type_hand(RULES, blank(), BOB, TAPS_Q1[:-1])
        question = RULES.screen(blank(), BOB, draft).question
        assert [sentence(offer.label) for offer in question.offers] == [
            "9 and 6",
            "10 and 7",
            "11 and 8",
            "12 and 9",
            "13 and 10",
        ]
        assert sentence(question.offers[0].label) == "9 and 6"

    def test_what_does_not_fit_any_more_is_asked_again(self):
        draft, _taken = type_hand(RULES, blank(), BOB, TAPS_Q1)
        changed = {**draft, "hand.elder_tricks": 9}
        now = RULES.screen(blank(), BOB, changed)
        assert (now.question.path, now.complete) == ("hand.play.elder", False)
        assert RULES.entry_of(blank().table, changed).play_elder is None
        shorter = RULES.screen(blank(), BOB, {**draft, "hand.point.cards": 3})
        assert shorter.question.path == "hand.lengths"

    def test_what_is_not_offered_is_refused(self):
        draft, _taken = type_hand(RULES, blank(), BOB, TAPS_Q1)
        assert sentence(RULES.refuse(blank(), BOB, draft, "hand.lengths", "6")) == "This cannot be chosen now."
        assert sentence(RULES.refuse(blank(), BOB, draft, "hand.play.elder", 8)) == "This cannot be chosen now."
        with pytest.raises(KeyError):
            RULES.refuse(blank(), BOB, draft, "hand.play.younger", 6)
        with pytest.raises(KeyError):
            RULES.refuse(blank(), BOB, draft, "hand.nothing", 6)

    @pytest.mark.parametrize(
        "spoken",
        [Q1, Q2, Q3, Q4, Q5, Q6, f"{OPEN}, k 7", f"{Q1}, k 2", "quick 3/0", "cb Y, tricks 0Y, play 1/13",
         "seq E3+5+4, tricks 6E, play 9/8"],
    )  # fmt: skip
    def test_a_recorded_deal_is_corrected_from_what_it_was(self, spoken):
        entry, table = deal(spoken), blank().table
        draft = RULES.draft_of(table, entry)
        assert RULES.screen(blank(), BOB, draft).complete
        assert RULES.entry_of(table, draft) == entry

    def test_new_lengths_replace_the_recorded_ones(self):
        draft = RULES.draft_of(blank().table, deal("seq E3+5, tricks 6E, play 9/8"))
        entry = RULES.entry_of(blank().table, {**draft, "hand.lengths": "4"})
        assert entry.sequences_lengths == (4,)

    def test_the_sample_is_a_whole_match(self):
        names, options, hands, winners = SAMPLE
        sheet = RULES.blank(Table(names=names, options=Options(**options), first_dealer=BOB))
        for taps in hands:
            assert sheet.outcome is None
            dealer = RULES.dealer(sheet)
            draft, _taken = type_hand(RULES, sheet, dealer, taps)
            sheet = RULES.record(sheet, dealer, complete(RULES, sheet, dealer, draft))
        assert tuple(sheet.table.names[int(key)] for key in sheet.outcome.winners) == winners


def in_file(entry):
    """An entry as a sheet file has it."""
    return {"hand": RULES.record_of(entry, blank().table)["hand"], "players": {}}


def match_file(hands, **options):
    """A match of a sheet file; Bob deals first."""
    return {"rules": "piquet", "options": options, "players": ["Ann", "Bob"], "hands": hands}


class TestFiles:
    def test_a_match_is_read_from_a_file(self):
        deals = [Q1, Q2, Q3, "quick 30/24", Q5, Q6]
        hands = [in_file(deal(spoken)) for spoken in deals]
        hands[0]["hand"] |= {"carte_blanche": None, "quick": None, "elder_first_tricks": None}
        assert hands[1]["hand"]["sequences"] == {"winner": "elder", "lengths": [5]}
        assert hands[4]["hand"]["sets"] == {"winner": "elder", "quatorzes": 1, "trios": 1}
        found = read(match_file(hands))
        assert totals(found.sheet) == "337/181"
        assert sentence(found.outcome.reason) == "After 6 deals Ann wins 256"

    def test_its_text_reads_well(self):
        hands = [in_file(deal(spoken)) for spoken in (Q3, "quick 30/24")]
        found = read(match_file(hands, match="rubicon_4"))
        text = "".join(write_plain([found]))
        assert "Match: Rubicon, four deals" in text
        assert "+30  pique: 30 in play before Bob had anything" in text
        assert "+73  doubled: deal 1 counts twice" in text
        assert text.endswith("The game goes on.\n")

    @pytest.mark.parametrize(
        ("hand", "place"),
        [
            pytest.param({"quick": {"elder": 1, "younger": 2, "both": 3}}, "hand.quick.both", id="unknown"),
            pytest.param({"quick": {"elder": 1}}, "hand.quick.younger", id="one total"),
            pytest.param({"quick": {"elder": -1, "younger": 2}}, "hand.quick.elder", id="below 0"),
            pytest.param({"quick": [1, 2]}, "hand.quick", id="no object"),
            pytest.param({"point": {"winner": "Ann", "cards": 5}}, "hand.point.winner", id="a name"),
            pytest.param({"point": {"winner": "elder", "cards": 9}}, "hand.point.cards", id="nine cards"),
            pytest.param({"sequences": {"winner": "elder", "lengths": [2]}}, "hand.sequences.lengths", id="short"),
            pytest.param({"sequences": {"winner": "elder", "lengths": 5}}, "hand.sequences.lengths", id="no list"),
            pytest.param({"sequences": {"winner": "elder", "lengths": [5.0]}}, "hand.sequences.lengths", id="5.0"),
            pytest.param({"sets": {"winner": "elder", "quatorzes": 4, "trios": 0}}, "hand.sets.quatorzes", id="four"),
        ],
    )
    def test_what_a_file_cannot_say(self, hand, place):
        found = said(document(match_file([{"hand": hand}])))
        assert any(f"games[0].hands[0].{place}: " in line for line in found)


class TestFacts:
    def facts(self, spoken, **options):
        sheet = play(spoken, **options)
        found = RULES.facts(sheet.table, sheet.hands[0])
        return {(fact.column, fact.key): fact.amount // 2 for fact in found}

    def test_of_a_deal(self):
        assert self.facts(Q3) == {
            ("0", HANDS): 73,
            ("1", HANDS): 4,
            ("0", "pique"): 30,
            ("0", "elder"): 73,
            ("0", "tricks"): 9,
            ("0", "declared"): 23,
            ("1", "younger"): 4,
            ("1", "tricks"): 3,
            ("1", "declared"): 0,
        }

    def test_of_totals_and_of_a_new_deal(self):
        assert set(self.facts("quick 3/4")) == {("0", HANDS), ("1", HANDS), ("0", "elder"), ("1", "younger")}
        again = self.facts("cb E", after_carte_blanche="new_hand")
        assert again == {("0", HANDS): 10, ("1", HANDS): 0, ("0", "carte_blanche"): 10}

    def test_the_repique_the_capot_and_the_doubling(self):
        assert self.facts(Q2)["0", "repique"] == 60
        assert self.facts(Q4, match="rubicon_4")["0", "capot"] == 40
        assert self.facts(Q4, match="rubicon_4")["0", "elder"] == 132


def test_elder_leads_and_the_dealer_deals():
    table = blank().table
    assert [(duty.key, duty.seat) for duty in RULES.duties(table, BOB, {})] == [("deals", BOB), ("elder", ANN)]


def test_the_deal_alternates():
    assert sentence(RULES.refuse_dealer(play(Q1), BOB)) == "It is Ann’s deal."
    assert RULES.refuse_dealer(play(Q1), ANN) is None
    again = play("cb E", after_carte_blanche="new_hand")
    assert sentence(RULES.refuse_dealer(again, ANN)) == "It is Bob’s deal."


def test_the_guide_has_a_table_of_values():
    tables = [part.table for part in RULES.guide if part.table]
    assert len(tables) == 1
    assert all(sentence(cell) for row in tables[0] for cell in row)
    assert all(sentence(paragraph) for part in RULES.guide for paragraph in part.paragraphs)


@st.composite
def deals(draw, quick=True):
    """A deal as a thumb may tap it."""
    sheet, draft = blank(), {}
    while not (screen := RULES.screen(sheet, BOB, draft)).complete:
        offers = [offer for offer in buttons(screen) if quick or offer.value != "quick"]
        offer = draw(st.sampled_from(offers))
        draft[offer.path] = offer.value
    return RULES.entry_of(sheet.table, draft)


class TestProperties:
    @given(entry=deals())
    def test_what_can_be_tapped_can_be_true_and_is_corrected_as_it_was(self, entry):
        assert problems(entry) == []
        assert RULES.entry_of(blank().table, RULES.draft_of(blank().table, entry)) == entry

    @given(entry=deals(quick=False))
    def test_sums_and_what_never_happens(self, entry):
        hand = RULES.record(blank(), BOB, entry).hands[0]
        marks = [line.mark for line in hand.lines]
        assert sum(hand.points.values()) == sum(line.points for line in hand.lines)
        assert not {"pique", "repique"} <= set(marks)
        assert marks.count("repique") <= 1
        assert all(line.column == "0" for line in hand.lines if line.mark == "pique")
        assert all(line.points > 0 and sentence(line.reason) for line in hand.lines)
        assert 13 <= entry.play_elder + entry.play_younger <= 25

    @given(entry=deals(), dealer=st.sampled_from([ANN, BOB]))
    def test_only_the_role_counts_and_not_who_has_it(self, entry, dealer):
        ann, bob = (RULES.record(blank(), seat, entry).hands[0].points for seat in (dealer, 1 - dealer))
        assert list(ann.values()) == list(reversed(bob.values()))

    @given(first=st.integers(0, 400), second=st.integers(0, 400))
    def test_a_rubicon_is_won_by_the_higher_total_for_at_least_100(self, first, second):
        sheet = party(first, second)
        assert (sheet.outcome is None) == (first == second)
        if sheet.outcome is not None:
            assert sheet.outcome.winners == (("0",) if first > second else ("1",))
            won = sheet.outcome.reason.values["won"].half // 2
            loser = min(first, second)
            assert won == abs(first - second) + 100 + (2 * loser if loser < 100 else 0)

    @given(hands=st.lists(deals(), min_size=1, max_size=5))
    def test_au_cent_ends_exactly_when_somebody_has_100(self, hands):
        sheet = blank(match="au_cent")
        for entry in hands:
            sheet = RULES.record(sheet, RULES.dealer(sheet), entry)
            assert (sheet.outcome is None) == (max(sheet.totals.values()) < 200)
            if sheet.outcome is not None:
                assert sheet.totals[sheet.outcome.winners[0]] >= 200
                break
