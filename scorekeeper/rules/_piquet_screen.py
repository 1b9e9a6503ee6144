"""A deal of Piquet as it is typed: a whole deal or its totals, then the declarations, then the play.

What the table says in one breath is one tap: all sequences of a player, all sets, both play totals. The typed choices
below stand for several fields of the entry, which is made of them in `read`; what follows from the rest (the last
trick of a capot, the play of younger) is never asked. Roles are "elder" and "younger".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, product

from scorekeeper.rules._piquet_count import declared, pique_is_open, repique_of
from scorekeeper.rules._piquet_deal import (
    ELDER,
    HAND_OF_CARDS,
    LONGEST,
    MOST_LENGTHS,
    TRICKS,
    YOUNGER,
    Entry,
    Options,
    dealt_again,
    first_tricks,
    play_points,
    possible_takes,
)
from scorekeeper.rules.base import Table
from scorekeeper.rules.declaration import Ask, Choice, Draft, Value, ask, asks, draft_from_entry
from scorekeeper.rules.screens import Board, Offer, Step
from scorekeeper.rules.words import Text, TextValue, gettext as _

NOBODY = "nobody"
FULL, QUICK = "full", "quick"
BLANCHE = "carte_blanche_"
"""Before a role: a full deal that begins with this player's carte blanche."""

QUICK_BOARD = range(60)
"""Totals of a deal that have a button; higher ones are rare, and typed."""

LENGTHS = tuple(
    lengths
    for count in range(1, MOST_LENGTHS + 1)
    for lengths in combinations_with_replacement(range(LONGEST, 2, -1), count)
    if sum(lengths) <= HAND_OF_CARDS
)
"""All sequences that one hand of cards can hold together, the longest first."""

SETS = tuple(
    (quatorzes, trios)
    for quatorzes, trios in product(range(4), range(5))
    if 0 < 4 * quatorzes + 3 * trios <= HAND_OF_CARDS
)
"""The quatorzes and trios that one hand of cards can hold together."""


def _sum(numbers: Iterable[int]) -> str:
    return "+".join(map(str, numbers))


