"""Everything on every page can be translated: in a language that marks its words, no bare word is left.

The pseudo-language writes every message as ⟦...⟧ and leaves the values in it outside. What stands outside the marks may
be a name, a number or a sign.
"""

import datetime
import re

import pytest
from django.test import Client
from django.utils import translation

from scorekeeper.models import Game, Night
from scorekeeper.queries.links import token_of
from scorekeeper.rules import all_rules
from scorekeeper.services import accounts, throttle
from scorekeeper.services.games import hide_game, start_game as start, stop_game
from scorekeeper.services.links import claim_player, make_join_link, make_owner_link, make_watch_link
from scorekeeper.services.people import add_player
from scorekeeper.services.uploads import keep_upload
from tests.cast import A_HAND, Phone, correct, make_cast, new_game, play, seat_players, start_game, type_hand
from tests.exchange.documents import document, game as a_game
from tests.samples import SAMPLES, start_sample, type_taps
from tests.views.browser import UNSEEN, Browser, Node, parse

NAMES = (
    "Ann",
    "Anne",
    *all_rules(),
    "Bob",
    "Cy",
    "Dee",
    "Eve",
    "Wednesday",
    "Elsewhere",
    "Olga",
    "Rex",
    "Sly",
    "forgotten",
    "gnome",
    "GNOME",
)
SAID = ("title", "aria-label", "placeholder", "alt", "data-say", "data-retrying", "data-failed", "summary")
SAID += ("data-now", "data-ago", "data-minutes", "data-lost", "data-hand")
NO_WORDS = r"⟦[^⟧]*⟧|\{\w+\}|http://testserver\S*|\b[2-9A-Z]{5}(-[2-9A-Z]{5}){4}\b"
"""What is marked; the place of a value in a script's sentence; a link to be scanned; a recovery code."""


@pytest.fixture
def cast(db):
    return make_cast()


@pytest.fixture
def olga(cast):
    return Browser(cast.owner)


@pytest.fixture(autouse=True)
def pseudo(monkeypatch):
    real = translation._trans
    monkeypatch.setattr(real, "gettext", mark, raising=False)
    monkeypatch.setattr(real, "pgettext", lambda context, message: mark(message), raising=False)
    monkeypatch.setattr(real, "ngettext", lambda one, many, n: mark(one if n == 1 else many), raising=False)
    monkeypatch.setattr(real, "npgettext", lambda _c, one, many, n: mark(one if n == 1 else many), raising=False)


def mark(message):
    """The message with its own words in marks, the places of its values outside."""
    parts = re.split(r"(\{\w*\}|%\(\w+\)[sd])", str(message))
    return "".join(part if re.match(r"\{|%\(", part) else f"⟦{part}⟧" for part in parts if part)


def bare(said):
    """What is left of a text without marked words and names: nothing with letters in it."""
    left = re.sub(NO_WORDS, " ", said)
    for name in NAMES:
        left = re.sub(rf"\b{name}\b", " ", left)
    return " ".join(word for word in left.split() if any(character.isalpha() for character in word))


def said_on(node):
    """Every text that a reader meets: words, and the attributes that are read aloud or shown."""
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif child.tag not in UNSEEN:
            yield from (child.attrs[name] for name in SAID if name in child.attrs)
            yield from said_on(child)


def assert_translated(page: Node):
    found = [bare(said) for said in said_on(page)]
    assert [words for words in found if words] == []
    assert "⟦" in page.text


def check(browser, *, status=200):
    assert browser.status == status, browser.text
    assert_translated(browser.page)
    return browser


def open_at(browser, address, **more):
    return check(browser.open(address), **more)


def test_a_bare_word_would_be_found():
    assert bare("⟦Hand⟧ 3 saved") == "saved"
    assert bare("Ann ⟦has⟧ 12, ½ −3 · ♛") == ""


