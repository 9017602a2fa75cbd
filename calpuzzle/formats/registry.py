"""Which formats there are, which one a file is in, and reading and writing by name.

A format is a module of this folder. Those that are read offer `read(data, name)`, which gives a
Fitting, or a Cover where the format knows items and options only, and raises nothing but
PuzzleError (CannotDoError for what is too large). Those that are written offer `write(puzzle)`:
`takes` says whether it wants the Fitting or the Cover that it lowers to.
"""

from __future__ import annotations

import os
import re
from importlib import import_module
from typing import NamedTuple

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.exact import Cover
from calpuzzle.fit.lower import lower
from calpuzzle.fit.model import Fitting
from calpuzzle.base.text import control, control_fault, unknown, visible

MAX_BYTES = 64 << 20


class Format(NamedTuple):
    """A format: its module, the endings of its files, what it is, and what can be done with it."""

    module: str
    endings: tuple[str, ...]
    help: str
    reads: bool = True
    writes: bool = True
    takes: str = "fitting"
    binary: bool = False


FORMATS = {
    "puzzle": Format(
        "puzzle_file", ("toml",), "puzzle file: calendar or drawn frame", writes=False
    ),
    "dpf": Format("dpf", ("dpf",), "discrete piece fitting: the ways of each piece"),
    "geometric": Format("geometric", ("geo",), "frame of points, pieces with motions"),
    "doodle": Format("doodle", ("txt", "doodle"), "drawings apart by --- (Doodle Fit)"),
    "xmpuzzle": Format("xmpuzzle", ("xmpuzzle",), "BurrTools, grid type 0", binary=True),
    "dlx": Format("dlx", ("dlx",), "Knuth's text: items, then an option a line", takes="cover"),
    "faase": Format("faase", ("exc", "ec"), "lines `0,3,5 name`, an option each", takes="cover"),
    "mathprog": Format("mathprog", ("mod",), "GNU MathProg, for glpsol", False, takes="cover"),
    "lp": Format("lp", ("lp",), "CPLEX LP", False, takes="cover"),
    "mps": Format("mps", ("mps",), "free MPS", False, takes="cover"),
    "cnf": Format("cnf", ("cnf",), "DIMACS CNF, its models the solutions", False, takes="cover"),
    "opb": Format("opb", ("opb",), "pseudo-Boolean constraints", False, takes="cover"),
    "program": Format("readable", (), "the 0-1 program for people", False, takes="cover"),
    "conflicts": Format("conflict_table", (), "conflict graph as a table of 0 and 1", reads=False),
    "dot": Format("conflict_dot", ("dot", "gv"), "conflict graph for Graphviz", reads=False),
}


def named(name: str) -> Format:
    """The format of that name. Raises InputError for an unknown one."""
    if name not in FORMATS:
        raise InputError(unknown("format", name, FORMATS))
    return FORMATS[name]


def by_ending(path: str) -> str | None:
    """The name of the format that the ending of a path means, or None."""
    ending = os.path.splitext(path)[1].lower().lstrip(".")
    return next((name for name, form in FORMATS.items() if ending in form.endings), None)


def parse(data: bytes, path: str, form: str | None = None) -> Fitting | Cover:
    """The puzzle in the bytes of a file, in the format of that name, or in the one that the
    ending or the content shows. Raises PuzzleError, and InputError for an unknown format."""
    if len(data) > MAX_BYTES:
        raise PuzzleError(f"{path} is larger than {MAX_BYTES:,} bytes")
    name = form or by_ending(path) or _by_content(data)
    chosen = named(name)
    if not chosen.reads:
        raise InputError(f"the format {name} is written, not read")
    module = import_module(f"calpuzzle.formats.{chosen.module}")
    label = os.path.basename(path)
    wrong = control_fault("the name of the file", label)
    if wrong:
        raise PuzzleError(f"{visible(path)}: {wrong[0]}")
    found: Fitting | Cover
    if chosen.binary:
        found = module.read(data, label)
    else:
        found = module.read(decoded(data, label), label)
    return found


def decoded(data: bytes, name: str) -> str:
    """The text of the bytes, its line ends made one kind. Raises PuzzleError."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise PuzzleError(f"{name}:{line}: this is no UTF-8 text (byte {error.start})") from None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    char = control(text.replace("\n", " ").replace("\t", " "))
    if char:
        line = text[: text.index(char)].count("\n") + 1
        raise PuzzleError(f"{name}:{line}: this is no text: it has the control character {char!r}")
    return text


def _by_content(data: bytes) -> str:
    head = data[:4096].lstrip()
    if data[:2] == b"\x1f\x8b" or head.startswith(b"<"):
        return "xmpuzzle"
    text = data.decode("utf-8", "replace")
    if re.search(r"^---\s*$", text, re.MULTILINE):
        return "doodle"
    if re.search(r"^\s*\[?[\w.\"-]+\]?\s*(=.*)?$", text, re.MULTILINE) and "=" in text:
        return "puzzle"
    if re.search(r"^\s*[0-9]", re.sub(r"//.*", "", text), re.MULTILINE):
        return _dpf_or_geometric(text)
    return "doodle"


def _dpf_or_geometric(text: str) -> str:
    """Which of the two a text of numbers is; a faulty one counts as DPF."""
    from calpuzzle.formats import dpf, geometric

    for name, module in (("dpf", dpf), ("geometric", geometric)):
        try:
            module.read(text, "")
            return name
        except ValueError:
            pass
    return "dpf"


def render(puzzle: Fitting | Cover, name: str) -> bytes:
    """The puzzle in the format of that name. Raises InputError where the format cannot say it,
    and then names one that can."""
    if not named(name).writes:
        raise InputError(f"the format {name} is read, not written")
    try:
        return _written(puzzle, name)
    except InputError as error:
        able = _able(puzzle, name)
        if able is None:
            raise
        raise InputError(f"{error}; the format {able} can hold the puzzle") from None


def _able(puzzle: Fitting | Cover, other: str) -> str | None:
    """The first format that holds the puzzle, and gives it back when it is read."""
    for name, form in FORMATS.items():
        if form.reads and form.writes and name != other:
            try:
                _written(puzzle, name)
                return name
            except (InputError, CannotDoError):
                pass
    return None


def _written(puzzle: Fitting | Cover, name: str) -> bytes:
    chosen = FORMATS[name]
    module = import_module(f"calpuzzle.formats.{chosen.module}")
    if chosen.takes == "cover":
        cover = puzzle if isinstance(puzzle, Cover) else lower(puzzle).cover
        written = module.write(cover)
    elif isinstance(puzzle, Cover):
        raise InputError(
            f"the format {name} knows locations and pieces, and the puzzle has items and options"
        )
    else:
        written = module.write(puzzle)
    return written if isinstance(written, bytes) else written.encode()
