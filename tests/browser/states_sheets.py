"""States of the score sheet, and of the pages for stopping a game and correcting its setup."""

from scorekeeper.models import Game, Setup
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.services import games, people
from tests.browser.states import LONG_NAMES, Visit, state
from tests.cast import A_HAND, correct
from tests.rounds import play_rounds, start_rounds


@state("sheet, empty")
def sheet_empty(visit: Visit) -> None:
    visit.thumb.open(visit.game())


@state("sheet, three hands, one open")
def sheet_three(visit: Visit) -> None:
    visit.go(f"/games/{visit.game(A_HAND, 'pass', '12 8 - 5 | AD | 10 7 6 8').pk}/?hand=3")


@state("sheet, thirty hands of every kind")
def sheet_thirty(visit: Visit) -> None:
    kinds = (A_HAND, "pass", "12 8 - 5 | AD | 10 7 6 8", "10 8 - - | | 10 9 5 1", "10 6 - 8 | B | 0 10 10 10")
    game = visit.game(*kinds * 6, player_target=9999, gnome_target=9999)
    correct(game, 1, "12 8 - 5 | AD | 10 7 6 8", visit.owner)
    visit.go(f"/games/{game.pk}/?hand=1")


@state("sheet, five players with long names")
def sheet_five(visit: Visit) -> None:
    visit.thumb.open(visit.long_game(6))


@state("sheet, ten players")
def sheet_ten(visit: Visit) -> None:
    names = (*LONG_NAMES, "שרה מזרחי", "محمد عبد الله", "Cy", "Dee", "Gunther")
    seats = tuple(people.add_player(group=visit.cast.group, name=name).pk for name in names)
    game = start_rounds(visit.owner, players=seats, ends="target", target=9999)
    play_rounds(game, visit.owner, *["-1205 12 345 1000 0 -7 88 15 2500 -150"] * 3)
    visit.thumb.open(game)


@state("sheet, just saved")
def sheet_saved(visit: Visit) -> None:
    visit.go(f"/games/{visit.game(A_HAND).pk}/")


@state("sheet, over, with hands that do not count")
def sheet_over(visit: Visit) -> None:
    game = visit.game("- 10 - - | | 8 12 8 3", A_HAND, A_HAND, player_target=60)
    correct(game, 1, A_HAND, visit.owner)
    correct(game, 2, A_HAND.replace("12 9 3 7", "19 3 3 6"), visit.owner)
    visit.thumb.open(game)


@state("sheet, over, long names share the win")
def sheet_shared(visit: Visit) -> None:
    game = visit.long_game(3)
    games.stop_game(game=game, how="leader_wins", by=visit.owner)
    visit.thumb.open(game)


@state("sheet, stopped without a winner")
def sheet_stopped(visit: Visit) -> None:
    game = visit.game(A_HAND)
    games.stop_game(game=game, how="no_winner", by=visit.owner)
    visit.thumb.open(game)


@state("sheet, hidden")
def sheet_hidden(visit: Visit) -> None:
    game = visit.game(A_HAND)
    games.hide_game(game=game, hidden=True)
    visit.thumb.open(game)


@state("sheet, unknown rules")
def sheet_unknown_rules(visit: Visit) -> None:
    game = visit.game(A_HAND, A_HAND)
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    visit.thumb.open(game)


@state("stop")
def stop(visit: Visit) -> None:
    visit.go(f"/games/{visit.long_game(1).pk}/stop/")


@state("setup")
def setup(visit: Visit) -> None:
    visit.go(f"/games/{visit.long_game(1).pk}/setup/")
    visit.thumb.toggle("House rules")


def change_setup(visit: Visit, **players: str) -> None:
    """Choose players in these fields and preview the effect."""
    for field, name in players.items():
        visit.page.locator(f"select[name={field}]").select_option(label=name)
    visit.thumb.tap("Preview changes")


@state("setup, with its effect")
def setup_effect(visit: Visit) -> None:
    visit.go(f"/games/{visit.long_game(1).pk}/setup/")
    change_setup(visit, seat_1=LONG_NAMES[1], seat_2=LONG_NAMES[0])


@state("setup, a player in two seats")
def setup_problem(visit: Visit) -> None:
    visit.go(f"/games/{visit.game(A_HAND).pk}/setup/")
    change_setup(visit, seat_1="Bob")


@state("setup, a hand that is no longer possible")
def setup_impossible(visit: Visit) -> None:
    game = visit.game("0 - - - | | 12 9 3 7", lowest_bid=0)
    visit.go(f"/games/{game.pk}/setup/")
    visit.thumb.toggle("House rules").fill(option_lowest_bid="1")
    visit.thumb.tap("Preview changes")


@state("setup, corrected by someone else")
def setup_stale(visit: Visit) -> None:
    game = visit.game(A_HAND)
    visit.go(f"/games/{game.pk}/setup/")
    change_setup(visit, dealer="Bob")
    setup = Setup.objects.get(game=game)
    setting = Setting(players=tuple(setup.players), first_dealer=0, options=setup.options)
    games.correct_setup(game=game, setting=setting, seen=0, by=visit.cast.recorder)
    visit.thumb.tap("Save setup")


@state("hide a game, asked first")
def hide_asked(visit: Visit) -> None:
    visit.thumb.open(visit.long_game(1)).tap("Hide this game")
