"""The options and named rows of Another game as its referee reads them: from RULES.md, without the app's code."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, zip_longest
from typing import Any

MOST_COUNTED = 999
WORDS = "wins=most ends=hand rows=rounds categories= past=counts ties=shared sides=alone sum=free bids=none"
NUMBERS = "target=100 rounds=10 start=0 back=0 worth=1 bonus=0 made=0 each=10 over=1 bags=0 penalty=100 nil=0 tricks=0"
MORE = "cards=0 phases=0 fewest=1 most=10"
DEFAULTS: dict[str, Any] = {
    **dict(pair.split("=") for pair in WORDS.split()),
    **{key: int(value) for key, value in (pair.split("=") for pair in f"{NUMBERS} {MORE}".split())},
    **dict.fromkeys(("at_once", "last_turn", "dealer", "all_but_one", "lose", "negative", "add_up"), False),
    **dict.fromkeys(("sums", "buttons", "joined", "joined_with", "left"), ()),
    **dict.fromkeys(("out", "partners_from", "ask_above")),
}
LINE = re.compile(r"(?P<name>.+?) +(?P<sign>[×x*÷/=+]) *(?P<rest>-?\d[-\d ]*(?:from -?\d+|each time)?)")

Options = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Row:
    """A named row that is filled in, and the bonuses that its points count for."""

    sign: str = ""
    numbers: tuple[int, ...] = ()
    section: int = 0

    def allows(self, number: int, *, negative: bool) -> bool:
        """Return whether this number can be recorded here."""
        if not self.sign or (self.sign, self.numbers) == ("÷", (1,)):
            return negative or number >= 0
        return 0 <= number <= MOST_COUNTED and (self.sign != "=" or number < len(self.numbers))

    def worth(self, number: int) -> int:
        """Return the points for what is recorded here."""
        if self.sign == "=":
            return self.numbers[number]
        if self.sign == "÷":
            return number // self.numbers[0]
        return number * self.numbers[0] if self.sign else number


def lines_of(text: str) -> list[str]:
    """Return the lines of the option `categories` in which something is written."""
    return list(filter(None, map(str.strip, text.splitlines())))


def rows_of(text: str) -> tuple[list[Row], dict[int, tuple[int, int]]]:
    """Return the rows to fill, and for each section that a bonus ends, its points and from how many they are given."""
    rows, bonuses, section = [], {}, 0
    for line in lines_of(text):
        found = LINE.fullmatch(line)
        sign = {"x": "×", "*": "×", "/": "÷"}.get(found["sign"], found["sign"]) if found else ""
        points, _from, least = found["rest"].partition(" from ") if found and sign == "+" else ("0", "", "")
        if points.endswith("each time"):
            continue
        if int(points):
            bonuses[section] = (int(points), int(least))
            section += 1
        else:
            numbers = tuple(map(int, found["rest"].split())) if found and sign != "+" else ()
            rows.append(Row(sign=sign if numbers else "", numbers=numbers, section=section))
    return rows, bonuses


def beside_of(text: str) -> list[int]:
    """Return what each of the rows brings that are ticked beside a turn."""
    found = [LINE.fullmatch(line) for line in lines_of(text)]
    return [int(line["rest"].split()[0]) for line in found if line and line["rest"].endswith(" each time")]


def in_effect(options: Options) -> dict[str, Any]:
    """Return the options with the defaults of those that don't matter. RULES.md: Options."""
    used = {**DEFAULTS, **{key: value for key, value in options.items() if key in DEFAULTS and value is not None}}

    def unless(matters: bool, *keys: str) -> None:
        if not matters:
            used.update((key, DEFAULTS[key]) for key in keys)

    tally, won = used["rows"] == "tally", used["rows"] == "won"
    unless(not won, "wins", "ends", "start")
    unless(used["rows"] in ("turns", "categories"), "categories")
    full = used["rows"] == "categories" or used["categories"].strip() != ""
    rounds, alone = used["rows"] == "rounds", used["sides"] == "alone"
    unless(not full, "ends")
    with_target = used["ends"] == "target"
    used["down"] = with_target and used["start"] > used["target"]
    reaching_wins = with_target and used["wins"] == ("least" if used["down"] else "most")
    unless(used["rows"] not in ("turns", "tally", "won"), "dealer")
    unless(with_target and (used["rows"] == "turns" or (used["dealer"] and reaching_wins)), "at_once")
    unless(with_target and used["rows"] == "turns" and not used["at_once"], "last_turn")
    unless(with_target, "target")
    unless(reaching_wins and not tally, "past")
    unless(used["past"] == "back", "back")
    unless(used["wins"] != "nobody" and not full and not won, "ties")
    unless(rounds, "bids")
    bids = used["bids"] != "none"
    unless(rounds and not bids, "sum", "sums")
    unless(used["sum"] == "fixed", "sums", "all_but_one")
    gathers = used["sum"] == "winner"
    unless(gathers, "worth", "bonus", "lose")
    unless((rounds and not bids) or (used["rows"] == "turns" and not full), "ask_above")
    unless(bids, "made", "each", "nil", "tricks")
    unless(used["bids"] == "least", "over", "bags")
    unless(used["bags"] > 0, "penalty")
    unless(bids and used["ends"] == "rounds", "cards")
    unless(used["ends"] == "rounds" and not used["cards"], "rounds")
    unless(rounds and not bids and alone and used["sum"] not in ("winner", "one"), "phases")
    unless(alone and not tally and not won, "out")
    unless(used["sides"] == "partners", "partners_from")
    unless(not (bids or gathers or used["sum"] == "zero" or won), "negative")
    used["minus"] = used["negative"] or used["sum"] == "zero"
    unless(not bids and not tally and not won, "buttons")
    unless(used["rows"] == "turns" and not full and bool(used["buttons"]), "add_up")
    return used


