"""Formats that write a nonogram as one word: an address of puzz.link, and a game description of
Simon Tatham's Pattern.

`puzzlink` is the address that the variety `nonogram` of pzprjs (robx/pzprjs,
src/variety/nonogram.js) reads and writes: `.../p?nonogram/WIDTH/HEIGHT/BODY`. BODY lists the
columns, then the rows. Each of them has as many places as it can have blocks, and the places
contain its blocks in reverse order, because they are numbered outwards from the grid. A hexadecimal
digit is a block, `-` precedes a block of two digits, and a letter from g on stands for 1 to 20
empty places (src/variety-common/Encode.js, decodeNumber16ExCell).

`pattern` is a game description (pattern.c, new_game_desc and validate_desc) with its size:
`WIDTHxHEIGHT:`, then the clues of the columns and of the rows, separated by `/`, with their blocks
separated by `.`. Given cells may follow a comma: each letter skips 0 (`a`), 1 (`b`) or more cells
and fills the next one, black for a capital letter and white for a lowercase one. `z` skips 25 cells
and fills none. A last letter that skips all remaining cells fills none either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural, shown, there_are
from calpuzzle.formats.nonograms import clue, finish, side_length
from calpuzzle.formats.reading import Reading, fail
from calpuzzle.nonogram.clues import Clue, Clues, Grid, rows_of

SITE = "https://puzz.link/p?nonogram/"
STARTS = ("https://", "http://", "puzz.link/")
MAX_ADDRESS_BLOCK = 255  # the longest block that an address can hold
HEX = "0123456789abcdef"
GAPS = "ghijklmnopqrstuvwxyz"
SKIP = 25  # cells that `z` skips


def is_nonogram_word(word: str) -> bool:
    """Return whether a word is itself a nonogram and not the name of a file."""
    return puzzlink.looks_like(word) or pattern.looks_like(word)


def _word(text: str, source: str) -> str:
    words = text.split()
    if len(words) != 1:
        fail(source, None, f"expected one word, found {len(words)}")
    return words[0]


class _Puzzlink:
    """The address of a nonogram on puzz.link, or on another site that runs pzprjs."""

    def looks_like(self, text: str) -> bool:
        """Return whether the text begins like an address and contains a question mark."""
        start = text.lstrip()
        return start.startswith(STARTS) and "?" in start[:300]

    def read(self, text: str, source: str) -> Reading:
        """Read an address."""
        _, mark, query = _word(text, source).partition("?")
        # `type=player&` and the like come before the variety.
        variety, *parts = query.rpartition("&")[2].split("/")
        name = re.sub("_(edit|play)$", "", variety)
        if not mark or name != "nonogram":
            fail(source, None, f"this is the address of {shown(variety)}, not of a nonogram")
        if len(parts) < 3:
            fail(source, None, "the address lacks the width, the height or the clues")
        width = side_length(parts[0], "width", source, 1)
        height = side_length(parts[1], "height", source, 1)
        columns: list[list[int]] = [[] for _ in range(width)]
        rows: list[list[int]] = [[] for _ in range(height)]
        per_column, per_row = (height + 1) // 2, (width + 1) // 2
        for place, size in _places(parts[2], width * per_column + height * per_row, source):
            if place < width * per_column:
                columns[place // per_column].append(size)
            else:
                rows[(place - width * per_column) // per_row].append(size)
        row_clues, column_clues = (
            tuple([_black_clue(sizes[::-1], source) for sizes in lines])
            for lines in (rows, columns)
        )
        return finish(Clues(row_clues, column_clues), source)

    def write(self, puzzle: Clues) -> str:
        """Return the address. Raises InputError for clues that it cannot hold."""
        per_column, per_row = (puzzle.height + 1) // 2, (puzzle.width + 1) // 2
        places: list[str] = []
        for lines, room in ((puzzle.columns, per_column), (puzzle.rows, per_row)):
            for blocks in lines:
                sizes = [size for size, _ in reversed(blocks)]
                if len(sizes) > room or max(sizes, default=0) > MAX_ADDRESS_BLOCK:
                    what = f"blocks of more than {MAX_ADDRESS_BLOCK} cells"
                    if len(sizes) > room:
                        what = f"clues of more than {plural(room, 'block')}"
                    raise InputError(f"a puzz.link address cannot hold {what}")
                places += [HEX[size] if size < 16 else f"-{size:x}" for size in sizes]
                places += [""] * (room - len(sizes))
        body = ""
        for empty, group in groupby(places, lambda place: not place):
            run = list(group)
            body += _gap(len(run)) if empty else "".join(run)
        return f"{SITE}{puzzle.width}/{puzzle.height}/{body}\n"


def _places(body: str, room: int, source: str) -> Iterator[tuple[int, int]]:
    """Yield the number of each place with a block, and the length of the block."""
    place = at = 0
    while at < len(body):
        mark = body[at]
        digits = body[at + 1 : at + 3] if mark == "-" else mark
        at += 3 if mark == "-" else 1
        if mark in GAPS:
            place += GAPS.index(mark) + 1
            if place > room:
                fail(source, None, "the address leaves more places empty than the lines have")
        elif mark == ".":
            fail(source, None, "the address has a block of unknown length, which cannot be read")
        elif mark == "-" and len(digits) < 2:
            fail(source, None, f"the address ends within a block: {shown(mark + digits)}")
        elif unknown := digits.lstrip(HEX)[:1]:
            fail(source, None, f"the clues of the address have the character {shown(unknown)}")
        elif place >= room:
            fail(source, None, "the address has more blocks than the lines have room for")
        else:
            yield place, int(digits, 16)
            place += 1


def _gap(number: int) -> str:
    """Return the letters for a number of empty places."""
    full, partial = divmod(number, len(GAPS))
    return GAPS[-1] * full + (GAPS[partial - 1] if partial else "")


def _black_clue(sizes: Iterable[object], source: str) -> Clue:
    """Return the clue of black blocks of these sizes."""
    return clue(((str(size), 1) for size in sizes), source, None)


class _Pattern:
    """A game description of Pattern with its size, as the program shows and accepts it."""

    def looks_like(self, text: str) -> bool:
        """Return whether the text begins with a size and a colon, or with a size and a seed."""
        return re.match("[0-9]{1,9}(x[0-9]{1,9})?[:#]", text.lstrip()) is not None

    def read(self, text: str, source: str) -> Reading:
        """Read a game description."""
        word = _word(text, source)
        size, colon, described = word.partition(":")
        if not colon:
            fail(
                source,
                None,
                "expected a colon and the clues after the size; random seeds are not supported",
            )
        across, by, down = size.partition("x")
        width = side_length(across, "width", source, 1)
        height = side_length(down, "height", source, 1) if by else width
        clues, comma, given = described.partition(",")
        lines = clues.split("/")
        if len(lines) != width + height:
            fail(
                source,
                None,
                f"{there_are(len(lines), 'clue')} for {width + height} rows and columns",
            )
        line_clues = tuple(_black_clue(line.split(".") if line else (), source) for line in lines)
        cells = _given(given, width, height, source) if comma else None
        return finish(Clues(line_clues[width:], line_clues[:width], given=cells), source)

    def write(self, puzzle: Clues) -> str:
        """Return the game description."""
        lines = (*puzzle.columns, *puzzle.rows)
        clues = "/".join(".".join(str(size) for size, _ in blocks) for blocks in lines)
        cells = [cell for row in puzzle.given or () for cell in row]
        given = f",{_letters(cells)}" if cells else ""
        return f"{puzzle.width}x{puzzle.height}:{clues}{given}\n"


def _given(letters: str, width: int, height: int, source: str) -> Grid:
    """Return the given cells: 1 for black, 0 for white, -1 for open."""
    cells = [-1] * (width * height)
    at = 0
    for letter in letters:
        is_letter = letter.isascii() and letter.isalpha()
        if not is_letter or at >= len(cells):
            if is_letter:
                fail(source, None, "the letters of the given cells continue after the last cell")
            fail(source, None, f"the given cells have the character {shown(letter)}")
        skip = ord(letter.lower()) - ord("a")
        at += skip
        if skip < SKIP and at < len(cells):
            cells[at] = int(letter.isupper())
            at += 1
    if at != len(cells):
        number = plural(len(cells), "cell")
        fail(source, None, f"the letters of the given cells are for {at}, not {number}")
    return rows_of(cells, width)


def _letters(cells: Iterable[int]) -> str:
    """Return the letters for the given cells."""
    found, skip = "", 0
    for cell in cells:
        if cell < 0:
            skip += 1
            continue
        letter = chr(ord("a") + skip % SKIP)
        found += "z" * (skip // SKIP) + (letter.upper() if cell else letter)
        skip = 0
    return found + "z" * (skip // SKIP) + (chr(ord("a") + skip % SKIP) if skip % SKIP else "")


puzzlink, pattern = _Puzzlink(), _Pattern()
