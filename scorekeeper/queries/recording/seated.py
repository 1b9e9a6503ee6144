"""Who takes part in a game, who has left it, and who can join it."""

from dataclasses import dataclass

from scorekeeper.models import Player
from scorekeeper.queries.people.groups import people, roster
from scorekeeper.queries.recording.records import GameRecord
from scorekeeper.queries.recording.setups import hands_of
from scorekeeper.rules.text import Half, Text, gettext as _


@dataclass(frozen=True, kw_only=True)
class Seated:
    """A player with a seat, their total in half points, and the hands they take part in, unless that is all of them."""

    id: int
    name: str
    mark: int
    total: Half
    hands: Text | None


@dataclass(frozen=True, kw_only=True)
class PlayersPage:
    """Everything the page shows on which players join or leave a game, from the hand `number` on.

    `there` take part in it, `away` have left, and `bench` have no seat. `totals` are those that a player may want to
    start with, in points, the usual one first; before the first hand, there are none.
    """

    record: GameRecord
    number: int
    there: tuple[Seated, ...]
    away: tuple[Seated, ...]
    bench: tuple[Player, ...]
    totals: tuple[tuple[int, Text], ...]

    @property
    def full(self) -> bool:
        return len(self.record.players) >= self.record.rules.players[-1]


def players_page(record: GameRecord) -> PlayersPage:
    """Return the page of a game whose players can change."""
    number = len(record.saved) + 1
    there, away = list[Seated](), list[Seated]()
    for seat, stay in enumerate(record.stays):
        player = Seated(
            id=record.players[seat],
            name=record.names[seat],
            mark=record.marks[seat],
            total=record.total(record.sheet.columns[seat]),
            hands=hands_of(stay),
        )
        (there if stay.covers(number) else away).append(player)
    totals = []
    if number > 1:
        sheet, usual = record.sheet, record.rules.start(record.table) // 2
        totals.append((usual, _("{points}, like everyone at the start", points=usual)))
        stays = {key: record.stays[int(key)] for tied in record.rules.ranking(sheet) for key in tied}
        playing = [key for key, stay in stays.items() if stay.covers(number) and stay.first < number]
        if playing and (last := sheet.totals[playing[-1]] // 2) != usual:
            totals.append((last, _("{points}, like the player in last place", points=last)))
    seated = {main.pk for main in people(record.players)}
    return PlayersPage(
        record=record,
        number=number,
        there=tuple(there),
        away=tuple(away),
        bench=tuple(player for player in roster(record.game.group) if player.pk not in seated),
        totals=tuple(totals),
    )


def staying(record: GameRecord) -> tuple[int, ...]:
    """Return the seats of whoever hasn't left, for another game. If they are too few to play, return all seats."""
    seats = tuple(seat for seat, stay in enumerate(record.stays) if not stay.spans[-1][1])
    return seats if len(seats) >= record.rules.players[0] else tuple(record.table.seats)
