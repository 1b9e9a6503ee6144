"""When a player takes part, and which figures are whose."""

from dataclasses import dataclass

from scorekeeper.games import all_games
from scorekeeper.rules.stays import Stay, stays


@dataclass(frozen=True)
class Rows:
    """The options of a game that people may join late, with no total to begin with."""

    joined: tuple[int, ...]


@dataclass(frozen=True)
class WithStart(Rows):
    start: int = 50


def test_who_leaves_before_the_hand_they_would_have_joined_in_has_not_played():
    assert [Stay(spans=((first, end),)).has_played(6) for first, end in ((5, 5), (5, 6), (1, 1), (0, 2))] == [
        *(False, True),
        *(False, True),
    ]


def test_who_joins_a_game_without_starting_totals_begins_with_nothing():
    ann, bob = stays(Rows((0, 4)), 2)
    assert (ann.first, bob.first, bob.joined_with) == (1, 4, 0)
    assert stays(WithStart((0, 4)), 2)[1].joined_with == 50


def test_every_figure_is_a_players_or_one_without_a_seat():
    for slug, game in all_games().items():
        figures = game.statistics
        by_seat = [figures.figures_of(seatless=seatless) for seatless in (False, True)]
        assert sorted(figure.key for some in by_seat for figure in some) == sorted(
            figure.key for figure in figures.figures
        ), slug
        assert not any(figure.seatless for figure in by_seat[0]), slug
