"""Nobody sees a staged game before all games of its import are shown at once. An import that dies leaves nothing."""

import datetime
import json

import pytest
from django.test import Client

from scorekeeper.memory import memory
from scorekeeper.models import Event, Game, Membership, Night, Player, Playgroup, Rating, Tally, YearTally
from scorekeeper.queries.files.incoming import incoming
from scorekeeper.queries.people.groups import find_groups
from scorekeeper.services import deleting, games, importing, people, ratings, rescoring, roster, settle, staging
from scorekeeper.services.errors import NotFound, Refused, Stale
from scorekeeper.services.uploads import keep_upload
from tests.cast import A_HAND, differences, new_game, play, refresh, start_group, start_short_game
from tests.exchange.documents import PASSED, document, game as a_game
from tests.services.imports import add, exported, games_of, rows

pytestmark = pytest.mark.slow
NIGHT = {"night": "2026-02-20", "stopped": "leader_wins"}
PAGES = (
    "",
    "?q=table",
    "people/",
    "roster/",
    "statistics/",
    "statistics/?order=rating",
    "files/",
    "new/",
    "paper/",
    "delete/",
)
EXPORTS = ("sheets.json", "hands.csv", "games.csv")


def staged(cast, *several):
    return staging.stage(cast.group, incoming(cast.group, games_of(*several)), cast.owner)


def interrupted_by(monkeypatch, write):
    """Have something written to the group after an import has staged its games, once."""
    stage, writes = importing.stage, [write]

    def stage_and_write(*args):
        result = stage(*args)
        if writes:
            writes.pop()()
        return result

    monkeypatch.setattr(importing, "stage", stage_and_write)


@pytest.fixture
def played(cast):
    """A group with a finished game on the night of the imported ones, so that every page has something to show."""
    game = start_short_game(cast.owner)
    Night.objects.filter(pk=game.night_id).update(date="2026-02-20")
    play(refresh(game), A_HAND, A_HAND, by=cast.owner)
    return refresh(game)


class TestStaged:
    """Games that are staged appear nowhere."""

    def shown(self, cast, game):
        client = Client()
        client.force_login(cast.owner.user)
        group = f"/groups/{cast.group.pk}/"
        addresses = [group + page for page in PAGES] + [f"{group}files/{name}" for name in EXPORTS]
        addresses += [f"/nights/{game.night_id}/", f"/nights/{game.night_id}/print/", f"/games/{game.pk}/"]
        addresses += [f"/players/{player.pk}/" for player in cast.group.players.order_by("pk")]
        pages = {}
        for address in addresses:
            response = client.get(address)
            pages[address] = response.status_code, b"".join(response) if response.streaming else response.content
        return {address: (status, without_tokens(body)) for address, (status, body) in pages.items()}

    def test_no_page_count_search_statistic_or_export_shows_one(self, cast, played):
        before = self.shown(cast, played)
        assert {status for status, _body in before.values()} == {200}
        before_groups = find_groups("")
        # One more game that evening, one with a new player, and one that set each record before the game that did.
        more = a_game(id="a", place="At a table", **NIGHT)
        new = a_game(PASSED, id="b", players=["Ann", "Zoe", "Cy"], place="At a table", **NIGHT)
        (same,) = json.loads(exported(cast.group))["games"]
        staged(cast, more, new, same | {"id": "c", "night": "2026-01-01"})
        assert Game.objects.count() == 4
        assert find_groups("") == before_groups
        memory.clear()
        assert self.shown(cast, played) == before

    def test_its_players_can_be_merged(self, cast, played):
        ann, bob = (cast.group.players.get(name=name) for name in ("Ann", "Bob"))
        Game.objects.filter(pk=played.pk).update(hidden=True)
        played.seats.all().delete()
        staged(cast, a_game(id="a"))
        roster.merge_player(group=cast.group, player_id=bob.pk, same_as=ann.pk, by=cast.owner)

    def test_it_does_not_count_in_what_other_writes_derive(self, cast, played):
        staged(cast, a_game(id="a", **NIGHT))
        second = start_short_game(cast.owner)
        play(second, A_HAND, A_HAND, by=cast.owner)
        assert rescoring.rescore_group(cast.group.pk, write=False) == 0
        assert set(Rating.objects.values_list("game", flat=True)) == {played.pk, second.pk}
        counted = YearTally.objects.filter(key="game").values_list("count", flat=True)
        assert sum(counted) == Tally.objects.filter(key="game", game__in=[played, second]).count()

    def test_a_game_with_its_id_can_be_started(self, cast):
        uid = "0193a5c2-7b1e-7c3d-8f00-aabbccddeeff"
        staged(cast, a_game(id=uid))
        games.start_game(group=cast.group, new=new_game(cast.group, 3, uid=uid), by=cast.owner)
        assert Game.objects.get(group=cast.group).seats.count() == 3


