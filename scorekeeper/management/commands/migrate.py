"""`manage.py migrate` as Django has it, in a fresh checkout too: the folder of the database file is made first."""

from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from scorekeeper.secret_key import make_data_folder


class Command(migrate.Command):
    """Django's migrate."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Make the folder, then check and migrate: some system checks ask the database already."""
        connection = connections[options["database"]]
        if connection.vendor == "sqlite":
            make_data_folder(Path(connection.settings_dict["NAME"]).parent)
        return super().execute(*args, **options)
