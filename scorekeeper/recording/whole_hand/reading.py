"""What a form for a whole hand asks, and what its texts say; two hands with one number, side by side."""

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.models import Revision
from scorekeeper.recording.game.effects import effect
from scorekeeper.recording.game.records import GameRecord, HandRecord
from scorekeeper.recording.hand.forms import read_answer
from scorekeeper.recording.hand.reading import DEALER_FIELD, answered
from scorekeeper.rules.declaration import DEALER, Answers, Field, Value, in_words, places, refusal
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import Problem, errors_in
from scorekeeper.rules.steps import Board
from scorekeeper.rules.text import Amount, Half, Text, gettext as _
from scorekeeper.web.refusals import Refused


def inputs(record: GameRecord, number: int) -> Iterator[tuple[str, Field, int | None]]:
    """Yield everything that a hand's entry can hold, from its dealer, whatever the hands before it were."""
    if record.rules.has_dealer:
        yield DEALER, DEALER_FIELD, None
    allowed = record.screen(number).fields  # which can be less than what is declared
    asked = record.rules.fields(record.table)
    for path, field, index in places(record.rules.entry, len(record.names), len(record.rules.sides(record.table))):
        if not field.derived and field in asked:
            yield path, allowed.get(field.name, field), index


def cards(record: GameRecord, number: int) -> tuple[str, Board]:
    """Return the path and the board of the choice that is made among playing cards, which are empty without one."""
    for path, field, index in inputs(record, number):
        if field.kind == "choice" and index is None and (board := record.screen(number).board(field, None)).offers:
            return path, board
    return "", Board()


def read(record: GameRecord, number: int, texts: Mapping[str, str]) -> tuple[dict[str, Value], dict[str, Text]]:
    """Return the answers that were given, by path, and what is wrong with those that can't be read."""
    # Nothing is required, because only the rules know what a hand asks for.
    answers, wrong = dict[str, Value](), dict[str, Text]()
    card, board = cards(record, number)
    meant = board.means.get(texts.get(card), {})
    for path, field, _index in inputs(record, number):
        if path in meant:
            continue
        try:
            answer = read_answer(field, path, texts.get(path, ""))
            why = refusal(field, answer, len(record.names))
        except Refused as refused:
            why = refused.message
        if why:
            wrong[path] = why
        elif answer is not None:
            answers[path] = answer
    return answers | {**meant}, wrong


def digest(record: GameRecord, number: int, texts: Mapping[str, str]) -> str:
    """Return a short text that changes with whatever is typed."""
    return f"{zlib.crc32(repr([texts.get(path) for path, *_field in inputs(record, number)]).encode()):08x}"


def saved_hand(record: GameRecord, number: int) -> HandRecord | None:
    """Return the recorded hand with this number, or None."""
    return next((hand for hand in record.saved if hand.number == number), None)


def compare(record: GameRecord, number: int, answers: Answers) -> dict[str, Any]:
    """Compare a stored hand with the answers typed for its number. Without a dealer, it is whoever's turn it is.

    Return the stored one's latest `version`, which says who recorded it and when; as `lines`, labels with what either
    hand says of it; and the ways to go on that change the sheet: to keep `mine`, the hand typed here, or to have it
    played `before` or `after` the stored one. What that last would change isn't known yet if a hand is `following`.
    """
    hand = record.hand(number)
    assert hand is not None, "only a stored hand can be in the way"
    entry, stored = record.rules.entry_from(answers, record.table), record.entry(hand)
    dealer: Any = answers.get(DEALER)
    dealt = hand.dealer if dealer is None else dealer
    following = next((later.number for later in record.saved if later.number > number), None)
    said = {**content(record, stored), DEALER: hand.dealer}, {**answers, DEALER: dealt}
    lines = list[tuple[Text, ...]]()
    for field, seats, *values in answered(record, *said):
        whose = record.table.partners(seats) if seats else None
        label = _("{name}: {what}", name=whose, what=field.label) if whose else field.label
        lines.append((label, *(in_words(field, None if value is False else value, record.names) for value in values)))
    points = _points(record, number, hand.dealer, stored), _points(record, number, dealt, entry)
    for column in record.sheet.columns:
        if any((scored or {}).get(column.key) for scored in points):
            lines.append((_("{name}: Score", name=column.label), *(_score(scored, column.key) for scored in points)))
    return {
        "number": number,
        "version": Revision.objects.select_related("member").filter(hand=hand.id).latest("number"),
        "lines": lines,
        "mine": _way(record, record, number, dealt, entry),
        "before": _inserted(record, number, dealer, entry),
        "after": {"is_possible": True} if following else _inserted(record, number + 1, dealer, entry),
        "following": following,
    }


def _points(record: GameRecord, number: int, dealer: int, entry: Any) -> Mapping[str, Half] | None:
    """Return what a hand scores, or None if the rules refuse it."""
    if errors_in(record.problems(number, dealer, entry)):
        return None
    return record.rules.record(record.before(number), dealer, entry).hands[-1].points


def _score(points: Mapping[str, Half] | None, column: str) -> Text:
    if points is None:
        return _("none")
    return _("{points}", points=Amount(half=points.get(column, Half(0)), signed=True))


def _inserted(record: GameRecord, number: int, dealer: int | None, entry: Any) -> dict[str, Any]:
    is_over = record.outcome is not None and record.is_last(number - 1)
    if is_over or len(record.hands) >= record.rules.most_hands:
        why = _("This game is over, so nothing more can be recorded.") if is_over else record.why_full
        return {"problems": [Problem(path="", message=why)], "is_possible": False}
    dealt = record.replay_before(number).dealer if dealer is None else dealer
    room = with_room(record, number).with_hands([HandRecord(number=number, dealer=dealt)])
    return _way(record, room, number, dealt, entry)


def _way(record: GameRecord, room: GameRecord, number: int, dealer: int, entry: Any) -> dict[str, Any]:
    """Return what saving this hand, given `room`, would change, and its problems. Warnings don't rule it out."""
    problems = record.problems(number, dealer, entry)
    if errors_in(problems):
        return {"problems": problems, "is_possible": False}
    changed = room.with_hand(number, dealer, record.rules.record_of(entry, room.table))
    return {"problems": problems, "is_possible": True, "effect": effect(record, changed)}


def with_room(record: GameRecord, number: int) -> GameRecord:
    """Return the game with hand `number` and those after it moved up by one, and so are joining and leaving in them."""
    hands = tuple(replace(hand, number=hand.number + 1) if hand.number >= number else hand for hand in record.hands)
    options: dict[str, Any] = {**record.options}
    if record.rules.players_change:
        for key, first in (("joined", number), ("left", number + 1)):
            # Whoever joins in this hand, or has left before it, had no part in the one that is inserted.
            options[key] = [row + 1 if row >= first else row for row in options.get(key) or ()]
    return replace(record, hands=hands, options=options)


def content(record: GameRecord, entry: Any) -> Answers:
    """Return what people said of a hand, by path, without what follows from it. Equal hands have equal content."""
    counts = len(record.names), len(record.rules.sides(record.table))
    derived = {path for path, field, _index in places(record.rules.entry, *counts) if field.derived}
    return {path: value for path, value in answers_from_entry(entry).items() if path not in derived}
