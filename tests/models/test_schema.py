"""The first migration makes the tables that the sixteen which it replaces had made, on both databases.

`upgrades/schema.json.gz` is what `schema` said of those tables, with the code of the last commit that had them.
"""

import gzip
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.test_upgrades import default_database
from tests.trials.postgres import Postgres

pytestmark = pytest.mark.slow
FIRST = ("scorekeeper", "0001_score_sheets")
STORED = json.loads(gzip.decompress((Path(__file__).parents[1] / "upgrades" / "schema.json.gz").read_bytes()))


POSTGRESQL = (
    """SELECT table_name, concat_ws(' ', column_name, data_type, character_maximum_length, is_nullable, column_default,
    is_identity) FROM information_schema.columns WHERE table_schema = 'public'""",
    "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    """SELECT conrelid::regclass::text, concat_ws(' ', conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE conrelid <> 0 AND contype <> 'n' AND connamespace = 'public'::regnamespace""",
)


def schema(connection: Any) -> dict[str, list[str]]:
    """Return sorted lines that describe the columns, constraints and indexes of the app's tables, by table."""
    lines = defaultdict[str, list[str]](list)
    with connection.cursor() as cursor:
        for table, line in rows(cursor, connection.vendor):
            if table.startswith("scorekeeper_"):
                lines[table].append(line)
    return {table: sorted(lines[table]) for table in sorted(lines)}


def rows(cursor: Any, vendor: str) -> Iterator[tuple[str, str]]:
    """Yield tables, each with something that it has."""
    if vendor == "postgresql":
        for query in POSTGRESQL:
            cursor.execute(query)
            yield from cursor.fetchall()
    else:
        cursor.execute("SELECT type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        for kind, table, sql in cursor.fetchall():
            yield from ((table, part) for part in (parts(sql) if kind == "table" else [sql]))


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


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request, tmp_path, django_db_blocker) -> Iterator[str]:
    """The vendor of an empty database, which is the default one."""
    postgres, database = None, tmp_path / "new.sqlite3"
    if request.param == "postgresql":
        postgres = Postgres()
        postgres.start()
        database = postgres.url
    try:
        with django_db_blocker.unblock(), default_database(database):
            yield request.param
    finally:
        if postgres:
            postgres.remove()


def test_the_tables_of_the_first_migration_are_those_of_the_sixteen(empty):
    call_command("migrate", *FIRST, verbosity=0)
    assert schema(connection) == STORED[empty]


def test_where_all_sixteen_have_run_it_counts_as_applied(empty):
    call_command("migrate", *FIRST, verbosity=0)
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied(*FIRST)
    call_command("migrate", verbosity=0)
    assert FIRST in recorder.applied_migrations()
