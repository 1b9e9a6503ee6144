"""Whoever was removed stays out, and the form that starts a group makes one owner, for the browser that asked."""

import datetime

import pytest
from django.test import Client

from scorekeeper.models import Link, Membership, Playgroup, User
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.web.refusals import Refused
from tests.web.browser import Browser

NEW = {"name": "Sunday", "owner_name": "Olga"}


def owners():
    return list(Membership.objects.filter(role="owner", group__name="Sunday", removed_at=None))


def form_of(client):
    """Open the start page as a browser does, and return what its form sends."""
    page = client.get("/")
    return NEW | {
        "uid": page.context["form"]["uid"].value(),
        "csrfmiddlewaretoken": page.cookies["scorekeeper-csrf"].value,
    }


def strict():
    return Client(enforce_csrf_checks=True)


def test_another_browser_with_the_same_form_starts_a_group_of_its_own(db):
    first, second = strict(), strict()
    form = form_of(first)
    address = first.post("/", form)["Location"]
    other = form_of(second)
    assert second.post("/", other | {"uid": form["uid"]})["Location"] != address
    assert second.get(address).status_code == 404
    assert sorted(member.group.memberships.count() for member in owners()) == [1, 1]


def test_a_browser_that_repeats_the_request_gets_in_as_the_same_owner(db):
    """The response to the first request was lost, so the browser has neither its session nor its new CSRF cookie."""
    client = strict()
    form, before = form_of(client), client.cookies.copy()
    address = client.post("/", form)["Location"]
    client.cookies = before
    assert client.post("/", form)["Location"] == address
    assert client.get(address).status_code == 200
    assert (len(owners()), User.objects.count()) == (1, 1)


@pytest.mark.parametrize("change", ["removed", "an account", "too late"])
def test_a_repeated_request_opens_nothing_to_somebody_who_would_have_to_sign_in_or_stay_out(db, change):
    client = strict()
    form, before = form_of(client), client.cookies.copy()
    address = client.post("/", form)["Location"]
    (founder,) = owners()
    if change == "removed":
        remove(founder, heir_of(founder))
    elif change == "an account":
        accounts_writing.sign_up(user=founder.user, name="Olga", password="correct horse")
    else:
        Playgroup.objects.update(created_at=founder.group.created_at - datetime.timedelta(minutes=11))
    client.cookies = before
    response = client.post("/", form)
    assert (response.status_code, "already been started" in response.content.decode()) == (422, True)
    assert client.get(address).status_code == 404


def heir_of(founder):
    """Return a second owner of the group."""
    return groups_writing.redeem(link=links_writing.make_owner_link(founder.group), name="Zoe", user=None)


def remove(founder, heir):
    groups_writing.remove_member(group=founder.group, member_id=founder.pk, by=heir)


def test_a_removed_member_cannot_come_back_through_their_own_links(cast):
    heir = heir_of(cast.owner)
    made = [links_writing.make_join_link(group=cast.group, label="", by=cast.owner) for _link in range(2)]
    kept = links_writing.make_watch_link(group=cast.group, by=heir)
    remove(cast.owner, heir)
    with pytest.raises(Refused):
        groups_writing.redeem(link=made[0], name="Olga under another name", user=None)
    assert Browser().open(f"/j/{token_of(made[1])}/").status == 410
    assert list(Link.objects.filter(revoked_at=None, uses_left__gt=0)) == [kept]
