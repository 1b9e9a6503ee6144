"""What looks back on games of which only the result is known counts them, and says what it leaves out of them."""

import re

import pytest

from scorekeeper.files.bgstats import play_of
from scorekeeper.formats.language import sentence
from scorekeeper.looking_back import rankings
from scorekeeper.looking_back.figures import everybody
from scorekeeper.looking_back.history import history_of
from scorekeeper.looking_back.players import player_page
from scorekeeper.looking_back.years import year_page
from scorekeeper.models import Player, Standing, Tally
from scorekeeper.people.links import writing as links_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.recording.sheet.sharing import message
from scorekeeper.recording.sheet.writing import hide_game
from tests.cast import A_HAND, play, start_short_game
from tests.own_games import SKYJO, UNO
from tests.results import write_down
from tests.rounds import play_rounds, player, record, start_rounds
from tests.web.browser import Browser

TRUMPLESTILTSKIN = "trumplestiltskin"


def page_of(cast, name):
    return player_page(cast.group, Player.objects.get(group=cast.group, name=name), 0)


def numbers(cast, name, rules):
    """Return somebody's games, wins, average and best in half points, as their page has them."""
    (found,) = [each["record"] for each in page_of(cast, name)["played"] if each["key"] == rules]
    return found.games, found.wins, found.average, found.best


class TestCounted:
    @pytest.fixture(autouse=True)
    def games(self, cast):
        """A game of hands that Ann won, and four results: only one of them has totals."""
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        for more in ({"totals": "100 50 7"}, {"won": "Bob"}, {"won": "Bob"}, {"won": ""}):
            write_down(cast.owner, rules=TRUMPLESTILTSKIN, **more)

    def test_wins_and_games_are_all_counted_and_unknown_totals_are_in_no_average(self, cast):
        assert numbers(cast, "Ann", TRUMPLESTILTSKIN) == (5, 2, (96 + 200) / 2, 200)
        assert numbers(cast, "Bob", TRUMPLESTILTSKIN) == (5, 2, (24 + 100) / 2, 100)

    def test_the_ranking_says_what_it_leaves_out(self, cast, olga):
        olga.open(f"/groups/{cast.group.pk}/statistics/")
        assert "1 game had no winner." in olga.text
        assert "4 games were written down without their hands." in olga.text
        assert "3 games have no totals: averages leave them out." in olga.text
        assert "Ann and Bob lead 2 wins each" in olga.text

    def test_cups_rivals_runs_and_milestones_count_them(self, cast):
        history, persons = history_of(cast.group), everybody(cast.group)
        ann, bob = (player(cast.owner, name) for name in ("Ann", "Bob"))
        assert [*history.walked.cups[TRUMPLESTILTSKIN]] == [bob]
        assert tuple(history.pairs()[ann, bob]) == (2, 2, 4)
        assert [len(history.walked.runs[who].longest) for who in (ann, bob)] == [2, 2]
        kinds = [each.kind for each in history.told(history.games[0].night)]
        assert kinds == ["first", "first", "cup"]
        assert rankings.leaders(rankings.players_of(history, persons))["wins"] == 2

    def test_the_year_counts_them_and_only_hands_that_are_known(self, cast, olga):
        year = history_of(cast.group).years[0]
        found = year_page(cast.group, year)
        assert (found["games"], found["hands"], len(found["evenings"])) == (5, 2, 1)
        assert "5 games · 2 hands" in olga.open(f"/groups/{cast.group.pk}/years/{year}/").text

    def test_a_hidden_one_counts_nowhere(self, cast):
        for game in cast.group.games.filter(standings__half_points=None).distinct():
            hide_game(game=game, hidden=True)
        assert numbers(cast, "Bob", TRUMPLESTILTSKIN)[:2] == (2, 0)


class TestUnknown:
    def test_it_is_never_a_0_nor_the_best_where_the_fewest_win(self, cast):
        play_rounds(start_rounds(cast.owner, 2, wins="least", ends="rounds", rounds=1), cast.owner, "8 5")
        write_down(cast.owner, "Ann Bob", won="Ann", rules="any_game:rounds")
        assert numbers(cast, "Ann", "any_game:rounds") == (2, 1, 16, 16)
        write_down(cast.owner, "Ann Bob", "−3 0", rules="any_game:rounds")
        assert numbers(cast, "Ann", "any_game:rounds") == (3, 2, 5, -6)

    def test_what_follows_from_it_is_not_stored(self, cast):
        game = write_down(cast.owner, won="Cy")
        assert {*Standing.objects.filter(game=game).values_list("half_points", flat=True)} == {None}
        assert {*Tally.objects.filter(game=game).values_list("key", flat=True)} == {"unscored", "place", "won"}

    @pytest.mark.parametrize(("won", "margins"), [(None, [10]), ("Ann", [10]), ("Bob", []), ("Ann Bob", [0]), ("", [])])
    def test_a_margin_is_that_of_whoever_won_by_points(self, cast, won, margins):
        game = write_down(cast.owner, "Ann Bob", "12 7", won=won)
        assert [*Tally.objects.filter(game=game, key="margin").values_list("amount", flat=True)] == margins

    def test_with_results_alone_nothing_is_said_of_hands(self, cast, olga):
        game = write_down(cast.owner, won="Cy")
        text = olga.open(f"/groups/{cast.group.pk}/statistics/").text
        assert "known" not in text, "there is nothing that it would be left out of"
        assert year_page(cast.group, game.night.date.year)["longest"] is None
        assert rankings.uneven(history_of(cast.group)) == {
            "nobody": 0,
            "shared": 0,
            "partners": 0,
            "handless": 0,
            "unscored": 0,
        }


