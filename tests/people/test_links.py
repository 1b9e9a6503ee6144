"""Links: what they give access to, for how long, and how they end; and members, whom links let in."""

import datetime
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction

from scorekeeper.formats.language import sentence
from scorekeeper.models import Link, Membership, Player, Playgroup, User
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.groups.reading import members_of
from scorekeeper.people.links import reading as links_reading, writing as links_writing
from scorekeeper.people.links.reading import code_of, find_by_code, find_link, links_of, token_of, watched_version
from scorekeeper.recording.game.reading import member_token, member_version
from scorekeeper.rules import limits
from scorekeeper.web.refusals import NotFound, Refused
from tests.cast import seat_players, start_game
from tests.conftest import NOW

pytestmark = pytest.mark.usefixtures("clock")

MINUTE, HOUR, DAY = (datetime.timedelta(**{unit: 1}) for unit in ("minutes", "hours", "days"))


def join_link(cast, **options):
    return links_writing.make_join_link(group=cast.group, label="", by=cast.owner, **options)


def watch_link(cast, **options):
    return links_writing.make_watch_link(group=cast.group, by=cast.owner, **options)


def redeem(link, user=None, name="Zoe"):
    return groups_writing.redeem(link=link, name=name, user=user or User.objects.create_browser())


def remove(cast, member, by=None):
    groups_writing.remove_member(group=cast.group, member_id=member.pk, by=by or cast.owner)


def demote(cast, member, by=None, role="recorder"):
    groups_writing.change_role(group=cast.group, member_id=member.pk, role=role, by=by or cast.owner)


def claim(cast, player_id, by):
    groups_writing.claim_player(group=cast.group, player_id=player_id, by=by)


def version(cast):
    return Playgroup.objects.get(pk=cast.group.pk).version


class TestTokens:
    def test_a_token_has_120_random_bits_and_finds_only_its_link(self, cast, monkeypatch):
        sizes, secrets = [], links_writing.secrets
        monkeypatch.setattr(secrets, "token_urlsafe", lambda size: sizes.append(size) or f"{len(sizes):022}")
        created = [join_link(cast), join_link(cast)]
        assert min(sizes) * 8 >= 120
        assert [find_link(token_of(link), "join") for link in created] == created
        assert [find_link(token_of(link), "watch") for link in created] == [None, None]

    def test_a_stolen_database_reveals_no_token(self, cast, settings):
        link, page = watch_link(cast), member_token(cast.owner)
        token = token_of(link)
        assert (member_version(page), watched_version(token)) == (f"{version(cast)}-0", str(version(cast)))
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM scorekeeper_link")
            row = cursor.fetchone()
        assert token[22:] not in " ".join(map(str, row))
        settings.SECRET_KEY = "another-key-" + "9876543210" * 5
        assert (token_of(link) == token, find_link(token, "watch"), watched_version(token)) == (False, None, None)

    def test_an_invalid_token_finds_nothing(self, db):
        for token in ("", "\0" * 65, "é" * 65, "a" * 65, "1:" + "a" * 43, "a" * 9999):
            found = watched_version(token), member_version(token), find_link(token, "watch")
            assert found == (None, None, None), token

    def test_the_database_refuses_an_invalid_link(self, cast):
        for fields in ({"kind": "watch"}, {"kind": "join", "game": start_game(cast.owner)}):
            with pytest.raises(IntegrityError), transaction.atomic():
                Link.objects.create(group=cast.group, ident="x", nonce="y", role="owner", **fields)


