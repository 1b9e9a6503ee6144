"""Write a file's games where nobody sees them: in a hidden group without members, in short transactions.

Other groups' writers get their turn between any two of them. Everything that takes long is done before a transaction
begins. Seats, setups and tallies name the players that the group has already, and tallies even name the group itself;
whoever starts from one of these has to leave out staged games (`Tally.objects.shown`).
"""

import datetime
import zoneinfo
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.db import transaction
from django.utils import timezone

from scorekeeper import limits
from scorekeeper.exchange.sheets import GameFile, HandFile
from scorekeeper.games import known_game
from scorekeeper.models import Game, Hand, Membership, Night, Player, Playgroup, Revision, Seat, Setup, Tally, night_of
from scorekeeper.queries.files.incoming import Incoming, night_of_game, uid_of
from scorekeeper.queries.recording.records import GameRecord, HandRecord
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.words import gettext as _
from scorekeeper.services import people
from scorekeeper.services.deleting import delete_group, give_up
from scorekeeper.services.errors import Refused, Stale
from scorekeeper.services.ratings import When, when_played
from scorekeeper.services.rows import insertion, revision_row, seat_rows, setup_row
from scorekeeper.services.settle import derived_rows
from scorekeeper.services.totals import Sums, sums
from scorekeeper.text import name_key

# When a game is assumed to have started if its file gives only the night.
ASSUMED_START = datetime.time(20)
LONG_AGO = datetime.datetime.min.replace(tzinfo=datetime.UTC)
# How many hands are written in one transaction, or one game if it has more.
MOST_HANDS = 60


@dataclass(frozen=True, kw_only=True)
class Staged:
    """A number of games that are ready to be shown, in the hidden group with this id.

    `starts` says when the first with each set of rules was played, `texts` holds the places and notes of their nights,
    and `sums` what their tallies add up to.
    """

    group: int
    games: int
    starts: Mapping[str, When]
    texts: Mapping[datetime.date, Sequence[GameFile]]
    sums: Sums


def stage(group: Playgroup, preview: Incoming, by: Membership) -> Staged:
    """Write a preview's new games into a hidden group.

    An earlier import into the same group that isn't done yet is given up: it has died, or somebody wants this one
    instead. Raise `Stale` if the same happens to this one.
    """
    give_up(Playgroup.objects.filter(staged_for=group))
    hidden = Playgroup.objects.create(name=group.name, time_zone=group.time_zone, staged_for=group)
    try:
        return _Staging(group=group, hidden=hidden, by=by, now=timezone.now()).write(preview)
    except BaseException:
        delete_group(hidden.pk)
        raise


@dataclass(frozen=True, kw_only=True)
class _Staging:
    """An import into a group, by a member, at a time."""

    group: Playgroup
    hidden: Playgroup
    by: Membership
    now: datetime.datetime

    def write(self, preview: Incoming) -> Staged:
        """Write a preview's new games."""
        today = night_of(self.now, self.group.time_zone)
        # In playing order. On each date, games without a time come first, in the same order as in the file.
        files = sorted(
            (preview.games[number] for number in preview.fresh),
            key=lambda game: (self._date(game, today), game.started is not None, game.started or LONG_AGO),
        )
        texts: dict[datetime.date, list[GameFile]] = {}
        for file in files:
            texts.setdefault(self._date(file, today), []).append(file)
        nights = [Night(group=self.hidden, date=date) for date in texts]
        for night in nights:
            add_texts(night, texts[night.date])
        with transaction.atomic():
            hold_staged(self.hidden.pk)
            people.add_players(group=self.group, names=preview.new_players, staged=self.hidden)
            Night.objects.bulk_create(nights)
        night_on = {night.date: night for night in nights}
        players = preview.known | dict(Player.objects.filter(group=self.hidden).values_list("name_key", "pk"))
        rows: list[Game] = []
        for batch in _batches(files):
            games = [(self._game_row(night_on[self._date(file, today)], file), file) for file in batch]
            rows += self._write_batch(games, players)
        added_up = sums(Tally.objects.filter(game__group=self.hidden))
        # Sorted backward, so that the earliest game with each set of rules is the one left in the dict.
        starts = {game.rules: when_played(game) for game in sorted(rows, key=when_played, reverse=True)}
        return Staged(group=self.hidden.pk, games=len(rows), starts=starts, texts=texts, sums=added_up)

    def _date(self, game: GameFile, today: datetime.date) -> datetime.date:
        return night_of_game(game, self.group.time_zone) or today

    def _write_batch(self, games: Sequence[tuple[Game, GameFile]], players: Mapping[str, int]) -> list[Game]:
        settings = [
            Setting(
                players=tuple(players[name_key(name)] for name in file.table.names),
                first_dealer=row.first_dealer,
                options=row.options,
            )
            for row, file in games
        ]
        hands = [
            Hand(game=row, number=number, dealer=hand.dealer, entry=_entry(file, hand))
            for row, file in games
            for number, hand in enumerate(file.hands, start=1)
        ]
        rows = [row for row, _file in games]
        with transaction.atomic():
            hold_staged(self.hidden.pk)
            Game.objects.bulk_create(rows)
            Hand.objects.bulk_create(hands)
            pairs = list(zip(rows, settings, strict=True))
            setups = Setup.objects.bulk_create(setup_row(row, 0, setting, self.by, self.now) for row, setting in pairs)
            seats = Seat.objects.bulk_create(seat for row, setting in pairs for seat in seat_rows(row, setting.players))
        hands_in_order, seats_in_order = iter(hands), (seat.pk for seat in seats)
        records = [
            _record(
                row,
                file,
                setting,
                islice(hands_in_order, len(file.hands)),
                islice(seats_in_order, len(setting.players)),
            )
            for (row, file), setting in zip(games, settings, strict=True)
        ]
        self._insert(records, setups)
        return rows

    def _insert(self, records: Sequence[GameRecord], setups: Sequence[Setup]) -> None:
        """Write these games' revisions and everything that is derived from them."""
        revisions = (
            revision_row(hand, Revision.Kind.IMPORT, setup.pk, self.by, self.now)
            for record, setup in zip(records, setups, strict=True)
            for hand in record.hands
        )
        insertions = [insertion(Revision, revisions), *derived_rows(records, self.group.pk)]
        with transaction.atomic():
            hold_staged(self.hidden.pk)
            for insert in insertions:
                insert()

    def _game_row(self, night: Night, game: GameFile) -> Game:
        is_over = game.outcome is not None
        zone = zoneinfo.ZoneInfo(self.group.time_zone)
        # Assume that a game played tonight has just begun, and that one from another night began that evening.
        assumed_start = datetime.datetime.combine(night.date, ASSUMED_START, tzinfo=zone)
        default_start = self.now if night.date == night_of(self.now, self.group.time_zone) else assumed_start
        started = game.started or game.ended or default_start
        return Game(
            uid=uid_of(game, night_of_game(game, self.group.time_zone)),
            group=self.hidden,
            night=night,
            rules=game.rules.slug,
            options=options_record(game.table.options),
            first_dealer=game.table.first_dealer,
            state=Game.State.OVER if is_over else Game.State.PLAYING,
            stopped=game.stopped,
            started_at=started,
            ended_at=(game.ended or started) if is_over else None,
        )


