"""The tarot games on the hand screen."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.tarot import CONFERENCE, SCARTO, TAROCCHI, TONTINE
from tests.games.entering import complete, enter_hand
from tests.games.tarot_notation import blank, takers, won
from tests.games.test_tarot import SAMPLE


class TestEnteringHands:
    def test_a_three_player_hand_takes_six_taps(self):
        sheet = blank(SCARTO)
        taps = ["players.0.points=50", "players.1.points=60", "players.2.points=36"]
        answers, count = enter_hand(SCARTO, sheet, 2, taps)
        assert count + 1 == 6
        assert complete(SCARTO, sheet, 2, answers) == won(50, 60, 36)

    @pytest.mark.parametrize(
        ("game", "dealer", "taps", "entry"),
        [
            pytest.param(
                TAROCCHI,
                3,
                ["players.0.points=80", "players.1.points=66"],
                won(80, 66, None, None),
                id="Dee deals",
            ),
            pytest.param(
                TAROCCHI, 0, ["players.1.points=80", "players.2.points=66"], won(None, 80, 66, None), id="Ann deals"
            ),
            pytest.param(
                CONFERENCE,
                3,
                ["players.0.points=80", "players.2.points=66"],
                won(80, None, 66, None),
                id="neighbors are partners",
            ),
        ],
    )
    def test_a_hand_between_two_sides_takes_four_taps(self, game, dealer, taps, entry):
        sheet = blank(game)
        answers, count = enter_hand(game, sheet, dealer, taps)
        assert count + 1 == 4
        assert complete(game, sheet, dealer, answers) == entry

    def test_partners_points_may_be_entered_separately(self):
        sheet = blank(TAROCCHI)
        taps = ["players.0.points=40", "@players.2.points", "players.2.points=30", "players.1.points=76"]
        answers, _count = enter_hand(TAROCCHI, sheet, 3, taps)
        assert complete(TAROCCHI, sheet, 3, answers) == won(40, 76, 30, None)
        rows = TAROCCHI.type(sheet, 3, answers).view().rows
        assert {row.seat: row.answer and sentence(row.answer) for row in rows} == {
            0: "40",
            1: "76",
            2: "30",
            3: "counted with Bob",
        }

    def test_the_rest_is_offered_to_the_last_player_unless_it_is_negative(self):
        def likely(answers, at=""):
            return [offer.value for offer in SCARTO.type(blank(SCARTO), 2, answers).view(at).question.likely]

        assert likely({}) == []
        assert likely({"players.0.points": 50}) == []
        assert likely({"players.0.points": 50, "players.1.points": 60}) == [36]
        assert likely({"players.0.points": 90, "players.1.points": 60}) == []
        all_typed = {"players.0.points": 50, "players.1.points": 61, "players.2.points": 36}
        assert likely(all_typed, "players.1.points") == [60]

    def test_entering_nine_groups_takes_ten_taps(self):
        sheet = blank(TONTINE)
        answers, count = enter_hand(TONTINE, sheet, 2, SAMPLE["tontine"][2][0])
        assert count + 1 == 10
        assert complete(TONTINE, sheet, 2, answers) == takers("ABBCAABC-")
        assert [sentence(hint) for hint in TONTINE.type(sheet, 2, answers).hints()] == ["Ann 45", "Bob 38", "Cy 18"]
        assert TONTINE.type(sheet, 2).hints() == ()

    def test_the_groups_are_asked_for_in_two_stages(self):
        hand = TONTINE.type(blank(TONTINE), 2).correcting(takers("ABBCAABC-"))
        screen = hand.view("court")
        assert [sentence(stage.label) for stage in screen.stages] == ["Court and Honors", "Pips"]
        assert len(screen.rows) == 5
        assert len(hand.view("pips").rows) == 4

    def test_a_group_goes_to_a_player_or_to_nobody(self):
        screen = TONTINE.type(blank(TONTINE), 2).view()
        assert [sentence(offer.label) for offer in screen.question.offers] == ["Ann", "Bob", "Cy"]
        assert sentence(screen.question.skip.label) == "Nobody"
