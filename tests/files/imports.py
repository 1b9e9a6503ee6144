"""Helpers for tests that import games."""

from scorekeeper.files.exports import of_group
from scorekeeper.files.importing import import_games
from scorekeeper.formats.sheets import read_sheets
from tests.formats.documents import document, write_document


def games_of(*several):
    """Return games as a file would give them."""
    parsed = read_sheets(document(*several))
    assert not parsed.stopped, [str(message) for message in parsed.messages]
    return parsed.games


def add(member, *several):
    """Import games into a member's group."""
    return import_games(group=member.group, games=games_of(*several), by=member)


def counts(upload):
    """Return how many games, hands and players an import has added, and how many games were there already."""
    return upload.games, upload.hands, upload.players, upload.here


def exported(group):
    """Return a group's games as a file."""
    return write_document(of_group(group).files())
