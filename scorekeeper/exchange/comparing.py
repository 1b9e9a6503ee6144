"""What a file itself says its hands are worth, beside what the rules say: a note where they disagree, never more."""

from __future__ import annotations

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
    """What each column is called in a file."""
    return {column.key: plain(column.label) for column in sheet.columns}


def compare_result(node: Node, sheet: Sheet[Any, Any]) -> None:
    """Note where the result of a hand is not what the rules say. The sheet ends with that hand."""
    claimed = node.get("result")
    if claimed is None:
        return
    ours = {"points": sheet.hands[-1].points, "totals": sheet.totals}
    _compare(node, "result", claimed, ours, sheet, [])


def compare_outcome(node: Node, sheet: Sheet[Any, Any], outcome: Outcome | None) -> None:
    """Note where the outcome that a game claims is not what the rules say."""
    claimed = node.get("outcome")
    if claimed is None:
        return
    found = []
    named = labels(sheet)
    winners = [named[key] for key in named if outcome and key in outcome.winners]
    if outcome is None:
        found.append(_("the game is not over"))
    elif isinstance(claimed, dict) and claimed.get("winners") is not None and not _same(claimed["winners"], winners):
        won = ngettext("the winner is {names}", "the winners are {names}", len(winners)).format(names=series(winners))
        found.append(won if winners else _("nobody won"))
    _compare(node, "outcome", claimed, {"totals": sheet.totals}, sheet, found)


def _same(claimed: Any, winners: list[str]) -> bool:
    if not isinstance(claimed, list):
        return False
    return sorted(map(_key, claimed)) == sorted(winners)


def _compare(
    node: Node,
    key: str,
    claimed: Any,
    ours: Mapping[str, Mapping[str, Half]],
    sheet: Sheet[Any, Any],
    found: list[str],
) -> None:
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
    wrong = [
        words.format(name=name, half=half_points(half)) for name, half in ours.items() if _wrong(named, name, half)
    ]
    unknown = [_("there is no column {name}").format(name=name) for name in named if name not in ours]
    return wrong + unknown[:3]


def _wrong(named: Mapping[str, Any], name: str, half: Half) -> bool:
    if name not in named:
        return False
    value = named[name]
    return isinstance(value, bool) or value != number(half)


def _key(name: Any) -> str:
    """A column's name as it is kept; a side's is made of several names, each as long as a name may be."""
    try:
        return " & ".join(clean_name(part) for part in name.split(" & "))
    except (NameRefused, AttributeError):
        return repr(name)[:40]
