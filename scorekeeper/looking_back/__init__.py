"""What a group has played: its nights, its statistics, its players, and what watch links show.

`nights` lists and searches them, `recaps` has a night's page, `rankings` the statistics and ratings of a group, and
`players` those of a player. Their `figures` are added up from the tallies that are stored with each finished game; the
sentences at the top of a page say what they mean, and stand beside what they tell of. Hidden games don't count, and
whoever has several names on the roster is one person. What a watch link shows is in `watching`.

Only a night's place and note are written here. Pages are read more often than anything is written, so their templates
keep what they have made in the cache, by the version of the group or the game; what a page hands them for that is read
only if the cache doesn't have it.
"""
