"""Printed games, printed nights, and blank sheets."""

from scorekeeper.files import printing
from scorekeeper.files.printing import paper_sheet, printed_game, printed_night
from scorekeeper.formats.language import sentence
from scorekeeper.models import Game
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet.writing import hide_game
from tests.cast import A_HAND, correct, play, refresh, seat_players, start_game, start_short_game


def printed(game):
    return printed_game(refresh(game))


def test_a_hand_after_the_end_shows_what_it_would_have_scored(cast):
    game = start_short_game(cast.owner)
    play(game, "- 10 - - | | 8 12 8 3", A_HAND, A_HAND, by=cast.owner)
    correct(game, 1, A_HAND, cast.owner)
    last = printed(game)["sheet"].hands[0]
    assert (last.number, sentence(last.uncounted)) == (3, "After the end, so it doesn’t count.")
    assert [sentence(line.reason) for line in last.reasons[0].lines] == [
        "took 12, made the bid of 10",
        "doubled: made it without peeking",
    ]


def test_only_house_rules_that_differ_from_the_defaults_are_printed(cast):
    game = start_game(cast.owner, odd_half="gnome", player_target=100)
    house_rules = [(sentence(label), sentence(value)) for label, value in printed(game)["sheet"].house_rules]
    assert house_rules == [("Odd point when halving", "To the Gnome"), ("Player target", "100")]
    assert printed(start_game(cast.owner))["sheet"].house_rules == ()


def test_a_game_with_unknown_rules_is_printed_with_its_totals(cast, game):
    play(game, A_HAND, "pass", A_HAND, by=cast.owner)
    Game.objects.update(rules="forgotten")
    sheet = printed(game)
    assert not {"sheet", "chart"} & sheet.keys()
    assert sheet["stored"]["columns"] == ["Ann", "Bob", "Cy", "Dee", "gnome"]
    assert sheet["stored"]["totals"] == [96, 24, 0, 28, 24]


def test_a_nights_visible_games_are_printed_in_the_order_played_page_by_page(cast, monkeypatch):
    first, hidden, third, second = (start_game(cast.owner) for _game in range(4))
    hide_game(game=hidden, hidden=True)
    Game.objects.filter(pk=third.pk).update(rules="forgotten")
    Game.objects.filter(pk=second.pk).update(started_at=first.started_at, rules="forgotten")
    night = printed_night(first.night)
    assert [sheet["record"].game for sheet in night] == [first, second, third]
    assert ["stored" in sheet for sheet in night] == [False, True, True]
    monkeypatch.setattr(printing, "GAMES_PER_PAGE", 2)
    for number, shown in ((0, [first, second]), (1, [first, second]), (2, [third]), (3, [third])):
        assert [sheet["record"].game for sheet in printed_night(first.night, number)] == shown, number


def labels(sheet):
    return [sentence(column["column"].label) for column in sheet["columns"]]


def test_a_blank_sheet_shows_the_last_lineup_and_house_rules_or_room_for_everybody(cast):
    sheet = paper_sheet(cast.group, slug="trumplestiltskin")
    assert labels(sheet) == ["", "", "", "", "", "Gnome"]
    assert len(sheet["hands"]) >= 12
    assert [field.name for field in sheet["columns"][0]["fields"]] == ["bid", "peeked", "taken"]
    assert [field.name for field in sheet["about_hand"]] == ["gnome", "trump"]
    start_game(cast.owner, player_target=150)
    roster_writing.add_player(group=cast.group, name="Zoe")
    sheet = paper_sheet(cast.group, slug="trumplestiltskin")
    assert labels(sheet) == ["Ann", "Bob", "Cy", "Dee", "Gnome"]
    assert [column["target"] for column in sheet["columns"]] == [300, 300, 300, 300, 700]
    assert [sentence(label) for label, _value in sheet["house_rules"]] == ["Player target"]
    assert [(name, player in sheet["seated"]) for player, name in sheet["roster"].items()][-2:] == [
        ("Dee", True),
        ("Zoe", False),
    ]


def test_a_blank_sheet_for_any_game_shows_the_last_lineup(cast, made_up):
    start_game(cast.owner, player_target=150)
    assert paper_sheet(cast.group)["rules"].slug == "trumplestiltskin"
    sheet = paper_sheet(cast.group, slug="race")
    assert (labels(sheet), sheet["house_rules"]) == (["Ann", "Bob", "Cy", "Dee"], ())
    assert labels(paper_sheet(cast.group, slug="partners")) == ["Ann & Cy", "Bob & Dee"]
    assert {"race", "trumplestiltskin"} <= {rules.slug for rules in sheet["several"]}
    Game.objects.update(rules="race")
    assert paper_sheet(cast.group)["rules"].slug == "race"


def test_a_blank_sheet_shows_the_chosen_players(cast):
    start_game(cast.owner)
    roster = [*seat_players(cast.group, 5), roster_writing.add_player(group=cast.group, name="Fay")]
    stranger = roster_writing.add_player(group=cast.stranger.group, name="Stranger")
    for chosen, names in (
        ([roster[seat] for seat in (4, 2, 0, 2)], ["Eve", "Cy", "Ann"]),
        (roster, ["Ann", "Bob", "Cy", "Dee", "Eve"]),  # not more than can play
        ([stranger], ["Ann", "Bob", "Cy", "Dee"]),  # the last lineup
    ):
        assert labels(paper_sheet(cast.group, [player.pk for player in chosen])) == [*names, "Gnome"]
