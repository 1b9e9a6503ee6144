"""List and search a group's nights, newest first and page by page, and each game of one in a line."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, Window
from django.db.models.functions import Coalesce, RowNumber
from django.utils.functional import SimpleLazyObject

from scorekeeper.formats.language import distinct
from scorekeeper.looking_back.figures import Person
from scorekeeper.models import Game, Link, Night, Player, Playgroup, Seat, Standing
from scorekeeper.recording.game.reading import card_game_of, load_many
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.rules.sheet import partners
from scorekeeper.rules.text import Half, Text, gettext as _

WATCHED_PER_PAGE = 50  # games per page


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnScore:
    """A column's total in a game's summary line, in half points. `people` lists its players in seat order."""

    people: tuple[Person, ...]
    total: Half
    won: bool

    @property
    def name(self) -> Text:
        """The column's name: the player's name or the partners' names."""
        return partners([person.name for person in self.people])


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game's summary line. `name` is the name of its rules, or their slug if they are unknown."""

    game: Game
    name: Text
    over: bool
    scores: tuple[ColumnScore, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of all winners; partners are listed separately."""
        return tuple(person.name for score in self.scores if score.won for person in score.people)

    def score_of(self, person: Person) -> ColumnScore | None:
        """Return the score of this person's column, or None if they didn't play."""
        return next((score for score in self.scores if person.id in {player.id for player in score.people}), None)


def game_lines(games: Sequence[Game]) -> list[GameLine]:
    """Return these games' summary lines, with one query for all scores. The games must be loaded with their nights."""
    scores: defaultdict[int, dict[str, ColumnScore]] = defaultdict(dict)
    marks: defaultdict[int, dict[int, int]] = defaultdict(dict)
    standings = Standing.objects.filter(game__in=games, seat__isnull=False).order_by("rank", "seat__number")
    rows = standings.values_list(
        "game_id",
        "seat__number",
        Coalesce("seat__player__same_as__mark", "seat__player__mark"),
        "column",
        Coalesce("seat__player__same_as", "seat__player"),
        "seat__player__name",
        "half_points",
        "winner",
    )
    for game_id, seat, mark, *_rest in rows:
        marks[game_id][seat] = mark
    for game_id, by_seat in marks.items():
        seats = sorted(by_seat)
        marks[game_id] = dict(zip(seats, distinct([by_seat[seat] for seat in seats]), strict=True))
    for game_id, seat, _mark, column, player, name, total, won in rows:
        people = scores[game_id][column].people if column in scores[game_id] else ()
        person = Person(id=player, name=name, mark=marks[game_id][seat])
        scores[game_id][column] = ColumnScore(people=(*people, person), total=Half(total), won=won)
    return [
        GameLine(
            game=game,
            name=card_game.rules.name if (card_game := card_game_of(game)) else _("{rules}", rules=game.rules),
            over=game.state == Game.State.OVER,
            scores=tuple(scores[game.pk].values()),
        )
        for game in games
    ]


def watched_games(link: Link, number: int = 1) -> Page[Any]:
    """Return a page of the games that a group's watch link shows, as lines, newest first, excluding hidden ones."""
    games = Game.objects.filter(group=link.group_id, hidden=False)
    newest_first = games.select_related("night").order_by("-night__date", "-id")
    page: Page[Any] = Paginator(newest_first, WATCHED_PER_PAGE).get_page(max(1, number))
    page.object_list = game_lines(list(page))
    return page


NIGHTS_PER_PAGE = 20
MOST_LINES = 12  # the most lines for a night's games, and for games in progress


def choices(group: Playgroup) -> dict[str, Any]:
    """Return what nights can be found by: players and rules, each with a name, and years, and if any are `hidden`."""
    players = Player.objects.filter(group=group, same_as=None).order_by("name_key").values_list("pk", "name")
    games = Game.objects.filter(group=group).order_by().values_list("hidden", "rules", "night__date__year")
    rows = set(games.distinct())
    slugs = sorted({slug for hidden, slug, _year in rows if not hidden})
    known = played_games(group.pk, slugs)
    return {
        "players": list(players),
        "rules": [(slug, known[slug].rules.name if slug in known else None) for slug in slugs],
        "years": sorted({year for hidden, _slug, year in rows if not hidden}, reverse=True),
        "hidden": any(hidden for hidden, _slug, _year in rows),
    }


def nights_page(group: Playgroup, number: int = 1, *, hidden: bool = False, **wanted: Any) -> Page[Any]:
    """Return a page of nights, of all or of those `wanted`. If the page number is out of range, use the nearest page.

    They can be in a `year`, include a game with a `player` and certain `rules`, and have every word of `q` in their
    place or note. If `hidden` is set, only hidden games are searched.
    Each night comes with who was there, its first games with everyone's score (None for people who didn't play), and
    how many more games there are. Whoever won most of these games comes first.
    """
    page: Page[Any] = Paginator(_matching(group, hidden=hidden, **wanted), NIGHTS_PER_PAGE).get_page(max(1, number))
    # The nights come from a query of their own: joined, a long note would be read again for each of a thousand games.
    by_id = Night.objects.in_bulk(list(page))
    in_night = Window(RowNumber(), partition_by="night", order_by=("started_at", "id"))
    of_night = Window(Count("pk"), partition_by="night")
    found = Game.objects.filter(night__in=list(page), hidden=hidden).annotate(in_night=in_night, of_night=of_night)
    games: defaultdict[int, list[Any]] = defaultdict(list)
    for game in found.filter(in_night__lte=MOST_LINES).order_by("started_at", "id"):
        game.night = by_id[game.night_id]
        games[game.night_id].append(game)
    lines = {line.game.pk: line for line in game_lines([game for night in page for game in games[night]])}
    players_of = who_was_there(list(page), hidden=hidden)
    shown = []
    # A night has no games if its last one was hidden between these queries.
    for night in filter(games.get, page):
        listed = [lines[game.pk] for game in games[night]]
        wins = Counter(person.id for line in listed for score in line.scores if score.won for person in score.people)
        there = sorted(players_of.get(night, ()), key=lambda person: -wins[person.id])
        # Everybody has the mark of their first game that night.
        played = (person for line in reversed(listed) for score in line.scores for person in score.people)
        mark_of = {person.id: person.mark for person in played}
        marks = distinct([mark_of.get(person.id, person.mark) for person in there])
        there = [replace(person, mark=mark) for person, mark in zip(there, marks, strict=True)]
        rows = [(line, [line.score_of(person) for person in there]) for line in listed]
        more = games[night][0].of_night - len(listed)
        shown.append({"night": by_id[night], "there": there, "rows": rows, "more": more})
    page.object_list = shown
    return page


def in_progress(group: Playgroup) -> list[tuple[Game, Any]]:
    """Return a group's most recent games in progress, newest first, each with its summary line and its next hand.

    These two are read when the first of them is used, for all games at once. A game with unknown rules has no next
    hand; `to_fix` says whether it is a saved hand that has become impossible.
    """
    playing = Game.objects.filter(group=group, hidden=False, state=Game.State.PLAYING)
    rows = list(playing.select_related("night").order_by("-id")[:MOST_LINES])

    @cache
    def cards() -> dict[int, dict[str, Any]]:
        found: dict[int, dict[str, Any]] = {}
        for line, stored in zip(game_lines(rows), load_many(rows), strict=True):
            found[stored.game.pk] = {"line": line}
            if isinstance(stored, GameRecord):
                number = stored.next_number
                found[stored.game.pk]["next_hand"] = {
                    "number": number,
                    "name": stored.rules.hand_name(stored.before(number)),
                    "dealer": stored.dealer_name(stored.dealer_of(stored.hand(number), number)),
                    "to_fix": stored.contradiction is not None,
                }
        return found

    def card(row: Game) -> dict[str, Any]:
        return cards()[row.pk]

    return [(row, SimpleLazyObject(partial(card, row))) for row in rows]


def who_was_there(nights: Sequence[int], *, hidden: bool = False) -> dict[int, tuple[Person, ...]]:
    """Return who played on each night, by night id and in roster order. People with several entries are listed once."""
    seats = Seat.objects.filter(game__night__in=nights, game__hidden=hidden).order_by("player__name_key").distinct()
    person_id = Coalesce("player__same_as", "player")
    mark_of = Coalesce("player__same_as__mark", "player__mark")
    rows = seats.values_list("game__night_id", person_id, "player__name", mark_of, "player__name_key")
    persons_of: dict[int, dict[int, Person]] = {}
    for night, player, name, mark, _key in rows:
        persons_of.setdefault(night, {}).setdefault(player, Person(id=player, name=name, mark=mark))
    return {night: tuple(people.values()) for night, people in persons_of.items()}


def _matching(
    group: Playgroup, *, hidden: bool, player: int | None = None, rules: str = "", year: int | None = None, q: str = ""
) -> list[int]:
    games = Game.objects.filter(night=OuterRef("pk"), hidden=hidden)
    if rules:
        games = games.filter(rules=rules)
    if player is not None:
        games = games.filter(Q(seats__player=player) | Q(seats__player__same_as=player))
    nights = Night.objects.filter(Exists(games), group=group).order_by("-date")
    if year is not None:
        nights = nights.filter(date__year=year)
    words = _folded(q).split()
    if not words:
        return list(nights.values_list("pk", flat=True))
    # Compare in Python, since SQLite ignores case only for ASCII letters and limits the length of patterns.
    texts = nights.exclude(place="", note="").values_list("pk", "place", "note")
    return [pk for pk, place, note in texts if all(word in _folded(f"{place}\n{note}") for word in words)]


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
