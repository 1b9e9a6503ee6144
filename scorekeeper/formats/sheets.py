"""Read score sheet files: bytes in, replayed games and messages out.

FORMAT.md: The document; A game; A hand; Fields; Who deals; Warnings; After the end.

This module stores nothing and names no particular game: each game declares what its hands may contain.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scorekeeper.formats.foreign import SHEETS, open_document
from scorekeeper.formats.language import (
    NameRefused,
    clean_name,
    half_points,
    isolated,
    name_key,
    plain,
    sentence,
    series,
)
from scorekeeper.formats.parsing import EnoughError, Level, Message, Report, inside
from scorekeeper.formats.values import Node, field_tree, read_fields, read_name, read_options
from scorekeeper.games import all_games
from scorekeeper.rules import limits
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Value, options_record, places
from scorekeeper.rules.entries import answers_from_entry, stored_entry
from scorekeeper.rules.played import PlayedGame, PlayedHand
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import STOPS, Outcome, Problem, ScoredHand, Sheet, Stopped, Table, errors_in
from scorekeeper.rules.text import Half, gettext as rules_text

DOCUMENT_KEYS = frozenset({"format", "games"})
GAME_KEYS = frozenset(
    {"id", "rules", "options", "night", "started", "ended", "stopped", "place", "note"}
    | {"players", "first_dealer", "hands", "outcome"}
)
HAND_KEYS = frozenset({"hand", "players", "dealer", "score_anyway", "after_end", "result"})
NO_GAMES = (gettext_lazy("Expected a list of games."), gettext_lazy("A file can have at most {most} games."))
NO_HANDS = (gettext_lazy("Expected a list of hands."), gettext_lazy("A game can have at most {most} hands."))
UNREADABLE: tuple[Problem, ...] = (Problem(path="", message=rules_text("This hand can’t be read.")),)


@dataclass(frozen=True, kw_only=True)
class GameFile(PlayedGame):
    """A game in a file: what was played, and what the file says about its night. `id` may be empty."""

    id: str = ""
    night: date | None = None
    started: datetime | None = None
    ended: datetime | None = None
    stopped: Stopped = ""
    place: str = ""
    note: str = ""

    def answers(self, hand: ScoredHand[Any]) -> dict[str, Any]:
        """Return the values in a hand's entry by path, with seats replaced by players' names."""
        answers: dict[str, Any] = answers_from_entry(hand.entry)
        for path, field, _index in places(self.rules.entry, len(self.names), len(self.rules.sides(self.table))):
            if field.kind == "seat" and path in answers:
                answers[path] = self.names[answers[path]]
        return answers


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The games in a file, and the messages about the file. If any message is an error or warning, `games` is empty."""

    games: tuple[GameFile, ...]
    messages: tuple[Message, ...]
    stopped: bool


def read_sheets(raw: bytes) -> Document:
    """Read a score sheet file. Whatever it contains, no exception is raised: every problem is reported as a message."""
    report = Report()
    games: list[GameFile] = []
    ids: set[str] = set()
    with suppress(EnoughError):
        expected = _("Expected an object with “format” and “games”.")
        document = open_document(raw, SHEETS, DOCUMENT_KEYS, expected, report)
        for node in document.items("games", most=limits.MOST_GAMES, wrong=NO_GAMES) if document else ():
            if node is None or (game := _read_game(node)) is None:
                continue
            if game.id in ids:
                node.error("id", _("Another game in this file has the same id."))
            games.append(game)
            ids |= {game.id} - {""}
    stopped = any(message.level != "note" for message in report.messages)
    return Document(games=() if stopped else tuple(games), messages=tuple(report.messages), stopped=stopped)


