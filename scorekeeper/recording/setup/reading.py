"""What a new game can be, the last lineup, and who takes part in a game, has left it or can join it."""

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import Max
from django.utils import timezone

from scorekeeper.formats.language import distinct, name_key, sentence
from scorekeeper.games import AnyGame, is_own
from scorekeeper.models import Game, Player, Playgroup, night_of
from scorekeeper.people.roster.reading import everybody, people, roster, why_full
from scorekeeper.recording.game.forms import seat_text
from scorekeeper.recording.game.reading import load_known
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.game.setups import hands_of
from scorekeeper.recording.own_games.reading import is_game, offered_games, played_games
from scorekeeper.rules import limits
from scorekeeper.rules.played import AnyRules
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import Text, gettext as _
from scorekeeper.web.refusals import refuse_unknown

TYPED = re.compile("-?[0-9]{1,8}")

# What the games are called that have a kind, but for a group's own, in the order of the page.
KINDS = {
    "cards": _("Cards"),
    "dice": _("Dice"),
    "tiles": _("Board & tiles"),
    "outdoors": _("Darts & outdoors"),
}


def playable(group: Playgroup, players: int = 0) -> tuple[list[AnyGame], datetime.date | None, list[AnyGame]]:
    """Return a group's games, latest first, the night when it last played the first, and all others, by name.

    Its games are those that it has played or made and, before it has played any, the featured one. Without those that
    are for fewer `players`.
    """
    visible = Game.objects.filter(group=group, hidden=False).order_by()
    rows = visible.values_list("rules").annotate(last_played=Max("night__date"), newest=Max("pk"))
    played = {slug: (date, newest) for slug, date, newest in rows}
    own, others = offered_games(group.pk, played)
    fitting = (game for game in (*own, *others) if players <= game.rules.players[-1])
    by_name = sorted(fitting, key=lambda game: (not game.featured, name_key(sentence(game.rules.name))))
    mine = {game.rules.slug for game in own} | (played.keys() or {game.rules.slug for game in others if game.featured})
    ours, never = [game for game in by_name if game.rules.slug in mine], (datetime.date.min, 0)
    ours.sort(key=lambda game: played.get(game.rules.slug, never), reverse=True)
    last_played = played.get(ours[0].rules.slug, (None,))[0] if ours else None
    return ours, last_played, [game for game in by_name if game.rules.slug not in mine]


def game_to_play(group: Playgroup, slug: str) -> AnyGame | None:
    """Return the game with this slug, or None if there is none to play."""
    game = played_games(group.pk, [slug]).get(slug)
    return game if game and is_game(game) else None


def last_line_up(group: Playgroup, rules: AnyRules) -> GameRecord | None:
    """Return the newest game by these rules, with its players as they are now, or None if one has retired."""
    game = Game.objects.filter(group=group, hidden=False, rules=rules.slug).order_by("-id").first()
    record = load_known(game) if game else None
    seated = people(record.players) if record else ()
    if record is None or any(player.retired for player in seated):
        return None
    players, names = tuple(player.pk for player in seated), tuple(player.name for player in seated)
    return replace(record, players=players, names=names, known=record.replay)


def tonight(group: Playgroup, rules: AnyRules) -> str | None:
    """Return the query for a game by these rules with whoever plays tonight, or None if they don't fit in it."""
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
    return query(there, _as_last_time(lineup) if lineup else {"rules": rules.slug})


def usual_players(group: Playgroup, rules: AnyRules) -> tuple[Player, ...]:
    """Return who plays in the group's newest game, if they could play a game by these rules; otherwise, nobody."""
    game = Game.objects.filter(group=group, hidden=False).order_by("-id").first()
    record = load_known(game) if game else None
    everyone = people(record.players) if record else ()
    there = tuple(everyone[seat] for seat in staying(record) if not everyone[seat].retired) if record else ()
    table = Table(names=tuple(player.name for player in there), options=rules.house_rules, first_dealer=0)
    fits = len(there) in rules.players and rules.refuse_table(table) is None
    return there if fits else ()


def day_in(raw: str) -> datetime.date | None:
    """Return the date in a query, or None if there is none."""
    try:
        return datetime.date.fromisoformat(raw)
    except ValueError:
        return None


def totals_in(raw: str) -> dict[int, int]:
    """Return the half points by player in a query such as "3:87,5:-4", ignoring whatever is something else."""
    pairs = (part.split(":") for part in raw.split(",")[: limits.MOST_SEATS])
    numbers = ([int(text) for text in pair if TYPED.fullmatch(text)] for pair in pairs)
    return {pair[0]: pair[1] for pair in numbers if len(pair) == 2}


def query(seats: Sequence[int] | None, kept: Mapping[str, Any]) -> str:
    """Return the query that seats these players in a new game. None seats whoever plays tonight."""
    return urlencode(kept if seats is None else {"seats": seat_text(seats), **kept}, safe=",")


def _as_last_time(record: GameRecord) -> dict[str, Any]:
    """Return what sets up a game by the same house rules, with its next dealer."""
    return {"rules": record.game.rules, "first": record.players[record.rules.dealer(record.sheet)], "again": 1}


