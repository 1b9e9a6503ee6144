"""A result that is corrected or gets its points later, its undo, and how it moves along with whatever else changes."""

import pytest

from scorekeeper.looking_back.history import history_of
from scorekeeper.models import Game, Hand, Player, Setup, Standing, Tally
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.game.writing import rescore
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.rules.declaration import options_record
from scorekeeper.web.refusals import Refused, Stale
from tests.cast import A_HAND, Phone, differences, play, refresh
from tests.own_games import SKYJO
from tests.recording.test_results_pages import told, totals
from tests.results import write_down
from tests.rounds import play_rounds, player, record, start_rounds
from tests.web.browser import Browser

KUBB = {"rows": "won", "template": "kubb", "name": "Kubb"}


@pytest.fixture
def known(cast):
    """A game with its totals."""
    return write_down(cast.owner, "Ann Bob Cy", "12 7½ −3", rules="trumplestiltskin")


@pytest.fixture
def won(cast):
    """A game of which only who won is known."""
    return write_down(cast.owner, "Ann Bob Cy", won="Cy")


def write(game, by, seen=None, **result):
    """Write down another result, with totals in half points by name, or who won."""
    now = record(game)
    if "totals" in result:
        result["totals"] = {str(player(by, name)): total for name, total in result["totals"].items()}
    seen = now.setup if seen is None else seen
    sheet_writing.write_result(game=game, result=result, seen=seen, by=by)


class TestPoints:
    def test_they_are_added_to_a_game_of_which_only_who_won_is_known(self, won, olga):
        olga.open(f"/games/{won.pk}/").follow("Add points")
        assert olga.status == 200
        olga.press("Save", **totals("12 30 7"), won=[])
        assert (olga.path, told(won)) == (f"/games/{won.pk}/", "Ann 12 · Bob 30 ♛ · Cy 7")
        assert "Saved: Bob won Uno with 30." in olga.text
        assert ("Correct the result" in olga.text, "Add points" in olga.text) == (True, False)
        assert differences(won) == 0

    def test_who_won_stays_unless_it_is_changed(self, won, olga):
        olga.open(f"/games/{won.pk}/result/").press("Save", **totals("12 30 7"))
        assert told(won) == "Ann 12 · Bob 30 · Cy 7 ♛"

    def test_they_are_added_to_a_game_that_was_ended_by_saying_who_won(self, cast, olga):
        game = start_rounds(cast.owner, **KUBB)
        sheet_writing.say_who_won(game=game, won=[player(cast.owner, "Bob")], seen=0, by=cast.owner)
        assert not record(game).is_result
        olga.open(f"/games/{game.pk}/").follow("Add points").follow("Points, too").press("Save", **totals("3 9 7"))
        assert told(game) == "Ann 3 · Bob 9 ♛ · Cy 7"
        assert "Saved: Bob won Kubb with 9." in olga.text
        olga.press("Undo")
        assert (record(game).won, record(game).is_result, "Add points" in olga.text) == ((1,), False, True)

    def test_undone_it_is_as_it_was(self, won, olga):
        olga.open(f"/games/{won.pk}/result/").press("Save", **totals("12 30 7"), won=[])
        olga.press("Undo")
        assert (told(won), differences(won)) == ("Ann · Bob · Cy ♛", 0)
        assert {*Standing.objects.filter(game=won).values_list("half_points", flat=True)} == {None}
        olga.press("Undo")
        assert told(won) == "Ann 12 · Bob 30 ♛ · Cy 7", "an undo can be undone"

    def test_an_undo_comes_too_late_once_something_else_was_written(self, cast, won, olga):
        olga.open(f"/games/{won.pk}/result/").press("Save", **totals("12 30 7"))
        write(won, cast.recorder, won=[player(cast.owner, "Ann")], totals={})
        olga.press("Undo")
        assert (olga.status, told(won)) == (409, "Ann ♛ · Bob · Cy")

    def test_a_version_that_is_not_there_cannot_come_back(self, won, olga):
        olga.open(f"/games/{won.pk}/result/").press("Save", restore="9")
        assert (olga.status, Setup.objects.filter(game=won).count()) == (404, 1)