def without_tokens(body):
    """Return a page without what differs whenever it is loaded."""
    text = body.decode()
    for name in ('name="csrfmiddlewaretoken" value="', 'name="uid" value="', '"exported": "'):
        before, *parts = text.split(name)
        text = before + "".join(part.partition('"')[2] for part in parts)
    return text


class TestShown:
    """What is checked again in the moment when the games are shown."""

    def test_an_import_that_another_one_overtook_adds_nothing(self, cast, monkeypatch):
        both = a_game(id="a"), a_game(PASSED, id="b")
        interrupted_by(monkeypatch, lambda: add(cast.owner, both[0]))
        with pytest.raises(Stale):
            add(cast.owner, *both)
        assert Game.objects.count() == 1

    def test_a_duplicate_that_came_meanwhile_is_left_out(self, cast, monkeypatch):
        uid = "0193a5c2-7b1e-7c3d-8f00-aabbccddeeff"

        def start():
            games.start_game(group=cast.group, new=new_game(cast.group, 3, uid=uid), by=cast.owner)

        interrupted_by(monkeypatch, start)
        assert add(cast.owner, a_game(id=uid), a_game(PASSED, id="b")) == importing.Imported(
            games=1, hands=1, players=0, here=1
        )
        assert Game.objects.filter(group=cast.group).count() == 2

    def test_a_player_who_was_added_meanwhile_is_not_added_twice(self, cast, monkeypatch):
        interrupted_by(monkeypatch, lambda: people.add_player(group=cast.group, name="ANN"))
        assert add(cast.owner, a_game(id="a")).players == 2
        assert cast.group.players.get(name_key="ann").seats.count() == 1

    def test_another_write_meanwhile_changes_nothing(self, cast, monkeypatch):
        interrupted_by(monkeypatch, lambda: people.add_player(group=cast.group, name="Zoe"))
        calls = []
        stage = importing.stage
        monkeypatch.setattr(importing, "stage", lambda *args: calls.append(args) or stage(*args))
        assert add(cast.owner, a_game(id="a")).games == 1
        assert len(calls) == 1
        assert differences(Game.objects.get()) == 0

    def test_a_group_that_changes_all_the_time_is_compared_under_its_lock(self, cast, monkeypatch):
        addition = importing.addition
        names = iter("ABCDEFG")

        def change_and_add(group_id, sums):
            if name := next(names, ""):
                people.add_player(group=cast.group, name=name)
            return addition(group_id, sums)

        monkeypatch.setattr(importing, "addition", change_and_add)
        assert add(cast.owner, a_game(id="a")).games == 1

    def test_two_names_that_became_one_person_are_refused(self, cast, monkeypatch):
        ann, bob = (people.add_player(group=cast.group, name=name) for name in ("Ann", "Bob"))
        merge = {"group": cast.group, "player_id": bob.pk, "same_as": ann.pk, "by": cast.owner}
        interrupted_by(monkeypatch, lambda: roster.merge_player(**merge))
        with pytest.raises(Refused):
            add(cast.owner, a_game(id="a"))
        assert not Game.objects.exists()
        assert not Playgroup.objects.filter(staged_for__isnull=False).exists()

    @pytest.mark.parametrize("change", [{"role": "recorder"}, {"removed_at": "2026-01-01T00:00Z"}], ids=str)
    def test_only_an_owner_can_add_games(self, cast, monkeypatch, change):
        interrupted_by(monkeypatch, lambda: Membership.objects.filter(pk=cast.owner.pk).update(**change))
        before = rows()
        with pytest.raises(NotFound):
            add(cast.owner, a_game(id="a"))
        assert rows() == before

    def test_the_newest_import_into_a_group_wins(self, cast, monkeypatch):
        interrupted_by(monkeypatch, lambda: staged(cast, a_game(PASSED, id="b")))
        with pytest.raises(Stale):
            add(cast.owner, a_game(id="a"))
        assert not Game.objects.filter(group=cast.group).exists()
        assert Playgroup.objects.filter(staged_for=cast.group).count() == 1

    def test_an_import_that_another_one_has_begun_to_delete_shows_nothing(self, cast, monkeypatch):
        of_games = deleting._of_games

        def delete_some(games):
            scores, *_others = of_games(games)
            yield scores
            raise OSError("killed")

        def give_up_half():
            monkeypatch.setattr(deleting, "_of_games", delete_some)
            with pytest.raises(OSError, match="killed"):
                staged(cast, a_game(PASSED, id="b"))
            monkeypatch.setattr(deleting, "_of_games", of_games)

        interrupted_by(monkeypatch, give_up_half)
        with pytest.raises(Stale):
            add(cast.owner, a_game(id="a"))
        assert not Game.objects.exists()

    def test_an_import_that_lost_its_place_stops_writing(self, cast, monkeypatch):
        monkeypatch.setattr(staging, "MOST_HANDS", 1)
        derive = staging.derived_rows

        def give_up_and_derive(*args):
            for hidden in Playgroup.objects.filter(staged_for=cast.group):
                deleting.delete_group(hidden.pk)
            return derive(*args)

        monkeypatch.setattr(staging, "derived_rows", give_up_and_derive)
        before = rows()
        with pytest.raises(Stale):
            add(cast.owner, a_game(id="a"), a_game(id="b"))
        assert rows() == before

    def test_the_preview_says_so_and_offers_to_try_again(self, cast, monkeypatch):
        interrupted_by(monkeypatch, lambda: staged(cast, a_game(PASSED, id="b")))
        upload = keep_upload(file=document(a_game(id="a")), by=cast.owner)
        client = Client()
        client.force_login(cast.owner.user)
        address = f"/groups/{cast.group.pk}/files/import/{upload.pk}/"
        response = client.post(address)
        assert response.status_code == 409
        assert "Another import into this group has begun" in response.text
        assert "Import 1 game" in response.text
        assert client.post(address).status_code == 302

    def test_the_owners_log_says_so(self, cast):
        add(cast.owner, a_game(id="a"), a_game(id="b"))
        assert Event.objects.filter(kind=Event.Kind.IMPORTED).get().values["games"] == 2


