"""Cached parts of pages: after any write, a page is the same as if nothing had been cached, for everybody."""

import datetime
import re
from copy import deepcopy

import pytest
from django.conf import settings as app_settings
from django.core.cache import cache
from django.test import Client
from django.utils.translation import get_language

from scorekeeper.games.oh_hell import OhHell
from scorekeeper.looking_back.writing import change_night
from scorekeeper.models import Player, Playgroup
from scorekeeper.people.groups.writing import change_group, change_role
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.people.roster.writing import add_player, change_player, merge_player
from scorekeeper.recording.game.reading import member_token
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup.writing import correct_setup, start_game as start
from scorekeeper.recording.sheet.writing import hide_game, resume_game, stop_game
from tests.cast import A_HAND, Phone, correct, new_game, play, start_game, start_short_game

FOLDER = app_settings.BASE_DIR / "templates"
TOKENS = re.compile(r'name="(csrfmiddlewaretoken|uid)" value="[\w-]+"')
PART = re.compile(r"{% cache None (\w+)")
ANOTHER = "5 24 - - | | 3 24 3 1"


def stopped(by, *hands, **new):
    """Return a game that was stopped without a winner after these hands."""
    game = start(group=by.group, new=new_game(by.group, **new), by=by)
    if hands:
        play(game, *hands, by=by)
    stop_game(game=game, how="no_winner", by=by)
    return game


@pytest.fixture(scope="module")
def evening(module_cast):
    """Tonight: a hidden game with different rules, two finished and two unfinished games. Earlier: a stopped game."""
    owner = module_cast.owner
    hidden = stopped(owner, rules=OhHell())
    hide_game(game=hidden, hidden=True)
    over, closest, one, two = (start_short_game(owner) for _game in range(4))
    play(over, A_HAND, A_HAND, by=owner)
    play(closest, A_HAND, ANOTHER, by=owner)
    play(one, A_HAND, by=owner)
    old = stopped(owner, A_HAND, night=datetime.date(2026, 1, 2))
    return module_cast, {"over": over, "hidden": hidden, "one": one, "two": two, "old": old}


@pytest.fixture
def cast_and_games(db, evening):
    return deepcopy(evening)


@pytest.fixture
def cast(cast_and_games):
    return cast_and_games[0]


@pytest.fixture
def games(cast_and_games):
    return cast_and_games[1]


@pytest.fixture
def pages(cast, games):
    """Return a function that opens pages of the group, its nights and games as an owner, a scorer and a watcher."""
    nights = [games[name].night for name in ("old", "over")]
    addresses = [f"/groups/{cast.group.pk}/", *(f"/nights/{night.pk}/" for night in nights)]
    addresses += [f"/games/{games[name].pk}/" for name in ("over", "one")] + [f"/games/{games['one'].pk}/hands/2/"]
    links = [make_watch_link(group=cast.group, by=cast.owner, night=night) for night in (None, *nights)]
    watched = [f"/w/{token_of(link)}/" for link in links]

    def open_all(language="en", *, anew=False):
        shown = {}
        for member in (cast.owner, cast.recorder, None):
            browser = Client(headers={"Accept-Language": language})
            if member is not None:
                browser.force_login(member.user)
            for address in addresses if member else watched:
                if anew:
                    forget()
                shown[member and member.name, address] = content(browser, address)
        return shown

    return open_all


def content(browser, address):
    """Return a page without its tokens."""
    response = browser.get(address)
    assert response.status_code in (200, 410), address  # 410: the scorer can’t see what is hidden
    return TOKENS.sub("", response.content.decode())


def forget():
    """Empty the cache, as if the app had just started."""
    cache.clear()


def player(cast, name):
    """Return the arguments that identify a player to a service."""
    return {"group": cast.group, "player_id": Player.objects.get(group=cast.group, name=name).pk}


def reseat(cast, game):
    """Add Eve, and give her Dee's seat in a game."""
    players = (*list(game.seats.values_list("player_id", flat=True))[:3], add_player(group=cast.group, name="Eve").pk)
    setting = Setting(players=players, first_dealer=0, options=game.options)
    correct_setup(game=game, setting=setting, seen=0, by=cast.owner)


def merge(cast, games):
    """Give Eve Dee's seat in an old game, and then merge her into Dee."""
    reseat(cast, games["old"])
    dee = Player.objects.get(name="Dee")
    merge_player(**player(cast, "Eve"), same_as=dee.pk)


def separate(cast, games):
    """Merge Eve into Dee, and then separate them again."""
    merge(cast, games)
    merge_player(**player(cast, "Eve"), same_as=None)


