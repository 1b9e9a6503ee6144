"""Typing, saving, taking back and correcting hands: every promise, as the phone sees it."""

import pytest

from scorekeeper.models import Game, Hand, Revision
from scorekeeper.services import games
from scorekeeper.services.errors import NotThere, Refused, Stale
from scorekeeper.services.hands import Seen
from tests.cast import (
    A_HAND,
    LETTERS,
    Phone,
    correct,
    counted,
    differences,
    play,
    refresh,
    start_game,
    start_short_game,
    totals,
    type_hand,
)

THE_AUCTION = ("A bid 10", "B bid 12", "C passed", "D passed")
POSSIBLE = "10 6 - 8 | A | 12 9 3 7"
IMPOSSIBLE = "10 8 - - | | 10 9 5 4 | 9S"


def stored(game, number=1):
    return Hand.objects.get(game=game, number=number)


class TestTapping:
    def test_the_first_tap_makes_the_hand_and_its_dealer(self, cast, game):
        phone = Phone(game, cast.owner)
        assert not Hand.objects.exists()
        phone.tap("A bid 10")
        assert (stored(game).dealer, phone.draft) == (3, {"players.0.bid": 10})

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

    def test_a_repeated_bid_changes_nothing_though_it_has_been_beaten_since(self, cast, game):
        phone, lost_its_answer = Phone(game, cast.owner), Phone(game, cast.owner)
        phone.tap("A bid 10", "B bid 12", "C passed", "D passed", "A bid 14")
        lost_its_answer.seen = Seen(revisions=0, taps=1)
        lost_its_answer.tap("B bid 12")
        assert phone.draft["players.1.bid"] == 12
        assert len(stored(game).taps) == 5

    def test_nothing_typed_for_nothing_makes_no_hand(self, cast, game):
        Phone(game, cast.owner).tap("A bid -")
        assert not Hand.objects.exists()

    def test_every_write_raises_the_version_of_the_group(self, cast, game):
        phone, seen = Phone(game, cast.owner), []
        for word in THE_AUCTION:
            phone.tap(word)
            seen.append(refresh(game).group.version)
        assert seen == sorted(set(seen))

    def test_different_fields_merge(self, cast, game):
        one, other = Phone(game, cast.owner), Phone(game, cast.recorder)
        one.tap("A bid 10")
        other.tap("B bid 12", at="bidding")
        assert one.draft == {"players.0.bid": 10, "players.1.bid": 12}

    def test_a_stale_write_to_the_same_field_shows_both(self, cast, game):
        one, other = Phone(game, cast.owner), Phone(game, cast.recorder)
        one.tap("A bid 10")
        with pytest.raises(Stale) as stale:
            other.tap("A bid 11")
        conflict = stale.value.conflict
        assert (conflict.path, conflict.stands, conflict.wanted) == ("players.0.bid", 10, 11)
        assert conflict.member == cast.owner.pk
        assert one.draft == {"players.0.bid": 10}

    def test_a_field_that_was_changed_and_changed_back_is_no_conflict(self, cast, game):
        one = Phone(game, cast.owner).tap("A bid 10")
        other = Phone(game, cast.recorder)
        one.tap("A bid 12", "A bid 10", at="bidding")
        other.tap("A bid 11", at="bidding")
        assert one.draft["players.0.bid"] == 11

    def test_a_conflict_over_a_corrected_field_shows_what_was_saved(self, cast, game):
        play(game, by=cast.owner)
        one = Phone(game, cast.owner, 1).tap("A took 11")
        other = Phone(game, cast.recorder, 1)
        one.back()
        with pytest.raises(Stale) as stale:
            other.tap("A took 9")
        assert stale.value.conflict.stands == 12

    def test_a_stale_dealer_shows_both(self, cast, game):
        one, other = Phone(game, cast.owner), Phone(game, cast.recorder)
        one.tap("dealer B")
        with pytest.raises(Stale) as stale:
            other.tap("dealer C")
        assert (stale.value.conflict.stands, stale.value.conflict.wanted) == (1, 2)

    def test_a_page_from_before_the_save_is_stale(self, cast, game):
        late = Phone(game, cast.recorder)
        play(game, by=cast.owner)
        with pytest.raises(Stale):
            late.tap("A bid 11")

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            pytest.param("players.4.bid", 10, id="a seat that is not there"),
            pytest.param("players.0.tricks", 3, id="nothing that is asked"),
            pytest.param("hand.taker", 0, id="what is worked out"),
            pytest.param("hand.all_passed", True, id="what follows from the passes"),
            pytest.param("*back", 0, id="what only the services write"),
            pytest.param("", 1, id="no path"),
        ],
    )
    def test_a_path_that_is_not_asked_is_not_there(self, cast, game, path, value):
        with pytest.raises(NotThere):
            Phone(game, cast.owner).write(path, value)
        assert not Hand.objects.exists()

    @pytest.mark.parametrize(
        ("path", "value"),
        [
            pytest.param("players.0.bid", -1, id="less than nothing"),
            pytest.param("players.0.bid", "10", id="words for a number"),
            pytest.param("players.0.bid", True, id="yes for a number"),
            pytest.param("players.0.peeked", 1, id="a number for yes"),
            pytest.param("players.0.passed", "yes", id="a word for yes"),
            pytest.param("players.0.taken", 10_000, id="beyond every board"),
            pytest.param("hand.gnome", "7S", id="a card that is no Gnome"),
            pytest.param("dealer", 4, id="a dealer who is not there"),
            pytest.param("dealer", True, id="yes for a dealer"),
            pytest.param("dealer", None, id="no dealer"),
        ],
    )
    def test_a_value_that_cannot_be_is_refused_at_its_path(self, cast, game, path, value):
        with pytest.raises(Refused) as refused:
            Phone(game, cast.owner).write(path, value)
        assert refused.value.path == path
        assert not Hand.objects.exists()

    def test_true_is_not_the_bid_of_one(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 1")
        with pytest.raises(Refused):
            phone.write("players.0.bid", True)

    def test_only_the_next_hand_can_be_typed(self, cast, game):
        with pytest.raises(NotThere):
            Phone(game, cast.owner, 2).tap("A bid 10")
        with pytest.raises(NotThere):
            Phone(game, cast.owner, 0).tap("A bid 10")

    def test_a_hand_waits_for_the_one_that_was_taken_back(self, cast, game):
        (revision,) = play(game, by=cast.owner)
        second = Phone(game, cast.recorder, 2).tap("A bid 10")
        Phone(game, cast.owner, 1).undo(revision)
        with pytest.raises(Refused):
            second.tap("B bid 12")
        assert second.record.next_number == 1
        assert second.draft == {"players.0.bid": 10}

    def test_nobody_can_type_for_ever(self, cast, game, monkeypatch):
        monkeypatch.setattr("scorekeeper.services.hands.MOST_TAPS", 3)
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 12", "C passed")
        with pytest.raises(Refused):
            phone.tap("D passed")

    def test_a_game_whose_rules_are_unknown_is_not_written(self, cast, game):
        Game.objects.update(rules="forgotten")
        with pytest.raises(Refused):
            Phone(game, cast.owner).tap("A bid 10")


class TestSteppingBack:
    def test_back_to_the_beginning_step_by_step(self, cast, game):
        phone, drafts = Phone(game, cast.owner), [{}]
        for word in (*THE_AUCTION, "A bid 14"):
            phone.tap(word)
            drafts.append(phone.draft)
        while drafts:
            assert phone.draft == drafts.pop()
            phone.back()
        phone.back()
        assert phone.draft == {}

    def test_going_on_after_a_step_back(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 12")
        phone.back()
        phone.tap("B bid 13")
        phone.back()
        assert phone.draft == {"players.0.bid": 10}

    def test_the_same_step_twice_is_one_step(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 12")
        twin = Phone(game, cast.owner)
        phone.back()
        twin.back()
        assert phone.draft == {"players.0.bid": 10}

    def test_a_step_back_over_what_was_not_seen_is_stale(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10")
        Phone(game, cast.recorder).tap("B bid 12")
        with pytest.raises(Stale):
            phone.back()
        with pytest.raises(Stale):
            phone.over()
        assert phone.draft == {"players.0.bid": 10, "players.1.bid": 12}

    def test_there_is_nothing_to_step_back_from_before_the_first_tap(self, cast, game):
        phone = Phone(game, cast.owner)
        for step in (phone.back, phone.over):
            with pytest.raises(NotThere):
                step()

    def test_start_over_and_bring_everything_back(self, cast, game):
        phone = Phone(game, cast.owner).tap(*THE_AUCTION)
        before = phone.draft
        phone.over()
        assert phone.draft == {}
        phone.back()
        assert phone.draft == before

    def test_starting_over_twice_is_once(self, cast, game):
        phone = Phone(game, cast.owner).tap(*THE_AUCTION)
        twin = Phone(game, cast.owner)
        before = phone.draft
        phone.over()
        twin.over()
        phone.look().over()
        phone.back()
        assert phone.draft == before

    def test_after_starting_over_the_new_taps_step_back_by_themselves(self, cast, game):
        phone = Phone(game, cast.owner).tap(*THE_AUCTION)
        phone.over()
        phone.tap("A passed", "B bid 5")
        phone.back()
        phone.back()
        assert phone.draft == {}

    def test_the_dealer_steps_back_too(self, cast, game):
        phone = Phone(game, cast.owner).tap("dealer B")
        assert phone.dealer == 1
        phone.back()
        assert phone.dealer == 3

    def test_starting_a_correction_over_leaves_what_is_saved(self, cast, game):
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
    def test_a_save_counts_and_keeps_who_typed_what(self, cast, game):
        phone = type_hand(game, A_HAND, cast.recorder)
        typed = stored(game).taps
        revision = phone.save()
        assert totals(game) == "24 6 0 7 | 6"
        assert (revision.number, revision.kind, revision.member) == (1, "save", cast.recorder)
        assert (revision.taps, revision.entry) == (typed, stored(game).entry)
        assert stored(game).taps == []

    def test_the_same_save_again_answers_the_same(self, cast, game):
        phone = type_hand(game, A_HAND, cast.owner)
        assert phone.save() == phone.save()
        assert Revision.objects.count() == 1

    def test_the_same_save_again_after_the_undo_answers_the_same(self, cast, game):
        phone = type_hand(game, A_HAND, cast.owner)
        revision = phone.save()
        phone.undo(revision)
        assert phone.save() == revision
        assert stored(game).entry is None

    def test_a_save_of_less_than_what_was_typed_is_stale(self, cast, game):
        phone = type_hand(game, A_HAND, cast.owner)
        Phone(game, cast.recorder).tap("A peeked")
        with pytest.raises(Stale):
            phone.save()
        assert stored(game).entry is None

    def test_a_save_over_another_save_is_stale(self, cast, game):
        early = Phone(game, cast.recorder).tap("A bid 10")
        play(game, by=cast.owner)
        with pytest.raises(Stale):
            early.save()

    @pytest.mark.parametrize(
        ("words", "path"),
        [
            pytest.param(["A bid 10", "done"], "players.0.taken", id="points are missing"),
            pytest.param(["A took 10", "B took 9", "C took 5", "D took 5"], "", id="nobody bid, and not all passed"),
        ],
    )
    def test_what_cannot_be_is_refused_with_its_problems(self, cast, game, words, path):
        phone = Phone(game, cast.owner).tap(*words)
        with pytest.raises(Refused) as refused:
            phone.save(anyway=True)
        assert path in [problem.path for problem in refused.value.problems]
        assert not Revision.objects.exists()

    def test_a_warning_needs_anyway_and_is_kept(self, cast, game):
        phone = type_hand(game, IMPOSSIBLE, cast.owner)
        with pytest.raises(Refused) as refused:
            phone.save()
        assert [problem.level for problem in refused.value.problems] == ["warning"]
        assert phone.save(anyway=True).entry["score_anyway"] is True
        assert phone.record.hand(1).accepted

    def test_anyway_without_a_warning_is_not_kept(self, cast, game):
        (revision,) = play(game, by=cast.owner, anyway=True)
        assert "score_anyway" not in revision.entry

    def test_a_corrected_sum_loses_the_accepted_warning(self, cast, game):
        play(game, IMPOSSIBLE, by=cast.owner, anyway=True)
        assert "score_anyway" not in correct(game, 1, A_HAND, cast.owner).entry

    def test_all_passed_by_itself(self, cast, game):
        phone = Phone(game, cast.owner).tap("A passed", "B passed", "C peeked", "C passed", "D passed")
        assert phone.save().entry["hand"] == {"all_passed": True}
        assert totals(game) == "0 0 0 0 | 0"
        assert Phone(game, cast.owner).open().dealer == 0

    def test_an_over_game_takes_no_more(self, cast):
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        assert refresh(game).state == "over"
        with pytest.raises(Refused):
            Phone(game, cast.owner, 3).tap("A bid 10")

    def test_nothing_to_save_is_not_there(self, cast, game):
        with pytest.raises(NotThere):
            Phone(game, cast.owner).save()


class TestUndo:
    def test_the_hand_is_again_as_it_was_typed(self, cast, game):
        phone = type_hand(game, POSSIBLE, cast.owner)
        taps, draft = stored(game).taps, phone.draft
        made = phone.undo(phone.save())
        assert (made.number, made.kind, made.entry) == (2, "undo", None)
        assert (stored(game).taps, phone.draft, stored(game).entry) == (taps, draft, None)
        assert totals(game) == "0 0 0 0 | 0"
        assert phone.look().save().number == 3

    def test_twice_is_once_however_late(self, cast, game):
        phone = type_hand(game, A_HAND, cast.owner)
        revision = phone.save()
        made = phone.undo(revision)
        assert phone.undo(revision) == made
        phone.look().save()
        assert phone.undo(revision) == made
        assert stored(game).entry is not None

    def test_after_a_later_hand_it_is_refused(self, cast, game):
        first, _second = play(game, A_HAND, A_HAND, by=cast.owner)
        with pytest.raises(Stale):
            Phone(game, cast.owner, 1).undo(first)
        assert counted(game) == [1, 2]

    def test_a_correction_is_taken_back_to_the_hand_before_it(self, cast, game):
        play(game, A_HAND, A_HAND, by=cast.owner)
        before = stored(game).entry
        revision = correct(game, 1, POSSIBLE, cast.recorder)
        phone = Phone(game, cast.recorder, 1)
        phone.undo(revision)
        assert stored(game).entry == before
        assert totals(game) == "48 12 0 14 | 12"
        assert phone.draft["players.0.peeked"] is True

    def test_while_the_correction_is_typed_it_is_refused(self, cast, game):
        (revision,) = play(game, by=cast.owner)
        phone = Phone(game, cast.recorder, 1).tap("A took 11")
        with pytest.raises(Stale):
            phone.undo(revision)
        assert phone.draft["players.0.taken"] == 11

    def test_after_a_stop_it_is_refused(self, cast, game):
        (revision,) = play(game, by=cast.owner)
        games.stop_game(game=game, how="leader_wins")
        with pytest.raises(Stale):
            Phone(game, cast.owner, 1).undo(revision)

    def test_of_the_hand_that_ended_the_game_opens_it_again(self, cast):
        game = start_short_game(cast.owner)
        _first, last = play(game, A_HAND, A_HAND, by=cast.owner)
        Phone(game, cast.owner, 2).undo(last)
        assert (refresh(game).state, refresh(game).ended_at) == ("playing", None)

    @pytest.mark.parametrize("number", [0, 2, 7])
    def test_what_was_never_saved_is_not_there(self, cast, game, number):
        (revision,) = play(game, by=cast.owner)
        revision.number = number
        with pytest.raises(NotThere):
            Phone(game, cast.owner, 1).undo(revision)

    def test_an_undo_cannot_be_undone(self, cast, game):
        phone = type_hand(game, A_HAND, cast.owner)
        made = phone.undo(phone.save())
        with pytest.raises(NotThere):
            phone.undo(made)

    def test_beneath_a_typed_dealer_it_is_again_whose_turn_it_was(self, cast, game):
        phone = Phone(game, cast.owner).tap("A passed", "B passed", "C passed", "D passed", "dealer B")
        phone.undo(phone.save())
        assert phone.dealer == 1
        phone.look().back()
        assert phone.dealer == 3

    def test_of_a_hand_after_the_end_too(self, cast):
        game = start_short_game(cast.owner)
        play(game, "4 6 - 8 | | 12 9 3 7", "pass", by=cast.owner)
        phone = Phone(game, cast.owner).open().tap("A passed", "B passed", "C passed", "D passed", "dealer D")
        revision = phone.save()
        correct(game, 1, "20 6 - 8 | | 20 4 3 4", cast.owner)
        phone.undo(revision)
        assert (counted(game), phone.dealer) == ([1], 3)
        correct(game, 1, "4 6 - 8 | | 12 9 3 7", cast.owner)
        phone.look().back()
        assert phone.dealer == 1


class TestCorrecting:
    def test_while_another_hand_is_typed(self, cast, game):
        play(game, by=cast.owner)
        typing = Phone(game, cast.owner).open().tap("B bid 9")
        correct(game, 1, POSSIBLE, cast.recorder)
        assert totals(game) == "6 6 0 7 | 12"
        typing.tap("C bid 12")
        assert typing.draft == {"players.1.bid": 9, "players.2.bid": 12}

    def test_every_version_stays(self, cast, game):
        (first,) = play(game, by=cast.owner)
        entry = first.entry
        second = correct(game, 1, POSSIBLE, cast.recorder)
        first.refresh_from_db()
        assert (second.number, second.kind, second.member) == (2, "correct", cast.recorder)
        assert (first.entry, first.member) == (entry, cast.owner)

    def test_it_reopens_a_game_and_what_came_after_counts_again(self, cast):
        game = start_short_game(cast.owner)
        play(game, "4 6 - 8 | | 12 9 3 7", "4 6 - 8 | | 12 9 3 7", A_HAND, by=cast.owner)
        assert (refresh(game).state, counted(game)) == ("playing", [1, 2, 3])
        before = totals(game)

        correct(game, 1, "20 6 - 8 | | 20 4 3 4", cast.owner)
        assert (refresh(game).state, counted(game)) == ("over", [1])
        assert totals(game) == "40 4 0 4 | 3"

        correct(game, 1, "4 6 - 8 | | 12 9 3 7", cast.owner)
        assert (refresh(game).state, counted(game), totals(game)) == ("playing", [1, 2, 3], before)
        assert differences(game) == 0

    def test_a_hand_after_the_end_is_corrected_without_counting(self, cast):
        game = start_short_game(cast.owner)
        play(game, "4 6 - 8 | | 12 9 3 7", A_HAND, by=cast.owner)
        correct(game, 1, "20 6 - 8 | | 20 4 3 4", cast.owner)
        revision = correct(game, 2, POSSIBLE, cast.owner)
        assert (revision.kind, counted(game)) == ("correct", [1])

    def test_the_hand_that_ended_the_game_can_end_it_otherwise(self, cast):
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        ended = refresh(game).ended_at
        correct(game, 2, "10 11 - 8 | | 12 9 3 7", cast.owner)
        assert refresh(game).state == "playing"
        correct(game, 2, A_HAND, cast.owner)
        assert refresh(game).ended_at > ended

    def test_another_dealer_moves_no_other_hand(self, cast, game):
        play(game, A_HAND, A_HAND, by=cast.owner)
        phone = Phone(game, cast.owner, 1).tap("dealer B")
        phone.save()
        dealers = list(Hand.objects.filter(game=game).order_by("number").values_list("dealer", flat=True))
        assert dealers == [1, 0]
        assert Phone(game, cast.owner).open().dealer == 1

    def test_it_becomes_all_passed_and_back(self, cast, game):
        play(game, by=cast.owner)
        assert correct(game, 1, "pass", cast.owner).entry["hand"]["all_passed"] is True
        assert totals(game) == "0 0 0 0 | 0"
        assert "all_passed" not in correct(game, 1, A_HAND, cast.owner).entry["hand"]
        assert totals(game) == "24 6 0 7 | 6"

    def test_a_correction_asks_again_about_a_warning(self, cast, game):
        play(game, by=cast.owner)
        with pytest.raises(Refused):
            correct(game, 1, IMPOSSIBLE, cast.owner)
        assert totals(game) == "24 6 0 7 | 6"

    def test_a_stopped_game_can_be_corrected(self, cast, game):
        play(game, by=cast.owner)
        games.stop_game(game=game, how="leader_wins")
        correct(game, 1, "4 13 - 8 | | 9 15 3 4", cast.owner)
        winners = refresh(game).standings.filter(winner=True)
        assert [standing.column for standing in winners] == ["1"]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_deal_goes_round(cast, players):
    game = start_game(cast.owner, players)
    play(game, *["pass"] * (players + 1), by=cast.owner)
    dealers = Hand.objects.filter(game=game).order_by("number").values_list("dealer", flat=True)
    said = "".join(LETTERS[seat] for seat in dealers)
    assert said == LETTERS[players - 1] + LETTERS[:players]


def test_the_same_dealer_deals_again_by_option(cast):
    game = start_game(cast.owner, all_passed="same_dealer")
    play(game, "pass", "pass", A_HAND, by=cast.owner)
    assert list(Hand.objects.order_by("number").values_list("dealer", flat=True)) == [3, 3, 3]
