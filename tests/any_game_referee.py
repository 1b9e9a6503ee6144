"""A referee of Another game, for comparison: it shares no code with the app, and is written from RULES.md alone.

It takes options, players and hands as they are written in a file, so that whatever it is asked can be tried in one.
Points are whole numbers. A column is a side or, where everybody plays alone, a player; its key is the app's.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.any_game_options import Options, Row, beside_of, in_effect, points_for_bids, rows_of

FOREVER = 10**6
MOST_TRICKS = 60
LEADS = {"shared": 0, "play_on": 1, "ahead": 2}  # that end the game
Hand = Mapping[str, Any]


class Referee:
    """A game in progress: who takes part in the next hand, what is refused, the totals, and how it ended."""

    def __init__(self, options: Options, players: Sequence[str], first_dealer: str) -> None:
        self.options = in_effect(options)
        self.players, self.seats = list(players), range(len(players))
        self.rows, self.bonuses = rows_of(self.options["categories"])
        self.beside = sum(beside_of(self.options["categories"]))
        sides = self.options["sides"]
        self.alone = sides == "alone" or len(players) < (self.options["partners_from"] or 0)
        count = len(players) if self.alone else len(players) // 2 if sides == "partners" else 1
        self.columns = [f"{seat}" if self.alone else f"side{seat}" for seat in range(count)]
        self.totals = dict.fromkeys(self.columns, self.options["start"])
        self.played = 0
        self.filled: dict[Any, dict[int, int]] = {}
        self.given: set[Any] = set()
        self.extra = dict.fromkeys(self.columns, 0)
        self.phases = dict.fromkeys(self.seats, 0)
        self.turn, self.rounds_begun = -1, 1
        self.first_there: int | None = None  # who had the target first, if the others have one more turn then
        self.last_dealer: int | None = None
        self.first_dealer = self.players.index(first_dealer)
        self.playing_on = self.just_tied = self.over = False
        self.winners: list[str] = []
        self.ranking = self.ranked(1)

    def column(self, seat: int) -> str:
        """Return the column of whoever sits here: partners sit across from each other."""
        return self.columns[seat % len(self.columns)]

    # Who takes part

    def stays(self, seat: int) -> list[tuple[int, int]]:
        """Return from which row on this player was there, and the first row without them, as often as they came."""
        joined, left, found = self.options["joined"], self.options["left"], []
        for at in range(seat, max(len(joined), len(left), len(self.players)), len(self.players)):
            since = joined[at] if at < len(joined) else 0
            until = left[at] if at < len(left) else 0
            if since or at == seat:
                found.append((since or 1, until or FOREVER))
        return found

    def is_there(self, seat: int, row: int) -> bool:
        """Return whether this player is at the table for a row."""
        return any(since <= row < until for since, until in self.stays(seat))

    def had_a_row(self, seat: int) -> bool:
        """Return whether this player has been there for any row until now."""
        return any(self.is_there(seat, row) for row in range(1, self.played + 1))

    def _joins(self, seat: int) -> int:
        """Return the first row with this player, or 0 if they were there from the start."""
        return self.options["joined"][seat] if self.options["joined"] else 0

    def is_out(self, seat: int) -> bool:
        """Return whether this player has reached the number at which players are out."""
        out, total = self.options["out"], self.totals[self.column(seat)]
        if out is None:
            return False
        return total <= out if self.options["start"] > out else total >= out

    def has_open_rows(self, seat: int) -> bool:
        """Return whether there is anything left for this player to fill in, in a game of turns."""
        return not self.rows or len(self.filled.get(seat, {})) < len(self.rows)

    def in_play(self, row: int) -> list[int]:
        """Return who would take part in a row, in the order of their seats."""
        there = [seat for seat in self.seats if self.is_there(seat, row) and not self.is_out(seat)]
        return [seat for seat in there if self.has_open_rows(seat)] if self.options["rows"] == "turns" else there

    def taking_part(self) -> list[int]:
        """Return who takes part in the next hand; in a game of turns, whose turn it is."""
        there = self.in_play(self.played + 1) if self.options["rows"] != "won" else []
        if self.options["rows"] != "turns":
            return there
        return ([seat for seat in there if seat > self.turn] + there)[:1]

    def dealer(self) -> int:
        """Return who deals the next hand: the deal leaves out whoever takes no part."""
        first = self.first_dealer if self.last_dealer is None else self.last_dealer + 1
        around = [(first + step) % len(self.players) for step in self.seats]
        return next((seat for seat in around if seat in self.taking_part()), around[0])

    # The table's word

    def said(self, won: Sequence[int], *, stopped: bool) -> tuple[list[str], list[list[str]]] | None:
        """Return who has won, and the ranking, if the table says that these seats did. RULES.md: The table's word."""
        by_rules = (sorted(self.winners), [sorted(tied) for tied in self.ranking])
        if self.options["wins"] == "nobody":
            return ([], []) if self.over or stopped else None
        columns = {self.column(seat) for seat in won}
        is_tie = self.over and len(self.winners) > 1
        if is_tie and (not won or not columns <= {*self.winners}):
            return by_rules
        if self.over and not is_tie:
            return by_rules
        if not (self.over or stopped or self.options["rows"] == "won"):
            return None
        others = [sorted({*tied} - columns) for tied in self.ranking]
        return sorted(columns), [tied for tied in (sorted(columns), *others) if tied]

    # What is refused

    def _is_refused(self, hand: Hand) -> bool:
        """Return whether a hand is impossible. RULES.md: What is checked."""
        if self.options["dealer"] and not self._can_deal(self.players.index(hand["dealer"])):
            return True
        hand = self._with_zeros(hand)
        given, whole = self._given(hand), dict(hand.get("hand", {}))
        sides = whole.pop("sides", [])
        if whole.pop("beside", False) and not (self.beside and self.taking_part()):
            return True
        points = {at: side["points"] for at, side in enumerate(sides) if side.get("points") is not None}
        wanted, here = self._wanted(whole), self.taking_part()
        if set(whole) != set(wanted["hand"]) or list(points) != wanted["sides"]:
            return True
        if set(given) - set(here) or any(set(given.get(seat, {})) - {"phase"} != wanted[seat] for seat in here):
            return True
        if any("phase" in fields and self.phases[seat] >= self.options["phases"] for seat, fields in given.items()):
            return True
        numbers = [*points.values(), *(fields["points"] for fields in given.values() if "points" in fields)]
        row = self._row(whole)
        if row is None or not all(row.allows(number, negative=self.options["minus"]) for number in numbers):
            return True
        return self.options["sum"] == "zero" and sum(numbers) != 0

    def _can_deal(self, seat: int) -> bool:
        """Return whether somebody can deal: whoever takes part, but two players take turns."""
        return seat in self.taking_part() and (len(self.players) != 2 or seat == self.dealer())

    def _with_zeros(self, hand: Hand) -> Hand:
        """Return a hand of a tally in which whoever has made no points has 0. RULES.md: A tally."""
        if self.options["rows"] != "tally":
            return hand
        whole, players = dict(hand.get("hand", {})), hand.get("players", {})
        if self.alone:
            filled = {name: {"points": 0, **players.get(name, {})} for name in self.players}
            return {**hand, "players": filled}
        sides = [*whole.get("sides", []), *({} for _column in self.columns)][: len(self.columns)]
        return {**hand, "hand": {**whole, "sides": [{"points": 0, **side} for side in sides]}}

    def _given(self, hand: Hand) -> dict[int, dict[str, int]]:
        """Return what is recorded for each seat, without what is none."""
        given = {self.players.index(name): fields for name, fields in hand.get("players", {}).items()}
        kept = {
            seat: {key: value for key, value in given[seat].items() if value is not None and value is not False}
            for seat in given
        }
        return {seat: fields for seat, fields in kept.items() if fields}

    def _wanted(self, whole: Mapping[str, Any]) -> dict[Any, Any]:
        """Return the fields that must be there: of the hand, of each seat, and for how many sides."""
        options, here = self.options, self.taking_part()
        wanted: dict[Any, Any] = {"hand": [], "sides": [], **{seat: {"points"} for seat in here}}
        if options["bids"] != "none":
            return {**wanted, **{seat: {"bid", "tricks"} for seat in here}}
        winner = self.players.index(whole["winner"]) if whole.get("winner") else None
        if options["sum"] in ("winner", "one"):
            wanted["hand"] = ["somebody else" if winner is not None and winner not in here else "winner"]
        if options["sum"] == "winner":
            wanted[winner] = set()
        if options["sum"] == "one":
            wanted |= {seat: {"points"} if seat == winner and self.alone else set() for seat in here}
        if options["rows"] == "turns":
            wanted["hand"] = ["row"] if self.rows else []
        elif not self.alone:
            wanted |= {seat: set() for seat in here}
            wanted["sides"] = [*range(len(self.columns))]
            if options["sum"] == "one":
                wanted["sides"] = [] if winner is None else [winner % len(self.columns)]
        return wanted

    def _row(self, whole: Mapping[str, Any]) -> Row | None:
        """Return the row that a hand fills, or None if it can't."""
        if not self.rows:
            return Row(sign="×" if self.options["worth"] != 1 else "")
        if self.options["rows"] == "categories":
            return self.rows[self.played]
        number = whole["row"] - 1
        full = number in self.filled.get(self.taking_part()[0], {})
        return self.rows[number] if 0 <= number < len(self.rows) and not full else None

    def verdict(self, hand: Hand) -> str:
        """Return whether a hand is refused or warned about."""
        if self._is_refused(hand):
            return "refused"
        return "warned about" if self._is_unlikely(hand) else "fine"

    def _is_unlikely(self, hand: Hand) -> bool:
        """Return whether there is a warning about a hand: about its sum, or its tricks."""
        given = self._given(hand)
        if self.options["bids"] != "none":
            tricks = self.options["tricks"] or min(self.played + 1, MOST_TRICKS)
            return sum(fields["tricks"] for fields in given.values()) != tricks
        if self.options["rows"] == "tally":
            return self._goes_on(hand)
        points = [fields["points"] for fields in given.values() if "points" in fields]
        points += [side["points"] for side in hand.get("hand", {}).get("sides", []) if side.get("points") is not None]
        if max(points, default=0) > (self.options["ask_above"] or FOREVER):
            return True
        times = (1, len(points) - 1) if self.options["all_but_one"] else (1,)
        sums = [number * each for number in self.options["sums"] for each in times]
        return self.options["sum"] == "fixed" and sum(points) not in sums

    def _goes_on(self, hand: Hand) -> bool:
        """Return whether a tally isn't over by its rules: nobody has the target, or a tie there is played on."""
        hand = self._with_zeros(hand)
        made, way = self._gains(hand, self._given(hand)), -1 if self.options["down"] else 1
        totals = [self.options["start"] + way * number for number in made.values()]
        best = min(totals) if self.options["wins"] == "least" else max(totals)
        nearest = min(totals) if self.options["down"] else max(totals)
        if self.options["ends"] != "target":
            return False
        if way * nearest < way * self.options["target"]:
            return True
        near = [total for total in totals if abs(total - best) < LEADS[self.options["ties"]]]
        return len(near) > 1

    # Points

    def record(self, hand: Hand) -> None:
        """Add a hand that isn't refused to the totals, and decide whether the game is over with it."""
        hand = self._with_zeros(hand)
        given = self._given(hand)
        gains = self._gains(hand, given)
        self.played += 1
        for seat in self.seats:
            if self._joins(seat) == self.played and self.options["joined_with"]:
                self.totals[self.column(seat)] = self.options["joined_with"][seat]
        before = dict(self.totals)
        for column, gain in gains.items():
            self.totals[column] += -gain if self.options["down"] else gain
        if self.options["past"] != "counts":
            for column in self.columns:
                if self._reaches(column) and self.totals[column] != self.options["target"]:
                    back = self.options["back"]
                    self.totals[column] = back if self.options["past"] == "back" else before[column]
        for seat, fields in given.items():
            self.phases[seat] += fields.get("phase", False)
        if self.options["rows"] == "turns":
            (seat,) = given
            self.rounds_begun += seat <= self.turn
            self.turn = seat
            if self.options["last_turn"] and self.first_there is None and any(map(self._reaches, self.columns)):
                self.first_there = seat
        if self.options["dealer"]:
            self.last_dealer = self.players.index(hand["dealer"])
        self._judge()

    def _gains(self, hand: Hand, given: dict[int, dict[str, int]]) -> dict[str, int]:
        """Return what a hand is worth for each column."""
        gains = dict.fromkeys(self.columns, 0)
        whole = hand.get("hand", {})
        if self.options["bids"] != "none":
            for column in self.columns:
                bidders = [fields for seat, fields in given.items() if self.column(seat) == column]
                gains[column], self.extra[column] = points_for_bids(self.options, bidders, self.extra[column])
            return gains
        if self.options["sum"] == "winner":
            left = {self.column(seat): fields["points"] * self.options["worth"] for seat, fields in given.items()}
            lost = {column: -points for column, points in left.items()} if self.options["lose"] else {}
            winner = self.column(self.players.index(whole["winner"]))
            return gains | lost | {winner: sum(left.values()) + self.options["bonus"]}
        numbers = {seat: fields["points"] for seat, fields in given.items()}
        owners: dict[Any, str] = {seat: self.column(seat) for seat in numbers}
        for column, side in zip(self.columns, whole.get("sides", []), strict=False):
            if side.get("points") is not None:
                numbers[column], owners[column] = side["points"], column
        for owner, number in numbers.items():
            gains[owners[owner]] += self._for_row(owner, number, whole) if self.rows else number
            gains[owners[owner]] += self.beside if whole.get("beside") else 0
        return gains

    def _for_row(self, owner: Any, number: int, whole: Mapping[str, Any]) -> int:
        """Return the points of a row that is filled, with the bonus that it brings."""
        at = self.played if self.options["rows"] == "categories" else whole["row"] - 1
        row, filled = self.rows[at], self.filled.setdefault(owner, {})
        filled[at] = row.worth(number)
        points, least = self.bonuses.get(row.section, (0, FOREVER))
        reached = sum(worth for each, worth in filled.items() if self.rows[each].section == row.section) >= least
        if not reached or (owner, row.section) in self.given:
            return filled[at]
        self.given.add((owner, row.section))
        return filled[at] + points

    # The end

    def _reaches(self, column: str) -> bool:
        """Return whether a total is at the target or past it."""
        if self.options["ends"] != "target":
            return False
        total, target = self.totals[column], self.options["target"]
        return total <= target if self.options["down"] else total >= target

    def ranked(self, row: int) -> list[list[str]]:
        """Return the columns from the best to the worst, as they stand in this row, with those who are tied together.

        Whoever isn't there, or never was, comes last; before them whoever is out.
        """
        keys: dict[str, tuple[int, int]] = {}
        for seat in reversed(self.seats):
            column = self.column(seat)
            absent = not self.is_there(seat, row) or self._joins(seat) > self.played
            place = 0 if not self.alone else 2 if absent else int(self.is_out(seat))
            total = self.totals[column] if self.options["wins"] == "least" else -self.totals[column]
            keys[column] = (place, total)
        self.keys = keys
        return [[column for column in self.columns if keys[column] == key] for key in sorted(set(keys.values()))]

    def _judge(self) -> None:
        """Decide whether the game is over with this hand or, if it isn't, because somebody leaves before the next."""
        self.just_tied = False
        for row in (self.played, self.played + 1):
            self.ranking = self.ranked(row)
            winners = [] if self.just_tied else self._winners(row)
            if winners:
                self.over = True
                self.winners = [] if self.options["wins"] == "nobody" else winners
                self.ranking = [winners, *([key for key in tied if key not in winners] for tied in self.ranking)]
                self.ranking = [tied for tied in self.ranking if tied]
                return

    def _winners(self, row: int) -> list[str]:
        """Return who has won if the game is over, or nobody: with the last row, or before the next because of it."""
        leaders, following = self.ranking[0], self.played + 1
        if self.options["rows"] == "tally":
            return leaders if self.played else []
        new = [seat for seat in self.seats if self._joins(seat) == following and self.is_there(seat, following)]
        there = [seat for seat in self.seats if self.is_there(seat, row) or seat in new]
        inside = [seat for seat in there if not self.is_out(seat)]
        if self.options["out"] is not None and len(inside) <= 1 and any(map(self.is_out, self.seats)):
            last = [self.column(seat) for seat in inside if self._joins(seat) <= self.played]
            return last or leaders
        able = [seat for seat in inside if self.has_open_rows(seat)]
        full = not able if self.options["rows"] == "turns" else self.played >= len(self.rows)
        if self.rows and full:
            return leaders
        if not self._is_due(able):
            return []
        done = {self.column(seat) for seat in self._completed()}
        leaders = next(filter(None, ([key for key in tied if key in done] for tied in self.ranking)), leaders)
        if self.options["at_once"] and self.options["rows"] != "turns" and not self.playing_on and not done:
            around = [(self.last_dealer + step) % len(self.players) for step in range(1, len(self.players) + 1)]
            first = [seat for seat in around if self._reaches(self.column(seat)) and not self.is_out(seat)]
            if first:
                return [self.column(first[0])]
        place, best = self.keys[leaders[0]]
        rivals = [key for column, key in self.keys.items() if column in done or not done]
        near = [total for where, total in rivals if where == place and total - best < LEADS[self.options["ties"]]]
        self.just_tied = len(near) > 1
        self.playing_on = self.playing_on or self.just_tied
        return [] if self.just_tied else leaders

    def _has_gone_around(self, able: list[int]) -> bool:
        """Return whether the next turn is that of whoever had the target first, or would come after theirs."""
        around = [(self.turn + step) % len(self.players) for step in range(1, len(self.players) + 1)]
        return not {*around[: around.index(self.first_there)]} & {*able}

    def _completed(self) -> list[int]:
        """Return who has completed all phases."""
        phases = self.options["phases"]
        return [seat for seat in self.seats if phases and self.phases[seat] >= phases]

    def _is_due(self, able: list[int]) -> bool:
        """Return whether the phases, the rounds or the target end the game, or a tie is played on, and a round ends."""
        turns = self.options["rows"] == "turns"
        reached = any(map(self._reaches, self.columns))
        if self.first_there is not None:
            return self._has_gone_around(able)
        if turns and any(seat > self.turn for seat in able):
            return self.options["at_once"] and reached and not self.playing_on
        if self.playing_on or reached or self._completed():
            return True
        if self.options["ends"] != "rounds":
            return False
        if self.options["cards"]:
            return self.played >= self.options["cards"] // sum(map(self.had_a_row, self.seats))
        return (self.rounds_begun if turns else self.played) >= self.options["rounds"]
