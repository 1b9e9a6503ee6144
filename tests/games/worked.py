"""Worked games and hands: text files in a folder for each game, which `test_worked` checks row by row.

A section begins with what is checked, the table's options, and what it is about:

    == scores (match=rubicon_4): the first deal counts twice
    tricks 5E, play 7/8 => 14/36  # a remark
    [30/30] {match=au_cent} quick 3/4 => 33/34

A row has a hand in its game’s own notation and what must come of it, on the same line or on indented ones,
with " | " between several. What was played before stands in [ ], and options of this row in { }.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scorekeeper.formats.language import half_points, plain, sentence, signed_points
from scorekeeper.games import all_games
from scorekeeper.rules.declaration import Field, Value, fields_of, form_text
from scorekeeper.rules.sheet import Line, Sheet, Table
from scorekeeper.rules.text import Text, points
from tests.games.entering import buttons, complete, enter_hand, likely_values, open_values

HERE = Path(__file__).parent
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo")
LETTERS = "ABCDEFGHIJ"
HEADER = re.compile(r"== (?P<check>\w+)(?: \((?P<options>.*?)\))?(?:: (?P<title>.*))?")
ROW = re.compile(r"(?:\[(?P<before>.*?)\] ?)?(?:\{(?P<options>.*?)\} ?)?(?P<given>.*?) ?=>(?: (?P<expected>.*))?")


@dataclass
class Row:
    """A row of a section; `where` is its file and line."""

    where: str
    before: str
    options: dict[str, str]
    given: str
    expected: list[str]


@dataclass
class Section:
    """What is checked, for which options, and its rows."""

    check: str
    options: dict[str, str]
    title: str
    rows: list[Row] = field(default_factory=list)


def sections(path: Path) -> Iterator[Section]:
    """Yield the sections of a file. Raises `AssertionError` for a line that is neither a header nor a row."""
    found: list[Section] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line, where = line.split(" # ")[0].rstrip(), f"{path.parent.name}/{path.name}, line {number}"
        if not line or line.startswith("#"):
            continue
        if header := HEADER.fullmatch(line):
            found.append(Section(header["check"], _options(header["options"]), header["title"] or ""))
        elif line.startswith(" "):
            found[-1].rows[-1].expected.extend(line.strip().split(" | "))
        else:
            row = ROW.fullmatch(line)
            assert row is not None, f"{where}: {line}"
            expected = row["expected"].split(" | ") if row["expected"] else []
            found[-1].rows.append(Row(where, row["before"] or "", _options(row["options"]), row["given"], expected))
    yield from found


def _options(written: str | None) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in (written or "").split(", ") if pair)
    return {key: value for key, _sign, value in pairs}


def value_of(option: Field, written: str) -> Value:
    """Return an option's value; the lines of a text are written with ¶ between them."""
    match option.kind:
        case "number":
            return int(written) if written != "-" else None
        case "numbers":
            return tuple(map(int, written.split()))
        case "flag":
            return written == "true"
    return written.replace("¶", "\n")


def numbers(written: str) -> tuple[int | None, ...]:
    """Return the whole numbers in a string such as "10 6 - −8", one for each seat; "-" and "." become None."""
    return tuple(None if word in ("-", ".") else int(word.replace("−", "-")) for word in written.split())


def half_of(word: str) -> int:
    """Return a number such as "-6½" in half points."""
    digits = word.strip("-−").removesuffix("½")
    half = 2 * int(digits or 0) + word.endswith("½")
    return -half if word[0] in "-−" else half


def tap_of(word: str) -> str:
    """Return a tap as a page sends it: A.bid=3 is Ann's, 0.meld=4 the first side's, others the hand's; ~ is a space."""
    at, word = word.startswith("@"), word.removeprefix("@").replace("~", " ")
    place, dot, rest = word.partition(".")
    if dot and place in LETTERS:
        word = f"players.{LETTERS.index(place)}.{rest}"
    elif dot and place.isdigit():
        word = f"sides.{place}.{rest}"
    elif not at:
        word = f"hand.{word}"
    return f"@{word}" if at else word


