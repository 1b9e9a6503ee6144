"""The service worker: what it keeps, for whom, and what a phone shows without network, also from a cold start."""

import re

import pytest
from django.http import HttpResponse
from playwright.sync_api import Page, expect

from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.web.middleware import EveryResponse
from tests.browser.away import OFFLINE, AwayPhone
from tests.browser.driving import sign_in
from tests.browser.states import PASSWORD
from tests.cast import A_HAND, play, start_game
from tests.trials.phones import Phone

KEPT = """async () => {
  const pages = await (await caches.open("pages")).keys();
  return pages.map(({ url }) => new URL(url).pathname).sort();
}"""
READY = "() => navigator.serviceWorker.controller !== null"
HAS = """async path => {
  const later = document.getElementById("waiting")?.dataset.scripts.split(" ") ?? [];
  const addresses = [path, ...later, ...[...document.querySelectorAll("script[src]")].map(({ src }) => src)];
  const found = await Promise.all(addresses.map((address) => caches.match(address)));
  return found.every(Boolean);
}"""
IS_EMPTY = "async () => !(await (await caches.open('pages')).keys()).length"
KEEP = """async ([path, script]) => {
  const page = `<!doctype html><title>Kept</title><body><h1>Kept</h1><script src="${script}"></script>`;
  const headers = { "Content-Type": "text/html; charset=utf-8", "Copied-At": "1795576703062" };
  await (await caches.open("pages")).put(path, new Response(page, { headers }));
}"""
"""Keep a page as this worker did when the app's migrations ended with 0016_whole_hands."""
WAIT = """async arg => {
  const end = performance.now() + 30_000;
  while (!(await (HOLDS)(arg))) {
    if (performance.now() > end) throw new Error("It never held.");
    await new Promise(requestAnimationFrame);
  }
}"""


@pytest.fixture
def page(open_page, cast, live_server, console) -> Page:
    """The recorder's phone, with a service worker."""
    console.expect(OFFLINE)
    page = open_page(service_workers="allow")
    sign_in(page, cast.recorder, live_server.url)
    return page


def wait_until(page: Page, holds: str, arg: str = "") -> None:
    """Wait until an async function returns true. Playwright's own `wait_for_function` takes its promise for true."""
    page.evaluate(WAIT.replace("HOLDS", holds), arg)


def visit(page: Page, path: str, *, keeps: bool = True) -> None:
    """Open a page, and wait until the worker has kept it."""
    page.goto(path)
    page.wait_for_function(READY)
    if keeps:
        wait_until(page, HAS, path)


def kept_pages(page: Page) -> list[str]:
    """Return the paths of the pages that the worker has kept."""
    return page.evaluate(KEPT)


@pytest.fixture
def addresses(cast) -> dict[str, str]:
    """The addresses of a group, a game's sheet and its second hand."""
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    return {
        "group": f"/groups/{cast.group.pk}/",
        "sheet": f"/games/{game.pk}/",
        "hand": f"/games/{game.pk}/hands/2/",
        "whole": f"/games/{game.pk}/hands/2/whole/",
    }


def test_without_network_the_last_copies_are_shown_with_their_time(page, addresses, cast):
    for path in addresses.values():
        visit(page, path)
    other = start_game(cast.owner)
    page.context.set_offline(True)
    page.goto("/")
    assert page.url.endswith(addresses["sheet"])
    expect(page.locator("#live")).to_have_text(re.compile(r"copy as of \d+:\d\d, no connection"))
    page.get_by_role("link", name="Record hand 2").tap()
    page.locator("#asked", has_text="What does").wait_for()
    assert page.url.endswith(addresses["hand"])
    page.goto(addresses["group"])
    assert page.locator("h1").inner_text() == "Wednesday"
    page.goto(f"/games/{other.pk}/")
    assert page.url.endswith(addresses["sheet"]), "of this game, there is no copy"


def test_instead_of_a_portals_page_the_last_copy_is_shown_and_kept(page, addresses, monkeypatch, console):
    console.expect(f"{OFFLINE}|status of (502|511)")
    visit(page, addresses["sheet"])
    for status in (200, 404, 502, 511, 302):
        answer = HttpResponse("<h1>Welcome to our hotel!</h1>", status=status)
        if status == 302:
            answer["Location"] = "/portal/"
        with monkeypatch.context() as patched:
            patched.setattr(EveryResponse, "process_response", lambda *_given, answer=answer: answer)
            for path in (addresses["sheet"], "/"):
                page.goto(path)
                expect(page.locator("#live")).to_have_text(re.compile(r"copy as of \d+:\d\d, no connection"))
                assert page.locator(".totals").is_visible()
        page.goto(addresses["sheet"])
        page.locator("body:not([data-copied])").wait_for()
        wait_until(page, HAS, addresses["sheet"])


