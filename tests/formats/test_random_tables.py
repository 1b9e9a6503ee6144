"""Two thousand results, written at random as tables and read again; and tables and answers that nobody would send."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from scorekeeper.formats.heads import KINDS
from scorekeeper.formats.language import sentence
from tests.formats.random_tables import RandomTable
from tests.formats.tables_of_games import BY_COLUMN
from tests.formats.tables_of_rows import LONG, PAIRS
from tests.formats.tables_read import line_of, read

TABLES, FULL, PARTS = 300, 20_000, 4
SPOILED, FULL_SPOILED = 400, 20_000
KEPT = [table.lstrip("\n") for tables in (BY_COLUMN, LONG, PAIRS) for table, *_rest in tables.values()]
SCRAPS = [
    "½",
    "\0",
    "\n",
    ",",
    ";",
    "\t",
    '"',
    "'",
    "1.234",
    "-",
    "0/3/24",
    "31.2.2024",
    "99/99/99",
    "\u0301" * 50,
    "🏆",
]
SCRAPS += ["total", "1" * 50, "\ud83c", " & ", " and ", "(w)", "*", "\u202e", "score1", "9999-12-31", "1.1.0000", "x"]
ANSWERS = [*KINDS, "", "x", "day", "month", "2024", "0000", "２０２４", "name", "ranks", "parts"]
ANSWERS += ["\0", '"', ",;\t", 'a,b,"c', "1" * 5000, ",," * 99, "-", "\u0301" * 5000, "\ud800"]


def result_of(game):
    """Return a game as results are compared."""
    names = [(column, game.names[column.seats[0]]) for column in game.sheet.columns]
    totals = {name: game.sheet.totals[column.key] if game.given else None for column, name in names}
    winners = {name for column, name in names if column.key in game.outcome.winners}
    return game.night, sentence(game.rules.name), totals, winners, game.place, game.note


@pytest.mark.parametrize("part", range(PARTS))
def test_random_results_are_read_as_they_were_written(part, full):
    results = 0
    for seed in range(part, FULL if full else TABLES, PARTS):
        table = RandomTable(Random(seed))
        brought = read(table.raw, table.answers)
        assert not brought.waits, seed
        assert [result_of(game) for game in brought.games] == table.expected, seed
        results += len(table.expected)
    assert results * PARTS > 2000


@pytest.mark.parametrize("part", range(PARTS))
def test_no_table_and_no_answers_raise_anything(part, full):
    for seed in range(part, FULL_SPOILED if full else SPOILED, PARTS):
        random = Random(seed)
        text, answers = random.choice(KEPT), {}
        for _scrap in range(random.randint(0, 6)):
            at = random.randrange(len(text) + 1)
            text = text[:at] + random.choice(SCRAPS) + text[at + random.choice([0, 0, 1, 5]) :]
        raw = text.encode(random.choice(["utf-8", "utf-8", "utf-16"]), "surrogatepass")
        for _round in range(3):
            brought = read(raw, answers)
            assert all(map(line_of, brought.games))
            assert not (brought.games and any(message.level == "error" for message in brought.messages))
            for question in brought.questions:
                if random.random() < 0.5:
                    answers[question.key] = random.choice([*(value for value, _label in question.choices), *ANSWERS])
            for broken in brought.broken:
                answers[f"row.{broken.line}"] = random.choice([*ANSWERS, broken.text])
                answers[f"out.{broken.line}"] = random.choice(["", "on"])


@given(st.binary(max_size=80), st.dictionaries(st.sampled_from(["column.1", "row.2", "game", "numbers"]), st.text()))
def test_no_bytes_raise_anything(raw, answers):
    assert read(raw, answers).games == () or read(raw, answers).questions


LARGE = {
    "long": "date,game,player,score\n" + "".join(f"9.3.24,Uno,{'ABC'[at % 3]},{at}\n" for at in range(4900)),
    "wide": "date," + ",".join(f"P{chr(at)}" for at in range(65, 120)) + "\n" + ("9.3.24" + ",7" * 55 + "\n") * 4900,
    "lists": "date,game,Ann,winner\n" + "".join(f'9.3.24,Uno,3,"{"a," * 600}"\n' for _row in range(1500)),
    "and and and": "date,game,Ann,winner\n" + "".join(f"9.3.24,Uno,3,{' and ' * 390}\n" for _row in range(1000)),
    "sides": "date,game,player\n" + "".join(f"9.3.24,Uno,{'a & ' * 490}\n" for _row in range(1000)),
    "accents": "date,game,note,Ann\n" + "".join(f"9.3.24,Uno,a{chr(769) * 990},3\n" for _row in range(990)),
    "marks": "date,game,Ann\n" + "".join(f"9.3.24,Uno,3 {chr(at)}\n" for at in range(0x4E00, 0x4E00 + 4900)),
    "sums of sums": "Uno,Ann,Ben\n" + "".join(f",{2**at},{2**at}\n" for at in [0, *range(190)]),
    "years": "date,Ann\n" + "".join(f"1.{12 - at % 12}.,1\n" for at in range(4900)),
    "commas": ("," * 19_000 + "\n") * 100,
    "quotation marks": '"' * 2_000_000,
    "one line": "a" * 2_000_000,
}


@pytest.mark.nightly
@pytest.mark.timeout(120)
@pytest.mark.parametrize("table", LARGE.values(), ids=LARGE)
def test_no_table_takes_long(table):
    read(table)
    read(table, {"year": "2026", **{f"row.{line}": "9.3.24,Uno" * 40 for line in range(5000)}})
