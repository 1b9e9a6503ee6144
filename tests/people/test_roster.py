"""The roster: names, marks, retiring players, merging entries for the same person, and its pages."""

from functools import partial

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games.trumplestiltskin import Trumplestiltskin
from scorekeeper.models import Membership, Night, Player, Playgroup, User
from scorekeeper.people.groups.writing import claim_player, remove_member
from scorekeeper.people.roster import reading as roster_reading, writing as roster_writing
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.setup import reading as setup_reading, writing as setup_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from scorekeeper.web.refusals import NotFound, Refused
from tests.cast import A_HAND, new_game, play, seat_players, start_game
from tests.web.browser import Browser

RULES = Trumplestiltskin()


@pytest.fixture
def change(cast):
    return partial(roster_writing.change_player, group=cast.group)


@pytest.fixture
def merge(cast):
    return partial(roster_writing.merge_player, group=cast.group)


@pytest.fixture
def players(cast):
    """Ann, Bob, Cy and Dee on the roster, without a game."""
    return seat_players(cast.group)


@pytest.fixture
def address(cast):
    return f"/groups/{cast.group.pk}/roster/"


def stored(player):
    return Player.objects.get(pk=player.pk)


def refusal(write, **values):
    """Return the field and the sentence with which a write is refused."""
    with pytest.raises(Refused) as refused:
        write(**values)
    return refused.value.path, sentence(refused.value.message)


def test_names_that_differ_only_in_case_are_the_same_player(cast):
    def add(name, group=cast.group):
        return roster_writing.add_player(group=group, name=name)

    for first, second in (("Zoë", "ZOE\u0308"), ("Strauß", "STRAUSS"), ("Σίσυφος", "ΣΊΣΥΦΟΣ")):
        player = add(first)
        assert (add(second), stored(player).name) == (player, first)
    for first, second in (("Bo", "Bö"), ("王", "玉")):
        assert len({add(first), add(second), add(first, cast.stranger.group)}) == 3
    assert add("\N{LATIN SMALL LIGATURE FFI}" * 40).name_key == "ffi" * 40


def test_a_new_player_gets_the_first_of_the_least_used_marks_until_the_roster_is_full(cast, monkeypatch):
    Player.objects.create(group=cast.group, name="Olga", name_key="olga", mark=0)
    players = [roster_writing.add_player(group=cast.group, name=f"P{number}") for number in range(18)]
    assert [player.mark for player in players] == [*range(1, 16), 0, 1, 2]
    cast.group.players.filter(mark=7).update(mark=0)
    assert roster_writing.add_player(group=cast.group, name="Flo").mark == 7
    monkeypatch.setattr("scorekeeper.rules.limits.MOST_PLAYERS", 20)
    assert refusal(roster_writing.add_player, group=cast.group, name="Eve")[0] == "name"
    assert roster_writing.add_player(group=cast.group, name="p0") == players[0]


def test_old_sheets_show_the_new_name(change, game):
    ann = game.seats.get(number=0).player
    change(player_id=ann.pk, name="Anna", mark=7, retired=True)
    assert load(game).names == ("Anna", "Bob", "Cy", "Dee")
    assert (stored(ann).mark, stored(ann).retired) == (7, True)


def test_another_groups_players_are_not_found(cast, change, merge, players):
    foreign = roster_writing.add_player(group=cast.stranger.group, name="Zoe")
    for write in (
        lambda: change(player_id=foreign.pk, name="Zo"),
        lambda: merge(player_id=foreign.pk, same_as=players[0].pk),
        lambda: merge(player_id=players[0].pk, same_as=foreign.pk),
        lambda: merge(player_id=foreign.pk, same_as=None),
    ):
        with pytest.raises(NotFound):
            write()
    assert not Player.objects.exclude(same_as=None).exists()


def test_a_retired_player_is_not_offered_and_can_come_back(cast, change, game):
    players = [seat.player for seat in game.seats.order_by("number")]
    bob = players[1]
    assert setup_reading.last_line_up(cast.group, RULES).names == ("Ann", "Bob", "Cy", "Dee")
    change(player_id=bob.pk, name="Bob", retired=True)
    assert bob not in roster_reading.roster(cast.group)
    assert setup_reading.last_line_up(cast.group, RULES) is None
    assert roster_writing.add_player(group=cast.group, name="bob") == bob
    assert bob in roster_reading.roster(cast.group)


