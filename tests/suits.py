"""The font of the suits and of all other signs, so that they look the same everywhere and none becomes an emoji.

    .venv/bin/python -m tests.suits

makes `static/fonts/suits.woff2` from the drawings below, which are the project's own. They stand on the display face's
baseline and are as high as its capitals. The red is for light paper; the style sheets choose reds for other grounds.
"""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A sign as SVG paths, in units with y pointing up. `half` is the right half of an outline, from the top down."""

    advance: int
    half: str = ""
    whole: str = ""


def circle(x: int, y: int, radius: int, *, is_hole: bool = False) -> str:
    """Return the path of a circle."""
    turn = f"a{radius} {radius} 0 1 {int(is_hole)}"
    return f"M{x - radius} {y}{turn} {2 * radius} 0{turn} {-2 * radius} 0z"


def ring(x: int, y: int, radius: int, width: int) -> str:
    """Return the path of a ring with this outer radius."""
    return circle(x, y, radius) + circle(x, y, radius - width, is_hole=True)


DRAWINGS = {
    "♠": Drawing(
        advance=680,
        half="M340 645C394 522 632 425 632 234C632 144 572 90 500 90C438 90 394 120 370 164C374 98 402 40 464 0H340",
    ),
    "♥": Drawing(advance=680, half="M340 486C374 575 434 623 503 623C582 623 640 562 640 474C640 320 476 196 340 -22"),
    "♦": Drawing(advance=680, half="M340 650C402 514 480 398 580 312C480 226 402 110 340 -26"),
    "♣": Drawing(
        advance=680,
        half="M340 628C424 628 487 566 487 485C487 431 461 389 426 357C449 367 474 372 498 372C582 372 646 309 646 226"
        "C646 142 584 80 504 80C440 80 394 114 370 164C374 98 402 40 464 0H340",
    ),
    "♛": Drawing(
        advance=760,
        half="M380 545L505 275L668 452L608 140H380",
        whole=circle(380, 570, 62) + circle(84, 470, 56) + circle(676, 470, 56) + "M152 88H608V0H152z",
    ),
    "●": Drawing(advance=700, whole=circle(350, 304, 300)),
    "■": Drawing(advance=700, half="M350 569H615V39H350"),
    "▲": Drawing(advance=700, half="M350 624L684 30H350"),
    "◆": Drawing(advance=700, half="M350 636L682 304L350 -28"),
    "★": Drawing(advance=700, half="M350 634L444 401L694 384L501 223L563 -21L350 113"),
    "✚": Drawing(advance=700, half="M350 604H455V409H650V199H455V4H350"),
    "▼": Drawing(advance=700, half="M350 578H684L350 -16"),
    "○": Drawing(advance=700, whole=ring(350, 304, 300, 88)),
    "□": Drawing(advance=700, whole="M85 569H615V39H85zM173 481V127H527V481z"),
    "△": Drawing(advance=700, whole="M350 624L684 30H16zM350 451L161 115H539z"),
    "◇": Drawing(advance=700, whole="M350 636L682 304L350 -28L18 304zM350 516L138 304L350 92L562 304z"),
    "☆": Drawing(
        advance=700,
        whole="M350 634L444 401L694 384L501 223L563 -21L350 113L137 -21L199 223L6 384L256 401z"
        "M350 457L302 338L174 329L273 247L241 122L350 191L459 122L427 247L526 329L398 338z",
    ),
    "✦": Drawing(advance=700, half="M350 640C374 424 454 330 686 304C454 278 374 184 350 -32"),
    "✧": Drawing(
        advance=700,
        half="M350 640C374 424 454 330 686 304C454 278 374 184 350 -32",
        whole="M350 438C340 358 308 318 216 304C308 290 340 250 350 170"
        "C360 250 392 290 484 304C392 318 360 358 350 438z",
    ),
    "▸": Drawing(advance=560, whole="M120 554L460 304L120 54z"),
    "✓": Drawing(
        advance=640,
        whole="M40 300L150 362L250 190C340 370 440 510 560 640L606 590C480 440 370 250 288 0H222Q150 150 40 300z",
    ),
    "✗": Drawing(
        advance=660,
        whole="M70 540L150 602Q230 500 312 392Q410 520 560 632L610 584Q470 470 368 318Q440 215 540 70L450 8"
        "Q380 120 306 232Q230 130 110 -8L40 44Q160 190 248 308Q170 430 70 540z",
    ),
    "◉": Drawing(advance=700, whole=ring(350, 304, 300, 70) + circle(350, 304, 150)),
    "①": Drawing(advance=700, whole=ring(350, 304, 300, 70) + "M388 482H322L236 426V352L312 394V126H388z"),
    "⊘": Drawing(advance=700, whole=ring(350, 304, 300, 80) + "M119 124L530 535L581 484L170 73z"),
    "∅": Drawing(advance=700, whole=ring(350, 304, 255, 76) + "M104 12L540 635L596 596L160 -27z"),
    "≠": Drawing(advance=640, whole="M60 456H580V368H60zM60 240H580V152H60zM180 -16L98 20L460 624L542 588z"),
    "†": Drawing(
        advance=480,
        half="M240 640C284 640 306 610 300 570L288 468C336 472 386 488 440 490V380C386 382 336 398 286 406L262 -60H240",
    ),
    "✎": Drawing(advance=650, whole="M157 593L510 240L390 120L37 473zM539 212L613 17L418 91z"),
    "↑": Drawing(advance=560, half="M280 610L510 340H330V0H280"),
    "↓": Drawing(advance=560, half="M280 610H330V270H510L280 0"),
    "→": Drawing(advance=700, whole="M30 330H400V510L670 280L400 50V230H30z"),
    "↷": Drawing(
        advance=700,
        whole="M20 190C40 440 160 570 320 570C470 570 556 460 564 330H690L515 90L340 330H462C450 410 400 470 320 470"
        "C220 470 150 400 120 190z",
    ),
    "⌫": Drawing(
        advance=940,
        whole="M40 304L260 604H900V4H260zM145 304L306 84H820V524H306z"
        "M446 478L560 364L674 478L734 418L620 304L734 190L674 130L560 244L446 130L386 190L500 304L386 418z",
    ),
}


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