def test_the_way_in(cast, olga):
    nobody = Browser()
    open_at(nobody, "/")
    check(nobody.press("⟦Start the group⟧"), status=422)
    check(nobody.press("⟦Start the group⟧", name="x" * 41, owner_name="a\x07b"), status=422)
    check(nobody.press("⟦Start the group⟧", name="x\x00", owner_name="Ann", uid="?"), status=422)
    open_at(olga, "/")
    address = f"/j/{token_of(make_owner_link(cast.group))}/"
    open_at(nobody, address)
    check(nobody.press("⟦Come in⟧"), status=422)
    open_at(nobody, "/j/nothing/", status=410)


def test_an_account(cast, olga, monkeypatch):
    open_at(olga, "/sign-up/")
    check(olga.press("⟦Make the account⟧", name="", password="short"), status=422)
    check(olga.press("⟦Make the account⟧", name="Olga", password="password"), status=422)
    check(olga.press("⟦Make the account⟧", name="Olga", password="olgaolga\0"), status=422)
    check(olga.press("⟦Make the account⟧", name="Olga", password="a good word"))
    open_at(olga, "/")
    open_at(olga, "/account/")
    check(olga.press("⟦Change the password⟧", old="wrong", new="another good word"), status=422)
    check(olga.press("⟦Change the password⟧", old="a good word", new="1"), status=422)
    check(olga.press("⟦Change the password⟧", old="a good word", new="another good word"))
    nobody = open_at(Browser(), "/sign-up/")
    check(nobody.press("⟦Make the account⟧", name="Olga", password="a good word"), status=422)
    open_at(nobody, "/sign-in/")
    check(nobody.press("⟦Sign in⟧", name="Olga", password="wrong"), status=422)
    open_at(nobody, "/recover/")
    check(nobody.press("⟦Set the new password⟧", name="Olga", code="wrong", new="1"), status=422)
    check(nobody.press("⟦Set the new password⟧", name="Olga", code="wrong", new="a good word"), status=422)
    _user, code = accounts.sign_up(user=None, name="Rex", password="a good word")
    check(nobody.press("⟦Set the new password⟧", name="Rex", code=code, new="another good word"))
    for name in ("SIGN_IN_BOTH", "SIGN_UP", "GROUPS", "LINKS"):
        monkeypatch.setattr(throttle, name, throttle.Limit(name=name, tries=0, window=throttle.HOUR))
    late = open_at(Browser(), "/sign-in/")
    check(late.press("⟦Sign in⟧", name="Olga", password="wrong"), status=429)
    check(late.open("/recover/").press("⟦Set the new password⟧", name="Rex", code="x", new="a good word"), status=429)
    check(late.open("/sign-up/").press("⟦Make the account⟧", name="Zoe", password="a good word"), status=429)
    check(late.open("/").press("⟦Start the group⟧", name="Ann", owner_name="Ann"), status=429)
    late.open(f"/j/{token_of(make_join_link(group=cast.group, label='', by=cast.owner))}/")
    check(late.press("⟦Come in⟧", name="Ann"), status=429)
    check(olga.open(f"/groups/{cast.group.pk}/people/").press("⟦Link to join and record⟧"), status=429)


