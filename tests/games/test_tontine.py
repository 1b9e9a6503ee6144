"""Tontine by its rules page: every row, both settlements, every option, and what must never happen."""

import pytest
from hypothesis import given, strategies as st

from scorekeeper.games.tarot import TONTINE
from scorekeeper.games.tarot.tontine import GROUPS
from scorekeeper.rules.declaration import options_record, unusual
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.words import points
from scorekeeper.text import plain, sentence
from tests.games.tarot_notation import NAMES, blank, play, reasons, scored, takers


class TestTontine:
    """A way of scoring any of the three."""

    @pytest.mark.parametrize(
        ("options", "spoken", "worth"),
        [
            pytest.param({}, "ABBCAABCC", [8, 1, -9], id="To1"),
            pytest.param({"settle": "pairs"}, "ABBCAABCC", [24, 3, -27], id="To1 pair by pair"),
            pytest.param({}, "BBBBBBBBB", [-37, 74, -37], id="To2"),
            pytest.param({"base": "conference"}, "BCADAACDC", [3, 0], id="To3, sides"),
            pytest.param({"base": "tarocchi"}, "ABCDCABBD", [3, 0], id="To3, those who face"),
            pytest.param({}, "ABBCA-BCC", [-2, 1, -9], id="To4"),
            pytest.param({"settle": "pairs"}, "ABBCA-BCC", [4, 13, -17], id="To4 pair by pair"),
            pytest.param({"base": "tarocchi"}, "ABABA-BBB", [0, 0], id="To5, sides"),
            pytest.param({"base": "tarocchi", "nobody_at_56": "difference"}, "ABABA-BBB", [0, 7], id="To5, difference"),
        ],
    )
    def test_a_hand_is_worth_what_the_table_says(self, options, spoken, worth):
        assert scored(TONTINE, takers(spoken), **options) == worth

    @pytest.mark.parametrize("nobody_at_56", ["no_score", "difference"])
    @pytest.mark.parametrize(
        ("spoken", "worth"),
        [
            pytest.param("AAA----BA", [48, 0], id="58 to 10 with much forfeited"),
            pytest.param("AB-B-AAAA", [36, 0], id="60 to 24"),
            pytest.param("---------", [0, 0], id="all forfeited"),
        ],
    )
    def test_56_are_enough_also_when_a_group_was_forfeited(self, nobody_at_56, spoken, worth):
        assert scored(TONTINE, takers(spoken), base="tarocchi", nobody_at_56=nobody_at_56) == worth

    def test_55_are_not_enough_and_56_are(self):
        assert scored(TONTINE, takers("B-AAAAA--"), base="tarocchi") == [0, 0]
        assert scored(TONTINE, takers("A-A-AA---"), base="tarocchi") == [57, 0]
        assert scored(TONTINE, takers("AA---AA--"), base="tarocchi") == [56, 0]

    def test_equal_sides_below_56_score_nothing(self):
        assert scored(TONTINE, takers("AB-B-A--A"), base="tarocchi", nobody_at_56="difference") == [16, 0]
        assert scored(TONTINE, takers("-----ABCD"), base="tarocchi", nobody_at_56="difference") == [0, 0]

    def test_the_base_decides_who_plays_together(self):
        for base, labels in {
            "scarto": ["Ann", "Bob", "Cy"],
            "tarocchi": ["Ann & Cy", "Bob & Dee"],
            "conference": ["Ann & Bob", "Cy & Dee"],
        }.items():
            assert [plain(column.label) for column in blank(TONTINE, base=base).columns] == labels

    @pytest.mark.parametrize(
        ("base", "players", "said"),
        [
            ("scarto", 3, None),
            ("tarocchi", 4, None),
            ("conference", 4, None),
            ("scarto", 4, "Played as Scarto, Tontine is for 3 players."),
            ("tarocchi", 3, "Played as Tarocchi, Tontine is for 4 players."),
            ("conference", 3, "Played as Conference, Tontine is for 4 players."),
        ],
    )
    def test_the_base_decides_how_many_play(self, base, players, said):
        options = TONTINE.rules.options(base=base)
        refused = TONTINE.rules.refuse_table(Table(names=NAMES[:players], options=options, first_dealer=0))
        assert (refused and (refused.path, sentence(refused.message))) == (said and ("players", said))

    def test_a_game_is_as_long_as_its_base(self):
        assert [TONTINE.rules.options(base=base).hands for base in ("scarto", "tarocchi", "conference")] == [3, 4, 4]
        assert TONTINE.rules.options(base="tarocchi", hands=3).hands == 3
        assert options_record(TONTINE.rules.options(base="tarocchi"))["hands"] == 4
        assert unusual(TONTINE.rules.options()) == ()
        said = [sentence(value) for _label, value in unusual(TONTINE.rules.options(base="conference"))]
        assert said == ["Conference"]
        assert [sentence(value) for _label, value in unusual(TONTINE.rules.options(hands=4))] == ["4"]

    def test_all_groups_together_are_111(self):
        assert sum(GROUPS.values()) == 111
        assert list(GROUPS.values()) == [20, 16, 12, 8, 15, 10, 10, 10, 10]

    @pytest.mark.parametrize(
        ("options", "spoken", "said"),
        [
            pytest.param(
                {},
                "ABBCAAB--",
                [
                    "0: holds the Kings, the Honours and the pips of 1 suit: 45",
                    "0: 45 against 37",
                    "1: holds the Queens, the Cavaliers and the pips of 1 suit: 38",
                    "1: 38 against 37",
                    "2: holds the Jacks: 8",
                    "2: 8 against 37",
                ],
                id="against 37",
            ),
            pytest.param(
                {"settle": "pairs"},
                "BBBBBAAAA",
                [
                    "0: holds the pips of 4 suits: 40",
                    "0: 40 against Bob’s 71",
                    "0: 40 against Cy’s 0",
                    "1: holds the Kings, the Queens, the Cavaliers, the Jacks and the Honours: 71",
                    "1: 71 against Ann’s 40",
                    "1: 71 against Cy’s 0",
                    "2: holds no group",
                    "2: 0 against Ann’s 40",
                    "2: 0 against Bob’s 71",
                ],
                id="pair by pair",
            ),
            pytest.param(
                {"base": "tarocchi"},
                "ABABAABBB",
                [
                    "side0: holds the Kings, the Cavaliers, the Honours and the pips of 1 suit: 57",
                    "side0: 57 against 54",
                    "side1: holds the Queens, the Jacks and the pips of 3 suits: 54",
                    "side1: 54 against 57",
                ],
                id="sides",
            ),
            pytest.param(
                {"base": "tarocchi"},
                "A-------B",
                [
                    "side0: holds the Kings: 20",
                    "side0: 20 against 10; no side has 56, and nobody scores",
                    "side1: holds the pips of 1 suit: 10",
                    "side1: 10 against 20; no side has 56, and nobody scores",
                ],
                id="nobody at 56",
            ),
            pytest.param(
                {"base": "tarocchi", "nobody_at_56": "difference"},
                "A--------",
                [
                    "side0: holds the Kings: 20",
                    "side0: 20 against 0; no side has 56, and the higher scores",
                    "side1: holds no group",
                    "side1: 0 against 20; no side has 56, and the higher scores",
                ],
                id="the difference",
            ),
            pytest.param(
                {"base": "tarocchi", "nobody_at_56": "difference"},
                "-----AB--",
                [
                    "side0: holds the pips of 1 suit: 10",
                    "side0: 10 against 10; no side has 56, and both are equal",
                    "side1: holds the pips of 1 suit: 10",
                    "side1: 10 against 10; no side has 56, and both are equal",
                ],
                id="no difference",
            ),
        ],
    )
    def test_reasons_are_sentences(self, options, spoken, said):
        assert reasons(TONTINE, takers(spoken), **options) == said

    def test_facts_are_each_player_s_own_even_on_a_side(self):
        sheet = play(TONTINE, [takers("CBABAACB-")], base="tarocchi")
        found = [
            (fact.column, fact.seat, fact.key, fact.amount)
            for fact in TONTINE.statistics.facts(sheet.table, sheet.hands[0])
            if fact.key in ("groups", "kings")
        ]
        assert found == [
            ("side0", 0, "groups", points(3)),
            ("side0", 2, "groups", points(2)),
            ("side0", 2, "kings", 0),
            ("side1", 1, "groups", points(3)),
            ("side1", 3, "groups", points(0)),
        ]

    @given(spoken=st.text("ABC-", min_size=9, max_size=9), order=st.permutations(range(3)))
    def test_three_players_share_111_out(self, spoken, order):
        forfeited = sum(worth for letter, worth in zip(spoken, GROUPS.values(), strict=True) if letter == "-")
        once, pairs = scored(TONTINE, takers(spoken)), scored(TONTINE, takers(spoken), settle="pairs")
        assert sum(once) == -forfeited
        assert sum(pairs) == 0
        assert all(-37 <= each <= 74 for each in once)
        moved = takers(
            "".join(letter if letter == "-" else "ABC"[order.index("ABC".index(letter))] for letter in spoken)
        )
        assert scored(TONTINE, moved) == [once[seat] for seat in order]
        assert scored(TONTINE, moved, settle="pairs") == [pairs[seat] for seat in order]

    @given(
        spoken=st.text("ABCD-", min_size=9, max_size=9),
        base=st.sampled_from(["tarocchi", "conference"]),
        nobody_at_56=st.sampled_from(["no_score", "difference"]),
    )
    def test_never_do_both_sides_score(self, spoken, base, nobody_at_56):
        mine, theirs = scored(TONTINE, takers(spoken), base=base, nobody_at_56=nobody_at_56)
        assert 0 in (mine, theirs)
        assert 0 <= mine <= 111
        assert 0 <= theirs <= 111
        if "-" not in spoken:
            assert mine + theirs > 0, "of 111 one side has 56"
        swapped = {"tarocchi": str.maketrans("ABCD", "BCDA"), "conference": str.maketrans("ABCD", "CDAB")}[base]
        turned = scored(TONTINE, takers(spoken.translate(swapped)), base=base, nobody_at_56=nobody_at_56)
        assert turned == [theirs, mine]
