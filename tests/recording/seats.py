"""Helpers for seating players: the table on the new game page, and the seats once the game has started."""


def table(browser):
    """Return who sits where, clockwise. A free seat is its number; one that may stay free is in parentheses.

    Of a running game, it is also said who deals first and who has left.
    """
    return [_place(item) for item in browser.page.one("ol", class_="round").all("li")]


def bench(browser):
    """Return the names of those who can be seated."""
    return [_name(chip) for chips in browser.page.all("ul", class_="chips") for chip in chips.all("a")]


def sit(browser, *names):
    """Tap these names; whoever already sits is taken out."""
    for name in names:
        browser.open(next(a for a in browser.page.all("a", class_="chip") if name in a.text.split()).attrs["href"])
    return browser


def at_seat(browser, name, does):
    """Tap the player with this name at the table of a running game, and then what `does` something with the seat."""
    seat = next(seat for seat in browser.page.all("section", popover="") if seat.one("h2").text == f"{name}’s seat")
    button = next(button for button in seat.all("button") if does in button.spoken)
    return browser.send(browser.page.one("form", id="setup"), button)


def offered(browser, name):
    """Return who can have a player's seat, those at the table first."""
    seat = next(seat for seat in browser.page.all("section", popover="") if seat.one("h2").text == f"{name}’s seat")
    return [button.spoken for button in seat.all("button") if button.attrs.get("name", "").startswith("seat_")]


def seated(game):
    return list(game.seats.order_by("number").values_list("player__name", flat=True))


def _place(item):
    for chip in item.all("button", class_="chip"):
        return chip.spoken
    for chip in item.all("a", class_="chip"):
        return _name(chip)
    seat = item.one(class_="seat")
    number = seat.one("span", **{"aria-hidden": "true"}).text
    return f"({number})" if seat.has(class_="optional") else number


def _name(chip):
    """Return a chip's name, without the player's mark and without the words for screen readers."""
    return chip.text.partition(" , seat")[0].replace(f"{chip.one(class_='face').text} ", "", 1)
