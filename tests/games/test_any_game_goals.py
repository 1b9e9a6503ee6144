"""What a player needs in Another game: each figure is tried out on random sheets, with a point more or less."""

import re
from collections import Counter
from random import Random

import pytest

from scorekeeper.formats.language import plain
from scorekeeper.games.any_game import ANY_GAME, Options
from scorekeeper.games.any_game.hand import is_new, taking_part
from scorekeeper.rules.declaration import settled
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import Table, ranks
from tests import needing
from tests.games.contract import random_hand
from tests.games.notations import AnyGame
from tests.games.random_any_games import random_game

GAMES, MOST_HANDS, MOST_TRIES = 300, 6, 20
LAST_ROUNDS = {"rows": "rounds", "bids": "none", "sum": "free", "ends": "rounds", "phases": 0, "out": None}
KINDS = {
    "exactly": r"\d+ exactly, to reach −?\d+",
    "reaches": r"\d+ more to reach −?\d+",
    "ends": r"\d+ more to reach −?\d+ \(which ends the game\)",
    "more": r"\d+ more than (?P<other>.+), to get ahead \(in this round\)",
    "fewer": r"\d+ fewer than (?P<other>.+), to get ahead \(in this round\)",
    "least": r"−?\d+ at least, to be ahead of (?P<other>.+) \(in this round\)",
    "most": r"−?\d+ at most, to be ahead of (?P<other>.+) \(in this round\)",
    "never": r"\d+ behind (?P<other>.+) \(too many for this round\)",
    "caught by more": r"\d+ more than .+, and (?P<other>.+?) catch(es)? up \(in this round\)",
    "caught by fewer": r"\d+ fewer than .+, and (?P<other>.+?) catch(es)? up \(in this round\)",
}
TO_TARGET = {"exactly", "ends", "reaches"}


