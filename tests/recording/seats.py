"""Helpers for seating players: the table on the new game page, and the seats once the game has started."""


def table(browser):
    """Return who sits where, clockwise. A free seat is its number; one that may stay free is in parentheses."""
    return [_place(item) for item in browser.page.one("ol", class_="round").all("li")]


def bench(browser):
    """Return the names of those who can be seated."""
    return [_name(chip) for chips in browser.page.all("ul", class_="chips") for chip in chips.all("a")]


def sit(browser, *names):
    """Tap these names; whoever already sits is taken out."""
    for name in names:
        browser.open(next(a for a in browser.page.all("a", class_="chip") if name in a.text.split()).attrs["href"])
    return browser


def seated(game):
    return list(game.seats.order_by("number").values_list("player__name", flat=True))


def _place(item):
    for chip in item.all("a", class_="chip"):
        return _name(chip)
    seat = item.one(class_="seat")
    number = seat.one("span", **{"aria-hidden": "true"}).text
    return f"({number})" if seat.has(class_="optional") else number


def _name(chip):
    """Return a chip's name, without the player's mark and without the words for screen readers."""
    return chip.text.partition(" , seat")[0].replace(f"{chip.one(class_='face').text} ", "", 1)
