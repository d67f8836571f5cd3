#!/usr/bin/env python3
"""Compares whole runs with the fastest public programs, run in turn on one thread.

    crates/cli/benches/peers.py FOLDER --turns 5

FOLDER holds the peers, built outside the repository with `-O3 -march=native`, under these names.
Missing ones are left out:

- Knuth's solvers, from the CWEB sources on his page: ssxcc0, ssxcc1, ssxcc2, ssxcc, ssxc1, ssxc0,
  dlx1, dlx2 and dance;
- test_dlx, of possibly-wrong/dlx on GitHub, the program of the article on Kanoodle and IQ Fit;
- polycube, by M. Busche (1.2.1), whose options for each puzzle are the fastest of those tried;
- pentomino, of sugyan/pentomino on GitHub (there target/release/main), which has a few boards.

All but pentomino get the options that `tilewright matrix` writes. Peers count and write no
solutions. `list` writes them; dominoes have too many, so they are only visited.

Some rows count distinct solutions. polycube and pentomino drop symmetric solutions themselves. The
other peers get a restricted problem instead: a case of the puzzle, or the options of one item
restricted to one orientation. If the programs find different numbers, the row says so.

Times are medians of user seconds. `times` is the median over the turns of the fastest peer's time
divided by ours. In the first turn a peer is stopped after --limit seconds, or about a second after
1.5 times the least time so far. Only peers within 1.5 times the least time are run again. There are
two turns if the fastest peer takes over 5 s, and ten times as many if it takes less than 0.1 s. The
times of all peers are printed on stderr.
"""

import argparse
import collections
import json
import math
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from timing import timed

PUZZLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../puzzles")

# The resolution of the clock.
LEAST_SECONDS = 0.001

# A peer that takes more than this multiple of the least time is not run again.
NEAR = 1.5

# `kind` is what is counted and listed: "distinct" solutions, all "solutions", those of a "cover"
# problem, or all, which are "visited" and not written. `cut` restricts the problem for peers without
# symmetries: an item, or a case of the puzzle. `polycube` and `pentomino` are options for these peers.
Row = collections.namedtuple("Row", "name kind case cut polycube pentomino", defaults=[""] * 4)
ROWS = [
    Row("scott", "distinct", "", "P", "-r# -b8 -v6 -V12", "rect8x8-2x2"),
    Row("pentominoes-6x10", "distinct", "", "X in the upper left quarter", "-r# -b8 -V12 -e8",
        "rect6x10"),
    Row("dudeney", "distinct", "", "P", "-r# -b6 -e9 -v5 -V12"),
    Row("one-sided-pentominoes-3x30", "distinct", "", "V", "-r# -ox -b17 -V18"),
    Row("kanoodle", "solutions", "", "", "-r. -b11 -F10"),
    Row("hexiamonds-rhombus", "distinct", "", "sphinx in 3 of its 12 orientations"),
    Row("tetrasticks-5x5-without-l", "distinct", "", "N"),
    Row("obeirne-hexagon", "solutions", "small hexagon at distance √7"),
    Row("y-pentominoes-15x15", "distinct", "", "7,7"),
    Row("queens-14", "cover"),
    Row("dominoes-8x8", "visited", "", "", "-r. -oy -b16"),
]


