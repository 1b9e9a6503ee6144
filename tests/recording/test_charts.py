"""The chart of running scores: its geometry in any game, and where it is shown."""

from itertools import pairwise

import pytest
from django.template.loader import render_to_string
from hypothesis import given, strategies as st

from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.sheet.charts import Chart, Strip, chart, shorten, spread, text_width
from scorekeeper.recording.sheet.writing import stop_game
from tests.cast import A_HAND, correct, play, refresh, start_short_game
from tests.recording.counting import NAMES, record_of
from tests.web.browser import Browser, parse

LINE_HEIGHT = 32


def assert_sound(drawn: Chart) -> None:
    """Check that all curves and labels are inside the drawing and that no labels overlap."""
    for curve in drawn.curves:
        assert all(drawn.left <= x <= drawn.right and drawn.top <= y <= drawn.bottom for x, y in curve["points"])
        assert all(before[0] < after[0] for before, after in pairwise(curve["points"]))
        assert 0 < curve["label_y"] - LINE_HEIGHT // 2 + 1 <= curve["label_y"] <= drawn.bottom
        assert drawn.name_x + text_width(curve["label"]) <= drawn.width
        assert curve["path"].count("L") == len(drawn.hands)
    labels = sorted(curve["label_y"] for curve in drawn.curves)
    assert all(after - before >= LINE_HEIGHT for before, after in pairwise(labels))
    assert len({curve["dashes"] for curve in drawn.curves}) == len(drawn.curves)
    ends = sorted((curve["points"][-1][1], curve["label_y"]) for curve in drawn.curves)
    assert all(before[1] < after[1] for before, after in pairwise(ends) if before[0] != after[0])
    heights = sorted(
        (half, y) for curve in drawn.curves for half, (_x, y) in zip(curve["totals"], curve["points"], strict=True)
    )
    assert all(before[1] >= after[1] for before, after in pairwise(heights))
    assert all(before["x"] + before["width"] == after["x"] for before, after in pairwise(drawn.hands))
    assert all(hand["x"] < hand["middle"] <= hand["x"] + hand["width"] <= drawn.width for hand in drawn.hands)
    assert drawn.top <= drawn.zero <= drawn.bottom
    assert 2 <= len(drawn.rows) <= 8
    assert all(drawn.top <= y <= drawn.bottom and text_width(label) < drawn.left for y, label in drawn.rows)
    named = [at for at, label in drawn.ticks if label]
    assert all(after - before >= 50 for before, after in pairwise(named))
    heights = sorted(height for _y, height, _words in drawn.targets)
    assert all(after - before >= LINE_HEIGHT - 8 for before, after in pairwise(heights))
    assert all(height > 0 and drawn.left + text_width(words) <= drawn.width for _y, height, words in drawn.targets)


def assert_strip_sound(strip: Strip) -> None:
    """Check that a strip on a phone is low, and that faces stand beside each other's ends while there is room."""
    assert strip.height * 358 / strip.width <= 96
    for curve in strip.curves:
        assert all(strip.top <= y <= strip.bottom for _x, y in curve["points"])
        assert 0 < curve["label_y"] <= strip.bottom
    figures = sorted(y for y, _label in strip.rows)
    assert all(after - before >= strip.text for before, after in pairwise(figures)), "lines of figures"
    assert all(strip.top <= y <= strip.bottom and text_width(label) < strip.left for y, label in strip.rows)
    faces = sorted(curve["label_y"] for curve in strip.curves)
    if len(faces) <= 5:
        assert all(after - before >= 32 for before, after in pairwise(faces)), "two radii"
    assert strip.label_x + 32 <= strip.width


def test_nothing_overflows_or_overlaps():
    assert_sound(Chart(record_of((0, 0, 0), (0, 0, 0), (0, 0, 0))))
    assert_sound(Chart(record_of(*((hand, 2 * hand, -hand) for hand in range(201)))))
    assert_sound(Chart(record_of((0, 0), (30, 10), (40, 60), sides=True)))


@st.composite
def random_records(draw):
    columns, hands = draw(st.integers(2, 11)), draw(st.integers(2, 40))
    totals = st.tuples(*[st.integers(-700, 900)] * columns)
    start = draw(st.sampled_from([0, 0, 64, -20]))
    later = draw(st.lists(totals, min_size=hands, max_size=hands))
    targets = draw(st.dictionaries(st.sampled_from(["all", "0", "1", "bank"]), st.integers(1, 900)))
    names = draw(st.permutations([*NAMES[:6], "王" * 9, "Maximiliane-Wilhelmine", "W" * 40, "l"]))
    options = {"low_wins": draw(st.booleans()), "bank": columns > 2, "targets": targets, "names": tuple(names)}
    return record_of((start,) * columns, *later, **options)


