"""A short sample of every game, from the text files of its folder, for testing pages with and without a browser.

A file's section `sample` has the table's options and the taps of each hand. See `tests.games.worked`.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from functools import cache

from scorekeeper.games import all_games
from scorekeeper.models import Game, Membership
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.rules.declaration import Value, fields_of
from tests.cast import Phone
from tests.games.entering import enter_hand
from tests.games.worked import HERE, NAMES, sections, tap_of, value_of

Sample = tuple[Sequence[str], dict[str, Value], Sequence[Sequence[str]], Sequence[str]]


@cache
def _samples() -> dict[str, Sample]:
    """Return all samples by slug, as names, options, the taps of each hand, and winners. The last seat deals first."""
    found: dict[str, Sample] = {}
    for path in sorted(HERE.glob("*/sample.txt")):
        for section in sections(path):
            slug, *hands, end = section.options.pop("game", path.parent.name), *section.rows
            names = NAMES[: int(section.options.pop("players"))]
            known = {option.name: option for option in fields_of(all_games()[slug].rules.options)}
            options = {key: value_of(known[key], value) for key, value in section.options.items()}
            winners = end.expected[0].partition(": ")[0].split(", ")[0].split("=")
            found[slug] = (names, options, [list(map(tap_of, hand.given.split())) for hand in hands], winners)
    return found


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