def test_people_and_links(cast, olga):
    address = f"/groups/{cast.group.pk}/people/"
    open_at(olga, address)
    ann, _bob = seat_players(cast.group, 2)
    claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    check(olga.open(address).press("⟦Link to join and record⟧", label="Eve"))
    check(olga.press("⟦Give it another address⟧"))
    check(olga.press("⟦Revoke⟧"))
    check(olga.press("⟦Link to watch all games⟧", label="a\u202eb"), status=422)
    check(olga.press("⟦Link to watch all games⟧", label="", forever="on"))
    game = start_game(cast.owner)
    check(olga.open(f"/games/{game.pk}/").press("⟦Let others watch this game⟧"))
    check(olga.open(f"/games/{game.pk}/").press("⟦Let others watch the whole night⟧"))
    link = make_owner_link(cast.group)
    open_at(olga, f"/groups/{cast.group.pk}/links/{link.pk}/")
    Browser().open(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner))}/")
    open_at(olga, address)
    open_at(Browser(cast.recorder), address)
    check(olga.open(address).press("⟦Save⟧", name=" "), status=422)
    check(olga.open(address).press("⟦Save⟧", name="Wednesday", archived="on"))
    open_at(olga, "/")
    nobody = open_at(Browser(), f"/j/{token_of(make_join_link(group=cast.group, label='', by=cast.owner))}/")
    check(nobody.press("⟦Come in⟧", name=""), status=422)
    token = olga.client.cookies["csrftoken"].value
    for data in ({"remove": "true"}, {"role": "owner"}):
        response = olga.client.post(f"{address}{cast.owner.pk}/", data, headers={"X-CSRFToken": token})
        assert response.status_code == 422
        assert_translated(parse(response.content.decode()))
    check(olga.open(address).press("⟦Remove⟧ Rex"))
    open_at(Browser(cast.recorder), address, status=410)


def test_the_statistics(cast, olga):
    address, ann = f"/groups/{cast.group.pk}/statistics/", seat_players(cast.group)[0]
    open_at(olga, address)
    open_at(olga, f"/players/{ann.pk}/")
    play(start_game(cast.owner, player_target=20), A_HAND, by=cast.owner)
    for order in ("wins", "share", "rating"):
        open_at(olga, f"{address}?by={order}")
    open_at(olga, f"/players/{ann.pk}/")
    for how, year in (("no_winner", 2024), ("leader_wins", 2025)):
        night = datetime.date(year, 1, 1)
        game = start(group=cast.group, new=new_game(cast.group, night=night), by=cast.owner)
        play(game, "pass", by=cast.owner)
        stop_game(game=game, how=how)
    cast.group.players.create(name="Anne", name_key="anne", same_as=ann)
    cast.group.players.filter(pk=ann.pk).update(retired=True)
    open_at(olga, f"/players/{ann.pk}/")
    open_at(olga, f"/players/{ann.pk}/?year=2024")
    open_at(olga, address)


def test_the_roster(cast, olga):
    address = f"/groups/{cast.group.pk}/roster/"
    open_at(olga, address)
    game = start_game(cast.owner)
    ann, bob, cy, dee = (game.seats.get(number=number).player for number in range(4))
    eve = add_player(group=cast.group, name="Eve")
    claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    open_at(olga, address)
    check(olga.follow("⟦Change⟧ Bob").press("⟦Save⟧", name="Ann"), status=422)
    check(olga.press("Bob⟦ is the same person as ⟧Ann"), status=422)
    check(olga.open(f"{address}?player={bob.pk}").press("⟦Save⟧", name=""), status=422)
    check(olga.open(f"{address}?player={bob.pk}").press("⟦Count them as one⟧"), status=422)
    check(olga.press("⟦Count them as one⟧", same_as=str(bob.pk)), status=422)
    check(olga.press("⟦Count them as one⟧", same_as=str(eve.pk)))
    check(olga.open(f"{address}?player={bob.pk}"))
    check(olga.open(f"{address}?player={dee.pk}"))
    check(olga.press("⟦Save⟧", retired="on"))
    token = olga.client.cookies["csrftoken"].value
    open_at(olga, f"{address}?player={eve.pk}")
    response = olga.client.post(f"/players/{eve.pk}/merge/", {"same_as": cy.pk}, headers={"X-CSRFToken": token})
    assert response.status_code == 422
    assert_translated(parse(response.content.decode()))
    open_at(Browser(cast.recorder), address)


