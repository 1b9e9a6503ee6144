"""Typing a whole hand on one form: what is shown, what is said of it, and what it carries for a phone offline."""

import json
import re
import uuid

import pytest
from django.utils import timezone

from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Game, Hand, Revision
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.writing import rescore
from tests.cast import A_HAND, Phone, play, refresh, start_game
from tests.own_games import SCRABBLE, play_own, round_of, start_own
from tests.web.browser import Browser
from tests.whole_forms import typed

pytestmark = pytest.mark.slow

T1 = {"players.0.bid": 10, "players.1.bid": 6, "players.3.bid": 8}
T1 |= {f"players.{seat}.taken": points for seat, points in enumerate((12, 9, 3, 7))}
"""The answers of `A_HAND`."""
SAVED, UNDO, UNSAVED = "Hand 1 saved.", "Undo hand 1", "This can’t be saved yet."


def whole(browser, game, number=1):
    """Open the form."""
    return browser.open(f"/games/{game.pk}/hands/{number}/whole/")


def save(browser, answers, words="Save"):
    return browser.press(words, **typed(answers))


def inputs(browser):
    """Return what the form sends as it is, without what it hides."""
    fields = dict(browser.fields(browser.page.one("form", id="whole")))
    return {name: value for name, value in fields.items() if "." in name and value}


def test_saving_shows_the_sheet_and_can_be_undone(olga, game):
    save(olga.open(f"/games/{game.pk}/hands/1/").follow("Type it all at once"), T1)
    assert (olga.status, olga.path, UNDO in olga.buttons()) == (200, f"/games/{game.pk}/", True)
    olga.press("Undo")
    assert inputs(whole(olga, game)) == typed(T1)


def test_htmx_gets_the_sheet_to_swap_in(cast, game):
    browser = Browser(cast.owner)
    data = dict(browser.fields(whole(browser, game).page.one("form", id="whole"))) | typed(T1)
    response = browser.client.post(browser.address, data, headers={"HX-Request": "true", "HX-Target": "page"})
    assert response.headers["HX-Push-Url"] == f"/games/{game.pk}/"
    assert f'data-say="{SAVED} Ann +24, Bob +6, Dee +7, Gnome +6"' in response.content.decode()
    assert "<html" not in response.content.decode()


def test_what_was_tapped_is_in_the_form_and_the_dealer_if_it_is_not_in_turn(cast, olga, game):
    assert "Who dealt? In turn ◆ Dee" in whole(olga, game).text
    Phone(game, cast.recorder).tap("A bid 10", "B peeked", "done", "gnome 9S", "A took 12", "dealer C")
    shown = {"players.0.bid": "10", "players.1.peeked": "true", "hand.gnome": "9S", "players.0.taken": "12"}
    assert inputs(whole(olga, game)) == shown
    assert dict(olga.fields(olga.page.one("form", id="whole")))["dealer"] == "2"
    save(olga, T1)
    assert (Hand.objects.get().dealer, Hand.objects.get().taps) == (2, [])


def test_a_saved_hand_is_corrected(cast, olga, game):
    play(game, A_HAND, A_HAND, by=cast.owner)
    save(whole(olga, game), {"players.2.taken": 4, "players.1.taken": 8}, "Save correction")
    assert "Hand 1 corrected" in olga.text


def test_whatever_is_wrong_is_said_at_its_input_and_what_was_typed_stays(olga, game):
    save(whole(olga, game), {"players.0.bid": "ten", "players.1.taken": "many", "players.2.taken": 3})
    assert (olga.status, olga.problems) == (422, ["Enter a whole number from 0 to 9999."] * 2)
    shown = inputs(olga)
    assert (shown["players.0.bid"], shown["players.1.taken"], shown["players.2.taken"]) == ("ten", "many", "3")
    save(olga, T1 | {"players.2.taken": ""})
    heads = [head.spoken for head in olga.page.all("th", scope="row")]
    assert (olga.status, heads[:4]) == (422, ["Ann", "Bob", "Cy Enter Cy’s points.", "Dee"])
    save(olga, T1)
    assert UNDO in olga.buttons()


