"""The form for a whole hand, the same for every game: an input for each path of its entry."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from scorekeeper.formats.documents import write_entries
from scorekeeper.formats.language import sentence
from scorekeeper.recording.game.files import game_file
from scorekeeper.recording.game.records import typed
from scorekeeper.recording.whole_hand.deciding import Ask
from scorekeeper.recording.whole_hand.reading import cards, digest, inputs, read, saved_hand
from scorekeeper.rules import limits
from scorekeeper.rules.declaration import DEALER, Field, form_text
from scorekeeper.rules.entries import answers_from_entry
from scorekeeper.rules.sheet import errors_in


class AnswerField(forms.Field):
    """An input for the value at one path of an entry."""

    def __init__(self, field: Field, index: int | None, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.field, self.index = field, index

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(self.widget, forms.CheckboxInput) else form_text(value)


class WholeHandForm(forms.Form):
    """Everything that a hand's entry can hold, whatever the hands before it were, and who deals it.

    It shows what has been tapped or recorded, or what was typed and why it was refused. `seen` is what the page sends
    back, so that a write knows what it showed. If its only problems are warnings, it `is_unlikely`, but can be scored.
    """

    use_required_attribute = False
    fields: dict[str, AnswerField]  # type: ignore[assignment]  # by path, and no others

    def __init__(self, ask: Ask) -> None:
        self.ask, self.record, self.number, self.seen = ask, ask.record, ask.sent.number, ask.sent.seen
        self.key, self.choice = ask.sent.key, ask.sent.choice
        self.answers, self.wrong = read(self.record, self.number, ask.sent.texts)
        problems = ask.refused.problems if ask.refused else ()
        self.is_unlikely = bool(problems) and not errors_in(problems)
        record, hand, screen = self.record, self.record.hand(self.number), self.record.screen(self.number)
        self.name, self.there = record.rules.hand_name(screen.before), {*record.rules.seats(screen.before)}
        self.sides = [sentence(record.table.partners(seats)) for seats in record.rules.sides(record.table)]
        is_saved = saved_hand(record, self.number) is not None
        self.correcting = is_saved and self.choice == "mine"
        is_sent = bool(ask.sent.texts or ask.refused)
        shown = dict[str, Any](ask.sent.texts if is_sent else answers_from_entry(screen.entry()))
        if not is_sent and (is_saved or (hand and DEALER in typed({}, hand.taps))):
            shown[DEALER] = screen.dealer
        known, (self.card, self.cards) = self.answers if is_sent else shown, cards(record, self.number)
        for value, means in self.cards.means.items():
            if means.items() <= known.items():
                shown = {path: answer for path, answer in shown.items() if path not in means} | {self.card: value}
        super().__init__(shown if is_sent else None, initial=shown)
        seat = hand.dealer if hand else screen.dealer
        self.in_turn = () if is_saved else (seat, record.names[seat])
        for path, field, index in inputs(record, self.number):
            self.fields[path] = self._field(field, index, blank=_("In turn") if path == DEALER else "–")
        # Players first, and the dealer last.
        self.order_fields(sorted(self.fields, key=lambda path: (self.fields[path].index is None, path == DEALER)))
        for path in [*(path for path in self.fields if path in self.errors), *self.fields][:1]:
            self.fields[path].widget.attrs["autofocus"] = True

    @property
    def meant(self) -> set[str]:
        """The paths of answers for which cards stand. They have an input only if no card does."""
        return {path for means in self.cards.means.values() for path in means if path != self.card}

    @property
    def means(self) -> str:
        """What cards stand for, as JSON: answers by path and value."""
        return json.dumps({f"{self.card}={value}": means for value, means in self.cards.means.items()})

    @property
    def players(self) -> str:
        """The players' names by seat, as JSON."""
        return json.dumps(self.record.names)

    @property
    def document(self) -> str:
        """The game so far as a score sheet file."""
        return write_entries(game_file(self.record))

    @property
    def sent(self) -> Iterable[tuple[str, str]]:
        """Whatever was typed, by the inputs' names."""
        return ((name, value) for name in self.fields if (value := self.data.get(name, "")))

    @property
    def digest(self) -> str:
        """What is sent if the reader was warned about just this hand and wants it scored anyway."""
        return digest(self.record, self.number, self.data)

    def clean(self) -> None:
        """Show what is wrong at its input, or at the top if it has none."""
        errors = [*self.wrong.items()]
        if refused := self.ask.refused:
            errors += [(refused.path, refused.message)] if not self.is_unlikely else []
            errors += [(problem.path, problem.asks or problem.message) for problem in refused.problems]
        if moved := self.ask.moved:
            errors += [("", moved)]
        for path, text in errors:
            self.add_error(path if path in self.fields else None, sentence(text))

    def asked_once(self) -> list[BoundField]:
        """Return the inputs for the whole hand, the dealer's last."""
        return [self[path] for path, field in self.fields.items() if field.index is None]

    def grids(self) -> Iterator[tuple[list[tuple[str, tuple[int, ...]]], list[dict[str, Any]]]]:
        """Yield the table of inputs for each player, and that for each side: the columns' heads and sums, and the rows.

        Whoever takes part comes first. The others stay, since a phone without network doesn't know who does by then.
        """
        screen = self.record.screen(self.number)
        alone, sides = [(seat,) for seat in self.record.table.seats], self.record.rules.sides(self.record.table)
        for per, names, seats in (("player", self.record.names, alone), ("side", self.sides, sides)):
            fields = {path: field for path, field in self.fields.items() if field.field.per == per}
            heads = {field.field.label: screen.board(field.field, field.index).sums for field in fields.values()}
            rows: list[dict[str, Any]] = []
            for index, name in enumerate(names):
                inputs = [self[path] for path, field in fields.items() if field.index == index]
                rows.append({"name": name, "seats": seats[index], "inputs": inputs})
            rows.sort(key=lambda row: self.there.isdisjoint(row["seats"]))
            if fields:
                yield [(sentence(label), sums) for label, sums in heads.items()], rows

    def _field(self, field: Field, index: int | None, blank: str) -> AnswerField:
        names, label = self.record.names, sentence(field.label)
        attrs: dict[str, str] = {"data-kind": field.kind}
        if index is not None:
            whose = self.sides[index] if field.per == "side" else names[index]
            attrs["aria-label"] = _("{name}: {what}").format(name=whose, what=label)
        # A number needs no help if its values have names.
        is_helped = index is None and not (field.kind == "number" and field.choices)
        help_text = sentence(field.help) if field.help and is_helped else ""
        values = [(choice.value, sentence(choice.label)) for choice in field.choices]
        if field.kind == "seat":
            values = [(str(seat), name) for seat, name in enumerate(names)]
        elif field.kind == "flag" and field.needed:
            values = [("true", _("Yes")), ("false", _("No"))]
        widget: forms.Widget
        if values:
            select = forms.RadioSelect if index is None and field.kind == "seat" else forms.Select
            widget = select(attrs, [("", blank), *values])
        elif field.kind == "flag":
            widget = forms.CheckboxInput({**attrs, "value": "true"})
        else:
            # A phone's number pad often has no minus, and no comma.
            mode = "numeric" if field.kind == "number" and field.low >= 0 else "text"
            length = limits.LONGEST_LIST if field.kind == "numbers" else limits.LONGEST_SUM
            widget = forms.TextInput({**attrs, "inputmode": mode, "autocomplete": "off", "maxlength": str(length)})
        return AnswerField(field, index, label=label, help_text=help_text, widget=widget)
