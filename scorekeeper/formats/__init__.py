"""What leaves the app or comes in as text: bytes and values in, bytes, values and messages out. No database, no clock.

`parsing` reads JSON from anybody, and `values` opens a file of ours and reads its single values; `sheets` and `recipes`
read and check what is written in FORMAT.md, `documents` and `tables` write it, `made_up` makes up a
round to show, and `language` turns a `Text` into words.

A game in a file is a `GameFile`: a `PlayedGame`, as a game in the database is, with what the file says about its night.
Whatever a file contains, reading it raises nothing: each problem is a message with its place, and a file with errors or
warnings yields no games. What is done with a file's games, such as adding them to a group, belongs to `files`.
"""
