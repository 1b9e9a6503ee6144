"""The hand screen of any game: a number for each player in turn, by a button or typed."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from scorekeeper.games.any_game import hand as play
from scorekeeper.games.any_game.choices import FIXED, TURNS
from scorekeeper.games.any_game.hand import Entry
from scorekeeper.games.any_game.names import NamedRow, row_beside, shown, typed_rows
from scorekeeper.games.any_game.options import Options
from scorekeeper.rules.declaration import Answers, Choice, Field, Toggle, Value, in_words
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.steps import Board, Screen, Stage, Step
from scorekeeper.rules.text import Amount, Half, Text, gettext as _, ngettext, points


class AnyGameScreen(HandScreen[Options, Entry]):
    """Asks for everybody's number in one go, with zero and the rest of a known sum in one tap."""

    stages = (
        Stage("winner", _("Won the round")),
        Stage("row", _("Row")),
        Stage("bids", _("Bids")),
        Stage("tricks", _("Tricks"), watched=False),
        Stage("points", _("Points"), watched=False),
    )

    @cached_property
    def fields(self) -> dict[str, Field]:
        """The fields, with the names of the rows, and with numbers that can be negative only if the options say so."""
        fields = {field.name: field for field in super().fields.values()}
        rows = enumerate(typed_rows(self.options.categories), start=1)
        names = (Choice(str(number), shown(self.options.template, row.name)) for number, row in rows)
        fields["row"] = replace(fields["row"], choices=tuple(names))
        if beside := row_beside(self.options.categories):
            name = shown(self.options.template, beside.name)
            fields["beside"] = replace(fields["beside"], help=name, toggle=Toggle(on=name, off=_("nothing")))
        if self.options.gathers:
            fields["winner"] = replace(fields["winner"], needed=True)
        if not self.options.allows_negative:
            fields |= {name: replace(fields[name], low=0) for name in ("points", "together")}
        return fields

    @cached_property
    def row(self) -> NamedRow | None:
        """The row being filled, if the game has rows and it is known."""
        return play.row_of(self.before, self.so_far)

    def make_steps(self) -> Iterator[Step]:
        """Ask whether a phase was completed, or the row beside the turn was made, beside the player's points."""
        phase, beside = self.fields["phase"], self.fields["beside"]
        for step in super().make_steps():
            if step.field.toggle:
                continue
            if step.field.name == "points" and phase.asked(self.before, self.so_far, step.seat):
                seat = step.seat or 0
                label = _("Completed phase {number}", number=play.phases_done(self.before, seat) + 1)
                button = self.toggle("phase", seat, label)
                step = replace(step, extras=(button,), notes=(label,) if button.pressed else ())
            if step.field.name == "points" and beside.asked(self.before, self.so_far, None):
                step = replace(step, toggle=self.toggle("beside", None, beside.help or beside.label))
            yield step

    def step(self, field: Field | str, index: int | None = None) -> Step:
        step, turn, title = super().step(field, index), play.on_turn(self.before) or 0, None
        if self.options.tallies and step.value is None:
            step = replace(step, value=0, answer=in_words(step.field, 0), settled=True)
        match step.field.name:
            case "row":
                title = _("Which row does {name} fill?", name=self.table.names[turn])
            case "points" | "together" if self.row is not None:
                title, table = shown(self.options.template, self.row.name), self.row.table
                hint = _("how many?") if self.row.counts else _("how many points?")
                if len(table) == 2 and table[0] == 0:
                    hint = _("{points} or nothing", points=table[1])
                if self.options.rows == TURNS:
                    hint = _("{name} · {hint}", name=step.label, hint=hint)
                else:
                    title = _("{row}: {name}", row=title, name=step.label)
                step = replace(step, board=replace(step.board, note=hint))
            case "points" if self.options.gathers and self.options.worth != 1:
                title = _("How many cards is {name} left with?", name=step.label)
            case "points" if self.options.gathers:
                title = _("How many points is {name} left with?", name=step.label)
        return replace(step, title=title or step.title, notes=self.known_before(step.field, index))

    def board(self, field: Field, index: int | None) -> Board:
        indexes = self.seats if field.per == "player" else tuple(range(len(self.rules.sides(self.table))))
        others = [self.answers.get(field.path(other)) for other in indexes if other != index]
        known = [value for value in others if isinstance(value, int)]
        match field.name:
            case "row":
                turn = play.on_turn(self.before)
                done = frozenset[int]() if turn is None else play.filled(self.before, turn)
                labels: dict[Value, Text] = {
                    number: choice.label for number, choice in enumerate(field.choices, start=1) if number not in done
                }
                # Points that were tapped for one row aren't for another.
                path = self.fields["points"].path(turn)
                changed = labels if self.answers.get(path) is not None else ()
                means: dict[Value, Answers] = {number: {"hand.row": number, path: None} for number in changed}
                return Board(values=tuple(labels), labels=labels, look="wide", means=means)
            case "winner":
                sides = self.rules.sides(self.table) or [(seat,) for seat in sorted(self.seats)]
                names: dict[Value, Text] = {seat: self.table.partners(side) for side in sides for seat in side}
                # In the order of the tiles. Of partners, a file can name either.
                return Board(values=tuple(side[0] for side in sides), labels=names, accepted=tuple(names))
            case "bid" | "tricks":
                tricks = play.tricks_in_round(self.before)
                rest = tricks - sum(known)
                likely = (rest,) if field.name == "tricks" and len(known) == len(others) and rest >= 0 else ()
                return Board(values=tuple(range(tricks + 1)), likely=likely, other=True)
            case "points" | "together" if self.row is not None and self.row.counts:
                return self.counts(self.row)
            case "points" | "together":
                # What is left of the round's sum for the last player. RULES.md: What a round adds up to.
                sums = play.possible_sums(self.options, len(indexes)) if len(known) == len(others) else ()
                # If all but one can get it, each gets that much at most.
                is_shared = self.options.sum == FIXED and self.options.all_but_one
                most = max(self.options.sums or (field.high,)) if is_shared else field.high
                rests = {rest: total for total in sums if field.low <= (rest := total - sum(known)) <= most}
                left = tuple(rests)[:2]  # what completes a rarer sum must be typed
                none = () if self.options.names_winner or self.options.rows == TURNS else (0,)
                buttons = (self.options.has_buttons and self.options.buttons) or ()
                return Board(
                    values=tuple(dict.fromkeys((*none, *buttons))) if buttons else (),
                    labels=self.nothing,
                    likely=left or (() if buttons else none),
                    hints=dict.fromkeys(left, _("what’s left")) or ({} if buttons else {0: _("points")}),
                    other=True,
                    note=_("{rest} left of {sum}", rest=left[0], sum=rests[left[0]]) if left else None,
                    blank=0 if self.options.rows == TURNS else left[0] if left else None,
                    adds=self.options.add_up and self.options.rows == TURNS and self.options.enters_points,
                )
        return super().board(field, index)

    def counts(self, row: NamedRow) -> Board:
        """Return a board of what counts are worth. Those beyond a table or, without one, beyond ten must be typed."""
        values = tuple(range(len(row.table) or 11))
        worth = [Amount(half=points(row.worth(count))) for count in values]
        labels: dict[Value, Text] = {count: _("{points}", points=worth[count]) for count in values}
        scratch = {} if row.worth(0) else self.nothing
        hints: dict[Value, Text] = {count: _("{count}×", count=count) for count in values[1:] if len(values) > 2}
        return Board(values=values, other=not row.table, labels=labels | scratch, hints=hints)

    @property
    def nothing(self) -> dict[Value, Text]:
        """The label of 0 where a player chooses which row to fill."""
        return {0: _("Scratch")} if self.options.rows == TURNS and self.row is not None else {}

    def can_follow(self, asked: Step, step: Step) -> bool:
        """Leave out the last of a known sum, which depends on the others."""
        is_last = step is [other for other in self.steps if not other.settled][-1]
        has_sum = play.possible_sums(self.options, len(self.before.columns)) != ()
        return super().can_follow(asked, step) and not (has_sum and is_last)

    def asked(self, at: str = "") -> Step | None:
        """Ask nothing in a tally: whoever makes a point has a tile to tap, whatever was tapped before."""
        return None if self.options.tallies else super().asked(at)

    def view(self, at: str = "") -> Screen:
        screen = super().view(at)
        return replace(screen, title=_("Tap whoever makes a point.")) if self.options.tallies else screen

    def hints(self) -> tuple[Text, ...]:
        if self.options.tallies and self.options.ends_at_target:
            first = self.options.reaching_wins and not self.options.counts_down
            said = _("First to {target}") if first else _("Ends at {target}")
            return (replace(said, values={"target": self.options.target}),)
        if self.options.bidding:
            bids, tricks = [bid for bid in self.so_far.bid if bid is not None], play.tricks_in_round(self.before)
            return (ngettext("bid: {bids} of {count} trick", "bid: {bids} of {count} tricks", tricks, bids=sum(bids)),)
        turn = play.on_turn(self.before) if self.options.rows == TURNS else None
        if turn is None or not self.options.ends_at_target:
            return ()
        if play.is_last_turn(self.before, turn):
            return (_("{name}’s last turn", name=self.table.names[turn]),)
        column = next(column for column in self.before.columns if turn in column.seats)
        away = points(self.options.target) - self.before.totals[column.key]
        away = -away if self.options.counts_down else away
        return (_("{name} needs {points}", name=column.label, points=Amount(half=Half(away))),) if away > 0 else ()
