"""What a file would bring into a group: which games are new, whose they are, and what can't be added."""

import datetime
import json
import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.files.exports import Selection
from scorekeeper.formats.brought import KnownHere
from scorekeeper.formats.language import name_key
from scorekeeper.formats.parsing import inside
from scorekeeper.formats.sheets import GameFile
from scorekeeper.formats.values import YEARS
from scorekeeper.games import is_own
from scorekeeper.models import Game, Night, Player, Playgroup, Recipe, Seat, night_of
from scorekeeper.recording.game.reading import load_many
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.own_games.reading import games_by_name, supplied
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.sheet import Problem
from scorekeeper.rules.text import gettext as _

# The namespace for games whose file has no UUID. Never change it, or these games won't be recognized.
FOREIGN = uuid.UUID("6d1f3c52-8d0b-5c0a-9f43-0f9d0f3a7b11")
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


class Incoming:
    """What adding a file's games would do: those in `new` aren't in the group yet, and `here` counts the others.

    That takes only a few queries, no matter how many games there are. A game without an id is recognized by its
    content, among the group's games whose primary key is above `since`. Several equal results are as many games.

    All else is about the new games, whose `night` is None if their file doesn't say when they were; `in_progress`
    counts those in progress. `players` has each name with how many `games` it's in, and the `mark` of the player on the
    roster, or None for a new one. `objections` say what can't be added, and why. Of `doubles`, each with its id and the
    game of that evening that it looks like, only those come along that the user `takes`; with None, nobody was asked.
    """

    def __init__(
        self, group: Playgroup, games: Sequence[GameFile], since: int = 0, takes: Container[str] | None = None
    ) -> None:
        by_uid, times = dict[uuid.UUID, tuple[int, GameFile]](), Counter[uuid.UUID]()
        for number, game in enumerate(games):
            moment = game.started or game.ended
            night = game.night or (moment and night_of(moment, group.time_zone))
            dated = replace(game, night=night if night and night.year in YEARS else None, known=game.replay)
            uid = uid_of(dated)
            if game.is_result and not game.id:
                times[uid] += 1
                uid = _nth(uid, times[uid])
            by_uid.setdefault(uid, (number, dated))
        here = Game.objects.filter(group=group).exclude(came_with__taken_back=True, hidden=True)
        known = {*here.filter(uid__in=by_uid).values_list("uid", flat=True)}
        if unnamed := [game for _number, game in by_uid.values() if not game.id]:
            alike = here.filter(pk__gt=since, rules__in={game.rules.slug for game in unnamed})
            if all(game.night for game in unnamed):
                alike = alike.filter(night__date__in={game.night for game in unnamed})
            equal = Counter[uuid.UUID]()
            for game in Selection(games=tuple(alike.values_list("pk", flat=True))).files():
                equal.update(
                    uid_of(replace(game, id="", night=night, known=game.replay)) for night in (game.night, None)
                )
            known |= {_nth(uid, number) for uid, count in equal.items() for number in range(1, count + 1)}
        on_roster = Player.objects.filter(group=group).select_related("same_as")
        players = {player.name_key: player for player in on_roster}
        # Added by itself, an n-th equal result would be the first.
        new = {
            uid: (number, replace(game, id=game.id or str(uid), known=game.replay) if game.is_result else game)
            for uid, (number, game) in by_uid.items()
            if uid not in known
        }
        self.doubles = [] if takes is None else [*_doubles(here, new, players)]
        left_out = {uid for uid, _game, _other in self.doubles if str(uid) not in (takes or ())}
        numbered = dict(numbered for uid, numbered in new.items() if uid not in left_out)
        self.new, self.here = tuple(numbered.values()), len(games) - len(new)
        self.hands, self.undated = sum(len(game.hands) for game in self.new), sum(not game.night for game in self.new)
        self.in_progress = sum(game.outcome is None for game in self.new)
        self.nights = sorted({game.night for game in self.new if game.night})
        seen = dict[str, dict[str, Any]]()
        for name in (name for game in self.new for name in game.table.names):
            player = players.get(name_key(name))
            main, mark = player and player.same_as, (player.same_as or player).mark if player else None
            row = {"name": player.name if player else name, "main": main and main.name, "mark": mark, "games": 0}
            seen.setdefault(name_key(name), row)["games"] += 1
        self.players = sorted(seen.values(), key=lambda row: name_key(row["name"]))
        self.new_players = [row["name"] for row in seen.values() if row["mark"] is None]
        self.objections = [*self._too_many(group, len(players)), *_objections(group, numbered, players)]

    def _too_many(self, group: Playgroup, players: int) -> Iterator[Problem]:
        """Yield why a group can't have so many players or games of its own."""
        if self.new_players and players + len(self.new_players) > limits.MOST_PLAYERS:
            message = _("The roster can’t have more than {most} players.", most=limits.MOST_PLAYERS)
            yield Problem(path="games", message=message)
        own = {game.rules.slug for game in self.new if is_own(game.rules.slug)} - supplied().keys()
        if (
            own
            and len(own | {*Recipe.objects.filter(group=group).values_list("rules", flat=True)}) > limits.MOST_RECIPES
        ):
            message = _("A group can have at most {most} games of its own. Leave some out.", most=limits.MOST_RECIPES)
            yield Problem(path="games", message=message)


