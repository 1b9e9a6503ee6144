"""A group's own games: added, changed, retired, kept when they are played or imported, and gone with the group."""

import pytest

from scorekeeper.files import importing
from scorekeeper.formats.language import sentence
from scorekeeper.formats.sheets import read_sheets
from scorekeeper.games import all_games
from scorekeeper.looking_back.rankings import statistics
from scorekeeper.models import Game, Membership, Recipe
from scorekeeper.recording.game.files import game_file
from scorekeeper.recording.game.reading import load
from scorekeeper.recording.game.setups import Setting
from scorekeeper.recording.own_games import writing as own_games_writing
from scorekeeper.recording.own_games.reading import known_games, named, supplied
from scorekeeper.recording.setup import reading as setup_reading, writing as setup_writing
from scorekeeper.rules import limits
from scorekeeper.rules.text import gettext as _
from scorekeeper.web import ledger
from scorekeeper.web.refusals import NotFound, Refused
from tests.cast import differences, refresh
from tests.formats.documents import write_document
from tests.own_games import SKYJO, UNO, made_own, play_own, round_of, start_own
from tests.recording.farkle import FARKLE, keep, options, start

FIRST, SECOND = round_of((300, 50, 0)), round_of((800, 200, 350))


def retire(by, slug=FARKLE, retired=True):
    own_games_writing.retire_recipe(group=by.group, slug=slug, retired=retired, by=by)


def rules_of(by, slug=FARKLE):
    return known_games(by.group_id)[slug].rules


def offered(by):
    ours, _last_played, others = setup_reading.playable(by.group)
    return [game.rules.slug for game in (*ours, *others)]


def listed(by):
    return [game.rules.slug for game in setup_reading.playable(by.group)[0]]


def said(by):
    shown = ledger.shown(Membership.objects.select_related("group").get(pk=by.pk), "games")
    return shown and sentence(shown["said"])


def sections(by):
    by.group.refresh_from_db()
    found = statistics(by.group)
    return {slug: (sentence(name), games) for slug, name, games in found["sections"]}


