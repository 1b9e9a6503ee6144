"""The engine: what all card games have in common. Pure Python, standard library only; it names no game.

A game is a package of `scorekeeper.games`, made of these parts.
"""
