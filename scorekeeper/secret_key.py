"""The secret key that signs sessions' hashes and tokens: made once, kept in the data folder, closed to others."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

NAME = "secret-key"


def make_data_folder(data: Path) -> None:
    """Make the data folder, closed to other users, unless it is there."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)


def secret_key(data: Path) -> str:
    """The key of this installation; the first to ask makes it, and whoever asks at the same time gets the same."""
    path = data / NAME
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        _make(path)
        return path.read_text(encoding="ascii").strip()


def _make(path: Path) -> None:
    """Write the key whole under another name, then link it: a link never replaces the key of a quicker process."""
    make_data_folder(path.parent)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{NAME}-")  # mkstemp gives mode 600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        Path(draft).unlink()
