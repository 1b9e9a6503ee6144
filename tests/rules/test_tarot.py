"""Scarto, Tarocchi and Conference by their rules page, and whole games of them and of Tontine."""

import pytest
from hypothesis import given, strategies as st

from scorekeeper.rules.declaration import unusual
from scorekeeper.rules.words import points
from scorekeeper.text import plain, sentence
from tests.rules.tarot_notation import (
    CONFERENCE,
    SCARTO,
    TAROCCHI,
    TONTINE,
    blank,
    play,
    problems,
    reasons,
    scored,
    takers,
    totals,
    won,
)

SAMPLE = {
    "scarto": (
        ("Ann", "Bob", "Cy"),
        {"hands": 2},
        [
            ["players.0.points=50", "players.1.points=60", "players.2.points=36"],
            ["players.1.points=40", "players.2.points=44", "players.0.points=62"],
        ],
        ("Ann",),
    ),
    "tarocchi": (
        ("Ann", "Bob", "Cy", "Dee"),
        {"hands": 2, "pack": "loka_80"},
        [
            ["players.0.points=80", "players.1.points=68"],
            ["players.1.points=90", "players.2.points=58"],
        ],
        ("Bob & Dee",),
    ),
    "conference": (
        ("Ann", "Bob", "Cy", "Dee"),
        {"hands": 1, "pack": "plain_78", "variant": "courtship"},
        [["players.0.points=65", "players.2.points=65"]],
        ("Ann & Bob", "Cy & Dee"),
    ),
    "tontine": (
        ("Ann", "Bob", "Cy"),
        {"hands": 1},
        [
            [
                "hand.groups.kings=0",
                "hand.groups.queens=1",
                "hand.groups.cavaliers=1",
                "hand.groups.jacks=2",
                "hand.groups.honours=0",
                "hand.groups.pips_1=0",
                "hand.groups.pips_2=1",
                "hand.groups.pips_3=2",
                "hand.no_groups_pips_4=true",
            ]
        ],
        ("Ann",),
    ),
}

CARD_GAMES = [pytest.param(rules, id=rules.slug) for rules in (SCARTO, TAROCCHI, CONFERENCE)]


class TestCardPoints:
    """Scarto, Tarocchi and Conference."""

    def test_who_plays_with_whom_and_for_how_long(self):
        assert [(rules.players, rules.options().hands) for rules in (SCARTO, TAROCCHI, CONFERENCE)] == [
            (range(3, 4), 3),
            (range(4, 5), 4),
            (range(4, 5), 4),
        ]
        labels = [[plain(column.label) for column in blank(rules).columns] for rules in (SCARTO, TAROCCHI, CONFERENCE)]
        assert labels == [["Ann", "Bob", "Cy"], ["Ann & Cy", "Bob & Dee"], ["Ann & Bob", "Cy & Dee"]]

    def test_card_points_are_the_score(self):
        assert scored(SCARTO, won(50, 60, 36)) == [50, 60, 36]

    def test_partners_sum_counts(self):
        assert scored(TAROCCHI, won(40, 50, 30, 26)) == [70, 76]
        assert scored(CONFERENCE, won(40, 50, 30, 26)) == [90, 56]

    @pytest.mark.parametrize("entry", [won(70, None, None, 76), won(None, 76, 70, None), won(70, 76, 0, None)])
    def test_one_partner_may_stand_for_both(self, entry):
        assert problems(TAROCCHI, entry) == []
        assert scored(TAROCCHI, entry) == [70, 76]

    @pytest.mark.parametrize(
        ("rules", "entry", "path", "name"),
        [
            pytest.param(SCARTO, won(146, None, 0), "players.1.points", "Bob", id="alone"),
            pytest.param(TAROCCHI, won(146, None, 0, None), "players", "Bob & Dee", id="those who face"),
            pytest.param(CONFERENCE, won(None, None, 0, 146), "players", "Ann & Bob", id="the first two"),
        ],
    )
    def test_missing_points_are_an_error(self, rules, entry, path, name):
        said = f"The points of {name} are missing; none is written 0."
        assert problems(rules, entry) == [("error", path, said)]

    @pytest.mark.parametrize(("pack", "total"), [("loka_78", 146), ("loka_80", 148), ("plain_78", 130)])
    @pytest.mark.parametrize("rules", CARD_GAMES)
    def test_the_entries_add_up_to_the_pack(self, rules, pack, total):
        rest = (0,) if rules is SCARTO else (0, 0)
        assert problems(rules, won(total - 40, 40, *rest), pack=pack) == []
        for slip in (-1, 1):
            said = f"The card points add up to {total + slip}, not to {total}."
            assert problems(rules, won(total - 40 + slip, 40, *rest), pack=pack) == [("error", "players", said)]

    def test_reasons_say_who_took_what(self):
        assert reasons(SCARTO, won(1, 145, 0)) == [
            "0: took 1 card point",
            "1: took 145 card points",
            "2: took 0 card points",
        ]
        assert reasons(TAROCCHI, won(40, 76, 30, None)) == [
            "side0: Ann took 40 card points",
            "side0: Cy took 30 card points",
            "side1: took 76 card points",
        ]

    def test_the_most_points_of_a_hand_are_marked_once(self):
        def marked(rules, entry, **options):
            return [line.column for line in rules.score(blank(rules, **options), 0, entry) if line.mark == "most"]

        assert marked(SCARTO, won(50, 60, 36)) == ["1"]
        assert marked(SCARTO, won(60, 60, 26)) == []
        assert marked(TAROCCHI, won(40, 50, 40, 16)) == ["side0"]
        assert marked(TAROCCHI, won(33, 73, 40, None)) == []

    def test_variants_are_named_on_the_sheet_and_score_nothing(self):
        for variant, label in (("last_laugh", "The Last Laugh"), ("courtship", "Courtship Rules")):
            options = SCARTO.options(variant=variant)
            assert [(sentence(name), sentence(value)) for name, value in unusual(options)] == [("Variant", label)]
            assert scored(SCARTO, won(50, 60, 36), variant=variant) == [50, 60, 36]

    @pytest.mark.parametrize("rules", CARD_GAMES)
    def test_facts_are_counted_of_every_player(self, rules):
        entry = won(80, 40, 26) if rules is SCARTO else won(80, None, None, 66)
        sheet = play(rules, [entry])
        found = {(fact.column, fact.key): fact.amount for fact in rules.facts(sheet.table, sheet.hands[0])}
        first = sheet.columns[0].key
        assert found[first, "hands"] == points(80)
        assert [key for key in found if key[1] == "most"] == [(first, "most")]

    @given(
        hands=st.lists(st.tuples(st.integers(0, 146), st.integers(0, 146)), min_size=1, max_size=6),
        order=st.permutations(range(3)),
    )
    def test_every_hand_shares_the_whole_pack_out(self, hands, order):
        """Totals are the pack's total a hand, follow the players around the table, and the best wins."""
        dealt = [(min(cuts), max(cuts) - min(cuts), 146 - max(cuts)) for cuts in hands]
        sheet = play(SCARTO, [won(*each) for each in dealt], hands=len(dealt))
        moved = play(SCARTO, [won(*(each[seat] for seat in order)) for each in dealt], hands=len(dealt))
        assert sum(totals(sheet)) == 146 * len(dealt)
        assert totals(moved) == [totals(sheet)[seat] for seat in order]
        assert {sheet.totals[key] for key in sheet.outcome.winners} == {max(sheet.totals.values())}

    @given(taken=st.lists(st.integers(0, 36), min_size=4, max_size=4), swap=st.booleans())
    def test_partners_may_count_as_they_like(self, taken, swap):
        """Only the sums of the sides matter, and who of a side wrote them does not."""
        first, second, third = taken[:3]
        entry = won(first, second, third, 146 - first - second - third)
        together = (
            won(None, 146 - first - third, first + third, None)
            if swap
            else won(first + third, 146 - first - third, None, None)
        )
        assert scored(TAROCCHI, entry) == scored(TAROCCHI, together)


