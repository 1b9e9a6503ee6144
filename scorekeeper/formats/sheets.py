"""Read score sheet files. FORMAT.md: The document; A game; A hand; Fields; Who deals; Warnings; After the end."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _, ngettext

from scorekeeper.formats.foreign import SHEETS
from scorekeeper.formats.language import column_name, half_points, isolated, name_key, plain, sentence, series
from scorekeeper.formats.parsing import EnoughError, Level, Message, Report
from scorekeeper.formats.values import Node, field_tree, open_document, read_fields, read_options
from scorekeeper.games import all_games
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import Value, options_record, places
from scorekeeper.rules.entries import answers_from_entry, stored_entry
from scorekeeper.rules.played import AnyReplay, AnyRules, AnySheet, PlayedGame, PlayedHand
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import STOPS, Outcome, Problem, ScoredHand, Seats, Stopped, Table, errors_in
from scorekeeper.rules.text import Half, gettext as rules_text

DOCUMENT_KEYS = frozenset({"format", "games"})
GAME_KEYS = frozenset(
    {"id", "rules", "options", "night", "started", "ended", "stopped", "won", "totals", "place", "note"}
    | {"players", "first_dealer", "hands", "outcome"}
)
HAND_KEYS = frozenset({"hand", "players", "dealer", "score_anyway", "after_end", "result"})
UNREADABLE: tuple[Problem, ...] = (Problem(path="", message=rules_text("This hand can’t be read.")),)


@dataclass(frozen=True, kw_only=True)
class GameFile(PlayedGame):
    """A game in a file: what was played, and what the file says about its night. `id` may be empty."""

    id: str = ""
    night: date | None = None
    started: datetime | None = None
    ended: datetime | None = None
    stopped: Stopped = ""
    won: Seats | None = None
    given: Mapping[str, Half] | None = None
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
    report, games, ids = Report(), list[GameFile](), set[str]()
    with suppress(EnoughError):
        document = open_document(raw, SHEETS, DOCUMENT_KEYS, report)
        no_list, too_many = _("Expected a list of games."), _("A file can have at most {most} games.")
        for node in document.items("games", limits.MOST_GAMES, no_list, too_many) if document else ():
            if node is None or (game := _read_game(node)) is None:
                continue
            if game.id in ids:
                node.error(_("Another game in this file has the same id."), "id")
            games.append(game)
            ids |= {game.id} - {""}
    stopped = report.flaws > 0
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
        node.error(_("The game ended before it started."))
    stopped, place, note = _stopped(node, rules), node.text("place"), node.text("note")
    table = _table(node, rules, options)
    if table is None:
        return None
    if as_given and (refused := rules.refuse_table(table)) and refused.level == "error":
        node.error(refused.message, *([] if refused.path == "players" else ["options"]), refused.path)
    hands, replay = _read_hands(node, rules, table)
    won = _won(node, table)
    totals = _given(node, rules, table, won)
    if totals is not None and (hands or stopped):
        node.error(_("A game with “totals” is over, and has no hands."), "totals")
    game = GameFile(
        card_game=card_game,
        names=table.names,
        options=options_record(options),
        first_dealer=table.first_dealer,
        hands=tuple(hands),
        known=replay,
        id=identity,
        night=night,
        started=started,
        ended=ended,
        stopped=stopped,
        won=won,
        given=totals,
        place=place,
        note=note,
    )
    if not replay.contradiction:
        if stopped and game.sheet.outcome is not None:
            node.add("note", _("The game wasn’t cut short: it had already ended by its rules."), "stopped")
        if game.won is not None and not game.is_said and node.get("outcome") is None:
            node.add("note", _("Who won follows from the rules."), "won")
        _compare_outcome(node, game)
    return game


def _stopped(node: Node, rules: AnyRules) -> Stopped:
    stopped = node.get("stopped")
    if stopped is None:
        return ""
    if not isinstance(stopped, str) or stopped not in STOPS:
        node.error(_("Expected “leader_wins”, “no_winner” or null."), "stopped")
        return ""
    if rules.way == "won":
        node.error(_("This game can’t be cut short; say who won."), "stopped")
        return ""
    if stopped == "leader_wins" and not rules.has_winner:
        # An outcome shows that the app wrote this: it let a correction make it a game that nobody wins.
        if node.get("outcome") is None:
            node.error(_("Nobody wins this game."), "stopped")
        return "no_winner"
    return STOPS[stopped]


def _won(node: Node, table: Table[Any]) -> Seats | None:
    """Return the seats that won by the table's word, or None if it wasn't given."""
    raw = node.get("won")
    if raw is None:
        return None
    names = [node.name(name, "won", at) for at, name in enumerate(raw)] if isinstance(raw, list) else [None]
    if any(name not in table.names for name in names):
        node.error(_("Expected a list of players who won."), "won")
        return None
    return tuple(seat for seat, name in enumerate(table.names) if name in names)


def _given(node: Node, rules: AnyRules, table: Table[Any], won: Seats | None) -> Mapping[str, Half] | None:
    """Return the totals that were written down, by column, or None if the game isn't one of these."""
    if node.get("totals") is None or (totals := node.child("totals")) is None:
        return None
    given = {column_name(name): value for name, value in totals.value.items()}
    columns = {plain(column.label): column.key for column in rules.columns(table) if column.seats}
    if given and (given.keys() != columns.keys() or len(given) < len(totals.value)):
        expected = _("Expected the totals of {names}, or of nobody.")
        node.error(expected.format(names=series([*map(isolated, columns)])), "totals")
        return {}
    if not given and won is None:
        node.error(_("Without totals, “won” must say who won."), "totals")
    if won and not rules.has_winner:
        node.error(_("Nobody wins this game."), "won")
    halves = {columns[name]: half_of(value) for name, value in given.items()}
    for name in totals.value:
        if halves[columns[column_name(name)]] is None:
            most = half_points(Half(limits.LARGEST_TOTAL))
            totals.error(_("Expected points from −{most} to {most}, whole or half.").format(most=most), name)
    return {key: half for key, half in halves.items() if half is not None}


