"""States of just the result: asked, wrong, written down, corrected, and of a game that was never finished."""

from scorekeeper.models import Game
from scorekeeper.people.roster import writing as roster_writing
from tests.browser.states import LONG_NAMES, Visit, state, variant
from tests.cast import A_HAND
from tests.results import write_down
from tests.rounds import start_rounds

TEN = (*LONG_NAMES, "שרה מזרחי", "محمد عبد الله", "Cy", "Dee", "Gunther")
FOUR = "Ann Bob Cy Dee"


def ask(visit: Visit, query: str = "", names: tuple[str, ...] = TEN, rules: str = "any_game:uno") -> None:
    """Open the page of a game with these players."""
    seats = ",".join(str(roster_writing.add_player(group=visit.cast.group, name=name).pk) for name in names)
    visit.go(f"/groups/{visit.cast.group.pk}/result/?rules={rules}&seats={seats}{query}")


@state("just the result, of a new group")
def result_first(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/result/")


@state("just the result, four totals")
def result_four(visit: Visit) -> None:
    write_down(visit.owner, FOUR, "203½ 12 −7 0")
    visit.go(f"/groups/{visit.cast.group.pk}/result/")


@variant("just the result, ten totals, of which some are wrong")
def result_ten(visit: Visit) -> None:
    ask(visit, "&result=1999-12-31")
    fields = visit.page.locator(".tile input")
    for number in range(fields.count()):
        fields.nth(number).fill("12x" if number % 2 else "−4999999½")
    visit.thumb.tap("Save")


@variant("just the result, one is missing")
def result_missing(visit: Visit) -> None:
    ask(visit, names=("Ann", "Bob"))
    visit.page.evaluate("document.querySelector('.tile input').value = '12'")
    visit.page.evaluate("document.getElementById('result').submit()")
    visit.page.locator(".tile .notes").wait_for()


@state("just the result, who of ten won, on another day")
def result_won(visit: Visit) -> None:
    write_down(visit.owner, "Ann Bob", "203½ −12", night="2024-03-09", rules="any_game:dutch-blitz")
    ask(visit, "&who=1&result=2024-03-09")


@variant("just the result, somebody must have won")
def result_nobody(visit: Visit) -> None:
    ask(visit, "&who=1")
    visit.thumb.tap("Save")


@variant("just the result, together")
def result_together(visit: Visit) -> None:
    start_rounds(visit.owner, 4, rows="won", sides="together")
    visit.go(f"/groups/{visit.cast.group.pk}/result/")


@variant("just the result, partners with long names")
def result_partners(visit: Visit) -> None:
    ask(visit, names=(*LONG_NAMES[:2], "Bo", "Ann Lee"), rules="any_game:tichu")
    visit.thumb.toggle("Someone else won")


@state("just the result, choosing the game")
def result_which(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/new/?result=2024-03-09")


@variant("just the result, who sat where")
def result_seats(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/new/?rules=any_game:uno&seats=&result=2024-03-09")


@state("just the result, of a game that isn’t known")
def result_named(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/result/?name=Wingspan")


@variant("just the result, of a game without a name")
def result_unnamed(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/result/?name={'x' * 41}")


@state("just the result, and then")
def result_next(visit: Visit) -> None:
    for totals in ("203½ 12 −7 0", "1 2 3 4"):
        write_down(visit.owner, FOUR, totals, night="2024-03-09")
    write_down(visit.owner, FOUR, won="Bob Dee", rules="any_game:dutch-blitz", night="2024-03-09")
    visit.go(f"/groups/{visit.cast.group.pk}/result/?next=1&result=2024-03-09")


@state("just the result, corrected")
def result_corrected(visit: Visit) -> None:
    game = write_down(visit.owner, FOUR, "203½ 12 −7 0", won="Bob")
    visit.go(f"/games/{game.pk}/result/")


@state("sheet, written down afterward")
def sheet_result(visit: Visit) -> None:
    visit.thumb.open(write_down(visit.owner, FOUR, "203½ 12 −7 4999999½", rules="trumplestiltskin"))


@variant("sheet, just who won, written down afterward")
def sheet_won(visit: Visit) -> None:
    visit.thumb.open(write_down(visit.owner, FOUR, won="Bob Dee"))


@variant("watching a result")
def watch_result(visit: Visit) -> None:
    visit.watch(game=write_down(visit.owner, FOUR, "203½ 12 −7 0"))


@state("sheet, never finished")
def sheet_unfinished(visit: Visit) -> None:
    game = visit.long_game(3)
    Game.objects.update(touched="2020-01-01")
    visit.thumb.open(game)


@state("group, games that were never finished")
def group_unfinished(visit: Visit) -> None:
    visit.game(A_HAND)
    visit.long_game(1)
    Game.objects.update(touched="2020-01-01")
    visit.go(f"/groups/{visit.cast.group.pk}/")