class Worked:
    """A game in progress, played by a game's notation. Its checks return what a row must show.

    By default the last player deals first. In a table's options, `players` and `first` are its players and its first
    dealer, and `game` is the slug if a package has several games.
    """

    slug = ""
    players = 4
    separator = " "
    warned = False

    def __init__(self, **options: str) -> None:
        self.game = all_games()[options.pop("game", self.slug)]
        count = int(options.pop("players", self.players_for(options)))
        first = options.pop("first", NAMES[count - 1])
        known = {option.name: option for option in fields_of(self.game.rules.options)}
        house = self.game.rules.options(**{key: value_of(known[key], value) for key, value in options.items()})
        self.game = self.game.made(house)
        self.sheet: Sheet[Any, Any] = self.rules.blank(
            Table(names=NAMES[:count], options=house, first_dealer=NAMES.index(first))
        )

    def players_for(self, options: Mapping[str, str]) -> int:
        """Return how many play if a table doesn't say."""
        return self.players

    @property
    def rules(self) -> Any:
        return self.game.rules

    @property
    def dealer(self) -> int:
        return self.rules.dealer(self.sheet)

    def label(self, column: str) -> str:
        return next(plain(each.label) for each in self.sheet.columns if each.key == column)

    def entry(self, written: str) -> Any:
        """Return the entry for a hand in the game's notation."""
        raise NotImplementedError

    def changed(self, written: str) -> Any:
        """Return the entry for a hand that may be followed by changed fields, such as "A3♥ 3 2 0 - with bid=-"."""
        hand, _with, changes = written.partition(" with ")
        known = {each.name: each for each in self.game.fields}
        values = {}
        for name, value in _options(changes).items():
            if known[name].kind == "seat" and known[name].per == "hand":
                values[name] = LETTERS.index(value) if value != "-" else None
            elif known[name].kind == "flag":
                owners = range(len(self.rules.sides(self.sheet.table)))
                values[name] = True if known[name].per == "hand" else tuple(LETTERS[each] in value for each in owners)
            elif known[name].per == "hand":
                values[name] = None if value == "-" else value_of(known[name], value)
            else:
                values[name] = numbers(value)
        return replace(self.entry(hand), **values)

    def before(self, written: str) -> None:
        """Record what was played before a row's hand."""
        for hand in written.split("; "):
            self.record(hand)

    def stand(self, totals: str) -> None:
        """Set the totals after the last hand."""
        halves = (points(0) + half_of(word) for word in totals.split())
        last = replace(self.sheet.hands[-1], totals=dict(zip(self.sheet.totals, halves, strict=True)))
        self.sheet = replace(self.sheet, hands=(*self.sheet.hands[:-1], last), outcome=None)

    def record(self, written: str) -> None:
        """Record a hand, which must be possible."""
        assert self.sheet.outcome is None, "the game is over"
        entry = self.changed(written)
        found = list(self.rules.problems(self.sheet, self.dealer, entry))
        assert not [problem for problem in found if problem.level == "error"], self.problems(written)
        self.sheet, self.warned = self.rules.record(self.sheet, self.dealer, entry), bool(found)

    def written(self, halves: Mapping[str, int]) -> str:
        return self.separator.join(half_points(half).replace("−", "-") for half in halves.values())

    # Checks of the rules

    def scores(self, written: str) -> str:
        """Return the points of each column for a hand."""
        self.record(written)
        return self.written(self.sheet.hands[-1].points)

    def totals(self, written: str) -> str:
        """Return the totals after a hand."""
        self.record(written)
        return self.written(self.sheet.totals)

    def lines(self, written: str) -> list[str]:
        """Return a hand's lines on the sheet, such as "Ann −12: missed the bid of 12 [failed]"."""
        self.record(written)
        return list(map(self.line, self.sheet.hands[-1].lines))

    def line(self, line: Line) -> str:
        mark = f" [{line.mark}]" if line.mark else ""
        return f"{self.label(line.column)} {signed_points(line.points)}: {sentence(line.reason)}{mark}"

    def marks(self, written: str) -> list[str]:
        """Return the marks of a hand's lines that have a sign on the sheet, such as "Ann made"."""
        self.record(written)
        signs, lines = [mark.key for mark in self.rules.legend if mark.sign], self.sheet.hands[-1].lines
        marked = ([self.label(line.column), *(key for key in line.mark.split() if key in signs)] for line in lines)
        return [" ".join(words) for words in marked if len(words) > 1]

    def problems(self, written: str) -> list[str]:
        """Return the errors in a hand, such as "hand.bid: The lowest bid is 50.", and with a "?" its warnings."""
        found = self.rules.problems(self.sheet, self.dealer, self.changed(written))
        return [
            f"{problem.path}{':' if problem.level == 'error' else '?'} {sentence(problem.message)}" for problem in found
        ]

    def facts(self, written: str) -> list[str]:
        """Return what the statistics count in a hand, by player or side."""
        self.record(written)
        counted: dict[str, list[str]] = {}
        for fact in self.game.statistics.facts(self.sheet, self.sheet.hands[-1]):
            owner = self.label(fact.column) if fact.seat is None else self.sheet.table.names[fact.seat]
            counted.setdefault(owner, []).append(f"{fact.key} {half_points(fact.amount).replace('−', '-')}")
        return [f"{owner}: {', '.join(facts)}" for owner, facts in counted.items()]

    def end(self, written: str = "") -> str:
        """Return the ranking and the reason of a game that is over with a hand, such as "Ann, Bob=Cy: After …"."""
        if written:
            self.record(written)
        over = self.sheet.outcome
        if over is None:
            return "goes on"
        assert not over.winners or set(over.winners) == set(over.ranking[0]), "the winners lead the ranking"
        names = ", ".join("=".join(map(self.label, tied)) for tied in over.ranking)
        return f"{names if over.winners else 'nobody'}: {sentence(over.reason)}"

    def ranked(self, written: str) -> str:
        """Return the names from the best to the worst after a hand, with "=" between those who are tied."""
        if written:
            self.record(written)
        return ", ".join("=".join(map(self.label, tied)) for tied in self.rules.ranking(self.sheet))

    def play(self, written: str) -> str:
        """Return the totals after the next hand of a game or, after the last one, its end."""
        return self.end() if written == "end" else f"{self.totals(written)}{' (warned)' if self.warned else ''}"

    def tap(self, written: str) -> str:
        """Return the totals after the next hand of a sample, which is written as its taps."""
        if written == "end":
            return self.end()
        assert self.sheet.outcome is None, "the game is over"
        answers, _count = enter_hand(self.game, self.sheet, self.dealer, map(tap_of, written.split()))
        entry = complete(self.game, self.sheet, self.dealer, answers)
        self.sheet = self.rules.record(self.sheet, self.dealer, entry)
        return self.written(self.sheet.totals)

    def deals(self, written: str) -> str:
        """Return who deals each of these hands, and who deals next."""
        names = self.sheet.table.names
        dealt = [names[self.dealer]]
        for hand in filter(None, written.split("; ")):
            self.record(hand)
            assert self.rules.refuse_dealer(self.sheet, self.dealer) is None
            dealt.append(names[self.dealer])
        return " ".join(dealt)

    def table(self, written: str) -> str:
        """Return why the table is refused, if it is."""
        refused = self.rules.refuse_table(self.sheet.table)
        return f"{refused.path}: {sentence(refused.message)}" if refused else "fine"

    # Checks of the hand screen

    def entered(self, written: str) -> str:
        """Enter the hand "NOTATION by TAPS", and return the number of taps without Save."""
        hand, _by, taps = written.partition(" by ")
        tapped = list(map(tap_of, taps.split())) if taps else self.taps(hand)
        answers, count = enter_hand(self.game, self.sheet, self.dealer, tapped)
        entry = complete(self.game, self.sheet, self.dealer, answers)
        assert entry == self.changed(hand), f"{entry} was entered"
        assert self.game.type(self.sheet, self.dealer).correcting(entry).entry() == entry, "it can be corrected"
        return str(count)

    def taps(self, written: str) -> list[str]:
        """Return the taps that enter a hand, in the order of the questions: each is answered by the entry."""
        entry, answers, taps = self.changed(written), {}, []
        wanted = self.game.type(self.sheet, self.dealer).correcting(entry).answers
        while (question := self.game.type(self.sheet, self.dealer, answers).view().question) is not None:
            beside = [offer.path for offer in question.extras if offer.path in wanted and offer.path not in answers]
            path = next(iter(beside), question.path if question.path in wanted else question.skip.path)
            answers[path] = wanted.get(path, True)
            taps.append(f"{path}={form_text(answers[path])}")
        return taps

    def hand(self, taps: str) -> Any:
        """Return the hand screen after these taps."""
        answers, _count = enter_hand(self.game, self.sheet, self.dealer, map(tap_of, taps.split()))
        return self.game.type(self.sheet, self.dealer, answers)

    def screen(self, taps: str, expected: Sequence[str]) -> list[str]:
        """Return what the screen shows after these taps, as far as a row names it. A last @path opens a row."""
        *tapped, last = taps.split() if "@" in taps.rpartition(" ")[2] else [*taps.split(), ""]
        hand, at = self.hand(" ".join(tapped)), tap_of(last)[1:] if last else ""
        return [f"{word} {shown(hand, at, word)}".rstrip() for word in (line.split(" ")[0] for line in expected)]

    def refused(self, written: str) -> str:
        """Return why the last of these taps is refused, if it is."""
        *taps, last = written.split()
        path, _sign, raw = tap_of(last).partition("=")
        field = self.game.field_at(path)
        value = {"true": True, "false": False}.get(raw, raw)
        value = int(raw) if field and field.kind in ("number", "seat") else value
        refusal = self.hand(" ".join(taps)).refuse(path, value)
        return sentence(refusal) if refusal else "fine"


