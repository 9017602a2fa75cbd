"""Nonograms with black clues under headings: `[Row clues]` in .gno files of Gnonograms, or `ROWS:`.

A heading is a word or two in brackets, or before a colon; its value follows it or is below it. The
sizes, the clues, title or description, and author are read; other sections are skipped with a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from calpuzzle.base.wording import plural, shown
from calpuzzle.formats.clue_lines import black_clue
from calpuzzle.formats.nonograms import finish, side_length
from calpuzzle.formats.reading import NumberedLine, Reading, fail
from calpuzzle.nonogram.clues import Clue, Clues

_HEADING = re.compile(r"\[([A-Za-z _-]+)\]|([A-Za-z][A-Za-z _-]*):(.*)")
_ROWS = re.compile("(row|horizontal)s?( clue| hint)?s?")
_COLUMNS = re.compile("(col|column|vertical)s?( clue| hint)?s?")
_NOTES = {"title": "title", "name": "title", "description": "title", "author": "by", "by": "by"}
"""The note of each section. Of several sections for one note, the first in this order is the note;
the others become notes with their own names."""


def looks_like(text: str) -> bool:
    """Return whether there is a heading of rows or of columns."""
    names = [name for _, name, _ in _headings(text)]
    return any(form.fullmatch(name) for name in names for form in (_ROWS, _COLUMNS))


def read(text: str, source: str) -> Reading:
    """Read a file with headings."""
    sections = _sections(text, source)
    rows, columns = (
        _clues(sections, _ROWS, "rows", source),
        _clues(sections, _COLUMNS, "columns", source),
    )
    named, remarks = {}, []
    for name, (at, lines) in sections.items():
        texts = [line for _, line in lines if line]
        if name == "dimensions":
            words = " ".join(texts).split()
            sizes = [side_length(word, name, source, at) for word in words]
            if sizes != [len(rows), len(columns)]:
                have = f"{plural(len(rows), 'row')} and {plural(len(columns), 'column')}"
                stated = f"the dimensions are {' and '.join(words)}"
                fail(source, at, f"{stated}, but the clues have {have}")
        elif name in _NOTES and texts:
            named[name] = " ".join(texts)
        elif name not in _NOTES:
            remarks.append(f"{source}:{at}: the section {shown(name)} is skipped")
    notes: dict[str, str] = {}
    for name in filter(named.get, _NOTES):
        notes[name if _NOTES[name] in notes else _NOTES[name]] = named[name]
    return finish(Clues(rows, columns, notes=tuple(notes.items())), source, remarks)


def _headings(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the line of each heading, its name in lower case, and the value on the same line."""
    for at, line in enumerate(text.splitlines(), 1):
        if found := _HEADING.fullmatch(line.strip()):
            name = re.sub("[ _-]+", " ", (found[1] or found[2]).strip().lower())
            yield at, name, (found[3] or "").strip()


def _sections(text: str, source: str) -> dict[str, tuple[int, list[NumberedLine]]]:
    """Return for each heading its line number and the numbered lines of its section."""
    lines = [line.strip() for line in text.splitlines()]
    headings = [*_headings(text), (len(lines) + 1, "", "")]
    found: dict[str, tuple[int, list[NumberedLine]]] = {}
    for (at, name, value), (end, *_) in pairwise(headings):
        if name in found:
            fail(source, at, f"there are two sections {shown(name)}")
        first = [(at, value)] if value else []
        found[name] = at, first + [(k, lines[k - 1]) for k in range(at + 1, end)]
    return found


def _clues(
    sections: dict[str, tuple[int, list[NumberedLine]]],
    form: re.Pattern[str],
    what: str,
    source: str,
) -> tuple[Clue, ...]:
    """Return the clues of the only section whose name matches `form`, and remove this section."""
    named = [name for name in sections if form.fullmatch(name)]
    if len(named) != 1:
        fail(
            source,
            None,
            f"there are {len(named)} sections of the clues of {what}, but there must be one",
        )
    _, lines = sections.pop(named[0])
    return tuple(black_clue(line, source, at) for at, line in lines if line)
