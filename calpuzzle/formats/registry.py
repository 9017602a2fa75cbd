"""The registry of formats: the only place that names them, recognises them and dispatches on them.

A format is a module of this folder and a row here. A format that is read defines `read(text, name)`
and `looks_like(text)`. `read` returns a Model, a Cover or the Clues of a nonogram; if there are
notes for the user, it returns a Reading that contains both. The only error that a text can cause is
PuzzleError, with the name of the file and, if possible, the line. `looks_like` returns, in time
linear in the text, whether the text may be of this format. A format that is also written defines
`write(content)`, which returns text or bytes and raises InputError if the format cannot hold the
content. For a format that is only written, the row names the function. A format is read but not
written if the programs that use it also read a format that is written, or if few people have files
of it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.base.files import MAX_BYTES
from calpuzzle.base.given import check_kind
from calpuzzle.base.wording import control_fault, unknown, visible
from calpuzzle.formats.reading import Content, Reading, text_of
from calpuzzle.nonogram.clues import BLACK, WHITE, Clues
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.placements import name_options as with_names

__all__ = [
    "FORMATS",
    "KINDS",
    "MAX_BYTES",
    "MAX_NONOGRAM",
    "NONOGRAMS",
    "Reading",
    "by_ending",
    "kind_of",
    "module_of",
    "named",
    "parse",
    "render",
]  # fmt: skip

MAX_NONOGRAM = 16 << 20  # bytes
LINE_PREFIX = r"line \1:"

KINDS = {
    "puzzle": "a board and pieces",
    "cover": "items and options",
    "nonogram": "lines and clues",
}
"""The kinds of files, in words."""


class Format(NamedTuple):
    """A format: its module (`module.part` if a module has several), the kind of its content, the
    suffixes of its files, and a short description. Formats of the kind `cover` can also be written
    from a Model.

    `lenient` formats have older files that need not be UTF-8. A file of a format with `several` may
    contain several puzzles, and its `read` also takes the name or number of one. For nonograms,
    `colours` is set if the format has colours other than black, and `keeps` lists which of goal,
    given cells and notes it can hold, or `title` if it has no notes but a title.
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
    several: bool = False


def _only_written(module: str, endings: str, text: str, kind: str = "cover") -> Format:
    """Return the row of a format for other programs, which is not read."""
    return Format(module, kind, tuple(endings.split()), text, reads=False)


def _nonogram(
    module: str,
    endings: str,
    text: str,
    colours: bool = False,
    keeps: tuple[str, ...] = (),
    several: bool = False,
    writes: bool = True,
) -> Format:
    form = Format(module, "nonogram", tuple(endings.split()), text, writes=writes, lenient=True)
    return form._replace(colours=colours, keeps=keeps, several=several)


EXTRAS = ("goal", "given", "notes")

FORMATS = {
    "puzzle": Format("toml", "puzzle", ("toml",), "puzzle file: calendar or frame"),
    "dpf": Format("dpf", "puzzle", ("dpf",), "discrete piece fitting: placements of each piece"),
    "geometric": Format("geometric", "puzzle", ("geo",), "frame of points, pieces with motions"),
    "doodle": Format("doodle", "puzzle", ("txt", "doodle"), "drawings split by --- (Doodle Fit)"),
    "xmpuzzle": Format(
        "xmpuzzle", "puzzle", ("xmpuzzle", "xml"), "BurrTools", lenient=True, several=True
    ),
    "dot": _only_written("conflicts.dot", "dot gv", "conflict graph for Graphviz", "puzzle"),
    "dlx": Format("dlx", "cover", ("dlx",), "Knuth's text: items, then one option per line"),
    "faase": Format("faase", "cover", ("exc", "ec"), "lines `0,3,5 name`", writes=False),
    "matrix": Format("matrix", "cover", ("matrix",), "a row of 0 and 1 per option", writes=False),
    "mathprog": _only_written("programs.mathprog", "mod", "GNU MathProg, for glpsol"),
    "lp": _only_written("programs.lp", "lp", "CPLEX LP"),
    "mps": _only_written("programs.mps", "mps", "free MPS"),
    "cnf": _only_written("programs.cnf", "cnf", "DIMACS CNF; its models are the solutions"),
    "opb": _only_written("programs.opb", "opb", "pseudo-Boolean constraints"),
    "non": _nonogram("non", "non", "Simpson's .non: keywords, one clue per line", True, EXTRAS),
    "nin": _nonogram("clue_lines.nin", "nin", "Wilk's .nin", writes=False),
    "mk": _nonogram("clue_lines.mk", "mk", "the Olšáks' .mk", writes=False),
    "g": _nonogram("olsak", "g", "the Olšáks' .g: colours, rows and columns", True, ("title",)),
    "gno": _nonogram("headed", "gno", "clues below headings (Gnonograms)", writes=False),
    "webpbn": _nonogram("webpbn", "xml", "webpbn's XML", True, EXTRAS, several=True),
    "json": _nonogram("nonogram_json", "json", "a nonogram with all its data", True, EXTRAS),
    "text": _nonogram("clue_lines", "txt", "rows' clues, a blank line, columns' clues"),
    "puzzlink": _nonogram("addresses.puzzlink", "", "an address of puzz.link (pzprjs)"),
    "pattern": _nonogram(
        "addresses.pattern", "", "a game of Simon Tatham's Pattern", keeps=("given",)
    ),
}
"""All formats by name. If a file may be in several of them, the first that reads it is chosen;
those with the suffix of the file are tried before the others."""
NONOGRAMS = [name for name, form in FORMATS.items() if form.kind == "nonogram"]


