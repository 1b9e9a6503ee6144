"""Pictures to send of a game, a night or a year: who won, how it turned, and the ranking, laid out for an SVG.

All lengths are whole pixels. `charts` knows how wide words are at most.
"""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache as once, partial
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.staticfiles import finders
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe

from scorekeeper.formats.language import distinct, half_points, isolated, sentence
from scorekeeper.looking_back.figures import Person, everybody
from scorekeeper.looking_back.history import history_of
from scorekeeper.looking_back.nights import game_lines
from scorekeeper.looking_back.recaps import night_page
from scorekeeper.models import Game, Night, Playgroup
from scorekeeper.recording.game.records import Faces, GameRecord
from scorekeeper.recording.sheet.charts import NARROW, TEXT, Chart, Strip, chart, shorten, text_width
from scorekeeper.recording.sheet.columns import End
from scorekeeper.recording.sheet.reading import SheetView
from scorekeeper.recording.sheet.stories import told_on_the_night
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.text import Text, both, folded, gettext as _, ngettext, with_commas

LEFT, RIGHT, MIDDLE, FLOOR = 44, 496, 270, 612
WIDTH = RIGHT - LEFT
STAGE, RADIUS = 166, 55  # the middle and the size of a winner's face
MOST_ROWS = 10  # of a night or a year
NAMES = 22 * NARROW  # the room for a name in a headline of one or two
FONTS = {"grenze": "grenze-600", "suits": "suits"}


class Words(NamedTuple):
    """A line of words. Its `look` is CSS classes."""

    x: int
    y: int
    size: int
    text: str
    look: str = ""


class Disc(NamedTuple):
    """A face. Those of the winners have a rim."""

    x: int
    y: int
    radius: int
    face: int | Column
    rim: int = 0

    @property
    def sign(self) -> int:
        return round(1.55 * self.radius)


class Row(NamedTuple):
    """A line of the ranking; its `share` of the longest bar is in percent."""

    faces: Faces
    name: str
    figure: str
    share: int
    won: bool


class Still(Strip):
    """The chart as high as there is room for."""

    def __init__(self, record: GameRecord, height: int) -> None:
        self.height, self.bottom = height, height - 18
        super().__init__(record)


