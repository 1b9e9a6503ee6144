"""The keys of the tallies that every game has, derived from its totals and outcome. Rules add keys for their facts.

Amounts are half points, except for `PLACE`.
"""

GAME = "game"
"""A finished game; the amount is the total."""
PLACE = "place"
"""A finish; the amount is the place, from 1. Tied columns share one. A game without a winner has no finishes."""
WON = "won"
"""A win, alone or shared."""
LEAD = "lead"
"""The hands after which a player led alone; `most` is the longest run, which ended with the tally's `hand`."""
MARGIN = "margin"
"""A winner's distance from the next place, or 0 if the win is shared."""