def test_watching(cast):
    game, watcher = start_game(cast.owner), Browser()
    shown = {"group": {}, "night": {"night": game.night}, "game": {"game": game}}
    links = [make_watch_link(group=cast.group, by=cast.owner, **each) for each in shown.values()]
    addresses = [f"/w/{token_of(link)}/" for link in links]

    def look():
        for address in addresses:
            open_at(watcher, address)
            open_at(watcher, f"{address}?game={game.pk}&hand=1")

    look()
    for words in (
        "A bid 10",
        "A peeked",
        "B bid 12",
        "C passed",
        "D passed",
        "done",
        "no_gnome",
        "A took 12",
        "B took 9",
    ):
        Phone(game, cast.owner).tap(words)
        look()
    play(game, A_HAND, by=cast.owner)
    look()
    stop_game(game=game, how="leader_wins")
    look()
    Game.objects.filter(pk=game.pk).update(rules="forgotten")
    look()
    hide_game(game=game, hidden=True)
    open_at(watcher, addresses[0])
    open_at(watcher, addresses[2], status=404)
    links[0].revoked_at = links[0].created_at
    links[0].save()
    open_at(watcher, addresses[0], status=410)


def test_who_typed_last(cast, olga):
    game = start_game(cast.owner)
    Phone(game, cast.recorder).tap("A bid 10")
    assert "⟦ typed last.⟧" in open_at(olga, f"/games/{game.pk}/hands/1/").text


def test_the_group(cast, olga):
    address = f"/groups/{cast.group.pk}/"
    open_at(olga, address)
    game = start_game(cast.owner)
    open_at(olga, address)
    play(game, by=cast.owner)
    stop_game(game=game, how="leader_wins")
    hide_game(game=start_game(cast.owner), hidden=True)
    Game.objects.filter(pk=start_game(cast.owner).pk).update(rules="forgotten")
    open_at(olga, address)


def test_nights(cast, olga):
    home = f"/groups/{cast.group.pk}/"
    game = start_game(cast.owner, player_target=40)
    address = f"/nights/{game.night_id}/"
    open_at(olga, address)
    play(game, A_HAND, A_HAND, by=cast.owner)
    open_at(olga, address)
    check(olga.press("⟦Save⟧", place="Ann", note="Bob\nCy"))
    late = Browser(cast.recorder).open(address)
    check(olga.press("⟦Save⟧", place="Ann" * 30, note="Ann\x07Bob"), status=422)
    check(olga.open(address).press("⟦Save⟧", place="Dee"))
    check(late.press("⟦Save⟧", place="Eve"), status=409)
    Game.objects.filter(pk=start_game(cast.owner).pk).update(rules="forgotten")
    for query in ("", "?q=ann", "?q=dee", "?year=x&player=x&rules=x&q=" + "x" * 61, "?hidden=1", "?page=9"):
        open_at(olga, home + query, status=422 if "=x" in query else 200)
    stop_game(game=start_game(cast.owner), how="no_winner")
    for day in range(1, 25):
        night = datetime.date(2026, 1, day)
        start(group=cast.group, new=new_game(cast.group, night=night), by=cast.owner)
    open_at(olga, home)
    open_at(olga, home + "?page=2")
    for _game in range(20):
        hide_game(game=start_game(cast.owner), hidden=True)
    open_at(olga, address)
    open_at(olga, home + "?hidden=1")
    hide_game(game=game, hidden=True)
    for shown in ({}, {"night": game.night}):
        link = make_watch_link(group=cast.group, by=cast.owner, **shown)
        open_at(Browser(), f"/w/{token_of(link)}/")


def test_a_new_game(cast, olga, made_up):
    open_at(olga, f"/groups/{cast.group.pk}/new/")
    address = f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin"
    open_at(olga, address)
    players = [player.pk for player in seat_players(cast.group, 5)]
    for count in range(6):
        open_at(olga, f"{address}&seats={','.join(map(str, players[:count]))}")
    check(olga.press("⟦Start the game⟧", night="1066-10-14", option_lowest_bid="9", option_tie="0"), status=422)
    check(olga.press("⟦Start the game⟧", dealer="7", night="soon", option_player_target="", uid="?"), status=422)
    check(olga.press("⟦Add⟧", name="GNOME"), status=422)
    check(olga.press("⟦Add⟧", name=" "), status=422)
    sixth = cast.group.players.create(name="Olga", name_key="olga")
    open_at(olga, f"{address}&seats={','.join(map(str, [*players, sixth.pk]))}")
    start_game(cast.owner)
    open_at(olga, address)