def shown(hand: Any, at: str, word: str) -> str:
    """Return what a hand screen shows: what it asks, its buttons by label or value, its facts, rows, and so on."""
    now = hand.view(at)
    question = now.question
    if question is None and word in ("asks", "path"):
        return "nothing"
    show = {
        "asks": lambda: sentence(question.title),
        "path": lambda: question.path,
        "stage": lambda: now.stage,
        "complete": lambda: "yes" if now.complete else "no",
        "buttons": lambda: _listed(offer.label for offer in buttons(now)),
        "pressed": lambda: _spaced(offer.value for offer in buttons(now) if offer.pressed),
        "offers": lambda: _listed(offer.label for offer in question.offers),
        "values": lambda: _spaced(offer.value for offer in question.offers),
        "states": lambda: ", ".join(f"{offer.value} {offer.state}" for offer in question.offers if offer.state),
        "looks": lambda: _spaced(sorted({offer.look for offer in question.extras})),
        "open": lambda: _spaced(open_values(question)),
        "likely": lambda: _spaced(likely_values(question)),
        "typed": lambda: "yes" if question.board.other else "no",
        "note": lambda: _said(question.board.note) or "none",
        "skip": lambda: sentence(question.skip.label) if question.skip else "none",
        "facts": lambda: _listed(now.facts),
        "hints": lambda: _listed(hand.hints()),
        "stages": lambda: _listed(stage.label for stage in now.stages),
        "rows": lambda: ", ".join(f"{sentence(row.label)} {_said(row.answer)}".rstrip() for row in now.rows),
        "notes": lambda: _listed(note for row in now.rows for note in row.notes),
        "out": lambda: ", ".join(sentence(row.label) for row in now.rows if row.is_out) or "nobody",
    }
    return show[word]()


