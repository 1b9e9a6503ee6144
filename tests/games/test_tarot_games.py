"""Whole games of Scarto, Tarocchi, Conference, and Tontine, worked out on paper."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.tarot import CONFERENCE, SCARTO, TAROCCHI, TONTINE
from tests.games.tarot_notation import blank, record, takers, totals, won

# Each hand is followed by the totals after it: one per player for three players, one per side for four.
SCARTO_GAMES = [
    pytest.param(
        SCARTO,
        {},
        [(won(50, 60, 36), [50, 60, 36]), (won(40, 20, 86), [90, 80, 122]), (won(70, 76, 0), [160, 156, 122])],
        "0 1 2",
        "After 3 hands, Ann had the best total: 160",
        id="Scarto, Ann takes the lead in the last hand",
    ),
    pytest.param(
        SCARTO,
        {"pack": "plain_78", "variant": "courtship"},
        [
            (won(50, 40, 40), [50, 40, 40]),
            (won(30, 60, 40), [80, 100, 80]),
            (won(50, 30, 50), [130, 130, 130]),
        ],
        "012",
        "After 3 hands, Ann, Bob and Cy tied for the best total: 130",
        id="Scarto with a plain pack, all three share the win",
    ),
]
TAROCCHI_GAMES = [
    pytest.param(
        TAROCCHI,
        {},
        [
            (won(80, 66, None, None), [80, 66]),
            (won(10, 46, 30, 60), [120, 172]),
            (won(146, 0, 0, 0), [266, 172]),
            (won(None, 120, 26, None), [292, 292]),
        ],
        "01",
        "After 4 hands, Ann & Cy and Bob & Dee tied for the best total: 292",
        id="Tarocchi, tied at the end",
    ),
    pytest.param(
        TAROCCHI,
        {"pack": "loka_80", "variant": "last_laugh"},
        [
            (won(None, 75, 73, None), [73, 75]),
            (won(20, 31, 55, 42), [148, 148]),
            (won(148, 0, None, None), [296, 148]),
            (won(9, None, None, 139), [305, 287]),
        ],
        "0 1",
        "After 4 hands, Ann & Cy had the best total: 305",
        id="Tarocchi with Good and Evil, one side takes a whole pack",
    ),
]
CONFERENCE_GAMES = [
    pytest.param(
        CONFERENCE,
        {"hands": 2, "pack": "plain_78"},
        [(won(60, None, 70, None), [60, 70]), (won(30, 36, 64, None), [126, 134])],
        "1 0",
        "After 2 hands, Cy & Dee had the best total: 134",
        id="Conference with a plain pack, two hands",
    ),
    pytest.param(
        CONFERENCE,
        {"variant": "courtship"},
        [
            (won(70, None, None, 76), [70, 76]),
            (won(40, 41, 32, 33), [151, 141]),
            (won(None, 0, 146, None), [151, 287]),
            (won(100, 41, 5, 0), [292, 292]),
        ],
        "01",
        "After 4 hands, Ann & Bob and Cy & Dee tied for the best total: 292",
        id="Conference, tied at the end",
    ),
]
TONTINE_GAMES = [
    pytest.param(
        TONTINE,
        {},
        [
            (takers("ABBCAABCC"), [8, 1, -9]),
            (takers("BBBBBBBBB"), [-29, 75, -46]),
            (takers("---------"), [-66, 38, -83]),
        ],
        "1 0 2",
        "After 3 hands, Bob had the best total: 38",
        id="Tontine as Scarto",
    ),
    pytest.param(
        TONTINE,
        {"settle": "pairs", "hands": 2},
        [(takers("ABBCAABCC"), [24, 3, -27]), (takers("ABBCA-BCC"), [28, 16, -44])],
        "0 1 2",
        "After 2 hands, Ann had the best total: 28",
        id="Tontine, pair by pair",
    ),
    pytest.param(
        TONTINE,
        {"base": "tarocchi"},
        [
            (takers("ABABAABDD"), [3, 0]),
            (takers("ABABA-BDD"), [3, 0]),
            (takers("DDDDDDDDD"), [3, 111]),
            (takers("CCCCCCCCC"), [114, 111]),
        ],
        "0 1",
        "After 4 hands, Ann & Cy had the best total: 114",
        id="Tontine as Tarocchi",
    ),
    pytest.param(
        TONTINE,
        {"base": "conference", "hands": 2, "nobody_at_56": "difference"},
        [(takers("ACBDA-CDD"), [0, 7]), (takers("CABDC-AB-"), [5, 7])],
        "1 0",
        "After 2 hands, Cy & Dee had the best total: 7",
        id="Tontine as Conference",
    ),
]


@pytest.mark.parametrize(
    ("game", "options", "hands", "ranking", "reason"),
    [*SCARTO_GAMES, *TAROCCHI_GAMES, *CONFERENCE_GAMES, *TONTINE_GAMES],
)
def test_a_whole_game_is_replayed(game, options, hands, ranking, reason):
    sheet = blank(game, **options)
    for entry, after in hands:
        assert sheet.outcome is None
        assert list(game.rules.problems(sheet, game.rules.dealer(sheet), entry)) == []
        sheet = record(game, sheet, entry)
        assert totals(sheet) == after
    assert " ".join("".join(equal) for equal in sheet.outcome.ranking).replace("side", "") == ranking
    assert sheet.outcome.winners == sheet.outcome.ranking[0]
    assert sentence(sheet.outcome.reason) == reason
    assert [hand.dealer for hand in sheet.hands] == [
        (sheet.table.first_dealer + number) % len(sheet.table.names) for number in range(len(hands))
    ]
