"""The form by which somebody joins a game in progress."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.forms.fields import NameField
from scorekeeper.forms.people import not_reserved
from scorekeeper.rules.base import Rules
from scorekeeper.rules.declaration import fields_of


class JoinForm(forms.Form):
    """Who joins, a player on the roster or somebody new, and with what total. Without `totals`, nobody needs one.

    `roster` and `totals` are values with labels; the first total is the usual one.
    """

    player = forms.TypedChoiceField(
        coerce=int, empty_value=None, label=gettext_lazy("Who joins?"), required=False, widget=forms.RadioSelect
    )
    name = NameField(label=gettext_lazy("Somebody new"), required=False)
    start = forms.TypedChoiceField(
        coerce=int, label=gettext_lazy("Starts with"), required=False, widget=forms.RadioSelect
    )
    total = forms.IntegerField(
        label=gettext_lazy("Another total"),
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
        self.rules, self.totals = rules, totals
        self._offer("player", roster)
        self._offer("start", totals)
        if not totals:
            del self.fields["total"]

    def _offer(self, name: str, choices: Sequence[tuple[int, str]]) -> None:
        if choices:
            self.fields[name].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields[name]
