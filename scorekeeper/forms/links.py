"""Forms about links: what a new one is for."""

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.forms.fields import checked_name


class LinkForm(forms.Form):
    """A link to join, or to watch a game, a night or the group; `forever` only for watching the group."""

    kind = forms.ChoiceField(choices=[("join", "join"), ("watch", "watch")])
    game = forms.IntegerField(required=False, min_value=1, max_value=10**18)
    night = forms.IntegerField(required=False, min_value=1, max_value=10**18)
    label = forms.CharField(label=gettext_lazy("For whom?"), required=False, max_length=60)
    forever = forms.BooleanField(label=gettext_lazy("Never expires"), required=False)

    def clean_label(self) -> str:
        label: str = self.cleaned_data["label"]
        return checked_name(label) if label else ""
