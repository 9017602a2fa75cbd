"""Reading a file in the format it is in, and writing by name; table.py says which there are."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.base.text import control_fault, visible
from calpuzzle.formats.decoding import MAX_BYTES, text_of
from calpuzzle.formats.reading import Reading, Thing
from calpuzzle.formats.table import FORMATS, KINDS, Format, by_ending, named, with_ending
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    from calpuzzle.griddler.puzzle import Clues

__all__ = ["FORMATS", "KINDS", "MAX_BYTES", "MAX_GRIDDLER", "Format", "Reading", "Thing",
           "Written", "by_ending", "kind_of", "module_of", "named", "parse", "render"]  # fmt: skip

MAX_GRIDDLER = 16 << 20  # bytes


class Written(NamedTuple):
    """The bytes of a file, and sentences about what the format cannot hold and was left out."""

    data: bytes
    lost: tuple[str, ...] = ()


def kind_of(thing: Thing) -> str:
    """The kind of formats that hold the thing."""
    if isinstance(thing, Model):
        return "puzzle"
    return "cover" if isinstance(thing, Cover) else "griddler"


def parse(data: bytes, path: str, form: str | None = None, kind: str | None = None) -> Reading:
    """What stands in the bytes of a file: in the format of that name, else in the one that the
    ending or the content shows; with a `kind`, in one of that kind. Raises PuzzleError, and
    InputError for a format that is unknown, or is not read, or is of another kind."""
    name = visible(path)
    wrong = control_fault("the name of the file", os.path.basename(path))
    if wrong:
        raise PuzzleError(f"{name}: {wrong[0]}")
    if form is not None:
        chosen = named(form)
        if not chosen.reads:
            raise InputError(f"the format {form} is written, not read")
        if kind is not None and kind != chosen.kind:
            holds = KINDS[chosen.kind]
            raise InputError(f"the format {form} holds {holds}, and {KINDS[kind]} are wanted")
        return _read(data, name, form)
    meant = with_ending(path, kind)
    found = [each for each in meant if FORMATS[each].reads]
    if meant and not found:
        raise InputError(f"the format {meant[0]} is written, not read")
    if len(found) == 1:
        return _read(data, name, found[0])
    return _recognised(data, name, found, kind)


def render(thing: Thing, name: str) -> Written:
    """The thing in the format of that name. Raises InputError where the format cannot say it, and
    then names one that can."""
    if not named(name).writes:
        raise InputError(f"the format {name} is read, not written")
    try:
        return _written(thing, name)
    except InputError as error:
        able = _able(thing, name)
        if able is None:
            raise
        raise InputError(f"{error}; the format {able} can hold the puzzle") from None


def module_of(name: str) -> Any:
    """The module of a format, or what of it reads and writes this one of several."""
    module, _, part = FORMATS[name].module.partition(".")
    found = import_module(f"calpuzzle.formats.{module}")
    return getattr(found, part) if part else found


def _read(data: bytes, name: str, form: str) -> Reading:
    chosen = FORMATS[form]
    most = MAX_GRIDDLER if chosen.kind == "griddler" else MAX_BYTES
    text = text_of(data, name, most, chosen.lenient)
    if chosen.lenient and not text.strip():
        raise PuzzleError(f"{name} is empty")
    found: Thing | Reading = module_of(form).read(text, name)
    reading = found if isinstance(found, Reading) else Reading(found)
    if isinstance(reading.thing, Model):
        stem = os.path.splitext(os.path.basename(name))[0]
        return reading._replace(thing=reading.thing._replace(name=stem))
    return reading


def _recognised(data: bytes, name: str, first: list[str], kind: str | None) -> Reading:
    """What the content shows: of the formats that look like it, the first that reads it without a
    fault, those that its ending means before all others; else the faults that the first of them
    finds."""
    text = text_of(data, name, lenient=True)
    if not text.strip():
        raise PuzzleError(f"{name} is empty")
    every = [each for each, form in FORMATS.items() if form.reads and kind in (None, form.kind)]
    faults = None
    for form in dict.fromkeys(first + every):
        if module_of(form).looks_like(text):
            try:
                return _read(data, name, form)
            except PuzzleError as error:
                faults = faults or error
    raise faults or PuzzleError(
        f"{name} looks like nothing that can be read; name its format, one of {', '.join(every)}"
    )


def _able(thing: Thing, other: str) -> str | None:
    """The first format that holds the thing, and gives it back when it is read."""
    for name, form in FORMATS.items():
        if form.reads and form.writes and name != other:
            try:
                if not _written(thing, name).lost:
                    return name
            except (InputError, CannotDoError):
                pass
    return None


def _written(thing: Thing, name: str) -> Written:
    form = FORMATS[name]
    kind = kind_of(thing)
    if isinstance(thing, Model) and form.kind == "cover":
        thing = Lowering(thing).cover
    elif kind != form.kind:
        holds, has = KINDS[form.kind], KINDS[kind]
        raise InputError(f"the format {name} holds {holds}, and the puzzle has {has}")
    lost = () if isinstance(thing, Model | Cover) else _lost(thing, name)
    written = module_of(name).write(thing)
    # A title from a command line may have bytes that are no text.
    text = written if isinstance(written, bytes) else written.encode("utf-8", "replace")
    return Written(text, lost)


def _lost(clues: Clues, name: str) -> tuple[str, ...]:
    """What the format leaves out of a griddler. Raises InputError where that would be colours."""
    form = FORMATS[name]
    if clues.colours > 1 and not form.colours:
        names = ", ".join(colour.name for colour in clues.palette[1:])
        raise InputError(f"the format {name} knows black only, and the puzzle has {names}")
    held = {
        "goal": ("goal, which is", clues.goal),
        "given": ("given cells, which are", clues.given),
        "notes": ("notes, which are", clues.notes),
    }
    return tuple(
        f"the format {name} cannot hold the {words} left out"
        for what, (words, value) in held.items()
        if value and what not in form.keeps
    )
