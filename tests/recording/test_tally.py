"""A tally: its tiles are its buttons, a point is a tap, and saving it ends the game."""

import pytest

from scorekeeper.looking_back.watching import hand_in_progress
from scorekeeper.models import Game, Hand, Revision
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.hand import writing
from scorekeeper.recording.hand.reading import HandPage
from scorekeeper.recording.sheet.reading import SheetView
from scorekeeper.rules import limits
from scorekeeper.web.refusals import Refused, Stale
from tests.cast import Phone, refresh
from tests.rounds import start_rounds
from tests.web.browser import Browser

TENNIS = {"rows": "tally", "ends": "target", "target": 11, "negative": False}
ANN, BOB = "players.0.points", "players.1.points"


def start(by, players=2, **options):
    return start_rounds(by, players, **(TENNIS | options))


def made(game, by, points, number=1):
    """Tap points one by one: each letter is whoever made it, in lower case whoever has taken one back."""
    phone = Phone(game, by, number)
    for letter in points:
        path = f"players.{'ABCDEFGHIJ'.index(letter.upper())}.points"
        phone.write(path, (phone.shown.get(path) or 0) + (1 if letter.isupper() else -1))
    return phone


@pytest.fixture
def tennis(cast):
    return start(cast.owner)


def open_tally(browser, game):
    return browser.open(f"/games/{game.pk}/hands/1/")


def tiles(browser):
    """Return the tiles: what they say, what they send and what takes a point back, if anything does."""
    sides = browser.page.all("li", class_="side")
    buttons = ([*side.all("button")] for side in sides)
    return [
        (plus.spoken, plus.attrs["value"], None if "hidden" in less.attrs else less.attrs["value"])
        for plus, less in buttons
    ]


def strip(node):
    """Return the last points as they stand in the strip, newest first."""
    return [item.spoken for item in node.one(class_="rally").all("li")]


class TestThePage:
    def test_a_point_is_one_tap_and_the_end_one_more(self, tennis, olga):
        open_tally(olga, tennis)
        assert tiles(olga) == [("Ann 0 makes a point", f"{ANN}=1", None), ("Bob 0 makes a point", f"{BOB}=1", None)]
        presses = olga.presses
        for name in ["Ann", "Bob", "Ann"] + ["Bob"] * 7 + ["Ann"] * 9:
            assert "Save" not in " ".join(button.text for button in olga.content.one("footer").all("button"))
            olga.press(f"{name} ")
        assert olga.presses - presses == 11 + 8
        save = olga.content.one("footer").one("button", class_="main")
        assert save.spoken == "Save: Ann wins 11 : 8"
        olga.press(save.spoken)
        assert (olga.path, refresh(tennis).state) == (f"/games/{tennis.pk}/", Game.State.OVER)
        assert "Ann wins" in olga.text

    def test_the_tiles_say_what_a_tap_makes_of_them(self, cast, tennis, olga):
        made(tennis, cast.owner, "ABA")
        assert tiles(open_tally(olga, tennis)) == [
            ("Ann 2 makes a point", f"{ANN}=3", f"{ANN}=1"),
            ("Bob 1 makes a point", f"{BOB}=2", f"{BOB}=0"),
        ]
        olga.press("Bob: take a point back")
        assert tiles(olga)[1] == ("Bob 0 makes a point", f"{BOB}=1", None)

    def test_only_points_that_can_be_negative_fall_below_zero(self, cast, olga):
        open_tally(olga, start(cast.owner, negative=True)).press("Bob: take a point back")
        assert tiles(olga)[1] == ("Bob −1 makes a point", f"{BOB}=0", f"{BOB}=-2")

    def test_counting_down_the_tiles_show_what_is_left(self, cast, olga):
        game = start(cast.owner, start=20, target=0, wins="least")
        made(game, cast.owner, "AAB")
        open_tally(olga, game)
        assert [tile[0] for tile in tiles(olga)] == ["Ann 18 makes a point", "Bob 19 makes a point"]
        assert olga.page.one(class_="minus").text == "+1"
        assert strip(olga.page) == ["Bob 19", "Ann 18", "Ann 19"]

    def test_partners_share_a_tile(self, cast, olga):
        game = start(cast.owner, 4, sides="partners")
        open_tally(olga, game).press("Bob & Dee").press("Bob & Dee")
        assert [tile[0] for tile in tiles(olga)] == ["Ann & Cy 0 makes a point", "Bob & Dee 2 makes a point"]

    def test_tonights_wins_are_on_the_tiles(self, cast, olga):
        players = load(tennis := start(cast.owner)).players
        made(tennis, cast.owner, "A" * 11).save()
        open_tally(olga, start(cast.owner, players))
        assert [tile[0] for tile in tiles(olga)] == ["Ann 1 win tonight 0 makes a point", "Bob 0 makes a point"]

    def test_whoever_leads_and_whoever_made_the_last_point_stand_out(self, cast, tennis):
        def looks(points):
            made(tennis, cast.owner, points)
            page = open_tally(Browser(cast.owner), tennis).page
            return [side.attrs["class"] for side in page.all("li", class_="side")]

        assert looks("A") == ["side lead just", "side"]
        assert looks("B") == ["side", "side just"]

    def test_the_target_and_what_to_do_stand_beside_undo(self, cast, olga):
        for options, said in (
            ({}, "First to 11 Tap whoever makes a point."),
            ({"wins": "least"}, "Ends at 11 Tap whoever makes a point."),
            ({"ends": "hand"}, "Tap whoever makes a point."),
        ):
            open_tally(olga, start(cast.owner, **options))
            assert olga.page.one("p", class_="wait").text == said

    def test_the_strip_of_more_than_two_says_who_made_a_point_or_took_one_back(self, cast, olga):
        game = start(cast.owner, 3)
        made(game, cast.owner, "ABCcA")
        assert strip(open_tally(olga, game).page) == ["Ann +1", "Cy −1", "Cy +1", "Bob +1", "Ann +1"]

    def test_what_was_undone_is_not_in_the_strip(self, cast, tennis, olga):
        made(tennis, cast.owner, "ABA").back()
        assert strip(open_tally(olga, tennis).page) == ["Bob 1", "Ann 1"]
        assert [tile[0] for tile in tiles(olga)] == ["Ann 1 makes a point", "Bob 1 makes a point"]


