"""Plays for Board Game Stats: what they say of a game, and the link, parsed the way that app would parse it."""

import datetime
import json
from itertools import product
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
import segno

from scorekeeper.files.bgstats import LIMIT, PUSH, QR_LIMITS, play_of, push_link
from scorekeeper.models import Game, Player
from scorekeeper.recording.game.reading import load_known
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from tests.cast import A_HAND, play as play_hands, refresh, start_game, start_short_game
from tests.made_up_play import bid, play as play_made_up, start
from tests.web.browser import Browser


def played(name="Ann", **changes):
    values = {"name": name, "sourcePlayerId": "f" * 16, "startPlayer": False, "score": 24, "rank": 1}
    return values | {"role": "", "winner": True} | changes


def play(*players, **changes):
    values = {
        "sourceName": "Scorekeeper",
        "sourcePlayId": "0f0e",
        "playDate": "2026-01-01 23:30:00",
        "durationMin": 95,
        "game": {"name": "Any game", "sourceGameId": "any-game", "highestWins": True, "noPoints": False},
        "players": players or (played(),),
        "location": "At Ann’s",
        "comments": "Ann reached 200\nGnome: 312½",
    }
    return values | changes


def data(link):
    """Return the data that the app reads: the only parameter in the URL, decoded."""
    assert link.isascii()
    assert link.startswith(PUSH)
    parameters = parse_qs(urlsplit(link).query, strict_parsing=True)
    assert set(parameters) == {"data"}
    assert json.loads(unquote(link.removeprefix(PUSH))) == json.loads(parameters["data"][0])
    return json.loads(parameters["data"][0])


def test_every_field_of_a_play_is_sent():
    ann = played(startPlayer=True, score=401, role="Ann and Cy")
    bob = played("Bob", sourcePlayerId="b" * 16, score=-7, rank=2, winner=False)
    sent = play(ann, bob)
    assert data(push_link(sent)) == sent | {"players": [ann | {"score": 200.5}, bob | {"score": -3.5}]}
    assert '"score":-0.5,' in unquote(push_link(play(played(score=-1))))


def test_comments_are_left_out_before_the_place():
    sent = play(location="p" * 3000, comments="c" * 6000)
    assert data(push_link(sent)) == {
        key: value for key, value in data(push_link(play())).items() if key != "comments"
    } | {"location": "p" * 3000}
    sent = data(push_link(sent | {"location": "p" * 9000}))
    assert not {"comments", "location"} & {*sent}


