"""Preview a game with a different setup: seats, first dealer or house rules. Nothing is written here."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from scorekeeper.formats.language import plain, sentence
from scorekeeper.games import AnyGame
from scorekeeper.models import Setup
from scorekeeper.recording.game.records import STEP_BACK, GameRecord, HandRecord, answers_of, tap_of
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import DEALER, GROUPS, Value, fields_of, in_words, options_from_record, seatless
from scorekeeper.rules.entries import answers_from_record, record_from_answers, stored_entry
from scorekeeper.rules.played import AnyRules
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Problem, Table, errors_in
from scorekeeper.rules.stays import Stay, stays
from scorekeeper.rules.text import Amount, Half, Text, both, gettext as _, with_commas
from scorekeeper.web.refusals import Refused


@dataclass(frozen=True, kw_only=True)
class Setting:
    """Who sits where (player ids by seat), which seat deals first, and the house rules by key."""

    players: tuple[int, ...]
    first_dealer: int
    options: Mapping[str, Value]

    @property
    def digest(self) -> str:
        """A short hash, to check that the setting being saved is the one that was shown."""
        values = (self.players, self.first_dealer, sorted(self.options.items()))  # a database may reorder the options
        return hashlib.sha256(repr(values).encode()).hexdigest()[:16]


Corrected = tuple[GameRecord, tuple[Problem, ...]]
"""A game with a different setup, and warnings about hands that are scored anyway."""


def refused_table(rules: AnyRules, setting: Setting, names: Sequence[str], before: Any) -> Problem | None:
    """Return the problem that rules out this setting, or None. Its path is `seats` or a house rule's key.

    A contradiction that earlier versions accepted doesn't, if it was one of the house rules `before`.
    """
    options = options_from_record(rules.options, setting.options)
    table: Table[Any] = Table(names=tuple(names), options=options, first_dealer=setting.first_dealer)
    labels = [plain(column.label) for column in rules.columns(table)]
    if len(set(labels)) < len(labels):
        return Problem(path="seats", message=_("Two columns would have the same name."))
    problem = rules.refuse_table(table)
    if problem and problem.level == "warning":
        earlier = (rules.refuse_table(replace(table, options=options)) for options in (before, seatless(before)))
        problem = None if problem in earlier else problem
    return replace(problem, path="seats") if problem and problem.path == "players" else problem


def reset(record: GameRecord, setting: Setting, names: Sequence[str]) -> Corrected:
    """Return the game with another setup. Answers about a player or a side move with that player or side.

    Hands dealt in turn still are; other dealers stay, if possible. Raise `Refused` if it can't be played like this.
    """
    if len(setting.players) != len(record.players):
        problem: Problem | None = Problem(path="seats", message=_("The number of players can’t change."))
    else:
        # What the house rules say about each player moves along.
        seat_of, moved = _seat_moves(record.players, setting.players), dict(setting.options)
        for field in fields_of(record.rules.options):
            values = setting.options.get(field.key)
            if field.per == "player" and isinstance(values, list | tuple) and len(values) % len(seat_of) == 0:
                sets = range(0, len(values), len(seat_of))
                by_seat = {(first, seat_of[seat]): values[first + seat] for first in sets for seat in seat_of}
                moved[field.key] = cast(Value, [by_seat[place] for place in sorted(by_seat)])
        setting = replace(setting, options=moved)
        problem = refused_table(record.rules, setting, names, record.table.options)
    after = record.rules.for_options(options_from_record(record.rules.options, setting.options))
    if problem is None and after.way == "won" and record.saved:
        problem = Problem(path="rows", message=_("There are points on the sheet already."))
    if problem:
        raise Refused(_("The game can’t be played with this setup."), problems=(problem,))
    return reseated(record, setting, names)


def reseated(record: GameRecord, setting: Setting, names: Sequence[str], *, dealers_stay: bool = False) -> Corrected:
    """Return the game with another setup, which must be possible. New seats come after the others.

    If `dealers_stay`, whoever dealt a hand or is dealing it still does, if that is possible.
    """
    seat_of = _seat_moves(record.players, setting.players)
    dealer, options = setting.first_dealer, setting.options
    empty = replace(record, players=setting.players, names=tuple(names), first_dealer=dealer, options=options, hands=())
    empty = replace(empty, result=_result_of(record, setting.players, seat_of))
    replay: Replay[Any, Any] = Replay.of(empty.rules, empty.table)
    hands: list[HandRecord] = []
    warnings: list[Problem] = []
    for hand in record.hands:
        moved = _reseat(record, empty, hand, seat_of)
        in_turn = hand.dealer == record.replay_before(hand.number).dealer and not dealers_stay
        if in_turn or hand.dealer not in seat_of or not replay.can_deal(moved.dealer):
            moved = replace(moved, dealer=replay.dealer)
        if hand.entry is not None:
            entry = empty.entry(moved)
            problems = list(record.rules.problems(replay.sheet, moved.dealer, entry))
            # An impossible hand stays as it is; otherwise, its warnings are accepted.
            if problems and not errors_in(problems):
                if not moved.accepted:
                    named = record.said("named", number=hand.number)
                    warnings += (
                        replace(problem, message=_("{hand}: {why}", hand=named, why=problem.message))
                        for problem in problems
                    )
                moved = replace(moved, entry=stored_entry(moved.entry or {}, anyway=True))
            replay = replay.deal(moved.dealer, entry)
        hands.append(moved)
    return replace(empty, hands=tuple(hands), known=replay), tuple(warnings)


def _result_of(record: GameRecord, players: Sequence[int], seat_of: Mapping[int, int]) -> dict[str, Any]:
    """Return a result as it moves with the seats: whoever takes one over takes the win and the total over, too."""
    result, totals = dict[str, Any](), record.result.get("totals")
    won = [players[seat_of[seat]] for seat in record.won or () if seat in seat_of]
    if record.won is not None and (won or not record.won):  # unless nobody is left of those who won
        result["won"] = won
    if totals is not None:
        moved = {str(record.players[old]): str(players[new]) for old, new in seat_of.items()}
        result["totals"] = {moved[player]: total for player, total in totals.items() if player in moved}
    return result


def has_played(record: GameRecord, seat: int) -> bool:
    """Return whether a player has taken part in a recorded hand."""
    if any(record.stays[seat].covers(row) for row in range(1, len(record.saved) + 1)):
        return True
    others = {other: other for other in record.table.seats if other != seat}
    entries = (answers_from_record(hand.entry or {}) for hand in record.saved)
    return any(not _moved(record.card_game, *answer, others, {})[0] for entry in entries for answer in entry.items())


def _seat_moves(old: Sequence[int], new: Sequence[int]) -> dict[int, int]:
    # Map old seats to new ones. New players replace those who left, in seat order; a seat that goes has no new one.
    vacated = [seat for seat, player in enumerate(old) if player not in new]
    taken = [seat for seat, player in enumerate(new) if player not in old]
    unchanged = {seat: new.index(player) for seat, player in enumerate(old) if player in new}
    return unchanged | dict(zip(vacated, taken, strict=False))


def _reseat(before: GameRecord, after: GameRecord, hand: HandRecord, seat_of: Mapping[int, int]) -> HandRecord:
    sides = after.rules.sides(after.table)
    if seat_of == {seat: seat for seat in before.table.seats} and sides == before.rules.sides(before.table):
        return hand
    side_of = _side_moves(before, after, seat_of)

    def move(answers: Iterable[tuple[str, Value]]) -> dict[str, Value]:
        moved = (_moved(before.card_game, *answer, seat_of, side_of) for answer in answers)
        return {path: value for path, value in moved if path}

    entry = hand.entry
    if entry is not None:
        moved = move(answers_from_record(entry).items())
        entry = entry | record_from_answers(moved, len(after.players), len(sides))
    # Where nothing is left of a tap, one that restores the state before it takes its place.
    moves = (move(answers_of(tap)) or {STEP_BACK: position} for position, tap in enumerate(hand.taps))
    taps = [tap_of(moved, tap[2]) for moved, tap in zip(moves, hand.taps, strict=True)]
    return replace(hand, dealer=seat_of.get(hand.dealer, 0), entry=entry, taps=taps)


def _side_moves(before: GameRecord, after: GameRecord, seat_of: Mapping[int, int]) -> dict[int, int]:
    # If all partners stay together, answers move with their side; if not, sides keep their numbers.
    sides = after.rules.sides(after.table)
    together = [{seat_of[seat] for seat in side} for side in before.rules.sides(before.table)]
    new_sides = [next((number for number, side in enumerate(sides) if set(side) == seats), None) for seats in together]
    return {old: old if None in new_sides or new is None else new for old, new in enumerate(new_sides)}


def move_sent(record: GameRecord, setup: Setup, sent: Mapping[str, str]) -> tuple[dict[str, str], Text | None]:
    """Move with the players what a form sent that showed an older setup; also return a sentence that says who moved."""
    seat_of = _seat_moves(setup.players, record.players)
    before = replace(record, first_dealer=setup.first_dealer, options=setup.options, hands=())
    before = replace(before, players=tuple(setup.players), names=tuple(map(str, setup.players)))
    side_of, moved = _side_moves(before, record, seat_of), dict[str, str]()
    for path, raw in sent.items():
        value: Value = raw
        if path == DEALER or record.card_game.field_at(path) is not None:
            is_number = raw.isascii() and raw.isdecimal() and len(raw) <= limits.LONGEST_SUM
            path, value = _moved(record.card_game, path, int(raw) if is_number else raw, seat_of, side_of)
        if path:
            moved[path] = str(value)
    names = [record.names[new] for old, new in seat_of.items() if old != new]
    if not names:
        return moved, None
    said = _(
        "The seats have changed since this was typed. It has moved with {names}. Check it, then save.",
        names=both(_("{name}", name=name) for name in names),
    )
    return moved, said


def _moved(
    card_game: AnyGame, path: str, value: Value, seat_of: Mapping[int, int], side_of: Mapping[int, int]
) -> tuple[str, Value]:
    # An answer about a seat that goes has no path.
    field = card_game.field_at(path)
    if isinstance(value, int) and (path == DEALER or (field is not None and field.kind == "seat")):
        if value not in seat_of:
            return "", None
        value = seat_of[value]
    group, *keys = path.split(".")
    moves = {GROUPS["player"]: seat_of, GROUPS["side"]: side_of}.get(group)
    if moves is None:
        return path, value
    index = int(keys[0])
    return ".".join([group, str(moves[index]), *keys[1:]]) if index in moves else "", value


def rules_changed(before: Any, after: Any) -> list[Text]:
    """Return which house rules differ, and how."""
    values = {field: (getattr(before, field.name), getattr(after, field.name)) for field in fields_of(type(after))}
    return [
        _("{rule}: {before} → {after}", rule=field.label, before=in_words(field, was), after=in_words(field, now))
        for field, (was, now) in values.items()
        if was != now and not field.derived
    ]


def setup_versions(
    record: GameRecord, names: Mapping[int, str]
) -> list[tuple[Setup, tuple[str, ...], str, list[Text]]]:
    """Return a game's setups, newest first, each with its players and dealer by name, and which rules it changed and
    who was said to have won.

    If none was corrected, return `[]`.
    """
    if record.setup == 0:
        return []
    versions, before = list[Any](), None
    for row in Setup.objects.filter(game=record.game).select_related("member").order_by("number"):
        options = options_from_record(record.card_game.rules.options, row.options)
        said = [*rules_changed(before or options, options), *filter(None, [_said_of(row.result, names)])]
        before = options
        # Who joined late or left early is said with the name.
        named = (
            _("{name} ({hands})", name=names[player], hands=hands) if hands else _("{name}", name=names[player])
            for player, stay in zip(row.players, stays(options, len(row.players)), strict=True)
            for hands in (hands_of(record, stay),)
        )
        first_dealer = names[row.players[row.first_dealer]] if record.rules.has_dealer else ""
        versions.append((row, tuple(map(sentence, named)), first_dealer, said))
    return versions[::-1]


def _said_of(result: Mapping[str, Any], names: Mapping[int, str]) -> Text | None:
    """Return what was said of a result: everybody's total, and who won, or None."""
    totals = [
        _("{name} {points}", name=names[int(player)], points=Amount(half=Half(half)))
        for player, half in result.get("totals", {}).items()
    ]
    if "won" not in result:
        return with_commas(totals) if totals else None
    won = both(_("{name}", name=names[player]) for player in result["won"])
    said = _("{names} won", names=won) if result["won"] else _("nobody won")
    return with_commas([*totals, said])


def hands_of(record: GameRecord, stay: Stay) -> Text | None:
    """Return the hands in which a player takes part, or None if that is all of them."""
    return None if stay.spans == ((0, 0),) else _("{hands}", hands=both(_span(record, *span) for span in stay.spans))


def _span(record: GameRecord, first: int, end: int) -> Text:
    start, last = (record.said("named", number=number) for number in (first, end - 1))
    if not end:
        return _("{hand} onward", hand=start)
    if first <= 1:
        return _("up to {hand}", hand=last)
    return _("{first} to {last}", first=start, last=last) if start != last else start
