"""Import and export states: nothing to export, years of games, a finished import, and a file being previewed."""

from unittest.mock import patch

from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.models import Game, Night
from scorekeeper.services import people
from scorekeeper.services.games import hide_game
from scorekeeper.services.importing import begin, go_on, keep_upload
from tests.browser.states import LONG_NAMES, Visit, state
from tests.exchange.documents import GOOD, document, game as a_game


def open_files(visit: Visit, suffix: str = "") -> None:
    """Open the import and export page, or a page below it."""
    visit.go(f"/groups/{visit.cast.group.pk}/files/{suffix}")


def open_preview(visit: Visit, raw: bytes) -> None:
    """Upload a file and open its preview."""
    open_files(visit, f"import/{keep_upload(file=raw, by=visit.owner).pk}/")


@state("files, no game yet")
def files_empty(visit: Visit) -> None:
    open_files(visit)


@state("files, years of games, some not exported, after an import")
def files_years(visit: Visit) -> None:
    games = [visit.game() for _game in range(4)]
    for game, year in zip(games, (2024, 2025, 2025), strict=False):
        night, _made = Night.objects.get_or_create(group=visit.cast.group, date=f"{year}-01-01")
        Game.objects.filter(pk=game.pk).update(night=night)
    hide_game(game=visit.game(), hidden=True)
    Game.objects.filter(pk=visit.game().pk).update(rules="forgotten")
    open_files(visit, "?games=112&hands=1344&players=3&here=12")


@state("files, preview of many additions")
def preview_many(visit: Visit) -> None:
    for name in ("Bo", "Ann Lee"):
        people.add_player(group=visit.cast.group, name=name)
    claimed = GOOD | {"result": {"points": {"Ann": 27}, "totals": {"Ann": 27, "Zoe": 3}}}
    long = a_game(hands=[], players=[*LONG_NAMES[:2], "Boo"], night="2026-01-31")
    open_preview(visit, document(a_game(claimed), a_game(claimed), a_game(claimed, night="2026-02-28"), long))


@state("files, preview of a refused file")
def preview_refused(visit: Visit) -> None:
    wrong = {"Ann": {"bid": 12, "taken": 14}, "Bob": {"bid": 12, "taken": 8}, "Cy": {"taken": -1}, "W" * 40: {}}
    open_preview(visit, document(*[a_game(GOOD | {"players": wrong})] * 9))


def stop_import(visit: Visit) -> None:
    """Begin to import some games, and stop after two of them."""
    games = [a_game(hands=[], id=str(number), night=f"2026-01-{number + 1:02}") for number in range(5)]
    upload = keep_upload(file=document(*games), by=visit.owner)
    begin(upload=upload, games=read_sheets(upload.file).games)
    with patch("scorekeeper.services.importing.STEP", -1):
        for _game in range(2):
            go_on(upload=upload)
    open_files(visit, f"import/{upload.pk}/")


@state("files, an import that was stopped")
def import_stopped(visit: Visit) -> None:
    stop_import(visit)
