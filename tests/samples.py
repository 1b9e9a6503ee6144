"""A whole short game of every game, from the tests of its rules: what pages and browsers are tried with.

A test module of rules has a `SAMPLE` of (names, options, the taps of each hand, winners), or a mapping of such by slug
where it is about several games. The last seat deals first; the taps are those of `tests.games.typing`.
"""

from __future__ import annotations

import importlib
import uuid
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from scorekeeper.games import all_games
from scorekeeper.models import Game, Membership
from scorekeeper.rules.declaration import Value
from scorekeeper.services import games, people
from tests.cast import Phone
from tests.games.typing import type_hand

Sample = tuple[Sequence[str], dict[str, Value], Sequence[Sequence[str]], Sequence[str]]
FOLDER = Path(__file__).parent / "games"


@cache
def _found() -> dict[str, Sample]:
    """Every sample by slug. Imported when first asked for: few of those who play one need it to be collected."""
    importlib.import_module("tests.examples")  # before the tests of rules, which say how many examples they want
    found: dict[str, Sample] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        if "\nSAMPLE" in path.read_text(encoding="utf-8"):
            module = importlib.import_module(f"tests.games.{path.stem}")
            found |= module.SAMPLE if isinstance(module.SAMPLE, dict) else {module.RULES.slug: module.SAMPLE}
    return found


def __getattr__(name: str) -> dict[str, Sample]:
    if name == "SAMPLES":
        return _found()
    raise AttributeError(name)


def start_sample(slug: str, by: Membership) -> Game:
    """The sample game of these rules, before its first hand."""
    names, options, _hands, _winners = _found()[slug]
    new = games.NewGame(
        uid=uuid.uuid4(),
        rules=all_games()[slug].rules,
        players=tuple(people.add_player(group=by.group, name=name).pk for name in names),
        first_dealer=len(names) - 1,
        options=options,
    )
    return games.start_game(group=by.group, new=new, by=by)


def type_taps(game: Game, taps: Sequence[str], by: Membership) -> Phone:
    """The next hand as if these had been tapped on the screen, one after the other; it is not saved."""
    phone = Phone(game, by, None)
    record, number = phone.page, phone.number
    dealer = record.dealer_of(record.hand(number), number)
    draft, _count = type_hand(record.card_game, record.before(number), dealer, taps)
    phone.put((path, list(value) if isinstance(value, tuple) else value) for path, value in draft.items())
    return phone


def play_sample(slug: str, by: Membership, hands: int | None = None) -> Game:
    """The sample game, or its first hands, recorded."""
    game = start_sample(slug, by)
    for taps in _found()[slug][2][:hands]:
        type_taps(game, taps, by).save()
    return game
