"""Hands typed all at once, on a form or on a phone without network, and what happens when their number is taken."""

import datetime
from dataclasses import replace

import pytest
from django.utils import timezone

from scorekeeper.models import Game, Hand, Revision
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.hand import writing as hand_writing
from scorekeeper.recording.hand.writing import Seen
from scorekeeper.recording.whole_hand import writing as whole_hand_writing
from scorekeeper.recording.whole_hand.deciding import Recorded, Sent, Taken, seen_now
from scorekeeper.recording.whole_hand.reading import digest
from scorekeeper.rules.base import Rules
from scorekeeper.rules.text import gettext as _
from scorekeeper.web.refusals import Refused, Stale
from tests.cast import A_HAND, Phone, differences, play, refresh, start_game, taps_from_shorthand, totals
from tests.recording.hands import IMPOSSIBLE
from tests.whole_forms import typed

pytestmark = pytest.mark.django_db

B_HAND = "6 10 - 8 | | 9 12 3 7"
ENTRIES = ("bid", "taken", "peeked", "trump", "gnome", "all_passed")


def whole(game, shorthand=A_HAND, number=None, **more):
    """Return a hand as a phone would send it that has just loaded the form."""
    record = load(refresh(game))
    number = number or record.new_number
    answers = {path: value for path, value in taps_from_shorthand(shorthand) if path.rpartition(".")[2] in ENTRIES}
    if shorthand == "pass":
        answers = {"hand.all_passed": True}
    return Sent(**{"number": number, "texts": typed(answers), "seen": seen_now(record, number)} | more)


def save(game, hand, by, choice=""):
    """Save a hand on the game as it is now, and return its number. Raise whatever it is refused for."""
    done = whole_hand_writing.save_whole(game=refresh(game), sent=replace(hand, choice=choice), by=by)
    if isinstance(done, Recorded):
        return done.number
    raise done.refused or Refused(_("It can’t be read."))


def adding(hand, **texts):
    """Return the hand with more that was typed."""
    return replace(hand, texts=hand.texts | texts)


def offline(game, shorthand=A_HAND, number=1, **more):
    """Return a hand recorded without network by a phone that has seen nothing of it."""
    fresh = whole(game, shorthand, number)
    unseen = {"seen": replace(fresh.seen, revisions=0, taps=0), "recorded_at": timezone.now()}
    return replace(fresh, **(unseen | more))


def bids(game):
    """Return who bid how much in each saved hand."""
    return [[seat.get("bid") for seat in hand.entry["players"]] for hand in load(refresh(game)).saved]


A_BIDS, B_BIDS = [10, 6, None, 8], [6, 10, None, 8]


class TestAFreeNumber:
    def test_a_whole_hand_is_worth_the_same_as_its_taps(self, cast):
        tapped, typed = start_game(cast.owner), start_game(cast.owner)
        for shorthand in (A_HAND, "pass", B_HAND):
            play(tapped, shorthand, by=cast.owner)
            save(typed, whole(typed, shorthand), cast.owner)
        hands_of = [[(hand.entry, hand.dealer) for hand in load(refresh(game)).saved] for game in (tapped, typed)]
        assert hands_of[0] == hands_of[1]
        assert totals(tapped) == totals(typed)
        assert differences(typed) == 0

    def test_a_dealer_may_be_given_and_the_time_is_kept_with_a_hand_recorded_offline(self, cast, game):
        with pytest.raises(Refused):
            save(game, adding(whole(game), dealer="7"), cast.owner)
        at = datetime.datetime(2026, 11, 14, 21, 14, tzinfo=datetime.UTC)
        save(game, adding(offline(game, recorded_at=at), dealer="1"), cast.owner)
        assert load(refresh(game)).hand(1).dealer == 1
        assert Revision.objects.get().recorded_at == at

    def test_an_outdated_page_is_refused(self, cast, game):
        hand = whole(game)
        with pytest.raises(Stale, match="isn’t next"):
            save(game, whole(game, number=2), cast.owner)
        with pytest.raises(Stale, match="setup has changed"):
            save(game, replace(hand, seen=replace(hand.seen, setup=9)), cast.owner)

    def test_the_same_key_or_an_equal_hand_changes_nothing(self, cast, game):
        hand = whole(game)
        save(game, hand, cast.owner)
        before = refresh(game).version
        save(game, hand, cast.owner)
        save(game, replace(hand, number=2), cast.owner)
        save(game, offline(game), cast.recorder)
        save(game, adding(offline(game), dealer="3"), cast.recorder)
        assert refresh(game).version == before

    def test_wrong_problems_are_refused_and_warnings_can_be_accepted(self, cast, game):
        with pytest.raises(Refused) as refused:
            save(game, whole(game, IMPOSSIBLE), cast.owner)
        assert refused.value.problems
        hand = whole(game, IMPOSSIBLE)
        save(game, adding(hand, anyway=digest(load(game), 1, hand.texts)), cast.owner)
        assert load(refresh(game)).hand(1).accepted

    def test_undo_gives_everything_back_as_taps(self, cast, game):
        Phone(game, cast.owner).tap("A bid 4")
        save(game, whole(game), cast.owner)
        saved = load(refresh(game))
        answers = saved.screen(1).answers
        hand_writing.undo(game=refresh(game), number=1, revision=1, by=cast.owner)
        record = load(refresh(game))
        assert record.screen(1).entry() == saved.entry(saved.hand(1))
        assert {**record.screen(1).answers, **answers} == record.screen(1).answers

    def test_taps_of_somebody_else_are_shown_first(self, cast, game):
        hand = offline(game)
        Phone(game, cast.recorder).tap("A bid 4")
        with pytest.raises(Stale):
            save(game, hand, cast.owner)
        save(game, replace(hand, seen=replace(hand.seen, taps=1)), cast.owner)
        assert bids(game) == [A_BIDS]

    def test_taps_that_were_made_on_the_same_phone_are_no_conflict(self, cast, game):
        hand = offline(game)
        Phone(game, cast.owner).tap("A bid 4", "B bid 5")
        save(game, hand, cast.owner)
        owner = cast.owner.pk
        assert bids(game) == [A_BIDS]
        assert Revision.objects.get().taps[:2] == [["players.0.bid", 4, owner], ["players.1.bid", 5, owner]]

    def test_another_hand_on_a_page_that_was_opened_again_is_not_taken_for_the_first(self, cast, game):
        hand = whole(game)
        save(game, hand, cast.owner)
        other = whole(game, B_HAND, number=1, key=hand.key)
        with pytest.raises(Taken):
            save(game, replace(other, seen=hand.seen), cast.owner)
        save(game, other, cast.owner, "mine")
        assert bids(game) == [B_BIDS]


