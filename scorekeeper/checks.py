"""System checks in addition to Django's own, for things that an operator can accidentally break."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connection
from django.utils.translation import gettext as _

from scorekeeper.secret_key import NAME


@register(Tags.security, deploy=True)
def data_is_private(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Warn of what other users can read: the data folder, the key, and the database with any copies beside it."""
    paths = {path for path in (settings.DATA_DIR, settings.DATA_DIR / NAME) if path.exists()}
    paths |= {*settings.DATA_DIR.glob("*.sqlite3*")}
    if connection.vendor == "sqlite":
        database = Path(connection.settings_dict["NAME"])
        paths |= {*database.parent.glob(f"{database.name}*")}
    return [
        Warning(
            _("Other users of this machine can read {path}.").format(path=path),
            hint=_("Run chmod go= on it. Whoever has read the secret key can forge links and sessions."),
            id="scorekeeper.W001",
        )
        for path in sorted(paths)
        if os.name != "nt" and path.stat().st_mode & 0o077
    ]
