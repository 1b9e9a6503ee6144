"""Who won, where the rules leave it open: a tie, a game that was stopped early, and one without points."""

import json
from dataclasses import replace

import pytest

from scorekeeper.files.incoming import uid_of
from scorekeeper.formats.documents import write_sheets
from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.looking_back.nights import game_lines
from scorekeeper.models import Game, Setup, Standing, Tally
from scorekeeper.recording.game.files import game_file
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.game.writing import rescore
from scorekeeper.recording.hand.writing import undo
from scorekeeper.recording.setup.writing import correct_setup
from scorekeeper.recording.sheet import writing
from scorekeeper.recording.sheet.columns import End
from scorekeeper.recording.whole_hand.writing import _make_room as make_room
from scorekeeper.rules.declaration import options_record
from scorekeeper.web.refusals import Refused, Stale
from tests.cast import A_HAND, play, refresh, start_game, start_short_game
from tests.own_games import play_own
from tests.rounds import play_rounds, player, record, start_rounds, tap_points

ONE_ROUND = {"ends": "rounds", "rounds": 1}
LEVEL = "7 5 7"


def say(game, by, *names, seen=None):
    """Say who won."""
    won = [player(by, name) for name in names]
    writing.say_who_won(game=game, won=won, seen=record(game).setup if seen is None else seen, by=by)


def places(game):
    """Return everybody's place and whether they won, as stored."""
    rows = Standing.objects.filter(game=game).order_by("seat__number")
    return [f"{name} {rank}{'!' * won}" for name, rank, won in rows.values_list("seat__player__name", "rank", "winner")]


@pytest.fixture
def level(cast):
    """A game of one round that Ann and Cy tied."""
    game = start_rounds(cast.owner, **ONE_ROUND)
    play_rounds(game, cast.owner, LEVEL)
    return game


@pytest.fixture
def won(cast):
    """A game of which only who won is written down."""
    return start_rounds(cast.owner, rows="won")


class TestTies:
    def test_until_the_table_says_otherwise_the_win_is_shared(self, cast, level):
        assert places(level) == ["Ann 1!", "Bob 3", "Cy 1!"]
        say(level, cast.owner, "Cy")
        assert places(level) == ["Ann 2", "Bob 3", "Cy 1!"]
        assert record(level).outcome.reason.message == "Level at {total}, and the win went to {names}"
        assert rescore(refresh(level), write=False) == 0

    def test_only_those_who_are_level_can_have_won(self, cast, level):
        with pytest.raises(Refused, match="rules say who won"):
            say(level, cast.owner, "Bob")
        with pytest.raises(Refused, match="rules say who won"):
            say(level, cast.owner)

    def test_a_tie_in_another_game_stays_what_its_rules_say(self, cast):
        game = start_short_game(cast.owner)
        assert not record(game).rules.leaves_ties

    def test_said_twice_it_is_stored_once(self, cast, level):
        say(level, cast.owner, "Cy", seen=0)
        say(level, cast.recorder, "Cy", seen=0)
        assert Setup.objects.filter(game=level).count() == 2

    def test_two_phones_that_say_different_things_are_told(self, cast, level):
        say(level, cast.owner, "Cy", seen=0)
        with pytest.raises(Stale):
            say(level, cast.recorder, "Ann", seen=0)
        assert places(level)[2] == "Cy 1!"

    def test_where_a_correction_makes_the_rules_decide_they_do(self, cast, level, olga):
        say(level, cast.owner, "Cy")
        tap_points(level, cast.owner, "9 5 7", 1).save()
        assert places(level) == ["Ann 1!", "Bob 3", "Cy 2"]
        assert "You said who won, but now the rules decide." in olga.open(f"/games/{level.pk}/").text
        tap_points(level, cast.owner, LEVEL, 1).save()
        assert places(level)[2] == "Cy 1!", "the word was kept"

    def test_whoever_takes_a_seat_over_takes_the_win_over(self, cast, level):
        say(level, cast.owner, "Cy")
        now = record(level)
        setting = Setting(
            players=(*now.players[:2], player(cast.owner, "Zoë")),
            first_dealer=now.first_dealer,
            options=options_record(now.table.options),
        )
        correct_setup(game=level, setting=setting, seen=now.setup, by=cast.owner)
        assert places(level) == ["Ann 2", "Bob 3", "Zoë 1!"]

    def test_on_the_page_a_face_and_save(self, level, olga):
        olga.open(f"/games/{level.pk}/").follow("Does your game say who wins?")
        assert "Level at 7" in olga.text
        cy = record(level).players[2]
        olga.press("Save", how=str(cy))
        assert (olga.status, olga.address) == (200, f"/games/{level.pk}/")
        assert "Cy wins" in olga.text
        assert "; Cy won" in olga.open(f"/games/{level.pk}/setup/").text
        olga.open(f"/games/{level.pk}/").press("Undo")
        assert places(level) == ["Ann 1!", "Bob 3", "Cy 1!"]


