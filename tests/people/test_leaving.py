"""Deleting groups and accounts: who may, what is left, and that nothing of it is found in any table afterward.

And the pages for it, the log, links replaced after a removal, and answers for machines.
"""

import datetime
import uuid

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from scorekeeper.files.importing import store_upload
from scorekeeper.formats.language import sentence
from scorekeeper.host import purging
from scorekeeper.models import Event, Link, Membership, Player, Playgroup, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.groups.reading import log_page
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.own_games import writing as own_games_writing
from scorekeeper.recording.own_games.reading import blank_game
from scorekeeper.rules.text import gettext as _
from scorekeeper.web import ledger
from scorekeeper.web.ledger import Notice, note
from scorekeeper.web.refusals import Refused
from tests.cast import A_HAND, correct, differences, enter_hand, play, start_game
from tests.conftest import NOW
from tests.formats.documents import document, game as a_game
from tests.web.browser import Browser

DAY = datetime.timedelta(days=1)
PASSWORD = "correct horse"


def everything_stored():
    """Return all that is stored in any column of any table, as one text."""
    texts = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            texts += [str(bytes(value) if isinstance(value, memoryview) else value) for row in cursor for value in row]
    return "\n".join(texts)


def stored_group(group):
    return Playgroup.objects.filter(pk=group.pk).first()


def log_of(group):
    return [sentence(said) for said, _at in log_page(group, 1)]


def account_of(member, name="Hildegard"):
    """Give a member an account, reload the member and return the user."""
    user, _code = accounts_writing.sign_up(user=member.user, name=name, password=PASSWORD)
    member.refresh_from_db()
    return user


def delete_account(user, password=PASSWORD):
    accounts_writing.delete_account(user=user, password=password)


def make_owner(cast):
    groups_writing.change_role(group=cast.group, member_id=cast.recorder.pk, role="owner", by=cast.owner)


def test_a_group_is_deleted_after_two_weeks(cast, clock):
    groups_writing.plan_deletion(group=cast.group, by=cast.owner)
    assert stored_group(cast.group).deletes_at == NOW + 14 * DAY
    for _day in range(13):
        clock(DAY)
        assert purging.purge()
        assert stored_group(cast.group)
    clock(DAY)
    assert purging.purge()
    assert not stored_group(cast.group)
    assert stored_group(cast.stranger.group)


def test_if_the_clock_jumps_a_group_lives_until_the_server_has_run_on_seven_more_days(cast, clock):
    assert purging.purge()
    groups_writing.plan_deletion(group=cast.group, by=cast.owner)
    clock(365 * DAY)
    for _day in range(6):
        for hour in (1, 23):
            assert purging.purge()
            clock(hour * DAY / 24)
        assert stored_group(cast.group)
    assert purging.purge()
    assert not stored_group(cast.group)


@pytest.mark.parametrize("when", ["before", "at the last moment"])
def test_any_owner_can_stop_it_but_nobody_else(cast, clock, monkeypatch, when):
    heir = groups_writing.redeem(link=links_writing.make_owner_link(cast.group), name="Zoe", user=None)
    groups_writing.plan_deletion(group=cast.group, by=cast.owner)
    for write in (groups_writing.plan_deletion, groups_writing.stop_deletion):
        with pytest.raises(Refused):
            write(group=cast.group, by=cast.recorder)
    Playgroup.objects.update(deletes_day=0)
    clock(15 * DAY)

    def stop(*arguments):
        groups_writing.stop_deletion(group=cast.group, by=heir)
        return ledger.lock(*arguments)

    if when == "before":
        stop(cast.group.pk)
    else:
        monkeypatch.setattr(purging, "lock", stop)
    assert purging.purge()
    group = stored_group(cast.group)
    assert (group.deletes_at, group.deletes_day) == (None, None)
    assert Membership.objects.filter(group=group, removed_at=None).count() == 3