def known_here(group: Playgroup) -> KnownHere:
    """Return what a reader may ask of a group."""
    games = games_by_name(group.pk)
    names = Player.objects.filter(group=group).order_by("pk").values_list("name", flat=True)
    today = night_of(timezone.now(), group.time_zone)
    return KnownHere(game=lambda name: games.get(name_key(name)), players=tuple(names), today=today)


def _doubles(
    here: QuerySet[Game], new: Mapping[uuid.UUID, tuple[int, GameFile]], players: Mapping[str, Player]
) -> Iterator[tuple[uuid.UUID, GameFile, int]]:
    """Yield results that look like a game of the same evening: with the same rules and people."""
    results = {uid: game for uid, (_number, game) in new.items() if game.given is not None and game.night}
    if not results:
        return
    dates = [game.night for game in results.values() if game.night]
    seats = Seat.objects.filter(game__in=here.filter(hidden=False, night__date__in=dates))
    persons = defaultdict[tuple[int, str, datetime.date | None], set[int]](set)
    person = Coalesce("player__same_as", "player")
    for game, rules, date, who in seats.values_list("game", "game__rules", "game__night__date", person):
        persons[game, rules, date].add(who)
    played = {(rules, date, frozenset(them)): game for (game, rules, date), them in persons.items()}
    for uid, result in results.items():
        rows = [players.get(name_key(name)) for name in result.names]
        them = frozenset(row.same_as_id or row.pk for row in rows if row)
        if (other := played.get((result.rules.slug, result.night, them))) and None not in rows:
            yield uid, result, other


def uid_of(game: GameFile) -> uuid.UUID:
    """Return a UUID for a file's game, based on its own id or else on its hands, house rules, players and night."""
    if UUID.fullmatch(game.id):
        return uuid.UUID(game.id)
    if game.id:
        return uuid.uuid5(FOREIGN, f"id {game.id}")
    rules, table = game.rules, game.table
    hands = [(hand.dealer * rules.has_dealer, rules.record_of(hand.entry, table)) for hand in game.scored]
    content = [rules.slug, options_record(table.options), [*map(name_key, table.names)], table.first_dealer, hands]
    if game.given is not None:
        content += [game.won, game.given]
    elif game.won is not None and not hands:
        content += [game.won, str(game.started), str(game.ended)]
    return uuid.uuid5(FOREIGN, f"entries {game.night or ''} {json.dumps(content, sort_keys=True)}")


def _nth(uid: uuid.UUID, number: int) -> uuid.UUID:
    """Return the UUID of one of several equal games: of an evening, the same result can be written down twice."""
    return uid if number == 1 else uuid.uuid5(uid, str(number))


def _objections(group: Playgroup, new: Mapping[int, GameFile], players: Mapping[str, Player]) -> Iterator[Problem]:
    tonight = night_of(timezone.now(), group.time_zone)
    dates = {game.night or tonight for game in new.values() if game.place or game.note}
    nights = {night.date: night for night in Night.objects.filter(group=group, date__in=dates)}
    for number, game in new.items():
        place, seated = inside("games", number), dict[int, str]()
        for name in game.table.names:
            player = players.get(name_key(name))
            if player and (other := seated.setdefault(player.same_as_id or player.pk, name)) != name:
                why = _("In this group, {first} and {second} are the same person.", first=other, second=name)
                yield Problem(path=inside(place, "players"), message=why)
        date, most = game.night or tonight, limits.LONGEST_TEXT
        night = nights.setdefault(date, Night())
        if add_texts(night, game) and max(len(night.place), len(night.note)) > most:
            why = _("The notes of {date} would have more than {most} characters.", date=str(date), most=most)
            yield Problem(path=place, message=why)


def add_texts(night: Night, game: GameFile) -> bool:
    """Add a file's place and note below the night's, unless it has all of their lines. Return whether it hadn't."""
    before = night.place, night.note
    for name in ("place", "note"):
        ours, theirs = getattr(night, name), getattr(game, name)
        if theirs.strip() and not {*theirs.split("\n")} <= {*ours.split("\n")}:
            setattr(night, name, f"{ours}\n{theirs}" if ours.strip() else theirs)
    return (night.place, night.note) != before


def doubles_of(found: Incoming, takes: Sequence[str]) -> list[dict[str, Any]]:
    """Return results that look like games of the same evening, each with that game and whether it comes along."""
    rows = Game.objects.filter(pk__in=[pk for _uid, _result, pk in found.doubles]).select_related("group", "night")
    here = {record.game.pk: record for record in load_many(list(rows)) if isinstance(record, GameRecord)}
    return [
        {"id": uid, "game": in_short(result), "other": in_short(here[pk]), "comes": str(uid) in takes}
        for uid, result, pk in found.doubles
    ]


def in_short(game: GameFile | GameRecord) -> dict[str, Any]:
    """Return a game's name, its night, and each column's name and total, if it is known, and whether it won."""
    outcome, totals = game.outcome, game.sheet.totals if game.has_totals else {}
    won = outcome.winners if outcome else ()
    columns = [(column.label, totals.get(column.key), column.key in won) for column in game.sheet.columns]
    night = game.night if isinstance(game, GameFile) else game.game.night.date
    return {"name": game.rules.name, "night": night, "columns": columns, "outcome": outcome}
