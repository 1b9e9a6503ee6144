"""What every hand screen does with the answers it is given."""

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.rules.declaration import Field, in_words, skip_path
from scorekeeper.rules.sheet import Table
from scorekeeper.rules.text import gettext as _

NAMES = ("Ann", "Bob", "Cy", "Dee")


def screen(game, players=4):
    rules = game.rules
    return game.type(rules.blank(Table(names=NAMES[:players], options=rules.house_rules, first_dealer=0)), 0)


def test_a_line_names_what_it_asks_only_if_a_player_is_asked_several_things():
    for slug, path, notes in (
        ("manchester_truffle", "players.0.start", ["Start"]),
        ("oh_hell", "players.0.bid", []),
        ("pinochle", "hand.bidder", []),
    ):
        game = all_games()[slug]
        step = next(step for step in screen(game, game.rules.players[0]).steps if step.path == path)
        assert [sentence(note) for note in step.notes] == notes, slug


def test_an_answer_that_is_no_longer_possible_is_asked_again_and_not_skipped():
    tontine, path = all_games()["tontine"], "hand.groups.kings"
    before = screen(tontine)
    entry = tontine.rules.entry_from({path: 9, "hand.groups.queens": 1}, before.table)
    corrected = before.correcting(entry)
    assert corrected.answers[path] == 9
    assert skip_path(path) not in corrected.answers
    assert corrected.view().question.path == path


def test_lines_of_a_text_are_said_one_after_another():
    assert sentence(in_words(Field(label=_("Categories"), kind="text"), "Coins\nGuilds")) == "Coins; Guilds"
