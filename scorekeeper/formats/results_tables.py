"""Results in a table that somebody kept, pasted or as a file. FORMAT.md: Tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from scorekeeper.formats.brought import Answers, Brought, KnownHere
from scorekeeper.formats.cells import NoTable
from scorekeeper.formats.days import LEAP_YEAR, WrittenDay, day_comes_first, in_years, may_run_backward, written_day
from scorekeeper.formats.heads import KINDS, player_in
from scorekeeper.formats.kept_tables import FlawError, KeptGame, KeptTable
from scorekeeper.formats.language import NameRefused, Typed, clean_name, clean_text, name_key, plain
from scorekeeper.formats.parsing import Message
from scorekeeper.formats.results import UnfitError, ends, new_game, result_game
from scorekeeper.formats.sheets import GameFile, winners
from scorekeeper.formats.table_entries import EntryReader
from scorekeeper.formats.values import YEARS
from scorekeeper.games import AnyGame, all_games
from scorekeeper.rules import limits

EXAMPLES, LONGEST_EXAMPLE = 3, 20  # of what is in a column, and characters of one


def read_table(raw: bytes, answers: Answers, known: KnownHere) -> Brought:
    """Read the results in a table. Nothing is raised, whatever the table and the answers are."""
    try:
        table = KeptTable(raw, answers)
        reader = EntryReader(table, known.players)
        card_games, nights = _card_games(table, known), _nights(table, known.today)
    except NoTable as refused:
        return Brought(messages=(Message(level="error", place="", text=str(refused)),))
    if not any(reader.entries.values()):
        table.report.add("error", "", _("No column is understood as a player’s points, or as who won."))
    games = list[GameFile]()
    for kept, card_game, night in zip(table.games, card_games, nights, strict=True):
        if not any(row.line in table.flawed for row in kept.rows):
            if not reader.entries[kept.id]:
                for row in kept.rows:
                    table.leave_out(row, _("Nobody played."))
            elif card_game:
                games += _game(reader, kept, card_game, night)
        broken = [table.flawed.get(row.line) for row in kept.rows]
        if any(broken) and all(row is None or row.left_out for row in broken):
            for row in kept.rows:
                if row.line not in table.flawed:
                    table.leave_out(row, _("Another row of its game is left out."))
    _ask_about_columns(table, games)
    return Brought(
        games=() if table.report.flaws else tuple(games),
        messages=tuple(table.report.messages),
        questions=tuple(table.questions),
        broken=tuple(row for _line, row in sorted(table.flawed.items())),
    )


def _game(reader: EntryReader, kept: KeptGame, card_game: AnyGame, night: date | None) -> Iterator[GameFile]:
    """Yield the game, or report why its rows can't make one."""
    notes = dict.fromkeys(row.cell(column.at) for row in kept.rows for column in reader.table.of("note"))
    try:
        place, note = _text(kept.about["place"]), _text("\n".join(filter(None, notes)))
        parties = reader.parties(kept, {name_key(plain(column.label)) for column in card_game.rules.seatless})
        if card_game.rules.way == "won":
            parties = [replace(party, total=None) for party in parties]
        yield result_game(card_game, parties, id=kept.id, night=night, place=place, note=note)
    except FlawError as flaw:
        reader.table.flaw(*flaw.args)
    except (UnfitError, ValidationError) as unfit:
        for row in kept.rows if all(question.answer for question in reader.table.questions) else ():
            reader.table.flaw(row, str(unfit.message if isinstance(unfit, ValidationError) else unfit))


def _text(text: str) -> str:
    return clean_text(text.replace("\r\n", "\n").replace("\r", "\n"), limits.LONGEST_TEXT, breaks="\n")


def _card_games(table: KeptTable, known: KnownHere) -> list[AnyGame | None]:
    """Return what was played in each game, or None. Ask about the games that the group doesn't have."""
    ask, typed, asked = table.ask, "", 0
    if not table.of("game") and not (typed := ask("game", _("Which game is it?"), fits=_game_name)):
        return [new_game("?", "most")] * len(table.games)  # as long as it isn't known
    names = [_game_name(typed or kept.about["game"]) for kept in table.games]
    counts, card_games = Counter(map(name_key, names)), dict[str, AnyGame | None]()
    for kept, name in zip(table.games, names, strict=True):
        key = name_key(name)
        for row in () if name else kept.rows:
            table.flaw(row, _("The game’s name is missing or too long."), table.of("game")[0].at)
        if not name or key in card_games:
            continue
        card_games[key] = known.game(name) or (all_games().get(name) if table.is_own else None)
        if card_games[key] is None:
            asked += 1
            choices = [*ends().items(), ("out", _("Leave out"))]
            note = ngettext("{count} game", "{count} games", counts[key]).format(count=counts[key])
            how = ask(f"game.{key}", _("How do you win {game}?").format(game=Typed(name)), choices, note)
            card_games[key] = None if how == "out" else new_game(name, how or "most")
        if asked > limits.MOST_RECIPES:
            raise NoTable(_("A table can bring at most {most} new games.").format(most=limits.MOST_RECIPES))
    return [card_games.get(name_key(name)) for name in names]


