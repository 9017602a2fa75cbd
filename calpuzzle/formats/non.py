"""Steven Simpson's format .non, with the extensions in use.

Keywords are width, height, rows, columns, and any property with a text (catalogue, title, by,
copyright, license, ...). Extensions that are read and written: `goal` and `given` with a character
for each cell (`0` for white, `1` for black or the first colour, the letter of a colour, `?` for a
cell not given; `saved` is read as `given`), `color a #rrggbb` with clues such as `3a,2b`, and
`color background #rrggbb`. Lines that begin with `#`, and comments after `#` in a line of clues,
are skipped. Colours as in files of the program nonny can be read but not written: `color red FF0000
#`, with clues such as `red 3 1, green: 2`. There a name applies to all numbers up to the next name,
and numbers before the first name are black. An empty clue is written `0`; a blank line is an empty
clue too, if the section would otherwise have too few clues. In the text of a property, a line break
is written `&#10;`.
"""

from __future__ import annotations

import html
import re
import string
from collections.abc import Iterator

from calpuzzle.base.wording import nearest, plural, shown
from calpuzzle.formats.nonograms import (
    clue,
    clue_words,
    finish,
    marked_grid,
    rgb_of,
    side_length,
    with_distinct_marks,
)
from calpuzzle.formats.reading import NumberedLine, Reading, fail, parse_integer
from calpuzzle.nonogram.clues import BLACK, WHITE, Clues, Colour, Grid

LETTERS = string.ascii_lowercase
PROPERTIES = ("catalogue", "title", "by", "copyright", "license")
SIDES = {"width": "width", "columns": "width", "height": "height", "rows": "height"}
PICTURES = {"goal": "goal", "given": "given", "saved": "given"}
RESERVED = (*SIDES, *PICTURES, "maxrule", "color", "colour")
_SIZE_LINE = re.compile(r"^[ \t]*(width|height|rows|columns)\b", re.MULTILINE)
_BLOCK = re.compile(r"([0-9]+)([a-z]?)")
_COLOUR = re.compile(r"([A-Za-z][\w-]*)\s+(\S+)(?:\s+(\S))?")
BACKGROUND = "background"


def looks_like(text: str) -> bool:
    """Return whether a line begins with one of the keywords that every file has."""
    return _SIZE_LINE.search(text) is not None


def read(text: str, source: str) -> Reading:
    """Read a .non file."""
    file = _File(source)
    section = ""
    for at, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("#"):
            continue
        if section and (
            not line or line[0].isdigit() or line[0] in "-,+?" or file.begins_with_colour(line)
        ):
            file.sections[section].append((at, line))
        elif line:
            section = file.keyword(at, line)
    return finish(file.puzzle(), source, file.remarks)


