"""The form for creating a link."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper import limits
from scorekeeper.text import NameRefused, clean_name


class LinkForm(forms.Form):
    """A link to join the group or to watch a game, a night, or the whole group. Only the last kind can be `forever`."""

    kind = forms.ChoiceField(choices=[("join", "join"), ("watch", "watch")])
    game = forms.IntegerField(required=False, min_value=1, max_value=limits.LARGEST_KEY)
    night = forms.IntegerField(required=False, min_value=1, max_value=limits.LARGEST_KEY)
    label = forms.CharField(
        label=gettext_lazy("Name this link (optional)"), required=False, max_length=limits.LONGEST_LABEL
    )
    forever = forms.BooleanField(label=gettext_lazy("Never expires"), required=False)

    def clean_label(self) -> str:
        label: str = self.cleaned_data["label"]
        try:
            return clean_name(label) if label else ""
        except NameRefused:
            message = ngettext(
                "A label can have at most {count} character: no control characters, and at least one that’s visible.",
                "A label can have at most {count} characters: no control characters, and at least one that’s visible.",
                limits.LONGEST_NAME,
            )
            raise ValidationError(message.format(count=limits.LONGEST_NAME)) from None