def test_merged_entries_are_one_person_until_they_are_separated(cast, merge, players):
    ann, bob, *others = players
    assert refusal(merge, player_id=bob.pk, same_as=bob.pk) == ("same_as", "Choose someone else.")
    for same_as in (others[0], ann):
        merge(player_id=bob.pk, same_as=same_as.pk)
        assert stored(bob).same_as == same_as
    assert roster_reading.roster(cast.group) == [ann, *others]
    version = Playgroup.objects.get(pk=cast.group.pk).version
    merge(player_id=bob.pk, same_as=ann.pk)
    assert Playgroup.objects.get(pk=cast.group.pk).version == version, "nothing was done"
    assert refusal(claim_player, group=cast.group, player_id=bob.pk, by=cast.recorder)
    new = new_game(cast.group, players=tuple(player.pk for player in (ann, bob, *others)))
    assert refusal(setup_writing.start_game, group=cast.group, new=new, by=cast.owner)
    assert roster_writing.add_player(group=cast.group, name="Bob") == ann
    merge(player_id=bob.pk, same_as=None)
    merge(player_id=bob.pk, same_as=None)
    assert stored(bob).same_as is None
    assert roster_reading.roster(cast.group) == players


def test_a_main_entry_cannot_be_merged_but_others_into_its_entries(merge, players):
    ann, bob, cy, dee = players
    merge(player_id=bob.pk, same_as=ann.pk)
    for other in (bob, dee):
        said = refusal(merge, player_id=ann.pk, same_as=other.pk)
        assert said == ("same_as", "Bob is merged into Ann. Separate them first.")
    merge(player_id=cy.pk, same_as=bob.pk)
    said = refusal(merge, player_id=ann.pk, same_as=dee.pk)
    assert said == ("same_as", "Bob and Cy are merged into Ann. Separate them first.")
    merge(player_id=bob.pk, same_as=None)
    assert stored(cy).same_as == ann


def test_a_merged_entry_keeps_its_name_and_its_games(cast, change, merge, game):
    ann, bob = (game.seats.get(number=number).player for number in (0, 1))
    anna, annie = (roster_writing.add_player(group=cast.group, name=name) for name in ("Anna", "Annie"))
    merge(player_id=ann.pk, same_as=anna.pk)
    merge(player_id=annie.pk, same_as=anna.pk)
    change(player_id=ann.pk, name="Annie-Lou")
    assert load(game).names == ("Annie-Lou", "Bob", "Cy", "Dee"), "old sheets show an entry's own name"
    lineup = setup_reading.last_line_up(cast.group, RULES)
    assert (lineup.players[0], lineup.names) == (anna.pk, ("Anna", "Bob", "Cy", "Dee"))
    for other in (anna, annie):
        assert "Bob and Annie-Lou played in the same game" in refusal(merge, player_id=bob.pk, same_as=other.pk)[1]


def test_a_claim_moves_to_the_main_entry(cast, merge, players):
    def claims():
        return [stored(player).member for player in players[:2]]

    ann, bob = players[:2]
    other = Membership.objects.create(group=cast.group, user=User.objects.create_browser(), role="recorder", name="Rem")
    claim_player(group=cast.group, player_id=ann.pk, by=other)
    claim_player(group=cast.group, player_id=bob.pk, by=cast.recorder)
    remove_member(group=cast.group, member_id=other.pk, by=cast.owner)  # so this claim doesn't count
    merge(player_id=bob.pk, same_as=ann.pk)
    assert claims() == [cast.recorder, None]
    merge(player_id=bob.pk, same_as=None)
    assert claims() == [cast.recorder, None]
    claim_player(group=cast.group, player_id=bob.pk, by=cast.owner)
    merge(player_id=bob.pk, same_as=ann.pk)
    assert claims() == [cast.recorder, None], "it keeps the one that it has"


def test_an_active_player_is_not_retired_by_a_merge(change, merge, players):
    ann, bob = players[:2]
    for bob_retired, ann_retired, retired in ((False, True, False), (True, True, True), (True, False, False)):
        change(player_id=bob.pk, name="Bob", retired=bob_retired)
        change(player_id=ann.pk, name="Ann", retired=ann_retired)
        merge(player_id=bob.pk, same_as=ann.pk)
        assert stored(ann).retired is retired
        merge(player_id=bob.pk, same_as=None)


def edit(address, player):
    """Return the address of the forms for changing a player."""
    return f"{address}?player={player.pk}"


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
        "■ Bob 2 games · Rex in the app",
        "▲ Cy 2 games",
        "◆ Dee 2 games",
        "★ Zoe 0 games",
    ]
    assert (
        next(link.attrs["href"] for link in rex.page.one("ul", class_="list").all("a")) == f"/players/{players[0].pk}/"
    )
    assert "Edit" not in rex.text
    rex.open(f"{address}?player={players[0].pk}")
    assert (rex.status, len(lines(rex)), list(rex.page.one("main").all("form"))) == (200, 5, [])


