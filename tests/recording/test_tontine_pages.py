"""Tontine's forms: house rules that set the number of players and the partners, and a hand with nine button groups."""

import pytest

from scorekeeper.looking_back.pages import hand_in_progress
from scorekeeper.models import Game
from tests.cast import seat_players
from tests.recording.seats import sit
from tests.samples import SAMPLES, enter_taps, start_sample


@pytest.fixture
def new(cast, olga):
    """A function that opens the new game page for Tontine and seats the named players."""
    seat_players(cast.group, 4)
    return lambda *names: sit(olga.open(f"/groups/{cast.group.pk}/new/?rules=tontine"), *names)


def test_four_cannot_play_it_as_scarto_and_an_empty_number_of_hands_is_filled_in_from_the_base(new):
    olga = new("Ann", "Bob", "Cy", "Dee").press("Start game", option_base="scarto")
    assert (olga.status, olga.problems) == (422, ["Played as Scarto, Tontine is for 3 players."])
    assert not Game.objects.exists()
    olga.press("Start game", option_base="tarocchi", option_hands="")
    assert Game.objects.get().options["hands"] == 4


@pytest.mark.parametrize(
    ("names", "bases", "asked", "left_out"),
    [
        pytest.param("Ann Bob Cy", [], "Settling up", "Neither side has 56", id="three can only play Scarto"),
        pytest.param(
            "Ann Bob Cy Dee", ["Tarocchi", "Conference"], "Neither side has 56", "Settling up", id="four can not"
        ),
    ],
)
def test_only_what_matters_to_this_number_of_players_is_asked(new, names, bases, asked, left_out):
    olga = new(*names.split())
    form = olga.page.one(id="start")
    folded = [*form.one("details").all("fieldset")]
    upfront = [fieldset for fieldset in form.all("fieldset", class_="option") if fieldset not in folded]
    assert [label.text for fieldset in upfront for label in fieldset.all("label")] == bases
    assert (asked in olga.text, left_out in olga.text) == (True, False)
    olga.press("Start game", option_hands="1")
    game = Game.objects.get()
    assert game.options["base"] == (bases or ["Scarto"])[0].lower()
    olga.open(f"/games/{game.pk}/setup/")
    assert (asked in olga.text, left_out in olga.text) == (True, False)


def test_correcting_the_setup_keeps_an_option_that_is_not_shown(cast, olga):
    game = start_sample("tontine", cast.owner)
    kept = game.options | {"nobody_at_56": "difference"}
    Game.objects.filter(pk=game.pk).update(options=kept)
    olga.open(f"/games/{game.pk}/setup/").press("Preview changes", option_settle="pairs").press("Save")
    assert Game.objects.get().options == kept | {"settle": "pairs"}


def test_adding_a_fourth_player_replaces_the_base_of_the_last_game(new):
    new("Ann", "Bob", "Cy").press("Start game")
    olga = new()
    sit(olga.follow("Same as last time"), "Dee").press("Start game")
    assert Game.objects.latest("pk").options["base"] == "tarocchi"


def test_watchers_see_that_a_hand_is_in_progress_but_not_its_answers(cast):
    for slug, dealer in {
        "tontine": "Cy",
        "scarto": "Cy",
        "tarocchi": "Dee",
        "conference": "Dee",
        "klondike": "",
    }.items():
        taps = SAMPLES[slug][2][0][:-1]
        progress = hand_in_progress(enter_taps(start_sample(slug, cast.owner), taps, cast.owner).record)
        assert progress == {"number": 1, "dealer": dealer, "facts": (), "rows": ()}