class TestExpiry:
    def test_a_join_link_works_for_a_day(self, cast, clock):
        link = join_link(cast)
        clock(DAY - datetime.timedelta(seconds=1))
        assert links_of(cast.group) == [link]
        clock(datetime.timedelta(seconds=1))
        assert links_of(cast.group) == []
        with pytest.raises(Refused):
            redeem(link)

    def test_a_join_link_lets_ten_people_in(self, cast):
        link = join_link(cast)
        for number in range(10):
            member = redeem(link, name=f"Zoe {number}")
            assert (member.role, member.name) == ("recorder", f"Zoe {number}")
        before = (User.objects.count(), version(cast))
        with pytest.raises(Refused):
            groups_writing.redeem(link=link, name="Late", user=None)
        assert (User.objects.count(), version(cast), links_of(cast.group)) == (*before, [])

    def test_an_existing_member_does_not_use_up_a_link_and_keeps_their_role(self, cast):
        before, owner_link = version(cast), links_writing.make_owner_link(cast.group)
        join = join_link(cast)
        for link, member in ((join, cast.owner), (join, cast.recorder), (owner_link, cast.owner)):
            uses = link.uses_left
            assert redeem(link, member.user, "Another name") == member
            stored = Membership.objects.get(pk=member.pk)
            assert (stored.role, stored.name) == (member.role, member.name)
            assert (Link.objects.get(pk=link.pk).uses_left, version(cast)) == (uses, before)

    def test_a_watch_link_works_until_30_days_after_the_night(self, cast):
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

    def test_a_groups_watch_link_works_for_30_days_or_forever(self, cast, clock):
        month, forever = watch_link(cast), watch_link(cast, forever=True)
        for days in (30, 36500):
            clock(days * DAY)
            assert links_of(cast.group) == [forever]
            assert [watched_version(token_of(link)) for link in (month, forever)] == [None, str(version(cast))]

    def test_a_groups_open_links_are_limited(self, cast, clock, monkeypatch):
        monkeypatch.setattr(limits, "MOST_LINKS", 2)
        first, _second = join_link(cast), watch_link(cast)
        for make in (join_link, watch_link):
            with pytest.raises(Refused):
                make(cast)
        links_writing.revoke_link(group=cast.group, link_id=first.pk, by=cast.owner)
        join_link(cast)
        clock(31 * DAY)
        join_link(cast)

    def test_a_renewed_link_has_another_address_until_it_is_revoked(self, cast):
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

    def test_a_renewed_link_works_as_long_as_a_new_one(self, cast, clock):
        game, later = start_game(cast.owner), NOW + HOUR
        of_game = watch_link(cast, game=game)
        links = (
            (join_link(cast), later + DAY),
            (links_writing.make_owner_link(cast.group), later + DAY),
            (watch_link(cast), later + 30 * DAY),
            (watch_link(cast, forever=True), None),
            (of_game, of_game.expires_at),
        )
        Link.objects.filter(kind="join").update(uses_left=1)
        clock(HOUR)
        renewed = [links_writing.renew_link(group=cast.group, link_id=link.pk, by=cast.owner) for link, _ends in links]
        assert [link.expires_at for link in renewed] == [ends for _link, ends in links]
        assert [link.uses_left for link in renewed[:2]] == [10, 1]

    def test_another_groups_link_game_or_night_is_not_found(self, cast):
        foreign, game = links_writing.make_owner_link(cast.stranger.group), start_game(cast.stranger)
        for act in (links_writing.revoke_link, links_writing.renew_link):
            with pytest.raises(NotFound):
                act(group=cast.group, link_id=foreign.pk, by=cast.owner)
        for target in ({"game": game}, {"night": game.night}):
            with pytest.raises(Refused):
                watch_link(cast, **target)
        assert links_of(cast.stranger.group) == [foreign]

    def test_the_last_use_is_recorded_at_most_hourly(self, cast, clock):
        link = watch_link(cast)
        for wait, used in ((0, 0), (59, 0), (2, 61)):
            clock(wait * MINUTE)
            links_writing.note_use(Link.objects.get(pk=link.pk))
            assert Link.objects.get().last_used_at == NOW + used * MINUTE


def make_code(cast, link, by=None):
    """Press the button, and return the letters."""
    by = by or cast.owner
    links_writing.make_code(group=by.group, link_id=link.pk, by=by)
    return code_of(Link.objects.get(pk=link.pk))


