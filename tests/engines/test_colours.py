"""Colours of secondary items: puzzles with counts that are published or found by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, permutations, product

import pytest
from any_engine import load
from conftest import EXTRAS
from random_covers import by_definition

from calpuzzle.api.cover_handle import Cover
from calpuzzle.base.errors import InputError
from calpuzzle.formats import dlx

Square = tuple[str, ...]  # the colours of its edges: top, right, bottom, left


def turned(square: Square) -> set[Square]:
    return {square[k:] + square[:k] for k in range(4)}


def macmahon(shades: str, height: int, width: int, border: str = "") -> Cover:
    """Return MacMahon's problem: fill a rectangle with all squares whose edges have these colours,
    so that adjacent edges match, and those on the border have the colour `border`, if any."""
    cells = list(product(range(height), range(width)))
    options, colours = [], []
    for square in sorted({min(turned(edges)) for edges in product(shades, repeat=4)}):
        for (r, c), edges in product(cells, sorted(turned(square))):
            at = ((2 * r, c), (2 * r + 1, c + 1), (2 * r + 2, c), (2 * r + 1, c))
            outer = (r == 0, c == width - 1, r == height - 1, c == 0)
            seen = {edge for edge, out in zip(edges, outer, strict=True) if out}
            if not border or seen <= {border}:
                options.append(["".join(square), (r, c), *(("edge", *k) for k in at)])
                colours.append({("edge", *k): edge for k, edge in zip(at, edges, strict=True)})
    squares = sorted({option[0] for option in options}, key=str)
    free = sorted({item for own in colours for item in own})
    return Cover([*squares, *cells], options, free, colours=colours)


def arranged(shades: str, height: int, width: int) -> int:
    """Return the number of arrangements of all squares, found by trying each order of them."""
    squares = sorted({min(turned(edges)) for edges in product(shades, repeat=4)})

    def completions(placed: tuple[Square, ...], left: tuple[Square, ...]) -> int:
        if not left:
            return 1
        at = len(placed)
        found = 0
        for edges in turned(left[0]):
            above = at < width or placed[at - width][2] == edges[0]
            before = at % width == 0 or placed[at - 1][1] == edges[3]
            if above and before:
                found += completions((*placed, edges), left[1:])
        return found

    assert len(squares) == height * width
    return sum(completions((), order) for order in permutations(squares))


@pytest.mark.parametrize("engine", ["dancing", "reference", "auto", "sat", "cpsat"])
def test_macmahon_squares_of_two_colours_match_brute_force(engine: str) -> None:
    if engine in EXTRAS:
        pytest.importorskip(EXTRAS[engine])
    cover = macmahon("AB", 2, 3)
    expected = arranged("AB", 2, 3)
    assert expected > 100
    assert load(engine).count(cover) == expected
    assert load(engine).count(dlx.read(dlx.write(cover), "x.dlx")) == expected


@pytest.mark.slow
def test_macmahon_squares_of_three_colours_match_the_published_count() -> None:
    # The published count is 13,328 up to the symmetries of the rectangle and the exchange of the
    # two colours that the border does not have.
    assert macmahon("ABC", 4, 6, "A").count("dancing") == 8 * 13_328


WORDS = ["".join(letters) for letters in product("ab", repeat=3)]


def word_squares() -> Iterator[tuple[str, ...]]:
    for rows in product(WORDS, repeat=3):
        columns = tuple("".join(column) for column in zip(*rows, strict=True))
        if len({*rows, *columns}) == 6 and set(columns) <= set(WORDS):
            yield rows


def test_word_squares_match_brute_force() -> None:
    options, colours = [], []
    for word, line, across in product(WORDS, range(3), (True, False)):
        cells = [(line, k) if across else (k, line) for k in range(3)]
        options.append([f"{'across' if across else 'down'} {line}", word, *cells])
        colours.append(dict(zip(cells, word, strict=True)))
    lines = [f"{way} {line}" for way in ("across", "down") for line in range(3)]
    free = [*WORDS, *product(range(3), repeat=2)]
    cover = Cover(lines, options, free, colours=colours)
    found = []
    for solution in cover.solve():
        word_of = {options[k][0]: options[k][1] for k in solution}
        found.append(tuple(word_of[line] for line in lines[:3]))
    assert sorted(found) == sorted(word_squares())
    assert len(found) > 1


def test_placed_options_fix_the_colours_of_their_items() -> None:
    options = ["ax", "ax", "bx", "bx", "bxy", "cy", "cxy"]
    colours = [{"x": 1}, {"x": 2}, {"x": 1}, {"x": 2}, {}, {"y": 1}, {"x": 1, "y": 1}]
    cover = Cover("abc", options, "xy", colours=colours)
    every = [{*own} for own in by_definition(cover)]
    assert len(every) == 3
    for placed in chain(product(range(7)), product(range(7), repeat=2)):
        held = len({*placed}) == len(placed) and sum(own.issuperset(placed) for own in every)
        assert load("dancing").count(cover, placed) == held


def test_cover_reports_all_faults_of_its_colours() -> None:
    with pytest.raises(InputError) as caught:
        Cover("a", ["ax", "a"], "xy", colours=[{"a": 1, "y": 2}])
    assert caught.value.faults == (
        "there are 2 options, but 1 set of colours",
        "option 0 gives a a colour, but only secondary items have one",
        "option 0 gives y a colour, but does not contain it",
    )
