"""Forms for a group, and for whoever joins it by a link."""

from django import forms
from django.utils.translation import gettext_lazy

from scorekeeper.people.roster.forms import PlayerNameField
from scorekeeper.web.forms import NameField


class StartGroupForm(forms.Form):
    """A group's name and its owner's name. `uid` keeps a repeated request of a browser from starting another group."""

    uid = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(label=gettext_lazy("Name your group"))
    owner_name = PlayerNameField(label=gettext_lazy("Your name"))


class RedeemForm(forms.Form):
    """The name of somebody who is joining by link."""

    name = NameField(label=gettext_lazy("Your name"))


class GroupForm(forms.Form):
    """A group's name, whether it is put aside, and whether its sheets say what players need."""

    name = NameField(label=gettext_lazy("Group name"))
    archived = forms.BooleanField(label=gettext_lazy("Put this group aside"), required=False)
    needs = forms.BooleanField(label=gettext_lazy("Show what players still need"), required=False)
