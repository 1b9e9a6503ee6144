"""Members: changing their roles, removing and readmitting them, and claiming players."""

import datetime
from functools import partial

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.models import Link, Membership, Player, Playgroup, User
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.groups.reading import members_of
from scorekeeper.people.links import writing as links_writing
from scorekeeper.recording.game.reading import member_token, member_version
from scorekeeper.web.refusals import NotFound, Refused
from tests.cast import seat_players
from tests.conftest import NOW

pytestmark = pytest.mark.usefixtures("clock")

HOUR = datetime.timedelta(hours=1)


def redeem(link, user=None, name="Zoe"):
    return groups_writing.redeem(link=link, name=name, user=user or User.objects.create_browser())


def version(cast):
    return Playgroup.objects.get(pk=cast.group.pk).version


def test_a_removed_member_loses_access_but_stays_in_the_database(cast):
    token, before = member_token(cast.recorder), version(cast)
    groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    assert member_version(token) is None
    assert members_of(cast.group) == [cast.owner]
    assert Membership.objects.get(pk=cast.recorder.pk).removed_at == NOW
    assert version(cast) == before + 1


def test_owners_cannot_remove_or_demote_themselves(cast):
    for act in (groups_writing.remove_member, partial(groups_writing.change_role, role="recorder")):
        with pytest.raises(Refused):
            act(group=cast.group, member_id=cast.owner.pk, by=cast.owner)
    assert Membership.objects.get(pk=cast.owner.pk).is_owner


def test_if_two_owners_act_on_each_other_only_the_first_succeeds(cast):
    """The second owner's membership was loaded before the first owner acquired the lock."""
    first, second = cast.owner, redeem(links_writing.make_owner_link(cast.group), name="Zoe")
    remove, demote = groups_writing.remove_member, partial(groups_writing.change_role, role="recorder")
    for by_first in (demote, remove):
        by_first(group=cast.group, member_id=second.pk, by=first)
        before = version(cast)
        assert second.is_owner
        for by_second in (demote, remove):
            with pytest.raises(Refused) as refused:
                by_second(group=cast.group, member_id=first.pk, by=second)
            assert sentence(refused.value.message) == "You’re no longer an owner of this group."
            stored = Membership.objects.get(pk=first.pk)
            assert (stored.is_owner, stored.removed_at, version(cast)) == (True, None, before)


def test_somebody_outside_the_group_is_not_found_and_an_unknown_role_is_refused(cast):
    with pytest.raises(Refused):
        groups_writing.change_role(group=cast.group, member_id=cast.recorder.pk, role="watcher", by=cast.owner)
    with pytest.raises(NotFound):
        groups_writing.remove_member(group=cast.group, member_id=cast.stranger.pk, by=cast.owner)
    groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    for member in (cast.stranger, cast.recorder):
        with pytest.raises(NotFound):
            groups_writing.change_role(group=cast.group, member_id=member.pk, role="owner", by=cast.owner)


def test_a_removed_member_can_come_back_only_through_a_new_link(cast, clock):
    old = links_writing.make_join_link(group=cast.group, label="", by=cast.owner)
    clock(HOUR)
    groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    clock(HOUR)
    with pytest.raises(Refused):
        redeem(old, cast.recorder.user)
    assert Link.objects.get().uses_left == 10
    member = redeem(
        links_writing.renew_link(group=cast.group, link_id=old.pk, by=cast.owner), cast.recorder.user, "Rex again"
    )
    assert (member.pk, member.removed_at, member.name) == (cast.recorder.pk, None, "Rex again")


# Claiming players


def claimed(cast):
    return {player.name: player.member_id for player in Player.objects.filter(group=cast.group)}


def test_a_member_has_at_most_one_player_and_a_player_at_most_one_member(cast):
    ann, bob = seat_players(cast.group, 2)
    groups_writing.claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    groups_writing.claim_player(group=cast.group, player_id=bob.pk, by=cast.owner)
    assert claimed(cast) == {"Ann": None, "Bob": cast.owner.pk}
    (foreign,) = seat_players(cast.stranger.group, 1)
    for player in (bob.pk, foreign.pk, 10**9):
        with pytest.raises(Refused):
            groups_writing.claim_player(group=cast.group, player_id=player, by=cast.recorder)
    groups_writing.claim_player(group=cast.group, player_id=None, by=cast.owner)
    assert claimed(cast) == {"Ann": None, "Bob": None}


def test_a_removed_members_player_can_be_claimed_again(cast):
    (ann,) = seat_players(cast.group, 1)
    groups_writing.claim_player(group=cast.group, player_id=ann.pk, by=cast.recorder)
    groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    groups_writing.claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    assert claimed(cast) == {"Ann": cast.owner.pk}
