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
from difflib import SequenceMatcher
from functools import cached_property
from typing import Any

from scorekeeper import limits
from scorekeeper.exchange.reading import inside
from scorekeeper.exchange.sheets import GameFile
from scorekeeper.exchange.values import YEARS
from scorekeeper.games import known_game
from scorekeeper.models import Game, Hand, Player, Playgroup, Seat, night_of
from scorekeeper.rules.declaration import options_from_record, options_record
from scorekeeper.rules.entries import Record
from scorekeeper.rules.words import Text, either, gettext as _
from scorekeeper.text import name_key

# The namespace for games whose file has no UUID. Never change it, or these games won't be recognized.
FOREIGN = uuid.UUID("6d1f3c52-8d0b-5c0a-9f43-0f9d0f3a7b11")
ALIKE = 0.75  # names at least this similar could belong to the same person
# The most pairs of names that are compared letter by letter. Without a limit, 200 of 40 letters would take seconds.
MOST_COMPARISONS = 2000


@dataclass(frozen=True, kw_only=True)
class Lookalike:
    """A new name, and any similar names of the group's players or of other new players."""

    name: str
    like: tuple[str, ...]

    @property
    def question(self) -> Text:
        """The question of whether they are the same person."""
        return _("Is {name} the same person as {like}?", name=self.name, like=either(self.like))


@dataclass(frozen=True, kw_only=True)
class Objection:
    """A reason why a file's games can't be added to this group, and where in the file the problem is."""

    place: str
    message: Text


@dataclass(frozen=True, kw_only=True)
class Incoming:
    """What adding a file's games would do. `fresh` holds the indexes of the games that aren't in the group yet.

    `dates` holds each game's night, or None if its file says nothing of it.
    `roster` holds the names of the group's players and `known` the ids of those who play in these games, by name key.
    """

    games: tuple[GameFile, ...]
    fresh: tuple[int, ...]
    dates: tuple[date | None, ...]
    new_players: tuple[str, ...]
    roster: dict[str, str]
    known: dict[str, int]
    objections: tuple[Objection, ...]

    @cached_property
    def lookalikes(self) -> tuple[Lookalike, ...]:
        """The new names that are similar to others."""
        # If the roster would overflow, the file is refused anyway, so don't compare thousands of names with each other.
        if len(self.roster) + len(self.new_players) > limits.MOST_PLAYERS:
            return ()
        return tuple(_lookalikes({name_key(name): name for name in self.new_players}, self.roster))

    @property
    def here(self) -> int:
        """The number of games in the file that are already in the group or that appear earlier in the file."""
        return len(self.games) - len(self.fresh)

    @property
    def hands(self) -> int:
        """The number of hands that would be added."""
        return sum(len(self.games[number].hands) for number in self.fresh)

    @property
    def going_on(self) -> int:
        """The number of games to be added that are still in progress."""
        return sum(self.games[number].outcome is None for number in self.fresh)

    @property
    def undated(self) -> int:
        """The number of games to be added that have no date."""
        return sum(self.dates[number] is None for number in self.fresh)

    @property
    def nights(self) -> tuple[date, ...]:
        """The nights of the games that would be added, oldest first."""
        return tuple(sorted({night for number in self.fresh if (night := self.dates[number])}))


def incoming(group: Playgroup, games: Sequence[GameFile]) -> Incoming:
    """Compare a file's games with a group's, using only a few queries no matter how many games there are."""
    fresh = new_games(group, games)
    rows = Player.objects.filter(group=group).values_list("name_key", "name", "pk", "same_as")
    roster = {key: (name, pk, same_as or pk) for key, name, pk, same_as in rows}
    names = wanted_names(games[number] for number in fresh)
    new_names = {key: name for key, name in names.items() if key not in roster}
    full = bool(new_names) and len(roster) + len(new_names) > limits.MOST_PLAYERS
    objections = list(_same_people(games, fresh, {key: person for key, (_name, _pk, person) in roster.items()}))
    if full:
        message = _("The roster can’t have more than {most} players.", most=limits.MOST_PLAYERS)
        objections.insert(0, Objection(place="games", message=message))
    return Incoming(
        games=tuple(games),
        fresh=fresh,
        dates=tuple(night_of_game(game, group.time_zone) for game in games),
        new_players=tuple(new_names.values()),
        roster={key: name for key, (name, _pk, _person) in roster.items()},
        known={key: roster[key][1] for key in names if key in roster},
        objections=tuple(objections),
    )


def wanted_names(games: Iterable[GameFile]) -> dict[str, str]:
    """Return the names of all players in these games, by name key. Each is spelled as it first appears."""
    names: dict[str, str] = {}
    for game in games:
        for name in game.table.names:
            names.setdefault(name_key(name), name)
    return names


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
        return uuid.uuid5(FOREIGN, f"entries {night or ''} {_content(game)}")
    try:
        parsed = uuid.UUID(game.id)
    except ValueError:
        parsed = None
    return parsed if parsed and str(parsed) == game.id.casefold() else uuid.uuid5(FOREIGN, f"id {game.id}")


