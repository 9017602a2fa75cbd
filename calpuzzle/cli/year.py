"""For all days of a year, find solutions that move the fewest pieces from day to day.

The pieces of the first day are not counted. On a day without a solution no piece is moved. JSON and
CSV include the solution of each day in the form of --placed.

examples:
  calpuzzle year 2027 month-day-7x7
  calpuzzle year 2027 dray --impossible
  calpuzzle year dray --format json -o year.json
"""

from __future__ import annotations

import argparse

from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import notify, target, write_data
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import subject_of
from calpuzzle.puzzle.dates.instances import by_group, date_record
from calpuzzle.results.year_walk import impossible, walk, walk_records, walk_text


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_year(parser)
    text = "only list the days without a solution"
    parser.add_argument("--impossible", action="store_true", help=text)
    options.add_format(parser, options.DATA)


def run(args: argparse.Namespace) -> None:
    """Walk through the year."""
    into = target(args, options.DATA)
    subject = subject_of(args, year=True)
    puzzle = subject.as_puzzle("year walks through the dates of a calendar")
    year = subject.year
    if args.impossible:
        with Meter(f"{puzzle.name} {year}") as report:
            none = impossible(puzzle, year, report)
        dates = [date_record(by_group(puzzle.model, puzzle.labels(day)), day) for day in none]
        text = "".join(f"{day}  {' '.join(puzzle.labels(day))}\n" for day in none)
        whole = {"puzzle": puzzle.name, "year": year, "impossible": dates}
        write_data(into, text, dates, whole)
        notify(f"{puzzle.name}, {year}: {plural(len(none), 'day')} without a solution")
        return
    with Meter(f"{puzzle.name} {year}") as report:
        found = walk(puzzle, year, report)
    head = {"puzzle": puzzle.name, "year": year, "moves": found.moves}
    days = [*walk_records(puzzle.model, found)]
    if into[0] == "csv":  # a cell holds the pieces as --placed takes them
        for record, day in zip(days, found.days, strict=True):
            record["solution"] = day.solution and day.solution.written()
    write_data(into, walk_text(found), days, {**head, "days": days})
    none = found.unsolvable
    without = f"; {plural(len(none), 'day')} without a solution" if none else ""
    notify(f"{puzzle.name}, {year}: {plural(found.moves, 'piece')} moved in all{without}")
