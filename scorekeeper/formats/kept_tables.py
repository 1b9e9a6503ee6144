"""A table that somebody kept, as the rows of games. What is above, between and below them is left out."""

import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from json import dumps

from django.utils.translation import gettext as _

from scorekeeper.formats.amounts import amount, marked_number
from scorekeeper.formats.brought import Answers, Broken, Question
from scorekeeper.formats.cells import NoTable, TableRow, read_rows, split_rows
from scorekeeper.formats.foreign import HEADERS, OWN_GAMES
from scorekeeper.formats.heads import TableColumn, find_heads, understand
from scorekeeper.formats.parsing import Report
from scorekeeper.formats.tables import GAME_KEYS
from scorekeeper.rules import limits
from scorekeeper.rules.text import folded

# The namespace for the ids of games. Never change it, or a table would bring its games a second time.
WRITTEN = uuid.UUID("5b0c5a0e-0d0b-5f0c-9c53-2a8e6f0d7e11")
SUMS = {"total", "totals", "sum", "sums", "summe", "gesamt", "average", "mean", "durchschnitt", "schnitt"}
FROM_ABOVE = ("date", "game", "place")  # Where these are empty, they're those of the row above.
OWN_ID, OWN_ENDED = GAME_KEYS.index("game"), GAME_KEYS.index("ended")


class FlawError(ValueError):
    """A row can't be read. The arguments are the row, why, and the columns that are wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGame:
    """The rows of a game, what they say `about` it, and an id, which follows from how they're written."""

    rows: tuple[TableRow, ...]
    about: Mapping[str, str]
    id: str


