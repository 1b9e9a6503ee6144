"""The app on its machine: what happens around the pages, and those about the app itself.

`serve` is `preparing` (data folder, key, migrations), `server`, `announcing` (its name on the network) and, every hour,
`purging`. `commands` holds what commands share: errors in one line, the database's files, QR codes. `pages` are for the
table and for programs: how phones find the app, its health, its manifest and service worker.

It stands above all subjects, so it may use any of them, and only commands and addresses use it. Scores are none of it.
"""
