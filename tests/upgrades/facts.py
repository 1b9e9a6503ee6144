"""What the app says of its games, in a form that outlives changes of its code and its wording."""

from collections.abc import Iterable
from typing import Any

from scorekeeper.models import Game, Player
from scorekeeper.recording.game.reading import load
from tests.web.browser import Browser, Node


def facts(game: Game) -> dict[str, Any]:
    """Return what the app says of a game: half points, the outcome, and what is typed of each hand."""
    record = load(game)
    typed = [hand for hand in record.hands if hand.taps]
    return {
        "rules": game.rules,
        "hands": [dict(hand.points) for hand in record.sheet.hands],
        "totals": dict(record.sheet.totals),
        "outcome": record.outcome and [*record.outcome.winners],
        "state": [game.state, game.stopped, game.hidden],
        "typed": {hand.number: dict(record.screen(hand.number).answers) for hand in typed},
    }


def values(browser: Browser, group: int) -> dict[str, list[str]]:
    """Return the names and figures on the pages with a group's statistics, ratings and players, by address."""
    address = f"/groups/{group}/statistics/"
    chips = browser.open(address).page.one(**{"aria-label": "Games"}).all("a")
    kinds = [chip.attrs["href"] for chip in chips if "rules=" in chip.attrs["href"]]
    pages = [f"{address}{kind}&by={order}" for kind in kinds for order in ("wins", "share", "rating")]
    pages += [
        f"/players/{pk}/" for pk in Player.objects.filter(group=group).order_by("pk").values_list("pk", flat=True)
    ]
    return {page: list(_shown(browser.open(page).content.all())) for page in pages}


def _shown(nodes: Iterable[Node]) -> Iterable[str]:
    for node in nodes:
        if any(node.has(class_=kind) for kind in ("name", "value", "fig")):
            large = [child for child in node.children if isinstance(child, str) or child.tag != "small"]
            yield Node(node.tag, {}, large).text
