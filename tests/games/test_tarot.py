"""Scarto, Tarocchi, and Conference according to RULES.md."""

import pytest

from scorekeeper.formats.language import plain, sentence
from scorekeeper.games import all_games
from scorekeeper.games.tarot import CONFERENCE, SCARTO, TAROCCHI, TONTINE, card_points
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.text import points
from tests.games.tarot_notation import (
    PACKS,
    PAGE,
    PARTIES,
    blank,
    numbers,
    play,
    problems,
    reasons,
    scored,
    totals,
    won,
)
from tests.pages import cases, rows

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
ALL_GAMES = [*CARD_GAMES, pytest.param(TONTINE, id="tontine")]
WORKED_HANDS = cases(PAGE, "Scoring card points")


class TestRules:
    """The tables in RULES.md other than the worked hands."""

    def test_players_sides_and_hands_match_the_page(self):
        setups = rows(PAGE, "Players and sides")
        assert [row["game"] for row in setups] == ["Scarto", "Tarocchi", "Conference"]
        for row in setups:
            slug, players, hands = row["game"].lower(), int(row["players"]), int(row["hands"])
            game = all_games()[slug]
            assert game.rules.players == range(players, players + 1)
            for sheet in (blank(game), blank(TONTINE, base=slug)):
                assert tuple(column.seats for column in sheet.columns) == PARTIES[slug]
                assert sheet.table.options.hands == hands

    def test_sides_are_named_after_their_partners(self):
        labels = [[plain(column.label) for column in blank(game).columns] for game in (SCARTO, TAROCCHI, CONFERENCE)]
        assert labels == [["Ann", "Bob", "Cy"], ["Ann & Cy", "Bob & Dee"], ["Ann & Bob", "Cy & Dee"]]

    def test_card_values_match_the_tally_and_the_guide(self):
        worth = [int(row["points"]) for row in rows(PAGE, "Card points")]
        assert worth == [5, 5, 4, 3, 2, 5, 1]
        assert [int(sentence(cell)) for _card, cell in card_points.COUNTING[0].table[1:]] == worth
        assert [count for _cards, count in card_points.TALLY] == sorted(worth[1:], reverse=True)

    def test_the_cards_of_a_pack_add_up_to_its_total(self):
        cards = rows(PAGE, "Card points")
        assert sum(int(row["in a pack of 78"]) for row in cards) == 78
        packs = rows(PAGE, "Card points", table=1)
        for row in packs:
            column = "in the plain pack" if row["pack"].startswith("plain") else "points"
            counted = sum(int(card["in a pack of 78"]) * int(card[column]) for card in cards)
            assert counted + int(row["cards"]) - 78 == int(row["total"])
        assert card_points.PACKS == PACKS
        assert list(PACKS.values()) == [146, 148, 130]

    @pytest.mark.parametrize("game", ALL_GAMES)
    def test_options_match_the_page_with_the_default_first(self, game):
        values = {}
        for row in rows(PAGE, "Options"):
            if sentence(game.rules.name) in row["games"].split(", "):
                values.setdefault(row["option"], []).append(row["value"])
        declared = [field for field in fields_of(game.rules.options) if field.kind == "choice"]
        assert values == {field.key: [choice.value for choice in field.choices] for field in declared}
        usual = game.rules.options()
        assert {option: first for option, (first, *_others) in values.items()} == {
            field.key: getattr(usual, field.name) for field in declared
        }
        assert {field.key for field in fields_of(game.rules.options)} == {*values, "hands"}


class TestCardPoints:
    """The games that score card points: Scarto, Tarocchi, and Conference."""

    @pytest.mark.parametrize("row", WORKED_HANDS)
    def test_a_worked_hand_scores_as_written(self, row):
        game, entry = all_games()[row["game"].lower()], won(*numbers(row["card points"]))
        assert problems(game, entry) == []
        assert scored(game, entry) == numbers(row["score"])

    @pytest.mark.parametrize(
        ("game", "entry", "path", "name"),
        [
            pytest.param(SCARTO, won(146, None, 0), "players.1.points", "Bob", id="Scarto"),
            pytest.param(TAROCCHI, won(146, None, 0, None), "players.1.points", "Bob", id="Tarocchi"),
            pytest.param(CONFERENCE, won(None, None, 0, 146), "players.0.points", "Ann", id="Conference"),
        ],
    )
    def test_missing_points_are_reported_for_the_first_partner(self, game, entry, path, name):
        assert problems(game, entry) == [("error", path, f"Missing: Card points ({name}).")]

    @pytest.mark.parametrize(("pack", "total"), PACKS.items())
    @pytest.mark.parametrize("game", CARD_GAMES)
    def test_points_that_do_not_add_up_to_the_pack_are_an_error(self, game, pack, total):
        rest = (0,) if game is SCARTO else (0, 0)
        assert problems(game, won(total - 40, 40, *rest), pack=pack) == []
        for slip in (-1, 1):
            message = f"The card points add up to {total + slip}, not {total}."
            assert problems(game, won(total - 40 + slip, 40, *rest), pack=pack) == [("error", "players", message)]

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

    @pytest.mark.parametrize(
        ("game", "entry", "marked"),
        [
            pytest.param(SCARTO, won(50, 60, 36), ["1"], id="one player has the most"),
            pytest.param(SCARTO, won(60, 60, 26), [], id="two players are tied"),
            pytest.param(TAROCCHI, won(40, 50, 40, 16), ["side0"], id="only one of a side's two lines"),
            pytest.param(TAROCCHI, won(33, 73, 40, None), [], id="the sides are tied"),
        ],
    )
    def test_the_most_points_in_a_hand_are_marked_once(self, game, entry, marked):
        lines = game.rules.score(blank(game), 0, entry)
        assert [line.column for line in lines if line.mark == "most"] == marked

    @pytest.mark.parametrize("game", CARD_GAMES)
    def test_statistics_count_points_and_who_had_the_most(self, game):
        entry = won(80, 40, 26) if game is SCARTO else won(80, None, None, 66)
        sheet = play(game, [entry])
        facts = {(fact.column, fact.key): fact.amount for fact in game.statistics.facts(sheet.table, sheet.hands[0])}
        assert [facts[column.key, "hands"] for column in sheet.columns] == [points(total) for total in totals(sheet)]
        assert [key for key in facts if key[1] == "most"] == [(sheet.columns[0].key, "most")]
