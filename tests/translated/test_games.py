"""A game in the pseudo-language: its start, hands, sheet, end and setup; also every game's sample."""

import pytest

from scorekeeper.exchange.templates import pack
from scorekeeper.games import all_games
from scorekeeper.models import Game
from scorekeeper.queries.recording import made_up
from scorekeeper.queries.recording.templates import supplied
from tests.cast import A_HAND, Phone, correct, enter_hand, play, seat_players, start_game
from tests.own_games import ROUNDS, UNO, play_own, round_of, start_own
from tests.samples import SAMPLES, enter_taps, start_sample
from tests.translated.pseudo import NAMES, check, open_at
from tests.views.browser import Browser


def test_a_new_game(cast, olga, made_up):
    open_at(olga, f"/groups/{cast.group.pk}/new/")
    address = f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin"
    open_at(olga, address)
    players = [player.pk for player in seat_players(cast.group, 5)]
    for count in range(6):
        open_at(olga, f"{address}&seats={','.join(map(str, players[:count]))}")
    check(olga.press("⟦Start game⟧", night="1066-10-14", option_lowest_bid="9", option_tie="0"), status=422)
    check(olga.press("⟦Start game⟧", dealer="7", night="soon", option_player_target="", uid="?"), status=422)
    check(olga.press("⟦Add⟧", name="GNOME"), status=422)
    check(olga.press("⟦Add⟧", name=" "), status=422)
    sixth = cast.group.players.create(name="Olga", name_key="olga")
    open_at(olga, f"{address}&seats={','.join(map(str, [*players, sixth.pk]))}")
    start_game(cast.owner)
    open_at(olga, address)


def test_every_games_rules(cast, olga):
    game = start_game(cast.owner, player_target=100, odd_half="gnome")
    open_at(olga, f"/games/{game.pk}/rules/")
    for slug, card_game in all_games().items():
        Game.objects.update(rules=slug, options={})
        open_at(olga, f"/games/{game.pk}/rules/", status=200 if card_game.guide else 404)


@pytest.mark.parametrize("slug", sorted(SAMPLES))
def test_every_games_sample(cast, olga, monkeypatch, slug):
    names, options, hands, _winners = SAMPLES[slug]
    monkeypatch.setattr("tests.translated.pseudo.NAMES", (*NAMES, *names, *filter(None, [options.get("name")])))
    game = start_sample(slug, cast.owner)
    address = f"/games/{game.pk}/"
    open_at(olga, f"/groups/{cast.group.pk}/new/?rules={slug}")
    open_at(olga, address)
    for number, taps in enumerate(hands, start=1):
        for count in range(len(taps) if number == 1 else 0):
            enter_taps(game, taps[:count], cast.owner)
            open_at(olga, f"{address}hands/1/")
        phone = enter_taps(game, taps, cast.owner)
        open_at(olga, f"{address}hands/{number}/")
        phone.save()
        open_at(olga, f"{address}?hand={number}")
    for path in ("print/", "setup/", "hands/1/"):
        open_at(olga, address + path)
    open_at(olga, f"/groups/{cast.group.pk}/statistics/?rules={slug}")
    open_at(olga, f"/groups/{cast.group.pk}/paper/?rules={slug}")
    open_at(olga, f"/players/{game.seats.get(number=0).player_id}/")
    open_at(olga, f"/nights/{game.night_id}/")


def test_a_hand_in_every_state(cast, olga):
    game = start_game(cast.owner)
    address = f"/games/{game.pk}/hands/1/"
    phone = Phone(game, cast.owner)
    open_at(olga, address)
    for words in (
        *("A bid 10", "B bid 12", "A peeked", "C passed", "D passed", "A passed"),
        *("gnome red_joker", "trump hearts", "A took 9", "B took 3", "C took 7", "D took 12"),
    ):
        phone.tap(words)
        open_at(olga, address)
        for at in ("bidding", "gnome", "points", "hand.trump", "players.1.bid", "players.1.taken"):
            open_at(olga, f"{address}?at={at}")
    assert "⟦Score it anyway⟧" in olga.text
    for path in ("back", "over"):
        check(olga.open(address).press({"back": "⟦Undo⟧", "over": "⟦Start over⟧"}[path]))


def test_the_note_on_who_typed_last(cast, olga):
    game = start_game(cast.owner)
    Phone(game, cast.recorder).tap("A bid 10")
    assert "⟦ made the last entry.⟧" in open_at(olga, f"/games/{game.pk}/hands/1/").text


def test_a_hand_in_which_everyone_passed(cast, olga):
    game = start_game(cast.owner)
    enter_hand(game, "pass", cast.owner)
    open_at(olga, f"/games/{game.pk}/hands/1/")
    check(olga.press("⟦Save⟧"))


def test_refused_numbers_and_conflicts(cast, olga):
    game = start_game(cast.owner)
    address = f"/games/{game.pk}/hands/1/"
    for typed in ("", "x", "0", "99999"):
        check(olga.open(address).press("⟦Use this number⟧", other=typed), status=422)
    olga.open(address)
    Phone(game, cast.recorder).tap("A bid 12")
    check(olga.press("10"), status=409)
    check(olga.open(address).press("⟦Use this number⟧", other="12"), status=422)
    check(olga.open(address).press("⟦Pass⟧"))


