"""Imports, which are previewed first."""

import datetime
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from scorekeeper.models import Game, Membership, Player, Upload, User
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.rules.limits import LARGEST_FILE
from tests.cast import A_HAND, play, start_game
from tests.formats.documents import GOOD, PASSED, document, game as a_game
from tests.web.browser import parse

NIGHT = {"night": "2026-02-20"}
WRONG = {"Ann": {"bid": 12, "taken": 14}, "Bob": {"bid": 12, "taken": 8}, "Cy": {"taken": 8}}
UNLIKELY = GOOD | {"players": GOOD["players"] | {"Bob": {"taken": 20}}}
COUNTED = "Games and hands are counted from 0 here."
ACCEPTED = "To accept a warning, set “score_anyway” in its hand."


@pytest.fixture
def owner(cast):
    client = Client()
    client.force_login(cast.owner.user)
    return client


@pytest.fixture
def base(cast):
    return f"/groups/{cast.group.pk}/files/"


@pytest.fixture
def send(owner, base):
    """Upload a file and return the resulting preview page, which lists the reasons if the file is refused."""

    def send(content):
        return owner.post(f"{base}import/", {"file": SimpleUploadedFile("sheets.json", content)}, follow=True)

    return send


def text_of(response):
    return parse(response.content.decode()).one("main").text


class TestImport:
    def test_nothing_is_added_before_the_preview_is_confirmed(self, cast, send, base):
        roster_writing.add_player(group=cast.group, name="Anne")
        page = send(document(a_game(**NIGHT), a_game(PASSED, id="x", night="2026-03-01", stopped="no_winner")))
        assert page.status_code == 200
        assert page.redirect_chain == [(f"{base}import/{Upload.objects.get().pk}/", 302)]
        text = text_of(page)
        for words in (
            "2 games, 2 hands",
            "1 isn’t over yet and can be continued.",
            "2 nights, Feb 20, 2026 to Mar 1, 2026",
            "New players Ann, Bob, Cy",
            "Is Ann the same person as Anne?",
            "Import 2 games",
        ):
            assert words in text
        assert not Game.objects.exists()

    def test_a_game_without_a_night_is_added_to_the_current_one(self, send):
        assert "1 game has no date and will be added to tonight." in text_of(send(document(a_game())))

    def test_confirming_twice_adds_the_games_once(self, one_by_one, send, owner, base):
        send(document(a_game(), a_game(PASSED)))
        address = f"{base}import/{Upload.objects.get().pk}/"
        once, twice = (owner.post(address, follow=True) for _time in range(2))
        assert once.redirect_chain == [(f"{base}?games=2&hands=2&players=3&here=0", 302)]
        assert "2 games imported. 2 hands in all. 3 new players." in text_of(once)
        assert (twice.status_code, "This file has already been imported." in text_of(twice)) == (410, True)
        assert Game.objects.count() == 2
        assert owner.get(address).status_code == 410
        assert bytes(Upload.objects.get().content) == b"", "the file isn’t kept"

    def test_a_night_whose_notes_would_be_too_long_is_refused(self, send, owner, monkeypatch):
        send(document(a_game(note="x" * 60, **NIGHT)))
        owner.post(f"/groups/{Upload.objects.get().group_id}/files/import/{Upload.objects.get().pk}/")
        monkeypatch.setattr("scorekeeper.rules.limits.LONGEST_TEXT", 100)
        page = send(document(a_game(hands=[], note="y" * 39, **NIGHT), a_game(PASSED, note="z", **NIGHT)))
        response = owner.post(page.redirect_chain[0][0])
        assert (page.status_code, response.status_code) == (422, 422)
        assert "games[1] The notes of 2026-02-20 would have more than 100 characters." in text_of(response)
        assert Game.objects.count() == 1

    def test_the_preview_points_out_differing_results_but_allows_them(self, send):
        text = text_of(send(document(a_game(GOOD | {"result": {"points": {"Ann": 27}}}))))
        assert "games[0].hands[0].result By the rules: 28 for Ann in this hand." in text
        assert "Import 1 game" in text

    @pytest.mark.parametrize(
        ("content", "hints"),
        [
            pytest.param(b"night;Ann;Bob", [], id="a file that isn’t ours"),
            pytest.param(document(a_game(rules="whist")), [COUNTED], id="an error in a game"),
            pytest.param(document(a_game(UNLIKELY)), [COUNTED, ACCEPTED], id="a warning"),
        ],
    )
    def test_only_what_helps_with_the_faults_is_explained(self, send, content, hints):
        text = text_of(send(content))
        assert [hint for hint in (COUNTED, ACCEPTED) if hint in text] == hints

    @pytest.mark.parametrize(
        ("content", "problem"),
        [
            pytest.param(b"{", "The file isn’t valid JSON", id="not JSON"),
            pytest.param(document(a_game(rules="whist")), "games[0].rules", id="an unknown game"),
        ],
    )
    def test_an_invalid_file_is_refused_and_the_location_is_shown(self, send, content, problem):
        page = send(content)
        assert page.status_code == 422
        text = text_of(page)
        assert problem in text
        assert "This file can’t be imported. Nothing was changed." in text
        assert b"<form" not in page.content
        assert not Game.objects.exists()

    def test_confirming_a_refused_file_adds_nothing(self, send, owner):
        address = send(document(a_game(rules="whist"))).redirect_chain[0][0]
        assert owner.post(address).status_code == 422

    def test_only_the_first_problems_are_shown(self, send):
        text = text_of(send(document(*[a_game(rules="whist")] * 50)))
        assert "games[19].rules" in text
        assert "games[20].rules" not in text
        assert "And 30 more." in text

    def test_a_file_with_one_person_in_two_seats_is_refused(self, send, cast, owner):
        ann = roster_writing.add_player(group=cast.group, name="Ann")
        Player.objects.create(group=cast.group, name="Cy", name_key="cy", same_as=ann)
        page = send(document(a_game()))
        assert page.status_code == 422
        assert "games[0].players In this group, Ann and Cy are the same person." in text_of(page)
        assert owner.post(page.redirect_chain[0][0]).status_code == 422

    @pytest.mark.parametrize("fields", [{}, {"file": ""}, {"file": "a text"}])
    def test_a_form_without_a_file_is_refused(self, owner, base, fields):
        response = owner.post(f"{base}import/", fields)
        assert response.status_code == 422
        assert "Choose a file." in text_of(response)

    def test_a_file_slightly_too_large_is_refused_and_not_kept(self, owner, base):
        response = owner.post(f"{base}import/", {"file": SimpleUploadedFile("x", b" " * (LARGEST_FILE + 1))})
        assert response.status_code == 422
        assert "The file is larger than 32 MB." in text_of(response)
        assert not Upload.objects.exists()

    @pytest.mark.parametrize("length", [str(34 * 2**20), "9" * 30, "-1"])
    def test_a_request_body_that_is_too_large_is_not_read(self, owner, base, length):
        class Unreadable(io.BytesIO):
            def read(self, size=-1):
                raise AssertionError("the body was read")

        content_type = "multipart/form-data; boundary=x"
        environ = {"CONTENT_LENGTH": length, "wsgi.input": Unreadable(), "CONTENT_TYPE": content_type}
        response = owner.post(f"{base}import/", **environ)
        assert response.status_code == 413
        assert "Files can be up to 32 MB." in text_of(response)


