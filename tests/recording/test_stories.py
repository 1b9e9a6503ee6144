"""The story of a finished game: a second program tells it, too, and each sentence leads to its hand.

For a longer comparison, use `pytest --full tests/recording/test_stories.py`.
"""

from collections import Counter

import pytest
from django.core.cache import cache

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.sheet.stories import story, told_on_the_night, turning_point
from scorekeeper.recording.sheet.writing import stop_game
from scorekeeper.rules.sheet import Table
from tests.cast import A_HAND, correct, play, start_game, start_short_game
from tests.recording.counting import NAMES, record_of
from tests.recording.random_stories import random_records, record_with
from tests.recording.retold import Retold
from tests.web.browser import Browser

SEEDS, FULL = 11, 300
WORDS = {  # how often each of these must be told in that many random games
    ": without the missed bid of": 5,
    ": without its ": 5,
    " and came back": 25,
    " for good.": 40,
    " and kept it.": 5,
    " led from start to finish.": 40,
    ", sometimes tied with ": 8,
    " shared the lead from here on.": 1,
    " tied for the lead at the end.": 2,
    " led at the end.": 1,
    " though tied with ": 1,
    "Nobody was ever ahead.": 2,
    "The Gnome’s ": 8,
}


def told(record):
    """Return the kinds, sentences, and hand numbers of a game's story."""
    return [(each.kind, sentence(each.text), each.number) for each in story(record)]


def test_a_second_program_tells_the_same_stories(full):
    words, games = Counter(), Counter()
    for seed in range(FULL if full else SEEDS):
        for record in random_records(seed):
            second, night = Retold(record), next(iter(told_on_the_night(record)), None)
            expected, slug = second.story(), record.card_game.rules.slug
            assert told(record) == expected, (seed, slug, record.stopped)
            assert (night and sentence(night.text)) == (second.on_the_night() or (None, None))[1], (seed, slug)
            words.update(word for word in WORDS for _kind, said, _number in expected if word in said)
            games.update([slug, record.stopped, *(["hidden"] if record.game.hidden else [])])
            games.update(["in progress"] if record.outcome is None else [])
            games.update(["corrected"] if any(hand.corrections for hand in record.hands) else [])
            games.update(["sides"] if len(record.sheet.columns) * 2 == len(record.names) else [])
            games.update(["low wins"] if record.rules.low_wins else [])
            games.update(["joined"] if any(stay.first > 1 for stay in record.stays) else [])
            games.update(["left"] if any(end for stay in record.stays for _first, end in stay.spans) else [])
            games.update(["one sentence"] if len(expected) == 1 else ["three"] if len(expected) == 3 else [])
    assert {word: words[word] for word in WORDS if words[word] < WORDS[word]} == {}
    rare = [
        "leader_wins",
        "no_winner",
        "hidden",
        "in progress",
        "corrected",
        "sides",
        "low wins",
        "joined",
        "left",
        "three",
    ]
    assert [kind for kind in (*all_games(), *rare, "one sentence") if games[kind] < 5] == []


# What is told, in small games


def record_from(slug, names, options, hands):
    """Return a game with these answers of each hand."""
    card_game = all_games()[slug]
    table = Table(names=names, options=card_game.rules.options(**options), first_dealer=0)
    rules = card_game.rules.for_options(table.options)
    return record_with(card_game, table, [(0, rules.entry_from(answers, table)) for answers in hands])


def rounds_of(spoken, rounds=None, **options):
    """Return a game of any game's rules with these points of each round, which ends after so many rounds."""
    rows = [row.split() for row in spoken.split(", ")]
    hands = [{f"players.{seat}.points": int(said) for seat, said in enumerate(row) if said != "-"} for row in rows]
    options |= {"ends": "rounds", "rounds": rounds or len(rows), "negative": True}
    return record_from("any_game", NAMES[: len(rows[0])], options, hands)


