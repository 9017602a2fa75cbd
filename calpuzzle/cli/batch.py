"""Count every date of puzzles, write the tables, and print summaries.

A long count, or a count of several puzzles, is divided into units. Finished units are stored in a
folder, the ledger: after an interruption, repeat the command to continue. docs/clusters.md explains
--cluster. --difficulty also writes a table of the difficulty of each date, into the folder
`difficulty` next to the table of counts; this takes some minutes for a puzzle with weekdays.

examples:
  calpuzzle batch
  calpuzzle batch weekday-8x7 -o counts.parquet
  calpuzzle batch dray weekday-8x7 whole-year-7x7 --jobs 2
  calpuzzle batch dray --difficulty --jobs 2
  calpuzzle batch years.toml --cluster tcp://HOST:8786
"""

from __future__ import annotations

import argparse
import os
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

from calpuzzle import engines
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.files import check_writable
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import RESULTS, check_new, default_path, notify, report_written
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import EXPLAINED, Subject, default_puzzle, loaded, refuse_unused
from calpuzzle.results import grades, tables
from calpuzzle.results.second import compared, second_counts
from calpuzzle.results.stats import stats, stats_text
from calpuzzle.results.units import counted

if TYPE_CHECKING:
    import pandas as pd

    from calpuzzle.engines import Counts
    from calpuzzle.puzzle.lowering import Lowered
    from calpuzzle.workers.calls import Workers


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    text = "names of puzzles, or files (default: that of calpuzzle default)"
    add("words", metavar="PUZZLE", nargs="*", help=text)
    usual = f"{RESULTS}/PUZZLE.csv; FILE may also end in .parquet or .json"
    options.add_output(parser, f"{usual}; for several puzzles, a folder")
    text = "recount with a second engine and on the reflected board; exit code 1 if counts differ"
    add("--double-check", action="store_true", help=text)
    options.add(parser, "--from", "--problem", "--difficulty", "--engine", "--memory", "--explain")
    options.add_ledger(parser, "OUTPUT.ledger, or batch.ledger for several puzzles")
    options.add(parser, "--cluster")
    options.add_jobs(parser, "threads, or processes with --cluster local")


def run(args: argparse.Namespace) -> None:
    """Count, write the tables, and print summaries."""
    puzzles = [
        Subject(loaded(name, args.form, problem=args.problem), name).as_puzzle(
            "batch counts the dates of puzzles with pieces (calpuzzle count counts the others)"
        )
        for name in args.words or [default_puzzle()]
    ]
    engines.check_name(args.engine)
    if args.explain:
        refuse_unused(args, EXPLAINED, "--output", "--difficulty")
        memory = options.memory_of(args)
        print(
            *[
                puzzle.explain(what="counts", engine=args.engine, memory=memory)
                for puzzle in puzzles
            ],
            sep="\n",
            end="",
        )
        return
    # Before the work begins, check everything that can be checked without it.
    names = [puzzle.name for puzzle in puzzles]
    ledger_folder, retain_ledger = args.ledger or _folder(names, args.output), bool(args.ledger)
    continues = not retain_ledger and os.path.isdir(ledger_folder)
    paths = _paths(names, args.output, args.force or continues)
    for path in paths:
        tables.check_ending(path)
    title = puzzles[0].name if len(puzzles) == 1 else plural(len(puzzles), "puzzle")
    recounts = [
        second_counts(puzzle, args.engine) if args.double_check else [] for puzzle in puzzles
    ]
    requested: list[tuple[Lowered, str]] = []
    for puzzle, others in zip(puzzles, recounts, strict=True):
        requested += [(puzzle, args.engine), *(other[1:] for other in others)]
    start_workers = partial(_cluster, args.cluster, args.jobs) if args.cluster else None
    with Meter(title) as report:
        run = engines.Run(args.jobs, report, options.memory_of(args))
        with closing(
            counted(requested, run, start_workers, ledger_folder, retain_ledger, notify)
        ) as found:
            for puzzle, path, others in zip(puzzles, paths, recounts, strict=True):
                counts = next(found)
                frame = tables.from_counts(puzzle.model, counts)
                for how, _, _ in others:
                    _compare(how, puzzle, frame, path, next(found))
                tables.write(frame, path)
                report_written(path)
                text = stats_text(puzzle.model, stats(puzzle.model, counts))
                if args.difficulty:
                    text += _measured(puzzle, path, run)
                print(text, end="", flush=True)
            next(found, None)  # ends the generator, which removes the ledger unless --ledger is set


def _cluster(address: str, jobs: int) -> Workers:
    from calpuzzle.workers.cluster import Cluster

    return Cluster(address, jobs, notify)


def _measured(puzzle: Puzzle, path: str, run: engines.Run) -> str:
    """Measure the difficulty of each date, write it next to the table, and return a summary."""
    found = puzzle.difficulties(run.jobs, run.progress)
    difficulty_file = grades.difficulty_path(path)
    grades.write(puzzle, found, difficulty_file)
    report_written(difficulty_file)
    return grades.grades_text(puzzle.model, found)


def _compare(how: str, puzzle: Puzzle, frame: pd.DataFrame, path: str, counts: Counts) -> None:
    """Raise CannotDoError if a second count differs, after writing both tables beside `path`."""
    second = compared(how, frame, tables.from_counts(puzzle.model, counts))
    if not second.unequal:
        notify(second.sentence)
        return
    stem, ending = os.path.splitext(path)
    names = [f"{stem}.first{ending}", f"{stem}.second{ending}"]
    for name, table in zip(names, (frame, second.frame), strict=True):
        tables.write(table, name)
    raise CannotDoError(f"{second.sentence}: see {names[0]} and {names[1]}")


def _folder(names: list[str], output: str | None) -> str:
    """Return the default folder of the ledger."""
    if len(names) > 1:
        return os.path.join(output or RESULTS, "batch.ledger")
    return f"{output or os.path.join(RESULTS, names[0] + '.csv')}.ledger"


def _paths(names: list[str], output: str | None, force: bool) -> list[str]:
    """Return the files for the tables of these puzzles. Raises InputError if two puzzles have the
    same name or the folder does not exist, and as `check_writable` and `check_new` do."""
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
