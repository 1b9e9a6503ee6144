"""What a correction would change, in words: the differences between two replays of a game."""

from collections.abc import Iterable
from dataclasses import replace

from scorekeeper.recording.game.records import Faces, GameRecord
from scorekeeper.recording.game.setups import rules_changed
from scorekeeper.rules.played import AnySheet
from scorekeeper.rules.sheet import Column, Outcome, Seats
from scorekeeper.rules.text import Amount, Half, Text, both, gettext as _, ngettext


def effect(before: GameRecord, after: GameRecord, *, with_totals: bool = True) -> tuple[Text, ...]:
    """Return the changes to the sheet: the game's end, its winners, totals, and which hands count."""
    changes: list[Text] = []
    old_count, new_count = len(before.sheet.hands), len(after.sheet.hands)
    if ends := ending(before.outcome, after.outcome, after.sheet.columns):
        changes.append(ends)
    elif after.outcome is not None and old_count != new_count:
        changes.append(_("{hand}: the game now ends here", hand=after.said("named", number=new_count)))
    if after.outcome is not None and _winners(after) != _winners(before):
        changes.append(after.outcome.reason)
    if with_totals and (totals := totals_moved(before, after)):
        changes.append(_("Final totals change: {changes}", changes=both(totals)))
    wrong = after.contradiction
    if wrong is not None and wrong != before.contradiction:
        changes.append(after.said("impossible", number=wrong.number, why=wrong.why))
    if new_count < min(len(after.saved), old_count):
        hands = [after.said("named", number=hand.number) for hand in after.saved[new_count:]]
        changes.append(_("No longer counts: {hands}", hands=both(hands)))
    elif old_count < min(len(before.saved), new_count):
        hands = [after.said("named", number=hand.number) for hand in after.saved[old_count:new_count]]
        changes.append(_("Counts again: {hands}", hands=both(hands)))
    return tuple(changes)


def moved(before: GameRecord, after: GameRecord) -> list[tuple[Column, Faces, Half, Half]]:
    """Return each column whose total changes, with its faces and the total before and after."""
    # Seats can have changed, so compare the totals of the same people.
    old = {_identity(before, column): before.sheet.totals[column.key] for column in before.sheet.columns}
    return [
        (column, after.faces(column), was, now)
        for column in after.sheet.columns
        if (was := old.get(_identity(after, column))) is not None and was != (now := after.sheet.totals[column.key])
    ]


def totals_moved(before: GameRecord, after: GameRecord) -> list[Text]:
    """Return each total that changes in words, such as "Ann 24 → 48"."""
    return [
        _("{name} {before} → {after}", name=column.label, before=Amount(half=old), after=Amount(half=new))
        for column, _faces, old, new in moved(before, after)
    ]


def ending(before: Outcome | None, after: Outcome | None, columns: Iterable[Column]) -> Text | None:
    """Return a sentence saying that a change ends the game (and who wins) or reopens it, or None if it does neither."""
    if after is None or before is not None:
        return _("This reopens the game.") if before is not None and after is None else None
    winners = [column for column in columns if column.key in after.winners]
    if after.drawn:
        return _("This ends the game: it’s a draw.")
    if not winners:
        return _("This ends the game without a winner.")
    names, players = both(column.label for column in winners), sum(len(column.seats) for column in winners)
    return ngettext("This ends the game: {names} wins.", "This ends the game: {names} win.", players, names=names)


def won(after: AnySheet) -> Text | None:
    """Return who has won and the totals, as briefly as a button says it, or None while the game goes on."""
    if after.outcome is None:
        return None
    columns = [column for column in after.columns if column.seats]
    first = [column for column in columns if column.key in after.outcome.winners]
    if not first:
        return _("It’s over")
    names, players = both(column.label for column in first), sum(len(column.seats) for column in first)
    wins = ngettext("{names} wins", "{names} win", players, names=names)
    total = Amount(half=after.totals[first[0].key])
    if len(first) == 1 and len(columns) == 2:
        other = next(after.totals[column.key] for column in columns if column not in first)
        return _("{wins} {points} : {others}", wins=wins, points=total, others=Amount(half=other))
    return _("{wins} with {points}", wins=wins, points=total)


