"""A night's page: its games, the highlights of the finished games, and links to the nights before and after."""

import datetime

from scorekeeper.formats.language import sentence
from scorekeeper.looking_back import recaps
from scorekeeper.looking_back.recaps import night_page
from scorekeeper.models import Game, Night
from scorekeeper.recording.setup.writing import start_game as start
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from tests.cast import A_HAND, new_game, play, start_game, start_short_game

BLIND = "20 6 - 8 | | 20 5 3 3"
FAILED = "12 6 - 8 | A | 10 7 6 8"


def highlights(page):
    """Return the highlights by label, each with its players, value, game and hand."""
    return {
        sentence(each["label"]): (sentence(each["who"]), sentence(each["much"]), each["game"], each["hand"])
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
    play(second, A_HAND, A_HAND, by=cast.owner)
    play(third, A_HAND, "5 24 - - | | 3 24 3 1", by=cast.owner)
    start_game(cast.owner)
    page = night_page(first.night)
    assert sentences(page) == [
        "Ann won 2 of 3 games and Bob 1.",
        "Game 3 was the closest: Bob won it by 27.",
        "Bob had the best hand: 48.",
    ]
    assert highlights(page)["Closest finish"] == ("Bob", "27 apart", third.pk, 2)
    assert highlights(page)["Longest lead"][:3] == ("Ann", "2 hands", first.pk)
    assert [bool(card["chart"]) for card in cards(page)] == [True, True, True, False]
    assert [len(card["chart"].hands) for card in cards(page)[:3]] == [2, 2, 2]


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
        assert sentences(page)[0] == "Ann won all 3 games."


def test_games_with_different_rules_are_not_compared(cast):
    for rules in ("trumplestiltskin", "forgotten"):
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        Game.objects.filter(pk=game.pk).update(rules=rules)
    assert sentences(night_page(game.night)) == ["Ann won both games.", "Ann had the best hand: 24."]


def test_feats_are_highlights_that_name_their_hand(cast):
    game = start_game(cast.owner, player_target=60)
    play(game, A_HAND, FAILED, BLIND, BLIND, by=cast.owner, anyway=True)
    other = start_short_game(cast.owner)
    play(other, A_HAND, A_HAND, by=cast.owner)
    by_label = highlights(night_page(game.night))
    assert by_label["Best hand"] == ("Ann", "40", game.pk, 3)
    assert by_label["Boldest blind bid made"] == ("Ann", "20", game.pk, 3)
    assert by_label["Costliest missed bid"] == ("Ann", "12", game.pk, 2)
    assert by_label["The Gnome’s best customer"][:3] == ("Ann", "20", game.pk)


def test_a_game_with_unknown_rules_is_listed_with_its_winner(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    Game.objects.update(rules="forgotten")
    page = night_page(game.night)
    assert (sentence(cards(page)[0]["line"].name), cards(page)[0]["chart"]) == ("forgotten", None)
    assert sentences(page) == ["Ann won with 48."]


def test_moving_between_nights_skips_those_with_only_hidden_games(cast):
    dates = [datetime.date(2026, 1, day) for day in range(1, 6)]
    games = [start(group=cast.group, new=new_game(cast.group, night=date), by=cast.owner) for date in dates]
    hide_game(game=games[1], hidden=True)
    Night.objects.create(group=cast.stranger.group, date=dates[1])
    assert [night.date for night in night_page(games[2].night).neighbors] == [dates[0], dates[3]]
    assert (night_page(games[0].night).neighbors[0], night_page(games[4].night).neighbors[1]) == (None, None)