def test_a_warning_can_be_overruled_but_only_for_the_hand_that_it_is_about(olga, game):
    save(whole(olga, game), T1 | {"players.0.taken": 25})
    assert (olga.status, olga.buttons()) == (422, ["Score it anyway", "Save"])
    save(olga, {"players.0.taken": 26}, "Score it anyway")
    assert (olga.status, olga.buttons()) == (422, ["Score it anyway", "Save"]), "another hand, another warning"
    olga.press("Score it anyway")
    assert Hand.objects.get().entry["score_anyway"] is True


def test_what_others_have_tapped_meanwhile_is_never_overwritten_unseen(cast, olga, game):
    whole(olga, game)
    Phone(game, cast.recorder).tap("A bid 10")
    save(olga, {"players.0.bid": "ten"})
    save(olga, T1)
    assert olga.status == 409
    assert olga.problems[0] == "Someone else has begun to record this. If you save yours, it counts."
    assert inputs(olga) == typed(T1)
    assert UNDO in olga.press("Save").buttons()


def test_a_hand_that_a_restored_backup_lacks_is_asked_about_with_what_was_typed(cast, olga, game):
    play(game, A_HAND, by=cast.owner)
    whole(olga, game, 2).page.one("form", id="whole").attrs["action"] = f"/games/{game.pk}/hands/112/whole/"
    save(olga, T1)
    assert (olga.status, olga.problems) == (409, ["Hand 112 isn’t next. Does what you entered belong here?"])
    assert inputs(olga) == typed(T1)
    Phone(game, cast.recorder, 2).tap("B bid 10")
    assert olga.press("Save").problems == ["Someone else has begun to record this. If you save yours, it counts."]
    assert olga.press("Save").status == 200
    assert [*Hand.objects.values_list("number", flat=True)] == [1, 2]


def test_a_hand_whose_turn_has_not_come_goes_to_the_screen_that_says_so(cast, olga, game):
    revision = play(game, A_HAND, by=cast.owner)[-1]
    whole(olga, game, 2)
    Phone(game, cast.owner).undo(revision)
    save(olga, T1)
    assert olga.status == 409
    assert "What came before this was reopened. Save that first, then go on." in olga.problems
    assert inputs(olga) == typed(T1), "what was typed stays"
    assert whole(olga, game, 2).path == f"/games/{game.pk}/hands/2/"


def test_the_form_carries_what_a_phone_needs_without_network(cast, olga, game):
    play(game, A_HAND, A_HAND, by=cast.owner)
    form = whole(olga, game, 3).page.one("form", id="whole")
    assert json.loads(form.attrs["data-players"]) == ["Ann", "Bob", "Cy", "Dee"]
    assert (form.attrs["data-game"], form.attrs["data-number"], form.attrs["data-next"]) == (str(game.pk), "3", "3")
    assert "data-dealer" in form.attrs
    kinds = {field.attrs["name"]: field.attrs["data-kind"] for field in form.all() if "data-kind" in field.attrs}
    expected = {"players.0.bid": "number", "players.0.peeked": "flag", "hand.gnome": "choice", "dealer": "seat"}
    assert expected.items() <= kinds.items()
    file = read_sheets(form.attrs["data-sheet"].encode())
    assert [str(message) for message in file.messages] == []
    assert [hand.entry for hand in file.games[0].scored] == [hand.entry for hand in load(game).sheet.hands]


