"""Load games as records. This takes two queries, however many games and hands there are."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from scorekeeper.games import AnyGame, known_game
from scorekeeper.models import Game, Hand, Revision, Seat, Setup
from scorekeeper.queries.recording.recipes import made_game
from scorekeeper.queries.recording.records import GameRecord, HandRecord, StoredGame

SETUPS = Setup.objects.filter(game=OuterRef("game")).order_by("-number")
# Built once, since Django takes longer to build these querysets than to run them. A merged entry uses the mark of its
# main entry.
SEATS_QUERY = (
    Seat.objects.order_by("number")
    .annotate(setup=Subquery(SETUPS.values("number")[:1]), setup_id=Subquery(SETUPS.values("pk")[:1]))
    .annotate(shown_mark=Coalesce("player__same_as__mark", "player__mark"))
    .values_list("game_id", "pk", "player_id", "player__name", "shown_mark", "setup", "setup_id")
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
        ids, players, names, marks, setups, setup_ids = zip(*seats, strict=True) if seats else ((),) * 6
        stored: dict[str, Any] = {
            "game": game,
            "players": players,
            "names": names,
            "hands": tuple(hands_of[game.pk]),
            "first_dealer": game.first_dealer,
            "options": game.options,
            "setup": max((number or 0 for number in setups), default=0),
            "setup_id": max((pk or 0 for pk in setup_ids), default=0),
            "marks": marks,
            "seats": ids,
        }
        card_game = known_game(game.rules)
        records.append(GameRecord(card_game=card_game, **stored) if card_game else StoredGame(**stored))
    return records