def test_the_rules_of_every_game(cast, olga):
    game = start_game(cast.owner, player_target=100, odd_half="gnome")
    open_at(olga, f"/games/{game.pk}/rules/")
    for slug, rules in all_rules().items():
        Game.objects.update(rules=slug, options={})
        open_at(olga, f"/games/{game.pk}/rules/", status=200 if rules.guide else 404)


@pytest.mark.parametrize("slug", sorted(SAMPLES))
def test_every_game_by_its_sample(cast, olga, monkeypatch, slug):
    names, _options, hands, _winners = SAMPLES[slug]
    monkeypatch.setitem(globals(), "NAMES", (*NAMES, *names))
    game = start_sample(slug, cast.owner)
    address = f"/games/{game.pk}/"
    open_at(olga, f"/groups/{cast.group.pk}/new/?rules={slug}")
    open_at(olga, address)
    for number, taps in enumerate(hands, start=1):
        for count in range(len(taps) if number == 1 else 0):
            type_taps(game, taps[:count], cast.owner)
            open_at(olga, f"{address}hands/1/")
        phone = type_taps(game, taps, cast.owner)
        open_at(olga, f"{address}hands/{number}/")
        phone.save()
        open_at(olga, f"{address}?hand={number}&said={number}.1")
    for path in ("print/", "setup/", "hands/1/"):
        open_at(olga, address + path)
    open_at(olga, f"/groups/{cast.group.pk}/statistics/?rules={slug}")
    open_at(olga, f"/groups/{cast.group.pk}/paper/?rules={slug}")
    open_at(olga, f"/players/{game.seats.get(number=0).player_id}/")
    open_at(olga, f"/nights/{game.night_id}/")


def test_a_hand_in_every_state(cast, olga):
    game = start_game(cast.owner)
    address = f"/games/{game.pk}/hands/1/"
    phone = Phone(game, cast.owner)
    open_at(olga, address)
    for words in (
        *("A bid 10", "B bid 12", "A peeked", "C passed", "D passed", "A passed"),
        *("gnome red_joker", "trump hearts", "A took 9", "B took 3", "C took 7", "D took 12"),
    ):
        phone.tap(words)
        open_at(olga, address)
        for at in ("bidding", "gnome", "points", "hand.trump", "players.1.bid", "players.1.taken"):
            open_at(olga, f"{address}?at={at}")
    assert "⟦Score it anyway⟧" in olga.text
    for path in ("back", "over"):
        check(olga.open(address).press({"back": "⟦One step back⟧", "over": "⟦Start this hand over⟧"}[path]))


def test_a_hand_that_was_passed(cast, olga):
    game = start_game(cast.owner)
    type_hand(game, "pass", cast.owner)
    open_at(olga, f"/games/{game.pk}/hands/1/")
    check(olga.press("⟦Save⟧"))


def test_what_is_refused(cast, olga):
    game = start_game(cast.owner)
    address = f"/games/{game.pk}/hands/1/"
    for typed in ("", "x", "0", "99999"):
        check(olga.open(address).press("⟦Take it⟧", other=typed), status=422)
    olga.open(address)
    Phone(game, cast.owner).tap("A bid 12")
    check(olga.press("10"), status=409)
    check(olga.open(address).press("⟦Take it⟧", other="12"), status=422)
    check(olga.press("⟦Take it⟧", other="11"), status=422)


