"""What a group has played: its nights, its statistics, its players, and what watch links show.

`nights` lists and searches them, and `recaps` has a night's page. The others tell of finished games that aren't hidden,
by their `history` and by `figures`, which are added up from the tallies that are stored with each game.

Only a night's place and note are written here. Pages are read more often, so their templates keep what they have made
in the cache, by the version of the group or the game; what they are handed for that is read only if it isn't there.
"""