@pytest.mark.parametrize(
    ("spoken", "sentences"),
    [
        pytest.param("5 0", ["Ann led from start to finish."], id="a game of one hand has one sentence"),
        pytest.param(
            "9 0, -8 0, 0 3",
            ["Bob passed Ann at the very end."],
            id="a game of three hands has one, whatever a hand cost",
        ),
        pytest.param("0 0, 0 0, 0 0, 0 0", ["Nobody was ever ahead."], id="all level"),
        pytest.param("5, 3, -2, 4", [], id="nobody leads in a game of one player"),
        pytest.param(
            "9 5, -8 0, 5 5, 2 1",
            [
                "Round 2: without its −8, Ann would have won by 5.",
                "Round 2: Bob passed Ann for good.",
            ],
            id="a hand that lost the game",
        ),
        pytest.param(
            "9 5, -8 0, 10 3, -8 1",
            [
                "Round 2: without its −8, Ann would have won by 2.",
                "Round 3: Bob was 3 behind, and came back.",
                "Bob passed Ann at the very end.",
            ],
            id="of two equal hands the earlier; three sentences",
        ),
        pytest.param(
            "9 5 5, -7 1 0, 6 6 -8, 1 1 9",
            [
                "Round 3: without its −8, Cy would have won by 1.",
                "Round 2: Bob passed Ann for good.",
            ],
            id="of two losers the one with the dearest hand",
        ),
        pytest.param("9 5, -3 4, 5 5, 2 2", ["Round 2: Bob passed Ann for good."], id="a tie isn’t a win"),
        pytest.param(
            "20 0, 0 5, 0 2, 0 20",
            ["Round 3: Bob was 13 behind, and came back.", "Bob passed Ann at the very end."],
            id="a comeback starts with hand 3",
        ),
        pytest.param(
            "20 0, 0 10, 0 5, 0 20",
            ["Bob passed Ann at the very end."],
            id="less than a hand’s points is nothing to come back from",
        ),
        pytest.param(
            "5 0, 5 0, 5 0, 0 0, 0 20",
            ["Round 3: Bob was 15 behind, and came back.", "Bob passed Ann at the very end."],
            id="equally far behind, the earlier",
        ),
    ],
)
def test_what_is_told_of_a_small_game(spoken, sentences):
    assert [said for _kind, said, _number in told(rounds_of(spoken))] == sentences


def test_what_somebody_joined_with_cost_them_nothing():
    record = rounds_of("5 5 -, 0 1 0, 1 1 12, 1 1 0", joined=(0, 0, 2), joined_with=(0, 0, -20))
    assert [kind for kind, _said, _number in told(record)] == ["start"]


def test_a_hand_that_put_somebody_out_of_the_game_is_not_left_out():
    """The hands after it would have been others."""
    record = rounds_of("9 1 1, -20 1 0, - 1 0, - 1 0", out=-10)
    assert [said for _kind, said, _number in told(record)] == ["Round 2: Bob passed Ann for good."]


GONE = (4, 0)


@pytest.mark.parametrize(
    ("spoken", "options", "sentences"),
    [
        pytest.param(
            "5 3 7, 1 1 -",
            {"left": (0, 0, 2)},
            ["Round 2: Ann took the lead and kept it."],
            id="whoever led until they left",
        ),
        pytest.param(
            "7 1, 0 1, 0 1, - 9",
            {"left": GONE},
            ["Round 3: Bob was 4 behind, and came back.", "Bob passed Ann at the very end."],
            id="whoever is passed after they left was ahead until then",
        ),
        pytest.param(
            "7 1, 0 1, 0 1, - 2",
            {"left": GONE},
            ["Round 4: Bob took the lead and kept it."],
            id="nobody passes, or comes back against, those who leave with more",
        ),
        pytest.param(
            "7 1, - 1, - 1, 1 1",
            {"joined": (0, 0, 4, 0), "left": (2, 0, 0, 0)},
            ["Round 4: Ann took the lead and kept it."],
            id="whoever comes back was away until then, and passes nobody",
        ),
        pytest.param(
            "9 1 1, 3 1 1, - 2 1, - 2 1",
            {"out": 10},
            ["Round 3: Bob took the lead and kept it."],
            id="nobody passes those who are out with more",
        ),
        pytest.param(
            "20 5 35, -30 5 0, 10 10 -, 10 10 -",
            {"left": (0, 0, 3)},
            ["Round 2: without its −30, Ann would have won by 10.", "Round 3: Bob took the lead and kept it."],
            id="whoever has left is no second",
        ),
    ],
)
def test_who_leaves_has_left_only_from_the_next_hand_on(spoken, options, sentences):
    assert [said for _kind, said, _number in told(rounds_of(spoken, **options))] == sentences