class TestCorrected:
    def test_the_page_has_what_is_known(self, known, olga):
        olga.open(f"/games/{known.pk}/").follow("Correct the result")
        fields = [node.attrs["value"] for node in olga.page.one("ol", class_="rows").all("input")]
        assert fields == ["12", "7½", "−3"]
        assert not [node for node in olga.page.all("input", name="won") if "checked" in node.attrs]
        olga.press("Save")
        assert Setup.objects.filter(game=known).count() == 1, "nothing was changed"
        olga.open(f"/games/{known.pk}/result/").press("Save", total_2="13", won="nobody")
        assert told(known) == "Ann 12 · Bob 7.5 · Cy 13"
        page = olga.open(f"/games/{known.pk}/result/").page
        checked = [node.attrs["value"] for node in page.all("input", name="won") if "checked" in node.attrs]
        assert (checked, "open" in page.one("details").attrs) == (["nobody"], True)

    def test_from_two_phones_the_second_is_told(self, cast, known, olga):
        rex = Browser(cast.recorder).open(f"/games/{known.pk}/result/")
        olga.open(f"/games/{known.pk}/result/").press("Save", total_0="1")
        rex.press("Save", total_1="100")
        assert (rex.status, "The setup has changed in the meantime" in rex.text) == (409, True)
        assert told(known) == "Ann 1 · Bob 7.5 ♛ · Cy -3"

    def test_the_history_of_the_setup_says_all_that_was_written(self, known, olga):
        olga.open(f"/games/{known.pk}/result/").follow("Just who won").press("Save", won="1")
        history = [
            item.text for item in olga.open(f"/games/{known.pk}/setup/").page.one("ol", class_="versions").all("li")
        ]
        assert [item.rpartition("; ")[2] for item in history] == ["Bob won", "Ann 12, Bob 7½, Cy −3"]

    def test_what_is_wrong_is_said_beside_it(self, known, olga):
        olga.open(f"/games/{known.pk}/result/").press("Save", total_1="x")
        assert (olga.status, "Enter a number, whole or half." in olga.text) == (422, True)

    def test_who_won_alone_can_be_said_instead(self, known, olga):
        olga.open(f"/games/{known.pk}/result/").follow("Just who won").press("Save", won="1")
        assert told(known) == "Ann · Bob ♛ · Cy"
        olga.press("Undo")
        assert told(known) == "Ann 12 ♛ · Bob 7.5 · Cy -3"

    def test_who_won_is_asked_there(self, known, olga):
        assert olga.open(f"/games/{known.pk}/stop/").path == f"/games/{known.pk}/result/"

    def test_a_recorder_may_correct_it_and_a_watcher_sees_no_way(self, cast, known):
        rex = Browser(cast.recorder).open(f"/games/{known.pk}/result/").press("Save", total_0="1")
        assert (rex.status, told(known)) == (200, "Ann 1 · Bob 7.5 ♛ · Cy -3")

    def test_it_ends_when_it_did(self, known, cast):
        before = refresh(known).ended_at
        write(known, cast.owner, totals={"Ann": 1, "Bob": 2, "Cy": 3})
        assert refresh(known).ended_at == before


class TestHands:
    def test_a_game_that_has_some_takes_no_result(self, cast, game, olga):
        olga.open(f"/games/{game.pk}/result/")
        play(game, A_HAND, by=cast.recorder)
        olga.press("Save", **totals("1 2 3 4"))
        assert (olga.status, "This game has points on its sheet already." in olga.text) == (422, True)
        assert not record(game).is_result

    def test_a_result_takes_none(self, cast, known, olga):
        phone = Phone(known, cast.owner, 1)
        with pytest.raises((Refused, Stale)):
            phone.tap("A bid 10")
        phone.put([("players.0.passed", True)])
        with pytest.raises((Refused, Stale)):
            phone.save()
        assert not Hand.objects.filter(game=known, entry__isnull=False).exists()
        for address in ("hands/1/", "hands/1/whole/", "hands/2/"):
            assert olga.open(f"/games/{known.pk}/{address}").status in (200, 404), address
        assert told(known) == "Ann 12 ♛ · Bob 7.5 · Cy -3"

    def test_a_hand_that_was_begun_is_no_longer_asked_for(self, cast, game, olga):
        Phone(game, cast.owner, 1).tap("A bid 10")
        olga.open(f"/games/{game.pk}/result/").press("Save", **totals("1 2 3 4"))
        assert (refresh(game).state, differences(game)) == (Game.State.OVER, 0)
        assert "This game is over" in olga.open(f"/games/{game.pk}/hands/1/").text

    def test_it_cannot_be_stopped_or_resumed_and_nobody_joins(self, cast):
        game = write_down(cast.owner, "Ann Bob", "1 2", rules=SKYJO)
        with pytest.raises(Refused, match="already over"):
            sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
        sheet_writing.resume_game(game=game, by=cast.owner)
        with pytest.raises(Stale):
            sheet_writing.say_who_won(game=game, won=[player(cast.owner, "Ann")], seen=0, by=cast.owner)
        with pytest.raises(Refused):
            setup_writing.join_game(game=game, player=player(cast.owner, "Zoe"), start=0, seen=0, by=cast.owner)
        with pytest.raises(Refused):
            setup_writing.leave_game(game=game, player=player(cast.owner, "Ann"), seen=0, by=cast.owner)
        assert (refresh(game).state, Setup.objects.filter(game=game).count()) == (Game.State.OVER, 1)


