"""Reading a group's roster, its last lineup, and the games it can play."""

import datetime

import pytest

from scorekeeper.games import all_games
from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.management.commands.invite import chosen_group
from scorekeeper.models import Game, Membership, Player
from scorekeeper.people.groups import reading as groups_reading
from scorekeeper.people.roster import reading as roster_reading
from scorekeeper.recording.setup import reading as setup_reading, writing as setup_writing
from tests.cast import A_HAND, new_game, play, seat_players, start_game, start_group


def test_other_groups_see_nothing(cast, game):
    assert roster_reading.roster(cast.stranger.group) == []
    assert setup_reading.last_line_up(cast.stranger.group, Trumplestiltskin()) is None
    assert roster_reading.names(cast.stranger.group) == {}


def test_the_roster_is_sorted_ignoring_case_and_omits_retired_players(cast):
    seat_players(cast.group, 3)
    for name in ("bea", "Ärger", "王"):
        Player.objects.create(group=cast.group, name=name, name_key=name.casefold())
    Player.objects.filter(name="Bob").update(retired=True)
    assert [player.name for player in roster_reading.roster(cast.group)] == ["Ann", "bea", "Cy", "Ärger", "王"]
    assert "Bob" in roster_reading.names(cast.group).values()


def test_the_last_lineup_includes_the_next_dealer(cast):
    game = start_game(cast.owner, odd_half="player")
    first = setup_reading.last_line_up(cast.group, Trumplestiltskin())
    assert first.names[first.rules.dealer(first.sheet)] == "Dee"
    play(game, A_HAND, "pass", by=cast.owner)
    last = setup_reading.last_line_up(cast.group, Trumplestiltskin())
    assert (last.names, last.names[last.rules.dealer(last.sheet)]) == (("Ann", "Bob", "Cy", "Dee"), "Bob")
    assert last.options["odd_half"] == "player"


@pytest.mark.parametrize("change", [{"hidden": True}, {"rules": "forgotten"}], ids=["hidden", "with unknown rules"])
def test_the_lineup_never_comes_from_a_hidden_or_unknown_game(cast, game, change):
    Game.objects.update(**change)
    assert setup_reading.last_line_up(cast.group, Trumplestiltskin()) is None


def test_the_games_played_last_come_first_by_night_and_then_by_game(cast, made_up):
    for slug, date in (("race", "2026-02-03"), ("knockout", "2026-02-03"), ("partners", "2026-01-02")):
        new = new_game(cast.group, rules=all_games()[slug].rules, night=datetime.date.fromisoformat(date))
        setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
    new = new_game(cast.group, rules=all_games()["race"].rules, night=datetime.date(2025, 6, 1))
    setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
    listed = [(rules.slug, str(date)) for rules, date in setup_reading.playable(cast.group)]
    assert listed[:4] == [
        ("race", "2026-02-03"),
        ("knockout", "2026-02-03"),
        ("partners", "2026-01-02"),
        ("trumplestiltskin", "None"),
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [pytest.param("strasse", "Straße", id="by a case-folded name"), pytest.param("{pk}", "Wednesday", id="by id")],
)
def test_groups_can_be_looked_up_by_name_or_id(cast, text, name):
    start_group("Straße", "Eve")
    assert chosen_group(text.format(pk=cast.group.pk)).name == name


def test_a_member_whose_account_was_deleted_is_a_former_member(cast):
    assert (groups_reading.member_name(cast.recorder.pk), groups_reading.member_name(None)) == ("Rex", "")
    Membership.objects.filter(pk=cast.recorder.pk).update(name="")
    assert groups_reading.member_name(cast.recorder.pk) == "A former member"
