"""Members: who goes and comes back, who becomes what; and which player one says to be."""

import datetime
from functools import partial

import pytest

from scorekeeper.models import Link, Membership, Player, Playgroup, User
from scorekeeper.queries.links import members_of
from scorekeeper.queries.watching import member_token, member_version
from scorekeeper.services import links
from scorekeeper.services.errors import NotThere, Refused
from scorekeeper.text import sentence
from tests.cast import seat_players
from tests.services.conftest import NOW

pytestmark = pytest.mark.usefixtures("clock")

HOUR = datetime.timedelta(hours=1)


def redeem(link, user=None, name="Zoe"):
    return links.redeem(link=link, name=name, user=user or User.objects.create_browser())


def version(cast):
    return Playgroup.objects.get(pk=cast.group.pk).version


def test_a_removed_member_is_out_and_what_was_written_stays(cast):
    token, before = member_token(cast.recorder), version(cast)
    links.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    assert member_version(token) is None
    assert members_of(cast.group) == [cast.owner]
    assert Membership.objects.get(pk=cast.recorder.pk).removed_at == NOW
    assert version(cast) == before + 1


def test_nobody_removes_or_demotes_themselves(cast):
    with pytest.raises(Refused):
        links.remove_member(group=cast.group, member_id=cast.owner.pk, by=cast.owner)
    with pytest.raises(Refused):
        links.change_role(group=cast.group, member_id=cast.owner.pk, role="recorder", by=cast.owner)
    assert Membership.objects.get(pk=cast.owner.pk).is_owner


@pytest.mark.parametrize("lost", ["the role", "the membership"])
@pytest.mark.parametrize(
    "act",
    [
        pytest.param(links.remove_member, id="removes the first"),
        pytest.param(partial(links.change_role, role="recorder"), id="demotes the first"),
    ],
)
def test_of_two_owners_who_act_on_each_other_at_once_only_the_first_may(cast, act, lost):
    """The second was read as an owner before the first had the lock."""
    first, second = cast.owner, redeem(links.make_owner_link(cast.group), name="Zoe")
    if lost == "the role":
        links.change_role(group=cast.group, member_id=second.pk, role="recorder", by=first)
    else:
        links.remove_member(group=cast.group, member_id=second.pk, by=first)
    before = version(cast)
    assert second.is_owner
    with pytest.raises(Refused) as refused:
        act(group=cast.group, member_id=first.pk, by=second)
    assert sentence(refused.value.message) == "You are not an owner of this group any more."
    found = Membership.objects.get(pk=first.pk)
    assert (found.is_owner, found.removed_at, version(cast)) == (True, None, before)


def test_a_role_is_given_and_taken(cast):
    for role in ("owner", "recorder"):
        links.change_role(group=cast.group, member_id=cast.recorder.pk, role=role, by=cast.owner)
        assert Membership.objects.get(pk=cast.recorder.pk).role == role


@pytest.mark.parametrize("role", ["", "watcher", "OWNER", "x" * 1000])
def test_a_role_that_there_is_not_is_refused(cast, role):
    with pytest.raises(Refused):
        links.change_role(group=cast.group, member_id=cast.recorder.pk, role=role, by=cast.owner)


@pytest.mark.parametrize("who", ["stranger", "removed"])
def test_who_is_not_in_the_group_is_not_there(cast, who):
    if who == "removed":
        links.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    member = cast.stranger if who == "stranger" else cast.recorder
    with pytest.raises(NotThere):
        links.change_role(group=cast.group, member_id=member.pk, role="owner", by=cast.owner)
    if who == "stranger":
        with pytest.raises(NotThere):
            links.remove_member(group=cast.group, member_id=member.pk, by=cast.owner)


def test_a_removed_member_comes_back_by_a_new_link_only(cast, clock):
    old = links.make_join_link(group=cast.group, label="", by=cast.owner)
    clock(HOUR)
    links.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    clock(HOUR)
    with pytest.raises(Refused):
        redeem(old, cast.recorder.user)
    assert Link.objects.get().uses_left == 10
    member = redeem(links.renew_link(group=cast.group, link_id=old.pk), cast.recorder.user, "Rex again")
    assert (member.pk, member.removed_at, member.name) == (cast.recorder.pk, None, "Rex again")


# "This is me"


def claimed(cast):
    return {player.name: player.member_id for player in Player.objects.filter(group=cast.group)}


def test_a_member_is_one_player_at_most_and_a_player_one_member(cast):
    ann, bob = seat_players(cast.group, 2)
    links.claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    links.claim_player(group=cast.group, player_id=bob.pk, by=cast.owner)
    assert claimed(cast) == {"Ann": None, "Bob": cast.owner.pk}
    with pytest.raises(Refused):
        links.claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)
    links.claim_player(group=cast.group, player_id=None, by=cast.owner)
    assert claimed(cast) == {"Ann": None, "Bob": None}


def test_what_a_removed_member_was_is_anybodys_again(cast):
    (ann,) = seat_players(cast.group, 1)
    links.claim_player(group=cast.group, player_id=ann.pk, by=cast.recorder)
    links.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    links.claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    assert claimed(cast) == {"Ann": cast.owner.pk}


@pytest.mark.parametrize("player", ["foreign", "none"])
def test_who_is_not_on_the_roster_is_nobody(cast, player):
    (ann,) = seat_players(cast.stranger.group, 1)
    with pytest.raises(Refused):
        links.claim_player(group=cast.group, player_id=ann.pk if player == "foreign" else 10**9, by=cast.owner)
    assert Player.objects.get().member is None
