"""A game of which only the result is known, as a table or another program has it. FORMAT.md: Just the result."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.formats.language import NameRefused, clean_name, has_too_many_marks, name_key, plain, sentence
from scorekeeper.formats.sheets import GameFile
from scorekeeper.formats.values import normalized
from scorekeeper.games import AnyGame, all_games
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import options_record
from scorekeeper.rules.game import SettingUp
from scorekeeper.rules.played import AnyRules
from scorekeeper.rules.sheet import Seats, Table
from scorekeeper.rules.text import Half


class UnfitError(ValueError):
    """A game can't have this result; the argument says why, in a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A player, or a side of several. `total` is in half points, or None if it isn't known; `won`, if that was said."""

    names: tuple[str, ...]
    total: Half | None = None
    won: bool | None = None


# The namespace for the ids of new games. Never change it, or a table would bring the same game a second time.
NEW = uuid.UUID("9a1d2f4e-54a2-5a52-9f0e-0b8c2f6f7d51")
SPACES = dict.fromkeys([*range(10), *range(11, 32), *range(127, 160)], " ")  # for all control characters but \n


def kept_text(raw: str) -> str:
    """Return a place or note. What is too long is cut, and control characters become spaces."""
    raw = raw[: limits.LONGEST_TEXT]
    text = "" if has_too_many_marks(raw) else normalized(raw).translate(SPACES).strip()
    return "" if has_too_many_marks(text) else text[: limits.LONGEST_TEXT]


def game_name(raw: str) -> str:
    """Return the name of a game, as much of it as one can have here, or an empty text if it can't be one."""
    name, most = raw.strip(), limits.LONGEST_NAME
    try:
        return clean_name(name if len(name) <= most else f"{name[: most - 1].rstrip()}…")
    except NameRefused:
        return ""


def ends() -> Mapping[str, str]:
    """Return the ways to win a new game, with what they are called: most, least, who, together."""
    return {key: sentence(label) for key, (label, _options) in _setting_up()[1].ends.items()}


def new_game(name: str, how: str) -> AnyGame:
    """Return a game of a group's own with this name, and one of these `ends`. The same name has the same id."""
    blank, setting_up = _setting_up()
    identity = uuid.uuid5(NEW, name_key(name)).hex[:12]
    options = {"template": identity, "name": name, **setting_up.ends[how][1]}
    return blank.made(replace(blank.rules.house_rules, **options))


def _setting_up() -> tuple[AnyGame, SettingUp]:
    return next((game, game.setting_up) for game in all_games().values() if game.setting_up)


def result_game(
    card_game: AnyGame,
    parties: Sequence[Party],
    *,
    id: str = "",
    night: date | None = None,
    started: datetime | None = None,
    place: str = "",
    note: str = "",
) -> GameFile:
    """Return the game, with clean names and texts. Unless all totals are known, only who won is kept.

    Where the game has no sides, or others, everybody has the result of their side. Raise `UnfitError` if it can't be.
    """
    try:
        parties = [replace(party, names=tuple(map(clean_name, party.names))) for party in parties]
    except NameRefused as no_name:
        raise UnfitError(*no_name.args) from None
    rules = card_game.rules
    seated = _seated(card_game, parties)
    table = _table(rules, tuple(party.names[0] for party in seated))
    columns = [column for column in rules.columns(table) if column.seats]
    totals = {column.key: seated[column.seats[0]].total for column in columns}
    given = {key: total for key, total in totals.items() if total is not None}
    given = given if len(given) == len(columns) else {}
    if any(abs(total) > limits.LARGEST_TOTAL for total in given.values()):
        raise UnfitError(_("A total is too large."))
    won: Seats | None = None
    if any(party.won is not None for party in seated):
        won = tuple(seat for seat, party in enumerate(seated) if party.won) if rules.has_winner else ()
    if won is None and not given:
        raise UnfitError(_("Nothing says who won."))
    return GameFile(
        card_game=card_game,
        names=table.names,
        options=options_record(rules.house_rules),
        first_dealer=table.first_dealer,
        hands=(),
        id=id,
        night=night,
        started=started,
        ended=started,
        won=won,
        given=given,
        place=kept_text(place),
        note=kept_text(note),
    )


def _table(rules: AnyRules, names: tuple[str, ...]) -> Table[Any]:
    """Return the table with these players. Raise `UnfitError` if the game can't be played there."""
    table: Table[Any] = Table(names=names, options=rules.house_rules, first_dealer=len(names) - 1)
    if refused := rules.refuse_table(table):
        raise UnfitError(sentence(refused.message))
    called = [*names, *(plain(column.label) for column in rules.columns(table) if len(column.seats) != 1)]
    if len({*map(name_key, called)}) < len(called):
        raise UnfitError(_("Two columns would have the same name."))
    return table


def _seated(card_game: AnyGame, parties: Sequence[Party]) -> list[Party]:
    """Return the players in seat order, so that the sides of the rules are those that played together."""
    rules = card_game.rules
    alone = [Party(names=(name,), total=p.total, won=p.won) for p in parties for name in p.names]
    if len(alone) not in rules.players:
        fewest, most = rules.players[0], rules.players[-1]
        said = _("{game} is for {fewest} to {most} players, not {count}.")
        if fewest == most:
            said = _("{game} is for {fewest} players, not {count}.")
        raise UnfitError(said.format(game=sentence(rules.name), fewest=fewest, most=most, count=len(alone)))
    if len({name_key(party.names[0]) for party in alone}) < len(alone):
        raise UnfitError(_("Someone is listed twice."))
    names = tuple(party.names[0] for party in alone)
    sides = rules.sides(Table(names=names, options=rules.house_rules, first_dealer=0))
    if not sides:
        return [*alone]
    if len(sides) > 1 and all(len(party.names) == 1 for party in parties):  # Partners have equal results.
        equal = dict[tuple[Half | None, bool | None], list[str]]()
        for party in parties:
            equal.setdefault((party.total, party.won), []).extend(party.names)
        parties = [Party(names=tuple(them), total=total, won=won) for (total, won), them in equal.items()]
    if len(sides) == 1:
        if len({(party.total, party.won) for party in parties}) > 1:
            raise UnfitError(_("Everybody wins or loses together."))
        return [*alone]
    if sorted(len(party.names) for party in parties) != sorted(map(len, sides)):
        raise UnfitError(_("Who played together isn’t clear."))
    seats = {seat: (side, at) for side, seats in enumerate(sides) for at, seat in enumerate(seats)}
    of_side = [parties[seats[seat][0]] for seat in range(len(alone))]
    in_order = enumerate(of_side)
    return [Party(names=(p.names[seats[seat][1]],), total=p.total, won=p.won) for seat, p in in_order]
