# SPDX-License-Identifier: BSD-3-Clause
# Draws Pareto curves of both cost models as an SVG of a few kilobytes: the share of all costs in
# the N cells that cost most. N is logarithmic because the models differ at its small end.
import math

WIDTH, HEIGHT = 460, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 34, 46
COLOURS = ("#1f6fb4", "#d1570b")
DASHES = ("", ' stroke-dasharray="6 3"')
MOST_POINTS = 120


def place(count, share, cells):
    """Returns the point for `share` in `count` of `cells` cells, in pixels."""
    across = math.log(count) / math.log(cells) if cells > 1 else 1.0
    return (LEFT + across * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM))


def curve(values, cells):
    """Returns points of the curve of `values`, largest first; few enough to stay readable."""
    total, running, points, last = sum(values), 0.0, [], -math.inf
    for count, value in enumerate(values, 1):
        running += value
        x, y = place(count, running / total, cells)
        if x - last >= (WIDTH - LEFT - RIGHT) / MOST_POINTS or count == len(values):
            points.append(f"{x:.1f},{y:.1f}")
            last = x
    x, y = place(cells, 1.0, cells)
    return " ".join([*points, f"{x:.1f},{y:.1f}"])


def text(x, y, what, anchor="middle", size=11):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="#333">{what}</text>')


def grid(cells):
    for percent in (0, 20, 40, 50, 60, 80, 100):
        _, y = place(1, percent / 100, cells)
        yield (f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="'
               f'{"#999" if percent in (50, 80) else "#ddd"}" stroke-width="0.6"/>')
        yield text(LEFT - 5, y + 4, f"{percent} %", "end")
    ticks = [count for power in range(6) for count in (10**power, 2 * 10**power, 5 * 10**power)
             if count <= cells]
    for count in ticks:
        x, y = place(count, 0, cells)
        yield f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{x:.1f}" y2="{y + 4:.1f}" stroke="#666"/>'
        yield text(x, y + 15, str(count))
    yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10,
               f"cells (call path and location), largest first; {cells} have costs")


def svg(title, curves, cells):
    """`curves`: {name of the model: values, largest first}."""
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
             f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             text(LEFT, 20, title, "start", 13), *grid(cells)]
    for number, (name, values) in enumerate(curves.items()):
        style = f'stroke="{COLOURS[number]}" stroke-width="2"{DASHES[number]}'
        y = HEIGHT - BOTTOM - 30 + 16 * number
        lines.append(f'<polyline points="{curve(values, cells)}" fill="none" {style}/>')
        lines.append(f'<line x1="{WIDTH - 150}" y1="{y}" x2="{WIDTH - 122}" y2="{y}" {style}/>')
        lines.append(text(WIDTH - 116, y + 4, name, "start"))
    return "\n".join([*lines, "</svg>"]) + "\n"
