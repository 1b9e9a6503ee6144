"""The games of a file beside those of a group: which are here already, who would be new, and what cannot be.

Nothing is written here; `scorekeeper.services.importing` adds what this finds to be new.
"""

import json
import unicodedata
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from typing import Any

from scorekeeper.exchange.reading import inside
from scorekeeper.exchange.sheets import GameFile
from scorekeeper.games import all_games
from scorekeeper.models import Game, Hand, Player, Playgroup, Seat
from scorekeeper.rules.declaration import options_from_record, options_record
from scorekeeper.rules.entries import Record
from scorekeeper.rules.words import Text, gettext as _
from scorekeeper.text import name_key

# The namespace of games whose file gives them no UUID. Never to change: it is how they are known again.
FOREIGN = uuid.UUID("6d1f3c52-8d0b-5c0a-9f43-0f9d0f3a7b11")
ALIKE = 0.75  # from which likeness on two names may be one person's


@dataclass(frozen=True, kw_only=True)
class Lookalike:
    """A name that would be new, and the names of players here that look like it."""

    name: str
    like: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Objection:
    """Why the games of a file cannot be added to this group: the place in the file, and the reason."""

    place: str
    message: Text


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """What adding the games of a file would do. `fresh` are the numbers of the games that are not here yet."""

    games: tuple[GameFile, ...]
    fresh: tuple[int, ...]
    new_players: tuple[str, ...]
    lookalikes: tuple[Lookalike, ...]
    objections: tuple[Objection, ...]

    @property
    def here(self) -> int:
        """How many games are here already, or stand in the file twice."""
        return len(self.games) - len(self.fresh)

    @property
    def hands(self) -> int:
        """How many hands would be added."""
        return sum(len(self.games[number].hands) for number in self.fresh)

    @property
    def going_on(self) -> int:
        """How many of the games that would be added are not over."""
        return sum(self.games[number].outcome is None for number in self.fresh)

    @property
    def undated(self) -> int:
        """How many of the games that would be added name no night."""
        return sum(self.games[number].night is None for number in self.fresh)

    @property
    def nights(self) -> tuple[date, ...]:
        """The nights that the file names, oldest first."""
        return tuple(sorted({night for number in self.fresh if (night := self.games[number].night)}))


def incoming(group: Playgroup, games: Sequence[GameFile], *, most_players: int) -> Incoming:
    """Compare the games of a file with a group, in a handful of queries however many there are.

    `most_players` is how many names a roster may have.
    """
    fresh = fresh_games(group, games)
    rows = Player.objects.filter(group=group).values_list("name_key", "name", "pk", "same_as")
    roster = {key: (name, same_as or pk) for key, name, pk, same_as in rows}
    wanted = wanted_names(games[number] for number in fresh)
    new = {key: name for key, name in wanted.items() if key not in roster}
    full = bool(new) and len(roster) + len(new) > most_players
    objections = list(_same_persons(games, fresh, {key: person for key, (_name, person) in roster.items()}))
    if full:
        message = _("The roster would have more than {most} players.", most=most_players)
        objections.insert(0, Objection(place="games", message=message))
    return Incoming(
        games=tuple(games),
        fresh=fresh,
        new_players=tuple(new.values()),
        # Where thousands of names are refused anyway, nobody waits until each was compared with each.
        lookalikes=() if full else tuple(_lookalikes(new, {key: name for key, (name, _person) in roster.items()})),
        objections=tuple(objections),
    )


def wanted_names(games: Iterable[GameFile]) -> dict[str, str]:
    """Everybody who sits in these games: each name as it is first written, by what names are compared by."""
    names: dict[str, str] = {}
    for game in games:
        for name in game.table.names:
            names.setdefault(name_key(name), name)
    return names


