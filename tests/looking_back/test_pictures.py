"""The pictures that are sent of a game, a night and a year: what they say, and that they are complete as an image."""

import datetime
import re
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scorekeeper.formats.language import END_ISOLATE, ISOLATE
from scorekeeper.looking_back.pictures import drawing
from scorekeeper.models import Game
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.recording.setup.writing import start_game as start
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from tests.cast import A_HAND, correct, new_game, play, refresh, start_game, start_short_game
from tests.made_up_play import bid, play as play_made_up, start as start_made_up
from tests.rounds import play_rounds, player, start_rounds

SVG = "{http://www.w3.org/2000/svg}"
LONG = "Wilhelmina Bartholomew-Featherstonehaugh"[:39]
HOSTILE = ('<script>alert("1")</script> & Co', "&lt;b&gt; &amp;", "محمد بن عبد العزيز آل سعود الكريم", "יהושע")
ANOTHER = "5 24 - - | | 3 24 3 1"
WIDTH, HEIGHT = 540, 675


class Sent:
    """A picture as the owner gets it."""

    def __init__(self, cast, address, status=200):
        self.client = Client()
        self.client.force_login(cast.owner.user)
        self.response = self.client.get(address)
        assert self.response.status_code == status
        if status == 200:
            self.svg = ElementTree.fromstring(self.response.content)
            of_chart = list(self.svg.iterfind(f".//{SVG}g[@class='words']/{SVG}text"))
            texts = [text for text in self.svg.iter(f"{SVG}text") if "sign" not in text.get("class", "")]
            self.words = [said(text) for text in texts if text not in of_chart]
            self.crowns = len(self.svg.findall(f".//{SVG}use[@href='#crown']"))
            self.curves = self.svg.findall(f".//{SVG}path[@class='curve']")
            self.headline = said(self.svg.find(f"{SVG}text[@class='middle']"))


def said(text):
    """Return the lines of a text as one."""
    words = " ".join(line.text for line in text) if len(text) else text.text or ""
    return words.replace(ISOLATE, "").replace(END_ISOLATE, "")


def day_of(game):
    date = game.night.date
    return f"{date:%a %b} {date.day}, {date.year}"


def of_game(cast, game):
    return Sent(cast, f"/games/{game.pk}/picture.svg")


def of_night(cast, night):
    return Sent(cast, f"/nights/{night.pk}/picture.svg")


def named(cast, *names):
    return tuple(player(cast.owner, name) for name in names)


def stopped(cast, players, *rounds, how="leader_wins", **options):
    """Return a game of rounds that was stopped."""
    game = start_rounds(cast.owner, players, **options)
    play_rounds(game, cast.owner, *rounds)
    stop_game(game=refresh(game), how=how, by=cast.owner)
    return refresh(game)


def test_a_game_has_the_winner_the_chart_how_it_turned_and_the_ranking(cast):
    game = start_short_game(cast.owner, 70)
    play(game, ANOTHER, A_HAND, A_HAND, A_HAND, by=cast.owner)
    picture = of_game(cast, game)
    title, date, headline, total, story, *ranking, group, app = picture.words
    assert (title, date, group, app) == ("Trumplestiltskin", day_of(game), "Wednesday", "Scorekeeper")
    assert (headline, total) == ("Ann wins", "75")
    assert story == "Ann passed Bob at the very end."
    assert ranking == ["Ann", "75", "Bob", "66", "Dee", "21", "Cy", "0"]
    assert (picture.crowns, len(picture.curves)) == (1, 5)
    assert picture.svg.find(f"{SVG}title").text == "Ann wins · Trumplestiltskin"
    assert (picture.svg.get("width"), picture.svg.get("height")) == (str(WIDTH), str(HEIGHT))


@pytest.mark.parametrize("hands", [2, 3])
def test_there_is_no_chart_under_three_hands(cast, hands):
    picture = of_game(cast, stopped(cast, 3, *["3 2 1"] * hands))
    assert len(picture.curves) == (3 if hands == 3 else 0)


