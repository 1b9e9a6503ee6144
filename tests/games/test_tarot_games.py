"""Whole games of Scarto, Tarocchi, Conference, and Tontine, worked out on paper."""

import pytest

from scorekeeper.games.tarot import CONFERENCE, SCARTO, TAROCCHI, TONTINE
from scorekeeper.text import sentence
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
        {"pack": "loka_80", "variant": "last_laugh", "hands": 5},
        [
            (won(61, 47, 40), [61, 47, 40]),
            (won(12, 80, 56), [73, 127, 96]),
            (won(0, 148, 0), [73, 275, 96]),
            (won(109, 0, 39), [182, 275, 135]),
            (won(98, 5, 45), [280, 280, 180]),
        ],
        "01 2",
        "After 5 hands, Ann and Bob tied for the best total: 280",
        id="Scarto with Good and Evil, five hands, two players share the win",
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
    pytest.param(
        SCARTO,
        {"hands": 4},
        [
            (won(0, 73, 73), [0, 73, 73]),
            (won(0, 29, 117), [0, 102, 190]),
            (won(0, 141, 5), [0, 243, 195]),
            (won(0, 48, 98), [0, 291, 293]),
        ],
        "2 1 0",
        "After 4 hands, Cy had the best total: 293",
        id="Scarto, four hands in which Ann takes nothing",
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
    pytest.param(
        TAROCCHI,
        {"pack": "plain_78", "variant": "courtship", "hands": 6},
        [
            (won(65, 65, None, None), [65, 65]),
            (won(None, None, 130, 0), [195, 65]),
            (won(10, 50, 20, 50), [225, 165]),
            (won(33, None, None, 97), [258, 262]),
            (won(1, 64, 64, 1), [323, 327]),
            (won(None, 66, 64, None), [387, 393]),
        ],
        "1 0",
        "After 6 hands, Bob & Dee had the best total: 393",
        id="Tarocchi with a plain pack, six hands",
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
    pytest.param(
        CONFERENCE,
        {"pack": "loka_80", "variant": "last_laugh", "hands": 5},
        [
            (won(None, 90, None, 58), [90, 58]),
            (won(0, 44, 60, 44), [134, 162]),
            (won(74, None, 74, None), [208, 236]),
            (won(37, 38, 0, 73), [283, 309]),
            (won(101, None, None, 47), [384, 356]),
        ],
        "0 1",
        "After 5 hands, Ann & Bob had the best total: 384",
        id="Conference with Good and Evil, five hands, the last one decides",
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
