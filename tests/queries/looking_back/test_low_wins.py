"""The sheet of a game in which the lowest total wins."""

import pytest

from scorekeeper.games.shnarbles import Shnarbles
from scorekeeper.models import Game, Hand
from scorekeeper.queries.recording.loading import load
from scorekeeper.queries.recording.sheets import sheet_view
from scorekeeper.services import games, settle
from tests.cast import new_game

pytestmark = pytest.mark.django_db


def sheet_after(cast, **entry):
    """Return the sheet after one hand; Ann, Bob, Cy and Dee all begin with 16 points."""
    rules = Shnarbles()
    game = games.start_game(group=cast.group, new=new_game(cast.group, rules=rules), by=cast.owner)
    record = rules.record_of(rules.entry(**entry), load(game).table)
    Hand.objects.create(game=game, number=1, dealer=3, entry=record)
    settle.settle(game)
    return sheet_view(load(Game.objects.get(pk=game.pk)))


def test_losing_points_is_a_gain(cast):
    entry = {"bidder": 0, "bid": 3, "trump": "hearts", "folded": (False,) * 3 + (True,), "tricks": (3, 2, 0, None)}
    cells = sheet_after(cast, **entry).hands[0].cells
    assert [(cell.change / 2, cell.gain / 2) for cell in cells] == [(-3, 3), (-2, 2), (5, -5), (0, 0)]


def test_a_player_can_win_by_a_spade_out_without_having_the_lowest_total(cast):
    end = sheet_after(cast, bidder=0, bid=2, trump="spades", folded=(False,) * 4, tricks=(5, 0, 0, 0)).end
    assert [(place.view.won, place.behind / 2) for place in end.places] == [(True, 0)] + [(False, -10)] * 3
