"""Forms about links: what a new one is for."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from scorekeeper.text import NameRefused, clean_name

LABEL_LENGTH = 60


class LinkForm(forms.Form):
    """A link to join, or to watch a game, a night or the group; `forever` only for watching the group."""

    kind = forms.ChoiceField(choices=[("join", "join"), ("watch", "watch")])
    game = forms.IntegerField(required=False, min_value=1, max_value=10**18)
    night = forms.IntegerField(required=False, min_value=1, max_value=10**18)
    label = forms.CharField(label=gettext_lazy("For whom?"), required=False, max_length=LABEL_LENGTH)
    forever = forms.BooleanField(label=gettext_lazy("Never expires"), required=False)

    def clean_label(self) -> str:
        """A clean label, or none."""
        label: str = self.cleaned_data["label"]
        if not label.strip():
            return ""
        try:
            return clean_name(label)
        except NameRefused as refused:
            raise ValidationError(str(refused)) from refused
