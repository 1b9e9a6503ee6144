"""A made-up round, as a page of a group's own game shows it."""

from scorekeeper.formats.language import half_points, sentence
from scorekeeper.formats.made_up import made_up_round
from scorekeeper.recording.own_games.reading import blank_game, supplied

ROWS = "Coins ÷ 3\nSets = 0 1 4 9"


def shown(**options):
    """Return a made-up round in words: everybody's points and the reasons for them."""
    return [
        f"{sentence(label)} {half_points(change)}: " + "; ".join(sentence(line.reason) for line in lines)
        for label, change, lines in made_up_round(blank_game().made(blank_game().rules.options(**options)))
    ]


def test_a_made_up_round_says_what_everybody_scores_and_why():
    for options, expected in (
        (
            {"sum": "winner", "bonus": 10, "worth": 5},
            ["Ann 170: won the round; 5 for each card left: Bob 7 and Cy 25", "Bob 0: ", "Cy 0: "],
        ),
        ({"rows": "turns"}, ["Ann 12: this turn", "Bob 0: ", "Cy 0: "]),
        ({"rows": "tally"}, ["Ann 1: points made", "Bob 0: points made", "Cy 0: points made"]),
        ({"rows": "won"}, []),
        ({"rows": "won", "sides": "partners"}, []),
        ({"rows": "won", "sides": "together"}, []),
        (
            {"rows": "categories", "categories": ROWS},
            ["Ann 0: Coins: 1 ÷ 3", "Bob 0: Coins: 2 ÷ 3", "Cy 1: Coins: 3 ÷ 3"],
        ),
        ({"sides": "partners"}, ["Ann & Cy 12: this round", "Bob & Dee 7: this round"]),
        (
            {"bids": "least", "tricks": 13},
            [
                "Ann 10: bid 1, made 1: 1 × 10",
                "Bob 20: bid 2, made 2: 2 × 10",
                "Cy 37: bid 3, made 10: 3 × 10; 7 extra × 1",
            ],
        ),
        ({"rows": "categories"}, []),  # no rows yet
        ({"target": 0, "ends": "target"}, []),  # reached at once
    ):
        assert shown(**options) == expected, options


def test_every_supplied_game_has_a_made_up_round_in_which_somebody_scores():
    for slug, game in supplied().items():
        columns = made_up_round(game)
        assert len(columns) >= 2, slug
        assert any(change for _label, change, _lines in columns), slug
        assert all(change == sum(line.points for line in lines) for _label, change, lines in columns), slug
