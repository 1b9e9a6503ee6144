"""Small score sheet files for the tests, and helpers that read them."""

import json

from scorekeeper.exchange.sheets import read_sheets

GOOD = {"hand": {}, "players": {"Ann": {"bid": 12, "taken": 14}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": 8}}}
PASSED = {"hand": {"all_passed": True}, "players": {}}


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
