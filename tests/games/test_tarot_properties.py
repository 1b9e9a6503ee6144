"""What must be so in every hand and every game of Scarto, Tarocchi and Conference, with any pack and by any variant."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hypothesis import given, strategies as st

from scorekeeper.games.tarot import CONFERENCE, SCARTO, TAROCCHI
from scorekeeper.games.tarot.card_points import Entry
from scorekeeper.rules.replay import replayed
from tests.games.tarot_notation import blank, play, problems, record, totals, won

PACKS = {"loka_78": 146, "loka_80": 148, "plain_78": 130}
VARIANTS = ("none", "last_laugh", "courtship")
PARTIES = {
    SCARTO.rules.slug: ((0,), (1,), (2,)),
    TAROCCHI.rules.slug: ((0, 2), (1, 3)),
    CONFERENCE.rules.slug: ((0, 1), (2, 3)),
}
"""Who counts together, in the order of the columns."""

slips = st.integers(-2, 2) | st.integers(-148, 148)


@dataclass(frozen=True, kw_only=True)
class Evening:
    """The hands of a whole game, and what each party took in each of them."""

    game: Any
    options: dict[str, Any]
    entries: tuple[Entry, ...]
    shares: tuple[tuple[int, ...], ...]

    @property
    def parties(self):
        return PARTIES[self.game.rules.slug]

    @property
    def pack(self):
        return PACKS[self.options["pack"]]

    def blank(self, **options):
        return blank(self.game, **(self.options | options))

    def problems(self, entry):
        return problems(self.game, entry, **self.options)


@st.composite
def counted(draw, parties, shares):
    """An entry of these shares: of partners the one counts for both, or each has a part."""
    values = [None] * sum(map(len, parties))
    for seats, share in zip(parties, shares, strict=True):
        first, *mates = draw(st.permutations(seats))
        part = draw(st.none() | st.integers(0, share)) if mates else None
        values[first] = share if part is None else part
        if part is not None:
            values[mates[0]] = share - part
    return won(*values)


@st.composite
def evenings(draw, longest=4):
    """Up to so many hands; halves of the pack are common, so that games end level."""
    game = draw(st.sampled_from([SCARTO, TAROCCHI, CONFERENCE]))
    pack = draw(st.sampled_from(list(PACKS)))
    parties, total = PARTIES[game.rules.slug], PACKS[pack]
    cuts = st.sampled_from([0, total // 2, total]) | st.integers(0, total)
    shares, entries = [], []
    for _number in range(draw(st.integers(1, longest))):
        ends = [0, *sorted(draw(cuts) for _cut in parties[1:]), total]
        shares.append(draw(st.permutations([high - low for low, high in pairwise(ends)])))
        entries.append(draw(counted(parties, shares[-1])))
    options = {"pack": pack, "variant": draw(st.sampled_from(VARIANTS)), "hands": len(entries)}
    return Evening(game=game, options=options, entries=tuple(entries), shares=tuple(map(tuple, shares)))


@st.composite
def turned(draw):
    """An evening, the place that each party moves to, and the seat from which each seat's new player comes."""
    evening = draw(evenings())
    places = draw(st.permutations(evening.parties))
    come_from = {}
    for seats, place in zip(evening.parties, places, strict=True):
        come_from |= dict(zip(place, draw(st.permutations(seats)), strict=True))
    return evening, places, [come_from[seat] for seat in sorted(come_from)]


def with_one(entry, seat, value):
    """The hand with another number at one seat."""
    return won(*(value if at == seat else one for at, one in enumerate(entry.points)))


class TestHands:
    @given(evening=evenings(longest=1))
    def test_what_a_party_took_is_what_it_scores_and_all_is_the_pack(self, evening):
        (entry,), (shares,) = evening.entries, evening.shares
        assert evening.problems(entry) == []
        moved = totals(record(evening.game, evening.blank(), entry))
        assert moved == list(shares)
        assert sum(moved) == evening.pack

    @given(evening=evenings(longest=1), slip=slips, data=st.data())
    def test_any_other_sum_is_the_error_that_the_page_says(self, evening, slip, data):
        (entry,) = evening.entries
        seat = data.draw(st.sampled_from([at for at, value in enumerate(entry.points) if value is not None]))
        wrong = with_one(entry, seat, max(entry.points[seat] + slip, 0))
        total = sum(value or 0 for value in wrong.points)
        said = ("error", "players", f"The card points add up to {total}, not to {evening.pack}.")
        assert evening.problems(wrong) == ([said] if total != evening.pack else [])

    @given(evening=evenings(longest=1), data=st.data())
    def test_only_of_a_party_that_says_nothing_are_points_missing(self, evening, data):
        (entry,) = evening.entries
        left_out = data.draw(st.sets(st.sampled_from(range(len(entry.points)))))
        found = evening.problems(won(*(None if at in left_out else one for at, one in enumerate(entry.points))))
        silent = [seats for seats in evening.parties if all(at in left_out or entry.points[at] is None for at in seats)]
        missing = [f"players.{seats[0]}.points" for seats in silent]
        if silent:
            assert sorted((level, path) for level, path, _said in found) == [
                ("error", path) for path in sorted(missing)
            ]
            assert all("Missing" in said for _level, _path, said in found)
        else:
            remain = sum(value or 0 for at, value in enumerate(entry.points) if at not in left_out)
            assert [path for _level, path, _said in found] == ([] if remain == evening.pack else ["players"])

    @given(evening=evenings(longest=1))
    def test_a_variant_changes_no_line(self, evening):
        (entry,) = evening.entries
        lines = [[*evening.game.rules.score(evening.blank(variant=variant), 0, entry)] for variant in VARIANTS]
        assert lines == [lines[0]] * len(VARIANTS)

    @given(evening=evenings(longest=1), data=st.data())
    def test_a_mark_stands_once_and_only_where_one_has_the_most(self, evening, data):
        (entry,), (shares,) = evening.entries, evening.shares
        sheet = record(evening.game, evening.blank(), entry)
        best = [column.key for column, share in zip(sheet.columns, shares, strict=True) if share == max(shares)]
        marked = [line.column for line in sheet.hands[0].lines if line.mark == "most"]
        assert marked == (best if len(best) == 1 else [])


