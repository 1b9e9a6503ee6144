"""Joining a game late, leaving it early, and coming back."""

from functools import partial

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.models import Player, Standing
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.setups import hands_of, setup_versions
from scorekeeper.recording.setup.reading import staying
from scorekeeper.recording.setup.writing import come_back, join_game, leave_game
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web.refusals import NotFound, Refused, Stale
from tests.cast import differences, refresh, start_game
from tests.rounds import play_rounds, player, record, setups, start_rounds, stored, tap_points, totals


@pytest.fixture
def game(cast):
    """Two rounds in, Ann has 20, Bob 7 and Cy 9 points."""
    game = start_rounds(cast.owner)
    play_rounds(game, cast.owner, "12 3 5", "8 4 4")
    return game


def joins(game, by, who="Dee", start=0, seen=None):
    """Let somebody join, as the page shows the game now."""
    return join_game(game=refresh(game), player=who, start=start, seen=setups(game) if seen is None else seen, by=by)


def leaves(game, by, who="Cy", seen=None, **more):
    seen = setups(game) if seen is None else seen
    return leave_game(game=refresh(game), player=player(by, who), seen=seen, by=by, **more)


def returns(game, by, who="Cy"):
    return come_back(game=refresh(game), player=player(by, who), seen=setups(game), by=by)


def undo(game, by):
    """Do what the Undo button of the group's notice does."""
    notice = refresh(game).group.notice
    fields, common = notice["undo"]["fields"], {"game": refresh(game), "by": by, "as_of": notice["as_of"]}
    common["seen"] = fields["seen"]
    if "leave" in fields:
        return leave_game(player=fields["leave"], **common)
    if "back" in fields:
        return come_back(player=fields["back"], **common)
    return join_game(player=fields["player"], start=fields["total"], **common)


def said(game):
    notice = refresh(game).group.notice["said"]
    return notice["message"].format(**notice["values"])


class TestJoining:
    def test_a_newcomer_plays_from_the_next_hand_on_with_a_total_of_their_own(self, cast, game):
        before = stored(game)
        joins(game, cast.recorder, start=7)
        assert said(game) == "Dee has joined."
        assert stored(game) == before
        playing = record(game)
        assert [playing.total(column) for column in playing.sheet.columns] == [40, 14, 18, 14], "in half points"
        play_rounds(game, cast.owner, "1 1 1 2")
        assert totals(game) == {"Ann": 21, "Bob": 8, "Cy": 10, "Dee": 9}
        reasons = [sentence(line.reason) for line in record(game).sheet.hands[2].lines if line.column == "3"]
        assert reasons == ["joined with 7", "this round"]
        assert differences(game) == 0

    def test_the_history_of_the_setup_shows_it(self, cast, game):
        joins(game, cast.recorder)
        leaves(game, cast.owner, "Bob")
        names = dict(Player.objects.values_list("pk", "name"))
        versions = [version[:3] for version in setup_versions(record(game), names)]
        assert [(listed, setup.member) for setup, listed, _dealer in versions] == [
            (("Ann", "Bob (up to Round 2)", "Cy", "Dee (Round 3 onward)"), cast.owner),
            (("Ann", "Bob", "Cy", "Dee (Round 3 onward)"), cast.recorder),
            (("Ann", "Bob", "Cy"), cast.owner),
        ]

    def test_who_is_dealing_a_hand_goes_on_dealing_it(self, cast):
        game = start_rounds(cast.owner, dealer=True)
        play_rounds(game, cast.owner, "1 2 3")
        tap_points(game, cast.owner, "1 - -", 2)
        joins(game, cast.owner)
        assert record(game).screen(2).answers == {"players.0.points": 1}
        assert [hand.dealer for hand in record(game).hands] == [2, 0]
        play_rounds(game, cast.owner, "1 2 3 4", "1 2 3 4")
        assert [hand.dealer for hand in record(game).hands] == [2, 0, 1]

    def test_before_the_first_hand_a_newcomer_starts_like_everybody_else(self, cast):
        game = start_rounds(cast.owner, start=50)
        joins(game, cast.owner, start=7)
        assert (totals(game)["Dee"], record(game).options["joined"], said(game)) == (50, [], "Dee has joined.")

    def test_an_outdated_page_a_foreign_player_and_a_game_that_is_over_are_refused(self, cast, game):
        joins(game, cast.owner)
        for change in (partial(joins, who="Zoe"), leaves):
            with pytest.raises(Stale):
                change(game, cast.recorder, seen=0)
        assert not Player.objects.filter(name="Zoe").exists()
        with pytest.raises(Refused):
            joins(game, cast.owner, roster_writing.add_player(group=cast.stranger.group, name="Zoe").pk)
        sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
        with pytest.raises(Refused, match="already over"):
            joins(game, cast.owner, "Yan")

    def test_nobody_can_join_a_full_table_or_leave_one_with_too_few_players(self, cast):
        game = start_rounds(cast.owner, most=3)
        with pytest.raises(Refused, match=r"at most \{count\} players") as refused:
            joins(game, cast.owner)
        assert refused.value.path == "player"
        with pytest.raises(Refused, match=r"at least \{count\} players"):
            leaves(start_rounds(cast.owner, fewest=3), cast.owner)

    def test_who_has_left_sits_out_the_next_game_unless_too_few_are_left(self, cast):
        game = start_rounds(cast.owner, players=4, fewest=3)
        play_rounds(game, cast.owner, "12 3 5 1")
        leaves(game, cast.owner)
        assert staying(record(game)) == (0, 1, 3)

    def test_nobody_can_join_if_that_would_end_the_game(self, cast):
        game = start_rounds(cast.owner, bids="exact", ends="rounds", cards=9, tricks=1)
        for number in (1, 2):
            phone = tap_points(game, cast.owner, "", number)
            for path in ("bid", "tricks"):
                for seat in range(3):
                    phone.write(f"players.{seat}.{path}", int(seat == 0), at=f"players.{seat}.{path}")
            phone.save()
        with pytest.raises(Refused, match="too late to join"):
            joins(game, cast.owner)

    def test_a_game_whose_players_are_fixed_is_left_alone(self, cast):
        for game in (start_game(cast.owner), start_rounds(cast.owner, 4, sides="partners")):
            for change in (joins, leaves):
                with pytest.raises(NotFound):
                    change(game, cast.owner)