SEQUENCE_WORDS = {_sum(lengths): lengths for lengths in sorted(LENGTHS, key=lambda each: (len(each), each))}
SET_WORDS = {_sum([14] * quatorzes + [3] * trios): (quatorzes, trios) for quatorzes, trios in sorted(SETS)}
WHO = (Choice(value=ELDER, label=_("Elder")), Choice(value=YOUNGER, label=_("Younger")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Typing:
    """What is tapped instead of the fields that it stands for."""

    how: str | None = ask(
        None,
        Ask(
            label=_("Quick or full"),
            kind="choice",
            needed=True,
            stage="deal",
            choices=(
                Choice(value=FULL, label=_("Full deal"), help=_("Declarations, tricks and play, one after another.")),
                Choice(value=QUICK, label=_("Totals only"), help=_("Two numbers, worked out on paper.")),
                Choice(value=BLANCHE + ELDER, label=_("Carte blanche: elder")),
                Choice(value=BLANCHE + YOUNGER, label=_("Carte blanche: younger")),
            ),
        ),
    )
    point_to: str | None = ask(
        None,
        Ask(
            label=_("Point"),
            kind="choice",
            needed=True,
            stage="declarations",
            choices=(*WHO, Choice(value=NOBODY, label=_("Equal"))),
        ),
    )
    sequences_to: str | None = ask(
        None,
        Ask(
            label=_("Sequences"),
            kind="choice",
            needed=True,
            stage="declarations",
            choices=(*WHO, Choice(value=NOBODY, label=_("None, or equal"))),
        ),
    )
    lengths: str | None = ask(
        None,
        Ask(
            label=_("Lengths of the sequences"),
            kind="choice",
            needed=True,
            stage="declarations",
            choices=tuple(Choice(value=words, label=_("{words}", words=words)) for words in SEQUENCE_WORDS),
        ),
    )
    sets_to: str | None = ask(
        None,
        Ask(
            label=_("Sets"),
            kind="choice",
            needed=True,
            stage="declarations",
            choices=(*WHO, Choice(value=NOBODY, label=_("None"))),
        ),
    )
    sets_of: str | None = ask(
        None,
        Ask(
            label=_("Which sets"),
            kind="choice",
            needed=True,
            stage="declarations",
            choices=tuple(Choice(value=words, label=_("{words}", words=words)) for words in SET_WORDS),
        ),
    )


ORDER = (
    "how",
    "quick_elder",
    "quick_younger",
    "point_to",
    "point_cards",
    "sequences_to",
    "lengths",
    "sets_to",
    "sets_of",
    "elder_tricks",
    "last_trick",
    "play_elder",
    "elder_first_tricks",
)
_DECLARED = {each.name: each for each in (*asks(Typing), *asks(Entry))}
ASKS = tuple(_DECLARED[name] for name in (*ORDER, *(name for name in _DECLARED if name not in ORDER)))
"""What is asked, in the order of the table; behind it what is made of other answers and never asked itself."""

_TYPED_FIELDS = {"carte_blanche", "sequences.lengths", "point.winner", "sequences.winner"}
_TYPED_FIELDS |= {"sets.winner", "sets.quatorzes", "sets.trios"}


def read(options: Options, draft: Draft) -> Entry:
    """The entry of a draft, as far as it goes: what follows from the rest is filled in, what does not fit left out."""
    how = draft.get("hand.how")
    if how == QUICK:
        return Entry(quick_elder=_whole(draft, "quick.elder"), quick_younger=_whole(draft, "quick.younger"))
    carte_blanche = {BLANCHE + ELDER: ELDER, BLANCHE + YOUNGER: YOUNGER}.get(str(how))
    entry = Entry(carte_blanche=carte_blanche)
    if how is None or dealt_again(options, entry):
        return entry
    point, sequences, sets = (_role(draft, f"{kind}_to") for kind in ("point", "sequences", "sets"))
    quatorzes, trios = SET_WORDS.get(str(draft.get("hand.sets_of")), (None, None)) if sets else (None, None)
    entry = Entry(
        carte_blanche=carte_blanche,
        point_winner=point,
        point_cards=_whole(draft, "point.cards") if point else None,
        sequences_winner=sequences,
        sequences_lengths=_lengths(draft) if sequences else None,
        sets_winner=sets,
        quatorzes=quatorzes,
        trios=trios,
        elder_tricks=_whole(draft, "elder_tricks"),
    )
    return _read_play(entry, draft)


def _read_play(entry: Entry, draft: Draft) -> Entry:
    """The last trick of a capot, and the play that only one course of the tricks allows, are known without asking."""
    if entry.elder_tricks is None:
        return entry
    last = {0: YOUNGER, TRICKS: ELDER}.get(entry.elder_tricks) or _role(draft, "last_trick")
    if last is None:
        return entry
    played = plays(entry.elder_tricks, last)
    elder = next(iter(played)) if len(played) == 1 else _whole(draft, "play.elder")
    if elder is None or elder not in played:
        return replace(entry, last_trick=last)
    entry = replace(entry, last_trick=last, play_elder=elder, play_younger=played[elder])
    told = _whole(draft, "elder_first_tricks")
    return replace(entry, elder_first_tricks=told) if told in first_tricks(entry) else entry


@cache
def plays(elder_tricks: int, last_trick: str) -> Mapping[int, int]:
    """What elder can have counted in play, and what younger has then."""
    return dict(play_points(elder_tricks, last_trick, takes) for takes in possible_takes(elder_tricks, last_trick))


def draft_of(entry: Entry) -> dict[str, Value]:
    """The draft in which an entry is corrected: as if it had just been typed, and its lengths in their own order."""
    if entry.quick:
        return {"hand.how": QUICK, **draft_from_entry(entry)}
    draft: dict[str, Value] = {"hand.how": f"{BLANCHE}{entry.carte_blanche}" if entry.carte_blanche else FULL}
    draft |= {
        "hand.point_to": entry.point_winner or NOBODY,
        "hand.sequences_to": entry.sequences_winner or NOBODY,
        "hand.sets_to": entry.sets_winner or NOBODY,
    }
    if entry.sequences_lengths is not None:
        draft["hand.lengths"] = _sum(sorted(entry.sequences_lengths, reverse=True))
        draft["hand.sequences.lengths"] = entry.sequences_lengths
    if entry.sets_winner is not None:
        draft["hand.sets_of"] = _sum([14] * (entry.quatorzes or 0) + [3] * (entry.trios or 0))
    fields = {f"hand.{key}" for key in _TYPED_FIELDS}
    return draft | {path: value for path, value in draft_from_entry(entry).items() if path not in fields}


def asked(options: Options, draft: Draft, each: Ask) -> bool:
    """Whether something is asked with what is typed so far."""
    how = draft.get("hand.how")
    if each.name not in ORDER:
        return False
    if each.name == "how":
        return True
    if each.name.startswith("quick"):
        return how == QUICK
    if how is None or how == QUICK:
        return False
    entry = read(options, draft)
    if dealt_again(options, entry):
        return False
    known = entry.elder_tricks is not None and entry.last_trick is not None
    conditions = {
        "point_cards": entry.point_winner is not None,
        "lengths": entry.sequences_winner is not None,
        "sets_of": entry.sets_winner is not None,
        "last_trick": entry.elder_tricks is not None and 0 < entry.elder_tricks < TRICKS,
        "play_elder": known and len(plays(entry.elder_tricks or 0, str(entry.last_trick))) > 1,
        "elder_first_tricks": pique_is_open(entry),
    }
    return conditions.get(each.name, True)


def board(options: Options, draft: Draft, each: Ask, usual: Board) -> Board:
    """What may be answered: only what fits the rest of the deal."""
    entry = read(options, draft)
    match each.name:
        case "lengths":
            longest = LONGEST if entry.point_cards is None else entry.point_cards
            fit = [words for words, lengths in SEQUENCE_WORDS.items() if max(lengths) <= longest]
            single = tuple(words for words in fit if len(SEQUENCE_WORDS[words]) == 1)
            return Board(values=tuple(fit), likely=single, note=_("how many cards; several together below"))
        case "sets_of":
            return Board(values=usual.values, note=_("a quatorze is 14, a trio 3"))
        case "point_cards" | "elder_tricks":
            return Board(values=usual.values)
        case "play_elder":
            return Board(values=tuple(plays(entry.elder_tricks or 0, str(entry.last_trick))))
        case "elder_first_tricks":
            return Board(values=tuple(first_tricks(entry)), note=_("they decide the pique"))
        case "quick_elder" | "quick_younger":
            return Board(values=tuple(QUICK_BOARD), other=True)
    return usual


def dressed(table: Table[Options], dealer: int, draft: Draft, step: Step) -> Step:
    """A step with the players' names in it."""
    names = names_of(table, dealer)
    labels = _labels(table, names, draft, step)
    look = step.declared.name in ("lengths", "sets_of")
    return replace(
        step,
        title=_title(names, step),
        label=_row_label(names, step),
        offers=tuple(_relabelled(offer, labels, look) for offer in step.offers),
        likely=tuple(_relabelled(offer, labels, look) for offer in step.likely),
        answer=labels.get(draft.get(step.path), step.answer),
    )


def hints(table: Table[Options], dealer: int, draft: Draft) -> tuple[Text, ...]:
    """Who is elder, and what was declared so far."""
    names, entry = names_of(table, dealer), read(table.options, draft)
    facts = [_("{name} is elder", name=names[ELDER])]
    elder, younger = declared(entry, ELDER), declared(entry, YOUNGER)
    if elder or younger:
        values: dict[str, TextValue] = {"first": names[ELDER], "second": names[YOUNGER]}
        facts.append(_("declared: {first} {elder}, {second} {younger}", elder=elder, younger=younger, **values))
    if repique := repique_of(entry):
        facts.append(_("repique: {name}", name=names[repique[1]]))
    return tuple(facts)


def names_of(table: Table[Options], dealer: int) -> dict[str, str]:
    """The players' names by role."""
    return {ELDER: table.names[table.after(dealer)], YOUNGER: table.names[dealer]}


def _labels(table: Table[Options], names: dict[str, str], draft: Draft, step: Step) -> dict[Value, Text]:
    """What the buttons of a step say, where they say more than the declaration knows."""
    if step.declared.name == "how":
        again = table.options.after_carte_blanche == "new_hand"
        blanche = _("Carte blanche of {name}, and a new deal") if again else _("Full deal, carte blanche of {name}")
        return {BLANCHE + role: replace(blanche, values={"name": name}) for role, name in names.items()}
    if step.declared.name == "play_elder":
        entry = read(table.options, draft)
        pairs = plays(entry.elder_tricks or 0, str(entry.last_trick))
        return {elder: _("{elder} and {younger}", elder=elder, younger=younger) for elder, younger in pairs.items()}
    return {role: _("{name}", name=name) for role, name in names.items()}


def _relabelled(offer: Offer, labels: dict[Value, Text], as_number: bool) -> Offer:
    return replace(offer, label=labels.get(offer.value, offer.label), look="number" if as_number else offer.look)


def _title(names: dict[str, str], step: Step) -> Text:
    """What is asked, as the table would ask it."""
    elder, younger = names[ELDER], names[YOUNGER]
    titles = {
        "how": _("A full deal, or only its totals?"),
        "quick_elder": _("Total of {name}", name=elder),
        "quick_younger": _("Total of {name}", name=younger),
        "point_to": _("Who has the point?"),
        "point_cards": _("The point: how many cards?"),
        "sequences_to": _("Who has the best sequence?"),
        "lengths": _("Which sequences?"),
        "sets_to": _("Who has the best set?"),
        "sets_of": _("Which sets?"),
        "elder_tricks": _("Tricks of {name}", name=elder),
        "last_trick": _("Who won the last trick?"),
        "play_elder": _("Counted in play by {elder} and by {younger}", elder=elder, younger=younger),
        "elder_first_tricks": _("Tricks of {elder} before {younger}’s first", elder=elder, younger=younger),
    }
    return titles[step.declared.name]


def _row_label(names: dict[str, str], step: Step) -> Text:
    """What a line is about: a number of one player names the player."""
    if step.declared.name in ("quick_elder", "quick_younger", "elder_tricks"):
        return _title(names, step)
    return _("Play") if step.declared.name == "play_elder" else step.label


def _role(draft: Draft, key: str) -> str | None:
    value = draft.get(f"hand.{key}")
    return value if isinstance(value, str) and value in (ELDER, YOUNGER) else None


def _whole(draft: Draft, key: str) -> int | None:
    value = draft.get(f"hand.{key}")
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _lengths(draft: Draft) -> tuple[int, ...] | None:
    """The lengths that were tapped; those of a recorded deal stay in their order."""
    lengths = SEQUENCE_WORDS.get(str(draft.get("hand.lengths")))
    before = draft.get("hand.sequences.lengths")
    if lengths is not None and isinstance(before, tuple) and sorted(before) == sorted(lengths):
        return before
    return lengths
