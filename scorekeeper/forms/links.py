"""The form for creating a link."""

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper import limits
from scorekeeper.forms.fields import checked_name


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
        return checked_name(label) if label else ""
