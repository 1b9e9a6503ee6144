"""The tarot games on the hand screen and in sheet files."""

import json

import pytest

from scorekeeper.exchange.plain import write_plain
from scorekeeper.exchange.sheets import read_sheets
from scorekeeper.games import all_games
from scorekeeper.games.tarot import CONFERENCE, SCARTO, TAROCCHI, TONTINE
from scorekeeper.text import plain, sentence
from tests.games.entering import complete, enter_hand
from tests.games.tarot_notation import NAMES, blank, takers, totals, won
from tests.games.test_tarot import SAMPLE


class TestEnteringHands:
    def test_a_three_player_hand_takes_six_taps(self):
        sheet = blank(SCARTO)
        taps = ["players.0.points=50", "players.1.points=60", "players.2.points=36"]
        answers, count = enter_hand(SCARTO, sheet, 2, taps)
        assert count + 1 == 6
        assert complete(SCARTO, sheet, 2, answers) == won(50, 60, 36)

    @pytest.mark.parametrize(
        ("game", "dealer", "taps", "entry"),
        [
            pytest.param(
                TAROCCHI,
                3,
                ["players.0.points=80", "players.1.points=66"],
                won(80, 66, None, None),
                id="Dee deals",
            ),
            pytest.param(
                TAROCCHI, 0, ["players.1.points=80", "players.2.points=66"], won(None, 80, 66, None), id="Ann deals"
            ),
            pytest.param(
                CONFERENCE,
                3,
                ["players.0.points=80", "players.2.points=66"],
                won(80, None, 66, None),
                id="neighbors are partners",
            ),
        ],
    )
    def test_a_hand_between_two_sides_takes_four_taps(self, game, dealer, taps, entry):
        sheet = blank(game)
        answers, count = enter_hand(game, sheet, dealer, taps)
        assert count + 1 == 4
        assert complete(game, sheet, dealer, answers) == entry

    def test_partners_points_may_be_entered_separately(self):
        sheet = blank(TAROCCHI)
        taps = ["players.0.points=40", "@players.2.points", "players.2.points=30", "players.1.points=76"]
        answers, _count = enter_hand(TAROCCHI, sheet, 3, taps)
        assert complete(TAROCCHI, sheet, 3, answers) == won(40, 76, 30, None)
        rows = TAROCCHI.type(sheet, 3, answers).view().rows
        assert {row.seat: row.answer and sentence(row.answer) for row in rows} == {
            0: "40",
            1: "76",
            2: "30",
            3: "counted with Bob",
        }

    def test_the_rest_is_offered_to_the_last_player_unless_it_is_negative(self):
        def likely(answers, at=""):
            return [offer.value for offer in SCARTO.type(blank(SCARTO), 2, answers).view(at).question.likely]

        assert likely({}) == []
        assert likely({"players.0.points": 50}) == []
        assert likely({"players.0.points": 50, "players.1.points": 60}) == [36]
        assert likely({"players.0.points": 90, "players.1.points": 60}) == []
        all_typed = {"players.0.points": 50, "players.1.points": 61, "players.2.points": 36}
        assert likely(all_typed, "players.1.points") == [60]

    def test_entering_nine_groups_takes_ten_taps(self):
        sheet = blank(TONTINE)
        answers, count = enter_hand(TONTINE, sheet, 2, SAMPLE["tontine"][2][0])
        assert count + 1 == 10
        assert complete(TONTINE, sheet, 2, answers) == takers("ABBCAABC-")
        assert [sentence(hint) for hint in TONTINE.type(sheet, 2, answers).hints()] == ["Ann 45", "Bob 38", "Cy 18"]
        assert TONTINE.type(sheet, 2).hints() == ()

    def test_the_groups_are_asked_for_in_two_stages(self):
        hand = TONTINE.type(blank(TONTINE), 2).correcting(takers("ABBCAABC-"))
        screen = hand.view("court")
        assert [sentence(stage.label) for stage in screen.stages] == ["Court and Honors", "Pips"]
        assert len(screen.rows) == 5
        assert len(hand.view("pips").rows) == 4

    def test_a_group_goes_to_a_player_or_to_nobody(self):
        screen = TONTINE.type(blank(TONTINE), 2).view()
        assert [sentence(offer.label) for offer in screen.question.offers] == ["Ann", "Bob", "Cy"]
        assert [sentence(offer.label) for offer in screen.steps] == ["Nobody"]

    @pytest.mark.parametrize(
        ("game", "options", "entry"),
        [
            pytest.param(SCARTO, {}, won(50, 60, 36), id="Scarto"),
            pytest.param(TAROCCHI, {}, won(None, 66, 80, None), id="Tarocchi, one partner for both"),
            pytest.param(CONFERENCE, {}, won(40, 40, 0, 66), id="Conference, all four counted"),
            pytest.param(TONTINE, {}, takers("ABBCA-BCC"), id="Tontine, one group forfeited"),
            pytest.param(TONTINE, {"base": "tarocchi"}, takers("---------"), id="Tontine, all forfeited"),
        ],
    )
    def test_a_correction_starts_from_the_recorded_entry(self, game, options, entry):
        hand = game.type(blank(game, **options), 0).correcting(entry)
        assert hand.view().complete
        assert hand.entry() == entry

    @pytest.mark.parametrize("slug", list(SAMPLE))
    def test_a_sample_can_be_entered_in_full(self, slug):
        game = all_games()[slug]
        _names, options, hands, winners = SAMPLE[slug]
        sheet = blank(game, **options)
        for taps in hands:
            dealer = game.rules.dealer(sheet)
            answers, _count = enter_hand(game, sheet, dealer, taps)
            sheet = game.rules.record(sheet, dealer, complete(game, sheet, dealer, answers))
        labels = {column.key: plain(column.label) for column in sheet.columns}
        assert tuple(labels[key] for key in sheet.outcome.winners) == winners