def test_a_copy_of_the_form_does_not_make_the_page_forget_what_was_answered(page, cast, live_server):
    game = start_game(cast.owner)
    phone = AwayPhone(page, cast.recorder, live_server.url)
    visit(page, f"/games/{game.pk}/hands/1/", keeps=False)
    phone.open(game, 1).thumb.tap("10")
    phone.lose().leave()
    assert phone.typed("players.0.bid") == "10"


def test_once_the_server_answers_a_copy_is_one_no_longer(page, addresses, cast):
    visit(page, addresses["sheet"])
    page.context.set_offline(True)
    page.reload()
    page.locator("body[data-copied]").wait_for()
    page.context.set_offline(False)
    page.locator("body:not([data-copied])").wait_for()
    expect(page.locator("#live")).not_to_contain_text("copy")


def test_only_the_last_copy_of_each_kind_is_kept(page, addresses, cast):
    other = start_game(cast.owner)
    for path in addresses.values():
        visit(page, path)
    visit(page, f"/games/{other.pk}/")
    visit(page, f"/games/{other.pk}/hands/1/")
    pages = kept_pages(page)
    assert f"/games/{other.pk}/" in pages
    assert addresses["sheet"] not in pages
    assert addresses["hand"] not in pages
    assert addresses["group"] in pages


def test_other_pages_watch_pages_and_searches_are_not_kept(page, addresses, cast):
    visit(page, addresses["sheet"])
    visit(page, addresses["whole"])
    before = set(kept_pages(page))
    for path in (f"{addresses['sheet']}?hand=1", f"{addresses['group']}roster/"):
        visit(page, path, keeps=False)
    page.goto(f"/w/{token_of(links_writing.make_watch_link(group=cast.group, by=cast.owner))}/")
    page.evaluate("() => navigator.serviceWorker.ready")
    assert set(kept_pages(page)) == before


def test_a_removed_member_keeps_nothing(page, addresses, cast):
    for path in addresses.values():
        visit(page, path)
    groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    page.goto(addresses["group"])
    wait_until(page, IS_EMPTY)
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto(addresses["sheet"])


def test_whoever_signs_out_leaves_nothing_behind(page, addresses, cast, live_server):
    accounts_writing.sign_up(user=cast.recorder.user, name="Rex", password=PASSWORD)
    sign_in(page, cast.recorder, live_server.url)
    for path in addresses.values():
        visit(page, path)
    page.goto("/account/")
    with page.expect_navigation():
        page.get_by_role("button", name="Sign out", exact=True).first.tap()
    wait_until(page, IS_EMPTY)


def test_a_page_kept_before_an_update_still_gets_its_script(open_page, console, served):
    console.expect(OFFLINE)
    console.home = served.url
    served.stop()
    old = served.data / "static" / "queue.0123456789ab.js"
    old.write_text('document.title = "Kept, with its script";')
    served.start()  # it collects its own files beside those of the previous version
    owner = Phone(served.port)
    path = f"/games/{owner.start_game(owner.start_group(), 'Ann', 'Bob', 'Cy', 'Dee')}/"
    page = open_page(service_workers="allow")
    page.context.add_cookies(
        [{"name": name, "value": value, "url": served.url} for name, value in owner.cookies.items()]
    )
    owner.close()
    visit(page, path)
    page.evaluate(KEEP, [path, f"/static/{old.name}"])
    assert page.evaluate("async path => (await fetch(path)).text()", f"/static/{old.name}") == old.read_text()
    page.context.set_offline(True)
    page.reload()
    page.locator("body[data-copied]").wait_for()
    assert page.title() == "Kept, with its script"


def test_the_app_starts_without_network_and_offers_to_go_on(page, addresses):
    for path in (addresses["sheet"], addresses["hand"]):
        visit(page, path)
    wait_until(page, HAS, addresses["whole"])
    page.context.set_offline(True)
    page.close()
    page = page.context.new_page()
    page.goto("/")
    page.get_by_role("link", name="Record hand 2").tap()
    page.locator("#asked", has_text="What does").wait_for()
    page.locator("#live", has_text="copy as of").wait_for()
    page.get_by_role("button", name="Go on without the server").tap()
    page.locator("#whole[data-without][data-number='2']").wait_for()
