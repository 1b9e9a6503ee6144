"""A hand of any game typed as a thumb types it: every tap is offered on the screen, or typed where one may type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from scorekeeper.rules.base import Rules, Sheet
from scorekeeper.rules.declaration import Value
from scorekeeper.rules.screens import Offer, Screen
from scorekeeper.rules.steps import tapped
from scorekeeper.templatetags.scores import written
from scorekeeper.text import sentence

AnyRules = Rules[Any, Any]
AnySheet = Sheet[Any, Any]


def type_hand(rules: AnyRules, sheet: AnySheet, dealer: int, taps: Iterable[str]) -> tuple[dict[str, Value], int]:
    """The draft of these taps, and how many there were (a number typed under "Other" takes two; Save is not counted).

    A tap is "path=value" as the page sends it ("players.2.bid=12", "hand.no_gnome=true"); "@path" follows the link of
    a row or a stage. Each must be on the screen that the taps before it have led to.
    """
    draft: dict[str, Value] = {}
    count, at = 0, ""
    for tap in taps:
        screen = rules.screen(sheet, dealer, draft, at)
        count += 1
        if tap.startswith("@"):
            at = tap[1:]
            links = [*(row.path for row in screen.rows), *(stage.key for stage in screen.stages)]
            assert at in links, f"{tap!r}: the links go to {links}"
            continue
        path, _sign, raw = tap.partition("=")
        offered = next((offer for offer in buttons(screen) if tap == f"{offer.path}={written(offer.value)}"), None)
        if offered is None:
            assert path == _typed_at(screen), f"{tap!r}: {_shown(screen)}"
            count += 1
        value = offered.value if offered else _typed(rules, path, raw)
        why = rules.refuse(sheet, dealer, draft, path, value, at)
        assert why is None, f"{tap!r}: {sentence(why)}"
        draft = tapped(draft, path, value)
        at = at if path.rpartition(".")[2] in rules.toggles else ""
    return draft, count


def complete(rules: AnyRules, sheet: AnySheet, dealer: int, draft: dict[str, Value]) -> Any:
    """The entry of a draft that the screen takes for complete, and that has no errors."""
    screen = rules.screen(sheet, dealer, draft)
    assert screen.complete, _shown(screen)
    entry = rules.entry_of(sheet, dealer, draft)
    errors = [sentence(problem.message) for problem in rules.check(sheet, dealer, entry) if problem.level == "error"]
    assert not errors, errors
    return entry


def buttons(screen: Screen) -> Iterator[Offer]:
    """Every button of a screen that writes something."""
    if screen.question is not None:
        yield from (*screen.question.likely, *screen.question.offers, *screen.question.extras)
    yield from screen.steps


def _typed_at(screen: Screen) -> str | None:
    """The path at which something may be typed now."""
    return screen.question.path if screen.question is not None and screen.question.other else None


def _typed(rules: AnyRules, path: str, raw: str) -> Value:
    """What is typed: a whole number, or "7,0,3" where a list of them is asked."""
    assert raw.removeprefix("-").replace(",", "").isdecimal(), f"{path}={raw} is no button, and no number"
    key = path.split(".", 2)[-1] if path.split(".")[1].isdecimal() else path.partition(".")[2]
    kinds = {each.kind for each in rules.asks() if each.key == key}
    return tuple(map(int, raw.split(","))) if "numbers" in kinds else int(raw)


def _shown(screen: Screen) -> str:
    offers = [f"{offer.path}={offer.value}" for offer in buttons(screen)]
    return f"the screen asks {sentence(screen.title)!r} and offers {offers}"
