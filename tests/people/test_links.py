"""Links: what they give access to, for how long, and how they are revoked."""

import datetime

import pytest
from django.db import IntegrityError, connection, transaction

from scorekeeper.models import Link, Membership, Playgroup, User
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import find_link, links_of, token_of, watched_version
from scorekeeper.recording.game.reading import member_token, member_version
from scorekeeper.rules import limits
from scorekeeper.web.refusals import NotFound, Refused
from tests.cast import start_game
from tests.conftest import NOW

pytestmark = pytest.mark.usefixtures("clock")

MINUTE, HOUR, DAY = (datetime.timedelta(**{unit: 1}) for unit in ("minutes", "hours", "days"))


def join_link(cast, **options):
    return links_writing.make_join_link(group=cast.group, label="", by=cast.owner, **options)


def watch_link(cast, **options):
    return links_writing.make_watch_link(group=cast.group, by=cast.owner, **options)


def redeem(link, user=None, name="Zoe"):
    return groups_writing.redeem(link=link, name=name, user=user or User.objects.create_browser())


def version(cast):
    return Playgroup.objects.get(pk=cast.group.pk).version


def test_a_token_has_120_random_bits_and_finds_only_its_link(cast, monkeypatch):
    sizes = []
    monkeypatch.setattr(links_writing.secrets, "token_urlsafe", lambda size: sizes.append(size) or f"{len(sizes):022}")
    created = [join_link(cast), join_link(cast)]
    assert min(sizes) * 8 >= 120
    assert [find_link(token_of(link), "join") for link in created] == created
    assert [find_link(token_of(link), "watch") for link in created] == [None, None]


def test_a_stolen_database_reveals_no_token(cast, settings):
    link, page = watch_link(cast), member_token(cast.owner)
    token = token_of(link)
    assert (member_version(page), watched_version(token)) == (f"{version(cast)}-0", version(cast))
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM scorekeeper_link")
        row = cursor.fetchone()
    assert token[22:] not in " ".join(map(str, row))
    settings.SECRET_KEY = "another-key-" + "9876543210" * 5
    assert token_of(link) != token
    assert find_link(token, "watch") is None
    assert watched_version(token) is None


def test_an_invalid_token_finds_nothing(db):
    for token in ("", "\0" * 65, "é" * 65, "a" * 65, "1:" + "a" * 43, "a" * 9999):
        assert (watched_version(token), member_version(token), find_link(token, "watch")) == (None, None, None), token


# Expiry


def test_a_join_link_works_for_a_day(cast, clock):
    link = join_link(cast)
    clock(DAY - datetime.timedelta(seconds=1))
    assert links_of(cast.group) == [link]
    clock(datetime.timedelta(seconds=1))
    assert links_of(cast.group) == []
    with pytest.raises(Refused):
        redeem(link)


def test_a_join_link_lets_ten_people_in(cast):
    link = join_link(cast)
    for number in range(10):
        member = redeem(link, name=f"Zoe {number}")
        assert (member.role, member.name) == ("recorder", f"Zoe {number}")
    before = (User.objects.count(), version(cast))
    with pytest.raises(Refused):
        groups_writing.redeem(link=link, name="Late", user=None)
    assert (User.objects.count(), version(cast)) == before
    assert links_of(cast.group) == []


def test_an_existing_member_does_not_use_up_a_link_and_keeps_their_role(cast):
    before = version(cast)
    for link in (join_link(cast), links_writing.make_owner_link(cast.group)):
        uses = link.uses_left
        for member in (cast.owner, cast.recorder)[: 1 if link.role == "owner" else 2]:
            assert redeem(link, member.user, "Another name") == member
            stored = Membership.objects.get(pk=member.pk)
            assert (stored.role, stored.name) == (member.role, member.name)
        assert (Link.objects.get(pk=link.pk).uses_left, version(cast)) == (uses, before)


