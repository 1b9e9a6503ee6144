"""What the head of a page says: light or dark, icons for a home screen, and what chats show of shared links."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from PIL import Image

from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.web import access
from tests.web.browser import Browser, parse


def color():
    """Return the color of the table in the style sheet."""
    return re.search(r"--table: (#\w+);", Path(finders.find("scorekeeper.css")).read_text(encoding="utf-8"))[1]


def look(html):
    """Return a page's color scheme, the class that chooses it in the style sheet, and the color of the bar above it."""
    page = parse(html).one("html")
    colors = [meta.attrs["content"] for meta in page.all("meta", name="theme-color")]
    return page.one("meta", name="color-scheme").attrs["content"], page.attrs["class"], colors


def expected_look(theme):
    """Return what `look` finds in a page for this choice."""
    return theme or "light dark", theme, [color()]


def client_with(cookie):
    client = Client(raise_request_exception=False)
    if cookie is not None:
        client.cookies["theme"] = cookie
    return client


@pytest.mark.parametrize(("cookie", "theme"), [("light", "light"), ("dark", "dark"), (None, ""), ("<neon>", "")])
def test_every_page_is_light_or_dark_as_chosen_or_else_as_the_device_is(monkeypatch, cast, game, cookie, theme):
    client = client_with(cookie)
    watched = token_of(links_writing.make_watch_link(group=cast.group, by=cast.owner, game=game))
    for address in ("/", "/sign-up/", f"/w/{watched}/", "/w/nothing/", "/nowhere/", f"/games/{game.pk}/"):
        assert look(client.get(address).content.decode()) == expected_look(theme), address
    monkeypatch.setattr(access, "memberships", lambda request: 1 / 0)
    broken = client.get("/")
    assert (broken.status_code, look(broken.content.decode())) == (500, expected_look(theme))


def test_a_watchers_choice_is_not_shown_to_another_watcher(cast, game):
    address = f"/w/{token_of(links_writing.make_watch_link(group=cast.group, by=cast.owner, game=game))}/"
    for cookie in ("dark", None, "light", "dark"):
        html = client_with(cookie).get(address).content.decode()
        assert look(html) == expected_look(cookie or "")
        assert "Ann" in html


@pytest.mark.parametrize("address", ["/", "/account/"])
def test_the_choice_is_made_by_pressing_a_button(cast, address):
    browser = Browser()
    if address == "/account/":
        browser.open("/sign-up/").press("Create", name="Zoe", password="a good word")
    browser.open(address)
    for words, theme in (("Dark", "dark"), ("Light", "light"), ("Device", ""), ("Dark", "dark")):
        browser.press(words)
        assert browser.address == f"{address}#appearance"
        assert look(browser.response.content.decode()) == expected_look(theme)
        pressed = browser.page.one("form", id="appearance").all("button", **{"aria-pressed": "true"})
        assert [button.text for button in pressed] == [words]


def test_the_choice_is_kept_in_a_cookie_that_scripts_cannot_read(client, settings):
    settings.SESSION_COOKIE_SECURE = True
    cookie = client.post("/theme/", {"theme": "dark"}).cookies["theme"]
    attributes = {name: cookie[name] for name in ("path", "samesite", "httponly", "secure")}
    assert attributes == {"path": "/", "samesite": "Lax", "httponly": True, "secure": True}
    assert cookie["max-age"] >= 365 * 24 * 60 * 60
    forgotten = client.post("/theme/", {"theme": "neon"}).cookies["theme"]
    assert (forgotten.value, forgotten["max-age"]) == ("", 0)


def test_the_choice_leads_back_to_this_site_only(client):
    here = "/account/#appearance"
    for back, location in ((here, here), ("https://evil.example/", "/"), ("javascript:alert(1)", "/")):
        response = client.post("/theme/", {"theme": "dark", "back": back})
        assert (response.status_code, response["Location"]) == (302, location)


def test_the_manifest_describes_an_app_that_can_be_installed(client, monkeypatch):
    monkeypatch.setattr(staticfiles_storage, "url", lambda name: f"/static/collected/{name}")
    response = client.get("/manifest.webmanifest")
    manifest = response.json()
    assert (response["Content-Type"], response.cookies) == ("application/manifest+json", {})
    assert (manifest["name"], manifest["short_name"]) == ("Scorekeeper", "Scorekeeper")
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert manifest["background_color"] == manifest["theme_color"] == color()
    for icon in manifest["icons"]:
        name = icon["src"].removeprefix("/static/collected/")
        with Image.open(finders.find(name)) as image:
            assert (f"{image.width}x{image.height}", icon["type"]) == (icon["sizes"], "image/png")
    sizes = [(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]]
    assert sizes == [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]


def test_a_page_links_its_manifest_and_its_icons(client, db):
    head = parse(client.get("/").content.decode()).one("head")
    assert client.get(head.one("link", rel="manifest").attrs["href"]).status_code == 200
    for rel in ("icon", "apple-touch-icon"):
        assert finders.find(head.one("link", rel=rel).attrs["href"].removeprefix("/static/"))


def shared(html):
    """Return what a chat shows of a page: the properties of the Open Graph, without their prefix."""
    metas = [meta.attrs for meta in parse(html).one("head").all("meta") if "property" in meta.attrs]
    return {meta["property"].removeprefix("og:"): meta["content"] for meta in metas}


def test_a_chat_shows_what_a_link_is_for_and_nothing_about_people(cast, game):
    watch = {"description": "Follow the hands as they’re recorded."}
    join = {"title": "Join the score sheet", "description": "Record the hands together, each on your own phone."}
    by = {"group": cast.group, "by": cast.owner}
    for kind, link, expected in (
        ("w", links_writing.make_watch_link(game=game, **by), watch | {"title": "Live score sheet: Trumplestiltskin"}),
        ("w", links_writing.make_watch_link(**by), watch | {"title": "Live score sheet"}),
        ("j", links_writing.make_join_link(label="for Wednesday", **by), join),
    ):
        html = Client().get(f"/{kind}/{token_of(link)}/").content.decode()
        image = shared(html)["image"].removeprefix("http://testserver/static/")
        assert shared(html) == expected | {"type": "website", "image": f"http://testserver/static/{image}"}
        assert finders.find(image)
        head = html.partition("</head>")[0]
        assert not any(name in head for name in ("Ann", "Bob", "Cy", "Dee", "Olga", "Rex", "Wednesday"))
        assert parse(html).one("head").one("meta", name="robots").attrs["content"].startswith("noindex")


def test_a_chat_shows_nothing_of_pages_that_are_not_shared(client, db):
    for address in ("/", "/w/nothing/", "/j/nothing/"):
        assert shared(client.get(address).content.decode()) == {}
