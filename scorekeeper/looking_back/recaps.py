"""A night's page: its games with their charts, and what happened in the finished ones."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models.functions import Coalesce
from django.utils.functional import SimpleLazyObject, cached_property

from scorekeeper.games import AnyGame
from scorekeeper.looking_back import nights
from scorekeeper.looking_back.figures import feat_sentence
from scorekeeper.looking_back.nights import ColumnScore, GameLine, game_lines
from scorekeeper.models import Game, Night, Player, Seat, Tally
from scorekeeper.recording.game.reading import card_game_of, load_many
from scorekeeper.recording.game.records import GameRecord
from scorekeeper.recording.sheet.charts import chart
from scorekeeper.recording.sheet.stories import told_on_the_night
from scorekeeper.rules.statistics import LEAD, MARGIN
from scorekeeper.rules.text import NOTHING, Amount, Half, Text, both, gettext as _, ngettext

# Nights with more games are imported ones. A few games too many stay on the page.
GAMES_PER_PAGE, ORPHANS = 30, 9
MOST_RECAPPED = 200  # A night with more games has no recap.
FEWEST_VALUES = 3  # The best of fewer is no highlight.


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
        """Return a game's line, its chart and story once it is over, and `here`, which starts a link's query."""
        line, record = self.lines[row.pk], self.records.get(row.pk)
        story = told_on_the_night(record) if record else ()
        shown = {"line": line, "chart": record and chart(record), "story": story, "here": f"game={row.pk}&"}
        return shown | {"is_result": record is not None and record.is_result}

    @cached_property
    def lines(self) -> dict[int, GameLine]:
        return {line.game.pk: line for line in game_lines(list(self.shown))}

    @cached_property
    def records(self) -> dict[int, GameRecord]:
        over = [row for row in self.shown if row.state == Game.State.OVER]
        return {record.game.pk: record for record in load_many(over) if isinstance(record, GameRecord)}

    @cached_property
    def there(self) -> list[Player]:
        """Who played a game that isn't hidden, in roster order. Nobody is listed twice."""
        seats = Seat.objects.filter(game__night=self.night, game__hidden=False)
        people = seats.values(person=Coalesce("player__same_as", "player"))
        return list(Player.objects.filter(pk__in=people).order_by("name_key"))

    @cached_property
    def recap(self) -> dict[str, Any] | None:
        """A few sentences about the finished games, and their highlights; None if no game is over or too many are."""
        on_one_page = self.shown.paginator.num_pages == 1
        lines = list(self.lines.values()) if on_one_page else game_lines(self.rows)
        games = [(number, line) for number, line in enumerate(lines, 1) if line.game.ended_at and not line.game.hidden]
        if not games:
            return None
        played = {line.game.rules: card_game for line in lines if (card_game := card_game_of(line.game))}
        low_wins = {slug: card_game.rules.low_wins for slug, card_game in played.items()}
        highlights = list(_highlights([line for _number, line in games], played))
        feat = next((highlight["told"] for highlight in highlights if highlight["told"]), None)
        return {"sentences": [who_won(games, low_wins), *([feat] if feat else [])], "highlights": highlights}

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


