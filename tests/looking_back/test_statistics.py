"""A group's statistics and a player's page, checked against figures computed by hand, and what the pages show."""

import datetime

import pytest
from django.core.cache import cache
from django.db import transaction

from scorekeeper import games as registry
from scorekeeper.formats.language import half_points, sentence
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN, Trumplestiltskin
from scorekeeper.looking_back import figures as reading, players, rankings
from scorekeeper.looking_back.history import History
from scorekeeper.models import Game, Night, Player, Playgroup, Tally
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.own_games import reading as own_games_reading
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.rules.game import CardGame
from tests.cast import A_HAND, play, refresh, start_game, start_short_game
from tests.rounds import play_rounds, start_rounds
from tests.samples import SAMPLES, play_sample

PEEKED = "10 6 - 8 | AB | 12 9 3 7"
"""Ann +6, Bob +3, Dee +7, the Gnome +15."""


def group_statistics(cast, rules="", year=0):
    """Return the group's current statistics, even if a test has changed rows behind the app's back."""
    cache.clear()
    return rankings.statistics(Playgroup.objects.get(pk=cast.group.pk), rules, year)


def page(cast, name, year=0):
    """Return a player's page."""
    player = Player.objects.get(group=cast.group, name=name)
    return players.player_page(cast.group, player, year)


def spoken(shown):
    return [sentence(text) for text in shown["sentences"]]


def ranked(cast, order):
    found = group_statistics(cast)
    return rankings.ranking(found["players"], order, found["history"])


def ranking(cast, order):
    return [f"{place} {person.name}" for place, person, _record, _rating in ranked(cast, order)]


def figures(by_heading):
    """Map the label of each figure to "value of base", such as "2 of 5"."""
    return {
        sentence(shown["figure"].label): f"{shown['value']:.5g} of {shown['base']}"
        for _heading, shown_together in by_heading
        for shown in shown_together
    }


@pytest.fixture(scope="class")
def played_once(module_cast):
    by = module_cast.owner
    with transaction.atomic():
        first, second = start_short_game(by), start_game(by)
        play(first, A_HAND, A_HAND, by=by)
        play(second, PEEKED, PEEKED, by=by)
        sheet_writing.stop_game(game=second, how="leader_wins", by=by)
        yield first, second
        transaction.set_rollback(True)


