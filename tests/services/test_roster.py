"""The roster: names, marks, rest, and two entries of one person."""

from functools import partial

import pytest

from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Membership, Player, Playgroup, User
from scorekeeper.queries import groups
from scorekeeper.queries.records import load
from scorekeeper.services import games, people, roster
from scorekeeper.services.errors import NotThere, Refused
from scorekeeper.services.links import claim_player, remove_member
from scorekeeper.text import sentence
from tests.cast import new_game, seat_players

RULES = Trumplestiltskin()


@pytest.fixture
def change(cast):
    return partial(roster.change_player, group=cast.group)


@pytest.fixture
def merge(cast):
    return partial(roster.merge_player, group=cast.group)


@pytest.fixture
def ann_and_co(cast):
    """Ann, Bob, Cy and Dee on the roster, and nobody in a game."""
    return seat_players(cast.group)


def row(player):
    return Player.objects.get(pk=player.pk)


def version(cast):
    return Playgroup.objects.get(pk=cast.group.pk).version


def why(refused):
    return refused.value.path, sentence(refused.value.message)


# Names, marks, rest


def test_old_sheets_follow_another_name(cast, change, game):
    ann, before = game.seats.get(number=0).player, version(cast)
    change(player_id=ann.pk, name="Anna", mark=7, retired=True)
    assert load(game).names == ("Anna", "Bob", "Cy", "Dee")
    assert (row(ann).mark, row(ann).retired, version(cast)) == (7, True, before + 1)


def test_what_is_not_said_stays(change, ann_and_co):
    change(player_id=ann_and_co[1].pk, name="BOB")
    assert (row(ann_and_co[1]).name, row(ann_and_co[1]).mark, row(ann_and_co[1]).retired) == ("BOB", 1, False)


def test_the_same_change_twice_is_the_same(change, ann_and_co):
    for _again in range(2):
        change(player_id=ann_and_co[0].pk, name="Anna", mark=3, retired=True)
    assert (row(ann_and_co[0]).name, row(ann_and_co[0]).mark) == ("Anna", 3)


@pytest.mark.parametrize("name", ["Bob", "BOB", "b\N{ZERO WIDTH JOINER}ob"])
def test_a_name_that_somebody_else_has_is_refused(cast, change, ann_and_co, name):
    before = version(cast)
    with pytest.raises(Refused) as refused:
        change(player_id=ann_and_co[0].pk, name=name)
    assert why(refused) == ("name", "Bob is on the roster already.")
    assert (row(ann_and_co[0]).name, version(cast)) == ("Ann", before)


def test_a_name_of_another_group_is_free(cast, change, ann_and_co):
    people.add_player(group=cast.stranger.group, name="Zoe")
    change(player_id=ann_and_co[0].pk, name="Zoe")
    assert row(ann_and_co[0]).name == "Zoe"


def test_players_of_another_group_are_not_there(cast, change, merge, ann_and_co):
    foreign = people.add_player(group=cast.stranger.group, name="Zoe")
    for ask in (
        lambda: change(player_id=foreign.pk, name="Zo"),
        lambda: merge(player_id=foreign.pk, same_as=ann_and_co[0].pk),
        lambda: merge(player_id=ann_and_co[0].pk, same_as=foreign.pk),
        lambda: merge(player_id=foreign.pk, same_as=None),
    ):
        with pytest.raises(NotThere):
            ask()
    assert not Player.objects.exclude(same_as=None).exists()


def test_who_is_retired_is_not_offered_and_can_come_back(cast, change, ann_and_co):
    bob = ann_and_co[1]
    change(player_id=bob.pk, name="Bob", retired=True)
    assert bob not in groups.roster(cast.group)
    assert people.add_player(group=cast.group, name="bob") == bob
    assert bob in groups.roster(cast.group)


