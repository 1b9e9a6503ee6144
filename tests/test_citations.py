"""Code cites pages by heading: as `RULES.md: Scoring; The end` in a game's package, and as `FORMAT.md: …` anywhere."""

import re
from pathlib import Path

from tests.pages import PACKAGE, headings

CITATION = re.compile(r"(RULES|FORMAT)\.md: ([^.\n\"]+)")
MODULES = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
RULES = {f"games/{path.parent.name}/RULES.md" for path in PACKAGE.glob("games/*/__init__.py")}


def test_every_citation_names_an_existing_heading_and_every_game_cites_its_rules():
    wrong, cited = [], set()
    for name, text in MODULES.items():
        for page, found in CITATION.findall(text):
            path = f"{Path(name).parent}/RULES.md" if page == "RULES" else "formats/FORMAT.md"
            cited.add(path)
            wrong += [(name, heading) for heading in map(str.strip, found.split(";")) if heading not in headings(path)]
    assert wrong == []
    assert not [name for name, text in MODULES.items() if re.search("rules page", text, re.IGNORECASE)]
    assert cited >= RULES


def test_headings_are_unique():
    for page in ("ARCHITECTURE.md", "formats/FORMAT.md", *RULES):
        assert len(set(headings(page))) == len(headings(page)) > 1, page