class TestSaving:
    def test_past_the_end_taps_still_count_and_undo_takes_the_end_back(self, cast, tennis, olga):
        made(tennis, cast.owner, "B" * 9 + "A" * 11)
        open_tally(olga, tennis).press("Bob ")
        assert olga.page.one("button", class_="main").spoken == "Save: Ann wins 11 : 10"
        olga.press("Ann: take a point back")
        assert "main" not in " ".join(button.attrs.get("class", "") for button in olga.page.one("footer").all("button"))
        olga.press("Undo")
        assert olga.page.one("button", class_="main").spoken == "Save: Ann wins 11 : 10"

    def test_where_ties_are_played_on_nobody_can_save_one_but_under_more(self, cast, olga):
        game = start(cast.owner, ties="play_on")
        made(game, cast.owner, "AB" * 11)
        open_tally(olga, game)
        assert not [*olga.page.one("footer").all("form", class_="save")]
        assert olga.page.one(id="more").one("form", class_="save").text.endswith("Level at 11: play on.")

    def test_short_of_the_target_it_can_be_saved_under_more(self, cast, tennis, olga):
        made(tennis, cast.owner, "AAB")
        open_tally(olga, tennis)
        assert olga.page.one(id="more").one("button").spoken == "Save: Ann wins 2 : 1 Nobody has reached 11 yet."
        olga.press("Save: Ann wins 2 : 1")
        assert (refresh(tennis).state, load(tennis).outcome.winners) == (Game.State.OVER, ("0",))

    def test_where_the_table_says_when_it_is_over_a_quiet_button_is_there_once_there_is_a_point(self, cast, olga):
        game = start(cast.owner, ends="hand")
        assert not [*open_tally(olga, game).page.all("form", class_="save")]
        olga.press("Bob ")
        save = olga.page.one("footer").one("form", class_="save").one("button")
        assert (save.spoken, save.attrs["class"]) == ("Save: Bob wins 1 : 0", "plain")
        olga.press("Bob: take a point back")
        assert not [*olga.page.all("form", class_="save")]

    def test_saved_twice_it_counts_once(self, cast, tennis):
        phone = made(tennis, cast.owner, "A" * 11)
        assert phone.save() == phone.save()
        assert Revision.objects.filter(hand__game=tennis).count() == 1

    def test_what_the_page_did_not_show_is_not_saved(self, cast, tennis):
        phone = made(tennis, cast.owner, "A" * 11)
        made(tennis, cast.recorder, "B")
        with pytest.raises(Stale):
            phone.save()

    def test_undo_reopens_the_tally_with_its_taps(self, cast, tennis, olga):
        made(tennis, cast.owner, "AB" + "A" * 10).save()
        olga.open(f"/games/{tennis.pk}/").press("Undo")
        assert (olga.path, refresh(tennis).state) == (f"/games/{tennis.pk}/hands/1/", Game.State.PLAYING)
        assert [tile[0] for tile in tiles(olga)] == ["Ann 11 makes a point", "Bob 1 makes a point"]
        assert strip(olga.page)[-3:] == ["Ann 2", "Bob 1", "Ann 1"]
        olga.press("Undo")
        assert tiles(olga)[0][0] == "Ann 10 makes a point"

    def test_a_correction_is_made_on_the_tiles(self, cast, tennis, olga):
        made(tennis, cast.owner, "B" * 10 + "A" * 11).save()
        olga.open(f"/games/{tennis.pk}/?hand=1").follow("Correct this")
        assert (olga.page.one("h1").text, olga.page.one("footer").text) == ("Correct the points", "Cancel")
        olga.press("Bob ").press("Bob ").press("Ann: take a point back")
        assert "Bob wins" not in olga.page.one("main").text
        olga.press("Save correction")
        assert load(refresh(tennis)).outcome.winners == ("1",)
        kinds = Revision.objects.filter(hand__game=tennis).values_list("kind", flat=True)
        assert [*kinds] == [Revision.Kind.SAVE, Revision.Kind.CORRECT]

    def test_a_correction_says_what_it_changes_and_is_discarded_in_one_tap(self, cast, tennis, olga):
        made(tennis, cast.owner, "B" * 10 + "A" * 11).save()
        open_tally(olga, tennis).press("Bob ").press("Bob ")
        assert "Bob" in olga.page.one("form", class_="save").one("small").text
        olga.press("Discard")
        assert (olga.page.one("footer").text, tiles(olga)[1][1]) == ("Cancel", f"{BOB}=11")