class KeptTable:
    """A table with what its columns are, and its games. In a long table, a row has one player.

    What it leaves open is asked, and the answer is looked up at once. `flawed` are rows that can't be read, by line.
    """

    def __init__(self, raw: bytes, answers: Answers) -> None:
        self.answers, self.report = answers, Report()
        self.questions, self.flawed = list[Question](), dict[int, Broken]()
        self.separator, rows = read_rows(raw)
        beginning = ",".join(rows[0].cells[:4])
        self.is_own = beginning == OWN_GAMES
        if beginning in HEADERS and not self.is_own:
            raise NoTable(_("This seems to be {what}.").format(what=HEADERS[beginning]))
        if (at := find_heads(rows)) is None:
            raise NoTable(_("No row says what the columns are. Put headings on top: date, game, the players’ names."))
        self.heads, below = rows[at], [self._mended(row) for row in rows[at + 1 :]]
        understood = understand(self.heads, below, {}, is_own=self.is_own)
        self.columns = understand(self.heads, below, answers, is_own=self.is_own)
        self.is_long = len(self.of("name")) == 1
        self.rows = self._with_results(rows[:at], below)
        self.games = [*self._games(understood)]

    def ask(
        self,
        key: str,
        text: str,
        choices: Iterable[tuple[str, str]] = (),
        note: str = "",
        understood: str = "",
        fits: Callable[[str], object] | None = None,
    ) -> str:
        """Ask a question, and return the answer that counts: what was given, if it `fits`, or what was understood."""
        offered, given = tuple(choices), self.answers.get(key, "").strip()
        answer = given if (fits(given) if fits else given in dict(offered)) else understood
        self.questions.append(Question(key=key, text=text, note=note, choices=offered, answer=answer))
        return answer

    def flaw(self, row: TableRow, why: str, *wrong: int) -> None:
        """Say why a row can't be read, and which columns are wrong. Of several reasons, the first is kept."""
        is_out = bool(self.answers.get(f"out.{row.line}"))
        broken = Broken(line=row.line, cells=row.cells, wrong=frozenset(wrong), why=why, text=row.text, left_out=is_out)
        self.flawed.setdefault(row.line, broken)

    def leave_out(self, row: TableRow, why: str) -> None:
        """Say why a row is left out."""
        self.report.add("note", _("line {line}").format(line=row.line), why)

    def of(self, *kinds: str) -> list[TableColumn]:
        """Return the columns of these kinds."""
        return [column for column in self.columns if column.kind in kinds]

    def _mended(self, row: TableRow) -> TableRow:
        """Return the row as it was typed anew, if it was."""
        typed = self.answers.get(f"row.{row.line}", "").strip("\r\n")[: limits.LONGEST_NOTE]
        rows = split_rows(typed, self.separator) if typed.strip() else ()
        return replace(rows[0], line=row.line, text=typed, cells=rows[0].cells[: limits.MOST_CELLS]) if rows else row

    def _with_results(self, above: Sequence[TableRow], below: Sequence[TableRow]) -> list[TableRow]:
        """Return the rows that have results. Say what is left out, and which rows don't fit below the heads."""
        reasons = {row.line: _("It’s above the headings.") for row in above}
        for row in below:
            if not any(row.cells):
                reasons[row.line] = _("It’s empty.")
            elif row.cells == self.heads.cells:
                reasons[row.line] = _("The headings again.")
            elif any(folded(cell).rstrip(" :") in SUMS for cell in row.cells):
                reasons[row.line] = _("It’s a sum.")
            elif self.is_own and not row.cell(OWN_ENDED):
                reasons[row.line] = _("This game isn’t over.")
            elif surplus := [at for at in range(len(self.heads.cells), len(row.cells)) if row.cells[at]]:
                self.flaw(row, _("It has more cells than there are headings."), *surplus)
        rows = [row for row in below if row.line not in reasons]
        if self._is_sum(rows):
            reasons[rows.pop().line] = _("It’s a sum.")
        for row in (*above, *below):
            if row.line in reasons:
                self.leave_out(row, reasons[row.line])
        return rows

    def _is_sum(self, rows: Sequence[TableRow]) -> bool:
        """Return whether the last row has the sums of two or more columns, and no date of its own."""
        columns = [column for column in self.of("player", "score") if rows and rows[-1].cell(column.at)]
        if len(rows) < 3 or len(columns) < 2 or _first(rows[-1], self.of("date")):
            return False
        numbers = [[marked_number(row.cell(column.at)) or ("", "") for column in columns] for row in rows]
        *points, sums = ([amount(number, "") or 0 for number, _mark in row] for row in numbers)
        return any(sums) and sums == [sum(column) for column in zip(*points, strict=True)]

    def _games(self, understood: Sequence[TableColumn]) -> Iterator[KeptGame]:
        """Yield the games. Their ids follow from what the columns were `understood` to be, whatever was answered."""
        about, others = [*self._about(self.columns)], [c for c in understood if c.kind not in FROM_ABOVE]
        written = [
            dumps([*cells.values(), *([column.head, cell] for column in others if (cell := row.cell(column.at)))])
            for row, cells in zip(self.rows, self._about(understood), strict=True)
        ]
        counts, ids = Counter[str](), set[str]()
        for group in self._grouped(about) if self.is_long else ([at] for at, _row in enumerate(self.rows)):
            rows, key = tuple(self.rows[at] for at in group), "".join(written[at] for at in group)
            counts[key] += 1
            identity = rows[0].cell(OWN_ID) if self.is_own else ""
            if not identity.isprintable() or identity in ids or not 0 < len(identity) <= limits.LONGEST_ID:
                identity = str(uuid.uuid5(WRITTEN, f"{counts[key]} {key}"))
            ids.add(identity)
            yield KeptGame(rows=rows, about=about[group[0]], id=identity)

    def _about(self, columns: Sequence[TableColumn]) -> Iterator[dict[str, str]]:
        """Yield what each row says of its game, or else the rows above it."""
        above = dict.fromkeys(FROM_ABOVE, "")
        for row in self.rows:
            own = {kind: _first(row, (column for column in columns if column.kind == kind)) for kind in FROM_ABOVE}
            above = own if self.is_own else {kind: cell or above[kind] for kind, cell in own.items()}
            yield above

    def _grouped(self, about: Sequence[Mapping[str, str]]) -> list[list[int]]:
        """Return the rows of each game of a long table, by their indexes: they are together, or have a number."""
        begins = [bool(_first(row, self.of(*FROM_ABOVE))) for row in self.rows]
        is_said_once = not all(begins)
        by_key, there, before = defaultdict[tuple[str, ...], list[list[int]]](list), set[str](), None
        for at, row in enumerate(self.rows):
            name, number = folded(row.cell(self.of("name")[0].at)), _first(row, self.of("id"))
            key = (folded(about[at]["date"]), folded(about[at]["game"]), number)
            is_next = key != before or name in there or (begins[at] and is_said_once)
            if is_next and not (number and by_key[key]):
                by_key[key].append([])
                there = set()
            by_key[key][-1].append(at)
            there.add(name)
            before = key
        for games in by_key.values():
            for at in (game[0] for game in games if len(game) == 1 < len(games)):
                self.flaw(self.rows[at], _("Which game is it? Sort the rows by game, or number the games."))
        return sorted(game for games in by_key.values() for game in games)


def _first(row: TableRow, columns: Iterable[TableColumn]) -> str:
    """Return the first cell in these columns that isn't empty."""
    return next(filter(None, (row.cell(column.at) for column in columns)), "")
