"""Forms for a group's own games: what a game is called and how it is scored, and a shared one to add."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy

from scorekeeper.formats.language import sentence
from scorekeeper.games import AnyGame
from scorekeeper.recording.game.forms import OptionsForm, Sent
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import Field
from scorekeeper.rules.game import Row, SettingUp
from scorekeeper.rules.text import folded
from scorekeeper.web.forms import NameField, NoteField, option_field


class RecipeForm(OptionsForm):
    """A game's name and options: what its picture asks first, then all others that matter, as house rules."""

    name = NameField(label=gettext_lazy("What’s it called?"))
    # It becomes the recipe's id, so that a request sent twice makes one game.
    uid = forms.RegexField(r"^[a-z0-9-]+$", max_length=limits.LONGEST_RECIPE_ID, widget=forms.HiddenInput)

    def __init__(self, game: AnyGame, picture: str, options: Any, data: Sent = None, **more: Any) -> None:
        assert game.setting_up is not None
        self.setting_up, self.picture = game.setting_up, game.setting_up.pictures[picture]
        self.asks = {ask.name: ask for ask in self.picture.asks}
        super().__init__(game.rules, replace(options, **self.picture.fixes), None, data, **more)
        first = [f"option_{name}" for name in self.asks if f"option_{name}" in self.declared]
        self.beside = [*self._numbers_beside(first)]
        apart = [self.rows_name, *(number for *_button, number in self.beside)]
        self._first = [name for name in first if name not in apart]
        self._others = [name for name in self.declared if name not in first]
        # A number beside a button that wasn't chosen is shown, but isn't needed.
        for name in (number for *_button, number in self.beside if number not in self.declared):
            self.fields[name] = option_field(self.asked[name], self._usual(self.asked[name]), required=False)
        for *_button, name in self.beside:
            self.fields[name].widget.attrs["aria-label"] = self.fields[name].label
        if self.has_rows:
            self.fields[self.rows_name].widget = forms.HiddenInput()

    def _asks(self, field: Field) -> Field | None:
        """Ask for what the picture doesn't fix, with the questions and the choices that fit it."""
        ask = self.asks.get(field.name)
        if field.name in self.picture.fixes or (ask is None and field.name == self.setting_up.rows):
            return None
        if ask is None:
            return super()._asks(field)
        applies = ask.applies or field.applies
        return replace(
            field, question=ask.question or field.question, choices=ask.choices or field.choices, applies=applies
        )

    def _numbers_beside(self, first: list[str]) -> Iterator[tuple[str, str, str]]:
        """Yield each number that only one button of a choice makes matter, after the choice and the button's value."""
        asked = {name: self.asked[name] for name in (f"option_{ask}" for ask in self.asks)}
        numbers = [name for name, field in asked.items() if field.kind in ("number", "numbers")]
        for name in (name for name in first if self.asked[name].kind == "choice"):
            field = self.asked[name]
            shapes = [(choice.value, replace(self.shaped, **{field.name: choice.value})) for choice in field.choices]
            for number in numbers:
                makers = [value for value, shape in shapes if asked[number].matters(None, shape)]
                if 0 < len(makers) < len(shapes):
                    yield name, makers[0], number

    def first(self) -> Iterator[tuple[forms.BoundField, list[tuple[Any, str, list[forms.BoundField]]]]]:
        """Yield what is asked first. A choice has its buttons: each with a hint, and the numbers that only it needs."""
        for name in self._first:
            choices = self.asked[name].choices if self.asked[name].kind == "choice" else ()
            hints = [sentence(choice.help) if choice.help else "" for choice in choices]
            buttons = zip(self[name], hints, strict=True) if choices else ()
            yield (
                self[name],
                [(button, hint, self._beside(name, str(button.data["value"]))) for button, hint in buttons],
            )

    def _beside(self, *button: str) -> list[forms.BoundField]:
        return [self[number] for choice, value, number in self.beside if (choice, value) == button]

    def options(self) -> list[forms.BoundField]:
        """Return the bound fields for all other options."""
        return [self[name] for name in self._others]

    def others_wrong(self) -> bool:
        """Return whether there is an error beside one of the other options."""
        return any(field.errors for field in self.options())

    @property
    def rows_name(self) -> str:
        return f"option_{self.setting_up.rows}"

    @property
    def has_rows(self) -> bool:
        """Whether the game has a card, whose rows are asked for in words."""
        return self.setting_up.rows in self.asks

    @property
    def rows_field(self) -> forms.BoundField:
        return self[self.rows_name]

    def rows(self) -> tuple[Row, ...]:
        """Return the rows of the card so far."""
        text = str(self.rows_field.value() or "")[: self.asked[self.rows_name].high] if self.has_rows else ""
        return self.setting_up.read(text)

    def clean(self) -> dict[str, Any]:
        # A number beside a button that wasn't chosen doesn't matter.
        for name in self.asked.keys() - self.declared.keys():
            self.errors.pop(name, None)
        if self.has_rows and not self.cleaned_data.get(self.rows_name) and self.rows_name not in self.errors:
            self.add_error(self.rows_name, _("Add the rows first."))
        return super().clean() or self.cleaned_data

    def chosen(self) -> Any:
        """Return the chosen options, with the recipe's id and its name."""
        return replace(super().chosen(), template=self.cleaned_data["uid"], name=self.cleaned_data["name"])

    def shown(self) -> Any:
        """Return the options as far as they can be read, to show what they would make."""
        return replace(self.shaped, template="", name="")


