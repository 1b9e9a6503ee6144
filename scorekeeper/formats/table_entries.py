"""Who played, with how many points, and who won, as the rows of a game say it. FORMAT.md: Tables."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.formats.amounts import NOTHING_WRITTEN, amount, decimal_sign, marked_name, marked_number
from scorekeeper.formats.cells import NoTable, TableRow
from scorekeeper.formats.heads import words_of
from scorekeeper.formats.kept_tables import FlawError, KeptGame, KeptTable
from scorekeeper.formats.language import Typed, name_key
from scorekeeper.formats.results import Party
from scorekeeper.rules import limits
from scorekeeper.rules.text import Half, folded

MOST_MARKS = 10  # each of which is asked about
YES = {"x", "yes", "y", "ja", "j", "1", "won", "win", "w", "true", "wahr"}
NO = {"no", "n", "nein", "0", "lost", "loss", "l", "false", "falsch"}
ROUNDS = {"round", "hand", "deal", "runde"}
BETWEEN_WINNERS = (";", ",", "\n", " & ", " and ", " und ")


@dataclass(frozen=True, slots=True, kw_only=True)
class TableEntry:
    """What a row says of a player or a side: a number as it's written, without its mark, and a name with one."""

    row: TableRow
    at: int
    name: str
    name_mark: str
    number: str
    mark: str


class EntryReader:
    """Reads who played each game of a table, and asks what is open about all of them."""

    def __init__(self, table: KeptTable) -> None:
        self.table, self.ask = table, table.ask
        self.entries = {game.id: [entry for row in game.rows for entry in self._in_row(row)] for game in table.games}
        entries = [entry for entries in self.entries.values() for entry in entries]
        self.meanings = self._meanings(entries)
        self.decimal = self._decimal_sign([entry.number for entry in entries if entry.number])
        self.are_ranks = self._are_ranks()

    def parties(self, game: KeptGame, reserved: Set[str]) -> list[Party]:
        """Return who played a game, without names that the game uses itself. Raise `FlawError` if a row is wrong."""
        played, entries = list[tuple[set[str], Party]](), self.entries[game.id]
        is_scored = any(entry.number for entry in entries)
        for entry in entries:
            is_in_name = self.meanings.get(entry.name_mark, "name") == "name"
            name = entry.name if is_in_name else marked_name(entry.name)[0]
            names = tuple(" ".join(part.split()) for part in name.split(" & ", limits.MOST_SEATS))
            keys, word = {*map(name_key, names)}, folded(self._winner(entry.row)) if self.table.is_long else ""
            won = True if word in YES else False if word in NO else None
            if "won" in (self.meanings.get(entry.name_mark), self.meanings.get(entry.mark)):
                won = True
            if keys & reserved or (self.table.is_long and is_scored and not entry.number and won is None):
                continue
            total = amount(entry.number, self.decimal)
            if entry.number and total is None:
                why = _("{number} is neither a whole number nor a half.")
                raise FlawError(entry.row, why.format(number=entry.number), entry.at)
            if total is not None and self.are_ranks:
                total, won = None, total == Half(2)
            played.append((keys, Party(names=names, total=total, won=won)))
        named = self._named_winners(game, {key for keys, _party in played for key in keys}, reserved)
        if named is None and all(party.won is None for _keys, party in played):
            return [party for _keys, party in played]
        return [replace(party, won=bool(party.won or keys & (named or set()))) for keys, party in played]

    def _named_winners(self, game: KeptGame, played: Set[str], reserved: Set[str]) -> set[str] | None:
        """Return the names of those who won, if the rows name them."""
        named = set[str]() if self.table.is_own else None
        for row in game.rows:
            cell = self._winner(row)
            if not cell or (self.table.is_long and folded(cell) in YES | NO):
                continue
            texts = [cell]
            for separator in BETWEEN_WINNERS:
                parts = [[text] if name_key(text) in played else text.split(separator) for text in texts]
                texts = [" ".join(text.split()) for part in parts for text in part if text.strip()]
                texts = texts[: limits.MOST_SEATS + 1]
            winners = {name_key(text): text for text in texts}
            for stranger in winners.keys() - played - reserved:
                why = _("{name} won, but isn’t among those who played.").format(name=Typed(winners[stranger]))
                raise FlawError(row, why, self.table.of("winner")[0].at)
            named = {*(named or ()), *winners}
        return named

    def _winner(self, row: TableRow) -> str:
        cells = (row.cell(column.at) for column in self.table.of("winner"))
        return next((cell for cell in cells if cell not in NOTHING_WRITTEN), "")

    def _in_row(self, row: TableRow) -> Iterator[TableEntry]:
        """Yield what a row says of each player. Report points that are no number."""
        of = self.table.of
        written = [(c.at, c.head, "", row.cell(c.at)) for c in of("player") if row.cell(c.at) not in NOTHING_WRITTEN]
        for column in of("name"):
            name = row.cell(column.at)
            beside = [score.at for score in of("score") if self.table.is_long or score.number == column.number]
            at = beside[0] if beside else column.at
            if name not in NOTHING_WRITTEN:
                mark = "" if self.table.is_own else marked_name(name)[1]
                written.append((at, name, mark, row.cell(at) if beside else ""))
        for at, name, name_mark, points in written:
            number, mark = marked_number(points) or ("", "")
            if not number and points not in NOTHING_WRITTEN:
                why = _("{name}’s score isn’t a number. Leave it empty if {name} didn’t play.")
                self.table.flaw(row, why.format(name=Typed(name)), at)
            yield TableEntry(row=row, at=at, name=name, name_mark=name_mark, number=number, mark=mark)

    def _meanings(self, entries: Sequence[TableEntry]) -> dict[str, str]:
        """Ask what each mark means."""
        marks = dict.fromkeys(mark for entry in entries for mark in (entry.name_mark, entry.mark) if mark)
        if len(marks) > MOST_MARKS:
            raise NoTable(_("There are too many different marks beside the points and names."))
        meanings = dict[str, str]()
        for mark in marks:
            choices = [("won", _("Who won")), ("nothing", _("Nothing"))]
            if any(entry.name_mark == mark for entry in entries):
                choices.append(("name", _("It’s part of the name")))
            meanings[mark] = self.ask(f"mark.{mark}", _("What does “{mark}” mean?").format(mark=mark), choices)
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

    def _are_ranks(self) -> bool:
        """Return whether the numbers are ranks. Ask where they could be that, or no results of whole games."""
        scored = [[entry.number for entry in entries if entry.number] for entries in self.entries.values()]
        if self.table.is_own or not any(scored):
            return False
        totals = [[amount(number, self.decimal) or 0 for number in numbers] for numbers in scored if len(numbers) > 1]
        may_be_ranks = all(min(game) == 2 and max(game) <= 2 * len(game) for game in totals)
        may_be_ranks = bool(totals) and (may_be_ranks or all({*game} <= {0, 2} for game in totals))
        may_be_parts = any(words_of(column.head) in ROUNDS for column in self.table.columns)
        if self.table.of("date", "game") and not (may_be_ranks or may_be_parts):
            return False
        choices = [("points", _("Points of games")), ("ranks", _("1 is for who won"))]
        choices.append(("parts", _("Rounds of a game, or sums of several")))
        answer = self.ask("numbers", _("What are the numbers?"), choices)
        if answer == "parts":
            self.table.report.add("error", "", _("Only the results of whole games can be added."))
        return answer == "ranks"