def full_group(cast):
    """Fill the group's tables with words that occur nowhere else. Return them, and the tokens of its links."""
    words = {
        name: f"Zz{uuid.uuid4().hex[:12]}" for name in ("group", "owner", "player", "label", "place", "own", "upload")
    }
    owner = groups_writing.start_group(
        uid=uuid.uuid4(), name=words["group"], owner_name=words["owner"], time_zone="Europe/Berlin", user=None
    )
    roster_writing.add_player(group=owner.group, name=words["player"])
    game = start_game(owner, player_target=20)
    game.night.place = words["place"]
    game.night.save()
    play(game, A_HAND, by=owner)
    enter_hand(start_game(owner), A_HAND, owner)
    merged = roster_writing.add_player(group=owner.group, name=words["player"] + "2")
    Player.objects.filter(pk=merged.pk).update(same_as=Player.objects.get(name=words["player"]))
    link = links_writing.make_watch_link(group=owner.group, by=owner, label=words["label"], game=game)
    store_upload(file=document(a_game(note=words["upload"])), by=owner)
    options = blank_game().rules.options(template="own", name=words["own"])
    own_games_writing.keep_recipe(group=owner.group, options=options, by=owner)
    note(owner.group_id, Event.Kind.EXPORTED, owner, games=1)
    uids = [str(uid) for row in (owner.group, game) for uid in (row.uid, row.uid.hex)]
    return owner, [*words.values()], [link.ident, token_of(link), *uids]


def test_nothing_of_a_deleted_group_is_left_in_any_table(cast):
    before = everything_stored()
    owner, words, tokens = full_group(cast)
    stored = everything_stored()
    assert all(word in stored for word in words[:-1])
    groups_writing.plan_deletion(group=owner.group, by=owner)
    Playgroup.objects.filter(pk=owner.group.pk).update(deletes_at=NOW - DAY, deletes_day=0)
    assert purging.purge()
    left = everything_stored()
    assert [word for word in (*words, *tokens) if word in left] == []
    assert set(before.split("\n")) <= set(left.split("\n"))


def test_an_account_is_gone_at_once_and_its_member_has_no_name(cast):
    make_owner(cast)
    ann = roster_writing.add_player(group=cast.group, name="Ann")
    Membership.objects.filter(pk=cast.owner.pk).update(name="Hildegunde")
    cast.owner.refresh_from_db()
    groups_writing.claim_player(group=cast.group, player_id=ann.pk, by=cast.owner)
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    own = links_writing.make_join_link(group=cast.group, label="", by=cast.owner)
    user = account_of(cast.owner)
    before = user.get_session_auth_hash()
    with pytest.raises(Refused) as refused:
        delete_account(user, "wrong")
    assert (refused.value.path, accounts_writing.account("Hildegard")) == ("password", user)
    delete_account(user)
    left = everything_stored()
    assert [word for word in ("Hildegard", "hildegard", "Hildegunde") if word in left] == []
    member = Membership.objects.get(pk=cast.owner.pk)
    assert (member.name, member.shown_name, member.is_owner) == ("", "a former member", False)
    assert member.removed_at is not None
    assert (Link.objects.get(pk=own.pk).revoked_at is None, Player.objects.get(name="Ann").member) == (False, None)
    user.refresh_from_db()
    assert (user.name, user.name_key, user.recovery, user.has_usable_password()) == (None, None, "", False)
    assert user.get_session_auth_hash() != before
    assert accounts_writing.account("Hildegard") is None
    assert (differences(game), game.hands.count()) == (0, 1)
    assert log_of(cast.group)[0] == "A former member deleted their account and left."
    assert "A former member made a link to keep score." in log_of(cast.group)


def test_others_events_and_the_notice_of_the_last_write_lose_the_name_too(cast):
    make_owner(cast)
    ledger.bump_all(cast.group.pk, Notice(said=_("{name} did it.", name="Rex"), by=cast.recorder))
    delete_account(account_of(cast.recorder, "Reginald"))
    notice = Playgroup.objects.get(pk=cast.group.pk).notice
    assert (notice["said"]["message"], notice["name"]) == ("A member has left the group.", "")
    assert log_of(cast.group)[1] == "Olga made a former member an owner."


