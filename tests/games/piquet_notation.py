"""Deals of Piquet written as the table says them.

"point E5, seq E4, sets Y1+1, tricks 7E, play 9/6": E is elder, Y younger; sets are quatorzes + trios; "7E" are the
tricks of elder and who won the last; play and totals are elder/younger. "cb E" is a carte blanche, "k 3" the tricks
before younger's first, "quick 28/23" two totals.
"""

from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.deal import Entry, Options
from scorekeeper.rules.sheet import Table
from scorekeeper.text import sentence

RULES = PIQUET.rules
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
TAPS_Q1 += ["hand.sets_to=younger", "hand.sets_of=14+3"]
TAPS_Q1 += ["hand.elder_tricks=7", "hand.last_trick=elder", "hand.play.elder=9"]
TAPS_Q2 = [FULL, "hand.point_to=elder", "hand.point.cards=5", "hand.sequences_to=elder", "hand.lengths=5"]
TAPS_Q2 += ["hand.sets_to=elder", "hand.sets_of=14"]
TAPS_Q2 += ["hand.elder_tricks=8", "hand.last_trick=elder", "hand.play.elder=11"]
TAPS_Q3 = [FULL, "hand.point_to=elder", "hand.point.cards=5", "hand.sequences_to=elder", "hand.lengths=5"]
TAPS_Q3 += ["hand.sets_to=elder", "hand.sets_of=3"]
TAPS_Q3 += ["hand.elder_tricks=9", "hand.last_trick=younger", "hand.play.elder=10"]
TAPS_Q5 = [FULL, EQUAL_POINT, "hand.sequences_to=nobody", "hand.sets_to=elder", "hand.sets_of=14+3"]
TAPS_Q5 += ["hand.elder_tricks=12"]
TAPS_Q6 = [FULL, "hand.point_to=younger", "hand.point.cards=7", "hand.sequences_to=younger", "hand.lengths=7"]
TAPS_Q6 += ["hand.sets_to=younger", "hand.sets_of=14"]
TAPS_Q6 += ["hand.elder_tricks=6", "hand.last_trick=elder", "hand.play.elder=9"]
BLANCHE = ["hand.how=carte_blanche_younger", EQUAL_POINT, "hand.sequences_to=nobody", "hand.sets_to=nobody"]
BLANCHE += ["hand.elder_tricks=0"]


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
        assert list(RULES.problems(sheet, RULES.dealer(sheet), entry)) == [], each
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
    found = list(RULES.problems(blank(**options), BOB, entry))
    assert all(problem.level == "error" for problem in found)
    return [(problem.path, sentence(problem.message)) for problem in found]


def party(first, second, **options):
    """A match whose deals leave Ann and Bob with these totals: all in the last deal, in which Ann is younger."""
    deals = {"rubicon_6": 6, "rubicon_4": 4}[options.get("match", "rubicon_6")]
    return play(*["quick 0/0"] * (deals - 2), f"quick {first}/{second}", "quick 0/0", **options)
