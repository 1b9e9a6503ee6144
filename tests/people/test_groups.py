"""Starting groups, reading their rosters, lineups and games, and the log that owners read.

Every write that lets somebody in or out, or that concerns links, adds a sentence to the log.
"""

import datetime
import uuid

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.management.commands.invite import chosen_group
from scorekeeper.models import Event, Game, Membership, Player, Playgroup, User
from scorekeeper.people.groups import reading as groups_reading, writing as groups_writing
from scorekeeper.people.groups.reading import EVENTS_PER_PAGE, SENTENCES, log_page
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.roster import reading as roster_reading
from scorekeeper.recording.setup import reading as setup_reading, writing as setup_writing
from scorekeeper.web import ledger
from scorekeeper.web.refusals import NotFound, Refused
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
    assert "Bob" in {player.name for player in roster_reading.everybody(cast.group).values()}


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
    ours, last_played, others = setup_reading.playable(cast.group)
    assert [game.rules.slug for game in ours] == ["race", "knockout", "partners"]
    assert (str(last_played), others[0].rules.slug) == ("2026-02-03", "trumplestiltskin")


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


def log(group):
    """Return the group's log, oldest line first."""
    return [sentence(said) for said, _at in reversed(log_page(group, 1))]


def join_link(cast, label=""):
    return links_writing.make_join_link(group=cast.group, label=label, by=cast.owner)


def watch_link(cast, **more):
    return links_writing.make_watch_link(group=cast.group, by=cast.owner, **more)


def redeem(link, name):
    return groups_writing.redeem(link=link, name=name, user=User.objects.create_browser())


def test_writes_add_sentences_to_the_log(cast):
    game = start_game(cast.owner)
    for target in ({}, {"game": game}, {"night": game.night}):
        watch_link(cast, **target)
    used = watch_link(cast, label="TV")
    for _time in range(2):
        links_writing.note_use(used)
        used.refresh_from_db()
    friday = join_link(cast, "Friday")
    for write in (links_writing.renew_link, links_writing.revoke_link, links_writing.revoke_link):
        write(group=cast.group, link_id=friday.pk, by=cast.owner)
    zoe = redeem(links_writing.make_owner_link(cast.group), "Zoe")
    for _link in range(2):
        links_writing.make_watch_link(group=cast.group, by=zoe)
    groups_writing.remove_member(group=cast.group, member_id=zoe.pk, by=cast.owner)
    for name in ("owner", "owner", "recorder"):
        groups_writing.change_role(group=cast.group, member_id=cast.recorder.pk, role=name, by=cast.owner)
    for games in (1, 5):
        ledger.note(cast.group.pk, Event.Kind.EXPORTED, cast.owner, games=games)
    for write in (groups_writing.plan_deletion, groups_writing.plan_deletion, groups_writing.stop_deletion):
        write(group=cast.group, by=cast.owner)
    assert log(cast.group) == [
        "Olga started the group.",
        "Olga made a link to watch all games.",
        "Olga made a link to watch one game.",
        "Olga made a link to watch one night.",
        "Olga made a link to watch all games (“TV”).",
        "Someone opened a link to watch all games (“TV”).",
        "Olga made a link to keep score (“Friday”).",
        "Olga replaced a link to keep score (“Friday”).",
        "Olga turned off a link to keep score (“Friday”).",
        "The server’s admin made a link to become an owner.",
        "Zoe joined through a link to become an owner.",
        "Zoe made a link to watch all games.",
        "Zoe made a link to watch all games.",
        "Olga removed Zoe. 2 links that Zoe made were turned off.",
        "Olga made Rex an owner.",
        "Olga made Rex a scorer.",
        "Olga exported 1 game.",
        "Olga exported 5 games.",
        "Olga asked for this group to be deleted.",
        "Olga stopped the deletion of this group.",
    ]


def test_a_name_stays_as_it_was_and_a_refused_write_adds_nothing(cast):
    redeem(join_link(cast), "Ben")
    Membership.objects.filter(name="Ben").update(name="Benjamin")
    before = log(cast.group)
    assert (before[-1].startswith("Ben joined"), log(cast.stranger.group)) == (True, ["Sly started the group."])
    with pytest.raises(Refused):
        groups_writing.remove_member(group=cast.group, member_id=cast.owner.pk, by=cast.owner)
    foreign = links_writing.make_owner_link(cast.stranger.group)
    with pytest.raises(NotFound):
        links_writing.renew_link(group=cast.group, link_id=foreign.pk, by=cast.owner)
    assert log(cast.group) == before
    assert set(SENTENCES) == set(Event.Kind)


def test_the_log_is_paged_and_newest_first(cast):
    Event.objects.all().delete()
    for games in range(60):
        ledger.note(cast.group.pk, Event.Kind.IMPORTED, None, games=games)
    for number, first, shown in ((1, 59, EVENTS_PER_PAGE), (2, 9, 10), (3, 9, 10)):
        page = log_page(cast.group, number)
        assert (len(page), sentence(page[0][0]).endswith(f" imported {first} games.")) == (shown, True), number
