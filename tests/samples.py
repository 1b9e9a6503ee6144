"""A short sample of every game, taken from the tests of its rules, for testing pages with and without a browser.

A game's test module defines `SAMPLE` as (names, options, the taps of each hand, winners) or, if it covers several
games, as a mapping from slug to such tuples. The last seat deals first; taps are written as in `tests.games.entering`.
"""

from __future__ import annotations

import importlib
import uuid
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from scorekeeper.games import all_games
from scorekeeper.models import Game, Membership
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.rules.declaration import Value
from tests.cast import Phone
from tests.games.entering import enter_hand

Sample = tuple[Sequence[str], dict[str, Value], Sequence[Sequence[str]], Sequence[str]]
FOLDER = Path(__file__).parent / "games"


@cache
def _samples() -> dict[str, Sample]:
    """Return all samples by slug. They are imported only on first use, to keep collecting other tests fast."""
    importlib.import_module("tests.examples")  # must come before the games' tests, which set how many examples to run
    samples: dict[str, Sample] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        if "\nSAMPLE" in path.read_text(encoding="utf-8"):
            module = importlib.import_module(f"tests.games.{path.stem}")
            samples |= module.SAMPLE if isinstance(module.SAMPLE, dict) else {module.RULES.slug: module.SAMPLE}
    return samples


def __getattr__(name: str) -> dict[str, Sample]:
    if name == "SAMPLES":
        return _samples()
    raise AttributeError(name)


def start_sample(slug: str, by: Membership) -> Game:
    """Start the sample game for these rules."""
    names, options, _hands, _winners = _samples()[slug]
    new = setup_writing.NewGame(
        uid=uuid.uuid4(),
        rules=all_games()[slug].rules,
        players=tuple(roster_writing.add_player(group=by.group, name=name).pk for name in names),
        first_dealer=len(names) - 1,
        options=options,
    )
    return setup_writing.start_game(group=by.group, new=new, by=by)


def enter_taps(game: Game, taps: Sequence[str], by: Membership) -> Phone:
    """Enter the next hand as if it had been tapped on the screen, without saving it."""
    phone = Phone(game, by, None)
    record, number = phone.page, phone.number
    dealer = record.dealer_of(record.hand(number), number)
    draft, _count = enter_hand(record.card_game, record.before(number), dealer, taps)
    phone.put((path, list(value) if isinstance(value, tuple) else value) for path, value in draft.items())
    return phone


def play_sample(slug: str, by: Membership, hands: int | None = None) -> Game:
    """Record the sample game, or only this many of its hands."""
    game = start_sample(slug, by)
    for taps in _samples()[slug][2][:hands]:
        enter_taps(game, taps, by).save()
    return game
