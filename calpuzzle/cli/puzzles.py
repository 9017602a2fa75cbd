"""List, search and draw the puzzles of the package.

examples:
  calpuzzle puzzles
  calpuzzle puzzles --like "8x7 weekday"       the most similar ones, drawn
  calpuzzle puzzles 7x7, 7 pentominoes
  calpuzzle puzzles --like "Jan Feb Mar Apr May Jun / Jul Aug Sep Oct Nov Dec"
  calpuzzle puzzles --pieces "L4 S4 I4 U V"    those that have the most of these pieces
  calpuzzle puzzles -o boards.html             a page with a picture of each
  calpuzzle puzzles --like days -o boards.svg  the calendars as one picture
"""

from __future__ import annotations

import argparse
from math import prod
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import PICTURES, target, wants_ascii, write, write_data
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.subject import refuse_unused
from calpuzzle.draw.boxes import in_columns, right_aligned
from calpuzzle.draw.svg import encoded_scene
from calpuzzle.draw.text_board import board_text
from calpuzzle.formats import shipped
from calpuzzle.play import catalogue
from calpuzzle.results.known import read

if TYPE_CHECKING:
    from calpuzzle.play.catalogue import CatalogueEntry

FORMATS = (*options.DATA, "html", *PICTURES)


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("words", metavar="WORDS", nargs="*", help="same as --like WORDS")
    text = (
        "find by size (8x7), by the words month-day or weekday, by numbers of pieces (7 "
        "pentominoes), by other words, or by the labels of a board, with / between rows"
    )
    add("--like", metavar="WORDS", help=text)
    text = (
        "find by pieces, separated by blanks: L4, U5, a pentomino U, a block 2x3, a drawing '##|#.'"
    )
    add("--pieces", metavar="PIECES", help=text)
    add("--draw", action="store_true", help="draw the puzzles")
    options.add_format(parser, FORMATS)


def run(args: argparse.Namespace) -> None:
    """List the puzzles."""
    form, path = into = target(args, FORMATS)
    if args.words:
        args.like = " ".join([args.like or "", *args.words]).strip()
    if args.like is not None and args.pieces is not None:
        raise InputError("--like and --pieces exclude one another; use one")
    for option, words in (("--like", args.like), ("--pieces", args.pieces)):
        if words is not None and not words.strip():
            raise InputError(f"{option} is empty; leave it out to see all puzzles")
    if form in options.DATA[1:]:
        refuse_unused(args, f"{form} has no drawings", "--draw")
    elif args.like or args.pieces or form != "text":
        refuse_unused(args, "the result is drawn already", "--draw")
    elif not args.draw:
        write(_listed(), path)
        return
    found = [(entry, "") for entry in ([] if args.like or args.pieces else catalogue.catalogue())]
    if args.like:
        found = catalogue.like(args.like)
    elif args.pieces:
        of = plural(len(args.pieces.split()), "piece")
        found = [(entry, f"{n} of {of}") for entry, n in catalogue.with_pieces(args.pieces)]
    entries = [entry for entry, _ in found]
    if form == "html":
        write(catalogue.gallery(entries), path)
    elif form in PICTURES:
        write(encoded_scene(catalogue.catalogue_scene(entries), form), path)
    else:
        drawn = form == "text" and [_drawn(*each, wants_ascii(path)) for each in found]
        rows = [entry.row() | ({"found": how} if how else {}) for entry, how in found]
        write_data(into, "\n".join(drawn or ()), rows)


def _drawn(entry: CatalogueEntry, how: str, ascii_only: bool) -> str:
    """Return the name of a puzzle, how it was found, its description, and its board."""
    model = entry.model
    first = model.heading + f": {how}" * bool(how)
    return f"{first}\n{entry.words}\n{board_text(model, ascii_only=ascii_only)}\n"


def _listed() -> str:
    known = read()
    rows = [("name", "cells", "pieces", "dates", "solutions", "title")]
    others = {}
    for name in shipped.names():
        if not shipped.is_calendar(name):
            others[name] = shipped.title_of(name)
            continue
        model = shipped.model(name)
        pieces = sum(piece.most for piece in model.pieces)
        total = f"{known[name].total:,}" if name in known else "-"
        numbers = (str(len(model.board.cells)), str(pieces), f"{prod(model.shape):,}", total)
        rows.append((name, *numbers, model.title))
    names, *figures, titles = map(list, zip(*rows, strict=True))
    fitting = in_columns([list(others), list(others.values())])
    calendars = in_columns([names, *map(right_aligned, figures), titles])
    return f"{calendars}\nfitting puzzles, which have no dates:\n{fitting}"
