"""`manage.py migrate`: like Django's own command, but in a fresh checkout it creates the data folder first.

After an update, it also replays every game, and fixes derived rows that an older version stored differently or did not
store at all.
"""

from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import ngettext

from scorekeeper.models import Playgroup
from scorekeeper.queries.looking_back.statistics import known_games, miscounted_games
from scorekeeper.secret_key import make_data_folder
from scorekeeper.services.settle import rescore, rescore_group


class Command(migrate.Command):
    """Django's migrate command, plus the other steps that an update needs."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        # Create the folder before the system checks, some of which query the database.
        connection = connections[options["database"]]
        if connection.vendor == "sqlite":
            make_data_folder(Path(connection.settings_dict["NAME"]).parent)
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        updating = not _is_up_to_date()
        super().handle(*args, **options)
        if options["database"] == DEFAULT_DB_ALIAS and not options["plan"] and _is_up_to_date():
            games = known_games() if updating else miscounted_games()
            counted = [game for game in games if rescore(game) and not game.hidden]
            if updating:
                for group in Playgroup.objects.values_list("pk", flat=True):
                    rescore_group(group)
            if counted and options["verbosity"]:
                message = ngettext(
                    "Updated the statistics of {count} game.",
                    "Updated the statistics of {count} games.",
                    len(counted),
                )
                self.stdout.write(message.format(count=len(counted)))


def _is_up_to_date() -> bool:
    """Return whether all migrations have run. (It is also possible to migrate backward, or just one app.)"""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
