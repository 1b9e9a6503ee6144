"""A night's page: its games with their charts, and the highlights of the finished ones."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.functional import SimpleLazyObject

from scorekeeper.games import AnyGame
from scorekeeper.looking_back.figures import Person
from scorekeeper.looking_back.nights import GameLine, game_lines, who_was_there
from scorekeeper.looking_back.sentences import closest, feat_sentence, who_won
from scorekeeper.models import Game, Night, Tally
from scorekeeper.recording.game.reading import card_game_of, load_many
from scorekeeper.recording.game.records import GameRecord, StoredGame
from scorekeeper.recording.sheet.charts import chart
from scorekeeper.rules.statistics import LEAD, MARGIN
from scorekeeper.rules.text import Amount, Half, Text, both, gettext as _, ngettext

# Nights with more games are imported ones. A few games too many stay on the page.
GAMES_PER_PAGE, ORPHANS = 30, 9
MOST_RECAPPED = 200  # A night with more games has no recap.


@dataclass(frozen=True, kw_only=True)
class NightPage:
    """Everything a night's page shows. Apart from the games, it is read only when first used.

    `shown` is the part of the night's games on this page, and `rows` are all of them, or empty if there are too many.
    The `games`, their summary `lines`, and the `records` of finished ones are those of that part.
    """

    night: Night
    shown: Page[Game]
    rows: tuple[Game, ...]

    @property
    def games(self) -> list[tuple[int, Game, Any]]:
        """Each game's number on that night, its row, and what is shown of it, which is read when first used."""
        numbered = enumerate(self.shown, self.shown.start_index())
        return [(number, row, SimpleLazyObject(partial(self._card, row))) for number, row in numbered]

    def _card(self, row: Game) -> dict[str, Any]:
        """Return a game's line and its chart, or None while it is in progress or if its rules are unknown.

        `here` is the start of a query string that selects the game's sheet on a watch link's page.
        """
        record = self.records.get(row.pk)
        drawn = chart(record) if isinstance(record, GameRecord) else None
        return {"line": self.lines[row.pk], "chart": drawn, "here": f"game={row.pk}&"}

    @property
    def several_rules(self) -> bool:
        """Whether the night's games had different rules, in which case each game's rules are shown."""
        return len({row.rules for row in self.rows or self.shown}) > 1

    @cached_property
    def lines(self) -> dict[int, GameLine]:
        return {line.game.pk: line for line in game_lines(list(self.shown))}

    @cached_property
    def records(self) -> dict[int, StoredGame]:
        over = [row for row in self.shown if row.state == Game.State.OVER]
        return {record.game.pk: record for record in load_many(over)}

    @cached_property
    def there(self) -> tuple[Person, ...]:
        """The people who played a game that isn't hidden."""
        return who_was_there([self.night.pk]).get(self.night.pk, ())

    @cached_property
    def recap(self) -> dict[str, Any] | None:
        """A few sentences about the finished games, and their highlights; None if no game is over or too many are."""
        on_one_page = self.shown.paginator.num_pages == 1
        lines = list(self.lines.values()) if on_one_page else game_lines(self.rows)
        games = [(number, line) for number, line in enumerate(lines, 1) if line.over and not line.game.hidden]
        if not games:
            return None
        played = {line.game.rules: card_game for line in lines if (card_game := card_game_of(line.game))}
        low_wins = {slug: card_game.rules.low_wins for slug, card_game in played.items()}
        same_rules = len({line.game.rules for _number, line in games}) == 1
        highlights = list(_highlights([line.game.pk for _number, line in games], played))
        feat = next((highlight["told"] for highlight in highlights if highlight["told"]), None)
        sentences = (who_won(games, low_wins), closest(games, low_wins) if same_rules else None, feat)
        return {"sentences": [text for text in sentences if text is not None], "highlights": highlights}

    @property
    def neighbors(self) -> tuple[Night | None, Night | None]:
        """The nights before and after this one, if there are any. Nights with only hidden games are skipped."""
        nights = Night.objects.filter(group=self.night.group_id, games__hidden=False).distinct()
        earlier = nights.filter(date__lt=self.night.date).order_by("-date").first()
        return earlier, nights.filter(date__gt=self.night.date).order_by("date").first()


def night_page(night: Night, number: int = 0, *, with_hidden: bool = False) -> NightPage:
    """Return a page of a night with its games, by default the last page; hidden games are included only on request."""
    games = night.games.order_by("started_at", "id")
    games = games if with_hidden else games.filter(hidden=False)
    rows = tuple(games[: MOST_RECAPPED + 1])
    is_recapped = len(rows) <= MOST_RECAPPED
    pages = Paginator(rows if is_recapped else games, GAMES_PER_PAGE, orphans=ORPHANS)
    shown = pages.get_page(number or pages.num_pages)
    return NightPage(night=night, shown=shown, rows=rows if is_recapped else ())


def words_digest(night: Night) -> str:
    """Return a short hash of the night's place and note, to detect changes; empty if both are empty."""
    if not night.place and not night.note:
        return ""
    return hashlib.sha256(repr((night.place, night.note)).encode()).hexdigest()[:16]


def _highlights(games: Sequence[int], played: Mapping[str, AnyGame]) -> Iterator[dict[str, Any]]:
    keys = {feat.key for game in played.values() for feat in game.feats} | {LEAD, MARGIN}
    rows = Tally.objects.filter(game__in=games, player__isnull=False, key__in=keys)
    tallies = list(rows.select_related("player").order_by("game__started_at", "game", "column", "player"))
    for slug, game in played.items():
        for feat in game.feats:
            of_feat = [tally for tally in tallies if tally.rules == slug and tally.key == feat.key]
            amounts = [tally.amount if feat.whole else tally.most for tally in of_feat]
            best = max(amounts, default=0)
            if best > 0:
                holders = [tally for amount, tally in zip(amounts, of_feat, strict=True) if amount == best]
                told = feat_sentence(feat, _names(holders), best)
                rules = game.rules.name if len(played) > 1 else None
                yield _highlight(feat.label, _("{points}", points=Amount(half=Half(best))), holders, rules, told)
    if leads := [tally for tally in tallies if tally.key == LEAD]:
        most = max(tally.most for tally in leads)
        amount = ngettext("{count} hand", "{count} hands", most)
        yield _highlight(_("Longest lead"), amount, [tally for tally in leads if tally.most == most])
    # After a single game, the sentences say how it ended.
    if len(games) > 1 and (margins := [tally for tally in tallies if tally.key == MARGIN]):
        least = min(tally.amount for tally in margins)
        first = next(tally for tally in margins if tally.amount == least)
        amount = _("{points} apart", points=Amount(half=Half(least))) if least else _("a tie")
        yield _highlight(_("Closest finish"), amount, [tally for tally in margins if tally.game_id == first.game_id])


def _highlight(
    label: Text, much: Text, tallies: Sequence[Tally], rules: Text | None = None, told: Text | None = None
) -> dict[str, Any]:
    """Return a highlight. Tied players share it; the hand is the first player's. `told` is a feat's sentence."""
    first, who = tallies[0], _("{names}", names=both(_names(tallies)))
    about = {"label": label, "who": who, "much": much, "rules": rules, "told": told}
    return about | {"game": first.game_id, "hand": first.hand}


def _names(tallies: Iterable[Tally]) -> Iterable[str]:
    return dict.fromkeys(tally.player.name for tally in tallies if tally.player is not None)
