"""The first migration makes the tables that the sixteen which it replaces had made, on both databases.

`upgrades/schema.json.gz` is what `schema.py` said of those tables, with the code of the last commit that had them.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tests.models.schema import schema
from tests.test_upgrades import default_database
from tests.trials.postgres import Postgres

pytestmark = pytest.mark.slow
FIRST = ("scorekeeper", "0001_score_sheets")
STORED = json.loads(gzip.decompress((Path(__file__).parents[1] / "upgrades" / "schema.json.gz").read_bytes()))


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