class TestTwoGames:
    """Two games: Ann 48, Dee 14, Bob 12, Cy 0; and Dee 14, Ann 12, Bob 6, Cy 0. The leader wins each."""

    @pytest.fixture(autouse=True)
    def two_games(self, played_once, cast):
        return tuple(map(refresh, played_once))

    def test_players_can_be_ranked_by_wins_win_rate_or_rating(self, cast):
        (_first, ann, of_ann, _), (_second, _dee, of_dee, _) = ranked(cast, "wins")[:2]
        assert (ann.name, of_ann.games, of_ann.wins) == ("Ann", 2, 1)
        assert (of_dee.average, of_dee.best) == (28, 28)
        assert ranking(cast, "wins") == ranking(cast, "share") == ["1 Ann", "1 Dee", "3 Bob", "3 Cy"]
        assert ranking(cast, "rating")[2:] == ["3 Bob", "4 Cy"]

    def test_records_name_their_player_game_hand_and_night(self, cast, two_games):
        records = {sentence(best["feat"].label): best for best in group_statistics(cast)["records"]}
        assert {
            label: (
                half_points(best["best"].amount),
                best["people"][0].name,
                best["best"].hand,
                best["game"].id,
            )
            for label, best in records.items()
        } == {
            "Best hand": ("24", "Ann", 1, two_games[0].pk),
            "Boldest blind bid made": ("10", "Ann", 1, two_games[0].pk),
            "The Gnome’s best customer": ("12", "Ann", 0, two_games[1].pk),
        }
        assert records["Best hand"]["game"].date == two_games[0].night.date

    def test_sentences_say_what_figures_mean(self, cast, monkeypatch):
        assert spoken(group_statistics(cast)) == ["It’s too early to say more."]
        for _game in range(3):
            play(start_short_game(cast.owner), A_HAND, A_HAND, by=cast.owner)
        assert spoken(group_statistics(cast)) == ["Ann has the best score so far: 48.", "Ann had the best hand: 24."]
        monkeypatch.setattr("scorekeeper.looking_back.figures.FEW_HANDS", 1)
        # With a peek: twice 6 and 3. Without: eight times 24 and 6, and ten times 7.
        assert spoken(group_statistics(cast))[0] == "Hands with a peek averaged 7 points fewer."
        assert spoken(page(cast, "Ann")) == [
            "Ann has won 4 of 5 games.",
            "Hands with a peek averaged 18 points fewer.",
        ]

    @pytest.fixture
    def few_are_enough(self, monkeypatch):
        monkeypatch.setattr("scorekeeper.looking_back.figures.FEW_HANDS", 1)

    def test_the_gnome_has_his_own_record(self, cast, few_are_enough):
        (gnome,) = group_statistics(cast)["beside"]
        # He scored 6 and 6, then 15 and 15.
        assert sentence(gnome["column"].label) == "Gnome"
        assert (gnome["record"].games, gnome["record"].best, gnome["record"].average) == (2, 60, 42)
        assert figures(gnome["figures"]) == {
            "Points per hand": "21 of 4",
            "Total points": "84 of 4",
            "Best hand": "30 of 4",
        }

    def test_the_groups_figures_combine_all_players(self, cast, few_are_enough):
        values = figures(group_statistics(cast)["figures"])
        assert values["Took the bid without peeking"] == "48 of 2"
        assert values["Took the bid after peeking"] == "12 of 2"
        # Without peeking, Bob scored +6 twice and Dee +7 four times; after peeking, Bob scored +3 twice.
        assert values["Outbid, without peeking"] == "13.333 of 6"
        assert values["Outbid, after peeking"] == "6 of 2"
        # In each hand, the bids are 10, 6 and 8, and those bidders take 12, 9 and 7 points.
        assert (values["Average bid"], values["Average points taken with a bid"]) == ("16 of 12", "18.667 of 12")

    def test_a_players_page_shows_all_figures(self, cast, few_are_enough):
        (played,) = page(cast, "Ann")["played"]
        assert played["record"] == reading.Record(games=2, wins=1, average=60, best=96)
        assert figures([(None, played["first"]), *played["more"]]) == {
            "Points per hand": "30 of 4",
            "Best hand": "48 of 4",
            "Took the bid": "1 of 4",
            "Made the bid": "1 of 4",
            "Made the bid without peeking": "0.5 of 4",
            "Boldest blind bid made": "20 of 2",
            "Peeked at the Gnome": "0.5 of 4",
            "Points lost by taking more than bid": "0 of 4",
            "Points given to the Gnome": "24 of 4",
            "Average bid": "20 of 4",
            "Average points taken with a bid": "24 of 4",
            "Took the bid without peeking": "48 of 2",
            "Took the bid after peeking": "12 of 2",
        }
        assert played["record"].few

    def test_merged_entries_count_as_one_person(self, cast):
        bob = Player.objects.get(name="Bob")
        annie = Player.objects.create(group=cast.group, name="Annie", name_key="annie", same_as=bob)
        game = start_short_game(cast.owner)
        game.seats.filter(player=bob).update(player=annie)
        play(game, *["6 10 - 8 | | 9 12 3 7"] * 2, by=cast.owner)
        shown = page(cast, "Bob")
        (played,) = shown["played"]
        assert (played["record"].games, played["record"].wins, played["record"].best) == (3, 1, 96)
        assert (shown["others"], len(shown["finishes"])) == (["Annie"], 3)
        assert {rival.name: pair.games for rival, pair in page(cast, "Ann")["rivals"]} == {"Bob": 3, "Cy": 3, "Dee": 3}
        assert ranking(cast, "wins") == ["1 Ann", "1 Bob", "1 Dee", "4 Cy"]
        assert {row[1].id for row in ranked(cast, "rating")} == {row[1].id for row in ranked(cast, "wins")}
        Player.objects.filter(pk=annie.pk).update(same_as=None)
        assert page(cast, "Bob")["played"][0]["record"].games == 2
        assert "Annie" in [row[1].name for row in ranked(cast, "rating")]

    def test_games_that_are_hidden_or_have_unknown_rules_do_not_count(self, cast, two_games):
        sheet_writing.hide_game(game=two_games[0], hidden=True)
        assert group_statistics(cast)["games"] == 1
        assert page(cast, "Ann")["played"][0]["record"].games == 1
        Game.objects.filter(pk=two_games[1].pk).update(rules="forgotten")
        assert group_statistics(cast) is None

    def test_each_card_game_has_its_own_statistics_with_the_most_played_first(self, cast, monkeypatch):
        class Variant(Trumplestiltskin):
            slug = "variant"
            low_wins = True

        known = {"trumplestiltskin": TRUMPLESTILTSKIN, "variant": CardGame(rules=Variant())}
        monkeypatch.setattr(registry, "all_games", lambda: known)
        monkeypatch.setattr(own_games_reading, "all_games", lambda: known)
        third = start_short_game(cast.owner)
        play(third, A_HAND, A_HAND, by=cast.owner)
        Game.objects.filter(pk=third.pk).update(rules="variant")
        Tally.objects.filter(game=third).update(rules="variant")
        cache.clear()
        played = [("trumplestiltskin", 2), ("variant", 1)]
        assert [(slug, games) for slug, _name, games in group_statistics(cast)["sections"]] == played
        assert [(results["key"], results["record"].games) for results in page(cast, "Ann")["played"]] == played
        shown = [group_statistics(cast, rules)["slug"] for rules in ("", "variant", "bridge")]
        assert shown == ["", "variant", ""]
        Tally.objects.update(rules="variant")
        # If low wins, the lowest total is the record.
        assert page(cast, "Ann")["played"][0]["record"].best == 24


