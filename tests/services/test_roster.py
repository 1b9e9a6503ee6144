"""The roster: names, marks, retiring players, and merging entries for the same person."""

from functools import partial

import pytest

from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Membership, Player, Playgroup, User
from scorekeeper.queries.people import groups
from scorekeeper.queries.recording.loading import load
from scorekeeper.services import games, people, roster
from scorekeeper.services.errors import NotFound, Refused
from scorekeeper.services.members import claim_player, remove_member
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
def players(cast):
    """Ann, Bob, Cy and Dee on the roster, without a game."""
    return seat_players(cast.group)


def stored(player):
    return Player.objects.get(pk=player.pk)


def version(cast):
    return Playgroup.objects.get(pk=cast.group.pk).version


def reason(refused):
    return refused.value.path, sentence(refused.value.message)


# Names, marks, retiring


def test_old_sheets_show_the_new_name(cast, change, game):
    ann, before = game.seats.get(number=0).player, version(cast)
    change(player_id=ann.pk, name="Anna", mark=7, retired=True)
    assert load(game).names == ("Anna", "Bob", "Cy", "Dee")
    assert (stored(ann).mark, stored(ann).retired, version(cast)) == (7, True, before + 1)


def test_omitted_values_stay_the_same(change, players):
    change(player_id=players[1].pk, name="BOB")
    assert (stored(players[1]).name, stored(players[1]).mark, stored(players[1]).retired) == ("BOB", 1, False)


def test_a_repeated_change_does_nothing(change, players):
    for _again in range(2):
        change(player_id=players[0].pk, name="Anna", mark=3, retired=True)
    assert (stored(players[0]).name, stored(players[0]).mark) == ("Anna", 3)


@pytest.mark.parametrize("name", ["Bob", "BOB", "b\N{ZERO WIDTH JOINER}ob"])
def test_another_players_name_is_refused(cast, change, players, name):
    before = version(cast)
    with pytest.raises(Refused) as refused:
        change(player_id=players[0].pk, name=name)
    assert reason(refused) == ("name", "Bob is already on the roster.")
    assert (stored(players[0]).name, version(cast)) == ("Ann", before)


def test_a_name_used_in_another_group_is_allowed(cast, change, players):
    people.add_player(group=cast.stranger.group, name="Zoe")
    change(player_id=players[0].pk, name="Zoe")
    assert stored(players[0]).name == "Zoe"


def test_another_groups_players_are_not_found(cast, change, merge, players):
    foreign = people.add_player(group=cast.stranger.group, name="Zoe")
    for write in (
        lambda: change(player_id=foreign.pk, name="Zo"),
        lambda: merge(player_id=foreign.pk, same_as=players[0].pk),
        lambda: merge(player_id=players[0].pk, same_as=foreign.pk),
        lambda: merge(player_id=foreign.pk, same_as=None),
    ):
        with pytest.raises(NotFound):
            write()
    assert not Player.objects.exclude(same_as=None).exists()


def test_a_retired_player_is_not_offered_and_can_come_back(cast, change, players):
    bob = players[1]
    change(player_id=bob.pk, name="Bob", retired=True)
    assert bob not in groups.roster(cast.group)
    assert people.add_player(group=cast.group, name="bob") == bob
    assert bob in groups.roster(cast.group)


def test_a_lineup_with_a_retired_player_is_not_offered(cast, change, game):
    assert groups.last_line_up(cast.group, RULES).names == ("Ann", "Bob", "Cy", "Dee")
    change(player_id=game.seats.get(number=2).player_id, name="Cy", retired=True)
    assert groups.last_line_up(cast.group, RULES) is None


# Merging


def test_entries_can_be_merged_and_separated(cast, merge, players):
    ann, bob, *others = players
    merge(player_id=bob.pk, same_as=ann.pk)
    assert stored(bob).same_as == ann
    assert groups.roster(cast.group) == [ann, *others]
    assert people.add_player(group=cast.group, name="Bob") == ann
    merge(player_id=bob.pk, same_as=None)
    assert stored(bob).same_as is None
    assert groups.roster(cast.group) == players


def test_a_repeated_merge_does_nothing(cast, merge, players):
    ann, bob = players[:2]
    merge(player_id=bob.pk, same_as=ann.pk)
    before = version(cast)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert (stored(bob).same_as, version(cast)) == (ann, before)
    for _again in range(2):
        merge(player_id=bob.pk, same_as=None)
    assert stored(bob).same_as is None


def test_old_sheets_show_a_merged_entrys_own_name_which_can_be_changed(cast, change, merge, game):
    ann = game.seats.get(number=0).player
    anna = people.add_player(group=cast.group, name="Anna")
    merge(player_id=ann.pk, same_as=anna.pk)
    assert load(game).names == ("Ann", "Bob", "Cy", "Dee")
    change(player_id=ann.pk, name="Annie")
    assert load(game).names == ("Annie", "Bob", "Cy", "Dee")


def test_merging_into_a_merged_entry_merges_into_its_main_entry(merge, players):
    ann, bob, cy, _dee = players
    merge(player_id=bob.pk, same_as=ann.pk)
    merge(player_id=cy.pk, same_as=bob.pk)
    assert stored(cy).same_as == ann
    merge(player_id=bob.pk, same_as=None)
    assert stored(cy).same_as == ann


def test_a_merged_entry_can_be_merged_into_another_one_instead(merge, players):
    ann, bob, cy, _dee = players
    merge(player_id=bob.pk, same_as=ann.pk)
    merge(player_id=bob.pk, same_as=cy.pk)
    assert stored(bob).same_as == cy


