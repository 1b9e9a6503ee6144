"""Models for play: nights, games and their setups, hands with all revisions, and the scores derived from them."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scorekeeper.models.people import Membership, Player, Playgroup


class Night(models.Model):
    """An evening of games. Its date is stored and never recomputed."""

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="nights")
    date = models.DateField()
    place = models.TextField(blank=True)
    note = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["group", "date"], name="one_night_per_group_and_date")]

    def __str__(self) -> str:
        return f"{self.date}"


class Game(models.Model):
    """One sitting. `options` has its house rules, fixed at the start; `state` follows from the hands and `stopped`."""

    class State(models.TextChoices):
        PLAYING = "playing", _("playing")
        OVER = "over", _("over")

    class Stopped(models.TextChoices):
        NO = "", _("not stopped")
        LEADER_WINS = "leader_wins", _("the leader wins")
        NO_WINNER = "no_winner", _("no winner")

    # Identifies the game even after an export and import; another group can have a copy.
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="games")
    night = models.ForeignKey(Night, on_delete=models.PROTECT, related_name="games")
    rules = models.CharField(max_length=40)
    options = models.JSONField()
    first_dealer = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.PLAYING)
    stopped = models.CharField(max_length=12, choices=Stopped, default=Stopped.NO, blank=True)
    hidden = models.BooleanField(default=False)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["group", "-id"], name="games_of_a_group")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "uid"], name="one_game_per_group_and_uid"),
            models.CheckConstraint(condition=Q(state__in=["playing", "over"]), name="game_state_is_known"),
            models.CheckConstraint(
                condition=Q(stopped__in=["", "leader_wins", "no_winner"]), name="game_stop_is_known"
            ),
            models.CheckConstraint(
                condition=Q(state="over", ended_at__isnull=False)
                | Q(state="playing", ended_at__isnull=True, stopped=""),
                name="game_over_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rules} {self.pk}"


class Seat(models.Model):
    """A player's place in a game, clockwise from 0."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_per_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}"


class Setup(models.Model):
    """A version of a game's setup: players (ids by seat), first dealer and house rules. Never changed."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="setups")
    number = models.PositiveSmallIntegerField()
    players = models.JSONField()
    first_dealer = models.PositiveSmallIntegerField()
    options = models.JSONField()
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["game", "number"], name="one_setup_per_number")]

    def __str__(self) -> str:
        return f"setup {self.number} of game {self.game_id}"


class Hand(models.Model):
    """One deal. `entry` is what counts, None until saved; `taps` lists the unsaved taps, as [path, value, member].

    `number` counts from 1 in a game and is the idempotency key of its saves; `dealer` is a seat, stored with the hand.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    entry = models.JSONField(null=True)
    taps = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["game", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "number"], name="one_hand_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="hands_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of game {self.game_id}"


class Revision(models.Model):
    """A version of a hand: its content from then on (`entry` None: unsaved again), who made the change, and when.

    `taps` has the taps it was typed with, restored by an undo; `setup` says who sat where then. Never changed, never
    deleted.
    """

    class Kind(models.TextChoices):
        SAVE = "save", _("recorded")
        CORRECT = "correct", _("corrected")
        UNDO = "undo", _("taken back")
        SETUP = "setup", _("set-up corrected")
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

    class Meta:
        ordering: ClassVar = ["hand", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "number"], name="one_revision_per_number"),
            models.CheckConstraint(
                condition=Q(entry__isnull=False) | Q(kind="undo"), name="only_an_undo_empties_a_hand"
            ),
        ]

    def __str__(self) -> str:
        return f"revision {self.number} of hand {self.hand_id}"


class Score(models.Model):
    """Derived: how much a counted hand changed a column's total, in half points, and the marks on its lines."""

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="scores")
    column = models.CharField(max_length=20)
    half_points = models.IntegerField()
    marks = models.JSONField(default=list)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand", "column"], name="one_score_per_hand_and_column")
        ]

    def __str__(self) -> str:
        return f"{self.column}: {self.half_points}"


class Standing(models.Model):
    """Derived: a column's total, in half points, and place; `rank` counts from 1, None if the column can't win.

    A column with several seats has a row for each of them; one without a seat has a single row with `seat` None.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="standings")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="standings")
    column = models.CharField(max_length=20)
    half_points = models.IntegerField()
    rank = models.PositiveSmallIntegerField(null=True)
    winner = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["game", "column", "seat"], name="one_standing_per_game_column_and_seat"),
            models.UniqueConstraint(
                fields=["game", "column"], condition=Q(seat=None), name="one_standing_per_game_and_column"
            ),
            models.CheckConstraint(
                condition=Q(winner=False) | Q(rank=1) | Q(rank__isnull=True), name="a_winner_ranks_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.column}: {self.half_points}"


class Tally(models.Model):
    """Derived, for a finished game that isn't hidden: the totals for one fact about its hands, for statistics.

    `count` is how often it happened to a player (None: to a column without a seat), `amount` its sum in half points,
    `most` the most at once, and `hand` the number of the hand with the most. Group, rules and year are repeated here so
    that years of games are summed from one table.
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
        # The first two cover all summed columns, so that years of games can be summed from the index alone.
        indexes: ClassVar = [
            models.Index(
                fields=["group", "rules", "key", "player", "year", "count", "amount", "most"], name="tallies_of_a_group"
            ),
            models.Index(
                fields=["player", "rules", "key", "year", "count", "amount", "most"], name="tallies_of_a_player"
            ),
            models.Index(fields=["group", "rules", "key", "most"], name="most_of_a_group"),
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["game", "key", "player", "column"], name="one_tally_per_game_player_and_key"
            ),
            models.UniqueConstraint(
                fields=["game", "key", "column"], condition=Q(player=None), name="one_tally_per_game_column_and_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.key} of {self.column}: {self.count}"


class Upload(models.Model):
    """A score sheet file between its preview and its import. It is only temporary: old ones are deleted."""

    group = models.ForeignKey(Playgroup, on_delete=models.PROTECT, related_name="+")
    member = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    content = models.BinaryField()
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"upload {self.pk}"
