"""What cannot be true of a deal of Piquet. Rules page: Fields; Play points check; Match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorekeeper.rules._piquet_count import pique_is_open
from scorekeeper.rules._piquet_deal import (
    ELDER,
    HAND_OF_CARDS,
    MOST_LENGTHS,
    TRICKS,
    YOUNGER,
    Entry,
    Options,
    dealt_again,
    first_tricks,
    possible_takes,
    takes_of,
)
from scorekeeper.rules.base import Problem
from scorekeeper.rules.declaration import asks
from scorekeeper.rules.words import Text, either, gettext as _

QUICK_FIELDS = {"quick_elder", "quick_younger"}


def problems(options: Options, names: Mapping[str, str], entry: Entry) -> Iterator[Problem]:
    """Everything that is wrong with an entry. `names` are by role."""
    given = {each.name for each in asks(Entry) if getattr(entry, each.name) is not None}
    if given & QUICK_FIELDS:
        yield from _check_quick(entry, given)
    elif dealt_again(options, entry):
        if given != {"carte_blanche"}:
            message = _("After a carte blanche the cards are dealt again, so nothing else is recorded.")
            yield Problem(path="hand", message=message)
    else:
        declarations = [*_check_point(entry), *_check_sequences(entry), *_check_sets(entry)]
        play = [*_check_play(names, entry)]
        yield from (*declarations, *play)
        # Whether it must be said depends on the declarations, whether it can be true on the play alone.
        if not play and (entry.elder_first_tricks is not None or not declarations):
            yield from _check_first_tricks(names, entry)


def _missing(path: str, message: Text) -> Problem:
    return Problem(path=f"hand.{path}", message=message)


def _check_quick(entry: Entry, given: set[str]) -> Iterator[Problem]:
    if given - QUICK_FIELDS:
        yield Problem(path="hand", message=_("Where the totals are recorded, nothing else is."))
    if entry.quick_elder is None:
        yield _missing("quick.elder", _("The total of elder is missing; none is written 0."))
    if entry.quick_younger is None:
        yield _missing("quick.younger", _("The total of younger is missing; none is written 0."))


def _check_point(entry: Entry) -> Iterator[Problem]:
    if entry.point_winner is None and entry.point_cards is not None:
        yield _missing("point.winner", _("It is missing who has the point."))
    if entry.point_winner is not None and entry.point_cards is None:
        yield _missing("point.cards", _("The number of cards of the point is missing."))


def _check_sequences(entry: Entry) -> Iterator[Problem]:
    lengths = entry.sequences_lengths
    if entry.sequences_winner is None and lengths is not None:
        yield _missing("sequences.winner", _("It is missing who has the best sequence."))
    if entry.sequences_winner is not None and lengths is None:
        yield _missing("sequences.lengths", _("The lengths of the sequences are missing."))
    if lengths is None:
        return
    if not 1 <= len(lengths) <= MOST_LENGTHS:
        message = _("There are 1 to {most} sequences, not {count}.", most=MOST_LENGTHS, count=len(lengths))
        yield Problem(path="hand.sequences.lengths", message=message)
    elif sum(lengths) > HAND_OF_CARDS:
        message = _("The sequences have {cards} cards, and a hand has only 12.", cards=sum(lengths))
        yield Problem(path="hand.sequences.lengths", message=message)
    if entry.point_cards is not None and max(lengths, default=0) > entry.point_cards:
        message = _(
            "A sequence of {length} would be a longer point than {cards}.",
            length=max(lengths),
            cards=entry.point_cards,
        )
        yield Problem(path="hand", message=message)


def _check_sets(entry: Entry) -> Iterator[Problem]:
    if entry.sets_winner is None and entry.quatorzes is None and entry.trios is None:
        return
    if entry.sets_winner is None:
        yield _missing("sets.winner", _("It is missing who has the best set."))
    if entry.quatorzes is None:
        yield _missing("sets.quatorzes", _("The number of quatorzes is missing; none is written 0."))
    if entry.trios is None:
        yield _missing("sets.trios", _("The number of trios is missing; none is written 0."))
    if entry.quatorzes is None or entry.trios is None:
        return
    cards = 4 * entry.quatorzes + 3 * entry.trios
    if cards == 0:
        yield Problem(path="hand.sets", message=_("Whoever has the best set has a quatorze or a trio."))
    if cards > HAND_OF_CARDS:
        message = _("The sets have {cards} cards, and a hand has only 12.", cards=cards)
        yield Problem(path="hand.sets", message=message)


def _check_play(names: Mapping[str, str], entry: Entry) -> Iterator[Problem]:
    tricks, last = entry.elder_tricks, entry.last_trick
    if tricks is None:
        yield _missing("elder_tricks", _("The tricks of elder are missing; none is written 0."))
    if last is None:
        yield _missing("last_trick", _("It is missing who won the last trick."))
    if entry.play_elder is None:
        yield _missing("play.elder", _("What elder counted in play is missing; nothing is written 0."))
    if entry.play_younger is None:
        yield _missing("play.younger", _("What younger counted in play is missing; nothing is written 0."))
    if tricks is None or last is None:
        return
    if not possible_takes(tricks, last):
        winner = ELDER if tricks == TRICKS else YOUNGER
        message = _("{name} won all twelve tricks, and so the last one.", name=names[winner])
        yield Problem(path="hand", message=message)
    elif entry.play_elder is not None and entry.play_younger is not None and takes_of(entry) is None:
        message = _(
            "With {tricks} tricks of {elder} and the last one {last}’s, play is not {play_elder} and {play_younger}.",
            tricks=tricks,
            elder=names[ELDER],
            last=names[last],
            play_elder=entry.play_elder,
            play_younger=entry.play_younger,
        )
        yield Problem(path="hand", message=message)


def _check_first_tricks(names: Mapping[str, str], entry: Entry) -> Iterator[Problem]:
    path, possible = "hand.elder_first_tricks", first_tricks(entry)
    who = {"elder": names[ELDER], "younger": names[YOUNGER]}
    if entry.elder_first_tricks is None:
        if pique_is_open(entry):
            message = _(
                "Whether {elder} has a pique depends on the tricks before {younger}’s first: say how many.", **who
            )
            yield Problem(path=path, message=message)
    elif entry.elder_first_tricks not in possible:
        message = _(
            "By what was counted in play, {elder} won {possible} tricks before {younger}’s first, not {tricks}.",
            possible=either(possible),
            tricks=entry.elder_first_tricks,
            **who,
        )
        yield Problem(path=path, message=message)
