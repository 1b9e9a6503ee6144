"""Random games of Another game, as they are written in a file: options that a table could choose, and their hands."""

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from tests.any_game_referee import Referee
from tests.games.worked import NAMES

ROWS = (
    "Ones × 1",
    "Twos x 2",
    "Wins * 5",
    "Losses × -2",
    "Coins ÷ 3",
    "Cards / 2",
    "Plates ÷ 1",
    "TRADE",
    "Sets = 0 1 4 9",
    "Debts = 2 -3 0",
    "Chance",
    "Trade",
)
ALL: dict[str, Any] = {
    "target": 20,
    "rounds": 3,
    "last_turn": True,
    "ties": "ahead",
    "dealer": True,
    "sums": [26],
    "all_but_one": True,
    "worth": 5,
    "bonus": 3,
    "lose": True,
    "made": 20,
    "each": 7,
    "over": 3,
    "bags": 2,
    "penalty": 9,
    "nil": 7,
    "tricks": 4,
    "phases": 2,
    "out": 50,
    "negative": True,
    "buttons": [1, 5],
    "add_up": True,
    "ask_above": 12,
    "partners_from": 4,
    "fewest": 2,
    "most": 9,
}
BONUSES = ("Upper bonus + 35 from 6", "Lower bonus + 5 from 3", "Last bonus + 7 from 1", "No bonus + 0 from 2")
BESIDE = ("Yahtzees + 100 each time", "Doubles + 3 each time")


def random_game(rng: Random) -> dict[str, Any]:
    """Return a game without hands: players, and options that may still be refused."""
    options, corner = random_options(rng), rng.random() < 0.3
    options |= random_corner(rng, options["start"]) if corner else {}
    if options.get("sides") == "partners":
        depends = options.get("partners_from") is not None
        count = rng.randint(1, 10) if depends else rng.choice((4, 4, 4, 6, 8, 10))
        options |= {key: [0] * count for key in ("joined", "left") if rng.random() < 0.1}
    else:
        count = rng.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7))
        often = 0.05 if options["rows"] == "tally" else 0.7 if corner else 0.4
        options |= random_stays(rng, count, options) if rng.random() < often else {}
    players = list(NAMES[:count])
    return {"rules": "any_game", "options": options, "players": players, "first_dealer": rng.choice(players)}


def random_options(rng: Random) -> dict[str, Any]:
    """Return options with numbers so small that games end. Some of them don't matter beside the others."""
    start = rng.choice((0, 0, 0, 0, 0, 5, -4, 20, 30, 100))
    options: dict[str, Any] = {
        "wins": rng.choice(("most", "most", "most", "least", "least", "nobody")),
        "ends": rng.choice(("hand", *["target"] * 5, "rounds", "rounds")),
        "rows": rng.choice((*["rounds"] * 6, "turns", "turns", "turns", "categories", "tally", "tally")),
        "start": start,
        "ties": rng.choice(("shared", "play_on", "play_on", "ahead", "ahead")),
    }

    def perhaps(chance: float, **drawn: Any) -> None:
        if rng.random() < chance:
            options.update(drawn)

    perhaps(0.9, target=start + rng.choice((1, 1, 1, -1)) * rng.randint(1, 25))
    perhaps(0.8, rounds=rng.randint(1, 5))
    perhaps(1 if options["rows"] == "categories" else 0.4, categories=random_rows(rng))
    perhaps(0.6, at_once=True)
    perhaps(0.5, last_turn=True)
    perhaps(0.7, past=rng.choice(("counts", "stays", "back", "back")))
    perhaps(
        0.9, back=options.get("target", 100) - (1 if start < options.get("target", 100) else -1) * rng.randint(1, 20)
    )
    perhaps(0.3, sides="partners")
    perhaps(0.6, partners_from=rng.choice((4, 4, 6, 6, 8, 10, 5, None)))
    perhaps(0.6, dealer=True)
    perhaps(0.7, sum=rng.choice(("free", "zero", "fixed", "winner", "winner", "winner", "one")), sums=random_sums(rng))
    perhaps(0.15, sum="fixed", sums=random_sums(rng), all_but_one=rng.random() < 0.7)
    perhaps(0.8, worth=rng.randint(1, 5), bonus=rng.choice((0, 3, 10, 10)))
    perhaps(0.6, lose=True)
    perhaps(0.4, bids=rng.choice(("exact", "least", "least")))
    perhaps(0.6, made=rng.choice((0, 5, 20)), each=rng.randint(0, 10), over=rng.choice((0, 1, 3)))
    perhaps(0.6, bags=rng.randint(0, 5), penalty=rng.randint(0, 20))
    perhaps(0.5, nil=rng.choice((0, 7, 20)))
    perhaps(0.6, tricks=rng.randint(0, 6))
    perhaps(0.8, cards=rng.choice((0, 0, rng.randint(4, 40), rng.randint(4, 40))))
    perhaps(0.6, phases=rng.randint(0, 3))
    perhaps(0.35, out=start + rng.choice((1, 1, 1, -1)) * rng.randint(1, 20))
    perhaps(0.45, negative=True)
    perhaps(0.3, ask_above=rng.randint(1, 12))
    perhaps(0.3, buttons=rng.choice(([1, 5], [5, -1], list(range(30)))))
    perhaps(0.6, add_up=True)
    perhaps(0.3, fewest=rng.randint(1, 3), most=rng.randint(2, 9))
    return options


