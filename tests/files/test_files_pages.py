"""Exports: order, contents and omissions; their pages, read back with independent parsers; and previewed imports."""

import csv
import datetime
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from scorekeeper.files.exports import files_page, of_game, of_group, of_night
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Event, Game, Hand, Membership, Night, Player, Upload, User
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet.writing import hide_game
from scorekeeper.rules.limits import LARGEST_FILE
from tests.cast import A_HAND, correct, enter_hand, play, refresh, start_game, start_short_game
from tests.formats.documents import GOOD, PASSED, document, game as a_game, write_document
from tests.recording.hands import IMPOSSIBLE
from tests.web.browser import parse

MOMENT = datetime.datetime(2026, 7, 3, 18, 30, tzinfo=datetime.UTC)


def export(selection):
    content = write_document(selection.files())
    assert [message for message in read_sheets(content).messages if message.level != "note"] == []
    return json.loads(content)["games"]


def test_a_game_is_exported_as_recorded(cast, game):
    play(game, A_HAND, "pass", by=cast.owner)
    enter_hand(game, A_HAND, cast.owner)
    Game.objects.update(started_at=MOMENT)
    Night.objects.update(date="2026-07-03", place="At Ann’s", note="Snow.\r\nAnd\twine.")
    (exported,) = export(of_game(game))
    expected = {
        "id": str(game.uid),
        "night": "2026-07-03",
        "started": "2026-07-03T20:30:00+02:00",
        "place": "At Ann’s",
        "note": "Snow.\nAnd wine.",
        "players": ["Ann", "Bob", "Cy", "Dee"],
        "first_dealer": "Dee",
        "outcome": None,
        "ended": None,
    }
    assert {name: exported.get(name) for name in expected} == expected
    assert [hand["dealer"] for hand in exported["hands"]] == ["Dee", "Ann"]
    assert exported["hands"][0]["result"]["totals"] == {"Ann": 24, "Bob": 6, "Cy": 0, "Dee": 7, "Gnome": 6}


def test_a_hand_after_the_end_is_marked(cast):
    game = start_short_game(cast.owner)
    play(game, A_HAND, A_HAND, by=cast.owner)
    correct(game, 1, "20 6 - 8 | | 21 3 3 4", by=cast.owner)
    (exported,) = export(of_game(refresh(game)))
    assert [hand.get("after_end") for hand in exported["hands"]] == [None, True]
    assert exported["outcome"]["winners"] == ["Ann"]
    assert exported["ended"]


def test_a_hand_with_a_warning_is_marked_as_accepted_even_if_it_is_new(cast, game):
    play(game, IMPOSSIBLE, by=cast.owner, anyway=True)
    assert export(of_game(game))[0]["hands"][0]["score_anyway"] is True
    entry = Hand.objects.get().entry
    Hand.objects.update(entry={key: value for key, value in entry.items() if key != "score_anyway"})
    assert export(of_game(game))[0]["hands"][0]["score_anyway"] is True


def test_games_are_exported_in_the_order_played(cast):
    games = [start_game(cast.owner) for _game in range(3)]
    old = Night.objects.create(group=cast.group, date="2020-01-01")
    Game.objects.filter(pk=games[1].pk).update(started_at=MOMENT - datetime.timedelta(days=300))
    Game.objects.filter(pk=games[2].pk).update(night=old)
    expected = [str(games[number].uid) for number in (2, 1, 0)]
    assert [game["id"] for game in export(of_group(cast.group))] == expected
    assert [game["id"] for game in export(of_group(cast.group, year=2020))] == expected[:1]
    assert [game["id"] for game in export(of_night(old))] == expected[:1]
    assert list(files_page(cast.group)["years"].values()) == [2, 1]


def test_hidden_games_are_exported_only_on_request(cast, game):
    hide_game(game=game, hidden=True)
    assert export(of_group(cast.group)) == export(of_night(game.night)) == []
    assert len(export(of_group(cast.group, with_hidden=True))) == 1
    assert len(export(of_night(game.night, with_hidden=True))) == 1
    assert len(export(of_game(game))) == 1
    assert files_page(cast.group)["hidden"] == 1


def test_games_with_unknown_rules_or_too_many_hands_are_skipped_and_counted(cast, game):
    entry = {"hand": {"all_passed": True}, "players": [{}, {}, {}, {}]}
    Hand.objects.bulk_create(Hand(game=game, number=number, dealer=0, entry=entry) for number in range(1, 202))
    assert of_group(cast.group).left_out == 1
    Hand.objects.filter(number=201).delete()
    assert len(export(of_group(cast.group))[0]["hands"]) == 200
    Game.objects.update(rules="whist")
    selection = of_group(cast.group)
    assert (selection.games, selection.left_out) == ((), 1)
    assert tuple(files_page(cast.group)[key] for key in ("games", "unknown")) == (0, 1)


