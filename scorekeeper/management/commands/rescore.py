"""`manage.py rescore`: replay every game, and fix stored scores, statistics and ratings that differ.

Every change to a game updates them anyway, so nothing should need fixing unless a new version of the app applies a rule
differently or the database was edited by hand.
"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scorekeeper.models import Game, Playgroup
from scorekeeper.services.settle import rescore, rescore_group


class Command(BaseCommand):
    """Find and fix stored rows that differ from a fresh replay."""

    help = gettext_lazy("Replay every game and fix stored scores that differ.")  # type: ignore[assignment]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--group", type=int, metavar="ID", help=_("only this group's games"))
        parser.add_argument(
            "--check", action="store_true", help=_("change nothing; exit with status 1 if anything differs")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Each game has its own transaction, so that people who are playing never wait for more than one game.
        check: bool = options["check"]
        facts = games = 0
        for game in _games(options["group"]):
            try:
                wrong = rescore(game, write=not check)
            except LookupError:
                skipped = _("Skipped game {game}: the app doesn’t know its rules, {rules}.")
                self.stdout.write(skipped.format(game=game.pk, rules=game.rules))
                continue
            facts, games = facts + wrong, games + bool(wrong)
        # Ratings and yearly sums are derived from the games, so they can't be checked while a game is wrong.
        if not (check and facts):
            facts += sum(rescore_group(group, write=not check) for group in _groups(options["group"]))
        if check and facts:
            raise CommandError(_summary(facts, games))
        self.stdout.write(_summary(facts, games))


def _games(group: int | None) -> list[Game]:
    # In playing order, so that games that don't have ratings yet are rated only once each.
    games = Game.objects.order_by("night__date", "started_at", "pk")
    if group is None:
        return list(games)
    if not Playgroup.objects.filter(pk=group).exists():
        raise CommandError(_("There is no group {group}.").format(group=group))
    return list(games.filter(group=group))


def _groups(group: int | None) -> list[int]:
    return [group] if group is not None else list(Playgroup.objects.order_by("pk").values_list("pk", flat=True))


def _summary(facts: int, games: int) -> str:
    if not facts:
        return _("Nothing differed.")
    found = ngettext("{count} stored value differed", "{count} stored values differed", facts).format(count=facts)
    if not games:
        return f"{found}."
    where = ngettext("in {count} game", "in {count} games", games).format(count=games)
    return _("{found} {where}.").format(found=found, where=where)
