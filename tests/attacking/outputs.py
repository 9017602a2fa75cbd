"""Hostile words on a board: every output must have the same structure as with plain words."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from functools import cache
from itertools import islice
from xml.etree import ElementTree

import ezdxf
import pypdf
from commands import SMALL
from html_elements import Elements, inside

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import control_character
from calpuzzle.formats import toml
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.validate import faults
from calpuzzle.results.tables import csv_text, from_counts
from calpuzzle.workshop.cut_files import cut

Output = Callable[[cp.Puzzle], object]
"""Returns what must not depend on the words, and raises an error if the output is damaged."""


def labelled(text: str) -> Model:
    """Return a small calendar whose title, names and labels are the words of a text, repeated as
    needed. Raise InputError if a puzzle file cannot contain them."""
    plain = toml.read(SMALL, "small")
    words = text.split() or [""]
    names = (f"{words[k % len(words)]}{k or ''}" for k in range(100))
    of = dict(zip(islice(filter(None, plain.board.labels), 100), names, strict=False))
    found = plain._replace(
        title=text,
        board=plain.board._replace(labels=tuple(of.get(own, "") for own in plain.board.labels)),
        groups=tuple(
            group._replace(name=next(names), labels=tuple(of[own] for own in group.labels))
            for group in plain.groups
        ),
        pieces=tuple(piece._replace(name=next(names)) for piece in plain.pieces),
    )
    wrong = faults(found)
    if wrong:
        raise InputError(wrong[0])
    return found


def _text(puzzle: cp.Puzzle) -> object:
    drawn = next(iter(puzzle.solve("any"))).text(ascii_only=False)
    if any(map(control_character, drawn.splitlines())):
        raise ValueError("a control character is drawn")
    return None


def _toml(puzzle: cp.Puzzle) -> object:
    if toml.read(toml.write(puzzle.model), puzzle.name) != puzzle.model:
        raise ValueError("another puzzle is read than was written")
    return None


def _svg(puzzle: cp.Puzzle) -> object:
    return _elements(next(iter(puzzle.solve("any"))).to_svg())


def _cut_svg(puzzle: cp.Puzzle) -> object:
    return _elements(cut(puzzle, "svg", labels="text").decode())


def _elements(text: str) -> object:
    return {(own.tag, "href" in str(own.attrib)) for own in ElementTree.fromstring(text).iter()}


def _page(puzzle: cp.Puzzle) -> object:
    page = puzzle.page()
    return [
        [(tag, [*attributes]) for tag, attributes in Elements(part).found]
        for part in (page, inside(page))
    ]


def _table(puzzle: cp.Puzzle) -> object:
    frame = from_counts(puzzle.model, puzzle.counts())
    rows = [*csv.reader(io.StringIO(csv_text(frame), newline=""))]
    names = [own.name for own in puzzle.groups]
    if rows[0][: len(names)] != names or rows[1][0] != puzzle.groups[0].labels[0]:
        raise ValueError("the table has other words")
    return [len(row) for row in rows]


def _dxf(puzzle: cp.Puzzle) -> object:
    drawing = ezdxf.read(io.StringIO(cut(puzzle, "dxf", labels="text").decode()))
    return [own.dxftype() for own in drawing.modelspace()]


def _scad(puzzle: cp.Puzzle) -> object:
    text = cut(puzzle, "scad", labels="text").decode()
    return re.sub(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*', "", text).count('"')


def _pdf(puzzle: cp.Puzzle) -> object:
    return len(pypdf.PdfReader(io.BytesIO(cut(puzzle, "pdf"))).pages)


OUTPUTS: tuple[Output, ...] = (_text, _toml, _svg, _page, _table, _cut_svg, _dxf, _scad, _pdf)


@cache
def _plain(output: Output) -> object:
    return output(cp.Puzzle(toml.read(SMALL, "small")))


def damaged(text: str, number: int) -> str:
    """Return the name of an output that is damaged by the words of a text, or "". `number` selects
    the two outputs to check. Raise InputError if a puzzle file cannot contain the words."""
    puzzle = cp.Puzzle(labelled(text))
    for k in (number, number // len(OUTPUTS)):
        output = OUTPUTS[k % len(OUTPUTS)]
        if output(puzzle) != _plain(output):
            return output.__name__.strip("_")
    return ""
