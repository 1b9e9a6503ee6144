"""`manage.py demo`: fill a fresh install with a made-up group and a year of its games. Names aren't translated."""

import gzip
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.files.importing import import_games
from scorekeeper.formats.sheets import GameFile, read_sheets
from scorekeeper.host.commands import OwnCommand
from scorekeeper.host.preparing import data_folder, has_people, prepare_database
from scorekeeper.models import Player, Playgroup, night_of
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.hand.writing import Seen
from scorekeeper.web import network
from scorekeeper.web.configuration import COMMAND

FILE = Path(__file__).parents[2] / "host" / "demo.json.gz"
IN_PROGRESS = timedelta(minutes=35)  # how long the last game has been played
# A game, the number of one of its hands, and the taps that correct the hand or begin it.
CORRECTED = ("1db22c4d-6167-4065-8e94-660f48a2cba1", 3, {"players.0.taken": 3, "players.1.taken": 6})
BIDS = {"players.1.bid": 9, "players.2.peeked": True, "players.2.bid": 11, "players.3.passed": True}
HALF_TYPED = ("9c7a77c8-a296-462a-bb0b-698e966b2c7d", 6, BIDS)


class Command(OwnCommand):
    help = gettext_lazy("Fill a fresh install with a made-up group and a year of games.")

    def handle(self, **options: Any) -> None:
        with data_folder():
            if has_people():  # before migrating, so that a database in use stays as it is
                raise CommandError(_("The database is in use. Set SCOREKEEPER_DATA to a new folder and try again."))
            prepare_database()
        fill(read_sheets(gzip.decompress(FILE.read_bytes())).games, now=timezone.now())
        self.stdout.write(_("“The kitchen table” has been playing for a year, and a game is in progress."))
        if network.find(settings.DATA_DIR) is None:
            start = _("Start the app with `{command} serve`, then open the address below.")
            self.stdout.write(start.format(command=COMMAND))
        call_command("invite", stdout=self.stdout)


@transaction.atomic
def fill(games: Sequence[GameFile], *, now: datetime) -> Playgroup:
    """Create the group with its two members, bring in its games, and let Nora correct one hand and begin another."""
    zone = settings.TIME_ZONE
    nora = groups_writing.start_group(
        uid=uuid.uuid4(), name="The kitchen table", owner_name="Nora", time_zone=zone, user=None
    )
    group = nora.group
    link = links_writing.make_join_link(group=group, label="Ben", by=nora)
    ben = groups_writing.redeem(link=link, name="Ben", user=None)
    links_writing.revoke_link(group=group, link_id=link.pk, by=nora)
    import_games(group=group, games=[*_moved(games, now, zone)], by=nora)
    ids = dict(Player.objects.filter(group=group).values_list("name", "pk"))
    groups_writing.claim_player(group=group, player_id=ids["Ben"], by=ben)
    roster_writing.change_player(group=group, player_id=ids["Leo"], name="Leo", retired=True)
    roster_writing.merge_player(group=group, player_id=ids["Thomas"], same_as=ids["Tom"])
    for (uid, number, taps), revisions in ((CORRECTED, 1), (HALF_TYPED, 0)):
        game = group.games.get(uid=uid)
        for count, (path, value) in enumerate(taps.items()):
            seen = Seen(revisions=revisions, taps=count)
            hand_writing.tap(game=game, number=number, seen=seen, path=path, value=value, at=path, by=nora)
        if revisions:
            hand_writing.save(game=game, number=number, seen=Seen(revisions=revisions, taps=len(taps)), by=nora)
    return group


def _moved(games: Sequence[GameFile], now: datetime, zone: str) -> Iterator[GameFile]:
    """Yield the games with the last night moved to tonight, and the others by as many days, at the same time of day."""
    last, tonight = games[-1], night_of(now, zone)
    assert last.night is not None
    assert last.started is not None
    days, later = tonight - last.night, now - IN_PROGRESS - last.started

    def moved(time: datetime | None, is_last: bool) -> datetime | None:
        if time is None or is_last:
            return time and time + later
        return (time.replace(tzinfo=None) + days).replace(tzinfo=ZoneInfo(zone))

    for game in games:
        assert game.night is not None
        started, ended = (moved(time, game.night == last.night) for time in (game.started, game.ended))
        yield replace(game, night=game.night + days, started=started, ended=ended, known=game.replay)
