"""A game in progress that nobody has touched since its night: its page asks once what became of it."""

import datetime

import pytest

from scorekeeper.models import Game
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.game.reading import is_dormant
from scorekeeper.recording.setup.writing import start_game as start
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.cast import A_HAND, Phone, correct, new_game, play, refresh, start_game
from tests.recording.test_results_pages import told, totals
from tests.rounds import start_rounds
from tests.web.browser import Browser

ASKED = "Never finished? Hide it It ended like this Leave it"
HOUR, DAY = datetime.timedelta(hours=1), datetime.timedelta(days=1)


@pytest.fixture
def unplayed(cast, clock):
    """A game of last night of which no hand was recorded."""
    game = start_game(cast.owner, 3)
    clock(DAY)
    return game


@pytest.fixture
def unfinished(cast, clock):
    """A game of last night with a hand."""
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    clock(DAY)
    return game


def asks(browser, game):
    """Return whether the sheet asks what became of a game; otherwise, its red button leads on."""
    text = browser.open(f"/games/{game.pk}/").text
    leads_on = [node for tag in ("a", "button") for node in browser.content.all(tag, class_="main")]
    assert ("Never finished?" in text) != bool(leads_on)
    return ASKED in text or ASKED.replace("Hide it ", "") in text


def on_the_groups_page(browser, cast):
    """Return the links that the group's page lists under "Never finished", and what its red button says."""
    browser.open(f"/groups/{cast.group.pk}/")
    listed = [part for part in browser.page.all("section") if part.attrs.get("aria-labelledby") == "dormant"]
    (red,) = [node for tag in ("a", "button") for node in browser.content.all(tag, class_="main")]
    return [link.attrs["href"] for part in listed for link in part.all("a")], red.text


def test_the_morning_after_it_is_asked_and_not_before_six(cast, olga, clock):
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    clock(9 * HOUR - datetime.timedelta(minutes=1))  # from nine in the evening
    assert not asks(olga, game)
    clock(datetime.timedelta(minutes=1))
    assert asks(olga, game)


TOUCHES = {
    "a tap": lambda game, by: Phone(game, by, 2).tap("A bid 10"),
    "a hand": lambda game, by: play(game, A_HAND, by=by),
    "a correction": lambda game, by: correct(game, 1, "pass", by),
    "a step back": lambda game, by: Phone(game, by, 2).tap("A bid 10").back(),
    "an undo of its end": lambda game, by: (
        sheet_writing.stop_game(game=game, how="no_winner", by=by),
        sheet_writing.resume_game(game=refresh(game), by=by),
    ),
}


@pytest.mark.parametrize("touch", TOUCHES.values(), ids=TOUCHES)
def test_touched_tonight_it_goes_on(cast, olga, unfinished, clock, touch):
    touch(unfinished, cast.recorder)
    assert not asks(olga, unfinished)
    assert on_the_groups_page(olga, cast)[0] == []
    clock(DAY)
    assert asks(olga, unfinished)


def test_whoever_only_looks_does_not_touch_it(cast, olga, unfinished):
    olga.open(f"/games/{unfinished.pk}/").open(f"/games/{unfinished.pk}/hands/2/").open(
        f"/nights/{unfinished.night_id}/"
    )
    assert asks(olga, unfinished)


def test_the_groups_page_lists_it_and_offers_a_new_game(cast, olga, unfinished, unplayed):
    hidden = start_game(cast.owner)
    sheet_writing.hide_game(game=hidden, hidden=True, by=cast.owner)
    assert on_the_groups_page(olga, cast) == ([f"/games/{unplayed.pk}/", f"/games/{unfinished.pk}/"], "New game")
    assert "Also in progress" not in olga.text
    tonight = start_game(cast.owner)
    assert on_the_groups_page(olga, cast)[0] == [f"/games/{unplayed.pk}/", f"/games/{unfinished.pk}/"]
    play(tonight, A_HAND, by=cast.owner)
    assert on_the_groups_page(olga, cast)[1] != "New game"


def test_hidden_it_is_gone(cast, olga, unfinished):
    olga.open(f"/games/{unfinished.pk}/").press("Hide it")
    assert (olga.path, refresh(unfinished).hidden) == (f"/groups/{cast.group.pk}/", True)
    assert on_the_groups_page(olga, cast) == ([], "New game")


def test_only_an_owner_can_hide_it(cast, unfinished):
    rex = Browser(cast.recorder)
    assert asks(rex, unfinished)
    assert "Hide it" not in rex.text


def test_it_ended_like_this_with_its_hands(olga, unfinished):
    olga.open(f"/games/{unfinished.pk}/").follow("It ended like this")
    assert olga.path == f"/games/{unfinished.pk}/stop/"
    olga.press("End the game", how="leader_wins")
    assert refresh(unfinished).state == Game.State.OVER


def test_without_hands_its_result_is_asked(olga, unplayed):
    olga.open(f"/games/{unplayed.pk}/").follow("It ended like this")
    assert olga.path == f"/games/{unplayed.pk}/result/"
    olga.press("Save", **totals("203½ 12 7"))
    assert (told(unplayed), refresh(unplayed).state) == ("Ann 203.5 ♛ · Bob 12 · Cy 7", Game.State.OVER)
    olga.press("Undo")
    assert refresh(unplayed).state == Game.State.PLAYING
    assert not asks(olga, unplayed), "somebody has touched it tonight"


def test_left_as_it_is_it_is_not_asked_again_and_stays_on_the_list(cast, olga, unfinished, clock):
    olga.open(f"/games/{unfinished.pk}/").press("Leave it")
    assert (olga.path, asks(olga, unfinished)) == (f"/games/{unfinished.pk}/", False)
    assert on_the_groups_page(olga, cast) == ([f"/games/{unfinished.pk}/"], "New game")
    clock(7 * DAY)
    assert not asks(olga, unfinished)
    play(unfinished, A_HAND, by=cast.owner)
    assert on_the_groups_page(olga, cast)[0] == [], "it goes on"


def test_in_a_game_of_which_just_who_won_is_written_down_too(cast, olga, clock):
    game = start_rounds(cast.owner, rows="won")
    assert "Never finished?" not in olga.open(f"/games/{game.pk}/").text
    clock(DAY)
    olga.open(f"/games/{game.pk}/").follow("It ended like this").press("Save", won="1")
    assert told(game) == "Ann · Bob ♛ · Cy"


def test_a_game_that_is_over_or_of_an_evening_that_is_filled_in_tonight_is_not_asked(cast, olga, clock):
    over = start_game(cast.owner, player_target=20)
    play(over, A_HAND, by=cast.owner)
    old = start(group=cast.group, new=new_game(cast.group, night=datetime.date(2026, 1, 31)), by=cast.owner)
    assert not asks(olga, old)
    clock(DAY)
    assert (is_dormant(refresh(over)), is_dormant(refresh(old))) == (False, True)
    assert "Never finished?" not in olga.open(f"/games/{over.pk}/").text


def test_watchers_are_not_asked(cast, unfinished):
    link = make_watch_link(group=cast.group, by=cast.owner, game=unfinished)
    assert "Never finished?" not in Browser().open(f"/w/{token_of(link)}/").text
