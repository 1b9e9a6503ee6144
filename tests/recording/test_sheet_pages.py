"""The score sheet: changes, totals, marks, and reasons; the end of the game; and the hand just saved."""

from dataclasses import replace

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.shnarbles import Shnarbles
from scorekeeper.models import Game, Hand
from scorekeeper.recording.game import writing as game_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet.columns import End
from scorekeeper.recording.sheet.reading import SheetView
from scorekeeper.recording.sheet.writing import stop_game
from tests.cast import A_HAND, Phone, correct, new_game, play, refresh, start_game, start_short_game
from tests.samples import enter_taps, play_sample, start_sample
from tests.web.browser import Browser

PEEKED = "10 6 - 8 | AD | 12 9 3 7"
FAILED = "12 8 - 5 | A | 10 7 6 8"
UNLIKELY = "10 - - - | | 10 10 5 3 | 9S"


def cells(browser, number):
    """Return the change and the total in each column of a hand's row, as text."""
    row = browser.page.one("tr", id=f"hand-{number}")
    return [(cell.one("b").text, cell.one("small").text) for cell in row.all("td")]


def marks(browser, number):
    row = browser.page.one("tr", id=f"hand-{number}")
    return [[mark.attrs["aria-label"] for mark in cell.all(role="img")] for cell in (row.one("th"), *row.all("td"))]


@pytest.fixture
def sheet(olga, game):
    return olga.open(f"/games/{game.pk}/")


def play_and_open(browser, cast, game, *hands, query=""):
    play(game, *hands, by=cast.owner, anyway=True)
    return browser.open(f"/games/{game.pk}/{query}")


def test_a_new_sheet_says_that_no_hand_has_been_dealt_yet_and_has_a_column_for_the_gnome(cast, game, sheet):
    assert "Nothing recorded yet." in sheet.text
    assert sheet.page.one(class_="dock").text == "Record hand 1 Dee deals"
    assert not list(sheet.page.all(class_="legend"))
    assert [name.text for name in sheet.page.one("thead").all(class_="name")] == ["Ann", "Bob", "Cy", "Dee", "Gnome"]
    heads = list(sheet.page.one("thead").all("th", scope="col"))
    assert [bool(list(head.all(class_="pg"))) for head in heads] == [False] * 5 + [True]
    assert sheet.page.one("caption").text == "Score sheet, newest first"
    Phone(game, cast.owner).tap("A bid 10")
    dock = Browser(cast.recorder).open(f"/games/{game.pk}/").page.one(class_="dock")
    assert dock.text == "Continue hand 1 Dee deals · What does Bob bid?"


def test_every_column_has_a_sign_of_its_own(cast, game, olga):
    cast.group.players.update(mark=5)
    faces = list(olga.open(f"/games/{game.pk}/").page.one("thead").all(class_="field-of"))
    assert [face.text for face in faces] == ["✚", "●", "■", "▲", ""]
    assert [face.attrs["class"].split()[1] for face in faces] == ["p5", "p0", "p1", "p2", "pg"]


def test_changes_are_signed_and_totals_accumulate(cast, sheet, game):
    play_and_open(sheet, cast, game, A_HAND, PEEKED, FAILED)
    assert cells(sheet, 1) == [("+24", "24"), ("+6", "6"), ("0", "0"), ("+7", "7"), ("+6", "6")]
    assert cells(sheet, 2) == [("+6", "30"), ("+6", "12"), ("0", "0"), ("+3½", "10½"), ("+15½", "21½")]
    assert cells(sheet, 3) == [("−12", "18"), ("+7", "19"), ("0", "0"), ("+5", "15½"), ("+29", "50½")]
    looks = [cell.attrs["class"] for cell in sheet.page.one("tr", id="hand-3").all("td")]
    assert looks == ["p0 lost took", "p1 ", "p2 zero", "p3 ", "pg "]
    totals = [cell.one("strong").text for cell in sheet.page.one("tr", class_="totals").all("td")]
    assert totals == ["18", "19", "0", "15½", "50½"]


