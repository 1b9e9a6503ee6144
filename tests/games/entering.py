"""Enter a hand of any game as a user would: every tap is a button on the screen or a number that can be typed there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from scorekeeper.formats.language import sentence
from scorekeeper.games import AnyGame
from scorekeeper.rules.declaration import Value, form_text
from scorekeeper.rules.entries import tapped
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.steps import Offer, Screen, Step

AnySheet = Sheet[Any, Any]


def enter_hand(game: AnyGame, sheet: AnySheet, dealer: int, taps: Iterable[str]) -> tuple[dict[str, Value], int]:
    """Return the answers that these taps produce and the number of taps, not counting Save.

    A tap is either "path=value", as the page sends it ("players.2.bid=12", "hand.no_gnome=true"), or "@path", which
    follows the link of a row or a stage. Each tap must be possible on the screen that the previous taps led to. A
    number without a button counts as two taps.
    """
    *_before, last = entering(game, sheet, dealer, taps)
    return last


def entering(
    game: AnyGame, sheet: AnySheet, dealer: int, taps: Iterable[str]
) -> Iterator[tuple[dict[str, Value], int]]:
    """Yield the answers and the number of taps before the first tap and after each. See `enter_hand`."""
    answers: dict[str, Value] = {}
    count, at = 0, ""
    yield answers, count
    for tap in taps:
        hand = game.type(sheet, dealer, answers)
        screen = hand.view(at)
        count += 1
        if tap.startswith("@"):
            at = tap[1:]
            links = [*(row.path for row in screen.rows), *(stage.key for stage in screen.stages)]
            assert at in links, f"{tap!r}: the links go to {links}"
            continue
        path, _sign, raw = tap.partition("=")
        offered = next((offer for offer in buttons(screen) if tap == f"{offer.path}={form_text(offer.value)}"), None)
        if offered is None:
            typed_at = [screen.question.path] if screen.question is not None and screen.question.board.other else []
            tiles = [row.path for row in screen.rows] if hand.rules.way == "tally" else []
            assert path in (*typed_at, *tiles), f"{tap!r}: {_shown(screen)}"
            count += path in typed_at
        value = offered.value if offered else _parsed(game, path, raw)
        why = hand.refuse(path, value, at)
        assert why is None, f"{tap!r}: {sentence(why)}"
        answers = after_tap(hand, path, value, at)
        field = game.field_at(path)
        at = at if field is not None and field.toggle else ""
        yield answers, count


def after_tap(hand: HandScreen[Any, Any], path: str, value: Value, at: str = "") -> dict[str, Value]:
    """Return the answers after one more tap, which can answer several questions at once."""
    answers = dict(hand.answers)
    for answered, answer in hand.meant(path, value, at).items():
        answers = tapped(answers, answered, answer)
    return answers


def complete(game: AnyGame, sheet: AnySheet, dealer: int, answers: dict[str, Value]) -> Any:
    """Return the entry for these answers, which must be complete and free of errors."""
    hand = game.type(sheet, dealer, answers)
    screen = hand.view()
    assert screen.complete, _shown(screen)
    entry = hand.entry()
    problems = game.rules.problems(sheet, dealer, entry)
    errors = [sentence(problem.message) for problem in problems if problem.level == "error"]
    assert not errors, errors
    return entry


def buttons(screen: Screen) -> Iterator[Offer]:
    """Yield all the buttons on a screen that record an answer."""
    if screen.question is not None:
        yield from (*screen.question.likely, *screen.question.offers, *screen.question.extras)
        yield from [screen.question.skip] if screen.question.skip else []
    yield from (row.toggle for row in screen.rows if row.toggle is not None)


def likely_values(question: Step) -> list[Value]:
    """Return the values that stand out, whether on the board or beside it."""
    return [offer.value for offer in (*question.likely, *question.offers) if offer.likely]


def open_values(question: Step) -> list[Value]:
    """Return the values on the board that can be chosen now."""
    return [offer.value for offer in question.offers if offer.state != "refused"]


def _parsed(game: AnyGame, path: str, raw: str) -> Value:
    """Return a typed value: a whole number, or a list of whole numbers such as "7,0,3"."""
    assert raw.removeprefix("-").replace(",", "").isdecimal(), f"{path}={raw} is neither a button nor a number"
    field = game.field_at(path)
    return tuple(map(int, raw.split(","))) if field and field.kind == "numbers" else int(raw)


def _shown(screen: Screen) -> str:
    offers = [f"{offer.path}={offer.value}" for offer in buttons(screen)]
    return f"the screen asks {sentence(screen.title)!r} and offers {offers}"
