"""Rows that several services write, and inserting many of them quickly."""

import datetime
from collections.abc import Iterable, Sequence
from typing import TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet

from scorekeeper.models import Game, Membership, Revision, Seat, Setup
from scorekeeper.queries.recording.records import HandRecord
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.queries.recording.taps import Tap

Row = TypeVar("Row", bound=Model)


def seat_players(game: Game, players: Sequence[int]) -> None:
    """Store a game's seats, given its players' ids in seat order."""
    insert(Seat, (Seat(game_id=game.pk, number=number, player_id=player) for number, player in enumerate(players)))


def add_setup(game: Game, number: int, setting: Setting, by: Membership, at: datetime.datetime) -> Setup:
    """Store a numbered version of a game's setup."""
    return Setup.objects.create(
        game_id=game.pk,
        number=number,
        players=list(setting.players),
        first_dealer=setting.first_dealer,
        options=dict(setting.options),
        member_id=by.pk,
        at=at,
    )


def revision_row(
    hand: HandRecord, kind: Revision.Kind, setup: int, by: Membership, at: datetime.datetime, taps: Sequence[Tap] = ()
) -> Revision:
    """Return the next revision of a hand: its new state, and the taps that led to it."""
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
    """Insert rows without reading back their primary keys, in a third of the time `bulk_create` takes."""
    # `django.db.connection` is a proxy, which would look up the connection for every value.
    connection = connections[DEFAULT_DB_ALIAS]
    meta, quote = model._meta, connection.ops.quote_name
    fields = [field for field in meta.concrete_fields if not field.primary_key]
    columns = ", ".join(quote(str(field.column)) for field in fields)
    placeholders = ", ".join("%s" for _field in fields)
    values = [[field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields] for row in rows]
    if values:
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES ({placeholders})", values)


def sync(stored: QuerySet[Row], fresh: Iterable[Row]) -> int:
    """Replace the stored rows that aren't among the fresh ones; return how many differed."""
    names = [field.attname for field in stored.model._meta.concrete_fields if not field.primary_key]
    missing = {tuple(getattr(row, name) for name in names): row for row in fresh}
    surplus = [pk for pk, *values in stored.values_list("pk", *names) if missing.pop(tuple(values), None) is None]
    if surplus:
        stored.filter(pk__in=surplus)._raw_delete(DEFAULT_DB_ALIAS)
    insert(stored.model, missing.values())
    return max(len(missing), len(surplus))
