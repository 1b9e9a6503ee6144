"""A random evening: two phones write anything in any order, even from long-outdated pages.

After each step, the stored rows equal a fresh replay, nothing acknowledged is lost, and no revision has changed.
For a longer run, use `pytest --full tests/recording/test_machine.py`.
"""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scorekeeper.models import Game, Hand, Playgroup, Revision, Setup
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web.refusals import NotFound, Refused, Stale
from tests.cast import Phone, differences, make_cast, play, refresh, start_game, tap_from_words, taps_from_shorthand

EXAMPLES, FULL = 5, 300
STEPS = 40

WORDS = st.sampled_from(
    [f"{who} bid {bid}" for who in "ABC" for bid in (3, 7, 12, "-")]
    + [f"{who} took {points}" for who in "ABC" for points in (0, 9, 21)]
    + [f"{who} {what}" for who in "ABC" for what in ("passed", "passed not", "peeked", "peeked not")]
    + ["done", "no_gnome", "gnome 9S", "gnome red_joker", "trump hearts", "trump spades"]
    + ["dealer A", "dealer B", "dealer C"]
)
WHOLE_HANDS = st.sampled_from(["7 12 - | A | 9 21 0", "12 - 3 | | 9 9 9", "- 21 - | B | 0 30 0 | 9S", "pass"])
WHICH = st.integers(0, 1)
OLD = st.sampled_from([1, 1, 2, 2, 3, 4, 6, 10])
ROW = st.sampled_from(["", "bidding"])


def given(answers):
    """Return the answers whose value is not None."""
    return {path: value for path, value in answers.items() if value is not None}