class TestTwoPhones:
    def test_the_same_point_counts_once(self, cast, tennis):
        phone, other = Phone(tennis, cast.owner), Phone(tennis, cast.recorder)
        for each in (phone, other):
            each.write(ANN, 1)
        assert [tap[:2] for tap in Hand.objects.get().taps] == [[ANN, 1]]

    def test_points_for_different_players_both_count(self, cast, tennis):
        phone, other = Phone(tennis, cast.owner), Phone(tennis, cast.recorder)
        phone.write(ANN, 1)
        other.write(BOB, 1)
        assert phone.draft == {ANN: 1, BOB: 1}

    @pytest.mark.parametrize("member", ["recorder", "owner"])
    def test_different_numbers_are_asked_even_of_the_same_member(self, cast, tennis, member):
        other = Phone(tennis, getattr(cast, member))
        made(tennis, cast.owner, "AA")
        with pytest.raises(Stale) as stale:
            other.write(ANN, 1)
        assert (stale.value.conflict.stands, stale.value.conflict.wanted) == (2, 1)
        assert other.draft == {ANN: 2}

    def test_the_page_says_so_and_shows_how_it_stands(self, cast, tennis, olga):
        open_tally(olga, tennis)
        made(tennis, cast.recorder, "AA")
        olga.press("Ann ")
        assert (olga.status, tiles(olga)[0][1]) == (409, f"{ANN}=3")
        assert olga.problems == ["Rex answered at the same time: 2. You chose 1. Tap again to change it."]

    def test_a_point_of_a_page_that_was_saved_meanwhile_is_refused_in_words(self, cast, tennis, olga):
        made(tennis, cast.owner, "A" * 10)
        open_tally(olga, tennis)
        made(tennis, cast.recorder, "A").save()
        olga.press("Bob ")
        assert (olga.status, olga.problems) == (409, ["This has changed in the meantime. Here it is now. You chose 1."])


class TestLimits:
    def test_a_tally_that_is_full_of_taps_says_so_and_can_be_saved(self, cast, tennis, olga):
        Phone(tennis, cast.owner).put((ANN, number % 2) for number in range(limits.MOST_TAPS))
        with pytest.raises(Refused):
            Phone(tennis, cast.owner).write(BOB, 1)
        open_tally(olga, tennis)
        assert olga.problems == ["There’s no room for more taps. Save it as it is, or type it all at once."]
        olga.press("Bob ")
        assert (olga.status, olga.problems[0][:28]) == (422, "There’s no room for more tap")
        olga.press("Save: Ann wins 1 : 0")
        assert refresh(tennis).state == Game.State.OVER

    def test_a_number_beyond_all_limits_is_refused_in_words(self, cast, tennis, olga):
        Phone(tennis, cast.owner).put([(ANN, 99_999)])
        open_tally(olga, tennis).press("Ann ")
        assert (olga.status, len(olga.problems)) == (422, 1)
        assert Phone(tennis, cast.owner).draft == {ANN: 99_999}

    def test_nobody_but_the_players_makes_points(self, cast, tennis):
        assert Browser(cast.owner).client.post(
            f"/games/{tennis.pk}/hands/1/tap/", {"tap": "players.2.points=1"}
        ).status_code in (403, 404)
        assert not Hand.objects.exists()


