#!/usr/bin/env python3
"""Compares `cover` with Knuth's programs on examples of his own, one thread each.

    crates/cli/benches/knuth.py FOLDER --sets 3

FOLDER holds his programs, built outside the repository from the sources on his page with `ctangle`
and `gcc -O3 -march=native`: the solvers dlx2 and ssxcc, the generators of the examples
(word-rect-dlx, pi-day-dlx, windmill-dominoes-dlx, torto-dlx, slitherlink-dlx, queens-dlx), and his lists of
words (words3-from-OSPD4, words4-from-OSPD4, words5-from-sgb), or others of those names.

Prints a row for each example:

- the number of solutions, or that the programs disagree;
- the nodes of dlx2, and those of `links` by `tilewright profile` if they differ;
- the median user seconds of dlx2, ssxcc, `links` and `bits`, run in turn, including the time to read
  the problem;
- the speed of `bits` as a multiple of the faster one of dlx2 and ssxcc.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from timing import timed

WORDS3, WORDS4, WORDS5 = "words3-from-OSPD4", "words4-from-OSPD4", "words5-from-sgb"

# Shorter times measure only the clock and the start of the process.
LEAST_SECONDS = 0.01

EXAMPLES = {
    "words 3 by 3": ["word-rect-dlx", f"{WORDS3}:400", f"{WORDS3}:400"],
    "words 3 by 4": ["word-rect-dlx", f"{WORDS3}:400", f"{WORDS4}:400"],
    "words 4 by 4": ["word-rect-dlx", f"{WORDS4}:1000", f"{WORDS4}:1000"],
    "words 4 by 5": ["word-rect-dlx", f"{WORDS4}:600", f"{WORDS5}:1000"],
    "words 5 by 5": ["word-rect-dlx", f"{WORDS5}:800", f"{WORDS5}:800"],
    "pi day": ["pi-day-dlx"],
    "windmill dominoes 4 by 5": ["windmill-dominoes-dlx", "4", "5"],
    "torto, black and white": ["torto-dlx", "black", "white"],
    "slitherlink 4 by 6, no clues": ["slitherlink-dlx"],
    "14 queens": ["queens-dlx", "14"],
}

# The stdin of generators that read one.
GIVEN = {"slitherlink-dlx": "......\n" * 4}


def said(command, stdin=None):
    """Returns the output of a command, stdout and stderr, and its user seconds."""
    with open(stdin or os.devnull, encoding="utf-8") as given:
        ended, seconds = timed(command, stdin=given, text=True)
    return ended.stdout + ended.stderr, seconds


def number(pattern, text):
    """Returns the number that a pattern finds, which may have commas; None if there is none."""
    found = re.search(pattern, text)
    return int(found[1].replace(",", "")) if found else None


def row(name, problem, folder, program, sets):
    peers = {peer: [os.path.join(folder, peer)] for peer in ["dlx2", "ssxcc"]}
    own = {
        engine: [program, "cover", "--count", "--engine", engine, "--threads", "1", problem]
        for engine in ["links", "bits"]
    }
    counts, times, nodes = {}, {}, None
    for _ in range(sets):
        for peer, command in peers.items():
            text, seconds = said(command, problem)
            counts.setdefault(peer, set()).add(number(r"Altogether (\d+) solution", text))
            times.setdefault(peer, []).append(seconds)
            if peer == "dlx2":
                nodes = number(r"(\d+) nodes", text)
        for engine, command in own.items():
            text, seconds = said(command)
            # An engine may refuse a problem.
            count = number(r"(?m)^([\d,]+)$", text)
            if count is not None:
                counts.setdefault(engine, set()).add(count)
                times.setdefault(engine, []).append(seconds)
    text, _ = said([program, "profile", problem])
    own_nodes = number(r"with the root ([\d,]+) nodes", text)
    found = set().union(*counts.values())
    seconds = [
        f"{statistics.median(times[who]):.2f}" if who in times else "–"
        for who in ["dlx2", "ssxcc", "links", "bits"]
    ]
    fastest_peer = min(statistics.median(times[peer]) for peer in peers)
    bits = statistics.median(times["bits"]) if "bits" in times else 0
    ahead = f"{fastest_peer / bits:.1f}" if min(fastest_peer, bits) >= LEAST_SECONDS else "–"
    cells = [
        name,
        f"{found.pop():,}" if len(found) == 1 else f"they disagree: {counts}",
        f"{nodes:,}" if nodes == own_nodes else f"{nodes:,}, links {own_nodes:,}",
        *seconds,
        ahead,
    ]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", help="where Knuth's programs and lists of words are")
    parser.add_argument("--program", default="target/release/tilewright")
    parser.add_argument("--sets", type=int, default=3, help="how often each is run")
    arguments = parser.parse_args()
    folder = os.path.abspath(arguments.folder)
    program = os.path.abspath(arguments.program)
    print("| example | solutions | nodes | dlx2, s | ssxcc, s | `links`, s | `bits`, s | times |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, (generator, *rest) in EXAMPLES.items():
        with tempfile.NamedTemporaryFile("w", suffix=".dlx") as problem:
            command = [os.path.join(folder, generator), *rest]
            made = subprocess.run(
                command,
                cwd=folder,
                input=GIVEN.get(generator, ""),
                capture_output=True,
                text=True,
                check=False,
            )
            if "\n" not in made.stdout:
                sys.exit(f"{name}: {generator} says {made.stderr.strip()}")
            problem.write(made.stdout)
            problem.flush()
            row(name, problem.name, folder, program, arguments.sets)


if __name__ == "__main__":
    main()