def test_in_a_game_of_turns_whoevers_turn_it_is_comes_first_and_one_sentence_says_so(cast, olga):
    game = play_own(start_own(cast.owner, SCRABBLE, 3), round_of((20,)), by=cast.owner)
    wrong = {"players.0.points": 5, "players.1.points": 7, "players.2.points": 9}
    save(whole(olga, game, 2), wrong)
    assert (olga.status, olga.problems) == (422, ["It’s Bob’s turn, so nobody else scores.", UNSAVED])
    assert list(inputs(olga).values()) == ["7", "5", "9"]
    save(olga, {"players.0.points": "", "players.2.points": ""})
    assert "Undo turn 2" in olga.buttons()


def test_a_tally_can_be_typed_and_whoever_is_left_out_has_made_no_point(cast, olga):
    game = start_own(cast.owner, SCRABBLE, 2, rows="tally")
    save(whole(olga, game, 1), {"players.0.points": 11, "players.1.points": ""})
    assert [hand.entry["players"] for hand in load(refresh(game)).saved] == [[{"points": 11}, {"points": 0}]]


A_BIDS, B_BIDS = [10, 6, None, 8], [6, 10, None, 8]
B_TYPED = {f"players.{seat}.bid": bid or "" for seat, bid in enumerate(B_BIDS)}
B_TYPED |= {f"players.{seat}.taken": points for seat, points in enumerate((9, 12, 3, 7))}


def bids(game):
    return [[seat.get("bid") for seat in hand.entry["players"]] for hand in load(refresh(game)).saved]


