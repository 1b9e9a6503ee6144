"""The font of the suits and of all other signs, so that they look the same everywhere and none becomes an emoji.

    .venv/bin/python -m tests.suits

makes `static/fonts/suits.woff2` from the drawings in `suits.txt`, which are the project's own. They stand on the
display face's baseline and are as high as its capitals. The red is for light paper; the style sheets choose reds for
other grounds.
"""

import re
from pathlib import Path
from typing import NamedTuple

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph

from scorekeeper.web.configuration import ROOT

FILE = ROOT / "static/fonts/suits.woff2"
FAMILY = "Suits"
UNITS = 1000
"""Units per em, as in the display face."""
TOP, BOTTOM = 800, -200
PRECISION = 1
"""The most units by which a curve may differ from its drawing."""
RED = "a81b17"
SUITS = "♠♥♦♣"
RED_SIGNS = "♥♦✦"
MISSING = ".notdef"
AS_TEXT = 0xFE0E
"""The variation selector that asks for a text symbol instead of an emoji."""
MADE = 3_786_912_000
"""The font's date, in seconds since 1904. It never changes, so that the same drawings make the same font."""


class Drawing(NamedTuple):
    """A sign as SVG paths, in units with y pointing up. `half` is the right half of an outline, from the top down."""

    advance: int
    half: str
    whole: str


def circle(x: int, y: int, radius: int, *, is_hole: bool = False) -> str:
    """Return the path of a circle."""
    turn = f"a{radius} {radius} 0 1 {int(is_hole)}"
    return f"M{x - radius} {y}{turn} {2 * radius} 0{turn} {-2 * radius} 0z"


def ring(x: int, y: int, radius: int, width: int) -> str:
    """Return the path of a ring with this outer radius."""
    return circle(x, y, radius) + circle(x, y, radius - width, is_hole=True)


def drawing(written: str) -> Drawing:
    """Return a drawing as `suits.txt` has it."""
    shapes = {"circle": circle, "ring": ring}
    advance, _space, outlines = written.partition(" ")
    paths = dict(part.split(" ", 1) for part in outlines.split(" | "))
    shape = re.compile(r"(circle|ring)\(([\d ]+)\)")
    whole = shape.sub(lambda found: shapes[found[1]](*map(int, found[2].split())), paths.get("w", ""))
    return Drawing(advance=int(advance), half=paths.get("h", ""), whole=whole)


LINES = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
DRAWINGS = {line[0]: drawing(line[2:]) for line in LINES if not line.startswith("#")}


def mirrored(half: str, advance: int) -> RecordingPen:
    """Complete the right half of an outline."""
    right, left, outline = RecordingPen(), RecordingPen(), RecordingPen()
    parse_path(half, right)
    right.replay(ReverseContourPen(TransformPen(left, (-1, 0, 0, 1, advance, 0))))
    outline.value = [*right.value[:-1], *left.value[1:-1], ("closePath", ())]
    return outline


def glyph(drawing: Drawing) -> Glyph:
    """Draw one glyph, with the quadratic curves of TrueType."""
    outlines = TTGlyphPen(None)
    pen = Cu2QuPen(outlines, PRECISION)
    if drawing.half:
        mirrored(drawing.half, drawing.advance).replay(pen)
    parse_path(drawing.whole, pen)
    return outlines.glyph()


def red(name: str) -> Glyph:
    """Return the colored layer of a glyph: its own outline again."""
    layer = TTGlyphPen({name: None})
    layer.addComponent(name, (1, 0, 0, 1, 0, 0))
    return layer.glyph()


def make() -> TTFont:
    """Build the font."""
    names = {sign: f"u{ord(sign):04X}" for sign in DRAWINGS}
    layers = {names[sign]: f"{names[sign]}.red" for sign in RED_SIGNS}
    glyphs = {names[sign]: glyph(drawing) for sign, drawing in DRAWINGS.items()}
    advances = {names[sign]: drawing.advance for sign, drawing in DRAWINGS.items()}
    advances |= {layer: advances[name] for name, layer in layers.items()}
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder([MISSING, *advances])
    builder.setupCharacterMap(
        {ord(sign): name for sign, name in names.items()}, uvs=[(ord(suit), AS_TEXT, None) for suit in SUITS]
    )
    builder.setupGlyf({MISSING: Glyph(), **glyphs, **{layer: red(name) for name, layer in layers.items()}})
    left = {name: builder.font["glyf"][name].xMin for name in advances}
    builder.setupHorizontalMetrics({MISSING: (UNITS, 0)} | {name: (advances[name], left[name]) for name in advances})
    builder.setupHorizontalHeader(ascent=TOP, descent=BOTTOM)
    builder.setupOS2(sTypoAscender=TOP, sTypoDescender=BOTTOM, usWinAscent=TOP, usWinDescent=-BOTTOM)
    builder.setupNameTable({"familyName": FAMILY, "styleName": "Regular"})
    builder.setupPost(keepGlyphNames=False)
    builder.setupCOLR({name: [(layer, 0)] for name, layer in layers.items()})
    builder.setupCPAL([[tuple(channel / 255 for channel in bytes.fromhex(f"{RED}ff"))]])
    builder.updateHead(created=MADE, modified=MADE)
    font: TTFont = builder.font
    font.recalcTimestamp = False
    font.flavor = "woff2"
    return font


def main() -> None:
    """Write the font."""
    make().save(FILE)
    print(f"{FILE.relative_to(ROOT)}: {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
