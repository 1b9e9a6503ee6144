"""Piquet's hand screen: first whether to enter the full deal or just totals, then the declarations and the play.

A single tap can record all sequences, all sets, or both players' play points, which fills in several fields of the
entry at once. Nothing that other answers imply is ever asked about, such as who won the last trick of a capot.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product
from typing import Any

from scorekeeper.games.piquet.count import QUATORZE, TRIO, declared, pique_is_undecided, repique_of
from scorekeeper.games.piquet.deal import ELDER, LONGEST, ROLES, TRICKS, YOUNGER, Entry, Options, names_of
from scorekeeper.rules.declaration import Choice, Field, Value, choice
from scorekeeper.rules.entries import answers_from_entry, entry_from_answers
from scorekeeper.rules.hand_screen import HandScreen
from scorekeeper.rules.steps import Board, Stage, Step
from scorekeeper.rules.text import Text, gettext as _

NOBODY = "nobody"
FULL, QUICK = "full", "quick"
# Choice for a full deal with a carte blanche -> the role of the player who has it.
BLANCHES = {"carte_blanche_elder": ELDER, "carte_blanche_younger": YOUNGER}


def _joined(numbers: Iterable[int]) -> str:
    return "+".join(map(str, numbers))


def _set_label(quatorzes: int, trios: int) -> str:
    return _joined([QUATORZE] * quatorzes + [TRIO] * trios)


# Label -> the lengths of the sequences that one player can hold at once.
SEQUENCE_LABELS = {
    _joined(lengths): lengths
    for count in (1, 2, 3, 4)
    for lengths in sorted(combinations_with_replacement(range(LONGEST, 2, -1), count))
    if sum(lengths) <= TRICKS
}
# Label -> the quatorzes and trios that one player can hold at once.
SET_LABELS = {
    _set_label(quatorzes, trios): (quatorzes, trios)
    for quatorzes, trios in product(range(4), range(5))
    if 0 < 4 * quatorzes + 3 * trios <= TRICKS
}
# Field -> what its row is called, if not by its declared label.
ROW_LABELS = {
    "quick_elder": _("{elder}’s total"),
    "quick_younger": _("{younger}’s total"),
    "elder_tricks": _("{elder}’s tricks"),
    "play_elder": _("Play"),
}
HOW = (
    Choice(FULL, _("Full deal"), _("Declarations, tricks and play, step by step.")),
    Choice(QUICK, _("Totals only"), _("Just two numbers, added up on paper.")),
    *map(Choice, BLANCHES, (_("Carte blanche: elder"), _("Carte blanche: younger"))),
)


def _winner(label: Text, nobody: Text, question: Text) -> Any:
    return choice(label, None, (*ROLES, Choice(NOBODY, nobody)), question=question, stage="declarations")


def _what(label: Text, labels: Iterable[str], question: Text) -> Any:
    choices = [Choice(words, _("{words}", words=words)) for words in labels]
    return choice(label, None, choices, question=question, stage="declarations")


@dataclass(frozen=True, slots=True, kw_only=True)
class TappedChoices:
    """The choices that players tap instead of filling in the underlying fields."""

    how: str | None = choice(_("Quick or full"), None, HOW, question=_("Full deal or just totals?"), stage="deal")
    point_to: str | None = _winner(_("Point"), _("Equal"), _("Who has the point?"))
    sequences_to: str | None = _winner(_("Sequences"), _("None or equal"), _("Who has the best sequence?"))
    lengths: str | None = _what(_("Sequence lengths"), SEQUENCE_LABELS, _("Which sequences?"))
    sets_to: str | None = _winner(_("Sets"), _("None"), _("Who has the best set?"))
    sets_of: str | None = _what(_("Which sets"), SET_LABELS, _("Which sets?"))


class PiquetScreen(HandScreen[Options, Entry]):
    stages = (Stage("deal", _("Deal")), Stage("declarations", _("Declarations")), Stage("play", _("Play")))
    typing = TappedChoices

    @cached_property
    def names(self) -> dict[str, str]:
        return names_of(self.table, self.dealer)

    @cached_property
    def typed(self) -> TappedChoices:
        return entry_from_answers(TappedChoices, self.answers, len(self.table.names))

    @cached_property
    def deal(self) -> Entry:
        """The entry so far, including values that the answers imply and omitting any that they contradict."""
        typed, answered = self.typed, self.so_far
        if typed.how == QUICK:
            return Entry(quick_elder=answered.quick_elder, quick_younger=answered.quick_younger)
        deal = Entry(carte_blanche=BLANCHES.get(typed.how or ""))
        if typed.how is None or deal.dealt_again(self.table.options):
            return deal
        point, sequences, sets = (
            None if winner == NOBODY else winner for winner in (typed.point_to, typed.sequences_to, typed.sets_to)
        )
        # If the lengths that were tapped differ from the recorded ones only in order, that order is kept.
        lengths, recorded = SEQUENCE_LABELS.get(typed.lengths or ""), answered.sequences_lengths
        lengths = recorded if lengths and recorded and sorted(recorded) == sorted(lengths) else lengths
        quatorzes, trios = SET_LABELS.get(typed.sets_of or "", (None, None)) if sets else (None, None)
        # A capot has the last trick, and the play points are known if there is no choice.
        tricks, implied = answered.elder_tricks, {None: None, 0: YOUNGER, TRICKS: ELDER}
        deal = replace(
            deal,
            point_winner=point,
            point_cards=answered.point_cards if point else None,
            sequences_winner=sequences,
            sequences_lengths=lengths if sequences else None,
            sets_winner=sets,
            quatorzes=quatorzes,
            trios=trios,
            elder_tricks=tricks,
            last_trick=implied.get(tricks, answered.last_trick),
        )
        plays = deal.possible_plays
        elder = next(iter(plays)) if len(plays) == 1 else answered.play_elder
        if elder is not None and elder in plays:
            deal = replace(deal, play_elder=elder, play_younger=plays[elder])
        first_tricks = answered.elder_first_tricks
        return replace(deal, elder_first_tricks=first_tricks) if first_tricks in deal.possible_first_tricks else deal

    def entry(self) -> Entry:
        return self.deal

    def answers_of(self, entry: Entry) -> dict[str, Value]:
        """Return the answers that produce this entry, including its sequences' lengths so that their order is kept."""
        if entry.quick:
            return {"hand.how": QUICK, **answers_from_entry(entry)}
        blanche = next((how for how, role in BLANCHES.items() if role == entry.carte_blanche), FULL)
        answers: dict[str, Value] = {"hand.how": blanche}
        for name in ("point", "sequences", "sets"):
            answers[f"hand.{name}_to"] = getattr(entry, f"{name}_winner") or NOBODY
        if entry.sequences_lengths is not None:
            answers["hand.lengths"] = _joined(sorted(entry.sequences_lengths, reverse=True))
        if entry.sets_winner is not None:
            answers["hand.sets_of"] = _set_label(entry.quatorzes or 0, entry.trios or 0)
        winners = dict.fromkeys(("carte_blanche", "point_winner", "sequences_winner", "sets_winner"))
        return answers | answers_from_entry(replace(entry, **winners, quatorzes=None, trios=None))

    def make_steps(self) -> Iterator[Step]:
        deal, how = self.deal, self.typed.how
        full = how not in (None, QUICK) and not deal.dealt_again(self.table.options)
        asked = {
            "how": True,
            "quick_elder": how == QUICK,
            "quick_younger": how == QUICK,
            "point_to": full,
            "point_cards": deal.point_winner is not None,
            "sequences_to": full,
            "lengths": deal.sequences_winner is not None,
            "sets_to": full,
            "sets_of": deal.sets_winner is not None,
            "elder_tricks": full,
            "last_trick": deal.elder_tricks not in (None, 0, TRICKS),
            "play_elder": len(deal.possible_plays) > 1,
            "elder_first_tricks": pique_is_undecided(deal),
        }
        for name in (name for name, is_asked in asked.items() if is_asked):
            # It can't be skipped, because only questions that matter are asked.
            step = self.step(replace(self.fields[name], needed=True))
            title, label = replace(step.title, values=self.names), ROW_LABELS.get(name, step.label)
            yield replace(step, title=title, label=replace(label, values=self.names))

    def board(self, field: Field, index: int | None) -> Board:
        """Offer only values that are consistent with the rest of the deal."""
        board = super().board(field, index)
        again = self.table.options.after_carte_blanche == "new_hand"
        blanche = _("Carte blanche for {name}, deal again") if again else _("Full deal, carte blanche for {name}")
        labels: dict[Value, Text] = {role: _("{name}", name=name) for role, name in self.names.items()}
        labels |= {how: replace(blanche, values={"name": self.names[role]}) for how, role in BLANCHES.items()}
        match field.name:
            case "lengths":
                longest = self.deal.point_cards or LONGEST
                fit = {words: lengths for words, lengths in SEQUENCE_LABELS.items() if max(lengths) <= longest}
                board = Board(values=tuple(fit), note=_("cards in each; combinations are below"), look="number")
            case "sets_of":
                board = replace(board, note=_("a quatorze is 14, a trio 3"), look="number")
            case "point_cards" | "elder_tricks":
                board = replace(board, other=False)
            case "play_elder":
                plays = self.deal.possible_plays
                board = Board(values=tuple(plays), look="wide")
                labels = {
                    first: _("{elder} {first} · {younger} {second}", first=first, second=second, **self.names)
                    for first, second in plays.items()
                }
            case "elder_first_tricks":
                board = Board(values=tuple(self.deal.possible_first_tricks), note=_("this decides the pique"))
            case "quick_elder" | "quick_younger":
                board = Board(values=tuple(range(60)), other=True)  # higher totals are rare and must be typed
        return replace(board, labels=labels)

    def hints(self) -> tuple[Text, ...]:
        facts = [_("{name} is elder", name=self.names[ELDER])]
        first, second = declared(self.deal, ELDER), declared(self.deal, YOUNGER)
        if first or second:
            facts.append(_("declared: {elder} {first}, {younger} {second}", first=first, second=second, **self.names))
        if repique := repique_of(self.deal):
            facts.append(_("repique: {name}", name=self.names[repique.column]))
        return tuple(facts)