class TestCodes:
    def test_a_code_is_made_by_its_button_only(self, cast):
        link = watch_link(cast)
        renewed = links_writing.renew_link(group=cast.group, link_id=link.pk, by=cast.owner)
        assert (code_of(link), code_of(renewed), code_of(join_link(cast))) == ("", "", "")
        assert find_by_code("") is None

    def test_a_code_opens_its_watch_link_however_it_is_typed(self, cast):
        codes = {make_code(cast, link): link for link in (watch_link(cast), watch_link(cast))}
        assert len(codes) == 2
        assert all(len(code) == 6 and not set(code) - set("ACDEFHJKLMNPRTUVWXYZ") for code in codes)
        for code, link in codes.items():
            for typed in (code, code.lower(), f"{code[:3]} {code[3:]}"):
                assert find_by_code(typed) == link, typed
        assert find_by_code("É" * 6) is None

    def test_a_code_lives_an_hour_and_the_next_one_another(self, cast, clock):
        link = watch_link(cast, forever=True)
        old = make_code(cast, link)
        clock(HOUR - datetime.timedelta(seconds=1))
        assert find_by_code(old) == link
        clock(datetime.timedelta(seconds=1))
        link.refresh_from_db()
        assert (find_by_code(old), code_of(link), find_link(token_of(link), "watch")) == (None, "", link)
        new = make_code(cast, link)
        assert (new == old, find_by_code(old), find_by_code(new)) == (False, None, link)

    def test_what_a_try_costs_does_not_depend_on_how_many_codes_there_are(
        self, cast, django_assert_num_queries, monkeypatch
    ):
        hashed, salted_hmac = [], links_reading.salted_hmac
        monkeypatch.setattr(
            links_reading, "salted_hmac", lambda *args, **kw: hashed.append(args) or salted_hmac(*args, **kw)
        )
        codes = [make_code(cast, watch_link(cast)) for _link in range(20)]
        for typed in (codes[-1], "AAAAAA"):
            hashed.clear()
            with django_assert_num_queries(1):
                find_by_code(typed)
            assert len(hashed) == 1

    def test_a_code_that_another_link_has_is_made_again(self, cast, monkeypatch):
        monkeypatch.setattr(links_reading, "LETTERS", "ACD")
        monkeypatch.setattr(links_reading, "CODE_LENGTH", 1)
        links = [watch_link(cast) for _link in range(3)]
        codes = [make_code(cast, link) for link in links]
        assert sorted(codes) == ["A", "C", "D"]
        assert [find_by_code(code) for code in codes] == links
        with pytest.raises(IntegrityError), transaction.atomic():
            Link.objects.update(code_key=Link.objects.filter(code_key__isnull=False)[0].code_key)

    def test_a_code_ends_with_its_link(self, cast):
        links = [watch_link(cast) for _link in range(3)]
        codes = [make_code(cast, link) for link in links]
        links_writing.revoke_link(group=cast.group, link_id=links[0].pk, by=cast.owner)
        renewed = links_writing.renew_link(group=cast.group, link_id=links[1].pk, by=cast.owner)
        Link.objects.filter(pk=links[2].pk).update(expires_at=NOW)
        assert [find_by_code(code) for code in codes] == [None] * 3
        assert find_by_code(make_code(cast, renewed)) == renewed

    def test_only_an_owner_makes_a_code_of_an_open_watch_link(self, cast):
        link, joining = watch_link(cast), join_link(cast)
        with pytest.raises(Refused):
            make_code(cast, link, by=cast.recorder)
        for owner, other in ((cast.owner, joining), (cast.stranger, link)):
            with pytest.raises(NotFound):
                make_code(cast, other, by=owner)

    def test_a_stolen_database_reveals_no_code(self, cast, settings):
        link = watch_link(cast)
        code = make_code(cast, link)
        link.refresh_from_db()
        settings.SECRET_KEY = "another-key-" + "9876543210" * 5
        assert (code_of(link) == code, find_by_code(code)) == (False, None)

    def test_only_an_owner_has_an_open_watch_link_show_what_players_need(self, cast):
        link, joining, ended = watch_link(cast), join_link(cast), watch_link(cast)
        links_writing.revoke_link(group=cast.group, link_id=ended.pk, by=cast.owner)
        with pytest.raises(Refused):
            links_writing.show_needs(group=cast.group, link_id=link.pk, needs=True, by=cast.recorder)
        for owner, pk in ((cast.owner, joining.pk), (cast.owner, ended.pk), (cast.stranger, link.pk)):
            with pytest.raises(NotFound):
                links_writing.show_needs(group=owner.group, link_id=pk, needs=True, by=owner)
        assert not Link.objects.filter(needs=True).exists()
        links_writing.show_needs(group=cast.group, link_id=link.pk, needs=True, by=cast.owner)
        before = version(cast)
        links_writing.show_needs(group=cast.group, link_id=link.pk, needs=True, by=cast.owner)
        assert (Link.objects.get(needs=True), version(cast)) == (link, before)