class Written(NamedTuple):
    """The bytes of a file, and sentences about data that the format cannot hold."""

    data: bytes
    lost: tuple[str, ...] = ()


def named(name: str, suitable: Sequence[str] = tuple(FORMATS)) -> Format:
    """Return the format with this name. Raises InputError, which lists the `suitable` formats, if
    there is none."""
    check_kind(name, str, "form must be the name of a format")
    if name not in FORMATS:
        raise InputError(unknown("format", name, suitable))
    return FORMATS[name]


def by_ending(path: str, kind: str | None = None) -> str | None:
    """Return the name of the first format with the suffix of a path, or None. If `kind` is given,
    only formats of this kind are considered; for `puzzle`, those of the kind `cover` too, because a
    puzzle can be written in them. The result may be a format that cannot be written."""
    kinds = ("puzzle", "cover") if kind == "puzzle" else (kind,)
    return next(iter(with_ending(path, *kinds)), None)


def with_ending(path: str, *kinds: str | None) -> list[str]:
    """Return the names of the formats of these kinds (None: of all) with the suffix of a path."""
    ending = os.path.splitext(path)[1].lower().lstrip(".")
    return [
        name
        for name, form in FORMATS.items()
        if ending in form.endings and (form.kind in kinds or None in kinds)
    ]


def kind_of(content: Content) -> str:
    """Return the kind of formats that can hold the content."""
    if isinstance(content, Model):
        return "puzzle"
    return "cover" if isinstance(content, Cover) else "nonogram"


def parse(
    data: bytes,
    path: str,
    form: str | None = None,
    kind: str | None = None,
    problem: str | None = None,
) -> Reading:
    """Return the content of a file from its bytes.

    The format is the one named `form`; by default it is determined from the suffix or the content.
    If `kind` is given, the format must be of this kind. If a file has several puzzles, `problem` is
    the name or the number (from 1) of the one to read. Raises PuzzleError for an invalid file, and
    InputError for a format that is unknown, only written or of another kind, and for a problem that
    does not exist."""
    name = visible(path)
    if faults := control_fault("the name of the file", os.path.basename(path)):
        raise PuzzleError(f"{name}: {faults[0]}")
    if form is not None:
        chosen = named(form, [name for name, each in FORMATS.items() if each.reads])
        if not chosen.reads:
            raise InputError(f"the format {form} can be written but not read")
        if kind is not None and kind != chosen.kind:
            holds = KINDS[chosen.kind]
            raise InputError(f"the format {form} holds {holds}, but {KINDS[kind]} were expected")
        return _read(data, name, form, problem)
    by_suffix = with_ending(path, kind)
    readable = [each for each in by_suffix if FORMATS[each].reads]
    if by_suffix and not readable:
        raise InputError(f"the format {by_suffix[0]} can be written but not read")
    if len(readable) == 1:
        return _read(data, name, readable[0], problem)
    return _recognised(data, name, readable, kind, problem)


def render(content: Content, name: str) -> Written:
    """Return the content in the format with this name. Raises InputError if the format cannot hold
    it; the message names a format that can, if there is one."""
    form = named(name)
    try:
        if not form.writes:
            raise InputError(f"the format {name} can be read but not written")
        return _written(content, name)
    except InputError as error:
        alternative = _alternative(content, name)
        if alternative is None:
            raise
        raise InputError(f"{error}; the format {alternative} can hold the puzzle") from None


def module_of(name: str) -> Any:
    """Return the module of a format, or the object in its module that reads and writes it; for a
    format that is only written, the function that writes it."""
    module, _, part = FORMATS[name].module.partition(".")
    found = import_module(f"calpuzzle.formats.{module}")
    return getattr(found, part) if part else found


