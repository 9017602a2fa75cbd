"""Draws a puzzle: its board with the labels, its groups, its pieces and what they may do."""

from __future__ import annotations

import argparse

from calpuzzle.cli import options
from calpuzzle.cli.output import choose_format, destination, picture, write
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.terminal import wants_ascii
from calpuzzle.base.errors import InputError
from calpuzzle.library import DEFAULT
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle import load
from calpuzzle.base.text import plural

FORMATS = ("text", "svg", "png")


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "puzzle",
        nargs="?",
        default=DEFAULT,
        metavar="PUZZLE",
        help=f"a shipped puzzle's name or a puzzle file's path (default {DEFAULT})",
    )
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
    )


def run(args: argparse.Namespace) -> int:
    """Draw."""
    chosen = choose_format(args.format, args.output, FORMATS, "text")
    path = destination(args.output, chosen)
    model = load(args.puzzle).model
    if chosen == "text":
        ascii_only = path is None and wants_ascii()
        write(_text(model, args.orientations, ascii_only), path)
        return 0
    if args.orientations:
        given = "leave --format out" if args.format else "name a file that ends in .txt"
        raise InputError(f"--orientations draws text only, not {chosen}; {given}")
    from calpuzzle.draw.board import puzzle_scene

    write(picture(puzzle_scene(model), chosen), path)
    return 0


def _text(model: Model, orientations: bool, ascii_only: bool) -> str:
    from calpuzzle.draw.text import (
        board_text,
        motions_text,
        orientations_text,
        pieces_text,
        usual_motions,
    )

    lines = [model.heading, *([model.source] if model.source else []), ""]
    lines += [board_text(model, ascii_only=ascii_only), ""]
    for group in model.groups:
        few = group.labels if len(group.labels) <= 12 else (*group.labels[:3], "...")
        last = [] if len(group.labels) <= 12 else [group.labels[-1]]
        lines.append(f"{group.name}: one of {' '.join([*few, *last])}")
    number = sum(piece.copies for piece in model.pieces)
    lines += [f"{plural(number, 'piece')}, which {motions_text(*usual_motions(model))}:", ""]
    draw = orientations_text if orientations else pieces_text
    lines.append(draw(model, ascii_only=ascii_only))
    return "\n".join(lines) + "\n"