@given(random_records())
def test_nothing_overflows_or_overlaps_in_any_game(record):
    assert_sound(Chart(record))
    assert_strip_sound(Strip(record))


def test_a_chart_first_appears_with_the_third_hand():
    assert [chart(record_of((0, 0), *[(5, 6)] * hands)) is None for hands in (0, 2, 3)] == [True, True, False]


def test_each_target_is_drawn_or_if_out_of_reach_named():
    for targets, drawn_words, named in (
        ({"all": 400}, ["target 200"], []),
        ({"all": 400, "bank": 420}, ["Bank 210", "target 200"], []),
        ({"0": 400}, ["Ann 200"], []),
        ({"all": 466}, [], ["target 233 ↑"]),  # more than 15% above the scores
        ({"all": 401, "bank": 9999}, ["target 200½"], ["Bank 4999½ ↑"]),
        ({"all": 2000, "bank": 9999}, [], ["Bank 4999½, target 1000 ↑"]),  # in one line, above all curves
    ):
        drawn = Chart(record_of((0, 0, 0), (200, 60, 80), (404, 10, 100), bank=True, targets=targets))
        assert [words for y, _words_y, words in drawn.targets if y is not None] == drawn_words
        assert [words for y, _words_y, words in drawn.targets if y is None] == named
        assert all(drawn.top <= y <= drawn.bottom for y, _words_y, _words in drawn.targets if y is not None)


@pytest.mark.parametrize(
    ("targets", "lines", "figures"),
    [
        pytest.param({"all": 400, "bank": 700}, 1, ["200", "0", "100"], id="the players’ target, however far"),
        pytest.param({"all": 400, "bank": 70}, 2, ["200", "35", "100"], id="the bank’s within reach"),
        pytest.param({"all": 233}, 1, ["116½", "0", "50"], id="no round number close to the target"),
        pytest.param({"0": 400, "1": 380}, 2, ["200", "0", "100"], id="two that are close have one figure"),
        pytest.param({}, 0, ["0", "10"], id="no target"),
    ],
)
def test_a_small_chart_has_the_targets_on_its_scale(targets, lines, figures):
    drawn = Strip(record_of((0, 0, 0), (10, 4, 8), (20, 12, 30), (30, 12, 34), bank=True, targets=targets))
    assert len({y for y, _words_y, _words in drawn.targets if y is not None}) == lines
    assert [label for _y, label in drawn.rows] == figures


def test_ticks_are_at_round_numbers():
    drawn = Chart(record_of((0, 0), *((2 * hand, -hand) for hand in range(1, 31))))
    assert [label for _y, label in drawn.rows] == ["−10", "0", "10", "20", "30"]
    assert [label for _x, label in drawn.ticks if label] == ["0", "5", "10", "15", "20", "25", "30"]
    assert len(drawn.ticks) == 31


