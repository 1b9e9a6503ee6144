"""Files, words and tables of every game there is: hands as a thumb types them, and back again without a change."""

import json
from dataclasses import replace

import pytest

from scorekeeper.exchange.plain import write_plain
from scorekeeper.exchange.sheets import GameFile, HandFile, read_sheets
from scorekeeper.exchange.tables import games_table, hands_table
from scorekeeper.exchange.writing import write_document
from scorekeeper.games import all_games
from scorekeeper.rules.declaration import fields_of
from tests.games.contract import a_table, legal_hands


def tables(game):
    """A table of every size, and with every value of a house rule, that can play."""
    rules = game.rules
    for players in rules.players:
        table = a_table(game, players)
        rest = [replace(table.options, **{each.name: value}) for each in fields_of(rules.options) for value in of(each)]
        for options in (table.options, *rest):
            if rules.refuse_table(replace(table, options=options)) is None:
                yield replace(table, options=options)


def of(each):
    """The values of a house rule, but for the many that numbers have."""
    return (True, False) if each.kind == "flag" else [choice.value for choice in each.choices]


TABLES = [
    pytest.param(game, table, id=f"{game.rules.slug}-{len(table.names)}-{number}")
    for game in all_games().values()
    for number, table in enumerate(dict.fromkeys(tables(game)))
]


def played(card_game, table, most=3):
    """A game of some legal hands, each by the rules of the hands before it."""
    rules = card_game.rules
    sheet, hands = rules.blank(table), []
    while sheet.outcome is None and len(hands) < most:
        entry = next(legal_hands(card_game, sheet))
        dealer = rules.dealer(sheet)
        odd = any(rules.problems(sheet, dealer, entry))
        hands.append(HandFile(dealer=dealer, entry=entry, score_anyway=odd))
        sheet = rules.record(sheet, dealer, entry)
    assert hands
    return GameFile(rules=rules, table=table, hands=tuple(hands), sheet=sheet)


@pytest.mark.parametrize(("card_game", "table"), TABLES)
def test_a_game_goes_out_and_in_and_out_again(card_game, table):
    game = played(card_game, table)
    once = write_document([game])
    found = read_sheets(once)
    assert [str(message) for message in found.messages] == []
    assert [hand.entry for hand in found.games[0].hands] == [hand.entry for hand in game.hands]
    assert found.games[0].sheet.totals == game.sheet.totals
    assert write_document(found.games) == once
    result = json.loads(once)["games"][0]["hands"][0]["result"]
    assert "".join(write_plain([game])).count(next(iter(result["totals"]))) > 0
    rows = "".join(hands_table([game], [game.rules])).splitlines()
    assert len(rows) == 1 + len(game.hands) * len(game.sheet.columns)
    assert len("".join(games_table([game], [game.rules])).splitlines()) == 2
