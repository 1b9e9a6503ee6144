"""Every game in files, text, and tables: realistic hands survive export and import unchanged."""

from dataclasses import replace
from itertools import islice

import pytest

from scorekeeper.formats.sheets import read_sheets
from scorekeeper.formats.tables import games_table, hands_table
from scorekeeper.games import all_games
from scorekeeper.rules.declaration import fields_of
from tests.formats.documents import file_of, write_document
from tests.games.contract import legal_hands, make_table

pytestmark = pytest.mark.slow


def tables(game):
    """Yield a playable table for each number of players, and for each value of each option one with few players."""
    rules, counts = game.rules, game.rules.players
    usual = [make_table(game, players) for players in counts]
    yield from (table for table in usual if rules.refuse_table(table) is None)
    for field in fields_of(rules.options):
        for value in values_of(field):
            changed = (replace(table, options=replace(table.options, **{field.name: value})) for table in usual)
            yield from islice((table for table in changed if rules.refuse_table(table) is None), 1)


def values_of(field):
    """Return an option's possible values, or an empty list if it is a number."""
    return (True, False) if field.kind == "flag" else [choice.value for choice in field.choices]


TABLES = [
    pytest.param(game, table, id=f"{game.rules.slug}-{len(table.names)}-{number}")
    for game in all_games().values()
    for number, table in enumerate(dict.fromkeys(tables(game)))
]


def played(card_game, table):
    """Return a game with up to three legal hands."""
    card_game = card_game.made(table.options)
    rules = card_game.rules
    sheet, hands = rules.blank(table), []
    while sheet.outcome is None and len(hands) < min(3, rules.most_hands):
        entry = next(legal_hands(card_game, sheet))
        hands.append((rules.dealer(sheet), entry))
        sheet = rules.record(sheet, *hands[-1])
    assert hands or not rules.most_hands
    return file_of(card_game, table, hands)


@pytest.mark.parametrize("slug", all_games())
def test_writing_and_reading_a_game_changes_nothing(slug):
    for case in TABLES:
        card_game, table = case.values
        if card_game.rules.slug != slug:
            continue
        game = played(card_game, table)
        once = write_document([game])
        document = read_sheets(once)
        assert [str(message) for message in document.messages] == []
        assert document.games[0].hands == game.hands, table
        assert document.games[0].sheet.totals == game.sheet.totals
        assert write_document(document.games) == once
        rows = "".join(hands_table([game], [game.rules])).splitlines()
        assert len(rows) == 1 + len(game.hands) * len(game.sheet.columns)
        assert len("".join(games_table([game], [game.rules])).splitlines()) == 2
