"""Watch links show only the games they were made for, lead nowhere else, and stop working once revoked or expired."""

import datetime
from copy import deepcopy
from itertools import product

import pytest
from django.contrib.sessions.models import Session
from django.db.models import F
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Game, Link, Night
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import reading as links_reading, writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.recording.game.reading import member_token
from scorekeeper.recording.sheet import reading as sheet_reading
from scorekeeper.recording.sheet.reading import SheetView
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from scorekeeper.web import throttle
from tests.cast import A_HAND, Phone, play, refresh, start_game
from tests.needing import tell
from tests.web.browser import Browser, parse

NAMES = ("Ann", "Bob", "Cy", "Dee", "Wednesday", "Olga", "Rex", "for the aunts")
PART = {"HX-Request": "true", "HX-Target": "page"}


@pytest.fixture(scope="module")
def module_games(module_cast):
    cast = module_cast
    games = {name: start_game(cast.owner) for name in ("first", "second", "hidden", "earlier")}
    night = Night.objects.create(group=cast.group, date=datetime.date(2020, 1, 1))
    Game.objects.filter(pk=games["earlier"].pk).update(night=night)
    hide_game(game=games["hidden"], hidden=True)
    return games | {"foreign": start_game(cast.stranger)}


@pytest.fixture
def games(db, module_games):
    """Two games tonight, a hidden one, one from another night, and one from another group."""
    return deepcopy(module_games)


@pytest.fixture
def watching(cast, games):
    """A function that makes a watch link to a game, its night, or the group, and returns its address."""

    def address(scope):
        target = {"game": {"game": games["first"]}, "night": {"night": games["first"].night}, "group": {}}[scope]
        link = links_writing.make_watch_link(group=cast.group, by=cast.owner, label="for the aunts", **target)
        return f"/w/{token_of(link)}/"

    return address


GAMES_SHOWN = {"game": ["first"], "night": ["first", "second"], "group": ["first", "second", "earlier"]}


@pytest.mark.parametrize("scope", GAMES_SHOWN)
def test_a_link_shows_only_the_games_it_was_made_for(games, watching, scope):
    address, client = watching(scope), Client()
    for name, game in games.items():
        assert client.get(f"{address}?game={game.pk}").status_code == (200 if name in GAMES_SHOWN[scope] else 404), name
    first = parse(client.get(f"{address}?page=1").content.decode())
    hrefs = {link.attrs["href"] for link in first.all("a") if "game=" in link.attrs["href"]}
    assert hrefs == (set() if scope == "game" else {f"?game={games[name].pk}" for name in GAMES_SHOWN[scope]})


def test_a_watch_page_has_no_form_no_cookie_and_no_link_elsewhere(cast, games, watching):
    game, addresses = games["first"], {scope: watching(scope) for scope in GAMES_SHOWN}
    inspect_pages(addresses, game, "before the first hand")
    play(game, A_HAND, by=cast.owner)
    inspect_pages(addresses, game, "saved")
    Phone(game, cast.owner).open().tap("A bid 10", "A peeked", "B bid 12")
    inspect_pages(addresses, game, "typing")
    stop_game(game=refresh(game), how="leader_wins", by=cast.owner)
    inspect_pages(addresses, game, "ended")
    Game.objects.filter(pk=game.pk).update(rules="forgotten", version=F("version") + 1)
    inspect_pages(addresses, game, "unknown rules")
    assert not Session.objects.exists()


