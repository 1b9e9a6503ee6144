"""`manage.py migrate`: Django's, but it makes the data folder and plans a replay: derived rows may differ."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.host.commands import OwnCommand, sqlite_file
from scorekeeper.host.preparing import refuse_other_versions
from scorekeeper.models import Playgroup
from scorekeeper.recording.game.writing import plan_rescore


class Command(OwnCommand, migrate.Command):
    help: Any = gettext_lazy("Bring the database up to date; `serve` does that by itself.")

    def execute(self, *args: Any, **options: Any) -> str | None:
        # Create the folder before the system checks, some of which query the database.
        if database := sqlite_file():
            database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        applied = MigrationRecorder(connection).applied_migrations()
        refuse_other_versions(applied, _("The database"))
        updating = not _is_up_to_date()
        super().handle(*args, **options)
        if updating and not options["plan"] and _is_up_to_date() and Playgroup.objects.exists():
            plan_rescore()


def _is_up_to_date() -> bool:
    """Return whether all migrations have run. (It is also possible to migrate backward, or just one app.)"""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
