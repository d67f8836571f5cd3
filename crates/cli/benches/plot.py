"""Draws curves on logarithmic axes as SVG without a library, for the scripts of this folder."""

import math
from html import escape

WIDTH, HEIGHT = 380, 300
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 30, 46
COLOURS = ["#1b6ca8", "#c8553d", "#3a7d44", "#7b4b94", "#b8860b"]


def ticks(least, greatest):
    """Returns the powers of ten from `least` to `greatest`, with their multiples by 2 and 5 if there are
    at most three powers."""
    powers = range(math.floor(math.log10(least)), math.ceil(math.log10(greatest)) + 1)
    steps = (1,) if len(powers) > 3 else (1, 2, 5)
    values = [step * 10.0**power for power in powers for step in steps]
    return [value for value in values if least * 0.999 <= value <= greatest * 1.001]


def label(value):
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


class Panel:
    """Curves in one coordinate system: `curves` is a list of pairs of a name and points."""

    def __init__(self, title, across, up, curves, log_across=True):
        self.title, self.across, self.up, self.curves = title, across, up, curves
        points = [point for _, curve in curves for point in curve]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.log_across = log_across
        self.xs, self.ys = (min(xs), max(xs)), (min(ys), max(ys))
        if self.ys[1] < 10 * self.ys[0]:
            self.ys = (self.ys[0], 10 * self.ys[0])

    def x(self, value):
        scale = math.log if self.log_across else float
        least, greatest = map(scale, self.xs)
        share = (scale(value) - least) / ((greatest - least) or 1)
        return LEFT + share * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        least, greatest = map(math.log, self.ys)
        share = (math.log(value) - least) / (greatest - least)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)

    def draw(self):
        lines = [f'<text x="{LEFT}" y="18" font-weight="bold">{escape(self.title)}</text>']
        for value in ticks(*self.ys):
            y = self.y(value)
            lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
            lines.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label(value)}</text>')
        measured = sorted({x for _, curve in self.curves for x, _ in curve})
        if len(measured) < 6:
            across = measured
        elif self.log_across:
            across = ticks(*self.xs)
        else:
            least, greatest = self.xs
            across = [least + part * (greatest - least) / 4 for part in range(5)]
        for value in across:
            x = self.x(value)
            lines.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
            at = f'x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}"'
            lines.append(f'<text {at} text-anchor="middle">{label(value)}</text>')
        middle = (LEFT + WIDTH - RIGHT) / 2
        lines.append(f'<text x="{middle:.1f}" y="{HEIGHT - 10}" text-anchor="middle">{escape(self.across)}</text>')
        turned = f"rotate(-90 14 {HEIGHT / 2:.0f})"
        lines.append(f'<text x="14" y="{HEIGHT / 2:.0f}" text-anchor="middle" transform="{turned}">{escape(self.up)}</text>')
        for number, (name, curve) in enumerate(self.curves):
            colour = COLOURS[number % len(COLOURS)]
            points = [(self.x(x), self.y(y)) for x, y in curve]
            path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
            lines.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
            if len(points) < 40:
                lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{colour}"/>' for x, y in points]
            if name:
                y = TOP + 14 + 15 * number
                lines.append(f'<text x="{LEFT + 8}" y="{y}" fill="{colour}">{escape(name)}</text>')
        return lines


def write(path, panels):
    """Writes the panels side by side."""
    width = WIDTH * len(panels)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" '
                   f'width="{width}" height="{HEIGHT}" font-family="sans-serif" font-size="11">\n')
        file.write(f'<rect width="{width}" height="{HEIGHT}" fill="#fff"/>\n')
        for number, panel in enumerate(panels):
            file.write(f'<g transform="translate({number * WIDTH} 0)">\n')
            file.writelines(line + "\n" for line in panel.draw())
            file.write("</g>\n")
        file.write("</svg>\n")
