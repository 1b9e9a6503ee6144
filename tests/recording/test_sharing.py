"""The message that is sent with a link."""

import datetime

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.people.links import writing as links_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet.sharing import message
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from tests.cast import A_HAND, Phone, new_game, play, refresh
from tests.made_up_play import each, play as play_made_up, start
from tests.samples import start_sample

NIGHT = datetime.date(2026, 11, 21)


def said(**shown):
    """Return the message of a watch link, as lines."""
    group = (shown.get("game") or shown.get("night")).group
    link = links_writing.make_watch_link(group=group, by=group.memberships.first(), **shown)
    return [sentence(line) for line in message(link)]


def start_on_the_night(cast, target=100):
    options = {"player_target": target}
    return setup_writing.start_game(
        group=cast.group, new=new_game(cast.group, night=NIGHT, options=options), by=cast.owner
    )


@pytest.mark.usefixtures("made_up")
def test_only_the_hands_that_count_are_told_and_partners_share_a_score(cast):
    assert said(game=start_sample("pinochle", cast.owner))[0].endswith(": Ann & Cy 0, Bob & Dee 0")
    game = start(cast.owner, "knockout", night=NIGHT)
    play_made_up(game, cast.owner, each("lost", 2, 0, 0, 0), each("lost", 0, 1, 0, 0))
    assert said(game=game) == ["Knockout, Sat Nov 21, so far: Cy 0, Dee 0, Bob 1, Ann 2"]
    first = Phone(game, cast.owner, 1)
    first.write("players.0.lost", 3)
    first.save()
    # Ann is out after the first hand, so the second can't be true.
    assert said(game=game) == ["Knockout, Sat Nov 21, so far: Bob 0, Cy 0, Dee 0, Ann 3"]


def test_a_game_that_was_stopped_has_no_winner_or_several(cast):
    game = start_on_the_night(cast)
    play(game, "pass", by=cast.owner)
    stop_game(game=game, how="no_winner", by=cast.owner)
    assert said(game=game) == ["Trumplestiltskin, Sat Nov 21, ended early: Ann 0, Bob 0, Cy 0, Dee 0"]
    stop_game(game=game, how="leader_wins", by=cast.owner)
    game.refresh_from_db()
    assert said(game=game) == ["Ann, Bob, Cy and Dee tied in Trumplestiltskin with 0"]


def test_a_game_with_unknown_rules_is_named_by_its_slug(cast):
    game = start_on_the_night(cast)
    play(game, "pass", by=cast.owner)
    type(game).objects.update(rules="forgotten")
    assert said(game=game) == ["forgotten, Sat Nov 21, so far: Ann 0, Bob 0, Cy 0, Dee 0"]


def test_a_game_and_a_night_are_told_by_their_standings_and_who_won(cast):
    won = "Ann won Trumplestiltskin with 48: Dee 14, Bob 12, Cy 0"
    goes_on = "Trumplestiltskin, Sat Nov 21, so far: Ann 24, Dee 7, Bob 6, Cy 0"
    game = start_on_the_night(cast, target=40)
    begins = ["Trumplestiltskin, Sat Nov 21, so far: Ann 0, Bob 0, Cy 0, Dee 0"]
    assert said(game=game) == said(night=game.night) == begins
    play(game, A_HAND, A_HAND, by=cast.owner)
    assert said(game=refresh(game)) == [won]
    game = start_on_the_night(cast, target=40)
    play(game, A_HAND, by=cast.owner)
    assert said(game=game) == [goes_on]
    assert said(night=game.night) == [won, goes_on]
    play(game, A_HAND, by=cast.owner)
    play(start_on_the_night(cast, target=40), A_HAND, by=cast.owner)
    assert said(night=game.night) == ["Sat Nov 21, 2 games: Ann won 2", goes_on]


def test_hidden_games_are_not_told(cast):
    game = start_on_the_night(cast)
    hide_game(game=game, hidden=True)
    assert said(game=game) == said(night=game.night) == ["Our score sheets, live:"]


def test_other_links_name_nobody(cast):
    join = links_writing.make_join_link(group=cast.group, label="Tom", by=cast.owner)
    everything = links_writing.make_watch_link(group=cast.group, by=cast.owner)
    assert [sentence(line) for line in message(join)] == ["Join our score sheet:"]
    assert [sentence(line) for line in message(everything)] == ["Our score sheets, live:"]
