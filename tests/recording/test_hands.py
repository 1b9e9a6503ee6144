"""Entering and saving hands from a phone. For changes to saved hands, see `test_corrections`."""

from functools import partial

import pytest

from scorekeeper.models import Hand, Revision
from scorekeeper.people.groups import writing as groups_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.rules.base import Rules
from scorekeeper.web.refusals import NotFound, Refused, Stale
from tests.cast import A_HAND, Phone, correct, enter_hand, play, refresh, tap_from_words, totals
from tests.recording.hands import IMPOSSIBLE, stored

THE_AUCTION = ("A bid 10", "B bid 12", "C passed", "D passed")


class TestTapping:
    def test_the_first_tap_creates_the_hand_with_its_dealer(self, cast, game):
        phone = Phone(game, cast.owner)
        assert not Hand.objects.exists()
        phone.tap("A bid 10")
        assert (stored(game).dealer, phone.draft) == (3, {"players.0.bid": 10})

    def test_a_repeated_tap_changes_nothing(self, cast, game):
        for taps, word in enumerate(("A bid 10", "A peeked", "dealer B"), 1):
            phone, late = Phone(game, cast.owner), Phone(game, cast.owner)
            phone.tap(word, word)
            late.tap(word)
            assert len(stored(game).taps) == taps, word

    def test_different_fields_are_merged_and_a_conflict_reports_both_values(self, cast, game):
        first, second = Phone(game, cast.owner), Phone(game, cast.recorder)
        first.tap("A bid 10")
        with pytest.raises(Stale) as stale:
            second.tap("A bid 11")
        conflict = stale.value.conflict
        assert (conflict.path, conflict.stands, conflict.wanted) == ("players.0.bid", 10, 11)
        assert conflict.member == cast.owner.pk
        second.tap("B bid 12", at="bidding")
        assert first.draft == {"players.0.bid": 10, "players.1.bid": 12}
        first.tap("A bid 12", "A bid 10", at="bidding")
        second.tap("A bid 11", at="bidding")
        assert first.draft["players.0.bid"] == 11, "a value that was changed back is no conflict"
        first.tap("dealer B")
        with pytest.raises(Stale) as stale:
            second.tap("dealer C")
        assert (stale.value.conflict.stands, stale.value.conflict.wanted) == (1, 2)

    def test_a_game_that_was_resumed_since_its_row_was_read_can_be_tapped_in(self, cast, game):
        sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
        phone = Phone(refresh(game), cast.owner)
        sheet_writing.resume_game(game=game, by=cast.owner)
        phone.tap("A bid 10")
        assert phone.draft == {"players.0.bid": 10}

    def test_a_member_who_was_removed_since_or_is_of_another_group_writes_nothing(self, cast, game):
        phone = Phone(refresh(game), cast.recorder)
        groups_writing.remove_member(group=cast.group, member_id=cast.recorder.pk, by=cast.owner)
        for writer in (phone, Phone(refresh(game), cast.stranger)):
            for value in (10, True):  # allowed, and refused
                with pytest.raises(NotFound):
                    writer.write("players.0.bid", value)
        assert not Hand.objects.exists()

    def test_a_conflict_over_a_corrected_field_reports_the_saved_value(self, cast, game):
        play(game, by=cast.owner)
        first = Phone(game, cast.owner, 1).tap("A took 11")
        second = Phone(game, cast.recorder, 1)
        first.back()
        with pytest.raises(Stale) as stale:
            second.tap("A took 9")
        assert stale.value.conflict.stands == 12

    def test_impossible_answers_are_refused_and_create_no_hand(self, cast, game):
        phone = Phone(game, cast.owner)
        for path, value in (("players.4.bid", 10), ("players.0.tricks", 3), ("*back", 0)):
            with pytest.raises(NotFound):
                phone.write(path, value)
        for path, value in (
            ("players.0.bid", -1),
            ("players.0.bid", "10"),
            ("players.0.bid", True),
            ("players.0.taken", 10_000),
            ("hand.gnome", "7S"),
            ("dealer", True),
            ("dealer", 4),
        ):
            with pytest.raises(Refused) as refused:
                phone.write(path, value)
            assert refused.value.path == path, value
        phone.tap("A bid -")
        assert not Hand.objects.exists()

    def test_only_the_next_hand_can_be_entered_and_there_is_nothing_to_undo_or_save_before(self, cast, game):
        phone, others = Phone(game, cast.owner), [Phone(game, cast.owner, number) for number in (0, 2)]
        for write in (phone.back, phone.over, phone.save, *(partial(other.tap, "A bid 10") for other in others)):
            with pytest.raises(Stale):
                write()

    def test_an_undone_hand_must_be_saved_before_the_next_is_entered(self, cast, game):
        (revision,) = play(game, by=cast.owner)
        second = Phone(game, cast.recorder, 2).tap("A bid 10")
        Phone(game, cast.owner, 1).undo(revision)
        with pytest.raises(Stale, match="was reopened"):
            second.tap("B bid 12")
        assert second.record.next_number == 1
        assert second.draft == {"players.0.bid": 10}

    def test_the_number_of_hands_in_a_game_is_limited(self, cast, game, monkeypatch):
        monkeypatch.setattr(Rules, "most_hands", 2)
        play(game, A_HAND, by=cast.owner)
        Phone(game, cast.owner, 2).tap("A bid 10")
        monkeypatch.setattr(Rules, "most_hands", 1)
        with pytest.raises(Refused, match="This sheet is full"):
            Phone(game, cast.owner, 2).tap("B bid 12")
        correct(game, 1, "pass", cast.owner)

    def test_the_number_of_taps_in_a_hand_is_limited(self, cast, game, monkeypatch):
        monkeypatch.setattr("scorekeeper.rules.limits.MOST_TAPS", 3)
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 12", "C passed")
        with pytest.raises(Refused):
            phone.tap("D passed")


