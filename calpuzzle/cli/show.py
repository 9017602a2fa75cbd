"""Draws a puzzle of any kind: its board or frame, its pieces and what they may do, or its clues."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from calpuzzle.api import DEFAULT
from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import choose_format, destination, write
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.subject import Subject, one_word, subject_of
from calpuzzle.cli.terminal import wants_ascii
from calpuzzle.puzzle.cover import Cover
from calpuzzle.results.puzzle import Puzzle

if TYPE_CHECKING:
    from calpuzzle.draw.scene import Scene

FORMATS = ("text", "svg", "png")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser, date=False)
    parser.add_argument(
        "--format", metavar="FORMAT", help="text, svg or png (default: what FILE ends in, or text)"
    )
    parser.add_argument(
        "--orientations",
        action="store_true",
        help="draw every orientation of the pieces under its number, as --with names them (text)",
    )
    options.add_output(parser, "stdout")
    options.add_examples(
        parser,
        "calpuzzle show weekday-8x7",
        "calpuzzle show dray --orientations",
        "calpuzzle show examples/puzzles/shelf.toml -o board.svg",
        "calpuzzle show soma",
    )


def run(args: argparse.Namespace) -> int:
    """Draw."""
    chosen = choose_format(args.format, args.output, FORMATS, "text")
    one_word(args, "show")
    path = destination(args.output, chosen)
    subject = subject_of(args, DEFAULT)
    if args.orientations and chosen != "text":
        given = "leave --format out" if args.format else "name a file that ends in .txt"
        raise InputError(f"--orientations draws text only, not {chosen}; {given}")
    if args.orientations:
        subject.puzzle("--orientations draws pieces")
    if chosen == "text":
        plain = path is None and wants_ascii()
        write(_text(subject, args.orientations, plain), path)
        return 0
    from calpuzzle.draw.svg import picture

    write(picture(_scene(subject), chosen), path)
    return 0


def _scene(subject: Subject) -> Scene:
    if isinstance(subject.thing, Cover):
        from calpuzzle.draw.incidence import cover_scene

        return cover_scene(subject.thing, title=subject.stem)
    return subject.thing.scene()


def _text(subject: Subject, orientations: bool, ascii_only: bool) -> str:
    thing = subject.thing
    if isinstance(thing, Puzzle):
        return _puzzle_text(thing, orientations, ascii_only)
    if isinstance(thing, Cover):
        from calpuzzle.draw.incidence import cover_text

        return f"{subject.stem}\n\n{cover_text(thing)}\n"
    from calpuzzle.draw.griddler_text import grid_text

    return f"{thing.title}\n{grid_text(thing.clues, None, ascii_only=ascii_only)}"


def _puzzle_text(puzzle: Puzzle, orientations: bool, ascii_only: bool) -> str:
    from calpuzzle.draw.text import (
        board_text,
        motions_text,
        orientations_text,
        pieces_text,
        usual_motions,
    )

    model = puzzle.model
    lines = [model.heading, *([model.source] if model.source else []), ""]
    lines += [board_text(model, ascii_only=ascii_only), ""]
    for group in model.groups:
        few = group.labels if len(group.labels) <= 12 else (*group.labels[:3], "...")
        last = [] if len(group.labels) <= 12 else [group.labels[-1]]
        lines.append(f"{group.name}: one of {' '.join([*few, *last])}")
    number = plural(sum(piece.most for piece in model.pieces), "piece")
    may = "" if model.board.bare else f", which {motions_text(*usual_motions(model))}"
    lines += [f"{number}{may}:", ""]
    if orientations:
        lines.append(orientations_text(puzzle.lowered, ascii_only=ascii_only))
    else:
        lines.append(pieces_text(model, ascii_only=ascii_only))
    return "\n".join(lines) + "\n"
