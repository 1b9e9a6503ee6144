"""Form fields made of what the rules declare, and the fields for names."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.rules.declaration import Field
from scorekeeper.text import NameRefused, clean_name, sentence


def checked_name(raw: str) -> str:
    """Return a cleaned name, or say why it can't be one."""
    try:
        return clean_name(raw)
    except NameRefused as refused:
        raise ValidationError(str(refused)) from refused


class NameField(forms.CharField):
    """A name of a player, a member or a group: 1-40 characters after cleaning."""

    def __init__(self, **kwargs: Any) -> None:
        # The length is the cleaning's business: it counts after spaces are made single, and says so in its own words.
        super().__init__(strip=False, error_messages={"required": _("A name has at least one character.")}, **kwargs)

    def clean(self, value: Any) -> str:
        return checked_name(super().clean(value))


def option_field(each: Field, default: Any) -> forms.Field:
    """The form field of a house rule, with its default as what stands there; left empty, it follows from the others."""
    shown = {"label": sentence(each.label), "help_text": sentence(each.help) if each.help else "", "initial": default}
    if each.kind == "choice":
        choices = [(choice.value, sentence(choice.label)) for choice in each.choices]
        return forms.ChoiceField(**shown, choices=choices, widget=forms.RadioSelect)
    if each.kind == "flag":
        return forms.BooleanField(**shown, required=False)
    return forms.IntegerField(
        **shown,
        required=default is not None,
        min_value=each.low,
        max_value=each.high,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