class TestSteppingBack:
    def test_stepping_back_reaches_the_beginning(self, cast, game):
        phone, expected = Phone(game, cast.owner), [{}]
        for word in (*THE_AUCTION, "A bid 14"):
            phone.tap(word)
            expected.append(phone.draft)
        while expected:
            assert phone.draft == expected.pop()
            phone.back()
        phone.back()
        assert phone.draft == {}

    def test_stepping_back_over_unseen_taps_is_stale(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10")
        Phone(game, cast.recorder).tap("B bid 12")
        with pytest.raises(Stale):
            phone.back()
        with pytest.raises(Stale):
            phone.over()
        assert phone.draft == {"players.0.bid": 10, "players.1.bid": 12}

    def test_a_repeated_step_back_or_start_over_has_no_further_effect(self, cast, game):
        phone = Phone(game, cast.owner).tap(*THE_AUCTION)
        twin = Phone(game, cast.owner)
        phone.back()
        twin.back()
        assert len(phone.draft) == len(THE_AUCTION) - 1
        twin = Phone(game, cast.owner)
        before = phone.draft
        phone.over()
        twin.over()
        phone.look().over()
        phone.back()
        assert phone.draft == before

    def test_starting_a_correction_over_keeps_the_saved_entry(self, cast, game):
        play(game, by=cast.owner)
        entry = stored(game).entry
        phone = Phone(game, cast.owner, 1)
        saved = phone.draft
        phone.tap("A took 11")
        phone.over()
        assert phone.draft == saved
        assert stored(game).entry == entry
        assert totals(game) == "24 6 0 7 | 6"


class TestSaving:
    def test_a_saved_hand_counts_and_keeps_its_taps(self, cast, game):
        phone = enter_hand(game, A_HAND, cast.recorder)
        typed = stored(game).taps
        revision = phone.save()
        assert totals(game) == "24 6 0 7 | 6"
        assert (revision.number, revision.kind, revision.member) == (1, "save", cast.recorder)
        assert (revision.taps, revision.entry) == (typed, stored(game).entry)
        assert stored(game).taps == []

    def test_a_repeated_save_returns_the_same_revision_even_after_the_undo(self, cast, game):
        phone = enter_hand(game, A_HAND, cast.owner)
        revision = phone.save()
        assert phone.save() == revision
        assert Revision.objects.count() == 1
        phone.undo(revision)
        assert phone.save() == revision
        assert stored(game).entry is None

    def test_a_save_that_has_not_seen_all_taps_is_stale(self, cast, game):
        phone = enter_hand(game, A_HAND, cast.owner)
        Phone(game, cast.recorder).tap("A peeked")
        with pytest.raises(Stale):
            phone.save()
        assert stored(game).entry is None

    def test_a_tap_or_save_from_before_another_save_is_stale(self, cast, game):
        early = Phone(game, cast.recorder).tap("A bid 10")
        play(game, by=cast.owner)
        for write in (early.save, lambda: early.tap("A bid 11")):
            with pytest.raises(Stale):
                write()

    def test_an_impossible_hand_is_refused_with_its_problems(self, cast, game):
        for words, path in (
            (["A took 10", "B took 9", "C took 5", "D took 5"], ""),  # no bid, but not everyone passed
            (["A bid 10", "done", "A took -"], "players.0.taken"),
        ):
            phone = Phone(game, cast.owner)
            for word in words:
                phone.tap(word, at=tap_from_words(word)[0])
            with pytest.raises(Refused) as refused:
                phone.save(anyway=True)
            assert path in [problem.path for problem in refused.value.problems]
        assert not Revision.objects.exists()

    def test_a_warning_must_be_accepted_and_stays_on_the_hand(self, cast, game):
        phone = enter_hand(game, IMPOSSIBLE, cast.owner)
        with pytest.raises(Refused) as refused:
            phone.save()
        assert [problem.level for problem in refused.value.problems] == ["warning"]
        assert phone.save(anyway=True).entry["score_anyway"] is True
        assert phone.record.hand(1).accepted
        assert "score_anyway" not in correct(game, 1, A_HAND, cast.owner, anyway=True).entry
