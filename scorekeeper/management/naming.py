"""The host name that `serve` announces on the local network."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from scorekeeper import announcing, running


def label_of(name: str) -> str:
    """Return a name without its `.local`, or raise `CommandError` if it can't be a host name. It may be empty."""
    label = name.lower().removesuffix(".local")
    if label and not announcing.LABEL.fullmatch(label):
        raise CommandError(_("--name: {text} isn’t a name of letters, digits and hyphens.").format(text=repr(name)))
    return label


@contextmanager
def announced(label: str, listener: running.Listener) -> Iterator[Callable[[], None]]:
    """Announce a name until the block ends, and yield what waits for it and makes the app answer to it.

    On the internet, or with an address that the operator chose, the app has a name already.
    """
    if not (label and announcing.INSTALLED) or settings.CONFIGURATION.tls or settings.BASE_URL:
        yield lambda: None
        return
    with announcing.Announcer(label, listener.port, listener.addresses) as announcer:
        yield lambda: answer_to(announcer.name())


def answer_to(name: str) -> None:
    """Make a name an allowed host."""
    settings.LOCAL_NAME = name
    if name:
        settings.ALLOWED_HOSTS.append(name)
