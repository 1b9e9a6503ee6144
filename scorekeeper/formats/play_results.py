"""Read a single play of Board Game Stats as a game of which only the result is known. FORMAT.md: Board Game Stats.

Whatever is missing, or of a wrong type, is as if it were empty.
"""

import json
import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import count
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.formats.language import MINUS, NameRefused, clean_name, isolated, name_key
from scorekeeper.formats.parsing import Report
from scorekeeper.formats.results import Party, UnfitError, result_game
from scorekeeper.formats.sheets import GameFile
from scorekeeper.formats.values import YEARS, Node
from scorekeeper.games import AnyGame
from scorekeeper.rules import limits
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import Half

Row = Mapping[str, Any]
Team = str | int

# The namespace for the ids of plays without one. Never change it, or they would be added a second time.
PLAYS = uuid.UUID("c53c7d0e-6f0b-5d8e-8f5a-1f4b7b1f2a90")
MOMENT = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}")
NIGHT_ENDS = timedelta(hours=6)  # after midnight
NUMBER = r"[0-9]{1,9}(?:\.[0-9]{0,2})?"  # three digits after a comma could be thousands
TERM = re.compile(rf"[+-]?{NUMBER}")
SUM = re.compile(rf"[+-]?{NUMBER}(?:\s*[+-]\s*{NUMBER}){{0,99}}\s*\+?")


@dataclass(frozen=True, slots=True)
class Export:
    """What the plays of a file refer to by id. `equal` counts those without an id of their own that say the same."""

    players: Mapping[str, Row]
    locations: Mapping[str, Row]
    today: date
    equal: Counter[str] = field(default_factory=Counter)

    def game_of(self, play: Row, moment: datetime, card_game: AnyGame) -> tuple[GameFile, str]:
        """Return a play as a game, and why only who won is kept, if so. Raise `UnfitError` if it can't be a game."""
        night = (moment - NIGHT_ENDS).date()
        if night > self.today:
            raise UnfitError(_("This date is in the future."))
        rows = _seated(rows_at(play, "playerScores"))
        names, rules = self._names(rows), card_game.rules
        table: Table[Any] = Table(names=names, options=rules.house_rules, first_dealer=0)
        sides = rules.sides(table) if len(names) in rules.players else ()
        teams = _teams(play, rows, together=len(sides) == 1)
        won, (scores, why) = _won(rows), _scores(rows, teams)
        if won is None and (len({*teams}) == 1 or not (scores or why)):  # Against nobody, scores don't decide.
            won = [False] * len(rows)
        members = defaultdict[tuple[Team, Half | None, bool | None], list[str]](list)
        for at, (name, team) in enumerate(zip(names, teams, strict=True)):
            # Without sides, everybody is a party, so that they stay in the order of their seats.
            members[team if len(sides) > 1 else at, scores.get(team), won[at] if won else None].append(name)
        parties = [Party(names=tuple(them), total=total, won=has_won) for (_, total, has_won), them in members.items()]
        place = _text(self.locations.get(id_at(play, "locationRefId"), {}).get("name"))
        about: dict[str, Any] = {"id": self._id_of(play), "night": night, "place": place}
        try:
            game = result_game(card_game, parties, **about, note=_text(play.get("comments")))
        except UnfitError as unfit:
            raise UnfitError(f"{why} {unfit}".strip()) from None
        return game, why and _("Only who won is kept. {why}").format(why=why)

    def _names(self, rows: Sequence[Row]) -> tuple[str, ...]:
        """Return the players' names. Whoever is anonymous is a guest."""
        people = [self.players.get(id_at(row, "playerRefId"), {}) for row in rows]
        names = ["" if person.get("isAnonymous") is True else _text(person.get("name")).strip() for person in people]
        if not all(name or person.get("isAnonymous") is True for name, person in zip(names, people, strict=True)):
            raise UnfitError(_("The file doesn’t name a player."))
        taken = {*map(name_key, names)}
        numbered = (_("Guest {number}").format(number=number) if number > 1 else _("Guest") for number in count(1))
        guests = (guest for guest in numbered if name_key(guest) not in taken)
        return tuple(name or next(guests) for name in names)

    def _id_of(self, play: Row) -> str:
        """Return a play's id. Without one, it follows from what the play says, and how many before say the same."""
        if identity := Node(play, (), Report()).identity("uuid"):
            return identity
        content = json.dumps([play.get(key) for key in ("gameRefId", "playDate", "playerScores")], sort_keys=True)
        self.equal[content] += 1
        return str(uuid.uuid5(PLAYS, f"{self.equal[content]} {content}"))


