"""Models for nights, games and their setups, hands and their revisions, and what is derived from them."""

import datetime
import uuid
import zlib
import zoneinfo
from typing import ClassVar

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.people import Event, Membership, Player, Playgroup, typed

NIGHT_ENDS_AT = datetime.time(6)


def night_of(moment: datetime.datetime, time_zone: str) -> datetime.date:
    """Return the night that a moment belongs to. Until 6 a.m. in the group's time zone, that is the previous night."""
    local = moment.astimezone(zoneinfo.ZoneInfo(time_zone))
    return (local - datetime.timedelta(hours=NIGHT_ENDS_AT.hour)).date()  # as the clock on the wall counts


class Night(models.Model):
    """An evening of games. Its date is stored and never recomputed."""

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="nights")
    date = models.DateField()
    place = typed(models.TextField(blank=True))
    note = typed(models.TextField(blank=True))

    class Meta:
        constraints: ClassVar = [UniqueConstraint(fields=["group", "date"], name="one_night_per_group_and_date")]


class Game(models.Model):
    """A group's game. `options` are house rules, `state` follows from hands and `stopped`; writes raise `version`.

    It was last `touched` in that night. If it `stays_open`, nobody asks anymore whether it was ever finished.
    """

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")

    class Stopped(models.TextChoices):
        NO = "", _("not stopped")
        LEADER_WINS = "leader_wins", _("the leader wins")
        NO_WINNER = "no_winner", _("no winner")

    # Identifies the game even after it is exported and imported; another group can have a copy.
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="games")
    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="games")
    rules = models.CharField(max_length=40)
    options = models.JSONField()
    first_dealer = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.PLAYING)
    stopped = models.CharField(max_length=12, choices=Stopped, default=Stopped.NO, blank=True)
    hidden = models.BooleanField(default=False)
    version = models.PositiveBigIntegerField(default=1)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    touched = models.DateField(null=True)
    stays_open = models.BooleanField(default=False)
    came_with = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="games")  # The import.

    class Meta:
        indexes: ClassVar = [
            Index(fields=["group", "-id"], name="games_of_a_group"),
            Index(fields=["group", "rules"], condition=Q(state="over", hidden=False), name="finished_games_of_a_group"),
            # Open pages of a group ask for these every few seconds.
            Index(
                fields=["group", "version"],
                condition=Q(state="playing", hidden=False),
                name="games_in_progress_of_a_group",
            ),
        ]
        constraints: ClassVar = [
            UniqueConstraint(fields=["group", "uid"], name="one_game_per_group_and_uid"),
            CheckConstraint(condition=Q(state__in=["playing", "over"]), name="game_state_is_known"),
            CheckConstraint(condition=Q(stopped__in=["", "leader_wins", "no_winner"]), name="game_stop_is_known"),
            CheckConstraint(
                condition=Q(state="over", ended_at__isnull=False)
                | Q(state="playing", ended_at__isnull=True, stopped=""),
                name="game_over_has_an_end",
            ),
        ]


class Recipe(models.Model):
    """A game that a group has made out of any game, by its options. A retired recipe isn't offered for new games."""

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="recipes")
    rules = models.CharField(max_length=40)
    options = models.JSONField()
    retired = models.BooleanField(default=False)
    note = typed(models.TextField(blank=True, default=""))  # how the group plays it, in its own words

    class Meta:
        constraints: ClassVar = [UniqueConstraint(fields=["group", "rules"], name="one_recipe_per_group_and_rules")]


class Seat(models.Model):
    """A player's place in a game, numbered clockwise from 0."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "number"], name="one_player_per_seat"),
            UniqueConstraint(fields=["game", "player"], name="one_seat_per_player"),
        ]


class Setup(models.Model):
    """A version of a game's setup: player ids in seat order, first dealer and house rules. A version never changes.

    Its `result` has, under "won", the ids of the players who won by the table's word, if it was given. Of a game of
    which only the result was written down, it has "totals": half points by player's id, none if they aren't known.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="setups")
    number = models.PositiveSmallIntegerField()
    players = models.JSONField()
    first_dealer = models.PositiveSmallIntegerField()
    options = models.JSONField()
    result = models.JSONField(default=dict)
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [UniqueConstraint(fields=["game", "number"], name="one_setup_per_number")]