class TestDead:
    """What an import that died leaves behind."""

    def test_the_next_import_deletes_it(self, cast):
        before = rows()
        staged(cast, a_game(id="a"), a_game(PASSED, id="b"))
        assert rows() != before
        assert add(cast.owner, a_game(id="a")).games == 1
        assert Game.objects.count() == 1
        assert Playgroup.objects.filter(staged_for__isnull=False).count() == 0

    def test_the_purge_deletes_it_after_a_while(self, cast, clock):
        before = rows()
        staged(cast, a_game(id="a", **NIGHT))
        deleting.drop_stale_imports(datetime.timedelta(hours=1))
        assert rows() != before
        clock(datetime.timedelta(hours=2))
        deleting.drop_stale_imports(datetime.timedelta(hours=1))
        assert rows() == before


class TestPostponed:
    """Ratings of many games are written in steps after the games are shown."""

    @pytest.fixture(autouse=True)
    def short_steps(self, monkeypatch):
        monkeypatch.setattr(ratings, "STEP", 2)

    def games(self, first=0):
        dates = [f"20{number + 10}-01-01" for number in range(first, first + 7)]
        return [a_game(id=date, night=date, stopped="leader_wins") for date in dates]

    def test_all_games_are_rated_in_the_end(self, cast):
        add(cast.owner, *self.games(7))
        add(cast.owner, *self.games())
        assert Rating.objects.count() == 14
        assert Playgroup.objects.get(pk=cast.group.pk).unrated is None
        assert rescoring.rescore_group(cast.group.pk, write=False) == 0

    def test_an_interrupted_step_is_made_up_for(self, cast, monkeypatch):
        sync = settle.sync
        steps = []

        def fail(*args, **more):
            steps.append(args)
            if len(steps) == 3:
                raise OSError("killed")
            return sync(*args, **more)

        monkeypatch.setattr(settle, "sync", fail)
        with pytest.raises(OSError, match="killed"):
            add(cast.owner, *self.games())
        assert Rating.objects.count() == 4
        assert Game.objects.filter(group=cast.group).count() == 7
        rescoring.finish_all_ratings()
        assert rescoring.rescore_group(cast.group.pk, write=False) == 0

    def test_a_game_that_ends_between_two_steps_is_rated_as_well(self, cast, monkeypatch):
        steps, ended = settle.steps, []

        def end_a_game(group):
            for number, step in enumerate(steps(group)):
                if number == 1 and not ended:
                    ended.append(start_short_game(cast.owner))
                    play(ended[0], A_HAND, A_HAND, by=cast.owner)
                yield step

        monkeypatch.setattr(settle, "steps", end_a_game)
        add(cast.owner, *self.games())
        assert ended
        assert Rating.objects.count() == 8
        assert rescoring.rescore_group(cast.group.pk, write=False) == 0


def test_a_deleted_group_leaves_nothing(cast):
    before = rows()
    owner = start_group("Sunday", "Zoe")
    started = rows()
    add(owner, a_game(id="a", **NIGHT), a_game(PASSED, id="b"))
    play(start_short_game(owner), A_HAND, A_HAND, by=owner)
    ann = Player.objects.get(group=owner.group, name="Ann")
    Player.objects.create(group=owner.group, name="Anna", name_key="anna", same_as=ann)
    staging.stage(owner.group, incoming(owner.group, games_of(a_game(id="c"))), owner)
    deleting.delete_group(owner.group.pk)
    assert rows() == before | {"User": started["User"]}
