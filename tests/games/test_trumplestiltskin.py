"""Trumplestiltskin according to the tables of RULES.md. Its hands, games and screens are in `trumplestiltskin/`."""

from pathlib import Path

from scorekeeper.formats.language import sentence
from scorekeeper.games.trumplestiltskin.hand import GNOMES, HALVINGS, TIES, Entry, Options
from scorekeeper.rules.declaration import SUITS, fields_of, unusual
from tests.games.notation import PAGE, value_of
from tests.games.notations import Trumplestiltskin
from tests.games.worked import sections
from tests.pages import rows

WORKED = Path(__file__).parent / "trumplestiltskin"


def game_for(row, **options):
    """Return a game of as many players as a row's hand has, and the hand."""
    hand = Trumplestiltskin.written_of(row)
    players = hand.partition(" / ")[0].split() if " / " in hand else "ABCD"
    return Trumplestiltskin(players=str(len(players)), **options), hand


def sums(written):
    """Return the numbers in a list such as "27, 29–32"."""
    ranges = [part.partition("–") for part in written.split(", ")]
    return {number for low, _dash, high in ranges for number in range(int(low), int(high or low) + 1)}


def test_the_worked_hands_score_as_the_page_says():
    for heading, options in (("Worked hands", {}), ("Worked hands with a lowest bid of 0", {"lowest_bid": "0"})):
        for row in rows(PAGE, heading):
            game, hand = game_for(row, **options)
            assert game.problems(hand) == [], row
            assert game.scores(hand) == f"{row['points']} {row['to the Gnome']}".replace("−", "-"), row


def test_a_hand_gets_the_error_or_warning_on_the_page():
    message = {
        "T10": "players: Ann and Bob have the same bid, 10.",
        "T11": "players? The points taken add up to 28, not 29–32.",
    }
    for row in rows(PAGE, "Hands that are refused or questioned"):
        game, hand = game_for(row)
        assert game.problems(hand) == [message[row["hand"]]]
        assert row["answer"] == ("warning" if "?" in message[row["hand"]] else "error")


def test_the_odd_point_goes_where_the_option_says():
    for row in rows(PAGE, "The odd point"):
        game = Trumplestiltskin(odd_half=value_of(HALVINGS, row["odd point when halving"]))
        ann, *_others, gnome = game.scores("T2").split()
        assert (ann, gnome) == (row["A"], row["the Gnome"]), row


def test_the_possible_totals_match_the_page():
    for row in rows(PAGE, "Possible sums"):
        players, _sign, deal = row["deal"].partition(" players")
        options = Options(uneven_deal="equal_hands" if deal == ", equal hands" else "all_dealt")
        for gnome in ("9S", "9H", "9D", "9C", "red_joker", "black_joker", None):
            kind = "not recorded" if gnome is None else "is a Joker" if gnome.endswith("joker") else "is a nine"
            assert options.possible_sums(int(players), gnome) == sums(row[f"Gnome {kind}"]), row


def test_card_points_match_the_page():
    (taken,) = (field for field in fields_of(Entry) if field.name == "taken")
    page = [(row["cards"], int(row["points each"])) for row in rows(PAGE, "Card points")]
    assert [(sentence(label), points) for label, points in taken.tally] == page


def test_trump_must_match_the_gnome():
    for row in rows(PAGE, "What may be trump"):
        gnome = value_of(GNOMES, row["Gnome"].removeprefix("not recorded"))
        fitting = {value_of(SUITS, label) for label in row["trump"].split(", ")}
        for suit in ("spades", "hearts", "diamonds", "clubs"):
            changes = f"gnome={gnome or '-'}, trump={suit}"
            problems = Trumplestiltskin().problems(f"10 8 - - / / 9 8 7 6 with {changes}")
            found = [problem.partition(": ")[0] for problem in problems]
            assert found == ([] if suit in fitting else ["hand.trump"]), (row, suit)


def test_the_options_match_the_page():
    page = {row["option"]: row["values, the default first"].split("; ") for row in rows(PAGE, "Options")}
    for field in fields_of(Options):
        labels = {choice.value: sentence(choice.label) for choice in field.choices}
        written = page.pop(sentence(field.label))
        assert written[0] == labels.get(field.default, str(field.default))
        assert written == list(labels.values()) or not labels
    assert page == {}


def test_every_house_rule_is_worked_out_in_a_row():
    """A row says what it changes: without it, an option could change nothing."""
    found = (section for path in WORKED.glob("*.txt") for section in sections(path))
    worked = {rule for section in found for row in section.rows for rule in (section.options | row.options).items()}
    rules = {(field.name, choice.value) for field in fields_of(Options) for choice in field.choices[1:]}
    assert rules - worked == set(), "a row of tests/games/trumplestiltskin needs this option in braces"


def test_an_uneven_deal_only_matters_if_the_cards_do_not_divide():
    options = Options(uneven_deal="equal_hands")
    assert [len(unusual(options, players)) for players in (3, 4, 5)] == [1, 0, 1]


def standing(row):
    """Return a game that stands as an ending on the page says."""
    totals = f"{row['points']} {row['the Gnome']}"
    game = Trumplestiltskin(players=str(len(totals.split()) - 1), tie=value_of(TIES, row["equal most points"]))
    game.before(f"{row['last taker']}: {totals}")
    return game


def letters(game):
    outcome = game.sheet.outcome
    return "nobody yet" if outcome is None else " ".join("ABCDE"[int(key)] for key in outcome.winners)


def test_the_worked_endings_have_the_winners_shown_on_the_page():
    endings = rows(PAGE, "Worked endings")
    for row in endings:
        game = standing(row)
        game.stands("")
        assert letters(game) == row["wins"], row
    for row in rows(PAGE, "Worked endings", table=1):
        game = standing(next(ending for ending in endings if ending["end"] == row["end"]))
        assert game.totals(Trumplestiltskin.written_of(row)) == f"{row['points']} {row['the Gnome']}"
        assert letters(game) == row["wins"]
        assert game.end().endswith(": Cy reached the target of 200 with 203 points")