def _highlights(lines: Sequence[GameLine], played: Mapping[str, AnyGame]) -> Iterator[dict[str, Any]]:
    games = [line.game.pk for line in lines]
    persons = {(line.game.pk, person.id): person for line in lines for score in line.scores for person in score.people}

    def highlight(
        label: Text, much: Text, tallies: Sequence[Tally], rules: Text | None = None, told: Text | None = None
    ) -> dict[str, Any]:
        """Return a highlight. Tied players share it; the hand is the first player's. `told` is a feat's sentence."""
        players = [(tally.game_id, tally.player) for tally in tallies if tally.player is not None]
        held = [persons[game, player.same_as_id or player.pk] for game, player in players]
        about = {"label": label, "people": list({person.name: person for person in held}.values()), "much": much}
        return about | {"rules": rules, "told": told, "game": tallies[0].game_id, "hand": tallies[0].hand}

    keys = {feat.key for game in played.values() for feat in game.feats} | {LEAD, MARGIN}
    rows = Tally.objects.filter(game__in=games, player__isnull=False, key__in=keys)
    tallies = list(rows.select_related("player").order_by("game__started_at", "game", "column", "player"))
    for slug, game in played.items():
        for feat in game.feats:
            of_feat = [tally for tally in tallies if tally.rules == slug and tally.key == feat.key]
            amounts = [tally.amount if feat.whole else tally.most for tally in of_feat]
            best, values = max(amounts, default=0), {*amounts}
            # A sum can also tell that there was a value below everybody's best.
            less = not feat.whole and any(tally.amount < tally.count * min(values) for tally in of_feat)
            if best > 0 and len(values) + less >= FEWEST_VALUES:
                holders = [tally for amount, tally in zip(amounts, of_feat, strict=True) if amount == best]
                names = dict.fromkeys(tally.player.name for tally in holders if tally.player is not None)
                told = feat_sentence(feat, names, best)
                rules = game.rules.name if len(played) > 1 else None
                yield highlight(feat.label, _("{points}", points=Amount(half=Half(best))), holders, rules, told)
    leads = [tally for tally in tallies if tally.key == LEAD]
    if (most := max((tally.most for tally in leads), default=0)) >= FEWEST_VALUES:  # having been each number below
        amount = ngettext("{count} hand", "{count} hands", most)
        yield highlight(_("Longest lead"), amount, [tally for tally in leads if tally.most == most])
    margins = [tally for tally in tallies if tally.key == MARGIN]
    if len({tally.amount for tally in margins}) >= FEWEST_VALUES:
        first = min(margins, key=attrgetter("amount"))
        amount = _("{points} apart", points=Amount(half=Half(first.amount))) if first.amount else _("a tie")
        yield highlight(_("Closest finish"), amount, [tally for tally in margins if tally.game_id == first.game_id])


def lead(line: GameLine, low_wins: Mapping[str, bool]) -> tuple[Half | None, ColumnScore | None]:
    """Return how far the winner was ahead, and of whom: 0 if shared, None if unknown or not by the best total."""
    winners = [score for score in line.scores if score.won]
    others = [score for score in line.scores if not score.won]
    if len(winners) > 1:
        return NOTHING, None
    low, totals = low_wins.get(line.game.rules), [score.total for score in others if score.total is not None]
    if not winners or not totals or low is None or winners[0].total is None:
        return None, None
    total = min(totals) if low else max(totals)
    ahead = total - winners[0].total if low else winners[0].total - total
    second = next(score for score in others if score.total == total)
    return (Half(ahead), second) if ahead > 0 else (None, None)


def who_won(games: Sequence[tuple[int, GameLine]], low_wins: Mapping[str, bool]) -> Text:
    """Return who won a night's only game, or how often each player won, and why that doesn't add up to the games."""
    wins = Counter(name for _number, line in games for name in line.winners)
    if not wins:
        return _("Nobody won.")
    if len(games) > 1:
        said = _("{wins}.", wins=nights.who_won(wins.most_common()) or "")
        # Whoever won exactly the same games, like partners, counts once.
        together = {tuple(name in line.winners for _number, line in games) for name in wins}
        winners = [sum(won) for won in zip(*together, strict=True)]
        nobody, shared = winners.count(0), sum(number > 1 for number in winners)
        for count, more in (
            (shared, ngettext("One game had more than one winner.", "{count} games had more than one winner.", shared)),
            (nobody, ngettext("One game had no winner.", "{count} games had no winner.", nobody)),
        ):
            said = _("{said} {more}", said=said, more=more) if count else said
        return said
    [(_number, line)] = games
    names, (ahead, second) = both(line.winners), lead(line, low_wins)
    if ahead == 0:
        return _("{names} tied for the win.", names=names)
    won = next(score.total for score in line.scores if score.won)
    if won is None:
        return _("{names} won.", names=names)
    total = Amount(half=won)
    if ahead is None or second is None:
        return _("{names} won with {points}.", names=names, points=total)
    others, apart = both(person.name for person in second.people), Amount(half=ahead)
    text = _("{names} won with {points}, {ahead} ahead of {second}.")
    return replace(text, values={"names": names, "points": total, "ahead": apart, "second": others})
