"""The ways a service refuses a write. When one of these is raised, nothing has been written."""

from dataclasses import dataclass

from scorekeeper.rules.sheet import Problem
from scorekeeper.rules.words import Text


class ServiceError(Exception):
    """A write that was refused."""


@dataclass(frozen=True)
class Conflict:
    """Two values for one path: the stored one, with the membership id of its author, and the refused one."""

    path: str
    stands: object
    wanted: object
    member: int | None = None


@dataclass
class Stale(ServiceError):
    """The page was out of date: somebody else has made a change since. `conflict` holds both values."""

    message: Text
    conflict: Conflict | None = None


@dataclass
class Refused(ServiceError):
    """The write is not allowed: `message` says why, and `path` is the field at fault."""

    message: Text
    path: str = ""
    problems: tuple[Problem, ...] = ()


class NotFound(ServiceError):
    """The row or the field doesn't exist."""
