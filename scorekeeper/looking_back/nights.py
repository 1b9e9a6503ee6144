"""List and search a group's nights, newest first and page by page, and each game of one in a line."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from operator import getitem, itemgetter
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, Min, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils.functional import SimpleLazyObject

from scorekeeper.formats.language import distinct
from scorekeeper.looking_back.figures import Person
from scorekeeper.models import Game, Link, Night, Player, Playgroup, Standing
from scorekeeper.recording.game.reading import card_game_of, load_many
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.own_games.reading import played_games
from scorekeeper.recording.sheet.charts import chart
from scorekeeper.recording.sheet.reading import SheetView
from scorekeeper.rules.sheet import partners
from scorekeeper.rules.text import Amount, Half, Text, both, folded, gettext as _, ngettext, with_commas

WATCHED_PER_PAGE, NIGHTS_PER_PAGE, MOST_IN_PROGRESS = 50, 20, 12
# A merged entry's person and mark are those of its main entry.
SEAT_PERSON = Coalesce("seat__player__same_as", "seat__player")
SEAT_MARK = Coalesce("seat__player__same_as__mark", "seat__player__mark")


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnScore:
    """A column's place and total, if known, in a game's summary line, in half points. `people` are in seat order."""

    people: tuple[Person, ...]
    rank: int
    total: Half | None
    won: bool

    @property
    def name(self) -> Text:
        """The column's name: the player's name or the partners' names."""
        return partners([person.name for person in self.people])

    @property
    def faces(self) -> tuple[int, ...]:
        return tuple(person.mark for person in self.people)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A game's summary line. `name` is the name of its rules, or their slug if they are unknown."""

    game: Game
    name: Text
    scores: tuple[ColumnScore, ...]

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of all winners; partners are listed separately."""
        return tuple(person.name for score in self.scores if score.won for person in score.people)

    @property
    def places(self) -> list[dict[str, Any]]:
        """Each score in words, best first, as the sheet's `End` has them. Points being counted aren't stored yet."""
        card_game = card_game_of(self.game)
        if card_game and card_game.rules.way == "tally" and self.game.state == Game.State.PLAYING:
            return []
        most = max([score.total or 0 for score in self.scores], default=0)
        return [
            {
                "name": score.name,
                "faces": score.faces,
                "rank": score.rank if self.winners or score.total is not None else None,
                "total": score.total,
                "share": round(100 * max(score.total or 0, 0) / max(most, 1)),
                "won": score.won,
                "gap": _gap(score, self.scores[0].total),
            }
            for score in self.scores
        ]


def _gap(score: ColumnScore, first: Half | None) -> Text | None:
    """Return how far a score is behind the first one, or ahead of it."""
    if score.won:
        return _("won")
    if score.total is None or first is None or score.total == first:
        return None
    by = Amount(half=Half(abs(first - score.total)))
    return _("{points} behind", points=by) if score.total < first else _("{points} more", points=by)


def game_lines(games: Sequence[Game]) -> list[GameLine]:
    """Return these games' summary lines, with one query for all scores. The games must be loaded with their nights."""
    scores: defaultdict[int, dict[str, ColumnScore]] = defaultdict(dict)
    standings = Standing.objects.filter(game__in=games, seat__isnull=False).order_by("game_id", "seat__number")
    ended = "column", "rank", "half_points", "winner"
    rows = standings.values_list("game_id", SEAT_MARK, SEAT_PERSON, "seat__player__name", *ended)
    for game_id, of_game in groupby(rows, key=itemgetter(0)):
        seats = list(of_game)
        marks = distinct([mark for _game, mark, *_rest in seats])
        for mark, (_game, _mark, player, name, column, rank, total, won) in zip(marks, seats, strict=True):
            people = scores[game_id][column].people if column in scores[game_id] else ()
            person = Person(id=player, name=name, mark=mark)
            scores[game_id][column] = ColumnScore(people=(*people, person), rank=rank, total=total, won=won)
    return [
        GameLine(
            game=game,
            name=card_game.rules.name if (card_game := card_game_of(game)) else _("{rules}", rules=game.rules),
            scores=tuple(sorted(scores[game.pk].values(), key=lambda score: score.rank)),
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


def choices(group: Playgroup) -> dict[str, Any]:
    """Return the choices of a search for nights, the `usual` rules, unless two are tied, and if games are `hidden`."""
    players = Player.objects.filter(group=group, same_as=None).order_by("name_key").values_list("pk", "name")
    games = Game.objects.filter(group=group).order_by().values_list("hidden", "rules", "night__date__year")
    rows = list(games.annotate(games=Count("pk")))
    played = Counter[str]()
    for hidden, slug, _year, count in rows:
        if not hidden:
            played[slug] += count
    slugs, known = sorted(played), played_games(group.pk, played)
    most = [slug for slug in slugs if played[slug] == max(played.values())]
    return {
        "players": list(players),
        "rules": [(slug, known[slug].rules.name if slug in known else None) for slug in slugs],
        "usual": most[0] if len(most) == 1 else None,
        "years": sorted({year for hidden, _slug, year, _count in rows if not hidden}, reverse=True),
        "hidden": any(hidden for hidden, *_rest in rows),
    }


def nights_page(group: Playgroup, number: int = 1, *, hidden: bool = False, **wanted: Any) -> Page[Any]:
    """Return a page of nights, of all or of those `wanted`, with games that are `hidden` or not; or the nearest page.

    `q` is searched for word by word, in places and notes. Each night comes with how many of its games are `over` and
    being played, the slugs of their `rules`, and its `winners`, most wins first, with what they have `won` in words.
    """
    page: Page[Any] = Paginator(_matching(group, hidden=hidden, **wanted), NIGHTS_PER_PAGE).get_page(max(1, number))
    by_id, shown = Night.objects.in_bulk(list(page)), dict[int, dict[str, Any]]()
    games = Game.objects.filter(night__in=list(page), hidden=hidden).order_by().values_list("night", "rules")
    over, playing = (Count("pk", filter=Q(state=state)) for state in (Game.State.OVER, Game.State.PLAYING))
    for night, rules, ended, begun in games.annotate(over=over, playing=playing):
        each = shown.setdefault(night, {"night": by_id[night], "rules": [], "over": 0, "playing": 0, "winners": []})
        each |= {"rules": [*each["rules"], rules], "over": each["over"] + ended, "playing": each["playing"] + begun}
    won = Standing.objects.filter(game__night__in=list(page), game__hidden=hidden, seat__isnull=False, winner=True)
    name_of = Coalesce("seat__player__same_as__name", "seat__player__name")
    persons = won.values_list("game__night", SEAT_PERSON, name_of, SEAT_MARK)
    counted = persons.annotate(wins=Count("pk"), first=Min("game"), seat=Min("seat__number"))
    for night, player, name, mark, wins, *_first in counted.order_by("-wins", "first", "seat"):
        if night in shown:
            shown[night]["winners"].append((Person(id=player, name=name, mark=mark), wins))
    for each in shown.values():
        each["won"] = who_won((person.name, wins) for person, wins in each["winners"])
    # A night has no games if its last one was hidden between these queries.
    page.object_list = [shown[night] for night in page if night in shown]
    return page


def who_won(wins: Iterable[tuple[str, int]]) -> Text | None:
    """Return how often people with these names won, most wins first: "Ida won twice, Zoë once"; None if nobody did."""
    texts: list[Text] = []
    for count, rows in groupby(wins, key=itemgetter(1)):
        names = [name for name, _wins in rows]
        times = {1: _("once"), 2: _("twice")}.get(count) or ngettext("{count} time", "{count} times", count)
        times = _("{times} each", times=times) if len(names) > 1 else times
        text = _("{names} {times}") if texts else _("{names} won") if count == 1 else _("{names} won {times}")
        texts.append(replace(text, values={"names": both(names), "times": times}))
    return with_commas(texts) if texts else None


def in_progress(group: Playgroup) -> list[tuple[Game, Any]]:
    """Return a group's newest games in progress, each with its line, sheet and chart, all read at the first use."""
    playing = Game.objects.filter(group=group, hidden=False, state=Game.State.PLAYING)
    rows = list(playing.select_related("night", "group").order_by("-id")[:MOST_IN_PROGRESS])

    cards = SimpleLazyObject(
        lambda: {
            stored.game.pk: {"line": line, "sheet": SheetView(stored), "chart": chart(stored)}
            if isinstance(stored, GameRecord)
            else {"line": line}
            for line, stored in zip(game_lines(rows), load_many(rows), strict=True)
        }
    )
    return [(row, SimpleLazyObject(partial(getitem, cards, row.pk))) for row in rows]


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
    words = folded(q).split()
    if not words:
        return list(nights.values_list("pk", flat=True))
    # Compare in Python, since SQLite ignores case only for ASCII letters and limits the length of patterns.
    texts = nights.exclude(place="", note="").values_list("pk", "place", "note")
    return [pk for pk, place, note in texts if all(word in folded(f"{place}\n{note}") for word in words)]
