"""Helps with a date without spoiling it: whether it can still be done, where to look, one piece.

Level 1 says whether what is laid can be completed and, where not, which piece to lift first. Level
2 names a piece and the region it goes to, level 3 shows how it is turned, level 4 tells a cell of
it, and level 5 lays it: one that could have been found, for of a cell, or of the piece, the fewest
placements fit. --why says what rules the others out. Of a griddler, the next line or cell that can
be settled, and why.

examples:
  calpuzzle hint today --level 2
  calpuzzle hint Sat Jan 1 --with "J4@5,5:4 I4@3,6:2" --level 5 --why
  calpuzzle hint examples/puzzles/cat.non --with @examples/puzzles/filled.txt
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.asking import Question, question, with_laid
from calpuzzle.cli.output import wants_ascii
from calpuzzle.cli.parser import Parser, one_of
from calpuzzle.cli.progress import Meter, progress
from calpuzzle.cli.subject import subject_of
from calpuzzle.draw.text import turned_text
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.placements import written
from calpuzzle.puzzle.shapes import Cell, place_name
from calpuzzle.results import hints
from calpuzzle.results.puzzle import Puzzle
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    from calpuzzle.results.griddler import Griddler

LEVELS = ("1", "2", "3", "4", "5")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add(parser, *options.LAID)
    parser.add_argument(
        "--level",
        type=one_of("level", LEVELS),
        metavar="1..5",
        help="how much to give away: 1 can it be done, 2 which piece, 3 how it is turned, 4 one of "
        "its cells, 5 where it lies (default 1)",
    )
    parser.add_argument(
        "--why",
        action="store_true",
        help="what rules out the other placements that fit (level 2, if none is given)",
    )
    options.add(parser, "--memory")


def run(args: argparse.Namespace) -> None:
    """Give the hint."""
    subject = subject_of(args)
    level = int(args.level or (2 if args.why else 1))
    if args.why and level == 1:
        raise InputError("--why speaks of a piece, which level 1 does not name; take level 2 to 5")
    if isinstance(subject.thing, Puzzle | Cover):
        with progress(subject.name) as report:
            asked = question(args, subject, "hint helps to lay pieces", report)
            said = _said(asked, level, args.why)
    else:
        subject.refuse(args, "--why")
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


def _said(asked: Question, level: int, why: bool) -> str:
    laid = asked.date + asked.laid
    number = asked.asked.completions(laid)
    if not number:
        return _impossible(asked)
    if _solved(asked):
        return "It is solved."
    if level == 1:
        return f"It can still be done, in {plural(number, 'way')}."
    left = asked.asked.left(laid)
    found = hints.next_piece(asked.puzzle.lowered, left)
    said = _next(asked, found, level)
    if not why:
        return said
    others = hints.others(asked.puzzle.lowered, left, found)
    return "\n".join([said, *_why(asked, found, others, left.count)])


def _next(asked: Question, found: hints.Hint, level: int) -> str:
    """What a level says of the placement that comes next."""
    lowered = asked.puzzle.lowered
    name = lowered.classes[lowered.class_of(found.option)].name
    if level == 2:
        return f"Look at {name}: it goes {hints.region(lowered, [found.option])}."
    if level == 3:
        drawn = turned_text(lowered, found.option, ascii_only=wants_ascii())
        return f"{name} lies turned like this:\n\n{drawn}" if drawn else f"{name} has no shape."
    if level == 4:
        return f"{name} covers {_cell(asked, found.cell)}."
    return _one_piece(asked, found)


def _cell(asked: Question, cell: Cell) -> str:
    labels = {place: label for label, place in asked.puzzle.board.at.items()}
    return place_name(cell) + (f" ({labels[cell]})" if cell in labels else "")


def _why(
    asked: Question, found: hints.Hint, others: list[hints.Other], number: int
) -> Iterator[str]:
    """Sentences on the other placements that fit."""
    lowered, item = asked.puzzle.lowered, found.choice.item
    what = _item(asked, item)
    if found.forced:
        yield f"Nothing else fits for {what}."
        return
    fit = plural(len(found.choice.fitting), "placement fits", "placements fit")
    yield f"{fit} for {what}, the fewest of all cells and pieces. Of the others:"
    for other in others:
        if other.times:
            why = f"is in {other.times:,} of {plural(number, 'solution')} too"
        elif other.item is not None:
            why = f"leaves no way to lay {_item(asked, other.item)}"
            if other.item >= lowered.first:
                why = f"leaves nothing that covers {_item(asked, other.item)}"
        else:
            why = "is in no solution, which only a longer look shows"
        yield f"  {written(lowered, other.option)} {why}"


def _item(asked: Question, item: int) -> str:
    """A cell or a piece in words."""
    lowered = asked.puzzle.lowered
    if item < lowered.first:
        return lowered.heads[item]
    return _cell(asked, lowered.cells[item - lowered.first])


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


def _one_piece(asked: Question, found: hints.Hint) -> str:
    lowered = asked.puzzle.lowered
    sure = "in every solution" if found.share == 1 else f"in {found.share:.0%} of the solutions"
    # A label of the date may have been laid as a piece was.
    drawn = Solution(lowered, {*asked.date, *asked.laid, found.option})
    return (
        f"Lay {written(lowered, found.option)}, where it lies {sure}:\n\n"
        f"{drawn.text(ascii_only=wants_ascii())}"
    )
