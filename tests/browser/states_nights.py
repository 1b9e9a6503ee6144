"""States of a group's list of nights and of the night page."""

import datetime

from scorekeeper.models import Game, Night
from scorekeeper.services import games
from tests.browser.states import Visit, state
from tests.cast import A_HAND, new_game

FAILED = "12 6 - 8 | A | 10 7 6 8"
LONG_PLACE = "At the third boathouse on the left, by the old mill, where the road bends"
NOTE = "It rained, and the Gnome won twice.\n\nDee brought a cake; Bob will never bid blind again."


def describe(game: Game, place: str = LONG_PLACE, note: str = NOTE) -> Night:
    """Give a game's night a place and a note, and return the night."""
    night = game.night
    night.place, night.note = place, note
    night.save()
    return night


def open_night(visit: Visit, game: Game) -> None:
    """Open a game's night."""
    visit.go(f"/nights/{game.night_id}/")


@state("group, fifty nights, the second page of a search")
def group_nights(visit: Visit) -> None:
    for number in range(50):
        date = datetime.date(2026, 1, 1) + number * datetime.timedelta(days=1)
        new = new_game(visit.cast.group, night=date)
        describe(games.start_game(group=visit.cast.group, new=new, by=visit.owner))
    describe(visit.long_game(2))
    Game.objects.filter(pk=visit.game(A_HAND).pk).update(rules="forgotten")
    visit.go(f"/groups/{visit.cast.group.pk}/?q=CAKE&page=2")


@state("night, long names, a hidden game and a stopped game")
def night_described(visit: Visit) -> None:
    game = visit.game(A_HAND, FAILED, A_HAND, player_target=30)
    long = visit.long_game(6)
    games.stop_game(game=long, how="leader_wins", by=visit.owner)
    games.hide_game(game=visit.game(A_HAND), hidden=True)
    describe(game)
    open_night(visit, game)


@state("night, a place that is too long")
def night_refused(visit: Visit) -> None:
    game = visit.game(A_HAND, A_HAND, player_target=40)
    describe(game, place="")
    open_night(visit, game)
    visit.thumb.toggle("Edit place and note")
    visit.thumb.fill(place="x" * 81).tap("Save")


@state("watch, a night with a place and a note")
def night_watched(visit: Visit) -> None:
    game = visit.game(A_HAND, FAILED, A_HAND, player_target=30)
    visit.game(A_HAND)
    visit.watch(night=describe(game))
