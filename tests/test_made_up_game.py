"""A made-up game, defined in a single file, works on every page; the tests play it by submitting forms.

Only the module below and these tests know about it; no list, form or recipe mentions it.
"""

import json
import sys

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import scorekeeper.games
from scorekeeper.models import Game
from scorekeeper.queries.people.links import token_of
from scorekeeper.services.links import make_watch_link
from tests.cast import differences, make_cast, refresh, start_game
from tests.made_up import games_of
from tests.views.browser import Browser

pytestmark = pytest.mark.slow

MODULE = '''
"""Nines: a point for every nine you are left with; the fewest points win."""

from dataclasses import dataclass

from scorekeeper.rules.base import Mark, Rules
from scorekeeper.rules.declaration import Choice, choice, flag, number
from scorekeeper.rules.game import CardGame, Guide
from scorekeeper.rules.sheet import Line, Outcome, Problem
from scorekeeper.rules.statistics import Fact, Feat, Figure, Statistics
from scorekeeper.rules.words import both, gettext as _, ngettext, points

LEFT = _("How many nines does {name} have left?")
PACKS = (Choice("one", _("One pack")), Choice("two", _("Two packs")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    hands: int = number(_("How many hands"), _("Then it is over."), default=2, low=1, high=9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    pack: str | None = choice(_("Packs"), _("How many packs."), PACKS, question=_("How many packs?"))
    twice: bool = flag(_("Counts twice"), _("As a last hand may."), question=_("Does it count twice?"))
    nines: tuple[int | None, ...] = number(
        _("Nines"), _("How many are left."), question=LEFT, per="player", high=8, needed=True
    )


class Nines(Rules[Options, Entry]):
    slug = "nines"
    name = _("Nines")
    players = range(2, 5)
    low_wins = True
    options = Options
    entry = Entry
    legend = (Mark(key="clean", sign="☺", label=_("no nine left")),)

    def check(self, sheet, dealer, entry):
        total = sum(left or 0 for left in entry.nines)
        if total > {"one": 4, "two": 8, None: 8}[entry.pack]:
            yield Problem(path="players", message=_("{total} nines are more than there are.", total=total))

    def score(self, sheet, dealer, entry):
        for seat, left in enumerate(entry.nines):
            mark = "" if left else "clean"
            reason = ngettext("{count} nine left", "{count} nines left", left)
            yield Line(column=str(seat), points=points(left), reason=reason, mark=mark)
            if entry.twice and left:
                yield Line(column=str(seat), points=points(left), reason=_("counts twice"))

    def outcome(self, sheet):
        if len(sheet.hands) < sheet.table.options.hands:
            return None
        ranking = self.ranking(sheet)
        names = both(sheet.table.names[int(key)] for key in ranking[0])
        return Outcome(reason=_("{names} had the fewest nines", names=names), winners=ranking[0], ranking=ranking)


class Counted(Statistics[Options, Entry]):
    figures = (Figure(label=_("nines each time"), key="nines", show="each", heading=_("How many are left?")),)
    feats = (Feat(label=_("most nines"), key="nines"),)

    def facts(self, table, hand):
        yield from super().facts(table, hand)
        for seat, left in enumerate(hand.entry.nines):
            yield Fact(column=str(seat), key="nines", amount=points(left))


NINES = CardGame(
    rules=Nines(), statistics=Counted(), guide=(Guide(_("All there is"), _("Get rid of your nines.")),)
)
'''


@pytest.fixture
def nines(tmp_path):
    (tmp_path / "nines.py").write_text(MODULE, encoding="utf-8")
    with games_of(tmp_path):
        yield
    sys.modules.pop("scorekeeper.games.nines", None)
    vars(scorekeeper.games).pop("nines", None)


@pytest.fixture
def cast(db):
    return make_cast()


@pytest.fixture(params=[pytest.param(False, id="without scripts"), pytest.param(True, id="with htmx")])
def olga(request, cast, nines):
    return Browser(cast.owner, htmx=request.param)


def tap(browser, *labels):
    for label in labels:
        browser.press(label)
        assert browser.status == 200, (label, browser.text)
    return browser


