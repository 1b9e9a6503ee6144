"""What was reached, in words, on the night's page and at the end of the game; watchers see none of it.

A game is written as its columns, with "!" after those that won: in "AC! BD", Ann and Cy beat Bob and Dee.
"""

import datetime

import pytest
from django.template.loader import render_to_string

from scorekeeper.formats.language import as_data
from scorekeeper.games import all_games
from scorekeeper.looking_back.figures import Person
from scorekeeper.looking_back.history import Ended, Finish, History, Reached
from scorekeeper.looking_back.milestones import told
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.people.roster.writing import merge_player
from scorekeeper.recording.setup.writing import start_game as start
from scorekeeper.recording.sheet.writing import hide_game
from tests.cast import A_HAND, LETTERS, NAMES, correct, enter_hand, new_game, play
from tests.test_query_counts import HTMX
from tests.web.browser import Browser, parse

PERSONS = {at: Person(id=at, name=name, mark=at) for at, name in enumerate(NAMES)}
FIRST_NIGHT = datetime.date(2026, 1, 1)
B_HAND = "6 10 - 8 | | 9 12 3 7"
"""A hand by which Bob gets to 24."""


def history(*games, feats=(), nights=()):
    """Return a history of games, each on a night of its own unless `nights` are given."""
    ended = []
    for number, spoken in enumerate(games):
        finishes = [
            Finish(column, LETTERS.index(letter), 0, 1 if "!" in column else 2, "!" in column)
            for column in spoken.split()
            for letter in column.rstrip("!")
        ]
        night = nights[number] if nights else number
        game = Ended(
            id=number,
            rules="trumplestiltskin",
            night=night,
            date=FIRST_NIGHT + datetime.timedelta(days=night),
            hands=1,
            finishes=tuple(finishes),
            feats=feats[number] if feats else {},
        )
        ended.append(game)
    return History(games=tuple(ended))


def last_told(history, *, of=""):
    """Return what is told of the last night: the coins, and the words."""
    milestones = history.told(history.games[-1].night)
    kinds = [milestone for milestone in milestones if of in ("", milestone.kind)]
    shown = told(kinds, PERSONS, all_games())
    return [
        f"({each['coin']}) {as_data(each['title'])}: {as_data(each['more']) if each['more'] else ''}" for each in shown
    ]


def best(amount, *persons, hand=3):
    return Reached(2 * amount, persons or (0,), hand)


@pytest.mark.parametrize(
    ("games", "kind", "said"),
    [
        pytest.param(["A! B"], "first", ["(1) Ann’s first win: In the very first game."], id="the very first win"),
        pytest.param(["A! B", "A B!"], "first", ["(1) Bob’s first win: It took 2 games."], id="a first win"),
        pytest.param(["AC! BD"], "first", ["(1) The first win for Ann and Cy: In the very first game."], id="partners"),
        pytest.param(["A! B", "A! B"], "first", [], id="only the first win is one"),
        pytest.param(["A! B!", "A! B"], "first", ["(1) Ann’s first win: It took 2 games."], id="after one all won"),
        pytest.param(["A! B"] * 49 + ["A B!"], "games", ["(50) The 50th game for Ann and Bob: Bob won it."], id="50th"),
        pytest.param(["A! B"] * 49 + ["A! C"], "games", ["(50) Ann’s 50th game: Ann won it."], id="the 50th of one"),
        pytest.param(["A! B"] * 99 + ["A D"], "games", ["(100) Ann’s 100th game: Nobody won it."], id="the 100th"),
        pytest.param(["A! B"] * 49, "games", [], id="the 49th is none"),
        pytest.param(["A! B"] * 3, "row", ["(3) Ann won three in a row: "], id="three in a row"),
        pytest.param(["AC! BD"] * 3, "row", ["(3) Ann and Cy won three in a row: "], id="partners’ three in a row"),
        pytest.param(["A! B"] * 4, "row", [], id="four in a row are no more than three"),
        pytest.param(
            ["A! B"] * 4 + ["A B!"], "ended", ["(4) Ann’s run is over: Bob ended it after 4 wins."], id="a run ended"
        ),
        pytest.param(
            ["AC! BD"] * 3 + ["AC BD!"],
            "ended",
            ["(3) The run of Ann and Cy is over: Bob and Dee ended it after 3 wins."],
            id="partners’ run ended",
        ),
        pytest.param(["A! B"] * 2 + ["A B!"], "ended", [], id="two wins are no run"),
        pytest.param(
            ["A B!", *["A! B"] * 10, "A B!"],
            "dry",
            ["(10) Bob’s drought is over: First win after 10 games."],
            id="a drought",
        ),
        pytest.param(["A B!", *["A! B"] * 9, "A B!"], "dry", [], id="nine games are no drought"),
        pytest.param(
            ["A! B", "A B!"], "cup", ["() Bob took the Trumplestiltskin cup: Ann had it before."], id="a cup taken"
        ),
        pytest.param(
            ["AC! BD", "AD! BC"],
            "cup",
            ["() Dee took the Trumplestiltskin cup: Cy had it before."],
            id="a cup that a partner keeps",
        ),
        pytest.param(["A! B", "A! B"], "cup", [], id="a cup held"),
        pytest.param(["A! B", "A! B!"], "cup", [], id="a shared win leaves the cup where it is"),
    ],
)
def test_each_kind_of_milestone_has_its_words(games, kind, said):
    assert last_told(history(*games), of=kind) == said


