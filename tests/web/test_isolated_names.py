"""Names in Hebrew or Arabic stand apart from the sentences around them, so that no number changes sides."""

import re

import pytest
from django.core.cache import cache
from django.db.models import F

from scorekeeper.formats.language import ISOLATE
from scorekeeper.models import Game, Link, Membership, Night, Player, Playgroup, Recipe, User
from tests.web.browser import parse
from tests.web.isolating import faults
from tests.web.matrix import MATRIX, World
from tests.web.test_hostile_names import pages

NAMES = {"Ann": "שרה מזרחי", "Bob": "محمد عبد الله", "Cy": "רבקה (2)", "Dee": "فاطمة"}
GROUP, OWNER, GAME, LABEL = "יום רביעי", "אולגה", "שש בש", "סבתא"
PLACE, NOTE = "אצל שרה", "אור ירוק\nمساء"
RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff]")


def rename(group):
    """Give everybody and everything in the group such a name."""
    for name, other in NAMES.items():
        Player.objects.filter(name=name).update(name=other)
    Membership.objects.filter(group=group).update(name=OWNER)
    for member in group.memberships.all():
        User.objects.filter(pk=member.user_id).exclude(name=None).update(name=f"{OWNER}{member.pk}")
    Link.objects.update(label=LABEL)
    Night.objects.update(place=PLACE, note=NOTE)
    for made in (*Recipe.objects.all(), *Game.objects.filter(rules__startswith="any_game")):
        made.options |= {"name": GAME}
        made.save()
    Playgroup.objects.filter(pk=group.pk).update(name=GROUP, version=F("version") + 1)
    Game.objects.update(version=F("version") + 1)
    cache.clear()


@pytest.fixture(scope="module")
def world(module_db):
    world = World()
    world.pages = pages(world.cast)
    rename(world.cast.group)
    return world


@pytest.mark.slow
@pytest.mark.parametrize("role", ["owner", "recorder", "watcher"])
def test_every_page_isolates_names(world, db, role):
    client, seen = world.client(role), []
    for address in (*(world.address(route, role) for route in MATRIX), *world.pages):
        response = client.get(address)
        text = response.getvalue().decode()
        if response.headers.get("Content-Type", "").startswith("text/html"):
            seen += [f"{address}: {fault}" for fault in faults(parse(text), RIGHT_TO_LEFT)]
        elif ISOLATE in text:
            seen.append(f"{address} is data")
    assert not seen, "\n".join(seen)
