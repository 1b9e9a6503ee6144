"""Tokens never reach a log: not in a path, not in an exception."""

import io
import logging
import logging.config
import sys

import pytest
from django.conf import settings
from django.test import Client

from scorekeeper.logs import MaskingFormatter
from scorekeeper.queries.people.links import find_link, token_of
from scorekeeper.queries.recording.watching import member_token
from scorekeeper.services.hand_overs import make_hand_over
from scorekeeper.services.links import make_join_link, make_watch_link
from tests.cast import make_cast

LINK = "aB3_" * 16 + "x"
"""A made-up token, as long as a real link's."""


@pytest.fixture
def tokens(db):
    """One token of each kind: for joining, for watching, for a member's open page, and for going on elsewhere."""
    cast = make_cast()
    watch = make_watch_link(group=cast.group, by=cast.owner)
    join = make_join_link(group=cast.group, label="", by=cast.owner)
    hand_over = make_hand_over(session="0")
    return {"j": token_of(join), "w": token_of(watch), "v": member_token(cast.owner), "go-on": hand_over}


@pytest.fixture
def log():
    """Everything that the configured log handlers write from now on."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    formatter = dict(settings.LOGGING["formatters"]["masked"])
    assert formatter.pop("()") == "scorekeeper.logs.MaskingFormatter"
    handler.setFormatter(MaskingFormatter(formatter["format"]))
    root = logging.getLogger()
    root.addHandler(handler)
    yield stream
    root.removeHandler(handler)


def masked(message, *args, exc_info=None):
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, message, args, exc_info)
    return MaskingFormatter("%(message)s").format(record)


@pytest.mark.parametrize(
    ("message", "logged"),
    [
        pytest.param(f"GET /j/{LINK}/", "GET /j/***/", id="an invitation"),
        pytest.param(f"GET /w/{LINK}/v/?v=3", "GET /w/***/v/?v=3", id="a watcher's poll"),
        pytest.param(f"GET /v/12:{LINK[:43]}/?v=3", "GET /v/***/?v=3", id="a member's poll"),
        pytest.param(f"GET /go-on/{LINK[:43]}/?group=3", "GET /go-on/***/?group=3", id="a hand-over"),
        pytest.param("POST /go-on/", "POST /go-on/", id="handing over"),
        pytest.param("GET /home-screen/short/start/", "GET /home-screen/***/start/", id="an icon’s first start"),
        pytest.param("GET /v/short/", "GET /v/***/", id="anything where a token should be"),
        pytest.param(f"https://cards.example.org/w/{LINK}/", "https://cards.example.org/w/***/", id="a whole address"),
        pytest.param(f"<WSGIRequest: GET '/w/{LINK}'>", "<WSGIRequest: GET '/w/***'>", id="a request's repr"),
        pytest.param(f"Reverse for 'join' with ('{LINK}',)", "Reverse for 'join' with ('***',)", id="a token alone"),
        pytest.param(f"no such member 12:{LINK[:43]}", "no such member ***", id="a member's token alone"),
        pytest.param("GET /groups/3/links/7/", "GET /groups/3/links/7/", id="a page without a token"),
        pytest.param(
            "scorekeeper.services.games.start_game", "scorekeeper.services.games.start_game", id="a dotted name"
        ),
    ],
)
def test_a_token_is_masked_wherever_it_appears(message, logged):
    assert masked("%s", message) == logged


def test_real_tokens_are_masked_both_alone_and_in_paths(tokens):
    for kind, token in tokens.items():
        assert masked("%s", f"/{kind}/{token}/") == f"/{kind}/***/"
        assert masked("%s", token) == "***"
    assert find_link(tokens["w"], "watch") is not None


def test_a_traceback_is_masked():
    try:
        raise ValueError(f"{LINK} of /w/{LINK}/")
    except ValueError:
        text = masked("failed", exc_info=sys.exc_info())
    assert "ValueError: *** of /w/***/" in text
    assert LINK not in text


@pytest.mark.parametrize("kind", ["j", "w", "v", "go-on"])
def test_an_unhandled_exception_does_not_log_the_token(kind, tokens, log, monkeypatch):
    """Django logs a failed request's path and the exception, whose message contains the token."""

    def broken(token, *rest):
        raise RuntimeError(f"no version of {token}")

    finders = ("people.links.find_link", "people.links.watched_version", "people.hand_overs.find_hand_over")
    for name in (*finders, "recording.watching.member_version"):
        monkeypatch.setattr(f"scorekeeper.queries.{name}", broken)
    response = Client(raise_request_exception=False).get(f"/{kind}/{tokens[kind]}/")
    assert response.status_code == 500
    assert f"Internal Server Error: /{kind}/***/" in log.getvalue()
    assert "RuntimeError: no version of ***" in log.getvalue()
    assert tokens[kind] not in log.getvalue()


def test_every_logger_goes_through_the_masking_handler():
    """Django gives some loggers their own handlers; any left in place would write unmasked lines."""
    from django.utils.log import DEFAULT_LOGGING

    assert {name for name, handler in settings.LOGGING["handlers"].items() if handler["formatter"] != "masked"} == set()
    for name, own in DEFAULT_LOGGING["loggers"].items():
        if own.get("handlers"):
            assert settings.LOGGING["loggers"][name]["handlers"] == []
