"""Exports, read back with independent parsers."""

import csv
import io
import json

import pytest
from django.test import Client

from scorekeeper.models import Event, Game
from tests.cast import A_HAND, play, start_short_game
from tests.web.browser import parse

NIGHT = {"night": "2026-02-20"}


@pytest.fixture
def owner(cast):
    client = Client()
    client.force_login(cast.owner.user)
    return client


@pytest.fixture
def base(cast):
    return f"/groups/{cast.group.pk}/files/"


def text_of(response):
    return parse(response.content.decode()).one("main").text


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
        assert exported["id"] == str(over.uid)
        assert exported["outcome"]["winners"] == ["Ann"]

    @pytest.mark.parametrize(("kind", "rows"), [("hands.csv", 10), ("games.csv", 1)])
    def test_the_tables_are_exported_as_csv(self, owner, base, over, kind, rows):
        response = owner.get(base + kind)
        assert response["Content-Type"] == "text/csv; charset=utf-8"
        records = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"), newline=""), strict=True))
        assert {row["game"] for row in records} == {str(over.uid)}
        assert len(records) == rows

    @pytest.mark.parametrize("kind", ["sheets.json", "hands.csv", "games.csv"])
    def test_a_single_night_or_game_can_be_exported(self, owner, over, kind):
        date = over.night.date.isoformat()
        for address, name in [
            (f"/nights/{over.night_id}/{kind}", f"Wednesday-{date}-{kind}"),
            (f"/games/{over.pk}/{kind}", f"Wednesday-{date}-{over.pk}-{kind}"),
        ]:
            response = owner.get(address)
            assert str(over.uid) in response.content.decode()
            assert response["Content-Disposition"] == f'attachment; filename="{name}"'

    @pytest.mark.parametrize(
        ("group", "filename"),
        [
            pytest.param('../..\\"x"', 'filename="x-sheets.json"', id="a path"),
            pytest.param("a\u2028b; c=d", 'filename="a-b-c-d-sheets.json"', id="a header field"),
            pytest.param("Zoë", "filename*=utf-8''Zo%C3%AB-sheets.json", id="non-ASCII letters"),
            pytest.param("🂡", 'filename="sheets.json"', id="no letters"),
        ],
    )
    def test_any_group_name_gives_a_safe_filename(self, cast, owner, base, group, filename):
        cast.group.name = group
        cast.group.save()
        assert owner.get(f"{base}sheets.json")["Content-Disposition"] == f"attachment; {filename}"

    def test_asking_only_for_the_headers_of_an_export_is_not_noted(self, owner, base, over):
        exports = Event.objects.filter(kind=Event.Kind.EXPORTED)
        assert owner.head(f"{base}sheets.json").status_code == 200
        assert not exports.exists()
        owner.get(f"{base}sheets.json")
        assert exports.count() == 1

    def test_a_single_year_can_be_exported(self, owner, base, over):
        year = over.night.date.year
        assert len(json.loads(owner.get(f"{base}sheets.json?year={year}").content)["games"]) == 1
        response = owner.get(f"{base}sheets.json?year={year - 1}")
        assert json.loads(response.content)["games"] == []
        assert response["Content-Disposition"] == f'attachment; filename="Wednesday-{year - 1}-sheets.json"'

    @pytest.mark.parametrize("year", ["0", "10000", "²", "-1", "x", ""])
    def test_an_invalid_year_is_not_found(self, owner, base, year):
        assert owner.get(f"{base}sheets.json?year={year}").status_code == 404

    def test_games_with_unknown_rules_are_left_out_with_a_notice(self, owner, base, over, olga):
        Game.objects.update(rules="whist")
        for kind in ("sheets.json", "hands.csv", "games.csv"):
            response = owner.get(f"/games/{over.pk}/{kind}")
            assert response.status_code == 422
            assert "app doesn’t know" in text_of(response)
        assert "1 game is left out because the app doesn’t know its rules." in olga.open(base).text

    def test_the_page_links_to_every_file(self, owner, base, over, olga):
        links = [node.attrs["href"] for node in olga.open(base).page.all("a") if "download" in node.attrs]
        assert [owner.get(link).status_code for link in links] == [200] * 3
