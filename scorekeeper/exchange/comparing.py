"""Compare the results stated in a file with those that the rules produce. FORMAT.md: Comparing results."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _, ngettext

from scorekeeper import limits
from scorekeeper.exchange.reading import inside
from scorekeeper.exchange.values import Node
from scorekeeper.language import NameRefused, clean_name, half_points, isolated, plain, series
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Outcome, Sheet
from scorekeeper.rules.text import Half

Number = int | float


def number(half: Half) -> Number:
    """Convert half points to a number of points for JSON, such as 6.5 or 7 (never 7.0)."""
    return half / 2 if half % 2 else half // 2


def labels(sheet: Sheet[Any, Any]) -> dict[str, str]:
    """Return the names that files use for the columns, by column key."""
    return {column.key: plain(column.label) for column in sheet.columns}


def winners(sheet: Sheet[Any, Any], outcome: Outcome | None) -> list[str]:
    """Return the names that files use for the winning columns, in column order."""
    return [name for key, name in labels(sheet).items() if outcome and key in outcome.winners]


def compare_result(node: Node, replay: Replay[Any, Any]) -> None:
    """Add a note if a file's result disagrees with the rules, for the last hand, which may come after the end."""
    if node.get("result") is not None:
        sheet = replay.sheet
        _compare(node, "result", {"points": replay.hands[-1].points, "totals": sheet.totals}, sheet, [])


def compare_outcome(node: Node, sheet: Sheet[Any, Any], outcome: Outcome | None) -> None:
    """Add a note if a file's outcome for a game disagrees with the rules."""
    claimed = node.get("outcome")
    if claimed is None:
        return
    differences, ours = [], winners(sheet, outcome)
    theirs = claimed.get("winners") if isinstance(claimed, dict) else None
    named = sorted(map(_column_name, theirs)) if isinstance(theirs, list) and len(theirs) == len(ours) else None
    if outcome is None:
        differences.append(_("the game isn’t over"))
    elif theirs is not None and named != sorted(ours):
        won = ngettext("{names} wins", "{names} win", len(ours)).format(names=series([*map(isolated, ours)]))
        differences.append(_("it’s a draw") if outcome.drawn else won if ours else _("nobody wins"))
    _compare(node, "outcome", {"totals": sheet.totals}, sheet, differences)


def _compare(
    node: Node, key: str, ours: Mapping[str, Mapping[str, Half]], sheet: Sheet[Any, Any], differences: list[str]
) -> None:
    """Add any differences in the amounts at `key` to the list, and report the whole list in a single note."""
    claimed, place = node.get(key), inside(node.place, key)
    if not isinstance(claimed, dict):
        node.report.add("note", place, _("Expected an object."))
        return
    words = {"points": _("{half} for {name} in this hand"), "totals": _("{half} for {name} in all")}
    names = labels(sheet)
    for kind, amounts in ours.items():
        theirs = claimed.get(kind)
        if not isinstance(theirs, dict):
            if theirs is not None:
                node.report.add("note", inside(place, kind), _("Expected an object."))
            continue
        # Each difference states the correct amount. Columns that the file leaves out aren't compared.
        given = {_column_name(key): value for key, value in islice(theirs.items(), limits.MOST_COLUMNS)}
        for column, name in names.items():
            half = amounts[column]
            value = given.get(name, number(half))
            if isinstance(value, bool) or value != number(half):
                differences.append(words[kind].format(name=isolated(name), half=half_points(half)))
        unknown = [name for name in given if name not in names.values()]
        differences += [_("there’s no column {name}").format(name=isolated(name)) for name in unknown[:3]]
    if differences:
        node.report.add("note", place, _("By the rules: {differences}.").format(differences="; ".join(differences)))


def _column_name(name: Any) -> str:
    """Return a column's cleaned name. A side's name joins several names, which are cleaned separately."""
    if not isinstance(name, str) or len(name) > limits.LONGEST_KEY:
        return ""
    try:
        return " & ".join(clean_name(part) for part in name.split(" & "))
    except NameRefused:
        return repr(name)[:40]
