"""What a player needs, against every hand of small decks: RULES.md, What a player needs.

Decks have three to six points. Every hand is scored by `record`, and every different result ended by `outcome`.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN, hand as hands, reach
from scorekeeper.games.trumplestiltskin.hand import Entry, Options
from scorekeeper.games.trumplestiltskin.needs import FORMS, NOBODY, Outlook, needs
from scorekeeper.games.trumplestiltskin.reach import Reach
from scorekeeper.rules.declaration import Field, fields_of
from scorekeeper.rules.sheet import Sheet, Table
from scorekeeper.rules.text import Half
from tests import needing
from tests.games.notation import NAMES, PAGE, RULES, blank, numbers
from tests.games.truth_of_needs import Result, Truth, claims, fits, results
from tests.pages import rows

# Players and the points in the deck if the Gnome is a Joker or a nine.
DECKS = {"small": {3: (3, 4), 4: (1, 2)}, "large": {3: (5, 6), 4: (4, 4)}}


def a_sheet(chance: random.Random, players: int, options: Options) -> Sheet[Any, Any]:
    """Return a sheet near both targets. If ties are played on, some are beyond them already, and level at the top."""
    blank = RULES.blank(Table(names=NAMES[:players], options=options, first_dealer=0))
    half = 2 if options.odd_half != "exact" else 1
    least = 2 * options.player_target - chance.choice((8, 16, 26))
    totals = {str(seat): chance.randrange(least, 2 * options.player_target, half) for seat in range(players)}
    totals["gnome"] = 2 * options.gnome_target - chance.randrange(half, chance.choice((10, 30)) + half, half)
    if options.tie == "play_on" and chance.random() < 0.3:
        totals |= dict.fromkeys(chance.sample([str(seat) for seat in range(players)], 2), 2 * options.player_target + 4)
    return replace(blank, start={key: Half(total) for key, total in totals.items()})


def typed(chance: random.Random, hand: Result) -> dict[str, Any]:
    """Return what may have been typed so far of a hand: the bids or some of them, the Gnome, points."""
    answers: dict[str, Any] = {}
    over = chance.random() < 0.7
    for seat, part in enumerate(hand.parts):
        if over or chance.random() < 0.5:
            answers[f"players.{seat}.bid"] = part.bid
            answers[f"players.{seat}.passed"] = part.bid is None or (not over and chance.random() < 0.4)
            answers[f"players.{seat}.peeked"] = part.peeked
    if over:
        answers["hand.bidding_done"] = True
        answers["hand.gnome"] = chance.choice((None, "9S", "red_joker"))
        for seat in chance.sample(range(len(hand.parts)), chance.randrange(len(hand.parts))):
            answers[f"players.{seat}.taken"] = hand.parts[seat].taken
    return {path: answer for path, answer in answers.items() if answer is not None}


def compare(outlook: Outlook, truth: Truth, options: Options) -> None:
    if not truth.possible:
        assert outlook.parts == []
        return
    for form in FORMS:
        sure = outlook.least(form, outlook.can_fail)
        assert (sure.number if sure else None, bool(sure and sure.always)) == truth.wins(form), form
        if sure:
            assert outlook.can_share(sure.parts) == truth.shares(form, sure.number), form
        lead = outlook.least(form, outlook.can_be_caught)
        assert (lead.number if lead else None, bool(lead and lead.always)) == truth.leads(form), form
    assert {form for form, numbers in truth.hands.items() if numbers} == set(outlook.forms)
    above = tuple(outlook.reach.players[seat] for seat in truth.above)
    for form in FORMS if above else ():
        sure, idle = outlook.passes(form, above), outlook.passes_idle(form, above)
        assert (sure.number if sure else None, bool(sure and sure.always)) == truth.passes(form, truth.above), form
        assert (idle.number if idle else None) == truth.passes_idle(form), form
    assert outlook.at_best == truth.at_best(options)
    assert outlook.can_end == dict(truth.who_can_end(options))
    most = max(hand.points[truth.seat] for hand in truth.possible)
    assert outlook.reach.most(outlook.me, None, NOBODY) == most


RULED = [field for field in fields_of(Options) if not field.name.endswith("_target")]
"""The house rules besides the targets, which are low here."""


def values_of(field: Field) -> list[Any]:
    """Return everything that a house rule can be."""
    return [choice.value for choice in field.choices] or list(range(field.low, field.high + 1))


def houses() -> Iterator[Options]:
    """Yield the printed rules, then house rules of which each value has its turn."""
    yield Options(player_target=20, gnome_target=30)
    for number in range(6):
        chosen = {
            field.name: values_of(field)[(number + number // 3 * index) % len(values_of(field))]
            for index, field in enumerate(RULED)
        }
        yield Options(**chosen, player_target=20, gnome_target=30)


HOUSES = tuple(houses())


def spoken(house: Options) -> str:
    """Return house rules as the id of a test."""
    return " ".join(str(getattr(house, field.name)) for field in RULED)


def test_every_house_rule_has_its_turn():
    for field in RULED:
        assert {getattr(house, field.name) for house in HOUSES} == {*values_of(field)}


def endings(sheet: Sheet[Any, Any], every: tuple[Result, ...]) -> dict[Any, tuple[str, ...]]:
    """Return who wins by each different result of a hand, or nobody while the game goes on."""
    ends, columns, players = {}, [column.key for column in sheet.columns], len(sheet.table.names)
    for scored, taker in {(hand.points, hand.taker) for hand in every}:
        bids = tuple(1 if seat == taker else None for seat in range(players))
        hand = sheet.with_hand(1, 0, Entry(bid=bids, peeked=(False,) * players, taken=(0,) * players), ()).hands[0]
        totals = {key: sheet.totals[key] + more for key, more in zip(columns, scored, strict=True)}
        outcome = RULES.outcome(replace(sheet, hands=(replace(hand, totals=totals),)))
        ends[scored, taker] = outcome.winners if outcome else ()
    return ends


@pytest.mark.parametrize("deck", ["small", pytest.param("large", marks=pytest.mark.nightly)])
@pytest.mark.parametrize(
    ("players", "options"),
    [
        pytest.param(players, house, id=f"{spoken(house)}-{players}", marks=[pytest.mark.nightly] * is_more)
        for house in HOUSES
        for players, is_more in ((3, False), (4, house is not HOUSES[0]))
    ],
)
def test_no_needed_number_is_wrong_or_too_high(options, players, deck, full, monkeypatch):
    sums, chance = DECKS[deck][players], random.Random(f"{spoken(options)} {players} {deck}")
    monkeypatch.setattr(reach, "HIGHEST_SUM", max(sums))
    joker, nine = map(frozenset, ([sums[0]], [sums[1]]))
    for deal in hands.SUMS:
        monkeypatch.setitem(hands.SUMS, deal, {players: (nine, joker)})
    every = results(sums, players, options)
    for _round in range(22 if full else 1):
        sheet = a_sheet(chance, players, options)
        ends = endings(sheet, every)
        for answers in ({}, typed(chance, chance.choice(every)), typed(chance, chance.choice(every))):
            screen = TRUMPLESTILTSKIN.type(sheet, 0, answers)
            likely = options.possible_sums(players, answers.get("hand.gnome"))
            possible = [hand for hand in every if fits(answers, screen.auction.over, likely, hand)]
            passing = not screen.auction.over and not any(bid is not None for bid in screen.auction.bids)
            entered = [seat for seat in range(players) if screen.auction.over and f"players.{seat}.taken" in answers]
            for seat in range(players):
                truth = Truth(sheet, possible, ends, seat, passing)
                told = needs(screen, sheet.columns[seat])
                found = {(need.figure, need.caption.message, need.terms.message if need.terms else "") for need in told}
                allowed = claims(truth, options, entered, bids_are_in=screen.auction.over) if possible else ()
                try:
                    compare(Outlook(Reach(screen), seat), truth, options)
                    assert found <= {*allowed}
                except AssertionError as error:
                    raise AssertionError(f"{dict(sheet.totals)} {answers} {seat}") from error


def said(
    points: str, gnome: str, bids: str = "", peeked: str = "", taken: str = "", tie: str = "shared", **more
) -> str:
    """Return what Ann needs at these totals, with what is typed in the notation of RULES.md."""

    def half(written: str) -> Half:
        return Half(round(2 * float(written.replace("−", "-").replace("½", ".5"))))

    totals = {str(seat): half(total) for seat, total in enumerate(points.split())}
    sheet = replace(blank(len(totals), tie=tie), start=totals | {"gnome": half(gnome)})
    answers: dict[str, Any] = {"hand.bidding_done": True} if bids else {}
    for key, written in (("bid", bids), ("taken", taken.replace("?", "-"))):
        answers |= {
            f"players.{seat}.{key}": number for seat, number in enumerate(numbers(written)) if number is not None
        }
    answers |= {f"players.{'ABCDE'.index(letter)}.peeked": True for letter in peeked}
    screen = TRUMPLESTILTSKIN.type(sheet, len(totals) - 1, answers | more)
    return "; ".join(map(needing.said, needs(screen, sheet.columns[0])))


def test_what_is_said_is_on_the_page():
    for row in rows(PAGE, "What a player needs"):
        written = (row[column] for column in ("points", "the Gnome", "bids", "peeked", "taken"))
        assert said(*written) == row["what is said"]


@pytest.mark.parametrize(
    ("bids", "more"),
    [
        ("33 - 9", {}),
        ("33 - 9", {"hand.bidding_done": False}),
        ("9 - 0", {}),
        ("9 9 -", {}),
        ("- - -", {}),
        ("9 - 7", {"players.0.taken": 30, "players.1.taken": 30}),
    ],
    ids=["a high bid", "a high bid so far", "a low bid", "equal bids", "everyone passed", "too many points"],
)
def test_nothing_is_said_of_a_hand_that_is_refused_or_has_a_warning(bids, more):
    assert said("150 140 130", "300", bids, **more) == ""


def test_the_gnome_needs_nothing():
    sheet = blank(3)
    assert list(needs(TRUMPLESTILTSKIN.type(sheet, 2, {}), sheet.columns[-1])) == []


@pytest.mark.parametrize(
    ("points", "bids", "taken"), [("203 203 120 150", "14 - 9 7", "? 13 12 ?"), ("150 203 203 120", "", "")]
)
def test_once_a_target_is_reached_it_is_not_what_is_missing(points, bids, taken):
    told = said(points, "100", bids, taken=taken, tie="play_on")
    assert told
    assert "short of" not in told
    assert "ends the game" not in told


def test_nobody_is_passed_as_if_they_gained_nothing_who_has_gained():
    assert "6 to pass Bob (points taken, if Bob gains nothing)" in said("160 165 100", "100", "9 12 4")
    assert "7 to pass Bob (points taken, if Bob gains nothing)" in said("160 165 100", "100", "9 12 4", taken="7 ? ?")
    assert "to pass" not in said("160 165 100", "100", "9 12 4", taken="? 13 ?")
