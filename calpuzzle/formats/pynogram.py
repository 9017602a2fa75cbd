"""The nonogram files of pynogram, with sections as an .ini file has them, and of nonogrid, which
are the same in TOML; both are read only.

    [colors]
    r = (red) %

    [clues]
    columns =
        1r 2, 3
    rows =
        2r

Clues are apart by commas and line ends, and may be in quotes; `2r` is two cells of the colour r, a
number alone black ones. An empty clue is `0`, with colours a blank in quotes, and read `0r`, too. A
colour is a name, a triplet (255, 0, 0), or six hexadecimal digits, and a character for drawings.
`#` and `;` begin comments. In TOML the colours are a list `defs` of such lines, and the clues are
texts of several lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from configparser import Error, RawConfigParser
from typing import NamedTuple

from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.text import shown
from calpuzzle.formats.nonograms import CSS, clue, distinct, finish, rgb_of
from calpuzzle.formats.reading import Reading, fail
from calpuzzle.formats.toml import parsed
from calpuzzle.nonogram.puzzle import BLACK, MAX_SIDE, WHITE, Clue, Clues, Colour

_COLOUR = re.compile(r"\((.+)\)\s*(\S)?")
_BLOCK = re.compile(r"([0-9]+)([A-Za-z_]\w*)?")
_TELLING = re.compile(r"^[ \t]*\[clues\]", re.MULTILINE)

Parts = tuple[dict[str, str], dict[str, str]]
"""The colours and the clues, as texts by their names."""


class _Form(NamedTuple):
    """One of the two."""

    parts: Callable[[str, str], Parts]

    @staticmethod
    def looks_like(text: str) -> bool:
        """Return whether it has a section of clues."""
        return _TELLING.search(text) is not None

    def read(self, text: str, source: str) -> Reading:
        """Read a file."""
        colours, clues = self.parts(text, source)
        palette = {"": BLACK}
        for name, value in colours.items():
            palette[name.strip()] = _colour(name.strip(), value, source)
        rows, columns = (
            tuple(_clues(clues.get(name), name, list(palette), source))
            for name in ("rows", "columns")
        )
        # Black is there where something is, or nothing else.
        used = {number for own in (*rows, *columns) for _, number in own}
        if colours and 0 not in used:
            del palette[""]
        else:
            rows, columns = (_moved(own) for own in (rows, columns))
        return finish(Clues(rows, columns, distinct([WHITE, *palette.values()])), source)


def _moved(clues: tuple[Clue, ...]) -> tuple[Clue, ...]:
    return tuple(tuple((n, c + 1) for n, c in own) for own in clues)


def _colour(name: str, value: str, source: str) -> Colour:
    found = _COLOUR.match(value.strip())
    word = found[1].strip() if found else ""
    three = re.fullmatch(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})", word)
    rgb = rgb_of(word)
    if three and all(int(part) < 256 for part in three.groups()):
        rgb = "#" + "".join(f"{int(part):02x}" for part in three.groups())
    if found is None or rgb is None:
        fail(source, None, f"the colour {shown(name)} is {shown(value)}; one looks like (FF0000) %")
    return Colour(word if word.lower() in CSS else name, rgb, found[2] or "")


def _clues(text: str | None, name: str, colours: list[str], source: str) -> Iterator[Clue]:
    """The clues of one side."""
    if text is None:
        fail(source, None, f"there are no {name} in the section clues")
    # A blank in quotes stays, and is an empty clue.
    words = [
        part.strip().strip("'\"")
        for line in text.splitlines()
        if line.strip()
        for part in line.strip().strip(",").split(",")
    ]
    if len(words) > MAX_SIDE:
        fail(source, None, f"there are more than {MAX_SIDE} {name}")
    for word in words:
        if not word:
            fail(source, None, f"the {name} have an empty clue; write 0")
        yield clue(_blocks(word, colours, source), source, None)


def _blocks(word: str, colours: list[str], source: str) -> Iterator[tuple[str, int]]:
    for block in word.split():
        found = _BLOCK.fullmatch(block)
        if not found:
            fail(source, None, f"{shown(block)} is no block; one is a number and a colour's name")
        if (found[2] or "") not in colours:
            fail(source, None, f"the colour {shown(found[2])} is not declared")
        yield found[1], colours.index(found[2] or "")


class _Sections(RawConfigParser):
    """Sections in which the names of colours keep their case."""

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def _from_ini(text: str, source: str) -> Parts:
    parser = _Sections(inline_comment_prefixes=("#", ";"), delimiters=("=",), strict=True)
    try:
        parser.read_string(text, source)
    except Error as error:
        line = getattr(error, "lineno", None)
        fail(source, line, "this is no sound file of sections; one looks like [clues]")
    colours = dict(parser["colors"]) if parser.has_section("colors") else {}
    return colours, dict(parser["clues"]) if parser.has_section("clues") else {}


def _from_toml(text: str, source: str) -> Parts:
    try:
        data = parsed(text)
    except PuzzleError as error:
        fail(source, None, str(error))
    clues, colours = data.get("clues"), data.get("colors", {})
    defs = colours.get("defs", []) if isinstance(colours, dict) else None
    if not isinstance(clues, dict) or not all(isinstance(own, str) for own in clues.values()):
        fail(source, None, "the table clues has not the texts rows and columns")
    if not isinstance(defs, list) or not all(isinstance(own, str) and "=" in own for own in defs):
        fail(source, None, "the colours are no list defs of texts such as 'r = (red) %'")
    plain = {name: re.sub(r"[#;].*", "", own) for name, own in clues.items()}
    return {name: value for name, _, value in (own.partition("=") for own in defs)}, plain


ini = _Form(_from_ini)
toml = _Form(_from_toml)