def test_points_are_drawn_at_the_height_of_their_totals():
    drawn = Chart(record_of((0, 0), (20, 0), (20, -20)))
    ann, bob = drawn.curves
    assert [y for _x, y in ann["points"]] == [drawn.zero, drawn.top, drawn.top]
    assert [y for _x, y in bob["points"]] == [drawn.zero, drawn.zero, drawn.bottom]
    assert [x for x, _y in ann["points"]] == [drawn.left, (drawn.left + drawn.right) // 2, drawn.right]


def test_each_curve_uses_its_players_mark(cast):
    game = start_short_game(cast.owner, target=80)
    play(game, A_HAND, A_HAND, A_HAND, A_HAND, by=cast.owner)
    correct(game, 3, "20 6 - 8 | | 22 5 3 1", cast.owner)
    for player, mark in zip(game.seats.order_by("number"), (7, 2, 11, 0), strict=True):
        type(player.player).objects.filter(pk=player.player_id).update(mark=mark)
    record = load(refresh(game))
    drawn = chart(record)
    assert record.marks == (7, 2, 11, 0)
    assert [curve["face"] for curve in drawn.curves] == [7, 2, 11, 0, record.rules.seatless[0]]
    assert [hand["number"] for hand in drawn.hands] == [1, 2, 3]  # the fourth hand comes after the end
    assert [curve["totals"][-1] for curve in drawn.curves] == [184, 34, 0, 30, 30]


# Helpers for drawings: round steps, labels that don't overlap, and truncated names


def test_labels_move_as_little_as_possible():
    for places, apart in (
        ((50,), (50,)),
        ((50, 50), (45, 55)),
        ((50, 48), (54, 44)),
        ((0, 0, 0), (0, 10, 20)),
        ((20, 48, 52, 80), (20, 45, 55, 80)),
        ((50,) * 21, tuple(range(0, 101, 5))),  # too many get a smaller gap
    ):
        assert spread(places, 10, 0, 100) == apart


def test_a_long_name_is_truncated():
    joined = "\u200d".join("王王王王王")
    for name, cut in (
        ("Ann", "Ann"),
        ("Maximiliane-Wilhelmine", "Maxim…"),
        ("王" * 9, "王王王…"),
        ("e\u0301" * 9, "e\u0301" * 6 + "…"),
        (joined, "王…"),  # joined letters are kept or cut together
    ):
        assert shorten(name, 106) == cut


# On the pages


@pytest.fixture
def over(cast):
    game = start_short_game(cast.owner, target=70)
    play(game, A_HAND, A_HAND, A_HAND, by=cast.owner)
    return game


def links(browser):
    return [(link.attrs["href"], link.attrs["tabindex"]) for link in browser.page.one("figure").all("a")]


def test_the_sheet_has_a_strip_that_a_tap_enlarges_and_the_whole_chart_at_the_end(cast, game, olga):
    address = f"/games/{game.pk}/"
    play(game, A_HAND, A_HAND, by=cast.owner)
    assert not list(olga.open(address).page.all(id="chart"))
    play(game, A_HAND, by=cast.owner)
    strip = olga.open(address).page.one(id="chart").one("a", class_="strip")
    assert [text.text for text in strip.all("text", class_="sign")] == ["●", "■", "▲", "◆"]
    assert [text.text for text in strip.one("g", class_="words").all("text")] == ["200", "0", "100"]
    assert "stroke-dasharray" in strip.one("path", class_="target").attrs
    assert not olga.page.one(id="chart").has(class_="large")
    assert olga.open(address + strip.attrs["href"]).page.one(id="chart").has(class_="large")
    close = olga.page.one(id="chart").one("a", class_="strip")
    assert not olga.open(address + close.attrs["href"]).page.one(id="chart").has(class_="large")
    assert "Ann led" not in olga.text  # so far
    stop_game(game=game, how="no_winner", by=cast.owner)
    assert not list(olga.open(address).page.all(id="chart"))
    figure = olga.page.one("figure", class_="chart")
    assert [line.has(class_="curve") for line in figure.all("path", class_="curve")] == [True] * 5
    assert [text.text for text in figure.all("text", class_="name")] == ["Ann", "Bob", "Cy", "Dee", "Gnome"]
    assert [text.text for text in figure.all("text", class_="sign")] == ["●", "■", "▲", "◆"]


def test_every_hand_links_to_its_row(over, olga):
    olga.open(f"/games/{over.pk}/")
    assert links(olga) == [(f"?hand={number}#hand-{number}", "-1") for number in (1, 2, 3)]
    figure = olga.page.one("figure")
    assert figure.one("g", role="img").one("title").children == ["Running scores"]
    assert not list(figure.one("g", role="img").all("a")), "no links for screen readers"
    assert figure.one("g", class_="hits").attrs["aria-hidden"] == "true"
    assert olga.open(f"/games/{over.pk}/?hand=2").page.one("tr", id="hand-2").has(class_="opened")


def test_watchers_also_see_the_chart(cast, over):
    for scope, target in (("game", {"game": over}), ("night", {"night": over.night}), ("group", {})):
        link = make_watch_link(group=cast.group, by=cast.owner, **target)
        query = "" if scope == "game" else f"game={over.pk}&"
        watcher = Browser().open(f"/w/{token_of(link)}/?{query}")
        assert links(watcher) == [(f"?{query}hand={number}#hand-{number}", "-1") for number in (1, 2, 3)], scope


def test_on_a_page_without_the_sheet_the_chart_has_a_table_of_numbers(over):
    context = {"chart": chart(load(refresh(over))), "numbers": True, "address": "/games/7/"}
    figure = parse(render_to_string("recording/sheet/_chart.html", context)).one("figure")
    rows = [[cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in figure.one("table").all("tr")]
    assert rows == [
        ["hand", "Ann", "Bob", "Cy", "Dee", "Gnome"],
        ["Start", "0", "0", "0", "0", "0"],
        ["1", "24", "6", "0", "7", "6"],
        ["2", "48", "12", "0", "14", "12"],
        ["3", "72", "18", "0", "21", "18"],
    ]
    assert next(figure.all("a")).attrs["href"] == "/games/7/?hand=1#hand-1"
