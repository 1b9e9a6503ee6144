"""The secret key that signs session hashes and tokens. It is made once and kept private in the data folder."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

NAME = "secret-key"


def make_data_folder(data: Path) -> None:
    """Create the data folder if it doesn't exist, and make it inaccessible to other users."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)


def secret_key(data: Path) -> str:
    """Return this installation's key. The first process to ask for it creates it; all others get the same one."""
    path = data / NAME
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        _make(path)
        return path.read_text(encoding="ascii").strip()


def _make(path: Path) -> None:
    """Write the key to a temporary file, then hard-link it into place unless another process's key is already there."""
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