def _read_game(node: Node) -> GameFile | None:
    """Read a game's fields in the format's order. Return None if the rules are unknown or the players are invalid."""
    node.refuse_unknown(GAME_KEYS)
    identity = node.identity("id")
    card_game = node.one_of("rules", all_games())
    if card_game is None:
        return None
    count, given = len(node.report.messages), node.child("options")
    options = read_options(card_game.rules.options, given) if given else card_game.rules.options()
    as_given = given is None or len(node.report.messages) == count
    rules = card_game.rules.for_options(options)
    night, started, ended = node.day("night"), node.moment("started"), node.moment("ended")
    if started and ended and ended < started:
        node.report.error(node.place, _("The game ended before it started."))
    stopped, place, note = _stopped(node, rules), node.text("place"), node.text("note")
    table = _table(node, rules, options, as_given=as_given)
    if table is None:
        return None
    hands = _Hands(node, rules, table)
    game = GameFile(
        card_game=card_game,
        names=table.names,
        options=options_record(options),
        first_dealer=table.first_dealer,
        hands=tuple(hands.hands),
        known=hands.replay,
        id=identity,
        night=night,
        started=started,
        ended=ended,
        stopped=stopped,
        place=place,
        note=note,
    )
    if not hands.replay.contradiction:
        if stopped and game.sheet.outcome is not None:
            text = _("The game wasn’t cut short: it had already ended by its rules.")
            node.report.add("note", inside(node.place, "stopped"), text)
        compare_outcome(node, game.sheet, game.outcome)
    return game


def _stopped(node: Node, rules: Rules[Any, Any]) -> Stopped:
    stopped = node.get("stopped")
    if stopped is None:
        return ""
    if not isinstance(stopped, str) or stopped not in STOPS:
        node.error("stopped", _("Expected “leader_wins”, “no_winner” or null."))
        return ""
    if stopped == "leader_wins" and not rules.has_winner:
        # An outcome shows that the app wrote this: it let a correction make it a game that nobody wins.
        if node.get("outcome") is None:
            node.error("stopped", _("Nobody wins this game."))
        return "no_winner"
    return STOPS[stopped]


def _table(node: Node, rules: Rules[Any, Any], options: Any, *, as_given: bool) -> Table[Any] | None:
    """Return the table, or None if the players are invalid. `as_given` says whether the options were free of errors."""
    raw, place = node.get("players"), inside(node.place, "players")
    if not isinstance(raw, list):
        node.unexpected("players", _("Expected a list of players, clockwise."))
        return None
    if len(raw) not in rules.players:
        fewest, most = rules.players[0], rules.players[-1]
        message = _("{game} is for {fewest} to {most} players, not {count}.")
        if fewest == most:
            message = _("{game} is for {fewest} players, not {count}.")
        node.error("players", message.format(game=sentence(rules.name), fewest=fewest, most=most, count=len(raw)))
        return None
    count, reserved = len(node.report.messages), {name_key(plain(column.label)) for column in rules.seatless}
    given = [read_name(value, inside(place, number), node.report) for number, value in enumerate(raw)]
    for number, name in enumerate(given):
        if name is not None and name_key(name) in reserved:
            node.report.error(inside(place, number), _("The game uses this name itself."))
    names = tuple(name for name in given if name is not None)
    if len({name_key(name) for name in names}) < len(names):
        node.error("players", _("Two players have the same name."))
    if len(node.report.messages) > count:
        return None
    dealer = node.name("first_dealer")
    if dealer is not None and dealer not in names:
        node.error("first_dealer", _("This isn’t one of the players."))
    first_dealer = names.index(dealer) if dealer in names and rules.has_dealer else len(names) - 1
    table: Table[Any] = Table(names=names, options=options, first_dealer=first_dealer)
    labels = [plain(column.label) for column in rules.columns(table)]
    if len(set(labels)) < len(labels):
        node.error("players", _("Two columns would have the same name."))
        return None
    if as_given and (refused := rules.refuse_table(table)) and refused.level == "error":
        place = node.place if refused.path == "players" else inside(node.place, "options")
        node.report.error(inside(place, refused.path), refused.message)
    return table


