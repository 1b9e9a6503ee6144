"""Oh Hell according to the tables of RULES.md: the sizes of the hands, and its options. Its hands are in `oh_hell/`."""

from scorekeeper.formats.language import sentence
from scorekeeper.games.oh_hell import MISSES, OH_HELL
from tests.games.notations import OhHell
from tests.games.worked import numbers
from tests.pages import rows

PAGE = "games/oh_hell/RULES.md"
RULES = OH_HELL.rules
COURSES_OF = {"hands up": ["up"], "hands up and down, or down and up": ["up_down", "down_up"]}
"""Maps each row in the page's table of hands to values of the option."""


def played_out(players, course, **options):
    """Return a whole game and the number of cards in each hand."""
    game, dealt = OhHell(players=str(players), course=course, even="true", **options), []
    while game.sheet.outcome is None:
        dealt.append(RULES.cards(game.sheet))
        game.record(f"{'0 ' * players} / {dealt[-1]}{' 0' * (players - 1)}")
    return game, dealt


def test_a_game_has_the_number_of_hands_on_the_page():
    for players in RULES.players:
        page = {row["players"]: int(row[str(players)]) for row in rows(PAGE, "The hands")}
        for row, courses in COURSES_OF.items():
            for course in courses:
                game, dealt = played_out(players, course)
                assert (max(dealt), len(dealt)) == (page["largest hand"], page[row])
                assert f": After {page[row]} hands, " in game.end()


def test_the_largest_hand_can_be_smaller_than_the_deck_allows():
    for largest, course, cards in (
        ("10", "down_up", [*range(10, 0, -1), *range(2, 11)]),
        ("1", "up_down", [1]),
        ("12", "up", [*range(1, 13)]),
        ("-", "up", [*range(1, 13)]),
    ):
        game, dealt = played_out(4, course, largest=largest)
        assert dealt == cards
        assert RULES.cards(game.sheet) == cards[-1]
        assert game.table("") == "fine"


def test_a_hand_larger_than_the_deck_allows_is_refused():
    for players in RULES.players:
        deck = max(played_out(players, "up")[1])
        refused = OhHell(players=str(players), largest=str(deck + 1)).table("")
        assert refused == f"largest: With {players} players, there are at most {deck} cards each."
        assert played_out(players, "up", largest="17")[1] == [*range(1, deck + 1)]


def test_the_worked_hands_score_as_the_page_says():
    for row in rows(PAGE, "Worked hands"):
        game, hand = OhHell(), f"{row['bids']} / {row['tricks']}"
        game.before(row["cards"])
        assert tuple(RULES.refused(game.sheet, 3, game.entry(hand))) == numbers(row["Dee may not bid"]), row
        assert numbers(game.scores(hand)) == numbers(row["points"]), row


def test_a_missed_bid_scores_as_the_page_says():
    page = rows(PAGE, "Scoring")
    for option in MISSES:
        game = OhHell(missed=option.value)
        game.before("6")
        lines = game.lines(" / ".join(" ".join(row[column] for row in page) for column in ("bid", "taken")))
        worth = [row[sentence(option.label)] for row in page]
        assert [line.split(":")[0].split()[1].replace("+", "") for line in lines] == worth, option.value
        assert [line.endswith("[exact]") for line in lines] == [True, True, False, False]


def test_the_recorded_dealer_may_not_make_the_bids_even():
    game = OhHell()
    game.before("5")
    problems = RULES.problems(game.sheet, 1, game.entry("1 2 0 2 / 5 0 0 0"))
    assert [problem.path for problem in problems] == ["players.1.bid"]