GAMES = [
    pytest.param(
        SCARTO,
        {},
        [(won(50, 60, 36), [50, 60, 36]), (won(40, 20, 86), [90, 80, 122]), (won(70, 76, 0), [160, 156, 122])],
        ["0"],
        "3 hands were played",
        id="Scarto",
    ),
    pytest.param(
        TAROCCHI,
        {},
        [
            (won(80, 66, None, None), [80, 66]),
            (won(10, 46, 30, 60), [120, 172]),
            (won(146, 0, 0, 0), [266, 172]),
            (won(None, 120, 26, None), [292, 292]),
        ],
        ["side0", "side1"],
        "4 hands were played; Ann & Cy and Bob & Dee have the most points, 292 each, and share the win",
        id="Tarocchi, level at last",
    ),
    pytest.param(
        CONFERENCE,
        {"hands": 2, "pack": "plain_78"},
        [(won(60, None, 70, None), [60, 70]), (won(30, 36, 64, None), [126, 134])],
        ["side1"],
        "2 hands were played",
        id="Conference, two hands of a plain pack",
    ),
    pytest.param(
        TONTINE,
        {},
        [
            (takers("ABBCAABCC"), [8, 1, -9]),
            (takers("BBBBBBBBB"), [-29, 75, -46]),
            (takers("---------"), [-66, 38, -83]),
        ],
        ["1"],
        "3 hands were played",
        id="Tontine as Scarto",
    ),
    pytest.param(
        TONTINE,
        {"settle": "pairs", "hands": 2},
        [(takers("ABBCAABCC"), [24, 3, -27]), (takers("ABBCA-BCC"), [28, 16, -44])],
        ["0"],
        "2 hands were played",
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
        ["side0"],
        "4 hands were played",
        id="Tontine as Tarocchi",
    ),
    pytest.param(
        TONTINE,
        {"base": "conference", "hands": 2, "nobody_at_56": "difference"},
        [(takers("ACBDA-CDD"), [0, 7]), (takers("CABDC-AB-"), [5, 7])],
        ["side1"],
        "2 hands were played",
        id="Tontine as Conference",
    ),
]


@pytest.mark.parametrize(("rules", "options", "hands", "winners", "reason"), GAMES)
def test_a_game_is_replayed(rules, options, hands, winners, reason):
    sheet = blank(rules, **options)
    for entry, then in hands:
        assert sheet.outcome is None
        sheet = rules.record(sheet, rules.dealer(sheet), entry)
        assert totals(sheet) == then
    assert list(sheet.outcome.winners) == winners
    assert sentence(sheet.outcome.reason) == reason
    assert [hand.dealer for hand in sheet.hands] == [
        (sheet.table.first_dealer + number) % len(sheet.table.names) for number in range(len(hands))
    ]
