"""The plot of what receipts say against what came of it, as SVG."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from pbm.rulesets import load

COLOURS = ("#b3261e", "#1f5fa8", "#2e7d32", "#a86a00", "#6a1b9a")
SIDE, GAP, TOP, FOOT = 300, 60, 44, 74
"""The sides of a panel, the room beside each, above and below."""
FEW = 20
"""What so few lines say is left out."""
EIGHTHS = 8
FONT = 'font-family="sans-serif"'
Shares = Mapping[int, Counter[bool]]
"""Of lines said to fail in so many eighths of the rehearsals, how many did."""


Games = Mapping[str, Shares]


def plot(usual: Games, mixed: Games) -> str:
    """A panel for turns in which everyone else orders as a usual player, one for turns among players of all kinds."""
    wide, high = 2 * (SIDE + GAP) + GAP // 2, TOP + SIDE + FOOT
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-size="12" {FONT}>',
            f'<rect width="{wide}" height="{high}" fill="#fff"/>',
            *panel(GAP, "everyone else orders as usual", usual),
            *panel(2 * GAP + SIDE, "players of all kinds", mixed),
            *key([*usual], high - 10),
            "</svg>",
        ]
    )


def panel(left: int, title: str, games: Games) -> Iterator[str]:
    yield f'<text x="{left}" y="{TOP - 14}" font-weight="bold">{title}</text>'
    yield f'<rect x="{left}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#888"/>'
    yield (f'<line x1="{left}" y1="{TOP + SIDE}" x2="{left + SIDE}" y2="{TOP}" stroke="#888" stroke-dasharray="4"/>')
    for eighths in range(0, EIGHTHS + 1, 2):
        across, down = left + SIDE * eighths / EIGHTHS, TOP + SIDE * (1 - eighths / EIGHTHS)
        yield f'<text x="{across:.0f}" y="{TOP + SIDE + 16}" text-anchor="middle">{eighths}</text>'
        yield f'<text x="{left - 6}" y="{down + 4:.0f}" text-anchor="end">{eighths * 100 // EIGHTHS} %</text>'
    yield f'<text x="{left + SIDE / 2}" y="{TOP + SIDE + 34}" text-anchor="middle">said to fail in so many of 8</text>'
    turned = f'transform="translate({left - 44} {TOP + SIDE / 2}) rotate(-90)"'
    yield f'<text {turned} text-anchor="middle">failed in play</text>'
    yield from marks(left, games)


def marks(left: int, games: Games) -> Iterator[str]:
    """The more lines, the larger; the largest are drawn first, so that none hides another."""
    coloured = zip(COLOURS, games.values(), strict=False)
    rows = [(told, eighths, colour) for colour, shares in coloured for eighths, told in shares.items()]
    for told, eighths, colour in sorted(rows, key=lambda row: -row[0].total()):
        if told.total() >= FEW:
            across, down = left + SIDE * eighths / EIGHTHS, TOP + SIDE * (1 - told[True] / told.total())
            size = min(10.0, 2.5 + sqrt(told.total()) / 5)
            yield (
                f'<circle cx="{across:.0f}" cy="{down:.0f}" r="{size:.1f}" fill="{colour}" fill-opacity="0.75" '
                f'stroke="#fff"/>'
            )


def key(names: Sequence[str], height: int) -> Iterator[str]:
    across = GAP
    for name, colour in zip(names, COLOURS, strict=False):
        title = load(name).title
        yield f'<circle cx="{across}" cy="{height - 4}" r="5" fill="{colour}"/>'
        yield f'<text x="{across + 10}" y="{height}">{title}</text>'
        across += 30 + 7 * len(title)