def half_of(value: Any) -> Half | None:
    """Return a number of points in half points, or None if it isn't one that a total can be."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value * 2 % 1:
        return None
    return Half(int(value * 2)) if abs(value * 2) <= limits.LARGEST_TOTAL else None


def _table(node: Node, rules: AnyRules, options: Any) -> Table[Any] | None:
    """Return the table, or None if the players are invalid."""
    raw = node.get("players")
    if not isinstance(raw, list):
        node.unexpected("players", _("Expected a list of players, clockwise."))
        return None
    if len(raw) not in rules.players:
        fewest, most = rules.players[0], rules.players[-1]
        message = _("{game} is for {fewest} to {most} players, not {count}.")
        if fewest == most:
            message = _("{game} is for {fewest} players, not {count}.")
        node.error(message.format(game=sentence(rules.name), fewest=fewest, most=most, count=len(raw)), "players")
        return None
    count, reserved = len(node.report.messages), {name_key(plain(column.label)) for column in rules.seatless}
    given = [node.name(value, "players", number) for number, value in enumerate(raw)]
    for number, name in enumerate(given):
        if name is not None and name_key(name) in reserved:
            node.error(_("The game uses this name itself."), "players", number)
    names = tuple(name for name in given if name is not None)
    if len({name_key(name) for name in names}) < len(names):
        node.error(_("Two players have the same name."), "players")
    if len(node.report.messages) > count:
        return None
    dealer = node.get("first_dealer")
    if dealer is not None and (dealer := node.name(dealer, "first_dealer")) is not None and dealer not in names:
        node.error(_("This isn’t one of the players."), "first_dealer")
    first_dealer = names.index(dealer) if dealer in names and rules.has_dealer else len(names) - 1
    table: Table[Any] = Table(names=names, options=options, first_dealer=first_dealer)
    labels = [plain(column.label) for column in rules.columns(table)]
    if len(set(labels)) < len(labels):
        node.error(_("Two columns would have the same name."), "players")
        return None
    return table


def _read_hands(game: Node, rules: AnyRules, table: Table[Any]) -> tuple[list[PlayedHand], AnyReplay]:
    """Read, check and replay a game's hands one by one."""
    hands, replay = list[PlayedHand](), Replay.of(rules, table)
    no_list, too_many = _("Expected a list of hands."), _("A game can have at most {most} hands.")
    for node in game.items("hands", rules.most_hands, no_list, too_many):
        errors = UNREADABLE
        if node is not None:
            node.refuse_unknown(HAND_KEYS)
            count = node.report.flaws
            dealer = _dealer(node, replay)
            entry = rules.entry_from(_answers(node, rules, table), table)
            accepted, after_end = node.flag("score_anyway"), node.flag("after_end")
            is_known, is_over = not replay.contradiction, replay.sheet.outcome is not None
            if is_known and after_end != is_over:
                # The app wrote a hand with a result, perhaps in a version that ended the game with another hand.
                level: Level = "error" if node.get("result") is None else "note"
                if after_end:
                    node.add(level, _("The game wasn’t over before this hand."), "after_end")
                else:
                    node.add(level, _("The game was already over before this hand."))
            if node.report.flaws == count:
                problems = tuple(rules.problems(replay.sheet, dealer, entry))
                errors = errors_in(problems)
                for problem in errors if accepted else problems:
                    node.add(problem.level, problem.message, *_steps(problem, table))
                record = rules.record_of(entry, table)
                hands.append(PlayedHand(dealer=dealer, entry=stored_entry(record, anyway=accepted)))
            replay = replay.deal(dealer, entry, errors)
            if is_known and not errors and node.get("result") is not None:
                ours = {"points": replay.hands[-1].points, "totals": replay.sheet.totals}
                _compare(node, "result", ours, replay.sheet, [])
        if errors:
            # The totals are unknown from now on, and so is whether the game is over.
            replay = replace(replay, contradiction=errors)
    return hands, replay