def _game_name(text: str) -> str:
    """Return the cleaned name of a game, or an empty string if it can't be one."""
    try:
        return clean_name(" ".join(text.split()))
    except NameRefused:
        return ""


def _nights(table: KeptTable, today: date) -> list[date | None]:
    """Return the date of each game, None if it isn't known. Ask what the dates of the table leave open."""
    if not table.of("date"):
        return [None] * len(table.games)
    written = [written_day(kept.about["date"]) for kept in table.games]
    days, column = [day for day in written if day], table.of("date")[0].at
    convention = _convention(table, written, today)
    dates = iter([*in_years(days, *convention)] if convention else [])
    nights = [next(dates, None) if day else None for day in written]
    for kept, day, night in zip(table.games, written, nights, strict=True):
        text = kept.about["date"]
        why = _("“{text}” isn’t a date.").format(text=Typed(text)) if text else _("The date is missing.")
        if night and night > today:
            why = _("{date} is in the future.").format(date=text)
        if day is None or (convention and (night is None or night.year not in YEARS or night > today)):
            for row in kept.rows:
                table.flaw(row, why, column)
    return nights


def _convention(table: KeptTable, written: Sequence[WrittenDay | None], today: date) -> tuple[bool, int, bool] | None:
    """Return whether the day comes first, the first year, and whether the last row is the oldest. None is open."""
    ask, days = table.ask, [day for day in written if day]
    texts = [kept.about["date"] for kept, day in zip(table.games, written, strict=True) if day]
    day_first, unclear = day_comes_first(days)
    first_year, oldest, is_open = str(today.year), "first", False
    if unclear:
        ways = {"month": False, "day": True}
        choices = [
            (way, date_format(date(LEAP_YEAR, *unclear.month_and_day(first)), "F j")) for way, first in ways.items()
        ]
        count = sum(day.is_unclear for day in days)
        note = ngettext("{count} date could go either way.", "{count} dates could go either way.", count)
        question = _("What day is {date}?").format(date=texts[days.index(unclear)])
        day_first = ways.get(ask("dates", question, choices, note.format(count=count)))
        is_open = day_first is None
    if days and days[0].year is None:
        fits = {str(year) for year in range(YEARS[0], today.year + 1)}
        first_year = ask("year", _("Which year is {date} from?").format(date=texts[0]), fits=fits.__contains__)
    if any(day.year is None for day in days) and may_run_backward(days, bool(day_first)):
        oldest = ask("oldest", _("Which row is the oldest?"), [("first", _("The first")), ("last", _("The last"))])
    if is_open or not first_year or not oldest:
        return None
    return bool(day_first), int(first_year), oldest == "last"


def _ask_about_columns(table: KeptTable, games: Sequence[GameFile]) -> None:
    """Ask what each column is, with what was understood."""
    kinds = [(kind, str(label)) for kind, label in KINDS.items()]
    is_open = any(not question.answer for question in table.questions)
    won = Counter(name_key(name) for game in games if not is_open for name in winners(game.sheet, game.outcome))
    for column in table.columns:
        cells = [cell for row in table.rows if (cell := row.cell(column.at))]
        if not cells:
            continue
        common = Counter(cells).most_common(EXAMPLES)
        note = ", ".join(f"{cell[:LONGEST_EXAMPLE]} {count}" for cell, count in common)
        if column.kind == "date":
            note = _("{first} to {last}").format(first=cells[0], last=cells[-1])
        if column.kind == "player":
            note = ngettext("{count} score", "{count} scores", len(cells)).format(count=len(cells))
            if not is_open:
                note = _("{scores}, won {count}").format(scores=note, count=won[name_key(player_in(column.head))])
        head = column.head or _("Column {number}").format(number=column.at + 1)
        table.ask(f"column.{column.at + 1}", head, kinds, note, understood=column.kind)
