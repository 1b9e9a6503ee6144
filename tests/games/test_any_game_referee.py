"""Another game scores and ends random games as a referee does who has read only its rules.

For a longer run, use `pytest --full tests/games/test_any_game_referee.py`.
"""

import json
from collections import Counter
from functools import cache
from random import Random

import pytest

from scorekeeper.formats.sheets import GameFile
from scorekeeper.games.any_game import ANY_GAME, Options
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Table
from tests.any_game_options import DEFAULTS, cannot_be_played_by, contradicts_itself, pairs_of
from tests.any_game_referee import Referee
from tests.games.random_any_games import full_options, random_game, random_hand

MOST_HANDS = 25
GAMES, FULL = 500, 5000
PARTS = 10
OFTEN = 10  # Each two options that can matter together are drawn together as often as that.
CANDIDATES = 20


class App:
    """The app's answers about a game, for which it gets options and hands as they are written in a file."""

    def __init__(self, game):
        options = {key: tuple(value) if isinstance(value, list) else value for key, value in game["options"].items()}
        names = tuple(game["players"])
        self.table = Table(names=names, options=Options(**options), first_dealer=names.index(game["first_dealer"]))
        self.rules = ANY_GAME.rules.for_options(self.table.options)
        self.sheet, self.won = self.rules.blank(self.table), tuple(game.get("won", ()))

    @property
    def refusal(self):
        """How these options or players are refused: an error, a warning where they are only still read, or None."""
        problem = self.rules.refuse_table(self.table)
        return "error" if len(self.table.names) not in self.rules.players else problem and problem.level

    def read(self, hand):
        """Return a hand's dealer and its entry."""
        seat = self.table.names.index
        answers = {f"hand.{key}": value for key, value in hand["hand"].items() if key != "sides"}
        if "winner" in hand["hand"]:
            answers["hand.winner"] = seat(hand["hand"]["winner"])
        for side, given in enumerate(hand["hand"].get("sides", ())):
            answers |= {f"sides.{side}.{key}": value for key, value in given.items()}
        for name, given in hand["players"].items():
            answers |= {f"players.{seat(name)}.{key}": value for key, value in given.items()}
        dealer = seat(hand["dealer"]) if "dealer" in hand else self.rules.dealer(self.sheet)
        return dealer, self.rules.entry_from(answers, self.table)

    def verdict(self, hand):
        """Return whether a hand is refused or warned about."""
        dealer, entry = self.read(hand)
        levels = {problem.level for problem in self.rules.problems(self.sheet, dealer, entry)}
        if "error" in levels or self.rules.refuse_dealer(self.sheet, dealer) is not None:
            return "refused"
        return "warned about" if levels else "fine"

    def record(self, hand):
        """Add a hand."""
        self.sheet = self.rules.record(self.sheet, *self.read(hand))

    def said(self, stopped):
        """Return who has won, and the ranking, by the table's word, if the game is over or stopped early."""
        options, replay = options_record(self.table.options), Replay(rules=self.rules, sheet=self.sheet)
        of_table = {"names": self.table.names, "options": options, "first_dealer": self.table.first_dealer}
        game = GameFile(card_game=ANY_GAME, hands=(), known=replay, stopped=stopped, won=self.won, **of_table)
        outcome = game.outcome
        ranking = outcome.ranking if outcome and self.rules.has_winner else ()
        return outcome and (sorted(outcome.winners), [sorted(tied) for tied in ranking])

    def state(self):
        """Return all that can be seen between two hands."""
        rules, sheet = self.rules, self.sheet
        over, wins = sheet.outcome, rules.has_winner
        leads = rules.stopped(sheet, "leader_wins")
        return {
            "totals": {key: total / 2 for key, total in sheet.totals.items() if rules.way != "won"},
            "said": [self.said(stopped) for stopped in ("", *(["no_winner"] if rules.way != "won" else []))],
            "over": over is not None,
            "winners": sorted(over.winners) if over else [],
            "ranking": [sorted(tied) for tied in (over.ranking if over else rules.ranking(sheet))] if wins else [],
            "taking part": sorted(rules.seats(sheet)) if not over else [],
            "dealer": rules.dealer(sheet) if rules.has_dealer and not over and rules.seats(sheet) else None,
            "leads": sorted(leads.winners) if wins and not over else [],
            "stopped without a winner": list(rules.stopped(sheet, "no_winner").winners),
        }


