"""States of the score sheet, and of the pages for stopping a game and correcting its setup."""

from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.browser.states import LONG_NAMES, Visit, state, variant
from tests.cast import A_HAND, correct
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


def change_setup(visit: Visit, **players: str) -> None:
    """Choose players in these fields and preview the effect."""
    for field, name in players.items():
        visit.page.locator(f"select[name={field}]").select_option(label=name)
    visit.thumb.tap("Preview changes")


@state("setup, with its effect")
def setup_effect(visit: Visit) -> None:
    visit.go(f"/games/{visit.long_game(1).pk}/setup/")
    change_setup(visit, seat_1=LONG_NAMES[1], seat_2=LONG_NAMES[0])
