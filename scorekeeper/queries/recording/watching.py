"""The versions that members' open pages poll for, and the hand in progress as watchers see it."""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.db import connection

from scorekeeper.models import Game, Membership, Playgroup
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.queries.recording.taps import counting_positions
from scorekeeper.rules.steps import Step
from scorekeeper.rules.text import Text

# A tap changes only the line of its game, which is in progress.
GROUP_VERSION = f"""
SELECT playgroup.version, (
  SELECT COALESCE(SUM(game.version), 0)
  FROM {Game._meta.db_table} AS game
  WHERE game.group_id = playgroup.id AND game.state = 'playing' AND NOT game.hidden
)
FROM {Membership._meta.db_table} AS member
JOIN {Playgroup._meta.db_table} AS playgroup ON playgroup.id = member.group_id
WHERE member.id = %s AND member.removed_at IS NULL
"""
GAME_VERSION = f"""
SELECT game.version
FROM {Membership._meta.db_table} AS member
JOIN {Game._meta.db_table} AS game ON game.group_id = member.group_id
WHERE member.id = %s AND member.removed_at IS NULL AND game.id = %s
"""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """The hand being entered, as watchers see it: bids, peeks and the taker, but no points until it is saved."""

    number: int
    dealer: str
    facts: tuple[Text, ...]
    rows: tuple[Step, ...]


def hand_in_progress(record: GameRecord) -> Progress | None:
    """Return the hand being entered, as watchers see it, or None between hands and after the end of the game."""
    hand = record.hand(record.next_number)
    if hand is None or hand.entry is not None or record.outcome is not None or not counting_positions(hand.taps):
        return None
    stages = record.card_game.screen.stages
    watched = [stage.key for stage in stages if stage.watched]
    screen = record.screen(hand.number).view("" if len(watched) == len(stages) else watched[0]) if watched else None
    return Progress(
        number=hand.number,
        dealer=record.dealer_name(record.dealer_of(hand, hand.number)),
        facts=screen.facts if screen else (),
        rows=screen.rows if screen else (),
    )


def member_token(member: Membership, game: Game | None = None) -> str:
    """Return the signed token that a member's open page polls with, so that no session is needed.

    It contains the membership id. For a game's page, it also contains the game's id, since the page shows nothing that
    changes with the group's other games.
    """
    return _signer().sign(str(member.pk) if game is None else f"{member.pk}.{game.pk}")


def member_version(token: str) -> str | None:
    """Return the version of a token's game or group, or None if the token is invalid or the member was removed.

    This is a single query in plain SQL, since every open page polls for the version.
    """
    try:
        member, _dot, game = _signer().unsign(token).partition(".")
    except BadSignature:
        return None
    if not game:
        return group_version(int(member))
    version = game_version(int(member), int(game))
    return None if version is None else str(version)


def group_version(member: int) -> str | None:
    """Return the version of what pages of a member's group show, or None if the member was removed."""
    row = _row(GROUP_VERSION, member)
    return f"{row[0]}-{row[1]}" if row else None


def game_version(member: int, game: int) -> int | None:
    """Return a game's version, or None if the member was removed from its group or was never in it."""
    row = _row(GAME_VERSION, member, game)
    return row[0] if row else None


def _row(query: str, *ids: int) -> tuple[int, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(query, ids)
        row: tuple[int, ...] | None = cursor.fetchone()
    return row


def _signer() -> Signer:
    # Made on demand: the first use reads the secret key, which merely importing this module must not do.
    return Signer(salt="scorekeeper.members")
