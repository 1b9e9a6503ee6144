"""What a group brings along: names that are asked about, results that are here already, and imports taken back."""

import json

import pytest

from scorekeeper.files.importing import take_back
from scorekeeper.files.incoming import known_here
from scorekeeper.formats.brought import Brought
from scorekeeper.formats.reading import bring, same_people
from scorekeeper.models import Event, Game, Player, Recipe, Tally
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet.writing import hide_game
from scorekeeper.rules import limits
from scorekeeper.web.refusals import Refused
from tests.bgstats_files import export, game as bg_game, play as bg_play
from tests.cast import differences, refresh
from tests.files.imports import add, exported, games_of
from tests.formats.documents import GOOD, document, game as a_game
from tests.recording.test_results_pages import told
from tests.web.browser import Browser

EVENING = "2026-02-20"


def a_result(*totals, night=EVENING, **more):
    """Return a game of which only the totals of Ann, Bob and Cy are known."""
    named = dict(zip(("Ann", "Bob", "Cy"), totals, strict=False))
    return a_game(players=["Ann", "Bob", "Cy"], hands=[], night=night, totals=named, **more)


@pytest.fixture
def olga(cast):
    return Browser(cast.owner)


@pytest.fixture
def paste(cast, olga):
    """Paste a text on the page and return what the preview says."""

    def paste(text):
        olga.open(f"/groups/{cast.group.pk}/files/").press("See what’s in it", text=text)
        return olga

    return paste


def asked(cast, *names):
    games = games_of(a_game(players=[*names, "Xi", "Yo"], hands=[]))
    return [question.text for question in same_people(Brought(games=games), {}, known_here(cast.group)).questions]


class TestNames:
    def test_a_new_name_can_be_like_one_on_the_roster_or_an_earlier_new_one(self, cast):
        """By nearly the same letters, an accent, or the same first word."""
        assert asked(cast, "Anna", "Anne") == ["Is Anne the same person as Anna?"]
        for name in ("Anna", "Rene", "Tom Lee", "Guest"):
            roster_writing.add_player(group=cast.group, name=name)
        for new, like in (("Anne", "Anna"), ("René", "Rene"), ("Tom", "Tom Lee"), ("Bob", None), ("Guest 2", None)):
            assert asked(cast, new) == ([f"Is {new} the same person as {like}?"] if like else []), new

    def test_several_names_can_be_meant(self, cast):
        for name in ("Tom Lee", "Tom Poe"):
            roster_writing.add_player(group=cast.group, name=name)
        assert asked(cast, "Tom") == ["Is Tom one of these?"]

    def test_the_answer_decides_who_plays(self, cast, paste):
        roster_writing.add_player(group=cast.group, name="Zoë")
        file = document(a_game(players=["Zoe", "Bob", "Cy"], hands=[], totals={"Zoe": 5, "Bob": 2, "Cy": 1})).decode()
        page = paste(file)
        assert "Is Zoe the same person as Zoë?" in page.text
        page.press("Go on")
        assert "Is Zoe the same person as Zoë?" in page.text, "it has to be answered"
        page.press("Go on", **{"same.Zoe": "Zoë"}).press("Import 1 game")
        assert sorted(Player.objects.values_list("name", flat=True)) == ["Bob", "Cy", "Zoë"]
        paste(file).press("Go on", **{"same.Zoe": "-"})
        assert "Zoe new player" not in page.text or "Import 1 game" in page.text

    def test_nobody_is_in_a_game_twice(self, cast):
        (game,) = games_of(a_game(players=["Ann", "Anna", "Cy"], hands=[]))
        brought = same_people(Brought(games=(game,)), {"same.Anna": "Ann"}, known_here(cast.group))
        assert [(message.level, message.place) for message in brought.messages] == [("error", "games[0].players")]


@pytest.mark.usefixtures("one_by_one")
class TestDoubles:
    def test_a_result_like_a_game_of_the_same_evening_is_left_out_unless_it_is_taken(self, cast, paste):
        add(cast.owner, a_result(10, 20, 30))
        page = paste(document(a_result(10, 20, 31), a_result(1, 2, 3, night="2026-02-21")).decode())
        assert "Here already?" in page.text
        assert "Import 1 game" in page.text
        (take,) = (node.attrs["value"] for node in page.page.all("input", name="take"))
        page.press("Update", take=take)
        assert "Import 2 games" in page.text
        page.press("Import 2 games")
        assert Game.objects.count() == 3

    @pytest.mark.parametrize(
        "other",
        [
            pytest.param(a_result(1, 2, 3, night="2026-02-21"), id="another evening"),
            pytest.param(a_result(1, 2, 3) | {"players": ["Ann", "Bob", "Dee"], "totals": {}, "won": []}, id="others"),
            pytest.param(a_game(GOOD, night=EVENING), id="a game of hands"),
        ],
    )
    def test_what_is_another_game_comes_along_unasked(self, cast, paste, other):
        add(cast.owner, a_result(10, 20, 30))
        assert "Here already?" not in paste(document(other).decode()).text


def test_an_imported_result_began_after_the_other_games_of_its_evening(cast):
    began = {"started": f"{EVENING}T21:30:00Z", "ended": f"{EVENING}T22:00:00Z", "stopped": "leader_wins"}
    add(cast.owner, a_game(GOOD, **began), a_result(1, 2, 3), a_result(1, 2, 4))
    first, *results = Game.objects.order_by("started_at")
    assert (first.hands.count(), [game.hands.count() for game in results]) == (1, [0, 0])
    assert first.ended_at < results[0].started_at < results[1].started_at


