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
    pytest.param("<script>alert(1)</script>", id="a script"),
    pytest.param("</a></td></table><h1>", id="closing tags"),
    pytest.param("\" onclick='x' \"", id="quotes"),
    pytest.param("' autofocus onfocus='", id="single quotes"),
    pytest.param("&lt;b&gt; &amp;amp; &#0;", id="entities"),
    pytest.param("{{ 7|add:7 }}{% x %}", id="template tags"),
    pytest.param("{name} {0} %(name)s %s %", id="format placeholders"),
    pytest.param("שלום עולם", id="right to left"),
    pytest.param("a\u200bb\u200cc\u200dd\ufeff", id="zero width"),
    pytest.param("﷽" * 40, id="forty wide letters"),
    pytest.param("Z̷̢̛a̷̢l̷g̷o̷", id="stacked marks"),
    pytest.param("javascript:alert(1)//", id="a URL"),
    pytest.param("=1+1", id="a formula"),
    pytest.param("0", id="a zero"),
    pytest.param("None", id="None"),
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
    names = [param.values[0] for param in (HOSTILE + HOSTILE)[first : first + 4]]
    browser = Browser(cast.owner)
    for player, name in zip(("Ann", "Bob", "Cy", "Dee"), names, strict=True):
        Player.objects.filter(name=player).update(name=name)
    Membership.objects.update(name=names[0])
    Playgroup.objects.filter(pk=cast.group.pk).update(name=names[0], version=F("version") + 1)
    for address, (shape, text) in plain.items():
        browser.open(address)
        assert (browser.status, browser.page.shape()) == (200, shape), address
        shown_names = [name for player, name in zip(("Ann", "Bob", "Cy", "Dee"), names, strict=True) if player in text]
        for name in (names[0], *shown_names):
            assert " ".join(name.split()) in browser.text, (address, name)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_conflict_message_shows_a_name_as_text(cast, game, name):
    Membership.objects.filter(pk=cast.owner.pk).update(name=name)
    late = Browser(cast.recorder).open(f"/games/{game.pk}/hands/1/")
    Phone(game, cast.owner).tap("A bid 10")
    late.press("11")
    assert late.status == 409
    expected = f"{' '.join(name.split())} answered at the same time: 10. You chose 11. Tap again to change it."
    assert late.problems == [expected]
    assert not list(late.page.one(class_="problem").all())
