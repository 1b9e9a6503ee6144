"""Starting groups and adding players."""

import datetime
import uuid

import pytest

from scorekeeper.models import Membership, Player, Playgroup, User
from scorekeeper.services import people
from scorekeeper.services.errors import Refused


def start(uid, user=None, name="Wednesday"):
    return people.start_group(uid=uid, name=name, owner_name="Olga", time_zone="Europe/Berlin", user=user)


def test_the_person_who_starts_a_group_owns_it(db):
    member = start(uuid.uuid4())
    assert member.is_owner
    assert (member.name, member.group.name, member.group.time_zone) == ("Olga", "Wednesday", "Europe/Berlin")
    assert not member.user.has_usable_password()


def test_the_person_who_starts_a_group_is_on_its_roster_once(db):
    uid = uuid.uuid4()
    member = start(uid)
    start(uid)
    player = Player.objects.get()
    assert (player.group, player.name, player.name_key, player.member) == (member.group, "Olga", "olga", member)


def test_a_known_browser_keeps_its_user(db):
    user = User.objects.create_browser()
    assert start(uuid.uuid4(), user).user == user
    assert start(uuid.uuid4(), user).user == user
    assert Playgroup.objects.count() == 2


def test_a_repeated_request_creates_only_one_group(db):
    uid, user = uuid.uuid4(), User.objects.create_browser()
    assert start(uid, user) == start(uid, user, name="Another name")
    assert Playgroup.objects.get().name == "Wednesday"
    assert Membership.objects.count() == 1


def test_an_unknown_browser_that_repeats_the_request_joins_as_owner(db):
    uid = uuid.uuid4()
    first, second = start(uid), start(uid)
    assert first.group == second.group
    assert second.is_owner


def test_a_request_repeated_too_late_is_refused(db):
    uid = uuid.uuid4()
    start(uid)
    Playgroup.objects.update(created_at=Playgroup.objects.get().created_at - datetime.timedelta(minutes=11))
    with pytest.raises(Refused):
        start(uid)
    assert (User.objects.count(), Membership.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("Ann", "Ann", id="identical"),
        pytest.param("Ann", "ANN", id="in capitals"),
        pytest.param("Zoë", "ZOE\u0308", id="in capitals, decomposed"),
        pytest.param("Strauß", "STRAUSS", id="a sharp s"),
        pytest.param("Σίσυφος", "ΣΊΣΥΦΟΣ", id="Greek, with a final sigma"),
        pytest.param("Юля", "юля", id="Cyrillic"),
    ],
)
def test_names_that_differ_only_in_case_are_the_same_player(cast, first, second):
    player = people.add_player(group=cast.group, name=first)
    assert people.add_player(group=cast.group, name=second) == player
    assert Player.objects.get().name == first


@pytest.mark.parametrize(("first", "second"), [("Bo", "Bö"), ("王", "玉"), ("Ann", "Anna")])
def test_different_names_are_different_players(cast, first, second):
    assert people.add_player(group=cast.group, name=first) != people.add_player(group=cast.group, name=second)


def test_the_longest_name_fits_even_if_case_folding_lengthens_it(cast):
    assert people.add_player(group=cast.group, name="\N{LATIN SMALL LIGATURE FFI}" * 40).name_key == "ffi" * 40


def test_each_group_has_its_own_roster(cast):
    ours = people.add_player(group=cast.group, name="Ann")
    assert people.add_player(group=cast.stranger.group, name="Ann") != ours


def test_the_size_of_a_roster_is_limited(cast, monkeypatch):
    monkeypatch.setattr("scorekeeper.limits.MOST_PLAYERS", 2)
    ann = people.add_player(group=cast.group, name="Ann")
    people.add_player(group=cast.group, name="Bob")
    with pytest.raises(Refused) as refused:
        people.add_player(group=cast.group, name="Cy")
    assert refused.value.path == "name"
    assert people.add_player(group=cast.group, name="ann") == ann


def test_a_new_player_raises_the_version_but_a_known_one_does_not(cast):
    before = cast.group.version
    people.add_player(group=cast.group, name="Ann")
    people.add_player(group=cast.group, name="Ann")
    assert Playgroup.objects.get(pk=cast.group.pk).version == before + 1


def test_a_new_player_gets_the_first_of_the_least_used_marks(db):
    group = start(uuid.uuid4()).group
    players = [people.add_player(group=group, name=f"P{number}") for number in range(14)]
    assert [player.mark for player in players] == [*range(1, 12), 0, 1, 2]
    Player.objects.filter(mark=7).update(mark=0)
    assert people.add_player(group=group, name="Flo").mark == 7


def test_marks_in_other_groups_do_not_matter(db):
    for _again in range(2):
        assert people.add_player(group=start(uuid.uuid4()).group, name="Ann").mark == 1
