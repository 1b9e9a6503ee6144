"""System checks in addition to Django's own, for things that an operator can accidentally break."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connection
from django.utils.translation import gettext as _

from scorekeeper.secret_key import NAME


@register(Tags.security, deploy=True)
def data_is_private(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Warn of everything in the data folder that other users can read."""
    return [
        Warning(
            _("Other users of this machine can read {path}.").format(path=path),
            hint=_("Run chmod go= on it. Whoever has read the secret key can forge links and sessions."),
            id="scorekeeper.W001",
        )
        for path in _private_paths()
        if os.name != "nt" and path.stat().st_mode & 0o077
    ]


def _private_paths() -> Iterator[Path]:
    """Yield the paths, as far as they exist, of the data folder, the key, the database and any copies beside it."""
    yield from (path for path in (settings.DATA_DIR, settings.DATA_DIR / NAME) if path.exists())
    found = {*settings.DATA_DIR.glob("*.sqlite3*")}
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        found |= {*database.parent.glob(f"{database.name}*")}
    yield from sorted(found)