def test_a_watch_link_works_until_30_days_after_the_night(cast):
    game = start_game(cast.owner)
    for time_zone, date, ends in (
        ("Europe/Berlin", datetime.date(2026, 3, 2), "2026-04-02T04:00+00:00"),
        ("America/New_York", datetime.date(2026, 3, 2), "2026-04-02T10:00+00:00"),
        ("Europe/Berlin", datetime.date(2020, 1, 1), "2026-03-03T20:00+00:00"),  # an old night: until tomorrow
    ):
        cast.group.time_zone, game.night.date = time_zone, date
        cast.group.save()
        game.night.save()
        for target in ({"game": game}, {"night": game.night}):
            # `forever` only affects links to the whole group.
            link = watch_link(cast, forever=True, **target)
            assert link.expires_at == datetime.datetime.fromisoformat(ends), (time_zone, date)


def test_a_groups_watch_link_works_for_30_days_or_forever(cast, clock):
    month, forever = watch_link(cast), watch_link(cast, forever=True)
    clock(30 * DAY)
    assert links_of(cast.group) == [forever]
    assert watched_version(token_of(month)) is None
    clock(36500 * DAY)
    assert links_of(cast.group) == [forever]
    assert watched_version(token_of(forever)) == version(cast)


def test_a_groups_open_links_are_limited(cast, clock, monkeypatch):
    monkeypatch.setattr(limits, "MOST_LINKS", 2)
    first, _second = join_link(cast), watch_link(cast)
    for make in (join_link, watch_link):
        with pytest.raises(Refused):
            make(cast)
    links_writing.revoke_link(group=cast.group, link_id=first.pk, by=cast.owner)
    join_link(cast)
    clock(31 * DAY)
    join_link(cast)


# Revoking and renewing


def test_a_renewed_link_has_another_address_until_it_is_revoked(cast):
    for link in (join_link(cast), watch_link(cast)):
        given = {"group": cast.group, "link_id": link.pk, "by": cast.owner}
        old = token_of(link)
        new = token_of(links_writing.renew_link(**given))
        assert (find_link(old, link.kind), watched_version(old)) == (None, None)
        assert find_link(new, link.kind) == link
        links_writing.revoke_link(**given)
        assert (find_link(new, link.kind), watched_version(new)) == (None, None)
        assert link not in links_of(cast.group)
        with pytest.raises(NotFound):
            links_writing.renew_link(**given)


def test_a_renewed_link_works_as_long_as_a_new_one(cast, clock):
    game = start_game(cast.owner)
    originals = {
        "join": join_link(cast),
        "owner": links_writing.make_owner_link(cast.group),
        "group": watch_link(cast),
        "forever": watch_link(cast, forever=True),
        "game": watch_link(cast, game=game),
    }
    game_ends = originals["game"].expires_at
    Link.objects.filter(kind="join").update(uses_left=1)
    clock(HOUR)
    renewed = {
        name: links_writing.renew_link(group=cast.group, link_id=link.pk, by=cast.owner)
        for name, link in originals.items()
    }
    assert [renewed["join"].uses_left, renewed["owner"].uses_left] == [10, 1]
    later = NOW + HOUR
    assert {name: link.expires_at for name, link in renewed.items()} == {
        "join": later + DAY,
        "owner": later + DAY,
        "group": later + 30 * DAY,
        "forever": None,
        "game": game_ends,
    }


def test_another_groups_link_is_not_found(cast):
    foreign = links_writing.make_owner_link(cast.stranger.group)
    for act in (links_writing.revoke_link, links_writing.renew_link):
        with pytest.raises(NotFound):
            act(group=cast.group, link_id=foreign.pk, by=cast.owner)
    assert links_of(cast.stranger.group) == [foreign]
    game = start_game(cast.stranger)
    for target in ({"game": game}, {"night": game.night}):
        with pytest.raises(Refused):
            watch_link(cast, **target)


def test_the_last_use_is_recorded_at_most_hourly(cast, clock, django_assert_num_queries):
    link = watch_link(cast)
    for wait, used in ((0, 0), (59, 0), (2, 61)):
        clock(wait * MINUTE)
        links_writing.note_use(Link.objects.get(pk=link.pk))
        assert Link.objects.get().last_used_at == NOW + used * MINUTE
    with django_assert_num_queries(0):
        links_writing.note_use(Link(pk=link.pk, last_used_at=NOW + 61 * MINUTE))


def test_the_database_refuses_an_invalid_link(cast):
    for fields in ({"kind": "watch"}, {"kind": "join", "game": start_game(cast.owner)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Link.objects.create(group=cast.group, ident="x", nonce="y", role="owner", **fields)