def lead(record: GameRecord, before: AnySheet, after: AnySheet) -> tuple[Seats, Text | None]:
    """Return the seats of whoever leads after a change, or has won, and who leads by how much, if that is clear."""
    rules, columns = record.rules, {column.key: column for column in after.columns}
    ranking = rules.ranking(after)
    first, second = ([columns[key] for tied in ranking[at : at + 1] for key in tied] for at in (0, 1))
    if after.outcome is not None:
        return tuple(seat for key in after.outcome.winners for seat in columns[key].seats), None
    total, next_total = (Half(after.totals[tied[0].key] if tied else 0) for tied in (first, second))
    gap = next_total - total if rules.low_wins else total - next_total
    if not second or gap <= 0 or len(first) > 3 or not rules.has_winner:
        return (), None
    seats = tuple(seat for column in first for seat in column.seats)
    names, points = both(column.label for column in first), Amount(half=total)
    leads = ngettext("{names} takes the lead with {points}", "{names} take the lead with {points}", len(seats))
    if len(first) > 1:
        leads = _("{names} are tied for the lead with {points}")
    elif before.hands and rules.ranking(before)[0] == ranking[0]:
        leads = ngettext("{names} still leads with {points}", "{names} still lead with {points}", len(seats))
    leads = replace(leads, values={"names": names, "points": points})
    if len(second) > 2:
        return seats, _("{leads}.", leads=leads)
    others = both(column.label for column in second)
    return seats, _("{leads}, {gap} ahead of {others}.", leads=leads, gap=Amount(half=Half(gap)), others=others)


def setup_effect(before: GameRecord, after: GameRecord) -> tuple[Text, ...]:
    """Return what a new setup changes: seats, dealers, house rules, and the sheet except for its totals."""
    moves = _("{player} in {other}’s seat"), _("{player} instead of {other}, in every hand")
    changes = [
        replace(moves[new not in before.names], values={"player": new, "other": old})
        for old, new in zip(before.names, after.names, strict=True)
        if old != new
    ]
    if after.rules.has_dealer:
        if before.names[before.first_dealer] != after.names[after.first_dealer]:
            changes.append(_("{name} deals first", name=after.names[after.first_dealer]))
        hands = zip(before.hands, after.hands, strict=True)
        if any(before.names[was.dealer] != after.names[now.dealer] for was, now in hands):
            changes.append(_("Later deals move along"))
    changes += rules_changed(before.table.options, after.table.options)
    return (*changes, *effect(before, after, with_totals=False))


def _winners(record: GameRecord) -> list[str]:
    outcome = record.outcome
    columns = {column.key: column for column in record.sheet.columns}
    return [_identity(record, columns[key]) for key in outcome.winners] if outcome else []


def _identity(record: GameRecord, column: Column) -> str:
    """Return an identifier that matches a column in both replays: its players, or its key if it has none."""
    return "+".join(str(record.players[seat]) for seat in column.seats) or column.key


def result_saved(record: GameRecord) -> Text:
    """Return what was written down of a game, in a sentence."""
    outcome, values = record.outcome, {"game": record.rules.name}
    won = [column for column in record.sheet.columns if outcome and column.key in outcome.winners]
    names = both(column.label for column in won)
    if not won:
        return _("Saved: {game}, and nobody won.", **values)
    totals = {record.sheet.totals[column.key] for column in won}
    if not record.has_totals or len(totals) > 1:
        return _("Saved: {names} won {game}.", names=names, **values)
    total = Amount(half=totals.pop())
    return _("Saved: {names} won {game} with {total}.", names=names, total=total, **values)