def test_a_link_never_gets_too_long_or_loses_a_name_or_field():
    names = ("\U0001f9d9" * 40, "王" * 40, '"\\' * 20, "%&?=#+ /:" * 4, "</script>" * 4, "﷽" * 40)
    for name, seats, length in product(names, (1, 5, 9), (0, 200, 9000)):
        people = [played(name, score=seat * 999, rank=seat, role=name * (seats < 9)) for seat in range(1, seats + 1)]
        sent = play(*people, location=name * (length // 40), comments=name[::-1] * (length // 20))
        link = push_link(sent)
        assert len(link) <= LIMIT
        read = data(link)
        assert [player | {"score": 0} for player in read["players"]] == [player | {"score": 0} for player in people]
        assert read["game"] == sent["game"]
        for key in ("location", "comments"):
            assert read.get(key, "") in ("", sent[key])


def test_a_qr_code_is_as_small_as_the_names_allow_and_missing_if_they_are_too_long():
    for name, limit, version in (
        ("Ann", QR_LIMITS[0], 26),
        ("Ö" * 20, QR_LIMITS[1], 31),
        ("王" * 30, QR_LIMITS[2], 40),
    ):
        link = push_link(play(*[played(name)] * 4, comments="c" * 3000), QR_LIMITS)
        assert len(link) <= limit
        assert [player["name"] for player in data(link)["players"]] == [name] * 4
        assert segno.make(link, error="l", micro=False).version <= version
    longest = [played("\U0001f9d9" * 40)]
    assert push_link(play(*longest * 5), QR_LIMITS) is None
    link = push_link(play(*longest * 9, location="p" * 500, comments="c" * 500))
    assert (len(link) <= LIMIT, len(data(link)["players"])) == (True, 9)


# Plays of the database's games


def export(game):
    record = load_known(refresh(game))
    return play_of(record) if record else None


@pytest.fixture
def over(cast):
    """A finished game: Ann 48, Bob 12, Cy 0, Dee 14, the Gnome 12."""
    game = start_short_game(cast.owner)
    play_hands(game, A_HAND, A_HAND, by=cast.owner)
    return refresh(game)


def test_a_finished_game_is_exported(over):
    over.night.place, over.night.note = "At Ann’s,\nLong Street", "Cake!\n"
    over.night.save()
    started = datetime.datetime(2026, 1, 1, 20, 0, tzinfo=datetime.UTC)
    Game.objects.update(started_at=started, ended_at=started + datetime.timedelta(minutes=94, seconds=31))
    exported = export(over)
    about = {"name": "Trumplestiltskin", "sourceGameId": "trumplestiltskin", "highestWins": True, "noPoints": False}
    assert (exported["sourceName"], exported["sourcePlayId"], exported["game"]) == ("Scorekeeper", str(over.uid), about)
    assert (exported["playDate"], exported["durationMin"]) == ("2026-01-01 21:34:31", 95)
    assert exported["location"] == "At Ann’s, Long Street"
    assert exported["comments"] == "Ann reached the target of 40 with 48 points\nGnome: 12\nPlayer target: 40\nCake!"
    keys = ("name", "score", "rank", "winner", "startPlayer")
    assert [tuple(player[key] for key in keys) for player in exported["players"]] == [
        ("Ann", 96, 1, True, True),
        ("Bob", 24, 3, False, False),
        ("Cy", 0, 4, False, False),
        ("Dee", 28, 2, False, False),
    ]


def test_each_person_has_a_permanent_id(cast, over):
    ids = [player["sourcePlayerId"] for player in export(over)["players"]]
    assert len(set(ids)) == 4
    second = start_short_game(cast.owner)
    play_hands(second, A_HAND, A_HAND, by=cast.owner)
    assert [player["sourcePlayerId"] for player in export(second)["players"]] == ids
    Player.objects.filter(name="Ann").update(name="Anna")
    double = Player.objects.create(group=cast.group, name="Robert", name_key="robert")
    Player.objects.filter(name="Bob").update(same_as=double)
    renamed = export(over)["players"]
    assert (renamed[0]["name"], renamed[0]["sourcePlayerId"]) == ("Anna", ids[0])
    assert renamed[1]["name"] == "Bob"
    assert renamed[1]["sourcePlayerId"] not in ids
    others = start_short_game(cast.stranger)
    play_hands(others, A_HAND, A_HAND, by=cast.stranger)
    assert not {player["sourcePlayerId"] for player in export(others)["players"]} & set(ids)


def test_a_game_can_have_several_winners_or_none(cast):
    game = start_game(cast.owner)
    play_hands(game, "10 - 8 - | B | 10 8 8 5", "8 - 10 - | | 8 8 10 5", by=cast.owner, anyway=True)
    for how, winners in (("leader_wins", ["Ann", "Cy"]), ("no_winner", [])):
        stop_game(game=refresh(game), how=how, by=cast.owner)
        players = export(game)["players"]
        assert [player["rank"] for player in players] == [1, 3, 1, 3]
        assert [player["name"] for player in players if player["winner"]] == winners


@pytest.mark.usefixtures("made_up")
def test_partners_share_their_score_and_rank(cast):
    game = start(cast.owner, "partners")
    play_made_up(game, cast.owner, bid(1, 12, (9, 4), (8, 3)))
    stop_game(game=game, how="leader_wins", by=cast.owner)
    keys = ("name", "score", "rank", "role")
    assert [tuple(player[key] for key in keys) for player in export(game)["players"]] == [
        ("Ann", 36, 1, "Ann & Cy"),
        ("Bob", -24, 2, "Bob & Dee"),
        ("Cy", 36, 1, "Ann & Cy"),
        ("Dee", -24, 2, "Bob & Dee"),
    ]


def test_a_finished_sheet_links_to_board_game_stats(cast, olga, over):
    olga.open(f"/games/{over.pk}/").follow("Board Game Stats")
    link = olga.page.one("a", rel="noreferrer")
    assert link.text == "Open in Board Game Stats"
    sent = json.loads(unquote(link.attrs["href"].removeprefix(PUSH)))
    assert [player["name"] for player in sent["players"]] == ["Ann", "Bob", "Cy", "Dee"]
    assert "Gnome: 12" in sent["comments"]
    assert list(olga.page.one(class_="qr").all("svg"))
    assert "shortened" not in olga.text
    over.night.note = "c" * 4000
    over.night.save()
    assert "The comment is shortened" in olga.open(olga.address).text
    for number, player in enumerate(cast.group.players.all()):
        player.name = "\U0001f9d9" * 39 + str(number)
        player.save()
    assert "The names are too long for a QR code" in olga.open(olga.address).text


def test_only_a_finished_game_with_known_rules_can_be_sent_to_board_game_stats(cast, olga, over):
    playing = start_game(cast.owner)
    assert export(playing) is None
    assert "Board Game Stats" not in olga.open(f"/games/{playing.pk}/").text
    assert olga.open(f"/games/{playing.pk}/bgstats/").status == 404
    hide_game(game=over, hidden=True)
    assert Browser(cast.recorder).open(f"/games/{over.pk}/bgstats/").status == 410
    Game.objects.update(rules="forgotten")
    assert "Board Game Stats" not in olga.open(f"/games/{over.pk}/").text
    assert olga.open(f"/games/{over.pk}/bgstats/").status == 404
    assert export(over) is None
