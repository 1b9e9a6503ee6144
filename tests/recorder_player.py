"""A player who presses what is on the pages of a random game, for `tests.recorder`."""

import random
import re
import uuid
from typing import Any


class Player:
    """Plays a random game by pressing what is on its pages."""

    def __init__(self, recorder: Any, cast: Any, number: int) -> None:
        self.recorder, self.cast, self.name = recorder, cast, f"game-{number:03}"
        self.chance = random.Random(number)
        self.page: Any = None

    def get(self, path: str, who: str = "owner") -> Any:
        from tests.views.browser import parse

        response = self.recorder.send(self.name, who, path)
        self.page = parse(response.content.decode()) if response.status_code == 200 else None
        return self.page

    def post(self, path: str, data: dict[str, str], part: bool = False) -> Any:
        who = "recorder" if self.chance.random() < 0.2 else "owner"
        data.pop("csrfmiddlewaretoken", None)
        return self.recorder.send(self.name, who, path, data, part)

    def fields(self, form: Any) -> dict[str, str]:
        from tests.views.browser import Browser

        return dict(Browser().fields(form))

    def play(self, rules: Any, players: int, options: dict[str, Any]) -> None:
        """Start a game and play some hands, with everything that can happen to it."""
        from scorekeeper.models import Player as Row
        from scorekeeper.services import games

        group = self.cast.group
        seats = list(Row.objects.filter(group=group).order_by("pk").values_list("pk", flat=True)[:players])
        self.chance.shuffle(seats)
        new = games.NewGame(
            uid=uuid.UUID(int=self.chance.getrandbits(128), version=4),
            rules=rules,
            players=tuple(seats),
            first_dealer=self.chance.randrange(players),
            options=options,
        )
        self.recorder.script.append([self.name, "start", rules.slug, seats, new.first_dealer, options, str(new.uid)])
        self.game = games.start_game(group=group, new=new, by=self.cast.owner)
        self.base = f"/games/{self.game.pk}/"
        for hand in range(1, self.chance.randint(3, 9)):
            number = self.next_hand()
            if number is None:
                break
            kind = self.chance.random()
            if kind < 0.15:
                self.whole(number)
            else:
                self.hand(number)
            self.happen(hand)
        if self.next_hand() is not None and self.chance.random() < 0.5:
            self.hand(self.next_hand(), save=False)
        self.get(self.base)

    def next_hand(self) -> int | None:
        page = self.get(self.base)
        found = re.findall(rf"{self.base}hands/(\d+)/", " ".join(a.attrs.get("href", "") for a in page.all("a")))
        links = [a for a in page.all("a") if re.fullmatch(rf"{self.base}hands/\d+/", a.attrs.get("href", ""))]
        main = [a for a in links if "main" in a.attrs.get("class", "")]
        return int(re.findall(r"hands/(\d+)/", main[0].attrs["href"])[0]) if found and main else None

    def hand(self, number: int, save: bool = True) -> None:
        """Tap a hand, and save it as soon as that's possible."""
        base = f"{self.base}hands/{number}/"
        for tap in range(70):
            page = self.get(base)
            if page is None:
                return
            forms = list(page.all("form"))
            saving = [form for form in forms if form.attrs.get("action", "").endswith("/save/")]
            if saving and save:
                fields = self.fields(saving[0])
                response = self.post(f"{base}save/", fields)
                if response.status_code == 302:
                    return
                if "anyway" not in fields:
                    self.post(f"{base}save/", fields | {"anyway": "true"})
                return
            if not save and tap > 6:
                return
            boards = [form for form in forms if form.attrs.get("action", "").endswith("/tap/")]
            buttons = [
                (form, button)
                for form in boards
                for button in form.all("button")
                if button.attrs.get("name") == "tap" and "disabled" not in button.attrs
            ]
            likely = [pair for pair in buttons if "refused" not in pair[1].attrs.get("class", "")]
            if not likely:
                return
            if self.chance.random() < 0.04:
                back = [form for form in forms if form.attrs.get("action", "").endswith(("/back/", "/over/"))]
                if back:
                    form = self.chance.choice(back)
                    self.post(form.attrs["action"], self.fields(form))
                    continue
            form, button = self.chance.choice(likely)
            data = self.fields(form) | {"tap": button.attrs["value"]}
            if "other" in data:
                data["other"] = str(self.chance.choice([0, 1, 2, 3, 5, 7, 10, 12, 25, 40]))
            for name in data:
                if name.startswith("tally."):
                    data[name] = str(self.chance.randint(0, 2))
            self.post(f"{base}tap/", data, part=self.chance.random() < 0.5)

    def whole(self, number: int) -> None:
        """Type a hand all at once, as a phone without network does."""
        base = f"{self.base}hands/{number}/whole/"
        page = self.get(base)
        forms = [form for form in page.all("form") if form.attrs.get("action", "").endswith("/whole/")] if page else []
        if not forms:
            return
        data = self.fields(forms[0])
        for control in forms[0].all():
            name = control.attrs.get("name", "")
            if control.tag == "input" and control.attrs.get("type") in ("number", "text") and "." in name:
                data[name] = str(self.chance.randint(0, 12))
            if control.tag == "select" and "." in name:
                values = [option.attrs.get("value", "") for option in control.all("option")]
                data[name] = self.chance.choice(values)
        data["key"] = str(uuid.UUID(int=self.chance.getrandbits(128), version=4))
        data["age"] = str(self.chance.randint(60, 4000))
        for _try in range(2):
            if self.post(base, data).status_code in (200, 204, 302):
                return
            data["anyway"] = "true"

    def happen(self, hands: int) -> None:
        """Let something happen after a hand: a correction, an undo, a stop, somebody who joins."""
        chance = self.chance.random()
        number = self.chance.randint(1, hands)
        if chance < 0.12:
            self.get(f"{self.base}?hand={number}")
            self.hand_again(number)
        elif chance < 0.22:
            page = self.get(self.base)
            undo = [form for form in page.all("form") if form.attrs.get("action", "").endswith("/undo/")]
            if undo:
                self.post(undo[0].attrs["action"], self.fields(undo[0]))
        elif chance < 0.30:
            self.get(f"{self.base}stop/")
            self.post(f"{self.base}stop/", {"how": self.chance.choice(["leader_wins", "no_winner"])})
            self.get(self.base)
            self.post(f"{self.base}resume/", {})
        elif chance < 0.36:
            self.get(f"{self.base}players/")
            page = self.page
            forms = list(page.one("main").all("form")) if page else []
            if forms:
                form = self.chance.choice(forms)
                data = self.fields(form)
                buttons = [button for button in form.all("button") if "name" in button.attrs]
                if buttons:
                    button = self.chance.choice(buttons)
                    data[button.attrs["name"]] = button.attrs.get("value", "")
                if "name" in data:
                    data["name"] = f"Late {self.game.pk}"
                self.post(form.attrs.get("action") or f"{self.base}players/", data)
        elif chance < 0.42:
            self.get(f"{self.base}setup/")

    def hand_again(self, number: int) -> None:
        """Correct a hand: change something in it, and save it."""
        base = f"{self.base}hands/{number}/"
        for _tap in range(6):
            page = self.get(base)
            if page is None:
                return
            rows = [a.attrs["href"] for a in page.one("main").all("a") if "?at=" in a.attrs.get("href", "")]
            if rows and self.chance.random() < 0.7:
                self.page = self.get(self.chance.choice(rows)) or page
            page = self.page
            taps = [
                (form, button)
                for form in page.all("form")
                if form.attrs.get("action", "").endswith("/tap/")
                for button in form.all("button")
                if button.attrs.get("name") == "tap"
            ]
            if not taps:
                return
            form, button = self.chance.choice(taps)
            data = self.fields(form) | {"tap": button.attrs["value"]}
            if "other" in data:
                data["other"] = str(self.chance.randint(0, 12))
            self.post(f"{base}tap/", data)
        page = self.get(base)
        saving = [form for form in page.all("form") if form.attrs.get("action", "").endswith("/save/")] if page else []
        if saving:
            self.post(f"{base}save/", self.fields(saving[0]) | {"anyway": "true"})


def choices(chance: random.Random, number: int) -> tuple[Any, int, dict[str, Any]]:
    """Return the rules, number of players and options of a random game; each game in turn."""
    from scorekeeper.games import all_games
    from scorekeeper.queries.recording.recipes import supplied
    from tests.own_games import vars_of

    every: list[tuple[Any, dict[str, Any]]] = [
        (game.rules, {}) for slug, game in sorted(all_games().items()) if slug != "any_game"
    ]
    own = [supplied_rules(slug) for slug in sorted(supplied())]
    every += [(rules, vars_of(rules)) for rules in own]
    rules, options = every[number % len(every)]
    players = chance.choice([count for count in rules.players if count <= 10])
    short = {"player_target": 40, "gnome_target": 60} if rules.slug == "trumplestiltskin" else {}
    return rules, players, options | short


def supplied_rules(slug: str) -> Any:
    """Return the rules of one of the app's own recipes."""
    from scorekeeper.queries.recording.recipes import supplied

    return supplied()[slug].rules
