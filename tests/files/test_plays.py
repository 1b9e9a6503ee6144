"""Games exported as plays for Board Game Stats: players, winners, starting player, and comments."""

import datetime

import pytest

from scorekeeper.files.bgstats import play_of
from scorekeeper.models import Game, Player
from scorekeeper.recording.game.reading import load_known
from scorekeeper.recording.sheet.writing import stop_game
from tests.cast import A_HAND, play, refresh, start_game, start_short_game
from tests.made_up_play import bid, play as play_made_up, start


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
    about = {"name": "Trumplestiltskin", "sourceGameId": "trumplestiltskin", "highestWins": True, "noPoints": False}
    assert (exported["sourceName"], exported["sourcePlayId"], exported["game"]) == ("Scorekeeper", str(over.uid), about)
    assert (exported["playDate"], exported["durationMin"]) == ("2026-01-01 21:34:31", 95)
    assert exported["location"] == "At Ann’s, Long Street"
    assert exported["comments"] == "Ann reached the target of 40 with 48 points\nGnome: 12\nPlayer target: 40\nCake!"
    keys = ("name", "score", "rank", "winner", "startPlayer")
    assert [tuple(player[key] for key in keys) for player in exported["players"]] == [
        ("Ann", 96, 1, True, True),
        ("Bob", 24, 3, False, False),
        ("Cy", 0, 4, False, False),
        ("Dee", 28, 2, False, False),
    ]


def test_each_person_has_a_permanent_id(cast, over):
    ids = [player["sourcePlayerId"] for player in export(over)["players"]]
    assert len(set(ids)) == 4
    second = start_short_game(cast.owner)
    play(second, A_HAND, A_HAND, by=cast.owner)
    assert [player["sourcePlayerId"] for player in export(second)["players"]] == ids
    Player.objects.filter(name="Ann").update(name="Anna")
    double = Player.objects.create(group=cast.group, name="Robert", name_key="robert")
    Player.objects.filter(name="Bob").update(same_as=double)
    renamed = export(over)["players"]
    assert (renamed[0]["name"], renamed[0]["sourcePlayerId"]) == ("Anna", ids[0])
    assert renamed[1]["name"] == "Bob"
    assert renamed[1]["sourcePlayerId"] not in ids
    others = start_short_game(cast.stranger)
    play(others, A_HAND, A_HAND, by=cast.stranger)
    assert not {player["sourcePlayerId"] for player in export(others)["players"]} & set(ids)


def test_a_game_can_have_several_winners_or_none(cast):
    game = start_game(cast.owner)
    play(game, "10 - 8 - | B | 10 8 8 5", "8 - 10 - | | 8 8 10 5", by=cast.owner, anyway=True)
    for how, winners in (("leader_wins", ["Ann", "Cy"]), ("no_winner", [])):
        stop_game(game=refresh(game), how=how, by=cast.owner)
        players = export(game)["players"]
        assert [player["rank"] for player in players] == [1, 3, 1, 3]
        assert [player["name"] for player in players if player["winner"]] == winners


@pytest.mark.usefixtures("made_up")
def test_partners_share_their_score_and_rank(cast):
    game = start(cast.owner, "partners")
    play_made_up(game, cast.owner, bid(1, 12, (9, 4), (8, 3)))
    stop_game(game=game, how="leader_wins", by=cast.owner)
    assert [
        (player["name"], player["score"], player["rank"], player["role"]) for player in export(game)["players"]
    ] == [
        ("Ann", 36, 1, "Ann & Cy"),
        ("Bob", -24, 2, "Bob & Dee"),
        ("Cy", 36, 1, "Ann & Cy"),
        ("Dee", -24, 2, "Bob & Dee"),
    ]


def test_games_in_progress_or_with_unknown_rules_are_not_exported(cast, over):
    assert export(start_game(cast.owner)) is None
    Game.objects.filter(pk=over.pk).update(rules="forgotten")
    assert export(over) is None
