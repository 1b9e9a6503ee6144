"""Races at the seam between a decision and the lock, each compared with the same writes made in turn."""

import time
from collections import Counter
from itertools import islice
from random import Random

import pytest
from django.core.management import call_command

from scorekeeper.queries.recording.loading import load
from tests.trials.races import OF_HAND, PAIRS, WHOLE_HANDS, Side, race, together
from tests.trials.seam import meanwhile

RACES, FULL = 300, 20_000
MOST_HANDS = 6


def pairs(random):
    """Yield pairs of writes without end, all of them equally often."""
    while True:
        yield from random.sample(PAIRS, len(PAIRS))


def prepare(raced, in_turn, random):
    """Enter some of the next hand, or start a new game if this one is long or can't go on."""
    sides, record = (raced, in_turn), load(raced.row)
    blocked = record.outcome is not None or record.contradiction is not None
    if len(record.saved) >= MOST_HANDS or (blocked and random.random() < 0.2):
        together(sides, Side.start_anew)
    elif not blocked and random.random() < 0.6:
        together(sides, Side.fill, record.next_number, random.choice(WHOLE_HANDS), random.choice([2, 5, None, None]))


@pytest.mark.django_db(transaction=True)
def test_a_race_ends_as_if_one_write_had_followed_the_other(monkeypatch, full, capsys):
    random, raced, in_turn = Random(14), Side.start(), Side.start()
    count, began, answers = FULL if full else RACES, time.process_time(), Counter()
    for pair in islice(pairs(random), count):
        prepare(raced, in_turn, random)
        run, between = race(pair, load(raced.row), random), []
        with meanwhile(monkeypatch, lambda run=run, between=between: between.append(raced.attempt(run.second))):
            first = raced.attempt(run.first)
        expected = [in_turn.attempt(run.second)]
        in_turn.look()
        expected.append(in_turn.attempt(run.first))
        assert ([*between, first], raced.state) == (expected, in_turn.state), pair
        answers[pair[0], first[0]] += 1
        if "removal" in pair:
            together((raced, in_turn), Side.readmit)
    with capsys.disabled():
        print(f"\n{count} races: {time.process_time() - began:.0f} s of processor time", end=" ")
    refusals = {(write, how) for write in OF_HAND for how in ("done", "Stale", "NotFound")}
    assert all(answers[write, how] >= count / 300 for write, how in refusals), answers
    call_command("rescore", "--check")
