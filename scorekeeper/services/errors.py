"""How a service says no. Nothing has been written when one of these is raised."""

from dataclasses import dataclass

from scorekeeper.rules.sheet import Problem
from scorekeeper.rules.words import Text


class ServiceError(Exception):
    """A write that was refused."""


@dataclass(frozen=True)
class Conflict:
    """Two values for the same path: what stands now and who typed it, and what was about to be written."""

    path: str
    stands: object
    wanted: object
    member: int | None = None


@dataclass
class Stale(ServiceError):
    """The page that asked was out of date: somebody else has written since. `conflict` has both values."""

    message: Text
    conflict: Conflict | None = None


@dataclass
class Refused(ServiceError):
    """What was asked cannot be, and why; `path` is the field it is about."""

    message: Text
    path: str = ""
    problems: tuple[Problem, ...] = ()


class NotThere(ServiceError):
    """There is no such hand."""