def test_a_legend_explains_the_marks(cast, sheet, game):
    play_and_open(sheet, cast, game, A_HAND)
    taker = ["took the bid", "doubled: made the bid without peeking"]
    capped = "outbid and over their bid: the rest went to the Gnome"
    assert marks(sheet, 1) == [[], taker, [capped], [], [], []]
    stripe = "A stripe shows who; a tint, that they made it."
    signs = f"▸ Took the bid. {stripe} ×2 {taker[1].capitalize()}. ↓ O{capped[1:]}."
    key = sheet.page.one("details", class_="key")
    assert "open" not in key.attrs
    assert key.one("summary").text == "Key ▸ took it ×2 no peek ↓ over"
    legend = key.one(class_="legend")
    assert legend.text.startswith(signs)
    assert "The Gnome can’t win, but ends the game at 350." in legend.text
    assert "dotted" not in legend.text, "there is no chart yet"
    play_and_open(sheet, cast, game, UNLIKELY)
    assert marks(sheet, 2) == [["scored despite a warning"], taker, *[[]] * 4]
    assert "Scored despite a warning." in sheet.page.one(class_="legend").text


def test_a_corrected_hand_is_marked_and_keeps_its_history(cast, sheet, game):
    play(game, A_HAND, by=cast.owner)
    revision = correct(game, 1, "10 6 - 8 | | 11 9 3 8", cast.recorder)
    sheet.open(f"/games/{game.pk}/?hand=1")
    assert marks(sheet, 1)[0] == ["corrected"]
    Phone(game, cast.recorder, 1).undo(revision)
    sheet.open(f"/games/{game.pk}/?hand=1")
    assert marks(sheet, 1)[0] == []
    versions = list(sheet.page.one("ol", class_="versions").all("li"))
    expected = [
        ("undone", "Rex", "Ann +24, Bob +6, Dee +7, Gnome +6"),
        ("corrected", "Rex", "Ann +22, Bob +6, Dee +8, Gnome +6"),
        ("recorded", "Olga", "Ann +24, Bob +6, Dee +7, Gnome +6"),
    ]
    for item, parts in zip(versions, expected, strict=True):
        assert all(part in item.text for part in parts), (item.text, parts)
    assert all(item.one("time").attrs["datetime"] for item in versions)


def test_an_open_hand_begins_with_what_happened_and_shows_the_reasons_for_its_points(cast, sheet, game):
    play_and_open(sheet, cast, game, A_HAND).follow("Hand 1, reasons")
    reasons = sheet.page.one("tr", class_="reasons")
    assert reasons.one("h2").text == "Ann took it at 10 and doubled"
    title = "Ann took it at 10 and doubled Hand 1 · Dee dealt Correct this"
    assert reasons.one(class_="title").text == title, "above the reasons"
    assert next(reasons.all("p")).text == "Hand 1 · Dee dealt"
    rows = [row.text for row in reasons.one("ul", class_="why").all("li")]
    assert rows[:2] == [
        "● Ann +12 took 12, made the bid of 10 +12 doubled: made it without peeking +24 0 → 24",
        "■ Bob +9 took 9, bid 6 −3 over the bid: to the Gnome +6 0 → 6",
    ]
    assert [row.split()[0] for row in rows[2:]] == ["▲", "◆", "Gnome"]
    assert sheet.page.one("a", href=f"/games/{game.pk}/hands/1/").text == "Correct this"
    sheet.follow("Hand 1, reasons")
    assert not list(sheet.page.all("tr", class_="reasons"))


def test_an_open_hand_says_once_that_everyone_passed(cast, sheet, game):
    play_and_open(sheet, cast, game, "pass").follow("Hand 1, reasons")
    reasons = sheet.page.one("tr", class_="reasons").text
    assert reasons.startswith("Everyone passed Hand 1 · Dee dealt Correct this Nobody scores.")


def test_in_a_game_that_tells_nothing_an_open_hand_begins_with_its_number(cast, sheet):
    game = play_sample("oh_hell", cast.owner, 1)
    sheet.open(f"/games/{game.pk}/?hand=1")
    assert sheet.page.one("tr", class_="reasons").one("h2").text == "Hand 1"