def inspect_pages(addresses, game, state):
    """Check everything that a watched page never has, for each scope and with and without an opened hand."""
    for (scope, address), query in product(addresses.items(), ("", f"?game={game.pk}", f"?game={game.pk}&hand=1")):
        response = Client().get(address + query)
        html, where = response.content.decode(), (state, scope, query)
        page = parse(html)
        assert response.status_code == 200, where
        assert not response.cookies, where
        assert "Cookie" not in response.get("Vary", ""), where
        assert not [node.tag for tag in ("form", "button", "input") for node in page.all(tag)], where
        head = page.one("head")
        named = scope == "game" and state != "unknown rules"
        assert head.one("title").children == ["Live score sheet" + (": Trumplestiltskin" if named else "")], where
        assert not [name for name in NAMES if name in html.partition("</head>")[0]], where
        assert head.one("meta", name="robots").attrs["content"] == "noindex, nofollow"
        assert head.one("meta", name="referrer").attrs["content"] == "no-referrer"
        assert not [secret for secret in ("csrf", "Olga", "for the aunts") if secret in html], where
        elsewhere = {link.attrs["href"] for link in page.all("a")}
        assert not {href for href in elsewhere if not href.startswith(("?", "#", address))}, where


def test_watchers_see_bids_immediately_but_points_only_once_saved(cast, games, watching):
    game, address, watcher = games["first"], watching("game"), Browser()
    Phone(game, cast.owner).tap("A bid 10", "A peeked", "B bid 12", "C bid 8")
    progress = watcher.open(address).page.one("section", class_="progress").text
    assert "Hand 1, Dee deals" in progress
    assert all(word in progress for word in ("Ann peeked 10", "Bob leads 12", "Cy out 8"))
    Phone(game, cast.owner).tap("D passed", "done", "no_gnome", "A took 12", "B took 9")
    progress = watcher.open(address).page.one("section", class_="progress").text
    assert "9" not in progress
    play(game, A_HAND, by=cast.owner)
    watcher.open(address)
    assert not list(watcher.page.all(class_="progress"))
    assert "Hand 2: Ann deals" in watcher.text
    assert watcher.page.one("table")


@pytest.mark.parametrize("who", ["watcher", "member"])
def test_polling_the_version_gives_204_until_something_changes(cast, games, watching, who, django_assert_num_queries):
    game = games["first"]
    address = watching("game") + "v/" if who == "watcher" else f"/v/{member_token(cast.owner, game)}/"
    version, client = Game.objects.get(pk=game.pk).version, Client()
    with django_assert_num_queries(1):
        response = client.get(address, {"v": version})
    assert (response.status_code, response.content, response.cookies) == (204, b"", {})
    for seen in (version - 1, version + 1, "", "x", "9" * 5000, f"{version}.0", f" {version}"):
        assert client.get(address, {"v": seen}).status_code == 200, seen
    Phone(games["second"], cast.owner).tap("A bid 10")
    assert client.get(address, {"v": version}).status_code == 204
    Phone(game, cast.owner).tap("A bid 10")
    with django_assert_num_queries(1):
        assert client.get(address, {"v": version}).status_code == 200
    assert client.get(address, {"v": version + 1}).status_code == 204


@pytest.mark.parametrize("how", ["revoked", "renewed", "expired"])
def test_an_ended_link_stops_working_at_the_next_request(cast, games, watching, how):
    client = Client()
    for scope in GAMES_SHOWN:
        address = watching(scope)
        assert [client.get(address + path).status_code for path in ("", "v/")] == [200, 200]
        given = {"group": cast.group, "link_id": Link.objects.latest("pk").pk, "by": cast.owner}
        if how == "expired":
            Link.objects.update(expires_at=timezone.now())
        else:
            {"revoked": links_writing.revoke_link, "renewed": links_writing.renew_link}[how](**given)
        for path in ("", f"?game={games['first'].pk}", "v/"):
            assert client.get(address + path).status_code == 410, (scope, path)
        # A page that is still open says that the link no longer works, and stops polling.
        part = client.get(address, headers=PART)
        page = parse(part.content.decode())
        assert (part.status_code, page.one("h1").text) == (410, "This link has expired or was turned off")
        assert not any("data-poll" in node.attrs or node.tag == "html" for node in page.all())


