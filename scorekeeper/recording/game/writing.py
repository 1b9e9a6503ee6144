"""What every write of a game has in common: it is locked and loaded, and what is derived from it is kept."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from scorekeeper.games import known_game
from scorekeeper.models import Game, Installation, Membership, Playgroup, Revision, Seat, Setup, Standing, Tally
from scorekeeper.recording.game.reading import game_version, load_known, load_many
from scorekeeper.recording.game.records import GameRecord, HandRecord, Tap
from scorekeeper.recording.game.setups import Setting
from scorekeeper.rules.sheet import ranks
from scorekeeper.rules.statistics import DEFICIT, GAME, LEAD, MARGIN, PLACE, UNSCORED, WON
from scorekeeper.web.ledger import Notice, bump_all, bump_game, lock, lock_unread
from scorekeeper.web.refusals import or_404, refuse_unknown

AT_ONCE = 50  # games that are loaded together


def locked(game: Game, by: Membership) -> GameRecord:
    """Lock a game for a write by this member, and return it as it is now. Its row and its group are then up to date.

    Raise `NotFound` if the member has been removed, and a 403 if the game's rules are unknown.
    """
    lock_unread(game.group_id)
    if or_404(game_version(by.pk, game.pk)) != game.version:
        group = game.group
        game.refresh_from_db(from_queryset=Game.objects.select_related("night"))
        group.refresh_from_db()
        game.group = group  # the same object as the membership's
    return refuse_unknown(load_known(game))


def settle(game: Game, notice: Notice | None = None, record: GameRecord | None = None) -> None:
    """Update everything derived from a game's entries, increment both versions, and replace the group's notice.

    `record` is the game as just written, unless it must be read. If the game's rules are unknown, the derived rows
    stay as they are.
    """
    was_over = game.state == Game.State.OVER
    if record := record or load_known(game):
        _rebuild(record, was_over=was_over)
    bump_game(game, notice, name=record.rules.name if record else None)


@transaction.atomic
def rescore(game: Game, *, write: bool = True) -> int:
    """Rebuild everything derived from a game; return how many rows differed. Raise `LookupError` for unknown rules.

    Without `write`, the changes are made and rolled back, so the count is exactly how many would have been written.
    """
    lock(game.group_id)
    record = load_known(Game.objects.select_related("night").get(pk=game.pk))
    if record is None:
        raise LookupError(game.rules)
    changed = _rebuild(record)
    if not write:
        transaction.set_rollback(True)
    elif changed:
        bump_all(game.group_id)
    return changed


def show_games(ids: Sequence[int], *, hidden: bool) -> None:
    """Hide these games of a group that is locked, or show them again. The caller raises the versions."""
    Game.objects.filter(pk__in=ids).update(hidden=hidden)
    if hidden:
        Tally.objects.filter(game__in=ids).delete()
        return
    for start in range(0, len(ids), AT_ONCE):
        for stored in load_many(list(Game.objects.filter(pk__in=ids[start : start + AT_ONCE]).select_related("night"))):
            if isinstance(stored, GameRecord):
                sync(Tally.objects.filter(game=stored.game), tally_rows(stored))


def plan_rescore() -> None:
    """Note that everything has to be derived anew, which the next purge does."""
    Installation.objects.update_or_create(pk=1, defaults={"rescore_is_due": True, "purged_at": None})


def rescore_if_due() -> None:
    """Rescore all groups if that is due. One that was interrupted begins again."""
    if Installation.objects.filter(pk=1, rescore_is_due=True).exists():
        rescore_all()


def rescore_all(*, write: bool = True) -> tuple[list[int], list[Game]]:
    """Derive everything anew, group by group and game by game, or only compare it.

    Return how many rows differed in each game that was wrong, and the games that were skipped for unknown rules.
    """
    differed, unknown = list[int](), list[Game]()
    for group in Playgroup.objects.order_by("pk").values_list("pk", flat=True):
        games = Game.objects.filter(group=group).order_by("night__date", "started_at", "pk")
        for game in games.only("group", "rules"):
            if known_game(game.rules) is None:
                unknown.append(game)
            elif rows := rescore(game, write=write):
                differed.append(rows)
    if write:
        Installation.objects.filter(pk=1).update(rescore_is_due=False)
    return differed, unknown


def _rebuild(record: GameRecord, *, was_over: bool = True) -> int:
    """Update the rows that differ from a fresh replay; return how many. Only a game that is or was over has tallies."""
    game, sheet, outcome = record.game, record.sheet, record.outcome
    ranks_by_column = ranks(outcome.ranking if outcome else record.rules.ranking(sheet))
    standings = [  # partners share their side's
        Standing(
            game_id=game.pk,
            seat_id=None if seat is None else record.seats[seat],
            column=column.key,
            half_points=sheet.totals[column.key] if record.has_totals else None,
            rank=ranks_by_column.get(column.key),
            winner=outcome is not None and column.key in outcome.winners,
        )
        for column in sheet.columns
        for seat in column.seats or (None,)
    ]
    changed = sync(Standing.objects.filter(game=game), standings)
    state = Game.State.PLAYING if outcome is None else Game.State.OVER
    if game.state != state:
        game.state = state
        game.ended_at = None if outcome is None else timezone.now()
        game.save(update_fields=["state", "ended_at"])
        changed += 1
    if was_over or outcome is not None:
        changed += sync(Tally.objects.filter(game=game), tally_rows(record))
    return changed


Row = TypeVar("Row", bound=Model)


def seat_players(game: Game, players: Sequence[int]) -> None:
    """Store a game's seats, given its players' ids in seat order."""
    Seat.objects.bulk_create(
        Seat(game_id=game.pk, number=number, player_id=player) for number, player in enumerate(players)
    )


def add_setup(
    game: Game,
    number: int,
    of: Setting | GameRecord,
    by: Membership,
    at: datetime.datetime,
    result: Mapping[str, Any],
) -> Setup:
    """Store a numbered version of a game's setup, with what the table said of its result."""
    values = {"players": list(of.players), "first_dealer": of.first_dealer, "options": dict(of.options)}
    return Setup.objects.create(game=game, number=number, member=by, at=at, result=result, **values)


