"""The short rules of a game: where they can be read, the list to jump by, and the cards that they draw."""

import pytest

from scorekeeper.formats.language import sentence
from scorekeeper.games import all_games
from scorekeeper.models import Game
from scorekeeper.people.links.reading import token_of
from scorekeeper.people.links.writing import make_watch_link
from scorekeeper.rules.text import gettext as _
from scorekeeper.templatetags.scores import with_cards
from tests.cast import start_game
from tests.samples import start_sample
from tests.web.browser import Browser, parse


def test_links_lead_from_the_sheet_and_the_hand_to_the_rules_and_back(olga, game):
    olga.open(f"/games/{game.pk}/").follow("Rules")
    assert "Bid highest and make it, and you score double" in olga.text
    assert "At this table" not in olga.text
    rows = [[cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in olga.page.all("tr")]
    assert rows[:2] == [["Card", "Points", "As trump"], ["A K", "1", "2"]]
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
        assert card_game.recipe or any(part.table for part in card_game.guide), slug
        for part in card_game.guide:
            assert sentence(part.heading)
            assert part.paragraphs or part.table
            assert len({len(row) for row in part.table}) <= 1
            assert all(sentence(text) for text in (*part.paragraphs, *(cell for row in part.table for cell in row)))


def test_a_list_on_top_leads_to_each_part_of_the_rules(olga, game):
    page = olga.open(f"/games/{game.pk}/rules/").page
    links = [*page.one("article").one("nav").all("a")]
    assert [link.text for link in links][:2] == ["The game in brief", "Cards and deal"]
    parts = [page.one("h2", id=link.attrs["href"].removeprefix("#")).text for link in links]
    assert parts == [link.text for link in links]


def test_rules_of_one_or_two_parts_need_no_list(cast, olga):
    for slug in ("oh_hell", "klondike"):
        page = olga.open(f"/games/{start_sample(slug, cast.owner).pk}/rules/").page
        assert not list(page.one("article").all("nav"))


def cards(node):
    return [(card.text, card.attrs.get("aria-label", "")) for card in node.all(class_="pcard")]


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        pytest.param("Pinochle: Q♠ J♦.", [("Q♠", "Queen of Spades"), ("J♦", "Jack of Diamonds")], id="cards"),
        pytest.param("a 10♥, not 9♣", [("10♥", "10 of Hearts"), ("9♣", "9 of Clubs")], id="numbers"),
        pytest.param("Run: A 10 K of trump", [("A", "Ace"), ("10", "10"), ("K", "King")], id="ranks in any suit"),
        pytest.param("spades ♠, the Red Joker ✦", [("♠", ""), ("✦", "")], id="signs after names, only for the eye"),
        pytest.param("A 10 is worth 1", [], id="an article and a number"),
        pytest.param("+5 for 2 3 times, K or Q", [], id="numbers, and letters by themselves"),
        pytest.param("<b>QK♠</b> & 3 A", [], id="HTML, and no cards"),
    ],
)
def test_cards_are_drawn_with_their_names(written, drawn):
    node = parse(with_cards(_("{words}", words=written)))
    assert (node.text.replace(" ", ""), cards(node)) == (written.replace(" ", ""), drawn)


@pytest.mark.parametrize(
    ("slug", "drawn"),
    [
        ("trumplestiltskin", "A K Q J 10 9 ✦ ✧ 9♠ 9♥ 9♦ 9♣ ✦ ♦ ♥ ✧ ♠ ♣ A K Q J 10 9 ✦ ✧"),
        ("pinochle", "A 10 K Q J K Q K Q K Q A 10 K Q J K Q K Q Q♠ J♦ A 10 K"),
        ("piquet", "K Q J"),
        ("shnarbles", "♠ ♠"),
    ],
)
def test_the_rules_of_a_game_draw_the_cards_they_name(cast, olga, slug, drawn):
    page = olga.open(f"/games/{start_sample(slug, cast.owner).pk}/rules/").page
    assert " ".join(card for card, _name in cards(page.one("article"))) == drawn