def test_players_with_few_games_rank_last_by_win_rate():
    records = [
        (reading.Person(id=number, name=name, mark=0), reading.Record(games=games, wins=wins, average=0, best=0))
        for number, (name, games, wins) in enumerate([("Ann", 6, 5), ("Bob", 6, 0), ("Cy", 5, 0), ("Fay", 1, 1)])
    ]
    for order, expected in (
        ("share", ["1 Ann", "2 Bob", "2 Cy", "4 Fay"]),
        ("wins", ["1 Ann", "2 Fay", "3 Bob", "3 Cy"]),
    ):
        rows = rankings.ranking(records, order, History(games=()))
        assert [f"{place} {person.name}" for place, person, _record, _rating in rows] == expected


def dated(cast, year, *hands, month=5):
    """Play a game on the first of a month, and end it."""
    game = start_short_game(cast.owner)
    night = Night.objects.get_or_create(group=cast.group, date=datetime.date(year, month, 1))[0]
    Game.objects.filter(pk=game.pk).update(night=night)
    play(refresh(game), *hands, by=cast.owner)
    if refresh(game).state != "over":
        sheet_writing.stop_game(game=refresh(game), how="leader_wins", by=cast.owner)


BOB_WINS = ["6 10 - - | | 7 12 6 6"] * 2


def test_wins_are_counted_by_month_those_of_the_best_player_first(cast, olga, monkeypatch):
    dated(cast, 2023, A_HAND, A_HAND)
    assert not group_statistics(cast)["wins"], "a single month"
    dated(cast, 2024, A_HAND, A_HAND, month=11)
    assert [len(month["wins"]) for month in group_statistics(cast)["wins"]["months"]] == [0] * 11 + [1]
    dated(cast, 2025, *BOB_WINS, month=2)
    for hands in (BOB_WINS, [A_HAND] * 2, BOB_WINS):
        dated(cast, 2025, *hands, month=5)
    found = group_statistics(cast)["wins"]
    told = [(f"{month['date']:%Y-%m}", [*month["wins"]]) for month in found["months"]]
    told = {month: [(who.name, wins) for who, wins in rows] for month, rows in told if rows}
    expected = {"2024-11": [("Ann", 1)], "2025-02": [("Bob", 1)], "2025-05": [("Bob", 2), ("Ann", 1)]}
    assert told == expected
    bob, ann = found["blocks"]
    assert (bob["signs"], bob["xs"], bob["ys"]) == ("■■■", "232 319 319", "119 119 100")
    assert (ann["signs"], ann["xs"], ann["ys"]) == ("●●", "145 319", "119 81")
    assert ann["path"] == "M145 119v15.0h22V119zM319 81v15.0h22V81z"
    monkeypatch.setattr(rankings, "ROOM", 9)
    crowded = group_statistics(cast)["wins"]
    assert (crowded["blocks"][1]["ys"], crowded["signs"]) == ("135.0 129.0", False)
    assert "May 2025: Bob 2, Ann 1" in olga.open(f"/groups/{cast.group.pk}/statistics/").text


def test_a_record_reached_in_two_years_goes_to_the_earlier_night(cast):
    for year in (2025, 2024):
        dated(cast, year, A_HAND, A_HAND)
    assert {best["game"].date.year for best in group_statistics(cast)["records"]} == {2024}


def test_partners_who_share_a_record_are_listed_in_seat_order(cast):
    names = SAMPLES["pinochle"][0]
    for name in reversed(names):
        roster_writing.add_player(group=cast.group, name=name)
    play_sample("pinochle", cast.owner)
    holders = [[person.name for person in best["people"]] for best in group_statistics(cast)["records"]]
    assert 2 in map(len, holders)
    assert holders == [sorted(partners, key=names.index) for partners in holders]


