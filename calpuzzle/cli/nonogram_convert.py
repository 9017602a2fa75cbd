"""Write a nonogram in another format.

IN is a file or - for stdin; OUT is a file or - for stdout (the default). The formats go by the
endings of the names, or by --from and --to. What a format cannot hold is left out, and said.

examples:
  calpuzzle nonogram convert examples/puzzles/cat.non cat.xml
  calpuzzle nonogram convert examples/puzzles/cat.non --to mk
"""

from __future__ import annotations

from calpuzzle.cli.convert import configure_files
from calpuzzle.cli.convert import run as run
from calpuzzle.cli.parser import Parser


def configure(parser: Parser) -> None:
    """Declare the options."""
    configure_files(parser, "nonogram")
