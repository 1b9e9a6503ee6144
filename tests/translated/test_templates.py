"""Whatever a template says itself, in any of its branches, is marked for translation."""

import re
from html import unescape
from pathlib import Path

from django.conf import settings

from tests.translated.pseudo import SPOKEN_ATTRIBUTES

MARKED = re.compile(r"\{% *blocktranslate.*?endblocktranslate *%\}|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.DOTALL)
UNSEEN = re.compile(r"\{% *comment.*?endcomment *%\}|<(style|script)\b.*?</\1>", re.DOTALL)
SPOKEN = re.compile(rf'\s(?:{"|".join(SPOKEN_ATTRIBUTES)})="([^"]*)"')
TEMPLATES = [path for folder in settings.TEMPLATES[0]["DIRS"] for path in sorted(Path(folder).rglob("*.html"))]


def unmarked(source):
    """Return the words of a template that are not marked for translation."""
    html = MARKED.sub(" ", UNSEEN.sub(" ", source))
    shown = [*SPOKEN.findall(html), re.sub(r"<[^>]*>", " ", html)]
    return [word for word in unescape(" ".join(shown)).split() if re.search(r"[^\W\d_½]", word)]


def test_an_unmarked_word_is_detected():
    assert unmarked('<p title="Help">{% translate "Marked" %} {{ number }} left</p>') == ["Help", "left"]


def test_every_template_is_marked():
    assert len(TEMPLATES) > 100
    assert {path.name: words for path in TEMPLATES if (words := unmarked(path.read_text(encoding="utf-8")))} == {}
