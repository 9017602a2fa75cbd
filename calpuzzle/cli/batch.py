"""Counts every date of a puzzle, or of several, writes the tables, and prints the summaries.

A long count by backtracking that is stopped goes on where it was when it is asked for again.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from contextlib import closing

from calpuzzle.cli import options
from calpuzzle.cli.counting import counted_each
from calpuzzle.cli.output import RESULTS, default_path, tell
from calpuzzle.cli.parser import Parser
from calpuzzle.results.second import double_check
from calpuzzle.base.errors import InputError
from calpuzzle.base.files import check_writable
from calpuzzle.library import DEFAULT
from calpuzzle.puzzle import Puzzle, load


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "-p",
        "--puzzle",
        action="append",
        dest="puzzles",
        metavar="PUZZLE",
        help="a shipped puzzle's name or a puzzle file's path; may be given several times "
        f"(default {DEFAULT})",
    )
    options.add_output(
        parser,
        f"{RESULTS}/PUZZLE.csv here; .parquet and .json are written by the ending; a folder where "
        "there are several puzzles",
    )
    options.add_engine(parser)
    options.add_jobs(parser)
    options.add_memory(parser)
    parser.add_argument(
        "--double-check",
        action="store_true",
        help="count again with a second engine and once more on the reflected board; where they "
        "differ, write both tables and exit with code 1",
    )
    options.add_examples(
        parser,
        "calpuzzle batch",
        "calpuzzle batch -p weekday-8x7 -o counts.parquet",
        "calpuzzle batch -p dray -p weekday-8x7 -p whole-year-7x7 --jobs 2",
    )


def run(args: argparse.Namespace) -> int:
    """Count, write, sum up."""
    from calpuzzle import engines, tables
    from calpuzzle.results.stats import stats, stats_text

    puzzles = [load(name) for name in args.puzzles or [DEFAULT]]
    engines.load(args.engine)
    # Whatever can be known to fail is known before the work begins.
    paths = _paths(puzzles, args.output)
    for path in paths:
        tables.check_ending(path)
    way = engines.Run(args.jobs, memory=options.memory_of(args), resume=True)
    with closing(counted_each(puzzles, args.engine, way)) as found:
        for puzzle, path, frame in zip(puzzles, paths, found, strict=True):
            if args.double_check:
                double_check(puzzle, frame, path, args.engine, way)
            tables.write(frame, path)
            tell(f"wrote {path}")
            counts = tables.to_counts(frame, puzzle.model)
            print(stats_text(puzzle.model, stats(puzzle.model, counts)), end="", flush=True)
    return 0


def _paths(puzzles: Sequence[Puzzle], output: str | None) -> list[str]:
    """Where the tables go. Raises InputError and CannotDoError."""
    names = [puzzle.name for puzzle in puzzles]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two of the puzzles are named {name}; name each once")
    if output is None:
        return [default_path(name, "csv") for name in names]
    if len(names) == 1:
        paths = [output]
    elif os.path.isdir(output):
        paths = [os.path.join(output, f"{name}.csv") for name in names]
    else:
        raise InputError(
            f"{output} is no folder, and {len(names)} tables are to be written; name a folder "
            "that exists"
        )
    for path in paths:
        check_writable(path)
    return paths
