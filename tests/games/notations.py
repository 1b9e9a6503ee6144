"""How the hands of each game are written in its folder's files and on its RULES.md: a subclass of `Worked` for each."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from scorekeeper.formats.language import sentence
from scorekeeper.formats.recipes import read_recipe
from scorekeeper.games import any_game
from scorekeeper.games.any_game.names import typed_rows
from scorekeeper.games.klondike import Entry as KlondikeEntry
from scorekeeper.games.manchester import Entry as PiccadillyEntry, TruffleEntry
from scorekeeper.games.oh_hell import Entry as OhHellEntry
from scorekeeper.games.pinochle.hand import Entry as PinochleEntry
from scorekeeper.games.piquet.deal import Entry as PiquetEntry
from scorekeeper.games.shnarbles import Entry as ShnarblesEntry
from scorekeeper.games.tarot.card_points import Entry as CardPoints
from scorekeeper.games.tarot.tontine import GROUPS, Groups
from scorekeeper.games.trumplestiltskin.auction import read_auction
from scorekeeper.games.trumplestiltskin.hand import GNOMES
from scorekeeper.rules.declaration import fields_of
from tests.games import notation
from tests.games.worked import LETTERS, NAMES, Worked, numbers
from tests.pages import rows

SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
ROLES = {"E": "elder", "Y": "younger"}


class Klondike(Worked):
    """Cards such as "11 7 25 0", typed points such as "points 5 -20 10", or both: "- 52 3, points 7 8 9"."""

    slug = "klondike"
    players = 3

    def entry(self, written):
        cards, _sign, typed = written.partition("points ")
        nobody = (None,) * len(self.sheet.table.names)
        cards = numbers(cards.rstrip(", ")) or nobody
        return KlondikeEntry(cards=cards, points=numbers(typed) or nobody)


class OhHell(Worked):
    """Bids and tricks, such as "1 2 0 1 / 1 1 0 3". "[5]" stands for the hands up to the fifth, which Dee deals."""

    slug = "oh_hell"

    def entry(self, written):
        bids, _sign, tricks = written.partition("/")
        return OhHellEntry(bid=numbers(bids), tricks=numbers(tricks))

    def before(self, written):
        players = len(self.sheet.table.names)
        for dealt in range(1, int(written)):
            entry = OhHellEntry(bid=(0,) * players, tricks=(dealt, *(0,) * (players - 1)))
            self.sheet = self.rules.record(self.sheet, players - 2, entry)


class Shnarbles(Worked):
    """Ann's bid of 3 in hearts and each player's tricks are "A3♥ 3 2 0 -": "-" folded, and "." was left out.

    "pass" is a deal in which everybody passed. "[16 32 16 16; A1♥ 5 0 0 -]" are the scores after these hands,
    and "; over" ends the game with them.
    """

    slug = "shnarbles"

    def entry(self, written):
        if written == "pass":
            nobody = (None,) * len(self.sheet.table.names)
            return ShnarblesEntry(all_passed=True, folded=(False,) * len(nobody), tricks=nobody)
        (bidder, number, suit), *tricks = written.split()
        return ShnarblesEntry(
            bidder=LETTERS.index(bidder),
            bid=int(number),
            trump=SUITS[suit],
            folded=tuple(word == "-" for word in tricks),
            tricks=numbers(" ".join(tricks)),
        )

    def before(self, written):
        scores, *hands = written.removesuffix("; over").split("; ")
        for hand in hands or ["pass"]:
            self.sheet = self.rules.record(self.sheet, self.dealer, self.entry(hand))
        self.stand(scores)
        if written.endswith("; over"):
            self.sheet = replace(self.sheet, outcome=self.rules.stopped(self.sheet, "leader_wins"))


class Piquet(Worked):
    """In "point E5, sequences E4, sets Y1+1, tricks 7E, play 9/6", E is elder and Y is younger.

    Sets are quatorzes+trios; "7E" is elder's number of tricks and the winner of the last one; play points and totals
    are elder/younger. "blanche E" is a carte blanche, "k 3" means that elder won 3 tricks before younger's first, and
    "quick 28/23" gives only the totals. Q1 is a deal of RULES.md. "[95/95]" stands for four deals with these totals,
    after which Ann is elder, and "[4 × quick 0/0; Q1]" for five deals.
    """

    slug = "piquet"
    players = 2
    separator = "/"
    page = "games/piquet/RULES.md"

    @classmethod
    def deal(cls, written):
        """Return a deal without its name if it is one of the page's."""
        parts = ("point", "sequences", "sets", "tricks", "play")
        for row in rows(cls.page, "Worked deals"):
            deal = ", ".join(f"{part} {row[part]}" for part in parts if row[part] not in ("equal", "none"))
            written = re.sub(rf"\b{row['deal']}\b", deal, written)
        return written

    def entry(self, written):
        given = dict(part.split() for part in self.deal(written).split(", ")) if written else {}
        values = {"carte_blanche": ROLES.get(given.get("blanche", ""))}
        if point := given.get("point"):
            values |= {"point_winner": ROLES[point[0]], "point_cards": int(point[1:])}
        if sequences := given.get("sequences"):
            lengths = tuple(int(length) for length in sequences[1:].split("+"))
            values |= {"sequences_winner": ROLES[sequences[0]], "sequences_lengths": lengths}
        if sets := given.get("sets"):
            quatorzes, trios = map(int, sets[1:].split("+"))
            values |= {"sets_winner": ROLES[sets[0]], "quatorzes": quatorzes, "trios": trios}
        if tricks := given.get("tricks"):
            values |= {"elder_tricks": int(tricks[:-1]), "last_trick": ROLES[tricks[-1]]}
        for key in ("play", "quick"):
            if key in given:
                elder, younger = map(int, given[key].split("/"))
                values |= {f"{key}_elder": elder, f"{key}_younger": younger}
        return PiquetEntry(**values, elder_first_tricks=int(given["k"]) if "k" in given else None)

    def before(self, written):
        if re.fullmatch(r"\d+/\d+", written):
            written = f"quick 0/0; quick {'/'.join(reversed(written.split('/')))}; quick 0/0; quick 0/0"
        super().before(re.sub(r"(\d+) × ([^;]+)", lambda times: "; ".join([times[2]] * int(times[1])), written))