class TestStopped:
    def test_somebody_else_can_have_won(self, cast, olga):
        game = start_rounds(cast.owner)
        play_rounds(game, cast.owner, LEVEL)
        olga.open(f"/games/{game.pk}/stop/").press("End the game", how=str(record(game).players[1]))
        assert (olga.address, places(game)) == (f"/games/{game.pk}/", ["Ann 2", "Bob 1!", "Cy 2"])
        olga.open(f"/games/{game.pk}/").follow("Change who won").press("Save", how="no_winner")
        assert places(game) == ["Ann 1", "Bob 3", "Cy 1"]

    def test_resumed_it_forgets_who_was_said_to_have_won_and_undone_it_knows_again(self, cast, olga):
        game = start_rounds(cast.owner, **ONE_ROUND | {"rounds": 2})
        play_rounds(game, cast.owner, LEVEL)
        olga.open(f"/games/{game.pk}/stop/").press("End the game", how=str(record(game).players[1]))
        olga.press("Resume this game")
        assert (record(game).won, refresh(game).state) == (None, Game.State.PLAYING)
        olga.press("Undo")
        assert places(game) == ["Ann 2", "Bob 1!", "Cy 2"]

    def test_in_trumplestiltskin_too(self, cast, olga):
        game = start_short_game(cast.owner)
        olga.open(f"/games/{game.pk}/stop/").press("End the game", how=str(record(game).players[2]))
        assert "the win went to" in olga.text
        assert Standing.objects.get(game=game, winner=True).half_points is None, "nothing was written down"

    @pytest.mark.parametrize("how", ["", "17", "nobody"])
    def test_an_answer_that_was_not_offered_is_refused_in_words(self, cast, olga, how):
        game = start_rounds(cast.owner)
        olga.open(f"/games/{game.pk}/stop/").press("End the game", how=how)
        assert (olga.status, "Tap who won." in olga.text) == (422, True)
        assert refresh(game).state == Game.State.PLAYING

    def test_changed_it_can_be_undone_and_ends_when_it_did(self, cast, olga):
        game = start_rounds(cast.owner)
        play_rounds(game, cast.owner, LEVEL)
        players = record(game).players
        olga.open(f"/games/{game.pk}/stop/").press("End the game", how=str(players[1]))
        ended = refresh(game).ended_at
        olga.follow("Change who won").press("Save", how=str(players[2]))
        assert (places(game), refresh(game).ended_at) == (["Ann 2", "Bob 3", "Cy 1!"], ended)
        olga.press("Undo")
        assert places(game) == ["Ann 2", "Bob 1!", "Cy 2"]

    def test_a_kept_word_outlives_resuming_where_the_rules_decide(self, cast):
        game = start_rounds(cast.owner, ends="target", target=50)
        play_rounds(game, cast.owner, LEVEL)
        writing.stop_game(game=game, how="no_winner", won=[player(cast.owner, "Bob")], seen=0, by=cast.owner)
        tap_points(game, cast.owner, "60 5 7", 1).save()
        writing.resume_game(game=refresh(game), by=cast.owner)
        assert (record(game).won, places(game)) == ((1,), ["Ann 1!", "Bob 3", "Cy 2"])

    def test_a_hand_put_before_another_keeps_the_word(self, cast):
        game = start_game(cast.owner)
        play(game, A_HAND, "pass", by=cast.owner)
        writing.stop_game(game=refresh(game), how="no_winner", won=[record(game).players[2]], seen=0, by=cast.owner)
        assert make_room(record(game), 1, cast.owner).won == (2,)

    def test_a_winner_who_was_behind_came_from_no_deficit(self, cast):
        game = start_rounds(cast.owner, 2)
        play_rounds(game, cast.owner, "85 12")
        writing.stop_game(game=game, how="no_winner", won=[record(game).players[1]], seen=0, by=cast.owner)
        assert not Tally.objects.filter(game=game, key__in=("deficit", "margin")).exists()

    def test_a_winner_by_the_rules_who_was_behind_has_a_margin(self, cast):
        game = start_rounds(cast.owner, 2, phases=1)
        phase = {"players.0.points": 1, "players.0.phase": True, "players.1.points": 9}
        play_own(game, phase, by=cast.owner)
        assert places(game) == ["Ann 1!", "Bob 2"]
        assert {*Tally.objects.filter(game=game).values_list("key", flat=True)} >= {"deficit", "margin"}

    def test_without_points_no_page_breaks(self, cast, olga):
        game = start_game(cast.owner)
        olga.open(f"/games/{game.pk}/stop/").press("End the game", how=str(record(game).players[2]))
        for address in (
            f"/groups/{cast.group.pk}/statistics/?rules=trumplestiltskin",
            f"/players/{record(game).players[0]}/",
        ):
            assert olga.open(address).status == 200


