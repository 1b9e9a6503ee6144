"""`manage.py migrate`: like Django's own command, but in a fresh checkout it creates the data folder first.

After an update, it also replays every game, and fixes derived rows that an older version stored differently or did not
store at all, and says how many games ended differently. With `--later`, a running server does that in the background.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _, ngettext

from scorekeeper.management.preparing import refuse_other_versions
from scorekeeper.models import Playgroup
from scorekeeper.queries.looking_back.statistics import miscounted_games
from scorekeeper.secret_key import make_data_folder
from scorekeeper.services.derived import rescore
from scorekeeper.services.rescoring import ended_differently, plan_rescore, rescore_all, unfinished
from scorekeeper.text import sentence


class Command(migrate.Command):
    """Django's migrate command, plus the other steps that an update needs."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--later", action="store_true", help=_("leave replaying all games to the server"))

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
        if options["database"] == DEFAULT_DB_ALIAS and not options["plan"] and _is_up_to_date():
            if updating and Playgroup.objects.exists():
                plan_rescore()
            if (first := unfinished()) is None:  # only those that are missing from statistics
                counted, ended = sum(bool(rescore(game)) and not game.hidden for game in miscounted_games()), 0
            else:
                found = [] if options["later"] else list(rescore_all(first))
                counted, ended = sum(group.wrong for group in found), sum(group.ended for group in found)
            message = ngettext(
                "Updated the statistics of {count} game.", "Updated the statistics of {count} games.", counted
            )
            if counted and options["verbosity"]:
                self.stdout.write(message.format(count=counted))
            if ended and options["verbosity"]:
                self.stdout.write(sentence(ended_differently(ended)))


def _is_up_to_date() -> bool:
    """Return whether all migrations have run. (It is also possible to migrate backward, or just one app.)"""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