def _listed(texts: Iterable[Text]) -> str:
    return ", ".join(map(sentence, texts))


def _said(text: Text | None) -> str:
    return sentence(text) if text else ""


def _spaced(values: Iterable[Any]) -> str:
    """Return values, with a range for those that follow each other, such as "0 5-9"."""
    parts: list[list[Any]] = []
    for value in values:
        if parts and isinstance(value, int) and parts[-1][-1] == value - 1:
            parts[-1].append(value)
        else:
            parts.append([value])
    return " ".join(f"{part[0]}-{part[-1]}" if len(part) > 2 else " ".join(map(str, part)) for part in parts)


def faults(notation: type[Worked], section: Section) -> Iterator[str]:
    """Yield a message for each row of a section that isn't as it says. The rows of a game follow each other."""
    whole = {"game": "play", "sample": "tap"}.get(section.check)
    position = notation(**section.options) if whole else None
    for row in section.rows:
        try:
            if not whole:
                position = notation(**section.options | row.options)
                if row.before:
                    position.before(row.before)
            check = getattr(position, whole or section.check)
            found = check(row.given, row.expected) if section.check == "screen" else check(row.given)
        except (AssertionError, LookupError, ValueError) as problem:
            found = f"{type(problem).__name__}: {problem}"
        found = found if isinstance(found, list) else [found] if found else []
        if found != row.expected:
            yield f"{row.where}: {row.given} => {' | '.join(found)}\n    instead of {' | '.join(row.expected)}"