def test_a_bid_lost_without_a_marriage_is_a_missed_bid():
    def played(*melds):
        tricks = {"sides.0.counters": 24, "sides.1.counters": 24, "sides.0.last_trick": True}
        melds = {f"sides.{side}.meld": meld for side, meld in enumerate(melds)}
        return {"hand.bidder": 0, "hand.bid": 50, "hand.trump": "spades", "sides.1.last_trick": False} | tricks | melds

    lost = {"hand.bidder": 2, "hand.bid": 60, "hand.no_marriage": True}
    record = record_from("pinochle", NAMES[:4], {"target": 200}, [played(40, 20), lost, played(40, 40), played(43, 70)])
    assert told(record) == [
        # Then both sides would have been there, and the bidding side goes out first with 201 to 202.
        ("missed", "Hand 2: without the missed bid of 60, Ann & Cy would have won.", 2),
        ("turn", "Hand 2: Bob & Dee passed Ann & Cy for good.", 2),
    ]


def test_missed_bids_come_before_other_hands_that_cost_as_much():
    def played(bidder, bid, tricks):
        taken = {f"players.{seat}.tricks": int(said) for seat, said in enumerate(tricks) if said != "f"}
        folded = {f"players.{seat}.folded": True for seat, said in enumerate(tricks) if said == "f"}
        return {"hand.bidder": bidder, "hand.bid": bid, "hand.trump": "hearts"} | taken | folded

    # In hand 1 Bob takes no tricks, in hand 2 too few: 5 points more each. The fewest win.
    hands = [(0, 3, "401"), (1, 3, "311"), (1, 4, "14f"), (1, 4, "f41"), (1, 4, "14f"), (1, 4, "14f")]
    options = {"start": 10, "both_at_zero": "lowest"}
    record = record_from("shnarbles", NAMES[:3], options, [played(*hand) for hand in hands])
    assert told(record)[0] == ("missed", "Hand 2: without the missed bid of 3, Bob would have won by 1.", 2)


def test_nothing_is_told_of_a_game_in_progress():
    assert story(rounds_of("5 0, 0 3, 0 4, 0 2", 5)) == ()


def test_on_the_night_nothing_is_told_that_a_highlight_says():
    """The longest lead, the costliest missed bid and whoever gave the Gnome most are highlights."""
    assert told_on_the_night(rounds_of("5 0, 1 0, 1 0, 1 0")) == ()
    (told,) = told_on_the_night(rounds_of("5 0, 0 6, 1 1, 1 1"))
    assert sentence(told.text).endswith("for good.")


# The turning point


def test_the_turning_point_is_when_the_lead_last_changed():
    for spoken, message in (
        ("5 3, 9 4, 12 11", "Ann led from start to finish."),
        ("5 5 3, 9 4 9, 12 11 9", "Ann led from start to finish, sometimes tied with Bob and Cy."),
        ("5 3, 4 6, 7 6, 7 9, 8 10", "Hand 4: Bob passed Ann for good."),
        ("5 3 0, 4 6 6, 5 7 9, 9 11 9", "Bob passed Cy at the very end."),
        ("5 5 0, 6 6 9", "Cy passed Ann and Bob at the very end."),
        ("0 0, 0 0, 0 4", "Hand 3: Bob took the lead and kept it."),
        ("0 0, 0 0", "Nobody was ever ahead."),
        ("5 3, 5 5", "Ann and Bob tied for the lead at the end."),
        ("5 6, 7 7, 9 8", "Ann passed Bob at the very end."),
        ("5 6 3, 6 6 3, 7 7 7, 8 8 7, 9 9 2", "Hand 4: Ann and Bob shared the lead from here on."),
    ):
        totals = [tuple(int(total) for total in hand.split()) for hand in spoken.split(",")]
        assert sentence(turning_point(record_of((0,) * len(totals[0]), *totals)).text) == message, spoken


def test_the_turning_point_follows_the_rules():
    for totals, rules, message in (
        ([(0, 0), (3, 5), (8, 7)], {"low_wins": True}, "Bob passed Ann"),
        ([(0,) * 3, (3, 5, 90), (8, 7, 99)], {"bank": True}, "Ann passed Bob"),
        ([(0, 0), (30, 10), (40, 60)], {"sides": True}, "Bob and Dee passed Ann and Cy"),
    ):
        said = sentence(turning_point(record_of(*totals, **rules)).text)
        assert said == f"{message} at the very end.", rules


# On the pages

MISS = "6 10 - 8 | | 6 9 8 8"
A_NIGHT = ["6 20 - 8 | | 6 20 3 2"] * 2 + [MISS] + ["20 6 - 8 | | 20 6 3 2"] * 2 + ["3 16 - 17 | | 3 16 2 10"]
THREE = [
    ("Hand 3: without the missed bid of 10, Bob would have won by 7.", 3),
    ("Hand 3: Ann was 52 behind, and came back.", 3),
    ("Hand 5: Ann passed Bob for good.", 5),
]


