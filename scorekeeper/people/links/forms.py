"""Forms for making a link, and for the letters that open one on a TV."""

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.rules import limits
from scorekeeper.web.forms import NameField


class LinkForm(forms.Form):
    """A link to join the group or to watch a game, a night, or the whole group. Only the last kind can be `forever`."""

    kind = forms.ChoiceField(choices=[("join", "join"), ("watch", "watch")])
    game = forms.IntegerField(required=False, min_value=1, max_value=limits.LARGEST_KEY)
    night = forms.IntegerField(required=False, min_value=1, max_value=limits.LARGEST_KEY)
    label = NameField(label=gettext_lazy("Name this link (optional)"), required=False)
    forever = forms.BooleanField(label=gettext_lazy("Never expires"), required=False)


class CodeForm(forms.Form):
    """The letters that open a watch link on a TV."""

    code = forms.CharField(
        label=gettext_lazy("Enter the code that the phone at the table shows."),
        max_length=limits.LONGEST_CODE,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "autofocus": True}
        ),
    )