def totals(game):
    record = load(refresh(game))
    return [record.sheet.totals[str(seat)] // 2 for seat in range(len(record.names))]


def exported(*played):
    return read_sheets(write_document([game_file(load(refresh(game))) for game in played])).games


class TestKeeping:
    def test_a_new_game_is_stored_and_offered_and_the_group_is_told(self, cast):
        recipe = keep(cast.owner, wins="least")
        assert (recipe.rules, recipe.retired) == (FARKLE, False)
        assert (recipe.options["name"], recipe.options["wins"]) == ("Farkle", "least")
        assert FARKLE in offered(cast.recorder)
        assert FARKLE not in offered(cast.stranger)
        assert said(cast.recorder) == "Added: Farkle."

    def test_two_games_with_one_name_stay_two(self, cast):
        keep(cast.owner)
        keep(cast.owner, template="our-farkle-2", target=500)
        both = FARKLE, f"{FARKLE}-2"
        assert [rules_of(cast.owner, slug).house_rules.target for slug in both] == [1000, 500]
        for slug in both:
            play_own(start(cast.owner, slug), FIRST, SECOND, by=cast.owner)
        assert sections(cast.owner) == dict.fromkeys(both, ("Farkle", 1))

    def test_options_that_do_not_matter_are_stored_with_their_defaults(self, cast):
        stored = keep(cast.owner, ends="hand", target=77, sum="winner", worth=5, bids="exact", made=20).options
        assert [stored[key] for key in ("target", "sum", "worth", "made")] == [100, "free", 1, 20]

    def test_wrong_options_are_refused_with_their_path(self, cast):
        for changes, path, message in (
            ({"wins": "x"}, "wins", "Expected most, least or nobody."),
            ({"buttons": (1, 100_000)}, "buttons", "Enter a whole number from"),
            ({"categories": "a\nb\0", "rows": "turns"}, "categories", "Use at most"),
            ({"template": "Farkle!"}, "template", "Use lowercase letters"),
            ({"target": 0}, "target", "The target can’t be"),
            ({"rows": "categories"}, "categories", "Enter the rows, one per line."),
        ):
            with pytest.raises(Refused) as refused:
                keep(cast.owner, **changes)
            assert refused.value.path == path, changes
            assert sentence(refused.value.message).startswith(message)
        assert not Recipe.objects.exists()

    def test_a_group_cannot_have_too_many(self, cast, monkeypatch):
        monkeypatch.setattr(limits, "MOST_RECIPES", 2)
        keep(cast.owner)
        keep(cast.owner, template="b")
        with pytest.raises(Refused) as refused:
            keep(cast.owner, template="c")
        assert refused.value.path == "name"
        assert (
            sentence(refused.value.message)
            == "A group can have at most 2 games of its own. Change one of them instead."
        )
        assert keep(cast.owner, name="Farkel").options["name"] == "Farkel"
        assert keep(cast.stranger, template="c")


class TestChanging:
    def test_a_change_is_for_new_games_and_played_ones_stay_as_they_were(self, cast):
        keep(cast.owner)
        game = play_own(start(cast.owner), FIRST, by=cast.owner)
        before, drawn = refresh(game).options, totals(game)
        keep(cast.recorder, name="Farkel", wins="least", target=300, start=50)
        assert said(cast.owner) == "Changed: Farkel."
        assert (refresh(game).options, totals(game)) == (before, drawn)
        record = load(refresh(game))
        assert (sentence(record.rules.name), record.outcome) == ("Farkle", None)
        assert differences(game) == 0
        play_own(game, SECOND, by=cast.owner)
        assert sentence(load(refresh(game)).outcome.reason) == "Ann reached the target of 1000 with 1100 points"
        second = start(cast.owner)
        assert (second.options["name"], second.options["wins"], second.options["target"]) == ("Farkel", "least", 300)
        assert totals(second) == [50, 50, 50]
        play_own(second, FIRST, by=cast.owner)
        assert sections(cast.owner) == {FARKLE: ("Farkel", 2)}, "statistics keep them together under the new name"


class TestRetiring:
    def test_a_retired_game_is_offered_no_more_until_it_is_offered_again(self, cast):
        keep(cast.owner)
        game = start(cast.owner)
        retire(cast.recorder)
        assert FARKLE not in offered(cast.owner)
        play_own(game, FIRST, SECOND, by=cast.owner)
        assert refresh(game).state == "over", "the game going on goes on, and statistics name it"
        assert sections(cast.owner) == {FARKLE: ("Farkle", 1)}
        retire(cast.recorder, retired=False)
        assert FARKLE in offered(cast.owner)
        retire(cast.recorder)
        keep(cast.owner)
        assert FARKLE in offered(cast.owner), "changing it offers it again"

    def test_only_the_groups_own_games_can_be_retired(self, cast):
        keep(cast.stranger)
        for slug in (FARKLE, "trumplestiltskin", UNO):
            with pytest.raises(NotFound):
                retire(cast.owner, slug)
        assert not Recipe.objects.get().retired


class TestPlaying:
    def test_a_ready_game_is_not_copied_so_that_a_corrected_one_reaches_the_next_game(self, cast, monkeypatch):
        assert UNO not in listed(cast.owner)
        first = play_own(start_own(cast.owner, UNO, 3, target=200), round_of((None, 120, 130), 0), by=cast.owner)
        assert (Recipe.objects.exists(), listed(cast.owner)) == (False, [UNO])
        corrected = supplied() | {UNO: made_own(UNO, target=300)}
        for reader in ("own_games.reading", "own_games.writing"):
            monkeypatch.setattr(f"scorekeeper.recording.{reader}.supplied", lambda: corrected)
        assert (start(cast.owner, UNO).options["target"], refresh(first).options["target"]) == (300, 200)
        assert sections(cast.owner) == {UNO: ("Uno", 1)}

    def test_keeping_a_ready_game_stores_nothing_until_it_is_changed_or_noted(self, cast):
        for note, target, stored in ((None, 500, None), ("", 500, None), ("Stack.", 500, 500), (None, 300, 300)):
            chosen, by = made_own(UNO, target=target).rules.house_rules, cast.owner
            kept = own_games_writing.keep_recipe(group=by.group, options=chosen, note=note, by=by)
            assert kept.rules == UNO
            assert Recipe.objects.values_list("options__target", flat=True).first() == stored, (note, target)

    def test_a_game_that_gets_rules_of_its_own_is_offered_as_a_recipe_only_where_it_was_played(
        self, cast, made_up, monkeypatch
    ):
        play_own(start(cast.owner, UNO), round_of((None, 300, 300), 0), by=cast.owner)
        monkeypatch.setattr(all_games()["race"].rules, "name", _("uno"))
        slugs = offered(cast.stranger)
        assert (UNO in slugs, SKYJO in slugs) == (False, True)
        assert UNO in offered(cast.owner)
        assert sections(cast.owner) == {UNO: ("Uno", 1)}

    def test_playing_leaves_a_changed_or_retired_game_as_it_is_and_a_rematch_keeps_its_rules(self, cast):
        keep(cast.owner, name="Farkel")
        retire(cast.owner)
        play_own(start(cast.owner), FIRST, SECOND, by=cast.owner)
        assert Recipe.objects.values_list("options__name", "retired").get() == ("Farkel", True)
        keep(cast.owner, target=300)
        line_up = setup_reading.last_line_up(cast.group, rules_of(cast.owner))
        assert (line_up.names, line_up.options["target"]) == (("Ann", "Bob", "Cy"), 1000)


class TestNames:
    def test_a_ready_game_is_offered_once_where_a_group_has_one_of_that_name_or_slug(self, cast):
        keep(cast.owner, template="our-uno", name="UNO")
        keep(cast.owner, template="skyjo", name="Our Skyjo")
        assert listed(cast.owner)[1:] == [SKYJO, "any_game:our-uno"]
        assert UNO not in offered(cast.owner)
        assert offered(cast.owner).count(SKYJO) == 1
        retire(cast.owner, SKYJO)
        assert SKYJO not in offered(cast.owner)

    @pytest.mark.parametrize(
        ("name", "slug"),
        [
            pytest.param("uno", UNO, id="a ready game"),
            pytest.param("MO\u0308LKKY", "any_game:moelkky", id="in another case and form"),
            pytest.param("oh pshaw", "oh_hell", id="another name of a game with rules of its own"),
            pytest.param("Patience", FARKLE, id="the group's own before another name"),
            pytest.param("Skyjo", "any_game:x", id="the group's own before a ready one"),
            pytest.param("Another game", None, id="what games are made out of"),
            pytest.param("Pounce", None, id="no game"),
        ],
    )
    def test_a_name_finds_the_game_that_a_group_or_the_app_has(self, cast, name, slug):
        keep(cast.owner, name="Patience")
        keep(cast.owner, template="x", name="Skyjo")
        retire(cast.owner)
        found = named(cast.group, name)
        assert (found and found.rules.slug) == slug
        assert named(cast.stranger.group, "Patience").rules.slug == "klondike"


class TestImporting:
    def test_a_file_brings_its_newest_game_as_a_recipe_without_who_left_it(self, cast):
        keep(cast.owner, wins="least")
        first = play_own(start(cast.owner), FIRST, SECOND, by=cast.owner)
        keep(cast.owner, name="Farkel", target=500)
        second = play_own(start(cast.owner), FIRST, by=cast.owner)
        cy = cast.group.players.get(name="Cy").pk
        setup_writing.leave_game(game=refresh(second), player=cy, seen=0, by=cast.owner)
        importing.import_games(group=cast.stranger.group, games=exported(first, second), by=cast.stranger)
        assert cast.stranger.group.games.last().options["left"] == [0, 0, 2]
        theirs = Recipe.objects.get(group=cast.stranger.group)
        assert (theirs.rules, theirs.retired) == (FARKLE, False)
        assert [theirs.options[key] for key in ("name", "target", "left")] == ["Farkel", 500, []]
        assert FARKLE in offered(cast.stranger)

    def test_a_ready_game_is_not_kept(self, cast):
        played = start_own(cast.owner, UNO, 3, target=200)
        importing.import_games(group=cast.stranger.group, games=exported(played), by=cast.stranger)
        assert not Recipe.objects.exists()
        assert (listed(cast.stranger), start(cast.stranger, UNO).options["target"]) == ([UNO], 500)

    def test_it_does_not_overwrite_the_groups_own(self, cast):
        keep(cast.owner)
        played = play_own(start(cast.owner), FIRST, SECOND, by=cast.owner)
        keep(cast.stranger, name="Ours", target=50)
        retire(cast.stranger)
        importing.import_games(group=cast.stranger.group, games=exported(played), by=cast.stranger)
        theirs = Recipe.objects.get(group=cast.stranger.group)
        assert (theirs.options["name"], theirs.options["target"], theirs.retired) == ("Ours", 50, True)
        game = Game.objects.get(group=cast.stranger.group)
        assert (game.options["target"], totals(game)) == (1000, [1100, 250, 350])
        assert sections(cast.stranger) == {FARKLE: ("Ours", 1)}


OUT_TOO_EARLY = {"out": 500}  # with a target of 1000, as earlier versions accepted it


class TestWhatEarlierVersionsAccepted:
    def test_it_is_refused_where_it_is_entered(self, cast):
        with pytest.raises(Refused) as refused:
            keep(cast.owner, **OUT_TOO_EARLY)
        assert (refused.value.path, Recipe.objects.count()) == ("out", 0)
        with pytest.raises(Refused) as refused:
            start_own(cast.owner, SKYJO, 3, **OUT_TOO_EARLY, target=1000)
        assert (refused.value.path, Game.objects.count()) == ("out", 0)

    def test_a_shared_game_and_those_that_are_stored_are_still_played(self, cast):
        chosen = options(**OUT_TOO_EARLY)
        own_games_writing.keep_recipe(group=cast.group, options=chosen, by=cast.owner, is_shared=True)
        game = start(cast.owner)
        play_own(game, FIRST, by=cast.owner)
        setup_writing.join_game(game=refresh(game), player="Zoe", start=0, seen=0, by=cast.owner)
        now = load(refresh(game))
        assert now.names[-1] == "Zoe"
        setting = Setting(players=now.players[::-1], first_dealer=0, options=now.options)
        setup_writing.correct_setup(game=refresh(game), setting=setting, seen=1, by=cast.owner)
        assert load(refresh(game)).names[0] == "Zoe"
        changed = Setting(players=now.players, first_dealer=0, options=now.options | {"out": 600})
        with pytest.raises(Refused) as refused:
            setup_writing.correct_setup(game=refresh(game), setting=changed, seen=2, by=cast.owner)
        assert refused.value.path == "out"