def hold_staged(hidden: int) -> None:
    """Lock an import's hidden group. Raise `Stale` if another import has given it up."""
    if not Playgroup.objects.select_for_update().filter(pk=hidden, deletes_at=None).values_list("pk").first():
        raise Stale(_("Another import into this group has begun, so nothing was added. Try again when it’s done."))


def add_texts(night: Night, games: Sequence[GameFile]) -> bool:
    """Add these games' places and notes to a night's own, unless it has them. Return whether any were added.

    Raise `Refused` if they would get too long: every page that shows the night shows them.
    """
    before = night.place, night.note
    night.place = _joined(night.place, (game.place for game in games))
    night.note = _joined(night.note, (game.note for game in games))
    if (night.place, night.note) == before:
        return False
    if max(len(night.place), len(night.note)) > limits.LONGEST_TEXT:
        most = limits.LONGEST_TEXT
        raise Refused(_("The notes of {date} would have more than {most} characters.", date=str(night.date), most=most))
    return True


def _joined(ours: str, theirs: Iterable[str]) -> str:
    """Return our text followed by those of their texts that have a line that isn't there yet."""
    texts = [ours] if ours.strip() else []
    lines = set(ours.split("\n")) if texts else set()
    for text in theirs:
        if text.strip() and not lines.issuperset(new := text.split("\n")):
            texts.append(text)
            lines.update(new)
    return "\n".join(texts) or ours


def _batches(files: Iterable[GameFile]) -> Iterator[list[GameFile]]:
    """Yield games in batches with at most `MOST_HANDS` hands, so that each takes about the same time to write."""
    batch: list[GameFile] = []
    hands = 0
    for file in files:
        if batch and hands + len(file.hands) > MOST_HANDS:
            yield batch
            batch, hands = [], 0
        batch.append(file)
        hands += 1 + len(file.hands)
    if batch:
        yield batch


def _entry(game: GameFile, hand: HandFile) -> dict[str, object]:
    record = game.rules.record_of(hand.entry, game.table)
    return record | {"score_anyway": True} if hand.score_anyway else record


def _record(row: Game, game: GameFile, setting: Setting, hands: Iterable[Hand], seats: Iterable[int]) -> GameRecord:
    """Return the same record that loading the game would return, except that its hands have no revisions yet."""
    read = (
        HandRecord(
            id=hand.pk, number=hand.number, dealer=hand.dealer, entry=hand.entry, taps=[], revisions=0, corrections=0
        )
        for hand in hands
    )
    card_game = known_game(row.rules)
    assert card_game is not None, "the reader knows the rules"
    record = GameRecord(
        game=row,
        card_game=card_game,
        players=setting.players,
        names=game.table.names,
        hands=tuple(read),
        first_dealer=setting.first_dealer,
        options=setting.options,
        seats=tuple(seats),
    )
    # Reuse the replay that was made when the file was read.
    record.derived["replays"] = (Replay(rules=game.rules, sheet=game.sheet),)
    return record
