"""Trumplestiltskin according to the tables of RULES.md. Its hands, games and screens are in `trumplestiltskin/`."""

from scorekeeper.formats.language import sentence
from scorekeeper.games.trumplestiltskin.hand import GNOMES, HALVINGS, TIES, Entry, Options, possible_sums
from scorekeeper.rules.declaration import SUITS, fields_of, unusual
from tests.games.notation import PAGE, from_page, hand, value_of, worked
from tests.games.notations import Trumplestiltskin
from tests.pages import rows

REASONS = {
    "E1": "Ann (204) and Bob (215) reached the target of 200; "
    "Ann took the last bid, and the taker wins with anything over 200",
    "E2": "Ann (200) and Bob (215) reached the target of 200; Bob has the most points, 215",
    "E3": "The Gnome reached the target of 350 with 351 points; Ann has the most points, 120",
    "E4": "Bob (203) and Cy (203) reached the target of 200; Bob and Cy are tied for the most points, 203",
    "E5": None,
    "E6": "Bob (203) and Cy (203) reached the target of 200; "
    "Bob took the last bid, and the taker wins with anything over 200",
    "E7": None,
    "E8": "The Gnome reached the target of 350 with 351 points; Ann and Bob are tied for the most points, 120",
    "E8 played on": None,
}


class Row(Trumplestiltskin):
    """A game of which hands are given as entries, as they are read from the page."""

    def entry(self, written):
        return super().entry(written) if isinstance(written, str) else written


def game_for(entry, **options):
    return Row(players=str(len(entry.bid)), **options)


def points_of(row):
    return f"{row['points']} {row['to the Gnome']}".replace("−", "-")


def sums(written):
    """Return the numbers in a list such as "27, 29–32"."""
    ranges = [part.partition("–") for part in written.split(", ")]
    return {number for low, _dash, high in ranges for number in range(int(low), int(high or low) + 1)}


def test_the_worked_hands_score_as_the_page_says():
    for heading, options in (("Worked hands", {}), ("Worked hands with a lowest bid of 0", {"lowest_bid": "0"})):
        for row in rows(PAGE, heading):
            entry = from_page(row)
            assert game_for(entry, **options).problems(entry) == [], row
            assert game_for(entry, **options).scores(entry) == points_of(row), row


def test_a_hand_gets_the_error_or_warning_on_the_page():
    for row in rows(PAGE, "Hands that are refused or questioned"):
        message = {
            "T10": "Ann and Bob have the same bid, 10.",
            "T11": "The points taken add up to 28, not 29, 30, 31 or 32.",
        }[row["hand"]]
        sign = {"error": ":", "warning": "?"}[row["answer"]]
        assert game_for(from_page(row)).problems(from_page(row)) == [f"players{sign} {message}"]


def test_the_odd_point_goes_where_the_option_says():
    for row in rows(PAGE, "The odd point"):
        points = game_for(worked("T2"), odd_half=value_of(HALVINGS, row["odd point when halving"])).scores(worked("T2"))
        assert (points.split()[0], points.split()[-1]) == (row["A"], row["the Gnome"]), row


def test_the_possible_totals_match_the_page():
    for row in rows(PAGE, "Possible sums"):
        players, _sign, deal = row["deal"].partition(" players")
        options = Options(uneven_deal="equal_hands" if deal == ", equal hands" else "all_dealt")
        for gnome in ("9S", "9H", "9D", "9C", "red_joker", "black_joker", None):
            kind = "not recorded" if gnome is None else "is a Joker" if gnome.endswith("joker") else "is a nine"
            assert possible_sums(options, int(players), gnome) == sums(row[f"Gnome {kind}"]), row


def test_card_points_match_the_page():
    (taken,) = (field for field in fields_of(Entry) if field.name == "taken")
    page = [(row["cards"], int(row["points each"])) for row in rows(PAGE, "Card points")]
    assert [(sentence(label), points) for label, points in taken.tally] == page


def test_trump_must_match_the_gnome():
    for row in rows(PAGE, "What may be trump"):
        gnome = value_of(GNOMES, row["Gnome"].removeprefix("not recorded"))
        fitting = {value_of(SUITS, label) for label in row["trump"].split(", ")}
        for suit in ("spades", "hearts", "diamonds", "clubs"):
            entry = hand("10 8 - -", taken="9 8 7 6", gnome=gnome, trump=suit)
            found = [problem.partition(": ")[0] for problem in game_for(entry).problems(entry)]
            assert found == ([] if suit in fitting else ["hand.trump"]), (row, suit)


def test_the_options_match_the_page():
    page = {row["option"]: row["values, the default first"].split("; ") for row in rows(PAGE, "Options")}
    for field in fields_of(Options):
        labels = {choice.value: sentence(choice.label) for choice in field.choices}
        written = page.pop(sentence(field.label))
        assert written[0] == labels.get(field.default, str(field.default))
        assert written == list(labels.values()) or not labels
    assert page == {}


def test_an_uneven_deal_only_matters_if_the_cards_do_not_divide():
    options = Options(uneven_deal="equal_hands")
    assert [len(unusual(options, players)) for players in (3, 4, 5)] == [1, 0, 1]


def standing(row):
    """Return a game that stands as an ending on the page says."""
    totals = f"{row['points']} {row['the Gnome']}"
    game = Row(players=str(len(totals.split()) - 1), tie=value_of(TIES, row["equal most points"]))
    game.before(f"{row['last taker']}: {totals}")
    return game


def letters(game):
    outcome = game.sheet.outcome
    return "nobody yet" if outcome is None else " ".join("ABCDE"[int(key)] for key in outcome.winners)


def test_the_worked_endings_have_the_winners_shown_on_the_page():
    endings = rows(PAGE, "Worked endings")
    for row in endings:
        game = standing(row)
        why = game.stands("")
        assert letters(game) == row["wins"], row
        assert (why.partition(": ")[2] or None) == REASONS[row["end"]]
    for row in rows(PAGE, "Worked endings", table=1):
        game = standing(next(ending for ending in endings if ending["end"] == row["end"]))
        assert game.totals(from_page(row)) == f"{row['points']} {row['the Gnome']}"
        assert letters(game) == row["wins"]
        assert game.end().endswith(": Cy reached the target of 200 with 203 points")
