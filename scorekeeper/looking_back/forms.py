"""Forms for nights: searching them, and editing a night's place and note."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.language import clean_text, sentence
from scorekeeper.rules import limits
from scorekeeper.web.forms import NoteField


class FilterForm(forms.Form):
    """A search for a group's nights by what its `choices` offer; `rules` appears only if there are several."""

    player = forms.TypedChoiceField(label=gettext_lazy("Player"), required=False, coerce=int, empty_value=None)
    rules = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    year = forms.TypedChoiceField(label=gettext_lazy("Year"), required=False, coerce=int, empty_value=None)
    q = forms.CharField(
        label=gettext_lazy("Place or note"),
        required=False,
        max_length=limits.LONGEST_SEARCH,
        error_messages={"max_length": gettext_lazy("Use at most %(limit_value)d characters.")},
    )

    def __init__(self, choices: Mapping[str, Any], data: Any) -> None:
        super().__init__(data)
        self._choose("player", _("Anyone"), choices["players"])
        self._choose("year", _("Any year"), [(year, year) for year in choices["years"]])
        if len(choices["rules"]) > 1:
            names = [(slug, sentence(name) if name else slug) for slug, name in choices["rules"]]
            self._choose("rules", _("Any game"), names)
        else:
            del self.fields["rules"]

    def _choose(self, name: str, anything: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field = cast(forms.ChoiceField, self.fields[name])
        field.choices = [("", anything), *choices]
        field.error_messages["invalid_choice"] = _("Choose one of these.")


class NightForm(forms.Form):
    """A night's place and note. `seen` is a digest of the place and note that the page showed."""

    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    place = forms.CharField(
        label=gettext_lazy("Place"), required=False, widget=forms.TextInput({"maxlength": limits.LONGEST_PLACE})
    )
    note = NoteField(label=gettext_lazy("Note"))

    def clean_place(self) -> str:
        return clean_text(self.cleaned_data["place"], limits.LONGEST_PLACE)
