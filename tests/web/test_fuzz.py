"""Hundreds of requests with hostile fields, sent to every form and to every address that reads query parameters.

The app never crashes, nothing is half stored, and nothing changes in a group that the sender doesn't belong to. The
first test fails if a route takes a form but isn't listed in `tests.asking.FORMS`.
"""

from __future__ import annotations

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, given, settings as examples, strategies as st

from scorekeeper.formats.language import clean_name
from scorekeeper.looking_back.forms import NightForm
from scorekeeper.models import Game, Membership, Night, Player, Playgroup, Recipe
from scorekeeper.recording.own_games.forms import NoteForm
from tests.asking import FORMS, PARAMETERS, READ, Ask
from tests.cast import differences

pytestmark = pytest.mark.slow

REQUESTS, AT_ONCE = 200, 10
FULL = 5000
SENDERS = ("owner", "owner", "recorder", "stranger", "nobody")

CHANGE_THE_SENDER = {"sign_up", "sign_in", "sign_out", "recover", "account", "delete_account", "go_on"}
"""The effects of these routes are undone at once; otherwise, the requests after them would come from a stranger."""

HOSTILE = (
    *(
        "",
        " ",
        "\0",
        "a\0b",
        "\ud800",
        "\udfff\ud800x",
        "\ufeff",
        "\u202eevil\u202c",
        "\u200b",
        "\u0661\u0662",
        "²",
        "½",
    ),
    *("1e9", "1" + "0" * 20, "-1", "-0", "+1", "0x10", "1_0", "1.5", "NaN", "Infinity", "null", "[]", "{}", "true"),
    *("9" * 19, str(2**63), str(2**31), "9" * 5000, "x" * 100_000, "1," * 50_000, "\u0300" * 300, "ﷺ" * 41, "ẞ" * 40),
    *(
        "<script>alert(1)</script>",
        "' OR 1=1 --",
        "%s%n",
        "{0.__class__}",
        "{{ 7|add:7 }}",
        "../../etc/passwd",
        "\r\nX: y",
    ),
    *("0000-00-00", "9999-12-31", "0001-01-01", "2026-02-30", "00000000-0000-0000-0000-000000000000", "//evil.example"),
    *("dealer=9", "dealer=\u0661", "players.99.bid=1", "players.0.bid=\u0661", "hand.gnome=XX", "=", "players..=1"),
    *("players.0.bid=99999", "players.-1.bid=1", "hand.__class__=1", "players.0.taken=", "hand.bidding_done=maybe"),
)
KINDS = ("form", "form", "form", "parts", "parts", "json", "nothing", "broken parts", "no length")
CHARSETS = ("utf-8", "utf-16", "utf-7", "unicode_escape", "idna", "hex", "rot13", "undefined", "no-such", "latin-1")
CHARSETS = (*[""] * 40, *CHARSETS)

hostile = st.sampled_from(HOSTILE) | st.text(max_size=12) | st.integers().map(str)
kinds_of_change = st.sampled_from((*["replaced"] * 3, "missing", "doubled", "renamed", "joined"))
tokens = st.just("") | st.just("") | hostile.map(lambda text: text[:3000])
requests = st.builds(
    lambda route, **more: Ask(method=route[0], route=route[1], **more),
    route=st.sampled_from([("POST", name) for name in FORMS] * 3 + [("GET", name) for name in READ]),
    changes=st.lists(st.tuples(st.integers(0, 12), kinds_of_change, hostile), max_size=3).map(tuple),
    token=tokens,
    kind=st.sampled_from(KINDS),
    charset=st.sampled_from(CHARSETS),
    htmx=st.booleans(),
)


def test_every_route_that_takes_a_form_is_listed(world):
    assert {route for route in PARAMETERS if world.undone("POST", world.address(route, "owner")) != 405} == {*FORMS}


def test_valid_fields_are_accepted(world):
    """Without this check, every hostile request might be refused only because some other field is wrong."""
    others = dict.fromkeys(("account", "delete_account", "sign_out"), "recorder") | {"sign_up": "nobody"}
    for route in FORMS:
        request = Ask(method="POST", route=route, changes=(), token="", kind="parts", charset="", htmx=False)
        with transaction.atomic():
            assert world.ask(others.get(route, "owner"), request) in (200, 302), route
            transaction.set_rollback(True)


def test_hostile_requests_never_crash_the_app_or_change_other_groups(world, full):
    total, statuses = FULL if full else REQUESTS, dict[int, int]()

    @examples(
        max_examples=total // (AT_ONCE * len(SENDERS)),
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @given(st.tuples(*[st.lists(requests, min_size=AT_ONCE, max_size=AT_ONCE)] * len(SENDERS)))
    def hostile_requests(batches):
        for who, batch in zip(SENDERS, batches, strict=True):
            send(who, batch)

    def send(who, batch):
        with transaction.atomic():
            before = world.of_others(who)
            for request in batch:
                with transaction.atomic():
                    status = world.ask(who, request)
                    if request.route in CHANGE_THE_SENDER:
                        connection.check_constraints()
                        transaction.set_rollback(True)
                assert status < 500, request
                statuses[status] = statuses.get(status, 0) + 1
            assert world.of_others(who) == before
            assert_nothing_is_half_stored(world)
            transaction.set_rollback(True)

    hostile_requests()
    assert sum(statuses.values()) >= total
    # The requests got past the first checks: forms reported errors, and some requests stored their data.
    assert {200, 302, 400, 403, 404, 409, 410, 422} <= set(statuses), statuses
    assert statuses[302] > total / 20, statuses


def assert_nothing_is_half_stored(world):
    """Assert that constraints hold, replays find no difference, and all stored names, places and notes are clean."""
    connection.check_constraints()
    assert not any(differences(game) for game in Game.objects.all())
    assert all(NightForm(night).is_valid() for night in Night.objects.values("place", "note"))
    assert all(NoteForm(recipe).is_valid() for recipe in Recipe.objects.values("note"))
    for model in (Playgroup, Membership, Player):
        for name in model.objects.values_list("name", flat=True):
            assert clean_name(name) == name