def test_an_entry_cannot_be_merged_into_itself(merge, players):
    with pytest.raises(Refused) as refused:
        merge(player_id=players[0].pk, same_as=players[0].pk)
    assert reason(refused) == ("same_as", "Choose someone else.")


def test_a_main_entry_cannot_be_merged(merge, players):
    ann, bob, cy, dee = players
    merge(player_id=bob.pk, same_as=ann.pk)
    for other in (bob, dee):
        with pytest.raises(Refused) as refused:
            merge(player_id=ann.pk, same_as=other.pk)
        assert reason(refused) == ("same_as", "Bob counts as Ann. Separate them first.")
    merge(player_id=cy.pk, same_as=ann.pk)
    with pytest.raises(Refused) as refused:
        merge(player_id=ann.pk, same_as=dee.pk)
    assert reason(refused) == ("same_as", "Bob and Cy count as Ann. Separate them first.")


@pytest.mark.parametrize("hidden", [False, True])
def test_players_from_the_same_game_cannot_be_merged(merge, game, hidden):
    games.hide_game(game=game, hidden=hidden)
    game.night.date = game.night.date.replace(2025, 3, 2)
    game.night.save()
    ann, bob = (game.seats.get(number=number).player for number in (0, 1))
    with pytest.raises(Refused) as refused:
        merge(player_id=ann.pk, same_as=bob.pk)
    assert reason(refused) == (
        "same_as",
        "Ann and Bob played in the same game on Sun Mar 2, 2025, so they’re two people.",
    )


@pytest.mark.parametrize("to", ["Anna", "Annie"])
def test_merging_also_checks_the_games_of_merged_entries(cast, merge, game, to):
    ann, bob = (game.seats.get(number=number).player for number in (0, 1))
    anna, annie = (people.add_player(group=cast.group, name=name) for name in ("Anna", "Annie"))
    merge(player_id=ann.pk, same_as=anna.pk)
    merge(player_id=annie.pk, same_as=anna.pk)
    with pytest.raises(Refused) as refused:
        merge(player_id=bob.pk, same_as=Player.objects.get(name=to).pk)
    assert "Bob and Ann played in the same game" in reason(refused)[1]


def test_a_person_cannot_take_two_seats(cast, merge, game):
    anna = people.add_player(group=cast.group, name="Anna")
    ann = game.seats.get(number=0).player
    merge(player_id=ann.pk, same_as=anna.pk)
    eve = people.add_player(group=cast.group, name="Eve")
    seats = (ann.pk, anna.pk, eve.pk, game.seats.get(number=1).player_id)
    with pytest.raises(Refused):
        games.start_game(group=cast.group, new=new_game(cast.group, players=seats), by=cast.owner)


def test_the_last_lineup_uses_the_main_entrys_name(cast, merge, game):
    anna = people.add_player(group=cast.group, name="Anna")
    merge(player_id=game.seats.get(number=0).player_id, same_as=anna.pk)
    lineup = groups.last_line_up(cast.group, RULES)
    assert (lineup.players[0], lineup.names) == (anna.pk, ("Anna", "Bob", "Cy", "Dee"))


# Claims


def test_a_claim_moves_to_the_main_entry(cast, merge, players):
    ann, bob = players[:2]
    claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert (stored(ann).member, stored(bob).member) == (cast.recorder, None)
    merge(player_id=bob.pk, same_as=None)
    assert (stored(ann).member, stored(bob).member) == (cast.recorder, None)


def test_the_main_entry_keeps_its_member(cast, merge, players):
    ann, bob = players[:2]
    claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert (stored(ann).member, stored(bob).member) == (cast.owner, None)


def test_a_removed_members_claim_does_not_count(cast, merge, players):
    ann, bob, cy, _dee = players
    other = Membership.objects.create(group=cast.group, user=User.objects.create_browser(), role="recorder", name="Rem")
    claim_player(group=cast.group, player_id=ann.pk, by=other)
    claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)
    remove_member(group=cast.group, member_id=other.pk, by=cast.owner)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert stored(ann).member == cast.recorder
    remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
    merge(player_id=ann.pk, same_as=None)
    merge(player_id=bob.pk, same_as=None)
    merge(player_id=ann.pk, same_as=cy.pk)
    assert stored(cy).member is None


def test_a_merged_entry_cannot_be_claimed(cast, merge, players):
    ann, bob = players[:2]
    merge(player_id=bob.pk, same_as=ann.pk)
    assert bob not in groups.claimable(cast.recorder)
    with pytest.raises(Refused):
        claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)


@pytest.mark.parametrize(
    ("bob_retired", "ann_retired", "retired"), [(False, True, False), (True, True, True), (True, False, False)]
)
def test_an_active_player_is_not_retired_by_a_merge(change, merge, players, bob_retired, ann_retired, retired):
    ann, bob = players[:2]
    change(player_id=bob.pk, name="Bob", retired=bob_retired)
    change(player_id=ann.pk, name="Ann", retired=ann_retired)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert stored(ann).retired is retired


def test_an_old_games_setup_can_still_name_a_merged_entry(cast, merge, game):
    anna = people.add_player(group=cast.group, name="Anna")
    merge(player_id=anna.pk, same_as=game.seats.get(number=0).player_id)
    assert anna.pk in groups.names(cast.group)