def test_polling_for_a_game_that_a_link_does_not_show_gives_410(games, watching):
    addresses, client, first = {scope: watching(scope) for scope in GAMES_SHOWN}, Client(), games["first"]
    for (scope, shown), (name, game) in product(GAMES_SHOWN.items(), games.items()):
        seen = {"game": game.pk, "v": Game.objects.get(pk=game.pk).version}
        status = client.get(addresses[scope] + "v/", seen).status_code
        assert status == (204 if name in shown else 410), (scope, name)
    hide_game(game=first, hidden=True)
    for scope, address in addresses.items():
        assert client.get(address + "v/", {"game": first.pk}).status_code == 410
        assert client.get(address + "v/").status_code == (410 if scope == "game" else 200)
    assert client.get(addresses["game"]).status_code == 404
    part = client.get(addresses["game"], headers=PART)
    assert (part.status_code, "data-poll" in part.content.decode()) == (410, False), "an open page stops polling"


def test_a_removed_member_loses_access_at_the_next_request(cast, games):
    client, sheet = Client(), f"/games/{games['first'].pk}/"
    client.force_login(cast.recorder.user)
    addresses = (sheet, f"/v/{member_token(cast.recorder)}/")
    assert [client.get(address).status_code for address in addresses] == [200, 200]
    groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    assert [client.get(address).status_code for address in addresses] == [410, 410]
    part = client.get(sheet, headers=PART)
    html = part.content.decode()
    assert (part.status_code, "You’re no longer in this group." in html, "data-poll" in html) == (410, True, False)
    assert client.get("/").status_code == 200


def shown(address, query=""):
    """Return what a watch link shows: its heading, and the address that the page polls with its version."""
    page = parse(Client().get(address + query).content.decode())
    node = next(node for node in page.all() if "data-poll" in node.attrs)
    poll = node.attrs["data-poll"]
    return page.one("h1").text, f"{poll}{'&' if '?' in poll else '?'}v={node.attrs['data-version']}"


def test_a_groups_link_shows_the_game_in_progress_or_else_the_last_night(cast, games, watching):
    address, client = watching("group"), Client()
    heading, poll = shown(address)
    assert (heading, f"newest={games['second'].pk}" in poll) == ("Trumplestiltskin", True)
    Phone(games["second"], cast.owner).tap("A bid 10")
    assert client.get(poll).status_code == 200, "a bid"
    poll = shown(address)[1]
    assert client.get(poll).status_code == 204
    stop_game(game=refresh(games["second"]), how="no_winner", by=cast.owner)
    assert client.get(poll).status_code == 200, "the game has ended"
    heading, poll = shown(address)
    assert f"newest={games['first'].pk}" in poll
    assert client.get(poll).status_code == 204
    rematch = start_game(cast.owner)
    assert client.get(poll).status_code == 200, "the next game has begun"
    for game in (games["first"], rematch):
        stop_game(game=refresh(game), how="no_winner", by=cast.owner)
    heading, poll = shown(address)
    assert heading == games["first"].night.date.strftime("%a %b %-d, %Y")
    assert client.get(poll).status_code == 204
    for page in ("?page=1", "?page="):
        assert shown(address, page)[0] == cast.group.name
    for game in Game.objects.filter(group=cast.group):
        hide_game(game=game, hidden=True)
    assert "No games yet." in client.get(address).content.decode()


@pytest.fixture
def coded(cast, watching):
    """A function that makes a watch link with a code, and returns the link's address and the letters."""

    def address(scope):
        link = watching(scope), Link.objects.latest("pk")
        links_writing.make_code(group=cast.group, link_id=link[1].pk, by=cast.owner)
        return link[0], links_reading.code_of(Link.objects.get(pk=link[1].pk))

    return address


def test_six_letters_open_a_watch_link_on_a_tv(coded, db):
    (address, code), browser = coded("game"), Browser()
    browser.open("/tv/").press("Watch", code=code.lower())
    assert browser.path == address
    assert not browser.client.cookies


