"""What a correction would change: two replays held against each other, said in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.queries.records import GameRecord
from scorekeeper.rules.declaration import Field, fields_of
from scorekeeper.rules.sheet import Outcome
from scorekeeper.rules.words import Amount, Text, TextValue, both, gettext as _, ngettext


def effect(before: GameRecord, after: GameRecord) -> tuple[Text, ...]:
    """What changes on the sheet: totals, the end, which hands count, the winners. Empty when nothing does."""
    return (
        *_totals(before, after),
        *_end(before, after),
        *_contradicted(before, after),
        *_uncounted(before, after),
    )


def setup_effect(before: GameRecord, after: GameRecord) -> tuple[Text, ...]:
    """What another set-up changes: who sits where, who dealt, the house rules, and all that follows on the sheet."""
    return (*_seats(before, after), *_dealers(before, after), *_options(before, after), *effect(before, after))


def _seats(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    for seat, (was, now) in enumerate(zip(before.names, after.names, strict=True), start=1):
        if was != now:
            yield _("seat {number}: {before} → {after}", number=seat, before=was, after=now)


def _dealers(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    if not after.rules.has_dealer:
        return
    if before.names[before.first_dealer] != after.names[after.first_dealer]:
        yield _("{name} deals first", name=after.names[after.first_dealer])
    for was, now in zip(before.hands, after.hands, strict=True):
        if before.names[was.dealer] != after.names[now.dealer]:
            yield _("{name} dealt hand {number}", name=after.names[now.dealer], number=now.number)


def _options(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    was, now = before.table.options, after.table.options
    for each in fields_of(type(now)):
        old, new = getattr(was, each.name), getattr(now, each.name)
        if old != new:
            yield _("{rule}: {before} → {after}", rule=each.label, before=_said(each, old), after=_said(each, new))


def _said(each: Field, value: object) -> TextValue:
    """A house rule's value as it is chosen: the label of a choice, or the number."""
    label = next((choice.label for choice in each.choices if choice.value == value), None)
    return label if label is not None else str(value)


def _totals(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    """Totals by name, so that they can be compared even when seats have changed."""
    old = {_name(before, column.key): before.sheet.totals[column.key] for column in before.sheet.columns}
    for column in after.sheet.columns:
        name, total = _name(after, column.key), after.sheet.totals[column.key]
        if name in old and old[name] != total:
            yield _(
                "{name} {before} → {after}",
                name=column.label,
                before=Amount(half=old[name]),
                after=Amount(half=total),
            )


def _end(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    was, now = before.outcome, after.outcome
    counted, counts = len(before.sheet.hands), len(after.sheet.hands)
    if was is not None and now is None:
        yield _("the game is no longer over")
    elif now is not None and (was is None or counted != counts):
        yield _("the game now ends at hand {number}", number=counts)
    if now is not None and _winners(after, now) != (_winners(before, was) if was else ()):
        yield now.reason


def _contradicted(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    """Which later hand cannot be true any more, and why."""
    wrong = after.contradiction
    if wrong is None or wrong == before.contradiction:
        return
    yield _("hand {number} must be put right after this: {why}", number=wrong.number, why=wrong.why)


def _uncounted(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    counted, counts, saved = len(before.sheet.hands), len(after.sheet.hands), len(after.saved)
    if counts < saved and counts < counted:
        numbers = [after.saved[index].number for index in range(counts, saved)]
        yield ngettext(
            "hand {hands} no longer counts", "hands {hands} no longer count", len(numbers), hands=both(numbers)
        )
    elif counted < len(before.saved) and counts > counted:
        numbers = [after.saved[index].number for index in range(counted, counts)]
        yield ngettext("hand {hands} counts again", "hands {hands} count again", len(numbers), hands=both(numbers))


def _winners(record: GameRecord, outcome: Outcome) -> tuple[str, ...]:
    return tuple(_name(record, key) for key in outcome.winners)


def _name(record: GameRecord, key: str) -> str:
    """What makes a column the same one in both replays: the players in it, or its key where it has none."""
    column = next(column for column in record.sheet.columns if column.key == key)
    return "+".join(str(record.players[seat]) for seat in column.seats) or key