def uid_of(game: GameFile) -> uuid.UUID:
    """What tells a game of a file again: its id; without one its entries, house rules, players and night."""
    if not game.id:
        night = game.night.isoformat() if game.night else ""
        return uuid.uuid5(FOREIGN, f"entries {night} {_content(game)}")
    try:
        found = uuid.UUID(game.id)
    except ValueError:
        found = None
    return found if found and str(found) == game.id.casefold() else uuid.uuid5(FOREIGN, f"id {game.id}")


def fresh_games(group: Playgroup, games: Sequence[GameFile]) -> tuple[int, ...]:
    """The numbers of the games that the group does not have; of equal ones in the file, the first."""
    known = set(Game.objects.filter(group=group).values_list("uid", flat=True))
    nameless = [game for game in games if not game.id]
    stored = _stored_contents(group, {game.rules.slug for game in nameless}) if nameless else {}
    fresh = []
    for number, game in enumerate(games):
        uid = uid_of(game)
        nights = stored.get(_content(game), set()) if stored and not game.id else set()
        if uid not in known and (game.night not in nights if game.night else not nights):
            fresh.append(number)
            known.add(uid)
    return tuple(fresh)


def _content(game: GameFile) -> str:
    keys = [name_key(name) for name in game.table.names]
    hands = [(hand.dealer, game.rules.record_of(hand.entry, game.table)) for hand in game.hands]
    return _canonical(game.rules.slug, options_record(game.table.options), keys, game.table.first_dealer, hands)


def _canonical(slug: str, options: Mapping[str, Any], keys: list[str], first_dealer: int, hands: list[Any]) -> str:
    return json.dumps([slug, options, keys, first_dealer, hands], sort_keys=True)


def _stored_contents(group: Playgroup, slugs: set[str]) -> dict[str, set[date]]:
    of_group = {"game__group": group, "game__rules__in": slugs}
    keys: defaultdict[int, list[str]] = defaultdict(list)
    for game, key in Seat.objects.filter(**of_group).order_by("number").values_list("game", "player__name_key"):
        keys[game].append(key)
    hands: defaultdict[int, list[tuple[int, Record]]] = defaultdict(list)
    saved = Hand.objects.filter(**of_group, entry__isnull=False).order_by("number")
    for game, dealer, entry in saved.values_list("game", "dealer", "entry"):
        hands[game].append((dealer, {part: value for part, value in (entry or {}).items() if part != "score_anyway"}))
    found: defaultdict[str, set[date]] = defaultdict(set)
    games = Game.objects.filter(group=group, rules__in=slugs)
    for pk, slug, options, dealer, night in games.values_list("pk", "rules", "options", "first_dealer", "night__date"):
        card_game = all_games().get(slug)
        known = options_record(options_from_record(card_game.rules.options, options)) if card_game else options
        found[_canonical(slug, known, keys[pk], dealer, hands[pk])].add(night)
    return found


def _lookalikes(new: Mapping[str, str], roster: Mapping[str, str]) -> Iterable[Lookalike]:
    # A new name may be a slip of the pen for somebody who is here, or for another new one.
    others = {**roster, **new}
    for key, name in new.items():
        like = [other for other in others if other != key and _alike(key, other)]
        if like:
            yield Lookalike(name=name, like=tuple(others[other] for other in like))


def _alike(one: str, other: str) -> bool:
    # But for accents nearly the same letters, or the same first word.
    one, other = _bare(one), _bare(other)
    if one.split()[:1] == other.split()[:1]:
        return True
    matcher = SequenceMatcher(a=one, b=other, autojunk=False)
    return matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def _bare(key: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", key) if not unicodedata.combining(letter))


def _same_persons(games: Sequence[GameFile], fresh: Sequence[int], persons: Mapping[str, int]) -> Iterable[Objection]:
    # The group may say that two names of a game are the same person's.
    for number in fresh:
        seated: dict[int, str] = {}
        for name in games[number].table.names:
            person = persons.get(name_key(name))
            if person in seated:
                message = _("{first} and {second} are one person in this group.", first=seated[person], second=name)
                yield Objection(place=inside(inside("games", number), "players"), message=message)
            elif person is not None:
                seated[person] = name
