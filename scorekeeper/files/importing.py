"""Import a file: its games one by one in the order played, each in a transaction of its own.

A game that the group already has is skipped, so an import that was stopped can be begun again, and several at once add
every game once. Meanwhile the file is stored as an `Upload`, for a day at most.
"""

import datetime
import time
import uuid
import zlib
import zoneinfo
from collections.abc import Container, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scorekeeper.files.incoming import Incoming, add_texts, uid_of
from scorekeeper.formats.documents import write_entries
from scorekeeper.formats.language import name_key
from scorekeeper.formats.sheets import GameFile, read_sheets
from scorekeeper.models import (
    Event,
    Game,
    Hand,
    Membership,
    Night,
    Player,
    Playgroup,
    Revision,
    Upload,
    night_of,
)
from scorekeeper.people.groups.writing import require_owner
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.records import totals_by_player
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.game.writing import add_setup, seat_players, settle, show_games
from scorekeeper.recording.own_games.writing import keep_played
from scorekeeper.recording.setup.writing import after_others
from scorekeeper.rules.text import Series, Text, both, gettext as _, ngettext
from scorekeeper.web.ledger import Notice, Undo, bump_all, lock, lock_unread
from scorekeeper.web.refusals import NotFound, Refused, or_404

PROGRESS = ("done", "games", "hands", "players", "here", "newest", "event")  # what each game changes in an `Upload`
STEP = 2  # seconds for which a request adds games


@transaction.atomic
def store_upload(*, file: bytes, by: Membership) -> Upload:
    """Store a file. Delete the member's previous file, and everybody's expired ones."""
    Upload.objects.filter(member=by).delete()
    drop_expired()
    return Upload.objects.create(group_id=by.group_id, member=by, content=zlib.compress(file, zlib.Z_BEST_SPEED))


def upload_of(member: Membership, upload_id: int) -> Upload | None:
    """Return this member's upload with this id, including its content, or None if the member has no such upload."""
    return Upload.objects.filter(member=member, pk=upload_id).first()


def drop_expired() -> None:
    """Delete all files that are older than a day."""
    Upload.objects.filter(at__lt=timezone.now() - datetime.timedelta(days=1)).delete()


def import_games(*, group: Playgroup, games: Sequence[GameFile], by: Membership) -> Upload:
    """Add the games that the group doesn't have yet. Return how many there were, with their hands and players."""
    upload = Upload.objects.create(group=group, member=by, content=b"")
    begin(upload=upload, games=games)
    while not go_on(upload=upload):
        pass
    Upload.objects.filter(pk=upload.pk).delete()
    return upload


def begin(*, upload: Upload, games: Sequence[GameFile], takes: Container[str] | None = None) -> None:
    """Replace an upload by its new games, one on each line, or raise `Refused` if one of them can't be added.

    `takes` are the ids of those that come along although they look like others, as `Incoming` has them.
    """
    group, tonight = upload.group, night_of(timezone.now(), upload.group.time_zone)
    newest = Game.objects.filter(group=group).aggregate(newest=Max("pk"))["newest"] or 0
    found = Incoming(group, games, takes=takes)
    for objection in found.objections:
        raise Refused(objection.message, path=objection.path)
    # On each date, games without a time come first, in the same order as in the file, but mere results last.
    new = sorted(
        found.new,
        key=lambda game: (game.night or tonight, game.is_result and not game.started, bool(game.started), game.started),
    )
    content = zlib.compress("\n".join(map(write_entries, new)).encode(), zlib.Z_BEST_SPEED)
    with transaction.atomic():
        lock_unread(group.pk)
        require_owner(upload.member)
        # The newest game with each slug makes the recipe.
        keep_played(group.pk, {game.rules.slug: game.options for game in new})
        begun = Upload.objects.filter(pk=upload.pk, total=None)  # unless another request was faster
        begun.update(content=content, total=len(new), here=found.here, newest=newest)
    upload.refresh_from_db()


def go_on(*, upload: Upload) -> bool:
    """Add games for about two seconds, and return whether that was all. Raise `Refused` if one no longer fits."""
    until, lines = time.monotonic() + STEP, upload.file.decode().split("\n")
    while upload.done != upload.total:
        (game,) = read_sheets(lines[upload.done].encode()).games
        _add(upload, game)
        if upload.done != upload.total and time.monotonic() > until:
            return False
    Upload.objects.filter(pk=upload.pk).update(content=b"")
    return True


