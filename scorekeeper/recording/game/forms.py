"""The form for a game's options, and lists of seats."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from scorekeeper.rules import limits
from scorekeeper.rules.declaration import Field, fields_of, form_text, settled
from scorekeeper.rules.played import AnyRules
from scorekeeper.web.forms import option_field

# What a field offers: ids or numbers, and what they are called.
Choices = Sequence[tuple[int, str]]
# What was sent, by name. None if the form is only being shown.
Sent = Mapping[str, Any] | None


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

    def __init__(self, rules: AnyRules, options: Any, players: int | None, data: Sent = None, **more: Any) -> None:
        self.rules, self.base, self.shaped = rules, options, options
        asked = filter(None, map(self._asks, fields_of(rules.options)))
        self.asked = {f"option_{field.key}": field for field in asked}
        if data is not None:
            # What wasn't asked yet stays as it was, but a flag that isn't sent is off.
            before = {name: form_text(self._usual(field)) for name, field in self.asked.items() if field.kind != "flag"}
            data = before | dict(data.items())
            readable = {}
            for name, field in self.asked.items():
                reader = option_field(field)
                with suppress(ValidationError):
                    readable[field.name] = reader.clean(reader.widget.value_from_datadict(data, {}, name))
            self.shaped = replace(options, **readable)
        self.declared = {name: field for name, field in self.asked.items() if field.matters(players, self.shaped)}
        super().__init__(data, **more)
        self.fields |= {name: self._option(name, field) for name, field in self.declared.items()}

    def _asks(self, field: Field) -> Field | None:
        """Return an option as it is asked for if it matters, or None if it isn't."""
        return None if field.derived else field

    def _usual(self, field: Field) -> Any:
        """Return the value that an option’s field starts with: none if it follows from the others."""
        follows = field.default is None and replace(self.base, **{field.name: None}) == self.base
        return None if follows else getattr(self.base, field.name)

    def _option(self, _name: str, field: Field) -> forms.Field:
        return option_field(field, self._usual(field))

    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.declared]

    def add_error(self, field: str | None, error: Any) -> None:
        """Show an error beside its field, if any, or above the form. `field` can also be the key of a house rule."""
        names = (field or "", f"option_{field}", {"first_dealer": "dealer"}.get(field or "", ""))
        super().add_error(next((name for name in names if name in self.fields), None), error)

    def chosen(self) -> Any:
        """Return the chosen house rules, with defaults in place of those that no longer matter."""
        given = {field.name: self.cleaned_data[name] for name, field in self.declared.items()}
        return settled(replace(self.base, **given))
