"""Import the games in a score sheet file, one by one in the order played, each in a transaction of its own.

A game that the group already has is skipped, so an import that was stopped can be begun again, and several at once add
every game once. Meanwhile the file is stored as an `Upload`, for a day at most.
"""

import datetime
import time
import zlib
import zoneinfo
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scorekeeper.exchange.sheets import GameFile, read_sheets
from scorekeeper.exchange.writing import write_entries
from scorekeeper.models import Event, Game, Hand, Membership, Night, Player, Playgroup, Revision, Seat, Upload, night_of
from scorekeeper.queries.files.incoming import Dated, incoming, joined, uid_of
from scorekeeper.queries.people.notices import Notice
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.words import both, gettext as _, ngettext
from scorekeeper.services import people
from scorekeeper.services.errors import NotFound, Refused
from scorekeeper.services.members import require_owner
from scorekeeper.services.rows import insert, seat_rows, setup_row
from scorekeeper.services.settle import bump_all, hold, lock, settle
from scorekeeper.services.templates import keep_played
from scorekeeper.text import name_key

KEEP_FOR = datetime.timedelta(days=1)
PROGRESS = ("done", "games", "hands", "players", "here", "event")  # what each game changes in an `Upload`
STEP = 2  # seconds for which a request adds games
# When a game is assumed to have started if its file gives only the night.
ASSUMED_START = datetime.time(20)
LONG_AGO = datetime.datetime.min.replace(tzinfo=datetime.UTC)


@dataclass(frozen=True, kw_only=True)
class Imported:
    """The numbers of games, hands and players added. `here` is the number of games that the group already had."""

    games: int
    hands: int
    players: int
    here: int

    @classmethod
    def of(cls, upload: Upload) -> "Imported":
        """Return what has been added so far."""
        return cls(games=upload.games, hands=upload.hands, players=upload.players, here=upload.here)


def keep_upload(*, file: bytes, by: Membership) -> Upload:
    """Store a file, compressed. Delete the member's previous file, and everybody's expired ones."""
    content = zlib.compress(file, level=zlib.Z_BEST_SPEED)
    with transaction.atomic():
        Upload.objects.filter(member=by).delete()
        drop_expired()
        return Upload.objects.create(group_id=by.group_id, member=by, content=content)


def drop_expired() -> None:
    """Delete all files that are older than a day. Those from the future were uploaded before the clock jumped back."""
    now = timezone.now()
    Upload.objects.filter(Q(at__lt=now - KEEP_FOR) | Q(at__gt=now + KEEP_FOR)).delete()


def import_games(*, group: Playgroup, games: Sequence[GameFile], by: Membership) -> Imported:
    """Add the games that the group doesn't have yet, with their nights and players.

    Raise `Refused`, with the location in the file as its path, if a game can't be added, and before any game is. At a
    game that can't be added anymore because the group has changed meanwhile, raise it without a path.
    """
    upload = Upload(group=group, member=by)  # isn't stored, but counts what is added
    for game in _plan(upload, games):
        with transaction.atomic():
            _add(lock(group.pk), game, upload)
    return Imported.of(upload)


def begin(*, upload: Upload, games: Sequence[GameFile]) -> None:
    """Replace an uploaded file by its new games, one on each line, so that no step reads more than it adds."""
    lines = "\n".join(map(write_entries, _plan(upload, games)))
    begun = {"content": zlib.compress(lines.encode(), level=zlib.Z_BEST_SPEED)}
    begun |= {name: getattr(upload, name) for name in ("total", "here", "newest")}
    Upload.objects.filter(pk=upload.pk, total=None).update(**begun)  # unless another request has begun
    upload.refresh_from_db()


def go_on(*, upload: Upload) -> bool:
    """Add an upload's next games for about two seconds. Return whether all of them are in the group now."""
    until, lines = time.monotonic() + STEP, upload.file.decode().split("\n")
    while (number := upload.done) != upload.total:
        (game,) = read_sheets(lines[number].encode()).games
        with transaction.atomic():
            group = lock(upload.group_id)
            try:
                upload.refresh_from_db(fields=PROGRESS)
            except Upload.DoesNotExist:  # the member has uploaded another file
                raise NotFound from None
            if upload.done == number:  # or else another request has added this game
                _add(group, game, upload)
                upload.save(update_fields=PROGRESS)
        if upload.done != upload.total and time.monotonic() > until:
            return False
    Upload.objects.filter(pk=upload.pk).update(content=b"")
    return True


