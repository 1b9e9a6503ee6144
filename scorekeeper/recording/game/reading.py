"""Load games as records, by two queries, however many games and hands there are; versions to poll for; wins tonight."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.cache import cache
from django.core.signing import BadSignature, Signer
from django.db import connection
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.formats.language import distinct
from scorekeeper.games import AnyGame, known_game
from scorekeeper.models import Game, Hand, Membership, Playgroup, Revision, Seat, Setup, Standing, night_of
from scorekeeper.recording.game.records import GameRecord, HandRecord, StoredGame
from scorekeeper.rules.declaration import options_from_record

SETUPS = Setup.objects.filter(game=OuterRef("game")).order_by("-number")
# Built once, since Django takes longer to build these querysets than to run them. A merged entry uses the mark of its
# main entry.
SEATS_QUERY = (
    Seat.objects.order_by("number")
    .annotate(
        setup=Subquery(SETUPS.values("number")[:1]),
        setup_id=Subquery(SETUPS.values("pk")[:1]),
        result=Subquery(SETUPS.values("result")[:1]),
    )
    .annotate(shown_mark=Coalesce("player__same_as__mark", "player__mark"))
    .values_list("game_id", "pk", "player_id", "player__name", "shown_mark", "setup", "setup_id", "result")
)
# An undo that leaves an entry has undone a correction.
HANDS_QUERY = (
    Hand.objects.annotate(
        changes=Count("revisions"),
        corrections=Count("revisions", filter=Q(revisions__kind=Revision.Kind.CORRECT))
        - Count("revisions", filter=Q(revisions__kind=Revision.Kind.UNDO, revisions__entry__isnull=False)),
    )
    .order_by("number")
    .values_list("game_id", "id", "number", "dealer", "entry", "taps", "changes", "corrections")
)


def load(game: Game) -> StoredGame:
    """Return a game with its seats, the players' names, and its hands with their revision counts."""
    return load_many([game])[0]


def load_known(game: Game) -> GameRecord | None:
    """Return a game, or None if its rules are unknown."""
    record = load(game)
    return record if isinstance(record, GameRecord) else None


def older_setup(record: GameRecord, number: int | None, seats: str = "") -> Setup | None:
    """Return the version of a game's setup that a form showed, or None if it is the current one.

    `seats` are its players' ids, because after a restored backup another version can have its number.
    """
    setup = None
    if number is not None and number != record.setup:
        setup = Setup.objects.filter(game=record.game, number=number).first()
    sent = [int(player) for player in seats.split(",") if player.isascii() and player.isdecimal() and len(player) < 10]
    is_known = sent == list(setup.players if setup else record.players)
    if is_known or len({*sent}) != len(record.players) or len(sent) != len(record.players):
        return setup
    return Setup(players=sent, first_dealer=record.first_dealer, options=record.options)


def first_recorded(game: Game, **hands: int) -> list[str]:
    """Return when these hands of a game were recorded, which tells them apart even after a restored backup."""
    revisions = Revision.objects.filter(hand__game=game, number=1, **hands)
    return [f"{at:%Y%m%d%H%M%S%f}" for at in revisions.values_list("at", flat=True)]


def is_dormant(game: Game) -> bool:
    """Return whether a game in progress wasn't touched since its last night. It must be loaded with its night."""
    tonight = night_of(timezone.now(), game.group.time_zone)
    return game.state == Game.State.PLAYING and (game.touched or game.night.date) < tonight


def card_game_of(game: Game) -> AnyGame | None:
    """Return the card game being played, or None if it is unknown. This runs no query."""
    return made_game(game.rules, game.options)


def load_many(games: Sequence[Game]) -> list[StoredGame]:
    """Return any number of games in the same order, using at most two queries."""
    if not games:
        return []
    seats_of: defaultdict[int, list[list[Any]]] = defaultdict(list)
    for game_id, *seat in SEATS_QUERY.filter(game__in=games):
        seats_of[game_id].append(seat)
    hands_of: defaultdict[int, list[HandRecord]] = defaultdict(list)
    for game_id, pk, number, dealer, entry, taps, changes, corrections in HANDS_QUERY.filter(game__in=games):
        hand = HandRecord(
            id=pk, number=number, dealer=dealer, entry=entry, taps=taps, revisions=changes, corrections=corrections
        )
        hands_of[game_id].append(hand)
    records: list[StoredGame] = []
    for game in games:
        seats = seats_of[game.pk]  # none if the group has been deleted just now
        ids, players, names, marks, setups, setup_ids, results = zip(*seats, strict=True) if seats else ((),) * 7
        stored: dict[str, Any] = {
            "game": game,
            "players": players,
            "names": names,
            "hands": tuple(hands_of[game.pk]),
            "first_dealer": game.first_dealer,
            "options": game.options,
            "setup": max((number or 0 for number in setups), default=0),
            "setup_id": max((pk or 0 for pk in setup_ids), default=0),
            "result": next(iter(results), None) or {},
            "marks": distinct(marks),
            "seats": ids,
        }
        card_game = known_game(game.rules)
        records.append(GameRecord(card_game=card_game, **stored) if card_game else StoredGame(**stored))
    return records


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
SALT = "scorekeeper.members"  # Signers are made on demand, because importing this module mustn't read the secret key.


def member_token(member: Membership, game: Game | None = None) -> str:
    """Return the signed token that a member's open page of the group or the game polls with, without a session."""
    return Signer(salt=SALT).sign(str(member.pk) if game is None else f"{member.pk}.{game.pk}")


def member_version(token: str) -> str | None:
    """Return the version of a token's game or group, by one query, or None for a bad token or a removed member."""
    try:
        member, _dot, game = Signer(salt=SALT).unsign(token).partition(".")
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


def made_game(slug: str, options: Mapping[str, Any]) -> AnyGame | None:
    """Return the game that these options make of any game, or None if its rules are unknown."""
    card_game = known_game(slug)
    return card_game and card_game.made(options_from_record(card_game.rules.options, options))


def wins_tonight(record: GameRecord) -> Mapping[str, int]:
    """Return how often the players of each column that has a seat have won this game together on the same night.

    Only games among exactly the same players count, wherever they sat.
    """
    key = f"tonight:{record.game.pk}:{record.setup}:{record.game.group.version}"
    return cache.get_or_set(key, lambda: _wins(record)) or {}


def _wins(record: GameRecord) -> dict[str, int]:
    finished = {"game__night": record.game.night_id, "game__state": Game.State.OVER, "game__hidden": False}
    seated = Standing.objects.filter(seat__isnull=False, game__rules=record.game.rules, **finished)
    won_by = defaultdict[int, dict[int, bool]](dict)
    for game, player, won in seated.values_list("game_id", "seat__player", "winner"):
        won_by[game][player] = won
    among = [won for won in won_by.values() if won.keys() == {*record.players}]
    players = {column.key: [record.players[seat] for seat in column.seats] for column in record.sheet.columns}
    return {key: sum(all(won[player] for player in there) for won in among) for key, there in players.items() if there}