def test_the_only_owner_of_others_first_hands_the_group_over_or_gives_it_up(cast):
    user = account_of(cast.owner)
    with pytest.raises(Refused) as refused:
        delete_account(user)
    assert "You’re the only owner of Wednesday." in sentence(refused.value.message)
    assert Membership.objects.get(pk=cast.owner.pk).removed_at is None
    groups_writing.plan_deletion(group=cast.group, by=cast.owner)
    delete_account(user)
    assert accounts_writing.account("Hildegard") is None


def test_a_group_of_ones_own_goes_with_the_account_and_without_any_no_row_is_left(cast):
    delete_account(account_of(cast.stranger, "Sylvester"))
    assert stored_group(cast.stranger.group).deletes_at is not None
    assert Event.objects.filter(group=cast.stranger.group, kind="deletion planned").exists()
    assert stored_group(cast.group).deletes_at is None
    user, _code = accounts_writing.sign_up(user=None, name="Hildegard", password=PASSWORD)
    delete_account(user)
    assert not User.objects.filter(pk=user.pk).exists()


@pytest.fixture
def people(cast):
    return f"/groups/{cast.group.pk}/people/"


def second_owner(cast):
    return groups_writing.redeem(link=links_writing.make_owner_link(cast.group), name="Zoe", user=None)


def test_after_a_removal_the_page_says_what_was_turned_off_and_offers_new_addresses(cast, olga, people):
    hers = links_writing.make_join_link(group=cast.group, label="", by=second_owner(cast))
    ours = links_writing.make_join_link(group=cast.group, label="table", by=cast.owner)
    old = token_of(ours)
    assert "Replace the links to join" not in olga.open(people).buttons()
    olga.press("Remove Zoe").press("Remove Zoe")
    assert "Zoe removed. A link they made was turned off." in olga.text
    assert Link.objects.get(pk=hers.pk).revoked_at is not None
    olga.press("Replace the links to join")
    assert "1 link has a new address." in olga.text
    assert "Replace the links to join" not in olga.buttons()
    new = token_of(Link.objects.get(pk=ours.pk))
    assert [Client().get(f"/j/{token}/").status_code for token in (old, new)] == [410, 200]


def test_owners_read_the_log_on_pages_of_its_own(cast, olga, people):
    link = links_writing.make_join_link(group=cast.group, label="Friday", by=cast.owner)
    groups_writing.redeem(link=link, name="<b>Ben</b>", user=None)
    olga.open(people).follow("Activity")
    assert [row.one("span").text for row in olga.page.one("ol").all("li")] == [
        "<b>Ben</b> joined through a link to keep score (“Friday”).",
        "Olga made a link to keep score (“Friday”).",
        "Olga started the group.",
    ]
    values = {"by": "Olga", "games": 7}
    Event.objects.bulk_create(Event(group=cast.group, kind="imported", values=values) for _game in range(120))
    olga.open(olga.address).follow("Older")
    assert ("Page 2 of 3" in olga.text, len(list(olga.page.one("ol").all("li")))) == (True, 50)


def test_the_page_says_what_goes_and_offers_the_export_first(cast, olga, people):
    play(start_game(cast.owner), A_HAND, A_HAND, by=cast.owner)
    links_writing.make_watch_link(group=cast.group, by=cast.owner)
    off = links_writing.make_watch_link(group=cast.group, by=cast.owner)
    links_writing.revoke_link(group=cast.group, link_id=off.pk, by=cast.owner)
    twin = roster_writing.add_player(group=cast.group, name="Anne", by=cast.owner)
    main = cast.group.players.get(name="Ann").pk
    roster_writing.merge_player(group=cast.group, player_id=twin.pk, same_as=main, by=cast.owner)
    olga.open(people).follow("Settings").follow("Delete it")
    lines = [line.text for line in olga.page.one("ul").all("li")]
    assert lines == ["1 game, 2 hands", "4 players", "2 members", "1 link"]
    assert "any owner can cancel it within 14 days" in olga.text
    assert olga.follow("Export the score sheets").address == f"/groups/{cast.group.pk}/files/"


