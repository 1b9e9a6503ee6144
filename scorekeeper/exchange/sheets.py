"""Score sheet files (`scorekeeper-sheets/1`) on the way in: text in, replayed games and messages out.

Nothing is stored here, and no game is known by name: what a hand may hold is the game's own declaration. On the way
out: `scorekeeper.exchange.writing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.exchange.comparing import compare_outcome, compare_result
from scorekeeper.exchange.reading import Unreadable, inside, read_json
from scorekeeper.exchange.report import EnoughError, Message, Report
from scorekeeper.exchange.values import Node, fields, read_fields, read_name, read_options
from scorekeeper.games import all_games
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Value
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.sheet import Outcome, Problem, Sheet, Stopped, Table
from scorekeeper.rules.words import gettext as rules_text
from scorekeeper.text import name_key, plain, sentence

FORMAT = "scorekeeper-sheets/1"
MOST_GAMES = 5000
MOST_HANDS = 200
DOCUMENT_KEYS = frozenset({"format", "games"})
GAME_KEYS = frozenset(
    {"id", "rules", "options", "night", "started", "ended", "stopped", "place", "note"}
    | {"players", "first_dealer", "hands", "outcome"}
)
HAND_KEYS = frozenset({"hand", "players", "dealer", "score_anyway", "after_end", "result"})
UNREADABLE: tuple[Problem, ...] = (Problem(path="", message=rules_text("This hand cannot be read.")),)
"""Behind a hand with an error nothing is known of totals and of the end any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFile:
    """One hand of a file. With `after_end` it is kept, but counts for nothing."""

    dealer: int
    entry: Any
    score_anyway: bool = False
    after_end: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFile:
    """One game of a file, replayed. `hands` are all, `sheet` has those that count; `id` is empty if none was given."""

    rules: Rules[Any, Any]
    table: Table[Any]
    hands: tuple[HandFile, ...]
    sheet: Sheet[Any, Any]
    id: str = ""
    night: date | None = None
    started: datetime | None = None
    ended: datetime | None = None
    stopped: Stopped = ""
    place: str = ""
    note: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by its rules, or cut short."""
        if self.sheet.outcome is None and self.stopped:
            return self.rules.stop(self.sheet, self.stopped)
        return self.sheet.outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a file holds, or what stops it: with an error or a warning there are no games."""

    games: tuple[GameFile, ...] = ()
    messages: tuple[Message, ...] = ()
    stopped: bool = False


def read_sheets(raw: bytes) -> Document:
    """Read a score sheet file. Never raises for what is in it: everything wrong is a message."""
    report = Report()
    games: list[GameFile] = []
    try:
        games = _read_document(read_json(raw), report)
    except Unreadable as unreadable:
        for place, why in unreadable.flaws:
            report.messages.append(Message(level="error", place=place, text=why))
    except EnoughError:
        pass
    stopped = report.stopped
    return Document(games=() if stopped else tuple(games), messages=tuple(report.messages), stopped=stopped)


def _read_document(value: Any, report: Report) -> list[GameFile]:
    if not isinstance(value, dict):
        report.error("", _("The document is an object with the fields format and games."))
        return []
    document = Node(value, "", report)
    document.only(DOCUMENT_KEYS)
    if value.get("format") != FORMAT:
        document.error("format", _("This is “{format}”.").format(format=FORMAT))
    games = value.get("games")
    if not isinstance(games, list):
        document.error("games", _("This is a list of games."))
        return []
    if len(games) > MOST_GAMES:
        document.error("games", _("A file has at most {most} games.").format(most=MOST_GAMES))
        return []
    return _read_games(games, report)


def _read_games(games: list[Any], report: Report) -> list[GameFile]:
    known = {slug: game.rules for slug, game in all_games().items()}
    found: list[GameFile] = []
    seen: set[str] = set()
    for number, value in enumerate(games):
        place = inside("games", number)
        if not isinstance(value, dict):
            report.error(place, _("A game is an object."))
            continue
        game = _read_game(Node(value, place, report), known)
        if game is not None and game.id in seen:
            report.error(inside(place, "id"), _("Another game of this file has the same id."))
        if game is not None:
            found.append(game)
            seen |= {game.id} - {""}
    return found


