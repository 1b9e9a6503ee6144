"""Read an export of Board Game Stats: which of its games come along, and their plays. FORMAT.md: Board Game Stats.

Whatever is missing, or of a wrong type, is as if it were empty.
"""

import json
import re
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _, ngettext

from scorekeeper.formats.brought import Answers, Brought, KnownHere, Question
from scorekeeper.formats.language import MINUS, isolated, name_key, sentence
from scorekeeper.formats.parsing import Message, Report
from scorekeeper.formats.results import Party, UnfitError, ends, game_name, new_game, result_game
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
LEAVE_OUT = "out"


def read_plays(document: dict[str, Any], answers: Answers, known: KnownHere) -> Brought:
    """Read an export that was parsed as JSON. Whatever it contains, no exception is raised."""
    if not isinstance(document.get("plays"), list):
        return Brought(messages=(Message(level="error", place="plays", text=_("Expected a list of plays.")),))
    every, games, by_game = _rows_at(document, "plays"), _by_id(document, "games"), defaultdict[str, list[Row]](list)
    plays = [play for play in every if play.get("ignored") is not True]
    for play in plays:
        by_game[_id_at(play, "gameRefId")].append(play)
    names = {key: name for key in by_game if (name := game_name(_text_at(games.get(key, {}), "name")))}
    questions, chosen = list[Question](), dict[str, AnyGame]()
    # A group can have no more games, so those played least are left out.
    for key in sorted(names, key=lambda key: (-len(by_game[key]), name_key(names[key])))[: limits.MOST_RECIPES]:
        found = known.game(names[key])
        question = _question(key, names[key], len(by_game[key]), found, _how(games[key], by_game[key]), answers)
        if question.answer in ends():
            chosen[key] = new_game(names[key], question.answer)
        elif found and question.answer != LEAVE_OUT:
            chosen[key] = found
        questions.append(question)
    kept = [play for play in plays if (key := _id_at(play, "gameRefId")) in chosen or key not in names]
    if len(kept) > limits.MOST_GAMES:
        text = _("At most {most} plays can be added at once, and these are {count}. Leave out some games.")
        text = text.format(most=limits.MOST_GAMES, count=len(kept))
        return Brought(messages=(Message(level="error", place="", text=text),), questions=tuple(questions))
    notes = [*_left_out(ignored=len(every) - len(plays), unchosen=len(plays) - len(kept))]
    export = Export(_by_id(document, "players"), _by_id(document, "locations"), known.today)
    read = dict[str, tuple[datetime, GameFile]]()
    for play in kept:
        moment, key = _moment_of(play), _id_at(play, "gameRefId")
        try:
            if moment is None:
                raise UnfitError(_("The date can’t be read."))
            if key not in chosen:
                raise UnfitError(_("The file doesn’t name the game."))
            game, why = export.game_of(play, moment, chosen[key])
            if read.setdefault(game.id.lower(), (moment, game))[1] is not game:
                raise UnfitError(_("It’s in the file twice."))
        except UnfitError as unfit:
            why = str(unfit)
        if why:
            text = _("{game}, {date}: {why}") if moment else _("{game}: {why}")
            notes.append(text.format(game=names.get(key) or _("A play"), date=moment and moment.date(), why=why))
    return Brought(
        games=tuple(game for _moment, game in sorted(read.values(), key=itemgetter(0))),
        messages=tuple(Message(level="note", place="", text=note) for note in notes),
        questions=tuple(questions),
    )


def _left_out(*, ignored: int, unchosen: int) -> Iterator[str]:
    """Yield what is said of plays that aren't read at all."""
    if ignored:
        text = ngettext("{count} play is marked as ignored.", "{count} plays are marked as ignored.", ignored)
        yield text.format(count=ignored)
    if unchosen:
        text = ngettext("{count} play is of a game left out.", "{count} plays are of games left out.", unchosen)
        yield text.format(count=unchosen)


def _how(game: Row, plays: Sequence[Row]) -> str:
    """Return which of the `ends` a new game has, by what the file says of it, and by who won."""
    several = [rows for play in plays if len(rows := _rows_at(play, "playerScores")) > 1]
    winning = [{row.get("winner") is True for row in rows} for rows in several]
    if game.get("cooperative") is True or ({True} in winning and {True, False} not in winning):
        return "together"
    if game.get("noPoints") is True:
        return "who"
    return "least" if game.get("highestWins") is False else "most"


def _question(key: str, name: str, plays: int, found: AnyGame | None, how: str, answers: Answers) -> Question:
    """Return the question which game it becomes: the one that was `found`, a new one, or none."""
    choices = [(end, _("A new game: {how}").format(how=label)) for end, label in ends().items()]
    choices.append((LEAVE_OUT, _("Leave it out")))
    if found:
        how = found.rules.slug
        choices.insert(0, (how, sentence(found.rules.name)))
    given = answers.get(f"game.{key}", "")
    answer = given if given in dict(choices) else how
    note = ngettext("{count} play", "{count} plays", plays).format(count=plays)
    return Question(key=f"game.{key}", text=name, note=note, choices=tuple(choices), answer=answer)


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
        rows = _seated(_rows_at(play, "playerScores"))
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
        place = _text_at(self.locations.get(_id_at(play, "locationRefId"), {}), "name")
        note, identity = _text_at(play, "comments"), self._id_of(play)
        try:
            game = result_game(card_game, parties, id=identity, night=night, place=place, note=note)
        except UnfitError as unfit:
            raise UnfitError(f"{why} {unfit}".strip()) from None
        return game, why and _("Only who won is kept. {why}").format(why=why)

    def _names(self, rows: Sequence[Row]) -> tuple[str, ...]:
        """Return the players' names. Whoever is anonymous is a guest."""
        names, guests = list[str](), 0
        for row in rows:
            person = self.players.get(_id_at(row, "playerRefId"), {})
            name = _text_at(person, "name").strip()
            if person.get("isAnonymous") is True:
                guests += 1
                name = _("Guest {number}").format(number=guests) if guests > 1 else _("Guest")
            if not name:
                raise UnfitError(_("The file doesn’t name a player."))
            names.append(name)
        return tuple(names)

    def _id_of(self, play: Row) -> str:
        """Return a play's id. Without one, it follows from what the play says, and how many before say the same."""
        if identity := Node(play, (), Report()).identity("uuid"):
            return identity
        content = json.dumps([play.get(key) for key in ("gameRefId", "playDate", "playerScores")], sort_keys=True)
        self.equal[content] += 1
        return str(uuid.uuid5(PLAYS, f"{self.equal[content]} {content}"))


def _moment_of(play: Row) -> datetime | None:
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
    teams = [_id_at(row, "team") if play.get("usesTeams") is not False else "" for row in rows]
    return [0 if together else at if len({*teams}) == 1 else team or at for at, team in enumerate(teams)]


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


def _rows_at(record: Row, key: str) -> list[Row]:
    """Return the objects in the list at a key."""
    values = record.get(key)
    return [value if isinstance(value, dict) else {} for value in values] if isinstance(values, list) else []


def _by_id(document: Row, key: str) -> dict[str, Row]:
    """Return the objects in the list at a key by their ids."""
    return {identity: row for row in _rows_at(document, key) if (identity := _id_at(row, "id"))}


def _id_at(row: Row, key: str) -> str:
    """Return an id, which can be a number or a text, or an empty text if there is none."""
    value = row.get(key)
    text = str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""
    return text if len(text) <= limits.LONGEST_ID else ""


def _text_at(row: Row, key: str) -> str:
    return value if isinstance(value := row.get(key), str) else ""
