"""States of the games that a group makes out of any game: making, sharing and adding one, and playing it."""

from playwright.sync_api import expect

from scorekeeper.formats.recipes import pack
from scorekeeper.models import Game
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.own_games.reading import blank_game, supplied
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.recording.setup.writing import join_game, leave_game, start_game
from tests.browser.states import LONG_NAMES, Visit, state, variant
from tests.cast import Phone, new_game
from tests.own_games import DARTS, ROUNDS, SCRABBLE, UNO, YAHTZEE, play_own, round_of, start_own, vars_of


def open_another(visit: Visit, picture: str = "") -> None:
    """Open the page on which a game is made, or the way to score is chosen."""
    visit.go(f"/groups/{visit.cast.group.pk}/games/{'new/' if picture else ''}?name={LONG_NAMES[1]}&picture={picture}")


def kept(visit: Visit, **options: object) -> str:
    """Give the group a game of its own and return its slug."""
    game = blank_game()
    made = game.rules.options(**{"template": "farkle", "name": "Farkle", **options})
    return keep_recipe(group=visit.cast.group, options=made, by=visit.owner).rules


@state("another game, its pictures")
def another_pictures(visit: Visit) -> None:
    open_another(visit)


@state("another game, with more questions")
def another_more(visit: Visit) -> None:
    start_own(visit.owner, UNO, 4)
    open_another(visit, "round")
    visit.page.get_by_label("Yes, to", exact=True).check()
    visit.page.get_by_text("House rules").click()
    expect(visit.page.get_by_label("All but one can get it")).to_be_visible()


@state("another game, a card with a row chosen")
def another_card(visit: Visit) -> None:
    start_own(visit.owner, UNO, 4)
    open_another(visit, f"card&like={YAHTZEE}")
    visit.page.get_by_role("button", name="Upper bonus").click()
    expect(visit.page.get_by_role("button", name="Take it out")).to_be_visible()


@variant("another game, a row that is wrong")
def another_wrong_row(visit: Visit) -> None:
    open_another(visit, "card")
    visit.page.get_by_label("A bonus for the rows above").check()
    visit.page.get_by_role("button", name="Add the row").click()
    expect(visit.page.get_by_text("Enter a number.").first).to_be_visible()


@variant("another game, the winner collects")
def another_collects(visit: Visit) -> None:
    open_another(visit, "collects")


