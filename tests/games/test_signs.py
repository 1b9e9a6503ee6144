"""A sign means one thing in the whole app, whichever game is played."""

from collections import defaultdict

from scorekeeper.formats.language import SIGNS, sentence
from scorekeeper.games import all_games
from scorekeeper.rules.declaration import SUITS

TAKEN = {sign for sign, _word in SIGNS} | {suit.sign for suit in SUITS} | set("♛✓○!✎⊘?↑")
"""Players' signs, suits, and the signs that pages and the sheet use in every game."""


def signs_of(game):
    """Yield each sign of a game with what it means."""
    yield from ((mark.sign, sentence(mark.label)) for mark in game.rules.legend if mark.sign)
    choices = (choice for field in game.fields for choice in field.choices if choice not in SUITS)
    yield from ((choice.sign, sentence(choice.label)) for choice in choices if choice.sign)


def test_no_sign_in_a_game_is_used_for_anything_else():
    for game in all_games().values():
        signs = [sign for sign, _meaning in signs_of(game)]
        assert len(signs) == len(set(signs))
        assert not TAKEN & set(signs), game.rules.slug


def test_games_that_share_a_sign_mean_the_same_by_it():
    meanings = defaultdict(set)
    for game in all_games().values():
        for sign, meaning in signs_of(game):
            meanings[sign].add(meaning)
    for sign, labels in meanings.items():
        assert len({" ".join(label.split()[:3]).partition(":")[0] for label in labels}) == 1, (sign, labels)
