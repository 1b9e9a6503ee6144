"""Compare a file's games with a group's: which are already there, which players are new, and what can't be added.

Nothing is written here; `scorekeeper.services.importing` adds what is new.
"""

import json
import unicodedata
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from itertools import filterfalse
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper import limits
from scorekeeper.exchange.reading import inside
from scorekeeper.exchange.sheets import GameFile, HandFile
from scorekeeper.exchange.values import YEARS
from scorekeeper.models import Game, Night, Player, Playgroup, night_of
from scorekeeper.queries.recording.loading import load_many
from scorekeeper.queries.recording.records import AnyRules, GameRecord
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.sheet import Problem, Table
from scorekeeper.rules.words import Text, either, gettext as _
from scorekeeper.text import name_key

# The namespace for games whose file has no UUID. Never change it, or these games won't be recognized.
FOREIGN = uuid.UUID("6d1f3c52-8d0b-5c0a-9f43-0f9d0f3a7b11")
ALIKE = 0.75  # names at least this similar could belong to the same person
BATCH_SIZE = 50  # how many stored games are read at once

Dated = tuple[date | None, GameFile]  # a game and its night, or None if its file says nothing of it


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """What adding a file's games would do: those in `new` aren't in the group yet, and `here` counts the others.

    All else is about the new games. `going_on` and `undated` count those in progress and those without a date,
    `lookalikes` asks about names that are similar to others, and `objections` say what can't be added, and why.
    """

    new: tuple[Dated, ...]
    here: int
    hands: int
    going_on: int
    undated: int
    nights: tuple[date, ...]
    new_players: tuple[str, ...]
    lookalikes: tuple[Text, ...]
    objections: tuple[Problem, ...]


def incoming(group: Playgroup, games: Sequence[GameFile], others: QuerySet[Game] | None = None) -> Incoming:
    """Compare a file's games with a group's, using only a few queries no matter how many games there are.

    A game without an id is looked for among `others`, which are all of the group's games unless they are given.
    """
    dated = [(night_of_game(game, group.time_zone), game) for game in games]
    new = _new_games(group, dated, Game.objects.filter(group=group) if others is None else others)
    players = list(Player.objects.filter(group=group).values_list("name_key", "name", "pk", "same_as"))
    roster = {key: name for key, name, _pk, _same_as in players}
    new_names: dict[str, str] = {}
    for name in (name for _night, game in new.values() for name in game.table.names):
        if name_key(name) not in roster:
            new_names.setdefault(name_key(name), name)
    objections = list(_objections(group, new, {key: same_as or pk for key, _name, pk, same_as in players}))
    if new_names and len(roster) + len(new_names) > limits.MOST_PLAYERS:
        message = _("The roster can’t have more than {most} players.", most=limits.MOST_PLAYERS)
        objections.insert(0, Problem(path="games", message=message))
    return Incoming(
        new=tuple(new.values()),
        here=len(games) - len(new),
        hands=sum(len(game.hands) for _night, game in new.values()),
        going_on=sum(game.outcome is None for _night, game in new.values()),
        undated=sum(night is None for night, _game in new.values()),
        nights=tuple(sorted({night for night, _game in new.values() if night})),
        new_players=tuple(new_names.values()),
        # A file with objections isn't added, and could have thousands of names to compare with each other.
        lookalikes=() if objections else tuple(_lookalikes(new_names, roster)),
        objections=tuple(objections),
    )


def night_of_game(game: GameFile, time_zone: str) -> date | None:
    """Return the night that a file's game belongs to, by what the file says of it or else by the game's own times."""
    moment = game.started or game.ended
    if game.night or moment is None:
        return game.night
    night = night_of(moment, time_zone)
    return night if night.year in YEARS else None


def uid_of(game: GameFile, night: date | None) -> uuid.UUID:
    """Return a UUID for a file's game, based on its own id or else on its hands, house rules, players and night."""
    if not game.id:
        return uuid.uuid5(FOREIGN, f"entries {night or ''} {_content(game.rules, game.table, game.hands)}")
    try:
        parsed = uuid.UUID(game.id)
    except ValueError:
        parsed = None
    return parsed if parsed and str(parsed) == game.id.casefold() else uuid.uuid5(FOREIGN, f"id {game.id}")


