"""What the database says about the installation."""

from django.db import connection

from scorekeeper.models import Installation, User


def fingerprint() -> str:
    """Return the fingerprint of the key that this database belongs to, or an empty string if it isn't known."""
    return Installation.objects.filter(pk=1).values_list("fingerprint", flat=True).first() or ""


def has_people() -> bool:
    """Return whether anybody could be locked out of this database, which may have no tables yet."""
    return User._meta.db_table in connection.introspection.table_names() and User.objects.exists()