def test_the_sheet_in_every_state(cast, olga):
    game = start_game(cast.owner, player_target=40)
    address = f"/games/{game.pk}/"
    open_at(olga, address)
    play(game, A_HAND, by=cast.owner)
    open_at(olga, address + "?hand=1")
    play(game, "10 6 - 8 | AD | 12 9 3 7", by=cast.owner)
    play(game, "pass", by=cast.owner)
    open_at(olga, address + "?hand=2")
    play(game, "12 8 - 5 | A | 10 7 6 9", by=cast.owner, anyway=True)
    for number in (1, 2, 3, 4):
        open_at(olga, f"{address}?hand={number}")
    revision = correct(game, 1, "20 6 - 8 | | 12 9 3 7", cast.recorder)
    open_at(olga, address + "?hand=1")
    Phone(game, cast.recorder, 1).undo(revision)
    open_at(olga, address + "?hand=1")


def test_the_effect_of_corrections(cast, olga):
    game = start_game(cast.owner, player_target=40)
    play(game, A_HAND, A_HAND, by=cast.owner)
    enter_hand(game, "20 6 - 8 | | 12 9 3 7", cast.owner, 1)
    open_at(olga, f"/games/{game.pk}/hands/1/")
    check(olga.press("⟦Save correction⟧"))
    play(game, A_HAND, by=cast.owner)
    enter_hand(game, A_HAND, cast.owner, 1)
    open_at(olga, f"/games/{game.pk}/hands/1/")
    open_at(olga, f"/games/{game.pk}/?hand=1")
    check(olga.open(f"/games/{game.pk}/hands/1/").press("⟦Save correction⟧"))


def test_stopping_and_ending(cast, olga):
    game = start_game(cast.owner)
    address = f"/games/{game.pk}/"
    open_at(olga, address + "stop/")
    check(olga.press("⟦Nobody wins⟧"))
    open_at(olga, address + "hands/1/")
    check(olga.open(address).press("⟦Resume this game⟧"))
    play(game, "10 - - - | | 0 12 12 7", by=cast.owner)
    open_at(olga, address + "stop/")
    check(olga.press("⟦The leader wins⟧"))
    olga.client.post(address + "hide/", {"hidden": "true"})
    open_at(olga, address)


def test_the_setup(cast, olga):
    game = start_game(cast.owner)
    play(game, "1 - - - | A | 13 10 6 2", by=cast.owner)
    address = f"/games/{game.pk}/setup/"
    first, second = [seat.player_id for seat in game.seats.all()][:2]
    open_at(olga, address)
    late = Browser(cast.recorder).open(address)
    check(olga.press("⟦Preview changes⟧"))
    check(olga.press("⟦Preview changes⟧", seat_1=str(second), dealer="0", option_lowest_bid=""), status=422)
    swap = {"seat_1": str(second), "seat_2": str(first), "option_odd_half": "gnome"}
    check(olga.open(address).press("⟦Preview changes⟧", **swap))
    check(olga.press("⟦Save setup⟧"))
    open_at(olga, f"/games/{game.pk}/?hand=1")
    check(late.press("⟦Preview changes⟧", option_odd_half="player"))
    check(late.press("⟦Save setup⟧"), status=409)
    other = start_game(cast.owner, lowest_bid=0)
    play(other, "0 - - - | | 10 10 6 5", by=cast.owner)
    check(olga.open(f"/games/{other.pk}/setup/").press("⟦Preview changes⟧", option_lowest_bid="1"))
    check(olga.press("⟦Save setup⟧"))
    open_at(olga, f"/games/{other.pk}/?hand=1")
    open_at(olga, f"/games/{other.pk}/print/")
    open_at(olga, f"/games/{other.pk}/hands/1/")
    open_at(olga, f"/games/{other.pk}/hands/2/")


def test_a_game_with_unknown_rules(cast, olga):
    game = start_game(cast.owner)
    play(game, A_HAND, by=cast.owner)
    Game.objects.update(rules="forgotten")
    open_at(olga, f"/games/{game.pk}/")
    open_at(olga, f"/games/{game.pk}/setup/", status=403)


def test_a_groups_own_games(cast, olga, monkeypatch):
    monkeypatch.setattr("tests.translated.pseudo.NAMES", (*NAMES, *made_up.NAMES, "Pounce"))
    base = f"/groups/{cast.group.pk}/games/"
    open_at(olga, base)
    form = olga.page.one("form", id="scoring")
    for rows in ("rounds", "turns", "categories"):
        for option in ("sum=free", "sum=fixed", "sum=winner", "bids=exact", "bids=least"):
            button = next(node for node in form.all("button", class_="main"))
            key, _sign, value = option.partition("=")
            answers = {"option_rows": rows, "option_ends": "target", f"option_{key}": value}
            check(olga.send(form, button, name="Pounce", preview="1", **answers))
    check(olga.open(base).press("⟦Play this game⟧", name=" ", option_target="many"), status=422)
    check(olga.open(base).press("⟦See what it is⟧", link="nothing"), status=422)
    # Rows are shown as they are written in the option, which is text that anybody could have typed.
    for template in (template for template in supplied().values() if not template.options.categories):
        open_at(olga, f"{base}{template.slug}/")
        open_at(olga, f"/t/{pack(template)}/")
    open_at(olga, "/t/nothing/", status=422)
    game = start_own(cast.owner, UNO, 3, **ROUNDS)
    play_own(game, round_of((1, 2, 3)), by=cast.owner)
    open_at(olga, f"/games/{game.pk}/players/")
    check(olga.press("⟦Join⟧", name=" "), status=422)
    open_at(olga, f"/games/{game.pk}/stop/")
