"""Tontine's forms: house rules that set the number of players and the partners, and a hand with nine button groups."""

import pytest

from scorekeeper.looking_back.pages import hand_in_progress
from scorekeeper.models import Game
from tests.cast import seat_players
from tests.samples import SAMPLES, enter_taps, start_sample


@pytest.fixture
def new(cast, olga):
    """A function that opens the new game page for Tontine and seats the named players."""

    def sit(*names):
        seat_players(cast.group, 4)
        olga.open(f"/groups/{cast.group.pk}/new/?rules=tontine")
        for name in names:
            chip = next(a for a in olga.page.all("a", class_="chip") if name in a.text.split())
            olga.open(chip.attrs["href"])
        return olga

    return sit


def test_an_empty_number_of_hands_is_filled_in_from_the_base(new):
    new("Ann", "Bob", "Cy", "Dee").press("Start game", option_base="tarocchi", option_hands="")
    assert Game.objects.get().options["hands"] == 4


@pytest.mark.parametrize(
    ("names", "bases"),
    [
        pytest.param(["Ann", "Bob", "Cy"], [], id="three can only play Scarto, so nothing is asked"),
        pytest.param(["Ann", "Bob", "Cy", "Dee"], ["Tarocchi", "Conference"], id="four cannot play Scarto"),
    ],
)
def test_only_bases_for_this_number_of_players_are_offered_before_the_start(new, names, bases):
    olga = new(*names)
    form = olga.page.one(id="start")
    folded = [*form.one("details").all("fieldset")]
    asked = [fieldset for fieldset in form.all("fieldset", class_="option") if fieldset not in folded]
    assert [label.text for fieldset in asked for label in fieldset.all("label")] == bases
    olga.press("Start game")
    assert Game.objects.get().options["base"] == (bases or ["Scarto"])[0].lower()


@pytest.mark.parametrize(
    ("names", "asked", "left_out"),
    [
        pytest.param(["Ann", "Bob", "Cy"], "Settling up", "Neither side has 56", id="three"),
        pytest.param(["Ann", "Bob", "Cy", "Dee"], "Neither side has 56", "Settling up", id="four"),
    ],
)
def test_options_that_do_nothing_for_this_number_of_players_are_not_shown(new, names, asked, left_out):
    olga = new(*names)
    assert asked in olga.text
    assert left_out not in olga.text
    olga.press("Start game", option_hands="1")
    olga.open(f"/games/{Game.objects.get().pk}/setup/")
    assert asked in olga.text
    assert left_out not in olga.text


def test_four_players_cannot_play_tontine_as_scarto(new):
    olga = new("Ann", "Bob", "Cy", "Dee").press("Start game", option_base="scarto")
    assert olga.status == 422
    assert olga.problems == ["Played as Scarto, Tontine is for 3 players."]
    assert not Game.objects.exists()


def test_correcting_the_setup_keeps_an_option_that_is_not_shown(cast, olga):
    game = start_sample("tontine", cast.owner)
    kept = game.options | {"nobody_at_56": "difference"}
    Game.objects.filter(pk=game.pk).update(options=kept)
    olga.open(f"/games/{game.pk}/setup/").press("Preview changes", option_settle="pairs").press("Save")
    assert Game.objects.get().options == kept | {"settle": "pairs"}


def test_adding_a_fourth_player_replaces_the_base_of_the_last_game(new):
    new("Ann", "Bob", "Cy").press("Start game")
    olga = new()
    olga.open(next(link for link in olga.page.all("a") if "Same as last time" in link.text).attrs["href"])
    olga.open(next(a for a in olga.page.all("a", class_="chip") if "Dee" in a.text.split()).attrs["href"])
    olga.press("Start game")
    assert Game.objects.latest("pk").options["base"] == "tarocchi"


@pytest.mark.parametrize(
    ("slug", "dealer"),
    [("tontine", "Cy"), ("scarto", "Cy"), ("tarocchi", "Dee"), ("conference", "Dee"), ("klondike", "")],
)
def test_watchers_see_that_a_hand_is_in_progress_but_not_its_answers(cast, slug, dealer):
    taps = SAMPLES[slug][2][0][:-1]
    progress = hand_in_progress(enter_taps(start_sample(slug, cast.owner), taps, cast.owner).record)
    assert progress == {"number": 1, "dealer": dealer, "facts": (), "rows": ()}