def test_a_line_up_with_somebody_retired_is_not_offered_again(cast, change, game):
    assert groups.last_line_up(cast.group, RULES).names == ("Ann", "Bob", "Cy", "Dee")
    change(player_id=game.seats.get(number=2).player_id, name="Cy", retired=True)
    assert groups.last_line_up(cast.group, RULES) is None


# The same person


def test_two_entries_become_one_person_and_two_again(cast, merge, ann_and_co):
    ann, bob, *others = ann_and_co
    merge(player_id=bob.pk, same_as=ann.pk)
    assert row(bob).same_as == ann
    assert groups.roster(cast.group) == [ann, *others]
    assert people.add_player(group=cast.group, name="Bob") == ann
    merge(player_id=bob.pk, same_as=None)
    assert row(bob).same_as is None
    assert groups.roster(cast.group) == ann_and_co


def test_the_same_merge_twice_is_the_same(cast, merge, ann_and_co):
    ann, bob = ann_and_co[:2]
    merge(player_id=bob.pk, same_as=ann.pk)
    before = version(cast)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert (row(bob).same_as, version(cast)) == (ann, before)
    for _again in range(2):
        merge(player_id=bob.pk, same_as=None)
    assert row(bob).same_as is None


def test_old_sheets_keep_the_name_of_a_merged_entry_and_it_may_be_changed(cast, change, merge, game):
    ann = game.seats.get(number=0).player
    anna = people.add_player(group=cast.group, name="Anna")
    merge(player_id=ann.pk, same_as=anna.pk)
    assert load(game).names == ("Ann", "Bob", "Cy", "Dee")
    change(player_id=ann.pk, name="Annie")
    assert load(game).names == ("Annie", "Bob", "Cy", "Dee")


def test_who_counts_as_somebody_is_asked_for_that_somebody(merge, ann_and_co):
    ann, bob, cy, _dee = ann_and_co
    merge(player_id=bob.pk, same_as=ann.pk)
    merge(player_id=cy.pk, same_as=bob.pk)
    assert row(cy).same_as == ann
    merge(player_id=bob.pk, same_as=None)
    assert row(cy).same_as == ann


def test_a_merged_entry_can_be_merged_elsewhere(merge, ann_and_co):
    ann, bob, cy, _dee = ann_and_co
    merge(player_id=bob.pk, same_as=ann.pk)
    merge(player_id=bob.pk, same_as=cy.pk)
    assert row(bob).same_as == cy


def test_nobody_is_the_same_as_themselves(merge, ann_and_co):
    with pytest.raises(Refused) as refused:
        merge(player_id=ann_and_co[0].pk, same_as=ann_and_co[0].pk)
    assert why(refused) == ("same_as", "This is the entry itself: choose another one.")


def test_whom_others_count_as_is_not_merged(merge, ann_and_co):
    ann, bob, cy, dee = ann_and_co
    merge(player_id=bob.pk, same_as=ann.pk)
    for other in (bob, dee):
        with pytest.raises(Refused) as refused:
            merge(player_id=ann.pk, same_as=other.pk)
        assert why(refused) == ("same_as", "Bob counts as Ann: take that back first.")
    merge(player_id=cy.pk, same_as=ann.pk)
    with pytest.raises(Refused) as refused:
        merge(player_id=ann.pk, same_as=dee.pk)
    assert why(refused) == ("same_as", "Bob and Cy count as Ann: take that back first.")


@pytest.mark.parametrize("hidden", [False, True])
def test_two_who_sat_in_one_game_are_two_people(merge, game, hidden):
    games.hide_game(game=game, hidden=hidden)
    game.night.date = game.night.date.replace(2025, 3, 2)
    game.night.save()
    ann, bob = (game.seats.get(number=number).player for number in (0, 1))
    with pytest.raises(Refused) as refused:
        merge(player_id=ann.pk, same_as=bob.pk)
    assert why(refused) == ("same_as", "Ann and Bob sat in one game, on Sun 2 Mar 2025: they are two people.")


