"""Starting groups and adding players."""

import datetime
import uuid

import pytest

from scorekeeper.models import Membership, Player, Playgroup, User
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.web.refusals import Refused


def start(uid, user=None, name="Wednesday"):
    return groups_writing.start_group(uid=uid, name=name, owner_name="Olga", time_zone="Europe/Berlin", user=user)


def test_the_person_who_starts_a_group_owns_it_and_is_on_its_roster(db):
    member = start(uuid.uuid4())
    assert member.is_owner
    assert (member.name, member.group.name, member.group.time_zone) == ("Olga", "Wednesday", "Europe/Berlin")
    assert not member.user.has_usable_password()
    player = Player.objects.get()
    assert (player.group, player.name, player.name_key, player.member) == (member.group, "Olga", "olga", member)


def test_a_repeated_request_creates_only_one_group(db):
    for user in (User.objects.create_browser(), None):
        uid = uuid.uuid4()
        member = start(uid, user)
        assert start(uid, user, name="Another name") == member
        assert member.is_owner
    assert list(Playgroup.objects.values_list("name", flat=True)) == ["Wednesday"] * 2
    assert Membership.objects.count() == Player.objects.count() == 2


def test_a_request_repeated_too_late_is_refused(db):
    uid = uuid.uuid4()
    start(uid)
    Playgroup.objects.update(created_at=Playgroup.objects.get().created_at - datetime.timedelta(minutes=11))
    with pytest.raises(Refused):
        start(uid)
    assert (User.objects.count(), Membership.objects.count()) == (1, 1)


def test_names_that_differ_only_in_case_are_the_same_player(cast):
    for first, second in (("Zoë", "ZOE\u0308"), ("Strauß", "STRAUSS"), ("Σίσυφος", "ΣΊΣΥΦΟΣ")):
        player = roster_writing.add_player(group=cast.group, name=first)
        assert roster_writing.add_player(group=cast.group, name=second) == player
        assert Player.objects.get(pk=player.pk).name == first


def test_different_names_are_different_players_and_so_are_those_of_other_groups(cast):
    for first, second in (("Bo", "Bö"), ("王", "玉")):
        player = roster_writing.add_player(group=cast.group, name=first)
        assert roster_writing.add_player(group=cast.group, name=second) != player
        assert roster_writing.add_player(group=cast.stranger.group, name=first) != player


def test_the_longest_name_fits_even_if_case_folding_lengthens_it(cast):
    assert roster_writing.add_player(group=cast.group, name="\N{LATIN SMALL LIGATURE FFI}" * 40).name_key == "ffi" * 40


def test_the_size_of_a_roster_is_limited(cast, monkeypatch):
    monkeypatch.setattr("scorekeeper.rules.limits.MOST_PLAYERS", 2)
    ann = roster_writing.add_player(group=cast.group, name="Ann")
    roster_writing.add_player(group=cast.group, name="Bob")
    with pytest.raises(Refused) as refused:
        roster_writing.add_player(group=cast.group, name="Cy")
    assert refused.value.path == "name"
    assert roster_writing.add_player(group=cast.group, name="ann") == ann


def test_a_new_player_gets_the_first_of_the_least_used_marks(db):
    group = start(uuid.uuid4()).group
    players = [roster_writing.add_player(group=group, name=f"P{number}") for number in range(14)]
    assert [player.mark for player in players] == [*range(1, 12), 0, 1, 2]
    assert roster_writing.add_player(group=start(uuid.uuid4()).group, name="Ann").mark == 1
    group.players.filter(mark=7).update(mark=0)
    assert roster_writing.add_player(group=group, name="Flo").mark == 7