class TestMembers:
    def test_a_removed_member_loses_access_but_stays_in_the_database(self, cast):
        token, before = member_token(cast.recorder), version(cast)
        remove(cast, cast.recorder)
        assert (member_version(token), members_of(cast.group)) == (None, [cast.owner])
        assert Membership.objects.get(pk=cast.recorder.pk).removed_at == NOW
        assert version(cast) == before + 1

    def test_owners_cannot_remove_or_demote_themselves(self, cast):
        for act in (remove, demote):
            with pytest.raises(Refused):
                act(cast, cast.owner)
        assert Membership.objects.get(pk=cast.owner.pk).is_owner

    def test_if_two_owners_act_on_each_other_only_the_first_succeeds(self, cast):
        """The second owner's membership was loaded before the first owner acquired the lock."""
        second = redeem(links_writing.make_owner_link(cast.group))
        for by_first in (demote, remove):
            by_first(cast, second)
            before = version(cast)
            for by_second in (demote, remove):
                with pytest.raises(Refused) as refused:
                    by_second(cast, cast.owner, by=second)
                assert sentence(refused.value.message) == "You’re no longer an owner of this group."
                stored = Membership.objects.get(pk=cast.owner.pk)
                assert (stored.is_owner, stored.removed_at, version(cast)) == (True, None, before)

    def test_somebody_outside_the_group_is_not_found_and_an_unknown_role_is_refused(self, cast):
        with pytest.raises(Refused):
            demote(cast, cast.recorder, role="watcher")
        remove(cast, cast.recorder)
        for act, member in (
            (remove, cast.stranger),
            (demote, cast.stranger),
            (partial(demote, role="owner"), cast.recorder),
        ):
            with pytest.raises(NotFound):
                act(cast, member)

    def test_a_removed_member_can_come_back_only_through_a_new_link(self, cast, clock):
        old = join_link(cast)
        clock(HOUR)
        remove(cast, cast.recorder)
        clock(HOUR)
        with pytest.raises(Refused):
            redeem(old, cast.recorder.user)
        assert Link.objects.get().uses_left == 10
        new = links_writing.renew_link(group=cast.group, link_id=old.pk, by=cast.owner)
        member = redeem(new, cast.recorder.user, "Rex again")
        assert (member.pk, member.removed_at, member.name) == (cast.recorder.pk, None, "Rex again")

    def test_a_member_has_at_most_one_player_and_a_player_at_most_one_member(self, cast):
        def claimed():
            return dict(Player.objects.filter(group=cast.group).values_list("name", "member"))

        ann, bob = seat_players(cast.group, 2)
        claim(cast, ann.pk, cast.owner)
        claim(cast, bob.pk, cast.owner)
        assert claimed() == {"Ann": None, "Bob": cast.owner.pk}
        (foreign,) = seat_players(cast.stranger.group, 1)
        for player in (bob.pk, foreign.pk, 10**9):
            with pytest.raises(Refused):
                claim(cast, player, cast.recorder)
        claim(cast, None, cast.owner)
        assert claimed() == {"Ann": None, "Bob": None}
        claim(cast, ann.pk, cast.recorder)
        remove(cast, cast.recorder)
        claim(cast, ann.pk, cast.owner)
        assert claimed() == {"Ann": cast.owner.pk, "Bob": None}, "a removed member's player can be claimed again"