@pytest.mark.parametrize("how", ["guessed", "ended", "turned off", "empty"])
def test_another_code_says_where_to_get_one(cast, coded, how):
    _address, code = coded("game")
    if how == "ended":
        Link.objects.update(code_until=timezone.now())
    elif how == "turned off":
        links_writing.revoke_link(group=cast.group, link_id=Link.objects.latest("pk").pk, by=cast.owner)
    code = {"guessed": "ACDEFH", "empty": ""}.get(how, code)
    response = Client().post("/tv/", {"code": code})
    field = parse(response.content.decode()).one(class_="field")
    assert response.status_code == 422
    assert ("This field is required." if how == "empty" else "Ask at the table for a new code.") in field.text


def test_guesses_refuse_further_codes_from_that_router_but_no_invitation(cast, coded, monkeypatch):
    monkeypatch.setattr(throttle, "CODES", throttle.Limit(name="codes", tries=2))
    monkeypatch.setattr(throttle, "LINKS", throttle.Limit(name="links", tries=1))
    codes = ("ACDEFH", "ACDEFJ", coded("game")[1])
    assert [Client().post("/tv/", {"code": code}).status_code for code in codes] == [422, 422, 429]
    invitation = links_writing.make_join_link(group=cast.group, label="", by=cast.owner)
    assert Client().post(f"/j/{token_of(invitation)}/", {"name": "Zoe"}).status_code == 302


def test_the_page_of_a_watch_link_makes_a_code_and_says_what_to_enter_on_a_tv(cast, games, watching):
    watching("game")
    link, browser = Link.objects.latest("pk"), Browser(cast.owner).open("/")
    page = f"/groups/{cast.group.pk}/links/{link.pk}/"
    for _hour in range(2):
        card = browser.open(page).page.one("form", class_="card")
        assert card.text.startswith("On a TV? Get a code of six letters.")
        browser.press("Make a code")
        code = links_reading.code_of(Link.objects.get(pk=link.pk))
        assert f"On a TV, open testserver/tv and enter {code}" in browser.text
        assert browser.page.one(class_="qr")
        Link.objects.update(code_until=timezone.now())
    joining = links_writing.make_join_link(group=cast.group, label="", by=cast.owner)
    assert " TV" not in browser.open(f"/groups/{cast.group.pk}/links/{joining.pk}/").text


@pytest.mark.parametrize("scope", ["game", "group"])
def test_a_tv_shows_the_letters_while_they_live_and_always_the_links_qr_code(cast, games, watching, scope):
    address, client, link = watching(scope), Client(), Link.objects.latest("pk")
    for step in ("none yet", "made", "ended"):
        poll = shown(address)[1]
        assert client.get(poll).status_code == 204
        if step == "made":
            links_writing.make_code(group=cast.group, link_id=link.pk, by=cast.owner)
        elif step == "ended":
            Link.objects.update(code_until=timezone.now())
        assert client.get(poll).status_code == (204 if step == "none yet" else 200)
        header = Browser().open(address).page.one("section", class_="tv").one("header")
        code = links_reading.code_of(Link.objects.get(pk=link.pk))
        assert (bool(code), "testserver/tv" in header.text, code in header.text) == (step == "made",) * 2 + (True,)
        assert header.one(class_="qr")


def test_a_tv_shows_who_is_ahead_the_last_hand_and_the_bids(cast, games, coded):
    game, (address, code) = games["first"], coded("game")
    play(game, A_HAND, by=cast.owner)
    tv = Browser().open(address).page.one("section", class_="tv")
    assert tv.one("footer").text == "Ann deals"
    Phone(refresh(game), cast.owner).open().tap("B bid 10", "B peeked")
    tv = Browser().open(address).page.one("section", class_="tv")
    players = ["● Ann 176 to go 24", "◆ Dee 193 to go 7", "■ Bob 194 to go 6", "▲ Cy 200 to go 0"]
    assert [row.text for row in tv.one("ol").all("li")] == [*players, "Gnome 344 to go 6"]
    assert [row.text for row in tv.one("ol").all("li", class_="now")] == ["▲ Cy 200 to go 0"]
    assert tv.one("header").text == f"Trumplestiltskin Hand 2, Ann deals testserver/tv {code}"
    told = "● Ann took it at 10 and doubled +24 Bob +6 Dee +7 Gnome +6"
    assert tv.one(class_="beside").text == told
    assert tv.one("footer").text == "▲ What does Cy bid? ■ 10 ▲ – ◆ – ● –"
    stop_game(game=refresh(game), how="leader_wins", by=cast.owner)
    footer = Browser().open(address).page.one("section", class_="tv").one("footer").text
    assert footer == "Ann wins The game ended early with Ann in the lead"


