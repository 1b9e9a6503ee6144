"""Hypothesis strategies for Trumplestiltskin: legal hands and games, for any table and any house rules."""

from hypothesis import strategies as st

from scorekeeper.games.trumplestiltskin.hand import Entry, Options
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.sheet import Table
from tests.games.notation import NAMES, all_passed

GNOMES = ["9S", "9H", "9D", "9C", "red_joker", "black_joker", None]


def values_of(field):
    """Return what an option can be. No number is above its default, so that targets are reached."""
    if field.choices:
        return st.sampled_from([choice.value for choice in field.choices])
    return st.booleans() if field.kind == "flag" else st.integers(field.low, field.default)


@st.composite
def house_rules(draw, **fixed):
    """Draw options whose targets are low enough for games to end."""
    drawn = {field.name: draw(values_of(field)) for field in fields_of(Options)}
    return Options(**(drawn | fixed))


@st.composite
def tables(draw, **fixed):
    """Draw a table of three to five players."""
    players = draw(st.integers(3, 5))
    return Table(
        names=NAMES[:players], options=draw(house_rules(**fixed)), first_dealer=draw(st.integers(0, players - 1))
    )


@st.composite
def entries(draw, table):
    """Draw a hand without errors; the sum of the points taken may cause a warning."""
    players = len(table.names)
    peeked = draw(st.lists(st.booleans(), min_size=players, max_size=players))
    if draw(st.integers(0, 9)) == 0:
        return all_passed(players, "".join("ABCDE"[seat] for seat in range(players) if peeked[seat]))
    bids = draw(st.lists(st.integers(table.options.lowest_bid, 20), min_size=1, max_size=players, unique=True))
    bids = draw(st.permutations(bids + [None] * (players - len(bids))))
    taken = draw(st.lists(st.integers(0, 15), min_size=players, max_size=players))
    return Entry(bid=tuple(bids), peeked=tuple(peeked), taken=tuple(taken), gnome=draw(st.sampled_from(GNOMES)))


@st.composite
def games(draw, **fixed):
    """Draw a table and its recorded hands, each with its dealer."""
    table = draw(tables(**fixed))
    hands = draw(st.lists(st.tuples(st.integers(0, len(table.names) - 1), entries(table)), max_size=8))
    return table, hands
