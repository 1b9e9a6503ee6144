"""Every page and state that somebody can meet, each made quickly by the services and opened in a browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from scorekeeper.models import Game, Link, Membership, Setup
from scorekeeper.queries.links import token_of
from scorekeeper.queries.setups import Setting
from scorekeeper.services import accounts, games, links, people
from tests.browser.driving import Thumb, sign_in
from tests.cast import A_HAND, Cast, Phone, correct, new_game, play, start_game, type_hand

LONG_NAMES = (
    "Maximiliane-Wilhelmine von Hohenstaufen",
    "Wolfeschlegelsteinhausenbergerdorffwelch",
    "王",
    "Bo",
    "Ann Lee",
)
PASSWORD = "tin soldier on a shelf"
FIVE = "10 6 - 8 7 | CE | 9 6 4 5 7"
STATES: list[Any] = []


class Visit:
    """A browser that opens pages as a member of the cast."""

    def __init__(self, page: Page, cast: Cast, home: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.page, self.cast, self.home, self.monkeypatch = page, cast, home, monkeypatch
        self.owner = cast.owner
        sign_in(page, cast.owner, home)
        self.thumb = Thumb(page)

    def go(self, path: str) -> None:
        """Open an address."""
        self.page.goto(path)

    def game(self, *spoken: str, players: int = 4, **options: Any) -> Game:
        """A game with these hands saved."""
        game = start_game(self.owner, players, **options)
        if spoken:
            play(game, *spoken, by=self.owner, anyway=True)
        return game

    def long_game(self, hands: int = 0) -> Game:
        """A game of five players whose names are as long as they may be."""
        seats = tuple(people.add_player(group=self.cast.group, name=name).pk for name in LONG_NAMES)
        game = games.start_game(group=self.cast.group, new=new_game(self.cast.group, players=seats), by=self.owner)
        if hands:
            play(game, *[FIVE] * hands, by=self.owner, anyway=True)
        return game

    def watch(self, query: str = "", **shown: Any) -> Link:
        """Open a watch link of the group, or of what is shown, as a stranger."""
        self.page.context.clear_cookies()
        link = links.make_watch_link(group=self.cast.group, by=self.owner, **shown)
        self.go(f"/w/{token_of(link)}/{query}")
        return link

    def sign_up(self) -> str:
        """Make the owner's browser an account's; answers the recovery code."""
        _user, code = accounts.sign_up(user=self.owner.user, name="Olga", password=PASSWORD)
        sign_in(self.page, self.owner, self.home)
        return code

    def typing(self, *words: str, game: Game | None = None, at: str = "") -> Game:
        """A hand with these taps, on the screen."""
        game = game or self.game()
        Phone(game, self.owner).open().tap(*words, at="")
        number = game.hands.order_by("-number")[0].number if game.hands.exists() else 1
        self.thumb.open(game, number, at)
        return game


def state(name: str) -> Callable[[Callable[[Visit], None]], Callable[[Visit], None]]:
    """Add a state to the list under a spoken name."""

    def add(show: Callable[[Visit], None]) -> Callable[[Visit], None]:
        STATES.append(pytest.param(show, id=name))
        return show

    return add


@state("start, a stranger")
def start(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.go("/")


@state("start, a member, a name missing")
def start_again(visit: Visit) -> None:
    visit.go("/")
    visit.thumb.fill(name="x" * 41, owner_name="Olga")
    visit.thumb.tap("Start the group")


@state("group, empty")
def group_empty(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/")


@state("group, full")
def group_full(visit: Visit) -> None:
    visit.game(A_HAND)
    visit.game(A_HAND, player_target=20)
    games.stop_game(game=visit.game(A_HAND), how="no_winner")
    games.hide_game(game=visit.game(), hidden=True)
    visit.long_game(2)
    visit.go(f"/groups/{visit.cast.group.pk}/")


def new_game_of(count: int) -> Callable[[Visit], None]:
    """The new game page with so many players of six seated."""

    def show(visit: Visit) -> None:
        roster = [people.add_player(group=visit.cast.group, name=name).pk for name in (*LONG_NAMES, "Zoë")]
        visit.go(
            f"/groups/{visit.cast.group.pk}/new/?rules=trumplestiltskin&seats={','.join(map(str, roster[:count]))}"
        )

    return show


# Nobody sits, some are missing, all may play, one is too many: the counts between show nothing else.
for number in (0, 2, 5, 6):
    STATES.append(pytest.param(new_game_of(number), id=f"new game, {number} of six"))


@state("new game, nobody yet")
def new_game_nobody(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/new/?rules=trumplestiltskin")


@state("new game, as last time")
def new_game_again(visit: Visit) -> None:
    visit.long_game(1)
    visit.go(f"/groups/{visit.cast.group.pk}/new/?rules=trumplestiltskin")


@state("new game, house rules open")
def new_game_options(visit: Visit) -> None:
    new_game_of(4)(visit)
    visit.thumb.unfold("House rules")


@state("new game, a name refused")
def new_game_refused(visit: Visit) -> None:
    new_game_of(2)(visit)
    visit.thumb.fill(name="Gnome").tap("Add")


@state("sheet, empty")
def sheet_empty(visit: Visit) -> None:
    visit.thumb.open(visit.game())


@state("sheet, three hands, one opened")
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


@state("sheet, just saved")
def sheet_said(visit: Visit) -> None:
    visit.go(f"/games/{visit.game(A_HAND).pk}/?said=1.1")


@state("sheet, over, with hands that do not count")
def sheet_over(visit: Visit) -> None:
    game = visit.game("- 10 - - | | 8 12 8 3", A_HAND, A_HAND, player_target=60)
    correct(game, 1, A_HAND, visit.owner)
    correct(game, 2, A_HAND.replace("12 9 3 7", "19 3 3 6"), visit.owner)
    visit.thumb.open(game)


@state("sheet, over, long names share the win")
def sheet_shared(visit: Visit) -> None:
    game = visit.long_game(3)
    games.stop_game(game=game, how="leader_wins")
    visit.thumb.open(game)


@state("sheet, stopped without a winner")
def sheet_stopped(visit: Visit) -> None:
    game = visit.game(A_HAND)
    games.stop_game(game=game, how="no_winner")
    visit.thumb.open(game)


@state("sheet, hidden")
def sheet_hidden(visit: Visit) -> None:
    game = visit.game(A_HAND)
    games.hide_game(game=game, hidden=True)
    visit.thumb.open(game)


@state("sheet of unknown rules")
def sheet_stored(visit: Visit) -> None:
    game = visit.game(A_HAND, A_HAND)
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    visit.thumb.open(game)


@state("hand, the first to speak")
def hand_first(visit: Visit) -> None:
    visit.thumb.open(visit.game(), 1)


@state("hand, bidding")
def hand_bidding(visit: Visit) -> None:
    visit.typing("A bid 10", "B bid 12", "C passed", "D peeked")


@state("hand, bidding, five long names")
def hand_bidding_long(visit: Visit) -> None:
    visit.typing("A bid 10", "B bid 12", "C peeked", game=visit.long_game())


@state("hand, a row opened")
def hand_row(visit: Visit) -> None:
    visit.typing("A bid 10", "B bid 12", at="players.0.bid")


@state("hand, the bidding is over")
def hand_bids_over(visit: Visit) -> None:
    visit.typing("A bid 10", "done", at="bidding")


@state("hand, all passed")
def hand_passed(visit: Visit) -> None:
    visit.typing(*(f"{who} passed" for who in "ABCD"))


@state("hand, the Gnome")
def hand_gnome(visit: Visit) -> None:
    visit.typing("A bid 10", "done")


@state("hand, trump of a Joker")
def hand_trump(visit: Visit) -> None:
    visit.typing("A bid 10", "done", "gnome red_joker")


@state("hand, the Gnome again, with a Joker")
def hand_gnome_again(visit: Visit) -> None:
    visit.typing("A bid 10", "done", "gnome black_joker", "trump clubs", at="gnome")


@state("hand, points")
def hand_points(visit: Visit) -> None:
    visit.typing("A bid 10", "B peeked", "done", "gnome 9H", "A took 12")


@state("hand, points, five long names")
def hand_points_long(visit: Visit) -> None:
    words = ("A bid 10", "B bid 12", "A peeked", "B peeked", "done", "gnome red_joker", "trump hearts")
    visit.typing(*words, game=visit.long_game())


@state("hand, points of the last player")
def hand_last(visit: Visit) -> None:
    visit.typing("A bid 10", "done", "gnome 9H", "A took 12", "B took 9", "C took 3")


@state("hand, preview")
def hand_preview(visit: Visit) -> None:
    type_hand(game := visit.game(), "12 8 - 5 | AD | 10 7 6 8", visit.owner)
    visit.thumb.open(game, 1)


@state("hand, preview, five long names")
def hand_preview_long(visit: Visit) -> None:
    type_hand(game := visit.long_game(), FIVE, visit.owner)
    visit.thumb.open(game, 1)


@state("hand, warning")
def hand_warning(visit: Visit) -> None:
    type_hand(game := visit.game(), "10 8 - - | | 10 9 5 1", visit.owner)
    visit.thumb.open(game, 1)


@state("hand, refused")
def hand_refused(visit: Visit) -> None:
    visit.typing("A bid 10")
    visit.thumb.unfold("Other").fill(other="9").tap("Take it")


@state("hand, conflict")
def hand_conflict(visit: Visit) -> None:
    visit.thumb.open(game := visit.game(), 1)
    Phone(game, visit.cast.recorder).tap("A bid 10")
    visit.thumb.tap("12")


@state("hand, started over")
def hand_over(visit: Visit) -> None:
    game = visit.game()
    Phone(game, visit.owner).tap("A bid 10").over()
    visit.thumb.open(game, 1)


@state("hand, correction with its effect")
def hand_correction(visit: Visit) -> None:
    game = visit.game(A_HAND, A_HAND, player_target=40)
    type_hand(game, "10 6 - 8 | | 8 9 7 7", visit.owner, 2)
    visit.thumb.open(game, 2)


@state("hand, the dealer's menu open")
def hand_dealer(visit: Visit) -> None:
    visit.thumb.open(visit.long_game(), 1).unfold("deals")


@state("hand, another number")
def hand_other(visit: Visit) -> None:
    visit.thumb.open(visit.game(), 1).unfold("Other")


@state("hand, counting cards")
def hand_tally(visit: Visit) -> None:
    visit.typing("A bid 10", "done", "gnome 9H")
    visit.thumb.unfold("Other").unfold("Count cards")


@state("hand, when the game is over")
def hand_when_over(visit: Visit) -> None:
    visit.thumb.open(visit.game(A_HAND, player_target=20), 2)


@state("stop")
def stop(visit: Visit) -> None:
    visit.go(f"/games/{visit.long_game(1).pk}/stop/")


@state("set-up")
def setup(visit: Visit) -> None:
    visit.go(f"/games/{visit.long_game(1).pk}/setup/")
    visit.thumb.unfold("House rules")


def change_setup(visit: Visit, **seats: str) -> None:
    """Choose other players for some seats."""
    for seat, name in seats.items():
        visit.page.locator(f"select[name={seat}]").select_option(label=name)
    visit.thumb.tap("Show what this changes")


@state("set-up, with its effect")
def setup_effect(visit: Visit) -> None:
    visit.go(f"/games/{visit.long_game(1).pk}/setup/")
    change_setup(visit, seat_1=LONG_NAMES[1], seat_2=LONG_NAMES[0])


@state("set-up, somebody sits twice")
def setup_problem(visit: Visit) -> None:
    visit.go(f"/games/{visit.game(A_HAND).pk}/setup/")
    change_setup(visit, seat_1="Bob")


@state("set-up, a hand cannot be true")
def setup_impossible(visit: Visit) -> None:
    game = visit.game("0 - - - | | 12 9 3 7", lowest_bid=0)
    visit.go(f"/games/{game.pk}/setup/")
    visit.thumb.unfold("House rules").fill(option_lowest_bid="1")
    visit.thumb.tap("Show what this changes")


@state("set-up, corrected by somebody else")
def setup_stale(visit: Visit) -> None:
    game = visit.game(A_HAND)
    visit.go(f"/games/{game.pk}/setup/")
    change_setup(visit, dealer="Bob")
    setup = Setup.objects.get(game=game)
    setting = Setting(players=tuple(setup.players), first_dealer=0, options=setup.options)
    games.correct_setup(game=game, setting=setting, seen=0, by=visit.cast.recorder)
    visit.thumb.tap("Save the set-up")


@state("join")
def join(visit: Visit) -> None:
    visit.go(f"/j/{token_of(links.make_owner_link(visit.cast.group))}/")


@state("join, a spent link")
def gone(visit: Visit) -> None:
    visit.go("/j/spent/")


@state("join to record")
def join_to_record(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    link = links.make_join_link(group=visit.cast.group, label="", by=visit.owner)
    visit.go(f"/j/{token_of(link)}/")


@state("join to record, a name refused")
def join_refused(visit: Visit) -> None:
    join_to_record(visit)
    visit.thumb.fill(name="x" * 41).tap("Come in")


def crowd(visit: Visit) -> None:
    """Members with long names, one of them a player, and links of every kind."""
    visit.long_game(1)
    Membership.objects.filter(pk=visit.owner.pk).update(name=LONG_NAMES[0])
    Membership.objects.filter(pk=visit.cast.recorder.pk).update(name=LONG_NAMES[1])
    player = visit.cast.group.players.get(name=LONG_NAMES[1])
    links.claim_player(group=visit.cast.group, player_id=player.pk, by=visit.cast.recorder)
    game = visit.game(A_HAND)
    links.make_join_link(group=visit.cast.group, label="Everybody at the table on Wednesday night", by=visit.owner)
    for shown in ({"game": game}, {"night": game.night}, {"forever": True, "label": "Grandmother"}):
        links.make_watch_link(group=visit.cast.group, by=visit.owner, **shown)


@state("people, just begun")
def people_empty(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/people/")


@state("people, the owner, with links")
def people_owner(visit: Visit) -> None:
    crowd(visit)
    people_empty(visit)


@state("people, a recorder")
def people_recorder(visit: Visit) -> None:
    crowd(visit)
    sign_in(visit.page, visit.cast.recorder, visit.home)
    people_empty(visit)


@state("people, a label refused")
def people_refused(visit: Visit) -> None:
    people_empty(visit)
    visit.thumb.fill(label="\u202egnome").tap("Link to join and record")


@state("link to join")
def link_to_join(visit: Visit) -> None:
    link = links.make_join_link(group=visit.cast.group, label="For " + LONG_NAMES[1], by=visit.owner)
    visit.go(f"/groups/{visit.cast.group.pk}/links/{link.pk}/")


@state("link to watch")
def link_to_watch(visit: Visit) -> None:
    link = links.make_watch_link(group=visit.cast.group, by=visit.owner, forever=True)
    visit.go(f"/groups/{visit.cast.group.pk}/links/{link.pk}/")


@state("watch, a fresh game")
def watch_fresh(visit: Visit) -> None:
    visit.watch(game=visit.game())


@state("watch, a hand in progress")
def watch_progress(visit: Visit) -> None:
    game = visit.game(A_HAND)
    Phone(game, visit.owner).open().tap("A bid 10", "B bid 12", "C peeked", "D passed", at="")
    visit.watch(game=game)


@state("watch, a hand in progress, five long names")
def watch_progress_long(visit: Visit) -> None:
    game = visit.long_game(2)
    words = ("A bid 10", "B bid 12", "A peeked", "B peeked", "done", "gnome red_joker", "trump hearts", "A took 9")
    Phone(game, visit.owner).open().tap(*words, at="")
    visit.watch(game=game)


@state("watch, over")
def watch_over(visit: Visit) -> None:
    visit.watch(game=visit.game(A_HAND, player_target=20))


@state("watch, over, long names share the win")
def watch_shared(visit: Visit) -> None:
    game = visit.long_game(3)
    games.stop_game(game=game, how="leader_wins")
    visit.watch(game=game)


@state("watch, a hand opened")
def watch_reasons(visit: Visit) -> None:
    game = visit.game(A_HAND)
    visit.watch(f"?game={game.pk}&hand=1", night=game.night)


@state("watch, unknown rules")
def watch_stored(visit: Visit) -> None:
    game = visit.game(A_HAND)
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    visit.watch(game=game)


@state("watch, a night")
def watch_night(visit: Visit) -> None:
    visit.long_game(2)
    visit.game(A_HAND, player_target=20)
    visit.watch(night=visit.game().night)


@state("watch, all games, none yet")
def watch_group(visit: Visit) -> None:
    visit.watch()


@state("watch, a revoked link")
def watch_revoked(visit: Visit) -> None:
    link = visit.watch()
    links.revoke_link(group=visit.cast.group, link_id=link.pk)
    visit.page.reload()


@state("watch, connection lost")
def watch_lost(visit: Visit) -> None:
    visit.watch(game=visit.game(A_HAND))
    visit.page.route("**/v/?v=*", lambda route: route.abort())
    visit.page.locator("#live.lost").wait_for()


@state("sign up")
def sign_up(visit: Visit) -> None:
    visit.go("/sign-up/")


@state("sign up, refused")
def sign_up_refused(visit: Visit) -> None:
    visit.go("/sign-up/")
    visit.thumb.fill(name="x" * 41, password="12345678").tap("Make the account")


@state("recovery code")
def code(visit: Visit) -> None:
    visit.go("/sign-up/")
    visit.thumb.fill(name=LONG_NAMES[1], password=PASSWORD).tap("Make the account")


@state("start, an account")
def start_account(visit: Visit) -> None:
    visit.sign_up()
    visit.go("/")


@state("sign in")
def sign_in_page(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.go("/sign-in/")


@state("sign in, refused")
def sign_in_refused(visit: Visit) -> None:
    sign_in_page(visit)
    visit.thumb.fill(name="Olga", password="wrong").tap("Sign in")


@state("password forgotten")
def recover(visit: Visit) -> None:
    visit.go("/recover/")


@state("password forgotten, refused")
def recover_refused(visit: Visit) -> None:
    visit.go("/recover/")
    visit.thumb.fill(name="Olga", code="22222", new=PASSWORD).tap("Set the new password")


@state("account")
def account(visit: Visit) -> None:
    visit.sign_up()
    visit.go("/account/")


@state("account, the password changed")
def account_changed(visit: Visit) -> None:
    account(visit)
    visit.thumb.fill(old=PASSWORD, new="another tin soldier").tap("Change the password")


@state("account, refused")
def account_refused(visit: Visit) -> None:
    account(visit)
    visit.thumb.fill(old="wrong", new="12345678").tap("Change the password")


@state("410, removed from the group")
def removed(visit: Visit) -> None:
    game = visit.game(A_HAND)
    sign_in(visit.page, visit.cast.recorder, visit.home)
    links.remove_member(group=visit.cast.group, member_id=visit.cast.recorder.pk, by=visit.owner)
    visit.thumb.open(game)


@state("410, in an open page")
def removed_open(visit: Visit) -> None:
    game = visit.game(A_HAND)
    sign_in(visit.page, visit.cast.recorder, visit.home)
    visit.thumb.open(game)
    links.remove_member(group=visit.cast.group, member_id=visit.cast.recorder.pk, by=visit.owner)
    visit.page.get_by_role("heading", name="This no longer opens").wait_for()


@state("404")
def missing(visit: Visit) -> None:
    visit.go("/nothing/here/")


@state("403")
def forbidden(visit: Visit) -> None:
    game = visit.game()
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    visit.thumb.open(game, 1)


@state("403, a form out of date")
def csrf(visit: Visit) -> None:
    visit.go("/")
    visit.page.context.clear_cookies(name="csrftoken")
    visit.thumb.fill(name="Wednesday", owner_name="Olga").tap("Start the group")


@state("500")
def broken(visit: Visit) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("a test breaks this")

    visit.monkeypatch.setattr("scorekeeper.queries.nights.nights_page", fail)
    group_empty(visit)


@state("offline")
def offline(visit: Visit) -> None:
    visit.thumb.open(visit.game(), 1)
    visit.page.route("**/*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    visit.thumb.find("10").tap()
    visit.page.locator("#trouble").wait_for(state="visible")