@state("own game, shared")
def own_shared(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/games/{kept(visit, ends='target', target=10000, rows='turns')}/")
    visit.page.get_by_text("Link and QR code").click()


@variant("own game, the longest name and rows, put away")
def own_longest(visit: Visit) -> None:
    rows = "\n".join([*LONG_NAMES, "Cities × 5", "Coins ÷ 3", "Tablets = 0 1 4 9 16", "Bonus + 35 from 63"])
    slug = kept(visit, name=LONG_NAMES[1], rows="categories", categories=rows)
    visit.cast.group.recipes.update(retired=True)
    visit.go(f"/groups/{visit.cast.group.pk}/games/{slug}/")


@state("shared game, to a stranger")
def link_stranger(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.go(f"/t/{pack(supplied()[UNO])}/")


@variant("own game, hand, a number pad")
def hand_pad(visit: Visit) -> None:
    game = start_own(visit.owner, UNO, 5)
    Phone(game, visit.owner).write("hand.winner", 0)
    visit.thumb.open(game, 1)
    for key in "12+7":
        visit.page.locator(f'[data-digit="{key}"]').click()


TEN = (*LONG_NAMES, "Fay", "Gus", "Hal", "Ida", "Jo")


def long_own(visit: Visit, slug: str, players: int, **options: object) -> Game:
    """Start one of the app's own recipes among players of whom some have long names."""
    seats = tuple(roster_writing.add_player(group=visit.cast.group, name=name).pk for name in TEN[:players])
    rules = supplied()[slug].rules
    new = new_game(visit.cast.group, players=seats, rules=rules, options=vars_of(rules) | options)
    return start_game(group=visit.cast.group, new=new, by=visit.owner)


@state("own game, a round of ten, long names")
def round_ten(visit: Visit) -> None:
    game = long_own(visit, UNO, 10, **ROUNDS)
    play_own(game, *[round_of(range(11, 21))] * 4, by=visit.owner)
    Phone(game, visit.owner, None).put(round_of((103, 12)).items())
    visit.thumb.open(game, 5)
    visit.page.locator('[data-digit="7"]').click()


@state("own game, its rules with long rows and a note")
def rules_note(visit: Visit) -> None:
    rows = "\n".join([*(f"{name} × 5" for name in LONG_NAMES), "Tablets = 0 1 4 9 16", "Bonus + 35 from 63"])
    game = long_own(visit, UNO, 4, **ROUNDS | {"rows": "categories", "categories": rows, "sides": "partners"})
    visit.cast.group.recipes.update(note=f"{'Draw until you can play. ' * 9}\n{'W' * 60}")
    visit.go(f"/games/{game.pk}/rules/")


@variant("own game, a sheet with a long sentence, ten long names")
def sheet_sentence(visit: Visit) -> None:
    game = long_own(visit, UNO, 10, **ROUNDS | {"bids": "least", "made": 20, "bags": 10, "out": 700, "dealer": True})
    visit.go(f"/games/{game.pk}/")


@variant("own game, who won a round, ten long names")
def round_winner(visit: Visit) -> None:
    visit.thumb.open(play_own(long_own(visit, UNO, 10), round_of([*range(9), None], 9), by=visit.owner), 2)


@variant("own game, what the winner gets, four long names")
def round_gets(visit: Visit) -> None:
    game = play_own(long_own(visit, UNO, 4), round_of((None, 12, 240, 7), 0), by=visit.owner)
    Phone(game, visit.owner, None).put(round_of((10, 20), 3).items())
    visit.thumb.open(game, 2)


@state("own game, a turn with buttons that add up, two long names")
def turn_adds(visit: Visit) -> None:
    game = long_own(visit, SCRABBLE, 2, buttons=(50, 100, 200, 300, 1000, 2500), add_up=True)
    play_own(game, *({f"players.{turn % 2}.points": 950 + turn} for turn in range(9)), by=visit.owner)
    visit.thumb.open(game, 10)
    visit.page.locator('[data-digit="+300"]').click()


@variant("own game, a turn of ten with buttons that answer")
def turn_ten(visit: Visit) -> None:
    game = long_own(visit, DARTS, 10)
    play_own(game, *({f"players.{turn % 10}.points": 60} for turn in range(14)), by=visit.owner)
    visit.thumb.open(game, 15)


@variant("own game, a turn that was answered at the same time")
def turn_refused(visit: Visit) -> None:
    visit.thumb.open(game := long_own(visit, SCRABBLE, 4), 1)
    Phone(game, visit.cast.recorder).write("players.0.points", 12)
    visit.page.locator('[data-digit="7"]').click()
    visit.thumb.tap("Next")


@state("own game, an end to be saved, four long names")
def round_end(visit: Visit) -> None:
    game = long_own(visit, UNO, 4, **ROUNDS | {"ends": "target", "target": 500})
    Phone(game, visit.owner).put(round_of((503, 12, 240, 7)).items())
    visit.thumb.open(game, 1)


@variant("own game, a turn corrected, four long names")
def turn_corrected(visit: Visit) -> None:
    game = long_own(visit, SCRABBLE, 4)
    play_own(game, *({f"players.{turn % 4}.points": 95 + turn} for turn in range(9)), by=visit.owner)
    visit.thumb.open(game, 6, at="players.1.points")
    visit.page.locator('[data-digit="7"]').click()


def card(visit: Visit, players: int, turns: int, **options: object) -> Game:
    """Play turns of Yahtzee in which everybody fills the rows from the top."""
    game = long_own(visit, YAHTZEE, players, **options)
    for number in range(turns):
        row, points = number // players + 1, f"players.{number % players}.points"
        play_own(game, {"hand.row": row, points: (0, 1, 3)[number % 3] if row < 7 else 20}, by=visit.owner)
    return game


@state("own game, a card of four long names, a row chosen")
def card_four(visit: Visit) -> None:
    game = card(visit, 4, 18)
    Phone(game, visit.owner, 19).write("hand.row", 10)
    visit.thumb.open(game, 19)


@state("own game, a card of ten, many points on buttons")
def card_ten(visit: Visit) -> None:
    game = card(visit, 10, 23)
    Phone(game, visit.owner, 24).write("hand.row", 13)
    visit.thumb.open(game, 24)


@variant("own game, a card whose points are typed, two long names")
def card_typed(visit: Visit) -> None:
    game = card(visit, 2, 5, buttons=None)
    Phone(game, visit.owner, 6).write("hand.row", 13)
    visit.thumb.open(game, 6)


@variant("own game, a card corrected")
def card_corrected(visit: Visit) -> None:
    game = card(visit, 4, 9)
    Phone(game, visit.owner, 5).write("hand.row", 12)
    visit.thumb.open(game, 5)


@variant("own game, the sheet of a card with an open turn, four long names")
def card_sheet(visit: Visit) -> None:
    visit.go(f"/games/{card(visit, 4, 25).pk}/?hand=18")


@state("own game, a row that is due for seven")
def card_due(visit: Visit) -> None:
    game = long_own(visit, "any_game:7-wonders", 7)
    play_own(game, *[round_of(range(7))] * 6, by=visit.owner)
    Phone(game, visit.owner, None).put(round_of((3, 2)).items())
    visit.thumb.open(game, 7)


def joined_and_left(visit: Visit) -> Game:
    """Play rounds of a game that somebody joined and that somebody left."""
    game = start_own(visit.owner, UNO, 3, **ROUNDS)
    play_own(game, round_of((12, 7, 30)), round_of((5, 20, 8)), by=visit.owner)
    join_game(game=game, player=LONG_NAMES[0], start=20, seen=0, by=visit.owner)
    play_own(game, round_of((9, 11, 2, 6)), by=visit.owner)
    bob = game.seats.get(number=1).player_id
    leave_game(game=game, player=bob, seen=1, by=visit.owner)
    return play_own(game, round_of((3, None, 14, 8)), by=visit.owner)


@state("own game, someone joins or leaves")
def players_change(visit: Visit) -> None:
    roster_writing.add_player(group=visit.cast.group, name="Zoe")
    visit.go(f"/games/{joined_and_left(visit).pk}/players/")


@variant("own game, sheet with a player who joined and one who left")
def sheet_joined(visit: Visit) -> None:
    visit.go(f"/games/{joined_and_left(visit).pk}/?hand=3")
