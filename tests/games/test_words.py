"""All text that the rules produce can be translated.

A pseudo-language puts the words of every message in «» and leaves the values alone. Anything outside these marks
must be a name, a number, or a plus or minus sign.
"""

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from scorekeeper.formats import language
from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.games.trumplestiltskin import TRUMPLESTILTSKIN
from scorekeeper.rules.declaration import fields_of
from scorekeeper.rules.replay import Replay
from scorekeeper.rules.text import Amount, Text, both, points
from tests.games.notation import NAMES, RULES
from tests.games.strategies import entries, games, tables


@pytest.fixture
def pseudo(monkeypatch):
    monkeypatch.setattr(language, "_", mark)
    monkeypatch.setattr(language, "pgettext", lambda _context, message: mark(message))
    monkeypatch.setattr(language, "ngettext", lambda one, many, count: mark(one if count == 1 else many))


def mark(message):
    """Return a message with its words in «» and its placeholders outside."""
    return "".join(part if part.startswith("{") else f"«{part}»" for part in re.split(r"(\{\w+\})", message) if part)


def unmarked(shown):
    """Return what remains of a sentence after removing marked words, names, numbers, and plus and minus signs."""
    left = re.sub(r"«[^»]*»", " ", shown)
    for name in NAMES:
        left = left.replace(name, " ")
    return re.sub(r"[0-9½\N{MINUS SIGN}+]", " ", left).strip()


def declared_text(game):
    yield game.rules.name
    for field in (*fields_of(game.rules.options), *game.fields):
        yield from (field.label, field.skip, *(text for text in (field.help, field.needed) if isinstance(text, Text)))
        yield from (label for label, _points in field.tally)
        for choice in field.choices:
            yield from (choice.label, *filter(None, [choice.help]))
    figures, feats = game.statistics.figures, (*game.statistics.feats, *game.statistics.of_year)
    yield from (part.label for part in (*game.rules.legend, *game.screen.stages, *figures, *feats))
    yield from filter(None, (figure.heading for figure in figures))
    yield from (text for comparison in game.statistics.comparisons for text in (comparison.more, comparison.less))
    blank = {"names": both(NAMES), "points": Amount(half=points(1))}
    yield from (replace(feat.told, values=blank) for feat in game.statistics.feats if feat.told is not None)
    for part in game.guide:
        yield from (part.heading, *part.paragraphs, *(cell for row in part.table for cell in row))


def test_all_declared_text_can_be_translated(pseudo):
    for slug, game in all_games().items():
        for shown in map(sentence, declared_text(game)):
            assert unmarked(shown) == "", (slug, shown)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(game=games())
def test_reasons_outcomes_notes_and_hints_can_be_translated(game, pseudo):
    sheet = Replay.of(RULES, game[0]).after(game[1]).sheet
    sentences = [sentence(line.reason) for hand in sheet.hands for line in hand.lines]
    hand = TRUMPLESTILTSKIN.type(sheet, 0, {"players.0.bid": 3, "hand.bidding_done": True})
    sentences += [sentence(note) for row in hand.view("bidding").rows for note in row.notes]
    sentences += [sentence(hint) for hint in hand.hints()]
    for column in sheet.columns:
        for need in TRUMPLESTILTSKIN.needs(hand, column):
            sentences += [sentence(text) for text in (need.caption, need.terms) if text]
    sentences += [sentence(RULES.stopped(sheet, how).reason) for how in ("leader_wins", "no_winner")]
    sentences += [sentence(sheet.outcome.reason)] if sheet.outcome else []
    assert [shown for shown in sentences if unmarked(shown)] == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_problems_can_be_translated(data, pseudo):
    """Each hand combines values from two legal hands with some impossible ones."""
    table = data.draw(tables())
    first, second = data.draw(entries(table)), data.draw(entries(table))
    values = {
        field.name: getattr(data.draw(st.sampled_from([first, second])), field.name) for field in fields_of(RULES.entry)
    }
    values["trump"] = data.draw(st.sampled_from(["spades", "hearts", None]))
    values["taker"] = data.draw(st.sampled_from([0, None]))
    values["bid"] = tuple(data.draw(st.sampled_from([bid, 40, 0])) for bid in values["bid"])
    for problem in RULES.problems(RULES.blank(table), 0, RULES.entry(**values)):
        assert unmarked(sentence(problem.message)) == ""
