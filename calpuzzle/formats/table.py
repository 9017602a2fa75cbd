"""The table of formats: the only place where they are named.

A format is a module of this folder and a row here. One that is read offers `read(text, name)`,
which gives a Model, a Cover or the Clues of a griddler, or a Reading of it where a user should see
notes, and raises nothing but PuzzleError whatever the text, with the name of the file and where it
can the line; and `looks_like(text)`, which in time linear in the text says whether it may be its
own. One that is written offers `write(thing)`, which gives text or bytes, and raises InputError
where it cannot say what the thing holds.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from calpuzzle.base.errors import InputError
from calpuzzle.base.text import unknown

KINDS = {
    "puzzle": "a board and pieces",
    "cover": "items and options",
    "griddler": "lines and clues",
}
"""What a file is about, in words."""


class Format(NamedTuple):
    """A format: its module (`module.part` where one has several), the kind of thing that it holds,
    the endings of its files, and what it is, in a few words. One of the kind `cover` is written of
    a Model too.

    `lenient` are formats with older files, which need not be UTF-8. Of a griddler `colours` says
    whether it knows more than black, and `keeps` which of its goal, given cells and notes it holds.
    """

    module: str
    kind: str
    endings: tuple[str, ...]
    help: str
    reads: bool = True
    writes: bool = True
    lenient: bool = False
    colours: bool = False
    keeps: tuple[str, ...] = ()


def _only_written(module: str, endings: str, text: str, kind: str = "cover") -> Format:
    """A file for programs of other makers."""
    return Format(module, kind, tuple(endings.split()), text, reads=False)


def _griddler(
    module: str, ending: str, text: str, colours: bool = False, keeps: tuple[str, ...] = ()
) -> Format:
    return Format(module, "griddler", (ending,), text, lenient=True, colours=colours, keeps=keeps)


ALL = ("goal", "given", "notes")

FORMATS = {
    "puzzle": Format("toml", "puzzle", ("toml",), "puzzle file: calendar or frame", writes=False),
    "dpf": Format("dpf", "puzzle", ("dpf",), "discrete piece fitting: the ways of each piece"),
    "geometric": Format("geometric", "puzzle", ("geo",), "frame of points, pieces with motions"),
    "doodle": Format("doodle", "puzzle", ("txt", "doodle"), "drawings apart by --- (Doodle Fit)"),
    "xmpuzzle": Format(
        "xmpuzzle", "puzzle", ("xmpuzzle", "xml"), "BurrTools, grid type 0", lenient=True
    ),
    "conflicts": _only_written(
        "conflicts.table", "", "conflict graph as a table of 0 and 1", "puzzle"
    ),
    "dot": _only_written("conflicts.dot", "dot gv", "conflict graph for Graphviz", "puzzle"),
    "dlx": Format("dlx", "cover", ("dlx",), "Knuth's text: items, then an option a line"),
    "faase": Format("faase", "cover", ("exc", "ec"), "lines `0,3,5 name`, an option each"),
    "mathprog": _only_written("mathprog", "mod", "GNU MathProg, for glpsol"),
    "lp": _only_written("lp", "lp", "CPLEX LP"),
    "mps": _only_written("mps", "mps", "free MPS"),
    "cnf": _only_written("cnf", "cnf", "DIMACS CNF, its models the solutions"),
    "opb": _only_written("opb", "opb", "pseudo-Boolean constraints"),
    "non": _griddler("non", "non", "Simpson's .non: keywords, then a clue a line", True, ALL),
    "nin": _griddler("clue_lines.nin", "nin", "Wilk's .nin: width, height, rows, columns"),
    "mk": _griddler("clue_lines.mk", "mk", "the Olšáks' .mk: height, width, rows, #, columns"),
    "cwd": _griddler(
        "clue_lines.cwd", "cwd", "QNonograms' .cwd: height, width, rows, a blank line, columns"
    ),
    "g": _griddler("olsak", "g", "the Olšáks' .g: colours, rows and columns", True, ("notes",)),
    "webpbn": _griddler("webpbn", "xml", "webpbn's XML", True, ALL),
    "json": _griddler("griddler_json", "json", "a griddler with all it can have", True, ALL),
    "text": _griddler("clue_lines", "txt", "rows' clues, a blank line, columns' clues"),
}
"""All formats by name. Where a file may be in several of them, the first that reads it is taken."""


def named(name: str) -> Format:
    """The format of that name. Raises InputError for an unknown one."""
    if name not in FORMATS:
        raise InputError(unknown("format", name, FORMATS))
    return FORMATS[name]


def by_ending(path: str, kind: str | None = None) -> str | None:
    """The name of the first format that the ending of a path means, or None; of those alone in
    which a thing of that kind can be written, where one is given."""
    kinds = ("puzzle", "cover") if kind == "puzzle" else (kind,)
    return next(iter(with_ending(path, *kinds)), None)


def with_ending(path: str, *kinds: str | None) -> list[str]:
    """The names of the formats of those kinds, or of all (None), that an ending means."""
    ending = os.path.splitext(path)[1].lower().lstrip(".")
    return [
        name
        for name, form in FORMATS.items()
        if ending in form.endings and (form.kind in kinds or None in kinds)
    ]
