"""The format .g of Mirek and Petr Olšák: a title, optional colours, then two sections of clues.

`#d` begins the colours, one a line: `r:&  red  comment` means that `3r` in a clue is 3 red cells,
drawn as `&`; `0:` is the background and `1:` the colour of numbers without a letter. A line that
begins with `:` begins the rows' clues, the next one the columns', and the third ends them. An empty
clue is a blank line; `0`, which not every program accepts, is read, too. Other lines before the
clues are the title and, after `#`, comments. A cell of two triangles, `black/orange`, is read as a
cell of a new colour, the mean of the two. Triddlers (`#t`) are rejected. Of the notes, only the
title is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from calpuzzle.base.wording import shown
from calpuzzle.formats.nonograms import (
    OLSAK_LETTERS,
    clue,
    clue_words,
    finish,
    rgb_of,
    with_distinct_marks,
)
from calpuzzle.formats.reading import NumberedLine, Reading, fail
from calpuzzle.nonogram.clues import BLACK, MAX_SIDE, WHITE, Clue, Clues, Colour

_COLOUR = re.compile(r"(\S):(.)\s*(\S+)")
_BLOCK = re.compile(r"(-?[0-9]+)([^\s,0-9]?)")


def looks_like(text: str) -> bool:
    """Return whether at least two lines begin with `:`."""
    return f"\n{text}".count("\n:") > 1


def read(text: str, source: str) -> Reading:
    """Read a .g file."""
    lines = list(enumerate(text.splitlines(), 1))
    starts = [at for at, line in lines if line.startswith(":")]
    if len(starts) < 2:
        expected = "expected two lines that begin with `:` before the clues"
        fail(source, None, f"{expected}, found {len(starts)}")
    first, second, end = (*starts, len(lines) + 1)[:3]
    title, palette = _preamble(lines[: first - 1], source)
    rows = _clues(lines[first : second - 1], list(palette), source)
    columns = _clues(lines[second : end - 1], list(palette), source)
    notes = (("title", title),) if title else ()
    return finish(Clues(rows, columns, with_distinct_marks(list(palette.values())), notes), source)


def _preamble(lines: Sequence[NumberedLine], source: str) -> tuple[str, dict[str, Colour]]:
    """Return the title, and the colours by their letters, the background first."""
    palette = {"0": WHITE, "1": BLACK}
    title: list[str] = []
    in_colours = False
    for at, line in lines:
        if line[:2].lower() == "#t":
            fail(source, at, "this is a triddler (#t); only square grids are understood")
        if line[:2].lower() == "#d":
            in_colours = True
        elif line.startswith("#") or not line.strip():
            continue
        elif in_colours:
            found = _COLOUR.match(line.strip())
            if not found:
                fail(source, at, f"a colour looks like `r:& red`, not {shown(line.strip())}")
            key, mark, name = found.groups()
            halves = [rgb_of(half) for half in re.split(r"[/\\]", name)]
            rgb = mean(halves)
            if rgb is None:
                fail(source, at, f"the colour {shown(name)} is not known; write it as #rrggbb")
            palette[key] = Colour(name, rgb, mark)
        else:
            title.append(line.strip())
    return " ".join(title), palette


def mean(colours: Sequence[str | None]) -> str | None:
    """Return the mean of one or two colours, or None if one is unknown or there are more."""
    if not 1 <= len(colours) <= 2 or None in colours:
        return None
    parts = [
        [int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in colours if colour is not None
    ]
    channels = zip(*parts, strict=True)
    return "#" + "".join(f"{sum(channel) // len(parts):02x}" for channel in channels)


def _clues(lines: Sequence[NumberedLine], keys: Sequence[str], source: str) -> tuple[Clue, ...]:
    if len(lines) > MAX_SIDE:
        fail(source, lines[0][0], f"there are more than {MAX_SIDE} lines of clues")
    return tuple(clue(_blocks(line, keys, source, at), source, at) for at, line in lines)


def _blocks(line: str, keys: Sequence[str], source: str, at: int) -> Iterator[tuple[str, int]]:
    for word in clue_words(line):
        found = _BLOCK.fullmatch(word)
        if not found:
            fail(source, at, f"{shown(word)} is not a block: a number and a colour's letter")
        key = found[2] or "1"
        if key not in keys[1:]:
            fail(source, at, f"the colour {shown(key)} is not declared")
        yield found[1], keys.index(key)


def write(puzzle: Clues) -> str:
    """Return the puzzle as a .g file."""
    keys = ("01" + OLSAK_LETTERS)[: puzzle.colours + 1]
    title = " ".join(puzzle.title.split()).lstrip(":# ")  # these would begin clues or a comment
    # The Olšáks' program reads a file that begins with a digit as a .mk file.
    out = [f" {title}" if title[0].isdigit() else title] if title else []
    if puzzle.palette != (WHITE, BLACK):
        out.append("#d")
        for key, colour in zip(keys, puzzle.palette, strict=True):
            known = mean([rgb_of(half) for half in re.split(r"[/\\]", colour.name)])
            name = colour.name if known == colour.rgb else colour.rgb
            out.append(f"   {key}:{colour.mark}  {name}")
    for clues in (puzzle.rows, puzzle.columns):
        out.append(":")
        for blocks in clues:
            words = (f"{length}{'' if c == 1 else keys[c]}" for length, c in blocks)
            out.append(" ".join(words))
    return "\n".join([*out, ":"]) + "\n"
