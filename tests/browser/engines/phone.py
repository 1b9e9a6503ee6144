"""A phone with either engine: its pages, and a thumb that finds controls by their visible labels."""

from typing import Any

from django.conf import settings
from django.test import Client

from scorekeeper.models import Membership
from tests.browser.engines.driver import Driver, Refused, wait_until

PAUSE = 700  # ms between two taps: long enough that the second is neither a bounce nor too early to save
# The first visible control inside `within` whose label starts with these words; a number must match exactly. Moves the
# page's clock forward, so that no tap is mistaken for a bounce of the previous one.
FIND = r"""
const [words, within, pause] = arguments;
if (document.readyState !== "complete") return null;
if (!window.lateBy) {
  window.lateBy = 0;
  const now = performance.now.bind(performance);
  performance.now = () => now() + window.lateBy;
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", { get() { return get.call(this) + window.lateBy; } });
}
window.lateBy += pause;
const inside = (part) => ` ${part.getAttribute("aria-label") ?? [...part.childNodes].map(spoken).join("")} `;
const spoken = (part) => part.data ?? (part.matches(":not([aria-hidden])") ? inside(part) : "");
const named = (control) => {
  const name = spoken(control).replace(/\s+/g, " ").trim();
  return /^\d+$/.test(words) ? name === words : name.startsWith(words) && !/^\w/.test(name.slice(words.length));
};
const controls = document.querySelectorAll(`${within} :is(a, button, summary, label:has([type=radio]))`);
return [...controls].find((control) => control.checkVisibility() && named(control)) ?? null;
"""
READ = """
const part = document.querySelector(arguments[0]);
return part?.checkVisibility() ? part.innerText.trim() : "";
"""
TOTALS = """
if (document.querySelector(".moved [data-from]:not([data-from=''])")) return null; // they are counting up
return [...document.querySelectorAll(".totals strong")].map((total) => total.innerText);
"""
FIELD = "return document.querySelector(`input[name=${arguments[0]}]`);"
ANSWERED = "return document.readyState === 'complete' && !document.querySelector('#page.sending');"


class Phone:
    """A phone whose server is at `home`."""

    def __init__(self, driver: Driver, home: str) -> None:
        self.driver, self.home = driver, home

    def sign_in(self, member: Membership) -> "Phone":
        """Sign in as this member."""
        client = Client()
        client.force_login(member.user)
        self.open("/")
        self.driver.add_cookie(settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
        return self

    def open(self, path: str) -> "Phone":
        """Open a page."""
        self.driver.navigate(self.home + path)
        return self

    def reload(self) -> "Phone":
        """Reload the page."""
        self.driver.reload()
        return self

    def fill(self, **fields: str) -> "Phone":
        """Type into the fields with these names."""
        for name, text in fields.items():
            self.driver.type(self.run(FIELD, name), text)
        return self

    def tap(self, *labels: str, within: str = "#page") -> "Phone":
        """Tap the controls with these labels in order, waiting for each response."""
        for label in labels:
            self.press(label, within)
            self.answered()
        return self

    def answered(self) -> "Phone":
        """Wait until the page is loaded and the server has answered every tap."""
        wait_until(lambda: self.run(ANSWERED), lambda: f"no answer, but: {self.read('body')}")
        return self

    def press(self, label: str, within: str = "#page") -> None:
        """Tap the control with this label as soon as it appears, without waiting for the response."""
        wait_until(lambda: self._clicked(label, within), lambda: f"no {label!r} in: {self.read('#page')}")

    def _clicked(self, label: str, within: str) -> bool:
        """Click the control with this label. Return False if there is none, or if it was just replaced."""
        control = self.run(FIND, label, within, PAUSE)
        try:
            if control:
                self.run("arguments[0].scrollIntoView({ block: 'nearest' })", control)  # from under the dock
                self.driver.click(control)
        except Refused:
            return False
        return bool(control)

    def shows(self, words: str, selector: str = "#page") -> "Phone":
        """Wait until the page shows these words."""
        wait_until(lambda: words in self.read(selector), lambda: f"no {words!r} in: {self.read(selector)}")
        return self

    def read(self, selector: str) -> str:
        """Return the visible text of an element, or "" if there is none."""
        return str(self.run(READ, selector) or "")

    @property
    def totals(self) -> str:
        """The totals in the sheet's header, from left to right, with the Gnome's last."""
        return " ".join(wait_until(lambda: self.run(TOTALS), lambda: "the totals go on counting"))

    def run(self, script: str, *arguments: object) -> Any:
        """Run a script in the page and return its value, or None if the page was just being replaced."""
        try:
            return self.driver.run(script, *arguments)
        except Refused:
            return None
