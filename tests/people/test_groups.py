"""Starting groups, and reading their rosters, their last lineups, and the games they can play."""

import datetime
import uuid

import pytest

from scorekeeper.games import all_games
from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.management.commands.invite import chosen_group
from scorekeeper.models import Game, Membership, Player, Playgroup, User
from scorekeeper.people.groups import reading as groups_reading, writing as groups_writing
from scorekeeper.people.roster import reading as roster_reading
from scorekeeper.recording.setup import reading as setup_reading, writing as setup_writing
from scorekeeper.web.refusals import Refused
from tests.cast import A_HAND, new_game, play, seat_players, start_game, start_group


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
    Playgroup.objects.update(created_at=member.group.created_at - datetime.timedelta(minutes=11))
    with pytest.raises(Refused):
        start(uid, name="Too late")


def test_the_roster_is_sorted_ignoring_case_and_omits_retired_players(cast):
    seat_players(cast.group, 3)
    for name in ("bea", "Ärger", "王"):
        Player.objects.create(group=cast.group, name=name, name_key=name.casefold())
    Player.objects.filter(name="Bob").update(retired=True)
    assert [player.name for player in roster_reading.roster(cast.group)] == ["Ann", "bea", "Cy", "Ärger", "王"]
    assert "Bob" in roster_reading.names(cast.group).values()


def test_the_last_lineup_includes_the_next_dealer(cast):
    game = start_game(cast.owner, odd_half="player")
    first = setup_reading.last_line_up(cast.group, Trumplestiltskin())
    assert first.names[first.rules.dealer(first.sheet)] == "Dee"
    play(game, A_HAND, "pass", by=cast.owner)
    last = setup_reading.last_line_up(cast.group, Trumplestiltskin())
    assert (last.names, last.names[last.rules.dealer(last.sheet)]) == (("Ann", "Bob", "Cy", "Dee"), "Bob")
    assert last.options["odd_half"] == "player"


def test_the_games_played_last_come_first_by_night_and_then_by_game(cast, made_up):
    for slug, date in (("race", "2026-02-03"), ("knockout", "2026-02-03"), ("partners", "2026-01-02")):
        new = new_game(cast.group, rules=all_games()[slug].rules, night=datetime.date.fromisoformat(date))
        setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
    new = new_game(cast.group, rules=all_games()["race"].rules, night=datetime.date(2025, 6, 1))
    setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
    listed = [(rules.slug, str(date)) for rules, date in setup_reading.playable(cast.group)]
    assert listed[:4] == [
        ("race", "2026-02-03"),
        ("knockout", "2026-02-03"),
        ("partners", "2026-01-02"),
        ("trumplestiltskin", "None"),
    ]


def test_neither_a_hidden_nor_an_unknown_game_nor_another_groups_gives_the_lineup(cast, game):
    assert setup_reading.last_line_up(cast.stranger.group, Trumplestiltskin()) is None
    assert roster_reading.roster(cast.stranger.group) == []
    for change in ({"hidden": True}, {"hidden": False, "rules": "forgotten"}):
        Game.objects.update(**change)
        assert setup_reading.last_line_up(cast.group, Trumplestiltskin()) is None


def test_groups_can_be_looked_up_by_a_case_folded_name_or_id(cast):
    start_group("Straße", "Eve")
    assert [chosen_group(text).name for text in ("strasse", str(cast.group.pk))] == ["Straße", "Wednesday"]


def test_a_member_whose_account_was_deleted_is_a_former_member(cast):
    assert (groups_reading.member_name(cast.recorder.pk), groups_reading.member_name(None)) == ("Rex", "")
    Membership.objects.filter(pk=cast.recorder.pk).update(name="")
    assert groups_reading.member_name(cast.recorder.pk) == "A former member"
