"""Record a game, from who sits where to its last hand.

A package for each thing that people do, knowing only those before it: `game` (what is stored of a game, its replay,
what is derived from it), `own_games` (games that a group makes by a recipe), `setup` (who plays by which house rules),
`sheet` (with its chart; ending a game early), `hand` (tapped in step by step) and `whole_hand` (typed all at once,
perhaps without network). What a hand is worth is left to `games`, and games that are over to `looking_back`.

Every write locks its game and loads it as it is now (`game.writing.locked`), refuses what the page couldn't know, and
writes, in one transaction. Sent again, it is answered like the first time.

A tap: `hand.pages.tap` → `web.access.game` → `hand.forms.read_tap` → `hand.writing.tap` → `game.writing.locked` →
`game.reading.load_known` → `web.ledger.bump_game` → `hand.reading.HandPage`. A hand recorded without network:
`whole_hand.pages.whole_hand` → `web.access.game` → `whole_hand.writing.save_whole` → `game.writing.locked` →
`whole_hand.deciding.decide` → `hand.writing.write_hand` → `game.writing.settle` → `web.ledger.bump_game` →
`sheet.pages.show_sheet` → `sheet.reading.SheetView`.
"""