def expected(referee, won):
    """Return what the referee expects to be seen."""
    over, wins = referee.over, referee.options["wins"] != "nobody"
    just_won = referee.options["rows"] == "won"
    return {
        "totals": referee.totals if not just_won else {},
        "said": [referee.said(won, stopped=stopped) for stopped in ((False,) if just_won else (False, True))],
        "over": over,
        "winners": sorted(referee.winners),
        "ranking": [sorted(tied) for tied in referee.ranking] if wins else [],
        "taking part": referee.taking_part() if not over else [],
        "dealer": referee.dealer() if referee.options["dealer"] and not over and referee.taking_part() else None,
        "leads": sorted(referee.ranking[0]) if wins and not over else [],
        "stopped without a winner": [],
    }


def difference(game, next_hand):
    """Return the first difference between the app and the referee, and the game up to there, or None."""
    app, referee = App(game), Referee(game["options"], game["players"], game["first_dealer"])
    hands, asked = [], None

    def found(theirs, ours):
        return {"referee": theirs, "app": ours, "game": {**game, "hands": [*hands, *([asked] if asked else [])]}}

    while True:
        seen, right = app.state(), expected(referee, game.get("won", ()))
        wrong = [key for key in right if seen[key] != right[key]]
        if wrong:
            return found({key: right[key] for key in wrong}, {key: seen[key] for key in wrong})
        asked = next_hand(referee) if referee.taking_part() and not referee.over else None
        if asked is None:
            return None
        theirs, ours = referee.verdict(asked), app.verdict(asked)
        if theirs != ours:
            return found(theirs, ours)
        if theirs != "refused":
            app.record(asked)
            referee.record(asked)
            hands.append(asked)
            asked = None


def drawn(rng, seed):
    """Return a game that can be played."""
    game = random_game(rng)
    while App(game).refusal == "error":
        game = random_game(rng)
    said = with_word(game, seed)
    return said if App(said).refusal != "error" else {**said, "options": game["options"]}


def rarity(game, met):
    """Return how rare the options are that meet in a game, as long as they haven't met often."""
    return sum(max(OFTEN - met[pair], 0) ** 2 for pair in pairs_of(game["options"]))


@cache
def drawn_games(count):
    """Return so many games: of several drawn for each, the one in which most options meet that rarely did so far."""
    met, games = Counter(), []
    for seed in range(count):
        rng = Random(seed)
        candidates = [drawn(rng, seed) for _candidate in range(CANDIDATES)]
        games.append(max(candidates, key=lambda game: rarity(game, met)))
        met.update(pairs_of(games[-1]["options"]))
    return games


def drawn_hands(seed):
    """Return what draws the hands of a game."""
    rng, left = Random(f"hands {seed}"), iter(range(MOST_HANDS))
    return lambda referee: random_hand(rng, referee) if next(left, None) is not None else None


def with_word(game, seed):
    """Return a game of which the table says who won; of some, nothing else is written down."""
    rng = Random(f"who won {seed}")
    won = sorted(rng.sample(range(len(game["players"])), rng.randint(0, min(2, len(game["players"])))))
    just_won = {"rows": "won", "sides": rng.choice(("alone", "together"))} if rng.random() < 0.08 else {}
    just_won |= {"sides": "together"} if rng.random() < 0.02 else {}
    return {**game, "won": won, "options": game["options"] | just_won}


def compare(games):
    """Fail with the first of these games, by seed, in which the app and the referee differ."""
    for seed, game in games:
        found = difference(game, drawn_hands(seed))
        if found is not None:
            pytest.fail("\n".join([f"seed {seed}", *(f"{key}: {json.dumps(found[key])}" for key in found)]))


def test_random_options_are_refused_if_they_contradict_each_other(full):
    for seed in range(FULL if full else GAMES):
        game = with_word(random_game(Random(seed)), seed)
        app = App(game)
        options, players = game["options"], len(game["players"])
        refused = app.rules.refuse_options(app.table.options) is not None
        assert refused == contradicts_itself(options), json.dumps(options)
        assert (app.refusal is not None) == (refused or cannot_be_played_by(options, players)), json.dumps(
            (options, players)
        )


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games(part, full):
    compare([*enumerate(drawn_games(FULL if full else GAMES))][part::PARTS])


def test_each_two_options_meet_that_can_matter_together():
    """What can't isn't listed here, but follows from RULES.md."""
    possible = set()
    for options in full_options():
        if not contradicts_itself(options) and not all(cannot_be_played_by(options, count) for count in (3, 4)):
            possible |= pairs_of(options)
    assert {key for pair in possible for key in pair} == {*DEFAULTS} - {"joined", "joined_with", "left"}
    met = Counter(pair for game in drawn_games(GAMES) for pair in pairs_of(game["options"]))
    assert {*met} <= possible
    assert {pair: met[pair] for pair in sorted(possible) if met[pair] < OFTEN} == {}