def heads(browser):
    return [link.attrs["href"] for link in browser.page.one("thead").all("a")]


def figures(browser):
    return [item.text for panel in browser.page.all(class_="figures") for item in panel.all("li")]


@pytest.mark.parametrize(("scope", "here"), [("game", ""), ("group", "game={}&")])
def test_what_players_need_is_shown_only_by_a_link_that_may(cast, games, watching, monkeypatch, scope, here):
    tell(monkeypatch)
    game, address = games["first"], watching(scope)
    address, here = f"{address}?{here.format(game.pk)}", here.format(game.pk)
    browser = Browser().open(address)
    assert (heads(browser), figures(browser.open(f"{address}needs=0"))) == ([], [])
    of_link = {"group": cast.group, "link_id": Link.objects.latest("pk").pk, "by": cast.owner}
    links_writing.show_needs(**of_link, needs=True)
    assert heads(browser.open(address)) == [f"?{here}needs={seat}" for seat in range(4)]
    assert figures(browser.follow("Bob")) == ["0 more for Bob", "9 hands before Bob can win at least"]
    assert not list(browser.page.all(class_="tv")), "so that it can be read on any screen"
    assert figures(browser.follow("Close")) == figures(browser.open(f"{address}needs=gnome")) == []
    for needs in (False, True):
        groups_writing.change_group(group=cast.group, name="Wednesday", archived=False, needs=needs, by=cast.owner)
        assert bool(heads(browser.open(address))) == needs
    links_writing.show_needs(**of_link, needs=False)
    assert (heads(browser.open(address)), figures(browser.open(f"{address}needs=0"))) == ([], [])


def test_a_tv_says_what_the_first_player_needs_if_its_link_may(cast, games, watching, monkeypatch):
    tell(monkeypatch)
    game, address = games["first"], watching("game")
    play(game, A_HAND, by=cast.owner)
    cards = [card.text for card in Browser().open(address).page.one(class_="beside").all(class_="card")]
    link = Link.objects.latest("pk")
    links_writing.show_needs(group=cast.group, link_id=link.pk, needs=True, by=cast.owner)
    shown = [card.text for card in Browser().open(address).page.one(class_="beside").all(class_="card")]
    assert shown == [*cards, "● 0 more for Ann"]
    Phone(refresh(game), cast.owner).open().tap("B bid 10")
    assert "● 1 more for Ann" in Browser().open(address).text


def test_watchers_learn_no_points_from_what_players_need(cast, games, watching, monkeypatch):
    tell(monkeypatch)
    game, address = games["first"], watching("game")
    links_writing.show_needs(group=cast.group, link_id=Link.objects.latest("pk").pk, needs=True, by=cast.owner)
    phone = Phone(game, cast.owner).tap("A bid 10", "B passed", "C passed", "D passed")
    before = figures(Browser().open(f"{address}?needs=0"))
    phone.tap("gnome 9S", "A took 12", "B took 9", "C took 3")
    assert (
        before
        == figures(Browser().open(f"{address}?needs=0"))
        == ["4 more for Ann", "9 hands before Ann can win at least"]
    )


@pytest.mark.parametrize("closed", ["hand=", "needs=", "chart="])
def test_once_all_is_closed_again_watchers_share_one_page(cast, games, watching, monkeypatch, closed):
    address, made = watching("game"), []
    monkeypatch.setattr(
        sheet_reading, "SheetView", lambda *given, **more: made.append(given) or SheetView(*given, **more)
    )
    for _times in range(2):
        Browser().open(address + ("&" if "?" in address else "?") + closed)
    assert len(made) == 1
