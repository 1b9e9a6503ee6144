"""People in the pseudo-language: joining, accounts, members and links, players and their statistics."""

import datetime

from scorekeeper import network, running
from scorekeeper.queries.people.links import token_of
from scorekeeper.services import accounts, guarding, throttle
from scorekeeper.services.games import start_game as start, stop_game
from scorekeeper.services.hand_overs import make_hand_over
from scorekeeper.services.links import make_join_link, make_owner_link, make_watch_link
from scorekeeper.services.members import claim_player
from scorekeeper.services.people import add_player
from tests.cast import A_HAND, new_game, play, seat_players, start_game
from tests.translated.pseudo import assert_translated, check, open_at
from tests.views.browser import Browser, parse


def test_starting_and_joining_a_group(cast, olga):
    nobody = Browser()
    open_at(nobody, "/")
    check(nobody.press("⟦Start group⟧"), status=422)
    check(nobody.press("⟦Start group⟧", name="x" * 41, owner_name="a\x07b"), status=422)
    check(nobody.press("⟦Start group⟧", name="x\x00", owner_name="Ann", uid="?"), status=422)
    open_at(olga, "/")
    address = f"/j/{token_of(make_owner_link(cast.group))}/"
    open_at(nobody, address)
    check(nobody.press("⟦Join⟧"), status=422)
    open_at(nobody, "/j/nothing/", status=410)


def test_the_page_for_the_table(monkeypatch, settings):
    settings.BASE_URL, settings.LOCAL_NAME = "http://testserver", "testserver"
    settings.WIFI, settings.WIFI_PASSWORD = "gnome", "12345678"
    browser = Browser()
    browser.client.defaults["HTTP_HOST"] = "localhost"
    assert "⟦The Wi-Fi is shown" in open_at(browser, "/table/").page.text
    browser.client.get("/table/", {"wifi": running.offer_wifi()})
    assert "⟦1. Join the Wi-Fi⟧" in open_at(browser, "/table/").page.text
    settings.BASE_URL = ""
    monkeypatch.setattr(network, "addresses", tuple)
    assert "⟦Only this computer" in open_at(browser, "/table/").page.one(role="alert").text


def test_going_on_at_the_apps_name(cast, olga, settings, monkeypatch):
    settings.LOCAL_NAME, settings.ALLOWED_HOSTS = "gnome", ["testserver", "gnome"]
    for address in ("/", f"/groups/{cast.group.pk}/"):
        assert "⟦Go on at ⟧gnome" in open_at(olga, address).buttons()
    page = f"/go-on/{make_hand_over(session=olga.client.session.row_key)}/"
    nobody, sly = Browser(), Browser(cast.stranger)
    for browser in (nobody, sly):
        browser.client.defaults["HTTP_HOST"] = "gnome"
        open_at(browser, page)
    open_at(nobody, "/go-on/nothing/", status=410)
    monkeypatch.setattr(throttle, "LINKS", throttle.Limit(name="links", tries=0, window=throttle.HOUR))
    check(open_at(nobody, page).press("⟦Go on as ⟧Olga"), status=429)
    accounts.sign_up(user=cast.stranger.user, name="Sly", password="a good word")
    cast.stranger.user.refresh_from_db()
    sly.client.force_login(cast.stranger.user)
    assert "Sly⟦ is signed in" in open_at(sly, page).text


