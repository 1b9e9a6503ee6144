"""Rows that several services write: seats, set-ups and revisions; very many of a model; what is derived of a game."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet

from scorekeeper.models import Game, Membership, Revision, Seat, Setup
from scorekeeper.queries.records import HandRecord
from scorekeeper.queries.setups import Setting
from scorekeeper.queries.taps import Tap

Row = TypeVar("Row", bound=Model)


def seat_rows(game: Game, players: Sequence[int]) -> list[Seat]:
    """Return the seats of a game, from the ids of its players by seat."""
    return [Seat(game_id=game.pk, number=number, player_id=player) for number, player in enumerate(players)]


def setup_row(game: Game, number: int, setting: Setting, by: Membership, at: datetime.datetime) -> Setup:
    """Return a version of a game's set-up."""
    return Setup(
        game_id=game.pk,
        number=number,
        players=list(setting.players),
        first_dealer=setting.first_dealer,
        options=dict(setting.options),
        member_id=by.pk,
        at=at,
    )


def revision_row(
    hand: HandRecord,
    kind: Revision.Kind,
    setup: int,
    by: Membership,
    at: datetime.datetime,
    taps: Sequence[Tap] = (),
) -> Revision:
    """Return the next version of a hand: as it is from now on, and the taps it was typed with."""
    return Revision(
        hand_id=hand.id,
        number=hand.revisions + 1,
        kind=kind,
        dealer=hand.dealer,
        entry=hand.entry,
        taps=list(taps),
        setup_id=setup,
        member_id=by.pk,
        at=at,
    )


def insert(model: type[Row], rows: Iterable[Row]) -> None:
    """Insert new rows whose keys nobody needs, in a third of the time that `bulk_create` takes."""
    # The connection itself: the proxy that stands for it asks for it at every value.
    connection = connections[DEFAULT_DB_ALIAS]
    meta, quote = model._meta, connection.ops.quote_name
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quote(str(field.column)) for field in fields)
    places = ", ".join("%s" for _field in fields)
    values = [[field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields] for row in rows]
    if values:
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({places})", values)


def mend(stored: QuerySet[Row], fresh: Iterable[Row]) -> int:
    """Make stored rows equal those of a fresh replay; return how many differed. An equal row keeps its key."""
    names = [field.attname for field in stored.model._meta.concrete_fields if not field.primary_key]
    missing = {_facts(vars(row), names): row for row in fresh}
    wrong = []
    for values in stored.values("pk", *names):
        if missing.pop(_facts(values, names), None) is None:
            wrong.append(values["pk"])
    if wrong:
        stored.filter(pk__in=wrong).delete()
    insert(stored.model, missing.values())
    return max(len(missing), len(wrong))


def _facts(values: Mapping[str, Any], names: Iterable[str]) -> tuple[object, ...]:
    facts = (values[name] for name in names)
    return tuple(str(fact) if isinstance(fact, (list, dict)) else fact for fact in facts)
