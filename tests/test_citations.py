"""Code cites pages by heading: as `RULES.md: Scoring; The end` in a game's package, and as `FORMAT.md: …` anywhere."""

import re
from pathlib import Path

import pytest

from tests.pages import PACKAGE, headings

CITATION = re.compile(r"(RULES|FORMAT)\.md: ([^.\n\"]+)")
MODULES = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
GAMES = sorted(path.parent.name for path in PACKAGE.glob("games/*/__init__.py"))


def citations() -> list[tuple[str, str, str]]:
    """Return (module, page, heading) for every citation."""
    found = []
    for name, text in MODULES.items():
        for page, cited in CITATION.findall(text):
            path = f"{Path(name).parent}/RULES.md" if page == "RULES" else "formats/FORMAT.md"
            found += [(name, path, heading.strip()) for heading in cited.split(";")]
    return found


@pytest.mark.parametrize(("module", "page", "heading"), citations())
def test_every_citation_names_an_existing_heading(module, page, heading):
    assert heading in headings(page)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_cites_its_rules(game):
    assert any(page == f"games/{game}/RULES.md" for _module, page, _heading in citations())


def test_no_file_uses_the_words_rules_page():
    tests = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.rglob("*.py") if path != Path(__file__)]
    assert not [name for name, text in MODULES.items() if re.search("rules page", text, re.IGNORECASE)]
    assert not any(re.search("rules page", text, re.IGNORECASE) for text in tests)


@pytest.mark.parametrize(
    "page", ["ARCHITECTURE.md", "formats/FORMAT.md", *(f"games/{game}/RULES.md" for game in GAMES)]
)
def test_headings_are_unique(page):
    assert len(set(headings(page))) == len(headings(page)) > 1
