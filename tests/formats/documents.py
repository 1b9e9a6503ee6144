"""Small score sheet files for the tests, and helpers that read them."""

import json

from scorekeeper.formats.documents import joined, write_sheets
from scorekeeper.formats.sheets import GameFile, read_sheets
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.entries import stored_entry
from scorekeeper.rules.played import PlayedHand
from scorekeeper.rules.replay import Replay

GOOD = {"hand": {}, "players": {"Ann": {"bid": 12, "taken": 14}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": 8}}}
PASSED = {"hand": {"all_passed": True}, "players": {}}


def write_document(games):
    """Return the whole file with these games."""
    return joined(write_sheets(games))


def hand(**changes):
    """Return a legal three-player hand with these changes."""
    return GOOD | changes


def game(*hands, **changes):
    """Return a three-player game with these changes; a value of `...` omits the key."""
    base = {"rules": "trumplestiltskin", "players": ["Ann", "Bob", "Cy"], "hands": list(hands or [GOOD])}
    return {key: value for key, value in (base | changes).items() if value is not ...}


def document(*games, **changes):
    """Return a document with these games, encoded as bytes."""
    return json.dumps({"format": "scorekeeper-sheets/1", "games": list(games)} | changes).encode()


def said(raw):
    """Return the messages produced by reading a document, as strings."""
    return [str(message) for message in read_sheets(raw).messages]


def read(*games):
    """Read a document with these games, which must produce no messages, and return the game or games read."""
    result = read_sheets(document(*games))
    assert [str(message) for message in result.messages] == []
    return result.games[0] if len(games) == 1 else result.games


def file_of(card_game, table, hands):
    """Return a game with these (dealer, entry) pairs as a file has it, with warnings accepted."""
    rules, kept = card_game.rules.for_options(table.options), []
    replay = Replay.of(rules, table)
    for dealer, entry in hands:
        warned = any(rules.problems(replay.sheet, dealer, entry))
        kept.append(PlayedHand(dealer=dealer, entry=stored_entry(rules.record_of(entry, table), anyway=warned)))
        replay = replay.deal(dealer, entry)
    return GameFile(
        card_game=card_game,
        names=table.names,
        options=options_record(table.options),
        first_dealer=table.first_dealer,
        hands=tuple(kept),
    )
