"""Results written down at random as a table: its form, separator, encoding, heads, dates, numbers."""

import csv
import io
from dataclasses import dataclass
from datetime import date, timedelta

from scorekeeper.rules.text import Half
from tests.formats.tables_read import HOW, TODAY

NAMES = ["Ann", "Ben", "Cy", "Zoë", "Änne Müller", "Mary-Jo", "D’Arcy", "O'Neil", "Bo Jr.", "Æ", "Max"]
PLACES = ["Ann’s", "The club", "Ort 7", "a, b; c", "Über"]
NOTES = ["", "fun", "it rained; late", "a, b", '"so"', "3 rounds", "Total fun", "two\nlines"]
HEADS = {
    "date": ["date", "Date", "When", "Datum", "Day", "Played on", "Tag"],
    "game": ["game", "Game", "What", "Spiel", "Board Game"],
    "place": ["place", "Where", "Location", "Ort"],
    "note": ["note", "Comments", "Bemerkung"],
    "winner": ["winner", "Won by", "Sieger", "Won"],
    "name": ["player", "Name", "Who", "Spieler"],
    "score": ["score", "Points", "Total", "Punkte", "Result"],
}
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec")
DAYS = {
    "iso": lambda day: f"{day}",
    "dots": lambda day: f"{day.day}.{day.month}.{day.year}",
    "short dots": lambda day: f"{day:%d.%m.%y}",
    "American": lambda day: f"{day.month}/{day.day}/{day.year}",
    "short American": lambda day: f"{day:%m/%d/%y}",
    "British": lambda day: f"{day:%d/%m/%Y}",
    "words": lambda day: f"{day.day} {MONTHS[day.month - 1]} {day.year}",
    "American words": lambda day: f"{MONTHS[day.month - 1]} {day.day}, {day.year}",
    "without a year": lambda day: f"{day.day}.{day.month}.",
    "American without a year": lambda day: f"{day.month}/{day.day}",
}


@dataclass(frozen=True, kw_only=True)
class Result:
    """A game as it's written, and as it must be read. Without a winner's name, the points say who won."""

    night: date
    game: str
    totals: dict[str, Half]
    winner: str
    place: str
    note: str

    @property
    def winners(self):
        """Everybody who won."""
        best = (min if HOW[self.game] == "least" else max)(self.totals.values())
        return {self.winner} if self.winner else {name for name, total in self.totals.items() if total == best}


class RandomTable:
    """A table as bytes, the answers to whatever it leaves open, and its results."""

    def __init__(self, random):
        self.random, self.form = random, random.choice(["columns", "rows", "pairs"])
        self.day, self.decimal = random.choice([*DAYS]), random.choice(".,½")
        self.thousands = random.choice(["", " ", "’", *sorted({".", ","} - {self.decimal})])
        self.has_winner = random.random() < 0.3
        self.has_place, self.has_note, self.leaves_blank = (random.random() < 0.4 for _ in range(3))
        self.results = [*self._results()]
        self.answers = {
            "year": str(self.results[0].night.year),
            "dates": "day" if self.day == "British" else "month",
            "thousands": "thousands",
            "numbers": "points",
        }
        text, separator, end = io.StringIO(), random.choice(",;\t"), random.choice(["\n", "\r\n", "\r"])
        quoting = random.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]) if end != "\r" else csv.QUOTE_ALL
        csv.writer(text, delimiter=separator, lineterminator=end, quoting=quoting).writerows(self._rows())
        self.raw = text.getvalue().encode(random.choice(["utf-8", "utf-8-sig", "utf-16", "cp1252"]))

    @property
    def expected(self):
        """The results as they must be read."""
        return [(r.night, r.game, r.totals, r.winners, r.place, r.note) for r in self.results]

    def _results(self):
        """Yield results. Those of a night are of different games, or rows for each player wouldn't tell them apart."""
        random = self.random
        night = TODAY - timedelta(days=random.randrange(900, 3000))
        roster = random.sample(NAMES, 6)
        for number in range(random.randint(1, 15)):
            night += timedelta(days=random.choice([0, 1, 7, 60]) if number % 2 else 1)
            names, largest = random.sample(roster, random.randint(2, 5)), random.choice([20, 300, 99_999])
            yield Result(
                night=night,
                game=random.choice(["Uno", "Hearts"] if number % 2 else ["Catan", "Boggle"]),
                totals={name: Half(random.randint(-largest // 4, largest)) for name in names},
                winner=random.choice(names) if self.has_winner else "",
                place=random.choice(PLACES) if self.has_place else "",
                note=random.choice(NOTES) if self.has_note else "",
            )

    def _rows(self):
        """Return the rows with their heads in any order, and with what people have above, between and below them."""
        kinds = ["date", "game", *["place"] * self.has_place, *["note"] * self.has_note]
        kinds += ["name", "score"] if self.form == "rows" else []
        kinds += ["winner"] * self.has_winner
        names = sorted({name for result in self.results for name in result.totals})
        pairs = [kind for number in range(1, 6) for kind in (f"name{number}", f"score{number}")]
        keys = [*kinds, *{"columns": names, "pairs": pairs}.get(self.form, [])]
        heads = {key: self.random.choice(HEADS[key]) if key in kinds else key for key in keys}
        extra = self.random.choice(["", "Who drove", "Minutes"])
        if extra:
            keys.append(extra)
            heads[extra] = extra
        self.random.shuffle(keys)
        rows, above = [[heads[key] for key in keys]], {}
        for result in self.results:
            for cells in self._cells(result):
                cells |= {"Who drove": "Ben", "Minutes": "90"}
                same = {key for key in ("date", "game", "place") if cells.get(key) == above.get(key)}
                above = cells
                rows.append(["" if self.leaves_blank and key in same else cells.get(key, "") for key in keys])
            if self.random.random() < 0.1:
                rows.append([""] * len(keys))
        if self.form == "columns" and self.random.random() < 0.3:
            total = {name: sum(result.totals.get(name, 0) for result in self.results) for name in names}
            sums = {name: self._number(Half(half)) for name, half in total.items()} | {"game": "Total"}
            rows.append([sums.get(key, "") for key in keys])
        title = [["Our games"], []] if self.random.random() < 0.3 else []
        return [*title, *rows]

    def _cells(self, result):
        """Yield the cells of each row of a result, by their keys."""
        about = {"date": DAYS[self.day](result.night), "game": result.game, "place": result.place, "note": result.note}
        numbers = {name: self._number(total) for name, total in result.totals.items()}
        if self.form == "rows":
            yes = self.random.choice(["yes", "x", "1", "won"])
            for name, number in numbers.items():
                yield about | {"name": name, "score": number, "winner": yes if name == result.winner else ""}
        elif self.form == "pairs":
            pairs = {}
            for at, (name, number) in enumerate(numbers.items(), 1):
                pairs |= {f"name{at}": name, f"score{at}": number}
            yield about | pairs | {"winner": result.winner}
        else:
            yield about | numbers | {"winner": result.winner}

    def _number(self, half):
        whole, odd = divmod(abs(half), 2)
        digits = f"{whole:,}".replace(",", self.thousands)
        half_sign = "½" if self.decimal == "½" else f"{self.decimal}5"
        return "-" * (half < 0) + ("" if odd and not whole and self.decimal == "½" else digits) + half_sign * odd
