"""Every regular expression of the app takes no longer than its input is long, however it is made.

A pattern that can match the same characters in several ways needs hours for what one request may bring; these need a
fraction of a second, and get some.
"""

import ast
from pathlib import Path
from time import perf_counter

import pytest

import scorekeeper
from scorekeeper.files import incoming
from scorekeeper.formats import amounts, days, foreign, heads, language, parsing, play_results, table_entries, values
from scorekeeper.formats.recipes import read_link
from scorekeeper.games.any_game import names, problems
from scorekeeper.host.announcing import LABEL
from scorekeeper.people.links import reading as links_reading
from scorekeeper.recording.hand import forms as hand_forms
from scorekeeper.templatetags import scores
from scorekeeper.web import configuration, forms as web_forms, logs, sessions
from scorekeeper.web.forms import NUMBER

ROOT = Path(scorekeeper.__file__).parent
SIZE, FULL = 500_000, 2_500_000  # characters; Django takes no larger form
SECONDS = 5
ANY = (*"aA1 -.:;/=\n\t\\é\u0300\ud800", "a ", "1,", "1:", "/t/a?", "\\u", "\\ud", "; ", "+ 1 from ", "= 1 ")
"""What any input is made of."""

PATTERNS = {
    "host.announcing.LABEL": (LABEL.fullmatch, ["a-", "-"]),
    "web.configuration.HOST": (configuration.HOST.fullmatch, ["a.", "-", "[0:", "_"]),
    "web.configuration.WIFI": (configuration.WIFI.fullmatch, []),
    "web.configuration.WIFI_PASSWORD": (configuration.WIFI_PASSWORD.fullmatch, []),
    "formats.amounts.NUMBER": (amounts.NUMBER.search, ["1,", "1'", "½"]),
    "formats.amounts.GROUPED": (amounts.GROUPED.fullmatch, [",000", "1,000"]),
    "formats.amounts.OPEN": (amounts.OPEN.fullmatch, []),
    "formats.amounts.MARK": (amounts.MARK.fullmatch, ["(", "*", "(a"]),
    "formats.amounts.MARKED_NAME": (amounts.MARKED_NAME.search, ["(", "*", "(a", "(aaaaaaaaaaaa"]),
    "formats.days.FORMS": (lambda text: [form.fullmatch(text) for form in days.FORMS], ["1.", "1/", "March "]),
    "formats.days.CLOCK": (days.CLOCK.split, [" 1", " 19:40"]),
    "formats.heads.LETTERS": (heads.LETTERS.findall, ["a1"]),
    "formats.heads.NUMBER_IN_HEAD": (heads.NUMBER_IN_HEAD.search, []),
    "formats.table_entries.WORD": (table_entries.WORD.fullmatch, []),
    "formats.table_entries.RANK": (table_entries.RANK.fullmatch, ["1st"]),
    "formats.foreign.ELEMENT": (foreign.ELEMENT.search, ["<", "< "]),
    "formats.parsing.SURROGATE": (parsing.SURROGATE.search, []),
    "formats.parsing.SURROGATE_ESCAPE": (parsing.SURROGATE_ESCAPE.search, ["\\uD", "\\\\u"]),
    "formats.play_results.MOMENT": (play_results.MOMENT.fullmatch, ["2026-11-14 19:40:00"]),
    "formats.play_results.SUM": (play_results.SUM.fullmatch, ["1+", "1 + ", "+ ", "1.-"]),
    "formats.play_results.TERM": (play_results.TERM.findall, ["1+", "1.", "1.-"]),
    "formats.values.DAY": (values.DAY.fullmatch, ["2026-11-14"]),
    "formats.values.MOMENT": (values.MOMENT.fullmatch, ["2026-11-14T19:40:00.000000"]),
    "web.forms.NUMBER": (NUMBER.fullmatch, []),
    "web.forms.SIGNED": (web_forms.SIGNED.findall, ["1+", "+-", "½"]),
    "web.forms.TOTAL": (web_forms.TOTAL.fullmatch, ["1+", "1½+", "1.5-", "½"]),
    "web.forms.SEPARATORS": (web_forms.SEPARATORS.split, [" ,"]),
    "recording.hand.forms.SUM": (hand_forms.SUM.fullmatch, ["1+", "1 + ", "+ "]),
    "recording.hand.forms.TERMS": (hand_forms.TERMS.findall, ["1+", "1 + ", "+ "]),
    "games.any_game.problems.ID": (problems.ID.fullmatch, []),
    "games.any_game.names.ROW": (
        names.ROW.fullmatch,
        ["a × ", "a  ÷", "= 1 1 1 ", "+ 1 from 1 ", " = -1111", "x  ", "+ 1 each ", " + 1 each time"],
    ),
    "web.logs.ALONE": (logs.ALONE.sub, ["1:a", "a" * 42 + " ", "1:" + "a" * 43, "-"]),
    "web.logs.IN_PATH": (logs.IN_PATH.sub, ["/j", "/j/", "/go-on/", "/home-screen/a"]),
    "people.links.reading.TOKEN": (links_reading.TOKEN.fullmatch, []),
    "files.incoming.UUID": (incoming.UUID.fullmatch, ["0", "a-", "00000000-"]),
    "web.sessions.KEY": (sessions.KEY.fullmatch, []),
    "templatetags.scores.CARDS": (scores.CARDS.sub, ["A ", "K Q ", "10", "A 10 ", "♠"]),
    "formats.language._NO_WORDS": (language._NO_WORDS.sub, ["_a", "-"]),
    "formats.language._RIGHT_TO_LEFT": (language._RIGHT_TO_LEFT.search, ["a", "\u05d0a"]),
    "formats.language._SPACES": (language._SPACES.split, ["\u00a0", "a\u2003 "]),
}
"""What is done with each pattern, and what else its worst inputs are made of."""


def declared():
    """Yield the name of every pattern in the app, and of whatever calls `re` otherwise."""
    for path in sorted(ROOT.rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for statement in ast.parse(path.read_text(encoding="utf-8")).body:
            calls = [node for node in ast.walk(statement) if isinstance(node, ast.Call)]
            if any(ast.unparse(call.func).startswith("re.") and call.func.attr != "escape" for call in calls):
                yield f"{module}.{statement.targets[0].id if isinstance(statement, ast.Assign) else statement.name}"


def seconds(function, *args):
    began = perf_counter()
    function(*args)
    return perf_counter() - began


def test_every_pattern_is_tried():
    assert sorted(declared()) == sorted(PATTERNS)


def bad_inputs(units, size):
    """Yield inputs of nothing but a unit, with an end that doesn't match."""
    for unit in units:
        yield unit * (size // len(unit)) + "\nx"


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.nightly) for part in (1, 2, 3))])
def test_no_pattern_takes_longer_than_its_input_is_long_and_neither_does_the_reader_of_a_link(part, full):
    patterns = {**PATTERNS, "a link": (read_link, ["/t/a?#", "/t/"])}
    for name, (function, units) in [*patterns.items()][part::4]:
        before = ["…"] if function.__name__ == "sub" else []
        inputs = bad_inputs([*ANY, *units], FULL if full else SIZE)
        assert max(seconds(function, *before, bad) for bad in inputs) < SECONDS, name