class _Hands:
    """Reads, checks and replays a game's hands one by one."""

    def __init__(self, node: Node, rules: Rules[Any, Any], table: Table[Any]) -> None:
        self.rules, self.table = rules, table
        self.replay: Replay[Any, Any] = Replay.of(rules, table)
        self.seats = {name: seat for seat, name in enumerate(table.names)}
        entry: Any = rules.entry
        self.per_hand = field_tree(entry, "hand")
        self.per_player = [field_tree(entry, "player", seat) for seat in table.seats]
        self.per_side = [field_tree(entry, "side", side) for side, _seats in enumerate(rules.sides(table))]
        self.hands: list[PlayedHand] = []
        # After a hand with an error, the totals are unknown, and so is whether the game is over.
        for hand in node.items("hands", most=limits.MOST_HANDS, wrong=NO_HANDS):
            if hand is not None:
                self._hand(hand)
            else:
                self.replay = replace(self.replay, contradiction=UNREADABLE)

    def _hand(self, node: Node) -> None:
        node.refuse_unknown(HAND_KEYS)
        count = node.report.flaws
        name, dealer = node.name("dealer"), self.replay.dealer
        if name is not None:
            dealer = self.seats.get(name, 0)
            if not self.rules.has_dealer:
                node.error("dealer", _("This game has no dealer."))
            elif name not in self.seats:
                node.error("dealer", _("This isn’t one of the players."))
            elif self.replay.counts and (why := self.rules.refuse_dealer(self.replay.sheet, dealer)):
                node.error("dealer", why)
        answers = self._answers(node)
        accepted = node.flag("score_anyway")
        after_end, is_over = node.flag("after_end"), self.replay.sheet.outcome is not None
        if not self.replay.contradiction and after_end != is_over:
            # A hand with a result was written by the app, perhaps by a version that ended the game with another hand.
            level: Level = "error" if node.get("result") is None else "note"
            if after_end:
                node.report.add(level, inside(node.place, "after_end"), _("The game wasn’t over before this hand."))
            else:
                node.report.add(level, node.place, _("The game was already over before this hand."))
        entry = self.rules.entry_from(answers, self.table)
        errors = UNREADABLE
        if node.report.flaws == count:
            problems = tuple(self.rules.problems(self.replay.sheet, dealer, entry))
            errors = errors_in(problems)
            for problem in errors if accepted else problems:
                node.report.add(problem.level, self._place(node, problem), problem.message)
            record = self.rules.record_of(entry, self.table)
            self.hands.append(PlayedHand(dealer=dealer, entry=stored_entry(record, anyway=accepted)))
        known = not errors and not self.replay.contradiction
        self.replay = self.replay.deal(dealer, entry, errors)
        if known:
            compare_result(node, self.replay)
        elif errors:
            self.replay = replace(self.replay, contradiction=errors)

    def _answers(self, node: Node) -> dict[str, Value]:
        hand, players = node.child("hand"), node.child("players")
        answers: dict[str, Value] = {}
        if hand:
            self._read_hand(hand, answers)
        if players is None:
            return answers
        if any(self.per_player) and node.get("players") is None:
            node.unexpected("players", _("Expected an object with the players’ names."))
        names: set[str] = set()
        for key in players.value:
            name = key if key in self.seats else read_name(key, players.place, node.report)
            if name is None:
                continue
            if name not in self.seats:
                players.error(key, _("This isn’t one of the players."))
            elif name in names:
                players.error(key, _("This player appears more than once."))
            elif child := players.child(key):
                read_fields(self.per_player[self.seats[name]], child, self.seats, answers)
            names.add(name)
        return answers

    def _read_hand(self, hand: Node, answers: dict[str, Value]) -> None:
        """Read the fields for the whole hand, then those for each side, which are listed under the key `sides`."""
        given, count = hand.get("sides"), len(self.per_side)
        if count:
            hand = replace(hand, value={key: value for key, value in hand.value.items() if key != "sides"})
        read_fields(self.per_hand, hand, self.seats, answers)
        if given is None or not count:
            return
        if not isinstance(given, list) or len(given) != count or not all(isinstance(side, dict) for side in given):
            text = _("Expected a list of {count} objects, one for each side, the first player’s side first.")
            hand.error("sides", text.format(count=count))
            return
        for number, side in enumerate(given):
            node = Node(side, (*hand.steps, "sides", number), hand.report)
            read_fields(self.per_side[number], node, self.seats, answers)

    def _place(self, node: Node, problem: Problem) -> str:
        # In a file, players are identified by name, and sides are under `hand`.
        place = node.place
        steps = [step for step in problem.path.split(".") if step]
        steps = ["hand", *steps] if steps[:1] == ["sides"] else steps
        for group, step in zip(["", *steps], steps, strict=False):
            if not step.isdigit():
                place = inside(place, step)
            else:
                place = inside(place, self.table.names[int(step)] if group == "players" else int(step))
        return place