def _read_game(node: Node, known: Mapping[str, Rules[Any, Any]]) -> GameFile | None:
    """One game, or None where nothing can be made of its players or its rules. Reads in the order of the format."""
    node.only(GAME_KEYS)
    identity = node.identity("id")
    slug = node.get("rules")
    rules = known.get(slug) if isinstance(slug, str) else None
    if rules is None:
        node.error("rules", _("This is the name of a game: {names}.").format(names=", ".join(known)))
        return None
    options_node = node.child("options")
    said = len(node.report.messages)
    options = read_options(rules.options, options_node) if options_node else rules.options()
    as_given = len(node.report.messages) == said
    night, started, ended = node.day("night"), node.moment("started"), node.moment("ended")
    if started and ended and ended < started:
        node.report.error(node.place, _("The game ended before it started."))
    stopped, place, note = _stopped(node), node.text("place"), node.text("note")
    table = _table(node, rules, options, as_given=as_given)
    if table is None:
        return None
    hands = _Hands(node=node, rules=rules, table=table)
    hands.read(stopped)
    return GameFile(
        rules=rules,
        table=table,
        hands=tuple(hands.hands),
        sheet=hands.replay.sheet,
        id=identity,
        night=night,
        started=started,
        ended=ended,
        stopped=stopped,
        place=place,
        note=note,
    )


def _stopped(node: Node) -> Stopped:
    match node.get("stopped"):
        case None:
            return ""
        case "leader_wins":
            return "leader_wins"
        case "no_winner":
            return "no_winner"
    node.error("stopped", _("This is null, “leader_wins” or “no_winner”."))
    return ""


def _table(node: Node, rules: Rules[Any, Any], options: Any, *, as_given: bool) -> Table[Any] | None:
    """Who sits where, or None where the players cannot be; options that are not `as_given` are told already."""
    names = _players(node, rules)
    if names is None:
        return None
    first_dealer = len(names) - 1
    if (dealer := node.name("first_dealer")) is not None:
        if dealer not in names:
            node.error("first_dealer", _("This is none of the players."))
        elif rules.has_dealer:
            first_dealer = names.index(dealer)
    table: Table[Any] = Table(names=names, options=options, first_dealer=first_dealer)
    labels = [plain(column.label) for column in rules.columns(table)]
    if len(set(labels)) < len(labels):
        node.error("players", _("Two columns of the sheet would have the same name."))
        return None
    if as_given and (refused := rules.refuse_table(table)):
        place = node.place if refused.path == "players" else inside(node.place, "options")
        node.report.error(inside(place, refused.path), refused.message)
    return table


def _players(node: Node, rules: Rules[Any, Any]) -> tuple[str, ...] | None:
    raw, place = node.get("players"), inside(node.place, "players")
    if not isinstance(raw, list):
        node.error("players", _("This is the list of the players, clockwise."))
        return None
    if len(raw) not in rules.players:
        fewest, most = rules.players[0], rules.players[-1]
        message = _("{game} has {fewest} to {most} players, not {count}.")
        if fewest == most:
            message = _("{game} has {fewest} players, not {count}.")
        told = message.format(game=sentence(rules.name), fewest=fewest, most=most, count=len(raw))
        node.error("players", told)
        return None
    names = [read_name(value, inside(place, number), node.report) for number, value in enumerate(raw)]
    reserved = {name_key(plain(column.label)) for column in rules.seatless}
    for number, name in enumerate(names):
        if name is not None and name_key(name) in reserved:
            node.report.error(inside(place, number), _("Nobody can have this name in this game."))
    good = tuple(name for name in names if name is not None)
    if len({name_key(name) for name in good}) < len(good):
        node.error("players", _("Two players have the same name."))
        return None
    return good if len(good) == len(raw) and not reserved & {name_key(name) for name in good} else None