@transaction.atomic
def _add(upload: Upload, game: GameFile) -> None:
    """Add an upload's next game and count it, unless the group has it by now or another request has added it."""
    group, by, number = lock(upload.group_id), upload.member, upload.done
    require_owner(by)
    try:
        upload.refresh_from_db(fields=PROGRESS)
    except Upload.DoesNotExist:  # the member has uploaded another file
        raise NotFound from None
    if upload.done != number:
        return
    found = Incoming(group, [game], upload.newest)
    for objection in found.objections:
        date = str(found.new[0].night or night_of(timezone.now(), group.time_zone))
        said: dict[str, str | Text | Series] = {"game": game.rules.name, "names": both(game.table.names), "date": date}
        raise Refused(_("{game} with {names} (night: {date}) can’t be added. {why}", why=objection.message, **said))
    upload.done += 1
    upload.here += found.here
    upload.hands += found.hands
    upload.players += len(found.new_players)
    if found.new_players:
        roster_writing.add_players(group=group, names=found.new_players)
        bump_all(group.pk)
    for new in found.new:
        upload.games += 1
        is_alone = not Game.objects.filter(group=group, pk__gt=upload.newest).exists()
        upload.event = upload.event or Event.objects.create(group=group, kind=Event.Kind.IMPORTED, member=by)
        row = _write(group, new, by, upload.event)
        said_so_far = ngettext("{count} game imported.", "{count} games imported.", upload.games)
        settle(row, Notice(said=said_so_far, by=by, of_group=True, where="files"))
        if is_alone:  # nobody else has added a game that this file's next ones have yet to be compared with
            upload.newest = row.pk
        upload.event.values = {"by": by.name, "games": upload.games}
        upload.event.save()
    upload.save(update_fields=PROGRESS)


def _write(group: Playgroup, game: GameFile, by: Membership, event: Event) -> Game:
    """Write a game's rows, except what is derived from its hands. One of its id that was taken back gives that up."""
    now, zone = timezone.now(), zoneinfo.ZoneInfo(group.time_zone)
    tonight = night_of(now, group.time_zone)
    night, is_new = Night.objects.get_or_create(group=group, date=game.night or tonight)
    if add_texts(night, game):
        night.save()
        if not is_new:  # the pages of its other games show them
            bump_all(group.pk)
    # Assume that a game played tonight has just begun, and that one from another night began that evening.
    began = now if night.date == tonight else datetime.datetime.combine(night.date, datetime.time(20), tzinfo=zone)
    began = after_others(night, now) if game.is_result else began
    started = game.started or game.ended or began
    played_by = {"rules": game.rules.slug, "options": game.options, "first_dealer": game.first_dealer}
    state, ended = (Game.State.OVER, game.ended or started) if game.outcome else (Game.State.PLAYING, None)
    end = {"state": state, "stopped": game.stopped, "started_at": started, "ended_at": ended}
    uid = uid_of(game)
    for earlier in Game.objects.filter(group=group, uid=uid):
        Game.objects.filter(pk=earlier.pk).update(uid=uuid.uuid4())
        Event.objects.filter(games=earlier).update(is_final=True)
    row = Game.objects.create(uid=uid, group=group, night=night, came_with=event, **played_by, **end)
    players = dict(Player.objects.filter(group=group).values_list("name_key", "pk"))
    seated = tuple(players[name_key(name)] for name in game.names)
    setting = Setting(players=seated, first_dealer=row.first_dealer, options=row.options)
    result: dict[str, Any] = {} if game.won is None else {"won": [seated[seat] for seat in game.won]}
    if game.given is not None:
        result["totals"] = totals_by_player(game.sheet.columns, game.given, seated)
    setup = add_setup(row, 0, setting, by, now, result)
    seat_players(row, seated)
    hands = Hand.objects.bulk_create(
        Hand(game=row, number=number, dealer=hand.dealer, entry=hand.entry)
        for number, hand in enumerate(game.hands, start=1)
    )
    of_import = {"number": 1, "kind": Revision.Kind.IMPORT, "setup": setup, "member": by, "at": now}
    Revision.objects.bulk_create(
        Revision(hand=hand, dealer=hand.dealer, entry=hand.entry, **of_import) for hand in hands
    )
    return row


@transaction.atomic
def take_back(*, group: Playgroup, event: int, back: bool, by: Membership) -> None:
    """Hide all games of an import that aren't hidden, or show these again, unless some have come in anew since.

    The import is known by the id of its event. Raise `NotFound` if the group has none.
    """
    lock(group.pk)
    row = or_404(Event.objects.filter(group=group, pk=event, kind=Event.Kind.IMPORTED).first())
    if row.taken_back == back:
        return
    if row.is_final and not back:
        raise Refused(_("These games have been imported again since."))
    games = Game.objects.filter(came_with=row, hidden=not back)
    if not back:
        games = games.filter(pk__in=row.values["hid"])
    ids = list(games.values_list("pk", flat=True))
    show_games(ids, hidden=back)
    row.taken_back, row.values = back, row.values | {"hid": ids if back else []}
    row.save(update_fields=["taken_back", "values"])
    said = ngettext("Taken back: {count} game is gone.", "Taken back: {count} games are gone.", len(ids))
    if not back:
        said = ngettext("{count} game is back.", "{count} games are back.", len(ids))
    undo = Undo(route="take_back", ids=(group.pk, row.pk), fields={"back": str(not back)}, only_owners=True)
    bump_all(group.pk, Notice(said=said, by=by, undo=undo, of_group=True, where="files"))
