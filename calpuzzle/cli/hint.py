"""Helps with a date without spoiling it: whether it can still be done, where to look, one piece.

Level 1 says whether what is laid can be completed and, where not, which piece to lift first.
Level 2 names a piece that has few places left, and the region it goes to. Level 3 lays it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from calpuzzle import hints
from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.question import question
from calpuzzle.cli.terminal import wants_ascii
from calpuzzle.puzzle.dates import Labels
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.base.errors import InputError
from calpuzzle.puzzle.placements import written
from calpuzzle.puzzle import Puzzle
from calpuzzle.base.text import plural

LEVELS = ("1", "2", "3")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_date(parser)
    options.add_puzzle(parser)
    options.add_laid(parser)
    parser.add_argument(
        "--level",
        default="1",
        metavar="1|2|3",
        help="how much to give away: 1 can it be done, 2 where to look, 3 one piece (default 1)",
    )
    options.add_memory(parser)
    options.add_examples(
        parser,
        "calpuzzle hint today --level 2",
        'calpuzzle hint Sat Jan 1 --with "J4@5,5:4 I4@3,6:2" --level 3',
    )


def run(args: argparse.Namespace) -> int:
    """Give the hint."""
    if args.level not in LEVELS:
        raise InputError(f"there is no level {args.level}; there are 1, 2 and 3")
    puzzle, labels, number, laid, diagram = question(args)
    left = diagram.completions(number, laid)
    if not left:
        print(_impossible(puzzle, diagram, number, labels, laid))
    elif len(laid) == sum(piece.copies for piece in puzzle.cover.classes):
        print("It is solved.")
    elif args.level == "1":
        print(f"It can still be done, in {plural(left, 'way')}.")
    else:
        hint = hints.next_piece(diagram.left(number, laid))
        print(_where(puzzle, hint) if args.level == "2" else _one_piece(puzzle, hint))
    return 0


def _impossible(
    puzzle: Puzzle, diagram: Diagram, number: int, labels: Labels, laid: Sequence[int]
) -> str:
    if not laid:
        return "This date has no solution."
    if not diagram.completions(number):
        return "This date has no solution, whatever is laid."
    cells = {puzzle.board.labels[label]: label for label in labels}
    covering = hints.covering(puzzle.cover, cells, laid)
    if covering:
        index, cell = covering
        enough = diagram.completions(number, [*laid[:index], *laid[index + 1 :]]) > 0
        why = f"covers {cells[cell]}, which is of the date and stays uncovered. Lift it first"
        start = f"It cannot be done like this: {written(puzzle.model, puzzle.cover, laid[index])}"
    else:
        index, enough = hints.to_lift(diagram, number, laid)
        start = "It cannot be done like this."
        why = f"Lift {written(puzzle.model, puzzle.cover, laid[index])} first"
    after = "it can be done without it" if enough else "more will have to follow"
    return f"{start} {why}: {after}."


def _where(puzzle: Puzzle, hint: hints.Hint) -> str:
    name = puzzle.cover.classes[hint.piece].names[0]
    places = len(hint.places)
    region = hints.region(puzzle.cover, hint.places)
    only = "has only one place left" if places == 1 else f"has {places} places left"
    return f"Look at {name}: it {only}, {region}."


def _one_piece(puzzle: Puzzle, hint: hints.Hint) -> str:
    from calpuzzle.draw.boxes import boxes

    cover, board = puzzle.cover, puzzle.board
    name = written(puzzle.model, cover, hint.likeliest)
    cells = {cover.cells[cell] for cell in cover.options[hint.likeliest].cells}
    sure = "in every solution" if hint.share == 1 else f"in {hint.share:.0%} of the solutions"
    texts = {cell: "#" if cell in cells else "" for cell in board.cells}
    regions = {cell: cell in cells for cell in board.cells}
    drawn = "\n".join(boxes(regions, texts, ascii_only=wants_ascii()))
    return f"Lay {name}, where it lies {sure}:\n\n{drawn}"
