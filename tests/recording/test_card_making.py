"""The rows of a card, entered in words on the page on which a group makes a game of its own."""

import pytest

from scorekeeper.models import Recipe


class TestRows:
    """The rows of a card, in words and without a script."""

    @pytest.fixture
    def card(self, cast, olga):
        return olga.open(f"/groups/{cast.group.pk}/games/new/?picture=card&name=Dice")

    def rows(self, card):
        return [button.text for button in card.page.all("button", class_="row")]

    def add(self, card, name, kind="any", **numbers):
        typed = {f"row-{kind}-{at.removeprefix('at')}": number for at, number in numbers.items()}
        return card.press("Add the row", **{"row-name": name, "row-kind": kind} | typed)

    def test_they_are_added_changed_moved_and_taken_out(self, card):
        self.add(card, "Full house", "either", at0="25")
        self.add(card, "Ones", "dice", at0="1")
        self.add(card, "Bonus", "bonus", at0="35", at1="63")
        assert self.rows(card) == ["Full house 25 or nothing", "Ones add up those dice", "Bonus 35 from 63 above"]
        card.press("Full house 25 or nothing").press("Change the row", **{"row-either-0": "30"})
        card.press("Ones add up those dice").press("Move it up")
        card.press("Bonus 35 from 63 above").press("Take it out")
        assert self.rows(card) == ["Ones add up those dice", "Full house 30 or nothing"]
        card.press("Choose who plays", **{"row-name": "Chance"})
        stored = Recipe.objects.get().options
        assert stored["categories"] == "Ones = 0 1 2 3 4 5\nFull house = 0 30\nChance", "also a row that wasn't added"

    def test_the_one_that_is_being_changed_is_marked(self, card):
        self.add(card, "Ones")
        self.add(card, "Twos")
        assert [button.attrs.get("aria-current") for button in card.page.all("button", class_="row")] == [None, None]
        card.press("Twos any points")
        assert [button.attrs.get("aria-current") for button in card.page.all("button", class_="row")] == [None, "true"]

    def test_what_needs_an_example_has_one(self, card):
        kinds = [label.text for label in card.page.one("fieldset", class_="kinds").all("label")]
        assert {"Several make a point 3 coins: 1 point", "A bonus each time another Yahtzee: +100"} < {*kinds}

    def test_a_wrong_row_is_refused_beside_its_field(self, card):
        self.add(card, "Ones")
        for name, kind, numbers, field, problem in (
            ("", "any", {}, "row-name", "Enter a name."),
            ("ones", "any", {}, "row-name", "There is a row with this name already."),
            ("Twos", "either", {}, "row-either-0", "Enter a number."),
            ("Twos", "bonus", {"at0": "5", "at1": "x"}, "row-bonus-1", "Use a whole number from 1 to 9999."),
            ("Twos", "list", {"at0": "1, two"}, "row-list-0", "Enter whole numbers, separated by commas."),
            ("Wood x 2", "any", {}, "row-name", "Leave out the “×”, “÷”, “=” or “+”, and what follows."),
        ):
            self.add(card, name, kind, **numbers)
            assert (card.status, card.problems) == (422, [problem])
            assert card.page.one(name=field).attrs["aria-invalid"] == "true"
            assert self.rows(card) == ["Ones any points"]

    def test_a_row_that_is_typed_stays_while_the_questions_are_updated(self, card):
        card.press("Update the questions", **{"row-name": "Twos", "row-kind": "either", "row-either-0": "25"})
        assert (card.page.one(name="row-name").attrs["value"], self.rows(card)) == ("Twos", [])
        assert card.page.one(name="row-either-0").attrs["value"] == "25"

    def test_a_card_holds_thirty_rows_and_a_thousand_characters(self, card):
        for number in range(24):
            self.add(card, f"{number} {'x' * 37}")
        self.add(card, "y" * 40)
        assert (card.status, card.problems, len(self.rows(card))) == (422, ["The card is full."], 24)

    def test_a_card_needs_rows_and_can_start_from_another(self, card):
        card.press("Choose who plays")
        assert (card.status, card.problems) == (422, ["Add the rows first."])
        card.follow("Start from Yahtzee’s card")
        assert self.rows(card)[5:8] == [
            "Sixes add up those dice",
            "Upper bonus 35 from 63 above",
            "Three of a kind any points",
        ]
        card.press("Choose who plays")
        assert (Recipe.objects.get().options["name"], Recipe.objects.get().rules != "any_game:yahtzee") == (
            "Dice",
            True,
        )
