"""Tontine according to RULES.md: every worked hand, both settlements, and every option."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.tarot import TONTINE
from scorekeeper.games.tarot.tontine import GROUPS
from scorekeeper.rules.declaration import unusual
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import points
from tests.games.tarot_notation import NAMES, PAGE, blank, numbers, play, reasons, scored, takers
from tests.pages import cases, rows

COLUMNS = ("Kings", "Queens", "Cavaliers", "Jacks", "Honors", "pips")
FOR_THREE, FOR_FOUR = (cases(PAGE, heading) for heading in ("Tontine for three", "Tontine for four"))


def letters(row):
    """Return the letters that show who holds each group in a worked hand, such as "AABB-CCCC"."""
    return "".join(row[column] for column in COLUMNS).replace(" ", "")


class TestTontine:
    @pytest.mark.parametrize("row", FOR_THREE)
    def test_a_worked_hand_for_three_players_scores_as_written(self, row):
        entry = takers(letters(row))
        assert list(entry.sums(blank(TONTINE).columns).values()) == numbers(row["held"])
        assert scored(TONTINE, entry) == numbers(row["against 37"])
        assert scored(TONTINE, entry, settle="pairs") == numbers(row["pair by pair"])

    @pytest.mark.parametrize("row", FOR_FOUR)
    def test_a_worked_hand_for_four_players_scores_as_written(self, row):
        entry, base = takers(letters(row)), row["played as"].lower()
        assert list(entry.sums(blank(TONTINE, base=base).columns).values()) == numbers(row["held"])
        assert scored(TONTINE, entry, base=base) == numbers(row["no score"])
        assert scored(TONTINE, entry, base=base, nobody_at_56="difference") == numbers(row["difference"])

    def test_group_values_match_the_page(self):
        groups = rows(PAGE, "Tontine groups")
        worth = [int(row["points each"]) for row in groups for _group in range(int(row["how many"]))]
        assert worth == list(GROUPS.values())
        assert sum(worth) == 111

    @pytest.mark.parametrize(
        ("base", "players", "message"),
        [
            ("scarto", 3, None),
            ("tarocchi", 4, None),
            ("conference", 4, None),
            ("scarto", 4, "Played as Scarto, Tontine is for 3 players."),
            ("tarocchi", 3, "Played as Tarocchi, Tontine is for 4 players."),
            ("conference", 3, "Played as Conference, Tontine is for 4 players."),
        ],
    )
    def test_the_base_game_decides_the_number_of_players(self, base, players, message):
        options = TONTINE.rules.options(base=base)
        refused = TONTINE.rules.refuse_table(Table(names=NAMES[:players], options=options, first_dealer=0))
        assert (refused and (refused.path, sentence(refused.message))) == (message and ("players", message))

    @pytest.mark.parametrize(
        ("options", "values"),
        [
            pytest.param({}, [], id="the defaults"),
            pytest.param({"base": "conference"}, ["Conference"], id="the usual four hands of Conference"),
            pytest.param({"hands": 4}, ["4"], id="four hands of Scarto"),
        ],
    )
    def test_only_unusual_options_are_named(self, options, values):
        assert [sentence(value) for _label, value in unusual(TONTINE.rules.options(**options))] == values

    def test_options_that_do_not_matter_to_the_players_are_not_named(self):
        options = TONTINE.rules.options(base="tarocchi", settle="pairs", nobody_at_56="difference")
        assert [sentence(label) for label, _value in unusual(options, 4)] == ["Played as", "Neither side has 56"]
        assert [sentence(label) for label, _value in unusual(options, 3)] == ["Played as", "Settling up"]

    @pytest.mark.parametrize(
        ("options", "holders", "lines"),
        [
            pytest.param(
                {},
                "ABBCAAB--",
                [
                    "0: holds the Kings, the Honors and the pips of 1 suit: 45",
                    "0: 45 minus 37",
                    "1: holds the Queens, the Cavaliers and the pips of 1 suit: 38",
                    "1: 38 minus 37",
                    "2: holds the Jacks: 8",
                    "2: 8 minus 37",
                ],
                id="against 37",
            ),
            pytest.param(
                {"settle": "pairs"},
                "BBBBBAAAA",
                [
                    "0: holds the pips of 4 suits: 40",
                    "0: 40 to Bob’s 71",
                    "0: 40 to Cy’s 0",
                    "1: holds the Kings, the Queens, the Cavaliers, the Jacks and the Honors: 71",
                    "1: 71 to Ann’s 40",
                    "1: 71 to Cy’s 0",
                    "2: holds no groups",
                    "2: 0 to Ann’s 40",
                    "2: 0 to Bob’s 71",
                ],
                id="pair by pair",
            ),
            pytest.param(
                {"base": "tarocchi"},
                "ABABAABBB",
                [
                    "side0: holds the Kings, the Cavaliers, the Honors and the pips of 1 suit: 57",
                    "side0: 57 to 54",
                    "side1: holds the Queens, the Jacks and the pips of 3 suits: 54",
                    "side1: 54 to 57",
                ],
                id="a side with 56",
            ),
            pytest.param(
                {"base": "tarocchi"},
                "A-------B",
                [
                    "side0: holds the Kings: 20",
                    "side0: 20 to 10: neither side has 56, so nobody scores",
                    "side1: holds the pips of 1 suit: 10",
                    "side1: 10 to 20: neither side has 56, so nobody scores",
                ],
                id="no side with 56",
            ),
            pytest.param(
                {"base": "tarocchi", "nobody_at_56": "difference"},
                "A--------",
                [
                    "side0: holds the Kings: 20",
                    "side0: 20 to 0: neither side has 56, so the higher one scores",
                    "side1: holds no groups",
                    "side1: 0 to 20: neither side has 56, so the higher one scores",
                ],
                id="the option to score the difference",
            ),
            pytest.param(
                {"base": "tarocchi", "nobody_at_56": "difference"},
                "-----AB--",
                [
                    "side0: holds the pips of 1 suit: 10",
                    "side0: 10 to 10: neither side has 56, and it’s a tie",
                    "side1: holds the pips of 1 suit: 10",
                    "side1: 10 to 10: neither side has 56, and it’s a tie",
                ],
                id="equal sides",
            ),
        ],
    )
    def test_reasons_say_what_was_held_and_how_it_was_settled(self, options, holders, lines):
        assert reasons(TONTINE, takers(holders), **options) == lines

    def test_groups_are_counted_for_each_player_even_on_a_side(self):
        sheet = play(TONTINE, [takers("CBABAACB-")], base="tarocchi")
        facts = [
            (fact.column, fact.seat, fact.key, fact.amount)
            for fact in TONTINE.statistics.facts(sheet.table, sheet.hands[0])
            if fact.key in ("groups", "kings")
        ]
        assert facts == [
            ("side0", 0, "groups", points(3)),
            ("side0", 2, "groups", points(2)),
            ("side0", 2, "kings", 0),
            ("side1", 1, "groups", points(3)),
            ("side1", 3, "groups", points(0)),
        ]
