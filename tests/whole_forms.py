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


def record_of(card_game: Any, table: Table[Any]) -> GameRecord:
    """Return a game without a hand that isn't stored."""
    game = Game(pk=7, uid=uuid.UUID(int=7), started_at=STARTED)
    game.group, game.night = Playgroup(time_zone="UTC"), Night(date=STARTED.date())
    return GameRecord(
        game=game,
        players=tuple(table.seats),
        names=table.names,
        hands=(),
        first_dealer=table.first_dealer,
        options=options_record(table.options),
        card_game=card_game,
    )


def sent_by(form: WholeHandForm) -> QueryDict:
    """Return what a browser sends from this form's page if nothing is typed."""
    context = {"form": form, "game": Game(pk=7, group=Playgroup(name="Us"))}
    node = parse(render_to_string("recording/whole_hand/_whole.html", context)).one("form")
    data = QueryDict(mutable=True)
    for name, value in Browser().fields(node):
        data.appendlist(name, value)
    return data
