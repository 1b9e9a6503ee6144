"""Small score sheet files for the tests, and the messages about them."""

import json

from scorekeeper.exchange.sheets import read_sheets

GOOD = {"hand": {}, "players": {"Ann": {"bid": 12, "taken": 14}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": 8}}}
PASSED = {"hand": {"all_passed": True}, "players": {}}


def hand(**changes):
    """Return a legal hand of three players with these changes."""
    return GOOD | changes


def game(*hands, **changes):
    """Return a game of three players with these changes; `...` leaves a key out."""
    base = {"rules": "trumplestiltskin", "players": ["Ann", "Bob", "Cy"], "hands": list(hands or [GOOD])}
    return {key: value for key, value in (base | changes).items() if value is not ...}


def document(*games, **changes):
    """Return the bytes of a document with these games."""
    return json.dumps({"format": "scorekeeper-sheets/1", "games": list(games)} | changes).encode()


def said(raw):
    """Return the messages about a document, as lines."""
    return [str(message) for message in read_sheets(raw).messages]


def read(*games):
    """Return the game, or games, of a document that is read without messages."""
    result = read_sheets(document(*games))
    assert [str(message) for message in result.messages] == []
    return result.games[0] if len(games) == 1 else result.games
