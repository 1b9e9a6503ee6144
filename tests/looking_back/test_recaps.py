"""The recap of a night: what happened in its finished games, in a few sentences and highlights."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.looking_back import recaps
from scorekeeper.looking_back.recaps import night_page
from scorekeeper.models import Game
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from tests.cast import A_HAND, play, start_game, start_short_game
from tests.rounds import play_rounds, start_rounds

FAILED = "12 6 - 8 | A | 10 7 6 8"
BLIND = "20 6 - 8 | | 20 5 3 3"
OTHERS = ["6 12 - - | | 6 12 7 6", "- 10 - 8 | B | 9 7 7 8", "- - 8 - | C | 9 9 7 6"]
"""Bob makes a blind bid and misses one; Cy misses one."""


def highlights(page):
    """Return the highlights by label, each with its players, value, game and hand."""
    return {
        sentence(each["label"]): (
            " and ".join(person.name for person in each["people"]),
            sentence(each["much"]),
            each["game"],
            each["hand"],
        )
        for each in page.recap["highlights"]
    }


def cards(page):
    return [card for _number, _row, card in page.games]


def sentences(page):
    return [sentence(text) for text in page.recap["sentences"]]


def test_a_night_is_recapped_once_a_game_is_over(cast, game):
    play(game, A_HAND, by=cast.owner)
    page = night_page(game.night)
    assert (page.recap, cards(page)[0]["chart"]) == (None, None)
    stop_game(game=game, how="no_winner", by=cast.owner)
    assert sentences(night_page(game.night)) == ["Nobody won.", "Ann had the best hand: 24."]


def test_the_recap_says_who_won_which_game_was_closest_and_whose_hand_was_best(cast):
    first, second, third = (start_short_game(cast.owner) for _game in range(3))
    play(first, A_HAND, A_HAND, by=cast.owner)
    play(second, A_HAND, "10 6 - 8 | | 12 9 4 6", by=cast.owner)
    play(third, A_HAND, "5 24 - - | | 3 24 3 1", by=cast.owner)
    start_game(cast.owner)
    page = night_page(first.night)
    assert sentences(page) == ["Ann won twice, Bob once.", "Bob had the best hand: 48."]
    assert highlights(page)["Closest finish"] == ("Bob", "27 apart", third.pk, 2)
    assert "Longest lead" not in highlights(page), "nobody led for three hands"


def test_a_finished_game_of_a_few_hands_has_a_chart(cast):
    finished, playing = start_short_game(cast.owner, 60), start_short_game(cast.owner, 90)
    for game in (finished, playing):
        play(game, *[A_HAND] * 3, by=cast.owner)
    charts = [card["chart"] for card in cards(night_page(finished.night))]
    assert [drawn and len(drawn.hands) for drawn in charts] == [3, None]


def test_a_hidden_game_is_listed_only_on_request_and_never_counts(cast, game):
    hidden, over = start_short_game(cast.owner), start_short_game(cast.owner)
    for ended in (hidden, over):
        play(ended, A_HAND, A_HAND, by=cast.owner)
    hide_game(game=hidden, hidden=True)
    for page in (night_page(game.night), night_page(game.night, with_hidden=True)):
        assert sentences(page) == ["Ann won with 48, 34 ahead of Dee.", "Ann had the best hand: 24."]
        assert "Closest finish" not in highlights(page)
    assert [(row, row.hidden) for _number, row, _card in page.games] == [(game, False), (hidden, True), (over, False)]
    assert [card["line"].game for card in cards(night_page(game.night))] == [game, over]


def test_a_long_night_is_shown_page_by_page_but_its_recap_covers_it_all(cast, monkeypatch):
    monkeypatch.setattr(recaps, "GAMES_PER_PAGE", 2)
    monkeypatch.setattr(recaps, "ORPHANS", 0)
    games = [start_short_game(cast.owner) for _game in range(3)]
    for game in games:
        play(game, A_HAND, A_HAND, by=cast.owner)
    for number, shown in ((0, [(3, games[2])]), (1, [(1, games[0]), (2, games[1])]), (9, [(3, games[2])])):
        page = night_page(games[0].night, number)
        assert [(number, row) for number, row, _card in page.games] == shown
        assert sentences(page)[0] == "Ann won 3 times."


def test_games_with_different_rules_are_not_compared(cast):
    for rules in ("trumplestiltskin", "forgotten"):
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        Game.objects.filter(pk=game.pk).update(rules=rules)
    assert sentences(night_page(game.night)) == ["Ann won twice.", "Ann had the best hand: 24."]


def test_feats_are_highlights_that_name_their_hand(cast):
    game = start_game(cast.owner, player_target=60)
    play(game, A_HAND, FAILED, *OTHERS, BLIND, BLIND, by=cast.owner, anyway=True)
    other = start_short_game(cast.owner)
    play(other, A_HAND, A_HAND, by=cast.owner)
    by_label = highlights(night_page(game.night))
    assert by_label["Best hand"] == ("Ann", "40", game.pk, 6)
    assert by_label["Boldest blind bid made"] == ("Ann", "20", game.pk, 6)
    assert by_label["Costliest missed bid"] == ("Ann", "12", game.pk, 2)
    assert by_label["The Gnome’s best customer"][:3] == ("Cy", "43", game.pk)


@pytest.mark.parametrize(
    ("rounds", "expected"),
    [
        pytest.param(["1 0", "0 1", "1 0"], [], id="two values"),
        pytest.param(["2 0", "1 1", "0 1"], ["Best round 2", "Longest lead 3 hands"], id="three between two players"),
        pytest.param(["2 1"], [], id="two players, one round"),
        pytest.param(["3 2 1"], ["Best round 3"], id="three players, one round"),
    ],
)
def test_a_kind_with_fewer_than_three_values_is_no_highlight(cast, rounds, expected):
    game = start_rounds(cast.owner, len(rounds[0].split()), ends="rounds", rounds=len(rounds))
    play_rounds(game, cast.owner, *rounds)
    found = [f"{label} {much}" for label, (_names, much, *_where) in highlights(night_page(game.night)).items()]
    assert found == expected
    assert any("best round" in said for said in sentences(night_page(game.night))) == bool(expected)


def test_a_game_with_unknown_rules_is_listed_with_its_winner(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    Game.objects.update(rules="forgotten")
    page = night_page(game.night)
    assert (sentence(cards(page)[0]["line"].name), cards(page)[0]["chart"]) == ("forgotten", None)
    assert sentences(page) == ["Ann won with 48."]
