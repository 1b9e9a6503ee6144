"""Forms for a new game, for correcting its setup, and for joining it."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from scorekeeper.formats.language import sentence
from scorekeeper.games import is_own
from scorekeeper.people.roster.forms import PlayerNameField
from scorekeeper.recording.game.forms import Choices, OptionsForm, Sent, seat_list
from scorekeeper.recording.game.records import totals_by_player
from scorekeeper.recording.setup.reading import SetupPage
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import Field, Value, fields_of, in_words
from scorekeeper.rules.played import AnyRules
from scorekeeper.rules.sheet import Column, Problem, Table
from scorekeeper.rules.text import Text
from scorekeeper.web.forms import NameField, TotalField
from scorekeeper.web.pages import whole_number

NOBODY = "nobody"  # who won
OTHER = "other"  # of a night: neither tonight nor yesterday


class NewGameForm(OptionsForm):
    """A new game. `names` are the players' names by seat; `uid` keeps a repeated request from starting another game."""

    uid = forms.UUIDField(widget=forms.HiddenInput)
    seats = forms.CharField(widget=forms.HiddenInput)
    night = forms.DateField(
        label=gettext_lazy("Another night?"),
        help_text=gettext_lazy("Leave blank for tonight."),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
    )

    def __init__(self, rules: AnyRules, names: Sequence[str], *args: Any, **kwargs: Any) -> None:
        self.names = tuple(names)
        super().__init__(rules, rules.house_rules, len(names), *args, **kwargs)
        if rules.has_dealer:
            self.fields["dealer"] = _buttons(_("Who deals first?"), list(enumerate(names)))

    def _option(self, name: str, field: Field) -> forms.Field:
        """Offer only the choices that work with this many players. Submitting any other shows why it isn't offered."""
        choices = field.choices if len(self.names) in self.rules.players else ()
        whys = {choice: self._refused({field.name: choice.value}) for choice in choices}
        possible = tuple(choice for choice, why in whys.items() if why is None)
        if not 0 < len(possible) < len(whys):
            return super()._option(name, field)
        offered = super()._option(name, replace(field, choices=possible))
        offered.error_messages["invalid_choice"] = sentence(next(filter(None, whys.values())))
        if self.get_initial_for_field(offered, name) not in [choice.value for choice in possible]:
            self.initial[name] = possible[0].value
        return offered

    def _asks(self, field: Field) -> Field | None:
        """Ask only for the first numbers of a group's own game, whose options have a page of their own."""
        return super()._asks(field) if field.upfront or not is_own(self.rules.slug) else None

    def _table(self, options: Mapping[str, Value]) -> Table[Any]:
        return Table(names=self.names, options=replace(self.base, **options), first_dealer=0)

    def _refused(self, options: Mapping[str, Value]) -> Text | None:
        """Return why these options don't work with this many players, or None if they do."""
        problem = self.rules.refuse_table(self._table(options))
        return problem.message if problem is not None and problem.path == "players" else None

    def sides(self) -> list[str]:
        """Describe each side's partners. The list is empty if there are no sides, or if they depend on the options."""
        if len(self.names) not in self.rules.players or self._refused({}) is not None:
            return []
        table = self._table({})
        return [sentence(table.partners(seats)) for seats in self.rules.sides(table)]

    def upfront(self) -> list[forms.BoundField]:
        return [self[name] for name in self.declared if self._is_upfront(name)]

    def options(self) -> list[forms.BoundField]:
        # All but those that are shown before the game starts.
        return [self[name] for name in self.declared if not self._is_upfront(name)]

    def _is_upfront(self, name: str) -> bool:
        return self.declared[name].upfront and len(getattr(self.fields[name], "choices", ())) != 1

    def chosen_dealer(self) -> int:
        """Return the seat of the first dealer, or seat 0 if the game has no dealer."""
        return int(self.cleaned_data.get("dealer", 0))

    def clean_seats(self) -> tuple[int, ...]:
        seats = seat_list(self.cleaned_data["seats"])
        fewest, most = self.rules.players[0], self.rules.players[-1]
        if len(seats) < fewest:
            message = ngettext("Choose at least {count} player.", "Choose at least {count} players.", fewest)
            raise ValidationError(message.format(count=fewest))
        if len(seats) > most:
            message = ngettext("Choose at most {count} player.", "Choose at most {count} players.", most)
            raise ValidationError(message.format(count=most))
        return seats

    def clean_night(self) -> datetime.date | None:
        night = cast(datetime.date | None, self.cleaned_data["night"])
        if night is not None and not 1900 <= night.year <= 2200:
            raise ValidationError(_("Choose a date between 1900 and 2200."))
        return night


