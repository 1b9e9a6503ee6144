"""What open pages ask for again and again, and the hand in progress as others may see it."""

from dataclasses import dataclass

from django.core.signing import BadSignature, Signer
from django.db import connection

from scorekeeper.models import Membership, Playgroup
from scorekeeper.queries.hands import row_name
from scorekeeper.queries.records import GameRecord
from scorekeeper.queries.taps import counting
from scorekeeper.rules.screens import Row
from scorekeeper.rules.words import Text

VERSION = f"""
SELECT playgroup.version
FROM {Membership._meta.db_table} AS member
JOIN {Playgroup._meta.db_table} AS playgroup ON playgroup.id = member.group_id
WHERE member.id = %s AND member.removed_at IS NULL
"""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """The hand that is being typed: bids, peeks and the taker; points only once they are saved."""

    number: int
    dealer: str
    facts: tuple[Text, ...]
    rows: tuple[tuple[Text, Row], ...]


def hand_in_progress(record: GameRecord) -> Progress | None:
    """The hand being typed, as it is shown to watchers; None between hands and after the end."""
    hand = record.hand(record.next_number)
    if hand is None or hand.entry is not None or record.outcome is not None or not counting(hand.taps):
        return None
    stages = record.card_game.screen.stages
    watched = [stage.key for stage in stages if stage.watched]
    screen = record.screen(hand.number).view("" if len(watched) == len(stages) else watched[0]) if watched else None
    return Progress(
        number=hand.number,
        dealer=record.dealer_name(record.dealer_of(hand, hand.number)),
        facts=screen.facts if screen else (),
        rows=tuple((row_name(record, row), row) for row in screen.rows) if screen else (),
    )


def member_token(member: Membership) -> str:
    """What a member's open page asks with: the membership, sealed, so that asking needs no session."""
    return _sealer().sign(str(member.pk))


def member_version(token: str) -> int | None:
    """The version of a member's group in one query, or None when the membership was taken back.

    SQL as it is, since every open page asks again and again.
    """
    try:
        member = _sealer().unsign(token)
    except BadSignature:
        return None
    with connection.cursor() as cursor:
        cursor.execute(VERSION, [int(member)])
        row = cursor.fetchone()
    return None if row is None else int(row[0])


def _sealer() -> Signer:
    # Made when asked for: the secret key is made at its first use, which must not be the import of this module.
    return Signer(salt="scorekeeper.members")