class TestReading:
    def test_watchers_see_the_totals_as_they_are_tapped(self, cast, tennis):
        made(tennis, cast.owner, "AAB")
        link = make_watch_link(group=cast.group, by=cast.owner, game=tennis)
        page = Browser().open(f"/w/{token_of(link)}/").page
        assert [figure.text for figure in page.one(class_="standings").all("b", class_="fig")] == ["2", "1"]
        assert [total.text for total in page.one(class_="totals").all("strong")] == ["2", "1"]
        assert strip(page) == ["Bob 1", "Ann 2", "Ann 1"]
        assert page.one("footer").text == "First to 11"
        assert not [*page.all("a", class_="seat")]  # in a tally, nobody needs anything that isn't in sight

    def test_watchers_see_a_turn_as_it_is_tapped_but_no_round(self, cast):
        for rows, answers in (("turns", {"hand.row": 1}), ("rounds", {ANN: 5})):
            more = {"categories": "Ones\nTwos"} if rows == "turns" else {"ends": "hand"}
            game = start_rounds(cast.owner, 2, rows=rows, **more)
            Phone(game, cast.owner).put(answers.items())
            asks = hand_in_progress(load(game))["asks"]
            assert (asks and asks.path) == (ANN if rows == "turns" else None)

    def test_the_sheet_of_a_tally_in_progress_has_its_totals_and_its_strip(self, cast, tennis, olga):
        assert "Nothing recorded yet." in olga.open(f"/games/{tennis.pk}/").text
        made(tennis, cast.owner, "AAB")
        olga.open(f"/games/{tennis.pk}/")
        assert [total.text for total in olga.page.one(class_="totals").all("strong")] == ["2", "1"]
        assert strip(olga.page) == ["Bob 1", "Ann 2", "Ann 1"]
        assert "Nothing recorded yet." not in olga.text

    def test_a_saved_tally_has_one_row_and_its_strip_when_it_is_opened(self, cast, tennis, olga):
        made(tennis, cast.owner, "AB" + "A" * 10).save()
        assert len([*olga.open(f"/games/{tennis.pk}/").page.one("tbody").all("tr")]) == 1
        assert not [*olga.page.all(class_="rally")]
        assert strip(olga.open(f"/games/{tennis.pk}/?hand=1").page)[-3:] == ["Ann 2", "Bob 1", "Ann 1"]

    def test_the_strip_goes_on_in_a_correction_and_ends_where_numbers_were_typed(self, cast, tennis):
        def shown():
            hand = SheetView(load(refresh(tennis)), opened=1).opened
            return [(point.column.key, point.total // 2) for point in hand.rally][:2]

        made(tennis, cast.owner, "A" * 11).save()
        assert shown() == [("0", 11), ("0", 10)]
        correction = made(tennis, cast.owner, "B").save()
        assert shown() == [("1", 1), ("0", 11)]
        Phone(tennis, cast.owner).undo(correction)
        assert shown() == [("0", 11), ("0", 10)]
        writing.start_over(game=tennis, number=1, seen=Phone(tennis, cast.owner).seen, by=cast.owner)
        restored = Revision.objects.filter(hand__game=tennis).count()
        writing.bring_back(game=tennis, number=1, version=2, revisions=restored, by=cast.owner)
        assert shown() == []

    def test_of_a_very_long_tally_only_the_last_points_are_shown(self, cast, tennis):
        Phone(tennis, cast.owner).put((ANN, number + 1) for number in range(1000))
        page = HandPage(load(tennis), 1)
        assert [point.total // 2 for point in page.rally] == [*range(1000, 940, -1)]


def test_a_night_says_no_numbers_of_a_tally_that_is_being_counted(cast, olga, tennis):
    olga.open(f"/nights/{tennis.night_id}/")
    assert not list(olga.page.one("ol", class_="rank").all("li"))
    Phone(tennis, cast.owner).write("players.0.points", 3)
    Phone(tennis, cast.owner).save(anyway=True)
    olga.open(f"/nights/{tennis.night_id}/")
    assert len(list(olga.page.one("ol", class_="rank").all("li"))) == 2