class Picture:
    """What is drawn where. A chart's place is `chart_y` and `chart_height`; without one, the ranking has bars."""

    def __init__(
        self,
        *,
        title: str,
        beside: str = "",
        group: str,
        faces: Faces,
        crowned: bool,
        headline: Text,
        figure: str,
        story: Text,
        rows: Sequence[Row],
        record: GameRecord | None = None,
    ) -> None:
        self.name, self.hero = f"{sentence(headline)} · {title}", faces[0]
        self.discs, self.crowns, self.bars = (
            list[Disc](),
            list[tuple[int, int, int]](),
            list[tuple[int, int, int, int | Column]](),
        )
        self.words = [Words(LEFT, 52, 25, _cut(title, 280, 25)), Words(LEFT, 653, 15, _cut(isolated(group), 320, 15), "body")]
        if beside:
            self.words.append(Words(RIGHT, 51, 16, _cut(beside, 160, 16), "body end"))
        self.winners = [row for row in rows if row.won]
        self.chart: Chart | None = None
        self._crown(faces, crowned=crowned)
        top = self._head(sentence(headline), figure)
        if record is None or len(record.sheet.hands) < 3:
            self._list(rows, self._middle(_lines(sentence(story), 20, 3), top + 10, 20) + 8)
            return
        lines, deep = _lines(sentence(story), 20), 1 if len(rows) < 5 else -(-len(rows) // 5)
        end = FLOOR - 46 * deep - 25 * len(lines)
        self._middle(lines, end, 20)
        self._grid(rows, deep)
        self.chart_y, self.chart_height = top, end - top - 4
        height = self.chart_height * Still.width // WIDTH
        self.chart = chart(record, partial(Still, height=height))

    def _crown(self, faces: Faces, *, crowned: bool) -> None:
        """Draw the winners beside each other, smaller if they are many."""
        step = min(150, WIDTH // len(faces))
        radius, rim = RADIUS * step // 150, 62 * step // 150
        for index, face in enumerate(faces):
            x = MIDDLE + round((index - (len(faces) - 1) / 2) * step)
            self.discs.append(Disc(x, STAGE, radius, face, rim))
            if crowned:
                self.crowns.append((x - radius // 2, STAGE - rim - radius + 10 * step // 150, radius))

    def _head(self, headline: str, figure: str) -> int:
        """Write who won, and with what; return where there is room below it."""
        size = max(28, min(44, TEXT * WIDTH // text_width(headline)))
        y = self._middle(_lines(headline, size), STAGE + 72, size)
        if not figure:
            return y + 20
        size = min(114, 340 * TEXT // text_width(figure))
        self.words.append(Words(MIDDLE, y + size * 4 // 5, size, figure, "middle gold"))
        return y + size * 4 // 5 + 14

    def _middle(self, lines: Iterable[str], y: int, size: int) -> int:
        """Write lines below each other, and return where they end."""
        for line in lines:
            y += size * 5 // 4
            self.words.append(Words(MIDDLE, y - size // 4, size, line, "middle"))
        return y

    def _grid(self, rows: Sequence[Row], lines: int) -> None:
        """Write the ranking at the bottom, in as many lines."""
        across = -(-len(rows) // lines)
        radius, step = (17 if across < 5 else 14), WIDTH // across
        for index, row in enumerate(rows):
            x, y = LEFT + index % across * step, FLOOR - 18 - 46 * (lines - 1 - index // across)
            left = self._faces(row, x, y, radius)
            self.words.append(Words(left, y - 4, 16, _cut(row.name, x + step - 6 - left, 16)))
            self.words.append(Words(left, y + 16, 19, row.figure, "gold" * row.won))

    def _list(self, rows: Sequence[Row], top: int) -> None:
        """Write the ranking with bars into all the room there is, in two columns if there are many."""
        across = 1 if len(rows) < 7 else 2
        lines, step = -(-len(rows) // across), (WIDTH + 28) // across
        pitch = min(56, (FLOOR - top) // lines)
        top += (FLOOR - top - pitch * lines) // 2
        size = min(22, pitch * 2 // 3)
        for index, row in enumerate(rows):
            x, y = LEFT + index // lines * step, top + pitch // 2 + index % lines * pitch
            left, right = self._faces(row, x, y - 3, min(17, pitch * 2 // 5)), x + step - 28
            room = right - left - text_width(row.figure) * size // TEXT - 8
            self.words.append(Words(left, y + size // 8, size, _cut(row.name, room, size)))
            self.words.append(Words(right, y + size // 8, size, row.figure, "end gold" if row.won else "end"))
            self.bars.append((left, y + pitch // 2 - 6, (right - left) * row.share // 100, row.faces[0]))

    def _faces(self, row: Row, x: int, y: int, radius: int) -> int:
        """Draw whose line it is; return where the name begins."""
        for face in row.faces:
            self.discs.append(Disc(x + radius, y, radius, face))
            x += radius * 3 // 2
        return x + radius // 2 + 8


def _cut(text: str, room: int, size: int) -> str:
    return shorten(text, max(room, size) * TEXT // size)


def _lines(text: str, size: int, most: int = 2) -> list[str]:
    """Break a sentence that is too long into lines of about the same length."""
    room, wide, lines = (WIDTH + LEFT) * TEXT // size, text_width(text), [""]
    count = min(most, -(-wide // room))
    for word in text.split():
        if text_width(lines[-1]) * count >= wide and len(lines) < count:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [shorten(line, room) for line in lines]


@once
def drawing() -> Mapping[str, SafeString]:
    """Return what pictures take from static files, since they can load nothing: fonts, faces' colors, and symbols."""

    def read(name: str) -> bytes:
        return Path(str(finders.find(name))).read_bytes()

    colors = re.findall(r"\.\w+ \{ --f: #\w+; \}", read("scorekeeper.css").decode())
    fonts = {name: b64encode(read(f"fonts/{file}.woff2")).decode() for name, file in FONTS.items()}
    symbols = re.findall("<symbol.*</symbol>", read("icons.svg").decode())
    texts = fonts | {"colors": "".join(colors), "symbols": "".join(symbols)}
    return {name: mark_safe(text) for name, text in texts.items()}


def game_picture(record: GameRecord) -> Picture | None:
    """Return the picture of a game, or None if it isn't over."""
    outcome = record.outcome
    if outcome is None:
        return None
    room = 2 * NAMES // max(2, len(outcome.winners))
    record = replace(record, names=tuple(shorten(name, room) for name in record.names))
    end, game = End(outcome, SheetView(record).columns, low_wins=record.rules.low_wins), record.game
    story = next((told.text for told in told_on_the_night(record)), end.reason)
    return Picture(
        title=sentence(record.rules.name),
        beside=date_format(game.night.date, "D M j, Y"),
        group=game.group.name,
        faces=tuple(end.faces) or record.marks,
        crowned=not end.drawn and bool(end.winners),
        headline=end.won,
        figure="" if end.total is None else half_points(end.total),
        story=story,
        rows=[
            Row(place.faces, sentence(place.name), half_points(place.total), place.share, place.won)
            for place in end.places
            if place.rank
        ],
        record=record,
    )


def night_picture(night: Night) -> Picture | None:
    """Return the picture of a night, or None if no game is over. One of a single game is that game's."""
    page = night_page(night)
    games = [row for row in page.rows if row.state == Game.State.OVER]
    if len(games) == 1 and games[0].pk in page.records:
        return game_picture(page.records[games[0].pk])
    lines = game_lines(games)
    scores = [score for line in lines for score in line.scores]
    if not scores or page.recap is None:
        return None
    people = {person.id: person for score in reversed(scores) for person in score.people}
    wins = Counter(person.id for score in scores if score.won for person in score.people)
    shared = sum(len(line.winners) > 1 for line in lines)
    why = ngettext("One game had more than one winner.", "{count} games had more than one winner.", shared)
    return _of_wins(
        people,
        wins,
        title=sentence(ngettext("{count} game", "{count} games", len(games))),
        beside=date_format(night.date, "D M j, Y"),
        group=night.group.name,
        won=ngettext("{names} wins the night", "{names} share the night", 1),
        story=why if shared else page.recap["sentences"][-1],
    )


def year_picture(group: Playgroup, year: int) -> Picture | None:
    """Return the picture of a year, or None if no game of it is over."""
    everyone = everybody(group)
    games = history_of(group, everyone).among(year=year).games
    if not games:
        return None
    counted = (
        ngettext("{count} evening", "{count} evenings", len({game.night for game in games})),
        ngettext("{count} game", "{count} games", len(games)),
        ngettext("{count} hand", "{count} hands", sum(game.hands for game in games)),
    )
    return _of_wins(
        {person: everyone[person] for game in games for person in game.persons},
        Counter(person for game in games for person in game.winners),
        title=str(year),
        group=group.name,
        won=ngettext("{names} is the champion", "{names} share the title", 1),
        story=with_commas(counted),
    )


def _of_wins(people: Mapping[int, Person], wins: Counter[int], *, won: Text, **words: Any) -> Picture:
    """Return a picture whose ranking is by wins. `won` says of some names that they won most."""
    ranked = sorted(people.values(), key=lambda person: (-wins[person.id], folded(person.name)))[:MOST_ROWS]
    marks, most = distinct([person.mark for person in ranked]), wins[ranked[0].id]
    best = [index for index, person in enumerate(ranked) if wins[person.id] == most > 0]
    names = both(shorten(ranked[index].name, 2 * NAMES // max(2, len(best))) for index in best)
    return Picture(
        faces=marks[: len(best) or None],
        crowned=bool(best),
        headline=replace(won, count=len(best), values={"names": names}) if best else _("Nobody wins"),
        figure=sentence(ngettext("{count} win", "{count} wins", most)) if best else "",
        rows=[
            Row(
                (mark,),
                isolated(person.name),
                str(wins[person.id]),
                100 * wins[person.id] // max(most, 1),
                index in best,
            )
            for index, (mark, person) in enumerate(zip(marks, ranked, strict=True))
        ],
        **words,
    )
