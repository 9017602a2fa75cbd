"""The options of families of piece sets: the choices, and which pieces a set must or must not
have."""

from __future__ import annotations

import argparse
import os

from calpuzzle.api import is_puzzle
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.files import contents
from calpuzzle.base.wording import nearest
from calpuzzle.cli import options
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.subject import Subject, loaded
from calpuzzle.design.families.family import Family, PieceChoice, choice, family
from calpuzzle.formats import toml
from calpuzzle.formats.reading import text_of
from calpuzzle.formats.shipped import names
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import FAMILIES


def add_family(parser: Parser) -> None:
    """Declare the options that define a family."""
    add = parser.add_argument
    text = (
        "N pieces of a family: monominoes to heptominoes, monohexes to hexahexes, moniamonds to "
        "octiamonds, or the pieces of a puzzle; may be repeated"
    )
    add("--choose", metavar="N:FAMILY", **options.SEVERAL, help=text)
    options.add(parser, "--one-sided")
    text = "only sets with this piece; may be repeated"
    add("--using", dest="used", metavar="NAME", **options.SEVERAL, help=text)
    text = "only sets without this piece; may be repeated"
    add("--without", dest="unused", metavar="NAME", **options.SEVERAL, help=text)


def board_model(name: str, form: str | None) -> Model:
    """Return the model of the puzzle `name`. Raise InputError if the puzzle has no board."""
    return Subject(loaded(name, form), name).as_puzzle("a board has cells").model


def parts_of(name: str, form: str | None) -> Model:
    """Return the board and the pieces of a puzzle. In a puzzle file, pieces may be missing, and
    need not fit the board. Raises InputError."""
    try:
        return board_model(name, form)
    except PuzzleError:
        if form not in (None, "puzzle") or not os.path.isfile(name):
            raise
        text = text_of(contents(name), name, lenient=True)
        if not toml.looks_like(text):
            raise
    stem = os.path.splitext(os.path.basename(name))[0]
    return toml.read(text, name, fit=False)._replace(name=stem)


def family_of(args: argparse.Namespace, board: Model, repeat: bool = False) -> Family:
    """Return the family that the options define; with `repeat`, a set may have several copies of a
    piece. Raise InputError for invalid options."""
    if not args.choose:
        raise InputError(
            "name the pieces to choose from, such as --choose 3:tetrominoes --choose 7:pentominoes"
        )
    choices = [_choice(text, args.one_sided) for text in args.choose]
    return family(board, choices, args.used, args.unused, repeat)


def _choice(text: str, one_sided: bool) -> PieceChoice:
    """Parse a `--choose`. A name that is not a family is a puzzle, whose pieces are used."""
    _, _, name = text.partition(":")
    if not name or name in FAMILIES:
        return choice(text, one_sided=one_sided)
    if not is_puzzle(name):
        known = [*FAMILIES, *names()]
        raise InputError(
            f"there is no family or puzzle {name}{nearest(name, known)}; families are "
            f"{', '.join(FAMILIES)}"
        )
    parts = parts_of(name, None)
    if not parts.pieces:
        raise InputError(f"{name} has no pieces to choose from; draw them in its table [pieces]")
    return choice(text, parts.pieces, one_sided, parts.lattice)
