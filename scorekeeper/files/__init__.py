"""Games that leave a group or come into it: export, import, paper, and Board Game Stats. Formats belong to `formats`.

The walk of an import goes through nine modules; what they call on the way are helpers and the rules:

* `pages` asks `web.access` for the owner, and takes the upload from `importing`;
* `formats.sheets` reads it, with `formats.values` and `formats.parsing`;
* `importing` compares its games with the group's for the preview, begins, and goes on for about two seconds a request;
  for each game it lets `people.roster.writing` add new players and `recording.game.writing` store what follows from its
  hands, under the lock and with the notice of `web.ledger`.

Only owners export and import. A game is known again by its id or else by its content, so nothing is ever added twice.
"""