def test_every_page_opens_after_a_game_for_one_player(cast, olga):
    game = start_rounds(cast.owner, 1, ends="target", target=10)
    play_rounds(game, cast.owner, "12")
    (finish,) = page(cast, "Ann")["finishes"]
    assert (sentence(finish["place"]), finish["of"], finish["won"], page(cast, "Ann")["rivals"]) == ("1st", 1, True, [])
    player, base = Player.objects.get(name="Ann").pk, f"/groups/{cast.group.pk}/"
    assert "Ann won the only game." in olga.open(f"/players/{player}/").text
    for order in rankings.ORDERS:
        assert "Ann leads 1 win in 1 game" in olga.open(f"{base}statistics/?by={order}").text
    assert "Ann won with 12." in olga.open(f"/nights/{game.night_id}/").text
    assert [olga.open(address).status for address in (base, f"/games/{game.pk}/", f"{base}roster/")] == [200] * 3


class TestPages:
    @pytest.fixture
    def played(self, cast):
        """A game that Ann won with 48 points."""
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        return game

    @pytest.fixture
    def address(self, cast):
        return f"/groups/{cast.group.pk}/statistics/"

    def open_player(self, browser, name):
        return browser.open(f"/players/{Player.objects.get(name=name).pk}/")

    def rows(self, browser, **attrs):
        return [node.text for node in browser.page.one(**attrs).all("li")]

    def test_they_say_so_if_no_game_has_been_finished(self, cast, olga, address):
        play(start_game(cast.owner), by=cast.owner)
        assert "No finished games yet. Statistics start with the first one." in olga.open(address).text
        assert "No finished games yet." in self.open_player(olga, "Ann").text

    def test_rankings_link_to_each_other_and_to_the_players_and_records_to_their_hands(self, olga, played, address):
        assert [row.split(maxsplit=1)[1] for row in self.rows(olga.open(address), class_="bars")][:2] == [
            "● Ann 1 of 1 game",
            "■ Bob 0 of 1 game",
        ]
        assert [bar.attrs["width"] for bar in olga.page.one(class_="bars").all("rect")] == ["100%", "0%", "0%", "0%"]
        record = olga.page.one("section", **{"aria-labelledby": "records"}).one("a")
        assert record.attrs["href"] == f"/games/{played.pk}/?hand=1"
        assert record.text.startswith("Best hand 24")
        assert olga.follow("Win rate").page.one(class_="chosen").text == "Win rate"
        assert "100%" in self.rows(olga, class_="bars")[0]
        assert "It stays low until there are enough games." in olga.follow("Rating").text
        assert [row.split()[2] for row in self.rows(olga, class_="bars")] == ["Ann", "Dee", "Bob", "Cy"]
        olga.open(olga.page.one(class_="bars").one("a").attrs["href"])
        assert olga.page.one("h1").text.endswith("Ann")

    def test_figures_are_shown_once_there_are_enough_hands_and_say_from_how_many(
        self, cast, olga, played, address, monkeypatch
    ):
        question, tile = (
            "Does peeking pay? Points per hand 8 hands",
            "Took the bid without peeking 24.0",
        )
        text = olga.open(address).text
        assert "Ann 1 of 1 game" in text
        assert "peeking" not in text
        assert "Ann won the only game." in self.open_player(olga, "Ann").text
        assert not {"Points per hand", "More figures"} & {node.text for node in olga.page.all()}
        monkeypatch.setattr("scorekeeper.looking_back.figures.FEW_HANDS", 2)
        text = olga.open(address).text
        assert (question in text, tile in text, "Took the bid after peeking" in text) == (True, True, False)
        assert not list(olga.page.all("div", class_="lit")), "nothing to compare it with"
        assert "Points per hand 24.0" in self.open_player(olga, "Ann").text
        assert "Took the bid 100% 2 of 2 hands" in olga.text

    def test_large_counts_have_their_thousands_apart(self, cast, olga, played, address):
        Tally.objects.filter(player__name="Ann").exclude(key__in=("game", "won")).update(count=2662)
        assert "Points per hand 2,668 hands" in olga.open(f"{address}?rules=trumplestiltskin").text
        assert "Took the bid 100% 2,662 of 2,662 hands" in self.open_player(olga, "Ann").text

    def test_a_merged_players_page_redirects_to_the_main_entrys_page(self, cast, olga, played):
        ann = Player.objects.get(name="Ann")
        Player.objects.create(group=cast.group, name="Anne", name_key="anne", same_as=ann)
        assert self.open_player(olga, "Anne").path == f"/players/{ann.pk}/"
        assert "Also on the sheets as Anne" in olga.text
