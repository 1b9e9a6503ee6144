"""`manage.py rescore`: replay every game, and fix stored totals and statistics that differ.

Every change to a game updates them anyway, so nothing should need fixing unless a new version of the app applies a rule
differently or the database was edited by hand. If it is interrupted, the next run goes on where it stopped.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scorekeeper.models import Playgroup
from scorekeeper.services.rescoring import Rescored, rescore_all, rescore_whole, unfinished

# A line is printed whenever this many more games have been replayed.
PROGRESS = 1000


class Command(BaseCommand):
    """Find and fix stored rows that differ from a fresh replay."""

    help = gettext_lazy("Replay every game and fix stored totals and statistics that differ.")  # type: ignore[assignment]

    def add_arguments(self, parser: ArgumentParser) -> None:
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--group", type=int, metavar="ID", help=_("only this group's games"))
        which.add_argument("--from", type=int, metavar="ID", help=_("only the groups from this one on"))
        parser.add_argument(
            "--check", action="store_true", help=_("change nothing; exit with status 1 if anything differs")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Each game has its own transaction, so that people who are playing never wait for more than one game.
        check: bool = options["check"]
        rows = wrong = games = 0
        for found in self._groups(options["group"], options["from"], check=check):
            for game, rules in found.unknown:
                skipped = _("Skipped game {game}: the app doesn’t know its rules, {rules}.")
                self.stdout.write(skipped.format(game=game, rules=rules))
            rows, wrong = rows + found.rows, wrong + found.wrong
            if games // PROGRESS < (games + found.games) // PROGRESS:
                replayed = games + found.games
                count = ngettext("{count} game", "{count} games", replayed).format(count=replayed)
                self.stdout.write(_("Up to group {group}: {games}").format(group=found.group, games=count))
                self.stdout.flush()
            games += found.games
        if check and rows:
            raise CommandError(_summary(rows, wrong))
        self.stdout.write(_summary(rows, wrong))

    def _groups(self, group: int | None, first: int | None, *, check: bool) -> Iterator[Rescored]:
        groups = Playgroup.objects.order_by("pk")
        if group is not None:
            if not groups.filter(pk=group).exists():
                raise CommandError(_("There is no group {group}.").format(group=group))
            return iter([rescore_whole(group, write=not check)])
        if check:
            keys = groups.filter(pk__gte=first or 0).values_list("pk", flat=True)
            return (rescore_whole(key, write=False) for key in keys.iterator())
        if first is None and (first := unfinished()):
            self.stdout.write(_("Going on with group {group}.").format(group=first))
        return rescore_all(first or 0)


def _summary(facts: int, games: int) -> str:
    if not facts:
        return _("Nothing differed.")
    found = ngettext("{count} stored value differed", "{count} stored values differed", facts).format(count=facts)
    where = ngettext("in {count} game", "in {count} games", games).format(count=games)
    return _("{found} {where}.").format(found=found, where=where)
