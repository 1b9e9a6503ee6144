"""People in the pseudo-language: joining, accounts, members and links, players and their statistics."""

import datetime

from scorekeeper.people.accounts import writing as accounts_writing
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_join_link, make_owner_link
from scorekeeper.people.roster.writing import add_player
from scorekeeper.recording.setup.writing import start_game as start
from scorekeeper.recording.sheet.writing import stop_game
from scorekeeper.web import throttle
from tests.cast import A_HAND, new_game, play, seat_players, start_game
from tests.translated.pseudo import assert_translated, check, open_at
from tests.web.browser import Browser, parse


def test_a_group_its_people_and_their_links(cast, olga):
    nobody, people = Browser().open("/"), f"/groups/{cast.group.pk}/people/"
    check(nobody.press("⟦Start a group⟧"), status=422)
    check(nobody.press("⟦Start a group⟧", name="x" * 41, owner_name="a\x07b"), status=422)
    check(nobody.press("⟦Start a group⟧", name="x\x00", owner_name="Ann", uid="?"), status=422)
    open_at(nobody, f"/j/{token_of(make_owner_link(cast.group))}/")
    check(nobody.press("⟦Join⟧"), status=422)
    open_at(nobody, "/j/nothing/", status=410)
    check(olga.open(people).press("⟦Invite someone to keep score⟧", label="Eve"))
    check(olga.open(people).press("⟦Share a watch-only link⟧", label="a\u202eb"), status=422)
    check(olga.press("⟦Share a watch-only link⟧", label="", forever="on"))
    open_at(olga, people)
    settings = f"/groups/{cast.group.pk}/change/"
    check(open_at(olga, settings).press("⟦Save⟧", name=" "), status=422)
    check(olga.open(settings).press("⟦Put it aside⟧"))
    token = olga.client.cookies["scorekeeper-csrf"].value
    for data in ({"remove": "true", "confirm": "true"}, {"role": "owner"}):
        response = olga.client.post(f"{people}{cast.owner.pk}/", data, headers={"X-CSRFToken": token})
        assert response.status_code == 422
        assert_translated(parse(response.content.decode()))
    check(olga.open(people).press("⟦Remove⟧ Rex").press("⟦Remove ⟧Rex"))
    open_at(olga, f"/groups/{cast.group.pk}/activity/")
    open_at(Browser(cast.recorder), people, status=410)


def test_refusals_on_the_roster(cast, olga):
    address, game = f"/groups/{cast.group.pk}/roster/", start_game(cast.owner)
    bob, eve = game.seats.get(number=1).player, add_player(group=cast.group, name="Eve")
    edit = f"{address}?player={bob.pk}"
    check(olga.open(edit).press("⟦Save⟧", name="Ann"), status=422)
    check(olga.press("⟦Merge ⟧Bob⟦ into ⟧Ann"), status=422)
    check(olga.open(edit).press("⟦Merge⟧", same_as=str(bob.pk)), status=422)
    check(olga.press("⟦Merge⟧", same_as=str(eve.pk)))
    open_at(olga, edit)


def test_an_account(cast, olga, monkeypatch):
    open_at(olga, "/sign-up/")
    check(olga.press("⟦Create account⟧", name="", password="short"), status=422)
    check(olga.press("⟦Create account⟧", name="Olga", password="password"), status=422)
    check(olga.press("⟦Create account⟧", name="Olga", password="olgaolga\0"), status=422)
    check(olga.press("⟦Create account⟧", name="Olga", password="a good word"))
    open_at(olga, "/")
    open_at(olga, "/account/")
    check(olga.press("⟦Change password⟧", old="wrong", new="another good word"), status=422)
    check(olga.press("⟦Change password⟧", old="a good word", new="1"), status=422)
    check(olga.press("⟦Change password⟧", old="a good word", new="another good word"))
    nobody = open_at(Browser(), "/sign-up/")
    check(nobody.press("⟦Create account⟧", name="Olga", password="a good word"), status=422)
    open_at(nobody, "/sign-in/")
    check(nobody.press("⟦Sign in⟧", name="Olga", password="wrong"), status=422)
    open_at(nobody, "/recover/")
    check(nobody.press("⟦Reset password⟧", name="Olga", code="wrong", new="1"), status=422)
    check(nobody.press("⟦Reset password⟧", name="Olga", code="wrong", new="a good word"), status=422)
    _user, code = accounts_writing.sign_up(user=None, name="Rex", password="a good word")
    check(nobody.press("⟦Reset password⟧", name="Rex", code=code, new="another good word"))
    for name in ("PASSWORDS", "SIGN_UP", "GROUPS", "LINKS"):
        monkeypatch.setattr(throttle, name, throttle.Limit(name=name, tries=0))
    late = open_at(Browser(), "/sign-in/")
    check(late.press("⟦Sign in⟧", name="Olga", password="wrong"), status=429)
    check(late.open("/").press("⟦Start a group⟧", name="Ann", owner_name="Ann"), status=429)
    late.open(f"/j/{token_of(make_join_link(group=cast.group, label='', by=cast.owner))}/")
    check(late.press("⟦Join⟧", name="Ann"), status=429)
    check(olga.open(f"/groups/{cast.group.pk}/people/").press("⟦Invite someone to keep score⟧"), status=429)


def test_the_statistics(cast, olga):
    address, ann = f"/groups/{cast.group.pk}/statistics/", seat_players(cast.group)[0]
    open_at(olga, address)
    open_at(olga, f"/players/{ann.pk}/")
    play(start_game(cast.owner, player_target=20), A_HAND, by=cast.owner)
    for order in ("wins", "share", "rating"):
        open_at(olga, f"{address}?by={order}")
    open_at(olga, f"/players/{ann.pk}/")
    for how, year in (("no_winner", 2024), ("leader_wins", 2025)):
        night = datetime.date(year, 1, 1)
        game = start(group=cast.group, new=new_game(cast.group, night=night), by=cast.owner)
        play(game, "pass", by=cast.owner)
        stop_game(game=game, how=how, by=cast.owner)
    cast.group.players.create(name="Anne", name_key="anne", same_as=ann)
    cast.group.players.filter(pk=ann.pk).update(retired=True)
    open_at(olga, f"/players/{ann.pk}/")
    open_at(olga, f"/players/{ann.pk}/?year=2024")
    open_at(olga, address)