class TestATakenNumber:
    @pytest.fixture
    def game(self, cast):
        """A game in which the recorder has saved two hands, while the owner's phone had no network."""
        game = start_game(cast.owner)
        play(game, A_HAND, "pass", by=cast.recorder)
        return game

    def test_two_hands_with_one_number_need_an_answer_about_just_these(self, cast, game):
        before = refresh(game).version
        seen = Seen(revisions=2, taps=0, setup=1)
        for hand, choice in (
            (offline(game, B_HAND), ""),
            (whole(game, B_HAND, number=1), ""),
            (offline(game, B_HAND, seen=seen), "mine"),
        ):
            with pytest.raises(Taken):
                save(game, hand, cast.owner, choice)
        assert refresh(game).version == before

    def answered(self, cast, game, choice, shorthand=B_HAND):
        """Answer what to do with a hand after having seen both."""
        hand = whole(game, shorthand, number=1, recorded_at=timezone.now())
        save(game, hand, cast.owner, choice)
        return hand

    def versions(self, number=1):
        return [row.entry["players"][0]["bid"] for row in Revision.objects.filter(hand__number=number)]

    def test_mine_corrects_the_hand_and_the_other_stays_a_version(self, cast, game):
        self.answered(cast, game, "mine")
        assert (self.versions(), bids(game)[0]) == ([10, 6], B_BIDS)

    def test_theirs_stays_and_mine_becomes_a_version(self, cast, game):
        hand = self.answered(cast, game, "theirs")
        assert (self.versions(), bids(game)[0]) == ([10, 6, 10], A_BIDS)
        assert list(Revision.objects.filter(hand__number=1))[1].key == hand.key
        assert load(refresh(game)).hand(1).revisions == 3
        save(game, hand, cast.owner, "theirs")
        assert self.versions() == [10, 6, 10]

    def test_theirs_stays_if_mine_is_impossible(self, cast, game):
        save(game, whole(game, number=1, texts={"players.0.bid": "40"}), cast.owner, "theirs")
        assert self.versions() == [10]

    def test_one_that_was_played_before_is_inserted(self, cast, game):
        old = {hand.pk: hand.number for hand in Hand.objects.all()}
        hand = self.answered(cast, game, "before")
        assert bids(game) == [B_BIDS, A_BIDS, [None] * 4]
        assert [row.number for row in load(refresh(game)).hands] == [1, 2, 3]
        assert {row.number - old[row.pk] for row in Hand.objects.filter(pk__in=old)} == {1}
        assert differences(game) == 0
        assert (save(game, hand, cast.owner, "before"), len(bids(game))) == (1, 3)

    def test_one_that_was_played_after_is_compared_with_the_next(self, cast, game):
        hand = whole(game, B_HAND, number=1, recorded_at=timezone.now())
        with pytest.raises(Taken):
            save(game, hand, cast.owner, "after")
        hand = whole(game, B_HAND, number=2, key=hand.key)
        recorded = save(game, hand, cast.owner, "after")
        assert bids(game) == [A_BIDS, [None] * 4, B_BIDS]
        assert recorded == 3
        assert differences(game) == 0

    def test_pages_that_show_the_old_numbers_are_out_of_date(self, cast, game):
        late = Phone(game, cast.recorder, 2)
        typing = Phone(game, cast.recorder, 3).tap("A bid 4")
        self.answered(cast, game, "before")
        for phone in (late, typing):
            with pytest.raises(Stale):
                phone.tap("A bid 5")
        assert Phone(game, cast.recorder, 4).draft == {"players.0.bid": 4}

    def test_a_hand_can_be_inserted_into_a_game_that_is_over(self, cast):
        game = start_game(cast.owner, player_target=40)
        play(game, A_HAND, A_HAND, by=cast.recorder)
        assert refresh(game).state == Game.State.OVER
        hand = whole(game, "pass", number=2)
        with pytest.raises(Refused):
            save(game, hand, cast.owner, "after")
        save(game, hand, cast.owner, "before")
        assert refresh(game).state == Game.State.OVER
        assert len(bids(game)) == 3
        assert differences(game) == 0

    def test_nothing_is_inserted_into_a_game_with_the_most_hands_that_it_can_have(self, cast, game, monkeypatch):
        monkeypatch.setattr(Rules, "most_hands", 3)
        hand = whole(game, B_HAND, number=1)
        save(game, hand, cast.owner, "before")
        assert len(bids(game)) == 3
        with pytest.raises(Refused, match="This sheet is full"):
            save(game, whole(game, "pass", number=1), cast.owner, "before")
        assert bids(game) == [B_BIDS, A_BIDS, [None] * 4]
