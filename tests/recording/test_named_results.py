"""Writing down the result of a game by its name: one that the group has or could play, or else one that is new."""

from urllib.parse import urlencode

import pytest

from scorekeeper.models import Game, Recipe
from scorekeeper.rules import limits
from tests.own_games import SKYJO
from tests.recording.test_results_pages import YESTERDAY, newest, told, totals
from tests.results import write_down
from tests.rounds import play_rounds, record, start_rounds

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def named(cast, olga):
    write_down(cast.owner, "Ann Bob", "1 2", night=YESTERDAY)

    def opened(name):
        query = urlencode({"result": YESTERDAY, "name": name})
        return olga.open(f"/groups/{cast.group.pk}/result/?{query}")

    return opened


@pytest.mark.parametrize("name", ["Skyjo", " sKYJO ", "skyjo\u200b"])
def test_a_ready_one_is_found(named, name):
    browser = named(name).press("Save", **totals("3 2"))
    assert (newest().rules, str(newest().night.date), told(newest())) == (SKYJO, YESTERDAY, "Ann 3 · Bob 2 ♛")
    assert browser.status == 200
    assert not Recipe.objects.exists()


@pytest.mark.parametrize("name", ["6 nimmt!", "6 nimmt", "6 NIMMT"])
def test_the_sign_at_the_end_of_a_name_can_be_left_out(named, name):
    named(name).press("Save", **totals("3 2"))
    assert newest().rules == "any_game:6-nimmt"


def test_one_of_the_groups_own_is_found_before_a_ready_one(cast, named):
    start_rounds(cast.owner, 2, template="ours", name="Skyjo")
    named("Skyjo").press("Save", **totals("3 2"))
    assert newest().rules == "any_game:ours"


@pytest.mark.parametrize(
    ("how", "typed", "expected"),
    [
        ("The most points win", totals("3 2"), "Ann 3 ♛ · Bob 2"),
        ("The fewest points win", totals("3 2"), "Ann 3 · Bob 2 ♛"),
        ("There are no points", {"won": "1"}, "Ann · Bob ♛"),
        ("All win or lose together", {"won": "nobody"}, "Ann+Bob"),
    ],
)
def test_for_another_it_is_asked_how_one_wins_and_kept(cast, named, how, typed, expected):
    named("Wingspan").press(how).press("Save", **typed)
    assert (told(newest()), str(newest().night.date)) == (expected, YESTERDAY)
    recipe = Recipe.objects.get(group=cast.group)
    assert (recipe.options["name"], recipe.rules) == ("Wingspan", newest().rules)
    assert "Who wins?" not in named("wingspan").text, "it is known now"


def test_it_is_no_longer_asked_then_and_can_be_played_with_rounds(cast, named, olga):
    named("Wingspan").press("The most points win").press("Save", **totals("1 2"))
    seats = ",".join(map(str, record(newest()).players))
    olga.open(f"/groups/{cast.group.pk}/new/?rules={newest().rules}&seats={seats}").press("Start")
    play_rounds(newest(), cast.owner, "3 4")
    assert newest().state == Game.State.PLAYING


def test_a_name_that_was_not_typed_is_asked_for(cast, olga, named):
    browser = named("")
    assert (browser.status, "What’s it called?" in browser.text) == (200, True)
    browser.press("The most points win", name="Kubb").press("Save", **totals("1 2"))
    assert Recipe.objects.get().options["name"] == "Kubb"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "Enter a name."),
        (" ", "Enter a name."),
        ("a\0b", "Null characters are not allowed."),
        ("\u202e", "A name can’t contain control characters."),
        ("x" * 41, "A name can have at most 40 characters."),
    ],
)
def test_one_that_cannot_be_one_is_asked_for_again(named, name, why):
    browser = named("").press("The most points win", name=name)
    assert (browser.status, browser.problems, Recipe.objects.exists()) == (422, [why], False)


def test_what_is_typed_is_kept(named):
    assert named("Wing <b>span</b>").page.one("input", name="name").attrs["value"] == "Wing <b>span</b>"


def test_a_way_to_win_that_was_not_offered_is_asked_for_again(named):
    browser = named("Wingspan")
    button = browser.page.one("button", value="least")
    button.attrs["value"] = "luck"
    browser.press(button.text)
    assert (browser.status, "Who wins?" in browser.text, Recipe.objects.exists()) == (422, True, False)


def test_a_group_that_has_too_many_is_told(cast, named, monkeypatch):
    monkeypatch.setattr(limits, "MOST_RECIPES", 0)
    browser = named("Wingspan").press("The most points win")
    (why,) = browser.problems
    assert (browser.status, why.partition(".")[0]) == (422, "A group can have at most 0 games of its own")


def test_from_the_list_a_name_is_typed_or_not(cast, olga, named):
    olga.open(f"/groups/{cast.group.pk}/new/?result={YESTERDAY}")
    form = olga.page.one("form", id="find")
    assert form.attrs["action"] == f"/groups/{cast.group.pk}/result/"
    assert form.one("input", name="result").attrs["value"] == YESTERDAY
    for link in [node for node in olga.page.all("a") if "Something else" in node.text]:
        assert link.attrs["href"].startswith(f"/groups/{cast.group.pk}/result/?result={YESTERDAY}")
