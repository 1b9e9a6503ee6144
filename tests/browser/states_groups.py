"""States of the group page and the new-game page."""

from collections.abc import Callable

from scorekeeper.people.roster import writing as roster_writing
from scorekeeper.recording.sheet import writing as sheet_writing
from tests.browser.states import LONG_NAMES, Visit, state, variant
from tests.cast import A_HAND


def group_empty(visit: Visit) -> None:
    visit.go(f"/groups/{visit.cast.group.pk}/")


@state("group, full")
def group_full(visit: Visit) -> None:
    visit.game(A_HAND)
    visit.game(A_HAND, player_target=20)
    sheet_writing.stop_game(game=visit.game(A_HAND), how="no_winner", by=visit.owner)
    sheet_writing.hide_game(game=visit.game(), hidden=True)
    visit.long_game(2)
    visit.go(f"/groups/{visit.cast.group.pk}/")


def new_game_of(count: int) -> Callable[[Visit], None]:
    """Return the state that shows the new-game page with `count` of six players seated."""

    def show(visit: Visit) -> None:
        roster = [roster_writing.add_player(group=visit.cast.group, name=name).pk for name in (*LONG_NAMES, "Zoë")]
        visit.go(
            f"/groups/{visit.cast.group.pk}/new/?rules=trumplestiltskin&seats={','.join(map(str, roster[:count]))}"
        )

    return show


# Nobody, enough, and one too many.
for number in (0, 5, 6):
    variant(f"new game, {number} of six")(new_game_of(number))


@variant("new game, house rules open")
def new_game_options(visit: Visit) -> None:
    new_game_of(4)(visit)
    visit.thumb.toggle("House rules")


@variant("new game, a name refused")
def new_game_refused(visit: Visit) -> None:
    new_game_of(2)(visit)
    visit.thumb.fill(name="Gnome").find("Add").tap()
    visit.page.locator("#add .errorlist").wait_for()
