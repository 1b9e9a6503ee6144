"""Sheet files for the tests: small documents, and what is said about them."""

import json

from scorekeeper.exchange.sheets import read_sheets

GOOD = {"hand": {}, "players": {"Ann": {"bid": 12, "taken": 14}, "Bob": {"taken": 8}, "Cy": {"bid": 3, "taken": 8}}}
PASSED = {"hand": {"all_passed": True}, "players": {}}


def hand(**changes):
    """A legal hand of three players, changed."""
    return GOOD | changes


def game(*hands, **changes):
    """A game of three players, changed."""
    base = {"rules": "trumplestiltskin", "players": ["Ann", "Bob", "Cy"], "hands": list(hands or [GOOD])}
    return {key: value for key, value in (base | changes).items() if value is not ...}


def document(*games, **changes):
    """The bytes of a document."""
    return json.dumps({"format": "scorekeeper-sheets/1", "games": list(games)} | changes).encode()


def said(raw):
    """Everything said about a document, as lines."""
    return [str(message) for message in read_sheets(raw).messages]


def read(*games):
    """The game, or games, of a document of which nothing is to be said."""
    found = read_sheets(document(*games))
    assert [str(message) for message in found.messages] == []
    return found.games[0] if len(games) == 1 else found.games
