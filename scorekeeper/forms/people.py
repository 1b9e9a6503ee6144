"""Forms about people: starting a group, adding a player, coming back by a link."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.forms.fields import NameField
from scorekeeper.rules import all_rules
from scorekeeper.text import name_key


class StartGroupForm(forms.Form):
    """A group's name and one's own. `uid` makes the same request twice one group."""

    uid = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(label=gettext_lazy("Name of the group"))
    owner_name = NameField(label=gettext_lazy("Your name"))


class PlayerForm(forms.Form):
    """A name for the roster."""

    name = NameField(label=gettext_lazy("Add a player"))

    def clean_name(self) -> str:
        """A name that no game keeps for a column of its own."""
        name: str = self.cleaned_data["name"]
        kept = {name_key(each) for rules in all_rules().values() for each in rules.reserved_names}
        if name_key(name) in kept:
            raise ValidationError(_("Nobody at the table is called {name}: that column is taken.").format(name=name))
        return name


class RedeemForm(forms.Form):
    """Who comes in by a link."""

    name = NameField(label=gettext_lazy("Your name"))


class GroupForm(forms.Form):
    """A group's name, and whether it is put away."""

    name = NameField(label=gettext_lazy("Name of the group"))
    archived = forms.BooleanField(label=gettext_lazy("Put away: no longer among your groups"), required=False)