def new_games(group: Playgroup, games: Sequence[GameFile]) -> tuple[int, ...]:
    """Return the indexes of the games that the group doesn't have. If the file contains duplicates, keep the first."""
    known_uids = set(Game.objects.filter(group=group).values_list("uid", flat=True))
    without_id = [game for game in games if not game.id]
    dates_by_content = _dates_by_content(group, {game.rules.slug for game in without_id}) if without_id else {}
    fresh = []
    for number, game in enumerate(games):
        night = night_of_game(game, group.time_zone)
        # A game that was added before its own times decided its night is known by what the file says of it.
        is_known = any(uid_of(game, date) in known_uids for date in {night, game.night})
        known_dates = dates_by_content.get(_content(game), set()) if dates_by_content and not game.id else set()
        if not is_known and (night not in known_dates if night else not known_dates):
            fresh.append(number)
            known_uids.add(uid_of(game, night))
    return tuple(fresh)


def _content(game: GameFile) -> str:
    keys = [name_key(name) for name in game.table.names]
    has_dealer = game.rules.has_dealer
    hands = [(hand.dealer * has_dealer, game.rules.record_of(hand.entry, game.table)) for hand in game.hands]
    return _canonical(game.rules.slug, options_record(game.table.options), keys, game.table.first_dealer, hands)


def _canonical(slug: str, options: Mapping[str, Any], keys: list[str], first_dealer: int, hands: list[Any]) -> str:
    return json.dumps([slug, options, keys, first_dealer, hands], sort_keys=True)


def _dates_by_content(group: Playgroup, slugs: set[str]) -> dict[str, set[date]]:
    of_group = {"game__group": group, "game__rules__in": slugs}
    keys: defaultdict[int, list[str]] = defaultdict(list)
    for game, key in Seat.objects.filter(**of_group).order_by("number").values_list("game", "player__name_key"):
        keys[game].append(key)
    hands: defaultdict[int, list[tuple[int, Record]]] = defaultdict(list)
    saved = Hand.objects.filter(**of_group, entry__isnull=False).order_by("number")
    for game, dealer, entry in saved.values_list("game", "dealer", "entry"):
        hands[game].append((dealer, {part: value for part, value in (entry or {}).items() if part != "score_anyway"}))
    dates: defaultdict[str, set[date]] = defaultdict(set)
    games = Game.objects.filter(group=group, rules__in=slugs)
    for pk, slug, options, dealer, night in games.values_list("pk", "rules", "options", "first_dealer", "night__date"):
        card_game, played = known_game(slug), hands[pk]
        if card_game:
            full_options = options_from_record(card_game.rules.options, options)
            options, rules = options_record(full_options), card_game.rules.for_options(full_options)
            played = [(who * rules.has_dealer, _complete(entry, len(keys[pk]))) for who, entry in played]
        dates[_canonical(slug, options, keys[pk], dealer, played)].add(night)
    return dates


def _complete(entry: Record, players: int) -> Record:
    """Return an entry with something for each player, also for those who joined after it was recorded."""
    return entry | {"players": [*entry["players"], *({} for _player in range(players - len(entry["players"])))]}


def _lookalikes(new_names: Mapping[str, str], roster: Mapping[str, str]) -> Iterable[Lookalike]:
    # A new name can be a misspelling of an existing player's name, or of another new one. Names are alike if, ignoring
    # accents, they have the same first word or nearly the same letters.
    names = {**roster, **new_names}
    plain = {key: _without_accents(key) for key in names}
    tries = iter(range(MOST_COMPARISONS))
    for key, name in new_names.items():
        matcher, first = SequenceMatcher(b=plain[key], autojunk=False), plain[key].split()[:1]
        alike = (other for other in names if plain[other].split()[:1] == first or _alike(matcher, plain[other], tries))
        like = [other for other in alike if other != key]
        if like:
            yield Lookalike(name=name, like=tuple(names[other] for other in like))


def _alike(matcher: SequenceMatcher[str], other: str, tries: Iterator[int]) -> bool:
    matcher.set_seq1(other)
    if min(matcher.real_quick_ratio(), matcher.quick_ratio()) < ALIKE or next(tries, None) is None:
        return False
    return matcher.ratio() >= ALIKE


def _without_accents(key: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKD", key) if not unicodedata.combining(letter))


def _same_people(games: Sequence[GameFile], fresh: Sequence[int], persons: Mapping[str, int]) -> Iterable[Objection]:
    # Two names in one game can belong to the same person in this group.
    for number in fresh:
        seated: dict[int, str] = {}
        for name in games[number].table.names:
            person = persons.get(name_key(name))
            if person in seated:
                message = _(
                    "In this group, {first} and {second} are the same person.", first=seated[person], second=name
                )
                yield Objection(place=inside(inside("games", number), "players"), message=message)
            elif person is not None:
                seated[person] = name
