"""Error pages in the pseudo-language, and a check that unmarked words are detected."""

import pytest
from django.test import Client

from tests.cast import start_game
from tests.translated.pseudo import assert_translated, bare
from tests.web.browser import parse


def test_an_unmarked_word_is_detected():
    assert bare("⟦Hand⟧ 3 saved") == "saved"
    assert bare("Ann ⟦has⟧ 12, ½ −3 · ♛") == ""


@pytest.mark.parametrize("status", [400, 403, 404, 413, 500])
def test_the_error_pages(cast, monkeypatch, status):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(cast.recorder.user)
    if status == 500:
        monkeypatch.setattr("scorekeeper.web.access.memberships", lambda request: 1 / 0)
    requests = {
        400: lambda: client.get("/", headers={"Host": "evil.example"}),
        403: lambda: client.post("/"),
        404: lambda: client.get("/nowhere/"),
        413: lambda: client.post("/", CONTENT_LENGTH="9" * 12),
        500: lambda: client.get("/"),
    }
    response = requests[status]()
    assert response.status_code == status
    assert_translated(parse(response.content.decode()))


def test_the_page_for_actions_reserved_for_owners(cast):
    game = start_game(cast.owner)
    client = Client()
    client.force_login(cast.recorder.user)
    response = client.post(f"/games/{game.pk}/hide/", {"hidden": "true"})
    assert response.status_code == 403
    assert_translated(parse(response.content.decode()))