class TestGames:
    @given(evening=evenings())
    def test_a_game_ends_after_its_hands_and_most_points_win(self, evening):
        sheet = play(evening.game, evening.entries, **evening.options)
        assert totals(sheet) == [sum(taken) for taken in zip(*evening.shares, strict=True)]
        assert sum(totals(sheet)) == evening.pack * len(evening.entries)
        best = max(sheet.totals.values())
        assert set(sheet.outcome.winners) == {key for key, total in sheet.totals.items() if total == best}
        levels = [{sheet.totals[key] for key in level} for level in sheet.outcome.ranking]
        assert levels == [{total} for total in sorted(set(sheet.totals.values()), reverse=True)]

    @given(evening=evenings(), more=st.integers(1, 3))
    def test_what_is_dealt_after_the_end_does_not_count(self, evening, more):
        sheet = play(evening.game, evening.entries, **evening.options)
        dealt = [(hand.dealer, hand.entry) for hand in sheet.hands]
        assert replayed(evening.game.rules, sheet.table, dealt + dealt[:1] * more) == sheet

    @given(evening=evenings())
    def test_a_game_with_a_hand_to_go_has_no_winner(self, evening):
        longer = evening.options | {"hands": len(evening.entries) + 1}
        assert play(evening.game, evening.entries, **longer).outcome is None

    @given(turn=turned())
    def test_totals_and_the_win_go_with_the_players_to_other_seats(self, turn):
        evening, places, come_from = turn
        moved = [won(*(entry.points[seat] for seat in come_from)) for entry in evening.entries]
        before = play(evening.game, evening.entries, **evening.options)
        after = play(evening.game, moved, **evening.options)
        keys = [column.key for column in before.columns]
        to = {key: keys[evening.parties.index(place)] for key, place in zip(keys, places, strict=True)}
        assert after.totals == {to[key]: total for key, total in before.totals.items()}
        assert set(after.outcome.winners) == {to[key] for key in before.outcome.winners}


class TestCorrections:
    @given(evening=evenings(longest=1), data=st.data())
    def test_a_correction_starts_from_what_was_recorded(self, evening, data):
        (entry,), sheet = evening.entries, evening.blank()
        dealer = data.draw(st.sampled_from(sheet.table.seats))
        hand = evening.game.type(sheet, dealer).correcting(entry)
        assert hand.entry() == entry
        assert hand.view().complete

    @given(evening=evenings(longest=1), value=st.sampled_from([0, 148]) | st.integers(0, 148), data=st.data())
    def test_what_is_corrected_is_all_that_changes(self, evening, value, data):
        (entry,), sheet = evening.entries, evening.blank()
        seat, dealer = (data.draw(st.sampled_from(sheet.table.seats)) for _drawn in range(2))
        hand, path = evening.game.type(sheet, dealer).correcting(entry), f"players.{seat}.points"
        assert hand.refuse(path, value) is None
        assert hand.with_answers({**hand.answers, path: value}).entry() == with_one(entry, seat, value)

    @given(evening=evenings(longest=1), data=st.data())
    def test_for_the_last_who_is_asked_the_rest_of_the_pack_is_offered(self, evening, data):
        """Typed in the order in which the screen asks; of partners only the first who is asked."""
        (shares,), sheet = evening.shares, evening.blank()
        hand, asked = evening.game.type(sheet, data.draw(st.sampled_from(sheet.table.seats))), []
        while not (screen := hand.view()).complete:
            seat = int(screen.question.path.split(".")[1])
            asked.append(next(at for at, seats in enumerate(evening.parties) if seat in seats))
            likely = [offer.value for offer in screen.question.likely]
            assert likely == ([shares[asked[-1]]] if len(asked) == len(shares) else [])
            hand = hand.with_answers({**hand.answers, screen.question.path: shares[asked[-1]]})
        assert sorted(asked) == list(range(len(shares)))
        assert totals(record(evening.game, sheet, hand.entry())) == list(shares)
