"""The engine: what all card games share. Pure Python, standard library only; it names no game.

A game is a package in `scorekeeper.games`, built from these parts.
"""
