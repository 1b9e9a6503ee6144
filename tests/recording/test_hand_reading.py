"""The hand page: the questions, the answers so far, and a preview of what saving would change."""

import json

from scorekeeper.formats.language import sentence
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.hand.reading import HandPage
from scorekeeper.recording.sheet.writing import stop_game
from tests.cast import A_HAND, Phone, correct, enter_hand, play, refresh, start_short_game


def page(game, number=1, at=""):
    return HandPage(load(refresh(game)), number, at)


def test_a_new_hand_has_no_preview_and_its_rows_begin_on_the_dealers_left(cast, game):
    hand = page(game)
    assert (hand.revisions, hand.taps, hand.dealer_name, hand.preview) == (0, 0, "Dee", None)
    assert (hand.correcting, hand.state, hand.can_step_back) == (False, "open", False)
    assert [sentence(row.label) for row in hand.screen.rows] == ["Ann", "Bob", "Cy", "Dee"]
    assert hand.dealers == [(0, "Ann"), (1, "Bob"), (2, "Cy"), (3, "Dee")]
    Phone(game, cast.owner).tap("dealer B")
    assert [sentence(row.label) for row in page(game).screen.rows] == ["Cy", "Dee", "Ann", "Bob"]


def test_a_question_includes_its_declared_field(cast, game):
    assert page(game).asked.field.name == "bid"
    assert page(game, at="gnome").asked.field.name == "gnome"
    enter_hand(game, "10 - - - | | - - - -", cast.owner)
    assert page(game).asked.field.tally


def test_the_page_says_which_points_to_enter(cast, game):
    assert page(game).missing is None
    enter_hand(game, "10 - - - | | - - - -", cast.owner)
    assert sentence(page(game).missing) == "Enter Ann’s points"


def test_a_question_without_lines_of_its_own_shows_those_before_it(cast, game):
    Phone(game, cast.owner).tap("A bid 10", "A peeked", "done")
    rows = page(game, at="gnome").rows
    assert [(sentence(row.label), row.answer and sentence(row.answer)) for row in rows][:1] == [("Ann", "10")]
    assert not any(row.now or row.toggle for row in rows)
    assert [mark.key for mark in rows[0].marks] == ["taker", "peeked"]
    assert page(game, at="points").rows[0].path == "players.0.taken"


def test_the_page_says_what_the_last_tap_did_and_what_was_undone(cast, game):
    assert page(game).told is None
    phone = Phone(game, cast.owner)
    for word, told in (("A bid 10", "Ann bids 10. Bob to bid."), ("dealer B", "Bob deals.")):
        phone.tap(word)
        assert sentence(page(game).told) == told
    phone.back()
    assert sentence(page(game).told) == "Undone."
    phone.over()
    hand = page(game)
    assert (sentence(hand.told), hand.started_over, hand.can_step_back) == ("Started over.", True, True)
    phone.back()
    assert not page(game).started_over


def shown(hand):
    """Return the columns whose points a hand's page explains, in order."""
    return [sentence(cell.column.label) for cell, _path in hand.reasons]


class TestAhead:
    """Which questions may follow is in `tests/games/test_ahead.py`; here is what is sent of them."""

    def test_the_questions_that_may_follow_are_sent_with_the_page(self, cast, game):
        Phone(game, cast.owner).tap("A bid 10", "B passed", "C passed")
        ahead = json.loads(page(game).ahead)
        assert (ahead["paths"][0], ahead["titles"][0]) == ("players.3.bid", "What does Dee bid?")
        assert ahead["shown"] == {"passed": "pass", "less": "{value}"}
        place, *after = ahead["list"][0]
        assert (place, ahead["least"]) == (0, 11)
        following = dict(zip(ahead["keys"], after, strict=True))
        then_place, *_after = ahead["list"][following["bid"]]
        assert ahead["titles"][then_place] == "What does Ann bid?"
        assert following.get("passed") is None, "after a pass, the bidding is over"

    def test_no_questions_are_sent_if_the_next_one_is_unknown(self, cast, game):
        assert page(game, at="players.2.bid").ahead == "", "a row opened out of turn"
        phone = Phone(game, cast.owner).tap("A bid 10", "done", "no_gnome", *(f"{who} took 9" for who in "ABC"))
        assert page(game).ahead == "", "the last one"
        phone.tap("D took 4")
        assert page(game).ahead == "", "nothing is asked"