def _plan(upload: Upload, games: Sequence[GameFile]) -> list[GameFile]:
    """Compare a file with the upload's group, and return its new games in playing order."""
    group, today = upload.group, night_of(timezone.now(), upload.group.time_zone)
    upload.newest = Game.objects.filter(group=group).order_by("-pk").values_list("pk", flat=True).first() or 0
    preview = incoming(group, games)
    for objection in preview.objections:
        raise Refused(objection.message, path=objection.path)

    def when(dated: Dated) -> tuple[datetime.date, bool, datetime.datetime]:
        # On each date, games without a time come first, in the same order as in the file.
        night, game = dated
        return night or today, game.started is not None, game.started or LONG_AGO

    new = [game for _night, game in sorted(preview.new, key=when)]
    upload.total, upload.here = len(new), preview.here
    with transaction.atomic():
        hold(group.pk)
        require_owner(upload.member)
        # The newest game with each slug makes the template.
        keep_played(group.pk, {game.rules.slug: options_record(game.table.options) for game in new})
    return new


def _add(group: Playgroup, game: GameFile, upload: Upload) -> None:
    """Add a game to a locked group and count it, unless the group has it by now."""
    require_owner(upload.member)
    # Others than those of this import, which has been compared with what was there before.
    others = Game.objects.filter(group=group, pk__gt=upload.newest)
    if game.id or others.count() == upload.games:
        others = others.none()
    preview = incoming(group, [game], others)
    for objection in preview.objections:
        refused = _(
            "{game} with {names} (night: {date}) can’t be added. {why}",
            game=game.rules.name,
            names=both(game.table.names),
            date=str(preview.new[0][0] or night_of(timezone.now(), group.time_zone)),
            why=objection.message,
        )
        raise Refused(refused)
    upload.done += 1
    upload.here += preview.here
    upload.hands += preview.hands
    upload.players += len(preview.new_players)
    if preview.new_players:
        people.add_players(group=group, names=preview.new_players)
        bump_all(group.pk)
    for night, new in preview.new:
        upload.games += 1
        said = ngettext("{count} game imported.", "{count} games imported.", upload.games)
        settle(_write(group, night, new, upload.member), Notice(said=said, by=upload.member))
        upload.event = upload.event or Event(group=group, kind=Event.Kind.IMPORTED, member=upload.member)
        upload.event.values = {"by": upload.member.name, "games": upload.games}
        upload.event.save()


def _write(group: Playgroup, date: datetime.date | None, game: GameFile, by: Membership) -> Game:
    """Write a game's rows, except what is derived from its hands."""
    now, zone = timezone.now(), zoneinfo.ZoneInfo(group.time_zone)
    tonight = night_of(now, group.time_zone)
    night, is_new = Night.objects.get_or_create(group=group, date=date or tonight)
    texts = joined(night.place, game.place), joined(night.note, game.note)
    if texts != (night.place, night.note):
        night.place, night.note = texts
        night.save()
        if not is_new:  # the pages of its other games show them
            bump_all(group.pk)
    # Assume that a game played tonight has just begun, and that one from another night began that evening.
    began = now if night.date == tonight else datetime.datetime.combine(night.date, ASSUMED_START, tzinfo=zone)
    started = game.started or game.ended or began
    row = Game.objects.create(
        uid=uid_of(game, date),
        group=group,
        night=night,
        rules=game.rules.slug,
        options=options_record(game.table.options),
        first_dealer=game.table.first_dealer,
        state=Game.State.OVER if game.outcome else Game.State.PLAYING,
        stopped=game.stopped,
        started_at=started,
        ended_at=(game.ended or started) if game.outcome else None,
    )
    players = dict(Player.objects.filter(group=group).values_list("name_key", "pk"))
    seated = tuple(players[name_key(name)] for name in game.table.names)
    setup = setup_row(row, 0, Setting(players=seated, first_dealer=row.first_dealer, options=row.options), by, now)
    setup.save()
    insert(Seat, seat_rows(row, seated))
    entries = [
        game.rules.record_of(hand.entry, game.table) | ({"score_anyway": True} if hand.score_anyway else {})
        for hand in game.hands
    ]
    hands = Hand.objects.bulk_create(
        Hand(game=row, number=number, dealer=hand.dealer, entry=entry)
        for number, (hand, entry) in enumerate(zip(game.hands, entries, strict=True), start=1)
    )
    of_import = {"number": 1, "kind": Revision.Kind.IMPORT, "setup": setup, "member": by, "at": now}
    insert(Revision, [Revision(hand=hand, dealer=hand.dealer, entry=hand.entry, **of_import) for hand in hands])
    return row