def test_a_feat_that_is_surpassed_after_the_first_ten_games_says_what_it_was_by_whom_and_when():
    feats = [{"hands": best(30)}, {"hands": best(31, 1)}, *[{}] * 8, {"hands": best(32, 2)}]
    surpassed = history(*["A! B C"] * 11, feats=feats)
    assert last_told(surpassed, of="feat") == [
        "(32) Best hand ever in Trumplestiltskin: Cy: 32. It was 31, by Bob on Jan 2, 2026."
    ]
    equaled = history(*["A! B C"] * 11, feats=[*feats[:10], {"hands": best(31, 2)}])
    assert last_told(equaled, of="feat") == []
    early = history(*["A! B C"] * 10, feats=feats[1:])
    assert last_told(early, of="feat") == []


def test_a_feat_of_a_hand_leads_to_it_and_one_of_a_whole_game_to_the_sheet():
    before, whole = {"hands": best(30), "to_gnome": best(9)}, best(10)._replace(hand=0)
    feats = [before, *[{}] * 9, {"hands": best(32), "to_gnome": whole}]
    reached = history(*["A! B"] * 11, feats=feats)
    shown = told(reached.told(10), PERSONS, all_games())
    assert [(each["game"].id, each["hand"]) for each in shown] == [(10, 3), (10, 0)]


def test_a_night_tells_at_most_three_first_what_had_been_seen_least_before():
    games = ["A! B", "A B!", "A! B", "A B!", "A! B", "A! B", "A! B", "A B!", "A C!"]
    reached = history(*games, nights=[0, 1, 2, 3, 4, 4, 4, 5, 5])
    assert [milestone.kind for milestone in reached.walked.milestones[5]] == ["ended", "cup", "first", "cup"]
    assert [line.partition(":")[0] for line in last_told(reached)] == [
        "(3) Ann’s run is over",
        "(1) Cy’s first win",
        "() Bob took the Trumplestiltskin cup",
    ]


def test_faces_stand_beside_one_or_two_names_only():
    for game, faces in (("A! B", 1), ("AC! BD", 2), ("ACD! B", 0)):
        reached = list(told(history(game).told(0), PERSONS, all_games()))
        page = parse(render_to_string("looking_back/_milestones.html", {"reached": reached, "here": 0}))
        assert len(list(page.all(class_="face"))) == faces


ANN_WINS, BOB_WINS = (A_HAND, A_HAND), (B_HAND, B_HAND)


def play_short(cast, day, *hands):
    """Play a game that ends at 40, on a day of January."""
    new = new_game(cast.group, night=datetime.date(2026, 1, day), options={"player_target": 40})
    game = start(group=cast.group, new=new, by=cast.owner)
    play(game, *hands, by=cast.owner)
    return game


def on_coins(browser):
    """Return each milestone on a page, without its coin."""
    return [row.one(class_="text").text for row in browser.page.all(class_="row") if list(row.all(class_="coin"))]