class Position:
    """A sheet, a hand that could be recorded next, and what has been typed of it."""

    def __init__(self, game, sheet, entry, typed):
        self.game, self.sheet, self.entry, self.typed = game, sheet, entry, typed
        self.rules, self.options, self.dealer = game.rules, settled(sheet.table.options), game.rules.dealer(sheet)
        totals = (total // 2 for hand in sheet.hands for total in hand.totals.values())
        reached = [self.options.reaches(total, self.options.target) for total in totals]
        self.in_last_turns = self.options.last_turn and not self.options.exact and any(reached)
        self.by_side = bool(game.rules.sides(sheet.table)) and self.options.rows != "turns"

    def needs(self, column):
        screen = self.game.type(self.sheet, self.dealer, self.typed)
        return [*map(needing.said, self.game.needs(screen, column))]

    def path(self, column):
        """Return where a column's points are typed, or in a game of turns those of whoever's turn it is."""
        if self.by_side:
            return f"sides.{column.key.removeprefix('side')}.points"
        seat = next((seat for seat in column.seats if seat in self.rules.seats(self.sheet)), column.seats[0])
        return f"players.{seat}.points"

    def record(self, numbers):
        """Record the hand, with these numbers instead of those of certain columns."""
        answers = answers_from_entry(self.entry)
        answers |= {self.path(column): number for column, number in numbers}
        return self.rules.record(self.sheet, self.dealer, self.rules.entry_from(answers, self.sheet.table))

    def is_there(self, column):
        there = taking_part(self.sheet)
        return all(seat in there and not is_new(self.sheet, seat) for seat in column.seats)

    def check(self, column):
        """Check all that is said about a column, and yield the kinds of these needs."""
        needs = self.needs(column)
        for words in needs:
            kind, match = next((kind, match) for kind, rule in KINDS.items() if (match := re.fullmatch(rule, words)))
            numbers = [int(number.replace("−", "-")) for number in re.findall(r"−?\d+", words)]
            if kind in TO_TARGET:
                self.check_target(kind, column, *numbers)
            else:
                other = next(other for other in self.sheet.columns if plain(other.label) == match["other"])
                check = self.check_last_turn if self.in_last_turns else self.check_passing
                check(kind, column, other, numbers)
            yield kind
        if self.path(column) in self.typed:
            assert needs == []
        elif self.in_last_turns:
            assert len(needs) <= 1
        elif self.options.ends_at_target and self.is_there(column) and not self.is_known(column):
            is_short = not self.options.reaches(self.sheet.totals[column.key] // 2, self.options.target)
            assert len(needs) == is_short, needs
        elif not self.typed:
            assert len(needs) == len(self.rivals(column)), (needs, self.options)

    def is_known(self, column):
        """Return whether somebody else has won a round in which only they score."""
        winner = self.typed.get("hand.winner")
        return self.options.one_scores and winner is not None and winner not in column.seats

    def rivals(self, column):
        """Return whom a column is compared with: whoever is next above it and whoever leads, or is next below."""
        plain = all(getattr(self.options, name) == value for name, value in LAST_ROUNDS.items())
        is_last = plain and len(self.sheet.hands) + 1 >= self.options.rounds and self.rules.has_winner
        if not is_last or not all(map(self.is_there, self.sheet.columns)):
            return set()
        ranking = self.rules.ranking(self.sheet)
        above = list(ranking[: next(at for at, tied in enumerate(ranking) if column.key in tied)])
        return {tied for tied in (above[:1] + above[-1:] or list(ranking[1:2])) if len(tied) == 1}

    def check_target(self, kind, column, away, target):
        total = self.sheet.totals[column.key] // 2
        assert total + (-away if self.options.counts_down else away) == self.options.target == target
        if self.options.bidding or self.options.names_winner or not {*column.seats} & {*self.rules.seats(self.sheet)}:
            return
        enough, *others = (self.record([(column, away + more)]) for more in (0, -1, *[1] * (kind == "exactly")))
        assert self.options.reaches(enough.totals[column.key] // 2, target)
        assert not any(self.options.reaches(after.totals[column.key] // 2, target) for after in others)
        if kind == "ends":
            assert enough.outcome is not None

    def check_last_turn(self, kind, column, other, numbers):
        """Check what puts whoever has the turn ahead; the others have theirs later."""
        low, (by,) = self.rules.low_wins, numbers

        def is_ahead(own):
            after = self.record([(column, own)])
            mine, theirs = (after.totals[each.key] for each in (column, other))
            return mine < theirs if low else mine > theirs

        if not {*column.seats} & {*self.rules.seats(self.sheet)}:
            return
        if kind == "never":
            assert by == (self.sheet.totals[column.key] - self.sheet.totals[other.key]) // 2
            assert not is_ahead(0)
        else:
            assert is_ahead(by)
            assert not is_ahead(by + (1 if kind == "most" else -1))

    def check_passing(self, kind, column, other, numbers):
        def is_ahead(own, others=None):
            given = [(column, own)] + ([] if others is None else [(other, others)])
            after = self.record(given)
            mine, theirs = (after.totals[each.key] for each in (column, other))
            place = ranks(after.outcome.ranking if after.outcome else self.rules.ranking(after))
            better = mine < theirs if self.rules.low_wins else mine > theirs
            assert after.outcome is not None or self.options.plays_on
            # If the game goes on after a tie, whoever leaves then ranks last.
            assert (place[column.key] < place[other.key]) == better or (after.outcome is None and self.options.left)
            return better

        assert (self.path(other) in self.typed) == (kind in ("least", "most", "never"))
        by = numbers[0]
        match kind:
            case "more" | "fewer":
                assert by - 1 == abs(self.sheet.totals[column.key] - self.sheet.totals[other.key]) // 2
                pairs = [((number + by, number), (number + by - 1, number)) for number in (0, 9)]
                if kind == "fewer":
                    pairs = [((number, number + by), (number, number + by - 1)) for number in (0, 9)]
                assert all(is_ahead(*enough) and not is_ahead(*short) for enough, short in pairs)
            case "least":
                assert is_ahead(by)
                assert not is_ahead(by - 1)
            case "most":
                assert is_ahead(by)
                assert not is_ahead(by + 1)
            case "never":
                assert not is_ahead(0)
                assert by == (self.sheet.totals[column.key] - self.sheet.totals[other.key]) // 2
                assert not self.options.allows_negative
            case "caught by more":
                assert is_ahead(9, 9 + by - 1)
                assert not is_ahead(9, 9 + by)
            case "caught by fewer":
                assert is_ahead(9 + by - 1, 9)
                assert not is_ahead(9 + by, 9)


def random_entry(game, sheet, rng):
    """Return a hand that the rules accept, with other points than those that have buttons if possible, or None."""
    for _try in range(MOST_TRIES):
        entry, wrong = random_hand(game, sheet, rng)
        if wrong:
            continue
        answers, low = answers_from_entry(entry), -5 if sheet.table.options.allows_negative else 0
        numbers = {path: rng.randint(low, 12) for path in answers if path.endswith(".points")}
        other = game.rules.entry_from(answers | numbers, sheet.table)
        return entry if list(game.rules.problems(sheet, game.rules.dealer(sheet), other)) else other
    return None


def positions(rng, *, last_rounds):
    """Yield positions of a random game that the rules don't refuse, or of one with few and plain rounds."""
    drawn = random_game(rng)
    options = {key: tuple(value) if isinstance(value, list) else value for key, value in drawn["options"].items()}
    if last_rounds:
        options |= {**LAST_ROUNDS, "rounds": rng.randint(1, 3), "wins": rng.choice(("most", "least"))}
    table = Table(names=tuple(drawn["players"]), options=Options(**options), first_dealer=0)
    game = ANY_GAME.made(table.options)
    if game.rules.refuse_table(table) is not None or len(table.names) not in game.rules.players:
        return
    sheet = game.rules.blank(table)
    while sheet.outcome is None and len(sheet.hands) < MOST_HANDS and game.type(sheet, game.rules.dealer(sheet)).steps:
        entry = random_entry(game, sheet, rng)
        if entry is None:
            return
        answers = answers_from_entry(entry)
        yield Position(game, sheet, entry, {})
        for count in (min(1, len(answers)), rng.randint(0, len(answers))):
            yield Position(game, sheet, entry, dict(rng.sample([*answers.items()], count)))
        sheet = game.rules.record(sheet, game.rules.dealer(sheet), entry)


@pytest.mark.parametrize(
    ("last_rounds", "kinds"), [(False, {*TO_TARGET, "least", "most"}), (True, {*KINDS} - TO_TARGET)]
)
def test_every_figure_is_true_and_no_smaller_one_does(last_rounds, kinds):
    rng, said = Random(36), Counter()
    for _game in range(GAMES):
        for position in positions(rng, last_rounds=last_rounds):
            for column in position.sheet.columns if position.game.needs else ():
                said.update(position.check(column))
    assert {*said} >= kinds


LAST = {"ends": "rounds", "rounds": "2"}
LAST_TURN = {"rows": "turns", "ends": "target", "last_turn": "true"}
PARTNERS = {"players": "4", "sides": "partners", "ends": "target"}


@pytest.mark.parametrize(
    ("options", "before", "taps", "needed"),
    [
        pytest.param(
            {"ends": "target", "target": "50"},
            "16 4 9",
            "A.points=7",
            ["46 more to reach 50", "41 more to reach 50"],
            id="a target that wins, and it’s known what Ann scores",
        ),
        pytest.param(
            {**PARTNERS, "target": "50"},
            "16 4",
            "",
            ["34 more to reach 50", "46 more to reach 50"],
            id="sides",
        ),
        pytest.param(
            {**PARTNERS, "past": "stays", "start": "20", "target": "-1", "wins": "least"},
            "16 4",
            "",
            ["5 exactly, to reach −1", "17 exactly, to reach −1"],
            id="counting down to an exact number",
        ),
        pytest.param(
            {"ends": "target", "wins": "least", "target": "50", "players": "1"},
            "38",
            "",
            ["12 more to reach 50 (which ends the game)"],
            id="a target that ends the game and doesn’t win it",
        ),
        pytest.param(
            {"ends": "target", "wins": "least", "target": "50", "players": "1", "ties": "play_on"},
            "38",
            "",
            ["12 more to reach 50"],
            id="a tie would be played on",
        ),
        pytest.param(
            {**LAST_TURN, "target": "50"},
            "points 16 - -; points - 55 -",
            "",
            ["40 at least, to be ahead of Bob (in this round)", "56 at least, to be ahead of Bob (in this round)"],
            id="a last turn for the others",
        ),
        pytest.param(
            {**LAST_TURN, "target": "50", "wins": "least"},
            "points 16 - -; points - 55 -",
            "",
            ["38 at most, to be ahead of Bob (in this round)", "54 at most, to be ahead of Bob (in this round)"],
            id="a last turn, and the fewest points win",
        ),
        pytest.param(
            {**LAST_TURN, "target": "50", "wins": "least"},
            "points 40 - -; points - 55 -; points - - 20",
            "",
            ["20 behind Cy (too many for this round)"],
            id="a last turn that is in vain",
        ),
        pytest.param(
            {**LAST_TURN, "target": "50", "wins": "least", "left": "0 3 0"},
            "points 16 - -; points - 55 -",
            "",
            [],
            id="nobody is compared with who has left",
        ),
        pytest.param(
            {**LAST_TURN, "start": "50", "target": "0", "wins": "least"},
            "points 16 - -; points - 50 -",
            "",
            ["35 at least, to be ahead of Bob (in this round)", "51 at least, to be ahead of Bob (in this round)"],
            id="a last turn, counting down",
        ),
        pytest.param(
            {**LAST_TURN, "target": "50", "past": "stays"},
            "points 16 - -; points - 50 -",
            "",
            ["34 exactly, to reach 50", "50 exactly, to reach 50"],
            id="nobody gets ahead of who has exactly the target",
        ),
        pytest.param(
            {**LAST_TURN, "target": "50"},
            "points 16 - -; points - 35 -; points - - 55; points 1 - -",
            "",
            ["21 at least, to be ahead of Cy (in this round)"],
            id="whoever had the last turn has no other",
        ),
        pytest.param(
            {**LAST_TURN, "target": "50", "ties": "play_on"},
            "points 16 - -; points - 55 -; points - - 55; points 1 - -",
            "",
            [],
            id="a tie is played on after the last turns",
        ),
        pytest.param({**LAST_TURN, "wins": "nobody"}, "points 100 - -", "", [], id="a last turn, and nobody wins"),
        pytest.param(
            {"ends": "target", "target": "13", "sum": "one"},
            "winner Ann, points 6 - -",
            "winner=1",
            ["13 more to reach 13"],
            id="it’s known who scores nothing",
        ),
        pytest.param({**LAST, "sum": "one"}, "winner Ann, points 6 - -", "", [], id="only one of them can score"),
        pytest.param(
            LAST,
            "30 10 5",
            "",
            [
                "20 more than Ann, and Bob catches up (in this round)",
                "21 more than Ann, to get ahead (in this round)",
                "6 more than Bob, to get ahead (in this round)",
                "26 more than Ann, to get ahead (in this round)",
            ],
            id="the last round",
        ),
        pytest.param(
            {**LAST, "wins": "least"},
            "10 30 30",
            "A.points=7",
            ["20 behind Ann (too many for this round)", "20 behind Ann (too many for this round)"],
            id="with what is typed, and the fewest points win",
        ),
        pytest.param(
            {**LAST, "wins": "least", "players": "2"},
            "10 30",
            "A.points=21",
            ["0 at most, to be ahead of Ann (in this round)"],
            id="only 0 is enough",
        ),
        pytest.param(
            {**LAST, "players": "2"},
            "10 30",
            "A.points=20",
            ["1 at least, to be ahead of Ann (in this round)"],
            id="only 0 isn’t enough",
        ),
        pytest.param({**LAST, "players": "2"}, "10 30", "A.points=19", [], id="everything is enough"),
        pytest.param(LAST, "30 30 30", "", [], id="nobody is ahead"),
        pytest.param({**LAST, "rounds": "3"}, "30 10 5", "", [], id="not the last round"),
        pytest.param({**LAST, "wins": "nobody"}, "30 10 5", "", [], id="nobody wins"),
        pytest.param({**LAST, "out": "90"}, "30 10 5", "", [], id="players can be out"),
        pytest.param({**LAST, "phases": "2"}, "30 10 5", "", [], id="phases decide"),
        pytest.param({**LAST, "sum": "zero"}, "30 -10 -20", "", [], id="a sum that not every number makes"),
        pytest.param({**LAST, "rows": "turns"}, "points 30 - -", "", [], id="turns"),
        pytest.param({**LAST, "joined": "0 0 3"}, "points 30 10 -", "", [], id="not everyone is there"),
    ],
)
def test_what_is_said(options, before, taps, needed):
    game = AnyGame(**options)
    for hand in before.split("; "):
        game.record(hand)
    screen = game.hand(taps)
    assert [needing.said(need) for column in game.sheet.columns for need in ANY_GAME.needs(screen, column)] == needed


def test_a_game_that_can_never_say_anything_offers_nothing():
    assert ANY_GAME.made(Options(name="Catan", ends="hand")).needs is None
    assert ANY_GAME.made(Options(name="Table tennis", ends="target", rows="tally")).needs is None
    assert ANY_GAME.made(Options(name="Uno", ends="target")).needs is not None
