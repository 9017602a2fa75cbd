"""Nonograms as JSON: sizes, clues, palette, notes, goal and given cells.

`rows` and `columns` are lists of clues; a clue is a list of lengths, or for several colours a list
of pairs [length, index of the colour in `palette`]. `goal` and `given` are lists of strings, one
for each row, of the marks in `palette`; `given` has `?` for a cell that is not given. `notes` is an
object of strings, or a list of pairs [key, string]. The reader also accepts variants by other
programs: other names of the clues (`rowClues`, `col_hints`, `hor`, `ver` ...), or two lists without
names; numbers as strings, and a clue as one string; colours as letters or names, after a length or
before it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from calpuzzle.base.wording import shown
from calpuzzle.formats.nonograms import (
    clue_words,
    finish,
    marked_grid,
    named_colour,
    rgb_of,
    with_distinct_marks,
)
from calpuzzle.formats.reading import Reading, fail
from calpuzzle.nonogram.clues import (
    BLACK,
    MAX_COLOURS,
    MAX_SIDE,
    WHITE,
    Clue,
    Clues,
    Colour,
    Grid,
    grid_rows,
)

_NAMES = {
    "rows": re.compile("(rows?|hor|horizontal)(clues?|hints?)?"),
    "columns": re.compile("(col(umn)?s?|ver|vert|vertical)(clues?|hints?)?"),
}
"""The names of the clues in files, reduced to lower-case letters."""
KEYS = ("width", "height", "rows", "columns", "palette", "notes", "goal", "given")


def looks_like(text: str) -> bool:
    """Return whether the text begins like an object, or a list of lists, strings or numbers."""
    return re.match(r"\s*(\{|\[\s*[\[\"0-9])", text) is not None


def read(text: str, source: str) -> Reading:
    """Read a JSON file."""
    try:
        data = _value(text)
    except json.JSONDecodeError as error:
        fail(source, error.lineno, f"this is not valid JSON: {error.msg}")
    except (ValueError, RecursionError):
        fail(source, None, "this is not valid JSON: a number is too long, or the nesting too deep")
    if not isinstance(data, dict):
        fail(source, None, "a puzzle is a JSON object, or two lists: clues of rows and of columns")
    data = _with_standard_names(data, source)
    colours = _Colours(_palette(data.get("palette"), source), "palette" in data)
    rows = _clues(data, "rows", "height", colours, source)
    columns = _clues(data, "columns", "width", colours, source)
    colours.check(source)
    palette = colours.palette
    marks = {colour.mark: index for index, colour in enumerate(palette)}
    notes = _notes(data.get("notes"), source)
    goal, given = (_grid(data.get(name), name, marks, source) for name in ("goal", "given"))
    puzzle = Clues(rows, columns, palette, notes, goal, given)
    extra = sorted(set(data) - set(KEYS))
    return finish(puzzle, source, [f"{source}: the key {shown(key)} is skipped" for key in extra])


def _value(text: str) -> Any:
    """Return the value in the text. Two lists, one after the other or in a list, become rows and
    columns."""
    value, end = json.JSONDecoder().raw_decode(text, len(text) - len(text.lstrip()))
    if not isinstance(value, list):
        return json.loads(text)
    following = text[end:].lstrip(", \t\n;")
    both = value
    if following:
        # Errors count lines from the start of the parsed text, so it begins with as many newlines
        # as there are before the second list.
        newlines = "\n" * text.count("\n", 0, len(text) - len(following))
        both = [value, json.loads(newlines + following.rstrip(", \t\n;"))]
    return dict(zip(("rows", "columns"), both, strict=True)) if len(both) == 2 else value


def _with_standard_names(data: dict[str, Any], source: str) -> dict[str, Any]:
    """Return the object with the clues renamed to `rows` and `columns`."""
    found = dict(data)
    for key, form in _NAMES.items():
        given = [name for name in data if form.fullmatch(re.sub("[^a-z]", "", name.lower()))]
        if len(given) > 1:
            fail(source, None, f"{' and '.join(given)} are both clues of the {key}; remove one")
        for name in given:
            found[key] = found.pop(name)
    return found


class _Colours:
    """The palette, and the numbers of the colours that clues name. If the file has no palette
    (`fixed` is False), each new letter or name adds a colour, and either all blocks name their
    colour or none does."""

    def __init__(self, palette: tuple[Colour, ...], fixed: bool) -> None:
        self._palette = list(palette)
        self._fixed = fixed
        self._number: dict[str, int] = {}
        self._unnamed = ""  # the first clue with a block that names no colour
        for k, colour in reversed([*enumerate(palette)] if fixed else []):
            self._number |= {colour.name: k, colour.mark: k}

    @property
    def palette(self) -> tuple[Colour, ...]:
        """All colours, with distinct marks."""
        return tuple(self._palette) if self._fixed else with_distinct_marks(self._palette)

    def number(self, name: str, where: str, source: str) -> int:
        """Return the number of a colour. If the palette is fixed, raise PuzzleError for an unknown
        colour, otherwise add it."""
        if name not in self._number:
            if self._fixed:
                fail(source, None, f"{where} has the colour {shown(name)}, which is not in palette")
            if not self._number:
                self._palette.pop()  # the default black: clues that name colours replace it
            self._number[name] = len(self._palette)
            self._palette.append(named_colour(name))
        return self._number[name]

    def add_unnamed(self, where: str) -> None:
        """Record that a clue has a block without the name of a colour."""
        self._unnamed = self._unnamed or where

    def check(self, source: str) -> None:
        """Raise PuzzleError if there is no palette, and only some blocks name their colour."""
        if self._unnamed and self._number and not self._fixed:
            has = f"{self._unnamed} has a block without the name of a colour, but others have one"
            fail(source, None, f"{has}; name the colour of every block, or add a palette")


def _clues(
    data: dict[str, Any], key: str, what: str, colours: _Colours, source: str
) -> tuple[Clue, ...]:
    value = data.get(key)
    if not isinstance(value, list) or len(value) > MAX_SIDE:
        wrong = f"{key} must be" if key in data else f"there is no key {key}; it must be"
        fail(source, None, f"{wrong} a list of up to {MAX_SIDE} clues")
    if what in data and (type(data[what]) is not int or data[what] != len(value)):
        fail(source, None, f"{what} and the number of {key} differ")
    clues = []
    for index, clue in enumerate(value, 1):
        clue = clue_words(clue) if isinstance(clue, str) else [clue] if _is_number(clue) else clue
        if not isinstance(clue, list):
            fail(source, None, f"clue {index} of {key} is not a list")
        blocks = [_block(block, f"clue {index} of {key}", colours, source) for block in clue]
        clues.append(() if len(blocks) == 1 and not blocks[0][0] else tuple(blocks))
    return tuple(clues)


def _is_number(value: Any) -> bool:
    """Return whether the value is an integer, or a string that represents an integer of up to ten
    digits."""
    digits = isinstance(value, str) and re.fullmatch("-?[0-9]{1,10}", value.strip(), re.ASCII)
    return type(value) is int or bool(digits)


def _block(value: Any, where: str, colours: _Colours, source: str) -> tuple[int, int]:
    pair = value if isinstance(value, list) else [value, 1]
    if pair is value and isinstance(pair[0] if pair else 0, str) and not _is_number(pair[0]):
        pair = pair[::-1]
    if len(pair) != 2 or not _is_number(pair[0]) or abs(int(pair[0])) > 10**9:
        fail(source, None, f"{where} has a block that is neither a length nor [length, colour]")
    if isinstance(pair[1], str) and not _is_number(pair[1]):
        return int(pair[0]), colours.number(pair[1], where, source)
    if not _is_number(pair[1]) or abs(int(pair[1])) > 10**9:
        fail(source, None, f"{where} has a block whose colour is neither a number nor a name")
    if int(pair[0]):
        colours.add_unnamed(where)
    return int(pair[0]), int(pair[1])


def _palette(value: Any, source: str) -> tuple[Colour, ...]:
    if value is None:
        return WHITE, BLACK
    if not isinstance(value, list) or not 2 <= len(value) <= MAX_COLOURS + 1:
        fail(source, None, f"palette must be a list of 2 to {MAX_COLOURS + 1} colours")
    found = []
    for each in value:
        texts: Any = [each.get(key) for key in Colour._fields] if isinstance(each, dict) else [0]
        if not all(isinstance(part, str) for part in texts):
            fail(source, None, "a colour of the palette needs the strings name, rgb and mark")
        name, word, mark = texts
        rgb = rgb_of(word)
        if rgb is None:
            fail(source, None, f"{shown(word)} is not a colour; write it as #rrggbb")
        found.append(Colour(name, rgb, mark))
    palette = tuple(found)
    if with_distinct_marks(palette) != palette:
        rule = "different visible characters, but not digits, ?, | or a comma"
        fail(source, None, f"the palette's marks must be {rule}")
    return palette


def _notes(value: Any, source: str) -> tuple[tuple[str, str], ...]:
    if value is None:
        return ()
    pairs = list(value.items()) if isinstance(value, dict) else value
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list | tuple) and list(map(type, pair)) == [str, str] for pair in pairs
    ):
        fail(source, None, "notes must be an object of strings, or a list of pairs of strings")
    return tuple((key, text) for key, text in pairs)


def _grid(value: Any, name: str, marks: dict[str, int], source: str) -> Grid | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        fail(source, None, f"{name} must be a list of strings")
    return marked_grid(value, marks, name, source)


def write(puzzle: Clues) -> str:
    """Return the puzzle as JSON."""
    data: dict[str, Any] = {"width": puzzle.width, "height": puzzle.height}
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        plain = puzzle.colours == 1
        data[name] = [[length for length, _ in clue] if plain else clue for clue in clues]
    if puzzle.palette != (WHITE, BLACK):
        data["palette"] = [colour._asdict() for colour in puzzle.palette]
    if puzzle.notes:
        # Write a list of pairs if a key occurs twice, as it may in the notes of webpbn.
        by_key = dict(puzzle.notes)
        data["notes"] = by_key if len(by_key) == len(puzzle.notes) else puzzle.notes
    for name, cells in (("goal", puzzle.goal), ("given", puzzle.given)):
        if cells is not None:
            data[name] = grid_rows(puzzle, cells)
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
