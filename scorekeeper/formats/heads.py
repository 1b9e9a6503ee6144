"""What the columns of a table are, by their heads, or else by what is below them. FORMAT.md: Tables."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain, islice

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.formats.amounts import NOTHING_WRITTEN, mark_alone, marked_number
from scorekeeper.formats.brought import Answers
from scorekeeper.formats.cells import TableRow
from scorekeeper.formats.days import written_day
from scorekeeper.formats.language import name_key
from scorekeeper.rules import limits
from scorekeeper.rules.text import folded

KINDS: Mapping[str, Promise] = {
    "date": _("Date"),
    "game": _("Game"),
    "place": _("Where you played"),
    "note": _("Note"),
    "player": _("A player"),
    "winner": _("Who won"),
    "name": _("A name in each row"),
    "score": _("Points of that name"),
    "rank": _("Rank of that name"),
    "players": _("Everybody who played"),
    "others": _("Who else played"),
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
    "name": "name, player, players, player name, who, who played, participants, present, people, team, column,"
    " spieler, spielerin, mitspieler, teilnehmer, wer",
    "score": "score, scores, point, points, pts, total, totals, result, results, final score, total score, vp,"
    " score player, player score, points player, player points, punkte, pkt, punktzahl, ergebnis, gesamt,"
    " gesamtpunkte, spieler punkte, punkte spieler",
    "winner": "winner, winners, won, won by, who won, first, st, st place, first place, sieger, siegerin,"
    " gewinner, gewinnerin, gewonnen, wer hat gewonnen, sieg, erster",
    "others": "loser, losers, lost, runner up, second, third, fourth, nd, rd, th, nd place, rd place, th place,"
    " second place, third place, with, opponent, opponents, against, verlierer, gegner, zweiter, dritter, vierter",
    "rank": "rank, ranking, position, pos, finish, placement, standing, place no, rang, platz, platzierung",
    "id": "no, nr, id, number, game no, game nr, game number, game id, match, round, hand, deal, session, partie,"
    " runde, spiel nr, spielnummer",
    "out": "sum, σ, sums, grand total, summe, best, highest, lowest, average, durchschnitt, difference, differenz,"
    " margin, spread, winning score, duration, time, minutes, length, dauer, zeit, uhrzeit, minuten, rounds, turns,"
    " runden, hands, games, wins, losses, spiele, siege, niederlagen, count, anzahl, player count, teams,"
    " number of players, rating, season, year, month, week, jahr, monat, woche, started, ended, stopped",
}
KIND_OF = {head: kind for kind, heads in HEADS.items() for head in heads.split(", ")}
ROUNDS = {"round", "hand", "deal", "runde"}
OWN_HEADS = {"game": "id", "rules": "game"}  # in the app's own table of games
ONLY_ONE = ("date", "game", "place", "id")
EVERYBODY = {"all", "everybody", "everyone", "both", "alle"}
NOBODY = {"nobody", "none", "niemand", "keiner"}
TIED = {"draw", "drawn", "tie", "tied", "unentschieden", "remis"}
NO_NAMES = EVERYBODY | NOBODY | TIED  # which can stand in their place
FIRST_ROWS = 20  # among which the heads are
SLIP = 3  # characters at most of a cell with letters that was meant as a number
LETTERS = re.compile(r"[^\W\d_]+")
NUMBER_IN_HEAD = re.compile("[0-9]{1,3}")
TEAM = ("&", "+", "/", " and ", " und ")  # between the names of a side


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


def player_in(head: str) -> str:
    """Return the name in the head of a player's points: "Ann", "Ann's score", "Points (Ann)"."""
    kept = [word for word in head.split() if KIND_OF.get(words_of(word.strip("()"))) != "score"]
    name = " ".join(kept).strip("()").removesuffix("'s").removesuffix("’s")
    return name if name and len(kept) < len(head.split()) else head


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
    kinds = [known or kind for known, kind in zip(given, _with_players(heads, below, kinds), strict=True)]
    counts, columns = Counter[str](), list[TableColumn]()
    for at, kind in enumerate(kinds):
        counts[kind] += 1
        number = NUMBER_IN_HEAD.search(heads.cell(at))
        columns.append(
            TableColumn(at=at, head=heads.cell(at), kind=kind, number=int(number[0]) if number else counts[kind])
        )
    return columns


