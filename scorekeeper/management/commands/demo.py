"""`manage.py demo`: fill a fresh install with a made-up group and a year of its games, to show what the app can do."""

import random
from argparse import ArgumentParser
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper import running
from scorekeeper.configuration import COMMAND
from scorekeeper.management.common import database_errors, whole
from scorekeeper.management.demo.filling import NotEmpty, fill
from scorekeeper.management.demo.year import make_year
from scorekeeper.management.files import BESIDE
from scorekeeper.management.preparing import data_folder, prepare_database
from scorekeeper.models import Playgroup, User, night_of
from scorekeeper.secret_key import NAME as SECRET_KEY

SEED = 23  # a year with many winners
EVENING = time(21, 30)  # the time of the game in progress, if the last night is in the past
EARLIEST = date(2003, 1, 1)  # when Trumplestiltskin came out


class Command(BaseCommand):
    """Fill an empty database and print instructions for viewing it. Existing data is left alone."""

    help = "Fill a fresh install with a made-up group and a year of games to explore."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--until", metavar="DATE", default="", help="the date of the last night, like 2026-11-21")
        parser.add_argument("--seed", default=str(SEED), help="a whole number; each one makes a different year")
        parser.add_argument("--port", default="", help="the port to print (default: the running server's, or 8000)")

    def handle(self, *, until: str, seed: str, port: str, **options: Any) -> None:
        if port:
            whole("--port", port, 1, 65535)
        chance = random.Random(whole("--seed", str(seed), 0, 999_999_999))
        now = _now(until)
        _refuse_files(settings.DATA_DIR)
        try:
            # Check before migrating: existing data may be from an older version, and must not be changed.
            with database_errors(_("Can’t use the database: {reason}")):
                with data_folder():
                    _refuse_people()
                    prepare_database()
                group = fill(make_year(chance, now=now, time_zone=settings.TIME_ZONE), time_zone=settings.TIME_ZONE)
        except NotEmpty:
            raise CommandError(
                _(
                    "This database already has groups or people in it; nothing was changed. "
                    "Set SCOREKEEPER_DATA to a new folder and try again."
                )
            ) from None
        self.stdout.write(
            _("“{group}” has been playing for a year, and a game is in progress.").format(group=group.name)
        )
        if running.find(settings.DATA_DIR) is None:
            start = _("Start the app with `{command} serve`, then open the address below.")
            self.stdout.write(start.format(command=COMMAND))
        call_command("invite", port=port, stdout=self.stdout)


def _now(until: str) -> datetime:
    now = timezone.now()
    if not until:
        return now
    try:
        day = date.fromisoformat(until)
    except ValueError:
        raise CommandError(_("--until: {text} isn’t a date like 2026-11-21.").format(text=repr(until))) from None
    tonight = night_of(now, settings.TIME_ZONE)
    if not EARLIEST <= day <= tonight:
        raise CommandError(
            _("--until: the last night must be between {first} and today.").format(first=EARLIEST.isoformat())
        )
    return now if day == tonight else datetime.combine(day, EVENING, tzinfo=ZoneInfo(settings.TIME_ZONE))


def _refuse_files(data: Path) -> None:
    """Refuse a data folder that contains anything other than what the app creates when it first starts."""
    database = Path(str(settings.DATABASES["default"]["NAME"])).name
    own = {SECRET_KEY, running.LOCK, running.NAME, running.WIFI_OFFERED, running.WIFI_TAKEN, settings.STATIC_ROOT.name}
    own |= {f"{database}{part}" for part in ("", *BESIDE)}
    try:
        others = sorted({path.name for path in data.iterdir()} - own) if data.exists() else []
    except OSError:
        return  # `data_folder` reports why the folder can't be used
    if others:
        raise CommandError(
            _(
                "The data folder {folder} contains something else ({name}); nothing was changed. "
                "Set SCOREKEEPER_DATA to a new folder and try again."
            ).format(folder=data, name=others[0])
        )


def _refuse_people() -> None:
    tables = connection.introspection.table_names()
    if any(model._meta.db_table in tables and model.objects.exists() for model in (Playgroup, User)):
        raise NotEmpty
