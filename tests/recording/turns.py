"""Games whose sheet has a row for each round of turns, or for each round in which everybody scores."""

from scorekeeper.files.importing import import_games
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Game, Membership
from tests.formats.documents import document, game as a_game

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")


def played(by: Membership, points: int | list[int], players: int = 3, late: int = 0, **options: object) -> Game:
    """Return a game of so many turns, which score 1, 2, 3 and so on, or of turns that score these.

    The last ones are `late`: they were recorded before a correction ended the game, and don't count.
    """
    names, scored = NAMES[:players], range(1, points + 1) if isinstance(points, int) else points
    hands = [{"players": {names[number % players]: {"points": each}}} for number, each in enumerate(scored)]
    for hand in hands[len(hands) - late :]:
        hand["after_end"] = True
    return kept(by, names, hands, rows="turns", **options)


def played_in_rounds(by: Membership, rounds: int, players: int = 3, **options: object) -> Game:
    """Return a game of rounds in which everybody scores the round's number."""
    names = NAMES[:players]
    hands = [{"players": {name: {"points": number} for name in names}} for number in range(1, rounds + 1)]
    return kept(by, names, hands, **options)


def kept(by: Membership, names, hands, **options: object) -> Game:
    """Return a game of one's own with these hands, as a file has them."""
    file = a_game(*hands, rules="any_game", players=list(names), options=options, hands=hands)
    import_games(group=by.group, games=read_sheets(document(file)).games, by=by)
    return Game.objects.latest("pk")
