"""Forms about people: starting a group, adding a player, coming back by a link."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from scorekeeper.forms.fields import NameField


class StartGroupForm(forms.Form):
    """A group's name and one's own. `uid` makes the same request twice one group."""

    uid = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(label=_("Name of the group"))
    owner_name = NameField(label=_("Your name"))


class PlayerForm(forms.Form):
    """A name for the roster."""

    name = NameField(label=_("Add a player"))


class RedeemForm(forms.Form):
    """Who comes in by a link."""

    name = NameField(label=_("Your name"))
