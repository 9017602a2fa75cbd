"""Count every date of puzzles, write the tables, and print summaries.

An interrupted long count by backtracking continues when the command is repeated. --difficulty
writes another table, with the difficulty of each date, into the folder difficulty beside the first;
this takes some minutes for a puzzle with weekdays.

examples:
  calpuzzle batch
  calpuzzle batch weekday-8x7 -o counts.parquet
  calpuzzle batch dray weekday-8x7 whole-year-7x7 --jobs 2
  calpuzzle batch dray --difficulty --jobs 2
"""

from __future__ import annotations

import argparse
import os
from contextlib import closing
from typing import TYPE_CHECKING

from calpuzzle import engines
from calpuzzle.api import DEFAULT, load
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import check_writable
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import RESULTS, check_new, default_path, tell, wrote
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import EXPLAINED, Subject, default_puzzle, refuse_idle
from calpuzzle.results import grades, tables
from calpuzzle.results.batch import tables_of
from calpuzzle.results.second import double_check
from calpuzzle.results.stats import stats, stats_text

if TYPE_CHECKING:
    import pandas as pd


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add(
        "words", metavar="PUZZLE", nargs="*", help=f"names of puzzles, or files (default {DEFAULT})"
    )
    usual = f"{RESULTS}/PUZZLE.csv here; .parquet and .json by the ending"
    options.add_output(parser, f"{usual}; a folder for several puzzles")
    text = "recount with a second engine and on the reflected board; exit code 1 if they differ"
    add("--double-check", action="store_true", help=text)
    options.add(parser, "--from", "--problem", "--difficulty", "--engine", "--memory", "--explain")
    options.add_jobs(parser, "threads")


def run(args: argparse.Namespace) -> None:
    """Count, write, sum up."""
    puzzles = [
        Subject(load(name, args.form, problem=args.problem), name).puzzle(
            "batch counts the dates of puzzles with pieces (calpuzzle count counts the others)"
        )
        for name in args.words or [default_puzzle()]
    ]
    engines.check_name(args.engine)
    if args.explain:
        refuse_idle(args, EXPLAINED, "--output", "--difficulty")
        memory = options.memory_of(args)
        print(
            *[own.explain(what="counts", engine=args.engine, memory=memory) for own in puzzles],
            sep="\n",
            end="",
        )
        return
    # Whatever can be known to fail is known before the work begins.
    paths = _paths([puzzle.name for puzzle in puzzles], args.output, args.force)
    for path in paths:
        tables.check_ending(path)
    title = puzzles[0].name if len(puzzles) == 1 else plural(len(puzzles), "puzzle")
    with Meter(title) as report:
        way = engines.Run(args.jobs, report, options.memory_of(args), resume=True)
        with closing(tables_of(puzzles, args.engine, way)) as found:
            for puzzle, path, frame in zip(puzzles, paths, found, strict=True):
                if args.double_check:
                    _double_check(puzzle, frame, path, args.engine, way)
                tables.write(frame, path)
                wrote(path)
                counts = tables.to_counts(frame, puzzle.model)
                said = stats_text(puzzle.model, stats(puzzle.model, counts))
                if args.difficulty:
                    said += _measured(puzzle, path, way)
                print(said, end="", flush=True)


def _measured(puzzle: Puzzle, path: str, way: engines.Run) -> str:
    """Measure how hard each date is, write that beside the table, and sum it up."""
    found = puzzle.difficulties(way.jobs, way.progress)
    beside = grades.path_beside(path)
    grades.write(puzzle, found, beside)
    wrote(beside)
    return grades.grades_text(puzzle.model, found)


def _double_check(
    puzzle: Puzzle, frame: pd.DataFrame, path: str, engine: str, way: engines.Run
) -> None:
    """Raise CannotDoError where a second count differs, after writing both tables beside `path`."""
    for second in double_check(puzzle, frame, engine, way):
        if not second.unequal:
            tell(second.said)
            continue
        stem, ending = os.path.splitext(path)
        names = [f"{stem}.first{ending}", f"{stem}.second{ending}"]
        for name, table in zip(names, (frame, second.frame), strict=True):
            tables.write(table, name)
        raise CannotDoError(f"{second.said}: see {names[0]} and {names[1]}")


def _paths(names: list[str], output: str | None, force: bool) -> list[str]:
    """Return where the tables of these puzzles go. Raises InputError and CannotDoError."""
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two of the puzzles are named {name}; name each once")
    if output is None:
        return [default_path(name, "csv", force) for name in names]
    if len(names) > 1 and not os.path.isdir(output):
        raise InputError(
            f"{output} is not a folder, and {len(names)} tables must be written; name a folder "
            "that exists"
        )
    several = [os.path.join(output, f"{name}.csv") for name in names]
    paths = several if len(names) > 1 else [output]
    for path in paths:
        check_writable(path)
        check_new(force, path)
    return paths
