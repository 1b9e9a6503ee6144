"""Copies of groups in a database, as many as a table needs before it counts as large.

The copies are made by the database itself, a statement for each table, on SQLite and on PostgreSQL: each copy's keys
are those of the first group plus a multiple of `STRIDE`.
"""

from django.db import connection, models

from scorekeeper import models as app

STRIDE = 10_000
"""More than the highest key in the first group."""


def copied() -> list[type[models.Model]]:
    """Return the models whose rows are copied, each after those it refers to."""

    names = "User Playgroup Membership Player Night Game Seat Setup Hand Revision Standing Tally"
    return [getattr(app, name) for name in (*names.split(), "Link", "Event")]


def value_in_copy(field: models.Field) -> str:
    """Return the SQL of a field's value in copy `k`."""
    column, postgresql = f't."{field.column}"', connection.vendor == "postgresql"
    moved = f"{column} + k * {STRIDE}"
    if isinstance(field, models.UUIDField):
        return "gen_random_uuid()" if postgresql else "lower(hex(randomblob(16)))"
    if field.model._meta.model_name == "setup" and field.name == "players":
        if postgresql:
            return f"(SELECT jsonb_agg(p::bigint + k * {STRIDE}) FROM jsonb_array_elements_text({column}) AS p)"
        return f"(SELECT json_group_array(value + k * {STRIDE}) FROM json_each({column}))"
    if isinstance(field, models.ForeignKey) or (field.primary_key and isinstance(field, models.AutoField)):
        return moved
    if field.unique:
        return f"substr({column}, 1, 25) || '-' || k"
    return column


def copy_groups(count: int) -> None:
    """Copy everything that is stored until there are `count` times as many groups."""
    numbers = f"generate_series(1, {count - 1}) AS k"
    if connection.vendor == "sqlite":
        numbers = (
            f"(WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < {count - 1}) SELECT * FROM n)"
        )
    with connection.cursor() as cursor:
        for model in copied():
            fields = model._meta.concrete_fields
            columns = ", ".join(f'"{field.column}"' for field in fields)
            values = ", ".join(map(value_in_copy, fields))
            table = f'"{model._meta.db_table}"'
            own = f"(SELECT * FROM {table})" if connection.vendor == "postgresql" else table
            cursor.execute(f"INSERT INTO {table} ({columns}) SELECT {values} FROM {numbers} CROSS JOIN {own} AS t")
            key = model._meta.pk
            if connection.vendor == "postgresql" and isinstance(key, models.AutoField):
                cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")
        if connection.vendor == "postgresql":  # which does this by itself after a while; SQLite doesn't
            cursor.execute("ANALYZE")
