"""The push link for Board Game Stats, parsed the way the app would parse it."""

import json
from urllib.parse import parse_qs, unquote, urlsplit

import segno
from hypothesis import given, strategies as st

from scorekeeper.files.bgstats import LIMIT, PUSH, QR_LIMITS, push_link, qr_link
from scorekeeper.formats.language import NameRefused, clean_name


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


def test_comments_are_shortened_before_the_place():
    long = play(location="p" * 3000, comments="c" * 6000)
    sent = data(push_link(long))
    assert sent["location"] == "p" * 3000
    assert sent["comments"] == "c" * (len(sent["comments"]) - 1) + "…"
    assert len(push_link(long)) == LIMIT
    sent = data(push_link(long | {"location": "p" * 9000}))
    assert sent["location"].startswith("pppp")
    assert sent["location"].endswith("…")
    assert "comments" not in sent


def is_name(text):
    try:
        return clean_name(text) == text
    except NameRefused:
        return False


names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=40).filter(is_name)
longest = st.sampled_from(["\U0001f9d9" * 40, "王" * 40, '"\\' * 20, "%&?=#+ /:" * 4, "</script>" * 4, "﷽" * 40])
people = st.builds(
    played,
    name=names | longest,
    startPlayer=st.booleans(),
    score=st.integers(-20_000, 20_000),
    rank=st.integers(1, 9),
    winner=st.booleans(),
    role=st.just("") | names,
)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
plays = st.builds(
    lambda players, **changes: play(*players, **changes),
    players=st.lists(people, min_size=1, max_size=5),
    durationMin=st.integers(0, 100_000),
    location=texts | texts.map(lambda text: text * 30),
    comments=texts | texts.map(lambda text: text * 60),
)


@given(play=plays)
def test_a_link_never_gets_too_long_or_loses_a_name_or_field(play):
    link = push_link(play)
    assert len(link) <= LIMIT
    sent = data(link)
    assert [player | {"score": 0} for player in sent["players"]] == [
        player | {"score": 0} for player in play["players"]
    ]
    assert sent["game"] == play["game"]
    for key in ("location", "comments"):
        text, whole = sent.get(key, ""), play[key]
        assert text == whole or whole.startswith(text.removesuffix("…"))


def test_a_qr_code_is_as_small_as_the_names_allow_and_missing_if_they_are_too_long():
    for name, limit, version in (
        ("Ann", QR_LIMITS[0], 26),
        ("Ö" * 20, QR_LIMITS[1], 31),
        ("王" * 30, QR_LIMITS[2], 40),
    ):
        link = qr_link(play(*[played(name)] * 4, comments="c" * 3000))
        assert limit - 3 <= len(link) <= limit
        assert [player["name"] for player in data(link)["players"]] == [name] * 4
        assert segno.make(link, error="l", micro=False).version <= version
    longest = [played("\U0001f9d9" * 40)]
    assert qr_link(play(*longest * 5)) is None
    link = push_link(play(*longest * 9, location="p" * 500, comments="c" * 500))
    assert (len(link) <= LIMIT, len(data(link)["players"])) == (True, 9)
