"""What a new game can be, the last lineup, and who takes part in a game, has left it or can join it."""

import datetime
from dataclasses import replace
from typing import Any

from django.db.models import Max
from django.utils import timezone

from scorekeeper.formats.language import name_key, sentence
from scorekeeper.games import all_games, is_own
from scorekeeper.models import Game, Playgroup, night_of
from scorekeeper.people.roster.reading import people, roster
from scorekeeper.recording.game.reading import load_known
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.game.setups import hands_of
from scorekeeper.recording.own_games.reading import known_games, supplied
from scorekeeper.rules.base import Rules
from scorekeeper.rules.text import Text, gettext as _


def playable(group: Playgroup) -> list[tuple[Rules[Any, Any], datetime.date | None]]:
    """Return the rules for a new game with their last night: latest first, then those never played, featured first."""
    visible = Game.objects.filter(group=group, hidden=False).order_by()
    rows = visible.values_list("rules").annotate(last_played=Max("night__date"), newest=Max("pk"))
    played = {slug: (date, newest) for slug, date, newest in rows}
    known = known_games(group.pk, retired=False).items()
    offered = [game for slug, game in known if not game.recipe or is_own(slug)]
    by_name = sorted(offered, key=lambda game: (not game.featured, name_key(sentence(game.rules.name))))
    never = datetime.date.min, 0
    by_date = sorted(by_name, key=lambda game: played.get(game.rules.slug, never), reverse=True)
    return [(game.rules, played.get(game.rules.slug, (None,))[0]) for game in by_date]


def rules_to_play(group: Playgroup, slug: str) -> Rules[Any, Any] | None:
    """Return the rules with this slug, or None if there are none to play by."""
    own = is_own(slug)
    card_game = known_games(group.pk).get(slug) or supplied().get(slug) if own else all_games().get(slug)
    return card_game.rules if card_game and (own or not card_game.recipe) else None


def last_line_up(group: Playgroup, rules: Rules[Any, Any]) -> GameRecord | None:
    """Return the newest game by these rules, with its players as they are now, or None if one has retired."""
    game = Game.objects.filter(group=group, hidden=False, rules=rules.slug).order_by("-id").first()
    record = load_known(game) if game else None
    seated = people(record.players) if record else ()
    if record is None or any(player.retired for player in seated):
        return None
    players, names = tuple(player.pk for player in seated), tuple(player.name for player in seated)
    return replace(record, players=players, names=names, known=record.replay)


def as_last_time(record: GameRecord) -> dict[str, Any]:
    """Return the query that sets up a game by the same house rules, with its next dealer."""
    return {"rules": record.game.rules, "first": record.players[record.rules.dealer(record.sheet)], "again": 1}


def tonight(group: Playgroup, rules: Rules[Any, Any]) -> tuple[tuple[int, ...], dict[str, Any]] | None:
    """Return who plays tonight, by seat, and the query for a game by these rules; None if they don't fit in it."""
    date = night_of(timezone.now(), group.time_zone)
    game = Game.objects.filter(group=group, hidden=False, night__date=date).order_by("-id").first()
    record = load_known(game) if game else None
    if record is None:
        return None
    everyone = people(record.players)
    there = tuple(everyone[seat].pk for seat in staying(record) if not everyone[seat].retired)
    if not rules.players[0] <= len(there) <= rules.players[-1]:
        return None
    lineup = last_line_up(group, rules) if record.game.rules == rules.slug else None
    return there, as_last_time(lineup) if lineup else {"rules": rules.slug}


class PlayersPage:
    """Everything the page shows on which players join or leave a game, from the hand `number` on.

    `there` take part in it, `away` have left, and `bench` have no seat. `totals` are those that a player may want to
    start with, in points, the usual one first; before the first hand, there are none.
    """

    def __init__(self, record: GameRecord) -> None:
        self.record, self.number = record, len(record.saved) + 1
        self.full = len(record.players) >= record.rules.players[-1]
        self.there, self.away = list[dict[str, Any]](), list[dict[str, Any]]()
        for seat, stay in enumerate(record.stays):
            player = {
                "id": record.players[seat],
                "name": record.names[seat],
                "mark": record.marks[seat],
                "total": record.total(record.sheet.columns[seat]),
                "hands": hands_of(stay),
            }
            (self.there if stay.covers(self.number) else self.away).append(player)
        self.totals = list[tuple[int, Text]]()
        if self.number > 1:
            sheet, usual = record.sheet, record.rules.start(record.table) // 2
            self.totals.append((usual, _("{points}, like everyone at the start", points=usual)))
            stays = {key: record.stays[int(key)] for tied in record.rules.ranking(sheet) for key in tied}
            playing = [key for key, stay in stays.items() if stay.covers(self.number) and stay.first < self.number]
            if playing and (last := sheet.totals[playing[-1]] // 2) != usual:
                self.totals.append((last, _("{points}, like the player in last place", points=last)))
        seated = {main.pk for main in people(record.players)}
        self.bench = [player for player in roster(record.game.group) if player.pk not in seated]


def staying(record: GameRecord) -> tuple[int, ...]:
    """Return the seats of whoever hasn't left, for another game. If they are too few to play, return all seats."""
    seats = tuple(seat for seat, stay in enumerate(record.stays) if not stay.spans[-1][1])
    return seats if len(seats) >= record.rules.players[0] else tuple(record.table.seats)