def test_retired_players_are_folded_away_and_a_merged_entry_is_another_name(cast, olga, address, players):
    _ann, bob, cy, _dee = players
    play(start_game(cast.owner, player_target=20), A_HAND, by=cast.owner)
    bobby = roster_writing.add_player(group=cast.group, name="Bobby")
    roster_writing.merge_player(group=cast.group, player_id=bob.pk, same_as=bobby.pk)
    roster_writing.change_player(group=cast.group, player_id=cy.pk, name="Cy", retired=True)
    olga.open(address)
    assert lines(olga) == [
        "● Ann 1 game",
        "★ Bobby 1 game · also Bob",
        "◆ Dee 1 game",
        "▲ Cy 1 game",
    ]
    assert "1 retired player" in olga.page.one("details").text


def test_the_owner_can_change_a_players_name_mark_and_retirement(cast, olga, address, players):
    bob = players[1]
    olga.open(address).follow("Bob").follow("Edit").press("Save", name=" Robert  B. ", mark="9", retired="on")
    assert (olga.status, olga.path) == (200, f"/players/{bob.pk}/")
    assert olga.page.one("h1").text == "◇ Robert B. retired"
    bob = stored(bob)
    assert (bob.name, bob.mark, bob.retired) == ("Robert B.", 9, True)
    gnome = Player.objects.create(group=cast.group, name="Gnome", name_key="gnome")
    olga.open(f"{address}?player={gnome.pk}").press("Save", name="gnome", mark="3")
    assert (stored(gnome).name, stored(gnome).mark) == ("gnome", 3), "it was there before the name was reserved"


def test_a_merged_entrys_own_mark_is_given_again_only_when_no_other_is_free(cast, players):
    roster_writing.merge_player(group=cast.group, player_id=players[1].pk, same_as=players[0].pk)
    added = [roster_writing.add_player(group=cast.group, name=f"P{number}") for number in range(14)]
    assert [player.mark for player in added] == [*range(4, 16), 1, 0]


def test_free_marks_are_offered_first_and_those_of_others_too(cast, olga, address, players):
    olga.open(edit(address, players[1]))
    offered = [int(radio.attrs["value"]) for radio in olga.page.all("input", name="mark")]
    assert offered == [1, *range(4, 16), 0, 2, 3], "Bob's own is free for him"
    olga.press("Save", name="Bob", mark="0")
    assert stored(players[1]).mark == stored(players[0]).mark == 0


def test_after_a_refusal_the_form_keeps_the_typed_text(cast, olga, address, players):
    game = start_game(cast.owner)
    sheet_writing.hide_game(game=game, hidden=True)
    Night.objects.update(date="2025-03-02")
    olga.open(edit(address, players[1])).press("Merge", same_as=str(players[0].pk))
    assert (olga.status, olga.path.endswith("/merge/")) == (422, True)
    assert olga.problems == ["Bob and Ann played in the same game on Sun Mar 2, 2025, so they’re two people."]
    assert [option.text for option in olga.page.all("option") if "selected" in option.attrs] == ["Ann"]
    for typed, problem in (
        ({"name": " "}, "Enter a name."),
        ({"name": "GNOME"}, "One of the games uses the name GNOME. Choose another one."),
        ({"name": "Bobby", "mark": "16"}, "Select a valid choice. 16 is not one of the available choices."),
        ({"name": "c\N{ZERO WIDTH JOINER}Y"}, "Cy is already on the roster."),
    ):
        olga.open(edit(address, players[1])).press("Save", **{"mark": "9"} | typed)
        assert (olga.status, olga.problems) == (422, [problem])
        assert olga.page.one("input", name="name").attrs.get("value", "") == typed["name"]
    assert (stored(players[1]).name, stored(players[1]).mark) == ("Bob", 1)
    roster_writing.add_player(group=cast.stranger.group, name="Zoe")
    assert olga.press("Save", name="Zoe", mark="9").status == 200, "another group's player may have the name"


def test_choosing_a_taken_name_offers_to_merge_the_players_which_can_be_undone(olga, address, players):
    ann = f"/players/{players[0].pk}/"
    olga.open(edit(address, players[1])).press("Save", name="Ann")
    assert olga.press("Merge Bob into Ann").path == ann
    assert "● Ann 0 games · also Bob" in lines(olga.open(address))
    olga.follow("Ann").follow("Edit").follow("Bob")
    assert "Bob’s games count for Ann." in olga.text
    assert olga.page.one("a", class_="back").attrs["href"] == f"/players/{players[1].pk}/", "which leads to Ann’s"
    assert [control.attrs["name"] for control in olga.page.one("form", class_="stack").all("input")][1:] == ["name"]
    olga.press("Save", name="Bobby")
    bob = Player.objects.get(name="Bobby")
    assert (bob.mark, bob.same_as) == (1, players[0])
    assert olga.path == ann
    olga.follow("Edit").follow("Bobby").press("Separate Bobby from Ann")
    assert Player.objects.get(name="Bobby").same_as is None
