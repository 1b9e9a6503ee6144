"""The form for a whole hand, the same for every game: an input for each path of its entry."""

import uuid
import zlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from scorekeeper.formats.language import sentence
from scorekeeper.recording.hand.forms import read_answer
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import DEALER, Field, Value, form_text, refusal
from scorekeeper.rules.sheet import Problem, errors_in
from scorekeeper.rules.text import gettext as rules_text
from scorekeeper.web.forms import uid_sent
from scorekeeper.web.refusals import Refused

if TYPE_CHECKING:
    from scorekeeper.recording.whole_hand.reading import EntryPlace, WholePage

DEALER_FIELD = Field(label=rules_text("Dealer"), kind="seat")


class AnswerField(forms.Field):
    """The value at one path of an entry. Nothing is required, because only the rules know what a hand asks for."""

    def __init__(self, path: str, field: Field, seats: int, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.path, self.field, self.seats = path, field, seats

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
    """Everything that a hand's entry can hold, and who deals it if that isn't whoever's turn it is."""

    use_required_attribute = False
    is_unlikely = False  # whether the only problems are warnings, so that the hand can be scored anyway

    def __init__(self, data: Mapping[str, Any] | None, page: "WholePage") -> None:
        super().__init__(data, initial={**page.known})
        self.page = page
        if page.has_dealer:
            names, field = (*page.names,), DEALER_FIELD
            in_turn = _("In turn ({name})").format(name=page.in_turn) if page.in_turn else _("In turn")
            widget = forms.Select({"data-kind": "seat"}, [("", in_turn), *_values(field, names)])
            self.fields[DEALER] = AnswerField(DEALER, field, len(names), label=sentence(field.label), widget=widget)
        for place in page.places:
            self.fields[place.path] = self._field(place)

    @property
    def answers(self) -> dict[str, Value]:
        """What was given, by path, without the dealer."""
        given = {place.path: self.cleaned_data[place.path] for place in self.page.places}
        return {path: value for path, value in given.items() if value is not None}

    @property
    def dealer(self) -> int | None:
        """The dealer's seat, or None if it is whoever's turn it is."""
        return self.cleaned_data.get(DEALER)

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

    @cached_property
    def asked_once(self) -> tuple[BoundField, ...]:
        """The inputs for the whole hand, from the dealer's."""
        paths = [place.path for place in self.page.places if place.index is None]
        return tuple(self[path] for path in ([DEALER, *paths] if self.page.has_dealer else paths))

    @cached_property
    def grids(self) -> list[tuple[list[str], list[dict[str, Any]]]]:
        """The table of inputs for each player, and that for each side: the columns' heads, and the rows."""
        grids = []
        for per, names in (("player", self.page.names), ("side", tuple(map(sentence, self.page.sides)))):
            places = [place for place in self.page.places if place.field.per == per]
            rows = []
            for index, name in enumerate(names):
                inputs = [self[place.path] for place in places if place.index == index]
                rows.append({"name": name, "inputs": inputs, "errors": any(bound.errors for bound in inputs)})
            if places:
                grids.append((list(map(sentence, dict.fromkeys(place.field.label for place in places))), rows))
        return grids

    def add_problems(self, problems: Iterable[Problem]) -> None:
        """Show the problems at their inputs, or at the top if they have none."""
        problems = tuple(problems)
        self.is_unlikely = bool(problems) and not errors_in(problems)
        for problem in problems:
            self.add_error(problem.path if problem.path in self.fields else None, sentence(problem.message))

    def _field(self, place: "EntryPlace") -> AnswerField:
        label, names = sentence(place.field.label), (*self.page.names,)
        attrs: dict[str, str] = {"data-kind": place.field.kind}
        if place.index is not None:
            whose = sentence(self.page.sides[place.index]) if place.field.per == "side" else names[place.index]
            attrs["aria-label"] = _("{name}: {what}").format(name=whose, what=label)
        # A number needs no help if its values have names.
        is_helped = place.index is None and not (place.field.kind == "number" and place.field.choices)
        help_text = sentence(place.field.help) if place.field.help and is_helped else ""
        widget: forms.Widget
        if values := _values(place.field, names):
            widget = forms.Select(attrs, [("", "–"), *values])
        elif place.field.kind == "flag":
            widget = forms.CheckboxInput({**attrs, "value": "true"})
        else:
            # A phone's number pad often has no minus, and no comma.
            mode = "numeric" if place.field.kind == "number" and place.field.low >= 0 else "text"
            length = limits.LONGEST_LIST if place.field.kind == "numbers" else limits.LONGEST_SUM
            widget = forms.TextInput({**attrs, "inputmode": mode, "autocomplete": "off", "maxlength": str(length)})
        return AnswerField(place.path, place.field, len(names), label=label, help_text=help_text, widget=widget)


def _values(field: Field, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the values to choose from and what they are called, or nothing if the answer is typed or ticked."""
    if field.kind == "seat":
        return [(str(seat), name) for seat, name in enumerate(names)]
    if field.kind == "flag" and field.needed:
        return [("true", _("Yes")), ("false", _("No"))]
    return [(choice.value, sentence(choice.label)) for choice in field.choices]
