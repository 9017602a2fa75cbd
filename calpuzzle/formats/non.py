"""The format .non of Steven Simpson, with the extensions in use.

Keywords: width, height, rows, columns, and any property with a text (catalogue, title, by,
copyright, license, ...). Extensions read and written: `goal` and `given` with a character a cell
(`0` white, `1` or a colour's letter, `?` for a cell not given; `saved` is read as `given`),
`color a #rrggbb` with clues such as `3a,2b`, and comments after `#`. An empty line is written
`0`; a blank line among the clues is an empty line too, unless the section has all its `0`s.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from calpuzzle.base.text import plural, shown
from calpuzzle.formats.clue_lines import (
    block_length,
    check_lengths,
    clue_words,
    finish,
    rgb_of,
    side,
)
from calpuzzle.formats.reading import Reading, fail, whole
from calpuzzle.griddler.puzzle import BLACK, WHITE, Clue, Clues, Colour, Grid, rows_of

PROPERTIES = ("catalogue", "title", "by", "copyright", "license")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
_TELLING = re.compile(r"^[ \t]*(width|height|rows|columns)\b", re.MULTILINE)
_BLOCK = re.compile(r"([0-9]+)([a-z]?)")

Lines = list[tuple[int, str]]


class _File:
    """What has been read of a file so far."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.sides: dict[str, int] = {}
        self.sections: dict[str, Lines] = {}
        self.pictures: dict[str, tuple[int, str]] = {}
        self.colours: dict[str, str] = {}
        self.notes: list[tuple[str, str]] = []
        self.remarks: list[str] = []


def looks_like(text: str) -> bool:
    """Whether a line is, or begins with, one of the keywords that every file has."""
    return _TELLING.search(text) is not None


def read(text: str, source: str) -> Reading:
    """Read a .non file."""
    file = _File(source)
    section = ""
    for at, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if line.startswith("#"):
            continue
        if section and (not line or line[0].isdigit() or line[0] in "-,+?"):
            file.sections[section].append((at, line))
        elif line:
            section = _keyword(file, at, line)
    return _puzzle(file)


def _keyword(file: _File, at: int, line: str) -> str:
    """Take one keyword line; the section that the lines behind it belong to, if any."""
    word, _, rest = line.partition(" ") if " " in line else line.partition("\t")
    rest = rest.strip()
    if word in ("rows", "columns") and not rest:
        if word in file.sections:
            fail(file.source, at, f"there are two sections {word}")
        file.sections[word] = []
        return word
    if word in ("width", "height", "columns", "rows"):
        what = {"columns": "width", "rows": "height"}.get(word, word)
        if what in file.sides:
            fail(file.source, at, f"the {what} is given twice")
        file.sides[what] = side(rest, what, file.source, at)
    elif word in ("goal", "saved", "given"):
        name = "given" if word == "saved" else word
        file.pictures[name] = (at, _unquoted(rest))
        file.sections[f"picture {name}"] = []
        return f"picture {name}"
    elif word in ("color", "colour"):
        _colour(file, at, rest)
    elif word == "maxrule":
        whole(rest, "the maxrule", file.source, at, 0)
    elif re.fullmatch(r"[A-Za-z][\w.:-]*", word, re.ASCII):
        file.notes.append((word, html.unescape(_unquoted(rest))))
        if word not in PROPERTIES:
            file.remarks.append(
                f"{file.source}:{at}: the keyword {shown(word)} is unknown; it is kept"
            )
    else:
        fail(file.source, at, f"{shown(line)} is no keyword and no clue")
    return ""


def _colour(file: _File, at: int, rest: str) -> None:
    words = rest.split()
    rgb = rgb_of(words[1]) if len(words) == 2 else None
    if rgb is None or not re.fullmatch("[a-z]", words[0]):
        fail(file.source, at, "a colour is a letter and a value, such as: color a #ff0000")
    file.colours[words[0]] = rgb


def _unquoted(text: str) -> str:
    if len(text) >= 2 and text[0] in "\"'" and text[-1] == text[0]:
        return text[1:-1]
    return text


