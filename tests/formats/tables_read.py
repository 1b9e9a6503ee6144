"""Reads tables for the tests, and writes down in a line of text what was read of each game."""

from datetime import date

from scorekeeper.formats.brought import KnownHere
from scorekeeper.formats.language import half_points, name_key, sentence
from scorekeeper.formats.results import new_game
from scorekeeper.formats.results_tables import read_table
from scorekeeper.games import all_games

TODAY = date(2026, 6, 1)
HOW = {
    "Uno": "least",
    "Hearts": "least",
    "Catan": "most",
    "Skat": "most",
    "Boggle": "most",
    "Chess": "who",
    "The Crew": "together",
}
GAMES = {name_key(name): new_game(name, how) for name, how in HOW.items()}
GAMES |= {name: all_games()[name] for name in ("scarto", "tarocchi", "trumplestiltskin")}
HERE = KnownHere(game=lambda name: GAMES.get(name_key(name)), players=("Ann", "Ben", "Mom and Dad"), today=TODAY)


def read(table, answers=(), known=HERE, encoding="utf-8"):
    """Return what is read of a table, given as bytes or as text."""
    return read_table(table if isinstance(table, bytes) else table.encode(encoding), dict(answers), known)


def line_of(game):
    """Return a game as a line such as `2024-03-09 Uno: Ann 12 *, Ben 30 (at Ann's) "a note"`."""
    won, parts = game.outcome.winners, []
    for column in game.sheet.columns:
        names = " & ".join(game.names[seat] for seat in column.seats)
        total = f" {half_points(game.sheet.totals[column.key])}" if game.given else ""
        parts.append(f"{names}{total}{' *' if column.key in won else ''}")
    about = [f"({game.place})"] * bool(game.place) + [f"“{game.note}”"] * bool(game.note)
    return " ".join([str(game.night), f"{sentence(game.rules.name)}: {', '.join(parts)}", *about])


def lines(brought):
    """Return all games as lines."""
    return [line_of(game) for game in brought.games]


def open_keys(brought):
    """Return the keys of the questions that have no answer."""
    return [question.key for question in brought.questions if not question.answer]


def understood(brought):
    """Return what each column is, by its head."""
    return {q.text: q.answer for q in brought.questions if q.key.startswith("column.")}


def notes(brought):
    """Return the messages as strings."""
    return [str(message) for message in brought.messages]
