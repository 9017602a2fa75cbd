"""Helps with a date without spoiling it: whether it can still be done, where to look, one piece.

Level 1 says whether what is laid can be completed and, where not, which piece to lift first.
Level 2 names a piece that has few places left, and the region it goes to. Level 3 lays it. Of a
griddler, the next line or cell that can be settled, and why.

examples:
  calpuzzle hint today --level 2
  calpuzzle hint Sat Jan 1 --with "J4@5,5:4 I4@3,6:2" --level 3
  calpuzzle hint examples/puzzles/cat.non --with @examples/puzzles/filled.txt
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.asking import Question, question, with_laid
from calpuzzle.cli.output import wants_ascii
from calpuzzle.cli.parser import Parser, one_of
from calpuzzle.cli.progress import Meter, progress
from calpuzzle.cli.subject import subject_of
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.placements import written
from calpuzzle.results import hints
from calpuzzle.results.puzzle import Puzzle

if TYPE_CHECKING:
    from calpuzzle.results.griddler import Griddler


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add(parser, *options.LAID)
    parser.add_argument(
        "--level",
        type=one_of("level", ("1", "2", "3")),
        default="1",
        metavar="1|2|3",
        help="how much to give away: 1 can it be done, 2 where to look, 3 one piece (default 1)",
    )
    options.add(parser, "--memory")


def run(args: argparse.Namespace) -> None:
    """Give the hint."""
    subject = subject_of(args)
    if isinstance(subject.thing, Puzzle | Cover):
        with progress(subject.name) as report:
            asked = question(args, subject, "hint helps to lay pieces", report)
            said = _said(asked, args.level)
    else:
        said = _of_griddler(args, subject.thing)
    print(said)


def _of_griddler(args: argparse.Namespace, griddler: Griddler) -> str:
    with Meter(griddler.name):
        found = with_laid(args, griddler.hint)
    names = [
        f"row {row + 1} column {column + 1} {griddler.clues.palette[colour].name}"
        for row, column, colour in found.settles
    ]
    return f"{found.why}\nsettled: {', '.join(names)}" if names else found.why


def _said(asked: Question, level: str) -> str:
    left = asked.asked.completions(asked.date + asked.laid)
    if not left:
        return _impossible(asked)
    if _solved(asked):
        return "It is solved."
    if level == "1":
        return f"It can still be done, in {plural(left, 'way')}."
    found = hints.next_piece(asked.puzzle.lowered, asked.asked.left(asked.date + asked.laid))
    if level == "3":
        return _one_piece(asked, found)
    places = len(found.places)
    only = "has only one place left" if places == 1 else f"has {places} places left"
    lowered = asked.puzzle.lowered
    region = hints.region(lowered, found.places)
    return f"Look at {lowered.classes[found.piece].name}: it {only}, {region}."


def _solved(asked: Question) -> bool:
    """Whether every cell that must be covered is, but for the labels where no date was asked
    for; what is laid can be completed."""
    cover = asked.puzzle.cover
    covered = {item for option in asked.date + asked.laid for item in cover.options[option]}
    wanted = set(range(asked.puzzle.lowered.first, len(cover.primary))) - covered
    return len(wanted) <= (0 if asked.date else len(asked.puzzle.groups))


def _impossible(asked: Question) -> str:
    what = "This date" if asked.date else asked.puzzle.name
    if not asked.laid:
        return f"{what} has no solution."
    if not asked.asked.completions(asked.date):
        return f"{what} has no solution, whatever is laid."
    lowered = asked.puzzle.lowered
    at = asked.puzzle.board.at
    cells = {at[label]: label for label in asked.labels}
    covering = hints.covering(lowered, cells, asked.laid)
    if covering:
        index, cell = covering
        others = (*asked.laid[:index], *asked.laid[index + 1 :])
        enough = asked.asked.completions(asked.date + others) > 0
        why = f"covers {cells[cell]}, which is of the date and stays uncovered. Lift it first"
        start = f"It cannot be done like this: {written(lowered, asked.laid[index])}"
    else:
        index, enough = hints.to_lift(asked.asked, asked.date, asked.laid)
        start = "It cannot be done like this."
        why = f"Lift {written(lowered, asked.laid[index])} first"
    after = "it can be done without it" if enough else "more will have to follow"
    return f"{start} {why}: {after}."


def _one_piece(asked: Question, hint: hints.Hint) -> str:
    from calpuzzle.draw.text import solution_text

    lowered = asked.puzzle.lowered
    sure = "in every solution" if hint.share == 1 else f"in {hint.share:.0%} of the solutions"
    name, cells = lowered.classes[hint.piece].names[0], lowered.cells_of(hint.likeliest)
    shown = {name: cells}, asked.opened
    drawn = solution_text(asked.puzzle.model, *shown, ascii_only=wants_ascii())
    return f"Lay {written(lowered, hint.likeliest)}, where it lies {sure}:\n\n{drawn}"
