"""List the possible placements on a date, with their numbers of solutions.

With --placed, only solutions that contain these placements count. The list uses the notation of
--placed, and marks placements that are in every solution.

examples:
  calpuzzle places Sat Jan 1
  calpuzzle places Sat Jan 1 --placed "J4@5,5:4" --every
"""

from __future__ import annotations

import argparse

from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import notify, target, write_data
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.request import situation_of
from calpuzzle.cli.subject import subject_of
from calpuzzle.draw.boxes import in_columns
from calpuzzle.puzzle.dates.instances import by_group, date_record


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add(parser, *options.PLACED, "--memory")
    text = "only placements in every solution"
    parser.add_argument("--every", action="store_true", help=text)
    options.add_format(parser, options.DATA)


def run(args: argparse.Namespace) -> None:
    """List the placements."""
    into = target(args, options.DATA)
    subject = subject_of(args)
    with Meter(subject.name) as report:
        position = situation_of(args, subject, "places lists placements of pieces", report)
        remaining = position.problems.remaining(position.date + position.placed)
        total, times = remaining.count, remaining.occurrences()
    lowered = position.lowered
    places = {
        position.written(option): number
        for option, number in sorted(times.items(), key=lambda pair: (-pair[1], pair[0]))
        if lowered.class_of(option) >= 0 and (number == total or not args.every)
    }
    if not places:
        what = " ".join(position.labels) or lowered.model.name
        words = " that contains all placed pieces" if position.placed else ""
        notify(
            f"no placement is in each of the {plural(total, 'solution')} of {what}"
            if total
            else f"{what} has no solution{words}"
        )
    opened = by_group(lowered.model, position.labels) if position.labels else {}
    head = {"puzzle": lowered.model.name, "date": date_record(opened), "total": total}
    digits = len(f"{total:,}")
    shares = [
        f"{number:>{digits},} of {total:,}" + "  in every solution" * (number == total)
        for number in places.values()
    ]
    text = in_columns([list(places), shares]) if places else ""
    rows = [{"placement": each, "solutions": n, "total": total} for each, n in places.items()]
    write_data(into, text, rows, {**head, "placements": places})
