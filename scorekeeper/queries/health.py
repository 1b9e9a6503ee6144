"""Ask the database for a sign of life."""

from django.db import DatabaseError, connection


def database_answers() -> bool:
    """Return whether the database answers a query that reads no rows."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return cursor.fetchone() is not None
    except DatabaseError:
        return False
