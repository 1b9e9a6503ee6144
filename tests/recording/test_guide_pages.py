"""The page with a game's short rules and the house rules in force, to which the sheet and the hand page link."""

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.models import Game
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from tests.cast import start_game
from tests.web.browser import Browser


def test_links_lead_from_the_sheet_and_the_hand_to_the_rules_and_back(olga, game):
    olga.open(f"/games/{game.pk}/").follow("Rules of Trumplestiltskin")
    assert "Bid highest and make it, and you score double" in olga.text
    assert "At this table" not in olga.text
    rows = [[cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in olga.page.all("tr")]
    assert rows[:2] == [["Card", "Points", "As trump"], ["Ace or king", "1", "2"]]
    assert olga.follow("Sheet").path == f"/games/{game.pk}/"
    olga.open(f"/games/{game.pk}/hands/1/").follow("Rules of Trumplestiltskin")
    assert olga.path == f"/games/{game.pk}/rules/"


def test_house_rules_that_do_not_matter_to_this_many_players_are_not_listed(cast, olga):
    game = start_game(cast.owner, 4, player_target=100, uneven_deal="equal_hands")
    assert "Uneven deal" not in olga.open(f"/games/{game.pk}/rules/").text
    game = start_game(cast.owner, 3, uneven_deal="equal_hands")
    assert "At this table Uneven deal: Equal hands" in olga.open(f"/games/{game.pk}/rules/").text


def test_watchers_can_also_read_the_rules(cast, game):
    for only in (game, None):
        link = make_watch_link(group=cast.group, game=only, by=cast.owner)
        watcher = Browser().open(f"/w/{token_of(link)}/?game={game.pk}").follow("Rules of Trumplestiltskin")
        assert (watcher.status, "Bid highest and make it, and you score double" in watcher.text) == (200, True)
        assert "Total" in watcher.follow("Sheet").text


def test_watchers_get_no_rules_for_another_game_or_a_game_without_a_guide(cast, game, made_up):
    link = make_watch_link(group=cast.group, game=game, by=cast.owner)
    other = start_game(cast.owner)
    assert Browser().open(f"/w/{token_of(link)}/?game={other.pk}&rules=1").status == 404
    Game.objects.update(rules="race", options={})
    assert "Rules of" not in Browser().open(f"/w/{token_of(link)}/").text
    assert Browser().open(f"/w/{token_of(link)}/?rules=1").status == 404


def test_every_game_has_a_guide_with_a_rectangular_table():
    for slug, card_game in all_games().items():
        assert any(part.table for part in card_game.guide), slug
        for part in card_game.guide:
            assert sentence(part.heading)
            assert part.paragraphs or part.table
            assert len({len(row) for row in part.table}) <= 1
            assert all(sentence(text) for text in (*part.paragraphs, *(cell for row in part.table for cell in row)))
