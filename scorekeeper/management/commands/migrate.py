"""`manage.py migrate`: like Django's own command, but in a fresh checkout it creates the data folder first.

After an update, it also plans to replay every game, since an older version may have stored derived rows differently. A
running server, `purge` or `rescore` carries that out.
"""

from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

from scorekeeper.host.preparing import refuse_other_versions
from scorekeeper.models import Playgroup
from scorekeeper.recording.game.writing import plan_rescore
from scorekeeper.web.secret_key import make_data_folder


class Command(migrate.Command):
    """Django's migrate command, plus the other steps that an update needs."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        # Create the folder before the system checks, some of which query the database.
        connection = connections[options["database"]]
        if connection.vendor == "sqlite":
            make_data_folder(Path(connection.settings_dict["NAME"]).parent)
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        applied = MigrationRecorder(connections[options["database"]]).applied_migrations()
        refuse_other_versions(applied, _("The database"))
        updating = not _is_up_to_date()
        super().handle(*args, **options)
        is_ours = options["database"] == DEFAULT_DB_ALIAS
        if updating and is_ours and not options["plan"] and _is_up_to_date() and Playgroup.objects.exists():
            plan_rescore()


def _is_up_to_date() -> bool:
    """Return whether all migrations have run. (It is also possible to migrate backward, or just one app.)"""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
