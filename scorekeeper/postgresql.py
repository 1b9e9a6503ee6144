"""Limit how long PostgreSQL waits for locks, without a round trip more, also through pgbouncer.

The limits can't be set when a connection begins: in transaction mode, pgbouncer gives every transaction another
connection, and older versions refuse the option. So they come along with each transaction's first statement.
"""

from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

from scorekeeper.waiting import room, wrap

WRITES = ("INSERT", "UPDATE", "DELETE")
# A stopped process that holds locks loses them after this many seconds. Between two statements, nothing takes as long.
LONGEST_PAUSE = 60
LIMITS = f"SET LOCAL idle_in_transaction_session_timeout = '{LONGEST_PAUSE}s'; SET LOCAL lock_timeout = "


def limit_waits(connection: BaseDatabaseWrapper, **signal: object) -> None:
    """Limit a new connection's waits if its database is PostgreSQL."""
    if connection.vendor == "postgresql":
        wrap(connection, wait_briefly)


def wait_briefly(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Execute a statement. If it is the first one of a transaction, or a write on its own, limit its waits."""
    database = context["connection"].connection
    # 0 is libpq's PQTRANS_IDLE.
    if many or database.info.transaction_status != 0 or (database.autocommit and not sql.startswith(WRITES)):
        return execute(sql, params, many, context)
    with room.wait() as seconds:
        # 0 would mean no limit.
        limited = f"{LIMITS}'{max(1, round(seconds * 1000))}ms'; {sql}"
        result = execute(limited, params, many, context)
    while context["cursor"].cursor.nextset():
        pass
    return result
