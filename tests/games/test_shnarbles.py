"""Shnarbles according to the tables of RULES.md. Its hands and games are in `shnarbles/`."""

from tests.games.notations import Shnarbles
from tests.pages import rows

PAGE = "games/shnarbles/RULES.md"
FOLDED_TWICE = "16 16 16 16; A1♥ 5 0 0 -; A1♥ 5 0 0 -"


def after(row, **options):
    """Return the game after a row's hand, which must lead to the row's scores."""
    game = Shnarbles(**options)
    game.before(row["scores before"].replace("−", "-"))
    assert game.totals(row["entry"]) == row["scores after"].replace("−", "-"), row
    return game


def winners(game):
    return ", ".join(map(game.label, game.sheet.outcome.winners)) if game.sheet.outcome else ""


def test_the_worked_hands_score_as_shown():
    for row in rows(PAGE, "Worked hands"):
        game = after(row, failed_bid=row["failed bid"])
        out = [game.label(line.column) for line in game.sheet.hands[-1].lines if line.mark == "out"]
        assert (", ".join(out), winners(game)) == (row["out"], row["wins"]), row


def test_an_option_requires_exactly_0_to_win():
    for row in rows(PAGE, "Exactly 0"):
        assert winners(after(row, goal="exactly_zero")) == row["wins"], row


def test_several_players_reach_the_goal():
    for row in rows(PAGE, "Several at the goal"):
        for option in ("shared", "bidder", "lowest"):
            assert winners(after(row, both_at_zero=option)) == row[option], (option, row)


def test_the_default_scores_match_the_page():
    default = {row["option"]: row["default"] for row in rows(PAGE, "Options")}
    options = Shnarbles().sheet.table.options
    assert (str(options.start), str(options.out_at)) == (default["start"], default["out at"])


def correcting(before, hand):
    game = Shnarbles()
    game.before(before)
    return game.game.type(game.sheet, 3).correcting(game.entry(hand))


def test_the_bidder_is_asked_for_again_if_the_recorded_one_is_out():
    correction = correcting("16 32 16 16", "B3♥ 1 2 2 0")
    shown = correction.view()
    assert (shown.question.path, shown.complete) == ("hand.bidder", False)
    assert not correction.with_answers({**correction.answers, "hand.bidder": 0}).view().question


def test_a_fold_that_became_the_third_in_a_row_can_be_undone():
    correction = correcting(FOLDED_TWICE, "A3♥ 3 2 0 -")
    assert list(correction.rules.problems(correction.before, 3, correction.entry()))
    asked = correction.view(at="hand.folds_done").question
    assert [offer.path for offer in asked.extras if offer.pressed] == ["players.3.folded"]
    assert correction.refuse("players.3.folded", False) is None
