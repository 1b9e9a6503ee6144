"""Style sheets and scripts.

Recording without network takes little script for everybody, and not much more for those who need it.
"""

import gzip
import re

from scorekeeper.web.configuration import ROOT

STATIC = ROOT / "static"
SHEETS = sorted(STATIC.glob("*.css"))


def test_the_style_sheets_stay_small():
    """What every page has is in scorekeeper.css; a sheet of its own has only what no other page needs."""
    texts = [sheet.read_text(encoding="utf-8") for sheet in SHEETS]
    assert sum(len(text.encode()) for text in texts) <= 67_400
    assert sum(text.count("\n") for text in texts) <= 3_300


def test_a_color_is_named_once():
    """Rules take colors from the tokens, so that both schemes have them."""
    for sheet in SHEETS:
        if sheet.name == "print.css":
            continue
        rules = re.sub(r"--[\w-]+:[^;}]*[;}]|@font-palette-values[^}]*\}", "", sheet.read_text(encoding="utf-8"))
        assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{]*\})", rules) == [], sheet.name


def test_what_styles_a_shape_names_it():
    """Firefox lets a rule for all circles fill those of the icons."""
    shapes = re.compile(r"(circle|ellipse|g|line|path|polygon|polyline|rect|symbol|text|use)(:.*)?")
    for sheet in SHEETS:
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        selectors = (part.strip() for head in re.findall(r"([^{}]+)\{", rules) for part in head.split(","))
        assert not [selector for selector in selectors if shapes.fullmatch(selector)], sheet.name


AT_ONCE = ("scorekeeper.js", "store.js", "taps.js", "queue.js", "live.js")
"""What everybody loads: taps, recording, and following what others do."""
OFFLINE = ("offline-form.js", "offline-bar.js", "offline-hands.js")
WHEN_IDLE = (*OFFLINE, "sw.js")
QUEUE = ("store.js", "queue.js", *OFFLINE)


def size(name: str) -> int:
    """Return the bytes of a script as it is downloaded by a phone that knows only gzip."""
    return len(gzip.compress((STATIC / name).read_bytes()))


def test_those_who_never_go_offline_load_at_most_14_500_bytes_and_the_others_24_000():
    assert sum(map(size, AT_ONCE)) <= 14_500
    assert size("hand.js") <= 1800
    assert sum(map(size, AT_ONCE + WHEN_IDLE)) <= 24_000


def test_what_waits_to_be_sent_takes_at_most_800_lines():
    assert sum((STATIC / name).read_text(encoding="utf-8").count("\n") for name in QUEUE) <= 800
