"""Who played, with how many points, and who won, as the rows of a game say it. FORMAT.md: Tables."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.formats.amounts import NOTHING_WRITTEN, amount, decimal_sign, mark_alone, marked_name, marked_number
from scorekeeper.formats.cells import NoTable, TableRow
from scorekeeper.formats.heads import EVERYBODY, NOBODY, ROUNDS, TEAM, TIED, listed, names_in, player_in, words_of
from scorekeeper.formats.kept_tables import FlawError, KeptGame, KeptTable
from scorekeeper.formats.language import NameRefused, Typed, clean_name, name_key, series
from scorekeeper.formats.results import Party
from scorekeeper.rules import limits
from scorekeeper.rules.text import Half, folded

MOST_MARKS = 10  # each of which is asked about
YES = {"x", "yes", "y", "ja", "j", "1", "won", "win", "w", "winner", "true", "wahr", *"✓\u2714*", "sieg", "gewonnen"}
NO = {"no", "n", "nein", "0", "lost", "lose", "loss", "l", "loser", "false", "falsch", "niederlage", "verloren"}
WORD = re.compile(r"[^\W\d_]{1,12}")
RANK = re.compile("=?([0-9]{1,3})(?:st|nd|rd|th|[.=])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEntry:
    """What a row says of a player or a side: a number as it's written, without its mark, and a name with one."""

    row: TableRow
    at: int
    name: str
    name_mark: str
    number: str
    mark: str
    rank: str


