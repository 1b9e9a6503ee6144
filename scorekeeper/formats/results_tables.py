"""Results in a table that somebody kept, pasted or as a file. FORMAT.md: Tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _, ngettext

from scorekeeper.formats.brought import Answers, Brought, KnownHere
from scorekeeper.formats.cells import NoTable
from scorekeeper.formats.days import LEAP_YEAR, WrittenDay, day_comes_first, in_years, run_backward, written_day
from scorekeeper.formats.heads import KINDS
from scorekeeper.formats.kept_tables import FlawError, KeptGame, KeptTable
from scorekeeper.formats.language import Typed, name_key, plain
from scorekeeper.formats.parsing import Message
from scorekeeper.formats.results import UnfitError, ends, game_name, new_game, result_game
from scorekeeper.formats.sheets import GameFile
from scorekeeper.formats.table_entries import EntryReader
from scorekeeper.formats.values import YEARS
from scorekeeper.games import AnyGame, all_games
from scorekeeper.rules import limits

EXAMPLES, LONGEST_EXAMPLE = 3, 20  # of what is in a column, and characters of one


def read_table(raw: bytes, answers: Answers, known: KnownHere) -> Brought:
    """Read the results in a table. Nothing is raised, whatever the table and the answers are."""
    try:
        table = KeptTable(raw, answers)
        reader = EntryReader(table)
        card_games, nights = _card_games(table, known), _nights(table, known.today)
    except NoTable as refused:
        return Brought(messages=(Message(level="error", place="", text=str(refused)),))
    if not any(reader.entries.values()):
        table.report.add("error", "", _("No column is understood as a player’s points."))
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
    for column in table.columns:
        if cells := dict.fromkeys(cell[:LONGEST_EXAMPLE] for row in table.rows if (cell := row.cell(column.at))):
            head = column.head or _("Column {number}").format(number=column.at + 1)
            kinds = [(kind, str(label)) for kind, label in KINDS.items()]
            table.ask(f"column.{column.at + 1}", head, kinds, ", ".join([*cells][:EXAMPLES]), understood=column.kind)
    return Brought(
        games=() if table.report.flaws else tuple(games),
        messages=tuple(table.report.messages),
        questions=tuple(table.questions),
        broken=tuple(row for _line, row in sorted(table.flawed.items())),
    )


def _game(reader: EntryReader, kept: KeptGame, card_game: AnyGame, night: date | None) -> Iterator[GameFile]:
    """Yield the game, or report why its rows can't make one."""
    notes = dict.fromkeys(row.cell(column.at) for row in kept.rows for column in reader.table.of("note"))
    note = "\n".join(filter(None, notes))
    try:
        parties = reader.parties(kept, {name_key(plain(column.label)) for column in card_game.rules.seatless})
        if card_game.rules.way == "won":
            parties = [replace(party, total=None) for party in parties]
        yield result_game(card_game, parties, id=kept.id, night=night, place=kept.about["place"], note=note)
    except FlawError as flaw:
        reader.table.flaw(*flaw.args)
    except UnfitError as unfit:
        for row in kept.rows if all(question.answer for question in reader.table.questions) else ():
            reader.table.flaw(row, str(unfit))


def _card_games(table: KeptTable, known: KnownHere) -> list[AnyGame | None]:
    """Return what was played in each game, or None. Ask about the games that the group doesn't have."""
    ask, typed, asked = table.ask, "", 0
    if not table.of("game") and not (typed := ask("game", _("Which game is it?"), fits=game_name)):
        return [new_game("?", "most")] * len(table.games)  # as long as it isn't known
    names = [game_name(" ".join((typed or kept.about["game"]).split())) for kept in table.games]
    counts, card_games = Counter(map(name_key, names)), dict[str, AnyGame | None]()
    for kept, name in zip(table.games, names, strict=True):
        key = name_key(name)
        for row in () if name else kept.rows:
            table.flaw(row, _("The game’s name is missing."), table.of("game")[0].at)
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
            raise NoTable(_("A table can add at most {most} new games.").format(most=limits.MOST_RECIPES))
    return [card_games.get(name_key(name)) for name in names]


def _nights(table: KeptTable, today: date) -> list[date | None]:
    """Return the date of each game, None if it isn't known. Ask what the dates of the table leave open."""
    if not table.of("date"):
        return [None] * len(table.games)
    written = [(kept, day, kept.about["date"]) for kept in table.games for day in [written_day(kept.about["date"])]]
    days = [day for _kept, day, _text in written if day]
    day_first, year = _convention(table, days, [text for _kept, day, text in written if day], today)
    is_open = day_first is None or not year
    dates = in_years(days, bool(day_first), int(year or today.year))
    nights = list[date | None]()
    for kept, day, text in written:
        night = next(dates) if day else None
        why = _("“{text}” isn’t a date.").format(text=Typed(text)) if text else _("The date is missing.")
        if night and night > today:
            why = _("{date} is in the future.").format(date=text)
        if day is None or (not is_open and (night is None or night.year not in YEARS or night > today)):
            for row in kept.rows:
                table.flaw(row, why, table.of("date")[0].at)
        nights.append(None if is_open else night)
    return nights


def _convention(
    table: KeptTable, days: Sequence[WrittenDay], texts: Sequence[str], today: date
) -> tuple[bool | None, str]:
    """Return whether the day comes first, and the first year. What isn't answered is None, or empty."""
    day_first, unclear = day_comes_first(days)
    if unclear:
        ways = {"month": False, "day": True}
        choices = [
            (way, date_format(date(LEAP_YEAR, *unclear.month_and_day(first)), "F j")) for way, first in ways.items()
        ]
        question = _("What day is {date}?").format(date=texts[days.index(unclear)])
        if (day_first := ways.get(table.ask("dates", question, choices))) is None:
            return None, ""
    if run_backward(days, bool(day_first)):
        text = _("Sort the rows by date, with the oldest game first, or write the year with each date.")
        table.report.add("error", "", text)
    if not days or days[0].year is not None:
        return bool(day_first), str(today.year)
    fits = {str(year) for year in range(YEARS[0], today.year + 1)}
    question = _("Which year is {date} from?").format(date=texts[0])
    return bool(day_first), table.ask("year", question, fits=fits.__contains__)
