"""What the columns of a table are, by their heads, or else by what is below them. FORMAT.md: Tables."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.formats.amounts import NOTHING_WRITTEN, marked_number
from scorekeeper.formats.brought import Answers
from scorekeeper.formats.cells import TableRow
from scorekeeper.formats.days import written_day
from scorekeeper.rules.text import folded

KINDS: Mapping[str, Promise] = {
    "date": _("Date"),
    "game": _("Game"),
    "place": _("Where you played"),
    "note": _("Note"),
    "player": _("A player"),
    "winner": _("Who won"),
    "name": _("A player in each row"),
    "score": _("That player’s points"),
    "id": _("Number of the game"),
    "out": _("Leave out"),
}
# What is said above columns, without numbers, punctuation, and anything in parentheses. Nobody may be called so.
HEADS: Mapping[str, str] = {
    "date": "date, day, when, night, evening, game night, played, played on, date played, datum, tag, abend, wann",
    "game": "game, what, which game, game name, name of the game, game played, board game, boardgame, card game, title,"
    " spiel, was, spielname, titel",
    "place": "place, where, location, venue, at, host, hosted by, ort, wo, gastgeber",
    "note": "note, notes, comment, comments, remark, remarks, notiz, notizen, bemerkung, bemerkungen, kommentar",
    "name": "name, player, player name, who, team, column, spieler, spielerin, wer",
    "score": "score, scores, point, points, pts, total, totals, result, results, final score, total score, vp,"
    " score player, player score, points player, player points, punkte, pkt, punktzahl, ergebnis, gesamt,"
    " gesamtpunkte, spieler punkte, punkte spieler",
    "winner": "winner, winners, won, won by, who won, sieger, siegerin, gewinner, gewinnerin, gewonnen, sieg,"
    " wer hat gewonnen",
    "id": "no, nr, id, number, game no, game nr, game number, game id, match, round, hand, deal, session, partie,"
    " runde, spiel nr, spielnummer",
    "out": "players, rank, ranking, position, pos, standing, rang, platz, sum, sums, grand total, summe, best, highest,"
    " lowest, average, durchschnitt, difference, differenz, margin, duration, time, minutes, length, dauer, zeit,"
    " minuten, rounds, turns, runden, hands, games, wins, losses, lost, spiele, siege, niederlagen, count, anzahl,"
    " player count, number of players, rating, season, year, month, week, jahr, monat, woche, started, ended, stopped",
}
KIND_OF = {head: kind for kind, heads in HEADS.items() for head in heads.split(", ")}
OWN_HEADS = {"game": "id", "rules": "game"}  # in the app's own table of games
ONLY_ONE = ("date", "game", "place", "id")
FIRST_ROWS = 20  # among which the heads are
LETTERS = re.compile(r"[^\W\d_]+")
NUMBER_IN_HEAD = re.compile("[0-9]{1,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableColumn:
    """A column. `number` is in its head, or else how many of its kind there are up to it: name 1 has score 1."""

    at: int
    head: str
    kind: str
    number: int


def words_of(head: str) -> str:
    """Return a head as it would be in the list."""
    return " ".join(LETTERS.findall(folded(head.partition("(")[0])))


def find_heads(rows: Sequence[TableRow]) -> int | None:
    """Return which row has the heads: the one with most words of the list, or else the first above a row of numbers."""
    candidates = [
        at
        for at, row in enumerate(rows[:FIRST_ROWS])
        if sum(map(bool, row.cells)) > 1 and not any(written_day(cell) or _is_bare(cell) for cell in row.cells)
    ]
    known = {at: sum(words_of(cell) in KIND_OF for cell in rows[at].cells) for at in candidates}
    best = max(candidates, key=known.__getitem__, default=None)
    if best is None or known[best]:
        return best
    return next((at for at in candidates if rows[at + 1 :] and any(map(_is_bare, rows[at + 1].cells))), None)


def understand(heads: TableRow, rows: Sequence[TableRow], answers: Answers, *, is_own: bool) -> list[TableColumn]:
    """Return what each column is: what was answered, or what its head says, or what is below it."""
    width = max(len(row.cells) for row in (heads, *rows))
    below = [[cell for row in rows if (cell := row.cell(at)) not in NOTHING_WRITTEN] for at in range(width)]
    given = [kind if (kind := answers.get(f"column.{at + 1}", "")) in KINDS else "" for at in range(width)]
    kinds = [kind or _by_head(heads.cell(at), below[at], is_own=is_own) for at, kind in enumerate(given)]
    for kind in ONLY_ONE:
        same = [at for at in range(width) if kinds[at] == kind and not given[at]]
        same.sort(key=lambda at: _most(below[at], written_day), reverse=True)
        for at in same[0 if kind in given else 1 :]:
            kinds[at] = "out"
    has_names = "name" in kinds
    for at, kind in enumerate(kinds):
        if not kind and "date" not in kinds and _most(below[at], _is_day):
            kinds[at] = "date"
        elif not kind:
            has_points = any(map(_is_bare, below[at])) or _most(below[at], _is_number)
            name, what = _of_whom(heads.cell(at))
            kinds[at] = "player" if name and what in ("", "score") and has_points and not has_names else "out"
        elif kind == "score" and not (has_names or given[at]):
            kinds[at] = "out"
    columns = list[TableColumn]()
    for at, kind in enumerate(kinds):
        head = _of_whom(heads.cell(at))[0] if kind == "player" else heads.cell(at)
        number = NUMBER_IN_HEAD.search(head)
        place = int(number[0]) if number else kinds[: at + 1].count(kind)
        columns.append(TableColumn(at=at, head=head, kind=kind, number=place))
    return columns


def _by_head(head: str, cells: Sequence[str], *, is_own: bool) -> str:
    """Return what a head says, or nothing if it isn't known. Numbers make some heads mean something else."""
    kind = (OWN_HEADS.get(head) if is_own else None) or KIND_OF.get(words_of(head), "")
    if kind == "game" and cells and {*cells} == {str(number) for number in range(1, len({*cells}) + 1)}:
        return "id"  # There are games called 31 and 500.
    return "out" if kind in ("name", "place") and _most(cells, _is_number) else kind


def _of_whom(head: str) -> tuple[str, str]:
    """Return whom a head such as "Ann pts" names, and the kind of its last word, or else all of it, and nothing."""
    name, _space, last = head.rpartition(" ")
    what = KIND_OF.get(words_of(last.strip("()")), "")
    return (name.rstrip(" –-:"), what) if name and what in ("score", "place", "out") else (head, "")


def _most(cells: Sequence[str], test: Callable[[str], object]) -> bool:
    """Return whether a test is true of at least half of the cells."""
    passed = sum(map(bool, map(test, cells)))
    return bool(passed) and 2 * passed >= len(cells)


def _is_day(cell: str) -> bool:
    day = written_day(cell)
    return day is not None and (day.year is not None or not marked_number(cell))


def _is_number(cell: str) -> bool:
    return not _is_day(cell) and marked_number(cell) is not None


def _is_bare(cell: str) -> bool:
    """Return whether a cell is a number without a mark."""
    found = marked_number(cell)
    return found is not None and not found[1]