class TestPreview:
    def test_the_preview_appears_once_everything_is_entered(self, cast, game):
        phone = Phone(game, cast.owner).tap("A bid 10", "done", "no_gnome", "A took 12", "B took 9", "C took 3")
        assert page(game).preview is None
        phone.tap("D took 7")
        preview = page(game).preview
        assert [
            (sentence(cell.column.label), cell.change, cell.total, bool(cell.column.seats)) for cell in preview.changes
        ] == [
            ("Ann", 48, 48, True),
            ("Bob", 0, 0, True),
            ("Cy", 0, 0, True),
            ("Dee", 0, 0, True),
            ("Gnome", 38, 38, False),
        ]
        assert (preview.problems, preview.effect, preview.warned) == ((), (), False)
        assert sentence(preview.next) == "Ann deals hand 2"

    def test_of_its_reasons_only_a_made_double_stands_out(self, cast, game):
        enter_hand(game, A_HAND, cast.owner)
        doubles = [cell.double and sentence(cell.double.reason) for cell in page(game).preview.reasons]
        assert doubles == ["doubled: made it without peeking", None, None, None, None]
        enter_hand(game, "10 6 - 8 | A | 12 9 3 7", cast.owner)
        assert not any(cell.double for cell in page(game).preview.reasons)

    def test_that_the_game_ends_or_is_reopened_is_announced_once(self, cast):
        game = start_short_game(cast.owner)
        play(game, A_HAND, by=cast.owner)
        enter_hand(game, A_HAND, cast.owner).save()
        enter_hand(game, "10 6 - 8 | | 9 12 3 7", cast.owner, 2)
        preview = page(game, 2).preview
        assert sentence(preview.ends) == "This reopens the game."
        assert preview.ends not in preview.effect
        Phone(game, cast.owner, 2).save()
        assert page(game, 2).preview.ends is None
        enter_hand(game, A_HAND, cast.owner, 2)
        preview = page(game, 2).preview
        assert sentence(preview.ends) == "This ends the game: Ann wins."
        assert [sentence(text) for text in preview.effect[:1]] == ["Ann reached the target of 40 with 48 points"]
        assert preview.ends not in preview.effect
        assert preview.next is None

    def test_a_correction_shows_what_changes(self, cast, game):
        play(game, A_HAND, by=cast.owner)
        hand = page(game)
        assert (hand.correcting, hand.changed, hand.revisions, hand.taps) == (True, False, 1, 0)
        assert hand.preview.effect == ()
        phone = Phone(game, cast.owner, 1).tap("dealer B")
        assert (page(game).changed, page(game).dealer_name) == (True, "Bob")
        phone.tap("dealer D", "A took 11")
        hand = page(game)
        assert (hand.correcting, hand.changed) == (True, True)
        changed = [(column.key, faces, was, now) for column, faces, was, now in hand.preview.totals]
        assert (changed, hand.preview.effect) == ([("0", (0,), 48, 44)], ())
        assert (hand.preview.lead[0], sentence(hand.preview.lead[1])) == (
            (0,),
            "Ann still leads with 22, 15 ahead of Dee.",
        )

    def test_a_correction_lists_every_answer_it_changes(self, cast, game):
        play(game, A_HAND, by=cast.owner)
        assert (page(game).corrected, page(game).touched) == ([], [])
        Phone(game, cast.owner, 1).tap("dealer B", "A took 11", "A peeked", "gnome 9D")
        hand = page(game)
        assert [
            (
                sentence(each["field"].label),
                each["seats"],
                each["name"] and sentence(each["name"]),
                sentence(each["was"]),
                sentence(each["now"]),
            )
            for each in hand.corrected
        ] == [
            ("Dealer", (), None, "Dee", "Bob"),
            ("Gnome", (), None, "not recorded", "Nine of diamonds"),
            ("Peeked", (0,), "Ann", "no peek", "peeked"),
            ("Taken", (0,), "Ann", "12", "11"),
        ]
        assert hand.touched == [(0,), (0,)]
        assert [each["said"] and sentence(each["said"]) for each in hand.corrected] == [None, None, None, "Ann took"]

    def test_what_a_correction_changes_stands_before_what_stays_the_same(self, cast, game):
        play(game, A_HAND, by=cast.owner)
        assert shown(page(game)) == ["Ann", "Bob", "Cy", "Dee", "Gnome"]
        Phone(game, cast.owner, 1).tap("D took 8", "B took 8")
        assert [sentence(column.label) for column, *_more in page(game).preview.totals] == ["Dee", "Gnome"]
        assert shown(page(game)) == ["Dee", "Gnome", "Ann", "Bob", "Cy"]

    def test_in_a_correction_what_a_player_scored_opens_their_question(self, cast, game):
        enter_hand(game, A_HAND, cast.owner)
        assert not any(path for _cell, path in page(game).reasons)
        Phone(game, cast.owner, 1).save()
        paths = [path for _cell, path in page(game).reasons]
        assert paths == [*(f"players.{seat}.taken" for seat in range(4)), ""]
        assert next(path for _cell, path in page(game, at="bidding").reasons) == "players.0.bid"

    def test_one_line_says_how_to_correct(self, cast, game):
        play(game, A_HAND, by=cast.owner)
        assert (sentence(page(game).title), page(game).note) == ("Tap what you want to correct.", None)


def test_only_saved_hands_can_be_changed_after_the_end(cast, game):
    play(game, A_HAND, by=cast.owner)
    stop_game(game=game, how="no_winner", by=cast.owner)
    assert [page(game, number).state for number in (1, 2)] == ["open", "closed"]


def test_the_page_renders_for_any_requested_part(game):
    for at in ("", "bidding", "players.1.bid", "players.9.bid", "hand.trump", "x" * 9999, "\x00", "..."):
        assert page(game, at=at).screen.stages, at


def test_a_preview_of_a_hand_after_the_end_has_no_totals(cast):
    game = start_short_game(cast.owner, target=60)
    play(game, A_HAND, A_HAND, A_HAND, by=cast.owner)
    correct(game, 1, "30 6 - 8 | | 31 0 0 0", cast.owner)
    enter_hand(game, "10 6 - 8 | | 9 12 3 7", cast.owner, 3)
    preview = page(game, 3).preview
    assert {change.total for change in preview.reasons} == {None}
    assert preview.lead == ((), None)
    assert [sentence(text) for text in preview.effect] == ["After the end, so it doesn’t count"]
