"""A whole hand whose number is taken, or that was recorded offline, over HTTP: what is asked, and what is answered."""

import re
import uuid

import pytest
from django.utils import timezone

from scorekeeper.models import Revision
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.recording.game.reading import load
from tests.cast import play, refresh, start_game

pytestmark = pytest.mark.django_db

A_BIDS, B_BIDS = [10, 6, None, 8], [6, 10, None, 8]
B_TYPED = {
    f"players.{seat}.{key}": value
    for key, row in (("bid", (6, 10, "", 8)), ("taken", (9, 12, 3, 7)))
    for seat, value in enumerate(row)
}


@pytest.fixture
def game(cast):
    """A game in which the recorder has saved a hand."""
    game = start_game(cast.owner)
    play(game, by=cast.recorder)
    return game


@pytest.fixture
def send(client, cast, game):
    """Send the owner's hand, which was recorded offline by a phone that had seen nothing."""
    client.force_login(cast.owner.user)
    key = str(uuid.uuid4())

    def send(number=1, **fields):
        unseen = {"key": key, "revisions": 0, "taps": 0, "setup": 0, "age": 60}
        return client.post(f"/games/{game.pk}/hands/{number}/whole/", unseen | B_TYPED | fields)

    return send


def bids(game):
    return [[seat.get("bid") for seat in hand.entry["players"]] for hand in load(refresh(game)).saved]


def text(response):
    """Return the words on a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode().partition("<main")[2]).split())


def test_both_hands_are_shown_and_nothing_is_stored(send, game):
    response = send()
    assert response.status_code == 409
    page = text(response)
    assert "Hand 1 was recorded twice" in page
    assert "Rex recorded the one on the sheet" in page
    assert "Ann: Bid 10 6 , differs" in page
    assert "Dee: Bid 8 8" in page
    assert "Ann: Score +24 +6 , differs Bob: Score +6 +24 , differs Dee: Score +7 +7 Gnome: Score +6 +6" in page
    assert bids(game) == [A_BIDS]


def test_with_a_hand_behind_it_that_is_compared_next(send, game, cast):
    play(game, "pass", by=cast.recorder)
    assert "This one came second Compare it with hand 2 next." in text(send())
    response = send(choice="after", revisions=1)
    assert response.status_code == 409
    assert "Hand 2 was recorded twice" in text(response)
    assert f'action="/games/{game.pk}/hands/2/whole/"' in response.content.decode()


@pytest.mark.parametrize(
    ("choice", "expected", "number", "setup"),
    [
        pytest.param("theirs", [A_BIDS], "1", None, id="the one on the sheet"),
        pytest.param("mine", [B_BIDS], "1", None, id="this one"),
        pytest.param("before", [B_BIDS, A_BIDS], "1", "1", id="this one first"),
        pytest.param("after", [A_BIDS, B_BIDS], "2", None, id="this one second"),
    ],
)
def test_an_answer_is_carried_out_once(send, game, choice, expected, number, setup):
    for _try in range(2):
        response = send(choice=choice, revisions=1)
        assert (response.status_code, response["Hand"], response.headers.get("Setup")) == (302, number, setup)
        setup = None
        assert bids(game) == expected


def test_an_impossible_hand_can_only_give_way(send):
    page = text(send(**{"players.0.bid": 10}))
    assert "Ann: Score +24 none" in page
    assert "This one is dropped: it isn’t possible." in page
    assert 'value="before"' not in page
    assert "This one came first: Ann and Bob have the same bid, 10." in page


def test_after_a_refused_answer_saving_carries_it_out(send, game):
    response = send(choice="before", revisions=1, **{"players.0.taken": 20})
    assert response.status_code == 422
    page = response.content.decode()
    assert 'name="choice" value="before"' in page
    assert 'name="revisions" value="1"' in page
    assert "correction" not in text(response)
    assert send(choice="before", revisions=1).status_code == 302
    assert bids(game) == [B_BIDS, A_BIDS]


@pytest.mark.parametrize(
    "age",
    [
        pytest.param("60", id="before the game, by a clock that was wrong"),
        pytest.param("999999999", id="a generation ago"),
        pytest.param("soon", id="a word"),
    ],
)
def test_whatever_the_phones_clock_says_the_time_is_during_the_game(send, game, age):
    assert send(number=2, age=age).status_code == 302
    at = Revision.objects.get(hand__number=2).recorded_at
    assert game.started_at <= at <= timezone.now()


def test_the_sheet_says_that_a_hand_was_recorded_offline(send, game, client):
    send(number=2)
    assert "Recorded offline: " in client.get(f"/games/{game.pk}/?hand=2").content.decode()
    assert "Recorded offline" not in client.get(f"/games/{game.pk}/?hand=1").content.decode()


def test_a_hand_of_somebody_who_was_removed_is_refused(send, game, cast):
    groups_writing.change_role(group=cast.group, member_id=cast.recorder.pk, role="owner", by=cast.owner)
    groups_writing.remove_member(group=cast.group, member_id=cast.owner.pk, by=cast.recorder)
    assert send(number=2).status_code == 410
    assert bids(game) == [A_BIDS]


def test_a_hand_that_somebody_else_typed_on_this_phone_is_mentioned_first(send, cast):
    response = send(number=2, by=cast.recorder.pk)
    assert response.status_code == 409
    assert "Someone else typed this hand on this phone." in text(response)
    assert f'name="by" value="{cast.owner.pk}"' in response.content.decode()
    assert send(number=2, by=cast.owner.pk).status_code == 302


@pytest.mark.parametrize("changed", [{"setup": 7}, {"by": 999_999}], ids=["another setup", "somebody else"])
@pytest.mark.parametrize("choice", ["", "mine", "before", "after", "theirs"])
def test_whatever_has_changed_saving_never_overwrites_the_other_hand(send, game, choice, changed):
    response = send(choice=choice, revisions=1, **changed)
    assert response.status_code == 409
    assert "Hand 1 was recorded twice" in text(response) or choice == "after"
    assert 'name="choice"' in response.content.decode()
    assert bids(game) == [A_BIDS]
