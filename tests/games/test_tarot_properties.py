"""Properties of every hand and game of Scarto, Tarocchi, and Conference, with any pack and any variant."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from hypothesis import given, strategies as st

from scorekeeper.games.tarot import CONFERENCE, SCARTO, TAROCCHI
from scorekeeper.games.tarot.card_points import Entry
from scorekeeper.rules.replay import replayed
from tests.games.tarot_notation import PACKS, PARTIES, blank, play, problems, record, totals, won

VARIANTS = ("none", "last_laugh", "courtship")

slips = st.integers(-2, 2) | st.integers(-148, 148)


@dataclass(frozen=True, kw_only=True)
class WholeGame:
    """The hands of a whole game, and what each party (a side or a single player) took in each of them."""

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
def entries_of(draw, parties, shares):
    """Generate an entry with these shares. Partners enter their side's share either as one number or as two."""
    values = [None] * sum(map(len, parties))
    for seats, share in zip(parties, shares, strict=True):
        first, *partners = draw(st.permutations(seats))
        part = draw(st.none() | st.integers(0, share)) if partners else None
        values[first] = share if part is None else part
        if part is not None:
            values[partners[0]] = share - part
    return won(*values)


@st.composite
def whole_games(draw, longest=4):
    """Generate a game of at most `longest` hands. Parties often take exactly half of the points, so ties are common."""
    game = draw(st.sampled_from([SCARTO, TAROCCHI, CONFERENCE]))
    pack = draw(st.sampled_from(list(PACKS)))
    parties, total = PARTIES[game.rules.slug], PACKS[pack]
    cuts = st.sampled_from([0, total // 2, total]) | st.integers(0, total)
    shares, entries = [], []
    for _number in range(draw(st.integers(1, longest))):
        ends = [0, *sorted(draw(cuts) for _cut in parties[1:]), total]
        shares.append(draw(st.permutations([high - low for low, high in pairwise(ends)])))
        entries.append(draw(entries_of(parties, shares[-1])))
    options = {"pack": pack, "variant": draw(st.sampled_from(VARIANTS)), "hands": len(entries)}
    return WholeGame(game=game, options=options, entries=tuple(entries), shares=tuple(map(tuple, shares)))


@st.composite
def turned(draw):
    """Generate a game, the seats that each party moves to, and the previous seat of the player now in each seat."""
    played = draw(whole_games())
    places = draw(st.permutations(played.parties))
    come_from = {}
    for seats, place in zip(played.parties, places, strict=True):
        come_from |= dict(zip(place, draw(st.permutations(seats)), strict=True))
    return played, places, [come_from[seat] for seat in sorted(come_from)]


def corrected(entry, seat, value):
    """Return the hand with a different number for one seat."""
    return won(*(value if at == seat else taken for at, taken in enumerate(entry.points)))


class TestHands:
    @given(played=whole_games(longest=1))
    def test_a_party_scores_what_it_took_and_the_scores_total_the_pack(self, played):
        (entry,), (shares,) = played.entries, played.shares
        assert played.problems(entry) == []
        moved = totals(record(played.game, played.blank(), entry))
        assert moved == list(shares)
        assert sum(moved) == played.pack

    @given(played=whole_games(longest=1), slip=slips, data=st.data())
    def test_any_other_total_is_an_error(self, played, slip, data):
        (entry,) = played.entries
        seat = data.draw(st.sampled_from([at for at, taken in enumerate(entry.points) if taken is not None]))
        wrong = corrected(entry, seat, max(entry.points[seat] + slip, 0))
        total = sum(value or 0 for value in wrong.points)
        error = ("error", "players", f"The card points add up to {total}, not {played.pack}.")
        assert played.problems(wrong) == ([error] if total != played.pack else [])

    @given(played=whole_games(longest=1), data=st.data())
    def test_points_are_missing_only_when_a_whole_party_leaves_them_out(self, played, data):
        (entry,) = played.entries
        left_out = data.draw(st.sets(st.sampled_from(range(len(entry.points)))))
        found = played.problems(won(*(None if at in left_out else taken for at, taken in enumerate(entry.points))))
        silent = [seats for seats in played.parties if all(at in left_out or entry.points[at] is None for at in seats)]
        missing = [f"players.{seats[0]}.points" for seats in silent]
        if silent:
            assert sorted((level, path) for level, path, _message in found) == [
                ("error", path) for path in sorted(missing)
            ]
            assert all("Missing" in message for _level, _path, message in found)
        else:
            remain = sum(value or 0 for at, value in enumerate(entry.points) if at not in left_out)
            assert [path for _level, path, _message in found] == ([] if remain == played.pack else ["players"])

    @given(played=whole_games(longest=1))
    def test_a_variant_changes_no_line(self, played):
        (entry,) = played.entries
        lines = [[*played.game.rules.score(played.blank(variant=variant), 0, entry)] for variant in VARIANTS]
        assert lines == [lines[0]] * len(VARIANTS)

    @given(played=whole_games(longest=1))
    def test_a_party_is_marked_once_if_no_other_has_as_many_points(self, played):
        (entry,), (shares,) = played.entries, played.shares
        sheet = record(played.game, played.blank(), entry)
        best = [column.key for column, share in zip(sheet.columns, shares, strict=True) if share == max(shares)]
        marked = [line.column for line in sheet.hands[0].lines if line.mark == "most"]
        assert marked == (best if len(best) == 1 else [])


class TestGames:
    @given(played=whole_games())
    def test_a_game_ends_after_its_last_hand_and_the_most_points_win(self, played):
        sheet = play(played.game, played.entries, **played.options)
        assert totals(sheet) == [sum(taken) for taken in zip(*played.shares, strict=True)]
        assert sum(totals(sheet)) == played.pack * len(played.entries)
        best = max(sheet.totals.values())
        assert set(sheet.outcome.winners) == {key for key, total in sheet.totals.items() if total == best}
        ranks = [{sheet.totals[key] for key in equal} for equal in sheet.outcome.ranking]
        assert ranks == [{total} for total in sorted(set(sheet.totals.values()), reverse=True)]

    @given(played=whole_games(), more=st.integers(1, 3))
    def test_hands_after_the_end_do_not_count(self, played, more):
        sheet = play(played.game, played.entries, **played.options)
        dealt = [(hand.dealer, hand.entry) for hand in sheet.hands]
        assert replayed(played.game.rules, sheet.table, dealt + dealt[:1] * more) == sheet

    @given(played=whole_games())
    def test_a_game_has_no_winner_before_its_last_hand(self, played):
        longer = played.options | {"hands": len(played.entries) + 1}
        assert play(played.game, played.entries, **longer).outcome is None

    @given(turn=turned())
    def test_totals_and_wins_follow_players_to_other_seats(self, turn):
        played, places, come_from = turn
        moved = [won(*(entry.points[seat] for seat in come_from)) for entry in played.entries]
        before = play(played.game, played.entries, **played.options)
        after = play(played.game, moved, **played.options)
        keys = [column.key for column in before.columns]
        to = {key: keys[played.parties.index(place)] for key, place in zip(keys, places, strict=True)}
        assert after.totals == {to[key]: total for key, total in before.totals.items()}
        assert set(after.outcome.winners) == {to[key] for key in before.outcome.winners}


class TestCorrections:
    @given(played=whole_games(longest=1), data=st.data())
    def test_a_correction_starts_from_the_recorded_hand(self, played, data):
        (entry,), sheet = played.entries, played.blank()
        dealer = data.draw(st.sampled_from(sheet.table.seats))
        hand = played.game.type(sheet, dealer).correcting(entry)
        assert hand.entry() == entry
        assert hand.view().complete

    @given(played=whole_games(longest=1), value=st.sampled_from([0, 148]) | st.integers(0, 148), data=st.data())
    def test_a_correction_changes_nothing_else(self, played, value, data):
        (entry,), sheet = played.entries, played.blank()
        seat, dealer = (data.draw(st.sampled_from(sheet.table.seats)) for _drawn in range(2))
        hand, path = played.game.type(sheet, dealer).correcting(entry), f"players.{seat}.points"
        assert hand.refuse(path, value) is None
        assert hand.with_answers({**hand.answers, path: value}).entry() == corrected(entry, seat, value)

    @given(played=whole_games(longest=1), data=st.data())
    def test_the_rest_of_the_pack_is_offered_to_the_last_party(self, played, data):
        """The hand is entered in the order in which the screen asks, with one partner answering for each side."""
        (shares,), sheet = played.shares, played.blank()
        hand, asked = played.game.type(sheet, data.draw(st.sampled_from(sheet.table.seats))), []
        while not (screen := hand.view()).complete:
            seat = int(screen.question.path.split(".")[1])
            asked.append(next(at for at, seats in enumerate(played.parties) if seat in seats))
            likely = [offer.value for offer in screen.question.likely]
            assert likely == ([shares[asked[-1]]] if len(asked) == len(shares) else [])
            hand = hand.with_answers({**hand.answers, screen.question.path: shares[asked[-1]]})
        assert sorted(asked) == list(range(len(shares)))
        assert totals(record(played.game, sheet, hand.entry())) == list(shares)