def test_a_picture_loads_nothing_and_says_so(cast):
    game = stopped(cast, 3, *["3 2 1"] * 3)
    response = of_game(cast, game).response
    assert response["Content-Type"] == "image/svg+xml"
    content = response.content.decode()
    assert len(content) < 60_000
    links = re.findall(r"""(?:href|src)=["']([^"']*)|url\(([^)]*)\)""", content)
    assert {re.sub(r"(#|data:font/woff2;base64,).*", r"\1", one or other) for one, other in links} == {
        "#",
        "data:font/woff2;base64,",
    }
    assert re.findall(r"https?:[^\s\"]*", content) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in content


def test_the_gnome_on_the_chart_is_drawn_by_the_symbol_inside(cast):
    game = start_game(cast.owner)
    play(game, A_HAND, A_HAND, A_HAND, by=cast.owner)
    stop_game(game=refresh(game), how="leader_wins", by=cast.owner)
    picture = of_game(cast, game)
    [used] = [use for use in picture.svg.findall(f".//{SVG}use") if use.get("href") != "#crown"]
    symbols = {symbol.get("id") for symbol in picture.svg.iter(f"{SVG}symbol")}
    assert used.get("href")[1:] in symbols


def test_every_face_has_its_color_as_on_pages(db):
    colors = re.findall(r"\.(\w+) \{ --f: #[0-9a-f]{6}; \}", drawing()["colors"])
    assert colors == [*(f"p{mark}" for mark in range(16)), "pg", "nobody"]


@pytest.mark.parametrize("hands", [1, 4])
def test_names_are_text_and_are_shortened(cast, hands):
    players = named(cast, LONG, *HOSTILE, *"ABCDE")
    picture = of_game(cast, stopped(cast, players, *["9 8 7 6 5 4 3 2 1 1"] * hands))
    assert picture.headline == "Wilhelmina Bartholo… wins"
    assert any(word.startswith("<") and word.endswith("…") for word in picture.words)
    assert {element.tag.removeprefix(SVG) for element in picture.svg.iter()} <= {
        *("svg", "title", "style", "defs", "symbol", "path", "circle", "radialGradient", "stop", "mask", "rect", "g"),
        *("text", "tspan", "use"),
    }


@pytest.mark.parametrize(
    ("rounds", "how", "headline", "crowns"),
    [
        pytest.param("5 5 1", "leader_wins", "Ann and Bob share the win", 2, id="a shared win"),
        pytest.param("5 5 1", "no_winner", "Nobody wins", 0, id="no winner"),
        pytest.param("1 2 3", "leader_wins", "Cy wins", 1, id="one winner"),
    ],
)
def test_who_won(cast, rounds, how, headline, crowns):
    picture = of_game(cast, stopped(cast, 3, rounds, how=how))
    assert (picture.headline, picture.crowns) == (headline, crowns)


def test_the_lowest_total_leads_where_it_wins(cast):
    picture = of_game(cast, stopped(cast, 3, "9 4 7", wins="least"))
    assert picture.words[2:4] == ["Bob wins", "4"]
    names = [word for word in picture.words if word in ("Ann", "Bob", "Cy")]
    assert names == ["Bob", "Cy", "Ann"]


@pytest.mark.usefixtures("made_up")
def test_partners_win_together_and_have_one_line(cast):
    game = start_made_up(cast.owner, "partners")
    play_made_up(game, cast.owner, bid(1, 12, (9, 4), (8, 3)), bid(0, 12, (25, 4), (8, 3)))
    picture = of_game(cast, game)
    assert (picture.headline, picture.crowns) == ("Ann & Cy win together", 2)
    assert picture.words.count("Ann & Cy") == 1


def test_only_a_finished_game_has_a_picture(cast, game):
    play(game, A_HAND, by=cast.owner)
    Sent(cast, f"/games/{game.pk}/picture.svg", status=404)
    Sent(cast, f"/nights/{game.night_id}/picture.svg", status=404)
    for year in (game.night.date.year, 0, 10**17):
        Sent(cast, f"/groups/{cast.group.pk}/years/{year}/picture.svg", status=404)


