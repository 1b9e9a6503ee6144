"""Printed games and nights, and blank sheets: what they show, and their pages in a browser without JavaScript."""

from dataclasses import replace

from scorekeeper.files import printing
from scorekeeper.files.printing import paper_sheet, printed_game, printed_night
from scorekeeper.formats.language import sentence
from scorekeeper.games.any_game import ANY_GAME, Options
from scorekeeper.models import Game
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet.writing import hide_game
from scorekeeper.rules.base import Rules
from scorekeeper.rules.text import Half
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
    house_rules = [(sentence(label), sentence(value)) for label, value in printed(game)["record"].in_short.others]
    assert house_rules == [("Odd point when halving", "To the Gnome"), ("Player target", "100")]
    assert printed(start_game(cast.owner))["record"].in_short.others == ()


def test_a_game_with_unknown_rules_is_printed_with_its_totals(cast, game):
    play(game, A_HAND, "pass", A_HAND, by=cast.owner)
    Game.objects.update(rules="forgotten")
    sheet = printed(game)
    assert not {"sheet", "chart"} & sheet.keys()
    totals = [(column["name"], column["total"]) for column in sheet["stored"]]
    assert totals == [("Ann", 96), ("Bob", 24), ("Cy", 0), ("Dee", 28), ("gnome", 24)]


def test_from_the_third_hand_on_the_chart_is_printed(cast, olga, game):
    play(game, A_HAND, "pass", A_HAND, by=cast.owner)
    assert len(list(olga.open(f"/games/{game.pk}/print/").page.all("figure", class_="chart"))) == 1


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
    assert [sentence(label) for label, _value in sheet["in_short"].others] == ["Player target"]
    assert [(name, player in sheet["seated"]) for player, name in sheet["roster"].items()][-2:] == [
        ("Dee", True),
        ("Zoe", False),
    ]


def test_a_blank_sheet_for_any_game_shows_the_last_lineup(cast, made_up):
    start_game(cast.owner, player_target=150)
    assert paper_sheet(cast.group)["rules"].slug == "trumplestiltskin"
    sheet = paper_sheet(cast.group, slug="race")
    assert (labels(sheet), sheet["in_short"].others) == (["Ann", "Bob", "Cy", "Dee"], ())
    assert labels(paper_sheet(cast.group, slug="partners")) == ["Ann & Cy", "Bob & Dee"]
    assert {"race", "trumplestiltskin"} <= {rules.slug for rules in sheet["several"]}
    Game.objects.update(rules="race")
    assert paper_sheet(cast.group)["rules"].slug == "race"


def test_a_blank_sheet_of_a_tally_has_one_row_for_everybodys_points(cast, monkeypatch):
    rules = ANY_GAME.rules.for_options(Options(rows="tally", ends="target", target=11, fewest=2, most=2))
    monkeypatch.setattr(printing, "playable", lambda _group: ([replace(ANY_GAME, rules=rules)], None, []))
    sheet = paper_sheet(cast.group)
    assert [*sheet["hands"]] == [1]
    assert [(column["target"], len(column["fields"])) for column in sheet["columns"]] == [(22, 1), (22, 1)]


def test_a_blank_sheet_has_one_place_for_the_points_of_partners_or_of_a_player_alone(cast, monkeypatch):
    rules = ANY_GAME.rules.for_options(Options(sides="partners", partners_from=4))
    monkeypatch.setattr(printing, "playable", lambda _group: ([replace(ANY_GAME, rules=rules)], None, []))
    for players, columns in ((4, ["Ann & Cy", "Bob & Dee"]), (3, ["Ann", "Bob", "Cy"])):
        sheet = paper_sheet(cast.group, [player.pk for player in seat_players(cast.group, players)])
        assert labels(sheet) == columns
        assert [len(column["fields"]) for column in sheet["columns"]] == [1] * len(columns)


def test_a_blank_sheet_lists_each_person_once(cast):
    eve = seat_players(cast.group, 5)[4]
    cy = cast.group.players.get(name="Cy")
    start_game(cast.owner)
    roster_writing.merge_player(group=cast.group, player_id=cy.pk, same_as=eve.pk, by=cast.owner)
    sheet = paper_sheet(cast.group, [])
    assert [*sheet["roster"].values()] == ["Ann", "Bob", "Dee", "Eve"]
    assert sheet["names"] == ("Ann", "Bob", "Eve", "Dee")


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


# Pages


