"""Whole games of Trumplestiltskin, worked out by hand."""

import pytest

from scorekeeper.formats.language import sentence
from tests.games.notation import RULES, all_passed, blank, halves, hand

ORDINARY = (  # the last taker has the most points anyway, so the reason doesn't mention the bid
    {"player_target": 60},
    [
        (hand("10 8 - 5", "", "13 8 4 5"), "26 8 0 5 | 4"),
        (hand("6 12 4 -", "", "6 15 5 4"), "32 38 4 5 | 9"),
        (all_passed(peeked="C"), "32 38 4 5 | 9"),
        (hand("9 11 - 8", "A", "9 12 3 6"), "36½ 62 4 11 | 16½"),
    ],
    "1",
    "Bob reached the target of 60 with 62 points",
)
STOLEN = (  # from 36½, Ann makes 12 blind while Bob makes his bid, and both pass the target
    {"player_target": 60},
    [
        (hand("10 8 - 5", "", "13 8 4 5"), "26 8 0 5 | 4"),
        (hand("6 12 4 -", "", "6 15 5 4"), "32 38 4 5 | 9"),
        (hand("9 11 - 8", "A", "9 10 5 6"), "36½ 27 4 11 | 28½"),
        (hand("- 14 - 9", "", "7 15 5 3"), "36½ 57 4 14 | 40½"),
        (hand("12 11 4 -", "", "12 11 4 3"), "60½ 68 8 14 | 43½"),
    ],
    "0",
    "Ann (60½) and Bob (68) reached the target of 60; Ann took the last bid, and the taker wins with anything over 60",
)
AT_ONCE = (  # one hand is enough, and nobody ties with the leader, so play doesn't go on
    {"player_target": 30, "tie": "play_on"},
    [
        (hand("15 6 5 4", "", "15 6 5 4"), "30 6 5 4 | 0"),
    ],
    "0",
    "Ann reached the target of 30 exactly",
)
LEVEL_THEN_ANN_FAILS = (
    {"player_target": 30, "tie": "play_on", "priority": "none"},
    [
        (hand("12 6 - -", "", "12 6 8 4"), "24 6 0 0 | 12"),
        (hand("6 12 - -", "", "6 12 7 5"), "30 30 0 0 | 24"),
        (all_passed(), "30 30 0 0 | 24"),
        (hand("- - 9 -", "", "9 9 9 3"), "30 30 18 0 | 45"),
        (hand("11 - - -", "A", "10 9 8 3"), "19 30 18 0 | 85"),
    ],
    "1",
    "Bob reached the target of 30 exactly",
)
GNOME = (  # every taker peeks and fails, and no player is anywhere near the target
    {"gnome_target": 150, "odd_half": "gnome"},
    [
        (hand("14 - - -", "A", "10 8 7 5"), "-14 0 0 0 | 40"),
        (hand("- 20 - 9", "BD", "6 12 5 7"), "-14 -20 0 3 | 79"),
        (hand("5 - 16 -", "AC", "6 7 14 3"), "-12 -20 -16 3 | 121"),
        (hand("- - 10 8", "C", "4 6 9 11"), "-12 -20 -26 11 | 152"),
    ],
    "3",
    "The Gnome reached the target of 150 with 152 points; Dee has the most points, 11",
)


@pytest.mark.parametrize(
    ("options", "hands", "winners", "reason"),
    [
        pytest.param(*ORDINARY, id="the last taker has the most points anyway"),
        pytest.param(*STOLEN, id="the last taker wins with fewer points"),
        pytest.param(*AT_ONCE, id="nobody is tied with the leader, so play ends"),
        pytest.param(*LEVEL_THEN_ANN_FAILS, id="two tied players play on until one of them fails"),
        pytest.param(*GNOME, id="the Gnome ends the game"),
    ],
)
def test_a_whole_game_is_replayed(options, hands, winners, reason):
    sheet = blank(**options)
    for entry, totals in hands:
        assert sheet.outcome is None
        sheet = RULES.record(sheet, RULES.dealer(sheet), entry)
        assert list(sheet.totals.values()) == halves(totals.replace("|", " "))
    assert "".join(sheet.outcome.winners) == winners
    assert sentence(sheet.outcome.reason) == reason