def document(rules, hands, players=NAMES[:3], **options):
    game = {"rules": rules, "options": options, "players": list(players), "hands": hands}
    return json.dumps({"format": "scorekeeper-sheets/1", "games": [game]}).encode()


class TestFiles:
    def test_scarto_is_imported_and_printed(self):
        hands = [{"players": {"Ann": {"points": 50}, "Bob": {"points": 60}, "Cy": {"points": 36}}}] * 3
        imported = read_sheets(document("scarto", hands, variant="last_laugh"))
        assert [str(message) for message in imported.messages] == []
        assert totals(imported.games[0].sheet) == [150, 180, 108]
        text = "\n".join(write_plain(imported.games))
        for part in ("Scarto", "The Last Laugh", "took 60 card points", "After 3 hands"):
            assert part in text

    def test_partners_are_imported_and_printed(self):
        hands = [{"players": {"Bob": {"points": 60}, "Cy": {"points": 36}, "Ann": {"points": 50}}}] * 4
        imported = read_sheets(document("tarocchi", hands, NAMES))
        assert [str(message) for message in imported.messages] == []
        assert totals(imported.games[0].sheet) == [344, 240]
        text = "\n".join(write_plain(imported.games))
        for part in ("Ann & Cy", "Cy took 36 card points", "After 4 hands"):
            assert part in text

    def test_tontine_is_imported_and_printed(self):
        groups = {"kings": "Ann", "queens": "Bob", "cavaliers": "Ann", "jacks": "Bob", "honours": "Ann"}
        groups |= {"pips_1": None, "pips_3": "Dee", "pips_4": "Bob", "pips_2": "Bob"}
        hands = [{"hand": {"groups": groups}}] * 4
        imported = read_sheets(document("tontine", hands, NAMES, base="tarocchi", nobody_at_56="difference"))
        assert [str(message) for message in imported.messages] == []
        game = imported.games[0]
        assert [hand.entry for hand in game.hands] == [takers("ABABA-BDB")] * 4
        assert totals(game.sheet) == [0, 28]
        text = "\n".join(write_plain([game]))
        for part in ("Tontine", "Bob & Dee", "holds the Kings, the Cavaliers and the Honors: 47"):
            assert part in text

    def test_tontine_with_too_many_players_is_refused(self):
        imported = read_sheets(document("tontine", [], NAMES))
        assert "games[0].players: error: Played as Scarto, Tontine is for 3 players." in map(str, imported.messages)

    def test_an_error_names_the_hand_that_does_not_add_up(self):
        hands = [{"players": {"Ann": {"points": 50}, "Bob": {"points": 60}, "Cy": {"points": 35}}}]
        imported = read_sheets(document("scarto", hands))
        error = "games[0].hands[0].players: error: The card points add up to 145, not 146."
        assert error in map(str, imported.messages)
