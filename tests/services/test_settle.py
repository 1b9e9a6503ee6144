"""What is derived from the entries, `manage.py rescore` that finds what differs, and what the database refuses."""

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from scorekeeper.models import Game, Hand, Membership, Night, Player, Playgroup, Revision, Score, Seat, Setup, Standing
from scorekeeper.queries.records import load
from tests.cast import A_HAND, correct, differences, play, refresh, start_game, start_short_game, totals

PEEKED = "10 6 - 8 | A | 12 9 3 7"


@pytest.fixture(scope="module")
def module_played(module_cast):
    """A game of three hands, one of them corrected: played once, each test undoes what it breaks."""
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


def test_scores_and_standings_say_what_the_rules_say(played):
    scores = Score.objects.filter(hand__number=2).order_by("column").values_list("column", "half_points", "marks")
    assert list(scores) == [
        ("0", 12, ["peeked", "taker"]),
        ("1", 12, ["capped"]),
        ("2", 0, ["unbid"]),
        ("3", 14, []),
        ("gnome", 24, []),
    ]
    standings = Standing.objects.order_by("column").values_list("column", "half_points", "rank", "winner")
    assert list(standings) == [
        ("0", 24, 2, False),
        ("1", 24, 2, False),
        ("2", 0, 4, False),
        ("3", 28, 1, False),
        ("gnome", 48, None, False),
    ]
    assert [each.seat and each.seat.number for each in Standing.objects.order_by("column")] == [0, 1, 2, 3, None]


