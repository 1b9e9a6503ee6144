"""Who beats whom: the grid, and the page for two people, from histories made up game by game."""

import datetime
from dataclasses import replace

import pytest

from scorekeeper.formats.language import half_points, sentence
from scorekeeper.looking_back import rivals
from scorekeeper.looking_back.figures import Person, everybody
from scorekeeper.looking_back.history import Ended, Finish, History
from scorekeeper.models import Player, Playgroup
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.own_games.writing import keep_recipe
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.cast import A_HAND, play, start_short_game
from tests.own_games import ROUNDS, SKYJO, play_own, round_of, start_own
from tests.samples import SAMPLES, play_sample

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy"]
PERSONS = {number: Person(id=number, name=name, mark=number) for number, name in enumerate(NAMES)}


def ended(number, spoken, *, rules="trumplestiltskin", year=2025, low=False):
    """Return a game from totals in points, as in "Ann 10, Bob & Cy 8, Dee ?"; with a dash at the end, nobody won."""
    has_winner, spoken = not spoken.endswith("-"), spoken.rstrip(" -")
    totals = {}
    for side in spoken.split(", "):
        names, _space, total = side.rpartition(" ")
        totals[names] = None if total == "?" else 2 * int(total)
    order = list(totals) if None in totals.values() else sorted(totals, key=totals.get, reverse=not low)
    places = {
        names: 1 + (order.index(names) if total is None else [totals[each] for each in order].index(total))
        for names, total in totals.items()
    }
    finishes = [
        Finish(str(column), NAMES.index(name), total, places[names] if has_winner else None, places[names] == 1)
        for column, (names, total) in enumerate(totals.items())
        for name in names.split(" & ")
    ]
    date = datetime.date(year, 1, 1) + datetime.timedelta(days=number // 2)
    return Ended(id=number, rules=rules, night=number // 2, date=date, hands=3, finishes=tuple(finishes))


@pytest.fixture
def grid(monkeypatch):
    """Return the grid of a history made up of these games."""

    def of(*games, year=0):
        monkeypatch.setattr(rivals, "everybody", lambda group: PERSONS)
        monkeypatch.setattr(rivals, "history_of", lambda group, persons: History(games=games))
        return rivals.rivals_page(Playgroup(pk=1), year)

    return of


@pytest.fixture
def two(monkeypatch):
    """Return the page for Ann and Bob after these games."""

    def of(*games, year=0):
        monkeypatch.setattr(rivals, "history_of", lambda group, persons: History(games=games))
        return rivals.two_page(Playgroup(pk=1), PERSONS, PERSONS[0], PERSONS[1], year)

    return of


def told(shown):
    return [
        f"{one.name}: " + " ".join("-" if pair is None else str(pair.ahead) for _other, pair in row)
        for one, row in shown["rows"]
    ]


def said(shown):
    return shown["sentence"] and sentence(shown["sentence"])


def names_of(pairs):
    return [f"{one.name} {pair.ahead}–{pair.behind} {other.name}" for one, other, pair in pairs]


class TestGrid:
    def test_it_says_how_often_each_was_ahead_and_who_beats_most_others_comes_first(self, grid):
        shown = grid(ended(0, "Ann 1, Bob 2, Cy 3"), ended(1, "Ann 1, Bob 2"), ended(2, "Ann 5, Cy 5"))
        assert told(shown) == ["Cy: - 1 1", "Bob: 0 - 2", "Ann: 0 0 -"]

    def test_partners_and_games_without_a_winner_do_not_count(self, grid):
        assert told(grid(ended(0, "Ann & Bob 3, Cy 2"), ended(1, "Ann 3, Bob 2 -"))) == [
            "Ann: - - 1",
            "Bob: - - 1",
            "Cy: 0 0 -",
        ]
        assert told(grid(ended(1, "Ann 3, Bob 2 -"), ended(2, "Ann 3"))) == []

    def test_the_eight_who_played_most_are_in_it_in_the_chosen_year(self, grid):
        games = [ended(0, ", ".join(f"{name} {9 - at}" for at, name in enumerate(NAMES)))]
        games += [ended(at, "Bob 1, Ivy 2", year=2026) for at in (1, 2)]
        assert [row[0].name for row in grid(*games)["rows"]] == ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Ivy"]
        assert told(grid(*games, year=2026)) == ["Ivy: - 2", "Bob: 0 -"]
        assert grid(*games, year=2026)["years"] == [2026, 2025]
        assert grid(*games, year=1999)["year"] is None

    def test_somebody_has_the_better_of_everyone_only_if_that_is_true(self, grid):
        games = [ended(at, "Ann 5, Bob 3, Cy 1") for at in range(5)]
        assert said(grid(*games)) == "Ann has the better of everyone."
        assert said(grid(*games[:4])) is None, "too early"
        assert said(grid(*games, ended(5, "Bob 2, Dee 1"))) is None, "Ann hasn’t met Dee"
        assert said(grid(*games, ended(5, "Ann 2, Dee 2"))) is None, "level"
        assert said(grid(*[ended(at, "Ann 5, Bob 3") for at in range(5)])) is None, "only one other"

    def test_pairs_with_enough_games_can_be_close(self, grid):
        games = [ended(at, "Ann 5, Bob 3, Cy 1") for at in range(3)] + [ended(3, "Bob 5, Ann 3, Cy 1")]
        assert grid(*games)["close"] == [], "too few"
        games += [ended(4, "Bob 5, Ann 3"), ended(5, "Cy 2, Bob 1")]
        assert names_of(grid(*games)["close"]) == ["Ann 3–2 Bob"], "Bob was ahead of Cy in 4 of 5"
        assert names_of(grid(*[ended(at, "Ann 5, Bob 5") for at in range(5)])["close"]) == ["Ann 0–0 Bob"]


class TestTwo:
    def test_every_game_counts_as_ahead_behind_level_partners_or_without_a_winner(self, two):
        shown = two(
            ended(0, "Ann 9, Bob 3"),
            ended(1, "Bob 4, Ann 3, Cy 9"),
            ended(2, "Ann 9, Bob 2"),
            ended(3, "Ann 2, Bob 2"),
            ended(4, "Ann & Bob 2, Cy 1"),
            ended(5, "Ann 2, Bob 1 -"),
            ended(6, "Ann 2, Cy 1"),
        )
        pair = shown["pair"]
        assert (pair.ahead, pair.behind, pair.level, pair.games) == (2, 1, 1, 4)
        assert (shown["partners"], shown["undecided"]) == (1, 1)
        assert [(each["ahead"].name if each["ahead"] else "", each["by"]) for each in shown["last"]] == [
            ("Ann", 12),
            ("Bob", 2),
            ("Ann", 14),
            ("", 0),
        ]

    def test_leads_are_averaged_in_the_game_that_they_met_in_most(self, two):
        shown = two(
            ended(0, "Ann 9, Bob 4"),
            ended(1, "Ann 5, Bob 6"),
            ended(2, "Ann 6, Bob 3"),
            ended(3, "Ann 70, Bob 69", rules="shnarbles", low=True),
        )
        assert [side["lead"] for side in shown["sides"]] == [8, 2]
        assert (shown["closest"]["game"].id, shown["closest"]["ahead"].name) == (1, "Bob")
        assert sentence(shown["closest"]["name"]) == "Trumplestiltskin"

    def test_leads_are_turned_where_the_fewest_win(self, two):
        games = [
            ended(at, spoken, rules="shnarbles", low=True) for at, spoken in enumerate(["Ann 9, Bob 4", "Ann 1, Bob 2"])
        ]
        shown = two(*games)
        assert [(each["ahead"].name, half_points(each["by"])) for each in shown["last"]] == [("Bob", "5"), ("Ann", "1")]
        assert [side["lead"] for side in shown["sides"]] == [2, 10]

    def test_of_games_whose_totals_are_unknown_only_the_places_count(self, two):
        shown = two(ended(0, "Ann ?, Bob ?"), ended(1, "Ann 9, Bob ?"), ended(2, "Bob 5, Ann 1"))
        assert (shown["pair"].ahead, shown["pair"].behind) == (2, 1)
        assert [side["lead"] for side in shown["sides"]] == [None, 8]
        assert [each["by"] for each in shown["last"]] == [None, None, 8]
        alone = two(ended(0, "Ann ?, Bob ?"))
        assert (alone["closest"], alone["sides"][0]["lead"], alone["pair"].ahead) == (None, None, 1)

    def test_whoever_won_by_the_tables_word_was_ahead_by_no_points(self, two):
        games = [ended(0, "Ann 5, Bob 3"), ended(1, "Ann 80, Bob 7"), ended(2, "Ann 4, Bob 4")]
        places = [(1, 2), (2, 1), (1, 2)]  # as the rules say, against the points, and on a tie
        for at, game in enumerate(games):
            finishes = zip(game.finishes, places[at], strict=True)
            games[at] = replace(game, finishes=tuple(end._replace(place=place) for end, place in finishes))
        shown = two(*games)
        assert [(each["ahead"].name, each["by"]) for each in shown["last"]] == [
            ("Ann", 4),
            ("Bob", None),
            ("Ann", None),
        ]
        assert [side["lead"] for side in shown["sides"]] == [4, None]
        assert shown["closest"]["game"].id == 0

    def test_the_longest_run_ends_with_a_level_game_and_the_earliest_of_equals_counts(self, two):
        won, lost, level, partners = "Ann 2, Bob 1", "Ann 1, Bob 2", "Ann 1, Bob 1", "Ann & Bob 3, Cy 1"
        spoken = [won, partners, won, level, won, lost, won, won, lost]
        runs = [side["run"] for side in two(*[ended(at, words) for at, words in enumerate(spoken)])["sides"]]
        assert [[each["game"].id for each in run] for run in runs] == [[0, 2], [5]]
        assert [side["run"] for side in two(ended(0, won))["sides"]][1] is None

    def test_a_year_in_which_they_did_not_play_shows_all(self, two):
        games = [ended(0, "Ann 2, Bob 1"), ended(1, "Ann 1, Bob 2", year=2026), ended(2, "Ann 1, Cy 2", year=2027)]
        assert [two(*games, year=year)["pair"].games for year in (0, 2025, 2026, 2027)] == [2, 1, 1, 2]
        assert two(*games)["years"] == [2026, 2025]


class TestPages:
    @pytest.fixture
    def played(self, cast):
        """Two games: Ann 48, Dee 14, Bob 12, Cy 0."""
        games = [start_short_game(cast.owner) for _game in range(2)]
        for game in games:
            play(game, A_HAND, A_HAND, by=cast.owner)
        return games

    def ids(self, cast, *names):
        found = dict(Player.objects.filter(group=cast.group).values_list("name", "pk"))
        return [found[name] for name in names]

    def test_the_grid_leads_to_two_people_in_the_same_year(self, cast, olga, played):
        ann, cy = self.ids(cast, "Ann", "Cy")
        year = played[0].night.date.year
        rows = olga.open(f"/groups/{cast.group.pk}/rivals/?year={year}").page.one("table").all("tr")
        cells = [[(cell.text, cell.attrs.get("class")) for cell in row.all("a")] for row in rows]
        assert cells[1][0] == ("2 Ann ahead of Dee in 2 of 2 games", "lit")
        assert cells[4][0] == ("0 Cy ahead of Ann in 0 of 2 games", None)
        link = next(iter(list(olga.page.one("table").all("tr"))[4].all("a"))).attrs["href"]
        assert link == f"/players/{cy}/against/{ann}/?year={year}"
        assert "Cy ahead of Ann in 0 of 2 games" in olga.open(link).text
        assert olga.page.one(class_="back").attrs["href"] == f"/groups/{cast.group.pk}/rivals/?year={year}"

    def test_a_page_for_two_leads_to_their_sheets_and_the_evening_of_the_longest_run(self, cast, olga, played):
        ann, bob = self.ids(cast, "Ann", "Bob")
        undecided = start_short_game(cast.owner)
        play(undecided, A_HAND, by=cast.owner)
        sheet_writing.stop_game(game=undecided, how="no_winner", by=cast.owner)
        text = olga.open(f"/players/{ann}/against/{bob}/").text
        assert "Ann ahead of Bob in 2 of 2 games 1 more game had no winner." in text
        assert "36.0 Ann’s lead on average, when ahead" in text
        assert "Ann was ahead by 36." in text
        assert "2 games in a row for Ann" in text
        links = [link.attrs["href"] for link in olga.page.one("main").all("a")]
        sheets, night = [f"/games/{game.pk}/" for game in played], f"/nights/{played[0].night_id}/"
        assert links == [*sheets, sheets[1], night]
        assert olga.open(f"/players/{bob}/against/{ann}/").page.one(class_="score").text == "0–2"

    def test_leads_are_turned_where_the_fewest_won_although_the_group_has_changed_that_game(self, cast):
        skyjo = start_own(cast.owner, SKYJO, 2, **ROUNDS)
        play_own(skyjo, round_of((9, 4)), by=cast.owner)
        sheet_writing.stop_game(game=skyjo, how="leader_wins", by=cast.owner)
        options = load(skyjo).rules.house_rules
        keep_recipe(group=cast.group, options=replace(options, wins="most"), by=cast.owner)
        persons = everybody(cast.group)
        one, other = (persons[player] for player in load(skyjo).players)
        [each] = rivals.two_page(cast.group, persons, one, other, 0)["last"]
        assert (each["ahead"], each["by"]) == (other, 10)

    def test_partners_are_told_apart_from_rivals(self, cast, olga):
        play_sample("pinochle", cast.owner)
        first, second, third = self.ids(cast, *SAMPLES["pinochle"][0][:3])
        assert "They were partners in 1 more game." in olga.open(f"/players/{first}/against/{third}/").text
        assert "No finished games in which one of them was ahead." in olga.text
        assert "in 1 more game" not in olga.open(f"/players/{first}/against/{second}/").text

    def test_both_pages_open_before_anything_is_finished(self, cast, olga):
        ann, zoe = (roster_writing.add_player(group=cast.group, name=name).pk for name in ("Ann", "Zoe"))
        assert "No finished games yet" in olga.open(f"/groups/{cast.group.pk}/rivals/").text
        assert "No finished games" in olga.open(f"/players/{ann}/against/{zoe}/").text

    def test_merged_entries_redirect_and_others_are_not_found(self, cast, olga, played):
        ann, bob = self.ids(cast, "Ann", "Bob")
        same = Player.objects.create(group=cast.group, name="Anne", name_key="anne", same_as_id=ann).pk
        foreign = roster_writing.add_player(group=cast.stranger.group, name="Sly").pk
        for one, other, path in (
            (same, bob, f"/players/{ann}/against/{bob}/"),
            (bob, same, f"/players/{bob}/against/{ann}/"),
            (ann, same, f"/players/{ann}/"),
            (ann, ann, f"/players/{ann}/"),
        ):
            assert olga.open(f"/players/{one}/against/{other}/").path == path
        statuses = [
            olga.open(f"/players/{one}/against/{other}/").status for one, other in ((ann, foreign), (foreign, ann))
        ]
        assert statuses == [404, 404]
