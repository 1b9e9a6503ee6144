"""The exact headers of responses, including those that the TLS profile adds. `test_matrix` checks every response."""

import runpy

import pytest
from django.conf import settings as django_settings
from django.test import Client

from scorekeeper.web import configuration
from scorekeeper.web.middleware import PERMISSIONS
from tests.web.matrix import MATRIX, World

POLICY = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
}
PICTURE = {"default-src": "'none'", "style-src": "'unsafe-inline'", "font-src": "data:"}
EVERYWHERE = {
    "Cache-Control": "private, no-cache",
    "Cross-Origin-Opener-Policy": None,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
    "Referrer-Policy": "same-origin",
    "Strict-Transport-Security": None,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": None,
}
WATCHING = EVERYWHERE | {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
}
TLS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
}
NEVER_STORED = {"join", "link", "export_group", "export_night", "export_game", "bgstats", "table", "go_elsewhere"}
NEVER_STORED |= {"go_on", "add_to_home_screen", "home_screen", "home_manifest", "from_home_screen"}
NEVER_STORED |= {"sign_up", "recover", "tv"}
WATCH_ROUTES = {"watch", "watch_version", "group_version"}


@pytest.fixture(scope="module")
def world(module_db):
    """A world that is created only once; every test undoes the changes that its requests make."""
    return World()


@pytest.fixture
def tls(monkeypatch, settings):
    """The settings for headers and cookies in the TLS profile, as the settings file computes them."""
    monkeypatch.setenv("SCOREKEEPER_PROFILE", "internet")
    monkeypatch.setenv("SCOREKEEPER_URL", "https://testserver")
    namespace = runpy.run_path(str(configuration.ROOT / "scorekeeper" / "settings.py"))
    for name in namespace:
        if name.startswith("SECURE_") or name.endswith(("_COOKIE_SECURE", "_COOKIE_NAME")):
            setattr(settings, name, namespace[name])


def policy_of(response):
    return dict(part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";"))


def headers_of(response):
    return {name: response.headers.get(name) for name in EVERYWHERE}


def wanted(route):
    """Return the headers that every response of a route must have."""
    if route in NEVER_STORED:
        return EVERYWHERE | {"Cache-Control": "no-store"}
    return WATCHING if route in WATCH_ROUTES else EVERYWHERE


@pytest.mark.parametrize("role", ["owner", "watcher"])
def test_no_browser_keeps_a_part_of_a_page_because_it_has_the_pages_address(world, db, role):
    for route in MATRIX:
        response = world.send(role, "GET", route, headers={"HX-Request": "true", "HX-Target": "page"})
        assert response["Cache-Control"] == "no-store", route


@pytest.mark.parametrize("local_name", ["", "scorekeeper.local"])
def test_forms_may_lead_to_the_apps_name_if_it_has_one(client, db, settings, local_name):
    settings.LOCAL_NAME = local_name
    also = {"form-action": "'self' http://scorekeeper.local:*"} if local_name else {}
    for address in ("/", "/w/nothing/", "/games/1/"):
        assert policy_of(client.get(address)) == POLICY | also


def test_other_sites_cannot_read_static_files(client):
    response = client.get("/static/scorekeeper.css")
    response.getvalue()  # the test client closes what has been read, without closing the database's connection
    assert "Access-Control-Allow-Origin" not in response


@pytest.mark.parametrize("role", ["anonymous", "watcher", "removed", "owner"])
def test_the_tls_profile_adds_hsts_and_secure_cookies(world, db, tls, role):
    for route in ("start", "watch", "group_version", "sheet", "save", "sign_in"):
        for method in ("GET", "POST"):
            response = world.send(role, method, route, secure=True)
            assert headers_of(response) == wanted(route) | TLS, (route, method, response.status_code)
            assert policy_of(response) == POLICY
            assert all(cookie["secure"] and cookie["httponly"] for cookie in response.cookies.values())
            assert {*response.cookies} <= {"__Host-scorekeeper", "__Host-scorekeeper-csrf"}


def test_the_tls_profile_redirects_http_to_https(tls):
    response = Client().get("/games/1/?hand=2")
    assert (response.status_code, response["Location"]) == (301, "https://testserver/games/1/?hand=2")


def test_cookies_are_limited_to_this_site_and_hidden_from_scripts(client, db):
    page = client.get("/")
    entered = client.post("/", {"uid": page.context["form"]["uid"].value(), "name": "Sunday", "owner_name": "Zoe"})
    cookies = page.cookies | entered.cookies
    assert set(cookies) == {"scorekeeper-csrf", "scorekeeper"}
    for cookie in cookies.values():
        assert (cookie["samesite"], cookie["httponly"], cookie["secure"]) == ("Lax", True, "")
    assert django_settings.SESSION_COOKIE_AGE == 400 * 24 * 60 * 60