class Pinochle(Worked):
    """ "A50 ♠ 40+30* 10+20" is Ann's bid of 50 in spades, then the meld and trick points of Ann & Cy and of Bob & Dee.

    The star marks the last trick, whose 2 points are included. "C60 -" is Cy's bid of 60 without a marriage.
    """

    slug = "pinochle"

    def entry(self, written):
        bid, trump, *sides = written.split()
        bidder, bid = LETTERS.index(bid[0]), int(bid[1:])
        if trump == "-":
            nobody = (None, None)
            return PinochleEntry(
                bidder=bidder, bid=bid, no_marriage=True, meld=nobody, counters=nobody, last_trick=nobody
            )
        last = tuple(side.endswith("*") for side in sides)
        meld, tricks = zip(*(map(int, side.rstrip("*").split("+")) for side in sides), strict=True)
        counters = tuple(total - 2 * took_last for total, took_last in zip(tricks, last, strict=True))
        return PinochleEntry(bidder=bidder, bid=bid, trump=SUITS[trump], meld=meld, counters=counters, last_trick=last)


class Tarot(Worked):
    """Card points by seat, such as "50 60 -"; in Tontine the letter of each group's holder, such as "ABBCAABC-"."""

    slug = "tontine"

    def players_for(self, options):
        slug = self.game.rules.slug
        return 3 if options.get("base", "scarto" if slug == "tontine" else slug) == "scarto" else 4

    def entry(self, written):
        if self.game.rules.slug != "tontine":
            return CardPoints(points=numbers(written))
        holders = (None if letter == "-" else LETTERS.index(letter) for letter in written)
        return Groups(**dict(zip(GROUPS, holders, strict=True)))


class Manchester(Worked):
    """ "start pile points tricks", each dealer/opponent; in Truffle, the third number of tricks is the dummy's."""

    slug = "manchester_piccadilly"
    players = 2

    def entry(self, written):
        start, pile, taken, tricks = (numbers(pair.replace("/", " ")) for pair in written.split())
        ways = 1 if self.dealer == 0 else -1
        values = {"start": start[::ways], "pile": pile[::ways], "points": taken[::ways], "tricks": tricks[:2][::ways]}
        if self.game.rules.slug == "manchester_piccadilly":
            return PiccadillyEntry(**values)
        return TruffleEntry(**values, dummy_tricks=tricks[2])

    def finals(self, written):
        """Return the first and final scores of a hand, both as dealer/opponent."""
        entry, seats = self.entry(written), (self.dealer, 1 - self.dealer)
        return " ".join("/".join(str(entry.scores(seat)[which]) for seat in seats) for which in ("first", "final"))