@pytest.mark.parametrize("to", ["Anna", "Annie"])
def test_whoever_counts_as_one_of_them_already_sat_there_too(cast, merge, game, to):
    ann, bob = (game.seats.get(number=number).player for number in (0, 1))
    anna, annie = (people.add_player(group=cast.group, name=name) for name in ("Anna", "Annie"))
    merge(player_id=ann.pk, same_as=anna.pk)
    merge(player_id=annie.pk, same_as=anna.pk)
    with pytest.raises(Refused) as refused:
        merge(player_id=bob.pk, same_as=Player.objects.get(name=to).pk)
    assert "Bob and Ann sat in one game" in why(refused)[1]


def test_one_person_does_not_sit_twice(cast, merge, game):
    anna = people.add_player(group=cast.group, name="Anna")
    ann = game.seats.get(number=0).player
    merge(player_id=ann.pk, same_as=anna.pk)
    eve = people.add_player(group=cast.group, name="Eve")
    seats = (ann.pk, anna.pk, eve.pk, game.seats.get(number=1).player_id)
    with pytest.raises(Refused):
        games.start_game(group=cast.group, new=new_game(cast.group, players=seats), by=cast.owner)


def test_last_time_is_offered_with_the_name_that_counts(cast, merge, game):
    anna = people.add_player(group=cast.group, name="Anna")
    merge(player_id=game.seats.get(number=0).player_id, same_as=anna.pk)
    again = groups.last_line_up(cast.group, RULES)
    assert (again.players[0], again.names) == (anna.pk, ("Anna", "Bob", "Cy", "Dee"))


# Whose entry it is


def test_a_claim_follows_to_the_entry_that_counts(cast, merge, ann_and_co):
    ann, bob = ann_and_co[:2]
    claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert (row(ann).member, row(bob).member) == (cast.recorder, None)
    merge(player_id=bob.pk, same_as=None)
    assert (row(ann).member, row(bob).member) == (cast.recorder, None)


def test_who_has_the_entry_that_counts_keeps_it(cast, merge, ann_and_co):
    ann, bob = ann_and_co[:2]
    claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert (row(ann).member, row(bob).member) == (cast.owner, None)


def test_a_removed_member_has_no_claim(cast, merge, ann_and_co):
    ann, bob, cy, _dee = ann_and_co
    other = Membership.objects.create(group=cast.group, user=User.objects.create_browser(), role="recorder", name="Rem")
    claim_player(group=cast.group, player_id=ann.pk, by=other)
    claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)
    remove_member(group=cast.group, member_id=other.pk, by=cast.owner)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert row(ann).member == cast.recorder
    remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    merge(player_id=ann.pk, same_as=None)
    merge(player_id=bob.pk, same_as=None)
    merge(player_id=ann.pk, same_as=cy.pk)
    assert row(cy).member is None


def test_a_merged_entry_cannot_be_claimed(cast, merge, ann_and_co):
    ann, bob = ann_and_co[:2]
    merge(player_id=bob.pk, same_as=ann.pk)
    assert bob not in groups.claimable(cast.recorder)
    with pytest.raises(Refused):
        claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)


@pytest.mark.parametrize(
    ("bob_rests", "ann_rests", "rests"), [(False, True, False), (True, True, True), (True, False, False)]
)
def test_who_still_plays_is_not_retired_by_a_merge(change, merge, ann_and_co, bob_rests, ann_rests, rests):
    ann, bob = ann_and_co[:2]
    change(player_id=bob.pk, name="Bob", retired=bob_rests)
    change(player_id=ann.pk, name="Ann", retired=ann_rests)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert row(ann).retired is rests


def test_the_set_up_of_an_old_game_may_still_name_a_merged_entry(cast, merge, game):
    anna = people.add_player(group=cast.group, name="Anna")
    merge(player_id=anna.pk, same_as=game.seats.get(number=0).player_id)
    assert anna.pk in groups.names(cast.group)
