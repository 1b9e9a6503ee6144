"""Entering a hand of Trumplestiltskin: which question comes next, what it offers, and which answers are refused.

For the bidding, see `test_trumplestiltskin_bidding`.
"""

import pytest

from scorekeeper.games.trumplestiltskin.hand import Entry
from tests.games.entering import likely_values, open_values
from tests.games.notation import hand
from tests.games.trumplestiltskin_screens import BIDDING_OVER, draft, in_turn, refusal, said, screen, typing, values

SAMPLE = {
    "trumplestiltskin": (
        ("Ann", "Bob", "Cy", "Dee"),
        {"player_target": 20},
        [
            [
                *("players.0.bid=10", "players.1.bid=12", "players.2.passed=true", "players.3.passed=true"),
                *("players.0.peeked=true", "players.0.passed=true", "hand.gnome=9S"),
                *("players.0.taken=9", "players.1.taken=3", "players.2.taken=7", "players.3.taken=12"),
            ],
            [
                *(f"players.{seat}.passed=true" for seat in (1, 2, 3)),
                *("players.0.bid=9", "hand.gnome=red_joker", "hand.trump=hearts"),
                *("players.1.taken=4", "players.2.taken=5", "players.3.taken=6", "players.0.taken=14"),
            ],
        ],
        ("Ann",),
    )
}
"""A short game: Bob fails, then Ann makes her bid without peeking and ends with 32½."""


class TestStages:
    @pytest.mark.parametrize(
        ("words", "stage", "asks"),
        [
            pytest.param([], "bidding", "players.0.bid", id="the player on the dealer's left comes first"),
            pytest.param(BIDDING_OVER, "gnome", "hand.gnome", id="the Gnome comes after the bidding"),
            pytest.param([*BIDDING_OVER, "gnome 9S"], "points", "players.0.taken", id="a nine fills in trump"),
            pytest.param([*BIDDING_OVER, "gnome red_joker"], "gnome", "hand.trump", id="a Joker asks for trump"),
            pytest.param(
                [*BIDDING_OVER, "gnome red_joker", "trump hearts"],
                "points",
                "players.0.taken",
                id="the points come after trump",
            ),
            pytest.param(
                [*BIDDING_OVER, "gnome red_joker", "trump spades"],
                "gnome",
                "hand.trump",
                id="trump doesn't fit the Gnome",
            ),
            pytest.param(
                [*BIDDING_OVER, "gnome black_joker", "no_trump"], "points", "players.0.taken", id="trump is skipped"
            ),
            pytest.param([*BIDDING_OVER, "no_gnome"], "points", "players.0.taken", id="the Gnome is skipped"),
        ],
    )
    def test_the_next_question(self, words, stage, asks):
        now = screen(*words)
        assert (now.stage, now.question.path) == (stage, asks)
        assert not now.complete

    def test_the_hand_is_complete_once_all_points_are_entered(self):
        now = screen(*BIDDING_OVER, "no_gnome", "A took 12", "B took 9", "C took 3", "D took 7")
        assert (now.complete, now.question) == (True, None)

    @pytest.mark.parametrize(
        "words",
        [["A passed", "B passed", "C passed", "D passed"], ["done"]],
        ids=["one by one", "closed without a bid"],
    )
    def test_no_more_questions_are_asked_once_everyone_has_passed(self, words):
        now = screen(*words)
        assert (now.stage, now.complete, now.question) == ("bidding", True, None)
        assert [said(fact) for fact in now.facts] == ["Everyone passed, so nobody scores."]
        assert [said(row.answer) for row in now.rows] == ["pass"] * 4

    @pytest.mark.parametrize(
        ("at", "stage", "asks"),
        [
            pytest.param("bidding", "bidding", None, id="a stage"),
            pytest.param("gnome", "gnome", "hand.gnome", id="the Gnome again"),
            pytest.param("players.2.taken", "points", "players.2.taken", id="a row of the points"),
            pytest.param("nonsense", "points", "players.0.taken", id="not a location at all"),
        ],
    )
    def test_a_link_leads_back_to_its_question(self, at, stage, asks):
        now = screen(*BIDDING_OVER, "gnome 9S", at=at)
        assert (now.stage, now.question and now.question.path) == (stage, asks)