class TestPages:
    def test_a_night_tells_what_was_reached_and_an_ordinary_one_nothing(self, cast, olga):
        first, ordinary = play_short(cast, 1, *ANN_WINS), play_short(cast, 2, *ANN_WINS)
        play_short(cast, 3, *BOB_WINS)
        third = play_short(cast, 3, *ANN_WINS)
        assert on_coins(olga.open(f"/nights/{first.night_id}/")) == ["Ann’s first win In the very first game."]
        assert olga.page.one("a", class_="row").attrs["href"] == f"/games/{first.pk}/"
        assert "A night to remember" in olga.text
        assert on_coins(olga.open(f"/nights/{ordinary.night_id}/")) == []
        assert not {"A night to remember", "Cups"} & {heading.text for heading in olga.page.all("h2")}
        assert on_coins(olga.open(f"/nights/{third.night_id}/")) == [
            "Bob took the Trumplestiltskin cup Ann had it before.",
            "Ann took the Trumplestiltskin cup Bob had it before.",
            "Bob’s first win It took 3 games.",
        ]

    def test_a_night_on_which_only_cups_were_taken_is_called_no_more_than_that(self, cast, olga):
        for day, hands in enumerate((ANN_WINS, BOB_WINS, ANN_WINS), start=1):
            game = play_short(cast, day, *hands)
        assert on_coins(olga.open(f"/nights/{game.night_id}/")) == [
            "Ann took the Trumplestiltskin cup Bob had it before."
        ]
        assert [heading.text.partition(" Sheet")[0] for heading in olga.page.all("h2")][:2] == [
            "Cups",
            "Game 1 Trumplestiltskin",
        ]

    def test_hiding_and_correcting_an_earlier_game_changes_what_is_told(self, cast, olga):
        first, last = play_short(cast, 1, *ANN_WINS), play_short(cast, 2, *BOB_WINS)

        def reached():
            night, game = (on_coins(olga.open(f"/{page}/")) for page in (f"nights/{last.night_id}", f"games/{last.pk}"))
            assert night == game
            return night

        before = ["Bob took the Trumplestiltskin cup Ann had it before.", "Bob’s first win It took 2 games."]
        assert reached() == before
        hide_game(game=first, hidden=True)
        assert reached() == ["Bob’s first win In the very first game."]
        hide_game(game=first, hidden=False)
        assert reached() == before
        for number in (1, 2):
            correct(first, number, B_HAND, cast.owner)
        assert reached() == []

    def test_the_end_page_tells_what_was_reached_in_its_own_game_and_links_only_elsewhere(self, cast, olga):
        play_short(cast, 1, *ANN_WINS)
        game, later = play_short(cast, 2, *BOB_WINS), play_short(cast, 2, *BOB_WINS)
        assert on_coins(olga.open(f"/games/{game.pk}/")) == [
            "Bob took the Trumplestiltskin cup Ann had it before.",
            "Bob’s first win It took 2 games.",
        ]
        assert list(olga.page.all("a", class_="row")) == []
        assert on_coins(olga.open(f"/games/{later.pk}/")) == []

    def test_a_sheet_in_progress_tells_nothing(self, cast, olga):
        play_short(cast, 1, *ANN_WINS)
        assert on_coins(olga.open(f"/games/{play_short(cast, 2, A_HAND).pk}/")) == []

    def test_saving_the_hand_that_ends_a_game_or_correcting_it_shows_what_was_reached(self, cast):
        game, olga = play_short(cast, 1, A_HAND), Browser(cast.owner)
        for name, hand in (("Ann", A_HAND), ("Bob", "- 20 - - | | 0 31 0 0")):
            phone = enter_hand(game, hand, cast.owner, 2)
            seen = {"revisions": phone.seen.revisions, "taps": phone.seen.taps}
            olga.open(f"/games/{game.pk}/")
            olga.client.handler.enforce_csrf_checks = False
            answer = olga.client.post(f"/games/{game.pk}/hands/2/save/", seen, headers=HTMX)
            olga.page = parse(answer.content.decode())
            assert on_coins(olga) == [f"{name}’s first win In the very first game."]

    def test_watchers_see_none_of_it(self, cast, olga):
        game = play_short(cast, 1, *ANN_WINS)
        for target in ({"game": game}, {"night": game.night}, {}):
            address = f"/w/{token_of(make_watch_link(group=cast.group, by=cast.owner, **target))}/"
            stranger = Browser().open(address)
            assert stranger.status == 200
            assert on_coins(stranger) == []
            assert "first win" not in stranger.text

    def test_a_merged_players_milestones_are_the_main_entrys(self, cast, olga):
        game = play_short(cast, 1, *ANN_WINS)
        ann = cast.group.players.get(name="Ann")
        main = cast.group.players.create(name="Annette", name_key="annette")
        merge_player(group=cast.group, player_id=ann.pk, same_as=main.pk)
        assert on_coins(olga.open(f"/nights/{game.night_id}/")) == ["Annette’s first win In the very first game."]
