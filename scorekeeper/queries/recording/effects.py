"""What a correction would change, in words: the differences between two replays of a game."""

from collections.abc import Iterable, Iterator

from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.sheet import Column, Outcome
from scorekeeper.rules.words import Amount, Text, both, gettext as _, ngettext


def effect(before: GameRecord, after: GameRecord) -> tuple[Text, ...]:
    """Return the changes to the sheet: the game's end, its winners, totals, and which hands count."""
    return (*_end(before, after), *_totals(before, after), *_contradicted(before, after), *_uncounted(before, after))


def ending(before: Outcome | None, after: Outcome | None, columns: Iterable[Column]) -> Text | None:
    """Return a sentence saying that a change ends the game (and who wins) or reopens it, or None if it does neither."""
    if after is None or before is not None:
        return _("This reopens the game.") if before is not None and after is None else None
    winners = [column.label for column in columns if column.key in after.winners]
    if after.drawn:
        return _("This ends the game: it’s a draw.")
    if not winners:
        return _("This ends the game without a winner.")
    return ngettext(
        "This ends the game: {names} wins.", "This ends the game: {names} win.", len(winners), names=both(winners)
    )


def setup_effect(before: GameRecord, after: GameRecord) -> tuple[Text, ...]:
    """Return what a new setup changes: seats, dealers, house rules, and the sheet."""
    return (*_seats(before, after), *_dealers(before, after), *_options(before, after), *effect(before, after))


def _seats(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    for seat, (old, new) in enumerate(zip(before.names, after.names, strict=True), start=1):
        if old != new:
            yield _("Seat {number}: {before} → {after}", number=seat, before=old, after=new)


def _dealers(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    if not after.rules.has_dealer:
        return
    if before.names[before.first_dealer] != after.names[after.first_dealer]:
        yield _("{name} deals first", name=after.names[after.first_dealer])
    for old, new in zip(before.hands, after.hands, strict=True):
        if before.names[old.dealer] != after.names[new.dealer]:
            yield _("{name} dealt hand {number}", name=after.names[new.dealer], number=new.number)


def _options(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    old_options, new_options = before.table.options, after.table.options
    for field in (field for field in fields_of(type(new_options)) if not field.derived):
        old, new = getattr(old_options, field.name), getattr(new_options, field.name)
        if old != new:
            labels: dict[object, Text] = {choice.value: choice.label for choice in field.choices}
            old, new = labels.get(old, str(old)), labels.get(new, str(new))
            yield _("{rule}: {before} → {after}", rule=field.label, before=old, after=new)


def _totals(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    # Seats can have changed, so compare the totals of the same people.
    totals = {_identity(before, column): before.sheet.totals[column.key] for column in before.sheet.columns}
    changes = []
    for column in after.sheet.columns:
        total = after.sheet.totals[column.key]
        old = totals.get(_identity(after, column), total)
        if old != total:
            values = {"before": Amount(half=old), "after": Amount(half=total)}
            changes.append(_("{name} {before} → {after}", name=column.label, **values))
    if changes:
        yield _("Game totals: {changes}", changes=both(changes))


def _end(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    old_count, new_count = len(before.sheet.hands), len(after.sheet.hands)
    if ends := ending(before.outcome, after.outcome, after.sheet.columns):
        yield ends
    elif after.outcome is not None and old_count != new_count:
        yield _("The game now ends at hand {number}", number=new_count)
    if after.outcome is not None and _winners(after) != _winners(before):
        yield after.outcome.reason


def _contradicted(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    contradiction = after.contradiction
    if contradiction is not None and contradiction != before.contradiction:
        yield _("Hand {number} will need fixing: {why}", number=contradiction.number, why=contradiction.why)


def _uncounted(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    old_count, new_count, saved = len(before.sheet.hands), len(after.sheet.hands), len(after.saved)
    if new_count < saved and new_count < old_count:
        numbers = [after.saved[index].number for index in range(new_count, saved)]
        yield ngettext(
            "Hand {hands} no longer counts", "Hands {hands} no longer count", len(numbers), hands=both(numbers)
        )
    elif old_count < len(before.saved) and new_count > old_count:
        numbers = [after.saved[index].number for index in range(old_count, new_count)]
        yield ngettext("Hand {hands} counts again", "Hands {hands} count again", len(numbers), hands=both(numbers))


def _winners(record: GameRecord) -> list[str]:
    outcome = record.outcome
    columns = {column.key: column for column in record.sheet.columns}
    return [_identity(record, columns[key]) for key in outcome.winners] if outcome else []


def _identity(record: GameRecord, column: Column) -> str:
    """Return an identifier that matches a column in both replays: its players, or its key if it has none."""
    return "+".join(str(record.players[seat]) for seat in column.seats) or column.key
