"""What the statistics count in a hand of Shnarbles."""

import pytest

from scorekeeper.rules.statistics import HANDS
from tests.games.shnarbles_notation import GAME, RULES, hand, standing


class TestStatistics:
    def facts(self, sheet, notation):
        scored = RULES.record(sheet, 0, hand(notation)).hands[-1]
        amounts = {}
        for fact in GAME.statistics.facts(sheet.table, scored):
            amounts.setdefault(sheet.table.names[int(fact.column)], {})[fact.key] = fact.amount // 2
        return amounts

    @pytest.mark.parametrize(
        ("notation", "amounts"),
        [
            pytest.param(
                "A3♥ 3 . 0 -",
                {"Ann": {HANDS: -3, "off": 3, "bidder": 3, "made": 3}, "Cy": {HANDS: 5, "trickless": 0, "stayed": 5}}
                | {"Dee": {HANDS: 0, "folded": 0}},
                id="the bid is made",
            ),
            pytest.param(
                "D3♥ 3 . - 2",
                {"Ann": {HANDS: -3, "off": 3, "stayed": -3}, "Cy": {HANDS: 0, "folded": 0}}
                | {"Dee": {HANDS: 5, "bidder": 3, "failed": 3}},
                id="the bid fails",
            ),
            pytest.param(
                "A2♠ 5 . 0 0",
                {"Ann": {HANDS: -5, "off": 5, "bidder": 2, "made": 2, "spade_out": 0}}
                | {name: {HANDS: 5, "trickless": 0, "stayed": 5} for name in ("Cy", "Dee")},
                id="a spade-out",
            ),
        ],
    )
    def test_only_players_who_were_dealt_in_have_facts(self, notation, amounts):
        assert self.facts(standing("16 32 16 16"), notation) == amounts

    def test_the_hand_in_which_a_player_goes_out_still_counts(self):
        assert self.facts(standing("16 28 16 16"), "A3♥ 3 0 2 -")["Bob"] == {
            HANDS: 5,
            "trickless": 0,
            "stayed": 5,
            "out": 0,
        }
