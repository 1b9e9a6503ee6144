"""Preview and import a score sheet file: its games one by one in the order played, each in a transaction of its own.

A game that the group already has is skipped, so an import that was stopped can be begun again, and several at once add
every game once. Meanwhile the file is stored as an `Upload`, for a day at most.
"""

import datetime
import json
import re
import time
import uuid
import zlib
import zoneinfo
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.files.exports import Selection
from scorekeeper.formats.brought import KnownHere
from scorekeeper.formats.documents import write_entries
from scorekeeper.formats.language import name_key
from scorekeeper.formats.parsing import inside
from scorekeeper.formats.sheets import GameFile, read_sheets
from scorekeeper.formats.values import YEARS
from scorekeeper.games import is_own
from scorekeeper.models import (
    Event,
    Game,
    Hand,
    Membership,
    Night,
    Player,
    Playgroup,
    Recipe,
    Revision,
    Seat,
    Upload,
    night_of,
)
from scorekeeper.people.groups.writing import require_owner
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.records import totals_by_player
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.game.writing import add_setup, seat_players, settle
from scorekeeper.recording.own_games.reading import games_by_name, supplied
from scorekeeper.recording.own_games.writing import keep_played
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.sheet import Problem
from scorekeeper.rules.text import Series, Text, both, gettext as _, ngettext
from scorekeeper.web.ledger import Notice, bump_all, lock, lock_unread
from scorekeeper.web.refusals import NotFound, Refused

# The namespace for games whose file has no UUID. Never change it, or these games won't be recognized.
FOREIGN = uuid.UUID("6d1f3c52-8d0b-5c0a-9f43-0f9d0f3a7b11")
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
PROGRESS = ("done", "games", "hands", "players", "here", "newest", "event")  # what each game changes in an `Upload`
STEP = 2  # seconds for which a request adds games


class Incoming:
    """What adding a file's games would do: those in `new` aren't in the group yet, and `here` counts the others.

    That takes only a few queries, no matter how many games there are. A game without an id is recognized by its
    content, among the group's games whose primary key is above `since`.

    All else is about the new games, whose `night` is None if their file doesn't say when they were; `in_progress`
    counts those in progress. `players` has each name with how many `games` it's in, and the `mark` of the player on the
    roster, or None for a new one. `objections` say what can't be added, and why. Of `doubles`, each with its id and the
    game of that evening that it looks like, only those come along that the user `takes`; with None, nobody was asked.
    """

    def __init__(
        self, group: Playgroup, games: Sequence[GameFile], since: int = 0, takes: Container[str] | None = None
    ) -> None:
        by_uid = dict[uuid.UUID, tuple[int, GameFile]]()
        for number, game in enumerate(games):
            moment = game.started or game.ended
            night = game.night or (moment and night_of(moment, group.time_zone))
            dated = replace(game, night=night if night and night.year in YEARS else None, known=game.replay)
            by_uid.setdefault(_uid_of(dated), (number, dated))
        here = Game.objects.filter(group=group).exclude(came_with__taken_back=True)
        known = {*here.filter(uid__in=by_uid).values_list("uid", flat=True)}
        if unnamed := [game for _number, game in by_uid.values() if not game.id]:
            alike = here.filter(pk__gt=since, rules__in={game.rules.slug for game in unnamed})
            if all(game.night for game in unnamed):
                alike = alike.filter(night__date__in={game.night for game in unnamed})
            for game in Selection(games=tuple(alike.values_list("pk", flat=True))).files():
                known |= {_uid_of(replace(game, id="", night=night, known=game.replay)) for night in (game.night, None)}
        on_roster = Player.objects.filter(group=group).select_related("same_as")
        players = {player.name_key: player for player in on_roster}
        new = {uid: numbered for uid, numbered in by_uid.items() if uid not in known}
        self.doubles = [] if takes is None else [*_doubles(here, new, players)]
        left_out = {uid for uid, _game, _other in self.doubles if str(uid) not in (takes or ())}
        numbered = dict(numbered for uid, numbered in new.items() if uid not in left_out)
        self.new, self.here = tuple(numbered.values()), len(games) - len(new)
        self.hands, self.undated = sum(len(game.hands) for game in self.new), sum(not game.night for game in self.new)
        self.in_progress = sum(game.outcome is None for game in self.new)
        self.nights = sorted({game.night for game in self.new if game.night})
        seen = dict[str, dict[str, Any]]()
        for name in (name for game in self.new for name in game.table.names):
            player = players.get(name_key(name))
            main, mark = player and player.same_as, (player.same_as or player).mark if player else None
            row = {"name": player.name if player else name, "main": main and main.name, "mark": mark, "games": 0}
            seen.setdefault(name_key(name), row)["games"] += 1
        self.players = sorted(seen.values(), key=lambda row: name_key(row["name"]))
        self.new_players = [row["name"] for row in seen.values() if row["mark"] is None]
        self.objections = [*self._too_many(group, len(players)), *_objections(group, numbered, players)]

    def _too_many(self, group: Playgroup, players: int) -> Iterator[Problem]:
        """Yield why a group can't have so many players or games of its own."""
        if self.new_players and players + len(self.new_players) > limits.MOST_PLAYERS:
            message = _("The roster can’t have more than {most} players.", most=limits.MOST_PLAYERS)
            yield Problem(path="games", message=message)
        own = {game.rules.slug for game in self.new if is_own(game.rules.slug)} - supplied().keys()
        if (
            own
            and len(own | {*Recipe.objects.filter(group=group).values_list("rules", flat=True)}) > limits.MOST_RECIPES
        ):
            message = _("A group can have at most {most} games of its own. Leave some out.", most=limits.MOST_RECIPES)
            yield Problem(path="games", message=message)


