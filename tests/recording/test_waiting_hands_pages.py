"""What a phone sends late: to its own game and players, or with a question."""

import uuid

import pytest

from scorekeeper.models import Game, Hand, Revision
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup.writing import correct_setup
from tests.cast import A_HAND, play, refresh, start_game
from tests.recording.test_whole_hands_pages import T1, inputs, save, whole
from tests.samples import start_sample
from tests.web.browser import Browser
from tests.whole_forms import typed

pytestmark = pytest.mark.slow

SWAPPED = {"players.0.bid": 6, "players.1.bid": 10, "players.3.bid": 8}
SWAPPED |= {f"players.{seat}.taken": points for seat, points in enumerate((9, 12, 3, 7))}
"""The answers of `A_HAND`, once Ann and Bob have changed seats."""


def sit(game, by, *order):
    """Let the players sit in another order of the seats."""
    record = load(refresh(game))
    players = tuple(record.players[seat] for seat in order)
    setting = Setting(players=players, first_dealer=record.first_dealer, options=record.options)
    correct_setup(game=refresh(game), setting=setting, seen=record.setup, by=by)


@pytest.fixture
def form(olga, game):
    """The owner's form for the first hand, loaded before anything changes."""
    return whole(olga, game)


def test_a_hand_finds_its_game_under_another_number(form, cast, game):
    other = start_game(cast.owner, players=3)
    form.page.one("form", id="whole").attrs["action"] = f"/games/{other.pk}/hands/1/whole/"
    save(form, T1)
    assert form.path == f"/games/{game.pk}/"
    assert [hand.game_id for hand in Hand.objects.all()] == [game.pk]


def test_a_hand_whose_game_is_gone_is_recorded_nowhere(form, cast, game):
    page = form.page
    for change in ({"uid": uuid.uuid4()}, {"uid": game.uid, "group": cast.stranger.group}):
        Game.objects.filter(pk=game.pk).update(**change)
        form.page = page
        save(form, T1)
        assert (form.status, "This game isn’t on the server anymore." in form.text) == (410, True)
    assert not Hand.objects.exists()


def test_answers_move_with_their_players_and_the_question_says_who_moved(form, cast, game):
    sit(game, cast.recorder, 1, 0, 2, 3)
    save(form, {**T1, "dealer": 1})
    assert (form.status, "It has moved with Ann and Bob. Check it, then save." in form.text) == (409, True)
    assert inputs(form) == typed(SWAPPED)
    assert dict(form.fields(form.page.one("form", id="whole")))["dealer"] == "0", "Bob still deals"
    form.press("Save")
    assert [seat.get("bid") for seat in Hand.objects.get().entry["players"]] == [6, 10, None, 8]


def test_answers_of_a_side_move_with_the_side_and_seats_that_were_chosen_with_their_player(cast, olga):
    game = start_sample("pinochle", cast.owner)
    form = whole(olga, game)
    sit(game, cast.owner, 1, 2, 3, 0)
    save(form, {"hand.bidder": 0, "sides.0.meld": 8, "sides.1.meld": 4})
    assert {"hand.bidder": "3", "sides.1.meld": "8", "sides.0.meld": "4"}.items() <= inputs(form).items()


def test_a_new_setup_with_everybody_in_their_seat_asks_nothing(form, cast, game):
    record = load(game)
    options = {**record.options, "player_target": 300}
    setting = Setting(players=record.players, first_dealer=record.first_dealer, options=options)
    correct_setup(game=refresh(game), setting=setting, seen=0, by=cast.recorder)
    assert save(form, T1).status == 200
    assert Hand.objects.get().entry is not None


def test_a_hand_behind_others_than_those_it_had_seen_is_asked_about_once(cast, olga, game):
    play(game, A_HAND, by=cast.owner)
    form = whole(olga, game, 2)
    Revision.objects.update(at=Revision.objects.get().at.replace(year=2020))  # another hand 1, in its place
    save(form, T1)
    why = "What came before isn’t what this phone had seen. Does it still belong here?"
    assert (form.status, why in form.text) == (409, True)
    assert form.press("Save").status == 200
    assert Hand.objects.filter(entry__isnull=False).count() == 2


def test_a_correction_before_it_asks_nothing(cast, olga, game):
    play(game, A_HAND, by=cast.owner)
    form, other = whole(olga, game, 2), Browser(cast.recorder)
    save(whole(other, game, 1), {"players.2.taken": 4, "players.1.taken": 8}, "Save correction")
    assert save(form, T1).status == 200


def test_a_tap_of_somebody_else_on_this_phone_is_refused_in_words(cast, game):
    rex = Browser(cast.recorder).open(f"/games/{game.pk}/hands/1/")
    for field in rex.page.all("input", name="by"):
        field.attrs["value"] = str(cast.owner.pk)
    rex.press("10")
    why = "Someone else tapped this on this phone. Tap again if you mean it, too."
    assert (rex.status, rex.problems) == (409, [why])
    assert not Hand.objects.exists()


def test_every_answer_is_signed(client, olga, game):
    for path in ("/", "/nowhere/", f"/games/{game.pk}/"):
        assert client.get(path).headers["Scorekeeper"] == "1", path
    assert olga.client.post(f"/games/{game.pk}/hands/1/tap/", {"tap": "players.0.bid=99"}).headers["Scorekeeper"] == "1"
