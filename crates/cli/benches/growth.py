#!/usr/bin/env python3
"""Measures how time and memory of `count` grow along four families of puzzles.

    crates/cli/benches/growth.py --plot crates/cli/guide/growth.svg

Counts all solutions of each puzzle on one thread. Prints a table of user seconds, the least of --runs,
and of the greatest resident set. A family ends before the first puzzle that takes longer than --limit.
`--plot` draws both against the cells of the board.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import plot


def rectangle(width, height, pieces):
    return f"(lattice: Square, board: Rect({width}, {height}), pieces: [{pieces}])"


def dominoes(width, height):
    return rectangle(width, height, f"Set(of: Polyominoes(2), copies: {width * height // 2})")


def one_sided(width, height):
    return rectangle(width, height, "Set(of: Polyominoes(5), sides: OneSided)")


def tray(width, height):
    return rectangle(width, height, "Set(of: Polyominoes(5), copies: (0, 1))")


def trominoes(width, height):
    piece = f'Piece(name: "L", cells: Picture(["#.", "##"]), copies: {width * height // 3})'
    return rectangle(width, height, piece)


FAMILIES = [
    ("dominoes, n × n", dominoes, [(n, n) for n in range(4, 21, 2)]),
    ("18 one-sided pentominoes", one_sided, [(30, 3), (18, 5), (15, 6), (10, 9)]),
    ("12 pentominoes, each once at most, 5 × n", tray, [(n, 5) for n in range(3, 13)]),
    ("L trominoes", trominoes, [(6, 6), (9, 6), (9, 8), (12, 9), (12, 12), (15, 12), (15, 15), (18, 15)]),
]


def measure(program, text, limit, runs):
    """Returns the solutions, the engine, the least user seconds and the greatest resident set in bytes.

    Returns None if a run takes longer than the limit.
    """
    least, most = None, 0
    for _ in range(runs):
        with tempfile.NamedTemporaryFile("w", suffix=".ron") as file:
            file.write(text)
            file.flush()
            command = [program, "count", "--total", "-j", "1", "--memory", "4GB", file.name]
            bound = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   text=True, preexec_fn=bound)
            answer = run.stdout.read()
            _, status, used = os.wait4(run.pid, 0)
        if os.waitstatus_to_exitcode(status) not in (0, 1):
            return None
        least = used.ru_utime if least is None else min(least, used.ru_utime)
        most = max(most, used.ru_maxrss * 1024)
    lines = dict(line.split(None, 1) for line in answer.splitlines()[1:])
    return lines["solutions"], lines.get("engine", "none"), least, most


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="target/release/tilewright")
    parser.add_argument("--limit", type=int, default=30, help="seconds of a puzzle (default 30)")
    parser.add_argument("--runs", type=int, default=1, help="of which the least counts (default 1)")
    parser.add_argument("--plot", metavar="FILE", help="an SVG to draw")
    args = parser.parse_args()

    seconds, mebibytes = [], []
    print("| family | board | solutions | engine | s | MiB |\n| --- | --- | --- | --- | --- | --- |")
    for name, puzzle, sizes in FAMILIES:
        times, memories = [], []
        for width, height in sizes:
            found = measure(args.program, puzzle(width, height), args.limit, args.runs)
            if found is None:
                print(f"| {name} | {height} × {width} | | | over {args.limit} | |")
                break
            solutions, engine, time, memory = found
            memory /= 1 << 20
            print(f"| {name} | {height} × {width} | {solutions} | {engine} | {time:.2f} | {memory:.0f} |",
                  flush=True)
            # Times below 10 ms are drawn as 10 ms. The one-sided boards all have 90 cells, so they are
            # drawn by their width.
            across = min(width, height) if puzzle is one_sided else width * height
            times.append((across, max(time, 0.01)))
            memories.append((across, memory))
        seconds.append((name, times))
        mebibytes.append((name, memories))
    if args.plot:
        by_width = [curve for curve in zip(seconds, mebibytes) if curve[0][0] == FAMILIES[1][0]]
        by_cells = [curve for curve in zip(seconds, mebibytes) if curve[0][0] != FAMILIES[1][0]]
        panels = [
            plot.Panel("Time", "cells", "user seconds", [time for time, _ in by_cells]),
            plot.Panel("Memory", "cells", "MiB", [memory for _, memory in by_cells]),
            plot.Panel("18 one-sided pentominoes", "width of the board of 90 cells", "s, MiB",
                       [("user seconds", by_width[0][0][1]), ("MiB", by_width[0][1][1])]),
        ]
        plot.write(args.plot, panels)


if __name__ == "__main__":
    main()
