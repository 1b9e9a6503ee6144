"""The hint on the first hand that a group records."""

from scorekeeper.recording.sheet.writing import hide_game
from tests.cast import A_HAND, Phone, enter_hand, play, start_game
from tests.web.browser import Browser


def hinted(member, game, number=1):
    """Return whether the hand's page shows the hint."""
    browser = Browser(member).open(f"/games/{game.pk}/hands/{number}/")
    assert browser.status == 200
    return bool(list(browser.page.all("p", class_="hint")))


def test_the_first_hand_of_a_new_group_shows_the_hint_until_it_is_saved(cast, game):
    assert hinted(cast.owner, game)
    enter_hand(game, A_HAND, cast.owner)
    assert hinted(cast.recorder, game), "it stays while the hand is entered"
    Phone(game, cast.owner).save()
    assert not hinted(cast.owner, game, 1)
    assert not hinted(cast.owner, game, 2)


def test_a_later_game_shows_no_hint_even_if_the_first_one_is_hidden(cast, game):
    play(game, A_HAND, by=cast.owner)
    hide_game(game=game, hidden=True)
    assert not hinted(cast.owner, start_game(cast.owner))
