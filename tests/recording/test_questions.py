"""Taps: how they add up to answers, the questions they are meant for, and what happens on outdated pages."""

import pytest
from hypothesis import given, strategies

from scorekeeper.formats.language import sentence
from scorekeeper.models import Game
from scorekeeper.recording.game.records import (
    START_OVER,
    STEP_BACK,
    answers_of,
    counting_positions,
    last_writer,
    step_back_target,
    tap_of,
    typed,
)
from scorekeeper.rules.entries import tapped
from scorekeeper.web.refusals import Stale
from tests.cast import Phone, differences, refresh
from tests.own_games import ROUNDS, SKYJO, start_own
from tests.recording.hands import stored


def taps(spoken):
    """Parse taps such as "a=1 b=2 < b=3 !": `<` steps back, and `!` starts over. Members 1 and 2 take turns."""
    result = []
    for word in spoken.split():
        if word == "<":
            keep = step_back_target(result)
            result += [] if keep is None else [[STEP_BACK, keep, 1]]
        elif word == "!":
            result.append([START_OVER, 0, 1])
        else:
            path, _equals, value = word.partition("=")
            result.append([path, int(value) if value else None, 1 + len(result) % 2])
    return result


def test_taps_add_up_to_answers():
    for spoken, expected in (
        ("a=1 a=2", "a=2"),  # the last value of a path
        ("a=1 a=", "a="),
        ("<", ""),
        ("a=1 a=2 <", "a=1"),
        ("a=1 b=2 c=3 < < < <", ""),
        ("a=1 b=2 < c=3", "a=1 c=3"),
        ("a=1 b=2 < c=3 < <", ""),  # back past an earlier step back
        ("a=1 b=2 !", ""),
        ("a=1 b=2 ! <", "a=1 b=2"),  # brings back what was there
        ("a=1 b=2 ! < <", "a=1"),
        ("a=1 ! b=2 <", ""),
        ("a=1 ! b=2 ! <", "b=2"),
        ("a=1 < ! <", ""),
        ("a=1 ! < b=2 < !", ""),
    ):
        assert typed({}, taps(spoken)) == {path: value for path, value, _member in taps(expected)}, spoken


def test_taps_change_a_saved_entry_which_shows_again_without_them():
    for spoken in ("", "a=1 <", "a=1 b=2 !"):
        assert typed({"a": 7, "z": 9}, taps(spoken)) == {"a": 7, "z": 9}, spoken


def test_a_tap_holds_one_answer_or_several():
    for answers, path, value in (
        ({"a": 1}, "a", 1),
        ({"a": 8, "b": 12}, "a b", [8, 12]),
        ({"a": True, "b": None, "c": (3,)}, "a b c", [True, None, [3]]),
    ):
        assert tap_of(answers, 7) == [path, value, 7]
        assert dict(answers_of([path, value, 7])) == answers
        assert typed({"b": 5}, [[path, value, 7]]) == {"b": 5} | answers


def test_the_last_writer_is_known_for_each_answer_of_a_tap():
    stopped = [["a", 1, 1], ["a b", [8, 12], 2], ["ab", 3, 3]]
    assert [last_writer(stopped, path) for path in ("a", "b", "ab", "a b")] == [2, 2, 3, None]


def test_undone_taps_do_not_count():
    counting = {"a=1 b=2 c=3": (0, 1, 2), "a=1 b=2 < c=3": (0, 3), "a=1 ! b=2": (2,), "a=1 b=2 ! <": (0, 1)}
    assert {spoken: counting_positions(taps(spoken)) for spoken in counting} == counting


def counted_slowly(taps):
    """Return the positions of the taps that count, by keeping those of every state."""
    states = [()]
    for position, (path, value, _member) in enumerate(taps):
        states.append(states[value] if path in (STEP_BACK, START_OVER) else (*states[-1], position))
    return states[-1]


@given(strategies.lists(strategies.tuples(strategies.sampled_from("ab<!"), strategies.integers(0, 99)), max_size=40))
def test_any_steps_back_and_starts_over_leave_what_counted_then(story):
    story = [
        [{"<": STEP_BACK, "!": START_OVER}.get(path, path), value % (position + 1) if path in "<!" else value, 1]
        for position, (path, value) in enumerate(story)
    ]
    assert counting_positions(story) == counted_slowly(story)
    one_by_one = {}
    for position in counted_slowly(story):
        one_by_one = tapped(one_by_one, *story[position][:2])
    assert typed({}, story) == one_by_one


# On a phone


A_BID, B_BID = "players.0.bid", "players.1.bid"


ANN, BOB = "players.0.points", "players.1.points"


def stored_taps(game):
    return [tap[:2] for tap in stored(game).taps]