def known_here(group: Playgroup) -> KnownHere:
    """Return what a reader may ask of a group."""
    games = games_by_name(group.pk)
    names = Player.objects.filter(group=group).order_by("pk").values_list("name", flat=True)
    today = night_of(timezone.now(), group.time_zone)
    return KnownHere(game=lambda name: games.get(name_key(name)), players=tuple(names), today=today)


def _doubles(
    here: QuerySet[Game], new: Mapping[uuid.UUID, tuple[int, GameFile]], players: Mapping[str, Player]
) -> Iterator[tuple[uuid.UUID, GameFile, int]]:
    """Yield results that look like a game of the same evening: with the same rules and people."""
    results = {uid: game for uid, (_number, game) in new.items() if game.given is not None and game.night}
    if not results:
        return
    dates = [game.night for game in results.values() if game.night]
    seats = Seat.objects.filter(game__in=here.filter(hidden=False, night__date__in=dates))
    persons = defaultdict[tuple[int, str, datetime.date | None], set[int]](set)
    person = Coalesce("player__same_as", "player")
    for game, rules, date, who in seats.values_list("game", "game__rules", "game__night__date", person):
        persons[game, rules, date].add(who)
    played = {(rules, date, frozenset(them)): game for (game, rules, date), them in persons.items()}
    for uid, result in results.items():
        rows = [players.get(name_key(name)) for name in result.names]
        them = frozenset(row.same_as_id or row.pk for row in rows if row)
        if (other := played.get((result.rules.slug, result.night, them))) and None not in rows:
            yield uid, result, other


def _uid_of(game: GameFile) -> uuid.UUID:
    """Return a UUID for a file's game, based on its own id or else on its hands, house rules, players and night."""
    if UUID.fullmatch(game.id):
        return uuid.UUID(game.id)
    if game.id:
        return uuid.uuid5(FOREIGN, f"id {game.id}")
    rules, table = game.rules, game.table
    hands = [(hand.dealer * rules.has_dealer, rules.record_of(hand.entry, table)) for hand in game.scored]
    content = [rules.slug, options_record(table.options), [*map(name_key, table.names)], table.first_dealer, hands]
    if game.given is not None:
        content += [game.won, game.given]
    elif game.won is not None and not hands:
        content += [game.won, str(game.started), str(game.ended)]
    return uuid.uuid5(FOREIGN, f"entries {game.night or ''} {json.dumps(content, sort_keys=True)}")


def _objections(group: Playgroup, new: Mapping[int, GameFile], players: Mapping[str, Player]) -> Iterator[Problem]:
    tonight = night_of(timezone.now(), group.time_zone)
    dates = {game.night or tonight for game in new.values() if game.place or game.note}
    nights = {night.date: night for night in Night.objects.filter(group=group, date__in=dates)}
    for number, game in new.items():
        place, seated = inside("games", number), dict[int, str]()
        for name in game.table.names:
            player = players.get(name_key(name))
            if player and (other := seated.setdefault(player.same_as_id or player.pk, name)) != name:
                why = _("In this group, {first} and {second} are the same person.", first=other, second=name)
                yield Problem(path=inside(place, "players"), message=why)
        date, most = game.night or tonight, limits.LONGEST_TEXT
        night = nights.setdefault(date, Night())
        if _add_texts(night, game) and max(len(night.place), len(night.note)) > most:
            why = _("The notes of {date} would have more than {most} characters.", date=str(date), most=most)
            yield Problem(path=place, message=why)


def _add_texts(night: Night, game: GameFile) -> bool:
    """Add a file's place and note below the night's, unless it has all of their lines. Return whether it hadn't."""
    before = night.place, night.note
    for name in ("place", "note"):
        ours, theirs = getattr(night, name), getattr(game, name)
        if theirs.strip() and not {*theirs.split("\n")} <= {*ours.split("\n")}:
            setattr(night, name, f"{ours}\n{theirs}" if ours.strip() else theirs)
    return (night.place, night.note) != before


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
    # On each date, games without a time come first, in the same order as in the file.
    new = sorted(found.new, key=lambda game: (game.night or tonight, game.started is not None, game.started))
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
        settle(row, Notice(said=said_so_far, by=by, of_group=True))
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
    if _add_texts(night, game):
        night.save()
        if not is_new:  # the pages of its other games show them
            bump_all(group.pk)
    # Assume that a game played tonight has just begun, and that one from another night began that evening.
    began = now if night.date == tonight else datetime.datetime.combine(night.date, datetime.time(20), tzinfo=zone)
    started = game.started or game.ended or began
    played_by = {"rules": game.rules.slug, "options": game.options, "first_dealer": game.first_dealer}
    state, ended = (Game.State.OVER, game.ended or started) if game.outcome else (Game.State.PLAYING, None)
    end = {"state": state, "stopped": game.stopped, "started_at": started, "ended_at": ended}
    uid = _uid_of(game)
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