class GameNameForm(forms.Form):
    """What a game is called that isn't on the list."""

    name = NameField(label=gettext_lazy("What’s it called?"))


class ResultForm(forms.Form):
    """The result of a game of which nothing else is written down: everybody's total, who won, or both.

    The fields are named after the `columns`, and `won` has their keys, or `NOBODY`. The night is chosen by `day`.
    """

    uid = forms.UUIDField(widget=forms.HiddenInput, required=False)
    day = forms.ChoiceField(label=gettext_lazy("When was that?"), widget=forms.RadioSelect, required=False)
    night = forms.DateField(
        label=gettext_lazy("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    won = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, columns: Sequence[Column], tonight: datetime.date, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.columns, self.tonight = columns, tonight
        of_columns = [(column.key, sentence(column.label)) for column in columns]
        days = [("0", _("Tonight")), ("1", _("Yesterday")), (OTHER, _("Earlier"))]
        for name, choices in (("day", days), ("won", [*of_columns, (NOBODY, NOBODY)])):
            cast(forms.ChoiceField, self.fields[name]).choices = choices
        self.fields |= {f"total_{column.key}": TotalField(label=sentence(column.label)) for column in columns}
        for field in self.fields.values():
            field.widget.attrs["form"] = "result"  # they stand at the table, and its button at the thumb

    def totals(self) -> list[forms.BoundField]:
        return [self[f"total_{column.key}"] for column in self.columns]

    def clean(self) -> None:
        given = [name for name in self.fields if name.startswith("total_") and self.cleaned_data.get(name) is not None]
        missing = [field.name for field in self.totals() if field.name not in given and not field.errors]
        if given and missing:
            self.add_error(missing[0], _("Still missing. If you don’t know it, just say who won."))
        elif missing and not self.errors and not self.cleaned_data.get("won"):
            self.add_error("won", _("Tap who won."))
        if self.cleaned_data.get("day") == OTHER and self.cleaned_data.get("night") is None and not self.errors:
            self.add_error("night", _("Choose a date."))

    def kept(self, players: Sequence[int]) -> dict[str, str]:
        """Return what was typed so far, for whoever goes to choose another game or other players."""
        self.full_clean()
        has_date = self.cleaned_data.get("day") != OTHER or self.cleaned_data.get("night")
        night = self.chosen_night() if "day" in self.cleaned_data and has_date else self.tonight
        halves = {players[column.seats[0]]: self.cleaned_data.get(f"total_{column.key}") for column in self.columns}
        totals = ",".join(f"{player}:{half}" for player, half in halves.items() if half is not None)
        return {"result": night.isoformat()} | ({"totals": totals} if totals else {})

    def chosen_night(self) -> datetime.date:
        """Return the night on which it was played."""
        day = self.cleaned_data["day"] or "0"
        if day == OTHER:
            return cast(datetime.date, self.cleaned_data["night"])
        return self.tonight - datetime.timedelta(days=int(day))

    def clean_night(self) -> datetime.date | None:
        if self.cleaned_data.get("day") != OTHER:  # whatever was chosen before
            return None
        night = cast(datetime.date | None, self.cleaned_data["night"])
        if night is not None and not datetime.date(1900, 1, 1) <= night <= self.tonight:
            raise ValidationError(_("Choose a date from 1900 to today."))
        return night

    def result(self, players: Sequence[int]) -> dict[str, Any]:
        """Return the result as a setup stores it, of these players by seat."""
        totals = {column.key: self.cleaned_data[f"total_{column.key}"] for column in self.columns}
        known = {key: total for key, total in totals.items() if total is not None}
        result: dict[str, Any] = {"totals": totals_by_player(self.columns, known, players)}
        if won := self.cleaned_data["won"]:
            result["won"] = [players[seat] for column in self.columns if column.key in won for seat in column.seats]
        return result


class CorrectSetupForm(OptionsForm):
    """A correction to a game's setup: who is `seated` where, which of them deals first, and the house rules.

    Whoever is sent for a seat swaps with the player there, or takes over.
    """

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=limits.LARGEST_NUMBER)

    def __init__(self, page: SetupPage, data: Sent = None) -> None:
        record, everybody, self.usual, sent = page.record, page.everybody, page.usual, data or {}
        self.unusual, players = list[str](), record.players
        super().__init__(record.rules, record.table.options, len(players), data, initial={"seen": record.setup})
        before = seat_list(sent.get("seats", ""))
        if len(before) != len(players) or not all(player in everybody for player in before):
            before = players
        seats = [*before]
        for seat, player in enumerate(before):
            other = whole_number(sent, f"seat_{seat + 1}")
            if other in everybody and other != player:
                seats = [seats[seat] if sitting == other else sitting for sitting in seats]
                seats[seat] = other
        dealer = whole_number(sent, "dealer") or players[record.first_dealer]
        if dealer not in seats:
            dealer = seats[before.index(dealer) if dealer in before else record.first_dealer]
        self.seated, self.dealer = tuple(seats), dealer

    def _option(self, name: str, field: Field) -> forms.Field:
        asked, usual = super()._option(name, field), getattr(self.usual, field.name)
        if getattr(self.shaped, field.name) != usual:
            words = _("Usually: {value}.").format(value=sentence(in_words(field, usual)))
            asked.help_text = f"{asked.help_text} {words}"
            self.unusual.append(name)
        return asked

    def unusual_options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.unusual]

    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in self.declared if name not in self.unusual]

    def shows(self, problem: Problem) -> bool:
        """Show a problem and return True, or return False if it is about a hand, which has no field here."""
        if problem.path != "seats" and f"option_{problem.path}" not in self.fields:
            return False
        self.add_error(problem.path, sentence(problem.message))
        return True