def test_a_night_counts_wins_and_leaves_hidden_games_out(cast):
    first, second, third, hidden = (start_short_game(cast.owner) for _game in range(4))
    for game, hand in ((first, A_HAND), (second, A_HAND), (third, ANOTHER), (hidden, ANOTHER)):
        play(game, A_HAND, hand, by=cast.owner)
    hide_game(game=refresh(hidden), hidden=True)
    title, date, headline, wins, *rest = of_night(cast, first.night).words
    assert (title, date) == ("3 games", day_of(first))
    assert (headline, wins) == ("Ann wins the night", "2 wins")
    assert rest[:9] == ["Bob had the best hand: 48.", "Ann", "2", "Bob", "1", "Cy", "0", "Dee", "0"]


def test_a_night_of_one_game_is_that_games(cast):
    game = stopped(cast, 3, "1 2 3")
    assert of_night(cast, game.night).words == of_game(cast, game).words


def test_a_night_says_why_its_wins_are_more_than_its_games(cast):
    stopped(cast, 3, "5 5 1")
    game = stopped(cast, 3, "5 4 1")
    picture = of_night(cast, game.night)
    assert picture.words[2:4] == ["Ann wins the night", "2 wins"]
    assert "One game had more than one winner." in picture.words


def test_a_night_without_a_winner(cast):
    stopped(cast, 3, "1 2 3", how="no_winner")
    game = stopped(cast, 3, "1 2 3", how="no_winner")
    picture = of_night(cast, game.night)
    assert (picture.headline, picture.crowns) == ("Nobody wins", 0)


def test_a_year_has_its_champions_and_only_its_games(cast):
    for date, hand in (
        ("2019-12-31", ANOTHER),
        ("2020-01-05", A_HAND),
        ("2020-01-05", A_HAND),
        ("2020-12-31", ANOTHER),
    ):
        new = new_game(cast.group, night=datetime.date.fromisoformat(date), options={"player_target": 40})
        play(start(group=cast.group, new=new, by=cast.owner), A_HAND, hand, by=cast.owner)
    words = Sent(cast, f"/groups/{cast.group.pk}/years/2020/picture.svg").words
    assert words[:4] == ["2020", "Ann is the champion", "2 wins", "2 evenings, 3 games, 6 hands"]
    assert words[4:8] == ["Ann", "2", "Bob", "1"]


def test_a_picture_is_kept_until_something_changes(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    cache.clear()
    addresses = [
        f"/games/{game.pk}/",
        f"/nights/{game.night_id}/",
        f"/groups/{cast.group.pk}/years/{game.night.date.year}/",
    ]
    for address in addresses:
        sent = Sent(cast, f"{address}picture.svg")
        with CaptureQueriesContext(connection) as queries:
            assert sent.client.get(f"{address}picture.svg").content == sent.response.content
        assert len(queries) == 3, "who it is, and whether it may be seen"
    correct(game, 2, ANOTHER, cast.owner)
    for address in addresses:
        picture = Sent(cast, f"{address}picture.svg")
        assert "Bob" in picture.headline


def test_members_find_the_picture_and_watchers_do_not(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    client = Client()
    client.force_login(cast.owner.user)
    pages = {"game": f"/games/{game.pk}/", "night": f"/nights/{game.night_id}/"}
    for page in pages.values():
        assert "picture.svg" not in client.get(page).content.decode()
    play(game, A_HAND, by=cast.owner)
    for page in pages.values():
        assert f'href="{page}picture.svg" download="' in client.get(page).content.decode()
    for what in ({"game": refresh(game)}, {"night": game.night}, {}):
        token = token_of(make_watch_link(group=cast.group, by=cast.owner, **what))
        for page in (f"/w/{token}/", f"/w/{token}/?game={game.pk}"):
            watched = Client().get(page)
            assert watched.status_code == 200
            assert "picture" not in watched.content.decode()
    assert Game.objects.count() == 1