def test_an_unknown_hand_in_the_query_opens_nothing(cast, sheet, game):
    play(game, A_HAND, by=cast.owner)
    for query in ("hand=9", "hand=x", "hand=-1", "hand=" + "9" * 5000, "hand=%00", "hand=&hand=1x"):
        assert sheet.open(f"/games/{game.pk}/?{query}").status == 200
        assert not list(sheet.page.all("tr", class_="reasons")), query


class TestEndOfGame:
    @pytest.fixture
    def ended(self, cast, olga):
        game = start_short_game(cast.owner)
        play(game, A_HAND, PEEKED, A_HAND, by=cast.owner)
        return olga.open(f"/games/{game.pk}/")

    def test_the_sheet_names_the_winner_the_reason_and_every_place(self, ended):
        hero = ended.page.one(class_="hero")
        assert hero.text.startswith("● Ann wins 54 Ann reached the target of 40 with 54 points ")
        assert (len(list(hero.all(class_="crown"))), ended.page.one("header").has(class_="p0")) == (1, True)
        places = list(ended.page.one("ol", class_="rank").all("li"))
        assert [place.text for place in places] == [
            "1 ● Ann 54",
            "2 ■ Bob 36 behind 18",
            "3 ◆ Dee 36½ behind 17½",
            "4 ▲ Cy 54 behind 0",
            "Gnome Second-highest, but the Gnome can’t win 27½",
        ]
        assert [place.has(class_="won") for place in places] == [True] + [False] * 4
        assert [place.one("rect").attrs["width"] for place in places] == ["100%", "33%", "32%", "0%", "50%"]
        assert "Record hand" not in ended.text
        assert "End game early" not in ended.text
        assert ended.follow("Hand 3, reasons").follow("Correct this").status == 200

    def test_tied_winners_share_the_win_and_first_place(self, cast, olga):
        game = start_game(cast.owner, player_target=8, priority="none")
        play(game, "8 9 - - | B | 8 16 3 2", by=cast.owner)
        hero = olga.open(f"/games/{game.pk}/").page.one(class_="hero")
        assert (hero.one("h1").text, hero.one(class_="winners").text) == ("Ann and Bob share the win", "● ■")
        assert hero.one(class_="fig").text == "8"
        assert [place.text for place in olga.page.one(class_="rank").all(class_="pos")][:4] == ["1", "1", "3", "3"]

    def test_a_draw_is_not_a_shared_win(self, cast, olga):
        game = start_sample("piquet", cast.owner)
        for _deal in range(8):
            enter_taps(game, ["hand.how=quick", "hand.quick.elder=20", "hand.quick.younger=20"], cast.owner).save()
        hero = olga.open(f"/games/{game.pk}/").page.one(class_="hero")
        assert (hero.one("h1").text, hero.one(class_="fig").text) == ("It’s a draw", "160")
        assert "After two more deals, both have 160: the match is drawn" in hero.text
        assert not list(hero.all(class_="crown"))
        assert [place.text for place in olga.page.one(class_="rank").all(class_="pos")] == ["1", "1"]

    @pytest.mark.parametrize(
        ("how", "won", "total"), [("leader_wins", "Ann wins", ["24"]), ("no_winner", "Nobody wins", [])]
    )
    def test_a_game_that_ended_early_shows_what_its_winner_had(self, cast, olga, game, how, won, total):
        play(game, A_HAND, by=cast.owner)
        stop_game(game=refresh(game), how=how, by=cast.owner)
        hero = olga.open(f"/games/{game.pk}/").page.one(class_="hero")
        assert (hero.one("h1").text, [figure.text for figure in hero.all(class_="fig")]) == (won, total)

    def test_winners_with_different_totals_have_no_common_one(self, cast):
        game = start_game(cast.owner, player_target=8, priority="none")
        play(game, "8 9 - - | B | 8 16 3 2", by=cast.owner)
        columns = view(game).columns
        outcome = replace(load(refresh(game)).outcome, winners=("0", "2"))
        assert End(outcome, columns, low_wins=False).total is None

    def test_hands_after_the_end_are_struck_through_and_not_counted(self, cast, olga):
        game = start_short_game(cast.owner)
        play(game, "10 6 - 8 | A | 12 9 3 7", A_HAND, A_HAND, by=cast.owner)
        correct(game, 1, "30 6 - 8 | | 31 0 0 0", cast.owner)
        olga.open(f"/games/{game.pk}/")
        for number in (2, 3):
            row = olga.page.one("tr", id=f"hand-{number}")
            assert row.has(class_="uncounted")
            assert [cell.text for cell in row.all("s")] == ["+24", "+6", "0", "+7", "+6"]
            assert not list(row.all("small"))
            assert marks(olga, number)[0] == ["after the end: doesn’t count"]
        assert "After the end: doesn’t count." in olga.page.one(class_="legend").text
        assert not olga.page.one("tr", id="hand-1").has(class_="uncounted")


