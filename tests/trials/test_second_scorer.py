"""Random games end as the second scorer says.

Each game records hands, corrects and undoes them, and changes seats and house rules. After each step, the game must
have the second scorer's totals, end and winners. With `--full`, this goes on for ten minutes. A failure names the seed
of its game.
"""

import random
import time
from dataclasses import replace
from fractions import Fraction

import pytest

from scorekeeper.models import Game, Revision, Standing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup.writing import correct_setup
from scorekeeper.web.refusals import NotFound, Refused
from tests.cast import NAMES, Phone, correct, make_cast, play, refresh, start_game
from tests.second_scorer import GNOME, Deal, House, Play, Verdict, judge, taker_of

GAMES, STEPS = 20, 10
FULL = 600
"""How many seconds a full run takes."""
SUMS = {3: (29, 30), 4: (29, 30), 5: (30,)}
GNOMES = ("", "9S", "9H")
STEP_WEIGHTS = {"record": 10, "correct": 4, "undo": 3, "set_up": 2}


class Table:
    """A game, and what the second scorer knows of it."""

    def __init__(self, seed: int, owner) -> None:
        self.chance = chance = random.Random(seed)
        self.owner, self.people = owner, list(NAMES[: chance.randint(3, 5)])
        self.house = House(
            halving=chance.choice(["exact", "gnome", "player"]),
            priority=chance.choice(["above_200", "from_200", "none"]),
            tie=chance.choice(["shared", "play_on"]),
            player_target=chance.choice([20, 40, 60, 90, 200]),
            gnome_target=chance.choice([30, 60, 120, 350]),
        )
        self.lowest = chance.randint(0, 1)
        self.game: Game = start_game(owner, len(self.people), lowest_bid=self.lowest, **self.options)
        self.keys = dict(self.game.seats.values_list("player__name", "player_id"))
        self.deals: dict[int, Deal] = {}
        self.saves: list[tuple[Revision, int, Deal | None]] = []

    @property
    def options(self) -> dict[str, object]:
        """The house rules as the app calls them."""
        options = vars(self.house).copy()
        return options | {"odd_half": options.pop("halving")}

    @property
    def verdict(self) -> Verdict:
        """What the second scorer says about the game."""
        return judge(self.people, [self.deals[hand] for hand in sorted(self.deals)], self.house)

    def compare(self) -> None:
        """Check what is stored against the second scorer."""
        verdict, rows = self.verdict, Standing.objects.filter(game=self.game)
        names = {str(seat): name for seat, name in enumerate(self.people)} | {"gnome": GNOME}
        assert {names[row.column]: Fraction(row.half_points, 2) for row in rows} == verdict.totals
        assert (refresh(self.game).state == Game.State.OVER) is verdict.over
        assert {names[row.column] for row in rows if row.winner} == verdict.winners

    def deal(self) -> Deal:
        """Return a random hand."""
        chance = self.chance
        if chance.random() < 0.1:
            return {name: Play() for name in self.people}
        bids = chance.sample(range(self.lowest, 17), len(self.people))
        silent = {name for name in self.people if chance.random() < 0.35} - {chance.choice(self.people)}
        total = chance.choice(SUMS[len(self.people)])
        cuts = sorted(chance.randint(0, total) for _cut in self.people[1:])
        taken = [high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True)]
        return {
            name: Play(bid=None if name in silent else bid, peeked=chance.random() < 0.3, taken=points)
            for name, bid, points in zip(self.people, bids, taken, strict=True)
        }

    def spoken(self, deal: Deal) -> str:
        """Return a hand as `cast` writes it."""
        if taker_of(deal) is None:
            return "pass"
        plays = [deal[name] for name in self.people]
        bids = " ".join("-" if play.bid is None else str(play.bid) for play in plays)
        peeked = "".join(letter for letter, play in zip("ABCDE", plays, strict=False) if play.peeked)
        gnome = self.chance.choice(GNOMES)
        return f"{bids} | {peeked} | {' '.join(str(play.taken) for play in plays)}" + (f" | {gnome}" if gnome else "")

    def record(self) -> None:
        """Record the next hand, if the game goes on."""
        if not self.verdict.over:
            hand, deal = max(self.deals, default=0) + 1, self.deal()
            (revision,) = play(self.game, self.spoken(deal), by=self.owner, anyway=True)
            self.saves.append((revision, hand, None))
            self.deals[hand] = deal

    def correct(self) -> None:
        """Correct any hand that counts."""
        if self.verdict.counted:
            hand, deal = sorted(self.deals)[self.chance.randrange(self.verdict.counted)], self.deal()
            revision = correct(self.game, hand, self.spoken(deal), self.owner, anyway=True)
            self.saves.append((revision, hand, self.deals[hand]))
            self.deals[hand] = deal

    def undo(self) -> None:
        """Undo the last save, if it can still be undone."""
        if self.saves:
            revision, hand, before = self.saves.pop()
            try:
                Phone(self.game, self.owner, hand).undo(revision)
            except (NotFound, Refused):
                return
            del self.deals[hand]
            if before is not None:
                self.deals[hand] = before

    def set_up(self) -> None:
        """Change the seats and some house rules."""
        self.chance.shuffle(self.people)
        halving, tie = self.chance.choice(["exact", "gnome", "player"]), self.chance.choice(["shared", "play_on"])
        self.house = replace(self.house, halving=halving, tie=tie)
        record = load(refresh(self.game))
        players = tuple(self.keys[name] for name in self.people)
        setting = Setting(players=players, first_dealer=0, options={**record.options, **self.options})
        correct_setup(game=record.game, setting=setting, seen=record.setup, by=self.owner)
        self.saves.clear()


@pytest.mark.django_db
def test_games_end_as_the_second_scorer_says(full):
    began, seed, owner, hands = time.monotonic(), 0, make_cast().owner, 0
    while time.monotonic() - began < FULL if full else seed < GAMES:
        table, steps = Table(seed, owner), []
        for kind in table.chance.choices(list(STEP_WEIGHTS), list(STEP_WEIGHTS.values()), k=STEPS):
            steps.append(kind)
            getattr(table, kind)()
            try:
                table.compare()
            except AssertionError as wrong:
                raise AssertionError(f"seed {seed}, {table.house}, after {steps}: {wrong}") from wrong
        seed, hands = seed + 1, hands + len(table.deals)
    assert hands > seed
