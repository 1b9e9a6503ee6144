"""The engine: the code all card games share. Pure Python, standard library only; it mentions no specific game.

A game is a package in `scorekeeper.games`, built from these parts.
"""