class NewGamePage:
    """Everything the page shows on a new game by these rules: who sits where, and who could.

    `chosen` are the players tapped so far, who may be too few, too many, or unknown. `kept` is what all links keep: the
    rules, who deals first, and whether to play by the house rules of the `last` game `again`. The form starts with the
    `initial` values, and the game is scored as `in_short` says: as the last one, if its house rules are used again.
    """

    def __init__(self, group: Playgroup, game: AnyGame, chosen: Sequence[int], kept: Mapping[str, Any]) -> None:
        rules = self.rules = game.rules
        self.game, self.kept, self.is_own = game, kept, is_own(rules.slug)
        everybody = {player.pk: player for player in roster(group)}
        self.seats = tuple(player for player in chosen if player in everybody)
        self.names = [everybody[player].name for player in self.seats]
        fewest, most, count = rules.players[0], rules.players[-1], len(self.seats)
        self.missing, self.full, self.too_many = max(fewest - count, 0), count >= most, count > most
        marks = distinct([everybody[player].mark for player in self.seats])
        self.taken = [
            self._chip(everybody[player]) | {"mark": mark, "number": number, "over": number > most}
            for number, (player, mark) in enumerate(zip(self.seats, marks, strict=True), start=1)
        ]
        # After the taken seats come those still needed or, if none are, one that may stay empty.
        free = range(count + 1, max(fewest, min(count + 1, most)) + 1)
        self.places = self.taken + [{"number": at, "next": at == free[0], "optional": at > fewest} for at in free]
        self.bench = [self._chip(player) for player in everybody.values() if player.pk not in self.seats]
        self.others = query(self.seats or None, {})
        self.roster_full = why_full(group)
        self.last = last_line_up(group, rules)
        repeated = self.last if kept.get("again") else None
        options = repeated.table.options if repeated else rules.house_rules
        self.in_short = game.summary(options, count)
        dealer = self.seats.index(kept["first"]) if kept.get("first") in self.seats else 0
        self.initial: dict[str, Any] = {"seats": seat_text(self.seats), "dealer": dealer}
        self.initial |= {f"option_{key}": value for key, value in repeated.options.items()} if repeated else {}

    def _chip(self, player: Player) -> dict[str, Any]:
        """Return a player, and where a tap leads: to the next free seat or, from a seat, away from it."""
        others = tuple(seated for seated in self.seats if seated != player.pk)
        tapped = others if player.pk in self.seats else (*self.seats, player.pk)
        return {"name": player.name, "mark": player.mark, "query": query(tapped, self.kept)}

    @property
    def again(self) -> dict[str, Any] | None:
        """How the last game is played again: the players' `names`, the `dealer`, and the `query` for it."""
        if (last := self.last) is None:
            return None
        dealer = last.dealer_name(last.rules.dealer(last.sheet))
        return {"names": last.names, "dealer": dealer, "query": query(last.players, _as_last_time(last))}


class SetupPage:
    """Who has which of the `places` at a game's table, who is on the `bench`, and what could be `usual` house rules.

    Players can `change` from hand `number` on. Whoever joins starts with one of the `totals`, the usual one first.
    """

    def __init__(self, game: Game) -> None:
        self.record = record = refuse_unknown(load_known(game))
        self.number = len(record.saved) + 1
        self.everybody = everybody(game.group)
        self.names = {player.pk: player.name for player in self.everybody.values()}
        self.usual = (game_to_play(game.group, game.rules) or record.card_game).rules.house_rules
        self.change = record.rules.players_change and record.outcome is None and not record.is_full
        self.full = len(record.players) >= record.rules.players[-1]
        self.totals = list[tuple[int, Text]]()
        if self.number > 1 and self.change:
            sheet, usual = record.sheet, record.rules.start(record.table) // 2
            self.totals.append((usual, _("{points}, like everyone at the start", points=usual)))
            stays = {key: record.stays[int(key)] for tied in record.rules.ranking(sheet) for key in tied}
            playing = [key for key, stay in stays.items() if stay.covers(self.number) and stay.first < self.number]
            if playing and (last := sheet.totals[playing[-1]] // 2) != usual:
                self.totals.append((last, _("{points}, like the player in last place", points=last)))
        self.seat(record.players, record.players[record.first_dealer])

    def seat(self, seats: tuple[int, ...], dealer: int) -> None:
        """Show the table with these players, of whom one deals first. Others join or leave it as it is stored."""
        record, seated = self.record, [self.everybody[player] for player in seats]
        self.seats, self.change = seats, self.change and seats == record.players
        taken = {*seats, *(player.same_as_id or player.pk for player in seated)}
        self.bench = [
            player
            for player in self.everybody.values()
            if player.pk not in taken and (player.pk in record.players or not (player.retired or player.same_as_id))
        ]
        table = replace(record.table, names=tuple(player.name for player in seated))
        self.sides = [table.partners(side) for side in record.rules.sides(table)]
        marks = distinct([self.everybody[player.same_as_id or player.pk].mark for player in seated])
        self.places: list[dict[str, Any]] = [
            {"id": player.pk, "name": player.name, "mark": mark, "deals": player.pk == dealer}
            for player, mark in zip(seated, marks, strict=True)
        ]
        for place, stay, column in zip(self.places, record.stays, record.sheet.columns, strict=False):
            place |= {"there": stay.covers(self.number), "total": record.total(column), "hands": hands_of(record, stay)}


def has_saved_hands(game: Game) -> bool:
    """Return whether any hand is saved."""
    return game.hands.filter(entry__isnull=False).exists()


def why_seated(name: str) -> Text:
    """Return why a name can't be seated: it has a seat already. That may be a namesake's."""
    return _("{name} is seated already. If this is another {name}, add a letter.", name=name)


def staying(record: GameRecord) -> tuple[int, ...]:
    """Return the seats of whoever hasn't left, for another game. If they are too few to play, return all seats."""
    seats = tuple(seat for seat, stay in enumerate(record.stays) if not stay.spans[-1][1])
    return seats if len(seats) >= record.rules.players[0] else tuple(record.table.seats)
