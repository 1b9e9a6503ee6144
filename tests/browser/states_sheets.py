"""States of the score sheet, and of the pages for stopping a game and correcting its setup."""

from playwright.sync_api import Locator

from scorekeeper.models import Game
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.setup.writing import leave_game
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.browser.states import LONG_NAMES, Visit, state, variant
from tests.cast import A_HAND, correct, refresh
from tests.needing import long, tell
from tests.rounds import play_rounds, start_rounds


@state("sheet, thirty hands of every kind")
def sheet_thirty(visit: Visit) -> None:
    kinds = (A_HAND, "pass", "12 8 - 5 | AD | 10 7 6 8", "10 8 - - | | 10 9 5 1", "10 6 - 8 | B | 0 10 10 10")
    game = visit.game(*kinds * 6, player_target=9999, gnome_target=9999)
    correct(game, 1, "12 8 - 5 | AD | 10 7 6 8", visit.owner)
    visit.go(f"/games/{game.pk}/?hand=1")


@state("sheet, what a player needs")
def sheet_needs(visit: Visit) -> None:
    tell(visit.monkeypatch, needs=long)
    visit.go(f"/games/{visit.long_game(3).pk}/?needs=1")


@variant("sheet, ten players")
def sheet_ten(visit: Visit) -> None:
    names = (*LONG_NAMES, "שרה מזרחי", "محمد عبد الله", "Cy", "Dee", "Gunther")
    seats = tuple(roster_writing.add_player(group=visit.cast.group, name=name).pk for name in names)
    game = start_rounds(visit.owner, players=seats, ends="target", target=9999)
    play_rounds(game, visit.owner, *["-1205 12 345 1000 0 -7 88 15 2500 -150"] * 3)
    visit.thumb.open(game)


def sheet_long(visit: Visit) -> None:
    visit.thumb.open(visit.long_game(20))


@variant("sheet, over, with hands that do not count")
def sheet_over(visit: Visit) -> None:
    game = visit.game("- 10 - - | | 8 12 8 3", A_HAND, A_HAND, player_target=60)
    correct(game, 1, A_HAND, visit.owner)
    correct(game, 2, A_HAND.replace("12 9 3 7", "19 3 3 6"), visit.owner)
    visit.thumb.open(game)


@state("sheet, over, long names share the win")
def sheet_shared(visit: Visit) -> None:
    game = visit.long_game(3)
    sheet_writing.stop_game(game=game, how="leader_wins", by=visit.owner)
    visit.thumb.open(game)


@state("stop")
def stop(visit: Visit) -> None:
    visit.go(f"/games/{visit.long_game(1).pk}/stop/")


@state("who won, a tie")
def level(visit: Visit) -> None:
    names = tuple(roster_writing.add_player(group=visit.cast.group, name=name).pk for name in LONG_NAMES)
    game = start_rounds(visit.owner, names, template="7-wonders", ends="rounds", rounds=1)
    play_rounds(game, visit.owner, " ".join("7" for _name in names))
    visit.go(f"/games/{game.pk}/stop/")


@state("who won, ten players and nothing else")
def who_won(visit: Visit) -> None:
    visit.go(f"/games/{start_rounds(visit.owner, 10, rows='won').pk}/stop/")


@state("sheet, just who won")
def just_won(visit: Visit) -> None:
    game = start_rounds(visit.owner, 4, rows="won", sides="together")
    everyone = [*game.seats.values_list("player_id", flat=True)]
    sheet_writing.say_who_won(game=game, won=everyone, seen=0, by=visit.owner)
    visit.thumb.open(game)


def take_seat(visit: Visit, game: Game, number: int) -> Locator:
    """Tap a seat in the setup, and return what opens."""
    visit.go(f"/games/{game.pk}/setup/")
    visit.page.locator(f"[popovertarget=seat-{number}]").first.tap()
    return visit.page.locator(f"#seat-{number}")


@state("setup, a seat")
def setup_seat(visit: Visit) -> None:
    take_seat(visit, visit.long_game(1), 1).wait_for()


@state("setup, with its effect")
def setup_effect(visit: Visit) -> None:
    take_seat(visit, visit.long_game(1), 1).get_by_role("button", name=LONG_NAMES[1]).tap()
    visit.page.locator("#effect").wait_for()


@variant("setup, ten players of whom one has left")
def setup_ten(visit: Visit) -> None:
    roster_writing.add_players(group=visit.cast.group, names=[f"Player {letter}" for letter in "ABCDEFGHIJ"])
    players = tuple(visit.cast.group.players.order_by("pk").values_list("pk", flat=True))
    game = start_rounds(visit.owner, players, dealer=True)
    play_rounds(game, visit.owner, " ".join("7" * 10))
    leave_game(game=refresh(game), player=players[2], seen=0, by=visit.owner)
    visit.go(f"/games/{game.pk}/players/")
