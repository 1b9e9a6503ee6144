"""Who sits in a new game: the chips of its page, and the seats it got."""


def chips(browser):
    """What the chips say: "1 Cy", "Ann"; their signs are looked at on the roster."""
    found = list(browser.page.all("a", class_="chip"))
    said = [(link.text.partition(" sits")[0], link.one("span", class_="seal").text) for link in found]
    return [text.replace(f"{sign} ", "", 1) for text, sign in said]


def sit(browser, *names):
    for name in names:
        browser.open(next(a for a in browser.page.all("a", class_="chip") if name in a.text.split()).attrs["href"])
    return browser


def seated(game):
    return list(game.seats.order_by("number").values_list("player__name", flat=True))
