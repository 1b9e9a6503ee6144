"""States of the games that a group makes out of any game: making, sharing and adding one, and playing it."""

from playwright.sync_api import expect

from scorekeeper.formats.recipes import pack
from scorekeeper.models import Game
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.own_games.reading import blank_game, supplied
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.recording.setup.writing import join_game, leave_game
from tests.browser.states import LONG_NAMES, Visit, state
from tests.cast import Phone, seat_players
from tests.own_games import ROUNDS, UNO, YAHTZEE, play_own, round_of, start_own, vars_of


def open_another(visit: Visit) -> None:
    """Open the page on which a game is made."""
    visit.go(f"/groups/{visit.cast.group.pk}/games/")


def kept(visit: Visit, **options: object) -> str:
    """Give the group a game of its own and return its slug."""
    game = blank_game()
    made = game.rules.options(**{"template": "farkle", "name": "Farkle", **options})
    return keep_recipe(group=visit.cast.group, options=made, by=visit.owner).rules


@state("another game")
def another(visit: Visit) -> None:
    open_another(visit)


@state("another game, with more questions")
def another_more(visit: Visit) -> None:
    open_another(visit)
    visit.page.get_by_label("What is it called?").fill("Farkle")
    visit.page.get_by_label("At a number of points").click()
    visit.page.get_by_label("Points", exact=True).fill("10000")
    visit.page.get_by_text("Anything else?").click()
    visit.page.get_by_label("Turns", exact=True).click()
    expect(visit.page.get_by_label("Rows", exact=True)).to_be_visible()


@state("own game, shared")
def own_shared(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/games/{kept(visit, ends='target', target=10000, rows='turns')}/")
    visit.page.get_by_text("Link and QR code").click()


@state("own game, the longest name and rows, put away")
def own_longest(visit: Visit) -> None:
    rows = "\n".join([*LONG_NAMES, "Cities × 5", "Coins ÷ 3", "Tablets = 0 1 4 9 16", "Bonus + 35 from 63"])
    slug = kept(visit, name=LONG_NAMES[1], rows="categories", categories=rows)
    visit.cast.group.recipes.update(retired=True)
    visit.go(f"/groups/{visit.cast.group.pk}/games/{slug}/")


@state("new game, one of the group's own")
def new_own(visit: Visit) -> None:
    seats = ",".join(str(player.pk) for player in seat_players(visit.cast.group))
    visit.go(f"/groups/{visit.cast.group.pk}/new/?rules={UNO}&seats={seats}")


@state("shared game, to a member")
def link_member(visit: Visit) -> None:
    kept(visit, **vars_of(supplied()[YAHTZEE].rules))
    visit.go(f"/t/{pack(supplied()[YAHTZEE])}/")


@state("shared game, to a stranger")
def link_stranger(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.go(f"/t/{pack(supplied()[UNO])}/")


@state("own game, hand, a number pad")
def hand_pad(visit: Visit) -> None:
    game = start_own(visit.owner, UNO, 5)
    Phone(game, visit.owner).write("hand.winner", 0)
    visit.thumb.open(game, 1)
    for key in "12+7":
        visit.page.locator(f'[data-digit="{key}"]').click()


@state("own game, hand, negative points, the rest of zero")
def hand_zero(visit: Visit) -> None:
    game = start_own(visit.owner, "any_game:doppelkopf")
    phone = Phone(game, visit.owner)
    for seat, points in ((0, 2), (1, 2), (2, -2)):
        phone.write(f"players.{seat}.points", points)
    visit.thumb.open(game, 1)


@state("own game, hand, bids")
def hand_bids(visit: Visit) -> None:
    game = start_own(visit.owner, "any_game:spades")
    phone = Phone(game, visit.owner)
    for seat, bid in enumerate((3, 0, 4, 2)):
        phone.write(f"players.{seat}.bid", bid)
    for seat, tricks in enumerate((4, 0, 4)):
        phone.write(f"players.{seat}.tricks", tricks)
    visit.thumb.open(game, 1)


@state("own game, sheet of named rows")
def sheet_rows(visit: Visit) -> None:
    turns = [{"hand.row": 1 + turn // 2, f"players.{turn % 2}.points": 3 + turn % 2} for turn in range(12)]
    visit.go(f"/games/{play_own(start_own(visit.owner, YAHTZEE, 2), *turns, by=visit.owner).pk}/?hand=12")


@state("own game, paper")
def paper_own(visit: Visit) -> None:
    game = start_own(visit.owner, YAHTZEE, 3)
    visit.go(f"/groups/{game.group_id}/paper/?rules={YAHTZEE}")


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


@state("own game, sheet with a player who joined and one who left")
def sheet_joined(visit: Visit) -> None:
    visit.go(f"/games/{joined_and_left(visit).pk}/?hand=3")