WRITES = [
    pytest.param(lambda cast, games: play(games["one"], A_HAND, by=cast.owner), id="a game ends"),
    pytest.param(lambda cast, games: play(games["two"], A_HAND, by=cast.recorder), id="a hand is saved"),
    pytest.param(lambda cast, games: Phone(games["one"], cast.owner, 2).tap("A bid 9"), id="a tap"),
    pytest.param(lambda cast, games: Phone(games["two"], cast.owner).tap("dealer B"), id="a new dealer is tapped"),
    pytest.param(lambda cast, games: Phone(games["over"], cast.owner).tap("A bid 9"), id="a correction is started"),
    pytest.param(lambda cast, games: correct(games["over"], 1, ANOTHER, cast.owner), id="tonight's game is corrected"),
    pytest.param(lambda cast, games: correct(games["old"], 1, ANOTHER, cast.owner), id="an old game is corrected"),
    pytest.param(lambda cast, games: reseat(cast, games["over"]), id="the setup of a finished game is corrected"),
    pytest.param(lambda cast, games: reseat(cast, games["one"]), id="the setup of a game in progress is corrected"),
    pytest.param(lambda cast, games: start_game(cast.owner), id="a game is started"),
    pytest.param(lambda cast, games: stopped(cast.owner, rules=OhHell()), id="a game with different rules is stopped"),
    pytest.param(
        lambda cast, games: stop_game(game=games["one"], how="no_winner", by=cast.owner), id="a game is stopped"
    ),
    pytest.param(lambda cast, games: resume_game(game=games["old"], by=cast.owner), id="an old game is resumed"),
    pytest.param(lambda cast, games: hide_game(game=games["over"], hidden=True), id="a finished game is hidden"),
    pytest.param(lambda cast, games: hide_game(game=games["two"], hidden=True), id="a game in progress is hidden"),
    pytest.param(lambda cast, games: hide_game(game=games["old"], hidden=True), id="a night's only game is hidden"),
    pytest.param(lambda cast, games: hide_game(game=games["hidden"], hidden=False), id="a game is unhidden"),
    pytest.param(lambda cast, games: change_player(**player(cast, "Ann"), name="Zoe"), id="a player is renamed"),
    pytest.param(lambda cast, games: change_player(**player(cast, "Bob"), name="Bob", mark=9), id="a color is changed"),
    pytest.param(lambda cast, games: add_player(group=cast.group, name="Eve"), id="a player is added"),
    pytest.param(merge, id="two entries are merged"),
    pytest.param(separate, id="two entries are separated"),
    pytest.param(
        lambda cast, games: change_night(night=games["over"].night, place="Ann’s", note="Snow.", seen=""),
        id="a place and a note are added",
    ),
    pytest.param(
        lambda cast, games: change_group(group=cast.group, name="Friday", archived=False, by=cast.owner),
        id="the group is renamed",
    ),
    pytest.param(
        lambda cast, games: change_role(group=cast.group, member_id=cast.recorder.pk, role="owner", by=cast.owner),
        id="a scorer becomes an owner",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("write", WRITES)
def test_after_any_write_a_page_equals_a_fresh_one(cast, games, pages, write):
    before = pages()
    write(cast, games)
    kept = pages()
    assert kept == pages(anew=True)
    assert kept != before


def test_a_cached_part_is_the_same_for_everybody_who_reads_its_language(cast, games, pages, settings, monkeypatch):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    parts, put = {}, cache.set

    def note(key, value, *more, **named):
        parts.setdefault((get_language(), key), set()).add(value)
        put(key, value, *more, **named)

    monkeypatch.setattr(cache, "set", note)
    languages = {language: pages(language, anew=True) for language in ("en", "de")}
    assert not [page for page, html in languages["de"].items() if html == languages["en"][page]]
    names = {name for template in FOLDER.rglob("*.html") for name in PART.findall(template.read_text())}
    assert names <= {key.split(".")[2] for _language, key in parts if key.startswith("template.cache.")}
    assert not [key for key, shown in parts.items() if len(shown) > 1]
    live = [member_token(member) for member in (cast.owner, cast.recorder)]
    for words in ("csrfmiddlewaretoken", cast.owner.name, cast.recorder.name, *live):
        assert not [key for key, shown in parts.items() if words in "".join(shown)]


def test_each_group_has_its_own_parts(cast, games):
    stopped(cast.stranger)
    Playgroup.objects.update(version=99)  # versions of two groups can be equal

    def open_both(*, anew):
        for member in (cast.owner, cast.stranger):
            browser = Client()
            browser.force_login(member.user)
            if anew:
                forget()
            yield content(browser, f"/groups/{member.group_id}/")

    assert list(open_both(anew=False)) == list(open_both(anew=True))


def test_what_is_cached_is_not_read_again(games, pages):
    before = pages()
    Player.objects.update(name="Nobody")
    after = pages()
    others = {address for (who, address), page in before.items() if page != after[who, address]}
    assert others == {f"/games/{games['one'].pk}/hands/2/"}
