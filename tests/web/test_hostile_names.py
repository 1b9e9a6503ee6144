"""Names are only text: no matter what they contain, a page has the same elements and attributes as with plain names."""

import pytest
from django.db.models import F

from scorekeeper.models import Membership, Player, Playgroup
from scorekeeper.people.groups.writing import claim_player
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_join_link, make_watch_link
from tests.cast import A_HAND, Phone, correct, play, start_game, start_short_game
from tests.web.browser import Browser

pytestmark = pytest.mark.slow

HOSTILE = [
    *("<script>alert(1)</script>", "</a></td></table><h1>", "\" onclick='x' \"", "' autofocus onfocus='"),
    *("&lt;b&gt; &amp;amp; &#0;", "{{ 7|add:7 }}{% x %}", "{name} {0} %(name)s %s %", "javascript:alert(1)//"),
    *("שלום עולם", "a\u200bb\u200cc\u200dd\ufeff", "﷽" * 40, "Z̷̢̛a̷̢l̷g̷o̷", "=1+1", "0", "None"),
]


def pages(cast):
    """Return the addresses of all pages that show names."""
    first, second = start_game(cast.owner), start_short_game(cast.owner)
    play(first, A_HAND, by=cast.owner)
    correct(first, 1, "10 6 - 8 | | 13 9 3 7", cast.owner)
    Phone(first, cast.owner).tap("A bid 10", "B bid 12", "A peeked")
    play(second, A_HAND, A_HAND, by=cast.owner)
    Phone(second, cast.owner, 1).tap("A took 11")
    group = f"/groups/{cast.group.pk}/"
    claim_player(group=cast.group, player_id=cast.group.players.get(name="Ann").pk, by=cast.owner)
    join = make_join_link(group=cast.group, label="", by=cast.owner)
    watch, night = (
        f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, **scope))}/"
        for scope in ({}, {"night": first.night})
    )
    seats = ",".join(str(player) for player in cast.group.players.values_list("pk", flat=True))
    return [
        "/",
        group,
        group + "new/",
        f"{group}new/?seats={seats}",
        f"/games/{first.pk}/?hand=1",
        f"/games/{first.pk}/hands/2/",
        f"/games/{first.pk}/hands/2/?at=points",
        f"/games/{first.pk}/stop/",
        f"/games/{first.pk}/setup/",
        f"/games/{second.pk}/",
        f"/games/{second.pk}/hands/1/",
        f"/games/{first.pk}/print/",
        f"/games/{second.pk}/bgstats/",
        f"/nights/{first.night_id}/print/",
        group + "paper/",
        group + "people/",
        group + "roster/",
        f"{group}roster/?player={seats.partition(',')[0]}",
        f"/j/{token_of(join)}/",
        watch,
        night,
        f"{watch}?game={first.pk}",
        f"{night}?game={second.pk}",
    ]


@pytest.fixture(scope="module")
def plain(module_cast):
    """The shape and text of every page that shows names, by address, before any name is replaced by a hostile one."""
    browser = Browser(module_cast.owner)
    opened = ((address, browser.open(address)) for address in pages(module_cast))
    return {address: (shown.page.shape(), shown.text) for address, shown in opened}


@pytest.mark.parametrize("first", range(0, len(HOSTILE), 4))
def test_a_name_is_shown_as_text(plain, cast, first):
    """Try four names at once, one per player; the first is also used for the group and its members."""
    names = dict(zip(("Ann", "Bob", "Cy", "Dee"), (HOSTILE + HOSTILE)[first:], strict=False))
    browser = Browser(cast.owner)
    for player, name in names.items():
        Player.objects.filter(name=player).update(name=name)
    Membership.objects.update(name=names["Ann"])
    Playgroup.objects.filter(pk=cast.group.pk).update(name=names["Ann"], version=F("version") + 1)
    for address, (shape, text) in plain.items():
        browser.open(address)
        assert (browser.status, browser.page.shape()) == (200, shape), address
        for name in (names["Ann"], *(name for player, name in names.items() if player in text)):
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
