"""Names are only text: whatever they contain, a page has the same elements, and what stands around them is in order."""

import re

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.models import F

from scorekeeper.formats.language import ISOLATE
from scorekeeper.models import Game, Link, Membership, Night, Player, Playgroup, Recipe, User
from scorekeeper.people.groups.writing import claim_player
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from tests.asking import READ, encoded
from tests.cast import Phone, start_game
from tests.web.browser import Browser, parse
from tests.web.isolating import faults
from tests.web.matrix import MATRIX, World

pytestmark = pytest.mark.slow

HOSTILE = [
    *("<script>alert(1)</script>", "</a></td></table><h1>", "\" onclick='x' \"", "' autofocus onfocus='"),
    *("&lt;b&gt; &amp;amp; &#0;", "{{ 7|add:7 }}{% x %}", "{name} {0} %(name)s %s %", "javascript:alert(1)//"),
    *("שלום עולם", "a\u200bb\u200cc\u200dd\ufeff", "﷽" * 40, "Z̷̢̛a̷̢l̷g̷o̷", "=1+1", "0", "None"),
]
PLAYERS = ("Ann", "Bob", "Cy", "Dee")
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")
WITH_PARAMETERS = ("sheet", "hand", "watch", "roster", "new_game", "statistics", "player")
ELSEWHERE = {"table", "health", "worker", "manifest"}
"""Routes that show nothing of a group."""


@pytest.fixture(scope="module")
def world(module_db):
    world = World()
    claim_player(group=world.cast.group, player_id=world.words["player"], by=world.cast.owner)
    Phone(world.over, world.cast.owner, 1).tap("A took 11")
    world.night = make_watch_link(group=world.cast.group, by=world.cast.owner, night=world.game.night)
    return world


def addresses(world, role):
    """Return the addresses of all pages, some with parameters, and that of a shared night."""
    yield from (world.address(route, role) for route in MATRIX.keys() - ELSEWHERE if "200" in MATRIX[route][0])
    yield from (f"{world.address(route, role)}?{encoded(world.fields(route, READ))}" for route in WITH_PARAMETERS)
    yield f"/games/{world.over.pk}/"
    yield f"/games/{world.over.pk}/hands/1/"
    yield f"/w/{token_of(world.night)}/"


@pytest.fixture(scope="module")
def plain(world):
    """The shape and text of every page that shows names, by address, before any name is replaced by a hostile one."""
    browser, pages = Browser(world.cast.owner), {}
    with transaction.atomic():
        # The log comes first, because every download adds a line to it.
        for address in sorted(addresses(world, "owner"), key=lambda address: "/activity/" not in address):
            if b"<main" in world.client("owner").get(address).getvalue():
                browser.open(address)
                pages[address] = browser.page.shape(), browser.text.replace("Another Ann", "")
        transaction.set_rollback(True)
    return pages


@pytest.mark.parametrize(
    "first", [0, 4, *(pytest.param(first, marks=pytest.mark.nightly) for first in range(8, len(HOSTILE), 4))]
)
def test_a_name_is_shown_as_text(plain, world, db, first):
    """Try four names at once, one per player; the first is also used for the group and its members."""
    names = dict(zip(PLAYERS, (HOSTILE + HOSTILE)[first:], strict=False))
    browser, group = Browser(world.cast.owner), world.cast.group
    for player, name in names.items():
        Player.objects.filter(group=group, name=player).update(name=name)
    Membership.objects.update(name=names["Ann"])
    Playgroup.objects.filter(pk=group.pk).update(name=names["Ann"], version=F("version") + 1)
    for address, (shape, text) in plain.items():
        browser.open(address)
        # The preview of an import asks about names that look alike.
        assert (browser.status, "/import/" in address or browser.page.shape() == shape) == (200, True), address
        # The players of a made-up round keep their names.
        shown = {} if "made-up round" in text else names
        for name in (name for player, name in shown.items() if re.search(rf"\b{player}\b", text)):
            assert " ".join(name.split()) in browser.text, (address, name)


def test_a_conflict_message_shows_a_name_as_text(cast):
    for name in HOSTILE:
        game = start_game(cast.owner)
        Membership.objects.filter(pk=cast.owner.pk).update(name=name)
        late = Browser(cast.recorder).open(f"/games/{game.pk}/hands/1/")
        Phone(game, cast.owner).tap("A bid 10")
        late.press("11")
        said = f"{' '.join(name.split())} answered at the same time: 10. You chose 11. Tap again to change it."
        assert (late.status, late.problems) == (409, [said])
        assert not list(late.page.one(class_="problem").all()), name


@pytest.fixture
def right_to_left(world, db):
    """Give everybody and everything in the group a name in Hebrew or Arabic."""
    for name, other in zip(PLAYERS, ("שרה מזרחי", "محمد عبد الله", "רבקה (2)", "فاطمة"), strict=True):
        Player.objects.filter(name=name).update(name=other)
    Membership.objects.filter(group=world.cast.group).update(name="אולגה")
    for user in User.objects.exclude(name=None):
        User.objects.filter(pk=user.pk).update(name=f"אולגה{user.pk}")
    Link.objects.update(label="סבתא")
    Night.objects.update(place="אצל שרה", note="אור ירוק\nمساء")
    for made in (*Recipe.objects.all(), *Game.objects.filter(rules__startswith="any_game")):
        made.options |= {"name": "שש בש"}
        made.save()
    Recipe.objects.update(note="אור ירוק\nمساء")
    Playgroup.objects.update(name="יום רביעי", version=F("version") + 1)
    Game.objects.update(version=F("version") + 1)
    cache.clear()


@pytest.mark.parametrize("role", ["owner", "recorder", "watcher"])
def test_every_page_isolates_names_so_that_no_number_changes_sides(world, right_to_left, role):
    client, seen = world.client(role), []
    for address in addresses(world, role):
        response = client.get(address)
        text = response.getvalue().decode()
        if response.headers.get("Content-Type", "").startswith(("text/html", "image/svg")):
            seen += [f"{address}: {fault}" for fault in faults(parse(text), RIGHT_TO_LEFT)]
        elif ISOLATE in text:
            seen.append(f"{address} is data")
    assert not seen, "\n".join(seen)
