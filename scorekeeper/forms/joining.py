"""The form by which somebody joins a game in progress."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.forms.fields import checked_name
from scorekeeper.forms.people import not_reserved
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import fields_of


class JoinForm(forms.Form):
    """Who joins, a player on the roster or somebody new, and the total they start with.

    `roster` and `totals` are values with their labels, and the first total is the usual one. Before the first hand,
    there are no totals to choose from.
    """

    player = forms.TypedChoiceField(
        coerce=int, empty_value=None, label=gettext_lazy("Who joins?"), required=False, widget=forms.RadioSelect
    )
    name = forms.CharField(label=gettext_lazy("Someone new"), required=False, strip=False)
    start = forms.TypedChoiceField(
        coerce=int, empty_value=None, label=gettext_lazy("Starts with"), required=False, widget=forms.RadioSelect
    )
    total = forms.IntegerField(
        label=gettext_lazy("Or another total"),
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(
        self,
        rules: Rules[Any, Any],
        roster: Sequence[tuple[int, str]],
        totals: Sequence[tuple[int, str]],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.totals = totals
        (self.field,) = (field for field in fields_of(rules.options) if field.name == "joined_with")
        for name, choices in (("player", roster), ("start", totals)):
            if choices:
                cast(forms.ChoiceField, self.fields[name]).choices = choices
            else:
                del self.fields[name]
        if totals:
            self.initial["start"] = totals[0][0]
        else:
            del self.fields["total"]

    def clean_name(self) -> str:
        raw = self.cleaned_data["name"]
        return not_reserved(checked_name(raw)) if raw.strip() else ""

    def clean_total(self) -> int | None:
        total = cast(int | None, self.cleaned_data["total"])
        low, high = self.field.low, self.field.high
        if total is not None and not low <= total <= high:
            raise ValidationError(_("Use a whole number from {low} to {high}.").format(low=low, high=high))
        return total

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("player") is not None and data.get("name"):
            self.add_error("name", _("Choose a player or enter a name, not both."))
        elif data.get("player") is None and not data.get("name") and not self.errors:
            first = "player" if "player" in self.fields else "name"
            self.add_error(first, _("Choose a player or enter a name.") if first == "player" else _("Enter a name."))
        return data

    def add_error(self, field: str | None, error: Any) -> None:
        """Show an error beside its field, if there is one, or above the form. `field` can also be an option's key."""
        field = "total" if field == self.field.key else field
        super().add_error(field if field in self.fields else None, error)

    def chosen_player(self) -> int | str:
        """Return a player's id, or the name of somebody new."""
        player = cast(int | None, self.cleaned_data.get("player"))
        return str(self.cleaned_data["name"]) if player is None else player

    def chosen_start(self) -> int:
        """Return the total to start with."""
        usual = self.totals[0][0] if self.totals else 0
        given = (self.cleaned_data.get(name) for name in ("total", "start"))
        return next((total for total in given if total is not None), usual)