def joined(ours: str, theirs: str) -> str:
    """Return a night's place or note with a file's below it, unless it has all of that one's lines."""
    if not theirs.strip() or {*theirs.split("\n")} <= {*ours.split("\n")}:
        return ours
    return f"{ours}\n{theirs}" if ours.strip() else theirs


def _new_games(group: Playgroup, games: Sequence[Dated], others: QuerySet[Game]) -> dict[int, Dated]:
    """Return the games that the group doesn't have, by index. If the file contains duplicates, keep the first."""
    # A game that was added before its own times decided its night is known by what the file says of it.
    uids = [{uid_of(game, date) for date in {night, game.night}} for night, game in games]
    known = set(Game.objects.filter(group=group, uid__in=set().union(*uids)).values_list("uid", flat=True))
    nights_by_content = _nights_by_content([(night, game) for night, game in games if not game.id], others)
    new = {}
    for number, (night, game) in enumerate(games):
        nights: set[date] = set()
        if nights_by_content and not game.id:
            nights = nights_by_content.get(_content(game.rules, game.table, game.hands), nights)
        if not uids[number] & known and (night not in nights if night else not nights):
            new[number] = night, game
            known.add(uid_of(game, night))
    return new


def _nights_by_content(games: Sequence[Dated], others: QuerySet[Game]) -> Mapping[str, set[date]]:
    """Return the nights of those stored games that could be the same as these, by their content."""
    others = others.filter(rules__in={game.rules.slug for _night, game in games})
    dates = {night for night, _game in games if night}
    if all(night for night, _game in games):
        others = others.filter(night__date__in=dates)
    nights: defaultdict[str, set[date]] = defaultdict(set)
    keys = list(others.values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH_SIZE):
        rows = Game.objects.select_related("night").filter(pk__in=keys[start : start + BATCH_SIZE])
        for record in load_many(list(rows)):
            if isinstance(record, GameRecord):
                hands = [HandFile(dealer=hand.dealer, entry=record.entry(hand)) for hand in record.saved]
                nights[_content(record.rules, record.table, hands)].add(record.game.night.date)
    return nights


def _content(rules: AnyRules, table: Table[Any], hands: Iterable[HandFile]) -> str:
    keys = [name_key(name) for name in table.names]
    records = [(hand.dealer * rules.has_dealer, rules.record_of(hand.entry, table)) for hand in hands]
    return json.dumps([rules.slug, options_record(table.options), keys, table.first_dealer, records], sort_keys=True)


def _lookalikes(new_names: Mapping[str, str], roster: Mapping[str, str]) -> Iterator[Text]:
    # A new name can be a misspelling of an existing player's name, or of another new one. Names are alike if, ignoring
    # accents, they have the same first word or nearly the same letters.
    names = {**roster, **new_names}
    spelled = {key: unicodedata.normalize("NFKD", key) for key in names}
    plain = {key: "".join(filterfalse(unicodedata.combining, letters)) for key, letters in spelled.items()}
    for key, name in new_names.items():
        close = {*get_close_matches(plain[key], plain.values(), n=len(names), cutoff=ALIKE)}
        first = plain[key].split()[:1]
        alike = [other for other in names if plain[other] in close or plain[other].split()[:1] == first]
        if like := [names[other] for other in alike if other != key]:
            yield _("Is {name} the same person as {like}?", name=name, like=either(like))


def _objections(group: Playgroup, new: Mapping[int, Dated], persons: Mapping[str, int]) -> Iterator[Problem]:
    today = night_of(timezone.now(), group.time_zone)
    dates = {night or today for night, game in new.values() if game.place or game.note}
    nights = {night.date: night for night in Night.objects.filter(group=group, date__in=dates)}
    for number, (given, game) in new.items():
        played_on, place = given or today, inside("games", number)
        seated: dict[int, str] = {}
        for name in game.table.names:
            person = persons.get(name_key(name))
            if person in seated:
                why = _("In this group, {first} and {second} are the same person.", first=seated[person], second=name)
                yield Problem(path=inside(place, "players"), message=why)
            elif person is not None:
                seated[person] = name
        night, most = nights.setdefault(played_on, Night()), limits.LONGEST_TEXT
        texts = joined(night.place, game.place), joined(night.note, game.note)
        if max(map(len, texts)) > most:  # every page that shows the night shows them
            why = _("The notes of {date} would have more than {most} characters.", date=str(played_on), most=most)
            yield Problem(path=place, message=why)
        else:
            night.place, night.note = texts
