"""A group as it is read: its games, its roster, its last line-up."""

import pytest

from scorekeeper.models import Game, Player
from scorekeeper.queries import groups
from scorekeeper.services.games import hide_game, start_game as start, stop_game
from tests.cast import A_HAND, new_game, play, seat_players, start_game, start_group, start_short_game


def test_games_are_newest_first_each_in_its_list(cast):
    ended, stopped, playing, hidden = (start_short_game(cast.owner) for _game in range(4))
    play(ended, A_HAND, A_HAND, by=cast.owner)
    play(stopped, A_HAND, by=cast.owner)
    stop_game(game=stopped, how="no_winner")
    hide_game(game=hidden, hidden=True)
    newest = start_game(cast.owner)
    page = groups.group_page(cast.group)
    assert [line.id for line in page.playing] == [newest.pk, playing.pk]
    assert [(line.id, line.stopped) for line in page.ended] == [(stopped.pk, True), (ended.pk, False)]
    assert [line.id for line in page.hidden] == [hidden.pk]
    assert groups.group_page(cast.group, with_hidden=False).hidden == ()


def test_a_line_has_scores_by_rank_and_winners(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    (line,) = groups.group_page(cast.group).ended
    assert [(score.name, score.total) for score in line.scores] == [("Ann", 96), ("Dee", 28), ("Bob", 24), ("Cy", 0)]
    assert (line.winners, line.night) == (("Ann",), game.night.date)


def test_a_game_of_unknown_rules_has_its_slug_for_a_name(cast, game):
    play(game, A_HAND, by=cast.owner)
    Game.objects.update(rules="forgotten")
    (line,) = groups.group_page(cast.group).playing
    assert (line.name, line.slug, len(line.scores)) == (None, "forgotten", 4)


def test_other_groups_are_not_seen(cast, game):
    assert groups.group_page(cast.stranger.group) == groups.GroupPage(playing=(), ended=(), hidden=())
    assert groups.roster(cast.stranger.group) == []
    assert groups.last_line_up(cast.stranger.group) is None
    assert groups.names(cast.stranger.group) == {}


def test_the_roster_is_sorted_ignoring_case_without_those_who_retired(cast):
    seat_players(cast.group, 3)
    for name in ("bea", "Ärger", "王"):
        Player.objects.create(group=cast.group, name=name, name_key=name.casefold())
    Player.objects.filter(name="Bob").update(retired=True)
    assert [player.name for player in groups.roster(cast.group)] == ["Ann", "bea", "Cy", "Ärger", "王"]
    assert "Bob" in groups.names(cast.group).values()


def test_the_last_line_up_has_the_deal_moved_on(cast):
    game = start_game(cast.owner, odd_half="player")
    assert groups.last_line_up(cast.group).dealer_name == "Dee"
    play(game, A_HAND, "pass", by=cast.owner)
    last = groups.last_line_up(cast.group)
    assert (last.names, last.dealer_name) == (("Ann", "Bob", "Cy", "Dee"), "Bob")
    assert last.options["odd_half"] == "player"


@pytest.mark.parametrize("spoil", [{"hidden": True}, {"rules": "forgotten"}], ids=["hidden", "of unknown rules"])
def test_there_is_no_last_line_up_of_a_game_that_is(cast, game, spoil):
    Game.objects.update(**spoil)
    assert groups.last_line_up(cast.group) is None


def test_a_list_has_an_end(cast, monkeypatch):
    monkeypatch.setattr(groups, "SHOWN", 2)
    for _game in range(3):
        start(group=cast.group, new=new_game(cast.group), by=cast.owner)
    assert len(groups.group_page(cast.group).playing) == 2


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        pytest.param("", ["Wednesday", "Elsewhere", "Straße"], id="all"),
        pytest.param("WEDNESDAY", ["Wednesday"], id="by name"),
        pytest.param("strasse", ["Straße"], id="by a folded name"),
        pytest.param("{pk}", ["Wednesday"], id="by number"),
        pytest.param("nothing", [], id="none"),
    ],
)
def test_groups_are_found_by_name_or_number(cast, wanted, found):
    start_group("Straße", "Eve")
    assert [group.name for group in groups.find_groups(wanted.format(pk=cast.group.pk))] == found


def test_who_typed_has_a_name(cast):
    assert groups.member_name(cast.recorder.pk) == "Rex"
    assert groups.member_name(None) == groups.member_name(999_999) == ""
