"""Undoing and correcting saved hands from a phone."""

import pytest

from scorekeeper.models import Hand
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web.refusals import Stale
from tests.cast import A_HAND, Phone, correct, counted, differences, enter_hand, play, refresh, start_short_game, totals
from tests.recording.hands import stored

POSSIBLE = "10 6 - 8 | A | 12 9 3 7"


class TestUndo:
    def test_an_undo_restores_the_hand_as_entered(self, cast, game):
        phone = enter_hand(game, POSSIBLE, cast.owner)
        taps, draft = stored(game).taps, phone.draft
        undone = phone.undo(phone.save())
        assert (undone.number, undone.kind, undone.entry) == (2, "undo", None)
        assert (stored(game).taps, phone.draft, stored(game).entry) == (taps, draft, None)
        assert totals(game) == "0 0 0 0 | 0"
        assert phone.look().save().number == 3

    def test_a_repeated_undo_has_no_further_effect_no_matter_how_late(self, cast, game):
        phone = enter_hand(game, A_HAND, cast.owner)
        revision = phone.save()
        undone = phone.undo(revision)
        with pytest.raises(Stale):
            phone.undo(undone)
        assert phone.undo(revision) == undone
        phone.look().save()
        assert phone.undo(revision) == undone
        assert stored(game).entry is not None

    def test_an_undo_is_refused_once_a_later_hand_is_saved_or_the_game_is_stopped(self, cast, game):
        first, second = play(game, A_HAND, A_HAND, by=cast.owner)
        with pytest.raises(Stale):
            Phone(game, cast.owner, 1).undo(first)
        sheet_writing.stop_game(game=game, how="leader_wins", by=cast.owner)
        with pytest.raises(Stale):
            Phone(game, cast.owner, 2).undo(second)
        assert counted(game) == [1, 2]

    def test_undoing_a_correction_restores_the_previous_entry(self, cast, game):
        play(game, A_HAND, A_HAND, by=cast.owner)
        before = stored(game).entry
        revision = correct(game, 1, POSSIBLE, cast.recorder)
        phone = Phone(game, cast.recorder, 1)
        phone.undo(revision)
        assert stored(game).entry == before
        assert totals(game) == "48 12 0 14 | 12"
        assert phone.draft["players.0.peeked"] is True

    def test_an_undo_is_refused_while_a_correction_is_being_entered(self, cast, game):
        (revision,) = play(game, by=cast.owner)
        phone = Phone(game, cast.recorder, 1).tap("A took 11")
        with pytest.raises(Stale):
            phone.undo(revision)
        assert phone.draft["players.0.taken"] == 11

    def test_stepping_back_from_a_chosen_dealer_restores_the_usual_one(self, cast, game):
        phone = Phone(game, cast.owner).tap("A passed", "B passed", "C passed", "D passed", "dealer B")
        phone.undo(phone.save())
        assert phone.dealer == 1
        phone.look().back()
        assert phone.dealer == 3


class TestCorrecting:
    def test_a_hand_can_be_corrected_while_another_is_being_entered(self, cast, game):
        play(game, by=cast.owner)
        typing = Phone(game, cast.owner).open().tap("B bid 9")
        correct(game, 1, POSSIBLE, cast.recorder)
        assert totals(game) == "6 6 0 7 | 12"
        typing.tap("C bid 12")
        assert typing.draft == {"players.1.bid": 9, "players.2.bid": 12}

    def test_one_correction_can_end_a_game_and_another_can_reopen_it(self, cast):
        game, small = start_short_game(cast.owner), "4 6 - 8 | | 12 9 3 7"
        play(game, small, small, A_HAND, by=cast.owner)
        before = (refresh(game).state, counted(game), totals(game))
        assert before[:2] == ("playing", [1, 2, 3])
        correct(game, 1, "20 6 - 8 | | 20 4 3 4", cast.owner)
        assert (refresh(game).state, counted(game), totals(game)) == ("over", [1], "40 4 0 4 | 3")
        correct(game, 1, small, cast.owner)
        assert (refresh(game).state, counted(game), totals(game)) == before
        assert differences(game) == 0

    def test_undoing_or_correcting_the_last_hand_can_reopen_or_end_the_game(self, cast):
        game = start_short_game(cast.owner)
        _first, last = play(game, A_HAND, A_HAND, by=cast.owner)
        ended = refresh(game).ended_at
        Phone(game, cast.owner, 2).undo(last)
        assert (refresh(game).state, refresh(game).ended_at) == ("playing", None)
        Phone(game, cast.owner, 2).save()
        assert refresh(game).ended_at > ended

    def test_changing_a_dealer_changes_no_other_hand(self, cast, game):
        play(game, A_HAND, A_HAND, by=cast.owner)
        phone = Phone(game, cast.owner, 1).tap("dealer B")
        phone.save()
        dealers = list(Hand.objects.filter(game=game).order_by("number").values_list("dealer", flat=True))
        assert dealers == [1, 0]
        assert Phone(game, cast.owner).open().dealer == 1