class Trumplestiltskin(Worked):
    """Bids, who peeked, and points taken are "10 6 - 8 / AD / 12 9 3 7".

    "[A: 204 215 90 10 100]" are the totals, the Gnome's last, after a hand in which Ann took the bid. T1 is a hand of
    RULES.md, and "pass", or "pass C" if Cy peeked, a hand in which everybody passed.
    """

    slug = "trumplestiltskin"

    def entry(self, written):
        if re.fullmatch(r"T\d+", written):
            worked = rows(notation.PAGE, "Worked hands")
            return self.changed(self.written_of(next(row for row in worked if row["hand"] == written)))
        if written.startswith("pass"):
            return notation.all_passed(len(self.sheet.table.names), written.removeprefix("pass").strip())
        return notation.hand(*map(str.strip, written.split("/")))

    def before(self, written):
        taker, colon, totals = written.partition(": ")
        if not colon:
            super().before(written)
            return
        seats = self.sheet.table.names
        bids = " ".join("9" if LETTERS[seat] == taker else "-" for seat in range(len(seats)))
        self.sheet = self.rules.record(self.sheet, len(seats) - 1, notation.hand(bids, taken="0 " * len(seats)))
        self.stand(totals)

    @staticmethod
    def written_of(row):
        """Convert a row of the worked hands in RULES.md to this notation."""
        peeked = row.get("peeked", "").replace(" ", "")
        if row["bids"] == "all pass":
            return f"pass {peeked}"
        gnome = notation.value_of(GNOMES, row.get("Gnome", ""))
        return f"{row['bids']} / {peeked} / {row['taken']}" + (f" with gnome={gnome}" if gnome else "")

    def auction(self, calls):
        """Return who has the highest bid and who bids next after calls such as "A10 B- C8<10".

        Those are a bid, a pass, and a top bid that gave way to 10. "A10-" is a bid and a pass, and "A10+" a bid by a
        player whose pass was taken back; "done" closes the auction.
        """
        answers = {}
        for word in calls.split():
            if word == "done":
                answers["hand.bidding_done"] = True
                continue
            player, call = f"players.{LETTERS.index(word[0])}", word[1:]
            if call[-1] in "+-":
                answers[f"{player}.passed"] = call[-1] == "-"
            bid, _less, gave_way = call.strip("+-").partition("<")
            answers |= {f"{player}.bid": int(bid)} if bid else {}
            answers |= {f"{player}.gave_way": int(gave_way)} if gave_way else {}
        now = read_auction(answers, tuple(self.sheet.table.clockwise(self.dealer + 1)))
        assert now.over is (now.next_bidder is None)
        highest, following = ("-" if seat is None else LETTERS[seat] for seat in (now.highest, now.next_bidder))
        return f"{highest} {following}{' everyone passed' if now.everyone_passed else ''}"

    def stands(self, written):
        """Return who has won with these totals, and why."""
        self.sheet = replace(self.sheet, outcome=self.rules.outcome(self.sheet))
        return self.end()