def _read(data: bytes, name: str, form: str, problem: str | None) -> Reading:
    chosen = FORMATS[form]
    most = MAX_NONOGRAM if chosen.kind == "nonogram" else MAX_BYTES
    text = text_of(data, name, most, chosen.lenient)
    if chosen.lenient and not text.strip():
        raise PuzzleError(f"{name} is empty")
    if problem is not None and not chosen.several:
        raise InputError(f"the format {form} holds one puzzle; do not choose a problem")
    which = (problem,) if chosen.several else ()
    found: Content | Reading = module_of(form).read(text, name, *which)
    reading = found if isinstance(found, Reading) else Reading(found)
    if isinstance(reading.content, Model):
        stem = os.path.splitext(os.path.basename(name))[0]
        return reading._replace(content=reading.content._replace(name=stem))
    return reading


def _recognised(
    data: bytes, name: str, first: list[str], kind: str | None, problem: str | None
) -> Reading:
    """Return the content, read by the first format that recognises the text and finds no fault.

    The formats in `first`, which have the suffix of the file, are tried first; if no format
    recognises the text, only these are tried. With `problem`, formats of one puzzle are tried only
    if none with several puzzles recognises the text. Raises PuzzleError with the reason of each
    format if none reads it, and InputError for a problem that does not exist.
    """
    text = text_of(data, name, lenient=True)
    if not text.strip():
        raise PuzzleError(f"{name} is empty")
    every = [each for each, form in FORMATS.items() if form.reads and kind in (None, form.kind)]
    similar = [form for form in dict.fromkeys(first + every) if module_of(form).looks_like(text)]
    if problem is not None:
        similar = [form for form in similar if FORMATS[form].several] or similar
    faults: dict[str, PuzzleError] = {}
    for form in similar or first:
        try:
            return _read(data, name, form, problem)
        except PuzzleError as error:
            faults[form] = error
    if not faults:
        raise PuzzleError(
            f"{name}: the format is not recognised; specify one of {', '.join(every)}"
        )
    if len(faults) == 1:
        raise faults.popitem()[1]
    lines = re.compile(f"^{re.escape(name)}:([0-9]+):")
    reasons = [
        f"{form}: {lines.sub(LINE_PREFIX, str(error)).removeprefix(f'{name}:').strip()}"
        for form, error in faults.items()
    ]
    raise PuzzleError(f"{name} is in none of the formats that were tried: {'; '.join(reasons)}")


def _alternative(content: Content, other: str) -> str | None:
    """Return the first format except `other` that is read and can hold the whole content."""
    for name, form in FORMATS.items():
        if form.reads and form.writes and name != other:
            with suppress(InputError, CannotDoError):
                if not _written(content, name).lost:
                    return name
    return None


def _written(content: Content, name: str) -> Written:
    form = FORMATS[name]
    kind = kind_of(content)
    if isinstance(content, Model) and form.kind == "cover":
        content = with_names(Lowering(content))
    elif kind != form.kind:
        holds, has = KINDS[form.kind], KINDS[kind]
        raise InputError(f"the format {name} holds {holds}, and the puzzle has {has}")
    lost = () if isinstance(content, Model | Cover) else _lost(content, name)
    found = module_of(name)
    written = found.write(content) if form.reads else found(content)
    # A title from the command line may contain bytes that are not UTF-8.
    text = written if isinstance(written, bytes) else written.encode("utf-8", "replace")
    return Written(text, lost)


def _lost(clues: Clues, name: str) -> tuple[str, ...]:
    """Return sentences about the data of a nonogram that the format cannot hold. Raises InputError
    if the nonogram has several colours and the format has only black."""
    form = FORMATS[name]
    if clues.colours > 1 and not form.colours:
        names = ", ".join(colour.name for colour in clues.palette[1:])
        raise InputError(f"the format {name} supports only black, but the puzzle has {names}")
    words = {
        "goal": "goal, which is",
        "given": "given cells, which are",
        "notes": "notes, which are",
    }
    held: tuple[tuple[str, str], ...] = ()
    if "title" in form.keeps and clues.title:
        held = (("title", clues.title),)
        words["notes"] = "notes except the title, which are"
    lost = [
        words[what]
        for what in EXTRAS
        if getattr(clues, what) and what not in form.keeps
        if what != "notes" or clues.notes != held
    ]
    if not form.colours and [colour.rgb for colour in clues.palette] != [WHITE.rgb, BLACK.rgb]:
        lost.append("colours, which are")
    return tuple(f"the format {name} cannot hold the {what} left out" for what in lost)
