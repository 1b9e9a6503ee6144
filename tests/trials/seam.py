"""Another phone's write between a decision and the lock."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from django.db import transaction

from scorekeeper.recording.game import writing as game_writing


@contextmanager
def meanwhile(monkeypatch: pytest.MonkeyPatch, write: Callable[[], object]) -> Iterator[None]:
    """Let another phone write once the next decision has been made, and before it is carried out or refused."""
    waiting = [write]

    def let_write() -> None:
        while waiting:
            waiting.pop()()

    def version(member: int, game: int) -> int | None:
        let_write()
        return game_version(member, game)

    def atomic() -> transaction.Atomic:
        let_write()
        return transaction.atomic()

    game_version = game_writing.game_version
    with monkeypatch.context() as patch:
        patch.setattr(game_writing, "game_version", version)
        patch.setattr(game_writing, "transaction", SimpleNamespace(atomic=atomic, on_commit=transaction.on_commit))
        yield
    assert not waiting, "nothing was decided"
