"""The form for a whole hand, the same for every game: an input for each path of its entry."""

import json
import uuid
import zlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from scorekeeper.formats.documents import write_entries
from scorekeeper.formats.language import sentence
from scorekeeper.recording.game.files import game_file
from scorekeeper.recording.game.records import GameRecord, typed
from scorekeeper.recording.hand.forms import read_answer
from scorekeeper.recording.hand.reading import DEALER_FIELD
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import DEALER, Field, Value, fields_of, form_text, indexes, refusal
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import Problem, errors_in
from scorekeeper.web.forms import uid_sent
from scorekeeper.web.refusals import Refused


class AnswerField(forms.Field):
    """The value at one path of an entry. Nothing is required, because only the rules know what a hand asks for."""

    def __init__(self, path: str, field: Field, index: int | None, seats: int, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.path, self.field, self.index, self.seats = path, field, index, seats

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(self.widget, forms.CheckboxInput) else form_text(value)

    def clean(self, value: Any) -> Value:
        if isinstance(value, bool):
            return value or None
        try:
            answer = read_answer(self.field, self.path, value or "")
        except Refused as refused:
            raise ValidationError(sentence(refused.message)) from refused
        if why := refusal(self.field, answer, self.seats):
            raise ValidationError(sentence(why))
        return answer


class WholeHandForm(forms.Form):
    """Everything that a hand's entry can hold, whatever the hands before it were, and who deals it.

    It shows what has been tapped or recorded. `seen` is what the page sends back, so that a write knows what it showed.
    If the form isn't `open`, the hand can't be recorded now.
    """

    use_required_attribute = False
    is_unlikely = False  # whether the only problems are warnings, so that the hand can be scored anyway
    fields: dict[str, AnswerField]  # type: ignore[assignment]  # by path, and no others

    def __init__(self, data: Mapping[str, Any] | None, record: GameRecord, number: int) -> None:
        self.record, self.number = record, number
        hand, screen, contradiction = record.hand(number), record.screen(number), record.contradiction
        taps = hand.taps if hand else []
        self.name, self.there = record.rules.hand_name(screen.before), {*record.rules.seats(screen.before)}
        revisions = hand.revisions if hand else 0
        self.seen: Mapping[str, int | None] = {"revisions": revisions, "taps": len(taps), "setup": record.setup}
        self.correcting = hand is not None and hand.entry is not None
        waits = contradiction is not None and contradiction.number < number
        is_next = record.outcome is None and not record.is_full and not record.is_later(number)
        self.open = not waits and (self.correcting or is_next)
        super().__init__(data, initial={**answers_from_entry(screen.entry())})
        if self.correcting or DEALER in typed({}, taps):
            self.initial[DEALER] = screen.dealer
        sides = record.rules.sides(record.table)
        self.sides = [sentence(record.table.partners(seats)) for seats in sides]
        if record.rules.has_dealer:
            in_turn = _("In turn")
            if not self.correcting:
                in_turn = _("In turn ({name})").format(name=record.names[hand.dealer if hand else screen.dealer])
            choices = [("", in_turn), *_values(DEALER_FIELD, record.names)]
            widget = forms.Select({"data-kind": "seat"}, choices)
            label, seats = sentence(DEALER_FIELD.label), len(record.names)
            self.fields[DEALER] = AnswerField(DEALER, DEALER_FIELD, None, seats, label=label, widget=widget)
        for field in fields_of(record.rules.entry):
            if not field.derived and (not field.applies or field.applies(record.table.options)):
                narrowed = screen.fields.get(field.name, field)  # what a screen allows can be less
                for index in indexes(narrowed, len(record.names), len(sides)):
                    self.fields[narrowed.path(index)] = self._field(narrowed, index)

    @property
    def answers(self) -> dict[str, Value]:
        """What was given, by path, without the dealer."""
        given = {path: self.cleaned_data[path] for path in self.fields if path != DEALER}
        return {path: value for path, value in given.items() if value is not None}

    @property
    def dealer(self) -> int | None:
        """The dealer's seat, or None if it is whoever's turn it is."""
        return self.cleaned_data.get(DEALER)

    @property
    def players(self) -> str:
        """The players' names by seat, as JSON."""
        return json.dumps(self.record.names)

    @property
    def document(self) -> str:
        """The game so far as a score sheet file."""
        return write_entries(game_file(self.record))

    @cached_property
    def key(self) -> uuid.UUID:
        """What identifies this form however often it is sent."""
        return uid_sent(self.data.get("key", ""))

    @property
    def sent(self) -> Iterable[tuple[str, str]]:
        """Whatever was typed, by the inputs' names."""
        return ((name, value) for name in self.fields if (value := self.data.get(name, "")))

    @property
    def digest(self) -> str:
        """A short text that changes with whatever is typed."""
        return f"{zlib.crc32(repr([self.data.get(name) for name in self.fields]).encode()):08x}"

    @property
    def is_confirmed(self) -> bool:
        """Whether the reader was warned about just this hand and wants it scored anyway."""
        return self.data.get("anyway") == self.digest

    def asked_once(self) -> list[BoundField]:
        """Return the inputs for the whole hand, from the dealer's."""
        return [self[path] for path, field in self.fields.items() if field.index is None]

    def grids(self) -> Iterator[tuple[list[str], list[dict[str, Any]]]]:
        """Yield the table of inputs for each player, and that for each side: the columns' heads, and the rows.

        Whoever takes part comes first. The others stay, since a phone without network doesn't know who does by then.
        """
        alone, sides = [(seat,) for seat in self.record.table.seats], self.record.rules.sides(self.record.table)
        for per, names, seats in (("player", self.record.names, alone), ("side", self.sides, sides)):
            fields = [field for field in self.fields.values() if field.field.per == per]
            rows: list[dict[str, Any]] = []
            for index, name in enumerate(names):
                inputs = [self[field.path] for field in fields if field.index == index]
                errors = any(bound.errors for bound in inputs)
                rows.append({"name": name, "seats": seats[index], "inputs": inputs, "errors": errors})
            rows.sort(key=lambda row: self.there.isdisjoint(row["seats"]))
            if fields:
                yield [sentence(label) for label in dict.fromkeys(field.field.label for field in fields)], rows

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show the problems at their inputs, or at the top if they have none."""
        problems = tuple(problems)
        self.is_unlikely = bool(problems) and not errors_in(problems)
        for problem in problems:
            path = problem.path if problem.path in self.fields else None
            self.add_error(path, sentence(problem.asks or problem.message))

    def _field(self, field: Field, index: int | None) -> AnswerField:
        names, label = self.record.names, sentence(field.label)
        attrs: dict[str, str] = {"data-kind": field.kind}
        if index is not None:
            whose = self.sides[index] if field.per == "side" else names[index]
            attrs["aria-label"] = _("{name}: {what}").format(name=whose, what=label)
        # A number needs no help if its values have names.
        is_helped = index is None and not (field.kind == "number" and field.choices)
        help_text = sentence(field.help) if field.help and is_helped else ""
        widget: forms.Widget
        if values := _values(field, names):
            widget = forms.Select(attrs, [("", "–"), *values])
        elif field.kind == "flag":
            widget = forms.CheckboxInput({**attrs, "value": "true"})
        else:
            # A phone's number pad often has no minus, and no comma.
            mode = "numeric" if field.kind == "number" and field.low >= 0 else "text"
            length = limits.LONGEST_LIST if field.kind == "numbers" else limits.LONGEST_SUM
            widget = forms.TextInput({**attrs, "inputmode": mode, "autocomplete": "off", "maxlength": str(length)})
        path = field.path(index)
        return AnswerField(path, field, index, len(names), label=label, help_text=help_text, widget=widget)


def _values(field: Field, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the values to choose from and what they are called, or nothing if the answer is typed or ticked."""
    if field.kind == "seat":
        return [(str(seat), name) for seat, name in enumerate(names)]
    if field.kind == "flag" and field.needed:
        return [("true", _("Yes")), ("false", _("No"))]
    return [(choice.value, sentence(choice.label)) for choice in field.choices]
