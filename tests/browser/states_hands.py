"""States of the hand screen, from the first bid to the preview, and of the form for a whole hand."""

from playwright.sync_api import expect

from scorekeeper.games import all_games
from scorekeeper.models import Game, Membership
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.own_games.reading import supplied
from scorekeeper.recording.setup import writing as setup_writing
from tests.browser.states import FIVE, LONG_NAMES, Visit, state, variant
from tests.cast import A_HAND, Phone, enter_hand, new_game
from tests.needing import long, tell
from tests.own_games import ROUNDS, UNO, vars_of
from tests.rounds import start_rounds


def hand_first(visit: Visit) -> None:
    visit.thumb.open(visit.game(), 1)


def hand_points(visit: Visit) -> None:
    visit.typing("A bid 10", "B peeked", "done", "gnome 9H", "A took 12")


@state("hand, points, five long names")
def hand_points_long(visit: Visit) -> None:
    taps = ("A bid 10", "B bid 12", "A peeked", "B peeked", "done", "gnome red_joker", "trump hearts")
    visit.typing(*taps, game=visit.long_game())


@state("hand, what a player needs, five long names")
def hand_needs(visit: Visit) -> None:
    tell(visit.monkeypatch, needs=long)
    visit.typing("A bid 10", "B bid 12", "B peeked", "done", "gnome 9H", game=visit.long_game())
    visit.thumb.press(visit.page.locator(".helpers a").first)
    visit.page.locator("#needs").wait_for()


@state("hand, preview, five long names")
def hand_preview_long(visit: Visit) -> None:
    enter_hand(game := visit.long_game(), FIVE, visit.owner)
    visit.thumb.open(game, 1)


@variant("hand, conflict")
def hand_conflict(visit: Visit) -> None:
    visit.thumb.open(game := visit.game(), 1)
    Phone(game, visit.cast.recorder).tap("A bid 10")
    visit.thumb.tap("12")


@variant("hand, a correction with its effect")
def hand_correction(visit: Visit) -> None:
    game = visit.game(A_HAND, A_HAND, player_target=40)
    enter_hand(game, "10 6 - 8 | | 8 9 7 7", visit.owner, 2)
    visit.thumb.open(game, 2)


def ten_bid(owner: Membership, *bids: int) -> Game:
    """Start Oh Hell with two packs among ten with long names, play up to the hand of ten cards, and bid."""
    names = [*LONG_NAMES, "Anne-Marie Koch", "Gus", "Hal", "Ida", "Jo"]
    seats = tuple(roster_writing.add_player(group=owner.group, name=name).pk for name in names)
    options = {"two_packs": True, "even": True, "trump": "order", "suits": "hearts, clubs, spades, none, diamonds"}
    new = new_game(owner.group, players=seats, rules=all_games()["oh_hell"].rules, options=options)
    game = setup_writing.start_game(group=owner.group, new=new, by=owner)
    for cards in range(1, 10):
        tricks = {f"players.{seat}.tricks": 0 if seat else cards for seat in range(10)}
        phone = Phone(game, owner, None)
        phone.put(({f"players.{seat}.bid": 0 for seat in range(10)} | tricks).items())
        phone.save()
    Phone(game, owner, None).put((f"players.{seat % 10}.bid", bid) for seat, bid in enumerate(bids, start=9))
    return game


@variant("hand, the dealer's bid, ten long names")
def hand_ten(visit: Visit) -> None:
    visit.thumb.open(ten_bid(visit.owner, *[1] * 9), 10)


@variant("hand, the dealer's menu open")
def hand_dealer(visit: Visit) -> None:
    visit.thumb.open(visit.long_game(), 1).rest()
    visit.page.locator("button.dealer").tap()
    visit.page.locator("#dealer").wait_for()


@variant("hand, counting cards")
def hand_tally(visit: Visit) -> None:
    visit.typing("A bid 10", "done", "gnome 9H")
    visit.thumb.toggle("Count the cards")


def points_made(visit: Visit, *points: int, **options: object) -> Game:
    """Start a tally among as many players, with long names, and make these points; return the game."""
    names = [name for name, _points in zip([*LONG_NAMES, "Al", "Cy", "Di", "Ed", "Fay"], points, strict=False)]
    seats = tuple(roster_writing.add_player(group=visit.cast.group, name=name).pk for name in names)
    game = start_rounds(visit.owner, seats, rows="tally", **options)
    Phone(game, visit.owner).put((f"players.{seat}.points", made) for seat, made in enumerate(points) if made)
    return game


@state("tally, ten long names")
def tally_ten(visit: Visit) -> None:
    visit.thumb.open(points_made(visit, 12, 1234, -99_999, 7, 8, 9, 10, 110, 0, 3), 1)


@variant("tally of two, its end and its menu")
def tally_end(visit: Visit) -> None:
    visit.thumb.open(points_made(visit, 11, 8, ends="target", target=11), 1).rest()
    visit.page.locator("[popovertarget=more]").tap()
    visit.page.locator("#more").wait_for()


@variant("tally of two, refused")
def tally_refused(visit: Visit) -> None:
    visit.thumb.open(game := points_made(visit, 3, 2, ends="target", target=11), 1)
    other = Phone(game, visit.cast.recorder)
    for made in (4, 5):
        other.write("players.0.points", made)
    visit.page.locator(".plus").first.tap()
    visit.page.locator("[data-refused]").wait_for()


def whole(visit: Visit, game: Game, number: int = 1, **typed: str) -> None:
    """Open the form; if anything is `typed`, send it, to be refused."""
    visit.go(f"/games/{game.pk}/hands/{number}/whole/")
    form = visit.page.locator("#whole")
    for name, value in typed.items():
        form.locator(f"[name='{name.replace('_', '.')}']").fill(value)
    if typed:
        visit.page.locator(".dock .main").click()
        expect(form.locator(".errorlist").first).to_be_visible()


def whole_empty(visit: Visit) -> None:
    whole(visit, visit.game())


@state("whole hand, errors, five long names")
def whole_errors(visit: Visit) -> None:
    whole(visit, visit.long_game(), players_0_bid="ten", players_2_taken="x", players_4_bid="12345")


@variant("whole hand, ten players")
def whole_ten(visit: Visit) -> None:
    roster_writing.add_players(group=visit.cast.group, names=[f"Player {letter}" for letter in "ABCDEFGHIJ"])
    seats = tuple(visit.cast.group.players.order_by("pk").values_list("pk", flat=True))
    rules = supplied()[UNO].rules
    options = vars_of(rules) | ROUNDS | {"phases": 10}
    new = new_game(visit.cast.group, players=seats, rules=rules, options=options)
    whole(visit, setup_writing.start_game(group=visit.cast.group, new=new, by=visit.owner))
