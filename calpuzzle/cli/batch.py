"""Counts every date of a puzzle, writes the table, and prints the summary."""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.output import RESULTS, default_path, tell
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.saved import counted
from calpuzzle.cli.second import double_check
from calpuzzle.files import check_writable
from calpuzzle.puzzle import load


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add_output(
        parser, f"{RESULTS}/PUZZLE.csv here; .parquet and .json are written by the ending"
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
        parser, "calpuzzle batch", "calpuzzle batch -p weekday-8x7 -o counts.parquet --jobs 2"
    )


def run(args: argparse.Namespace) -> int:
    """Count, write, sum up."""
    from calpuzzle import engines, tables
    from calpuzzle.stats import stats, stats_text

    puzzle = load(args.puzzle)
    engines.load(args.engine)
    # Whatever can be known to fail is known before the work begins.
    if args.output is None:
        path = default_path(puzzle.name, "csv")
    else:
        path = args.output
        check_writable(path)
        tables.check_ending(path)
    frame = counted(puzzle, args.engine, args.jobs, options.memory_of(args))
    if args.double_check:
        double_check(puzzle, frame, path, args.engine, args.jobs)
    tables.write(frame, path)
    tell(f"wrote {path}")
    counts = frame["solutions"].to_numpy().reshape(puzzle.shape)
    print(stats_text(puzzle.model, stats(puzzle.model, counts)), end="")
    return 0