def test_the_sheet_in_every_state(cast, olga):
    game = start_game(cast.owner, player_target=40)
    address = f"/games/{game.pk}/"
    open_at(olga, address)
    play(game, A_HAND, by=cast.owner)
    open_at(olga, address + "?said=1.1&hand=1")
    play(game, "10 6 - 8 | AD | 12 9 3 7", by=cast.owner)
    play(game, "pass", by=cast.owner)
    open_at(olga, address + "?hand=2")
    play(game, "12 8 - 5 | A | 10 7 6 9", by=cast.owner, anyway=True)
    for number in (1, 2, 3, 4):
        open_at(olga, f"{address}?hand={number}&said={number}.1")
    revision = correct(game, 1, "20 6 - 8 | | 12 9 3 7", cast.recorder)
    open_at(olga, address + "?hand=1&said=1.2")
    Phone(game, cast.recorder, 1).undo(revision)
    open_at(olga, address + "?hand=1")


def test_the_effect_of_corrections(cast, olga):
    game = start_game(cast.owner, player_target=40)
    play(game, A_HAND, A_HAND, by=cast.owner)
    type_hand(game, "20 6 - 8 | | 12 9 3 7", cast.owner, 1)
    open_at(olga, f"/games/{game.pk}/hands/1/")
    check(olga.press("⟦Save the correction⟧"))
    play(game, A_HAND, by=cast.owner)
    type_hand(game, A_HAND, cast.owner, 1)
    open_at(olga, f"/games/{game.pk}/hands/1/")
    open_at(olga, f"/games/{game.pk}/?hand=1")
    check(olga.open(f"/games/{game.pk}/hands/1/").press("⟦Save the correction⟧"))


def test_the_end_and_the_stop(cast, olga):
    game = start_game(cast.owner)
    address = f"/games/{game.pk}/"
    open_at(olga, address + "stop/")
    check(olga.press("⟦Nobody wins⟧"))
    open_at(olga, address + "hands/1/")
    check(olga.open(address).press("⟦Take the game up again⟧"))
    play(game, "10 - - - | | 0 12 12 7", by=cast.owner)
    open_at(olga, address + "stop/")
    check(olga.press("⟦The leader wins⟧"))
    olga.client.post(address + "hide/", {"hidden": "true"})
    open_at(olga, address)


def test_the_setup(cast, olga):
    game = start_game(cast.owner)
    play(game, "1 - - - | A | 13 10 6 2", by=cast.owner)
    address = f"/games/{game.pk}/setup/"
    first, second = [seat.player_id for seat in game.seats.all()][:2]
    open_at(olga, address)
    late = Browser(cast.recorder).open(address)
    check(olga.press("⟦Show what this changes⟧"))
    check(olga.press("⟦Show what this changes⟧", seat_1=str(second), dealer="0", option_lowest_bid=""), status=422)
    swap = {"seat_1": str(second), "seat_2": str(first), "option_odd_half": "gnome"}
    check(olga.open(address).press("⟦Show what this changes⟧", **swap))
    check(olga.press("⟦Save the set-up⟧"))
    open_at(olga, f"/games/{game.pk}/?hand=1")
    check(late.press("⟦Show what this changes⟧", option_odd_half="player"))
    check(late.press("⟦Save the set-up⟧"), status=409)
    other = start_game(cast.owner, lowest_bid=0)
    play(other, "0 - - - | | 10 10 6 5", by=cast.owner)
    check(olga.open(f"/games/{other.pk}/setup/").press("⟦Show what this changes⟧", option_lowest_bid="1"))
    check(olga.press("⟦Save the set-up⟧"))
    open_at(olga, f"/games/{other.pk}/?hand=1")
    open_at(olga, f"/games/{other.pk}/print/")
    open_at(olga, f"/games/{other.pk}/hands/1/")
    open_at(olga, f"/games/{other.pk}/hands/2/")


def test_a_game_of_unknown_rules(cast, olga):
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    Game.objects.update(rules="forgotten")
    open_at(olga, f"/games/{game.pk}/")
    open_at(olga, f"/games/{game.pk}/setup/", status=403)


