"""`manage.py purge`: delete what has had its time, where no `serve` does it once an hour."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.host import purging


class Command(BaseCommand):
    help = gettext_lazy("Delete what has had its time; once an hour, however often it is called.")  # type: ignore[assignment]

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(_("Cleaned up.") if purging.purge() else _("This was done within the last hour."))
