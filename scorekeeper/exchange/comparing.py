"""What a file itself says its hands are worth, beside what the rules say: a note where they disagree, never more."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _, ngettext

from scorekeeper.exchange.reading import inside
from scorekeeper.exchange.values import Node
from scorekeeper.rules.sheet import Outcome, Sheet
from scorekeeper.rules.words import Half
from scorekeeper.text import NameRefused, clean_name, half_points, plain, series

Number = int | float


def number(half: Half) -> Number:
    """Half points as a number of JSON: 6.5, and 7 without a point."""
    return half / 2 if half % 2 else half // 2


def labels(sheet: Sheet[Any, Any]) -> dict[str, str]:
    """Return what each column is called in a file."""
    return {column.key: plain(column.label) for column in sheet.columns}


def winners(sheet: Sheet[Any, Any], outcome: Outcome | None) -> list[str]:
    """Return what the columns that won are called in a file, in column order."""
    return [name for key, name in labels(sheet).items() if outcome and key in outcome.winners]


def compare_result(node: Node, sheet: Sheet[Any, Any]) -> None:
    """Note where the result of a hand is not what the rules say. The sheet ends with that hand."""
    _compare(node, "result", {"points": sheet.hands[-1].points, "totals": sheet.totals}, sheet, [])


def compare_outcome(node: Node, sheet: Sheet[Any, Any], outcome: Outcome | None) -> None:
    """Note where the outcome that a game claims is not what the rules say."""
    found, claimed, ours = [], node.get("outcome"), winners(sheet, outcome)
    theirs = claimed.get("winners") if isinstance(claimed, dict) else None
    if outcome is None:
        found.append(_("the game is not over"))
    elif theirs is not None and not (isinstance(theirs, list) and sorted(map(_key, theirs)) == sorted(ours)):
        won = ngettext("the winner is {names}", "the winners are {names}", len(ours)).format(names=series(ours))
        found.append(won if ours else _("nobody won"))
    _compare(node, "outcome", {"totals": sheet.totals}, sheet, found)


def _compare(
    node: Node, key: str, ours: Mapping[str, Mapping[str, Half]], sheet: Sheet[Any, Any], found: list[str]
) -> None:
    claimed = node.get(key)
    if claimed is None:
        return
    if not isinstance(claimed, dict):
        found.append(_("this is no object"))
        claimed = {}
    for kind, values in ours.items():
        if (theirs := claimed.get(kind)) is not None:
            found += _differences(kind, theirs, {name: values[column] for column, name in labels(sheet).items()})
    if found:
        text = _("By the rules: {differences}.").format(differences="; ".join(found))
        node.report.add("note", inside(node.place, key), text)


def _differences(kind: str, theirs: Any, ours: Mapping[str, Half]) -> list[str]:
    """What differs, as "points of Ann 28". A column that the file leaves out is not compared."""
    words = {"points": _("points of {name} {half}"), "totals": _("total of {name} {half}")}[kind]
    if not isinstance(theirs, dict):
        return [_("“{kind}” is no object").format(kind=kind)]
    named = {_key(key): value for key, value in theirs.items()}
    wrong = []
    for name, half in ours.items():
        value = named.get(name, number(half))
        if isinstance(value, bool) or value != number(half):
            wrong.append(words.format(name=name, half=half_points(half)))
    unknown = [_("there is no column {name}").format(name=name) for name in named if name not in ours]
    return wrong + unknown[:3]


def _key(name: Any) -> str:
    """A column's name as it is kept; a side's is made of several names, each as long as a name may be."""
    try:
        return " & ".join(clean_name(part) for part in name.split(" & "))
    except (NameRefused, AttributeError):
        return repr(name)[:40]