def _by_head(head: str, cells: Sequence[str], *, is_own: bool) -> str:
    """Return what a head says, or nothing if it isn't known. What is below decides where it can say several things."""
    kind = (OWN_HEADS.get(head) if is_own else None) or KIND_OF.get(words_of(head), "")
    is_numeric, number = _most(cells, _is_number), NUMBER_IN_HEAD.search(head)
    if kind in ("rank", "place") and number and not is_numeric:
        return "winner" if int(number[0]) == 1 else "others"
    if kind == "game" and is_numeric:  # There are games called 31 and 500.
        numbers = sorted({int(cell) for cell in cells if cell.isdecimal() and len(cell) < 6})
        return "id" if numbers == [*range(1, len(numbers) + 1)] else kind
    if kind == "place" and is_numeric:
        return "rank"
    if (kind == "name" and is_numeric) or (kind == "score" and cells and not any(map(_is_number, cells))):
        return "out"
    return "players" if kind == "name" and _most(cells, lambda cell: len(listed(cell)) > 1) else kind


def _with_players(heads: TableRow, below: Sequence[Sequence[str]], kinds: Sequence[str]) -> Iterator[str]:
    """Yield the kinds. What isn't known yet is a date, or a player with numbers (or crosses), or is left out."""
    unknown = [at for at, kind in enumerate(kinds) if not kind]
    dates = [at for at in unknown if "date" not in kinds and _most(below[at], _is_day)][:1]
    named = [at for at in unknown if heads.cell(at) and at not in dates]
    players = [at for at in named if any(map(_is_bare, below[at])) or _most(below[at], _is_meant_as_number)]
    players = players or [at for at in named if _most(below[at], mark_alone)]
    lists = [cell for at, kind in enumerate(kinds) if kind in ("winner", "players", "others") for cell in below[at]]
    said = {folded(name) for cell in lists for name in (cell, *names_in(listed(cell)))} - NO_NAMES
    if "name" in kinds or (said and said.isdisjoint(folded(heads.cell(at)) for at in players)):
        players = []
    for at, kind in enumerate(kinds):
        if not kind:
            yield "date" if at in dates else "player" if at in players else "out"
        elif kind in ("score", "rank") and "name" not in kinds:
            yield "out"
        elif kind == "name" and "score" not in kinds and kinds.count("name") == 1:
            yield "players" if _most(below[at], lambda cell: len(names_in([cell])) > 1) else kind
        else:
            yield kind


def listed(cell: str) -> list[str]:
    """Return what is in a list, in one cell."""
    return cell.split(";") if ";" in cell else cell.replace("\n", ",").split(",")


def names_in(texts: Sequence[str], separators: Sequence[str] = TEAM, whole: Set[str] = frozenset()) -> list[str]:
    """Return the names of players and of sides. Those whose key is among the `whole` ones stay together."""
    for separator in separators:
        split = ([text] if whole and name_key(text) in whole else text.split(separator) for text in texts)
        texts = [*islice(filter(None, (" ".join(part.split()) for part in chain(*split))), limits.MOST_SEATS + 1)]
    return [*texts]


def _most(cells: Sequence[str], test: Callable[[str], object]) -> bool:
    """Return whether a test is true of at least half of the cells."""
    passed = sum(map(bool, map(test, cells)))
    return bool(passed) and 2 * passed >= len(cells)


def _is_day(cell: str) -> bool:
    day = written_day(cell)
    return day is not None and (day.year is not None or not marked_number(cell))


def _is_number(cell: str) -> bool:
    return not _is_day(cell) and marked_number(cell) is not None


def _is_meant_as_number(cell: str) -> bool:
    """Return whether a cell is a number, or nearly one, such as "3o" and "(12)"."""
    is_near = any(map(str.isdigit, cell)) and ":" not in cell and (len(cell) <= SLIP or not any(map(str.isalpha, cell)))
    return not _is_day(cell) and (is_near or marked_number(cell) is not None)


def _is_bare(cell: str) -> bool:
    """Return whether a cell is a number without a mark."""
    found = marked_number(cell)
    return found is not None and not found[1]
