"""Add the games in a score sheet file to a group in one transaction: either all of them or none.

By the time the file gets here, it has been read and replayed, so the group's lock is held only while writing.
"""

import datetime
import zoneinfo
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from scorekeeper.exchange.sheets import GameFile, HandFile
from scorekeeper.games import all_games
from scorekeeper.models import Game, Hand, Membership, Night, Player, Playgroup, Revision, Seat, Setup
from scorekeeper.queries.files.incoming import incoming, uid_of
from scorekeeper.queries.recording.records import GameRecord, HandRecord
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.replay import Replay
from scorekeeper.services import people
from scorekeeper.services.errors import Refused
from scorekeeper.services.games import night_of
from scorekeeper.services.ratings import rate_since, when_played
from scorekeeper.services.rows import insert, revision_row, seat_rows, setup_row
from scorekeeper.services.settle import lock, raise_all, write_new
from scorekeeper.services.totals import add_up_years
from scorekeeper.text import name_key

# When a game is assumed to have started if its file gives only the night.
ASSUMED_START = datetime.time(20)
LONG_AGO = datetime.datetime.min.replace(tzinfo=datetime.UTC)
# How many games are written at once: enough to be fast, but few enough to save memory.
BATCH_SIZE = 500


@dataclass(frozen=True, kw_only=True)
class Imported:
    """The numbers of games, hands and players added. `here` is the number of games that the group already had."""

    games: int
    hands: int
    players: int
    here: int


@transaction.atomic
def import_games(*, group: Playgroup, games: Sequence[GameFile], by: Membership) -> Imported:
    """Add the games that the group doesn't have yet, with their nights and players.

    Raise `Refused`, with the location in the file as its path, if a game can't be added to this group.
    """
    group = lock(group.pk)
    preview = incoming(group, games)
    for objection in preview.objections:
        raise Refused(objection.message, path=objection.place)
    people.add_players(group=group, names=preview.new_players)
    now = timezone.now()
    today = night_of(now, group.time_zone)
    # In playing order. On each date, games without a time come first, in the same order as in the file.
    new_games = sorted(
        (games[number] for number in preview.fresh),
        key=lambda game: (game.night or today, game.started is not None, game.started or LONG_AGO),
    )
    nights = _nights(group, new_games, today)
    players = dict(Player.objects.filter(group=group).values_list("name_key", "pk"))
    imported: list[Game] = []
    for start in range(0, len(new_games), BATCH_SIZE):
        batch = new_games[start : start + BATCH_SIZE]
        rows = Game.objects.bulk_create(_game_row(group, nights[game.night or today], game, now) for game in batch)
        _write_batch(list(zip(rows, batch, strict=True)), players, by, now)
        imported += rows
    if new_games:
        # Sorted backward, so that the earliest game with each set of rules is the one left in the dict.
        rate_since(
            group.pk, {game.rules: when_played(game) for game in sorted(imported, key=when_played, reverse=True)}
        )
        add_up_years(group.pk, imported)
        raise_all(group.pk)
    return Imported(games=len(new_games), hands=preview.hands, players=len(preview.new_players), here=preview.here)


def _nights(group: Playgroup, games: Iterable[GameFile], today: datetime.date) -> dict[datetime.date, Night]:
    """Save these games' places and notes with their nights, creating any new nights. Return all nights by date."""
    stored = {night.date: night for night in Night.objects.filter(group=group)}
    new: dict[datetime.date, Night] = {}
    changed: dict[datetime.date, Night] = {}
    for game in games:
        date = game.night or today
        night = stored.get(date) or new.setdefault(date, Night(group=group, date=date))
        place, note = _joined_text(night.place, game.place), _joined_text(night.note, game.note)
        if (place, note) != (night.place, night.note):
            night.place, night.note = place, note
            changed[date] = night
    Night.objects.bulk_create(new.values())
    Night.objects.bulk_update([night for night in changed.values() if night.date in stored], ["place", "note"])
    return stored | new


def _joined_text(ours: str, theirs: str) -> str:
    """Return the group's text followed by the file's text, unless the group's text already contains it."""
    if not theirs.strip() or f"\n{theirs}\n" in f"\n{ours}\n":
        return ours
    return f"{ours}\n{theirs}" if ours.strip() else theirs


def _game_row(group: Playgroup, night: Night, game: GameFile, now: datetime.datetime) -> Game:
    is_over = game.outcome is not None
    # Assume that a game played tonight has just begun, and that one from another night began that evening.
    assumed_start = datetime.datetime.combine(night.date, ASSUMED_START, tzinfo=zoneinfo.ZoneInfo(group.time_zone))
    default_start = now if night.date == night_of(now, group.time_zone) else assumed_start
    started = game.started or game.ended or default_start
    return Game(
        uid=uid_of(game),
        group=group,
        night=night,
        rules=game.rules.slug,
        options=options_record(game.table.options),
        first_dealer=game.table.first_dealer,
        state=Game.State.OVER if is_over else Game.State.PLAYING,
        stopped=game.stopped,
        started_at=started,
        ended_at=(game.ended or started) if is_over else None,
    )


def _write_batch(
    games: Sequence[tuple[Game, GameFile]], players: Mapping[str, int], by: Membership, now: datetime.datetime
) -> None:
    settings = {
        row.pk: Setting(
            players=tuple(players[name_key(name)] for name in game.table.names),
            first_dealer=row.first_dealer,
            options=row.options,
        )
        for row, game in games
    }
    insert(Seat, (seat for row, _file in games for seat in seat_rows(row, settings[row.pk].players)))
    setups = Setup.objects.bulk_create(setup_row(row, 0, settings[row.pk], by, now) for row, _file in games)
    hands = Hand.objects.bulk_create(
        Hand(game_id=row.pk, number=number, dealer=hand.dealer, entry=_entry(game, hand))
        for row, game in games
        for number, hand in enumerate(game.hands, start=1)
    )
    in_order = iter(hands)
    records = [_record(row, game, settings[row.pk], [next(in_order) for _hand in game.hands]) for row, game in games]
    revisions = (
        revision_row(hand, Revision.Kind.IMPORT, setup.pk, by, now)
        for record, setup in zip(records, setups, strict=True)
        for hand in record.hands
    )
    insert(Revision, revisions)
    write_new(records)


def _entry(game: GameFile, hand: HandFile) -> dict[str, object]:
    record = game.rules.record_of(hand.entry, game.table)
    return record | {"score_anyway": True} if hand.score_anyway else record


def _record(row: Game, game: GameFile, setting: Setting, hands: Iterable[Hand]) -> GameRecord:
    """Return the same record that loading the game would return, except that its hands have no revisions yet."""
    read = (
        HandRecord(
            id=hand.pk, number=hand.number, dealer=hand.dealer, entry=hand.entry, taps=[], revisions=0, corrections=0
        )
        for hand in hands
    )
    record = GameRecord(
        game=row,
        card_game=all_games()[game.rules.slug],
        players=setting.players,
        names=game.table.names,
        hands=tuple(read),
        first_dealer=setting.first_dealer,
        options=setting.options,
    )
    # Reuse the replay that was made when the file was read.
    record.derived["replays"] = (Replay(rules=game.rules, sheet=game.sheet),)
    return record
