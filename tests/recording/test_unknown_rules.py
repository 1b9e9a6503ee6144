"""A game with unknown rules keeps all its derived rows, no matter what members do."""

from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command

from scorekeeper.files import exports
from scorekeeper.files.importing import import_games
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Game, Hand, Player, Revision, Seat, Setup, Standing, Tally
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.setup import writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.cast import A_HAND, Phone, differences, play, refresh, start_game
from tests.formats.documents import write_document
from tests.web.browser import Browser


@pytest.fixture
def stopped(cast):
    """A game stopped after two hands, with a third partly entered; it is over and counts in statistics."""
    game = start_game(cast.owner)
    play(game, A_HAND, "10 6 - 8 | AD | 12 9 3 7", by=cast.owner)
    Phone(game, cast.owner, 3).tap("A bid 10")
    sheet_writing.stop_game(game=game, how="leader_wins", by=cast.owner)
    return game


@pytest.fixture
def exported(stopped):
    """A game, exported while its rules were still known."""
    return read_sheets(write_document(exports.of_game(stopped).files())).games


@pytest.fixture
def unknown(stopped, exported):
    """The stopped game, now with unknown rules."""
    Game.objects.filter(pk=stopped.pk).update(rules="forgotten")
    return refresh(stopped)


def rows(game):
    """Return all of a game's rows, derived or not, ignoring its version and whether it is hidden."""
    of_game = {Revision: "hand__game", Game: "pk"}
    models = (Game, Seat, Setup, Hand, Revision, Standing, Tally)
    stored = {model: model.objects.filter(**{of_game.get(model, "game"): game.pk}) for model in models}
    values = {model.__name__: list(queryset.order_by("pk").values()) for model, queryset in stored.items()}
    for name in ("hidden", "version"):
        values["Game"][0].pop(name)
    return values


WHY = "so you can’t change it"


def test_changes_are_refused_and_write_nothing(cast, client, unknown):
    before = rows(unknown)
    assert all(before.values())
    client.force_login(cast.owner.user)
    client.raise_request_exception = False
    hand = [f"hands/3/{name}" for name in ("tap", "save", "back", "over", "undo")]
    for path in ("stop", "resume", "rematch", "setup", *hand):
        address = f"/games/{unknown.pk}/{path}/"
        response = client.post(address, {"how": "no_winner", "tap": "players.0.bid=12", "taps": 1, "revision": 1})
        assert (response.status_code, WHY in response.content.decode()) == (403, True), path
        assert rows(unknown) == before, path
    setting = Setting(players=(), first_dealer=0, options={})
    for write in (
        partial(setup_writing.correct_setup, setting=setting, seen=0),
        partial(sheet_writing.stop_game, how="no_winner"),
        sheet_writing.resume_game,
    ):
        with pytest.raises(PermissionDenied, match="app doesn’t know"):
            write(game=unknown, by=cast.owner)
    for path in ("stop", "setup", "hands/1", "hands/3"):
        response = client.get(f"/games/{unknown.pk}/{path}/")
        assert (response.status_code, WHY in response.content.decode()) == (403, True), path


def test_other_actions_leave_all_of_the_games_rows_unchanged(cast, exported, unknown):
    before = rows(unknown)
    sheet_writing.hide_game(game=unknown, hidden=True)
    sheet_writing.hide_game(game=unknown, hidden=False)
    call_command("rescore")
    call_command("migrate", verbosity=0, interactive=False)
    assert import_games(group=cast.group, games=exported, by=cast.owner).here == 1
    assert import_games(group=cast.stranger.group, games=exported, by=cast.stranger).games == 1
    assert b'"rules"' not in write_document(exports.of_group(cast.group).files())
    assert exports.of_game(unknown).left_out == 1
    start, ann = f"/groups/{cast.group.pk}/", Player.objects.get(group=cast.group, name="Ann").pk
    for page in (start, f"{start}statistics/?rules=forgotten", f"/players/{ann}/", f"/games/{unknown.pk}/"):
        assert Browser(cast.owner).open(page).status == 200
    assert rows(unknown) == before


def test_a_game_hidden_while_its_rules_are_unknown_leaves_the_statistics_once_they_are_known(cast, unknown):
    sheet_writing.hide_game(game=unknown, hidden=True)
    Game.objects.filter(pk=unknown.pk).update(rules="trumplestiltskin")
    call_command("rescore")
    assert not Tally.objects.filter(game=unknown).exists()
    assert differences(unknown) == 0
    sheet_writing.hide_game(game=unknown, hidden=False)
    assert Tally.objects.filter(game=unknown).exists()


def test_the_sheet_shows_the_stored_totals(olga, unknown):
    olga.open(f"/games/{unknown.pk}/")
    assert olga.status == 200
    rows = [row.text for row in olga.page.one("ul", class_="list").all("li")]
    assert rows == ["● Ann 30", "■ Bob 12", "▲ Cy 0", "◆ Dee 10½", "gnome 21½"]
    assert "no longer knows the rules of “forgotten”" in olga.text
    assert load(unknown).dealer_name(3) == "Dee"
