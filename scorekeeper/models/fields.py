"""What sets apart fields that hold what people typed."""

from typing import Any, TypeVar

from django.db import models

from scorekeeper.text import Typed

F = TypeVar("F", bound="models.Field[Any, Any]")


def typed(field: F) -> F:
    """Make a field read its values as `Typed`. To the database and to migrations, it is the same as before."""
    field.from_db_value = _from_db_value  # type: ignore[attr-defined]
    return field


def _from_db_value(value: str | None, *_how: object) -> Typed | None:
    return None if value is None else Typed(value)
