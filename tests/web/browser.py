"""A browser without JavaScript: it can only follow links and press buttons that are on the page.

With `htmx=True`, it sends what htmx would send and puts the response where htmx would put it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client

from scorekeeper.formats.language import END_ISOLATE, ISOLATE
from scorekeeper.models import Membership

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNSEEN = {"script", "style", "template", "title"}
ISOLATES = dict.fromkeys(map(ord, (ISOLATE, END_ISOLATE)))


@dataclass
class Node:
    """An element with its attributes and children."""

    tag: str
    attrs: dict[str, str]
    children: list[Node | str] = field(default_factory=list)

    def all(self, tag: str = "", **attrs: str) -> Iterator[Node]:
        """Yield the descendants with this tag and these attributes, in order; `class_` may be any of its classes."""
        for child in self.children:
            if isinstance(child, Node):
                if tag in ("", child.tag) and child.has(**attrs):
                    yield child
                yield from child.all(tag, **attrs)

    def has(self, class_: str = "", **attrs: str) -> bool:
        """Return whether the element has this class and these attributes."""
        classes = self.attrs.get("class", "").split()
        return (not class_ or class_ in classes) and all(self.attrs.get(name) == value for name, value in attrs.items())

    def one(self, tag: str = "", **attrs: str) -> Node:
        """Return the first descendant with this tag and these attributes; fail if there is none."""
        node = next(self.all(tag, **attrs), None)
        assert node is not None, f"no <{tag}> with {attrs} in: {self.text}"
        return node

    @property
    def text(self) -> str:
        """The visible text, with whitespace collapsed and without the characters that isolate names."""
        return " ".join(" ".join(self._words()).translate(ISOLATES).split())

    @property
    def spoken(self) -> str:
        """The text that a screen reader says: without the signs that are only for the eye."""
        return " ".join(" ".join(self._words(spoken=True)).translate(ISOLATES).split())

    def _words(self, *, spoken: bool = False) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in UNSEEN and not (spoken and child.has(**{"aria-hidden": "true"})):
                yield from child._words(spoken=spoken)

    def shape(self) -> object:
        """Return the tags and attribute names, without any text or values."""
        inside = [child.shape() for child in self.children if isinstance(child, Node)]
        return (self.tag, tuple(sorted(self.attrs)), inside)


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        words = "".join(child for child in self.open[-1].children[-1:] if isinstance(child, str))
        assert not words.rstrip().endswith("·"), f"nothing follows in <{tag}>: {words.strip()}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def parse(html: str) -> Node:
    """Parse a page into a tree; fail if its tags are not properly nested."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    assert builder.open == [builder.root], f"<{builder.open[-1].tag}> stays open"
    return builder.root


class Browser:
    """A member's or stranger's browser, with its current `page` and `address` and the last response's `status`.

    Forms are submitted with all their fields, and Django checks the CSRF token.
    """

    def __init__(self, member: Membership | None = None, *, htmx: bool = False) -> None:
        self.client = Client(enforce_csrf_checks=True)
        if member is not None:
            self.client.force_login(member.user)
        self.htmx = htmx
        self.address, self.status, self.presses = "/", 0, 0
        self.page = Node("", {})

    def open(self, address: str) -> Browser:
        """Open an address."""
        return self._go("GET", urljoin(self.address, address))

    def follow(self, words: str) -> Browser:
        """Follow the link with this text."""
        self.presses += 1
        return self.open(self._with(words, "a").attrs["href"])

    def press(self, words: str, **typed: str) -> Browser:
        """Press the button with this text, after filling in these fields of its form."""
        self.presses += 1
        button = self._with(words, "button")
        name = button.attrs.get("form")
        forms = (form for form in self.page.all("form") if button in form.all("button"))
        return self.send(self.page.one("form", id=name) if name else next(forms), button, **typed)

    def send(self, form: Node, button: Node, **typed: str) -> Browser:
        """Submit a form by pressing one of its buttons."""
        data = dict(self.fields(form)) | {name.replace("__", "."): value for name, value in typed.items()}
        if "name" in button.attrs:
            data[button.attrs["name"]] = button.attrs.get("value", "")
        if form.attrs.get("method") != "post":
            raise AssertionError("only forms with method post can be sent")
        if self.htmx and "data-queue" in form.attrs:
            return self._swap(form, data)
        action = button.attrs.get("formaction", form.attrs.get("action", ""))
        return self._go("POST", urljoin(self.address, action), data)

    def fields(self, form: Node) -> Iterator[tuple[str, str]]:
        """Yield the names and values of a form's fields."""
        name = form.attrs.get("id")
        for control in [*form.all(), *(self.page.all("input", form=name) if name else ())]:
            name, kind = control.attrs.get("name"), control.attrs.get("type", "text")
            if name is None or (kind in ("radio", "checkbox") and "checked" not in control.attrs):
                continue
            if control.tag == "input":
                yield name, control.attrs.get("value", "on" if kind == "checkbox" else "")
            elif control.tag == "textarea":
                yield name, "".join(child for child in control.children if isinstance(child, str))
            elif control.tag == "select":
                options = list(control.all("option"))
                chosen = next((option for option in options if "selected" in option.attrs), options[0])
                yield name, chosen.attrs.get("value", chosen.text)

    @property
    def content(self) -> Node:
        """What belongs to this page alone: its head, main part and dock."""
        return next(self.page.all(id="page"), None) or self.page.one("main")

    @property
    def text(self) -> str:
        """The visible text of the page."""
        return self.content.text

    @property
    def problems(self) -> list[str]:
        """The error messages on the page, in order."""
        alerts = [node.text for node in self.content.all(class_="problem")]
        return alerts + [item.text for errors in self.page.all("ul", class_="errorlist") for item in errors.all("li")]

    def buttons(self) -> list[str]:
        """Return the labels of the buttons in the page's main part, without those that Enter presses."""
        return [button.text for button in self.content.all("button") if "aria-hidden" not in button.attrs]

    def _with(self, words: str, tag: str) -> Node:
        """Return the element with exactly this text, or else one that starts with it, or else one that contains it."""
        named = [(node.attrs.get("aria-label", node.spoken), node) for node in self.content.all(tag)]
        matches = [node for label, node in named if label == words]
        matches += [node for label, node in named if label.startswith(words)]
        matches += [node for label, node in named if words in label]
        assert matches, f"no <{tag}> says {words!r}, only {[label for label, _node in named]}"
        return matches[0]

    def _go(self, method: str, address: str, data: dict[str, str] | None = None) -> Browser:
        response = self.client.generic(method, address) if data is None else self.client.post(address, data)
        self.address = address
        self.response = response
        self.status = response.status_code
        if response.status_code in (301, 302):
            return self._go("GET", urljoin(address, response["Location"]))
        html = response.content.decode()
        self.page = parse(html) if html else Node("", {})
        return self

    def _swap(self, form: Node, data: dict[str, str]) -> Browser:
        headers = {"HX-Request": "true", "HX-Target": "page"}
        response = self.client.post(urljoin(self.address, form.attrs["action"]), data, headers=headers)
        self.response = response
        self.status = response.status_code
        self.page.one(id="page").children = parse(response.content.decode()).children
        self.address = response.headers.get("HX-Push-Url", self.address)
        return self

    @property
    def path(self) -> str:
        """The address without its query string."""
        return urlsplit(self.address).path