class _File:
    """The part of a file that has been read so far; `sections` contains the lines of clues and of
    pictures."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.sides: dict[str, int] = {}
        self.sections: dict[str, list[NumberedLine]] = {}
        self.colours: dict[str, str] = {}
        self.notes: list[tuple[str, str]] = []
        self.remarks: list[str] = []
        self.unknown: tuple[int, str] | None = None
        """The last keyword line, if its keyword is unknown. It may be a misspelt section: then the
        next lines belong to no section, and the error names this line."""

    def begins_with_colour(self, line: str) -> bool:
        """Return whether a line begins with the name of a colour, as a clue of nonny may."""
        return bool(self.colours) and re.split(r"[\s:]", line, maxsplit=1)[0] in self.colours

    def keyword(self, at: int, line: str) -> str:
        """Process a keyword line, and return the section to which the next lines belong, or an
        empty string."""
        word, value = (*line.split(None, 1), "")[:2]
        unknown, self.unknown = self.unknown, None
        if word in ("rows", "columns") and not value:
            if word in self.sections:
                fail(self.source, at, f"there are two sections {word}")
            self.sections[word] = []
            return word
        if word in PICTURES:
            self.sections[PICTURES[word]] = [(at, _unquoted(value))]
            return PICTURES[word]
        if word in SIDES:
            what = SIDES[word]
            if what in self.sides:
                fail(self.source, at, f"the {what} is given twice")
            self.sides[what] = side_length(value, what, self.source, at)
        elif word in ("color", "colour"):
            found = _COLOUR.fullmatch(value)
            rgb = rgb_of(found[2]) if found else None
            if not found or rgb is None:
                fail(self.source, at, "a colour is a name and a value, such as: color a #ff0000")
            self.colours[found[1]] = rgb
        elif word == "maxrule":
            parse_integer(value, "the maxrule", self.source, at, 0)
        elif re.fullmatch(r"[A-Za-z][\w.:-]*", word, re.ASCII):
            self.notes.append((word, html.unescape(_unquoted(value))))
            if word not in PROPERTIES:
                self.unknown = at, line
                self.remarks.append(
                    f"{self.source}:{at}: the keyword {shown(word)} is unknown; it is kept"
                )
        else:
            at, line = unknown or (at, line)
            hint = nearest(line, RESERVED) if unknown else ""
            fail(self.source, at, f"{shown(line)} is neither a keyword nor a clue{hint}")
        return ""

    def puzzle(self) -> Clues:
        """Return the puzzle of all lines read."""
        read = [self._clues("rows"), self._clues("columns")]
        used = {letter for clues in read for blocks in clues for _, letter in blocks}
        white = WHITE._replace(rgb=self.colours.pop(BACKGROUND, WHITE.rgb))
        letters = sorted({*used, *self.colours}) or [""]  # "" is black, which sorts first
        number = {letter: index for index, letter in enumerate(letters, 1)}
        marks = {"0": 0, "1": number.get("", 1), **number}
        rows, columns = (
            tuple(tuple((size, number[letter]) for size, letter in blocks) for blocks in clues)
            for clues in read
        )
        palette = with_distinct_marks((white, *map(self._shade, letters)))
        goal, given = self._picture("goal", marks), self._picture("given", marks)
        return Clues(rows, columns, palette, tuple(self.notes), goal, given)

    def _shade(self, letter: str) -> Colour:
        if not letter:
            return BLACK
        if len(letter) > 1:
            return Colour(letter, self.colours[letter], "")
        fallback = f"#{(ord(letter) * 40503) % 0xC0C0C0:06x}"
        return Colour(f"colour {letter}", self.colours.get(letter, fallback), letter)

    def _clues(self, section: str) -> list[tuple[tuple[int, str], ...]]:
        """Return the clues of a section, as blocks of length and colour name."""
        if section not in self.sections:
            fail(self.source, None, f"there is no section {section}")
        if SIDES[section] not in self.sides:
            fail(self.source, None, f"there is no {SIDES[section]}")
        return [
            clue(self._blocks(line.partition("#")[0], at), self.source, at)
            for at, line in self._lines(section)
        ]

    def _blocks(self, line: str, at: int) -> Iterator[tuple[str, str]]:
        """Yield the length and the colour name of each block of a clue."""
        colour = "black" if "black" in self.colours else ""
        for word in clue_words(line.replace(":", " ")):
            found = _BLOCK.fullmatch(word)
            if found:
                yield found[1], found[2] or colour
            elif word in self.colours:
                colour = word
            elif word[0].isalpha():
                fail(self.source, at, f"the colour {shown(word)} is not declared")
            else:
                yield word, ""

    def _lines(self, section: str) -> list[NumberedLine]:
        """Return the clue lines of a section; blank lines count as empty clues only if there are
        too few others."""
        lines, count = self.sections[section], self.sides[SIDES[section]]
        full = [entry for entry in lines if entry[1]]
        if len(full) == count:
            return full
        start, end = 0, len(lines)
        while end > count and not lines[end - 1][1]:
            end -= 1
        while end - start > count and not lines[start][1]:
            start += 1
        if end - start != count:
            where = lines[end - 1][0] if lines else None
            have = f"the section {section} has {plural(len(full), 'clue')}"
            fail(self.source, where, f"{have}, but the {SIDES[section]} is {count}")
        return lines[start:end]

    def _picture(self, name: str, marks: dict[str, int]) -> Grid | None:
        if name not in self.sections:
            return None
        at = self.sections[name][0][0]
        cells = "".join("".join(line.split()) for _, line in self.sections[name])
        width, height = self.sides["width"], self.sides["height"]
        if len(cells) != width * height:
            have = f"the {name} has {plural(len(cells), 'cell')}"
            fail(self.source, at, f"{have}, but the grid is {width} by {height}")
        rows = [cells[start : start + width] for start in range(0, len(cells), width)]
        return marked_grid(rows, marks, name, self.source, at)


def _unquoted(text: str) -> str:
    if len(text) >= 2 and text[0] in "\"'" and text[-1] == text[0]:
        return text[1:-1]
    return text


def write(puzzle: Clues) -> str:
    """Return the puzzle as a .non file."""
    plain = puzzle.palette[1:] == (BLACK,)
    letters = ("", "") if plain else ("", *LETTERS)
    marks = ("01" if plain else "0" + LETTERS) + "?"  # the last mark is for -1, a cell not given
    out = [_note(key, value) for key, value in puzzle.notes]
    out += [f"width {puzzle.width}", f"height {puzzle.height}"]
    if puzzle.palette[0].rgb != WHITE.rgb:
        out.append(f"color {BACKGROUND} {puzzle.palette[0].rgb}")
    if not plain:
        pairs = zip(LETTERS, puzzle.palette[1:], strict=False)
        out += [f"color {letter} {colour.rgb}" for letter, colour in pairs]
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        out += ["", name]
        out += [",".join(f"{size}{letters[c]}" for size, c in clue) or "0" for clue in clues]
    for name, grid in (("goal", puzzle.goal), ("given", puzzle.given)):
        if grid is not None:
            cells = "".join(marks[cell] for row in grid for cell in row)
            out += ["", f'{name} "{cells}"']
    return "\n".join(out) + "\n"


def _note(key: str, value: str) -> str:
    if key == "title":
        value = " ".join(value.split())
    key = re.sub(r"[^\w.:-]", "-", key, flags=re.ASCII)
    if key in RESERVED or not re.match("[A-Za-z]", key):
        key = f"x-{key}"
    text = html.escape(value, quote=False).replace("\n", "&#10;").replace("\t", "&#9;")
    return f'{key} "{" ".join(text.splitlines())}"'
