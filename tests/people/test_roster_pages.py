"""The roster as members see it and as the owner edits it."""

import pytest

from scorekeeper.models import Player
from scorekeeper.people.groups.writing import claim_player
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.cast import A_HAND, play, seat_players, start_game
from tests.web.browser import Browser


@pytest.fixture
def address(cast):
    return f"/groups/{cast.group.pk}/roster/"


@pytest.fixture
def players(cast):
    return seat_players(cast.group)


def lines(browser):
    """Return the text of every roster entry, in order."""
    return [item.text for item in browser.page.all("li") if item.attrs.get("id", "").startswith("player-")]


def test_players_are_listed_with_their_games_and_membership(cast, address, players):
    for stop in (True, True, False):
        game = start_game(cast.owner)
        if stop:
            sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
    sheet_writing.hide_game(game=game, hidden=True)
    sheet_writing.stop_game(game=game, how="no_winner", by=cast.owner)
    start_game(cast.owner)
    claim_player(group=cast.group, player_id=players[1].pk, by=cast.recorder)
    roster_writing.add_player(group=cast.group, name="Zoe")
    rex = Browser(cast.recorder).open(address)
    assert lines(rex) == [
        "● Ann 2 games",
        "■ Bob 2 games · joined as Rex",
        "▲ Cy 2 games",
        "◆ Dee 2 games",
        "★ Zoe 0 games",
    ]
    assert next(link.attrs["href"] for link in rex.page.one(class_="roster").all("a")) == f"/players/{players[0].pk}/"
    assert "Edit" not in rex.text
    rex.open(f"{address}?player={players[0].pk}")
    assert (rex.status, len(lines(rex)), list(rex.page.one("main").all("form"))) == (200, 5, [])


def test_retired_players_are_collapsed_and_merged_players_are_nested(cast, olga, address, players):
    _ann, bob, cy, _dee = players
    play(start_game(cast.owner, player_target=20), A_HAND, by=cast.owner)
    bobby = roster_writing.add_player(group=cast.group, name="Bobby")
    roster_writing.merge_player(group=cast.group, player_id=bob.pk, same_as=bobby.pk)
    roster_writing.change_player(group=cast.group, player_id=cy.pk, name="Cy", retired=True)
    olga.open(address)
    assert lines(olga) == [
        "● Ann 1 game Edit Ann",
        "★ Bobby 1 game Edit Bobby",
        "★ Bob 1 game · counts as Bobby Edit Bob",
        "◆ Dee 1 game Edit Dee",
        "▲ Cy 1 game Edit Cy",
    ]
    assert "1 retired player" in olga.page.one("details").text


def test_the_owner_can_change_a_players_name_mark_and_retirement(olga, address, players):
    olga.open(address).follow("Edit Bob").press("Save", name=" Robert  B. ", mark="9", retired="on")
    assert (olga.status, olga.path) == (200, address)
    assert "◇ Robert B. 0 games" in olga.text
    bob = Player.objects.get(pk=players[1].pk)
    assert (bob.name, bob.mark, bob.retired) == ("Robert B.", 9, True)


def test_after_a_refusal_the_form_keeps_the_typed_text(olga, address, players):
    for typed, problem in (
        ({"name": " "}, "Enter a name."),
        ({"name": "GNOME"}, "One of the games uses the name GNOME. Choose another one."),
        ({"name": "Bobby", "mark": "12"}, "Select a valid choice. 12 is not one of the available choices."),
        ({"name": "CY"}, "Cy is already on the roster."),
    ):
        olga.open(address).follow("Edit Bob").press("Save", **{"mark": "9"} | typed)
        assert (olga.status, olga.problems) == (422, [problem])
        assert olga.page.one("input", name="name").attrs.get("value", "") == typed["name"]
    assert list(Player.objects.filter(pk=players[1].pk).values_list("name", "mark")) == [("Bob", 1)]


def test_a_player_whose_name_is_now_reserved_can_keep_it(cast, olga, address):
    player = Player.objects.create(group=cast.group, name="Gnome", name_key="gnome")
    olga.open(f"{address}?player={player.pk}").press("Save", name="gnome", mark="3")
    assert list(Player.objects.values_list("name", "mark")) == [("gnome", 3)]


def test_choosing_a_taken_name_offers_to_merge_the_players_which_can_be_undone(olga, address, players):
    olga.open(address).follow("Edit Bob").press("Save", name="Ann")
    olga.press("Merge Bob into Ann")
    assert olga.path == address
    assert "● Ann 0 games Edit Ann ● Bob 0 games · counts as Ann" in olga.text
    olga.follow("Edit Bob")
    assert "Bob’s games count for Ann." in olga.text
    assert [control.attrs["name"] for control in olga.page.one("form", class_="stack").all("input")][1:] == ["name"]
    olga.press("Save", name="Bobby")
    bob = Player.objects.get(name="Bobby")
    assert (bob.mark, bob.same_as) == (1, players[0])
    olga.open(address).follow("Edit Ann")
    assert "Bobby counts as Ann" in olga.text
    olga.follow("Edit Bobby").press("Separate Bobby from Ann")
    assert Player.objects.get(name="Bobby").same_as is None


def test_two_players_from_the_same_game_cannot_be_merged(cast, olga, address, players):
    start_game(cast.owner)
    olga.open(address).follow("Edit Bob").press("Merge", same_as=str(players[0].pk))
    assert (olga.status, olga.path.endswith("/merge/")) == (422, True)
    [problem] = olga.problems
    assert problem.startswith("Bob and Ann played in the same game on ")
    assert [option.text for option in olga.page.all("option") if "selected" in option.attrs] == ["Ann"]
