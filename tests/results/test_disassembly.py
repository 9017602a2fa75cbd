"""Disassembly of solutions, compared with a search by the definition on several lattices."""

from __future__ import annotations

import random
from collections.abc import Iterable
from contextlib import suppress
from itertools import product

import pytest
import sliding_twin as twin
from random_puzzles import cut

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.draw.disassembly_film import film, moves_with_positions
from calpuzzle.engines import RUN
from calpuzzle.engines import Run as Run
from calpuzzle.puzzle.lattice import Cell, Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, SQUARES, TRIANGLES
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import normal
from calpuzzle.results.disassembly import Disassembly, Sliding, disassembly

FLAT: list[Cell] = [(row, column) for row in range(4) for column in range(5)]
TIPS: list[Cell] = [
    cell for row in range(3) for k in range(7) if (cell := TRIANGLES.cell_at(row, k))
]
FRAMES: list[tuple[Lattice, list[Cell]]] = [
    (SQUARES, FLAT),
    (SQUARES, list(product(range(3), repeat=3))),
    (HEXAGONS, FLAT),
    (HEXAGONS, [(z, y, x) for z in range(2) for y in range(3) for x in range(3)]),
    (TRIANGLES, TIPS),
    (TRIANGLES, [(3 * z, *cell) for z in range(2) for cell in TIPS[:12]]),
]


def model(lattice: Lattice, cells: list[Cell], pieces: dict[str, tuple[Cell, ...]]) -> Model:
    own = [Piece(name, (normal(part, lattice),)) for name, part in pieces.items()]
    return Model("box", Board(tuple(cells)), tuple(own), lattice=lattice)


