"""`manage.py purge`: delete what has had its time, where no `serve` does it once an hour."""

from typing import Any

from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.host import purging
from scorekeeper.host.commands import OwnCommand


class Command(OwnCommand):
    help = gettext_lazy("Delete what has had its time, at most once an hour; `serve` does that by itself.")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(_("Cleaned up.") if purging.purge() else _("This was done within the last hour."))