class AnyGame(Worked):
    """Numbers by seat or side such as "12 0 -", and fields by name: "winner Bob, points 3 - 0", "bid 1 0, tricks 1 0".

    With a `recipe` they are shorter: "* 37 58", won by Ann, "*39 -", where she alone scores, "0! 25!", with a phase
    completed, and "4/5 3/3", bid/made; in turns, "60 45" are Ann's and then Bob's, and "Sixes 3, Fours 4 +" also names
    their rows, with one ticked beside. `taps` are those of the first hand or turn, with those that open and save it.
    """

    slug = "any_game"
    players = 3

    def __init__(self, recipe="", taps="", **options):
        super().__init__(**options)
        self.by_turns, self.first_taps = False, taps
        if recipe:
            file = Path(any_game.__path__[0]) / f"recipes/{recipe}.json"
            self.game = read_recipe(file.read_bytes()).game
            self.sheet = self.rules.blank(replace(self.sheet.table, options=self.rules.house_rules))
            self.by_turns = self.rules.house_rules.rows == "turns"

    def record(self, written):
        named = self.sheet.table.options.categories
        for turn in (written.split(", ") if named else written.split()) if self.by_turns else (written,):
            if self.first_taps and not self.sheet.hands:
                assert int(self.entered(turn)) + 2 == int(self.first_taps), "taps"
            super().record(turn)

    @property
    def whole(self):
        """The field of what is written without a name."""
        table = self.sheet.table
        return "together" if self.rules.sides(table) and table.options.rows != "turns" else "points"

    def spelled(self, written):
        """Return a hand in full."""
        words = written.split()
        if self.by_turns:
            row, _space, number = written.removesuffix(" +").rpartition(" ")
            seats, (on_turn, *_others) = self.sheet.table.seats, self.rules.seats(self.sheet)
            names = [named.name for named in typed_rows(self.sheet.table.options.categories)]
            picked = f"row {names.index(row) + 1}, " if row else ""
            ticked = ", beside yes" if written.endswith(" +") else ""
            return f"{picked}points {' '.join(number if seat == on_turn else '-' for seat in seats)}{ticked}"
        if scored := [word for word in words if word[0] == "*" != word]:
            return f"winner {NAMES[words.index(*scored)]}, {self.whole} {written.replace('*', '')}"
        if "*" in words:
            return f"winner {NAMES[words.index('*')]}, points {written.replace('*', '-')}"
        if "!" in written:
            done = "".join(letter for letter, word in zip(LETTERS, words, strict=False) if "!" in word)
            return f"points {written.replace('!', '')}, phase {done}"
        if "/" in written:
            bids, tricks = zip(*(word.split("/") for word in words), strict=True)
            return f"bid {' '.join(bids)}, tricks {' '.join(tricks)}"
        return written

    def play(self, written):
        what, _space, rest = written.partition(" ")
        if what == "lines":
            return list(map(self.line, self.sheet.hands[int(rest) - 1].lines))
        if what == "stopped":
            assert self.sheet.outcome is None
            self.sheet = replace(self.sheet, outcome=self.rules.stopped(self.sheet, "leader_wins"))
            return self.end()
        return super().play(written)

    def entry(self, written):
        answers, written = {}, self.spelled(written)
        known = {field.name: field for field in fields_of(self.rules.entry)}
        for part in written.split(", "):
            name, value = part.split(" ", 1) if part.split(" ")[0] in known else (self.whole, part)
            field = known[name]
            if field.per == "hand" and field.kind == "flag":
                answers[field.path()] = value == "yes"
            elif field.per == "hand":
                answers[field.path()] = NAMES.index(value) if field.kind == "seat" else int(value)
            elif field.kind == "flag":
                answers |= {field.path(seat): name[0] in value for seat, name in enumerate(self.sheet.table.names)}
            else:
                found = enumerate(numbers(value))
                answers |= {field.path(seat): number for seat, number in found if number is not None}
        return self.rules.entry_from(answers, self.sheet.table)

    def worth(self, written):
        """Return the totals after a hand, and its lines."""
        return [self.totals(written), *map(self.line, self.sheet.hands[-1].lines)]

    def goes(self, written):
        """Return the totals after a hand, and how the game ends with it, if it does."""
        return [self.totals(written), self.end()]

    def name(self, written):
        return sentence(self.rules.name)

    def hand_name(self, written):
        """Return what the next hand is called."""
        return sentence(self.rules.hand_name(self.sheet))

    def row_label(self, written):
        """Return what a hand is called on the sheet."""
        label = self.rules.label(self.sheet, self.entry(written))
        return sentence(label) if label else "none"

    def steps(self, written):
        """Return how many questions there are."""
        return str(len(self.game.type(self.sheet, self.dealer).steps))

    def options(self, written):
        """Return why the options are refused, whoever plays."""
        refused = self.rules.refuse_options(self.sheet.table.options)
        return f"{refused.path}: {sentence(refused.message)}" if refused else "fine"

    def matters(self, written):
        """Return whether an option is asked beside the others."""
        field = next(field for field in fields_of(self.rules.options) if field.key == written)
        return "asked" if field.matters(None, self.sheet.table.options) else "not asked"


NOTATIONS = {re.sub(r"(?<=[a-z])(?=[A-Z])", "_", each.__name__).lower(): each for each in Worked.__subclasses__()}
"""Maps each folder to the notation that is named like it."""