def test_an_account(cast, olga, monkeypatch):
    open_at(olga, "/sign-up/")
    check(olga.press("⟦Create account⟧", name="", password="short"), status=422)
    check(olga.press("⟦Create account⟧", name="Olga", password="password"), status=422)
    check(olga.press("⟦Create account⟧", name="Olga", password="olgaolga\0"), status=422)
    check(olga.press("⟦Create account⟧", name="Olga", password="a good word"))
    open_at(olga, "/")
    open_at(olga, "/account/")
    check(olga.press("⟦Change password⟧", old="wrong", new="another good word"), status=422)
    check(olga.press("⟦Change password⟧", old="a good word", new="1"), status=422)
    check(olga.press("⟦Change password⟧", old="a good word", new="another good word"))
    nobody = open_at(Browser(), "/sign-up/")
    check(nobody.press("⟦Create account⟧", name="Olga", password="a good word"), status=422)
    open_at(nobody, "/sign-in/")
    check(nobody.press("⟦Sign in⟧", name="Olga", password="wrong"), status=422)
    open_at(nobody, "/recover/")
    check(nobody.press("⟦Reset password⟧", name="Olga", code="wrong", new="1"), status=422)
    check(nobody.press("⟦Reset password⟧", name="Olga", code="wrong", new="a good word"), status=422)
    _user, code = accounts.sign_up(user=None, name="Rex", password="a good word")
    check(nobody.press("⟦Reset password⟧", name="Rex", code=code, new="another good word"))
    with guarding.STRANGERS.taken():
        check(open_at(Browser(), "/sign-in/").press("⟦Sign in⟧", name="Olga", password="wrong"), status=503)
    for name in ("SIGN_IN_BOTH", "RECOVERY_ADDRESS", "SIGN_UP", "GROUPS", "LINKS"):
        monkeypatch.setattr(throttle, name, throttle.Limit(name=name, tries=0, window=throttle.HOUR))
    late = open_at(Browser(), "/sign-in/")
    check(late.press("⟦Sign in⟧", name="Olga", password="wrong"), status=429)
    check(late.open("/recover/").press("⟦Reset password⟧", name="Rex", code="x", new="a good word"), status=429)
    check(late.open("/sign-up/").press("⟦Create account⟧", name="Zoe", password="a good word"), status=429)
    check(late.open("/").press("⟦Start group⟧", name="Ann", owner_name="Ann"), status=429)
    late.open(f"/j/{token_of(make_join_link(group=cast.group, label='', by=cast.owner))}/")
    check(late.press("⟦Join⟧", name="Ann"), status=429)
    check(olga.open(f"/groups/{cast.group.pk}/people/").press("⟦Invite someone to keep score⟧"), status=429)


def test_people_and_links(cast, olga):
    address = f"/groups/{cast.group.pk}/people/"
    open_at(olga, address)
    ann, _bob = seat_players(cast.group, 2)
    claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    check(olga.open(address).press("⟦Invite someone to keep score⟧", label="Eve"))
    check(olga.press("⟦Replace this link⟧"))
    check(olga.press("⟦Turn off this link⟧"))
    check(olga.press("⟦Turn off this link⟧"))
    check(olga.press("⟦Share a watch-only link⟧", label="a\u202eb"), status=422)
    check(olga.press("⟦Share a watch-only link⟧", label="", forever="on"))
    game = start_game(cast.owner)
    check(olga.open(f"/games/{game.pk}/").press("⟦Share this game⟧"))
    check(olga.open(f"/games/{game.pk}/").press("⟦Share this night⟧"))
    link = make_owner_link(cast.group)
    open_at(olga, f"/groups/{cast.group.pk}/links/{link.pk}/")
    Browser().open(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner))}/")
    open_at(olga, address)
    open_at(Browser(cast.recorder), address)
    check(olga.open(address).press("⟦Rename⟧", name=" "), status=422)
    check(olga.open(address).press("⟦Put this group aside⟧"))
    open_at(olga, address)
    open_at(olga, "/")
    nobody = open_at(Browser(), f"/j/{token_of(make_join_link(group=cast.group, label='', by=cast.owner))}/")
    check(nobody.press("⟦Join⟧", name=""), status=422)
    token = olga.client.cookies["csrftoken"].value
    for data in ({"remove": "true", "confirm": "true"}, {"role": "owner"}):
        response = olga.client.post(f"{address}{cast.owner.pk}/", data, headers={"X-CSRFToken": token})
        assert response.status_code == 422
        assert_translated(parse(response.content.decode()))
    check(olga.open(address).press("⟦Remove⟧ Rex"))
    check(olga.press("⟦Remove ⟧Rex"))
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
        stop_game(game=game, how=how, by=cast.owner)
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
    check(olga.follow("⟦Edit⟧ Bob").press("⟦Save⟧", name="Ann"), status=422)
    check(olga.press("⟦Merge ⟧Bob⟦ into ⟧Ann"), status=422)
    check(olga.open(f"{address}?player={bob.pk}").press("⟦Save⟧", name=""), status=422)
    check(olga.open(f"{address}?player={bob.pk}").press("⟦Merge⟧"), status=422)
    check(olga.press("⟦Merge⟧", same_as=str(bob.pk)), status=422)
    check(olga.press("⟦Merge⟧", same_as=str(eve.pk)))
    check(olga.open(f"{address}?player={bob.pk}"))
    check(olga.open(f"{address}?player={dee.pk}"))
    check(olga.press("⟦Save⟧", retired="on"))
    token = olga.client.cookies["csrftoken"].value
    open_at(olga, f"{address}?player={eve.pk}")
    response = olga.client.post(f"/players/{eve.pk}/merge/", {"same_as": cy.pk}, headers={"X-CSRFToken": token})
    assert response.status_code == 422
    assert_translated(parse(response.content.decode()))
    open_at(Browser(cast.recorder), address)
