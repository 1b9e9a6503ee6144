"""Phones for the trials: simple HTTP clients, each with one keep-alive connection, cookies, and a CSRF token."""

import http.client
import re
from urllib.parse import urlencode

from tests.serving import PATIENCE

BOUNDARY = "a-boundary"
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
HAND = ("players.1.bid=10", "hand.bidding_done=true", "hand.no_gnome=true")
HAND += ("players.1.taken=12", "players.2.taken=9", "players.0.taken=10")
"""The taps of a hand of three."""


class Phone:
    """A browser with its own cookies, or with those of `like`."""

    def __init__(self, port: int, like: "Phone | None" = None) -> None:
        self.port = port
        self.cookies: dict[str, str] = like.cookies if like else {}
        self.connection = http.client.HTTPConnection("localhost", port, timeout=PATIENCE)
        self.page = ""
        self.tapped: list[str] = []

    def get(self, path: str) -> str:
        """Open a page and return its text."""
        return self.ask("GET", path)[2]

    def post(self, path: str, **fields: object) -> tuple[int, str, str]:
        """Send a form with the last page's CSRF token; return the status, the redirect address, and the body."""
        body = urlencode({"csrfmiddlewaretoken": self.hidden["csrfmiddlewaretoken"], **fields})
        return self.ask("POST", path, body)

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str, str]:
        """Send one request on the open connection; after a failure, the next request opens a new one."""
        headers |= {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method == "POST":
            headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
        try:
            self.connection.request(method, path, body, headers)
            response = self.connection.getresponse()
            text = response.read().decode()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            raise
        for cookie in response.headers.get_all("Set-Cookie", []):
            name, _equals, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        if text:
            self.page = text
        return response.status, response.headers.get("Location", ""), text

    @property
    def hidden(self) -> dict[str, str]:
        """The last page's hidden fields; if a name appears more than once, its first value counts."""
        return dict(reversed(HIDDEN.findall(self.page)))

    def start_group(self) -> int:
        """Start a group and return its number."""
        self.get("/")
        return number(self.post("/", uid=self.hidden["uid"], name="Wednesday", owner_name="Olga")[1], "groups")

    def start_game(self, group: int, *names: str, rules: str = "trumplestiltskin") -> int:
        """Start a game with these players, a long one if it has Trumplestiltskin's options, and return its number."""
        seats = ""
        for name in names:
            self.get(f"/groups/{group}/new/?rules={rules}&seats={seats}")
            location = self.post(f"/groups/{group}/players/", seats=seats, name=name)[1]
            seats = re.search(r"seats=([\d,]+)", location)[1]
        self.get(f"/groups/{group}/new/?rules={rules}&seats={seats}")
        options = dict(re.findall(r'name="(option_\w+)" value="([^"]*)"[^>]*checked', self.page))
        options |= {"option_lowest_bid": "1", "option_player_target": "9999", "option_gnome_target": "9999"}
        answer = self.post(f"/groups/{group}/new/", **self.hidden, dealer=0, **options)
        return number(answer[1], "games")

    def upload(self, group: int, file: str) -> str:
        """Upload a sheet file, open the preview of its import, and return that page's address."""
        self.get(f"/groups/{group}/files/")
        token = self.hidden["csrfmiddlewaretoken"]
        parts = {'name="csrfmiddlewaretoken"': token, 'name="file"; filename="games.json"': file}
        start = f"--{BOUNDARY}\r\nContent-Disposition: form-data; "
        status, address, page = self.ask(
            "POST",
            f"/groups/{group}/files/import/",
            "".join(f"{start}{head}\r\n\r\n{value}\r\n" for head, value in parts.items()) + f"--{BOUNDARY}--\r\n",
            **{"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"},
        )
        assert status == 302, (status, page)
        self.get(address)
        return address

    def tap(self, game: int, hand: int, *taps: str) -> None:
        """Send these taps for a hand one at a time, then reload the hand. Nobody else may be entering it.

        `tapped` lists those that were acknowledged.
        """
        address = f"/games/{game}/hands/{hand}/"
        self.get(address)
        seen, self.tapped = self.seen, []
        for count, tap in enumerate(taps, start=int(seen["taps"])):
            fields = {**seen, "taps": count, "at": tap.partition("=")[0], "tap": tap}
            status, _location, text = self.post(f"{address}tap/", **fields)
            assert status == 302, (status, text)
            self.tapped.append(tap)
        self.get(address)

    @property
    def seen(self) -> dict[str, str]:
        """The versions that the last page shows, which every write must include."""
        return {name: self.hidden[name] for name in ("revisions", "taps", "setup")}

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()

    __del__ = close


def number(address: str, kind: str) -> int:
    """Return the group or game number in an address."""
    return int(re.search(rf"/{kind}/(\d+)/", address)[1])