def _dealer(node: Node, replay: AnyReplay) -> int:
    """Return the seat that deals a hand: the one that the file names, or else the one whose turn it is."""
    name, names, rules = node.get("dealer"), replay.sheet.table.names, replay.rules
    if name is None or (name := node.name(name, "dealer")) is None:
        return replay.dealer
    dealer = names.index(name) if name in names else 0
    if not rules.has_dealer:
        node.error(_("This game has no dealer."), "dealer")
    elif name not in names:
        node.error(_("This isn’t one of the players."), "dealer")
    elif replay.counts and (why := rules.refuse_dealer(replay.sheet, dealer)):
        node.error(why, "dealer")
    return dealer


def _answers(node: Node, rules: AnyRules, table: Table[Any]) -> dict[str, Value]:
    """Return the answers that a hand gives, by path: its own, its sides', and its players'."""
    hand, players = node.child("hand"), node.child("players")
    answers, seats = dict[str, Value](), {name: seat for seat, name in enumerate(table.names)}
    entry: Any = rules.entry
    sides = [field_tree(entry, "side", side) for side, _seats in enumerate(rules.sides(table))]
    if hand:
        read_fields(field_tree(entry, "hand") | ({"sides": sides} if sides else {}), hand, seats, answers)
    if players is None:
        return answers
    if field_tree(entry, "player", 0) and node.get("players") is None:
        node.unexpected("players", _("Expected an object with the players’ names."))
    names: set[str] = set()
    for key in players.value:
        name = key if key in seats else players.name(key)
        if name is None:
            continue
        if name not in seats:
            players.error(_("This isn’t one of the players."), key)
        elif name in names:
            players.error(_("This player appears more than once."), key)
        elif child := players.child(key):
            read_fields(field_tree(entry, "player", seats[name]), child, seats, answers)
        names.add(name)
    return answers


def _steps(problem: Problem, table: Table[Any]) -> list[str | int]:
    """Return what leads to a problem in a file, which identifies players by name and has sides under `hand`."""
    steps: list[str | int] = [int(step) if step.isdigit() else step for step in problem.path.split(".") if step]
    match steps:
        case ["players", int(seat), *rest]:
            return ["players", table.names[seat], *rest]
        case ["sides", *_rest]:
            return ["hand", *steps]
    return steps


def number(half: Half) -> float:
    """Convert half points to a number of points for JSON, such as 6.5 or 7 (never 7.0)."""
    return half / 2 if half % 2 else half // 2


def labels(sheet: AnySheet) -> dict[str, str]:
    """Return the names that files use for the columns, by column key."""
    return {column.key: plain(column.label) for column in sheet.columns}


def winners(sheet: AnySheet, outcome: Outcome | None) -> list[str]:
    """Return the names that files use for the winning columns, in column order."""
    return [name for key, name in labels(sheet).items() if outcome and key in outcome.winners]


def _compare_outcome(node: Node, game: GameFile) -> None:
    """Add a note if a file's outcome for a game disagrees with the rules."""
    claimed, sheet, outcome = node.get("outcome"), game.sheet, game.outcome
    if claimed is None:
        return
    differences, ours = [], winners(sheet, outcome)
    theirs = claimed.get("winners") if isinstance(claimed, dict) else None
    named = sorted(map(column_name, theirs)) if isinstance(theirs, list) and len(theirs) == len(ours) else None
    if outcome is None:
        differences.append(_("the game isn’t over"))
    elif theirs is not None and named != sorted(ours):
        won = ngettext("{names} wins", "{names} win", len(ours)).format(names=series([*map(isolated, ours)]))
        differences.append(_("it’s a draw") if outcome.drawn else won if ours else _("nobody wins"))
    _compare(node, "outcome", {"totals": sheet.totals} if game.has_totals else {}, sheet, differences)


def _compare(
    node: Node, key: str, ours: Mapping[str, Mapping[str, Half]], sheet: AnySheet, differences: list[str]
) -> None:
    """Add any differences in the amounts at `key` to the list, and report the whole list in a single note."""
    claimed = node.get(key)
    if not isinstance(claimed, dict):
        node.add("note", _("Expected an object."), key)
        return
    words = {"points": _("{half} for {name} in this hand"), "totals": _("{half} for {name} in all")}
    names = labels(sheet)
    for kind, amounts in ours.items():
        theirs = claimed.get(kind)
        if not isinstance(theirs, dict):
            if theirs is not None:
                node.add("note", _("Expected an object."), key, kind)
            continue
        # Each difference states the correct amount. Columns that the file leaves out aren't compared.
        given = {column_name(name): value for name, value in islice(theirs.items(), limits.MOST_COLUMNS)}
        for column, name in names.items():
            half = amounts[column]
            value = given.get(name, number(half))
            if isinstance(value, bool) or value != number(half):
                differences.append(words[kind].format(name=isolated(name), half=half_points(half)))
        unknown = [name for name in given if name not in names.values()]
        differences += [_("there’s no column {name}").format(name=isolated(name)) for name in unknown[:3]]
    if differences:
        node.add("note", _("By the rules: {differences}.").format(differences="; ".join(differences)), key)
