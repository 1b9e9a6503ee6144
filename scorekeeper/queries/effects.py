"""What a correction would change: two replays held against each other, said in sentences."""

from collections.abc import Iterator

from scorekeeper.queries.records import GameRecord
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.sheet import Column
from scorekeeper.rules.words import Amount, Text, both, gettext as _, ngettext


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
    for field in fields_of(type(now)):
        old, new = getattr(was, field.name), getattr(now, field.name)
        if old != new:
            labels: dict[object, Text] = {choice.value: choice.label for choice in field.choices}
            old, new = labels.get(old, str(old)), labels.get(new, str(new))
            yield _("{rule}: {before} → {after}", rule=field.label, before=old, after=new)


def _totals(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    # Seats may have changed: totals are those of the same people.
    totals = {_whose(before, column): before.sheet.totals[column.key] for column in before.sheet.columns}
    for column in after.sheet.columns:
        total = after.sheet.totals[column.key]
        old = totals.get(_whose(after, column), total)
        if old != total:
            yield _("{name} {before} → {after}", name=column.label, before=Amount(half=old), after=Amount(half=total))


def _end(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    was, now = before.outcome, after.outcome
    counted, counts = len(before.sheet.hands), len(after.sheet.hands)
    if was is not None and now is None:
        yield _("the game is no longer over")
    elif now is not None and (was is None or counted != counts):
        yield _("the game now ends at hand {number}", number=counts)
    if now is not None and _winners(after) != _winners(before):
        yield now.reason


def _contradicted(before: GameRecord, after: GameRecord) -> Iterator[Text]:
    wrong = after.contradiction
    if wrong is not None and wrong != before.contradiction:
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


def _winners(record: GameRecord) -> list[str]:
    outcome = record.outcome
    columns = {column.key: column for column in record.sheet.columns}
    return [_whose(record, columns[key]) for key in outcome.winners] if outcome else []


def _whose(record: GameRecord, column: Column) -> str:
    """What makes a column the same one in both replays: the players in it, or its key where it has none."""
    return "+".join(str(record.players[seat]) for seat in column.seats) or column.key
