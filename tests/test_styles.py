"""Style sheets and scripts.

Distances and sizes of type are only from the scales that scorekeeper.css declares. Recording without network takes
little script for everybody, and not much more for those who need it.
"""

import gzip
import re

from scorekeeper.web.configuration import ROOT

STATIC = ROOT / "static"
SHEETS = sorted(sheet for sheet in STATIC.glob("*.css") if sheet.name != "print.css")  # paper has its own
DISTANCE = re.compile(r"^\s*((?:margin|padding|gap|row-gap|column-gap)[\w-]*):([^;]+);", re.MULTILINE)
TYPE = re.compile(r"^\s*(font(?:-size)?):([^;]+);", re.MULTILINE)
ON_THE_SCALE = re.compile(
    r"""(?x)
    var\(--(?:s[1-7]|edge)\) | env\(safe-area-inset-\w+\) | -1 | \b0\b | auto | calc | max | [()\s,*+]
    | -?0?\.\d+em  # part of the type beside it
    """
)
THUMBS = {("gap", "4px")}  # a thumb doesn't grow with the text
FACES = re.compile(
    r"[.\d]+em|(?:[46]00|700)|var\(--(?:t-(?:xs|s|m|l|xl|2xl|3xl)|display|body|thumb)\)|/ ?[\d.]+|/|inherit|\s"
)
OTHERS = re.compile(r"(?:\.words|@page|html)[^{]*\{[^}]*\}")  # a drawing, a sheet of paper, and what a rem is on a TV


def declarations(pattern, sheet):
    """Return what a style sheet declares: (property, value, the part of the value that is on no scale)."""
    text = OTHERS.sub("", sheet.read_text(encoding="utf-8"))
    allowed = ON_THE_SCALE if pattern is DISTANCE else FACES
    values = [(name, re.sub(r"/\*.*?\*/", "", value).strip()) for name, value in pattern.findall(text)]
    return [(name, value, allowed.sub("", value)) for name, value in values]


def test_every_distance_and_every_size_of_type_is_on_the_scale():
    for sheet in SHEETS:
        found = declarations(DISTANCE, sheet) + declarations(TYPE, sheet)
        assert [(name, value) for name, value, rest in found if rest and (name, value) not in THUMBS] == [], sheet


def test_the_scales_are_those_that_the_parts_are_made_of():
    css = (STATIC / "scorekeeper.css").read_text(encoding="utf-8")
    assert [float(size) * 16 for size in re.findall(r"--s\d: ([\d.]+)rem", css)] == [4, 8, 12, 16, 24, 32, 48]
    assert len(re.findall(r"--t-\w+: [\d.]+rem", css)) == 7


AT_ONCE = ("scorekeeper.js", "store.js", "taps.js", "queue.js", "live.js", "worker.js")
"""What everybody loads: taps, recording, and following what others do."""
WHEN_IDLE = ("offline.js", "sw.js")
QUEUE = ("store.js", "queue.js", "offline.js")


def size(name: str) -> int:
    """Return the bytes of a script as it is downloaded by a phone that knows only gzip."""
    return len(gzip.compress((STATIC / name).read_bytes()))


def test_those_who_never_go_offline_load_at_most_11_915_bytes_and_the_others_20_kb():
    assert sum(map(size, AT_ONCE)) <= 11_915
    assert size("keys.js") <= 1100
    assert sum(map(size, AT_ONCE + WHEN_IDLE)) <= 20 * 1024


def test_what_waits_to_be_sent_takes_at_most_800_lines():
    assert sum((STATIC / name).read_text(encoding="utf-8").count("\n") for name in QUEUE) <= 800