def test_all_members_see_it_and_any_owner_stops_it(cast, olga):
    game, rex, zoe = start_game(cast.owner), Browser(cast.recorder), Browser(second_owner(cast))
    olga.open(f"/groups/{cast.group.pk}/delete/").press("Delete this group in 14 days")
    date = timezone.localtime(timezone.now() + datetime.timedelta(days=14))
    said = f"This group will be deleted after {date:%b} {date.day}."
    for page in (f"/groups/{cast.group.pk}/", f"/groups/{cast.group.pk}/people/", f"/games/{game.pk}/"):
        assert (said in olga.open(page).text, said in rex.open(page).text) == (True, True)
        assert "Keep this group" not in rex.buttons()
    assert "Delete this group in 14 days" not in olga.open(f"/groups/{cast.group.pk}/delete/").buttons()
    zoe.open(f"/groups/{cast.group.pk}/").press("Keep this group")
    assert said not in rex.open(f"/groups/{cast.group.pk}/").text
    assert Playgroup.objects.get(pk=cast.group.pk).deletes_at is None


@pytest.fixture
def signed_in(cast):
    """The browser of the scorer, who has an account."""
    accounts_writing.sign_up(user=cast.recorder.user, name="Reginald", password=PASSWORD)
    cast.recorder.user.refresh_from_db()
    return Browser(cast.recorder)


def test_an_account_is_deleted_with_its_password_and_recorded_by_a_former_member(cast, olga, signed_in):
    game = start_game(cast.recorder)
    play(game, A_HAND, by=cast.recorder)
    correct(game, 1, "pass", cast.recorder)
    signed_in.open("/account/").follow("Delete account")
    assert signed_in.press("Delete account", password="wrong").status == 422
    assert "That isn’t your current password." in " ".join(signed_in.problems)
    signed_in.press("Delete account", password=PASSWORD)
    assert (signed_in.path, "Wednesday" in signed_in.text) == ("/", False)
    text = olga.open(f"/games/{game.pk}/?hand=1").text
    assert "recorded by a former member" in text
    assert "corrected by a former member" in text
    assert "Rex" not in text


def test_the_page_lists_the_groups_one_owns_and_what_becomes_of_them(cast, signed_in):
    groups_writing.change_role(group=cast.group, member_id=cast.recorder.pk, role="owner", by=cast.owner)
    user = cast.recorder.user
    groups_writing.start_group(uid=uuid.uuid4(), name="Alone", owner_name="Rex", time_zone="UTC", user=user)
    assert [item.text for item in signed_in.open("/account/delete/").page.one("section").all("li")] == [
        "Alone Nobody else is in it, so it’ll be deleted too, after 14 days. Export its score sheets first.",
        "Wednesday It stays. You can export its score sheets first.",
    ]
    Membership.objects.filter(pk=cast.owner.pk).update(role="recorder")
    assert "first make someone else an owner" in signed_in.open("/account/delete/").text
    assert signed_in.press("Delete account", password=PASSWORD).status == 422
    assert "You’re the only owner of Wednesday." in " ".join(signed_in.problems)


def test_health_is_one_query_without_a_session_and_says_when_the_database_does_not_answer(
    db, monkeypatch, django_assert_num_queries
):
    with django_assert_num_queries(1):
        response = Client().get("/healthz")
    assert (response.status_code, response.content, response.cookies) == (200, b"ok\n", {})
    assert response["Content-Type"] == "text/plain; charset=utf-8"

    def broken(*arguments):
        raise OperationalError("disk I/O error")

    with monkeypatch.context() as patched:
        patched.setattr(connection, "cursor", broken)
        response = Client().get("/healthz")
    assert (response.status_code, b"I/O" in response.content) == (503, False)