def test_everything_that_a_table_leaves_out_is_listed(paste):
    above = "".join(f"Our evenings, page {number}\n" for number in range(9))
    page = paste(f"{above}date,game,Ann,Bob\n9.3.2024,Skyjo,12,88\nTotal,,12,88\n")
    assert page.text.count("It’s above the headings.") == 9
    assert "5 more" in page.text


class TestTakingBack:
    @pytest.fixture
    def event(self, cast):
        add(cast.owner, a_result(10, 20, 30), a_game(GOOD, night=EVENING, stopped="leader_wins"), a_result(1, 2, 3))
        return Event.objects.get(kind=Event.Kind.IMPORTED)

    def test_all_its_games_are_hidden_and_come_back(self, cast, event):
        before = exported(cast.group)
        tallies = Tally.objects.count()
        take_back(group=cast.group, event=event.pk, back=True, by=cast.owner)
        assert (Game.objects.filter(hidden=False).count(), Tally.objects.count()) == (0, 0)
        take_back(group=cast.group, event=event.pk, back=True, by=cast.owner)  # asked again, it changes nothing
        take_back(group=cast.group, event=event.pk, back=False, by=cast.owner)
        assert (exported(cast.group), Tally.objects.count()) == (before, tallies)
        assert [differences(game) for game in Game.objects.all()] == [0, 0, 0]

    def test_a_game_that_was_hidden_before_stays_hidden(self, cast, event):
        first = Game.objects.earliest("pk")
        hide_game(game=first, hidden=True, by=cast.owner)
        take_back(group=cast.group, event=event.pk, back=True, by=cast.owner)
        take_back(group=cast.group, event=event.pk, back=False, by=cast.owner)
        assert [game.pk for game in Game.objects.filter(hidden=True)] == [first.pk]

    def test_the_same_file_comes_in_anew_and_the_taking_back_stays(self, cast, event):
        file = exported(cast.group)
        take_back(group=cast.group, event=event.pk, back=True, by=cast.owner)
        again = bring(file, {}, known_here(cast.group))
        upload = add(cast.owner, *json.loads(file)["games"])
        assert (len(again.games), upload.games, upload.here) == (3, 3, 0)
        assert Game.objects.filter(hidden=False).count() == 3
        with pytest.raises(Refused, match="imported again since"):
            take_back(group=cast.group, event=event.pk, back=False, by=cast.owner)

    def test_a_game_that_was_unhidden_since_is_here(self, cast, event):
        file = exported(cast.group)
        take_back(group=cast.group, event=event.pk, back=True, by=cast.owner)
        hide_game(game=Game.objects.earliest("pk"), hidden=False, by=cast.owner)
        upload = add(cast.owner, *json.loads(file)["games"])
        assert (upload.games, upload.here) == (2, 1)

    def test_the_log_offers_it_and_the_notice_undoes_it(self, cast, olga, event):
        olga.open(f"/groups/{cast.group.pk}/activity/").press("Take it back")
        assert "Taken back: 3 games are gone." in olga.text
        olga.press("Undo")
        assert Game.objects.filter(hidden=False).count() == 3
        assert "Take it back" in olga.text

    def test_an_import_of_before_games_knew_theirs_can_not_be_taken_back(self, cast, olga, event):
        Game.objects.update(came_with=None)
        olga.open(f"/groups/{cast.group.pk}/activity/")
        assert "Olga imported 3 games." in olga.text
        assert "Take it back" not in olga.text


TABLE = """date,game,Ann,Bob
2024-03-01,Uno,12,88
2024-03-02,Uno,41,7
2024-03-03,Skyjo,5,4
2024-03-04,Uno,1,2
2024-03-05,Uno,3o,41
"""


@pytest.mark.usefixtures("one_by_one")
class TestTable:
    def test_a_row_that_was_mended_stays_so_and_its_game_comes_along_once(self, cast, paste):
        mended = {"row.6": "2024-03-05,Uno,30,41"}
        page = paste(TABLE)
        assert "Line 6: Ann’s score isn’t a number. Leave it empty if Ann didn’t play." in page.text
        page.press("Go on", **mended)
        assert "Line 6:" not in page.text
        page.press("Import 5 games")
        assert told(Game.objects.get(night__date="2024-03-05")) == "Ann 30 · Bob 41 ♛"
        assert "All games in this file are already here." in paste(TABLE).press("Go on", **mended).text
        assert Game.objects.count() == 5


@pytest.mark.usefixtures("one_by_one")
class TestBoardGameStats:
    def file(self):
        games = [bg_game(), bg_game("Skyjo", 2, highestWins=False)]
        plays = [bg_play("Ann 13.5 *, Bob 4+0+3"), bg_play("Ann 31, Bob 87", game=2, date="2024-03-10 21:00:00")]
        return json.dumps(export(*plays, games=games))

    def test_its_plays_come_along_once(self, cast, paste):
        page = paste(self.file())
        assert "2 games" in page.text
        page.press("Import 2 games")
        assert list(Recipe.objects.values_list("options__name", flat=True)) == ["Wingspan"], "Skyjo comes with the app"
        assert "All games in this file are already here." in paste(self.file()).text

    def test_a_game_can_be_left_out_and_one_answered_otherwise(self, cast, paste):
        page = paste(self.file()).press("Update", **{"game.1": "out"})
        page.press("Import 1 game")
        assert [refresh(game).rules for game in Game.objects.all()] == ["any_game:skyjo"]

    def test_a_group_can_not_have_too_many_games_of_its_own(self, cast, paste, monkeypatch):
        paste(self.file()).press("Import 2 games")
        monkeypatch.setattr(limits, "MOST_RECIPES", 1)
        page = paste(json.dumps(export(bg_play("Ann *, Bob", uuid="new-1"), games=[bg_game("Photosynthesis")])))
        assert "A group can have at most 1 games of its own." in page.text
