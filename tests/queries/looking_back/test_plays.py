"""Games exported as plays for Board Game Stats: players, winners, starting player, and comments."""

import dataclasses
import datetime

import pytest

from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Game, Player
from scorekeeper.queries.looking_back.plays import play_of
from scorekeeper.queries.recording.loading import load, load_known
from scorekeeper.rules.game import CardGame
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.words import gettext as _
from scorekeeper.services.games import stop_game
from tests.cast import A_HAND, play, refresh, start_game, start_short_game


def export(game):
    record = load_known(refresh(game))
    return play_of(record) if record else None


@pytest.fixture
def over(cast):
    """A finished game: Ann 48, Bob 12, Cy 0, Dee 14, the Gnome 12."""
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    return refresh(game)


def test_a_finished_game_is_exported(over):
    over.night.place, over.night.note = "At Ann’s,\nLong Street", "Cake!\n"
    over.night.save()
    started = datetime.datetime(2026, 1, 1, 20, 0, tzinfo=datetime.UTC)
    Game.objects.update(started_at=started, ended_at=started + datetime.timedelta(minutes=94, seconds=31))
    exported = export(over)
    assert (exported.id, exported.game, exported.game_id, exported.low_wins) == (
        str(over.uid),
        "Trumplestiltskin",
        "trumplestiltskin",
        False,
    )
    assert (exported.minutes, exported.place) == (95, "At Ann’s, Long Street")
    assert exported.comments == "Ann reached the target of 40 with 48 points\nGnome: 12\nPlayer target: 40\nCake!"
    assert [(player.name, player.score, player.rank, player.winner, player.starts) for player in exported.players] == [
        ("Ann", 96, 1, True, True),
        ("Bob", 24, 3, False, False),
        ("Cy", 0, 4, False, False),
        ("Dee", 28, 2, False, False),
    ]


def test_each_person_has_a_permanent_id(cast, over):
    ids = [player.id for player in export(over).players]
    assert len(set(ids)) == 4
    second = start_short_game(cast.owner)
    play(second, A_HAND, A_HAND, by=cast.owner)
    assert [player.id for player in export(second).players] == ids
    Player.objects.filter(name="Ann").update(name="Anna")
    double = Player.objects.create(group=cast.group, name="Robert", name_key="robert")
    Player.objects.filter(name="Bob").update(same_as=double)
    renamed = export(over).players
    assert (renamed[0].name, renamed[0].id) == ("Anna", ids[0])
    assert renamed[1].name == "Bob"
    assert renamed[1].id not in ids
    others = start_short_game(cast.stranger)
    play(others, A_HAND, A_HAND, by=cast.stranger)
    assert not {player.id for player in export(others).players} & set(ids)


def test_a_game_can_have_several_winners_or_none(cast):
    game = start_game(cast.owner)
    play(game, "10 - 8 - | B | 10 8 8 5", "8 - 10 - | | 8 8 10 5", by=cast.owner, anyway=True)
    stop_game(game=game, how="leader_wins", by=cast.owner)
    assert [(player.rank, player.winner) for player in export(game).players] == [
        (1, True),
        (3, False),
        (1, True),
        (3, False),
    ]
    other = start_game(cast.owner)
    play(other, A_HAND, by=cast.owner)
    stop_game(game=other, how="no_winner", by=cast.owner)
    assert [(player.rank, player.winner) for player in export(other).players] == [
        (1, False),
        (3, False),
        (4, False),
        (2, False),
    ]


class Sides(Trumplestiltskin):
    """Rules with two sides of two players; the lowest total wins."""

    low_wins = True

    def columns(self, table):
        sides = {"0": (0, 2), "1": (1, 3)}
        labels = {"0": _("Ann and Cy"), "1": _("Bob and Dee")}
        return (
            *(Column(key=key, seats=seats, label=labels[key]) for key, seats in sides.items()),
            Column(key="gnome", seats=(), label=_("Gnome")),
        )

    def score(self, sheet, dealer, entry):
        return (line for line in super().score(sheet, dealer, entry) if line.column in ("0", "1"))

    def outcome(self, sheet):
        return None


def test_partners_share_their_score_and_rank(cast):
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    stop_game(game=game, how="leader_wins", by=cast.owner)
    exported = play_of(dataclasses.replace(load(refresh(game)), card_game=CardGame(rules=Sides())))
    assert exported.low_wins
    assert [(player.name, player.score, player.rank, player.winner, player.role) for player in exported.players] == [
        ("Ann", 48, 2, False, "Ann and Cy"),
        ("Bob", 12, 1, True, "Bob and Dee"),
        ("Cy", 48, 2, False, "Ann and Cy"),
        ("Dee", 12, 1, True, "Bob and Dee"),
    ]


def test_games_in_progress_or_with_unknown_rules_are_not_exported(cast, over):
    assert export(start_game(cast.owner)) is None
    Game.objects.filter(pk=over.pk).update(rules="forgotten")
    assert export(over) is None
