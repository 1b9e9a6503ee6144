"""The sentences at the top of the pages for statistics and nights."""

from types import SimpleNamespace

from django.template.loader import render_to_string

from scorekeeper.formats.language import sentence
from scorekeeper.looking_back import figures, nights, rankings, recaps
from scorekeeper.looking_back.figures import FEW_HANDS, Person, Record, Sum
from scorekeeper.looking_back.nights import ColumnScore, GameLine
from scorekeeper.rules.statistics import BEST_HAND, Comparison, Feat
from scorekeeper.rules.text import Half, gettext as _, ngettext
from tests.web.browser import parse

PEEKS = Comparison(
    keys=("taker_peeked", "other_peeked"),
    others=("blind",),
    more=ngettext("A peek brought {count} point more.", "A peek brought {count} points more.", 1),
    less=ngettext("A peek brought {count} point fewer.", "A peek brought {count} points fewer.", 1),
)


def spoken(*texts):
    return " ".join(sentence(text) for text in texts if text is not None)


def person(name):
    return Person(id=ord(name[0]), name=name, mark=0)


def record(games, wins, best=0):
    return Record(games=games, wins=wins, average=0.0, best=best)


def players(*rows):
    """Return players' records, each given as a name, wins, games, and perhaps the best score."""
    return [(person(name), record(games, wins, 2 * best[0] if best else None)) for name, wins, games, *best in rows]


def line(spelled):
    """Read a finished game's scores, best first, such as "*Ann+Cy 120 Bob+Dee 90"; winners have a star."""
    parts = spelled.split()
    scores = (
        ColumnScore(
            people=tuple(map(person, names.removeprefix("*").split("+"))),
            rank=1,
            total=Half(2 * int(total)),
            won=names.startswith("*"),
        )
        for names, total in zip(parts[::2], parts[1::2], strict=True)
    )
    return GameLine(game=SimpleNamespace(pk=1, rules="whist"), name=_("Whist"), scores=tuple(scores))


def lines(*games):
    return list(enumerate(map(line, games), 1))


def wrong_in(rows, say):
    """Return the rows of a table whose last column isn't what is said of the others."""
    said = [(row, spoken(say(*row[:-1]))) for row in rows]
    return [(row, text) for row, text in said if text != row[-1]]


def test_a_sentence_says_how_many_games_a_player_has_won():
    rows = ((4, 4, "Ben has won all 4 games."), (1, 1, "Ben won the only game."))
    assert not wrong_in(rows, lambda wins, games: figures.wins_sentence("Ben", games, wins))


def test_whoever_has_most_wins_leads_the_group():
    ann, ben, cy, dee = "Ann", "Ben", "Cy", "Dee"
    rows = (
        ([(ann, 2, 9), (ben, 5, 8)], "Ben leads 5 wins in 8 games, 3 more than Ann"),
        ([(ann, 2, 9), (ben, 5, 8), (cy, 2, 9)], "Ben leads 5 wins in 8 games, 3 more than Ann and Cy"),
        ([(ann, 1, 1), (ben, 0, 1)], "Ann leads 1 win in 1 game"),
        ([(ann, 3, 9), (ben, 3, 8), (cy, 1, 9)], "Ann and Ben lead 3 wins each"),
        ([(ann, 1, 2), (ben, 1, 2), (cy, 1, 2), (dee, 1, 2)], "4 players lead 1 win each"),
        ([(ann, 0, 5), (ben, 0, 5)], "Nobody has won a game yet."),
    )
    assert [led(players(*given)) for given, _said in rows] == [said for _given, said in rows]
    assert led(players(*rows[0][0]), is_past=True).startswith("Ben led 5 wins")


def led(given, *, is_past=False):
    """Return what the top of the statistics says of these players."""
    context = {"leaders": rankings.leaders(given), "is_past": is_past}
    parsed = parse(render_to_string("looking_back/statistics/_leaders.html", context))
    return parsed.one(class_="leads").one("h2").text


def test_a_sentence_names_the_best_score():
    rows = (
        ([("Ann", 1, 5, 240), ("Ben", 1, 5, 90)], True, "Ben has the best score so far: 90."),
        ([("Ann", 1, 5, 90), ("Ben", 1, 5, 90), ("Cy", 0, 5, 7)], False, "Ann and Ben have the best score so far: 90."),
        ([("Ann", 1, 5, 90)], False, "Ann has the best score so far: 90."),
        ([("Ann", 1, 5), ("Ben", 2, 5)], False, ""),
    )
    assert not wrong_in(rows, lambda given, low: rankings.best_score(players(*given), low_wins=low))