def text(response):
    """Return the words on a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode().partition("<main")[2]).split())


class TestRecordedOffline:
    """A hand that a phone sends when it has a network again, and whose number may be taken."""

    @pytest.fixture
    def game(self, cast):
        """A game in which the recorder has saved a hand."""
        game = start_game(cast.owner)
        play(game, by=cast.recorder)
        return game

    @pytest.fixture
    def send(self, client, cast, game):
        """Send the owner's hand, which was recorded offline by a phone that had seen nothing."""
        client.force_login(cast.owner.user)
        key = str(uuid.uuid4())

        def send(number=1, **fields):
            unseen = {"key": key, "revisions": 0, "taps": 0, "setup": 0, "age": 60}
            return client.post(f"/games/{game.pk}/hands/{number}/whole/", unseen | B_TYPED | fields)

        return send

    def ways(self, response):
        return re.findall(r'name="choice" value="(\w+)"', response.content.decode())

    def test_nothing_comes_after_the_hand_that_ended_the_game(self, send, game):
        Game.objects.filter(pk=game.pk).update(options=game.options | {"player_target": 20})
        rescore(game)
        response = send()
        assert self.ways(response) == ["theirs", "mine", "before"]
        assert "This one came second: This game is over, so nothing more can be recorded." in text(response)

    def test_both_hands_are_shown_and_nothing_is_stored(self, send, game, cast):
        response = send()
        assert response.status_code == 409
        page = text(response)
        assert "This was recorded twice" in page
        assert "Rex recorded the one on the sheet" in page
        assert "Ann: Bid 10 6 , differs" in page
        assert "Dee: Bid 8 8" in page
        assert "Ann: Score +24 +6 , differs Bob: Score +6 +24 , differs Dee: Score +7 +7 Gnome: Score +6 +6" in page
        assert self.ways(response) == ["theirs", "mine", "before", "after"]
        assert bids(game) == [A_BIDS]
        play(game, "pass", by=cast.recorder)
        assert "This one came second Compare it with the next one then." in text(send())
        response = send(choice="after", revisions=1)
        assert (response.status_code, "This was recorded twice" in text(response)) == (409, True)
        assert f'action="/games/{game.pk}/hands/2/whole/"' in response.content.decode()

    @pytest.mark.parametrize(
        ("choice", "expected", "number"),
        [
            ("theirs", [A_BIDS], "1"),
            ("mine", [B_BIDS], "1"),
            ("before", [B_BIDS, A_BIDS], "1"),
            ("after", [A_BIDS, B_BIDS], "2"),
        ],
    )
    def test_an_answer_is_carried_out_once(self, send, game, choice, expected, number):
        for _time in range(2):
            response = send(choice=choice, revisions=1)
            assert (response.status_code, response["Hand"]) == (302, number)
            assert bids(game) == expected

    def test_an_impossible_hand_can_only_give_way(self, send):
        page = text(send(**{"players.0.bid": 10}))
        assert "Ann: Score +24 none" in page
        assert "This one is dropped: it isn’t possible." in page
        assert 'value="before"' not in page
        assert "This one came first: Ann and Bob have the same bid, 10." in page

    def test_after_a_refused_answer_saving_carries_it_out(self, send, game):
        response = send(choice="before", revisions=1, **{"players.0.taken": 20})
        assert response.status_code == 422
        page = response.content.decode()
        assert 'name="choice" value="before"' in page
        assert 'name="revisions" value="1"' in page
        assert "correction" not in text(response)
        assert send(choice="before", revisions=1).status_code == 302
        assert bids(game) == [B_BIDS, A_BIDS]

    def test_a_key_that_is_no_key_is_replaced(self, send, game):
        for number, key in enumerate(("", "x", "0" * 5000), start=2):
            assert send(number=number, key=key).status_code == 302, key
        assert len({*Revision.objects.values_list("key", flat=True)}) == 4

    def test_whatever_the_phones_clock_says_the_time_is_during_the_game(self, send, game, client):
        for number, age in enumerate(("60", "999999999", "soon"), start=2):
            assert send(number=number, age=age, key=uuid.uuid4()).status_code == 302
            at = Revision.objects.get(hand__number=number).recorded_at
            assert game.started_at <= at <= timezone.now(), age
        assert "Recorded offline: " in client.get(f"/games/{game.pk}/?hand=2").content.decode()
        assert "Recorded offline" not in client.get(f"/games/{game.pk}/?hand=1").content.decode()

    def test_a_hand_of_somebody_who_was_removed_is_refused(self, send, game, cast):
        groups_writing.change_role(group=cast.group, member_id=cast.recorder.pk, role="owner", by=cast.owner)
        groups_writing.remove_member(group=cast.group, member_id=cast.owner.pk, by=cast.recorder)
        assert send(number=2).status_code == 410
        assert bids(game) == [A_BIDS]

    def test_a_hand_that_somebody_else_typed_on_this_phone_is_mentioned_first(self, send, cast):
        response = send(number=2, by=cast.recorder.pk)
        assert response.status_code == 409
        assert "Someone else typed this on this phone." in text(response)
        assert f'name="by" value="{cast.owner.pk}"' in response.content.decode()
        assert send(number=2, by=cast.owner.pk).status_code == 302

    def test_points_follow_the_seats_that_the_form_showed_whatever_number_its_setup_has_now(self, send, game):
        now = load(game).players
        seats = {"seats": ",".join(str(now[seat]) for seat in (1, 0, 2, 3))}
        response = send(number=2, **seats)
        assert (response.status_code, bids(game)) == (409, [A_BIDS])
        assert "It has moved with Bob and Ann." in text(response)
        for answer in (response, send(number=2, **seats, **{"players.2.taken": "1.0"})):
            page = answer.content.decode()
            assert [re.search(rf'players.{seat}.bid" value="(\d+)', page)[1] for seat in (0, 1)] == ["10", "6"]
            assert f'name="seats" value="{",".join(map(str, now))}"' in page

    def test_whatever_has_changed_saving_never_overwrites_the_other_hand(self, send, game):
        for changed in ({"setup": 7}, {"by": 999_999}):
            for choice in ("", "mine", "before", "after", "theirs"):
                response = send(choice=choice, revisions=1, **changed)
                assert response.status_code == 409, (choice, changed)
                assert "This was recorded twice" in text(response)
                assert 'name="choice"' in response.content.decode()
                assert bids(game) == [A_BIDS]