def test_a_winner_is_stored_with_the_end(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    assert Standing.objects.get(game=game, winner=True).column == "0"
    assert refresh(game).ended_at is not None


BROKEN = [
    pytest.param(
        lambda: Score.objects.filter(column="0", hand__number=1).update(half_points=99), 1, id="a wrong score"
    ),
    pytest.param(lambda: Score.objects.filter(column="0", hand__number=1).update(marks=[]), 1, id="lost marks"),
    pytest.param(lambda: Score.objects.filter(hand__number=2).delete(), 5, id="lost scores of a hand"),
    pytest.param(lambda: Standing.objects.filter(column="gnome").update(half_points=0), 1, id="a wrong total"),
    pytest.param(lambda: Standing.objects.filter(column="3").update(rank=4), 1, id="a wrong rank"),
    pytest.param(lambda: Standing.objects.filter(column="3").update(winner=True), 1, id="a winner too early"),
    pytest.param(lambda: Standing.objects.filter(column="2").update(seat=None), 1, id="nobody's total"),
    pytest.param(lambda: Standing.objects.all().delete(), 5, id="lost totals"),
    pytest.param(
        lambda: Game.objects.update(state="over", ended_at=timezone.now()), 1, id="an end that was not reached"
    ),
    pytest.param(
        lambda: Standing.objects.create(game=Game.objects.get(), column="9", half_points=3), 1, id="one column too many"
    ),
]


@pytest.mark.parametrize(("damage", "facts"), BROKEN)
def test_rescore_finds_what_differs_and_mends_it(played, capsys, damage, facts):
    before = totals(played)
    damage()
    found = f"{facts} stored fact{'s' * (facts > 1)} differed in 1 game."
    with pytest.raises(CommandError, match=found):
        call_command("rescore", "--check")
    assert differences(played) == facts
    version = refresh(played).group.version
    assert rescore(capsys) == found
    assert (totals(played), refresh(played).state) == (before, "playing")
    assert refresh(played).group.version > version
    assert rescore(capsys, "--check") == "Nothing differed."


def test_rescore_finds_nothing_and_touches_nothing(played, capsys):
    version = refresh(played).group.version
    assert rescore(capsys) == "Nothing differed."
    assert refresh(played).group.version == version


def test_rescore_of_one_group_leaves_the_others(cast, played, capsys):
    other = start_game(cast.stranger)
    play(other, by=cast.stranger)
    Score.objects.update(half_points=1)
    assert rescore(capsys, "--group", str(cast.stranger.group.pk)) == "5 stored facts differed in 1 game."
    assert differences(other) == 0
    assert differences(played) > 0


def test_rescore_counts_over_all_games(cast, played, capsys):
    play(start_game(cast.stranger), by=cast.stranger)
    Standing.objects.filter(column="gnome").update(half_points=1)
    assert rescore(capsys) == "2 stored facts differed in 2 games."


def test_rescore_names_and_skips_a_game_whose_rules_are_unknown(cast, played, capsys):
    Game.objects.update(rules="forgotten")
    before = totals(played)
    said = rescore(capsys)
    assert f"Game {played.pk} is left as it is: its rules, forgotten, are not known here." in said
    assert totals(played) == before


def test_rescore_of_no_group_is_one_line(db):
    with pytest.raises(CommandError, match="There is no group 77"):
        call_command("rescore", "--group", "77")


def test_reading_a_game_costs_two_queries_however_long_it_is(played, django_assert_num_queries, cast):
    play(played, *["pass"] * 10, by=cast.owner)
    with django_assert_num_queries(2):
        assert len(load(played).sheet.hands) == 13


def broken_facts():
    """Facts that belong together, each pulled apart."""
    now = timezone.now()

    def hand(**more):
        return Hand.objects.create(**{"game": Game.objects.get(), "number": 9, "dealer": 0} | more)

    def revision(**more):
        known = Revision.objects.first()
        given = {"hand": known.hand, "number": 9, "kind": "save", "dealer": 0, "entry": {}, "setup": known.setup}
        return Revision.objects.create(**given | {"member": known.member, "at": now} | more)

    def game(**more):
        return Game.objects.update(**more)

    ann = {"game__isnull": False, "number": 0}
    return {
        "two hands of a number": lambda: hand(number=1),
        "a hand before the first": lambda: hand(number=0),
        "two revisions of a number": lambda: revision(number=1),
        "a save that empties the hand": lambda: revision(entry=None),
        "two players in a seat": lambda: Seat.objects.filter(number=1).update(number=0),
        "a player in two seats": lambda: Seat.objects.filter(number=1).update(player=Seat.objects.get(**ann).player),
        "two set-ups of a number": lambda: Setup.objects.create(
            game=Game.objects.get(),
            number=0,
            players=[],
            first_dealer=0,
            options={},
            member=Membership.objects.first(),
            at=now,
        ),
        "two scores of a hand and column": lambda: Score.objects.create(
            hand=Hand.objects.get(number=1), column="0", half_points=0
        ),
        "two standings of a column": lambda: Standing.objects.create(
            game=Game.objects.get(), column="gnome", half_points=0
        ),
        "a winner who is second": lambda: Standing.objects.filter(column="2").update(winner=True),
        "an unknown state": lambda: game(state="paused"),
        "an unknown stop": lambda: game(stopped="rain", state="over", ended_at=now),
        "an end without a time": lambda: game(state="over"),
        "a time without an end": lambda: game(ended_at=now),
        "a stopped game that goes on": lambda: game(stopped="no_winner"),
        "two games of a uid": lambda: Game.objects.create(
            **{name: getattr(Game.objects.get(), name) for name in ("uid", "group", "night", "rules", "options")},
            first_dealer=0,
            started_at=now,
        ),
        "two nights of a date": lambda: Night.objects.create(
            group=Night.objects.get().group, date=Night.objects.get().date
        ),
        "two players of a name": lambda: Player.objects.filter(name="Bob").update(name_key="ann"),
        "a player without a name": lambda: Player.objects.filter(name="Bob").update(name=""),
        "a member twice": lambda: Membership.objects.filter(role="recorder").update(
            user=Membership.objects.filter(role="owner").first().user
        ),
        "a role that nobody has": lambda: Membership.objects.update(role="spectator"),
    }


@pytest.mark.parametrize("what", broken_facts())
def test_the_database_refuses(played, what):
    with pytest.raises(IntegrityError), transaction.atomic():
        broken_facts()[what]()


@pytest.mark.parametrize("model", [Hand, Setup, Game, Night, Player, Membership, Playgroup])
def test_what_something_hangs_on_cannot_be_deleted_by_accident(played, model):
    with pytest.raises(ProtectedError):
        model.objects.filter(pk=model.objects.order_by("pk").first().pk).delete()
