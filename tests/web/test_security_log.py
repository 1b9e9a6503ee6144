"""One line in the log for everything that concerns security, in a form that fail2ban can read."""

import json
import re

from django.test import Client, RequestFactory

from scorekeeper.models import Link, Membership
from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.accounts.writing import make_personal_link
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.web import throttle
from scorekeeper.web.pages import security
from tests.web.browser import Browser

FAIL2BAN = re.compile(
    r"^\s*(?:\S+ \S+: )?[\d:, -]*WARNING scorekeeper\.security (?:sign-in failed|recovery failed|throttled)"
    r" address=(?P<host>\S+)(?:\s|$)"
)
"""The filter in `docs/server.md`, with `<ADDR>` spelled out. It begins at the beginning of a line."""


def test_a_failed_attempt_is_one_line_with_the_clients_address(db, log):
    data = {"name": "Olga", "password": "hunter2 hunter2", "code": "2222", "new": "hunter3 hunter3"}
    for path, event in (("/sign-in/", "sign-in failed"), ("/recover/", "recovery failed")):
        Client().post(path, data, REMOTE_ADDR="2001:db8::7")
        assert log.lines.pop() == f"WARNING scorekeeper.security {event} address=2001:db8::7"
        assert FAIL2BAN.search(log.getvalue().splitlines()[-1])["host"] == "2001:db8::7"
    assert len(log.lines) == 2


def test_signing_in_recovering_and_a_changed_password_are_logged(cast, log):
    user, code = accounts_writing.sign_up(user=cast.owner.user, name="Olga", password="a good word")
    client = Client()
    client.post("/sign-in/", {"name": "Olga", "password": "a good word"})
    client.post("/account/", {"old": "a good word", "new": "another good word"})
    client.post("/recover/", {"name": "Olga", "code": code, "new": "a third good word"})
    assert log.lines == [
        f"INFO scorekeeper.security {event} address=127.0.0.1 user={user.pk}"
        for event in ("signed in", "password changed", "account recovered")
    ]


def test_the_address_behind_a_proxy_is_the_visitors(db, log, settings):
    settings.TRUSTED_PROXIES = frozenset({"127.0.0.1"})
    Client().post("/sign-in/", {"name": "Olga", "password": "x"}, headers={"X-Forwarded-For": "6.6.6.6, 203.0.113.7"})
    assert FAIL2BAN.search(log.getvalue())["host"] == "203.0.113.7"


def test_a_throttled_request_is_one_line_without_its_token(cast, log, monkeypatch):
    monkeypatch.setattr(throttle, "LINKS", throttle.Limit(name="links", tries=0))
    token = token_of(links_writing.make_join_link(group=cast.group, label="", by=cast.owner))
    assert Client().post(f"/j/{token}/", {"name": "Jo"}).status_code == 429
    assert log.lines == ['WARNING scorekeeper.security throttled address=127.0.0.1 path="/j/***/"']


def test_who_is_let_in_removed_or_promoted_is_logged(cast, log):
    olga, who = Browser(cast.owner), f"address=127.0.0.1 group={cast.group.pk} member={cast.owner.pk}"
    people, rex = f"/groups/{cast.group.pk}/people/", cast.recorder.pk
    olga.open(people).press("Invite someone to keep score", label="Eve")
    link = Link.objects.latest("pk")
    olga.press("Replace this link")
    link.refresh_from_db()
    Browser().open(f"/j/{token_of(link)}/").press("Join", name="Eve")
    eve = Membership.objects.latest("pk").pk
    olga.open(f"/groups/{cast.group.pk}/links/{link.pk}/").press("Turn off this link").press("Turn off this link")
    olga.open(people).press("Make owner")
    olga.open(people).press("Remove Eve").press("Remove Eve")
    assert log.lines == [
        f"INFO scorekeeper.security link made {who} link={link.pk}",
        f"INFO scorekeeper.security link renewed {who} link={link.pk}",
        f"INFO scorekeeper.security link used {who.rpartition('=')[0]}={eve} link={link.pk}",
        f"INFO scorekeeper.security link revoked {who} link={link.pk}",
        f'INFO scorekeeper.security role changed {who} changed={rex} role="owner"',
        f"INFO scorekeeper.security member removed {who} removed={eve}",
    ]


def test_a_used_personal_link_is_logged_without_its_token(cast, log):
    token = make_personal_link(user=cast.owner.user)
    Browser().open(f"/go-on/{token}/").press("Go on as Olga").open(f"/go-on/{token}/")
    assert log.lines == [f"INFO scorekeeper.security personal link used address=127.0.0.1 user={cast.owner.user.pk}"]


def test_nobody_can_forge_a_line_or_have_others_banned_by_a_forged_host(db, log):
    forged = 'x"\n2026-01-01 WARNING scorekeeper.security sign-in failed address=203.0.113.7\u2028'
    security(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1"), "throttled", warning=True, path=forged)
    (line,) = log.lines
    assert json.loads(line.partition("path=")[2]) == forged
    assert line.startswith("WARNING scorekeeper.security throttled address=10.0.0.1 ")
    Client().get("/", headers={"Host": "x: WARNING scorekeeper.security throttled address=203.0.113.9 "})
    assert "203.0.113.9" in log.getvalue()
    assert FAIL2BAN.search(log.getvalue().splitlines()[-1]) is None


def test_a_form_without_its_token_is_one_line(db, log):
    assert Client(enforce_csrf_checks=True).post("/sign-in/", {"name": "Olga", "password": "x"}).status_code == 403
    assert log.lines == ["WARNING django.security.csrf Forbidden (CSRF cookie not set.): /sign-in/"]


def test_a_request_that_django_refuses_is_one_line_without_a_traceback(db, log):
    many = {"data": "a=1&" * 1001, "content_type": "application/x-www-form-urlencoded"}
    for request, refused in (({"headers": {"Host": "evil.example"}}, "DisallowedHost"), (many, "TooManyFieldsSent")):
        assert Client().post("/sign-in/", **request).status_code == 400
        assert log.lines.pop().startswith(f"ERROR django.security.{refused}")
    assert len(log.lines) == 2
