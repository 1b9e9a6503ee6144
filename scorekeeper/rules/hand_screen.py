"""A game's hand screen, which is built for one draft and knows what to ask, about whom, and with which buttons.

By default, everything follows from the game's declaration. A game puts its conditions on its fields or in `board`. If
its questions come in a different order, as in an auction, it overrides `make_steps`.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import Any, ClassVar, Generic

from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import SKIP, Answers, Field, Value, fields_of, in_words, is_told, refusal, skip_path
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import E, O, Sheet, Table
from scorekeeper.rules.steps import Ahead, Board, Offer, Screen, Stage, Step, numbers_between, with_buttons
from scorekeeper.rules.text import Text, gettext as _


class HandScreen(Generic[O, E]):
    """The questions for one draft of a hand, a hand being entered: the sheet before it, its dealer, the answers so far.

    A game overrides whatever its declaration can't express.
    """

    # The parts of the hand, in order; fields without a `stage` belong to the first.
    stages: ClassVar[tuple[Stage, ...]] = (Stage("hand", _("Hand")),)
    # Fields that only help with entering a hand and aren't part of the entry. They come before the entry's fields.
    typing: ClassVar[type[Any] | None] = None

    def __init__(self, rules: Rules[O, E], before: Sheet[O, E], dealer: int, answers: Answers) -> None:
        self.rules, self.before, self.dealer, self.answers = rules, before, dealer, answers
        self.table: Table[O] = before.table
        self.options: O = before.table.options

    def board(self, field: Field, index: int | None) -> Board:
        """Return the possible answers: by default, every declared value. `index` is a seat, a side, or None."""
        match field.kind:
            case "flag":
                return Board(values=(True, False))
            case "choice":
                return Board(values=tuple(choice.value for choice in field.choices))
            case "seat":
                return Board(values=tuple(self.table.seats))
            case _numbers:
                return Board(values=numbers_between(field.low, field.high), other=True)

    def make_steps(self) -> Iterator[Step]:
        """Yield the steps: by default in declaration order, with players clockwise from the dealer's left."""
        indexes: dict[str, tuple[int | None, ...]] = {"hand": (None,), "player": self.seats}
        indexes["side"] = tuple(range(len(self.rules.sides(self.table))))
        for field in self.fields.values():
            for index in () if field.derived else indexes[field.per]:
                if field.asked(self.before, self.so_far, index):
                    yield self.step(field, index)

    def hints(self) -> tuple[Text, ...]:
        """Return what to show above the question right now, such as who bid what or which suit is trump."""
        return ()

    def entry(self) -> E:
        """Build the entry from the answers, leaving out `typing` fields and answers whose questions no longer apply."""
        return self.rules.entry_from(self.kept, self.table)

    def answers_of(self, entry: E) -> dict[str, Value]:
        """Return the answers to start from when correcting an entry: at least every value the entry contains."""
        return answers_from_entry(entry)

    @cached_property
    def fields(self) -> dict[str, Field]:
        """Every field that can be asked for, by name, in order."""
        return {field.name: field for field in declared_fields(type(self), self.rules.entry)}

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps for this hand, each in its current state."""
        return tuple(self.make_steps())

    @cached_property
    def so_far(self) -> E:
        """The entry built from all answers, including those no longer asked for."""
        return self.rules.entry_from(self.answers, self.table)

    @property
    def kept(self) -> dict[str, Value]:
        """The answers whose questions still apply."""
        paths = {path for step in self.steps for path in (step.path, *(button.path for button in step.beside))}
        return {path: value for path, value in self.answers.items() if path in paths}

    def with_answers(self, answers: Answers) -> "HandScreen[O, E]":
        """Return a screen for the same hand with different answers."""
        return type(self)(self.rules, self.before, self.dealer, answers)

    def correcting(self, entry: E) -> "HandScreen[O, E]":
        """Return the screen for correcting a recorded entry. Missing values count as skipped or, for flags, as no."""
        screen = self.with_answers(self.answers_of(entry))
        while True:
            new: dict[str, Value] = {}
            for step in screen.steps:
                # An answer that is no longer possible wasn't left out: its question must be asked again.
                if step.settled or step.path in screen.answers:
                    continue
                if step.skip is not None:
                    new[step.skip.path] = True
                elif step.field.kind == "flag" and not step.field.needed:
                    new[step.path] = False
            if new.items() <= screen.answers.items():
                return screen
            screen = self.with_answers({**screen.answers, **new})

    def told(self, path: str) -> Text | None:
        """Return a sentence that says what the tap at a path did, for screen readers, or None."""
        for step in self.steps:
            if step.said and path in (step.path, *(offer.path for offer in step.extras)):
                return step.said
            if step.path == path:
                return _("{whose}: {answer}.", whose=step.label, answer=step.answer or _("cleared"))
            if button := next((button.label for button in step.beside if button.path == path), None):
                told = _("{whose}: {answer}.") if self.answers.get(path) else _("{whose}: {answer}? No.")
                return replace(told, values={"whose": step.label, "answer": button})
        # It ended the questions that it was beside, as "Bidding is done" does.
        labels = (field.label for field in self.fields.values() if field.per == "hand" and field.path() == path)
        return next((_("{label}.", label=label) for label in labels if self.answers.get(path) is True), None)

    def ahead(self, asked: Step) -> tuple[Ahead, ...]:
        """Return the current question, then any that may follow: by default, the same question about other seats."""
        if asked.ahead:
            return asked.ahead()
        rest = [step for step in self.steps[self.steps.index(asked) :] if step is asked or not step.settled]
        steps = [*takewhile(lambda step: step is asked or self.can_follow(asked, step), rest)]
        return tuple(
            Ahead(path=step.path, title=step.title, then={asked.field.key: index} if index < len(steps) else {})
            for index, step in enumerate(steps, start=1)
        )

    def can_follow(self, asked: Step, step: Step) -> bool:
        """Return whether a page can ask a step before it knows the answers from another one on."""
        return step.field is asked.field and step.board.values == asked.board.values

    @property
    def complete(self) -> bool:
        """Whether nothing is left to ask."""
        return bool(self.steps) and all(step.settled for step in self.steps)

    def asked(self, at: str = "") -> Step | None:
        """Return the step that the user opened at a path or a stage or, failing that, an unsettled one, if any."""
        if opened := next((step for step in self.steps if step.path == at), None):
            return opened.opened or opened
        within = [step for step in self.steps if step.stage == at]
        if unsettled := [step for step in within or self.steps if not step.settled]:
            return next((step for step in unsettled if step.turn), unsettled[0])
        return within[0] if len(within) == 1 else None  # In a stage that is settled, it's the only one.

    def view(self, at: str = "") -> Screen:
        """Return what to show. `at` is the path or stage that the user opened, if any."""
        steps, asked, tabs = self.steps, self.asked(at), []
        reopened = next((stage for stage in self.stages if at in {stage.key} & {step.stage for step in steps}), None)
        now = asked.stage if asked else at if reopened else steps[-1].stage if steps else ""
        for stage in self.stages:
            if within := [step for step in steps if step.stage == stage.key]:
                single = within[0].answer if len(within) == 1 else None
                answer = next((step.known for step in within if step.known), single)
                tabs.append(replace(stage, answer=answer, now=stage.key == now))
        path = asked.path if asked else None
        rows = [replace(step, now=step.path == path) for step in steps if step.stage == now]
        return Screen(
            stage=now,
            title=asked.title if asked else reopened.label if reopened else _("Check and save"),
            facts=self.hints(),
            rows=tuple(rows) if len(rows) > 1 or asked is None else (),
            question=with_buttons(self.table, asked) if asked else None,
            stages=tuple(tabs) if len(tabs) > 1 else (),
            complete=self.complete,
            ahead=self.ahead(asked) if asked and not at and (asked.board.values or self.rules.way) else (),
        )

    def meant(self, path: str, value: Value, at: str = "") -> Answers:
        """Return the answers that a tap stands for, by path: usually just the tapped value at the tapped path."""
        step = self._step_at(path, at)
        return (step.board.means.get(value) if step else None) or {path: value}

    def refuse(self, path: str, value: Value, at: str = "") -> Text | None:
        """Return why a path can't have this value now, or None. Raise `KeyError` if no question asks for that path."""
        if step := self._step_at(path, at):
            has_meaning = value in step.board.means and not isinstance(value, bool)
            unfit = None if has_meaning else refusal(step.field, value, len(self.table.names))
            return None if value is None else unfit or step.board.refusal(value)
        if path not in {button.path for step in self.steps for button in step.beside}:
            raise KeyError(path)
        return None if isinstance(value, bool) else _("Expected true or false.")

    def _step_at(self, path: str, at: str) -> Step | None:
        """Return the step that asks for a path, preferably the current one, or None if there is none."""
        asked = self.asked(at)
        return next((step for step in (*([asked] if asked else []), *self.steps) if step.path == path), None)

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The seats dealt in, clockwise from the dealer's left."""
        dealt_in = self.rules.seats(self.before)
        first = self.table.after(self.dealer) if self.rules.has_dealer else 0
        return tuple(seat for seat in self.table.clockwise(first) if seat in dealt_in)

    def step(self, field: Field | str, index: int | None = None) -> Step:
        """Return the step that asks for a field, in its current state. `index` is a seat, a side, or None."""
        field = self.fields[field] if isinstance(field, str) else field
        path, board, seats = field.path(index), self.board(field, index), self._seats_of(field, index)
        value, label = self.answers.get(path), self.table.partners(seats) if seats else field.label
        optional = not field.needed and field.kind != "flag"
        skipped = optional and self.answers.get(skip_path(path)) is True
        fellows = [other for other in self.fields.values() if (other.stage, other.per) == (field.stage, field.per)]
        notes = (field.label,) if field.per != "hand" and len(fellows) > 1 else ()
        skip_label = field.skip if skipped and field.skip != SKIP else None
        return Step(
            field=field,
            path=path,
            title=replace(field.question, values={"name": label}) if field.question else label,
            stage=field.stage or self.stages[0].key,
            label=label,
            board=board,
            value=value,
            answer=board.labels.get(value)
            or (skip_label if value is None else in_words(field, value, self.table.names)),
            settled=board.has(value) if value is not None else skipped,
            skip=Offer(label=field.skip, path=skip_path(path), value=True) if optional else None,
            seat=index if field.per == "player" else None,
            seats=seats,
            notes=notes + (self.known_before(field, index) if field.name == fellows[0].name else ()),
        )

    def toggle(self, field: str, index: int | None, label: Text) -> Offer:
        """Return the button that switches a flag on and off, for a question that it is beside."""
        asked = self.fields[field]
        path = asked.path(index)
        on = self.answers.get(path) is True
        return Offer(label=label, path=path, value=not on, pressed=on, look="toggle", shown=asked.toggle)

    def known_before(self, field: Field, index: int | None) -> tuple[Text, ...]:
        """Return what earlier stages recorded of the same player or side, such as a bid, to show beside this field."""
        stages = [stage.key for stage in self.stages]
        earlier = stages[: stages.index(field.stage or stages[0])]
        known: list[Text] = []
        for other in self.fields.values():
            value = None if index is None else self.answers.get(other.path(index))
            if other.per == field.per and other.stage in earlier and is_told(value):
                answer = in_words(other, value, self.table.names)
                known.append(other.label if value is True else _("{label}: {answer}", label=other.label, answer=answer))
        return tuple(known)

    def recorded(self, entry: E) -> Iterator[tuple[Field, tuple[Text, ...]]]:
        """Yield each field by which an entry says anything, with its value or with one for each player or side."""
        for field in self.fields.values():
            value = None if field.derived else getattr(entry, field.name, None)
            values = [(None, value)] if field.per == "hand" else list(enumerate(value or ()))
            told = []
            for index, each in values:
                words = in_words(field, each, self.table.names)
                if index is not None:
                    name = self.table.partners(self._seats_of(field, index))
                    words = name if each is True else _("{name} {value}", name=name, value=words)
                if is_told(each):
                    told.append(words)
            if told:
                yield field, tuple(told)

    def _seats_of(self, field: Field, index: int | None) -> tuple[int, ...]:
        if index is None:
            return ()
        return self.rules.sides(self.table)[index] if field.per == "side" else (index,)


def declared_fields(screen: type[HandScreen[Any, Any]], entry: type[Any]) -> tuple[Field, ...]:
    """Return every field that a game's hand screen can ask for: first the `typing` fields, then the entry's fields."""
    return (*(fields_of(screen.typing) if screen.typing else ()), *fields_of(entry))