def test_what_is_printed_and_handed_on(cast, olga):
    open_at(olga, f"/groups/{cast.group.pk}/paper/")
    game = start_game(cast.owner, player_target=60, odd_half="gnome", tie="play_on")
    address = f"/games/{game.pk}/print/"
    open_at(olga, address)
    play(game, A_HAND, "pass", "12 8 - 5 | AD | 10 7 6 8", "1 - - - | A | 13 10 6 2", by=cast.owner)
    open_at(olga, address)
    play(game, A_HAND, A_HAND, by=cast.owner)
    correct(game, 1, "28 6 - 8 | | 31 0 0 0", cast.owner)
    open_at(olga, address)
    open_at(olga, f"/nights/{game.night_id}/print/")
    open_at(olga, f"/groups/{cast.group.pk}/paper/")
    open_at(olga, f"/games/{game.pk}/bgstats/")
    stopped = start_game(cast.owner)
    play(stopped, A_HAND, by=cast.owner)
    stop_game(game=stopped, how="no_winner")
    open_at(olga, f"/nights/{game.night_id}/print/")
    Game.objects.update(rules="forgotten")
    open_at(olga, address)
    Game.objects.update(hidden=True)
    open_at(olga, f"/nights/{game.night_id}/print/")


def test_files(cast, olga):
    address = f"/groups/{cast.group.pk}/files/"
    open_at(olga, address)
    hidden, forgotten = start_game(cast.owner), start_game(cast.owner)
    hide_game(game=hidden, hidden=True)
    Game.objects.filter(pk=forgotten.pk).update(rules="forgotten")
    start_game(cast.owner)
    Night.objects.create(group=cast.group, date="2020-01-01").games.add(start_game(cast.owner))
    open_at(olga, address)
    open_at(olga, f"{address}?games=2&hands=2&players=1&here=1")
    open_at(olga, f"{address}?here=1")
    open_at(olga, f"/games/{forgotten.pk}/sheets.json", status=422)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        pytest.param(
            document(a_game(), a_game(hands=[], night="2026-01-31", players=["Anne", "Bob", "Eve"])), 200, id="all"
        ),
        pytest.param(document(), 200, id="nothing"),
        pytest.param(b"[]", 422, id="refused"),
        pytest.param(document(*[{"rules": 1}] * 30), 422, id="often refused"),
    ],
)
def test_a_file_that_is_looked_at(cast, olga, raw, status):
    seat_players(cast.group)
    upload = keep_upload(content=raw, by=cast.owner)
    address = f"/groups/{cast.group.pk}/files/import/{upload.pk}/"
    olga.open(address)
    # A place in a file is no word.
    for place in olga.page.all("code"):
        place.children = []
    check(olga, status=status)


@pytest.mark.parametrize("status", [400, 403, 404, 413, 500])
def test_the_pages_of_faults(cast, monkeypatch, status):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(cast.recorder.user)
    if status == 500:
        monkeypatch.setattr("scorekeeper.access.memberships", lambda request: 1 / 0)
    asked = {
        400: lambda: client.get("/", headers={"Host": "evil.example"}),
        403: lambda: client.post("/"),
        404: lambda: client.get("/nowhere/"),
        413: lambda: client.post("/", CONTENT_LENGTH="9" * 12),
        500: lambda: client.get("/"),
    }
    response = asked[status]()
    assert response.status_code == status
    assert_translated(parse(response.content.decode()))


def test_the_page_for_what_only_the_owner_may(cast):
    game = start_game(cast.owner)
    client = Client()
    client.force_login(cast.recorder.user)
    response = client.post(f"/games/{game.pk}/hide/", {"hidden": "true"})
    assert response.status_code == 403
    assert_translated(parse(response.content.decode()))


@pytest.mark.parametrize("month", range(1, 13))
def test_the_dates(cast, olga, month):
    game = start_game(cast.owner)
    game.night.date = datetime.date(2026, month, month)
    game.night.save()
    open_at(olga, f"/games/{game.pk}/")
    open_at(olga, f"/groups/{cast.group.pk}/")
