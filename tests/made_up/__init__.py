"""Tiny games that nobody plays: each shows what a game may ask of the app, and no real one needs to be known for it.

The fixture `made_up` puts this folder where games are looked for.
"""
