"""Scarto, Tarocchi and Conference by their rules page."""

import pytest

from scorekeeper.games import all_games
from scorekeeper.games.tarot import CONFERENCE, SCARTO, TAROCCHI
from scorekeeper.rules.declaration import unusual
from scorekeeper.rules.words import points
from scorekeeper.text import plain, sentence
from tests.games.tarot_notation import blank, play, problems, reasons, scored, won

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

CARD_GAMES = [pytest.param(game, id=game.rules.slug) for game in (SCARTO, TAROCCHI, CONFERENCE)]


def test_the_games_are_offered_in_the_order_of_their_names():
    tarot = [slug for slug in all_games() if slug in SAMPLE]
    assert tarot == ["conference", "scarto", "tarocchi", "tontine"]


class TestCardPoints:
    """Scarto, Tarocchi and Conference."""

    def test_who_plays_with_whom_and_for_how_long(self):
        assert [(game.rules.players, game.rules.options().hands) for game in (SCARTO, TAROCCHI, CONFERENCE)] == [
            (range(3, 4), 3),
            (range(4, 5), 4),
            (range(4, 5), 4),
        ]
        labels = [[plain(column.label) for column in blank(game).columns] for game in (SCARTO, TAROCCHI, CONFERENCE)]
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
        ("game", "entry", "path", "name"),
        [
            pytest.param(SCARTO, won(146, None, 0), "players.1.points", "Bob", id="alone"),
            pytest.param(TAROCCHI, won(146, None, 0, None), "players.1.points", "Bob", id="those who face"),
            pytest.param(CONFERENCE, won(None, None, 0, 146), "players.0.points", "Ann", id="the first two"),
        ],
    )
    def test_missing_points_are_an_error(self, game, entry, path, name):
        """Of partners the first is asked, and only while neither has any."""
        assert problems(game, entry) == [("error", path, f"Missing: Card points ({name}).")]

    def test_nobody_of_either_side_counted(self):
        assert problems(TAROCCHI, won(None, None, None, None)) == [
            ("error", "players.0.points", "Missing: Card points (Ann)."),
            ("error", "players.1.points", "Missing: Card points (Bob)."),
        ]

    @pytest.mark.parametrize(("pack", "total"), [("loka_78", 146), ("loka_80", 148), ("plain_78", 130)])
    @pytest.mark.parametrize("game", CARD_GAMES)
    def test_the_entries_add_up_to_the_pack(self, game, pack, total):
        rest = (0,) if game is SCARTO else (0, 0)
        assert problems(game, won(total - 40, 40, *rest), pack=pack) == []
        for slip in (-1, 1):
            said = f"The card points add up to {total + slip}, not to {total}."
            assert problems(game, won(total - 40 + slip, 40, *rest), pack=pack) == [("error", "players", said)]

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
        def marked(game, entry, **options):
            return [line.column for line in game.rules.score(blank(game, **options), 0, entry) if line.mark == "most"]

        assert marked(SCARTO, won(50, 60, 36)) == ["1"]
        assert marked(SCARTO, won(60, 60, 26)) == []
        assert marked(TAROCCHI, won(40, 50, 40, 16)) == ["side0"]
        assert marked(TAROCCHI, won(33, 73, 40, None)) == []

    def test_variants_are_named_on_the_sheet_and_score_nothing(self):
        for variant, label in (("last_laugh", "The Last Laugh"), ("courtship", "Courtship Rules")):
            options = SCARTO.rules.options(variant=variant)
            assert [(sentence(name), sentence(value)) for name, value in unusual(options)] == [("Variant", label)]
            assert scored(SCARTO, won(50, 60, 36), variant=variant) == [50, 60, 36]

    @pytest.mark.parametrize("game", CARD_GAMES)
    def test_facts_are_counted_of_every_player(self, game):
        entry = won(80, 40, 26) if game is SCARTO else won(80, None, None, 66)
        sheet = play(game, [entry])
        found = {(fact.column, fact.key): fact.amount for fact in game.statistics.facts(sheet.table, sheet.hands[0])}
        first = sheet.columns[0].key
        assert found[first, "hands"] == points(80)
        assert [key for key in found if key[1] == "most"] == [(first, "most")]
