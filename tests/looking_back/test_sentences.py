"""The sentences at the top of the pages for statistics, players and nights."""

from types import SimpleNamespace

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.looking_back import figures, players as players_reading, rankings, recaps
from scorekeeper.looking_back.figures import FEW_HANDS, Person, Record, Sum
from scorekeeper.looking_back.nights import ColumnScore, GameLine
from scorekeeper.rules.statistics import BEST_HAND, Comparison, Feat
from scorekeeper.rules.text import Half, gettext as _, ngettext

PEEKS = Comparison(
    keys=("taker_peeked", "other_peeked"),
    others=("blind",),
    more=ngettext("A peek brought {count} point more.", "A peek brought {count} points more.", 1),
    less=ngettext("A peek brought {count} point less.", "A peek brought {count} points less.", 1),
)


def spoken(*texts):
    return " ".join(sentence(text) for text in texts if text is not None)


def person(name):
    return Person(id=ord(name[0]), name=name, mark=0)


def record(games, wins, best=0):
    return Record(games=games, wins=wins, average=0.0, best=best)


def players(spelled):
    """Read players' records, such as "Ann 13/33 Bob 2/5 240": wins, games, and perhaps the best score."""
    parts = spelled.split()
    found = []
    for index, name in enumerate(parts):
        if not name.isalpha():
            continue
        wins, games = map(int, parts[index + 1].split("/"))
        best = parts[index + 2] if len(parts) > index + 2 and not parts[index + 2].isalpha() else None
        found.append((person(name), record(games, wins, None if best is None else 2 * int(best))))
    return found


def line(spelled):
    """Read a finished game's scores, best first, such as "*Ann+Cy 120 Bob+Dee 90"; winners have a star."""
    parts = spelled.split()
    scores = (
        ColumnScore(
            people=tuple(map(person, names.removeprefix("*").split("+"))),
            total=Half(2 * int(total)),
            won=names.startswith("*"),
        )
        for names, total in zip(parts[::2], parts[1::2], strict=True)
    )
    return GameLine(game=SimpleNamespace(pk=1, rules="whist"), name=_("Whist"), over=True, scores=tuple(scores))


def lines(*games):
    return list(enumerate(map(line, games), 1))


@pytest.mark.parametrize(
    ("wins", "games", "expected"),
    [
        pytest.param(4, 4, "Ben has won all 4 games.", id="all of them"),
        pytest.param(1, 1, "Ben won the only game.", id="the only one"),
    ],
)
def test_a_sentence_says_how_many_games_a_player_has_won(wins, games, expected):
    assert spoken(figures.wins_sentence("Ben", games, wins)) == expected


@pytest.mark.parametrize(
    ("spelled", "expected"),
    [
        pytest.param("Ann 2/9 Ben 5/8", "Ben has won 5 of 8 games, more than anyone else.", id="one leads"),
        pytest.param("Ann 3/9 Ben 3/8 Cy 1/9", "Ann and Ben have the most wins: 3 each.", id="a tie"),
        pytest.param("Ann 3/5", "Ann has won 3 of 5 games.", id="one player"),
        pytest.param("Ann 0/5 Ben 0/5", "Nobody has won a game yet.", id="no winner"),
    ],
)
def test_a_sentence_names_whoever_leads_the_group(spelled, expected):
    assert spoken(rankings.leaders(players(spelled))) == expected


@pytest.mark.parametrize(
    ("spelled", "low_wins", "expected"),
    [
        pytest.param("Ann 1/5 240 Ben 1/5 90", True, "Ben has the best score so far: 90.", id="the fewest win"),
        pytest.param(
            "Ann 1/5 90 Ben 1/5 90 Cy 0/5 7", False, "Ann and Ben have the best score so far: 90.", id="partners"
        ),
        pytest.param("Ann 1/5 90", False, "Ann has the best score so far: 90.", id="one player"),
        pytest.param("Ann 1/5 Ben 2/5", False, "", id="no scores"),
    ],
)
def test_a_sentence_names_the_best_score(spelled, low_wins, expected):
    assert spoken(rankings.best_score(players(spelled), low_wins=low_wins)) == expected


