"""Forms for a group's own games: what a game is called and how it is scored, and a shared one to add."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.recording.game.forms import OptionsForm
from scorekeeper.rules import limits
from scorekeeper.rules.played import AnyRules
from scorekeeper.web.forms import NameField, NoteField, option_field


class RecipeForm(OptionsForm):
    """A game's name and options: first those everybody thinks of, up to the last `upfront` one, then all others."""

    name = NameField(label=gettext_lazy("What is it called?"))
    # It becomes the recipe's id, so that a request sent twice makes one game.
    uid = forms.RegexField(r"^[a-z0-9-]+$", max_length=limits.LONGEST_RECIPE_ID, widget=forms.HiddenInput)

    def __init__(self, rules: AnyRules, options: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(rules, options, None, *args, **kwargs)
        self.beside = [*self._numbers_beside()]
        beside = [number for _choice, _value, number in self.beside]
        for name in (name for name in beside if name not in self.declared):
            field = self.asked[name]
            self.fields[name] = option_field(field, getattr(options, field.name), required=False)
        names = list(self.declared)
        last = max((index for index, name in enumerate(names) if self.asked[name].upfront), default=-1)
        self._first = [name for name in names[: last + 1] if name not in beside]
        self._others = names[last + 1 :]

    def _numbers_beside(self) -> Iterator[tuple[str, str, str]]:
        """Yield each number that only one button of a choice makes matter, after the choice and the button's value."""
        upfront = {name: field for name, field in self.asked.items() if field.upfront}
        for name, field in upfront.items():
            if name not in self.declared or field.kind != "choice":
                continue
            shapes = [(choice.value, replace(self.shaped, **{field.name: choice.value})) for choice in field.choices]
            for other, number in upfront.items():
                makers = [value for value, shape in shapes if number.matters(None, shape)]
                if 0 < len(makers) < len(shapes):
                    yield name, makers[0], other

    def first(self) -> Iterator[tuple[forms.BoundField, list[tuple[Any, list[forms.BoundField]]]]]:
        """Yield the options asked first. A choice has its buttons, each with the numbers that only it makes matter."""
        for name in self._first:
            buttons = self[name] if self.declared[name].kind == "choice" else ()
            yield self[name], [(button, self._beside(name, str(button.data["value"]))) for button in buttons]

    def _beside(self, *button: str) -> list[forms.BoundField]:
        return [self[number] for choice, value, number in self.beside if (choice, value) == button]

    def options(self) -> list[forms.BoundField]:
        """Return the bound fields for all other options."""
        return [self[name] for name in self._others]

    def others_wrong(self) -> bool:
        """Return whether there is an error beside one of the other options."""
        return any(field.errors for field in self.options())

    def clean(self) -> dict[str, Any]:
        # A number beside a button that wasn't chosen doesn't matter, and isn't shown.
        for name in self.asked.keys() - self.declared.keys():
            self.errors.pop(name, None)
        return super().clean() or self.cleaned_data

    def chosen(self) -> Any:
        """Return the chosen options, with the recipe's id and its name."""
        return replace(super().chosen(), template=self.cleaned_data["uid"], name=self.cleaned_data["name"])

    def shown(self) -> Any:
        """Return the options as far as they can be read, to show what they would make."""
        return replace(self.shaped, template="", name="")


class NoteForm(forms.Form):
    """What a group writes down about how it plays a game."""

    note = NoteField(label=gettext_lazy("Your own rules, for whoever looks them up"))

    def add_error(self, field: str | None, error: Any) -> None:
        """Show any error beside the note, also one about the game."""
        super().add_error("note", error)


class AddRecipeForm(forms.Form):
    """A shared game to add: the link to it, or its file."""

    link = forms.CharField(
        label=gettext_lazy("Paste the link here"),
        required=False,
        max_length=limits.LONGEST_LINK,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    file = forms.FileField(label=gettext_lazy("Or choose its file"), required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if not self.errors and not data.get("link") and not data.get("file"):
            self.add_error("link", ValidationError(_("Paste a link, or choose a file.")))
        return data
