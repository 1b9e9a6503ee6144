"""`manage.py migrate` after an update counts the games that ended before statistics existed, and no others."""

import importlib
import io

from django.apps import apps
from django.core.management import call_command

from scorekeeper.models import Game, Hand, Revision, Tally
from scorekeeper.queries.recording.loading import load
from scorekeeper.services import games
from tests.cast import A_HAND, differences, make_cast, play, refresh, start_game, start_short_game
from tests.samples import play_sample


def migrate(**options):
    output = io.StringIO()
    call_command("migrate", interactive=False, verbosity=1, stdout=output, **options)
    return [line for line in output.getvalue().splitlines() if "Updated" in line]


def test_games_from_an_older_version_are_counted_once(db):
    owner = make_cast().owner
    ended = [start_short_game(owner) for _game in range(2)]
    for game in ended:
        play(game, A_HAND, A_HAND, by=owner)
    before = list(Tally.objects.order_by("game", "key", "player").values_list("game", "key", "player", "amount"))
    Tally.objects.all().delete()
    assert migrate() == ["Updated the statistics of 2 games."]
    assert (
        list(Tally.objects.order_by("game", "key", "player").values_list("game", "key", "player", "amount")) == before
    )
    assert [differences(game) for game in ended] == [0, 0]
    assert migrate() == []


def test_games_that_do_not_count_are_left_out(db):
    owner = make_cast().owner
    going_on, unplayed, hidden, unknown = start_game(owner), start_game(owner), start_game(owner), start_game(owner)
    for game in (going_on, hidden, unknown):
        play(game, by=owner)
    for game in (unplayed, hidden, unknown):
        games.stop_game(game=game, how="no_winner", by=owner)
    games.hide_game(game=hidden, hidden=True)
    Game.objects.filter(pk=unknown.pk).update(rules="forgotten")
    Tally.objects.all().delete()
    assert migrate() == []
    assert not Tally.objects.exists()


def test_migrate_with_the_plan_option_counts_nothing(db):
    owner = make_cast().owner
    play(start_short_game(owner), A_HAND, A_HAND, by=owner)
    Tally.objects.all().delete()
    assert migrate(plan=True) == []
    assert not Tally.objects.exists()


def test_pinochle_hands_that_recorded_only_who_took_the_last_trick_keep_their_scores(db):
    game = play_sample("pinochle", make_cast().owner)
    totals = load(refresh(game)).sheet.totals
    for row in (*Hand.objects.filter(game=game), *Revision.objects.filter(hand__game=game)):
        row.entry["sides"] = [
            {key: value for key, value in side.items() if value is not False} for side in row.entry["sides"]
        ]
        row.save()
    assert load(refresh(game)).contradiction is not None
    migration = importlib.import_module("scorekeeper.migrations.0007_last_tricks")
    migration.say_who_did_not_take_it(apps, None)
    assert load(refresh(game)).sheet.totals == totals
    assert differences(game) == 0
