"""Tokens never reach a log: not in a path, not in an exception."""

import logging
import logging.config
import sys

import pytest
from django.conf import settings
from django.utils.log import DEFAULT_LOGGING

from scorekeeper.people.accounts.writing import make_personal_link
from scorekeeper.people.links.reading import find_link, token_of
from scorekeeper.people.links.writing import make_join_link, make_watch_link
from scorekeeper.recording.game.reading import member_token
from scorekeeper.web.logs import MaskingFormatter
from tests.cast import make_cast

LINK = "aB3_" * 16 + "x"
"""A made-up token, as long as a real link's."""


@pytest.fixture
def tokens(db):
    """One token of each kind: for joining, for watching, for a member's open page, and for going on elsewhere."""
    cast = make_cast()
    watch = make_watch_link(group=cast.group, by=cast.owner)
    join = make_join_link(group=cast.group, label="", by=cast.owner)
    personal = make_personal_link(user=cast.owner.user)
    return {"j": token_of(join), "w": token_of(watch), "v": member_token(cast.owner), "go-on": personal}


def masked(message, *args, exc_info=None):
    record = logging.LogRecord("x", logging.ERROR, __file__, 1, message, args, exc_info)
    return MaskingFormatter("%(message)s").format(record)


def test_a_token_is_masked_wherever_it_appears():
    for message, logged in (
        (f"GET /v/12:{LINK[:43]}/?v=3", "GET /v/***/?v=3"),
        ("GET /home-screen/short/start/", "GET /home-screen/***/start/"),
        (f"https://cards.example.org/w/{LINK}/", "https://cards.example.org/w/***/"),
        (f"<WSGIRequest: GET '/w/{LINK}'>", "<WSGIRequest: GET '/w/***'>"),
        (f"Reverse for 'join' with ('{LINK}',)", "Reverse for 'join' with ('***',)"),
        (f"no such member 12:{LINK[:43]}", "no such member ***"),
        ("GET /groups/3/links/7/", "GET /groups/3/links/7/"),
    ):
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


def test_every_logger_goes_through_the_masking_handler():
    """Django gives some loggers their own handlers; any left in place would write unmasked lines."""
    assert {name for name, handler in settings.LOGGING["handlers"].items() if handler["formatter"] != "masked"} == set()
    for name, own in DEFAULT_LOGGING["loggers"].items():
        if own.get("handlers"):
            assert settings.LOGGING["loggers"][name]["handlers"] == []
