"""`manage.py rescore`: replay every game, and fix stored totals and statistics that differ, as after an update."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scorekeeper.host.commands import OwnCommand
from scorekeeper.recording.game.writing import rescore_all


class Command(OwnCommand):
    help = gettext_lazy("Replay every game and fix stored totals and statistics that differ.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help=_("change nothing; exit with status 1 if anything differs")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Each game has its own transaction, so that people who are playing never wait for more than one game.
        differed, unknown = rescore_all(write=not options["check"])
        for game in unknown:
            skipped = _("Skipped game {game}: the app doesn’t know its rules, {rules}.")
            self.stdout.write(skipped.format(game=game.pk, rules=game.rules))
        rows, count = sum(differed), len(differed)
        if not rows:
            self.stdout.write(_("Nothing differed."))
            return
        found = ngettext("{count} stored value differed", "{count} stored values differed", rows).format(count=rows)
        where = ngettext("in {count} game", "in {count} games", count).format(count=count)
        summary = _("{found} {where}.").format(found=found, where=where)
        if options["check"]:
            raise CommandError(summary)
        self.stdout.write(summary)
