"""Colors as six hexadecimal digits: their contrast, how unlike they look, and what color-blind people see of them.

Contrast is WCAG's, the difference CIEDE2000, and the simulation of color blindness Machado's, at full severity.
"""

import math
from itertools import starmap
from operator import mul

Three = tuple[float, float, float]

BLINDNESSES = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What each kind of color blindness makes of linear red, green and blue."""
TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
WHITE = (0.95047, 1.0, 1.08883)  # D65
FAR = 25**7


def linear(color: str) -> Three:
    """Return a color's red, green and blue, proportional to light."""
    levels = (int(color[start : start + 2], 16) / 255 for start in (0, 2, 4))
    red, green, blue = (level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4 for level in levels)
    return red, green, blue


def luminance(color: str) -> float:
    """Return the relative luminance of a color."""
    return times((0.2126, 0.7152, 0.0722), linear(color))


def contrast(*colors: str) -> float:
    """Return the contrast of two colors, from 1 to 21."""
    low, high = sorted(map(luminance, colors))
    return (high + 0.05) / (low + 0.05)


def times(row: Three, values: Three) -> float:
    """Return the sum of the products."""
    return sum(starmap(mul, zip(row, values, strict=True)))


def lab(color: str, blindness: str = "none") -> Three:
    """Return a color's lightness and its places between green and red, and blue and yellow, as CIELAB defines them."""
    red, green, blue = (min(max(times(row, linear(color)), 0), 1) for row in BLINDNESSES[blindness])
    parts = (times(row, (red, green, blue)) / white for row, white in zip(TO_XYZ, WHITE, strict=True))
    x, y, z = (math.cbrt(part) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Three, other: Three) -> float:
    """Return how unlike two colors in CIELAB look: their ΔE₀₀. The names are those of its definition."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean**7 / (mean**7 + FAR))
    c1, c2 = math.hypot(stretch * a1, b1), math.hypot(stretch * a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    hue = h1 + h2 if c1 * c2 == 0 else h1 + turn / 2
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    t = 1 + sum(height * math.cos(math.radians(often * hue + shift)) for height, often, shift in waves)
    off = (lightness - 50) ** 2
    in_lightness = (l2 - l1) / (1 + 0.015 * off / math.sqrt(20 + off))
    in_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    in_hue = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    bend = 60 * math.exp(-((((hue % 360) - 275) / 25) ** 2))
    rotation = -2 * math.sqrt(chroma**7 / (chroma**7 + FAR)) * math.sin(math.radians(bend))
    return math.sqrt(in_lightness**2 + in_chroma**2 + in_hue**2 + rotation * in_chroma * in_hue)