class TestTheQuestionOnTheScreen:
    def test_a_tap_on_the_current_question_is_recorded(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", asked=A_BID)
        phone.tap("B passed", asked=B_BID)
        phone.tap("D bid 12", asked="players.3.bid", at="players.3.bid")
        assert stored_taps(game) == [[A_BID, 10], ["players.1.passed", True], ["players.3.bid", 12]]

    def test_a_tap_meant_for_another_question_is_refused_and_both_are_named(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 11")
        for word in ("B bid 12", "B passed", "C bid 12"):
            with pytest.raises(Stale) as stale:
                phone.tap(word, asked=B_BID)
            assert sentence(stale.value.message) == "The tap for Bob wasn’t recorded. Now: What does Cy bid?"
        assert stored_taps(game) == [[A_BID, 10], [B_BID, 11]]

    def test_a_tap_meant_for_a_question_that_is_gone_is_refused(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", "done", "gnome 9S")
        for asked in ("hand.trump", "players.9.bid", "nonsense"):
            with pytest.raises(Stale, match="That question no longer comes up"):
                phone.tap("A took 12", asked=asked)

    def test_a_peek_and_the_dealer_belong_to_no_question(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 11")
        phone.tap("D peeked", "dealer B", asked=B_BID)
        assert stored_taps(game)[2:] == [["players.3.peeked", True], ["dealer", 1]]

    def test_a_repeated_tap_gets_the_same_response_even_after_the_question_changes(self, cast, game):
        phone = Phone(game, cast.owner)
        for before, word, asked in (
            ([], "A bid 10", A_BID),
            (["B bid 12", "C passed", "D passed"], "A bid 10", A_BID),  # one's own bid again
            ([], "gnome 9S", "hand.gnome"),
        ):
            phone.tap(*before)
            seen, taps = phone.seen, len(phone.page.hand(1).taps) if phone.page.hand(1) else 0
            once = phone.tap(word, asked=asked).page
            phone.seen = seen
            assert phone.tap(word, asked=asked).page == once
            assert len(stored(game).taps) == taps + 1, word

    def test_a_repeated_top_bid_is_not_a_pass_even_if_the_player_is_asked_again(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 12")
        seen = phone.seen
        phone.tap("B bid 8", "C passed", "D passed")
        Phone(game, cast.recorder).tap("A bid 10", at=A_BID)
        phone.seen = seen
        phone.tap("B bid 8", asked=B_BID)
        assert phone.page.screen(1).asked().path == B_BID
        assert stored_taps(game)[-1] == [A_BID, 10]


class TestTopBids:
    def test_one_step_back_undoes_a_top_bid(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", "B bid 12", "C passed", "D passed")
        before = phone.draft
        phone.tap("A bid 11")
        assert phone.draft == before | {A_BID: 11, "players.0.gave_way": 12}
        phone.back()
        assert phone.draft == before
        assert phone.page.screen(1).asked().path == A_BID


class TestATally:
    """A tap that counts a point belongs to no question: its value is the new number of whoever made it."""

    @pytest.fixture
    def tally(self, cast):
        return start_own(cast.owner, SKYJO, 2, **ROUNDS | {"rows": "tally", "wins": "most"})

    def test_a_point_counts_whichever_question_the_page_thought_it_was_answering(self, cast, tally):
        phone = Phone(tally, cast.owner)
        for asked, at in (("", ""), (ANN, ""), (BOB, BOB), ("nonsense", "points")):
            phone.write(ANN, len(stored_taps(tally)) + 1 if phone.seen.taps else 1, at, asked)
        assert stored_taps(tally) == [[ANN, 1], [ANN, 2], [ANN, 3], [ANN, 4]]

    def test_points_of_different_players_never_conflict(self, cast, tally):
        ours, theirs = Phone(tally, cast.owner), Phone(tally, cast.recorder)
        ours.write(ANN, 1)
        theirs.write(BOB, 1)
        ours.write(ANN, 2)
        assert stored_taps(tally) == [[ANN, 1], [BOB, 1], [ANN, 2]]

    def test_the_same_point_on_two_phones_counts_once_and_another_number_is_asked_about(self, cast, tally):
        ours, theirs, late = (Phone(tally, by) for by in (cast.owner, cast.recorder, cast.recorder))
        ours.write(ANN, 1)
        theirs.write(ANN, 1)
        assert stored_taps(tally) == [[ANN, 1]]
        with pytest.raises(Stale) as stale:
            late.write(ANN, 2)
        assert (stale.value.conflict.stands, stale.value.conflict.wanted) == (1, 2)

    def test_a_tally_is_saved_without_a_tap_for_whoever_made_no_point_and_is_over(self, cast, tally):
        phone = Phone(tally, cast.owner)
        phone.write(ANN, 3)
        phone.save()
        assert stored(tally).entry["players"] == [{"points": 3}, {"points": 0}]
        assert refresh(tally).state == Game.State.OVER
        assert differences(tally) == 0