KINDS = {
    "totals": {"totals": "203½ 12 −7", "rules": TRUMPLESTILTSKIN},
    "who won": {"won": "Cy", "rules": TRUMPLESTILTSKIN},
    "both": {"totals": "12 7 3", "won": "Cy", "rules": UNO},
    "several": {"won": "Ann Cy", "rules": UNO},
    "several, with totals": {"totals": "12 7 3", "won": "Ann Cy", "rules": UNO},
    "nobody": {"won": "", "rules": UNO},
    "nobody, with totals": {"totals": "12 7 3", "won": "", "rules": SKYJO},
    "a card": {"totals": "212 207 3", "rules": "any_game:yahtzee"},
    "a tally": {"names": "Ann Bob", "totals": "11 7", "rules": "any_game:table-tennis"},
    "turns": {"names": "Ann Bob", "totals": "0 32", "rules": "any_game:darts-501"},
    "partners": {"names": "Ann Bob Cy Dee", "totals": "1000 200 1000 200", "rules": "any_game:tichu"},
    "two alone": {"names": "Ann Bob", "won": "Bob", "rules": "piquet"},
}
FALSE = re.compile(
    r"ended early|Nothing recorded|(Hand|Round|Turn) \d|\b0 hands?\b|single hand|to go\b|in progress|so far|deals first"
    r"|Score card|\d:\d\d [AP]M|Resume|level at",
    re.IGNORECASE,
)
"""What no page says of a result, whatever it says of games of hands. There is no time of day, either."""


@pytest.fixture(params=KINDS.values(), ids=KINDS)
def result(request, cast):
    return write_down(cast.owner, **request.param)


def watched(cast, **shown):
    """Return what a watcher sees, on a phone and on a TV."""
    link = links_writing.make_watch_link(group=cast.group, by=cast.owner, **shown)
    return Browser().open(f"/w/{token_of(link)}/")


def test_no_page_says_of_it_what_only_holds_for_hands(cast, olga, result):
    group, night, game = f"/groups/{cast.group.pk}", f"/nights/{result.night_id}", f"/games/{result.pk}"
    year = result.night.date.year
    for address in (
        *(f"{game}/", f"{game}/print/", f"{game}/bgstats/", f"{game}/picture.svg"),
        *(f"{night}/", f"{night}/print/", f"{night}/picture.svg"),
        *(f"{group}/", f"{group}/statistics/", f"{group}/statistics/?rules={result.rules}"),
        *(f"{group}/years/{year}/", f"{group}/years/{year}/picture.svg", f"{group}/rivals/"),
        *(f"/players/{person}/" for person in record(result).players),
    ):
        assert olga.open(address).status == 200, address
        words = olga.page.text if address.endswith(".svg") else olga.text
        assert not FALSE.search(words), (address, words)
    for shown in ({"game": result}, {"night": result.night}, {}):
        words = watched(cast, **shown).text
        assert not FALSE.search(words), (shown, words)


def test_where_its_sheet_is_shown_it_says_what_it_is(cast, olga, result):
    for address in (f"/games/{result.pk}/", f"/games/{result.pk}/print/"):
        assert "Written down afterward" in olga.open(address).text, address
    assert "written down afterward" in olga.open(f"/nights/{result.night_id}/").text
    assert "Written down afterward" in watched(cast, game=result).text


def test_it_opens_though_the_app_no_longer_knows_its_rules(cast, olga, result):
    type(result).objects.update(rules="forgotten")
    for address in (f"/games/{result.pk}/", f"/games/{result.pk}/print/", f"/nights/{result.night_id}/"):
        assert olga.open(address).status == 200, address
    assert olga.open(f"/games/{result.pk}/result/").status == 403


SHARED = {
    "totals": "Ann won Trumplestiltskin with 203½: Bob 12, Cy −7",
    "who won": "Cy won Trumplestiltskin",
    "both": "Cy won Uno with 3: Ann 12, Bob 7",
    "several": "Ann and Cy won Uno",
    "several, with totals": "Ann and Cy won Uno",
    "nobody": "Uno, Sat Mar 9: Ann, Bob, Cy",
    "nobody, with totals": "Skyjo, Sat Mar 9: Cy 3, Bob 7, Ann 12",
    "partners": "Ann & Cy won Tichu with 1000: Bob & Dee 200",
}


@pytest.mark.parametrize("kind", SHARED)
def test_the_message_that_is_sent_with_its_link(cast, kind):
    game = write_down(cast.owner, **KINDS[kind], night="2024-03-09")
    link = links_writing.make_watch_link(group=cast.group, by=cast.owner, game=game)
    (said,) = message(link)
    assert sentence(said) == SHARED[kind]


def test_board_game_stats_is_told_neither_who_began_nor_points_that_are_unknown(cast, olga):
    game = write_down(cast.owner, won="Cy", rules=TRUMPLESTILTSKIN)
    play_sent = play_of(record(game))
    assert (play_sent["game"]["noPoints"], play_sent["durationMin"]) == (True, 0)
    assert [each["startPlayer"] for each in play_sent["players"]] == [False] * 3
    assert [(each["rank"], each["winner"]) for each in play_sent["players"]] == [(2, False), (2, False), (1, True)]
    assert "Ann, Bob, Cy" in olga.open(f"/games/{game.pk}/bgstats/").text
