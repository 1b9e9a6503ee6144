"""Derived rows, the command that fixes them (`manage.py rescore`), and database constraints."""

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from scorekeeper.models import (
    Game,
    Hand,
    Membership,
    Night,
    Player,
    Playgroup,
    Revision,
    Seat,
    Setup,
    Standing,
    Tally,
)
from scorekeeper.queries.recording.loading import load
from scorekeeper.services import games
from tests.cast import A_HAND, correct, differences, play, refresh, start_game, start_short_game, totals

PEEKED = "10 6 - 8 | A | 12 9 3 7"


@pytest.fixture(scope="module")
def module_played(module_cast):
    """A three-hand game with one correction. It is played only once; each test's changes are rolled back."""
    game = start_game(module_cast.owner)
    play(game, A_HAND, PEEKED, "pass", by=module_cast.owner)
    correct(game, 1, PEEKED, module_cast.recorder)
    return game


@pytest.fixture
def played(db, module_played):
    return refresh(module_played)


def rescore(capsys, *arguments):
    call_command("rescore", *arguments)
    return capsys.readouterr().out.strip()


def test_standings_follow_the_rules(played):
    standings = Standing.objects.order_by("column").values_list("column", "half_points", "rank", "winner")
    assert list(standings) == [
        ("0", 24, 2, False),
        ("1", 24, 2, False),
        ("2", 0, 4, False),
        ("3", 28, 1, False),
        ("gnome", 48, None, False),
    ]
    assert [row.seat and row.seat.number for row in Standing.objects.order_by("column")] == [0, 1, 2, 3, None]


