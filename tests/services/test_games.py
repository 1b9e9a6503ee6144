"""Games as a whole: starting, stopping, resuming, hiding, and correcting the setup."""

import datetime
from dataclasses import replace

import pytest

from scorekeeper.models import Game, Hand, Night, Revision, Seat, Setup, Standing
from scorekeeper.queries.recording.setups import Setting
from scorekeeper.services import games, people
from scorekeeper.services.errors import Refused, Stale
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
    return games.correct_setup(
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
        first = games.start_game(group=cast.group, new=new, by=cast.owner)
        second = games.start_game(group=cast.group, new=replace(new, first_dealer=0), by=cast.owner)
        assert first == second
        assert (Game.objects.count(), second.first_dealer) == (1, 3)

    def test_the_same_request_from_another_group_is_refused(self, cast):
        new = new_game(cast.group)
        games.start_game(group=cast.group, new=new, by=cast.owner)
        with pytest.raises(Refused):
            games.start_game(group=cast.stranger.group, new=new, by=cast.stranger)

    def test_two_games_on_the_same_evening_share_a_night(self, cast):
        assert start_game(cast.owner).night == start_game(cast.owner).night
        assert Night.objects.count() == 1

    def test_a_different_date_can_be_chosen(self, cast):
        night = datetime.date(2026, 1, 2)
        game = games.start_game(group=cast.group, new=new_game(cast.group, night=night), by=cast.owner)
        assert game.night.date == night

    @pytest.mark.parametrize("players", [0, 1, 2])
    def test_too_few_players_are_refused(self, cast, players):
        with pytest.raises(Refused) as refused:
            start_game(cast.owner, players)
        assert refused.value.path == "seats"

    def test_six_players_are_refused(self, cast):
        seats = (*new_game(cast.group, 5).players, people.add_player(group=cast.group, name="Fay").pk)
        with pytest.raises(Refused):
            games.start_game(group=cast.group, new=new_game(cast.group, players=seats), by=cast.owner)

    def test_a_player_cannot_take_two_seats(self, cast):
        ann, bob, *_rest = new_game(cast.group).players
        with pytest.raises(Refused):
            games.start_game(group=cast.group, new=new_game(cast.group, players=(ann, bob, ann)), by=cast.owner)

    @pytest.mark.parametrize("foreign", [True, False], ids=["of another group", "who doesn't exist"])
    def test_an_unknown_player_is_refused(self, cast, foreign):
        other = people.add_player(group=cast.stranger.group, name="Zoe").pk if foreign else 10_000
        ann, bob, *_rest = new_game(cast.group).players
        with pytest.raises(Refused) as refused:
            games.start_game(group=cast.group, new=new_game(cast.group, players=(ann, bob, other)), by=cast.owner)
        assert refused.value.path == "seats"
        assert not Game.objects.exists()

    @pytest.mark.parametrize("seat", [-1, 4])
    def test_a_first_dealer_without_a_seat_is_refused(self, cast, seat):
        with pytest.raises(Refused) as refused:
            games.start_game(group=cast.group, new=new_game(cast.group, first_dealer=seat), by=cast.owner)
        assert refused.value.path == "first_dealer"

    @pytest.mark.parametrize(
        ("key", "value"),
        [
            pytest.param("lowest_bid", 7, id="a number out of range"),
            pytest.param("lowest_bid", "one", id="a word instead of a number"),
            pytest.param("odd_half", "nobody", id="not one of the choices"),
            pytest.param("player_target", 0, id="a game that would be over from the start"),
        ],
    )
    def test_an_invalid_house_rule_is_refused(self, cast, key, value):
        with pytest.raises(Refused) as refused:
            start_game(cast.owner, **{key: value})
        assert refused.value.path == key


@pytest.mark.parametrize(
    ("moment", "zone", "night"),
    [
        pytest.param("2026-06-05 18:00", "UTC", "2026-06-05", id="an evening"),
        pytest.param("2026-06-06 05:59:59.999999", "UTC", "2026-06-05", id="the last moment of the night"),
        pytest.param("2026-06-06 06:00", "UTC", "2026-06-06", id="six in the morning is the next day"),
        pytest.param("2026-06-06 03:59", "Europe/Berlin", "2026-06-05", id="by the group's clock, summer"),
        pytest.param("2026-06-06 04:00", "Europe/Berlin", "2026-06-06", id="six o'clock in summer"),
        pytest.param("2026-01-06 04:59", "Europe/Berlin", "2026-01-05", id="by the group's clock, winter"),
        pytest.param("2026-01-06 05:00", "Europe/Berlin", "2026-01-06", id="six o'clock in winter"),
        pytest.param("2026-03-29 03:59", "Europe/Berlin", "2026-03-28", id="the night that loses an hour"),
        pytest.param("2026-03-29 04:00", "Europe/Berlin", "2026-03-29", id="six o'clock after the lost hour"),
        pytest.param("2026-10-25 04:59", "Europe/Berlin", "2026-10-24", id="the night that gains an hour"),
        pytest.param("2026-10-25 05:00", "Europe/Berlin", "2026-10-25", id="six o'clock after the gained hour"),
        pytest.param("2026-06-06 03:00", "America/New_York", "2026-06-05", id="still the evening before in New York"),
        pytest.param("2026-06-05 18:15", "Asia/Kathmandu", "2026-06-05", id="midnight, with an odd offset"),
        pytest.param("2026-12-31 16:00", "Pacific/Kiritimati", "2027-01-01", id="already next year"),
        pytest.param("2027-01-01 05:00", "UTC", "2026-12-31", id="still New Year's Eve"),
    ],
)
def test_each_time_belongs_to_the_right_night(moment, zone, night):
    at = datetime.datetime.fromisoformat(moment).replace(tzinfo=datetime.UTC)
    assert games.night_of(at, zone) == datetime.date.fromisoformat(night)


class TestStopping:
    @pytest.mark.parametrize(
        ("how", "winners"),
        [pytest.param("leader_wins", ["0"], id="the leader wins"), pytest.param("no_winner", [], id="nobody wins")],
    )
    def test_a_game_can_be_stopped_early(self, cast, game, how, winners):
        play(game, by=cast.owner)
        stopped = games.stop_game(game=game, how=how, by=cast.owner)
        assert (stopped.state, stopped.stopped) == ("over", how)
        assert refresh(game).ended_at is not None
        won = Standing.objects.filter(game=game, winner=True).values_list("column", flat=True)
        assert list(won) == winners
        with pytest.raises(Refused):
            Phone(game, cast.owner).open().tap("A bid 10")

    def test_stopping_again_changes_nothing(self, cast, game):
        play(game, by=cast.owner)
        first = refresh(games.stop_game(game=game, how="no_winner", by=cast.owner))
        second = refresh(games.stop_game(game=game, how="no_winner", by=cast.owner))
        assert (second.ended_at, second.group.version) == (first.ended_at, first.group.version)

    def test_the_winner_can_still_be_changed(self, cast, game):
        play(game, by=cast.owner)
        games.stop_game(game=game, how="no_winner", by=cast.owner)
        assert games.stop_game(game=game, how="leader_wins", by=cast.owner).stopped == "leader_wins"
        assert Standing.objects.get(game=game, winner=True).column == "0"

    def test_nobody_leads_before_the_first_hand(self, cast, game):
        with pytest.raises(Refused):
            games.stop_game(game=game, how="leader_wins", by=cast.owner)
        assert games.stop_game(game=game, how="no_winner", by=cast.owner).state == "over"

    def test_a_finished_game_cannot_be_stopped(self, cast):
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        with pytest.raises(Refused):
            games.stop_game(game=game, how="no_winner", by=cast.owner)

    def test_resuming_restores_the_unsaved_hand(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10")
        games.stop_game(game=game, how="no_winner", by=cast.owner)
        assert games.resume_game(game=game, by=cast.owner).state == "playing"
        assert (refresh(game).stopped, refresh(game).ended_at) == ("", None)
        phone.tap("B bid 12")
        assert phone.draft == {"players.0.bid": 10, "players.1.bid": 12}

    def test_resuming_a_game_in_progress_changes_nothing(self, cast, game):
        play(game, by=cast.owner)
        assert games.resume_game(game=game, by=cast.owner).state == "playing"
        assert totals(game) == "24 6 0 7 | 6"

    def test_a_game_corrected_beyond_the_target_stays_over_when_resumed(self, cast):
        game = start_short_game(cast.owner)
        play(game, by=cast.owner)
        games.stop_game(game=game, how="no_winner", by=cast.owner)
        correct(game, 1, "20 6 - 8 | | 20 4 3 4", cast.owner)
        assert Standing.objects.get(game=game, winner=True).column == "0"
        assert (games.resume_game(game=game, by=cast.owner).state, refresh(game).stopped) == ("over", "")

    def test_a_game_that_stays_over_when_resumed_keeps_its_end_time(self, cast):
        game = start_short_game(cast.owner)
        play(game, by=cast.owner)
        ended = games.stop_game(game=game, how="no_winner", by=cast.owner).ended_at
        correct(game, 1, "20 6 - 8 | | 20 4 3 4", cast.owner)
        games.resume_game(game=game, by=cast.owner)
        assert refresh(game).ended_at == ended

    @pytest.mark.parametrize(
        "write",
        [
            pytest.param(lambda game, by: games.stop_game(game=game, how="no_winner", by=by), id="stop"),
            pytest.param(lambda game, by: correct_setup(game, by, first_dealer=0), id="correct the setup"),
        ],
    )
    def test_a_game_with_unknown_rules_is_refused(self, cast, game, write):
        Game.objects.update(rules="forgotten")
        with pytest.raises(Refused):
            write(refresh(game), cast.owner)

    def test_a_stopped_game_with_unknown_rules_stays_stopped(self, cast, game):
        games.stop_game(game=game, how="no_winner", by=cast.owner)
        Game.objects.update(rules="forgotten")
        with pytest.raises(Refused):
            games.resume_game(game=refresh(game), by=cast.owner)
        assert refresh(game).stopped == "no_winner"


def test_a_game_can_be_hidden_and_unhidden(cast, game):
    before = refresh(game).group.version
    assert games.hide_game(game=game, hidden=True).hidden
    assert refresh(game).hidden
    assert refresh(game).group.version > before
    games.hide_game(game=game, hidden=False)
    assert not refresh(game).hidden


class TestSetup:
    def test_a_replacement_takes_over_the_answers_already_entered(self, cast, game):
        play(game, by=cast.owner)
        players = setting(game).players
        fay = people.add_player(group=cast.group, name="Fay")
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

    def test_changing_the_first_dealer_changes_later_dealers(self, cast, game):
        play(game, A_HAND, A_HAND, by=cast.owner)
        correct_setup(game, cast.owner, first_dealer=1)
        assert list(Hand.objects.order_by("number").values_list("dealer", flat=True)) == [1, 2]
        assert Phone(game, cast.owner).open().dealer == 3

    def test_a_manually_chosen_dealer_still_deals_from_a_new_seat(self, cast, game):
        Phone(game, cast.owner).tap("A passed", "B passed", "C passed", "D passed", "dealer B").save()
        correct_setup(game, cast.owner, order="BACD")
        assert Hand.objects.get().dealer == 0

    def test_unsaved_taps_follow_the_players(self, cast, game):
        Phone(game, cast.owner).tap("A bid 10", "B bid 12", "dealer C")
        correct_setup(game, cast.owner, order="CBAD")
        assert Phone(game, cast.owner).draft == {"players.2.bid": 10, "players.1.bid": 12, "dealer": 0}

    @pytest.mark.parametrize("typed", [["A bid 10"], []], ids=["while a hand is being entered", "before its first tap"])
    def test_a_tap_meant_for_the_old_seats_is_stale(self, cast, game, typed):
        Phone(game, cast.owner).tap(*typed)
        late = Phone(game, cast.recorder)
        correct_setup(game, cast.owner, order="ACBD")
        with pytest.raises(Stale):
            late.tap("B bid 12")
        late.look().tap("B bid 12")

    def test_an_open_page_for_a_saved_hand_is_stale_after_players_change_seats(self, cast, game):
        play(game, by=cast.owner)
        late = Phone(game, cast.recorder, 1)
        correct_setup(game, cast.owner, order="BACD")
        with pytest.raises(Stale):
            late.tap("A took 11")

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

    def test_a_contradicted_hand_can_be_fixed_afterward(self, cast):
        game = start_game(cast.owner, lowest_bid=0)
        play(game, A_HAND, "0 - - - | | 12 9 3 7", by=cast.owner)
        correct_setup(game, cast.owner, options={"lowest_bid": 1})
        assert (refresh(game).options["lowest_bid"], counted(game)) == (1, [1])
        correct(game, 2, A_HAND, cast.owner)
        assert counted(game) == [1, 2]
        assert differences(game) == 0

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

    def test_a_repeated_correction_has_no_further_effect(self, cast, game):
        for _time in range(2):
            correct_setup(game, cast.owner, seen=0, first_dealer=1)
        assert Setup.objects.count() == 2

    @pytest.mark.parametrize(
        ("changes", "path"),
        [
            pytest.param({"first_dealer": 4}, "first_dealer", id="a first dealer without a seat"),
            pytest.param({"options": {"lowest_bid": 5}}, "lowest_bid", id="an invalid house rule"),
            pytest.param({"order": "ABCC"}, "seats", id="the same player twice"),
        ],
    )
    def test_an_invalid_setup_is_refused(self, cast, game, changes, path):
        with pytest.raises(Refused) as refused:
            correct_setup(game, cast.owner, **changes)
        assert refused.value.path == path

    def test_the_number_of_players_cannot_change(self, cast, game):
        with pytest.raises(Refused) as refused:
            correct_setup(game, cast.owner, order="ABC")
        assert [problem.path for problem in refused.value.problems] == ["seats"]

    def test_another_groups_player_is_refused(self, cast, game):
        zoe = people.add_player(group=cast.stranger.group, name="Zoe")
        with pytest.raises(Refused):
            correct_setup(game, cast.owner, players=(*setting(game).players[:3], zoe.pk))

    def test_an_undo_is_refused_if_the_setup_changed_the_hand(self, cast, game):
        (revision,) = play(game, by=cast.owner)
        correct_setup(game, cast.owner, order="BACD")
        with pytest.raises(Stale):
            Phone(game, cast.owner, 1).undo(revision)

    def test_an_undo_is_refused_after_a_setup_that_left_the_hand_as_it_was(self, cast, game):
        play(game, by=cast.owner)
        revision = correct(game, 1, "pass", cast.owner)
        correct_setup(game, cast.owner, order="BACD")
        with pytest.raises(Stale):
            Phone(game, cast.owner, 1).undo(revision)

    def test_undoing_a_later_correction_keeps_the_new_setup(self, cast, game):
        play(game, by=cast.owner)
        correct_setup(game, cast.owner, order="BACD")
        revision = correct(game, 1, "6 9 - 8 | | 9 12 3 7", cast.owner)
        Phone(game, cast.owner, 1).undo(revision)
        assert totals(game) == "6 24 0 7 | 6"
