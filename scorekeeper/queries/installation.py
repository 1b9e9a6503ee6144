"""What the database says about the installation, if it answers."""

from django.db import DatabaseError, connection

from scorekeeper.models import Installation, User


def fingerprint() -> str:
    """Return the fingerprint of the key that this database belongs to, or an empty string if it isn't known."""
    return Installation.objects.filter(pk=1).values_list("fingerprint", flat=True).first() or ""


def has_people() -> bool:
    """Return whether anybody could be locked out of this database, which may have no tables yet."""
    return User._meta.db_table in connection.introspection.table_names() and User.objects.exists()


def database_answers() -> bool:
    """Return whether the database answers a query that reads no rows."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return cursor.fetchone() is not None
    except DatabaseError:
        return False