class RowForm(forms.Form):
    """A row of a card in words: its name, what can be written in it, and the numbers for that.

    With a `number`, it is an existing row; otherwise, the next one.
    """

    name = NameField(label=gettext_lazy("Next row"))
    number: int | None = None

    def __init__(self, setting_up: SettingUp, data: Sent = None, **more: Any) -> None:
        super().__init__(data, prefix="row", **more)
        self.setting_up = setting_up
        kinds = [(key, sentence(kind.label)) for key, kind in setting_up.kinds.items()]
        self.fields["kind"] = forms.ChoiceField(
            label=_("What can you write in it?"), choices=kinds, initial=kinds[0][0], widget=forms.RadioSelect
        )
        for key, kind in setting_up.kinds.items():
            for number, field in enumerate(kind.fields):
                typed = option_field(field, required=False)
                typed.widget.attrs |= {"aria-label": typed.label, "placeholder": typed.label}
                typed.widget.attrs |= {"data-named": kind.is_named}
                self.fields[f"{key}-{number}"] = typed

    def kinds(self) -> list[tuple[Any, str, list[forms.BoundField]]]:
        """Return the button of each kind, with an example if it needs one, and with the fields for its numbers."""
        examples = [sentence(kind.example) if kind.example else "" for kind in self.setting_up.kinds.values()]
        buttons = zip(self["kind"], examples, strict=True)
        return [(button, example, self._numbers(str(button.data["value"]))) for button, example in buttons]

    def _numbers(self, kind: str) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(f"{kind}-")]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        chosen = data.get("kind", "")
        for field in (field for key in self.setting_up.kinds for field in self._numbers(key)):
            if not field.name.startswith(f"{chosen}-"):
                self.errors.pop(field.name, None)
            elif data.get(field.name) is None and field.name not in self.errors:
                self.add_error(field.name, _("Enter a number."))
        return data

    def fits(self, others: Iterable[str]) -> bool:
        """Return whether the row can stand beside the others, or show why not."""
        name = self.cleaned_data["name"]
        if folded(name) in map(folded, others):
            self.add_error("name", _("There is a row with this name already."))
        elif [row.name for row in self.setting_up.read(self.line())] != [name]:
            self.add_error("name", _("Leave out the “×”, “÷”, “=” or “+”, and what follows."))
        return not self.errors

    def line(self) -> str:
        """Return the row as the option has it."""
        kind = str(self.cleaned_data["kind"])
        numbers = [self.cleaned_data[field.name] for field in self._numbers(kind)]
        return self.setting_up.write(str(self.cleaned_data["name"]), kind, numbers)

    @classmethod
    def of(cls, setting_up: SettingUp, row: Row, number: int) -> "RowForm":
        """Return the form for an existing row."""
        typed = {f"{row.kind}-{at}": given for at, given in enumerate(row.numbers)}
        form = cls(setting_up, initial={"name": row.name, "kind": row.kind} | typed)
        form.number, form.fields["name"].label = number, _("Row")
        return form


def edit_rows(setting_up: SettingUp, data: QueryDict, name: str, longest: int, button: str) -> RowForm:
    """Change a card's rows, in the option of this `name`, as a button says, and return the form for the next row.

    The buttons are `add`, and `edit`, `change`, `up` and `drop` with the row's number after a hyphen.
    """
    text = data.get(name, "")[:longest]
    rows, lines = setting_up.read(text), list(filter(None, map(str.strip, text.split("\n"))))
    verb, _hyphen, digits = button.partition("-")
    number = min(int(digits), len(lines)) if digits.isdecimal() and len(digits) < 3 else len(lines)
    form = RowForm(setting_up)
    if verb in ("add", "change"):
        form = RowForm(setting_up, data)
        form.number = number if verb == "change" else None
        if form.is_valid() and form.fits(row.name for at, row in enumerate(rows) if at != number):
            more = [*lines[:number], form.line(), *lines[number + 1 :]]
            if len("\n".join(more)) > longest:
                form.add_error("name", _("The card is full."))
            else:
                lines, form = more, RowForm(setting_up, initial={"kind": form.cleaned_data["kind"]})
    elif number < len(lines) and verb == "edit":
        form = RowForm.of(setting_up, rows[number], number)
    elif number < len(lines) and verb == "up":
        lines.insert(max(number - 1, 0), lines.pop(number))
    elif number < len(lines) and verb == "drop":
        del lines[number]
    data[name] = "\n".join(lines)
    return form


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
            self.add_error("link", _("Paste a link, or choose a file."))
        return data