# What its view says beyond the page


def view(game, opened=None):
    return SheetView(load(refresh(game)), opened=opened)


def test_columns_show_targets_and_the_leader(cast, game):
    play(game, A_HAND, by=cast.owner)
    ann, *_rest, gnome = view(game).columns
    assert (ann.total, ann.target, ann.progress, ann.column.seats, ann.leads) == (48, 400, 48, (0,), True)
    assert (gnome.total, gnome.target, gnome.column.seats, gnome.leads) == (12, 700, (), False)
    short = start_short_game(cast.owner, 10)
    play(short, "10 20 - - | | 12 9 3 7", by=cast.owner)
    progress = [(column.total, column.progress) for column in view(short).columns[:2]]
    assert progress == [(20, 20), (-40, 0)], "between zero and the target"


def test_a_hand_is_marked_as_being_corrected_only_while_it_differs(cast, game):
    play(game, A_HAND, by=cast.owner)
    phone = Phone(game, cast.owner, 1)
    for points, differs in ((12, False), (11, True), (12, False)):
        phone.tap(f"A took {points}")
        assert view(game).hands[0].typing is differs


def test_a_player_can_win_by_priority_with_fewer_points(cast):
    game = start_short_game(cast.owner, 20)
    play(game, "- 9 - - | | 5 9 8 9", "12 11 - - | | 12 11 4 4", by=cast.owner)
    first, second, *_rest = view(game).end.places
    assert (sentence(first["name"]), first["rank"], first["total"]) == ("Ann", 1, 48)
    assert (sentence(second["name"]), second["rank"], sentence(second["gap"])) == ("Bob", 2, "5 points more")
    assert (first["won"], second["won"]) == (True, False)


def sheet_after(cast, **entry):
    """Return the sheet after one hand; Ann, Bob, Cy and Dee all begin with 16 points."""
    rules = Shnarbles()
    game = setup_writing.start_game(group=cast.group, new=new_game(cast.group, rules=rules), by=cast.owner)
    record = rules.record_of(rules.entry(**entry), load(game).table)
    Hand.objects.create(game=game, number=1, dealer=3, entry=record)
    game_writing.settle(game)
    return SheetView(load(Game.objects.get(pk=game.pk)))


def test_losing_points_is_a_gain(cast):
    entry = {"bidder": 0, "bid": 3, "trump": "hearts", "folded": (False,) * 3 + (True,), "tricks": (3, 2, 0, None)}
    cells = sheet_after(cast, **entry).hands[0].cells
    assert [(cell.change / 2, cell.gain / 2) for cell in cells] == [(-3, 3), (-2, 2), (5, -5), (0, 0)]


def test_a_player_can_win_by_a_spade_out_without_having_the_lowest_total(cast):
    end = sheet_after(cast, bidder=0, bid=2, trump="spades", folded=(False,) * 4, tricks=(5, 0, 0, 0)).end
    gaps = [(place["won"], place["gap"] and sentence(place["gap"])) for place in end.places]
    assert gaps == [(True, None)] + [(False, "10 points more")] * 3
