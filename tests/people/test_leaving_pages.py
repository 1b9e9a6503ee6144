"""Pages that delete a group or an account, the log, links replaced after a removal, and answers for machines."""

import datetime
import re
import uuid

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Event, Link, Membership, Playgroup
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.web import configuration
from tests.cast import A_HAND, correct, play, start_game
from tests.web.browser import Browser

PASSWORD = "correct horse"


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
    olga.open(people).follow("Delete this group")
    lines = [line.text for line in olga.page.one("ul").all("li")]
    assert lines == ["1 game, 2 hands", "4 players", "2 members", "1 link"]
    assert "any owner can stop it for 14 days" in olga.text
    assert "Backups of the server keep what they had." in olga.text
    assert olga.follow("Export the score sheets").address == f"/groups/{cast.group.pk}/files/"


def test_all_members_see_it_and_any_owner_stops_it(cast, olga):
    game, rex, zoe = start_game(cast.owner), Browser(cast.recorder), Browser(second_owner(cast))
    olga.open(f"/groups/{cast.group.pk}/delete/").press("Delete this group in 14 days")
    date = timezone.localtime(timezone.now() + datetime.timedelta(days=14))
    said = f"This group will be deleted after {date:%b} {date.day}."
    for page in (f"/groups/{cast.group.pk}/", f"/groups/{cast.group.pk}/people/", f"/games/{game.pk}/"):
        assert (said in olga.open(page).text, said in rex.open(page).text) == (True, True)
        assert "Stop the deletion" not in rex.buttons()
    assert "Delete this group in 14 days" not in olga.open(f"/groups/{cast.group.pk}/delete/").buttons()
    zoe.open(f"/groups/{cast.group.pk}/").press("Stop the deletion")
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


def test_security_txt_gives_the_operators_contact_which_is_an_address(db, settings):
    assert Client().get("/.well-known/security.txt").status_code == 404
    settings.CONTACT, settings.BASE_URL = "mailto:cards@example.org", "https://cards.example.org"
    text = Client().get("/.well-known/security.txt").content.decode()
    assert text.startswith("Contact: mailto:cards@example.org\nExpires: ")
    assert text.endswith("\nCanonical: https://cards.example.org/.well-known/security.txt\n")
    expires = datetime.datetime.fromisoformat(re.search("Expires: (.*)", text)[1])
    assert timezone.now() < expires < timezone.now() + datetime.timedelta(days=365)
    for contact in ("mailto:cards@example.org", "https://example.org/security?a=1", ""):
        assert configuration.read({"SCOREKEEPER_CONTACT": contact}).contact == contact
    for contact in ("cards@example.org", "http://example.org", "mailto:a@b\nEncryption: x", "mailto:"):
        with pytest.raises(configuration.ConfigurationError):
            configuration.read({"SCOREKEEPER_CONTACT": contact})