def revision_row(
    hand: HandRecord,
    kind: Revision.Kind,
    setup: int,
    by: Membership,
    at: datetime.datetime,
    taps: Sequence[Tap] = (),
    **form: Any,
) -> Revision:
    """Return the next revision of a hand: its new state, the taps that led to it, and the form that it was typed on."""
    values = {"number": hand.revisions + 1, "dealer": hand.dealer, "entry": hand.entry, "taps": list(taps)}
    return Revision(hand_id=hand.id, kind=kind, setup_id=setup, member_id=by.pk, at=at, **values, **form)


def sync(stored: QuerySet[Row], fresh: Iterable[Row]) -> int:
    """Replace the stored rows that aren't among the fresh ones; return how many differed."""
    names = [field.attname for field in stored.model._meta.concrete_fields if not field.primary_key]
    missing = {tuple(getattr(row, name) for name in names): row for row in fresh}
    surplus = [pk for pk, *values in stored.values_list("pk", *names) if missing.pop(tuple(values), None) is None]
    if surplus:
        stored.filter(pk__in=surplus)._raw_delete(DEFAULT_DB_ALIAS)
    stored.model._default_manager.bulk_create(missing.values())
    return max(len(missing), len(surplus))


Occurrence = tuple[str, int | None, str, tuple[int, int, int]]
"""Something that is counted: its column, its only seat if not all of them, and its key; what it adds to the amount and
offers as the maximum, both in half points, and the number of the hand."""


def tally_rows(record: GameRecord) -> Iterator[Tally]:
    """Yield a game's tallies, or none if the game is in progress or hidden."""
    game = record.game
    if record.outcome is None or game.hidden:
        return
    seats_of = {column.key: column.seats for column in record.sheet.columns}
    counted: defaultdict[tuple[str, int | None, str], list[tuple[int, int, int]]] = defaultdict(list)
    for column, only, key, occurrence in (*_in_hands(record), *_ends(record)):
        seats = (seat for seat in seats_of[column] if only in (None, seat))
        for player in [record.players[seat] for seat in seats] if seats_of[column] else [None]:
            counted[column, player, key].append(occurrence)
    of_game = {"game": game, "group_id": game.group_id, "rules": game.rules, "year": game.night.date.year}
    for (column, player, key), occurrences in counted.items():
        _amount, most, hand = max(occurrences, key=itemgetter(1))  # the earliest of several with the maximum
        sums = {"count": len(occurrences), "amount": sum(amount for amount, _most, _hand in occurrences)}
        yield Tally(**of_game, player_id=player, column=column, key=key, **sums, most=most, hand=hand)


def _in_hands(record: GameRecord) -> Iterator[Occurrence]:
    """Yield each hand's facts, who led alone after it, how many times in a row, and by how much winners were behind."""
    previous, run = "", 0
    winners = record.outcome.winners if record.outcome else ()
    for stored, hand, ranking in zip(record.saved, record.sheet.hands, record.rankings, strict=False):
        for fact in record.card_game.statistics.facts(record.sheet, hand):
            yield fact.column, fact.seat, fact.key, (fact.amount, fact.amount, stored.number)
        leader = ranking[0][0] if ranking and len(ranking[0]) == 1 else ""
        run = run + 1 if leader == previous else 1
        previous = leader
        if leader:
            yield leader, None, LEAD, (0, run, stored.number)
        for column in (
            column for equal in ranking for column in equal if column in winners and record.won_by_points(column)
        ):
            more = hand.totals[ranking[0][0]] - hand.totals[column]
            if (behind := -more if record.rules.low_wins else more) > 0:
                yield column, None, DEFICIT, (0, behind, stored.number)


def _ends(record: GameRecord) -> Iterator[Occurrence]:
    """Yield each column's total, place, win and margin: a winner's lead over the next-best, or 0 for a shared win.

    Where no points were written down, the totals and margins aren't known.
    """
    outcome, sheet = record.outcome, record.sheet
    if outcome is None or (record.has_totals and not sheet.hands and not record.is_result):
        return
    ends: dict[str, dict[str, int]] = {GAME: dict(sheet.totals)}
    if not record.has_totals:
        ends = {UNSCORED: {column.key: 0 for column in sheet.columns if column.seats}}
    if outcome.winners:
        ends |= {PLACE: ranks(outcome.ranking), WON: dict.fromkeys(outcome.winners, 0), MARGIN: {}}
        ranked = [column for equal in outcome.ranking for column in equal]
        for winner in filter(record.won_by_points, outcome.winners if record.has_totals else ()):
            if others := [column for column in ranked if column != winner]:
                is_shared = len(outcome.winners) > 1
                ends[MARGIN][winner] = 0 if is_shared else abs(sheet.totals[winner] - sheet.totals[others[0]])
    last = record.saved[len(sheet.hands) - 1].number if sheet.hands else 0
    for kind, amounts in ends.items():
        yield from ((column, None, kind, (amount, amount, last)) for column, amount in amounts.items())
