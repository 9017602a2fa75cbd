"""Nonograms and exact covers in formats of other programs: names, colours and examples."""

from __future__ import annotations

import pytest

from calpuzzle import engines
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats.reading import Reading
from calpuzzle.formats.registry import parse, render
from calpuzzle.nonogram.clues import Clues
from calpuzzle.nonogram.solver import solve
from calpuzzle.puzzle.cover import Cover


def clues_of(reading: Reading) -> Clues:
    assert isinstance(reading.content, Clues)
    return reading.content


def read(text: str, form: str, problem: str | None = None) -> Clues:
    return clues_of(parse(text.encode(), "f", form, problem=problem))


def coloured(clues: Clues) -> list[list[str]]:
    """Return the clues of all lines, each with the RGB value of its colour."""
    return [[f"{n}{clues.palette[c].rgb}" for n, c in own] for own in (*clues.rows, *clues.columns)]


NONNY = """title "Flag"
width 3
height 2
color black 000000 X
color red FF0000 #
color deep-sea 0000FF @

rows
red: 1 1, deep-sea 1
2 red 1

columns
red 1 black 1
red: 1, black: 1
deep-sea 1 red 1
"""


def test_nonny_colours_are_used_by_name() -> None:
    clues = read(NONNY.replace("red: 1 1, deep-sea 1", "red: 2 deep-sea 1"), "non")
    assert coloured(clues)[:2] == [["2#ff0000", "1#0000ff"], ["2#000000", "1#ff0000"]]
    assert [colour.name for colour in clues.palette] == ["white", "black", "deep-sea", "red"]
    assert solve(clues, 2).count == 1
    # The written file uses letters for the same colours.
    assert coloured(read(render(clues, "non").data.decode(), "non")) == coloured(clues)
    # A name with a colon applies to all numbers after it.
    assert coloured(read(NONNY, "non"))[0] == ["1#ff0000", "1#ff0000", "1#0000ff"]
    with pytest.raises(PuzzleError, match="f:10: the colour 'pink' is not declared"):
        read(NONNY.replace("2 red 1", "2 pink 1"), "non")


def test_triangles_are_read_as_mixed_colours() -> None:
    text = "T\n#d\n 1:* black\n t:/ black/orange\n T:\\ black\\orange\n:\n1t 1\n:\n1t\n1\n:\n"
    clues = read(text, "g")
    assert [colour.name for colour in clues.palette][2:] == ["black/orange", "black\\orange"]
    assert clues.palette[2].rgb == "#7f4000" and clues.rows == (((1, 2), (1, 1)),)
    assert "black/orange" in render(clues, "g").data.decode()
    assert read(render(clues, "g").data.decode(), "g").palette[2:] == clues.palette[2:]
    with pytest.raises(PuzzleError, match="the colour 'black/orang' is not known"):
        read(text.replace("black/orange", "black/orang"), "g")


def test_matrix_of_an_exact_cover_is_read_with_or_without_separators() -> None:
    # Knuth's example: its only solution is the first, the fourth and the fifth option.
    text = "# a b c d e f g\n0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n"
    cover = parse(text.encode(), "x").content
    assert isinstance(cover, Cover)
    assert [*engines.load("dancing").solutions(cover)] == [(0, 3, 4)]
    separated = parse(text.replace("0", "0 ").replace("1", "1,").encode(), "x").content
    assert isinstance(separated, Cover) and separated.options == cover.options
    halves = parse(b"0101 1010\n1010 0101\n", "x").content
    assert isinstance(halves, Cover)
    assert halves.options == ((1, 3, 4, 6), (0, 2, 5, 7)) and len(halves.primary) == 8
    for wrong, message in (
        ("01\n2", "x:2: a matrix contains only 0 and 1, not '2'"),
        ("01\n011", "x:2: the line has 3 numbers, but the first one has 2"),
        ("#", "x:1: there are no options"),
    ):
        with pytest.raises(PuzzleError, match=message):
            parse(wrong.encode(), "x", "matrix")
    with pytest.raises(InputError, match="read but not written; the format dlx can hold"):
        render(cover, "matrix")
