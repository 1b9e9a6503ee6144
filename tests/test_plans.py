"""The plan of every query of every address: no table that grows is ever read from end to end.

The database holds many groups, so that its planner has a reason to use indexes. On PostgreSQL, reading a whole table is
made so expensive that a plan does it only where no index helps; on SQLite, the plan says SCAN.
"""

import json
import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection

from tests.asking import FORMS, PARAMETERS, READ, World, encoded, sent_as
from tests.cast import make_cast
from tests.trials.large import copied, copy_groups

pytestmark = pytest.mark.slow
COPIES = {"sqlite": 3, "postgresql": 400}
BIG = {model._meta.db_table for model in copied()}
LIMITS = re.compile(r"^(SET LOCAL [^;]*; )*")
PLANNED = ("SELECT", "UPDATE", "DELETE", "WITH")
INDEXED = {"Index Scan", "Index Only Scan", "Bitmap Index Scan"}


class Recorder:
    """Remembers queries, each once, with the address that made it."""

    def __init__(self) -> None:
        self.queries: dict[str, tuple[str, object]] = {}
        self.route = ""

    def __call__(self, execute, sql, params, many, context):
        plain = LIMITS.sub("", sql)
        if plain.startswith(PLANNED) and not many:
            self.queries.setdefault(plain, (self.route, params))
        return execute(sql, params, many, context)


def nodes(plan: dict) -> Iterator[dict]:
    """Yield a PostgreSQL plan's nodes."""
    yield plan
    for inner in plan.get("Plans", ()):
        yield from nodes(inner)


def read_whole(sql: str, params: object) -> set[str]:
    """Return the tables that grow and that a query would read from end to end."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
            (answer,) = cursor.fetchone()
            plan = answer if isinstance(answer, list) else json.loads(answer)
            return {
                node.get("Relation Name", node["Node Type"])
                for node in nodes(plan[0]["Plan"])
                if node.get("Relation Name") in BIG
                and (node["Node Type"] == "Seq Scan" or (node["Node Type"] in INDEXED and "Index Cond" not in node))
            }
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
        names = dict(re.findall(r'"(\w+)" (?:AS )?"?([A-Z]\d+)\b', sql))
        names = {alias: table for table, alias in names.items()}
        scanned = (re.match(r"SCAN (\w+)", row[3]) for row in cursor.fetchall())
        return {names.get(found[1], found[1]) for found in scanned if found} & BIG


@pytest.mark.django_db
def test_no_query_reads_a_whole_table():
    world, recorder = World(make_cast()), Recorder()
    copy_groups(COPIES[connection.vendor])
    asks = [(route, "GET") for route in PARAMETERS] + [(route, "POST") for route in FORMS]
    with connection.execute_wrapper(recorder):
        for route, method in asks:
            recorder.route = f"{method} {route}"
            cache.clear()
            address, fields = world.address(route, "owner"), world.fields(route, READ if method == "GET" else FORMS)
            if method == "GET":
                world.undone("GET", f"{address}?{encoded(fields)}")
            else:
                world.undone("POST", address, *sent_as("form", fields, ""))
    assert len(recorder.queries) > 100
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # These joins would read a table whole because there is little in it yet.
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_hashjoin = off")
            cursor.execute("SET LOCAL enable_mergejoin = off")
    for sql, (route, params) in recorder.queries.items():
        assert read_whole(sql, params) == set(), f"{route}: {sql}"
    assert read_whole('SELECT * FROM "scorekeeper_hand" WHERE "dealer" = 7', None) == {"scorekeeper_hand"}