def test_a_comparison_is_told_if_there_are_enough_hands_and_a_whole_point():
    def compare(peeked, amount, blind, blind_amount):
        half = peeked // 2
        sums = {"taker_peeked": Sum(count=half, amount=amount), "other_peeked": Sum(count=peeked - half, amount=0)}
        return figures.finding([PEEKS], sums | {"blind": Sum(count=blind, amount=blind_amount)})

    rows = (
        (20, 40, 40, 640, "A peek brought 7 points fewer."),
        (20, 0, 20, 15, ""),
        (FEW_HANDS - 1, 0, 40, 640, ""),
    )
    assert not wrong_in(rows, compare)


def test_a_feat_is_told_with_its_holders_and_amount():
    assert spoken(figures.feat_sentence(BEST_HAND, ["Ann", "Ben"], 41)) == "Ann and Ben had the best hand: 20½."
    assert figures.feat_sentence(Feat(label=_("Worst hand"), key="worst"), ["Ann"], 1) is None


def test_after_few_games_it_is_too_early_to_say_more():
    first, second = _("One."), _("Two.")
    assert spoken(*figures.sentences(4, first, second)) == "One. It’s too early to say more."
    assert spoken(*figures.sentences(5, first, second)) == "One. Two."


def test_after_a_nights_only_game_a_sentence_says_how_it_ended():
    rows = (
        ("*Ben 233 Zoe 163 Tom 45", False, "Ben won with 233, 70 ahead of Zoe."),
        ("*Ben 12 Zoe 30 Tom 17", True, "Ben won with 12, 5 ahead of Tom."),
        ("*Ann+Cy 120 Ben+Dee 90", False, "Ann and Cy won with 120, 30 ahead of Ben and Dee."),
        ("*Ben 206 Zoe 207", False, "Ben won with 206."),
        ("*Ben 52", False, "Ben won with 52."),
        ("*Ann 40 *Ben 40 Cy 3", False, "Ann and Ben tied for the win."),
        ("Ann 40 Ben 12", False, "Nobody won."),
    )
    assert not wrong_in(rows, lambda game, low: recaps.who_won(lines(game), {"whist": low}))


def test_after_several_games_a_sentence_says_how_often_everyone_won():
    ours, theirs, tied = "*Ann+Cy 9 Ben+Dee 1", "*Ben+Dee 9 Ann+Cy 1", "*Ann 9 *Ben 9 Cy 1"
    both_reasons = "One game had more than one winner. One game had no winner."
    rows = (
        ([ours, theirs, ours], "Ann and Cy won twice each, Ben and Dee once each."),
        (["*Ann 9 Ben 1", "*Ben 9 Ann 1"], "Ann and Ben won."),
        (["*Ann 9 *Ben 9 Cy 1", "*Ben 9 Ann 1"], "Ben won twice, Ann once. One game had more than one winner."),
        ([tied, ours, theirs], "Ann and Ben won twice each, Cy and Dee once each. 3 games had more than one winner."),
        ([ours, "*Ann+Ben 9 Cy+Dee 1"], "Ann won twice, Cy and Ben once each. 2 games had more than one winner."),
        ([tied, tied, "Ann 3 Ben 3"], "Ann and Ben won twice each. One game had no winner."),
        ([tied, "*Ann 9 Ben 1", "Ann 3 Ben 3"], f"Ann won twice, Ben once. {both_reasons}"),
        (["*Ann 9 Ben 1", "Ann 3 Ben 3"], "Ann won. One game had no winner."),
        (["*Ann 9 Ben 1", "Ann 3 Ben 3", "Ann 4 Ben 4"], "Ann won. 2 games had no winner."),
        (["Ann 9 Ben 1", "Ann 3 Ben 3"], "Nobody won."),
    )
    assert not wrong_in(rows, lambda games: recaps.who_won(lines(*games), {}))


def test_a_nights_card_says_who_won_most_first():
    rows = (
        ([("Ann", 1)], "Ann won"),
        ([("Ann", 2), ("Bob", 2), ("Cy", 1)], "Ann and Bob won twice each, Cy once"),
        ([("Ann", 3), ("Bob", 1), ("Cy", 1)], "Ann won 3 times, Bob and Cy once each"),
        ([], ""),
    )
    assert not wrong_in(rows, lambda winners: nights.who_won(winners))