def full_options() -> Iterator[dict[str, Any]]:
    """Yield options in which as much as possible matters: one for every choice that keeps others from mattering.

    `at_once` is chosen with `cards`: they leave no last turn, and no number of rounds, and never meet.
    """
    ways = [{"rows": rows} for rows in ("rounds", "turns", "tally", "won")]
    ways += [{"rows": rows, "categories": "Ones × 1"} for rows in ("turns", "categories")]
    rounds = [{"sum": sum_} for sum_ in ("free", "zero", "fixed", "winner", "one")]
    rounds += [{"bids": bids} for bids in ("exact", "least")]
    directions = [{"start": 5, "back": 10}, {"start": 40, "back": 30}]
    sooner = [{}, {"at_once": True, "cards": 30}]
    choices = ("most", "least", "nobody"), ("hand", "target", "rounds"), ("alone", "partners", "together")
    for way, points, direction, soon in product(ways, rounds, directions, sooner):
        for wins, ends, sides, past in product(*choices, ("counts", "back")):
            chosen = {"wins": wins, "ends": ends, "sides": sides, "past": past}
            yield {**ALL, **chosen, **way, **points, **direction, **soon}


def random_corner(rng: Random, start: int) -> dict[str, Any]:
    """Return options that hardly ever come together, and that the rules have much to say about."""
    ties = rng.choice(("play_on", "ahead"))
    tie = {"ends": "target", "target": start + rng.randint(2, 8), "ties": ties, "sides": "alone", "bids": "none"}
    tie |= {"phases": 0, "out": None}
    past = {**tie, "wins": "most", "rows": "rounds", "sum": "free", "out": tie["target"] + rng.randint(0, 6)}
    return rng.choice(
        (
            past,
            {**past, "target": start + 1, "out": start + 6},
            {**past, "dealer": True, "at_once": True},
            {**tie, "wins": "most", "negative": True, "rows": "rounds", "sum": "free"},
            {**tie, "wins": "most", "past": "back", "back": start, "rows": rng.choice(("rounds", "turns"))},
            {**tie, "wins": "least", "rows": "turns", "at_once": rng.random() < 0.5},
            {**tie, "wins": "most", "rows": "turns", "negative": True},
            {**tie, "wins": rng.choice(("most", "least")), "rows": "turns", "at_once": False, "last_turn": True},
            {**tie, "rows": "turns", "sides": "partners", "at_once": False, "last_turn": True, "negative": True},
            {**tie, "wins": "most", "rows": "rounds", "dealer": True, "at_once": True, "sum": "free"},
            {**tie, "wins": rng.choice(("most", "least")), "rows": "tally"},
            {"ends": "rounds", "rows": "rounds", "bids": "exact", "cards": rng.randint(4, 24), "sides": "alone"},
            {"ends": "hand", "out": start + rng.randint(2, 12), "sides": "alone", "bids": "none"},
        )
    )