def rows(olga, table):
    return [[cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in olga.page.one(**table).all("tr")]


def test_links_lead_from_the_sheet_to_its_printed_page_and_back(cast, olga):
    over = start_short_game(cast.owner)
    play(over, A_HAND, A_HAND, by=cast.owner)
    over = refresh(over)
    over.night.place, over.night.note = "At Ann’s", "Cake!\n\n<b>late</b>"
    over.night.save()
    olga.open(f"/games/{over.pk}/").follow("Print")
    assert rows(olga, {"class_": "hands"}) == [
        ["Hand", "Dealer", "● Ann", "■ Bob", "▲ Cy", "◆ Dee", "Gnome"],
        ["1", "◆ Dee", "▸ ×2 +24 24", "↓ +6 6", "0 0", "+7 7", "+6 6"],
        ["2", "● Ann", "▸ ×2 +24 48", "↓ +6 12", "0 0", "+7 14", "+6 12"],
        ["Total", "♛ 48", "12", "0", "14", "12"],
    ]
    won = "Ann reached the target of 40"
    for text in ("At Ann’s", "Cake! <b>late</b>", "Ann wins", won, "Player target: 40", "To print this page"):
        assert text in olga.text
    notes = [note.text for note in olga.page.one(class_="footnotes").all("li")]
    assert [note.split()[0] for note in notes] == ["1", "2"]
    assert notes[0] == (
        "1 Ann: took 12, made the bid of 10 (+12); doubled: made it without peeking (+12). "
        "Bob: took 9, bid 6 (+9); over the bid: to the Gnome (−3). "
        "Cy: never bid: 3 points to the Gnome. Dee: took 7, bid 8 (+7). "
        "Gnome: over Bob’s bid of 6 (+3); Cy never bid (+3)."
    )
    assert not list(olga.page.all("figure", class_="chart")), "with two hands, there is no chart yet"
    assert not list(olga.page.one(class_="printed").all("form"))
    olga.follow("Score sheet")
    assert olga.path == f"/games/{over.pk}/"


def test_a_game_with_fewer_than_two_hands_has_no_chart(cast, olga):
    game = start_game(cast.owner)
    olga.open(f"/games/{game.pk}/print/")
    assert "Nothing recorded yet." in olga.text
    assert not list(olga.page.all(class_="footnotes"))
    play(game, "pass", by=cast.owner)
    olga.open(f"/games/{game.pk}/print/")
    assert "1 Everyone passed; nobody scores." in olga.text
    assert "The game isn’t over yet." in olga.text
    assert not list(olga.page.all("figure"))


def test_starting_points_get_a_row_of_their_own(cast, olga, monkeypatch):
    monkeypatch.setattr(Rules, "start", lambda self, table: Half(30))
    olga.open(f"/games/{start_game(cast.owner).pk}/print/")
    assert rows(olga, {"class_": "hands"})[1] == ["Start", "15", "15", "15", "15", "15"]


def test_a_night_is_printed_from_its_page(cast, olga):
    game = start_game(cast.owner)
    play(game, "pass", by=cast.owner)
    hide_game(game=start_game(cast.owner), hidden=True)
    olga.open(f"/nights/{game.night_id}/").follow("Print")
    assert len(list(olga.page.all("article"))) == 1
    Game.objects.update(hidden=True)
    assert "This night has no games to print." in olga.open(olga.address).text


def test_a_blank_sheet_can_be_made_for_chosen_players(cast, olga):
    start_game(cast.owner)
    zoe = roster_writing.add_player(group=cast.group, name="Zoe")
    ann = cast.group.players.get(name="Ann")
    olga.open(f"/groups/{cast.group.pk}/").follow("Paper sheet")
    head, fields, *hands, foot = rows(olga, {"class_": "blank"})
    assert head == ["Hand", "Dealer", "Ann", "Bob", "Cy", "Dee", "Gnome"]
    assert fields == ["Gnome", "Trump", *["Bid", "Peeked", "Taken"] * 4]
    assert [row[0] for row in hands[::2]] == [str(number) for number in range(1, 15)]
    assert foot == ["Total", "of 200", "of 200", "of 200", "of 200", "of 350"]
    boxes = list(olga.page.all("input", name="players"))
    assert [box.attrs["value"] for box in boxes if "checked" in box.attrs] != []
    olga.open(f"{olga.path}?players={zoe.pk}&players={ann.pk}")
    assert rows(olga, {"class_": "blank"})[0] == ["Hand", "Dealer", "Zoe", "Ann", "Name", "Gnome"]
