"""The story of a finished game told a second time, from plain lists of totals, to compare it with the app's.

Of the app, this uses only the rules: how a sheet is ranked, and how its last hand ends the game.
"""

from dataclasses import replace

from scorekeeper.formats.language import sentence
from scorekeeper.rules.sheet import ScoredHand, Sheet

HIGHLIGHTS_SAY = {"start", "missed", "seatless"}  # longest lead, costliest missed bid, the Gnome's best customer


def shown(half) -> str:
    """Return half points in words."""
    whole = f"{abs(half) // 2 or '' if half % 2 else abs(half) // 2}{'½' if half % 2 else ''}"
    return ("−" if half < 0 else "") + whole


def listed(names) -> str:
    """Return names in a sentence."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


class Retold:
    """A finished game as plain lists. Hands are counted from 0, but told from 1."""

    def __init__(self, record):
        self.rules, self.table, self.outcome = record.rules, record.table, record.outcome
        self.slug, self.how = record.card_game.rules.slug, record.stopped
        self.start = {column.key: record.sheet.start[column.key] for column in record.sheet.columns}
        self.columns = [column for column in record.sheet.columns if column.seats]
        self.seatless = [column for column in record.sheet.columns if not column.seats]
        self.names = {column.key: sentence(column.label) for column in record.sheet.columns}
        self.hands = [(hand.row, hand.dealer, hand.entry, list(hand.lines)) for hand in record.sheet.hands]
        self.sheets = [self.sheet(count) for count in range(1, len(self.hands) + 1)]
        self.totals = [dict(sheet.totals) for sheet in self.sheets]

    def sheet(self, count, without=(None, None)):
        """Return the sheet of the first hands, without what one of them gave a column."""
        running, hands = dict(self.start), []
        for number, (row, dealer, entry, lines) in enumerate(self.hands[:count]):
            counting = [line for line in lines if (number, line.column) != without]
            for line in counting:
                running[line.column] += line.points
            hands.append(ScoredHand(row=row, dealer=dealer, entry=entry, lines=tuple(counting), totals=dict(running)))
        columns = (*self.columns, *self.seatless)
        return Sheet(table=self.table, columns=columns, start=self.start, hands=tuple(hands))

    def is_ahead(self, key, other, number):
        """Return whether a total is better than another after a hand."""
        return self.better(self.totals[number][key], self.totals[number][other]) > 0

    def is_past(self, key, other):
        """Return whether somebody ranked after another at the end, though perhaps with more."""
        places = [place for each in (key, other) for place, keys in enumerate(self.ranking(-1)) if each in keys]
        return places[0] > places[1]

    def there(self, seat, row):
        """Return whether somebody is there in a row, counted from 1: the last that happened to them, up to that row."""
        if self.slug != "any_game" or len(self.columns) < len(self.table.names):
            return True
        options, seats, is_there = self.table.options, len(self.table.names), True
        joined, left = dict(enumerate(options.joined)), dict(enumerate(options.left))
        is_there = not joined.get(seat)
        for at in range(seat, max(len(joined), len(left), seats), seats):
            is_there = is_there or 0 < joined.get(at, 0) <= row
            is_there = is_there and not 0 < left.get(at, 0) <= row
        return is_there

    def ranking(self, number, sheet=None):
        """Return how everybody stood after a hand. Whoever left after it was still there, and who came back wasn't."""
        number = range(len(self.sheets))[number]
        sheet, options = sheet or self.sheets[number], self.table.options
        away = {str(seat) for seat in self.table.seats if not self.there(seat, number + 1)}
        if self.slug != "any_game":
            return self.rules.ranking(sheet)
        everybody = replace(options, joined=(), joined_with=(), left=())
        table = replace(self.table, options=everybody)
        ranking = self.rules.for_options(everybody).ranking(replace(sheet, table=table))
        here = [tuple(key for key in tied if key not in away) for tied in ranking]
        totals = {key: sheet.totals[key] for key in away}
        best_first = sorted({*totals.values()}, reverse=not self.rules.low_wins)
        gone = [tuple(key for key in totals if totals[key] == total) for total in best_first]
        return [tied for tied in (*here, *gone) if tied]

    def better(self, total, other):
        """Return by how much a total is better than another."""
        return other - total if self.rules.low_wins else total - other

    def at(self, number):
        """Return what the page calls a hand."""
        return f"{self.rules.unit.capitalize()} {number + 1}"

    def story(self):
        """Return the kinds, sentences, and hand numbers."""
        if (
            getattr(self.table.options, "rows", "") == "tally"
            or self.outcome is None
            or not self.hands
            or len(self.columns) == 1
        ):
            return []
        if len(self.hands) < 4:
            return [self.turn()]
        told = [self.costliest(), self.comeback(), self.turn(), self.seatless_end()]
        return [each for each in told if each][:3]

    def on_the_night(self):
        """Return the first that no highlight says."""
        return next((each for each in self.story() if each[0] not in HIGHLIGHTS_SAY), None)

    # The hand that cost most

    def ending(self, sheet):
        """Return how a sheet's last hand ends the game, or somebody who stopped it then."""
        by_rules = self.rules.outcome(sheet)
        return self.rules.stopped(sheet, self.how) if by_rules is None and self.how else by_rules

    def would_differ(self, count, without):
        """Return whether a game would be over after some hands, or others would be dealt in, without some points."""
        then = self.sheet(count, without)
        return bool(self.rules.outcome(then)) or self.rules.seats(then) != self.rules.seats(self.sheet(count))

    def costliest(self):
        """Return the hand without which one loser alone would have won."""
        found = []
        for number, (_row, _dealer, entry, lines) in enumerate(self.hands):
            for column in self.columns:
                own = [line for line in lines if line.column == column.key]
                if any(line.mark == "joined" for line in own):
                    continue
                change = sum(line.points for line in own)
                cost = change if self.rules.low_wins else -change
                if cost <= 0 or column.key in self.outcome.winners:
                    continue
                without = (number, column.key)
                sheet = self.sheet(len(self.hands), without)
                end = self.ending(sheet)
                if end is None or list(end.winners) != [column.key]:
                    continue
                if any(self.would_differ(count, without) for count in range(1, len(self.hands))):
                    continue
                missed = any({"failed", "no_marriage"} & set(line.mark.split()) for line in own)
                bid = entry.bid if missed else None
                bid = bid[column.seats[0]] if isinstance(bid, tuple) else bid
                seconds = (keys for keys in self.ranking(len(self.hands) - 1, sheet) if keys != (column.key,))
                second = next(key for key in next(seconds) if key != column.key)
                lead = self.better(sheet.totals[column.key], sheet.totals[second])
                what = f"the missed bid of {bid}" if missed else f"its {shown(change)}"
                words = f"{self.at(number)}: without {what}, {self.names[column.key]} would have won"
                words += f" by {shown(lead)}." if lead > 0 else "."
                found.append(
                    (not missed, -cost, number, column.seats, ("missed" if missed else "lost", words, number + 1))
                )
        return min(found)[-1] if found else None

    # The comeback

    def comeback(self):
        """Return the most, and of that the first, that a winner was behind from hand 3 on and before the last."""
        worst = None
        for number in range(2, len(self.hands) - 1):
            for key in self.outcome.winners:
                ranking = self.ranking(number)
                rank = next(index for index, keys in enumerate(ranking) if key in keys)
                ahead = [
                    other
                    for keys in ranking[:rank]
                    for other in keys
                    if not self.is_past(other, key) or self.is_ahead(key, other, len(self.hands) - 1)
                ]
                behind = max(
                    (-self.better(self.totals[number][key], self.totals[number][other]) for other in ahead), default=0
                )
                if behind > 0 and (worst is None or behind > worst[0]):
                    worst = behind, key, number
        if worst is None:
            return None
        behind, key, number = worst
        gained = abs(self.totals[-1][key] - self.start[key])
        if behind < gained / len(self.hands):
            return None
        words = f"{self.at(number)}: {self.names[key]} was {shown(behind)} behind, and came back."
        return "comeback", words, number + 1

    # The lead

    def turn(self):
        """Return when the lead last changed."""
        leads, anyone = [], False
        for number in range(len(self.sheets)):
            ranking = self.ranking(number)
            anyone = anyone or len(ranking) > 1
            leads.append(set(ranking[0]) if anyone else set())
        in_order = [column.key for column in self.columns]

        def names(keys):
            return listed([self.names[key] for key in in_order if key in keys])

        last, count = leads[-1], len(leads)
        winners = set(self.outcome.winners)
        if last and last < winners:
            return "turn" if count > 1 else "start", f"{names(winners)} share the win.", count
        if not last:
            return "start", "Nobody was ever ahead.", 1
        if winners and last - winners:
            but = f"tied with {names(last - winners)}" if last & winners else f"{names(last)} led"
            return "turn" if count > 1 else "start", f"{names(winners)} won, though {but} at the end.", count
        if len(last) > 1:
            since = count
            while since > 0 and leads[since - 1] == last:
                since -= 1
            if since == 0:
                return "start", f"{names(last)} shared the lead from start to finish.", 1
            if since == count - 1:
                return "turn", f"{names(last)} tied for the lead at the end.", count
            return "turn", f"{self.at(since)}: {names(last)} shared the lead from here on.", since + 1
        [leader] = last
        since = count
        while since > 0 and leader in leads[since - 1]:
            since -= 1
        if since == 0:
            tied = set().union(*leads) - last
            also = f", sometimes tied with {names(tied)}" if tied else ""
            return "start", f"{names(last)} led from start to finish{also}.", 1
        before = next((lead for lead in reversed(leads[:since]) if lead), None)
        was = since
        while leads[since] != last:
            since += 1
        if before is None or not all(
            self.is_ahead(leader, other, since) and not self.is_ahead(leader, other, was - 1) for other in before
        ):
            return "turn", f"{self.at(since)}: {names(last)} took the lead and kept it.", since + 1
        if since == count - 1:
            return "turn", f"{names(last)} passed {names(before)} at the very end.", since + 1
        passed = f"{self.at(since)}: {names(last)} passed {names(before)} for good."
        return "turn", passed, since + 1

    # How a column without a seat made it

    def seatless_end(self):
        """Return what Trumplestiltskin's players gave the Gnome, if that ended the game."""
        if self.slug != "trumplestiltskin" or self.rules.outcome(self.sheets[-1]) is None:
            return None
        [gnome] = [column.key for column in self.seatless]
        made = self.totals[-1][gnome]
        if made < 2 * self.table.options.gnome_target:
            return None
        given = dict.fromkeys((column.key for column in self.columns), 0)
        for _row, _dealer, _entry, lines in self.hands:
            for line in lines:
                if line.column == gnome:
                    given[str(line.by)] += line.points
        assert sum(given.values()) == made
        most_first = sorted((key for key in given if given[key]), key=lambda key: -given[key])
        from_whom = listed([f"{self.names[key]} ({shown(given[key])})" for key in most_first])
        return "seatless", f"The {self.names[gnome]}’s {shown(made)} came from {from_whom}.", len(self.hands)
