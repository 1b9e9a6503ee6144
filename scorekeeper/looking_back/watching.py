"""What a watch link shows, the same to everybody who watches."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import SimpleLazyObject, cached_property

from scorekeeper.looking_back import nights, recaps
from scorekeeper.models import Game, Link
from scorekeeper.people.links.reading import code_of, version_text
from scorekeeper.recording.game import reading as game_reading
from scorekeeper.recording.game.needed import columns_with_needs, needs_of
from scorekeeper.recording.game.records import GameRecord, StoredGame, counting_positions
from scorekeeper.recording.own_games.reading import guide_page
from scorekeeper.recording.sheet import charts, reading as sheet_reading
from scorekeeper.web import access
from scorekeeper.web.pages import whole_number
from scorekeeper.web.refusals import or_404


class Watched:
    """What a link shows: a `game`, or else a `night`, or else a page of its group's games.

    Of a game, the query of the address opens the rules or, on its sheet, a hand, what a player needs, and the chart. A
    game that the link doesn't show, or no longer, `is_gone`.
    """

    def __init__(self, link: Link, query: Mapping[str, str]) -> None:
        self.link, self.query, self.night = link, query, link.night
        chosen = whole_number(query, "game") or None
        has_game = bool(link.game or chosen)
        self.game = access.watched_game(link, chosen) if has_game else None
        if not has_game and self.night is None and "page" not in query:
            shown = Game.objects.filter(group=link.group_id, hidden=False).select_related("group", "night")
            last = shown.order_by("-night__date", "-state", "-pk").first()  # "playing" comes before "over"
            self.night = last.night if last else None
            self.game = last if last and last.state == Game.State.PLAYING else None
        self.is_gone = has_game and self.game is None
        self.is_newest = self.game is not None and not has_game
        self.here = f"game={self.game.pk}&" if self.game and not link.game else ""
        self.large = bool(whole_number(query, "chart"))
        self.code = code_of(link)

    @property
    def part(self) -> str:
        """The name of the template that shows it."""
        if self.game is None:
            return "games" if self.night is None else "night"
        return "guide" if "rules" in self.query else "game"

    @property
    def version(self) -> str:
        """What an open page polls for."""
        of_group, of_game = self.link.group.version, self.game.version if self.game else None
        return version_text(of_group, of_game, is_newest=self.is_newest, has_code=bool(self.code))

    @property
    def key(self) -> str:
        """Everything that what is shown depends on, besides the link and the number of a page."""
        return ":".join(map(str, (self.part, self.here, self.version, self.code, self.large, *self.opened)))

    @cached_property
    def record(self) -> StoredGame:
        assert self.game is not None, "nights and lists load their games themselves"
        return game_reading.load(self.game)

    @cached_property
    def opened(self) -> tuple[str | None, int | None]:
        """The column whose needs are open, and the number of the open hand."""
        if self.game is None:
            return None, None
        typed = self.query.get("needs", "") if self.link.needs else ""
        return sheet_reading.found(self.game, lambda: self.record, typed, whole_number(self.query, "hand"))

    def content(self) -> dict[str, Any]:
        """Return what its template shows."""
        number = whole_number(self.query, "page")
        if self.game is None:
            night = self.night
            return {"page": recaps.night_page(night, number) if night else nights.watched_games(self.link, number)}
        if self.part == "guide":
            return {"guide": or_404(guide_page(self.game))}
        record = self.record
        if not isinstance(record, GameRecord):
            return {"game": self.game, "stored": sheet_reading.stored_sheets([self.game])[self.game.pk]}
        needs, hand = self.opened
        tells_needs = self.link.needs and bool(columns_with_needs(record))
        sheet = sheet_reading.SheetView(record, opened=hand)
        first = sheet.standings[0][0].column.key
        return {
            "game": self.game,
            "here": self.here,
            "large": self.large,
            "sheet": sheet,
            "tells_needs": tells_needs,
            "needs": needs_of(record, needs, watching=True),
            "first_needs": SimpleLazyObject(lambda: needs_of(record, first, watching=True) if tells_needs else None),
            "chart": charts.chart(record),
            "strip": None if sheet.end else charts.chart(record, charts.Strip),
            "far": charts.chart(record, charts.FarAway),
            "progress": hand_in_progress(record),
        }


def hand_in_progress(record: GameRecord) -> dict[str, Any] | None:
    """Return the hand being entered as watchers see it, with bids but no points, or None if there is none.

    The points of a tally are in the totals.
    """
    hand = record.hand(record.next_number)
    if hand is None or hand.entry is not None or record.outcome is not None or not counting_positions(hand.taps):
        return None
    watched, is_all = record.watched, len(record.watched) == len(record.card_game.screen.stages)
    screen = record.screen(hand.number).view("" if is_all else watched[0]) if watched else None
    now = record.screen(hand.number).view("")
    return {
        "asks": now.question if now.stage in watched else None,
        "number": hand.number,
        "dealer": record.dealer_name(record.dealer_of(hand, hand.number)),
        "facts": screen.facts if screen else (),
        "rows": screen.rows if screen and record.rules.way != "tally" else (),
    }
