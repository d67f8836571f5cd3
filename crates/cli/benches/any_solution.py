#!/usr/bin/env python3
"""Compares `solve --any` with a SAT solver and a constraint solver, one thread each.

    crates/cli/benches/any_solution.py puzzles/giants/*.ron

Prints a row for each puzzle: the median, the least and the greatest user seconds of
`tilewright solve --any` over the seeds, and the user seconds of each peer, or that it found nothing
within the limit. The peers get the exact cover problem of `tilewright matrix`:

  kissat   as a CNF, with at-most-one constraints by sequential counters (Sinz 2005); run with --sat.
           --kissat PATH selects another solver that reads DIMACS and has the exit statuses of the
           SAT competitions. Left out if there is none.
  CP-SAT   with one worker. Left out if Python has no module ortools (pip install ortools).

The time to read or build the model counts; the time to write the CNF does not.
"""

import argparse
import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from timing import timed

UNKNOWN = "unknown"


def matrix(program, puzzle):
    """Returns the bounds of each item of a puzzle's matrix, by name, and its options."""
    text = subprocess.run([program, "matrix", puzzle], check=True, capture_output=True, text=True)
    lines = [line for line in text.stdout.splitlines() if line and not line.startswith("|")]
    bounds, secondary = {}, False
    for word in lines[0].split():
        if word == "|":
            secondary = True
            continue
        *bound, name = word.split("|")
        if bound:
            low, _, high = bound[0].rpartition(":")
            bounds[name] = (int(low or high), int(high))
        else:
            bounds[name] = (0, 1) if secondary else (1, 1)
    return bounds, [line.split() for line in lines[1:]]


def by_item(bounds, options):
    """Returns for each item the variables, numbered from 1, of its options."""
    held = {name: [] for name in bounds}
    for variable, option in enumerate(options, 1):
        for name in option:
            held[name].append(variable)
    return held


def at_most(variables, most, top, clauses):
    """Adds the clauses that at most `most` of the variables are true, by a sequential counter.

    `top` is the greatest variable in use. Returns the greatest variable in use afterwards.
    """
    rows = []
    for at, variable in enumerate(variables):
        row = list(range(top + 1, top + most + 1))
        top += most
        clauses.append([-variable, row[0]])
        if rows:
            before = rows[-1]
            for count in range(most):
                clauses.append([-before[count], row[count]])
                if count + 1 < most:
                    clauses.append([-variable, -before[count], row[count + 1]])
            clauses.append([-variable, -before[-1]])
        rows.append(row)
    return top


def write_cnf(bounds, options, path):
    clauses, top = [], len(options)
    for name, variables in by_item(bounds, options).items():
        low, high = bounds[name]
        if low == 1:
            clauses.append(variables)
        elif low > 1:
            # At least `low` are chosen if at most all but `low` are not.
            rest = [-variable for variable in variables]
            top = at_most(rest, len(variables) - low, top, clauses)
        if high < len(variables):
            top = at_most(variables, high, top, clauses)
    with open(path, "w", encoding="ascii") as out:
        out.write(f"p cnf {top} {len(clauses)}\n")
        out.writelines(" ".join(map(str, clause)) + " 0\n" for clause in clauses)


def user_seconds(command, limit):
    """Returns the user seconds and the exit status of a command; None if it exceeds the limit."""
    try:
        ended, seconds = timed(command, timeout=limit)
    except subprocess.TimeoutExpired:
        return None, None
    return seconds, ended.returncode


def found_in(command, limit, found):
    """Returns the seconds of a peer as text; `found` is its exit status for a solution."""
    seconds, status = user_seconds(command, limit)
    if seconds is None:
        return f"none in {limit}"
    return f"{seconds:.2f}" if status == found else UNKNOWN


def cp_sat(program, puzzle, limit):
    """Solves one puzzle by CP-SAT. Returns the exit status: 10 for a solution, otherwise 0."""
    from ortools.sat.python import cp_model

    bounds, options = matrix(program, puzzle)
    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in options]
    for name, variables in by_item(bounds, options).items():
        literals = [chosen[variable - 1] for variable in variables]
        low, high = bounds[name]
        if (low, high) == (1, 1):
            model.add_exactly_one(literals)
        elif (low, high) == (0, 1):
            model.add_at_most_one(literals)
        else:
            model.add_linear_constraint(sum(literals), low, high)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    return 10 if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE) else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("puzzles", nargs="+")
    parser.add_argument("--tilewright", default="target/release/tilewright")
    parser.add_argument("--kissat", default=shutil.which("kissat"))
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--limit", type=int, default=60, help="seconds for each peer")
    parser.add_argument("--cp-sat", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.cp_sat:
        sys.exit(cp_sat(args.tilewright, args.puzzles[0], args.limit))
    has_ortools = importlib.util.find_spec("ortools") is not None
    if not args.kissat:
        print("no kissat: its column is empty (--kissat PATH)", file=sys.stderr)
    if not has_ortools:
        print("no ortools: its column is empty (pip install ortools)", file=sys.stderr)
    print(f"| puzzle | --any: median of {args.seeds} | least | greatest | kissat --sat | CP-SAT |")
    print("| --- | --- | --- | --- | --- | --- |")
    for puzzle in args.puzzles:
        times = []
        for seed in range(1, args.seeds + 1):
            command = [args.tilewright, "solve", "--any", "--seed", str(seed), "-j", "1", puzzle]
            seconds, status = user_seconds(command, args.limit)
            times.append(seconds if status == 0 else float("inf"))
        row = [f"{time:.2f}" for time in (statistics.median(times), min(times), max(times))]
        peers = ["", ""]
        if args.kissat:
            bounds, options = matrix(args.tilewright, puzzle)
            with tempfile.TemporaryDirectory() as folder:
                cnf = os.path.join(folder, "cover.cnf")
                write_cnf(bounds, options, cnf)
                peers[0] = found_in([args.kissat, "--sat", "-q", cnf], args.limit, 10)
        if has_ortools:
            own = [sys.executable, __file__, "--cp-sat", "--tilewright", args.tilewright]
            command = [*own, "--limit", str(args.limit), puzzle]
            # The process gets 60 s more to build its model.
            seconds, status = user_seconds(command, args.limit + 60)
            found = status == 10 and seconds is not None
            peers[1] = f"{seconds:.2f}" if found else f"none in {args.limit}"
        name = os.path.splitext(os.path.basename(puzzle))[0]
        print("| " + " | ".join([name, *row, *peers]) + " |", flush=True)


if __name__ == "__main__":
    main()
