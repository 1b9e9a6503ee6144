"""Score sheets for a terminal: aligned columns, with the reasons listed below each hand."""

import unicodedata
from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from scorekeeper.formats.language import half_points, isolated, sentence, series, signed_points
from scorekeeper.formats.sheets import GameFile
from scorekeeper.rules.declaration import unusual
from scorekeeper.rules.sheet import Line

GAP = "  "
NARROWEST = 6  # the minimum width of a column, so that most games look alike
INDENT = " " * 6  # before everything below a hand's points


def write_plain(games: Iterable[GameFile]) -> Iterator[str]:
    """Yield the lines for all games, one game after another. Each line ends with a newline."""
    for number, game in enumerate(games):
        if number:
            yield "\n"
        for line in _game(game):
            yield line.rstrip() + "\n"


def width(text: str) -> int:
    """Return a string's width in terminal cells: wide characters take two, combining and format characters none."""
    visible = (character for character in text if unicodedata.category(character) not in {"Mn", "Me", "Cf"})
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in visible)


def _right(text: str, cells: int) -> str:
    return " " * (cells - width(text)) + text


def _left(text: str, cells: int) -> str:
    return text + " " * (cells - width(text))


def _game(game: GameFile) -> Iterator[str]:
    place = isolated(" ".join(game.place.split()))
    title = [sentence(game.rules.name), game.night.isoformat() if game.night else "", place]
    yield " · ".join(part for part in title if part)
    players = [isolated(name) for name in game.names]
    seated, dealer = ", ".join(players), players[game.first_dealer]
    yield _("{names}; {dealer} deals first").format(names=seated, dealer=dealer) if game.rules.has_dealer else seated
    for label, value in unusual(game.table.options, len(game.names)):
        yield f"{sentence(label)}: {sentence(value)}"
    yield ""
    names = {column.key: sentence(column.label) for column in game.sheet.columns}
    cells = {key: max(width(name), NARROWEST) for key, name in names.items()}
    heads = GAP.join(_right(name, cells[key]) for key, name in names.items())
    before = " " * 4 + GAP + _dealer(game, _("dealer"))
    yield before + heads
    yield "─" * (width(before) + width(heads))
    for number, (hand, scored) in enumerate(zip(game.saved, game.scored, strict=True), start=1):
        counts = number <= len(game.sheet.hands)
        start = _right(str(number), 4) + GAP + _dealer(game, players[hand.dealer])
        if counts:
            points = scored.points
            yield start + GAP.join(_right(signed_points(points[key]), cells[key]) for key in names)
            yield " " * width(start) + GAP.join(_right(half_points(scored.totals[key]), cells[key]) for key in names)
            yield from _reasons(scored.lines, names)
        else:
            yield start + _("after the end: doesn’t count")
        if hand.accepted:
            yield INDENT + _("scored despite a warning")
        if counts:
            yield ""
    yield ""
    outcome = game.outcome
    if outcome is None:
        yield _("The game isn’t over yet.")
        return
    winners = [sentence(column.label) for column in game.sheet.columns if column.key in outcome.winners]
    reason = sentence(outcome.reason).removesuffix(".") + "."
    won = _("Won by {names}.").format(names=series(winners))
    yield reason if outcome.says_who_won or not winners else f"{reason} {won}"


def _dealer(game: GameFile, name: str) -> str:
    """Return a cell of the dealer column, padded to the column's width, or an empty string if nobody deals."""
    if not game.rules.has_dealer:
        return ""
    return _left(name, max(width(_("dealer")), *map(width, game.names))) + GAP


def _reasons(lines: tuple[Line, ...], names: dict[str, str]) -> Iterator[str]:
    if not lines:
        yield INDENT + _("nobody scored")
    widest = max(width(name) for name in names.values())
    for column, name in names.items():
        for line in (line for line in lines if line.column == column):
            amount = _right(signed_points(line.points), NARROWEST)
            yield INDENT + _left(name, widest) + GAP + amount + GAP + sentence(line.reason)
            name = ""  # Only the first line shows the name.
