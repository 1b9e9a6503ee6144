"""Describe the tables of a database as sorted lines, which are equal whatever the order of the columns."""

from collections import defaultdict
from typing import Any

Lines = dict[str, list[str]]
POSTGRESQL = (
    """SELECT table_name, concat_ws(' ', column_name, data_type, character_maximum_length, is_nullable, column_default,
    is_identity) FROM information_schema.columns WHERE table_schema = 'public'""",
    "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    """SELECT conrelid::regclass::text, concat_ws(' ', conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE conrelid <> 0 AND contype <> 'n' AND connamespace = 'public'::regnamespace""",
)


def schema(connection: Any) -> Lines:
    """Return the lines that describe the columns, constraints and indexes of the app's tables, by table."""
    lines = defaultdict[str, list[str]](list)
    with connection.cursor() as cursor:
        for table, line in _sqlite(cursor) if connection.vendor == "sqlite" else _postgresql(cursor):
            if table.startswith("scorekeeper_"):
                lines[table].append(line)
    return {table: sorted(lines[table]) for table in sorted(lines)}


def _postgresql(cursor: Any) -> list[tuple[str, str]]:
    rows = []
    for query in POSTGRESQL:
        cursor.execute(query)
        rows += cursor.fetchall()
    return rows


def _sqlite(cursor: Any) -> list[tuple[str, str]]:
    cursor.execute("SELECT type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    rows = []
    for kind, table, sql in cursor.fetchall():
        rows += [(table, part) for part in (parts(sql) if kind == "table" else [sql])]
    return rows


def parts(sql: str) -> list[str]:
    """Split what stands between the outer parentheses of a statement at its commas."""
    inner, found, depth = sql[sql.index("(") + 1 : sql.rindex(")")], [""], 0
    for letter in inner:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part.strip() for part in found]