class TestOldForms:
    def test_a_tie_that_is_open_again_is_not_ended_by_its_old_form(self, cast, olga, level):
        olga.open(f"/games/{level.pk}/stop/")
        undo(game=level, number=1, revision=1, by=cast.recorder)
        olga.press("Save", how=str(record(level).players[0]))
        assert (olga.status, "The game has changed in the meantime" in olga.text) == (409, True)
        assert refresh(level).state == Game.State.PLAYING

    def test_sharing_ends_no_game_that_goes_on(self, cast, olga, level):
        olga.open(f"/games/{level.pk}/stop/")
        undo(game=level, number=1, revision=1, by=cast.recorder)
        olga.press("Save", how="leader_wins")
        assert (olga.status, refresh(level).state) == (409, Game.State.PLAYING)

    def test_a_player_who_has_been_replaced_is_asked_about_anew(self, cast, olga, level):
        now = record(level)
        olga.open(f"/games/{level.pk}/stop/")
        players = (*now.players[:2], player(cast.owner, "Zoë"))
        setting = Setting(players=players, first_dealer=now.first_dealer, options=now.options)
        correct_setup(game=level, setting=setting, seen=0, by=cast.recorder)
        olga.press("Save", how=str(now.players[2]))
        assert (olga.status, "The setup has changed" in olga.text) == (409, True)

    def test_sent_twice_it_is_said_once(self, cast, olga, won):
        olga.open(f"/games/{won.pk}/stop/")
        page, address = olga.page, olga.address
        cy = str(record(won).players[2])
        olga.press("Save", **{f"won.{cy}": cy})
        olga.page, olga.address = page, address
        olga.press("Save", **{f"won.{cy}": cy})
        assert (olga.status, Setup.objects.filter(game=won).count()) == (200, 2)


