"""Games as a whole: starting, stopping, resuming, hiding, and correcting the setup."""

import datetime
from dataclasses import replace

import pytest

from scorekeeper.models import Game, Hand, Revision, Seat, Setup, Standing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web.refusals import Refused, Stale
from tests.cast import (
    A_HAND,
    Phone,
    correct,
    counted,
    differences,
    new_game,
    play,
    refresh,
    start_game,
    start_short_game,
    totals,
)


def setting(game, **changes):
    """Return a game's setup with these changes. `order` lists the players by letter."""
    game = refresh(game)
    seated = list(Seat.objects.filter(game=game).order_by("number").values_list("player_id", flat=True))
    players = tuple(seated["ABCDE".index(letter)] for letter in changes.pop("order", "ABCDE"[: len(seated)]))
    current = {"players": players, "first_dealer": game.first_dealer, "options": game.options}
    return Setting(**(current | changes))


def latest_setup(game):
    return Setup.objects.filter(game=game).order_by("-number")[0]


def correct_setup(game, by, seen=None, **changes):
    corrected = changes.pop("setting", None) or setting(game, **changes)
    return setup_writing.correct_setup(
        game=game, setting=corrected, seen=latest_setup(game).number if seen is None else seen, by=by
    )


def names(game):
    return " ".join(Seat.objects.filter(game=game).order_by("number").values_list("player__name", flat=True))


class TestStarting:
    def test_a_new_game_has_seats_a_night_and_a_first_setup(self, cast):
        game = start_game(cast.recorder, 3, lowest_bid=0)
        assert names(game) == "Ann Bob Cy"
        assert (game.state, game.first_dealer, game.options["lowest_bid"]) == ("playing", 2, 0)
        assert game.options["player_target"] == 200
        assert (latest_setup(game).number, latest_setup(game).member) == (0, cast.recorder)
        assert totals(game) == "0 0 0 | 0"

    def test_a_repeated_request_returns_the_same_game(self, cast):
        new = new_game(cast.group)
        first = setup_writing.start_game(group=cast.group, new=new, by=cast.owner)
        second = setup_writing.start_game(group=cast.group, new=replace(new, first_dealer=0), by=cast.owner)
        assert first == second
        assert (Game.objects.count(), second.first_dealer) == (1, 3)
        with pytest.raises(Refused):
            setup_writing.start_game(group=cast.stranger.group, new=new, by=cast.stranger)

    def test_an_invalid_house_rule_is_refused(self, cast):
        # The last would make a game that is over from the start.
        for key, value in (("lowest_bid", 7), ("odd_half", "nobody"), ("player_target", 0)):
            with pytest.raises(Refused) as refused:
                start_game(cast.owner, **{key: value})
            assert refused.value.path == key

    def test_impossible_seats_are_refused(self, cast):
        ann, bob, cy, *others = new_game(cast.group, 5).players
        fay, zoe = (roster_writing.add_player(group=by.group, name="Zoe").pk for by in (cast.owner, cast.stranger))
        for seats in ((ann, bob), (ann, bob, cy, *others, fay), (ann, bob, ann), (ann, bob, zoe)):
            with pytest.raises(Refused) as refused:
                setup_writing.start_game(group=cast.group, new=new_game(cast.group, players=seats), by=cast.owner)
            assert refused.value.path == "seats", seats
        with pytest.raises(Refused) as refused:
            setup_writing.start_game(group=cast.group, new=new_game(cast.group, first_dealer=4), by=cast.owner)
        assert refused.value.path == "first_dealer"
        assert not Game.objects.exists()


def test_each_time_belongs_to_the_right_night():
    for moment, zone, night in (
        ("2026-06-06 05:59:59.999999", "UTC", "2026-06-05"),  # six in the morning is the next day
        ("2026-06-06 06:00", "UTC", "2026-06-06"),
        ("2026-06-06 03:59", "Europe/Berlin", "2026-06-05"),  # by the group's clock, which is two hours ahead
        ("2026-06-06 04:00", "Europe/Berlin", "2026-06-06"),
        ("2027-01-01 05:00", "UTC", "2026-12-31"),
    ):
        at = datetime.datetime.fromisoformat(moment).replace(tzinfo=datetime.UTC)
        assert setup_writing.night_of(at, zone) == datetime.date.fromisoformat(night), moment


class TestStopping:
    def test_the_leader_wins_a_game_that_is_stopped_early_or_nobody(self, cast, game):
        with pytest.raises(Refused):
            sheet_writing.stop_game(game=game, how="leader_wins", by=cast.owner)
        play(game, by=cast.owner)
        for how, winners in (("no_winner", []), ("leader_wins", ["0"])):
            sheet_writing.stop_game(game=game, how=how, by=cast.owner)
            assert (game.state, game.stopped) == ("over", how)
            assert refresh(game).ended_at is not None
            won = Standing.objects.filter(game=game, winner=True).values_list("column", flat=True)
            assert list(won) == winners
        with pytest.raises(Refused):
            Phone(game, cast.owner).open().tap("A bid 10")

    def test_resuming_restores_the_unsaved_hand(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10")
        sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
        sheet_writing.resume_game(game=game, by=cast.owner)
        assert game.state == "playing"
        assert (refresh(game).stopped, refresh(game).ended_at) == ("", None)
        phone.tap("B bid 12")
        assert phone.draft == {"players.0.bid": 10, "players.1.bid": 12}

    def test_a_game_corrected_beyond_the_target_stays_over_when_resumed(self, cast):
        game = start_short_game(cast.owner)
        play(game, by=cast.owner)
        sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
        ended = game.ended_at
        correct(game, 1, "20 6 - 8 | | 20 4 3 4", cast.owner)
        assert Standing.objects.get(game=game, winner=True).column == "0"
        sheet_writing.resume_game(game=game, by=cast.owner)
        assert (game.state, refresh(game).stopped) == ("over", "")
        assert refresh(game).ended_at == ended
        with pytest.raises(Refused):
            sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)