class Evening(RuleBasedStateMachine):
    """A three-player game on two phones. Any page shown earlier may still be open."""

    def __init__(self):
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        cast = make_cast()
        self.game = start_game(cast.owner, 3, player_target=100, gnome_target=120)
        self.phones = [Phone(self.game, cast.owner), Phone(self.game, cast.recorder)]
        self.pages = [(1, self.phones[0].seen)]
        self.kept: dict[int, dict] = {}

    def teardown(self):
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    def on_page(self, which: int) -> Phone:
        """Reload a phone's open hand, remember that page, and return the phone."""
        phone = self.phones[which].look()
        self.pages.append((phone.number, phone.seen))
        return phone

    def attempt(self, write, *arguments):
        """Attempt a write and return whether it succeeds. A rejected write must not change anything."""
        before = self.all_rows()
        try:
            with transaction.atomic():
                write(*arguments)
        except (NotFound, Refused):
            assert self.all_rows() == before
            return False
        return True

    def all_rows(self):
        stored = [model.objects.order_by("pk").values_list() for model in (Hand, Revision, Setup, Game, Playgroup)]
        return [list(rows) for rows in stored]

    @initialize(played=st.lists(WHOLE_HANDS, min_size=1, max_size=3))
    def play_some_hands(self, played):
        for hand in played:
            play(self.game, hand, by=self.phones[0].by, anyway=True)
            if refresh(self.game).state == "over":
                return

    @rule(which=WHICH, number=st.integers(1, 12))
    def open_a_hand(self, which, number):
        record = load(refresh(self.game))
        self.phones[which].open(min(number, record.next_number))

    @rule(which=WHICH, word=WORDS, at=ROW)
    def tap(self, which, word, at):
        phone = self.on_page(which)
        path, value = tap_from_words(word)
        meant = phone.page.screen(phone.number).meant(path, value, at)
        if self.attempt(phone.write, path, value, at):
            current = {"dealer": phone.dealer, **phone.draft}
            assert {answered: current.get(answered) for answered in meant} == meant

    @rule(which=WHICH, word=WORDS, page=OLD)
    def tap_on_a_question(self, which, word, page):
        """Tap on a page that may be old. The tap may answer only the question for which it was meant."""
        phone = self.on_page(which)
        asked = phone.page.screen(phone.number).asked()
        phone.number, phone.seen = self.pages[-1 - page % len(self.pages)]
        current = phone.record.screen(phone.number).asked()
        path, value = tap_from_words(word)
        before = phone.draft
        if asked and self.attempt(phone.write, path, value, "", asked.path) and phone.draft != before:
            toggled = path == "dealer" or path.endswith(".peeked")
            assert toggled or (current is not None and current.path == asked.path)

    @rule(which=WHICH, word=WORDS, page=OLD, at=ROW)
    def tap_on_an_old_page(self, which, word, page, at):
        phone = self.phones[which]
        phone.number, phone.seen = self.pages[-1 - page % len(self.pages)]
        before, fresh, seen = phone.draft, phone.fresh(), phone.seen
        path, value = tap_from_words(word)
        meant = phone.record.screen(phone.number).meant(path, value, at)
        if self.attempt(phone.write, path, value, at):
            assert (seen.revisions, seen.setup) == (fresh.revisions, fresh.setup)
            merged = before if path == "dealer" and path not in phone.draft else before | {path: value}
            if path == "hand.gnome":  # choosing a card takes back that there was none
                merged, before = ({**answers, "hand.no_gnome": None} for answers in (merged, before))
            assert given(phone.draft) in (given(merged), given(before | meant))

    @rule(which=WHICH, hand=WHOLE_HANDS, number=st.integers(-12, 12))
    def tap_through_a_whole_hand_and_save_it(self, which, hand, number):
        """Record the next hand or, if the number is positive, correct one that is saved."""
        saved = load(refresh(self.game)).saved
        phone = self.phones[which].open(saved[number % len(saved)].number if saved and number > 0 else None)
        self.pages.append((phone.number, phone.seen))
        for path, value in taps_from_shorthand(hand, 3):
            self.attempt(phone.write, path, value, path)
        self.save(which, anyway=True)

    @rule(which=WHICH, over=st.booleans())
    def step_back_or_start_over(self, which, over):
        phone = self.on_page(which)
        self.attempt(phone.over if over else phone.back)

    @rule(which=WHICH, anyway=st.booleans())
    def save(self, which, anyway):
        phone = self.on_page(which)
        expected, dealer = phone.record.screen(phone.number).entry(), phone.dealer
        revisions = []
        if self.attempt(lambda: revisions.append(phone.save(anyway=anyway))):
            (revision,) = revisions
            hand = Hand.objects.get(game=self.game, number=phone.number)
            record = phone.record
            assert record.entry(record.hand(phone.number)) == expected
            assert (hand.dealer, hand.taps, hand.entry) == (dealer, [], revision.entry)
            before = self.all_rows()
            assert phone.save(anyway=anyway) == revision
            assert self.all_rows() == before

    @rule(which=WHICH, page=OLD)
    def save_from_an_old_page(self, which, page):
        phone = self.phones[which]
        phone.number, phone.seen = self.pages[-1 - page % len(self.pages)]
        self.attempt(lambda: phone.save(anyway=True))

    @precondition(lambda self: Revision.objects.filter(hand__game=self.game).exists())
    @rule(which=WHICH, back=st.sampled_from([0, 0, 0, 1, 2]))
    def undo(self, which, back):
        revisions = list(Revision.objects.filter(hand__game=self.game).select_related("hand").order_by("-pk")[:4])
        revision = revisions[back % len(revisions)]
        phone = self.phones[which].open(revision.hand.number)
        count = Revision.objects.count()
        if self.attempt(phone.undo, revision) and Revision.objects.count() > count:
            assert Hand.objects.get(pk=revision.hand_id).taps == revision.taps
            before = self.all_rows()
            phone.undo(revision)
            assert self.all_rows() == before

    @rule(how=st.sampled_from(["leader_wins", "no_winner"]), resumed=st.booleans(), hidden=st.booleans())
    def stop_and_resume_and_hide_or_unhide(self, how, resumed, hidden):
        if self.attempt(lambda: sheet_writing.stop_game(game=self.game, how=how, by=self.phones[0].by)):
            assert refresh(self.game).state == "over"
        sheet_writing.hide_game(game=self.game, hidden=hidden)
        if resumed:
            self.attempt(lambda: sheet_writing.resume_game(game=self.game, by=self.phones[0].by))
            assert refresh(self.game).stopped == ""

    @rule(which=WHICH, order=st.permutations(range(3)), first=WHICH, lowest=WHICH, old=st.sampled_from([0, 0, 0, 1]))
    def correct_the_setup(self, which, order, first, lowest, old):
        record = load(refresh(self.game))
        setting = Setting(
            players=tuple(record.players[seat] for seat in order),
            first_dealer=first,
            options={**record.options, "lowest_bid": lowest},
        )
        late, typed = self.on_page(1 - which), self.answers_by_player()
        changes = {"game": self.game, "setting": setting, "seen": record.setup - old, "by": self.phones[which].by}
        self.attempt(lambda: setup_writing.correct_setup(**changes))
        assert self.answers_by_player() == typed
        if load(refresh(self.game)).setup != record.setup:
            with pytest.raises(Stale):
                late.tap("A bid 3")

    def answers_by_player(self):
        """Return the saved and unsaved answers by hand number and player, regardless of seats."""
        record, typed = load(refresh(self.game)), {}
        for hand in record.hands:
            saved = hand.entry["players"] if hand.entry else [{}] * 3
            draft = record.screen(hand.number).answers
            for seat, player in enumerate(record.players):
                typing = {path[10:]: value for path, value in draft.items() if path.startswith(f"players.{seat}.")}
                typed[hand.number, player] = (saved[seat], typing)
        return typed

    @invariant()
    def what_is_stored_is_sound(self):
        assert differences(self.game) == 0, "it equals a fresh replay"
        stored = {row[0]: row for row in Revision.objects.values_list()}
        assert {pk: stored.get(pk) for pk in self.kept} == self.kept, "no revision is changed or deleted"
        self.kept = stored
        hands = list(Hand.objects.filter(game=self.game).order_by("number"))
        assert [hand.number for hand in hands] == list(range(1, len(hands) + 1)), "there are no gaps"
        for hand in hands:
            last = Revision.objects.filter(hand=hand).order_by("-number").first()
            assert hand.entry == (last.entry if last else None)
            if last and last.entry is not None:
                assert hand.dealer == last.dealer


@pytest.mark.slow
@pytest.mark.django_db
def test_a_random_evening_stays_consistent(full):
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=FULL if full else EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