class _Hands:
    """The hands of one game, read, checked and replayed one by one."""

    def __init__(self, *, node: Node, rules: Rules[Any, Any], table: Table[Any]) -> None:
        self.node, self.rules, self.table = node, rules, table
        self.replay: Replay[Any, Any] = Replay.of(rules, table)
        self.seats = {name: seat for seat, name in enumerate(table.names)}
        self.hands: list[HandFile] = []

    def read(self, stopped: Stopped) -> None:
        """Read all hands, then compare the outcome that the file may claim."""
        raw = self.node.get("hands")
        if not isinstance(raw, list):
            self.node.error("hands", _("This is the list of the hands."))
            return
        if len(raw) > MOST_HANDS:
            self.node.error("hands", _("A game has at most {most} hands.").format(most=MOST_HANDS))
            return
        place = inside(self.node.place, "hands")
        for number, value in enumerate(raw):
            if isinstance(value, dict):
                self._hand(Node(value, inside(place, number), self.node.report))
            else:
                self.node.report.error(inside(place, number), _("A hand is an object."))
                self.replay = replace(self.replay, contradiction=UNREADABLE)
        if not self.replay.contradiction:
            self._end(stopped)

    def _end(self, stopped: Stopped) -> None:
        outcome = self.replay.sheet.outcome
        if stopped and outcome is not None:
            text = _("The game was not stopped: it had ended by its rules.")
            self.node.report.add("note", inside(self.node.place, "stopped"), text)
        elif stopped:
            outcome = self.rules.stop(self.replay.sheet, stopped)
        compare_outcome(self.node, self.replay.sheet, outcome)

    def _hand(self, node: Node) -> None:
        node.only(HAND_KEYS)
        said = len(node.report.messages)
        dealer = self._dealer(node)
        answers = self._answers(node)
        anyway, after_end = node.flag("score_anyway"), node.flag("after_end")
        self._check_end(node, after_end)
        entry = self.rules.entry_from(answers, self.table)
        if len(node.report.messages) > said:
            wrong = UNREADABLE
        else:
            wrong = self._check(node, dealer, entry, anyway)
            self.hands.append(HandFile(dealer=dealer, entry=entry, score_anyway=anyway, after_end=after_end))
        counted = self.replay.counts and not wrong
        self.replay = self.replay.deal(dealer, entry, wrong)
        if counted:
            compare_result(node, self.replay.sheet)
        elif wrong:
            self.replay = replace(self.replay, contradiction=wrong)

    def _dealer(self, node: Node) -> int:
        name = node.name("dealer")
        if name is not None and not self.rules.has_dealer:
            node.error("dealer", _("Nobody deals in this game."))
        elif name is not None and name not in self.seats:
            node.error("dealer", _("This is none of the players."))
        elif (
            name is not None
            and self.replay.counts
            and (why := self.rules.refuse_dealer(self.replay.sheet, self.seats[name]))
        ):
            node.error("dealer", sentence(why))
        return self.replay.dealer if name is None else self.seats.get(name, 0)

    def _answers(self, node: Node) -> dict[str, Value]:
        """The values of the hand by path; what cannot be is told and left out."""
        hand, players = node.child("hand"), node.child("players")
        per_player = fields(self.rules.entry, "player")
        answers = self._about_hand(hand) if hand else {}
        if per_player and node.get("players") is None:
            node.error("players", _("This is an object with the players’ names."))
        read: set[str] = set()
        for key in players.value if players else ():
            name = key if key in self.seats else read_name(key, inside(node.place, "players"), node.report)
            if name is None:
                continue
            place = Node(players.value, players.place, node.report) if players else node
            if name not in self.seats:
                place.error(key, _("This is none of the players."))
            elif name in read:
                place.error(key, _("This player is there more than once."))
            elif child := place.child(key):
                answers |= read_fields(per_player, child, self.seats, self.seats[name])
            read.add(name)
        return answers

    def _about_hand(self, hand: Node) -> dict[str, Value]:
        """The values of the hand as a whole, and those of its sides, which stand in it as a list."""
        per_side = fields(self.rules.entry, "side") if self.rules.sides(self.table) else {}
        whole = {key: value for key, value in hand.value.items() if not per_side or key != "sides"}
        answers = read_fields(fields(self.rules.entry, "hand"), replace(hand, value=whole), self.seats, None)
        given, place = hand.get("sides"), inside(hand.place, "sides")
        if not per_side or given is None:
            return answers
        count = len(self.rules.sides(self.table))
        if not isinstance(given, list) or len(given) != count or not all(isinstance(each, dict) for each in given):
            text = _("This is a list of {count} objects, one for each side, first the side of the first player.")
            hand.error("sides", text.format(count=count))
            return answers
        for number, side in enumerate(given):
            answers |= read_fields(per_side, Node(side, inside(place, number), hand.report), self.seats, number)
        return answers

    def _check_end(self, node: Node, after_end: bool) -> None:
        """Hands after the end say so, and no others do."""
        if self.replay.contradiction or after_end == (self.replay.sheet.outcome is not None):
            return
        if after_end:
            node.error("after_end", _("The game is not over before this hand."))
        else:
            node.report.error(node.place, _("The game was over before this hand."))

    def _check(self, node: Node, dealer: int, entry: Any, anyway: bool) -> tuple[Problem, ...]:
        """Tell the problems of the rules: errors always, warnings unless somebody said to score it anyway."""
        problems = tuple(self.rules.problems(self.replay.sheet, dealer, entry))
        for problem in problems:
            if problem.level == "error" or not anyway:
                node.report.add(problem.level, self._place(node, problem), problem.message)
        return tuple(problem for problem in problems if problem.level == "error")

    def _place(self, node: Node, problem: Problem) -> str:
        """The place in the file of a path: seats become names, and the sides stand in the hand."""
        place = node.place
        steps = [step for step in problem.path.split(".") if step]
        steps = ["hand", *steps] if steps[:1] == ["sides"] else steps
        for group, step in zip(["", *steps], steps, strict=False):
            if not step.isdigit():
                place = inside(place, step)
            else:
                place = inside(place, self.table.names[int(step)] if group == "players" else int(step))
        return place
