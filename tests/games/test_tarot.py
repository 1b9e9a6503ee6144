"""Scarto, Tarocchi, Conference, and Tontine according to the tables of RULES.md. Their hands are in `tarot/`."""

import re

from scorekeeper.formats.language import plain, sentence
from scorekeeper.games import all_games
from scorekeeper.games.tarot import CONFERENCE, SCARTO, TAROCCHI, TONTINE, card_points
from scorekeeper.games.tarot.tontine import GROUPS
from scorekeeper.rules.declaration import fields_of, unusual
from tests.games.notations import Tarot
from tests.games.worked import numbers
from tests.pages import rows

PAGE = "games/tarot/RULES.md"
CARD_GAMES = ("scarto", "tarocchi", "conference")
PACKS = {row["pack"]: int(row["total"]) for row in rows(PAGE, "Card points", table=1)}


def test_players_sides_and_hands_match_the_page():
    setups = rows(PAGE, "Players and sides")
    assert tuple(row["game"].lower() for row in setups) == CARD_GAMES
    for row in setups:
        slug, players, hands = row["game"].lower(), int(row["players"]), int(row["hands"])
        sides = [re.findall(r"\d", party) for party in row["sides"].split("against")]
        parties = tuple(tuple(int(number) - 1 for number in party) for party in sides)
        assert all_games()[slug].rules.players == range(players, players + 1)
        for sheet in (Tarot(game=slug).sheet, Tarot(base=slug).sheet):
            assert tuple(column.seats for column in sheet.columns) == parties
            assert sheet.table.options.hands == hands


def test_sides_are_named_after_their_partners():
    labels = [[plain(column.label) for column in Tarot(game=slug).sheet.columns] for slug in CARD_GAMES]
    assert labels == [["Ann", "Bob", "Cy"], ["Ann & Cy", "Bob & Dee"], ["Ann & Bob", "Cy & Dee"]]


def test_card_values_match_the_tally_and_the_guide():
    worth = [int(row["points"]) for row in rows(PAGE, "Card points")]
    assert worth == [5, 5, 4, 3, 2, 5, 1]
    assert [int(sentence(cell)) for _card, cell in card_points.COUNTING[0].table[1:]] == worth
    assert [count for _cards, count in card_points.TALLY] == sorted(worth[1:], reverse=True)


def test_the_cards_of_a_pack_add_up_to_its_total():
    cards = rows(PAGE, "Card points")
    assert sum(int(row["in a pack of 78"]) for row in cards) == 78
    for row in rows(PAGE, "Card points", table=1):
        column = "in the plain pack" if row["pack"].startswith("plain") else "points"
        counted = sum(int(card["in a pack of 78"]) * int(card[column]) for card in cards)
        assert counted + int(row["cards"]) - 78 == int(row["total"])
    assert card_points.PACKS == PACKS
    assert list(PACKS.values()) == [146, 148, 130]


def test_options_match_the_page_with_the_default_first():
    for game in (SCARTO, TAROCCHI, CONFERENCE, TONTINE):
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


def test_the_worked_hands_score_as_written():
    for row in rows(PAGE, "Scoring card points"):
        game = Tarot(game=row["game"].lower())
        assert game.problems(row["card points"]) == [], row
        assert numbers(game.scores(row["card points"])) == numbers(row["score"]), row


def test_points_that_do_not_add_up_to_the_pack_are_an_error():
    for slug in CARD_GAMES:
        for pack, total in PACKS.items():
            rest = "0" if slug == "scarto" else "0 0"
            for slip in (0, -1, 1):
                found = Tarot(game=slug, pack=pack).problems(f"{total - 40 + slip} 40 {rest}")
                message = f"players: The card points add up to {total + slip}, not {total}."
                assert found == ([message] if slip else []), (slug, pack)


def test_the_worked_hands_of_tontine_score_as_written():
    for heading, base, columns in (
        ("Tontine for three", "scarto", {"against 37": {}, "pair by pair": {"settle": "pairs"}}),
        ("Tontine for four", "", {"no score": {}, "difference": {"nobody_at_56": "difference"}}),
    ):
        for row in rows(PAGE, heading):
            names = ("Kings", "Queens", "Cavaliers", "Jacks", "Honors", "pips")
            holders = "".join(row[column] for column in names).replace(" ", "")
            for column, options in columns.items():
                game = Tarot(base=base or row["played as"].lower(), **options)
                assert tuple(game.entry(holders).sums(game.sheet.columns).values()) == numbers(row["held"]), row
                assert numbers(game.scores(holders)) == numbers(row[column]), (column, row)


def test_group_values_match_the_page():
    groups = rows(PAGE, "Tontine groups")
    worth = [int(row["points each"]) for row in groups for _group in range(int(row["how many"]))]
    assert worth == list(GROUPS.values())
    assert sum(worth) == 111


def test_only_unusual_options_that_matter_to_the_players_are_named():
    for options, values in (({}, []), ({"base": "conference"}, ["Conference"]), ({"hands": 4}, ["4"])):
        assert [sentence(value) for _label, value in unusual(TONTINE.rules.options(**options))] == values
    options = TONTINE.rules.options(base="tarocchi", settle="pairs", nobody_at_56="difference")
    assert [sentence(label) for label, _value in unusual(options, 4)] == ["Played as", "Neither side has 56"]
    assert [sentence(label) for label, _value in unusual(options, 3)] == ["Played as", "Settling up"]
