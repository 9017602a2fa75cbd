"""Draw a puzzle, or a solution of it.

--solution reads the file that another solver (glpsol, CBC, HiGHS, a SAT solver) wrote for the model
from calpuzzle convert with the same DATE, --placed and --without.

examples:
  calpuzzle show weekday-8x7
  calpuzzle show dray --orientations
  calpuzzle show examples/puzzles/shelf.toml -o board.svg
  calpuzzle show soma
  calpuzzle show soma --solution soma.sol
"""

from __future__ import annotations

import argparse

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import PICTURES, target, wants_ascii, write, write_sheet
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.request import parse_placed, residual_model
from calpuzzle.cli.subject import Subject, refuse_unused, subject_of
from calpuzzle.draw import text_board
from calpuzzle.draw.incidence import cover_scene, cover_text
from calpuzzle.draw.nonogram_text import grid_text
from calpuzzle.draw.svg import encoded_scene
from calpuzzle.formats.solver_solution import read_solution
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.solution import Solution

FORMATS = ("text", *PICTURES)


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    add = parser.add_argument
    add("--orientations", action="store_true", help="draw every orientation with its number")
    add("--solution", metavar="FILE", help="draw the solution in a file of another solver")
    options.add_format(parser, FORMATS)
    options.add(parser, *options.PLACED)


def run(args: argparse.Namespace) -> None:
    """Draw the puzzle."""
    form, path = target(args, FORMATS)
    if args.solution:
        refuse_unused(args, "--solution draws a solution", "--orientations")
        _show_solution(args, form, path)
        return
    refuse_unused(args, "--placed and --without need --solution", *options.PLACED)
    subject = subject_of(args, dateless_command="show")
    if args.orientations and form != "text":
        given = "leave --format out" if args.format else "name a file that ends in .txt"
        raise InputError(f"--orientations draws text only, not {form}; {given}")
    if args.orientations:
        subject.as_puzzle("--orientations draws pieces")
    if form == "text":
        write(_text(subject, args.orientations, wants_ascii(path)), path)
        return
    puzzle = subject.puzzle
    scene = cover_scene(puzzle, title=subject.stem) if isinstance(puzzle, Cover) else puzzle.scene()
    write(encoded_scene(scene, form), path)


def _show_solution(args: argparse.Namespace, form: str, path: str | None) -> None:
    subject = subject_of(args)
    puzzle = subject.as_puzzle("--solution is for pieces").without(args.without)
    found = _read_solution(args, puzzle, subject.date)
    if form == "text":
        write(f"{found.text(ascii_only=wants_ascii(path))}\n", path)
    else:
        write_sheet([found], puzzle.name, form, path)


def _read_solution(args: argparse.Namespace, puzzle: Puzzle, date: str) -> Solution:
    """Read the file of another solver and return its solution of the puzzle."""
    lowered = puzzle.lowered
    residual = Lowering(residual_model(args, puzzle, date))
    # If cells are numbered, the numbers in the residual problem differ from those in the puzzle.
    placed = parse_placed(args, puzzle)
    covered = {cell for option in placed for cell in lowered.cells_of(option)}
    left = [cell for cell in puzzle.board.cells if cell not in covered]
    original_cell = dict(zip(residual.model.board.cells, left, strict=True))
    found = list(placed)
    for option in read_solution(args.solution, residual):
        index = residual.class_of(option)
        if index < 0:
            index = residual.cover.options[option][0] + len(lowered.classes) - len(residual.classes)
        else:
            index = lowered.piece_class[residual.classes[index].name]
        items = sorted(lowered.item_of[original_cell[cell]] for cell in residual.cells_of(option))
        found.append(lowered.option_number[(index, *items)])
    return Solution(lowered, found, bool(date), placed.names)


def _text(subject: Subject, orientations: bool, ascii_only: bool) -> str:
    puzzle = subject.puzzle
    if isinstance(puzzle, Puzzle):
        return _puzzle_text(puzzle, orientations, ascii_only)
    if isinstance(puzzle, Cover):
        return f"{subject.stem}\n\n{cover_text(puzzle)}\n"
    return f"{puzzle.title}\n{grid_text(puzzle.clues, None, ascii_only=ascii_only)}"


def _puzzle_text(puzzle: Puzzle, orientations: bool, ascii_only: bool) -> str:
    model = puzzle.model
    lines = [model.heading, *([model.source] if model.source else []), ""]
    lines += [text_board.board_text(model, ascii_only=ascii_only), ""]
    for group in model.groups:
        labels = group.labels
        label_words = labels if len(labels) <= 12 else (*labels[:3], "...", labels[-1])
        lines.append(f"{group.name}: one of {' '.join(label_words)}")
    if not model.pieces:
        return "\n".join(lines) + "\nno pieces\n"
    number = plural(sum(piece.most for piece in model.pieces), "piece")
    motions = (
        ""
        if model.board.bare
        else f", which {text_board.motions_text(*text_board.usual_motions(model))}"
    )
    lines += [f"{number}{motions}:", ""]
    if orientations:
        lines.append(text_board.orientations_text(puzzle.lowered, ascii_only=ascii_only))
    else:
        lines.append(text_board.pieces_text(model, ascii_only=ascii_only))
    return "\n".join(lines) + "\n"