class TestMovesAlong:
    def setting(self, game, players, **options):
        now = record(game)
        options = options_record(now.table.options) | options
        return Setting(players=tuple(players), first_dealer=now.first_dealer, options=options)

    def correct(self, game, by, players, **options):
        setting = self.setting(game, players, **options)
        setup_writing.correct_setup(game=game, setting=setting, seen=record(game).setup, by=by)

    def test_a_swap_of_seats_leaves_everybody_what_they_had(self, cast, known):
        ann, bob, cy = record(known).players
        self.correct(known, cast.owner, (cy, ann, bob))
        assert (told(known), differences(known)) == ("Cy -3 · Ann 12 ♛ · Bob 7.5", 0)

    def test_whoever_takes_a_seat_over_takes_the_total_and_the_win_over(self, cast):
        game = write_down(cast.owner, "Ann Bob Cy", "12 7 -3", won="Cy")
        ann, bob, _cy = record(game).players
        self.correct(game, cast.owner, (bob, ann, player(cast.owner, "Zoe")))
        assert (told(game), differences(game)) == ("Bob 7 · Ann 12 · Zoe -3 ♛", 0)

    def test_partners_who_change_take_their_totals_along(self, cast):
        game = write_down(cast.owner, "Ann Bob Cy Dee", "1000 400 1000 400", rules="any_game:tichu")
        ann, bob, cy, dee = record(game).players
        self.correct(game, cast.owner, (bob, ann, dee, cy))
        assert (told(game), differences(game)) == ("Bob+Dee 400 · Ann+Cy 1000 ♛", 0)

    def test_the_house_rules_can_turn_the_ranking(self, cast):
        game = write_down(cast.owner, "Ann Bob Cy", "12 7 -3")
        self.correct(game, cast.owner, record(game).players, wins="least")
        assert (told(game), differences(game)) == ("Ann 12 · Bob 7 · Cy -3 ♛", 0)

    def test_the_page_shows_what_would_change(self, cast, known, olga):
        players = [str(player) for player in record(known).players]
        olga.open(f"/games/{known.pk}/setup/").press("Preview changes", seat_1=players[1])
        assert olga.status == 200
        olga.press("Save")
        assert told(known) == "Bob 7.5 · Ann 12 ♛ · Cy -3"
        olga.press("Undo")
        assert told(known) == "Ann 12 ♛ · Bob 7.5 · Cy -3"

    def test_players_who_are_merged_keep_it(self, cast, known):
        ann, zoe = Player.objects.get(name="Ann"), player(cast.owner, "Zoe")
        roster_writing.merge_player(group=cast.group, player_id=ann.pk, same_as=zoe, by=cast.owner)
        assert (told(known), differences(known)) == ("Ann 12 ♛ · Bob 7.5 · Cy -3", 0)
        assert {*history_of(cast.group).games[0].winners} == {zoe}
        roster_writing.merge_player(group=cast.group, player_id=ann.pk, same_as=None, by=cast.owner)
        assert (told(known), differences(known)) == ("Ann 12 ♛ · Bob 7.5 · Cy -3", 0)

    def test_hidden_and_shown_again_it_is_the_same(self, cast, known):
        for hidden in (True, False):
            sheet_writing.hide_game(game=refresh(known), hidden=hidden, by=cast.owner)
            assert (told(known), differences(known)) == ("Ann 12 ♛ · Bob 7.5 · Cy -3", 0)


def test_a_rescore_restores_what_follows_from_it(cast, known, won):
    Standing.objects.filter(game__in=[known, won]).update(half_points=99)
    Tally.objects.filter(game__in=[known, won]).update(most=99)
    assert differences(known) > 3 < differences(won)
    for game in (known, won):
        rescore(refresh(game))
        assert differences(game) == 0
    rows = Standing.objects.filter(game=known).order_by("column").values_list("half_points", flat=True)
    assert [*rows] == [24, 15, -6]


def test_a_rematch_plays_hands_again(cast, olga):
    game = write_down(cast.owner, "Ann Bob", "12 7", rules=SKYJO)
    olga.open(f"/games/{game.pk}/").press("Again")
    again = Game.objects.latest("pk")
    assert (again.state, record(again).names, record(again).is_result) == (Game.State.PLAYING, ("Ann", "Bob"), False)
    play_rounds(again, cast.owner, "1 0")
    assert len(record(again).saved) == 1
