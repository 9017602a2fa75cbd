"""Draws a puzzle: its board and pieces, or its clues.

examples:
  calpuzzle show weekday-8x7
  calpuzzle show dray --orientations
  calpuzzle show examples/puzzles/shelf.toml -o board.svg
  calpuzzle show soma
"""

from __future__ import annotations

import argparse

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.text import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import target, wants_ascii, write
from calpuzzle.cli.parser import Parser, declare
from calpuzzle.cli.subject import Subject, subject_of
from calpuzzle.puzzle.cover import Cover

FORMATS = ("text", "svg", "png", "pdf")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser, date=False)
    declare(parser, "--orientations  draw every orientation under its number")
    options.add_format(parser, FORMATS)


def run(args: argparse.Namespace) -> None:
    """Draw."""
    form, path = target(args, FORMATS)
    subject = subject_of(args, alone="show")
    if args.orientations and form != "text":
        given = "leave --format out" if args.format else "name a file that ends in .txt"
        raise InputError(f"--orientations draws text only, not {form}; {given}")
    if args.orientations:
        subject.puzzle("--orientations draws pieces")
    if form == "text":
        write(_text(subject, args.orientations, wants_ascii(path)), path)
        return
    from calpuzzle.draw.incidence import cover_scene
    from calpuzzle.draw.svg import picture

    thing = subject.thing
    scene = cover_scene(thing, title=subject.stem) if isinstance(thing, Cover) else thing.scene()
    write(picture(scene, form), path)


def _text(subject: Subject, orientations: bool, ascii_only: bool) -> str:
    thing = subject.thing
    if isinstance(thing, Puzzle):
        return _puzzle_text(thing, orientations, ascii_only)
    if isinstance(thing, Cover):
        from calpuzzle.draw.incidence import cover_text

        return f"{subject.stem}\n\n{cover_text(thing)}\n"
    from calpuzzle.draw.nonogram_text import grid_text

    return f"{thing.title}\n{grid_text(thing.clues, None, ascii_only=ascii_only)}"


def _puzzle_text(puzzle: Puzzle, orientations: bool, ascii_only: bool) -> str:
    from calpuzzle.draw import text

    model = puzzle.model
    lines = [model.heading, *([model.source] if model.source else []), ""]
    lines += [text.board_text(model, ascii_only=ascii_only), ""]
    for group in model.groups:
        labels = group.labels
        few = labels if len(labels) <= 12 else (*labels[:3], "...", labels[-1])
        lines.append(f"{group.name}: one of {' '.join(few)}")
    number = plural(sum(piece.most for piece in model.pieces), "piece")
    may = "" if model.board.bare else f", which {text.motions_text(*text.usual_motions(model))}"
    lines += [f"{number}{may}:", ""]
    if orientations:
        lines.append(text.orientations_text(puzzle.lowered, ascii_only=ascii_only))
    else:
        lines.append(text.pieces_text(model, ascii_only=ascii_only))
    return "\n".join(lines) + "\n"