def pairs_of(options: Options) -> set[tuple[str, str]]:
    """Return every pair of options that matter and differ from their defaults; who was there doesn’t count."""
    used, apart = in_effect(options), {"joined", "joined_with", "left"}
    unusual = sorted(key for key in DEFAULTS if key not in apart and used[key] != DEFAULTS[key])
    return {*combinations(unusual, 2)}


def contradicts_itself(options: Options) -> bool:
    """Return whether options are refused, whoever plays. RULES.md: Options."""
    used = in_effect(options)
    rows, bonuses = rows_of(used["categories"])
    start, target, down = used["start"], used["target"], used["down"]
    read = [(line, LINE.fullmatch(line)) for line in lines_of(used["categories"])]
    names = [" ".join((line[: found.start("sign")] if found else line).split()).casefold() for line, found in read]
    reached, tally = used["ends"] == "target", used["rows"] == "tally"
    return any(
        (
            not rows and (used["rows"] == "categories" or bool(bonuses)),
            len(set(names)) < len(names),
            reached and start == target,
            used["out"] == start,
            reached and used["out"] is not None and min(start, target) < used["out"] < max(start, target),
            any(found and found["rest"].startswith("0 from ") for _line, found in read),
            reached and used["past"] == "back" and (used["back"] <= target if down else used["back"] >= target),
            used["sum"] == "fixed" and not used["sums"],
            used["most"] < used["fewest"],
            len(beside_of(used["categories"])) > (used["rows"] == "turns"),
            used["sides"] == "partners" and used["most"] < (used["partners_from"] or 4),
            used["sides"] == "partners" and used["sum"] == "winner",
            used["partners_from"] in (5, 7, 9),
            min(used["buttons"], default=0) < 0 and not used["minus"],
            tally and used["ends"] == "rounds",
            used["sides"] == "together" and used["rows"] != "won",
        )
    )


def cannot_be_played_by(options: Options, players: int) -> bool:
    """Return whether options are refused for so many players. RULES.md: Sides; Joining late, leaving early."""
    used = in_effect(options)
    if 0 < used["cards"] < players:
        return True
    partners = used["sides"] == "partners"
    joined, joined_with, left = (used[key] or (0,) * players for key in ("joined", "joined_with", "left"))
    if not used["fewest"] <= players <= used["most"] or (
        partners and players not in (4, 6, 8, 10) and players >= (used["partners_from"] or 0)
    ):
        return True
    if len(joined) % players or len(left) % players or len(joined_with) != players:
        return True
    if partners or used["rows"] in ("tally", "won"):
        return any(joined) or any(left)
    for seat in range(players):
        stays = list(zip_longest(joined[seat::players], left[seat::players], fillvalue=0))
        while len(stays) > 1 and stays[-1] == (0, 0):
            stays.pop()
        times = [time for stay in stays for time in stay][1 if not joined[seat] else 0 :]
        times = times[: len(times) - (not times[-1])] if times else []
        if any(before > after or not before for before, after in pairwise(times)) or (times and not times[-1]):
            return True
    late = [since for since in joined[:players] if since > 1] if used["cards"] else []
    if any(used["cards"] // max(_players_until(row, joined, left, players), 1) < row for row in late):
        return True
    late = [total for since, total in zip(joined, joined_with, strict=False) if since > 1]
    late = [total if used["joined_with"] else used["start"] for total in late]
    return any(_ends_the_game(used, total) for total in late)


def _players_until(row: int, joined: Sequence[int], left: Sequence[int], players: int) -> int:
    """Return how many have taken part in a row up to this one."""
    here = set()
    for at, (since, until) in enumerate(zip_longest(joined, left, fillvalue=0)):
        first = since or (1 if at < players else 0)  # a 0 says nothing of whoever hasn't come back
        if 0 < first <= row and (until == 0 or until > first):
            here.add(at % players)
    return len(here)


def _ends_the_game(used: Mapping[str, Any], total: int) -> bool:
    """Return whether a total is at the target, or out."""
    ends = [used["target"]] if used["ends"] == "target" else []
    ends += [] if used["out"] is None else [used["out"]]
    return any(total <= end if used["start"] > end else total >= end for end in ends)


def points_for_bids(options: Mapping[str, Any], bidders: Sequence[Mapping[str, int]], before: int) -> tuple[int, int]:
    """Return the points for the bids and tricks of a player or of partners, and all their extra tricks so far."""
    nils = [fields for fields in bidders if options["nil"] and fields["bid"] == 0]
    others = [fields for fields in bidders if fields not in nils]
    points = sum(-options["nil"] if fields["tricks"] else options["nil"] for fields in nils)
    extra = sum(fields["tricks"] for fields in nils)
    bid, tricks = (sum(fields[key] for fields in others) for key in ("bid", "tricks"))
    exactly = options["bids"] == "exact"
    if others and (tricks == bid if exactly else tricks >= bid):
        points += options["made"] + bid * options["each"]
        extra += tricks - bid
    elif others:
        points -= options["each"] * (abs(tricks - bid) if exactly else bid)
    if exactly:
        return points, before
    after = before + extra
    penalties = after // options["bags"] - before // options["bags"] if options["bags"] else 0
    return points + extra * options["over"] - penalties * options["penalty"], after