class TestLeaving:
    def test_who_left_is_not_asked_keeps_their_total_ranks_last_and_does_not_win(self, cast, game):
        leaves(game, cast.recorder, "Ann")
        assert said(game) == "Ann has left."
        play_rounds(game, cast.owner, "- 1 1")
        assert totals(game) == {"Ann": 20, "Bob": 8, "Cy": 10}
        assert differences(game) == 0
        sheet_writing.stop_game(game=refresh(game), how="leader_wins", by=cast.owner)
        standing = Standing.objects.filter(game=game).order_by("column").values_list("rank", "winner")
        assert list(standing) == [(3, False), (2, False), (1, True)]

    def test_what_they_had_entered_in_the_open_hand_does_not_count(self, cast, game):
        tap_points(game, cast.owner, "1 2 -", 3)
        leaves(game, cast.owner, "Bob")
        play_rounds(game, cast.owner, "1 - 3")
        assert record(game).saved[2].entry["players"] == [{"points": 1}, {}, {"points": 3}]

    def test_who_did_not_play_leaves_no_seat_behind(self, cast, game):
        joins(game, cast.owner, "Dee")
        joins(game, cast.owner, "Eve", start=3)
        tap_points(game, cast.owner, "- - 1 2 3", 3)
        leaves(game, cast.owner, "Dee")
        now = record(game)
        assert (now.names, now.options["joined"], now.options["joined_with"]) == (
            ("Ann", "Bob", "Cy", "Eve"),
            [0, 0, 0, 3],
            [0, 0, 0, 3],
        )
        assert now.screen(3).answers == {"players.2.points": 1, "players.3.points": 3}
        assert refresh(game).group.notice["undo"] is None, "Dee would be seated after Eve"
        assert differences(game) == 0

    def test_the_first_dealer_can_leave_before_the_first_hand_but_somebody_has_to_stay(self, cast, game):
        new = start_rounds(cast.owner, dealer=True)
        leaves(new, cast.owner, "Cy")
        assert (record(new).names, refresh(new).first_dealer) == (("Ann", "Bob"), 0)
        leaves(game, cast.owner, "Ann")
        leaves(game, cast.owner, "Bob")
        with pytest.raises(Refused, match="Someone has to stay"):
            leaves(game, cast.owner, "Cy")

    def test_leaving_can_end_the_game(self, cast):
        game = start_rounds(cast.owner, out=10)
        play_rounds(game, cast.owner, "12 3 5")
        leaves(game, cast.owner, "Bob")
        assert (refresh(game).state, sentence(record(game).outcome.reason)) == ("over", "Cy is the last one in")


class TestComingBack:
    def test_after_a_break_the_old_total_goes_on(self, cast, game):
        with pytest.raises(NotFound):
            returns(game, cast.owner, "Dee")
        leaves(game, cast.owner)
        play_rounds(game, cast.owner, "1 1 -")
        returns(game, cast.recorder)
        assert said(game) == "Cy is back."
        play_rounds(game, cast.owner, "1 1 1")
        assert totals(game) == {"Ann": 22, "Bob": 9, "Cy": 10}
        assert differences(game) == 0

    def test_a_late_joiner_can_leave_come_back_and_leave_again(self, cast, game):
        joins(game, cast.owner, start=5)
        play_rounds(game, cast.owner, "0 0 0 1")
        leaves(game, cast.owner, "Dee")
        play_rounds(game, cast.owner, "0 0 0 -")
        joins(game, cast.owner, player(cast.owner, "Dee"), start=99)
        play_rounds(game, cast.owner, "0 0 0 1")
        leaves(game, cast.owner, "Dee")
        assert totals(game)["Dee"] == 7
        assert sentence(hands_of(record(game), record(game).stays[3])) == "Round 3 and Round 5"
        assert record(game).contradiction is None
        assert differences(game) == 0


class TestUndo:
    def as_stored(self, game):
        now = record(game)
        return now.names, now.first_dealer, now.options, now.screen(now.next_number).answers, stored(game)[:2]

    def test_an_undo_restores_the_game_and_another_one_the_change(self, cast, game):
        tap_points(game, cast.owner, "1 - -", 3)
        for change in (joins, leaves):
            before = self.as_stored(game)
            change(game, cast.owner)
            after = self.as_stored(game)
            undo(game, cast.recorder)
            assert self.as_stored(game) == before
            undo(game, cast.owner)
            assert self.as_stored(game) == after

    def test_undoing_a_return_restores_the_break(self, cast, game):
        leaves(game, cast.owner)
        play_rounds(game, cast.owner, "1 1 -")
        before = self.as_stored(game)
        returns(game, cast.owner)
        undo(game, cast.owner)
        assert self.as_stored(game) == before

    def test_an_undo_is_refused_after_another_change(self, cast, game):
        joins(game, cast.owner)
        notice = refresh(game).group.notice
        tap_points(game, cast.owner, "1", 3)
        with pytest.raises(Stale):
            leaves(game, cast.owner, "Dee", as_of=notice["as_of"])