class Hand(models.Model):
    """One deal. `entry` is what was saved, or None; `taps` lists the unsaved taps, each as [path, value, member].

    `number` counts from 1 within a game, so a repeated request can't add a hand twice; `dealer` is a seat.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    entry = models.JSONField(null=True)
    taps = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "number"], name="one_hand_per_number"),
            CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
        ]


class Revision(models.Model):
    """A version of a hand: its new content, who changed it, and when. `entry` is None if an undo left the hand unsaved.

    `taps` lists the taps it was entered with, so that an undo can restore them; `setup` says who sat where at the time.
    `key` identifies the form that a whole hand was typed on, so that a repeated request can't record it twice;
    `recorded_at` is when that was, by the phone's clock, if it had no network. Revisions are never changed or deleted.
    """

    class Kind(models.TextChoices):
        SAVE = "save", _("recorded")
        CORRECT = "correct", _("corrected")
        UNDO = "undo", _("undone")
        SETUP = "setup", _("setup corrected")
        IMPORT = "import", _("imported")

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    dealer = models.PositiveSmallIntegerField()
    entry = models.JSONField(null=True)
    taps = models.JSONField(default=list)
    setup = models.ForeignKey(Setup, on_delete=models.PROTECT, related_name="+")
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="revisions")
    at = models.DateTimeField()
    key = models.UUIDField(null=True)
    recorded_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["hand", "number"]
        constraints: ClassVar = [
            UniqueConstraint(fields=["hand", "number"], name="one_revision_per_number"),
            UniqueConstraint(fields=["hand", "key"], name="one_revision_per_key"),
            CheckConstraint(condition=Q(entry__isnull=False) | Q(kind="undo"), name="only_an_undo_empties_a_hand"),
        ]


class Standing(models.Model):
    """Derived: a column's total, if it is known, and its rank from 1, or None if it can't win; a row for each seat."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="standings")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="standings")
    column = models.CharField(max_length=20)
    half_points = models.IntegerField(null=True)
    rank = models.PositiveSmallIntegerField(null=True)
    winner = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "column", "seat"], name="one_standing_per_game_column_and_seat"),
            UniqueConstraint(
                fields=["game", "column"], condition=Q(seat=None), name="one_standing_per_game_and_column"
            ),
            CheckConstraint(condition=Q(winner=False) | Q(rank=1) | Q(rank__isnull=True), name="a_winner_ranks_first"),
        ]


class Tally(models.Model):
    """Derived for statistics, from a finished game that isn't hidden: how often a fact occurred, and its amounts.

    `player` is None for a column without a seat. In half points, `amount` is the total and `most` is the largest single
    amount; `hand` is the number of the hand in which it occurred. Group, rules and year are repeated here so that years
    of games can be summed from one table.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="tallies")
    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="tallies")
    rules = models.CharField(max_length=40)
    year = models.PositiveSmallIntegerField()
    column = models.CharField(max_length=20)
    key = models.CharField(max_length=20)
    count = models.PositiveIntegerField()
    amount = models.IntegerField()
    most = models.IntegerField()
    hand = models.PositiveSmallIntegerField()

    class Meta:
        indexes: ClassVar = [
            # It includes everything that statistics add up, so that they needn't read the rows.
            Index(
                fields=["group", "rules", "key", "player", "column", "most", "amount", "count"],
                name="tallies_of_a_group",
            ),
            Index(fields=["player", "key", "year"], name="tallies_of_a_player"),
        ]
        constraints: ClassVar = [
            UniqueConstraint(fields=["game", "key", "player", "column"], name="one_tally_per_game_player_and_key"),
            UniqueConstraint(
                fields=["game", "key", "column"], condition=Q(player=None), name="one_tally_per_game_column_and_key"
            ),
        ]


class Upload(models.Model):
    """A score sheet file that is being imported, compressed. It is only temporary: old ones are deleted.

    Once the import has begun, `content` holds its new games, one on each line, and `total` is their number; the first
    `done` of them are in the group. Of all the file's games, `games` were added, with their `hands` and `players`, and
    `here` were there already. `newest` is the id of the group's newest game before, and `event` logs the import.
    """

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="+")
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    content = models.BinaryField()
    total = models.PositiveIntegerField(null=True)
    done = models.PositiveIntegerField(default=0)
    games = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    players = models.PositiveIntegerField(default=0)
    here = models.PositiveIntegerField(default=0)
    newest = models.PositiveBigIntegerField(default=0)
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    @property
    def file(self) -> bytes:
        """The uploaded file, or its new games; empty once they have been imported."""
        return zlib.decompress(self.content) if self.content else b""