@pytest.mark.parametrize(
    ("peeked", "blind", "expected"),
    [
        pytest.param((20, 40), (40, 640), "A peek brought 7 points less.", id="less"),
        pytest.param((20, 0), (20, 15), "", id="no whole point"),
        pytest.param((FEW_HANDS - 1, 0), (40, 640), "", id="too few hands on one side"),
    ],
)
def test_a_comparison_is_told_if_there_are_enough_hands(peeked, blind, expected):
    sums = {
        "taker_peeked": Sum(count=peeked[0] // 2, amount=peeked[1]),
        "other_peeked": Sum(count=peeked[0] - peeked[0] // 2, amount=0),
        "blind": Sum(count=blind[0], amount=blind[1]),
    }
    assert spoken(figures.finding([PEEKS], sums)) == expected


def test_a_feat_is_told_with_its_holders_and_amount():
    assert spoken(figures.feat_sentence(BEST_HAND, ["Ann", "Ben"], 41)) == "Ann and Ben had the best hand: 20½."
    assert figures.feat_sentence(Feat(label=_("Worst hand"), key="worst"), ["Ann"], 1) is None


def test_after_few_games_it_is_too_early_to_say_more():
    first, second = _("One."), _("Two.")
    assert spoken(*figures.sentences(4, first, second)) == "One. It’s too early to say more."
    assert spoken(*figures.sentences(5, first, second)) == "One. Two."


@pytest.mark.parametrize(
    ("game", "low_wins", "expected"),
    [
        pytest.param("*Ben 233 Zoe 163 Tom 45", False, "Ben won with 233, 70 ahead of Zoe.", id="a winner"),
        pytest.param("*Ben 12 Zoe 30 Tom 17", True, "Ben won with 12, 5 ahead of Tom.", id="the fewest points win"),
        pytest.param(
            "*Ann+Cy 120 Ben+Dee 90", False, "Ann and Cy won with 120, 30 ahead of Ben and Dee.", id="partners"
        ),
        pytest.param("*Ben 206 Zoe 207", False, "Ben won with 206.", id="the winner does not have the best total"),
        pytest.param("*Ben 52", False, "Ben won with 52.", id="one player"),
        pytest.param("*Ann 40 *Ben 40 Cy 3", False, "Ann and Ben tied for the win.", id="a shared win"),
        pytest.param("Ann 40 Ben 12", False, "Nobody won.", id="no winner"),
    ],
)
def test_after_a_nights_only_game_a_sentence_says_how_it_ended(game, low_wins, expected):
    assert spoken(recaps.who_won(lines(game), {"whist": low_wins})) == expected


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        pytest.param(
            ["*Ann+Cy 9 Ben+Dee 1", "*Ben+Dee 9 Ann+Cy 1", "*Ann+Cy 9 Ben+Dee 1"],
            "Ann and Cy won 2 of 3 games and Ben and Dee 1.",
            id="partners",
        ),
        pytest.param(["*Ann 9 Ben 1", "*Ben 9 Ann 1"], "Ann and Ben won 1 game each.", id="one game each"),
        pytest.param(["*Ann 9 Ben 1", "Ann 3 Ben 3"], "Ann won 1 of 2 games.", id="one has no winner"),
        pytest.param(["Ann 9 Ben 1", "Ann 3 Ben 3"], "Nobody won.", id="none has a winner"),
    ],
)
def test_after_several_games_a_sentence_says_how_many_everyone_won(games, expected):
    assert spoken(recaps.who_won(lines(*games), {})) == expected


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        pytest.param(
            ["*Ann 9 Ben 1", "*Ben 9 Ann 7"], "Game 2 was the closest: Ben won it by 2.", id="the smallest lead"
        ),
        pytest.param(
            ["*Ann 9 *Ben 9", "*Ben 9 Ann 7"], "Game 1 was the closest: Ann and Ben tied for the win.", id="a tie"
        ),
        pytest.param(["*Ann 9 Ben 1", "Ben 9 Ann 7"], "", id="nothing to compare with"),
    ],
)
def test_a_sentence_names_a_nights_closest_game(games, expected):
    assert spoken(recaps.closest(lines(*games), {"whist": False})) == expected


def summary(games, *, wins=2, finding=None, against=(), recent=None):
    played = {"record": record(games, wins), "finding": finding}
    rows = [{"person": person(name), "games": g, "ahead": a, "behind": b} for name, g, a, b in against]
    return players_reading.summary("Nora", [played], rows, recent)


OFTEN, SELDOM = ("Zoe", 39, 20, 19), ("Ben", 33, 12, 21)
RECENT = _("2 wins in the last 10 games.")


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        pytest.param(
            summary(50, wins=8, finding=_("Peeks cost."), against=[OFTEN, SELDOM], recent=RECENT),
            "Nora has won 8 of 50 games. Peeks cost. Ben has finished ahead of Nora in 21 of 33 games.",
            id="wins, a finding, and the strongest opponent",
        ),
        pytest.param(
            summary(50, against=[OFTEN], recent=RECENT),
            "Nora has won 2 of 50 games. Nora has finished ahead of Zoe in 20 of 39 games. "
            "2 wins in the last 10 games.",
            id="without a finding, recent results",
        ),
        pytest.param(
            summary(50, against=[OFTEN]),
            "Nora has won 2 of 50 games. Nora has finished ahead of Zoe in 20 of 39 games.",
            id="recent results have no place in a single year",
        ),
        pytest.param(
            summary(8, against=[("Zoe", 4, 4, 0), ("Ben", 6, 3, 3)], recent=RECENT),
            "Nora has won 2 of 8 games.",
            id="too few games against one, level with the other",
        ),
    ],
)
def test_a_players_page_says_what_its_figures_mean(told, expected):
    assert spoken(*told) == expected