Number = int | float


def number(half: Half) -> Number:
    """Convert half points to a number of points for JSON, such as 6.5 or 7 (never 7.0)."""
    return half / 2 if half % 2 else half // 2


def labels(sheet: Sheet[Any, Any]) -> dict[str, str]:
    """Return the names that files use for the columns, by column key."""
    return {column.key: plain(column.label) for column in sheet.columns}


def winners(sheet: Sheet[Any, Any], outcome: Outcome | None) -> list[str]:
    """Return the names that files use for the winning columns, in column order."""
    return [name for key, name in labels(sheet).items() if outcome and key in outcome.winners]


def compare_result(node: Node, replay: Replay[Any, Any]) -> None:
    """Add a note if a file's result disagrees with the rules, for the last hand, which may come after the end."""
    if node.get("result") is not None:
        sheet = replay.sheet
        _compare(node, "result", {"points": replay.hands[-1].points, "totals": sheet.totals}, sheet, [])


def compare_outcome(node: Node, sheet: Sheet[Any, Any], outcome: Outcome | None) -> None:
    """Add a note if a file's outcome for a game disagrees with the rules."""
    claimed = node.get("outcome")
    if claimed is None:
        return
    differences, ours = [], winners(sheet, outcome)
    theirs = claimed.get("winners") if isinstance(claimed, dict) else None
    named = sorted(map(_column_name, theirs)) if isinstance(theirs, list) and len(theirs) == len(ours) else None
    if outcome is None:
        differences.append(_("the game isn’t over"))
    elif theirs is not None and named != sorted(ours):
        won = ngettext("{names} wins", "{names} win", len(ours)).format(names=series([*map(isolated, ours)]))
        differences.append(_("it’s a draw") if outcome.drawn else won if ours else _("nobody wins"))
    _compare(node, "outcome", {"totals": sheet.totals}, sheet, differences)


def _compare(
    node: Node, key: str, ours: Mapping[str, Mapping[str, Half]], sheet: Sheet[Any, Any], differences: list[str]
) -> None:
    """Add any differences in the amounts at `key` to the list, and report the whole list in a single note."""
    claimed, place = node.get(key), inside(node.place, key)
    if not isinstance(claimed, dict):
        node.report.add("note", place, _("Expected an object."))
        return
    words = {"points": _("{half} for {name} in this hand"), "totals": _("{half} for {name} in all")}
    names = labels(sheet)
    for kind, amounts in ours.items():
        theirs = claimed.get(kind)
        if not isinstance(theirs, dict):
            if theirs is not None:
                node.report.add("note", inside(place, kind), _("Expected an object."))
            continue
        # Each difference states the correct amount. Columns that the file leaves out aren't compared.
        given = {_column_name(key): value for key, value in islice(theirs.items(), limits.MOST_COLUMNS)}
        for column, name in names.items():
            half = amounts[column]
            value = given.get(name, number(half))
            if isinstance(value, bool) or value != number(half):
                differences.append(words[kind].format(name=isolated(name), half=half_points(half)))
        unknown = [name for name in given if name not in names.values()]
        differences += [_("there’s no column {name}").format(name=isolated(name)) for name in unknown[:3]]
    if differences:
        node.report.add("note", place, _("By the rules: {differences}.").format(differences="; ".join(differences)))


def _column_name(name: Any) -> str:
    """Return a column's cleaned name. A side's name joins several names, which are cleaned separately."""
    if not isinstance(name, str) or len(name) > limits.LONGEST_KEY:
        return ""
    try:
        return " & ".join(clean_name(part) for part in name.split(" & "))
    except NameRefused:
        return repr(name)[:40]