class TestJustWho:
    def test_tap_the_winner_and_save(self, cast, olga, won):
        olga.open(f"/games/{won.pk}/").follow("Who won?").press(
            "Save", **{f"won.{record(won).players[1]}": str(record(won).players[1])}
        )
        assert "Bob wins" in olga.text
        assert places(won) == ["Ann 2", "Bob 1!", "Cy 2"]
        olga.press("Again")
        again = Game.objects.latest("pk")
        assert (olga.address, "1 win tonight" in olga.text) == (f"/games/{again.pk}/stop/", True)

    def test_several_can_win_or_nobody(self, cast, won):
        say(won, cast.owner, "Ann", "Cy")
        assert places(won) == ["Ann 1!", "Bob 3", "Cy 1!"]
        say(won, cast.owner)
        assert places(won) == ["Ann 1", "Bob 1", "Cy 1"]

    def test_several_are_undone_to_several(self, cast, olga, won):
        players = record(won).players
        say(won, cast.owner, "Ann", "Cy")
        olga.open(f"/games/{won.pk}/stop/").press("Save", **{f"won.{players[1]}": str(players[1])})
        assert places(won) == ["Ann 1!", "Bob 1!", "Cy 1!"]
        olga.press("Undo")
        assert places(won) == ["Ann 1!", "Bob 3", "Cy 1!"]

    def test_all_win_or_lose_together(self, cast, olga):
        game = start_rounds(cast.owner, rows="won", sides="together")
        olga.open(f"/games/{game.pk}/stop/")
        assert all(words in olga.text for words in ("How did it go?", "We won", "We lost"))
        olga.press("Save", how=",".join(map(str, record(game).players)))
        assert places(game) == ["Ann 1!", "Bob 1!", "Cy 1!"]

    @pytest.mark.parametrize("sides", ["alone", "together"])
    def test_lost_by_all_it_has_no_first_place(self, cast, olga, sides):
        game = start_rounds(cast.owner, rows="won", sides=sides)
        for won, first in ((("Ann", "Bob", "Cy"), 1), ((), None)):
            say(game, cast.owner, *won)
            ended, (line,) = record(game), game_lines([refresh(game)])
            assert {place["rank"] for place in End.of(ended, ended.outcome).places + line.places} == {first}
        olga.open(f"/games/{game.pk}/print/")
        assert ("Nobody wins" in olga.text, "1. Ann" in olga.text) == (True, False)

    def test_a_game_with_points_does_not_become_one(self, cast, level):
        now = record(level)
        setting = Setting(players=now.players, first_dealer=0, options={**now.options, "rows": "won"})
        with pytest.raises(Refused) as refused:
            correct_setup(game=level, setting=setting, seen=0, by=cast.owner)
        assert [sentence(problem.message) for problem in refused.value.problems] == [
            "There are points on the sheet already."
        ]

    def test_every_page_of_it_opens(self, cast, olga, won):
        one, other, _third = record(won).players
        say(won, cast.owner, "Bob")
        for address in (f"/players/{one}/", f"/players/{one}/against/{other}/", f"/games/{won.pk}/print/"):
            assert olga.open(address).status == 200
        assert "Nothing recorded yet" not in olga.text

    def test_it_takes_no_hands(self, cast, olga, won):
        assert "you just say who won" in olga.open(f"/games/{won.pk}/hands/1/").text

    @pytest.mark.parametrize("how", ["leader_wins", "no_winner"])
    def test_it_cannot_be_stopped(self, cast, olga, won, how):
        olga.open(f"/games/{won.pk}/stop/").press("Save", how=how, early="1")
        assert (olga.status, "you just say who won" in olga.text) == (422, True)
        assert refresh(won).state == Game.State.PLAYING

    def test_undone_it_is_open_again(self, cast, olga, won):
        olga.open(f"/games/{won.pk}/stop/").press(
            "Save", **{f"won.{record(won).players[1]}": str(record(won).players[1])}
        ).press("Undo")
        assert (refresh(won).state, places(won)) == (Game.State.PLAYING, ["Ann 1", "Bob 1", "Cy 1"])

    def test_an_unknown_total_is_never_a_0(self, cast, olga, won):
        say(won, cast.owner, "Bob")
        assert {row.half_points for row in Standing.objects.filter(game=won)} == {None}
        assert {*Tally.objects.filter(game=won).values_list("key", flat=True)} == {"unscored", "place", "won"}
        play_rounds(start_rounds(cast.owner, (*record(won).players,), **ONE_ROUND), cast.owner, "8 5 7")
        stats = olga.open(f"/groups/{cast.group.pk}/statistics/?game=any_game:rounds").text
        assert "2 games" in stats


class TestFiles:
    def test_two_games_of_an_evening_are_two(self, cast, won):
        say(won, cast.owner, "Bob")
        text = "".join(write_sheets([game_file(record(won))]))
        (one,) = read_sheets(text.encode()).games
        others = (replace(one, id="", won=(0,)), replace(one, id=""))
        assert len({*map(uid_of, others)}) == 2

    @pytest.mark.parametrize("names", [(), ("Bob",), ("Ann", "Cy")])
    def test_a_file_says_who_won_by_name(self, cast, won, names):
        say(won, cast.owner, *names)
        text = "".join(write_sheets([game_file(record(won))]))
        (read,) = read_sheets(text.encode()).games
        assert [read.names[seat] for seat in read.won] == [*names]
        assert "".join(write_sheets([read])) == text
        assert '"totals"' not in text

    def test_where_the_rules_decide_a_note_says_so(self, cast, level):
        say(level, cast.owner, "Cy")
        text = "".join(write_sheets([game_file(record(level))]))
        assert read_sheets(text.encode()).messages == ()
        (game,) = json.loads(text)["games"]
        game |= {"won": ["Bob"], "outcome": None}
        reading = read_sheets(json.dumps({**json.loads(text), "games": [game]}).encode())
        assert "Who won follows from the rules." in [message.text for message in reading.messages]

    @pytest.mark.parametrize("value", ['"Bob"', "[1]", '["Zoë"]'])
    def test_it_names_players(self, cast, won, value):
        say(won, cast.owner, "Bob")
        text = "".join(write_sheets([game_file(record(won))])).replace('["Bob"]', value, 1)
        assert not read_sheets(text.encode()).games