def _puzzle(file: _File) -> Reading:
    clues: dict[str, list[list[tuple[int, str]]]] = {}
    for what, section in (("height", "rows"), ("width", "columns")):
        if section not in file.sections:
            fail(file.source, None, f"there is no section {section}")
        if what not in file.sides:
            fail(file.source, None, f"there is no {what}")
        lines = _clue_lines(file, section, file.sides[what])
        clues[section] = [_blocks(file, at, line) for at, line in lines]
    letters = sorted({letter for side_ in clues.values() for clue in side_ for _, letter in clue})
    letters = sorted({*letters, *file.colours}) if file.colours else letters
    if "" in letters and len(letters) > 1:
        letters = ["", *[letter for letter in letters if letter]]
    palette = (WHITE, *(_shade(file, letter) for letter in letters)) if letters else (WHITE, BLACK)
    number_of = {letter: index for index, letter in enumerate(letters, 1)}

    def coloured(section: str) -> tuple[Clue, ...]:
        return tuple(
            tuple((size, number_of[letter]) for size, letter in clue) for clue in clues[section]
        )

    number_of_mark = {**number_of, "1": number_of.get("", 1)}
    puzzle = Clues(
        coloured("rows"),
        coloured("columns"),
        palette,
        tuple(file.notes),
        _picture(file, "goal", number_of_mark),
        _picture(file, "given", number_of_mark),
    )
    return finish(puzzle, file.source, file.remarks)


def _shade(file: _File, letter: str) -> Colour:
    if not letter:
        return BLACK
    fallback = f"#{(ord(letter) * 40503) % 0xC0C0C0:06x}"
    return Colour(f"colour {letter}", file.colours.get(letter, fallback), letter)


def _clue_lines(file: _File, section: str, count: int) -> Lines:
    """The clue lines of a section: blank ones count as empty clues only where they are needed."""
    lines = file.sections[section]
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
        fail(file.source, where, f"{have}, and the size says {count}")
    return lines[start:end]


def _blocks(file: _File, at: int, line: str) -> list[tuple[int, str]]:
    blocks = []
    for word in clue_words(line.partition("#")[0]):
        found = _BLOCK.fullmatch(word)
        digits, letter = found.groups() if found else (word, "")
        blocks.append((block_length(digits, file.source, at), letter))
    check_lengths([size for size, _ in blocks], file.source, at)
    return [block for block in blocks if block[0]]


def _picture(file: _File, name: str, number_of: dict[str, int]) -> Grid | None:
    if name not in file.pictures:
        return None
    at, text = file.pictures[name]
    text += "".join(line for _, line in file.sections.get(f"picture {name}", []))
    marks = [mark for mark in text if not mark.isspace()]
    width, height = file.sides["width"], file.sides["height"]
    if len(marks) != width * height:
        message = f"the {name} has {plural(len(marks), 'cell')}, but the grid {width} by {height}"
        fail(file.source, at, message)
    cells = []
    for mark in marks:
        if mark == "?" and name == "given":
            cells.append(-1)
        elif mark == "0":
            cells.append(0)
        elif mark in number_of:
            cells.append(number_of[mark])
        else:
            fail(file.source, at, f"the {name} has the character {shown(mark)}, which is no colour")
    return rows_of(cells, width)


def write(puzzle: Clues) -> str:
    """The puzzle as a .non file."""
    plain = puzzle.palette[1:] == (BLACK,)
    out = [_note(key, value) for key, value in puzzle.notes]
    out += [f"width {puzzle.width}", f"height {puzzle.height}"]
    if not plain:
        pairs = zip(LETTERS, puzzle.palette[1:], strict=False)
        out += [f"color {letter} {colour.rgb}" for letter, colour in pairs]
    for name, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        out += ["", name, *(_clue(clue, plain) for clue in clues)]
    marks = "01" if plain else "0" + LETTERS
    for name, grid in (("goal", puzzle.goal), ("given", puzzle.given)):
        if grid is not None:
            cells = "".join("?" if cell < 0 else marks[cell] for row in grid for cell in row)
            out += ["", f'{name} "{cells}"']
    return "\n".join(out) + "\n"


RESERVED = ("width", "height", "rows", "columns", "goal", "given", "saved", "maxrule", "color",
            "colour")  # fmt: skip


def _note(key: str, value: str) -> str:
    one_line = " ".join(value.split())
    key = re.sub(r"[^\w.:-]", "-", key, flags=re.ASCII)
    if key in RESERVED or not re.match("[A-Za-z]", key):
        key = f"x-{key}"
    return f'{key} "{html.escape(one_line, quote=False)}"'


def _clue(clue: Sequence[tuple[int, int]], plain: bool) -> str:
    return ",".join(f"{n}{'' if plain else LETTERS[c - 1]}" for n, c in clue) or "0"
