"""The secret key, which signs links and sessions. `serve` makes it once and keeps it private in the data folder.

Nothing else makes one: a process that can't find its key must not carry on with another, which opens nothing.
"""

import hashlib
import hmac
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from scorekeeper.web.configuration import COMMAND, ConfigurationError

NAME = "secret-key"


def make_data_folder(data: Path) -> None:
    """Create the data folder if it doesn't exist, and make it inaccessible to other users."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)


def secret_key(data: Path) -> str:
    """Return this installation's key, or raise `ConfigurationError` if it is missing or can't be read."""
    path = data / NAME
    try:
        key = path.read_text(encoding="ascii").strip()
    except (FileNotFoundError, NotADirectoryError):
        problem = f"there is no secret key at {path}. `{COMMAND} serve` makes one for a new database"
        raise ConfigurationError("SCOREKEEPER_DATA", problem) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it isn't text"
        raise ConfigurationError("SCOREKEEPER_DATA", f"can't read the secret key {path}: {reason}") from None
    if not key:
        raise ConfigurationError("SCOREKEEPER_DATA", f"the secret key {path} is empty; put back a copy of it")
    return key


def make_key(data: Path) -> None:
    """Write a new key to a temporary file, then hard-link it into place unless there is a key already."""
    make_data_folder(data)
    handle, draft = tempfile.mkstemp(dir=data, prefix=f".{NAME}-")  # mkstemp gives mode 600
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            (data / NAME).hardlink_to(draft)
    finally:
        Path(draft).unlink()


def fingerprint(key: str) -> str:
    """Return what a database keeps to recognize its key by. It doesn't reveal the key."""
    return hmac.new(key.encode(), b"scorekeeper.fingerprint", hashlib.sha256).hexdigest()
