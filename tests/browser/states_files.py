"""States of import, export, printed pages, the blank sheet, and Board Game Stats."""

from unittest.mock import patch

from scorekeeper.files.importing import begin, go_on, store_upload
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.models import Game, Night
from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet.writing import hide_game, stop_game
from tests.browser.states import LONG_NAMES, Visit, state
from tests.cast import A_HAND
from tests.formats.documents import GOOD, document, game as a_game


def open_files(visit: Visit, suffix: str = "") -> None:
    """Open the import and export page, or a page below it."""
    visit.go(f"/groups/{visit.cast.group.pk}/files/{suffix}")


def open_preview(visit: Visit, raw: bytes) -> None:
    """Upload a file and open its preview."""
    open_files(visit, f"import/{store_upload(file=raw, by=visit.owner).pk}/")


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
        roster_writing.add_player(group=visit.cast.group, name=name)
    claimed = GOOD | {"result": {"points": {"Ann": 27}, "totals": {"Ann": 27, "Zoe": 3}}}
    long = a_game(hands=[], players=[*LONG_NAMES[:2], "Boo"], night="2026-01-31")
    open_preview(visit, document(a_game(claimed), a_game(claimed), a_game(claimed, night="2026-02-28"), long))


@state("files, an import that was stopped")
def import_stopped(visit: Visit) -> None:
    games = [a_game(hands=[], id=str(number), night=f"2026-01-{number + 1:02}") for number in range(5)]
    upload = store_upload(file=document(*games), by=visit.owner)
    begin(upload=upload, games=read_sheets(upload.file).games)
    with patch("scorekeeper.files.importing.STEP", -1):
        for _game in range(2):
            go_on(upload=upload)
    open_files(visit, f"import/{upload.pk}/")


@state("print, five long names, a finished game")
def print_long(visit: Visit) -> None:
    game = visit.long_game(12)
    stop_game(game=game, how="leader_wins", by=visit.owner)
    Night.objects.update(place="At " + LONG_NAMES[0], note=f"{LONG_NAMES[1]} brought cake.\n\nNobody else did.")
    visit.go(f"/games/{game.pk}/print/")


@state("print, a night with a game of unknown rules")
def print_night(visit: Visit) -> None:
    game = visit.game(A_HAND, "pass", "12 8 - 5 | AD | 10 7 6 8")
    Game.objects.filter(pk=visit.game(A_HAND).pk).update(rules="forgotten")
    visit.go(f"/nights/{game.night_id}/print/")


@state("blank sheet, a new group")
def paper_empty(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/paper/")


@state("board game stats")
def bgstats(visit: Visit) -> None:
    visit.go(f"/games/{visit.game(A_HAND, player_target=20).pk}/bgstats/")