class EntryReader:
    """Reads who played each game of a table, and asks what is open about all of them."""

    def __init__(self, table: KeptTable, players: Iterable[str]) -> None:
        self.table, self.ask, self.roster = table, table.ask, {name_key(name) for name in players}
        self.sides = dict[tuple[str, str], tuple[tuple[str, ...], set[str]]]()
        self.everybody = self._everybody()
        cells = Counter(row.cell(column.at) for row in table.rows for column in table.of("player", "score"))
        self.words = {cell for cell, count in cells.items() if count > 1 and WORD.fullmatch(cell)}
        self.entries = {game.id: [entry for row in game.rows for entry in self._in_row(row)] for game in table.games}
        entries = [entry for entries in self.entries.values() for entry in entries]
        self.meanings = self._meanings(entries)
        self.decimal = self._decimal_sign([entry.number for entry in entries if entry.number])
        self.has_points = self._has_points()

    def parties(self, game: KeptGame, reserved: Set[str]) -> list[Party]:
        """Return who played a game, without names that the game uses itself. Raise `FlawError` if a row is wrong."""
        played, entries = list[tuple[set[str], Party]](), self.entries[game.id]
        is_scored = any(entry.number for entry in entries)
        for entry in entries:
            names, keys = self._names(entry)
            meanings = {self.meanings.get(mark) for mark in (entry.name_mark, entry.mark)}
            won = self._has_won(entry, meanings)
            is_absent = self.table.is_long and is_scored and not (entry.number or entry.mark) and won is None
            if keys & reserved or "out" in meanings or is_absent:
                continue
            total = amount(entry.number, self.decimal) if entry.number else None
            if entry.number and total is None:
                why = _("{number} is neither a whole number nor a half.")
                raise FlawError(entry.row, why.format(number=entry.number), entry.at)
            if total is not None and not self.has_points:
                total, won = None, total == Half(2)
            played.append((keys, Party(names=names, total=total, won=won)))
        named = self._named_winners(game, {key for keys, _party in played for key in keys}, reserved)
        if named is None and all(party.won is None for _keys, party in played):
            return [party for _keys, party in played]
        return [replace(party, won=bool(party.won or keys & (named or set()))) for keys, party in played]

    def _names(self, entry: TableEntry) -> tuple[tuple[str, ...], set[str]]:
        """Return the cleaned names of a player or a side, and the keys for comparing them."""
        written = entry.name, entry.name_mark
        if written not in self.sides:
            is_marked = self.meanings.get(entry.name_mark, "name") != "name"
            parts = self._team([marked_name(entry.name)[0] if is_marked else entry.name])
            try:
                self.sides[written] = tuple(map(clean_name, parts)), {*map(name_key, parts)}
            except NameRefused as refused:
                raise FlawError(entry.row, str(refused), entry.at) from None
        names, keys = self.sides[written]
        if not self.table.of("player", "name") and any(map(str.isdigit, entry.name)) and not keys <= self.roster:
            raise FlawError(entry.row, _("“{name}” isn’t a name.").format(name=Typed(entry.name)), entry.at)
        return names, keys

    def _has_won(self, entry: TableEntry, meanings: Set[str | None]) -> bool | None:
        """Return whether somebody won, if a mark, a word in their row, or their rank says it."""
        word, rank = folded(self._winner(entry.row)) if self.table.is_long else "", RANK.fullmatch(entry.rank)
        if "won" in meanings or word in YES | NO:
            return "won" in meanings or word in YES
        if entry.rank and not rank:
            raise FlawError(entry.row, _("“{rank}” isn’t a rank.").format(rank=entry.rank), entry.at)
        return int(rank[1]) == 1 if rank and not word else None

    def _named_winners(self, game: KeptGame, played: Set[str], reserved: Set[str]) -> set[str] | None:
        """Return the names of those who won, if the rows name them."""
        named = set[str]() if self.table.is_own else None
        for row in game.rows:
            word = folded(self._winner(row))
            if not word or (self.table.is_long and word in YES | NO):
                continue
            winners = {name_key(name): name for name in self._winners(row)}
            for stranger in winners.keys() - played - reserved:
                why = _("{name} won, but isn’t among those who played.").format(name=Typed(winners[stranger]))
                raise FlawError(row, why, self.table.of("winner")[0].at)
            named = {*(named or ()), *winners, *(played if word in EVERYBODY else ())}
        return named

    def _in_row(self, row: TableRow) -> Iterator[TableEntry]:
        """Yield what a row says of each player, in whichever form."""
        of, cell = self.table.of, row.cell
        for column in of("player"):
            if cell(column.at) not in NOTHING_WRITTEN:
                yield self._entry(row, column.at, player_in(column.head), cell(column.at), is_head=True)
        for column in of("name"):
            if cell(column.at) not in NOTHING_WRITTEN:
                beside = [other for other in of("score", "rank") if self.table.is_long or other.number == column.number]
                at = {other.kind: other.at for other in reversed(beside)}
                points, rank = (cell(at[kind]) if kind in at else "" for kind in ("score", "rank"))
                yield self._entry(row, at.get("score", column.at), cell(column.at), points, rank)
        if of("player", "name"):
            return
        if not of("players"):
            for name in self.everybody or self._winners(row):
                yield self._entry(row, of("winner")[0].at, name)
        for column in of("players", "others"):
            for name in self._team(listed(cell(column.at))):
                yield self._entry(row, column.at, name)

    def _entry(
        self, row: TableRow, at: int, name: str, points: str = "", rank: str = "", *, is_head: bool = False
    ) -> TableEntry:
        """Return what is written of a player. Report points that are no number."""
        number, mark = marked_number(points) or ("", points if points in self.words else mark_alone(points))
        name_mark = "" if is_head or self.table.is_own else marked_name(name)[1]
        entry = TableEntry(row=row, at=at, name=name, name_mark=name_mark, number=number, mark=mark, rank=rank)
        if not number and not mark and points not in NOTHING_WRITTEN:
            self.table.flaw(row, _("{name}’s score isn’t a number.").format(name=Typed(name)), at)
        return entry

    def _everybody(self) -> list[str]:
        """Ask who played if the table says only who won. Return who played every time."""
        if self.table.of("player", "name", "players", "others") or not self.table.of("winner"):
            return []
        names = [*{name_key(name): name for row in self.table.rows for name in self._winners(row)}.values()]
        choices = [("all", _("{names}, every time").format(names=series([*map(Typed, names)])))]
        choices = choices if 0 < len(names) <= limits.MOST_SEATS else []
        answer = self.ask("players", _("Who played?"), [*choices, ("winner", _("Only who won is known"))])
        return names if answer == "all" else []

    def _meanings(self, entries: Sequence[TableEntry]) -> dict[str, str]:
        """Ask what each mark means."""
        marks = dict.fromkeys(mark for entry in entries for mark in (entry.name_mark, entry.mark) if mark)
        if len(marks) > MOST_MARKS:
            raise NoTable(_("There are too many different marks beside the points and names."))
        meanings = dict[str, str]()
        for mark in marks:
            is_alone = any(entry.mark == mark and not entry.number for entry in entries)
            choices = {"won": _("Who won"), "nothing": _("They played") if is_alone else _("Nothing")}
            if is_alone:
                choices["out"] = _("They didn’t play")
            if any(entry.name_mark == mark for entry in entries):
                choices["name"] = _("It’s part of the name")
            meanings[mark] = self.ask(f"mark.{mark}", _("What does “{mark}” mean?").format(mark=mark), choices.items())
        return meanings

    def _decimal_sign(self, numbers: Sequence[str]) -> str:
        """Return the sign before fractions. Ask if a number can be read in two ways, and no other tells which."""
        sign, example = decimal_sign(numbers)
        if sign or not example:
            return sign
        sign, other = (",", ".") if "," in example else (".", ",")
        less = _("A little more than {whole}").format(whole=example.partition(sign)[0])
        choices = [("thousands", example.replace(sign, "")), ("fraction", less)]
        answer = self.ask("thousands", _("How much is {number}?").format(number=example), choices)
        return sign if answer == "fraction" else other

    def _has_points(self) -> bool:
        """Ask whether the numbers are results, and whether they're points, where they could be something else."""
        scored = [[entry.number for entry in entries if entry.number] for entries in self.entries.values()]
        if self.table.is_own or not any(scored):
            return True
        if not self.table.of("date", "game") or any(words_of(column.head) in ROUNDS for column in self.table.columns):
            choices = [("games", _("Results of games")), ("parts", _("Rounds of a game, or sums of several"))]
            if self.ask("rows", _("What are the numbers?"), choices) == "parts":
                self.table.report.add("error", "", _("Only the results of whole games can be added."))
        totals = [sorted(amount(number, self.decimal) or Half(0) for number in numbers) for numbers in scored]
        games = [game for game in totals if len(game) > 1]
        if not games or not (all(map(_are_ranks, games)) or all({*game} <= {0, 2} for game in games)):
            return True
        choices = [("points", _("Yes")), ("winner", _("No, 1 is for who won"))]
        return self.ask("numbers", _("Are the numbers points?"), choices) != "winner"

    def _winners(self, row: TableRow) -> list[str]:
        """Return the names of those who won, as they are written in a row."""
        cell = self._winner(row)
        return [] if folded(cell) in EVERYBODY | NOBODY else self._team(listed(cell))

    def _winner(self, row: TableRow) -> str:
        cells = (row.cell(column.at) for column in self.table.of("winner"))
        return "\n".join(cell for cell in cells if cell not in NOTHING_WRITTEN and folded(cell) not in TIED)

    def _team(self, texts: Sequence[str]) -> list[str]:
        """Return the names of sides. "Mom and Dad" are one player if they are in the group."""
        return names_in(texts, [" & "] if self.table.is_own else TEAM, self.roster)


def _are_ranks(totals: Sequence[Half]) -> bool:
    """Return whether numbers in order could be ranks: from 1 up, and none higher than how many there are so far."""
    return totals[0] == 2 and all(half % 2 == 0 and half <= 2 * place for place, half in enumerate(totals, 1))
