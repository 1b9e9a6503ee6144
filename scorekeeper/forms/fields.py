"""Form fields for house rules, built from their declarations, and for names."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.rules.declaration import Field
from scorekeeper.text import NameRefused, clean_name, sentence


def checked_name(raw: str) -> str:
    """Return a cleaned name. Raise `ValidationError` with the reason if it isn't valid."""
    try:
        return clean_name(raw)
    except NameRefused as refused:
        raise ValidationError(str(refused)) from refused


class NameField(forms.CharField):
    """The name of a player, a member, or a group: 1-40 characters after cleaning."""

    def __init__(self, **kwargs: Any) -> None:
        # `clean_name` checks the length after collapsing spaces, and has its own message.
        super().__init__(strip=False, error_messages={"required": _("Enter a name.")}, **kwargs)

    def clean(self, value: Any) -> str:
        return checked_name(super().clean(value))


def option_field(field: Field, default: Any) -> forms.Field:
    """Return the form field for a house rule, with its default filled in. Without a default, the field may be empty."""
    arguments = {
        "label": sentence(field.label),
        "help_text": sentence(field.help) if field.help else "",
        "initial": default,
    }
    if field.kind == "choice":
        choices = [(choice.value, sentence(choice.label)) for choice in field.choices]
        return forms.ChoiceField(**arguments, choices=choices, widget=forms.RadioSelect)
    if field.kind == "flag":
        return forms.BooleanField(**arguments, required=False)
    wrong = _("Use a whole number from {low} to {high}.").format(low=field.low, high=field.high)
    return forms.IntegerField(
        **arguments,
        required=default is not None,
        min_value=field.low,
        max_value=field.high,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
