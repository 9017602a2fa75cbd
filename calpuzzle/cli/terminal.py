"""What stdout can show: colours, box lines."""

from __future__ import annotations

import os
import sys

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import nearest
from calpuzzle.cli.parser import Parser

WHEN = ("auto", "always", "never")


def add_colour(parser: Parser) -> None:
    """`--color WHEN`."""
    parser.add_argument(
        "--color",
        "--colour",
        default="auto",
        metavar="WHEN",
        help="auto (default: on a terminal, unless NO_COLOR is set), always or never",
    )


def wants_colour(when: str) -> bool:
    """Whether to print in colour. Raises InputError for another word than those of `WHEN`."""
    if when not in WHEN:
        raise InputError(f"--color is {', '.join(WHEN)}, not {when}{nearest(when, WHEN)}")
    if when != "auto":
        return when == "always"
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not plain


def wants_ascii() -> bool:
    """Whether stdout's encoding lacks the box lines."""
    try:
        "│┌┼".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False
