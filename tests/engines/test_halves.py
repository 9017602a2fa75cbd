"""The engine halves: the same solutions as backtracking, published counts, bounds, ends.

The random puzzles are small; that many pieces are counted right is shown by numbers that are known:
puzzles of n different pieces of one shape have n! times the solutions of n equal ones.
"""

from __future__ import annotations

import os
from itertools import combinations

import pytest
from building import blank, board, made, piece

from calpuzzle import planning
from calpuzzle._core import complements32, complements64
from calpuzzle._core.complements32 import Complements
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError, TooLargeError
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import Run, load
from calpuzzle.engines.halves import Halves, HalvesNumbering
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes

HALVES, BACKTRACK = Halves(), load("backtrack")


# --- many different pieces


def one_sided(height: int, width: int) -> Cover:
    """The one-sided pentominoes, of which there are eighteen, in a rectangle."""
    return Lowering(Model("one-sided", blank(height, width), polyominoes(5, True))).cover


# Goodger, Polyform Puzzler, names a quarter of each: it counts without symmetries.
ONE_SIDED = {(3, 30): 46, (5, 18): 686_628, (6, 15): 2_567_183, (9, 10): 10_440_433}


@pytest.mark.parametrize("size", [(3, 30), (5, 18), pytest.param((6, 15), marks=pytest.mark.slow)])
def test_one_sided_pentominoes(size: tuple[int, int]) -> None:
    assert planning.count(one_sided(*size)) == 4 * ONE_SIDED[size]


@pytest.mark.slow
def test_one_sided_pentominoes_on_the_widest_board() -> None:
    if os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < 13 << 30:
        pytest.skip("it takes 11 GiB of memory")
    cover = one_sided(9, 10)
    assert HALVES.count(cover, (), Run(memory=13 << 30)) == 4 * ONE_SIDED[9, 10]


@pytest.fixture(scope="module")
def every() -> list[Options]:
    """The solutions of the narrowest of these boards, by backtracking."""
    return list(BACKTRACK.solutions(one_sided(3, 30)))


def test_one_sided_pentominoes_are_listed_in_order(every: list[Options]) -> None:
    assert list(HALVES.solutions(one_sided(3, 30))) == every == sorted(set(every))
    assert len(every) == 4 * ONE_SIDED[3, 30]


# --- counts of any size


def test_more_ways_than_words_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*about: object) -> Complements:
        raise ArithmeticError

    # The halves have more than 2^32 ways.
    pieces = (piece("D", "##", copies=26), piece("M", "#", copies=29))
    cover = Lowering(Model("m", blank(9, 9), pieces)).cover
    assert HALVES.count(cover) == load("frontier").count(cover) > 1 << 66
    monkeypatch.setattr(complements64, "Complements", lost)
    with pytest.raises(CannotDoError, match="2\\^64 ways or more, too many for the engine"):
        HALVES.count(cover)
    monkeypatch.undo()
    monkeypatch.setattr(complements32, "Complements", lost)
    assert HALVES.count(one_sided(3, 30)) == 4 * ONE_SIDED[3, 30]


# --- solutions by number


def test_a_caller_draws_from_more_solutions_than_can_be_listed() -> None:
    mixed = (piece("D", "##", copies=25), piece("M", "#", copies=30))
    solutions = Puzzle(Model("8x10", blank(8, 10), mixed)).solve()
    total = solutions.count()
    assert total > 1 << 63
    drawn = solutions.sample(2, seed=1)
    assert len(set(drawn)) == 2
    assert solutions.nth(total - 1).options > max(own.options for own in drawn)
    with pytest.raises(IndexError):
        solutions.nth(total)


def test_numbers_of_the_solutions_that_complete_a_part_of_one() -> None:
    pieces = (piece("D", "##", copies=2), piece("V", "##|#."), piece("M", "#", copies=3))
    own = board("a b . .", ". . c d", ". . . .")
    cover = Lowering(made(own, *pieces, groups="a b|c d")).cover
    whole = list(BACKTRACK.solutions(cover))[7]
    for placed in [(), whole, *((k,) for k in whole), *combinations(whole, 2)]:
        expected = list(BACKTRACK.solutions(cover, placed))
        numbered = HalvesNumbering(cover, placed)
        assert [numbered.nth(k) for k in range(len(expected))] == expected
        assert HALVES.count(cover, placed) == len(expected)
        with pytest.raises(IndexError):
            numbered.nth(len(expected))


# --- what is refused, and what ends it


def test_what_is_past_the_memory() -> None:
    cover = one_sided(5, 18)
    for ask in (HALVES.count, lambda *how: list(HALVES.solutions(*how))):
        with pytest.raises(TooLargeError, match="halves of this puzzle take more than 16 MiB"):
            ask(cover, (), Run(memory=16 << 20))
    # No half is left behind: the next one has all of its memory.
    assert HALVES.count(cover, (), Run(memory=256 << 20)) == 4 * ONE_SIDED[5, 18]


def test_what_is_refused() -> None:
    labels = [f"a{k}" for k in range(127)]
    wide = board(" ".join([*labels, "b0"]))
    groups = (Group("a", tuple(labels)), Group("b", ("b0",)))
    many = Lowering(Model("x", wide, (piece("M", "#", copies=126),), groups)).cover
    why = "the board spans 128 places and has 2 groups, 130 together; the engine halves handles"
    assert (HALVES.unsupported_reason(many) or "").startswith(why)
    with pytest.raises(CannotDoError, match="128 places and has 2 groups"):
        HALVES.count(many)
    cover = Lowering(Model("x", blank(4, 4), (piece("D", "##", copies=8),))).cover
    cover.options = cover.options * 3000
    assert HALVES.unsupported_reason(cover) == (
        "the puzzle has 72,000 placements, and the engine halves handles 65,535"
    )


@pytest.mark.parametrize("looks", [1, 9])
def test_a_look_ends_it(looks: int) -> None:
    told: list[tuple[int, int | None, int]] = []

    def progress(done: int, of: int | None, number: int) -> None:
        told.append((done, of, number))
        if len(told) == looks:
            raise StoppedError("enough")

    with pytest.raises(StoppedError):
        HALVES.count(one_sided(5, 18), (), Run(progress=progress))
    assert len(told) == looks
    assert told == sorted(told)
    assert len({of for _, of, _ in told}) == 1
    assert all(of is not None and 0 <= done <= of for done, of, _ in told)
