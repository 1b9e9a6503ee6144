"""`manage.py migrate` as Django has it, in a fresh checkout too: the folder of the database file is made first.

Afterwards the games that ended before statistics were counted are counted, so that an update leaves none out.
"""

from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import ngettext

from scorekeeper.queries.statistics import miscounted_games
from scorekeeper.secret_key import make_data_folder
from scorekeeper.services.settle import rescore


class Command(migrate.Command):
    """Django's migrate, and what an update leaves to do."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        # The folder is made first, since some system checks ask the database already.
        connection = connections[options["database"]]
        if connection.vendor == "sqlite":
            make_data_folder(Path(connection.settings_dict["NAME"]).parent)
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        if options["database"] == DEFAULT_DB_ALIAS and not options["plan"] and _is_up_to_date():
            counted = [game for game in miscounted_games() if rescore(game) and not game.hidden]
            if counted and options["verbosity"]:
                message = ngettext(
                    "Counted {count} game for the statistics.",
                    "Counted {count} games for the statistics.",
                    len(counted),
                )
                self.stdout.write(message.format(count=len(counted)))


def _is_up_to_date() -> bool:
    """Whether every table is as the code has it: one may also migrate back, or only in part."""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