class JoinForm(forms.Form):
    """Who joins, from the bench or new, and the total they start with: one of `totals`, if the game has begun."""

    name = PlayerNameField(label=gettext_lazy("Someone new"), required=False)

    def __init__(self, page: SetupPage, data: Sent = None) -> None:
        super().__init__(data)
        roster = [(player.pk, player.name) for player in page.bench]
        totals = self.totals = [(total, sentence(label)) for total, label in page.totals]
        (self.field,) = (field for field in fields_of(page.record.rules.options) if field.name == "joined_with")
        if roster:
            self.fields["player"] = _buttons(_("Who joins?"), roster, required=False)
        if totals:
            self.fields["start"] = _buttons(_("Starts with"), totals, initial=totals[0][0], required=False)
            widget = forms.NumberInput(attrs={"inputmode": "numeric"})
            self.fields["total"] = forms.IntegerField(label=_("Or another total"), required=False, widget=widget)

    def clean_total(self) -> int | None:
        total = cast(int | None, self.cleaned_data["total"])
        low, high = self.field.low, self.field.high
        if total is not None and not low <= total <= high:
            raise ValidationError(_("Use a whole number from {low} to {high}.").format(low=low, high=high))
        return total

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("player") is not None and data.get("name"):
            self.add_error("name", _("Choose a player or enter a name, not both."))
        elif data.get("player") is None and not data.get("name") and not self.errors:
            first = "player" if "player" in self.fields else "name"
            self.add_error(first, _("Choose a player or enter a name.") if first == "player" else _("Enter a name."))
        return data

    def add_error(self, field: str | None, error: Any) -> None:
        """Show an error beside its field, if there is one, or above the form. `field` can also be an option's key."""
        field = "total" if field == self.field.key else field
        super().add_error(field if field in self.fields else None, error)

    def chosen_player(self) -> int | str:
        """Return a player's id, or the name of somebody new."""
        player = cast(int | None, self.cleaned_data.get("player"))
        return str(self.cleaned_data["name"]) if player is None else player

    def chosen_start(self) -> int:
        given = (self.cleaned_data.get(name) for name in ("total", "start"))
        return next((total for total in given if total is not None), self.totals[0][0] if self.totals else 0)


def _buttons(label: str, choices: Choices, **more: Any) -> forms.TypedChoiceField:
    """Return a field with a button for each choice."""
    return forms.TypedChoiceField(
        coerce=int, empty_value=None, label=label, choices=choices, widget=forms.RadioSelect, **more
    )
