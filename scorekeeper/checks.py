"""System checks in addition to Django's own, for things that an operator can accidentally break."""

import os
import stat
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.utils.translation import gettext as _

from scorekeeper.secret_key import NAME


@register(Tags.security)
def key_is_closed(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[CheckMessage]:
    """Warn if other users can read the secret key: anybody who has it can forge the app's signatures."""
    path = settings.DATA_DIR / NAME
    if os.name == "nt" or not path.exists() or stat.S_IMODE(path.stat().st_mode) == 0o600:
        return []
    return [
        Warning(
            _("Other users on this machine can read the secret key {path}.").format(path=path),
            hint=_("Run chmod 600 on it. If someone might have read it, delete it, and restart to make a new one."),
            id="scorekeeper.W001",
        )
    ]
