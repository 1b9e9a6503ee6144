"""What pictures to send say of a game, a night or a year. Their template lays it out in pixels."""

from base64 import b64encode
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache as once
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.formats.language import distinct, half_points, isolated, sentence
from scorekeeper.looking_back.figures import Person, everybody
from scorekeeper.looking_back.history import history_of
from scorekeeper.looking_back.nights import game_lines
from scorekeeper.looking_back.recaps import night_page
from scorekeeper.models import Game, Night, Playgroup
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.sheet.charts import NARROW, TEXT, Strip, chart, shorten, text_width
from scorekeeper.recording.sheet.reading import SheetView
from scorekeeper.recording.sheet.stories import told_on_the_night
from scorekeeper.rules.text import Half, Text, both, folded, gettext as _, ngettext, with_commas

WIDTH, NAME = 496, 22 * NARROW  # the room for a line in pixels, and for a name, as charts measure it
MOST_ROWS = 10  # of a night or a year
Picture = Mapping[str, Any]


def game_picture(record: GameRecord) -> Picture | None:
    """Return the picture of a game, or None if it isn't over."""
    record = replace(record, names=tuple(shorten(name, NAME) for name in record.names))
    end, game = SheetView(record).end, record.game
    if end is None:
        return None
    return _picture(
        title=sentence(record.rules.name),
        date=game.night.date,
        group=game.group.name,
        faces=end.faces or record.marks,
        crowned=end.winners and not end.drawn,
        headline=end.won,
        total=_points(end.total),
        story=next((told.text for told in told_on_the_night(record)), end.reason),
        rows=[(view.faces, sentence(view.column.label), _points(view.total), view.won) for view in end.ranked],
        chart=chart(record, Strip),
    )


def night_picture(night: Night) -> Picture | None:
    """Return the picture of a night, or None if no game is over. One of a single game is that game's."""
    page = night_page(night)
    over = [row for row in page.rows if row.state == Game.State.OVER]
    if len(over) == 1 and over[0].pk in page.records:
        return game_picture(page.records[over[0].pk])
    if page.recap is None:
        return None
    lines = game_lines(over)
    shared = sum(len(line.winners) > 1 for line in lines)
    why = ngettext("One game had more than one winner.", "{count} games had more than one winner.", shared)
    return _of_wins(
        [(person, score.won) for line in lines for score in line.scores for person in score.people],
        ngettext("{names} wins the night", "{names} share the night", 1),
        title=sentence(ngettext("{count} game", "{count} games", len(lines))),
        date=night.date,
        group=night.group.name,
        story=why if shared else page.recap["sentences"][-1],
    )


def year_picture(group: Playgroup, year: int) -> Picture | None:
    """Return the picture of a year, or None if no game of it is over."""
    everyone = everybody(group)
    games = history_of(group, everyone).among(year=year).games
    if not games:
        return None
    counted = [
        ngettext("{count} evening", "{count} evenings", len({game.night for game in games})),
        ngettext("{count} game", "{count} games", len(games)),
    ]
    if hands := sum(game.hands for game in games):
        counted.append(ngettext("{count} hand", "{count} hands", hands))
    played = [(everyone[person], person in game.winners) for game in games for person in game.persons]
    won = ngettext("{names} is the champion", "{names} share the title", 1)
    return _of_wins(played, won, title=str(year), group=group.name, story=with_commas(counted))


def _of_wins(played: Sequence[tuple[Person, bool]], won: Text, **words: Any) -> Picture:
    """Return a picture that ranks those who `played`, each with whether they won, by wins; `won` is its headline."""
    people = {person.id: person for person, _won in played}
    wins = Counter(person.id for person, has_won in played if has_won)
    ranked = sorted(people.values(), key=lambda person: (-wins[person.id], folded(person.name)))[:MOST_ROWS]
    marks, most = distinct([person.mark for person in ranked]), wins[ranked[0].id]
    best = [person.name for person in ranked if wins[person.id] == most > 0]
    names = both(shorten(name, NAME) for name in best)
    return _picture(
        faces=marks[: len(best) or None],
        crowned=best,
        headline=replace(won, count=len(best), values={"names": names}) if best else _("Nobody wins"),
        total=sentence(ngettext("{count} win", "{count} wins", most)) if best else "",
        rows=[
            ((mark,), isolated(person.name), str(wins[person.id]), wins[person.id] == most > 0)
            for mark, person in zip(marks, ranked, strict=True)
        ],
        **words,
    )


def _picture(
    *, title: str, group: str, headline: Text, total: str, story: Text, rows: Sequence[tuple[Any, ...]], **words: Any
) -> Picture:
    """Return the words as lines that fit, and the ranking in rows of cells: beside a chart, of up to five."""
    said, has_chart = sentence(headline), words.get("chart") is not None
    across = min(len(rows), 5) if has_chart else 1 + (len(rows) > 3) + (len(rows) > 6)
    cell = max(113, 452 // across) if has_chart else max(150, 450 // (across + 1))
    cells = [(faces, shorten(name, (cell - 26 * len(faces) - 18) * TEXT // 17), *more) for faces, name, *more in rows]
    size = max(28, min(44, WIDTH * TEXT // text_width(said)))
    return words | {
        "title": shorten(title, 310),
        "group": shorten(isolated(group), 560),
        "headline": _lines(said, size),
        "size": size,
        "total": total,
        "story": _lines(sentence(story), 20),
        "ranking": [cells[at : at + across] for at in range(0, len(cells), across)],
        "cell": cell,
    }


def _points(total: Half | None) -> str:
    return "" if total is None else half_points(total)


def _lines(text: str, size: int) -> list[str]:
    """Break a sentence that is too long into two lines of about the same length."""
    room, wide, lines = WIDTH * TEXT // size, text_width(text), [""]
    for word in text.split():
        if len(lines) == 1 and room < wide <= 2 * text_width(lines[0]):
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [shorten(line, room) for line in lines]


@once
def drawing() -> Mapping[str, SafeString]:
    """Return what a picture has inside because it can load nothing: fonts, the faces' colors, and symbols."""
    names = "scorekeeper.css", "icons.svg", "fonts/grenze-600.woff2", "fonts/suits.woff2"
    styles, icons, *fonts = (Path(str(finders.find(name))).read_bytes() for name in names)
    grenze, suits = (b64encode(font).decode() for font in fonts)
    colors = "\n".join(line for line in styles.decode().splitlines() if " { --f: #" in line)
    symbols = icons.decode().partition(">")[2].rpartition("</svg>")[0]
    texts = {"grenze": grenze, "suits": suits, "colors": colors, "symbols": symbols}
    return {name: mark_safe(text) for name, text in texts.items()}
