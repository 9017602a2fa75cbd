"""The engine `halves`: published counts, order, solutions by number, bounds, and progress.

The random puzzles of tests/core/test_every_question.py are small, so published counts check boards
with many pieces.
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
    """Return the Cover of a rectangle and the eighteen one-sided pentominoes."""
    return Lowering(Model("one-sided", blank(height, width), polyominoes(5, True))).cover


# From Goodger, Polyform Puzzler, which counts solutions up to the four symmetries of a rectangle.
ONE_SIDED = {(3, 30): 46, (5, 18): 686_628, (6, 15): 2_567_183, (9, 10): 10_440_433}


@pytest.mark.parametrize("size", [(3, 30), (5, 18), pytest.param((6, 15), marks=pytest.mark.slow)])
def test_one_sided_pentomino_counts_match_published_ones(size: tuple[int, int]) -> None:
    assert planning.count(one_sided(*size)) == 4 * ONE_SIDED[size]


@pytest.mark.slow
def test_one_sided_pentomino_count_of_the_widest_board() -> None:
    if os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < 13 << 30:
        pytest.skip("it takes 11 GiB of memory")
    cover = one_sided(9, 10)
    assert HALVES.count(cover, (), Run(memory=13 << 30)) == 4 * ONE_SIDED[9, 10]


@pytest.fixture(scope="module")
def all_solutions() -> list[Options]:
    """Return the solutions of the narrowest of these boards, found by backtracking."""
    return list(BACKTRACK.solutions(one_sided(3, 30)))


def test_solutions_are_listed_in_lexicographic_order(all_solutions: list[Options]) -> None:
    assert list(HALVES.solutions(one_sided(3, 30))) == all_solutions == sorted(set(all_solutions))
    assert len(all_solutions) == 4 * ONE_SIDED[3, 30]


# --- counts of any size


def test_counts_use_the_word_size_they_need_or_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def overflow(*about: object) -> Complements:
        raise ArithmeticError

    # The halves have numbers of ways above 2^32, which need 64-bit words.
    pieces = (piece("D", "##", copies=26), piece("M", "#", copies=29))
    cover = Lowering(Model("m", blank(9, 9), pieces)).cover
    assert HALVES.count(cover) == load("frontier").count(cover) > 1 << 66
    monkeypatch.setattr(complements64, "Complements", overflow)
    with pytest.raises(CannotDoError, match="2\\^64 ways or more, too many for the engine"):
        HALVES.count(cover)
    monkeypatch.undo()
    monkeypatch.setattr(complements32, "Complements", overflow)
    assert HALVES.count(one_sided(3, 30)) == 4 * ONE_SIDED[3, 30]


# --- solutions by number


def test_more_solutions_than_64_bits_hold_can_be_sampled() -> None:
    mixed = (piece("D", "##", copies=25), piece("M", "#", copies=30))
    solutions = Puzzle(Model("8x10", blank(8, 10), mixed)).solve()
    total = solutions.count()
    assert total > 1 << 63
    drawn = solutions.sample(2, seed=1)
    assert len(set(drawn)) == 2
    assert solutions.nth(total - 1).options > max(own.options for own in drawn)
    with pytest.raises(IndexError):
        solutions.nth(total)


def test_numbering_matches_backtracking_for_any_placed_options() -> None:
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


# --- memory bounds, unsupported puzzles and interruption


def test_halves_beyond_the_memory_bound_raise_too_large_error() -> None:
    cover = one_sided(5, 18)
    for method in (HALVES.count, lambda *how: list(HALVES.solutions(*how))):
        with pytest.raises(TooLargeError, match="halves of this puzzle take more than 16 MiB"):
            method(cover, (), Run(memory=16 << 20))
    # The failed counts free their memory, so the next one can use all of its bound.
    assert HALVES.count(cover, (), Run(memory=256 << 20)) == 4 * ONE_SIDED[5, 18]


def test_unsupported_covers_are_refused_with_a_reason() -> None:
    labels = [f"a{k}" for k in range(127)]
    wide = board(" ".join([*labels, "b0"]))
    groups = (Group("a", tuple(labels)), Group("b", ("b0",)))
    many = Lowering(Model("x", wide, (piece("M", "#", copies=126),), groups)).cover
    reason = "the board spans 128 places and has 2 groups, 130 together; the engine halves handles"
    assert (HALVES.unsupported_reason(many) or "").startswith(reason)
    with pytest.raises(CannotDoError, match="128 places and has 2 groups"):
        HALVES.count(many)
    cover = Lowering(Model("x", blank(4, 4), (piece("D", "##", copies=8),))).cover
    cover.options = cover.options * 3000
    assert HALVES.unsupported_reason(cover) == (
        "the puzzle has 72,000 placements, and the engine halves handles 65,535"
    )


@pytest.mark.parametrize("reports", [1, 9])
def test_exception_in_the_progress_callback_ends_a_count(reports: int) -> None:
    reported: list[tuple[int, int | None, int]] = []

    def progress(done: int, of: int | None, number: int) -> None:
        reported.append((done, of, number))
        if len(reported) == reports:
            raise StoppedError("enough")

    with pytest.raises(StoppedError):
        HALVES.count(one_sided(5, 18), (), Run(progress=progress))
    assert len(reported) == reports
    assert reported == sorted(reported)
    assert len({of for _, of, _ in reported}) == 1
    assert all(of is not None and 0 <= done <= of for done, of, _ in reported)
