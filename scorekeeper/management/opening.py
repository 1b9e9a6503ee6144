"""Opens the app in a browser on the machine that serves it."""

import threading
import time
import webbrowser
from contextlib import suppress

from django.conf import settings
from django.core.management.base import OutputWrapper
from django.utils.translation import gettext as _

from scorekeeper import running

# For how many seconds to wait until the server answers, and how often to try.
PATIENCE, PAUSE = 20, 0.1


def open_browser(address: str, stderr: OutputWrapper) -> None:
    """Open an address in a browser once the server answers. The server doesn't wait for it, nor does it need one."""
    threading.Thread(target=_open, args=(address, stderr), daemon=True).start()


def _open(address: str, stderr: OutputWrapper) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        time.sleep(PAUSE)
        if running.find(settings.DATA_DIR):
            break
    with suppress(OSError, webbrowser.Error):
        if webbrowser.open(address):
            return
    stderr.write(_("Can’t open a browser here. Open {address} yourself.").format(address=address))