def random_rows(rng: Random) -> str:
    """Return named rows, one per line, with bonuses among them."""
    lines = rng.sample(ROWS, rng.randint(1, 5))
    for bonus in rng.sample(BONUSES, rng.choice((0, 0, 1, 1, 2))):
        lines.insert(rng.randint(0, len(lines)), bonus)
    for beside in rng.sample(BESIDE, rng.choice((0, 0, 0, 0, 0, 1, 1, 1, 2))):
        lines.insert(rng.randint(0, len(lines)), beside)
    return "\n".join(lines)


def random_sums(rng: Random) -> list[int]:
    """Return one or several possible sums of a round."""
    return [rng.choice((rng.randint(0, 12), -3)) for _sum in range(rng.randint(1, 3))]


def random_stays(rng: Random, count: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return who joins late, as the last in order, leaves early, and comes back, often about when the game ends."""
    if options.get("out") is not None and options["ties"] != "shared" and rng.random() < 0.3:
        return {"left": [0, *(rng.choice((0, 2, 2)) for _other in range(count - 1))]}  # perhaps after a tie
    late, most = rng.choice((0, 0, 1, 1, 2)), rng.choice((1, 2, 5))
    joined = sorted(rng.randint(2, 2 + most) if seat + late >= count > 1 else 0 for seat in range(count))
    if rng.random() < 0.1:  # a correction has changed the order of the seats
        rng.shuffle(joined)
    left = [max(since, 1) + rng.randint(0, most) if rng.random() < 0.5 else 0 for since in joined]
    stays: dict[str, Any] = {"joined": joined, "left": left}
    if rng.random() < 0.4:
        back = [until + rng.randint(1, most) if until and rng.random() < 0.8 else 0 for until in left]
        again = [since + rng.randint(1, most) if since and rng.random() < 0.4 else 0 for since in back]
        stays = {"joined": joined + back, "left": left + again}
    if rng.random() < 0.5:
        stays["joined_with"] = [options["start"] + rng.randint(-4, 8) for _seat in range(count)]
    return {key: stays[key] for key in stays if rng.random() < 0.9}


def random_hand(rng: Random, referee: Referee) -> dict[str, Any]:
    """Return what might be recorded next: mostly what is asked for, sometimes what must be refused."""
    hand = _asked(rng, referee)
    if referee.options["dealer"]:
        others = rng.random() < 0.1
        hand["dealer"] = rng.choice(referee.players) if others else referee.players[referee.dealer()]
    if rng.random() < 0.2:
        _spoil(rng, referee, hand)
    return hand


def _asked(rng: Random, referee: Referee) -> dict[str, Any]:
    options, here, whole = referee.options, referee.taking_part(), {}
    players: dict[str, Any] = {}
    if options["bids"] != "none":
        for seat in here:
            bid = rng.choice((0, 0, 1, 1, 2, 3, 4))
            tricks = max(0, bid + rng.choice((0, 0, 0, 1, 1, 2, -1, -2)))
            players[referee.players[seat]] = {"bid": bid, "tricks": tricks}
        return {"hand": whole, "players": players}
    if options["sum"] in ("winner", "one") and here:
        whole["winner"] = referee.players[rng.choice(here)]
    row = _row(rng, referee)
    if referee.rows and options["rows"] == "turns":
        whole["row"] = row + 1
    if referee.beside and rng.random() < 0.4:
        whole["beside"] = True
    together = not referee.alone and options["rows"] != "turns"
    asked = referee.columns if together else [referee.players[seat] for seat in here]
    if options["sum"] == "one" and here:
        winner = referee.players.index(whole["winner"])
        asked = [referee.column(winner)] if together else [whole["winner"]]
    else:
        asked = [name for name in asked if name != whole.get("winner")]
    numbers = [_number(rng, referee, row, name) for name in asked]
    if rng.random() < (0.4 if options["ties"] != "shared" else 0.1):
        others = rng.randrange(len(numbers) + 1) if rng.random() < 0.5 else 0  # who don't have what the rest have
        numbers = numbers[:others] + numbers[others : others + 1] * (len(numbers) - others)
    if options["sum"] == "zero" and numbers:
        numbers[-1] = -sum(numbers[:-1])
    if together:
        given = dict(zip(asked, numbers, strict=True))
        whole["sides"] = [{"points": given[name]} if name in given else {} for name in referee.columns]
    else:
        players = {name: {"points": number} for name, number in zip(asked, numbers, strict=True)}
    if options["rows"] == "tally":  # whoever has made no points may be left out
        players = {name: fields for name, fields in players.items() if fields["points"] or rng.random() < 0.5}
    for name, fields in players.items():
        seat = referee.players.index(name)
        if referee.phases[seat] < options["phases"] and rng.random() < 0.5:
            fields["phase"] = True
    return {"hand": whole, "players": players}


def _row(rng: Random, referee: Referee) -> int:
    if referee.options["rows"] == "categories":
        return referee.played
    filled = [referee.filled.get(seat, {}) for seat in referee.taking_part()] or [{}]
    return rng.choice([row for row in range(len(referee.rows)) if row not in filled[0]] or [0])


def _number(rng: Random, referee: Referee, row: int, name: str) -> int:
    options = referee.options
    if referee.rows and (kind := referee.rows[row]).sign:
        return rng.randrange(len(kind.numbers)) if kind.sign == "=" else rng.randint(0, 6)
    low = -6 if options["minus"] else 0
    own = referee.totals[name if name in referee.columns else referee.column(referee.players.index(name))]
    totals = [*referee.totals.values(), *([options["target"]] * 3 if options["ends"] == "target" else [])]
    totals += [] if options["out"] is None else [options["out"]] * 2
    if referee.playing_on:  # which leaves the target again
        return rng.randint(low, 2)
    gap = abs(rng.choice(totals) - own)  # leads to ties, and to a limit exactly
    gap += rng.choice((0, 1)) if options["ties"] == "ahead" else 0  # or almost
    return gap if rng.random() < 0.3 else rng.choice([*range(low, 10), 0, 3, 3, 5, 5, rng.randint(10, 25)])


def _spoil(rng: Random, referee: Referee, hand: dict[str, Any]) -> None:
    """Change something about a hand, which is then often wrong."""
    players, whole = hand["players"], hand["hand"]
    name = rng.choice(referee.players)
    fields = players.setdefault(name, {})
    match rng.choice((0, 1, 1, 2, 3, 4, 5, 5, 6, 7, 8)):
        case 0:
            players.pop(name)
        case 1:
            fields["points"] = rng.choice((-3, 4, 12))
        case 2:
            fields[rng.choice(("bid", "tricks"))] = rng.randint(0, 3)
        case 3:
            fields["phase"] = True
        case 4:
            whole["winner"] = name
        case 5:
            whole["row"] = rng.randint(1, len(referee.rows) + 1)
        case 6:
            whole.pop(rng.choice(list(whole) or ["row"]), None)
        case 8:
            whole["beside"] = rng.random() < 0.7
        case 7:
            for given in (*players.values(), *whole.get("sides", [])):
                given.update({key: rng.choice((-1, 0, 5, 1000)) for key in given if key == "points"})
