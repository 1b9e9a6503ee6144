"""The engine: the code that all card games share. It is pure Python without dependencies and mentions no specific game.

A game is a package in `scorekeeper.games`, built from these parts.
"""