def rows(browser):
    table = browser.page.one("table")
    return [[cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in table.all("tr")]


def start(browser, cast):
    """Choose the game and continue to its empty sheet; Ann deals."""
    browser.open(f"/groups/{cast.group.pk}/new/").follow("Nines")
    assert "2–4 players" in browser.text
    for name in ("Ann", "Bob", "Cy"):
        browser.press("Add", name=name)
    browser.press("Start game")
    assert (browser.status, Game.objects.get().rules) == (200, "nines")
    return Game.objects.get()


def play(browser):
    """Play two hands: Bob 3, Cy 0, Ann 1; then Cy 2, Ann 2, Bob 0, doubled. Bob wins with 3; Cy has 4 and Ann has 5."""
    browser.follow("Record hand 1")
    tap(browser, "One pack", "no", "3", "0", "1", "Save: ")
    browser.follow("Record hand 2")
    tap(browser, "Skip", "yes", "2", "2", "0", "Save: ")


def test_a_hand_asks_the_questions_that_the_game_declares(cast, olga):
    game = start(olga, cast)
    assert "Rules of Nines" in olga.text
    olga.follow("Record hand 1")
    assert olga.page.one(id="asked").text == "How many packs?"
    assert [label for label in olga.buttons() if "pack" in label] == ["One pack", "Two packs"]
    assert tap(olga, "Two packs").page.one(id="asked").text == "Does it count twice?"
    assert tap(olga, "no").page.one(id="asked").text == "How many nines does Bob have left?"
    tap(olga, "5", "3", "2")
    assert olga.problems == ["10 nines are more than there are."]
    assert not any(label.startswith("Save") for label in olga.buttons())
    tap(olga.follow("Ann"), "0", "Save: ")
    assert "Hand 1 saved: Bob +5, Cy +3" in olga.text
    assert "☺" in olga.text
    assert olga.presses <= 14
    assert differences(refresh(game)) == 0


def test_it_can_be_finished_and_corrected(cast, olga):
    game = start(olga, cast)
    play(olga)
    assert "Bob wins" in olga.page.one(id="end").text
    assert "Bob had the fewest nines" in olga.text
    places = [place.text for place in olga.page.one(class_="end").all("li")]
    assert places == ["1 ■ Bob 3", "2 ▲ Cy 4 1 more", "3 ● Ann 5 2 more"]
    olga.open(f"/games/{game.pk}/?hand=2").follow("Correct this hand")
    tap(olga.follow("Bob"), "4")
    tap(olga, "Save correction")
    assert "Bob wins" not in olga.page.one(id="end").text
    assert "Cy wins" in olga.page.one(id="end").text
    assert differences(refresh(game)) == 0
    olga.press("Rematch")
    assert (Game.objects.count(), Game.objects.latest("pk").rules) == (2, "nines")


def test_it_has_pages_for_rules_and_setup(cast, olga):
    game = start(olga, cast)
    play(olga)
    assert "Get rid of your nines." in olga.open(f"/games/{game.pk}/rules/").text
    olga.open(f"/games/{game.pk}/setup/")
    olga.press(next(label for label in olga.buttons() if "Preview" in label), option_hands="3")
    assert olga.status == 200
    olga.press(next(label for label in olga.buttons() if label.startswith("Save")), option_hands="3")
    assert "Record hand 3" in olga.open(f"/games/{game.pk}/").text
    assert "How many hands: 3" in olga.open(f"/games/{game.pk}/rules/").text


def test_it_has_statistics_a_chart_a_printed_sheet_and_watchers(cast, olga):
    game = start(olga, cast)
    play(olga)
    figure = olga.page.one("figure", class_="chart")
    assert len(list(figure.all("path", class_="curve"))) == 3
    olga.open(f"/groups/{cast.group.pk}/statistics/")
    for words in ("Bob 1 of 1 game", "most nines", "How many are left?", "nines each time"):
        assert words in olga.text, words
    olga.open(f"/players/{game.seats.get(number=1).player_id}/")
    assert "Nines" in olga.text
    assert "nines each time" in olga.text
    olga.open(f"/games/{game.pk}/print/")
    assert rows(olga) == [
        ["Hand", "Dealer", "Ann", "Bob", "Cy"],
        ["1", "Ann", "+1 1", "+3 3", "☺ 0 0"],
        ["2", "Bob", "+4 5", "☺ 0 3", "+4 4"],
        ["Total", "5", "♛ 3", "4"],
    ]
    olga.open(f"/groups/{cast.group.pk}/paper/")
    assert rows(olga)[:2] == [["Hand", "Dealer", "Ann", "Bob", "Cy"], ["Packs", *["Nines"] * 3]]
    start_game(cast.owner)
    for address in (f"/nights/{game.night_id}/", f"/groups/{cast.group.pk}/", f"/groups/{cast.group.pk}/?rules=nines"):
        assert "Nines" in olga.open(address).text
    watcher = Browser().open(f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, game=game))}/")
    assert "Bob wins" in watcher.text


def test_it_can_be_exported_and_imported_into_another_group(cast, olga):
    start(olga, cast)
    play(olga)
    raw = olga.client.get(f"/groups/{cast.group.pk}/files/sheets.json").content
    (sheet,) = json.loads(raw)["games"]
    assert (sheet["rules"], sheet["options"]) == ("nines", {"hands": 2})
    assert sheet["hands"][0]["hand"] == {"pack": "one"}
    other = Browser(cast.stranger, htmx=olga.htmx).open(f"/groups/{cast.stranger.group.pk}/files/")
    token = other.client.cookies["csrftoken"].value
    answer = other.client.post(
        f"{other.path}import/",
        {"file": SimpleUploadedFile("sheets.json", raw)},
        headers={"X-CSRFToken": token},
    )
    other.open(answer["Location"])
    assert "1 game, 2 hands" in other.text
    other.press(other.page.one("main").one("button", class_="main").text)
    imported = Game.objects.get(group=cast.stranger.group)
    assert (imported.rules, imported.state) == ("nines", "over")
    assert "Bob wins" in other.open(f"/games/{imported.pk}/").text
    for kind in ("hands.csv", "games.csv"):
        assert b"nines" in olga.client.get(f"/groups/{cast.group.pk}/files/{kind}").content
