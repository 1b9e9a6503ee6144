"""Random finished games of every kind, as records without a database, for comparing their stories."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from scorekeeper.games import all_games
from scorekeeper.models import Game
from scorekeeper.recording.game.records import GameRecord, HandRecord
from scorekeeper.rules.declaration import fields_of, options_record
from scorekeeper.rules.sheet import Sheet, Table
from tests.any_game_referee import Referee
from tests.games.contract import random_hand
from tests.games.test_any_game_referee import App, drawn, drawn_hands
from tests.games.worked import NAMES

MOST_HANDS = 16
LOW = {  # small numbers, with which games end; the rest of the options are drawn from all there are
    "lowest_bid": (0, 1),
    "player_target": (40, 90, 140, 200),
    "gnome_target": (60, 90, 140, 200),
    "target": (100, 200, 300),
    "start": (8, 16),
    "out_at": (20, 26),
    "largest": (None, 2, 3, 4),
    "hands": (3, 4, 5, 6, 9),
    "rounds": (3, 4, 5, 6, 9),
    "made": (5, 10),
    "suits": ("", "spades, hearts"),
}


def _options(rng, rules):
    """Return random house rules that aren't refused."""
    while True:
        drawn, draw = {}, rng.random()
        for field in fields_of(rules.options):
            values = [choice.value for choice in field.choices] or [False, True]
            # Each by itself, so that one more changes no other.
            drawn[field.name] = Random(f"{draw} {field.name}").choice(LOW.get(field.name, values))
        options = rules.options(**drawn)
        if rules.refuse_options(options) is None:
            return options


def _legal_hand(card_game, sheet: Sheet, rng: Random):
    """Return a random entry that isn't refused, or None if none is soon found."""
    tries = (random_hand(card_game, sheet, rng) for _try in range(20))
    return next((entry for entry, errors in tries if entry is not None and not errors), None)


def _played(rng, card_game) -> tuple[Table, list]:
    """Return a table and the hands played at it, until the game was over or they had enough."""
    rules, hands = card_game.rules, []
    while True:
        count = rng.choice(rules.players)
        table = Table(names=NAMES[:count], options=_options(rng, rules), first_dealer=rng.randrange(count))
        if rules.refuse_table(table) is None:
            break
    sheet = rules.blank(table)
    while sheet.outcome is None and len(hands) < MOST_HANDS:
        entry = _legal_hand(card_game, sheet, rng)
        if entry is None:
            break
        hands.append((rules.dealer(sheet), entry))
        sheet = rules.record(sheet, *hands[-1])
    return table, hands


def _played_any_game(seed: int) -> tuple[Table, list]:
    """Return a table of any game and the hands played at it. Who takes part can change."""
    game, next_hand = drawn(Random(seed), seed), drawn_hands(seed)
    app, referee, hands = App(game), Referee(game["options"], game["players"], game["first_dealer"]), []
    while referee.taking_part() and not referee.over and (hand := next_hand(referee)) is not None:
        if referee.verdict(hand) != "refused":
            hands.append(app.read(hand))
            app.record(hand)
            referee.record(hand)
    return app.table, hands


def record_with(card_game, table: Table, hands, **game) -> GameRecord:
    """Return the record of a game with these hands, pairs of a dealer and an entry."""
    rules = card_game.rules.for_options(table.options)
    stored = tuple(
        HandRecord(id=number, number=number, dealer=dealer, entry=rules.record_of(entry, table), revisions=1)
        for number, (dealer, entry) in enumerate(hands, 1)
    )
    return GameRecord(
        game=Game(**game),
        card_game=card_game,
        players=tuple(table.seats),
        names=table.names,
        hands=stored,
        first_dealer=table.first_dealer,
        options=options_record(table.options),
        marks=tuple(table.seats),
    )


def random_records(seed: int) -> Iterator[GameRecord]:
    """Yield a game of each kind, and more of those with the most to tell. Some have a corrected hand."""
    rng = Random(seed)
    slugs = [*all_games(), *["trumplestiltskin"] * 5, *["pinochle"] * 3, *["shnarbles"] * 2, *["any_game"] * 7]
    for number, slug in enumerate(slugs):
        card_game = all_games()[slug]
        table, hands = _played_any_game(seed * 100 + 60 + number) if slug == "any_game" else _played(rng, card_game)
        stopped = ""
        if rng.random() < 0.25 or (hands and record_with(card_game, table, hands).outcome is None):
            stopped = rng.choice(("leader_wins", "leader_wins", "no_winner"))
            hands = hands[: rng.randint(1, max(len(hands), 1))]
        record = record_with(card_game, table, hands, stopped=stopped, hidden=rng.random() < 0.2)
        if len(hands) > 1 and rng.random() < 0.3:
            hand = record.hands[rng.randrange(len(hands) - 1)]
            entry = _legal_hand(record.card_game, record.before(hand.number), rng)
            if entry is not None:
                corrected = record.rules.record_of(entry, table)
                record = record.with_hands([replace(hand, entry=corrected, corrections=1)])
        yield record
