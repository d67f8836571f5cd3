#!/usr/bin/env python3
"""Compares `count`, which chooses its engine, with the faster engine.

    crates/cli/benches/planner_losses.py puzzles/*.ron ../shared/cases/*/*.ron

Counts every puzzle on one thread by `bits`, by `frontier` and with the engine that `count` chooses. The
loss is the time with the chosen engine divided by that of the faster one; differences under 50 ms are no
loss. Prints the distribution of the losses, and the rows with the greatest.

Times are user seconds, the least of --runs. A puzzle that no engine finishes within --limit is left out.
`--plot` draws the losses in ascending order, and the times of the choice and of the faster engine.
"""

import argparse
import os
import resource
import statistics
import sys

sys.dont_write_bytecode = True
import plot
from timing import timed

NOTICED = 0.05


def user_seconds(command, limit, runs):
    """Returns the least user seconds of a command; None if it does not end within the limit."""
    least = None
    for _ in range(runs):
        bound = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        done, seconds = timed(command, preexec_fn=bound)
        if done.returncode not in (0, 1):
            return None
        least = seconds if least is None else min(least, seconds)
    return least


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--program", default="target/release/tilewright")
    parser.add_argument("--limit", type=int, default=10, help="seconds of an engine (default 10)")
    parser.add_argument("--runs", type=int, default=1, help="of which the least counts (default 1)")
    parser.add_argument("--total", action="store_true", help="count all solutions alone")
    parser.add_argument("--worst", type=int, default=10, help="rows to print (default 10)")
    parser.add_argument("--plot", metavar="FILE", help="an SVG to draw")
    args = parser.parse_args()

    rows, left_out = [], 0
    for file in args.files:
        count = [args.program, "count", "-j", "1", "--memory", "4GB", file]
        count += ["--total"] * args.total
        engines = {
            engine: user_seconds(count + ["--engine", engine], args.limit, args.runs)
            for engine in ("bits", "frontier")
        }
        ended = [seconds for seconds in engines.values() if seconds is not None]
        if not ended:
            left_out += 1
            continue
        chosen = user_seconds(count, 20 * args.limit, args.runs)
        if chosen is None:
            raise SystemExit(f"{file}: not ended after {20 * args.limit} s")
        loss = 1.0 if chosen - min(ended) < NOTICED else chosen / min(ended)
        name = os.path.splitext(os.path.basename(file))[0]
        rows.append((max(loss, 1.0), name, engines["bits"], engines["frontier"], chosen))

    rows.sort(key=lambda row: -row[0])
    losses = sorted(row[0] for row in rows)
    print(f"{len(rows)} puzzles, {left_out} left out: loss at the median "
          f"{statistics.median(losses):.2f}, at nine of ten {losses[int(0.9 * len(losses))]:.2f}, "
          f"at worst {losses[-1]:.2f}\n")
    print("| puzzle | bits | frontier | count | loss |\n| --- | --- | --- | --- | --- |")
    for loss, name, bits, frontier, chosen in rows[: args.worst]:
        cell = lambda seconds: f"over {args.limit}" if seconds is None else f"{seconds:.2f}"
        print(f"| `{name}` | {cell(bits)} | {cell(frontier)} | {chosen:.2f} | {loss:.1f} |")
    if args.plot:
        draw(args.plot, rows, args.limit)


def draw(path, rows, limit):
    """Draws the losses in ascending order, and the times of the choice and of the faster engine."""
    percent = lambda number: 100 * number / max(len(rows) - 1, 1)
    losses = [(percent(number), row[0]) for number, row in enumerate(reversed(rows))]
    seconds = lambda row: min(limit if time is None else time for time in row[2:4])
    in_order = sorted(rows, key=seconds)
    # Times below 10 ms are drawn as 10 ms.
    points = lambda of: [(percent(n), max(of(row), 0.01)) for n, row in enumerate(in_order)]
    panels = [
        plot.Panel("What the choice loses", "puzzles, %", "times as long as the better engine",
                   [("", losses)], log_across=False),
        plot.Panel("What it takes", "puzzles, %, by the better engine's time", "user seconds",
                   [("count", points(lambda row: row[4])), ("the better engine", points(seconds))],
                   log_across=False),
    ]
    plot.write(path, panels)


if __name__ == "__main__":
    main()