def moment_of(play: Row) -> datetime | None:
    """Return when a play was, by the clock on the wall, or None if that can't be read."""
    text, moment = play.get("playDate"), None
    if isinstance(text, str) and MOMENT.fullmatch(text):
        with suppress(ValueError):
            moment = datetime.fromisoformat(text)
    return moment if moment and moment.year - 1 in YEARS else None  # its night can be in the year before


def _seated(rows: Sequence[Row]) -> Sequence[Row]:
    """Return the players in the order of their seats, if it is known, or else from the first player on."""
    seats = {seat for row in rows if type(seat := row.get("seatOrder")) is int}
    if len(seats) == len(rows):
        return sorted(rows, key=itemgetter("seatOrder"))
    first = next((at for at, row in enumerate(rows) if row.get("startPlayer") is True), 0)
    return [*rows[first:], *rows[:first]]


def _teams(play: Row, rows: Sequence[Row], *, together: bool) -> list[Team]:
    """Return what is equal for teammates. If a play doesn't use teams, those that it has are left from another time."""
    teams = [id_at(row, "team") if play.get("usesTeams") is not False else "" for row in rows]
    against_nobody = len({*teams}) == 1
    return [0 if together else at if against_nobody else team or at for at, team in enumerate(teams)]


def _won(rows: Sequence[Row]) -> list[bool] | None:
    """Return who won, by the marks of winners or else by rank, or None if nothing says it."""
    marked = [row.get("winner") is True for row in rows]
    if any(marked):
        return marked
    ranks = [rank if type(rank := row.get("rank")) is int else 0 for row in rows]
    return [rank == 1 for rank in ranks] if any(rank > 0 for rank in ranks) else None


def _scores(rows: Sequence[Row], teams: Sequence[Team]) -> tuple[dict[Team, Half], str]:
    """Return the score of each team, or why there are none: nothing, if none are given."""
    given: dict[Team, set[Half]] = {team: set() for team in teams}
    try:
        for row, team in zip(rows, teams, strict=True):
            if (score := _half(row.get("score"))) is not None:
                given[team].add(score)
    except UnfitError as unfit:
        return {}, str(unfit)
    if all(len(scores) == 1 for scores in given.values()):
        return {team: score for team, (score,) in given.items()}, ""
    if not any(given.values()):
        return {}, ""
    return {}, _("Teammates have different scores.") if all(given.values()) else _("Some scores are missing.")


def _half(score: object) -> Half | None:
    """Return a score, which can be a sum, in half points, or None if it's empty. Raise `UnfitError` if it isn't one."""
    text = "" if score is None else str(score).strip().replace(MINUS, "-").replace(",", ".")
    terms = TERM.findall("".join(text.split())) if SUM.fullmatch(text) else []
    twice = 2 * sum(map(Decimal, terms))
    if text and (not terms or twice % 1):
        text = isolated(text[: limits.LONGEST_NAME])
        raise UnfitError(_("“{score}” isn’t a whole or half number.").format(score=text))
    return Half(int(twice)) if text else None


def game_name(game: Row) -> str:
    """Return the name of a game, as much of it as one can have here, or an empty text if it can't be one."""
    raw, most = game.get("name"), limits.LONGEST_NAME
    name = raw.strip() if isinstance(raw, str) else ""
    with suppress(NameRefused):
        return clean_name(name if len(name) <= most else f"{name[: most - 1].rstrip()}…")
    return ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def rows_at(record: Row, key: str) -> list[Row]:
    """Return the objects in the list at a key."""
    values = record.get(key)
    return [value if isinstance(value, dict) else {} for value in values] if isinstance(values, list) else []


def by_id(document: Row, key: str) -> dict[str, Row]:
    """Return the objects in the list at a key by their ids."""
    return {identity: row for row in rows_at(document, key) if (identity := id_at(row, "id"))}


def id_at(row: Row, key: str) -> str:
    """Return an id, which can be a number or a text, or an empty text if there is none."""
    value = row.get(key)
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    return text if len(text) <= limits.LONGEST_ID else ""
