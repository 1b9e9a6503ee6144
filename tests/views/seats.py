"""Helpers for seating players: the chips on the new game page, and the seats once the game has started."""


def chips(browser):
    """Return the chip labels, such as "1 Cy" or "Ann", without the players' marks."""
    links = list(browser.page.all("a", class_="chip"))
    marked = [(link.text.partition(" sits")[0], link.one("span", class_="seal").text) for link in links]
    return [text.replace(f"{mark} ", "", 1) for text, mark in marked]


def sit(browser, *names):
    for name in names:
        browser.open(next(a for a in browser.page.all("a", class_="chip") if name in a.text.split()).attrs["href"])
    return browser


def seated(game):
    return list(game.seats.order_by("number").values_list("player__name", flat=True))
