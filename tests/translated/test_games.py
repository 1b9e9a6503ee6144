"""A game in the pseudo-language: its start, hands, sheet, end and setup; also every game's sample."""

import re

import pytest

from scorekeeper.formats import made_up
from scorekeeper.formats.recipes import pack
from scorekeeper.games.any_game.picturing import KINDS
from scorekeeper.games.any_game.ready import READY
from scorekeeper.recording.own_games.reading import supplied
from tests.cast import A_HAND, Phone, enter_hand, play, seat_players, start_game
from tests.own_games import ROUNDS, UNO, play_own, round_of, start_own
from tests.samples import SAMPLES, enter_taps, start_sample
from tests.translated.pseudo import NAMES, check, open_at
from tests.web.browser import Browser


def test_a_refused_start_and_a_refused_setup(cast, olga):
    address = f"/groups/{cast.group.pk}/new/?rules=trumplestiltskin"
    players = [player.pk for player in seat_players(cast.group, 5)]
    open_at(olga, f"{address}&seats={','.join(map(str, players))}")
    check(olga.press("⟦Start ⟧", night="1066-10-14", option_lowest_bid="9", option_tie="0"), status=422)
    check(olga.press("⟦Start ⟧", dealer="7", night="soon", option_player_target="", uid="?"), status=422)
    check(olga.press("⟦Add⟧", name="GNOME"), status=422)
    game = start_game(cast.owner, lowest_bid=0)
    play(game, "0 - - - | | 10 10 6 5", by=cast.owner)
    setup = f"/games/{game.pk}/setup/"
    late = Browser(cast.recorder).open(setup)
    second = str(game.seats.get(number=1).player_id)
    check(olga.open(setup).press("⟦Preview changes⟧", option_lowest_bid="9", seen="x"), status=422)
    check(olga.open(setup).press("⟦Preview changes⟧", seat_1=second, option_odd_half="gnome", option_lowest_bid="1"))
    check(olga.press("⟦Save setup⟧"))
    check(late.press("⟦Preview changes⟧", option_odd_half="player"))
    check(late.press("⟦Save setup⟧"), status=409)
    for path in ("?hand=1", "print/", "hands/1/", "hands/2/"):
        open_at(olga, f"/games/{game.pk}/{path}")


def test_house_rules_on_the_page_of_rules(cast, olga):
    open_at(olga, f"/games/{start_game(cast.owner, player_target=100, odd_half='gnome').pk}/rules/")


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
    for path in ("rules/", "print/", "setup/", "hands/1/", "hands/1/whole/"):
        open_at(olga, address + path)
    open_at(olga, f"/groups/{cast.group.pk}/statistics/?rules={slug}")
    open_at(olga, f"/groups/{cast.group.pk}/paper/?rules={slug}")
    open_at(olga, f"/players/{game.seats.get(number=0).player_id}/")
    open_at(olga, f"/nights/{game.night_id}/")


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


def test_a_groups_own_games(cast, olga, monkeypatch):
    rows = map("Pounce{}".format, KINDS)
    sources = (re.escape(game.source.rstrip("!)")) for game in READY.values() if game.source)
    monkeypatch.setattr("tests.translated.pseudo.NAMES", (*NAMES, *made_up.NAMES, "Pounce", *rows, *sources))
    base = f"/groups/{cast.group.pk}/games/"
    open_at(olga, base)
    for picture, *answers in (
        ("round", "sum=free", "sum=fixed", "bids=exact", "bids=least"),
        ("collects", "sum=winner", "sum=one"),
        ("turn", "wins=least"),
        ("point", "ends=hand"),
        ("card", "rows=turns", "rows=categories"),
        ("who", "sides=together"),
    ):
        for answer in answers:
            open_at(olga, f"{base}new/?picture={picture}&name=Pounce")
            key, _sign, value = answer.partition("=")
            check(olga.press("⟦Update the questions⟧", **{"option_ends": "target", f"option_{key}": value}))
    open_at(olga, f"{base}new/?picture=card")
    for kind, *numbers in (
        ("any",),
        ("either", 25),
        ("dice", 1),
        ("list", "1 2 4"),
        ("bonus", 35, 63),
        ("beside", 100),
    ):
        given = {f"row-{kind}-{at}": number for at, number in enumerate(numbers)}
        check(olga.press("⟦Add the row⟧", **{"row-name": f"Pounce{kind}", "row-kind": kind} | given))
    check(olga.press("⟦Add the row⟧", **{"row-name": " ", "row-kind": "bonus"}), status=422)
    open_at(olga, f"{base}new/?picture=round")
    check(olga.press("⟦Choose who plays⟧", name=" ", option_target="many"), status=422)
    open_at(olga, base)
    check(olga.press("⟦See what it is⟧", link="nothing"), status=422)
    # Rows are shown as they are written in the option, which is text that anybody could have typed.
    for recipe in (recipe for recipe in supplied().values() if not recipe.rules.house_rules.categories):
        open_at(olga, f"{base}{recipe.rules.slug}/")
        open_at(olga, f"/t/{pack(recipe)}/")
    open_at(olga, "/t/nothing/", status=422)
    game = start_own(cast.owner, UNO, 3, **ROUNDS)
    play_own(game, round_of((1, 2, 3)), by=cast.owner)
    open_at(olga, f"/games/{game.pk}/players/")
    check(olga.press("⟦Join⟧", name=" "), status=422)
    open_at(olga, f"/games/{game.pk}/stop/")
