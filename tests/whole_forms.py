"""The form for a whole hand in tests: its page without a database, and what a browser sends from it."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string

from scorekeeper.models import Game, Night, Playgroup
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.whole_hand.forms import WholeHandForm
from scorekeeper.recording.whole_hand.reading import WholePage, whole_page
from scorekeeper.rules.declaration import Answers, Value, options_record
from scorekeeper.rules.sheet import Table
from tests.web.browser import Browser, parse

STARTED = datetime.datetime(2026, 11, 13, 20, tzinfo=datetime.UTC)


def text_of(value: Value) -> str:
    """Return what somebody types, or what a menu sends."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def typed(answers: Answers) -> dict[str, str]:
    """Return the fields that a form sends for these answers. A tick that isn't set sends nothing."""
    return {path: text_of(value) for path, value in answers.items()}


def page_of(card_game: Any, table: Table[Any]) -> WholePage:
    """Return the page of the first hand of a game that isn't stored."""
    game = Game(pk=7, uid=uuid.UUID(int=7), started_at=STARTED)
    game.group, game.night = Playgroup(time_zone="UTC"), Night(date=STARTED.date())
    record = GameRecord(
        game=game,
        players=tuple(table.seats),
        names=table.names,
        hands=(),
        first_dealer=table.first_dealer,
        options=options_record(table.options),
        card_game=card_game,
    )
    page = whole_page(record, 1)
    assert page is not None
    return page


def sent_by(page: WholePage) -> QueryDict:
    """Return what a browser sends from this page if nothing is typed."""
    context = {"whole": page, "form": WholeHandForm(None, page), "game": Game(pk=7, group=Playgroup(name="Us"))}
    form = parse(render_to_string("recording/whole_hand/_whole.html", context)).one("form")
    data = QueryDict(mutable=True)
    for name, value in Browser().fields(form):
        data.appendlist(name, value)
    return data
