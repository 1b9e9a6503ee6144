"""A whole game, worked out by hand, of each recipe that comes with the app and has turns or named rows."""

from tests.games.any_game_replays import Replay

ROWS = {
    "scrabble": Replay(
        players=2,
        hands=(
            ("18 24", "18 24"),
            ("76 120", "94 144"),  # Ann lays all seven tiles: 26 + 50
            ("0 28", "94 172"),  # Ann exchanges tiles
            ("102 11", "196 183"),
            ("19 -5", "215 178"),  # Ann goes out with 14, and gets the 5 that Bob is left with
        ),
        winners="0",
        reason="At the end, Ann had the best total: 215",
        ranking="0 1",
        taps=5,
        stopped=True,
    ),
    "qwirkle": Replay(
        players=2,
        hands=(
            ("4 6", "4 6"),
            ("12 5", "16 11"),
            ("9 4", "25 15"),  # Ann places her last tiles: 3 + 6
        ),
        winners="0",
        reason="At the end, Ann had the best total: 25",
        ranking="0 1",
        taps=3,
        stopped=True,
    ),
    "triominos": Replay(
        players=2,
        hands=(
            ("25 11", "25 11"),  # three fives and 10 for the start
            ("10 52", "35 63"),  # Bob closes a bridge: 12 + 40
            ("58 -25", "93 38"),  # Ann closes a hexagon: 8 + 50; Bob draws three tiles and can’t play: −15 − 10
            ("-4 114", "89 152"),  # Ann draws two tiles and plays a 6
            ("64 22", "153 174"),  # Ann goes out: 7 + 25 + the 32 that Bob is left with
            ("209 225", "362 399"),
            ("42", "404 399"),
        ),
        winners="0",
        reason="Ann reached the target of 400 with 404 points",
        ranking="0 1",
        taps=5,
    ),
    "darts-501": Replay(
        players=2,
        hands=(
            ("60 45", "441 456"),
            ("100 85", "341 371"),
            ("180 180", "161 191"),
            ("127 146", "34 45"),
            ("36 13", "34 32"),  # Ann is 2 past
            ("2 32", "32 0"),
        ),
        winners="1",
        reason="Bob reached the target of 0 exactly",
        ranking="1 0",
        taps=3,
        lines={
            1: ("Ann −60: scored 60, taken off",),
            9: ("Ann −36: scored 36, taken off", "Ann +36: past 0: doesn’t count"),
        },
    ),
    "moelkky": Replay(
        players=3,
        hands=(
            ("12 6 9", "12 6 9"),
            ("10 12 0", "22 18 9"),
            ("11 8 12", "33 26 21"),
            ("7 12 11", "40 38 32"),
            ("12 10 5", "25 48 37"),  # Ann has 52
            ("9 2", "34 50 37"),
        ),
        winners="1",
        reason="Bob reached the target of 50 exactly",
        ranking="1 2 0",
        taps=3,
        lines={13: ("Ann +12: scored 12", "Ann −27: past 50: back to 25")},
    ),
    "yahtzee": Replay(
        players=2,
        hands=(
            ("Sixes 3, Fours 4", "18 16"),
            ("Full house 1, Chance 22", "43 38"),
            ("Twos 3, Sixes 4", "49 62"),
            ("Small straight 1, Threes 3", "79 71"),
            ("Fives 4, Three of a kind 24", "99 95"),
            ("Yahtzee 1, Twos 2", "149 99"),
            ("Threes 3, Large straight 1", "158 139"),
            ("Four of a kind 17, Fives 3", "175 189"),  # Bob’s upper part: 16 + 24 + 9 + 4 + 15 = 68, so 15 + 35
            ("Fours 2, Full house 1", "183 214"),
            ("Ones 2, Ones 4", "220 218"),  # Ann’s upper part: 18 + 6 + 20 + 9 + 8 + 2 = 63, so 2 + 35
            ("Chance 23, Small straight 1", "243 248"),
            ("Three of a kind 20, Four of a kind 0", "263 248"),
            ("Large straight 0, Yahtzee 0", "263 248"),
            ("Yahtzee bonuses 1, Yahtzee bonuses 0", "363 248"),
        ),
        winners="0",
        reason="After 14 rows, Ann had the best total: 363",
        ranking="0 1",
        taps=4,
        lines={
            1: ("Ann +18: Sixes: 3 for 18",),
            19: ("Ann +2: Ones: 2 for 2", "Ann +35: Upper bonus: at least 63"),
            23: ("Ann +20: Three of a kind: 20",),
            27: ("Ann +100: Yahtzee bonuses: 1 × 100",),
        },
    ),
    "catan": Replay(
        players=3,
        hands=(
            ("2 3 1", "2 3 1"),
            ("2 1 3", "6 5 7"),  # cities
            ("0 1 0", "6 7 7"),  # the longest road
            ("1 0 0", "8 7 7"),  # the largest army
            ("2 1 0", "10 8 7"),
        ),
        winners="0",
        reason="After 5 rows, Ann had the best total: 10",
        ranking="0 1 2",
        taps=5,
        lines={
            2: ("Ann +4: Cities: 2 × 2", "Bob +2: Cities: 1 × 2", "Cy +6: Cities: 3 × 2"),
            3: ("Ann 0: Longest road: 0 for 0", "Bob +2: Longest road: 1 for 2", "Cy 0: Longest road: 0 for 0"),
        },
    ),
    "ticket-to-ride": Replay(
        players=3,
        hands=(
            ("3 1 2", "3 1 2"),
            ("5 4 3", "13 9 8"),  # 2 points each
            ("3 2 4", "25 17 24"),  # 4
            ("2 1 3", "39 24 45"),  # 7
            ("1 2 0", "49 44 45"),  # 10
            ("1 2 1", "64 74 60"),  # 15
            ("31 -8 22", "95 66 82"),
            ("0 1 0", "95 76 82"),
        ),
        winners="0",
        reason="After 8 rows, Ann had the best total: 95",
        ranking="0 2 1",
        taps=5,
        lines={
            4: ("Ann +14: 4-train routes: 2 × 7", "Bob +7: 4-train routes: 1 × 7", "Cy +21: 4-train routes: 3 × 7"),
            8: ("Ann 0: Longest path: 0 for 0", "Bob +10: Longest path: 1 for 10", "Cy 0: Longest path: 0 for 0"),
        },
    ),
    "7-wonders": Replay(
        players=3,
        hands=(
            ("10 -3 5", "10 -3 5"),
            ("8 14 3", "12 1 6"),  # coins: 2, 4 and 1
            ("10 3 20", "22 4 26"),
            ("13 21 6", "35 25 32"),
            ("0 4 7", "35 29 39"),
            ("5 9 0", "40 38 39"),
            ("1 3 0", "41 47 39"),  # 1, 9 and 0
            ("0 2 1", "41 51 40"),  # 0, 4 and 1
            ("2 1 0", "45 52 40"),  # 4, 1 and 0
            ("0 1 0", "45 59 40"),  # Bob has one of each
        ),
        winners="1",
        reason="After 10 rows, Bob had the best total: 59",
        ranking="1 0 2",
        taps=10,
        lines={
            2: ("Ann +2: Coins: 8 ÷ 3", "Bob +4: Coins: 14 ÷ 3", "Cy +1: Coins: 3 ÷ 3"),
            7: ("Ann +1: Compasses: 1 for 1", "Bob +9: Compasses: 3 for 9", "Cy 0: Compasses: 0 for 0"),
        },
    ),
}