class TestGnome:
    @pytest.mark.parametrize(
        ("gnome", "suits"),
        [("red_joker", ["diamonds", "hearts"]), ("black_joker", ["spades", "clubs"])],
        ids=["red", "black"],
    )
    def test_a_joker_offers_its_two_suits(self, gnome, suits):
        assert values(screen(*BIDDING_OVER, f"gnome {gnome}").question.offers) == suits

    def test_a_joker_can_be_tapped_together_with_its_suit(self):
        offers = {offer.value: said(offer.label) for offer in screen(*BIDDING_OVER).question.offers}
        assert offers["red_joker hearts"] == "✦♥ Hearts"
        chosen = in_turn(*BIDDING_OVER, "gnome red_joker hearts")
        assert (chosen.answers["hand.gnome"], chosen.answers["hand.trump"]) == ("red_joker", "hearts")
        assert chosen.view().question.path == "players.0.taken"

    @pytest.mark.parametrize("words", [[], ["gnome 9S"], ["no_gnome"]], ids=["no Gnome yet", "a nine", "skipped"])
    def test_trump_is_asked_for_only_after_a_joker(self, words):
        with pytest.raises(KeyError):
            refusal("trump hearts", *words)

    def test_trump_must_match_the_joker(self):
        assert refusal("trump hearts", "gnome red_joker") == ""
        assert refusal("trump spades", "gnome red_joker") == "With this Gnome, trump is Diamonds or Hearts."

    def test_the_hints_show_trump_the_leader_and_who_peeked(self):
        now = screen(*BIDDING_OVER, "C peeked", "gnome red_joker", "trump hearts")
        assert [said(fact) for fact in now.facts] == [
            "Ann took the bid at 10",
            "Ann leads",
            "♥ Hearts are trump",
            "peeked: Cy",
        ]


class TestPoints:
    @pytest.mark.parametrize(
        ("words", "likely", "note"),
        [
            pytest.param([], [], "0 so far, 29 to 32 left", id="nobody's points yet"),
            pytest.param(
                ["A took 12", "B took 9", "C took 3"], [5, 6, 7, 8], "24 so far, 5 to 8 left", id="the last player"
            ),
            pytest.param(["A took 32"], [], "32 so far, 0 left", id="nothing left"),
            pytest.param(["A took 40"], [], "40 so far: too many", id="too many already"),
        ],
    )
    def test_every_number_keeps_its_place_and_the_likely_ones_stand_out(self, words, likely, note):
        question = screen(*BIDDING_OVER, "gnome 9S", *words).question
        assert open_values(question) == values(question.offers) == list(range(33))
        assert (question.likely, likely_values(question)) == ((), likely)
        assert said(question.board.note) == note

    @pytest.mark.parametrize(
        ("players", "gnome", "options", "likely"),
        [
            pytest.param(3, "9S", {}, [7, 9, 10, 11, 12], id="three, a nine: 28 is impossible"),
            pytest.param(5, "9S", {}, [11, 12], id="five, a nine"),
            pytest.param(5, "red_joker", {"uneven_deal": "equal_hands"}, list(range(2, 11)), id="five, equal hands"),
        ],
    )
    def test_for_the_last_player_points_that_make_a_possible_total_stand_out(self, players, gnome, options, likely):
        card = ["no_gnome"] if gnome is None else [f"gnome {gnome}", "no_trump"]
        others = [f"{who} took {points}" for who, points in zip("ABCDE"[: players - 1], [20, 0, 0, 0], strict=False)]
        now = screen("A bid 10", "done", *card, *others, players=players, **options)
        assert likely_values(now.question) == likely
        assert values(now.question.offers) == list(range(33))

    def test_an_opened_row_shows_its_points_as_selected(self):
        now = screen(*BIDDING_OVER, "gnome 9S", "A took 12", "B took 9", "C took 3", "D took 7", at="players.1.taken")
        assert [offer.value for offer in now.question.offers if offer.pressed] == [9]
        assert likely_values(now.question) == [7, 8, 9, 10]


class TestEntry:
    def test_answers_that_only_help_with_entering_a_hand_are_not_in_the_entry(self):
        typed = draft("A bid 10", "B passed", "done", "no_gnome", "A took 12", "B took 9", "C took 3", "D took 7")
        assert typing(typed).entry() == hand("10 - - -", "", "12 9 3 7")

    def test_trump_that_does_not_match_the_gnome_is_dropped(self):
        typed = draft("A bid 10", "gnome 9S", "trump hearts")
        assert typing(typed).entry().trump is None

    def test_points_and_trump_are_dropped_when_everyone_passes(self):
        typed = draft("A took 12", "trump hearts", "C peeked", "done")
        assert typing(typed).entry() == Entry(
            all_passed=True, bid=(None,) * 4, peeked=(False, False, True, False), taken=(None,) * 4
        )