NIGHT = {"night": "2026-02-20"}
UNLIKELY = GOOD | {"players": GOOD["players"] | {"Bob": {"taken": 20}}}
COUNTED = "Games and hands are counted from 0 here."
ACCEPTED = "To accept a warning, set “score_anyway” in its hand."
UNKNOWN = document(a_game(rules="whist"))
RECIPE = b'{"format": "scorekeeper-template/1", "id": "dice", "name": "Dice", "options": {}}'
TAKE = "choose a file that the app exported as “Everything”."
FOREIGN = [
    pytest.param(RECIPE, "This is a shared game: add it under “A game someone shared”.", id="a shared game"),
    pytest.param(
        b'<?xml version="1.0"?><plays/>', f"This seems to be a list of plays from BoardGameGeek; {TAKE}", id="BGG"
    ),
    pytest.param(
        b"PK\x03\x04",
        "This seems to be a spreadsheet or a ZIP file. Copy its cells and paste them instead.",
        id="a spreadsheet",
    ),
    pytest.param(
        b"{",
        "The file isn’t valid JSON: Expecting property name enclosed in double quotes (line 1, column 2).",
        id="cut off",
    ),
]


@pytest.fixture
def owner(cast):
    client = Client()
    client.force_login(cast.owner.user)
    return client


@pytest.fixture
def base(cast):
    return f"/groups/{cast.group.pk}/files/"


def text_of(response):
    return parse(response.content.decode()).one(id="page").text


class TestExport:
    @pytest.fixture
    def over(self, cast):
        game = start_short_game(cast.owner)
        play(game, A_HAND, A_HAND, by=cast.owner)
        return game

    def test_the_sheets_are_exported_as_json_with_results(self, owner, base, over):
        response = owner.get(f"{base}sheets.json")
        (exported,) = json.loads(response.content)["games"]
        assert response["Content-Type"] == "application/json"
        assert response["Content-Disposition"] == 'attachment; filename="Wednesday-sheets.json"'
        assert (exported["id"], exported["outcome"]["winners"]) == (str(over.uid), ["Ann"])

    def test_the_tables_are_exported_as_csv(self, owner, base, over):
        for kind, count in (("hands.csv", 10), ("games.csv", 1)):
            response = owner.get(base + kind)
            assert response["Content-Type"] == "text/csv; charset=utf-8"
            records = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"), newline=""), strict=True))
            assert [row["game"] for row in records] == [str(over.uid)] * count

    def test_a_single_year_night_or_game_can_be_exported(self, owner, base, over):
        date = over.night.date
        for kind in ("sheets.json", "hands.csv", "games.csv"):
            for address, name, is_there in (
                (f"{base}{kind}?year={date.year}", f"Wednesday-{date.year}-{kind}", True),
                (f"{base}{kind}?year={date.year - 1}", f"Wednesday-{date.year - 1}-{kind}", False),
                (f"/nights/{over.night_id}/{kind}", f"Wednesday-{date.isoformat()}-{kind}", True),
                (f"/games/{over.pk}/{kind}", f"Wednesday-{date.isoformat()}-{over.pk}-{kind}", True),
            ):
                response = owner.get(address)
                assert (str(over.uid) in response.content.decode()) == is_there, address
                assert response["Content-Disposition"] == f'attachment; filename="{name}"'

    def test_an_invalid_year_is_not_found(self, owner, base):
        for year in ("0", "10000", "²", "-1", "x", ""):
            assert owner.get(f"{base}sheets.json?year={year}").status_code == 404, year

    def test_any_group_name_gives_a_safe_filename(self, cast, owner, base):
        for group, filename in (
            ('../..\\"x"', 'filename="x-sheets.json"'),  # a path
            ("a\u2028b; c=d", 'filename="a-b-c-d-sheets.json"'),  # a header field
            ("Zoë", "filename*=utf-8''Zo%C3%AB-sheets.json"),
            ("🂡", 'filename="sheets.json"'),
        ):
            cast.group.name = group
            cast.group.save()
            assert owner.get(f"{base}sheets.json")["Content-Disposition"] == f"attachment; {filename}"

    def test_asking_only_for_the_headers_of_an_export_is_not_noted(self, owner, base, over):
        exports = Event.objects.filter(kind=Event.Kind.EXPORTED)
        assert owner.head(f"{base}sheets.json").status_code == 200
        assert not exports.exists()
        owner.get(f"{base}sheets.json")
        assert exports.count() == 1

    def test_games_with_unknown_rules_are_left_out_with_a_notice(self, base, over, olga):
        Game.objects.update(rules="whist")
        for kind in ("sheets.json", "hands.csv", "games.csv"):
            assert (olga.open(f"/games/{over.pk}/{kind}").status, "app doesn’t know" in olga.text) == (422, True)
        assert "1 game is left out because the app doesn’t know its rules." in olga.open(base).text

    def test_links_lead_from_the_group_to_its_files_and_back(self, cast, olga, base, over):
        olga.open(f"/groups/{cast.group.pk}/").follow("Import and export")
        links = [node.attrs["href"] for node in olga.page.all("a") if "download" in node.attrs]
        assert [olga.client.get(link).status_code for link in links] == [200] * 3
        assert olga.address == base
        assert olga.follow("Wednesday").address == f"/groups/{cast.group.pk}/"


