"""The writes of hands that were typed all at once, and the counters that they increment."""

import uuid
from functools import partial

from scorekeeper.recording.whole_hand import writing as whole_hand_writing
from scorekeeper.recording.whole_hand.writing import WholeHand
from tests.writes import NOTHING, SAVE, done

PASSED = {"hand.all_passed": True}


def whole(tables, number=2, choice=""):
    """Return the write of a hand in which everyone passed."""
    given = tables.hand(number)
    seen, key = given.pop("seen"), uuid.UUID(int=number)
    hand = WholeHand(number=given.pop("number"), dealer=None, answers=PASSED, seen=seen, key=key)
    return partial(whole_hand_writing.save_whole, **given, hand=hand, choice=choice)


WRITES_OF_WHOLE_HANDS = {
    "whole_hand.save_whole": (whole, SAVE),
    "whole_hand.save_whole: again": (lambda tables: done(whole(tables)), NOTHING),
    "whole_hand.save_whole: a correction": (lambda tables: whole(tables, 1, "mine"), SAVE),
    "whole_hand.save_whole: inserted": (lambda tables: whole(tables, 1, "before"), SAVE),
    "whole_hand.save_whole: the other is kept": (lambda tables: whole(tables, 1, "theirs"), SAVE),
    "whole_hand.save_whole: in a game that is over": (lambda tables: whole(tables.swapped(), 1, "before"), SAVE),
}
