"""Forms for the roster."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.language import SIGNS, name_key, plain
from scorekeeper.games import all_games
from scorekeeper.rules import limits
from scorekeeper.web.forms import NameField


class PlayerNameField(NameField):
    """The name of somebody who may be new to the roster."""

    def clean(self, value: Any) -> str:
        return not_reserved(super().clean(value))


class PlayerForm(forms.Form):
    """The name of a player to add to the roster."""

    name = PlayerNameField(label=gettext_lazy("Add a player"))


class ChangePlayerForm(forms.Form):
    """A player's name, mark, and retirement, as this entry has them so far. A merged one has only the name field."""

    name = NameField(label=gettext_lazy("Name"))
    mark = forms.TypedChoiceField(
        coerce=int,
        label=gettext_lazy("Symbol and color"),
        choices=[(mark, word) for mark, (_sign, word) in enumerate(SIGNS)],
        widget=forms.RadioSelect,
    )
    retired = forms.BooleanField(label=gettext_lazy("Retired (not offered for new games)"), required=False)

    def __init__(
        self, everybody: Sequence[dict[str, Any]], entry: dict[str, Any], sent: QueryDict | None = None
    ) -> None:
        super().__init__(sent, initial=entry)
        if entry["same_as"] is not None:
            del self.fields["mark"], self.fields["retired"]
            return
        taken = {person["mark"] for person in everybody if person["id"] != entry["id"]}
        offered = self.fields["mark"].widget
        offered.choices = sorted(offered.choices, key=lambda choice: choice[0] in taken)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        return name if name_key(name) == name_key(self.initial["name"]) else not_reserved(name)


class MergePlayerForm(forms.Form):
    """The entry that this one is merged into, or 0 for none. All others on the roster can be chosen."""

    same_as = forms.IntegerField(
        label=gettext_lazy("Same person as"),
        min_value=0,
        max_value=limits.LARGEST_KEY,
        widget=forms.Select,
        error_messages={"required": gettext_lazy("Choose a player.")},
    )

    def __init__(self, everybody: Sequence[dict[str, Any]], player_id: int, *args: Any) -> None:
        super().__init__(*args)
        others = [(person["id"], person["name"]) for person in everybody if person["id"] != player_id]
        self.fields["same_as"].widget.choices = [("", "…"), *others]


def not_reserved(name: str) -> str:
    """Return a player's name. Raise `ValidationError` if a game uses this name for a seatless column."""
    reserved = {name_key(plain(column.label)) for game in all_games().values() for column in game.rules.seatless}
    if name_key(name) in reserved:
        raise ValidationError(_("One of the games uses the name {name}. Choose another one.").format(name=name))
    return name
