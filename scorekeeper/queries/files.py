"""The games of a group, a night, or one alone, as a file would hold them; and what of a group there is to write."""

import datetime
import unicodedata
import zoneinfo
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, Q, QuerySet

from scorekeeper.exchange.sheets import MOST_HANDS, GameFile, HandFile
from scorekeeper.games import all_games
from scorekeeper.models import Game, Membership, Night, Playgroup, Upload
from scorekeeper.queries.records import AnyRules, GameRecord, load_many
from scorekeeper.rules.sheet import STOPS


@dataclass(frozen=True, kw_only=True)
class Selection:
    """Games to be written, in the order of playing. `left_out` cannot be: rules not known here, or too many hands."""

    games: tuple[Game, ...]
    left_out: tuple[Game, ...]

    @property
    def rules(self) -> tuple[AnyRules, ...]:
        """The rules of these games, each once."""
        slugs = {game.rules for game in self.games}
        return tuple(game.rules for slug, game in all_games().items() if slug in slugs)

    def files(self) -> Iterator[GameFile]:
        """The games one after another, so that one alone is replayed in memory at a time."""
        records = deque(record for record in load_many(self.games) if isinstance(record, GameRecord))
        while records:
            yield game_file(records.popleft())


@dataclass(frozen=True, kw_only=True)
class FilesPage:
    """What there is to take out of a group: how many games by year, newest first; hidden ones, and of unknown rules."""

    years: Mapping[int, int]
    hidden: int
    unknown: int

    @property
    def games(self) -> int:
        """How many games can be written."""
        return sum(self.years.values())


def files_page(group: Playgroup) -> FilesPage:
    """Count what can be taken out of a group."""
    known = set(all_games())
    rows = Game.objects.filter(group=group).values_list("night__date__year", "hidden", "rules")
    counts = Counter((year, hidden, slug in known) for year, hidden, slug in rows)
    years = Counter[int]()
    for (year, hidden, is_known), count in counts.items():
        years[year] += count if is_known and not hidden else 0
    return FilesPage(
        years={year: years[year] for year in sorted(years, reverse=True) if years[year]},
        hidden=sum(count for (_year, hidden, _known), count in counts.items() if hidden),
        unknown=sum(count for (_year, hidden, is_known), count in counts.items() if not is_known and not hidden),
    )


def of_group(group: Playgroup, *, year: int | None = None, with_hidden: bool = False) -> Selection:
    """All games of a group, or those of the nights of a year."""
    games = Game.objects.filter(group=group)
    return _selection(games if year is None else games.filter(night__date__year=year), with_hidden=with_hidden)


def of_night(night: Night, *, with_hidden: bool = False) -> Selection:
    """The games of a night."""
    return _selection(Game.objects.filter(night=night), with_hidden=with_hidden)


def of_game(game: Game) -> Selection:
    """One game, also a hidden one."""
    return _selection(Game.objects.filter(pk=game.pk), with_hidden=True)


def game_file(record: GameRecord) -> GameFile:
    """A stored game as a file holds it. A hand that is typed is none yet, nor is one that must be put right."""
    game = record.game
    zone = zoneinfo.ZoneInfo(game.group.time_zone)
    started = _local(game.started_at, zone)
    ended = _local(max(game.ended_at, game.started_at), zone) if game.ended_at else None
    return GameFile(
        rules=record.rules,
        table=record.table,
        hands=tuple(_hands(record)),
        sheet=record.sheet,
        id=str(game.uid),
        night=game.night.date,
        started=started,
        ended=ended,
        stopped=STOPS.get(game.stopped, ""),
        place=_tidy(game.night.place),
        note=_tidy(game.night.note),
    )


def find_night(group: Playgroup, date: datetime.date) -> Night | None:
    """The night of a group on a date."""
    return Night.objects.filter(group=group, date=date).first()


def find_game(group: Playgroup, wanted: str) -> Game | None:
    """The game of a group with this number."""
    return Game.objects.filter(group=group, pk=int(wanted)).first() if wanted.isdecimal() and len(wanted) < 19 else None


def upload_of(member: Membership, upload_id: int) -> Upload | None:
    """A file that this member is looking at, with its content; nobody else's."""
    return Upload.objects.filter(member=member, pk=upload_id).first()


def _selection(games: QuerySet[Game], *, with_hidden: bool) -> Selection:
    games = games if with_hidden else games.filter(hidden=False)
    dealt = Count("hands", filter=Q(hands__entry__isnull=False))
    ordered = games.select_related("group", "night").annotate(dealt=dealt)
    found = list(ordered.order_by("night__date", "started_at", "pk"))
    known = all_games()
    written = [game for game in found if game.rules in known and game.dealt <= MOST_HANDS]
    kept = {game.pk for game in written}
    return Selection(games=tuple(written), left_out=tuple(game for game in found if game.pk not in kept))


def _hands(record: GameRecord) -> Iterator[HandFile]:
    sheet = record.sheet
    saved = record.saved if record.contradiction is None else record.saved[: len(sheet.hands)]
    for number, hand in enumerate(saved):
        late = number >= len(sheet.hands)
        before = sheet if late else replace(sheet, hands=sheet.hands[:number], outcome=None)
        entry = record.entry(hand) if late else sheet.hands[number].entry
        # A warning may be newer than the save: another hand was corrected since. A reader would stop at it.
        accepted = hand.accepted or any(record.rules.problems(before, hand.dealer, entry))
        yield HandFile(dealer=hand.dealer, entry=entry, score_anyway=accepted, after_end=late)


def _local(moment: datetime.datetime, zone: zoneinfo.ZoneInfo) -> datetime.datetime:
    # By the group's wall clock; in UTC where that differed from it by seconds, which no file can say.
    local = moment.astimezone(zone)
    offset = local.utcoffset() or datetime.timedelta()
    return local if offset % datetime.timedelta(minutes=1) == datetime.timedelta() else moment.astimezone(datetime.UTC)


def _tidy(text: str) -> str:
    # As a file can carry it: line breaks made one kind, other control characters spaces.
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(" " if unicodedata.category(each) == "Cc" and each != "\n" else each for each in text)
