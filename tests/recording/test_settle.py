"""Derived rows, the command that fixes them (`manage.py rescore`), and database constraints."""

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Night, Player, Revision, Seat, Setup, Standing, Tally
from tests.cast import A_HAND, correct, differences, play, refresh, start_short_game, totals

PEEKED = "10 6 - 8 | A | 12 9 3 7"


@pytest.fixture
def played(cast, game):
    """A three-hand game with one correction."""
    play(game, A_HAND, PEEKED, "pass", by=cast.owner)
    correct(game, 1, PEEKED, cast.recorder)
    return game


def rescore(capsys, *arguments):
    call_command("rescore", *arguments)
    return capsys.readouterr().out.strip()


def test_rescore_finds_and_fixes_differences(played, capsys):
    before = totals(played)
    for damage, count in (
        (lambda: Standing.objects.filter(column="gnome").update(half_points=0), 1),
        (lambda: Standing.objects.filter(column="3").update(winner=True), 1),
        (lambda: Standing.objects.all().delete(), 5),
        (lambda: Game.objects.update(state="over", ended_at=timezone.now()), 1),
    ):
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


def test_rescore_finds_and_fixes_tallies(cast, capsys):
    for _game in range(2):
        play(start_short_game(cast.owner), A_HAND, A_HAND, by=cast.owner)
    Tally.objects.filter(key="won").update(year=1999)
    assert rescore(capsys) == "2 stored values differed in 2 games."
    assert rescore(capsys, "--check") == "Nothing differed."


def test_rescore_reports_and_skips_a_game_with_unknown_rules(cast, played, capsys):
    Game.objects.update(rules="forgotten")
    before = totals(played)
    output = rescore(capsys)
    assert f"Skipped game {played.pk}: the app doesn’t know its rules, forgotten." in output
    assert totals(played) == before


def test_the_database_refuses_a_second_row_for_the_same_thing(played):
    for model in (Hand, Revision, Seat, Setup, Standing, Game, Night, Player, Membership):
        row = model.objects.first()
        row.pk = None
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save(force_insert=True)
