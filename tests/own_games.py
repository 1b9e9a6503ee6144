"""Games that a group has made out of any game, for tests: started from a recipe that comes with the app."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.games import AnyGame
from scorekeeper.models import Game, Membership
from scorekeeper.recording.own_games.reading import blank_game, supplied
from scorekeeper.recording.setup import writing as setup_writing
from tests.cast import Phone, new_game

UNO, YAHTZEE, SCRABBLE, SKYJO = (f"any_game:{name}" for name in ("uno", "yahtzee", "scrabble", "skyjo"))
DARTS = "any_game:darts-501"
ROUNDS = {
    "rows": "rounds",
    "ends": "hand",
    "sum": "free",
    "sides": "alone",
    "bids": "none",
    "buttons": None,
    "fewest": 1,
    "most": 10,
}
"""Options that make any recipe a game of plain rounds."""

OWN_GAME = {"name": "Farkle", "picture": "round"}
OWN_GAME |= {"option_wins": "most", "option_ends": "target", "option_target": "10000"}
"""The first answers about a game that a group makes."""


def start_own(by: Membership, slug: str, players: int = 4, **options: Any) -> Game:
    """Start a game from one of the app's own recipes, with these options changed."""
    rules = supplied()[slug].rules
    new = new_game(by.group, players, rules=rules, options=vars_of(rules) | options)
    return setup_writing.start_game(group=by.group, new=new, by=by)


def made_own(slug: str, **options: Any) -> AnyGame:
    """Return one of the app's own recipes with these options changed, as a group makes it its own."""
    return blank_game().made(replace(supplied()[slug].rules.house_rules, **options))


def vars_of(rules: Any) -> dict[str, Any]:
    """Return the options of a recipe."""
    return {name: getattr(rules.house_rules, name) for name in rules.house_rules.__slots__}


def round_of(points: Sequence[int | None], winner: int | None = None) -> dict[str, Any]:
    """Return the answers of a round: everybody's points by seat, where None is nobody's, and who won it."""
    answers = {} if winner is None else {"hand.winner": winner}
    return answers | {f"players.{seat}.points": value for seat, value in enumerate(points) if value is not None}


def play_own(game: Game, *hands: Mapping[str, Any], by: Membership) -> Game:
    """Record hands, each given as answers by path."""
    for answers in hands:
        phone = Phone(game, by, None)
        phone.put(answers.items())
        phone.save(anyway=True)
    return game