class Problem:
    """An exact cover problem: items that must be covered, items that may be, and options."""

    def __init__(self, primary, secondary, options):
        self.primary, self.secondary, self.options = primary, secondary, options

    def cut(self, item):
        """Restricts the options of an item to the orientation of the first one."""
        kept = self.orientation(next(option for option in self.options if item in option))
        stays = lambda option: item not in option or self.orientation(option) == kept
        return Problem(self.primary, self.secondary, list(filter(stays, self.options)))

    def orientation(self, option):
        cells = self.cells(option)
        left, top = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
        return sorted((x - left, y - top, *rest) for x, y, *rest in cells)

    def cells(self, items):
        cells = [item for item in items if "," in item and item in self.primary]
        return [tuple(map(int, cell.split(","))) for cell in cells]

    def numbered(self):
        """Returns the items that must be covered, the others, and the options, all as numbers."""
        number = {item: str(n) for n, item in enumerate(self.primary + self.secondary)}
        as_numbers = lambda items: [number[item] for item in items]
        return as_numbers(self.primary), as_numbers(self.secondary), map(as_numbers, self.options)

    def knuth(self):
        """Returns the problem in Knuth's format. Items are numbers, because his names are short."""
        primary, secondary, options = self.numbered()
        items = [*primary, "|", *secondary] if secondary else primary
        return "".join(" ".join(line) + "\n" for line in [items, *options])

    def pairs(self):
        """Returns the problem for test_dlx: each item of each option, then the optional items."""
        _, secondary, options = self.numbered()
        pairs = [f"{n} {item}" for n, option in enumerate(options) for item in option]
        return "\n".join([str(len(pairs)), *pairs, str(len(secondary)), *secondary]) + "\n"

    def polycube(self):
        """Returns the problem for polycube: a box, its cells outside the board, and the pieces."""
        board, pieces = self.cells(self.primary), {}
        width, height = (max(cell[axis] for cell in board) + 1 for axis in (0, 1))
        taken = {(x, y) for x in range(width) for y in range(height)} - set(board)
        for option in self.options:
            cells = self.cells(option)
            # Equal pieces have no items; each copy gets a name.
            copies = [f"copy{n}" for n in range(len(board) // len(cells))]
            for name in [item for item in option if "," not in item] or copies:
                pieces.setdefault(name, cells)
        # F' is the mirror image of F, if that is another piece.
        one_sided = any("'" in name for name in pieces)
        layout = lambda cells: ", ".join(f"{x} {y} 0" for x, y in sorted(cells))
        lines = [f"D:xDim={width}:yDim={height}:zDim=1:oneSide={int(one_sided)}"]
        lines += [f"C:name=taken:type=S:layout={layout(taken)}"] if taken else []
        lines += [f"C:name={name}:layout={layout(cells)}" for name, cells in pieces.items()]
        return "\n".join([*lines, "~D"]) + "\n"


def queens(n):
    """Returns the problem of n queens as in table.rs: ranks and files from the middle outwards."""
    lines = sorted(range(n), key=lambda line: (abs(line - n // 2), line))
    primary = [letter + str(line) for line in lines for letter in "RF"]
    secondary = [f"{letter}{diagonal}" for letter in "AB" for diagonal in range(1, 2 * n - 2)]
    known = {*primary, *secondary}
    squares = [[f"R{rank}", f"F{file}", f"A{rank + file}", f"B{n - 1 - rank + file}"]
               for rank in range(n) for file in range(n)]
    options = [[item for item in square if item in known] for square in squares]
    return Problem(primary, secondary, options)


def puzzle(row, case):
    return [os.path.join(PUZZLES, row.name + ".ron"), *(["--case", case] if case else [])]


def matrix(row, case, program):
    command = [program, "matrix", *puzzle(row, case)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    first, *lines = text.splitlines()
    primary, _, secondary = first.partition("|")
    return Problem(primary.split(), secondary.split(), [line.split() for line in lines])


def write(row, program, folder):
    """Writes the problem of a row in each format, restricted for the peers without symmetries."""
    whole = cut = queens(14) if row.kind == "cover" else matrix(row, row.case, program)
    if " " in row.cut:
        cut = matrix(row, row.cut, program)
    elif row.cut:
        cut = whole.cut(row.cut)
    texts = {"whole": whole.knuth(), "knuth": cut.knuth(), "pairs": cut.pairs()}
    if row.polycube:
        texts["polycube"] = whole.polycube()
    for name, text in texts.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


# The arguments of each peer, where `{own}` is replaced by the row's options and `< FILE` names its
# stdin; and the pattern of its number of solutions. A peer with `{own}` cannot do rows without options
# for it.
PEERS = {
    "pentomino": ("--quiet --unique --solver optimized-small --board {own}", r"Found (\d+)"),
    "polycube": ("{own} -q -i1 -- {folder}/polycube", r"(?m)^SOLUTIONS=(\d+)"),
    **{name: ("< {folder}/knuth", r"Altogether (\d+) solution")
       for name in "ssxcc0 ssxcc1 ssxcc2 ssxcc ssxc1 ssxc0 dlx1 dlx2 dance".split()},
    "test_dlx": ("{folder}/pairs -1", r"(?m)^\d+ (\d+)$"),
}


class Run:
    """The times of a command in each turn, and the numbers of solutions it found."""

    def __init__(self, command, found, stdin=None):
        self.command, self.found, self.stdin = command, found, stdin or os.devnull
        self.seconds, self.numbers, self.stopped = [], set(), None

    def turn(self, limit=resource.RLIM_INFINITY):
        bound = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        with open(self.stdin, encoding="utf-8") as given:
            ended, seconds = timed(self.command, stdin=given, text=True, preexec_fn=bound)
        if ended.returncode < 0:
            self.stopped = limit
        else:
            self.seconds.append(max(seconds, LEAST_SECONDS))
            self.numbers.add(self.found(ended.stdout + ended.stderr))

    def median(self):
        return statistics.median(self.seconds) if self.seconds else math.inf

    def __str__(self):
        return f"{self.median():.3f}" if self.seconds else f"over {self.stopped}"


def said(pattern):
    """Returns a function that finds a number, which may have commas, in the output of a program."""
    def found(text):
        match = re.search(pattern, text)
        return int(match[1].replace(",", "")) if match else sys.exit(f"no number: {text[:200]}")
    return found


def own(row, program, folder):
    """Returns the runs of our program that count and list."""
    summary, whole = os.path.join(folder, "summary.json"), os.path.join(folder, "whole")
    to_nowhere = ["sh", "-c", 'exec "$@" > /dev/null', "sh", program]
    as_lines = ["--threads", "1", "--format", "jsonl", "--summary", summary]
    cover = [program, "cover", "--threads", "1", "--count", whole]

    def listed(_):
        with open(summary, encoding="utf-8") as file:
            return json.load(file)["solutions"]

    if row.kind == "cover":
        return Run(cover, said(r"([\d,]+)")), Run([*to_nowhere, "cover", *as_lines, whole], listed)
    word = "distinct" if row.kind == "distinct" else "solutions"
    file = puzzle(row, row.case)
    count = Run([program, "count", "--threads", "1", *file], said(word + r" +([\d,]+)"))
    if row.kind == "visited":
        return count, Run([*cover, "--engine", "bits"], said(r"([\d,]+)"))
    distinct = ["--distinct"] if row.kind == "distinct" else []
    return count, Run([*to_nowhere, "solve", *distinct, *as_lines, *file], listed)


def present(row, where, folder):
    """Returns the runs of the peers that exist and can do the row."""
    peers = {}
    for name, (call, pattern) in PEERS.items():
        path, options = os.path.join(where, name), getattr(row, name, "")
        if os.access(path, os.X_OK) and (options or "{own}" not in call):
            words, _, stdin = call.format(own=options, folder=folder).partition("< ")
            peers[name] = Run([path, *words.split()], said(pattern), stdin)
    return peers or sys.exit(f"{row.name}: no peer for it in {where}")


def race(peers, ours, turns, limit):
    """Runs the peers and our program in turn, `turns` times or as the time of the fastest requires."""
    least = lambda: min(peer.median() for peer in peers)
    for peer in peers:
        peer.turn(int(min(limit, NEAR * least() + 1)))
    for run in ours:
        run.turn()
    turns = 10 * turns if least() < 0.1 else min(turns, 2) if least() > 5 else turns
    near = [peer for peer in peers if peer.median() <= min(limit, NEAR * least())]
    for _ in range(1, turns):
        for run in [*near, *ours]:
            run.turn()


def cells_of(row, peers, ours):
    fastest = min(peers, key=lambda name: peers[name].median())
    runs = {**peers, "count": ours[0], "list": ours[1]}
    numbers = {name: run.numbers for name, run in runs.items() if run.numbers}
    found = set().union(*numbers.values())
    yield f"`{row.name}`"
    yield f"{found.pop():,}" if len(found) == 1 else f"they disagree: {numbers}"
    yield fastest
    yield str(peers[fastest])
    for run in ours:
        ratios = [theirs / our for theirs, our in zip(peers[fastest].seconds, run.seconds)]
        yield str(run)
        yield f"{statistics.median(ratios):.2f}" if ratios else "–"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", help="where the peers are")
    parser.add_argument("--program", default="target/release/tilewright")
    parser.add_argument("--turns", type=int, default=5, help="how often each is run (default 5)")
    parser.add_argument("--limit", type=int, default=60, help="seconds of a peer (default 60)")
    parser.add_argument("--rows", default="", metavar="PART", help="rows whose name contains this")
    arguments = parser.parse_args()
    program = os.path.abspath(arguments.program)
    print("| puzzle | solutions | fastest peer | peer, s | count, s | times | list, s | times |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for row in [row for row in ROWS if arguments.rows in row.name]:
        with tempfile.TemporaryDirectory() as folder:
            write(row, program, folder)
            peers = present(row, os.path.abspath(arguments.folder), folder)
            ours = own(row, program, folder)
            race(list(peers.values()), ours, arguments.turns, arguments.limit)
            print("| " + " | ".join(cells_of(row, peers, ours)) + " |", flush=True)
            took = ", ".join(f"{name} {run}" for name, run in peers.items())
            print(f"{row.name}, {len(ours[0].seconds)} turns: {took}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