class TestUploads:
    """An uploaded file is visible only to its uploader, and only for a while."""

    def test_another_owner_of_the_group_cannot_see_the_upload(self, send, cast):
        address = send(document(a_game())).redirect_chain[0][0]
        other = Membership.objects.create(
            group=cast.group, user=User.objects.create_browser(), role="owner", name="Other"
        )
        client = Client()
        client.force_login(other.user)
        assert [client.get(address).status_code, client.post(address).status_code] == [404, 404]

    def test_another_group_cannot_see_the_upload(self, send, cast, owner):
        send(document(a_game()))
        upload = Upload.objects.get().pk
        Membership.objects.create(group=cast.stranger.group, user=cast.owner.user, role="owner", name="Olga")
        address = f"/groups/{cast.stranger.group_id}/files/import/{upload}/"
        assert [owner.get(address).status_code, owner.post(address).status_code] == [404, 404]

    def test_a_new_upload_replaces_the_members_previous_one(self, send, cast):
        other = Upload.objects.create(group=cast.stranger.group, member=cast.stranger, content=b"x")
        send(document(a_game()))
        send(document())
        assert Upload.objects.count() == 2
        assert Upload.objects.filter(pk=other.pk).exists()

    def test_old_uploads_of_all_members_are_deleted(self, send, cast):
        other = Upload.objects.create(group=cast.stranger.group, member=cast.stranger, content=b"x")
        Upload.objects.filter(pk=other.pk).update(at=timezone.now() - datetime.timedelta(days=1, minutes=1))
        send(document())
        assert not Upload.objects.filter(pk=other.pk).exists()


def test_links_lead_from_the_group_to_its_files_and_back(cast, olga, base):
    play(start_game(cast.owner), A_HAND, by=cast.owner)
    olga.open(f"/groups/{cast.group.pk}/")
    olga.follow("Import and export")
    assert olga.address == base
    olga.follow("Wednesday")
    assert olga.address == f"/groups/{cast.group.pk}/"
