"""The ways a service can refuse a write. When one of these is raised, nothing has been written."""

from dataclasses import dataclass

from scorekeeper.rules.declaration import Value
from scorekeeper.rules.sheet import Problem
from scorekeeper.rules.text import Text, gettext as _


class ServiceError(Exception):
    """A write that was refused."""


@dataclass(frozen=True)
class Conflict:
    """Two values for one path: `stands`, stored by `member` (a membership id), and `wanted`, which was rejected."""

    path: str
    stands: Value
    wanted: Value
    member: int | None = None


@dataclass
class Stale(ServiceError):
    """The page was out of date: something has changed since it was loaded. `conflict`, if set, holds both values."""

    message: Text
    conflict: Conflict | None = None


@dataclass
class Refused(ServiceError):
    """The write is not allowed: `message` says why, and `path` is the field at fault."""

    message: Text
    path: str = ""
    problems: tuple[Problem, ...] = ()


class SeatedAlready(Refused):
    """A name that was entered has a seat already. It may be somebody else's, since two people often share one."""

    def __init__(self, name: str) -> None:
        said = _("{name} is seated already. If this is another {name}, add a letter.", name=name)
        super().__init__(said, path="name")


class NotFound(ServiceError):
    """The row or the field doesn't exist."""
