"""Deals of Piquet in the notation of RULES.md, and helpers that play and check them.

In "point E5, sequences E4, sets Y1+1, tricks 7E, play 9/6", E is elder and Y is younger. Sets are quatorzes + trios;
"7E" is elder's number of tricks and the winner of the last one; play points and totals are elder/younger.
"blanche E" is a carte blanche, "k 3" means that elder won 3 tricks before younger's first, and "quick 28/23" enters
only the totals.
"""

from scorekeeper.formats.language import sentence
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.deal import Entry, Options
from scorekeeper.rules.sheet import Table
from tests.pages import rows

RULES = PIQUET.rules
ANN, BOB = 0, 1
ROLES = {"E": "elder", "Y": "younger"}

PAGE = "games/piquet/RULES.md"
PARTS = ("point", "sequences", "sets", "tricks", "play")


def written(row):
    """Convert a row of the worked deals in RULES.md to this notation."""
    return ", ".join(f"{part} {row[part]}" for part in PARTS if row[part] not in ("equal", "none"))


WORKED_DEALS = {row["deal"]: written(row) for row in rows(PAGE, "Worked deals")}
Q1, Q2, Q3, Q4, Q5, Q6 = (WORKED_DEALS[name] for name in ("Q1", "Q2", "Q3", "Q4", "Q5", "Q6"))
UNDECIDED = "point E6, sequences E6, tricks 9E, play 11/4"
"""Elder has declared 22 and may have won 0 to 8 tricks before younger's first; 7 or 8 would make a pique."""

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


def deal(notation):
    """Return the entry for a deal in this notation."""
    parts = dict(part.split() for part in notation.split(", ")) if notation else {}
    values = {"carte_blanche": ROLES.get(parts.get("blanche", ""))}
    if point := parts.get("point"):
        values |= {"point_winner": ROLES[point[0]], "point_cards": int(point[1:])}
    if sequences := parts.get("sequences"):
        lengths = tuple(int(length) for length in sequences[1:].split("+"))
        values |= {"sequences_winner": ROLES[sequences[0]], "sequences_lengths": lengths}
    if sets := parts.get("sets"):
        quatorzes, trios = map(int, sets[1:].split("+"))
        values |= {"sets_winner": ROLES[sets[0]], "quatorzes": quatorzes, "trios": trios}
    if tricks := parts.get("tricks"):
        values |= {"elder_tricks": int(tricks[:-1]), "last_trick": ROLES[tricks[-1]]}
    for key in ("play", "quick"):
        if key in parts:
            elder, younger = map(int, parts[key].split("/"))
            values |= {f"{key}_elder": elder, f"{key}_younger": younger}
    return Entry(**values, elder_first_tricks=int(parts["k"]) if "k" in parts else None)


def blank(**options):
    """Return an empty sheet for Ann and Bob; Bob deals first, so Ann is elder."""
    return RULES.blank(Table(names=("Ann", "Bob"), options=Options(**options), first_dealer=BOB))


def play(*notations, **options):
    """Return the sheet after these deals, which must have no errors."""
    sheet = blank(**options)
    for notation in notations:
        assert sheet.outcome is None, notation
        entry = deal(notation)
        assert list(RULES.problems(sheet, RULES.dealer(sheet), entry)) == [], notation
        sheet = RULES.record(sheet, RULES.dealer(sheet), entry)
    return sheet


def totals(sheet):
    return "/".join(str(total // 2) for total in sheet.totals.values())


def worth(notation, **options):
    """Return the totals after a first deal, as "elder/younger"."""
    return totals(play(notation, **options))


def lines(notation):
    """Return the lines of a first deal, each consisting of E or Y, the points, and the reason."""
    hand = play(notation).hands[0]
    return [f"{'EY'[int(line.column)]} {line.points // 2} {sentence(line.reason)}" for line in hand.lines]


def problems(entry, **options):
    """Return the errors in a first deal as (path, message) pairs; Piquet has no warnings."""
    entry = deal(entry) if isinstance(entry, str) else entry
    errors = list(RULES.problems(blank(**options), BOB, entry))
    assert all(problem.level == "error" for problem in errors)
    return [(problem.path, sentence(problem.message)) for problem in errors]


def rubicon(ann, bob):
    """Return a Rubicon of six deals that ends with these totals; all points are scored in the fifth deal."""
    return play(*["quick 0/0"] * 4, f"quick {ann}/{bob}", "quick 0/0")
