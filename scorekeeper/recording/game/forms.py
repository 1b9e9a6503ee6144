"""The form for a game's options, and lists of seats."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError

from scorekeeper.rules import limits
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import Field, fields_of, settled
from scorekeeper.web.forms import option_field

# What a field offers: ids or numbers, and what they are called.
Choices = Sequence[tuple[int, str]]


def seat_list(raw: str) -> tuple[int, ...]:
    """Return the player ids in a string such as "3,5,1", ignoring duplicates and anything that isn't an id."""
    parts = raw[: limits.LONGEST_PART * limits.MOST_SEATS].split(",")
    ids = [int(part) for part in parts if part.isascii() and part.isdecimal() and len(part) < 10]
    return tuple(dict.fromkeys(ids))[: limits.MOST_SEATS]


def seat_text(seats: Iterable[int]) -> str:
    """Return player ids as a string that `seat_list` can read."""
    return ",".join(map(str, seats))


class OptionsForm(forms.Form):
    """The house rules that matter to this many players, if that is known, each named `option_KEY`.

    `options` are those to start from. Which of them matter depends on `shaped`: those that were sent and can be read.
    """

    def __init__(self, rules: Rules[Any, Any], options: Any, players: int | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules, self.base = rules, options
        self.asked = asked = {f"option_{field.key}": field for field in fields_of(rules.options) if self._asks(field)}
        usual = {field.name: field.default for field in fields_of(rules.options)}
        for name, field in asked.items():
            required = usual[field.name] is not None
            # An option that follows from the others stays blank.
            follows = not required and replace(options, **{field.name: None}) == options
            initial = None if follows else getattr(options, field.name)
            self.fields[name] = option_field(field, initial, required=required)
        self.shaped = options
        if self.is_bound:
            sent, given = dict(self.data.items()), {}
            for name, field in asked.items():
                if name in sent or field.kind == "flag":
                    with suppress(ValidationError):
                        raw = self.fields[name].widget.value_from_datadict(self.data, self.files, name)
                        value = self.fields[name].clean(raw)
                        given[field.name] = tuple(value) if isinstance(value, list) else value
                else:  # it wasn't asked yet
                    sent[name] = self.fields[name].prepare_value(self.get_initial_for_field(self.fields[name], name))
            self.data = {name: value for name, value in sent.items() if value is not None}
            self.shaped = replace(options, **given)
        self.declared = {name: field for name, field in asked.items() if field.matters(players, self.shaped)}
        for name in asked.keys() - self.declared.keys():
            del self.fields[name]

    def _asks(self, field: Field) -> bool:
        """Return whether to ask for an option if it matters."""
        return not field.derived

    def offer_dealers(self, dealers: Choices) -> None:
        """Offer who can deal first, if the game has dealers."""
        if self.rules.has_dealer:
            cast(forms.ChoiceField, self.fields["dealer"]).choices = dealers
        else:
            del self.fields["dealer"]

    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.declared]

    def add_error(self, field: str | None, error: Any) -> None:
        """Show an error beside its field, if any, or above the form. `field` can also be the key of a house rule."""
        names = (field or "", f"option_{field}", {"first_dealer": "dealer"}.get(field or "", ""))
        super().add_error(next((name for name in names if name in self.fields), None), error)

    def chosen(self) -> Any:
        """Return the chosen house rules, with defaults in place of those that no longer matter."""
        given = {field.name: self.cleaned_data[name] for name, field in self.declared.items()}
        lists = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
        return settled(replace(self.base, **(given | lists)))