@pytest.fixture
def send(owner, base):
    """Upload a file and return the resulting preview page, which lists the reasons if the file is refused."""

    def send(content):
        return owner.post(f"{base}import/", {"file": SimpleUploadedFile("sheets.json", content)}, follow=True)

    return send


class TestImport:
    def test_nothing_is_added_before_the_preview_is_confirmed(self, cast, send, base):
        for name in ("Anne", "Cy"):
            roster_writing.add_player(group=cast.group, name=name)
        page = send(document(a_game(**NIGHT), a_game(PASSED, id="x", night="2026-03-01", stopped="no_winner")))
        assert page.status_code == 200
        assert page.redirect_chain == [(f"{base}import/{Upload.objects.get().pk}/", 302)]
        text = text_of(page)
        for words in (
            "2 games, 2 hands",
            "1 game isn’t over yet and can be continued.",
            "2 nights, Feb 20, 2026 to Mar 1, 2026",
            "Ann new player · 2 games",
            "Cy on your roster · 2 games",
            "Trumplestiltskin Fri Feb 20, 2026 · in progress",
            "Trumplestiltskin Sun Mar 1, 2026 Ann 0",
            "Is Ann the same person as Anne?",
            "Go on",
        ):
            assert words in text
        assert not Game.objects.exists()
        Player.objects.filter(name="Anne").delete()
        assert "1 game has no date and will be added to tonight." in text_of(send(document(a_game())))

    def test_confirming_twice_adds_the_games_once(self, one_by_one, send, owner, base):
        send(document(a_game(), a_game(PASSED)))
        address = f"{base}import/{Upload.objects.get().pk}/"
        once, twice = (owner.post(address, follow=True) for _time in range(2))
        assert once.redirect_chain == [(f"{base}?games=2&hands=2&players=3&here=0", 302)]
        assert "2 games imported. 2 hands in all. 3 new players." in text_of(once)
        assert (twice.status_code, "This file has already been imported." in text_of(twice)) == (410, True)
        assert (Game.objects.count(), owner.get(address).status_code) == (2, 410)
        assert bytes(Upload.objects.get().content) == b"", "the file isn’t kept"

    def test_a_night_whose_notes_would_be_too_long_is_refused(self, send, owner, base, monkeypatch):
        send(document(a_game(note="x" * 60, **NIGHT)))
        owner.post(f"{base}import/{Upload.objects.get().pk}/")
        monkeypatch.setattr("scorekeeper.rules.limits.LONGEST_TEXT", 100)
        page = send(document(a_game(hands=[], note="y" * 39, **NIGHT), a_game(PASSED, note="z", **NIGHT)))
        response = owner.post(page.redirect_chain[0][0])
        assert (page.status_code, response.status_code, Game.objects.count()) == (422, 422, 1)
        assert "games[1] The notes of 2026-02-20 would have more than 100 characters." in text_of(response)

    def test_the_preview_points_out_differing_results_but_allows_them(self, send):
        text = text_of(send(document(a_game(GOOD | {"result": {"points": {"Ann": 27}}}))))
        assert "games[0].hands[0].result By the rules: 28 for Ann in this hand." in text
        assert "Import 1 game" in text

    def test_an_invalid_file_is_refused_with_its_faults_and_what_helps_with_them(self, send, cast, owner):
        ann = roster_writing.add_player(group=cast.group, name="Ann")
        Player.objects.create(group=cast.group, name="Cy", name_key="cy", same_as=ann)
        for content, problem, hints in (
            (b"{", "The file isn’t valid JSON", []),
            (UNKNOWN, "games[0].rules", [COUNTED]),
            (document(a_game(UNLIKELY)), "games[0].hands[0]", [COUNTED, ACCEPTED]),
            (document(a_game()), "games[0].players In this group, Ann and Cy are the same person.", [COUNTED]),
        ):
            page = send(content)
            text = text_of(page)
            assert (page.status_code, problem in text, "Import 1 game" in text) == (422, True, False), problem
            heading = "This file can’t be imported. Nothing was changed."
            assert (heading in text[: text.index(problem)]) == bool(hints)
            assert [hint for hint in (COUNTED, ACCEPTED) if hint in text] == hints
            assert owner.post(page.redirect_chain[0][0]).status_code == 422
            assert not Game.objects.exists()

    @pytest.mark.parametrize(("content", "sentence"), FOREIGN)
    def test_a_file_of_another_app_is_named_first_and_alone(self, send, content, sentence):
        page = send(content)
        lede = next(parse(page.content.decode()).all("p", class_="lede"))
        assert (page.status_code, lede.text) == (422, sentence)
        for words in ("Scorekeeper file", "Details", "Nothing was", ".json"):
            assert words not in text_of(page)

    def test_a_shared_game_leads_to_where_it_is_added(self, send, cast, olga):
        send(RECIPE)
        address = f"{cast.group.pk}/files/import/{Upload.objects.get().pk}/"
        olga.open(f"/groups/{address}").follow("A game someone shared")
        assert olga.path == f"/groups/{cast.group.pk}/games/"
        send(document(a_game(rules="whist")))
        other = olga.open(f"/groups/{cast.group.pk}/files/import/{Upload.objects.get().pk}/")
        assert "A game someone shared" not in other.text

    def test_only_the_first_problems_are_shown(self, send):
        text = text_of(send(document(*[a_game(rules="whist")] * 50)))
        assert ("games[19].rules" in text, "games[20].rules" in text, "And 30 more." in text) == (True, False, True)

    def test_a_form_without_a_file_or_with_one_slightly_too_large_is_refused(self, owner, base):
        large = SimpleUploadedFile("x", b" " * (LARGEST_FILE + 1))
        for fields, problem in (
            ({}, "Paste a table, or choose a file."),
            ({"file": "", "text": " "}, "Paste a table, or choose a file."),
            ({"file": "a text"}, "Paste a table, or choose a file."),
            ({"file": SimpleUploadedFile("x", b"")}, "This file is empty."),
            ({"file": large}, "The file is larger than 32 MB."),
        ):
            response = owner.post(f"{base}import/", fields)
            assert (response.status_code, problem in text_of(response)) == (422, True), fields
        assert not Upload.objects.exists()

    def test_a_request_body_that_is_too_large_is_not_read(self, owner, base):
        class Unreadable(io.BytesIO):
            def read(self, size=-1):
                raise AssertionError("the body was read")

        environ = {"wsgi.input": Unreadable(), "CONTENT_TYPE": "multipart/form-data; boundary=x"}
        for length in (str(34 * 2**20), "9" * 30, "-1"):
            response = owner.post(f"{base}import/", CONTENT_LENGTH=length, **environ)
            assert (response.status_code, "Files can be up to 32 MB." in text_of(response)) == (413, True), length


class TestUploads:
    """An uploaded file is visible only to its uploader, and only for a while."""

    def test_neither_another_owner_nor_another_group_can_see_the_upload(self, send, cast, owner):
        address = send(document(a_game())).redirect_chain[0][0]
        other, user = Client(), User.objects.create_browser()
        Membership.objects.create(group=cast.group, user=user, role="owner", name="Other")
        Membership.objects.create(group=cast.stranger.group, user=cast.owner.user, role="owner", name="Olga")
        other.force_login(user)
        elsewhere = f"/groups/{cast.stranger.group_id}/files/import/{Upload.objects.get().pk}/"
        for client, asked in ((other, address), (owner, elsewhere)):
            assert [client.get(asked).status_code, client.post(asked).status_code] == [404, 404]

    def test_a_new_upload_replaces_the_members_previous_one_and_old_ones_of_all_members(self, send, cast):
        other = Upload.objects.create(group=cast.stranger.group, member=cast.stranger, content=b"x")
        send(document(a_game()))
        send(document())
        assert Upload.objects.count() == 2
        Upload.objects.filter(pk=other.pk).update(at=timezone.now() - datetime.timedelta(days=1, minutes=1))
        send(document())
        assert Upload.objects.get().member == cast.owner
