"""The tally keys that all games share, derived from totals and outcome. Rules name the keys for their own facts.

Amounts are half points, except for `PLACE`.
"""

GAME = "game"
"""A finished game; the amount is the total."""
PLACE = "place"
"""A finish: the amount is the place, from 1, shared by equal totals. A game without a winner has none."""
WON = "won"
"""A win, alone or shared."""
LEAD = "lead"
"""The hands after which a player led alone; `most` is the longest run, which ended with the tally's `hand`."""
MARGIN = "margin"
"""A winner's distance from the next place: 0 for a shared win."""