@pytest.fixture
def finished(cast):
    """Return a game that Bob lost by a missed bid."""
    game = start_game(cast.owner, player_target=100)
    play(game, *A_NIGHT, by=cast.owner, anyway=True)
    return game


def shown(browser, address=""):
    """Return the sentences of the story on a page and the numbers of the hands that they lead to, which must exist."""
    stories = list(browser.page.all("ul", class_="story"))
    links = [(link.text, link.attrs["href"]) for each in stories for link in each.all("a")]
    found = []
    for text, href in links:
        start, _row, number = href.rpartition("#hand-")
        assert start.startswith(address)
        assert start.endswith(f"hand={number}")
        found.append((text, int(number)))
    for text, href in links:
        path = href if href.startswith("/") else browser.path + href
        assert browser.open(path).page.one("tr", id=f"hand-{href.rpartition('-')[2]}").has(class_="opened"), text
    return found


def test_each_sentence_at_the_end_of_a_game_leads_to_its_hand(finished, olga):
    assert shown(olga.open(f"/games/{finished.pk}/"), "?hand=") == THREE


def test_after_a_correction_another_story_is_told(cast, finished, olga):
    correct(finished, 3, "6 12 - 8 | | 6 11 7 7", cast.owner, anyway=True)
    first, second, third = shown(olga.open(f"/games/{finished.pk}/"))
    assert first == ("Hand 3: without the missed bid of 12, Bob would have won by 7.", 3)
    assert (second, third) == (("Hand 3: Ann was 50 behind, and came back.", 3), THREE[2])
    correct(finished, 6, "- 16 - 17 | | 5 16 0 10", cast.owner, anyway=True)
    assert not shown(olga.open(f"/games/{finished.pk}/")), "in progress again"


def test_watchers_are_told_the_story_too(cast, finished):
    for scope, target in (("game", {"game": finished}), ("night", {"night": finished.night}), ("group", {})):
        link = make_watch_link(group=cast.group, by=cast.owner, **target)
        address = f"/w/{token_of(link)}/" + ("" if scope == "game" else f"?game={finished.pk}")
        assert shown(Browser().open(address)) == THREE, scope


def test_a_night_tells_what_its_highlights_do_not_say(cast, finished, olga):
    assert shown(olga.open(f"/nights/{finished.night_id}/"), f"/games/{finished.pk}/") == THREE[1:2]
    link = make_watch_link(group=cast.group, by=cast.owner, night=finished.night)
    assert shown(Browser().open(f"/w/{token_of(link)}/"), f"?game={finished.pk}&") == THREE[1:2]


def test_on_paper_the_story_has_no_links(finished, olga):
    olga.open(f"/games/{finished.pk}/print/")
    assert [line.text for line in olga.page.one("ul", class_="story").all("li")] == [text for text, _number in THREE]
    assert not list(olga.page.one("ul", class_="story").all("a"))


@pytest.mark.parametrize("hands", [1, 3])
def test_a_short_game_is_told_in_one_sentence(cast, olga, hands):
    game = start_short_game(cast.owner, 24 * hands)
    play(game, *[A_HAND] * hands, by=cast.owner)
    assert shown(olga.open(f"/games/{game.pk}/")) == [("Ann led from start to finish.", 1)]


def test_a_tally_has_no_story():
    answers = {"players.0.points": 11, "players.1.points": 8}
    assert story(record_from("any_game", NAMES[:2], {"rows": "tally"}, [answers])) == ()


def test_a_game_that_goes_on_has_no_story_until_it_is_stopped(cast, game, olga):
    play(game, *A_NIGHT[:5], by=cast.owner, anyway=True)
    assert not shown(olga.open(f"/games/{game.pk}/"))
    stop_game(game=game, how="leader_wins", by=cast.owner)
    assert shown(olga.open(f"/games/{game.pk}/")) == [THREE[1], ("Ann passed Bob at the very end.", 5)]


def test_stories_cost_no_query(cast, finished, olga, django_assert_num_queries):
    """As many as without them, even before a page keeps what it has shown."""
    link, game = make_watch_link(group=cast.group, by=cast.owner, game=finished), f"/games/{finished.pk}/"
    watched, night = f"/w/{token_of(link)}/", f"/nights/{finished.night_id}/"
    for browser, address, count in (
        (olga, game, 11),
        (Browser(), watched, 7),
        (olga, night, 18),
        (olga, f"{game}print/", 5),
    ):
        cache.clear()
        with django_assert_num_queries(count):
            browser.open(address)