def test_the_winner_is_stored_when_the_game_ends(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    assert Standing.objects.get(game=game, winner=True).column == "0"
    assert refresh(game).ended_at is not None


def test_a_game_that_is_resumed_leaves_the_statistics(cast):
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    games.stop_game(game=game, how="leader_wins", by=cast.owner)
    assert Tally.objects.filter(game=game).exists()
    games.resume_game(game=refresh(game), by=cast.owner)
    assert not Tally.objects.filter(game=game).exists()


BROKEN = [
    pytest.param(lambda: Standing.objects.filter(column="gnome").update(half_points=0), 1, id="a wrong total"),
    pytest.param(lambda: Standing.objects.filter(column="3").update(rank=4), 1, id="a wrong rank"),
    pytest.param(lambda: Standing.objects.filter(column="3").update(winner=True), 1, id="a premature winner"),
    pytest.param(lambda: Standing.objects.filter(column="2").update(seat=None), 1, id="a total without a seat"),
    pytest.param(lambda: Standing.objects.all().delete(), 5, id="missing totals"),
    pytest.param(
        lambda: Game.objects.update(state="over", ended_at=timezone.now()), 1, id="an end that has not been reached"
    ),
    pytest.param(
        lambda: Standing.objects.create(game=Game.objects.get(), column="9", half_points=3), 1, id="an extra column"
    ),
]


@pytest.mark.parametrize(("damage", "count"), BROKEN)
def test_rescore_finds_and_fixes_differences(played, capsys, damage, count):
    before = totals(played)
    damage()
    message = f"{count} stored value{'s' * (count > 1)} differed in 1 game."
    with pytest.raises(CommandError, match=message):
        call_command("rescore", "--check")
    assert differences(played) == count
    version = refresh(played).group.version
    assert rescore(capsys) == message
    assert (totals(played), refresh(played).state) == (before, "playing")
    assert refresh(played).group.version > version
    assert rescore(capsys, "--check") == "Nothing differed."


WRONG_TALLIES = [
    pytest.param(lambda: Tally.objects.filter(key="won").delete(), 2, id="missing tallies"),
    pytest.param(lambda: Tally.objects.filter(key="won").update(count=9), 2, id="wrong counts"),
    pytest.param(lambda: Tally.objects.filter(key="won").update(year=1999), 2, id="the wrong year"),
    pytest.param(lambda: Tally.objects.filter(key="place").update(key="bridge"), 8, id="unknown keys"),
]


@pytest.mark.parametrize(("damage", "count"), WRONG_TALLIES)
def test_rescore_finds_and_fixes_tallies(cast, capsys, damage, count):
    for _game in range(2):
        play(start_short_game(cast.owner), A_HAND, A_HAND, by=cast.owner)
    damage()
    message = f"{count} stored values differed in 2 games."
    with pytest.raises(CommandError, match=message):
        call_command("rescore", "--check")
    results = Playgroup.objects.get(pk=cast.group.pk).results
    assert rescore(capsys) == message
    assert Playgroup.objects.get(pk=cast.group.pk).results > results
    assert rescore(capsys, "--check") == "Nothing differed."


def test_rescore_changes_nothing_if_nothing_differs(played, capsys):
    version = refresh(played).group.version
    assert rescore(capsys) == "Nothing differed."
    assert refresh(played).group.version == version


def test_rescoring_one_group_leaves_other_groups_alone(cast, played, capsys):
    other = start_game(cast.stranger)
    play(other, by=cast.stranger)
    Standing.objects.update(half_points=1)
    assert rescore(capsys, "--group", str(cast.stranger.group.pk)) == "5 stored values differed in 1 game."
    assert differences(other) == 0
    assert differences(played) > 0


def test_rescore_counts_differences_in_all_games(cast, played, capsys):
    play(start_game(cast.stranger), by=cast.stranger)
    Standing.objects.filter(column="gnome").update(half_points=1)
    assert rescore(capsys) == "2 stored values differed in 2 games."


def test_rescore_reports_and_skips_a_game_with_unknown_rules(cast, played, capsys):
    Game.objects.update(rules="forgotten")
    before = totals(played)
    output = rescore(capsys)
    assert f"Skipped game {played.pk}: the app doesn’t know its rules, forgotten." in output
    assert totals(played) == before


def test_rescoring_an_unknown_group_is_an_error(db):
    with pytest.raises(CommandError, match="There is no group 77"):
        call_command("rescore", "--group", "77")


def test_reading_a_game_of_any_length_takes_two_queries(played, django_assert_num_queries, cast):
    play(played, *["pass"] * 10, by=cast.owner)
    with django_assert_num_queries(2):
        assert len(load(played).sheet.hands) == 13


def inconsistent_writes():
    """Return named writes that each break one constraint."""
    now = timezone.now()

    def hand(**changes):
        return Hand.objects.create(**{"game": Game.objects.get(), "number": 9, "dealer": 0} | changes)

    def revision(**changes):
        existing = Revision.objects.first()
        values = {"hand": existing.hand, "number": 9, "kind": "save", "dealer": 0, "entry": {}, "setup": existing.setup}
        return Revision.objects.create(**values | {"member": existing.member, "at": now} | changes)

    def game(**changes):
        return Game.objects.update(**changes)

    ann = {"game__isnull": False, "number": 0}
    return {
        "two hands with the same number": lambda: hand(number=1),
        "a hand with number 0": lambda: hand(number=0),
        "two revisions with the same number": lambda: revision(number=1),
        "a save that empties the hand": lambda: revision(entry=None),
        "two players in the same seat": lambda: Seat.objects.filter(number=1).update(number=0),
        "a player in two seats": lambda: Seat.objects.filter(number=1).update(player=Seat.objects.get(**ann).player),
        "two setups with the same number": lambda: Setup.objects.create(
            game=Game.objects.get(),
            number=0,
            players=[],
            first_dealer=0,
            options={},
            member=Membership.objects.first(),
            at=now,
        ),
        "two standings for the same column": lambda: Standing.objects.create(
            game=Game.objects.get(), column="gnome", half_points=0
        ),
        "a winner in second place": lambda: Standing.objects.filter(column="2").update(winner=True),
        "an unknown state": lambda: game(state="paused"),
        "an unknown way of stopping": lambda: game(stopped="rain", state="over", ended_at=now),
        "an end without a time": lambda: game(state="over"),
        "a time without an end": lambda: game(ended_at=now),
        "a stopped game in progress": lambda: game(stopped="no_winner"),
        "two games with the same uid": lambda: Game.objects.create(
            **{name: getattr(Game.objects.get(), name) for name in ("uid", "group", "night", "rules", "options")},
            first_dealer=0,
            started_at=now,
        ),
        "two nights on the same date": lambda: Night.objects.create(
            group=Night.objects.get().group, date=Night.objects.get().date
        ),
        "two players with the same name": lambda: Player.objects.filter(name="Bob").update(name_key="ann"),
        "a player without a name": lambda: Player.objects.filter(name="Bob").update(name=""),
        "a user who is a member twice": lambda: Membership.objects.filter(role="recorder").update(
            user=Membership.objects.filter(role="owner").first().user
        ),
        "an unknown role": lambda: Membership.objects.update(role="spectator"),
    }


@pytest.mark.parametrize("name", inconsistent_writes())
def test_the_database_refuses_inconsistent_rows(played, name):
    with pytest.raises(IntegrityError), transaction.atomic():
        inconsistent_writes()[name]()


@pytest.mark.parametrize("model", [Hand, Setup, Game, Night, Player, Membership, Playgroup])
def test_referenced_rows_cannot_be_deleted(played, model):
    with pytest.raises(ProtectedError):
        model.objects.filter(pk=model.objects.order_by("pk").first().pk).delete()