class TestSetup:
    def test_a_replacement_takes_over_the_answers_already_entered(self, cast, game):
        play(game, by=cast.owner)
        players = setting(game).players
        fay = roster_writing.add_player(group=cast.group, name="Fay")
        correct_setup(game, cast.recorder, players=(players[0], fay.pk, *players[2:]))
        assert names(game) == "Ann Fay Cy Dee"
        assert totals(game) == "24 6 0 7 | 6"
        assert Standing.objects.get(game=game, column="1").seat.player == fay
        assert latest_setup(game).member == cast.recorder
        assert Setup.objects.get(game=game, number=0).players == list(players)

    def test_answers_follow_players_who_swap_seats(self, cast, game):
        play(game, by=cast.owner)
        correct_setup(game, cast.owner, order="BACD")
        assert names(game) == "Bob Ann Cy Dee"
        assert totals(game) == "6 24 0 7 | 6"
        revision = Revision.objects.get(hand__game=game, kind="setup")
        assert (revision.number, revision.setup) == (2, latest_setup(game))
        assert Revision.objects.get(hand__game=game, number=1).setup.number == 0
        assert differences(game) == 0

    def test_a_manually_chosen_dealer_still_deals_from_a_new_seat(self, cast, game):
        Phone(game, cast.owner).tap("A passed", "B passed", "C passed", "D passed", "dealer B").save()
        correct_setup(game, cast.owner, order="BACD")
        assert Hand.objects.get().dealer == 0

    def test_a_tap_meant_for_the_old_seats_is_stale(self, cast, game):
        late = Phone(game, cast.recorder)
        for tap in ("B bid 12", "B bid 13"):  # before the first tap, and while a hand is being entered
            correct_setup(game, cast.owner, order="ACBD")
            with pytest.raises(Stale):
                late.tap(tap)
            late.look().tap(tap)

    def test_changing_a_house_rule_rescores_every_hand(self, cast, game):
        play(game, "11 - 9 7 | A | 13 6 8 4", by=cast.owner)
        assert totals(game) == "6.5 0 8 4 | 12.5"
        correct_setup(game, cast.owner, options={"odd_half": "gnome"})
        assert totals(game) == "6 0 8 4 | 13"
        assert refresh(game).options["odd_half"] == "gnome"
        assert refresh(game).options["player_target"] == 200
        assert not Revision.objects.filter(kind="setup").exists()

    def test_a_lower_target_ends_the_game_and_a_higher_one_reopens_it(self, cast, game):
        play(game, A_HAND, A_HAND, A_HAND, by=cast.owner)
        correct_setup(game, cast.owner, options={"player_target": 40})
        assert (refresh(game).state, counted(game)) == ("over", [1, 2])
        correct_setup(game, cast.owner, options={"player_target": 300})
        assert (refresh(game).state, counted(game)) == ("playing", [1, 2, 3])

    def test_correcting_the_setup_accepts_new_warnings(self, cast):
        game = start_game(cast.owner, 3, uneven_deal="equal_hands")
        play(game, "10 6 - | | 12 9 3", by=cast.owner)
        assert "score_anyway" not in Hand.objects.get().entry
        correct_setup(game, cast.owner, options={"uneven_deal": "all_dealt"})
        assert Hand.objects.get().entry["score_anyway"] is True
        assert Revision.objects.filter(kind="setup").count() == 1

    def test_a_page_older_than_the_last_correction_is_stale(self, cast, game):
        correct_setup(game, cast.owner, first_dealer=1)
        with pytest.raises(Stale):
            correct_setup(game, cast.recorder, seen=0, first_dealer=2)
        assert refresh(game).first_dealer == 1

    def test_an_invalid_setup_is_refused(self, cast, game):
        for changes, path in (
            ({"first_dealer": 4}, "first_dealer"),
            ({"options": {"lowest_bid": 5}}, "lowest_bid"),
            ({"order": "ABCC"}, "seats"),
            ({"order": "ABC", "first_dealer": 0}, "seats"),
        ):
            with pytest.raises(Refused) as refused:
                correct_setup(game, cast.owner, **changes)
            assert path in (refused.value.path, *(problem.path for problem in refused.value.problems)), changes

    def test_only_what_was_saved_since_the_last_setup_can_be_undone(self, cast, game):
        (saved,) = play(game, by=cast.owner)
        correct_setup(game, cast.owner, order="BACD")
        with pytest.raises(Stale):
            Phone(game, cast.owner, 1).undo(saved)
        revision = correct(game, 1, "6 9 - 8 | | 9 12 3 7", cast.owner)
        Phone(game, cast.owner, 1).undo(revision)
        assert totals(game) == "6 24 0 7 | 6"
