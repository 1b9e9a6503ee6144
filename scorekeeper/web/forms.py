"""Form fields for names and house rules, built from their declarations, and how numbers are typed."""

import re
import unicodedata
import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scorekeeper.formats.language import MINUS, NameRefused, clean_name, clean_text, half_points, sentence
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import Field, form_text, refusal
from scorekeeper.rules.text import Half

SEPARATORS = re.compile(r"[\s,;]+")  # between the numbers in a list
# The minus signs that keyboards produce, and the one that sheets use, which may be pasted.
MINUS_SIGNS = ("-", "\N{MINUS SIGN}", "\N{EN DASH}")
AS_HYPHEN = str.maketrans(dict.fromkeys(MINUS_SIGNS, "-"))
SIGNED = re.compile(r"[+-]?[^+-]+")
TOTAL = re.compile(r"[+-]?(?:[0-9]{1,7}(?:½|[.,][05])?|½)(?:[+-](?:[0-9]{1,7}(?:½|[.,][05])?|½)){0,20}")
NUMBER = re.compile(r"-?[0-9]{1,6}")


def uid_sent(raw: str) -> uuid.UUID:
    """Return the id that a form sent, which stays the same however often it is sent. A forged one is replaced."""
    try:
        return uuid.UUID(raw)
    except ValueError:
        return uuid.uuid4()


class NameField(forms.CharField):
    """The name of a player, a member, or a group: 1-40 characters after cleaning."""

    def __init__(self, **kwargs: Any) -> None:
        # `clean_name` checks the length after collapsing spaces, and has its own message.
        super().__init__(strip=False, error_messages={"required": _("Enter a name.")}, **kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "maxlength": str(limits.LONGEST_NAME)}

    def clean(self, value: Any) -> str:
        name = str(super().clean(value))
        if not self.required and not name.strip():
            return ""
        try:
            return clean_name(name)
        except NameRefused as refused:
            raise ValidationError(str(refused)) from refused


class TotalField(forms.CharField):
    """A total in points, whole or half, as people write it (203½, 203.5, −12), or a sum of such. In half points."""

    def __init__(self, **kwargs: Any) -> None:
        # A phone's number pad often has no minus.
        widget = forms.TextInput(
            {"inputmode": "text", "autocomplete": "off", "size": 6, "maxlength": limits.LONGEST_SUM}
        )
        super().__init__(required=False, widget=widget, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        return half_points(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Half | None:
        text = str(super().clean(value)).translate(AS_HYPHEN).replace(" ", "")
        if not text:
            return None
        if not TOTAL.fullmatch(text):
            raise ValidationError(_("Enter a number, whole or half."))
        terms = SIGNED.findall(text.replace("½", ".5").replace(",", "."))
        total = int(2 * sum(map(float, terms)))
        if abs(total) > limits.LARGEST_TOTAL:
            raise ValidationError(_("This number is too large."))
        return Half(total)


class NoteField(forms.CharField):
    """Plain text that a group writes about something, on any number of lines."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.Textarea({"rows": 4, "maxlength": limits.LONGEST_NOTE})
        super().__init__(required=False, widget=widget, **kwargs)

    def clean(self, value: Any) -> str:
        return clean_text(str(super().clean(value)).replace("\r\n", "\n"), limits.LONGEST_NOTE, breaks="\n")


class TextField(forms.CharField):
    """An option's text, on one line or on several."""

    def __init__(self, field: Field, **kwargs: Any) -> None:
        widget = forms.Textarea(attrs={"rows": 4}) if field.lines > 1 else forms.TextInput()
        super().__init__(required=False, max_length=field.high, widget=widget, **kwargs)
        self.field = field

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        if len(text) > limits.TOO_LONG * self.field.high:
            return text
        lines = (" ".join(line.split()) for line in unicodedata.normalize("NFC", text).splitlines())
        return "\n".join(filter(None, lines))

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        if why := refusal(self.field, text, 0):
            raise ValidationError(sentence(why))
        return text


class NumbersField(forms.CharField):
    """An option's whole numbers, separated by commas. Without any, it is None."""

    def __init__(self, field: Field, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=limits.LONGEST_PART * field.most, **kwargs)
        self.field = field

    def prepare_value(self, value: Any) -> Any:
        return form_text(value)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        self.run_validators(text)  # before it is split
        parts = [part for part in SEPARATORS.split(text.translate(AS_HYPHEN)) if part]
        if not all(map(NUMBER.fullmatch, parts)):
            raise ValidationError(_("Enter whole numbers, separated by commas."))
        numbers = tuple(map(int, parts))
        if why := refusal(self.field, numbers, 0):
            raise ValidationError(sentence(why))
        return numbers or None


def option_field(field: Field, initial: Any = None, *, required: bool = True) -> forms.Field:
    """Return the form field for a house rule. Only a number can be `required`, unless it follows from the others."""
    arguments = {
        "label": sentence(field.question or field.label),
        "help_text": sentence(field.help) if field.help else "",
        "initial": initial,
    }
    if field.kind == "choice":
        choices = [(choice.value, sentence(choice.label)) for choice in field.choices]
        return forms.ChoiceField(**arguments, choices=choices, widget=forms.RadioSelect)
    if field.kind == "flag":
        return forms.BooleanField(**arguments, required=False)
    if field.kind == "text":
        return TextField(field, **arguments)
    if field.kind == "numbers":
        return NumbersField(field, **arguments)
    low = str(field.low).replace("-", MINUS)
    wrong = _("Use a whole number from {low} to {high}.").format(low=low, high=field.high)
    return forms.IntegerField(
        **arguments,
        required=required and field.default is not None,
        min_value=field.low,
        max_value=field.high,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong),
        # A phone's number pad often has no minus.
        widget=forms.NumberInput(attrs={} if field.low < 0 else {"inputmode": "numeric"}),
    )
