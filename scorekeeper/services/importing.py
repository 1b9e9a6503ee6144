"""Adding the games of a score sheet file to a group: all of them in one transaction, or none.

A file was read and replayed before it comes here, so that the group's lock is held for the writing alone.
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
from scorekeeper.queries.incoming import incoming, uid_of
from scorekeeper.queries.records import GameRecord, HandRecord
from scorekeeper.queries.setups import Setting
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.replay import Replay
from scorekeeper.services import people
from scorekeeper.services.errors import Refused
from scorekeeper.services.games import night_of
from scorekeeper.services.rows import insert, revision_row, seat_rows, setup_row
from scorekeeper.services.settle import lock, raise_version, write_new
from scorekeeper.text import name_key

# When a game is taken to have begun whose file only says on which night.
EVENING = datetime.time(20)
LONG_AGO = datetime.datetime.min.replace(tzinfo=datetime.UTC)
# Games that are written at once: enough to be quick, few enough to be light.
PIECE = 500


@dataclass(frozen=True, kw_only=True)
class Imported:
    """What was added: games, their hands, new names on the roster; and how many games were here already."""

    games: int
    hands: int
    players: int
    here: int


@transaction.atomic
def import_games(*, group: Playgroup, games: Sequence[GameFile], by: Membership) -> Imported:
    """Add the games that the group does not have yet, with their nights and players.

    Raises `Refused`, with the place in the file as its path, where a game cannot be in this group.
    """
    group = lock(group.pk)
    found = incoming(group, games, most_players=people.MOST_PLAYERS)
    for objection in found.objections:
        raise Refused(objection.message, path=objection.place)
    people.add_players(group=group, names=found.new_players)
    now = timezone.now()
    today = night_of(now, group.time_zone)
    fresh = sorted((games[number] for number in found.fresh), key=lambda game: _when(game, today))
    nights = _nights(group, fresh, today)
    players = dict(Player.objects.filter(group=group).values_list("name_key", "pk"))
    for start in range(0, len(fresh), PIECE):
        piece = fresh[start : start + PIECE]
        rows = Game.objects.bulk_create(_game(group, nights[game.night or today], game, now) for game in piece)
        _write(list(zip(rows, piece, strict=True)), players, by, now)
    if fresh:
        raise_version(group.pk)
    return Imported(games=len(fresh), hands=found.hands, players=len(found.new_players), here=found.here)


def _when(game: GameFile, today: datetime.date) -> tuple[datetime.date, bool, datetime.datetime]:
    """The order of playing; games without a time stay in the order of the file, before those that have one."""
    return game.night or today, game.started is not None, game.started or LONG_AGO


def _nights(group: Playgroup, games: Iterable[GameFile], today: datetime.date) -> dict[datetime.date, Night]:
    """The nights of these games, with what is written about them; what the group wrote itself stays."""
    stored = {night.date: night for night in Night.objects.filter(group=group)}
    new: dict[datetime.date, Night] = {}
    changed: dict[datetime.date, Night] = {}
    for game in games:
        date = game.night or today
        night = stored.get(date) or new.setdefault(date, Night(group=group, date=date))
        place, note = _joined(night.place, game.place), _joined(night.note, game.note)
        if (place, note) != (night.place, night.note):
            night.place, night.note = place, note
            changed[date] = night
    Night.objects.bulk_create(new.values())
    Night.objects.bulk_update([night for night in changed.values() if night.date in stored], ["place", "note"])
    return stored | new


def _joined(kept: str, more: str) -> str:
    """What was written here, and below it what a file says, unless that is all in it already."""
    if not more.strip() or f"\n{more}\n" in f"\n{kept}\n":
        return kept
    return f"{kept}\n{more}" if kept.strip() else more


def _game(group: Playgroup, night: Night, game: GameFile, now: datetime.datetime) -> Game:
    over = game.outcome is not None
    # A game of tonight has just begun; of one on another night only the evening is known.
    evening = datetime.datetime.combine(night.date, EVENING, tzinfo=zoneinfo.ZoneInfo(group.time_zone))
    began = now if night.date == night_of(now, group.time_zone) else evening
    started = game.started or game.ended or began
    return Game(
        uid=uid_of(game),
        group=group,
        night=night,
        rules=game.rules.slug,
        options=options_record(game.table.options),
        first_dealer=game.table.first_dealer,
        state=Game.State.OVER if over else Game.State.PLAYING,
        stopped=game.stopped,
        started_at=started,
        ended_at=(game.ended or started) if over else None,
    )


def _write(
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
    insert(Seat, (seat for row, _game in games for seat in seat_rows(row, settings[row.pk].players)))
    setups = Setup.objects.bulk_create(setup_row(row, 0, settings[row.pk], by, now) for row, _game in games)
    hands = Hand.objects.bulk_create(
        Hand(game_id=row.pk, number=number, dealer=hand.dealer, entry=_entry(game, hand))
        for row, game in games
        for number, hand in enumerate(game.hands, start=1)
    )
    dealt = iter(hands)
    records = [_record(row, game, settings[row.pk], [next(dealt) for _hand in game.hands]) for row, game in games]
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
    """Return the game as it would be read back before its hands had a revision."""
    read = (
        HandRecord(
            id=hand.pk,
            number=hand.number,
            dealer=hand.dealer,
            entry=hand.entry,
            taps=[],
            revisions=0,
            corrections=0,
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
    # The file was replayed when it was read.
    vars(record).update(replays=(Replay(rules=game.rules, sheet=game.sheet),))
    return record
