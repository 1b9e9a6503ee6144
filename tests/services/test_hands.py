"""Entering and saving hands from a phone. For changes to saved hands, see `test_corrections`."""

import pytest

from scorekeeper.models import Game, Hand, Revision
from scorekeeper.queries.recording.loading import load
from scorekeeper.services.errors import NotFound, Refused, Stale
from scorekeeper.services.hands import Seen
from tests.cast import (
    A_HAND,
    LETTERS,
    Phone,
    correct,
    enter_hand,
    play,
    refresh,
    start_game,
    start_short_game,
    totals,
)
from tests.services.hands import IMPOSSIBLE, stored

THE_AUCTION = ("A bid 10", "B bid 12", "C passed", "D passed")


class TestTapping:
    def test_the_first_tap_creates_the_hand_with_its_dealer(self, cast, game):
        phone = Phone(game, cast.owner)
        assert not Hand.objects.exists()
        phone.tap("A bid 10")
        assert (stored(game).dealer, phone.draft) == (3, {"players.0.bid": 10})

    def test_a_tap_returns_the_stored_game(self, cast, game):
        phone = Phone(game, cast.owner)
        for word in (*THE_AUCTION, "dealer B", "A peeked"):
            assert phone.tap(word).page == load(refresh(game))
        assert phone.page.screen(1).answers == load(refresh(game)).screen(1).answers
        phone.back()
        assert phone.page == load(refresh(game))

    @pytest.mark.parametrize(
        "word",
        [
            pytest.param("A bid 10", id="a bid"),
            pytest.param("A passed", id="a pass"),
            pytest.param("A peeked", id="a peek"),
            pytest.param("gnome 9S", id="the Gnome"),
            pytest.param("D took 0", id="no points"),
            pytest.param("dealer B", id="another dealer"),
        ],
    )
    def test_a_repeated_tap_changes_nothing(self, cast, game, word):
        phone, late = Phone(game, cast.owner), Phone(game, cast.owner)
        phone.tap(word)
        before = refresh(game).group.version
        phone.tap(word)
        late.tap(word)
        assert len(stored(game).taps) == 1
        assert refresh(game).group.version == before

    def test_a_repeated_bid_changes_nothing_even_if_it_has_been_outbid(self, cast, game):
        phone, retrying = Phone(game, cast.owner), Phone(game, cast.owner)
        phone.tap("A bid 10", "B bid 12", "C passed", "D passed", "A bid 14")
        retrying.seen = Seen(revisions=0, taps=1)
        retrying.tap("B bid 12")
        assert phone.draft["players.1.bid"] == 12
        assert len(stored(game).taps) == 5

    def test_clearing_an_empty_field_creates_no_hand(self, cast, game):
        Phone(game, cast.owner).tap("A bid -")
        assert not Hand.objects.exists()

    def test_every_write_raises_the_groups_version(self, cast, game):
        phone, versions = Phone(game, cast.owner), []
        for word in THE_AUCTION:
            phone.tap(word)
            versions.append(refresh(game).group.version)
        assert versions == sorted(set(versions))

    def test_taps_in_different_fields_are_merged(self, cast, game):
        first, second = Phone(game, cast.owner), Phone(game, cast.recorder)
        first.tap("A bid 10")
        second.tap("B bid 12", at="bidding")
        assert first.draft == {"players.0.bid": 10, "players.1.bid": 12}

    def test_a_conflict_reports_both_values(self, cast, game):
        first, second = Phone(game, cast.owner), Phone(game, cast.recorder)
        first.tap("A bid 10")
        with pytest.raises(Stale) as stale:
            second.tap("A bid 11")
        conflict = stale.value.conflict
        assert (conflict.path, conflict.stands, conflict.wanted) == ("players.0.bid", 10, 11)
        assert conflict.member == cast.owner.pk
        assert first.draft == {"players.0.bid": 10}

    def test_a_field_changed_back_causes_no_conflict(self, cast, game):
        first = Phone(game, cast.owner).tap("A bid 10")
        second = Phone(game, cast.recorder)
        first.tap("A bid 12", "A bid 10", at="bidding")
        second.tap("A bid 11", at="bidding")
        assert first.draft["players.0.bid"] == 11

    def test_a_conflict_over_a_corrected_field_reports_the_saved_value(self, cast, game):
        play(game, by=cast.owner)
        first = Phone(game, cast.owner, 1).tap("A took 11")
        second = Phone(game, cast.recorder, 1)
        first.back()
        with pytest.raises(Stale) as stale:
            second.tap("A took 9")
        assert stale.value.conflict.stands == 12

    def test_a_conflict_over_the_dealer_reports_both_values(self, cast, game):
        first, second = Phone(game, cast.owner), Phone(game, cast.recorder)
        first.tap("dealer B")
        with pytest.raises(Stale) as stale:
            second.tap("dealer C")
        assert (stale.value.conflict.stands, stale.value.conflict.wanted) == (1, 2)

    def test_a_page_from_before_the_save_is_stale(self, cast, game):
        late = Phone(game, cast.recorder)
        play(game, by=cast.owner)
        with pytest.raises(Stale):
            late.tap("A bid 11")

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            pytest.param("players.4.bid", 10, id="a seat that doesn't exist"),
            pytest.param("players.0.tricks", 3, id="a field from another game"),
            pytest.param("hand.taker", 0, id="a derived field"),
            pytest.param("*back", 0, id="a step back"),
            pytest.param("", 1, id="no path"),
        ],
    )
    def test_an_answer_to_a_question_that_is_never_asked_is_not_found(self, cast, game, path, value):
        with pytest.raises(NotFound):
            Phone(game, cast.owner).write(path, value)
        assert not Hand.objects.exists()

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            pytest.param("players.0.bid", -1, id="a negative number"),
            pytest.param("players.0.bid", "10", id="text instead of a number"),
            pytest.param("players.0.bid", True, id="a boolean instead of a number"),
            pytest.param("players.0.peeked", 1, id="a number instead of a boolean"),
            pytest.param("players.0.passed", "yes", id="text instead of a boolean"),
            pytest.param("players.0.taken", 10_000, id="too large for any board"),
            pytest.param("hand.gnome", "7S", id="a card that isn't a Gnome"),
            pytest.param("dealer", 4, id="a dealer who doesn't exist"),
            pytest.param("dealer", True, id="a boolean instead of a dealer"),
            pytest.param("dealer", None, id="no dealer"),
        ],
    )
    def test_an_invalid_value_is_refused_at_its_path(self, cast, game, path, value):
        with pytest.raises(Refused) as refused:
            Phone(game, cast.owner).write(path, value)
        assert refused.value.path == path
        assert not Hand.objects.exists()

    def test_true_is_not_a_bid_of_one(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 1")
        with pytest.raises(Refused):
            phone.write("players.0.bid", True)

    def test_only_the_next_hand_can_be_entered(self, cast, game):
        with pytest.raises(NotFound):
            Phone(game, cast.owner, 2).tap("A bid 10")
        with pytest.raises(NotFound):
            Phone(game, cast.owner, 0).tap("A bid 10")

    def test_an_undone_hand_must_be_saved_before_the_next_is_entered(self, cast, game):
        (revision,) = play(game, by=cast.owner)
        second = Phone(game, cast.recorder, 2).tap("A bid 10")
        Phone(game, cast.owner, 1).undo(revision)
        with pytest.raises(Stale, match="was reopened"):
            second.tap("B bid 12")
        assert second.record.next_number == 1
        assert second.draft == {"players.0.bid": 10}

    def test_the_number_of_taps_in_a_hand_is_limited(self, cast, game, monkeypatch):
        monkeypatch.setattr("scorekeeper.services.hands.MOST_TAPS", 3)
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 12", "C passed")
        with pytest.raises(Refused):
            phone.tap("D passed")

    def test_a_game_with_unknown_rules_cannot_be_changed(self, cast, game):
        Game.objects.update(rules="forgotten")
        with pytest.raises(Refused):
            Phone(refresh(game), cast.owner).tap("A bid 10")


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

    def test_a_hand_can_be_continued_after_a_step_back(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 12")
        phone.back()
        phone.tap("B bid 13")
        phone.back()
        assert phone.draft == {"players.0.bid": 10}

    def test_a_repeated_step_back_has_no_further_effect(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 12")
        twin = Phone(game, cast.owner)
        phone.back()
        twin.back()
        assert phone.draft == {"players.0.bid": 10}

    def test_stepping_back_over_unseen_taps_is_stale(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10")
        Phone(game, cast.recorder).tap("B bid 12")
        with pytest.raises(Stale):
            phone.back()
        with pytest.raises(Stale):
            phone.over()
        assert phone.draft == {"players.0.bid": 10, "players.1.bid": 12}

    def test_stepping_back_before_the_first_tap_is_refused(self, cast, game):
        phone = Phone(game, cast.owner)
        for step in (phone.back, phone.over):
            with pytest.raises(NotFound):
                step()

    def test_a_step_back_undoes_starting_over(self, cast, game):
        phone = Phone(game, cast.owner).tap(*THE_AUCTION)
        before = phone.draft
        phone.over()
        assert phone.draft == {}
        phone.back()
        assert phone.draft == before

    def test_a_repeated_start_over_has_no_further_effect(self, cast, game):
        phone = Phone(game, cast.owner).tap(*THE_AUCTION)
        twin = Phone(game, cast.owner)
        before = phone.draft
        phone.over()
        twin.over()
        phone.look().over()
        phone.back()
        assert phone.draft == before

    def test_stepping_back_after_starting_over_undoes_only_the_new_taps(self, cast, game):
        phone = Phone(game, cast.owner).tap(*THE_AUCTION)
        phone.over()
        phone.tap("A passed", "B bid 5")
        phone.back()
        phone.back()
        assert phone.draft == {}

    def test_stepping_back_also_restores_the_dealer(self, cast, game):
        phone = Phone(game, cast.owner).tap("dealer B")
        assert phone.dealer == 1
        phone.back()
        assert phone.dealer == 3

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

    def test_a_repeated_save_returns_the_same_revision(self, cast, game):
        phone = enter_hand(game, A_HAND, cast.owner)
        assert phone.save() == phone.save()
        assert Revision.objects.count() == 1

    def test_a_save_repeated_after_the_undo_returns_the_same_revision(self, cast, game):
        phone = enter_hand(game, A_HAND, cast.owner)
        revision = phone.save()
        phone.undo(revision)
        assert phone.save() == revision
        assert stored(game).entry is None

    def test_a_save_that_has_not_seen_all_taps_is_stale(self, cast, game):
        phone = enter_hand(game, A_HAND, cast.owner)
        Phone(game, cast.recorder).tap("A peeked")
        with pytest.raises(Stale):
            phone.save()
        assert stored(game).entry is None

    def test_a_save_from_before_another_save_is_stale(self, cast, game):
        early = Phone(game, cast.recorder).tap("A bid 10")
        play(game, by=cast.owner)
        with pytest.raises(Stale):
            early.save()

    @pytest.mark.parametrize(
        ("words", "path"),
        [
            pytest.param(["A bid 10", "done"], "players.0.taken", id="points are missing"),
            pytest.param(["A took 10", "B took 9", "C took 5", "D took 5"], "", id="no bid, but not everyone passed"),
        ],
    )
    def test_an_impossible_hand_is_refused_with_its_problems(self, cast, game, words, path):
        phone = Phone(game, cast.owner).tap(*words)
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

    def test_accepting_warnings_stores_nothing_if_there_are_none(self, cast, game):
        (revision,) = play(game, by=cast.owner, anyway=True)
        assert "score_anyway" not in revision.entry

    def test_fixing_the_sum_removes_the_accepted_warning(self, cast, game):
        play(game, IMPOSSIBLE, by=cast.owner, anyway=True)
        assert "score_anyway" not in correct(game, 1, A_HAND, cast.owner).entry

    def test_a_hand_in_which_everyone_passed_can_be_saved(self, cast, game):
        phone = Phone(game, cast.owner).tap("A passed", "B passed", "C peeked", "C passed", "D passed")
        assert phone.save().entry["hand"] == {"all_passed": True}
        assert totals(game) == "0 0 0 0 | 0"
        assert Phone(game, cast.owner).open().dealer == 0

    def test_a_finished_game_accepts_no_more_hands(self, cast):
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        assert refresh(game).state == "over"
        with pytest.raises(Refused):
            Phone(game, cast.owner, 3).tap("A bid 10")

    def test_a_hand_without_taps_cannot_be_saved(self, cast, game):
        with pytest.raises(NotFound):
            Phone(game, cast.owner).save()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_deal_rotates(cast, players):
    game = start_game(cast.owner, players)
    play(game, *["pass"] * (players + 1), by=cast.owner)
    dealers = Hand.objects.filter(game=game).order_by("number").values_list("dealer", flat=True)
    letters = "".join(LETTERS[seat] for seat in dealers)
    assert letters == LETTERS[players - 1] + LETTERS[:players]


def test_a_house_rule_can_make_the_same_dealer_deal_again(cast):
    game = start_game(cast.owner, all_passed="same_dealer")
    play(game, "pass", "pass", A_HAND, by=cast.owner)
    assert list(Hand.objects.order_by("number").values_list("dealer", flat=True)) == [3, 3, 3]
