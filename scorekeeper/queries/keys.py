"""The keys of tallies that every game has, made of its totals and its outcome; rules name the keys of their own facts.

Amounts are half points, but of a place.
"""

GAME = "game"
"""That it was played to an end; its amount is the total."""
PLACE = "place"
"""Where one finished: its amount is the place, from 1, equal ones together. A game without a winner gives none."""
WON = "won"
"""That it was won, alone or together."""
LEAD = "lead"
"""How many hands a player led alone after; the most is the longest run of them, which ended with the tally's hand."""
MARGIN = "margin"
"""How far the winner ended from the next place: nothing for those who share a win."""