def check_moves(lattice: Lattice, pieces: dict[str, tuple[Cell, ...]], found: Disassembly) -> None:
    """Make all moves step by step; assert that each part comes apart in the fewest moves."""
    assembly = {frozenset(pieces): {name: frozenset(own) for name, own in pieces.items()}}
    for separation in found.separations:
        now = assembly.pop(frozenset(separation.pieces))
        fewest = twin.first_out(lattice, tuple(now.values()))
        assert fewest is not None and fewest[0] == separation.level
        for move in separation.moves:
            assert 0 < len(move.pieces) < len(now)
            steps = max(map(abs, move.by)) // lattice.step
            step = tuple(x // steps for x in move.by)
            others = frozenset().union(*[own for n, own in now.items() if n not in move.pieces])
            gone = False
            while steps and not gone:
                own = frozenset().union(*[now[name] for name in move.pieces])
                assert twin.goes(lattice, own, others, step)
                now |= {name: twin.moved(now[name], step) for name in move.pieces}
                steps -= not move.out
                gone = move.out and twin.past(twin.moved(own, step), others, step)
            if move.out:
                for part in (set(now) - {*move.pieces}, {*move.pieces}):
                    assembly[frozenset(part)] = {name: now[name] for name in now if name in part}
    assert all(len(part) == 1 for part in assembly)


@pytest.mark.parametrize("seeds", [20, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("frame", range(len(FRAMES)))
def test_random_pieces_come_apart_as_defined(frame: int, seeds: int) -> None:
    lattice, cells = FRAMES[frame]
    apart, levels = [0, 0], set()
    for seed in range(seeds):
        dice = random.Random(seed)
        kept = [cell for cell in cells if dice.random() > 0.2 + 0.1 * (seed % 3)]
        parts = cut(dice, kept, (1, 2, 3), lattice)
        # Disconnected pieces interlock.
        number = min(len(parts), dice.choice([2, 3, 4]))
        parts = [sum(parts[k::number], ()) for k in range(number)]
        pieces = {f"P{k}": tuple(sorted(part)) for k, part in enumerate(parts)}
        found = disassembly(model(lattice, kept, pieces), pieces)
        assembly = tuple(map(frozenset, pieces.values()))
        assert (found is not None) == twin.disassembles(lattice, assembly)
        own = Sliding(model(lattice, kept, pieces))
        numbers = [own.placement_number(cells) for cells in pieces.values()]
        assert own.disassembles(numbers) == (found is not None)
        apart[found is not None] += 1
        if found:
            check_moves(lattice, pieces, found)
            levels |= {*found.levels}
    # In space, a layer can be lifted off, so a level above 1 is required of flat boards only.
    assert min(apart) > seeds // 30 and max(levels) > (1 if len(cells[0]) == 2 else 0)


RING = """
frame = '''
{frame}
'''
[pieces]
RING = '''
###
#.#
###
'''
DOT = "#"
"""
PAIRS = """
frame = '''
?##
##?
'''
[pieces.D]
count = 2
shape = "##"
"""


@pytest.mark.parametrize(
    ("text", "solutions", "apart"),
    [
        (RING.format(frame="###\n###\n###"), 1, 0),
        # In space, the dot leaves the ring upwards.
        (RING.format(frame="###\n###\n###\n\n???\n???\n???"), 1, 1),
        (PAIRS, 1, 1),
    ],
)
def test_solutions_that_come_apart_are_counted(text: str, solutions: int, apart: int) -> None:
    puzzle = cp.loads(text)
    assert isinstance(puzzle, cp.Puzzle)
    assert puzzle.count() == solutions
    found = puzzle.solve(disassembles=True)
    assert (found.count(), len(list(found))) == (apart, apart)
    assert all(each.disassembly() for each in found)
    with pytest.raises(CannotDoError, match="how many solutions come apart is not estimated"):
        found.estimate(0)


@pytest.mark.parametrize(
    ("rows", "columns", "seed", "apart"),
    [(4, 4, 86, (56, 7)), (4, 5, 10, (0, 0)), (4, 4, 1, None), (3, 5, 2, None)],
)
def test_counts_agree_with_solutions_disassembled_one_by_one(
    rows: int, columns: int, seed: int, apart: tuple[int, int] | None
) -> None:
    """Also up to symmetry. Not all solutions of these puzzles come apart."""
    cells: list[Cell] = list(product(range(rows), range(columns)))
    parts = cut(random.Random(seed), cells, (2, 6, 8), SQUARES)
    named = {f"P{k}": part for k, part in enumerate(parts)}
    puzzle = cp.Puzzle(model(SQUARES, cells, named))
    for unique in (False, True):
        one_by_one = [own for own in puzzle.solve(unique=unique) if own.disassembly()]
        found = puzzle.solve(unique=unique, disassembles=True)
        assert found.count() == len(one_by_one)
        assert [own.options for own in found] == [own.options for own in one_by_one]
        assert apart is None or len(one_by_one) == apart[unique]


def sixteen_cells() -> cp.Puzzle:
    """Return a puzzle of which 56 of the 152 solutions come apart."""
    cells: list[Cell] = list(product(range(4), repeat=2))
    parts = cut(random.Random(86), cells, (2, 6, 8), SQUARES)
    return cp.Puzzle(model(SQUARES, cells, {f"P{k}": part for k, part in enumerate(parts)}))


def test_full_tables_are_discarded_without_a_change_of_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle = sixteen_cells()
    every = list(puzzle.solve())[:60]
    expected = [solution.disassembly() for solution in every]
    reset, resets = Sliding._reset, 0

    def counted(self: Sliding) -> None:
        nonlocal resets
        resets += 1
        reset(self)

    monkeypatch.setattr(Sliding, "_reset", counted)
    discarded = set()
    for memory in range(3000, 10_000, 1000):
        own, resets = Sliding(puzzle.model, Run(memory=memory)), 0
        with suppress(CannotDoError):  # if a single solution takes more
            assert [own(solution.pieces) for solution in every] == expected
            discarded.add(resets > 0)
    assert discarded == {False, True}
    monkeypatch.setattr("calpuzzle.results.disassembly.TABLES", 0)
    monkeypatch.setattr("calpuzzle.results.disassembly.MAX_KNOWN", 0)
    assert puzzle.count(disassembles=True) == 56


def test_only_one_of_symmetric_solutions_is_disassembled(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def recorded(self: Sliding, pieces: Iterable[tuple[Cell, ...]]) -> bool:
        seen.append(pieces)
        return bool(len(seen) % 2)

    monkeypatch.setattr(Sliding, "disassembles", recorded)
    cp.load("soma").solve(disassembles=True).count()
    assert len(seen) == 11_520 // 48


def test_disassembly_limits_pieces_memory_and_time() -> None:
    cells: dict[str, tuple[Cell, ...]] = {f"P{k}": ((0, k),) for k in range(65)}
    own = model(SQUARES, list(product([0], range(65))), cells)
    with pytest.raises(InputError, match="there are 65 pieces; at most 64 can be slid"):
        disassembly(own, cells)
    del cells["P64"]
    found = disassembly(own, cells)
    assert found and len(found.levels) == 63
    with pytest.raises(CannotDoError, match="take more than 1,000 bytes"):
        disassembly(own, cells, Run(memory=1000))
    with pytest.raises(cp.StoppedError):
        # The dots can move in their rooms, but nothing can leave, so the search is long.
        rooms, dots = rooms_and_dots()
        disassembly(
            model(SQUARES, list(rooms["R"]), rooms | dots), rooms | dots, RUN._replace(stop=0.0)
        )
    assert disassembly(own, {"P0": ((0, 0),)}) == Disassembly(())


def test_pieces_beyond_the_largest_coordinates_are_rejected() -> None:
    """Each call is repeated, because the search must remain usable after an error."""
    near: dict[str, tuple[Cell, ...]] = {"A": ((0, 0),), "B": ((0, 2),)}
    cases: list[tuple[dict[str, tuple[Cell, ...]], str]] = [
        ({"A": ((0, 0),), "B": ((0, 40_000),)}, "box: .* too far apart"),
        ({"A": ((0, 0), (0, 9000)), "B": ((0, 2),)}, "box: .* too large"),
    ]
    for far, reason in cases:
        cells = sorted({*sum((*near.values(), *far.values()), ())})
        own = Sliding(model(SQUARES, cells, far))
        numbers = [own.placement_number(part) for part in far.values()]
        for _ in range(2):
            with pytest.raises(CannotDoError, match=reason):
                own(far)
            with pytest.raises(CannotDoError, match=reason):
                own.disassembles(numbers)
            assert own(near)


def rooms_and_dots() -> tuple[dict[str, tuple[Cell, ...]], dict[str, tuple[Cell, ...]]]:
    """Return a piece with four rooms of nine cells, and a dot for each room."""
    inside = [(r, c) for r in range(1, 4) for c in range(17) if c % 4]
    wall = tuple((r, c) for r in range(5) for c in range(17) if (r, c) not in inside)
    return {"R": wall}, {f"D{k}": ((2, 4 * k + 2),) for k in range(4)}


def test_pieces_that_may_stay_together_need_no_moves() -> None:
    assembly: dict[str, tuple[Cell, ...]] = {
        "RING": tuple(cell for cell in product(range(3), repeat=2) if cell != (1, 1)),
        "DOT": ((1, 1),),
    }
    own = model(SQUARES, sorted(cell for cells in assembly.values() for cell in cells), assembly)
    assert disassembly(own, assembly) is None
    joined = own._replace(pieces=tuple(part._replace(together="x") for part in own.pieces))
    assert disassembly(joined, assembly) == Disassembly(())
    assert str(Disassembly(())) == "comes apart: no piece needs to be separated from another"
    for puzzle, apart in ((cp.Puzzle(own), 0), (cp.Puzzle(joined), 1)):
        assert puzzle.count() == 1 and puzzle.count(disassembles=True) == apart


def test_film_shows_each_piece_where_the_moves_before_have_left_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """B moves left inside A, and then leaves it downwards."""
    inside = ((1, 1), (1, 2), (2, 1))
    frame: list[Cell] = list(product(range(3), range(4)))
    pieces: dict[str, tuple[Cell, ...]] = {
        "A": tuple(cell for cell in frame if cell not in inside),
        "B": ((1, 2),),
    }
    own = model(SQUARES, sorted(sum(pieces.values(), ())), pieces)
    found = disassembly(own, pieces)
    assert found and str(found) == "comes apart, levels 2\nA B:\n  1. B 0,-1\n  2. B out +1,0"
    moves = moves_with_positions(pieces, found.separations)
    assert [part["B"] for part, _ in moves] == [((1, 2),), ((1, 1),)]
    assert film(own, pieces, found.separations).count("<animate") == 6
    monkeypatch.setattr("calpuzzle.draw.disassembly_film.MAX_FRAMES", 5)
    with pytest.raises(InputError, match=r"^the film has 6 frames; at most 5 are supported$"):
        film(own, pieces, found.separations)


def test_progress_counts_only_solutions_that_come_apart() -> None:
    cells: list[Cell] = list(product(range(4), range(5)))
    parts = cut(random.Random(10), cells, (2, 6, 8), SQUARES)
    puzzle = cp.Puzzle(model(SQUARES, cells, {f"P{k}": part for k, part in enumerate(parts)}))
    found: list[int] = []
    number = puzzle.count(disassembles=True, progress=lambda done, of, so_far: found.append(so_far))
    assert puzzle.count() and number == 0 and {*found} == {0}
