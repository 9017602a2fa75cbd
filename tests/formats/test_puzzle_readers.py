"""Puzzles of pieces and exact covers as we write them, given to the programs that the formats are
of, which must count, or find, what we do: BurrTools, Faase's ExactCover, Wang's doodle-fit.py.

A program is asked where it is on PATH, and left out with a word where it is not. Of `dpf` and
`geometric` no program can be had, and a reader of the test's own makes a matrix of them, of which
another solver counts the covers. docs/testing.md says where each is from.
"""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterable, Iterator
from itertools import permutations, product
from pathlib import Path
from typing import Any

import foreign
import pytest
from other_programs import needs, said
from random_puzzles import cut

from calpuzzle import engines
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.formats import shipped
from calpuzzle.formats.registry import parse, render
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, normal
from calpuzzle.puzzle.symmetry import symmetries, unique

NOTHING_FITS = re.compile("nowhere in the result shape|units too many|units less than")


def assemblies(path: Path, model: Model) -> int:
    """How many BurrTools finds in the puzzle as we write it."""
    path.write_bytes(render(model, "xmpuzzle").data)
    out = said("burrTxt", "-q", path)
    found = re.search("([0-9]+) assemblies", out)
    assert found or NOTHING_FITS.search(out), out
    return int(found[1]) if found else 0


def classes(model: Model) -> int:
    """How many solutions there are up to symmetry."""
    lowered = Lowering(model)
    group = symmetries(lowered)
    return sum(1 for _ in unique(engines.load("dancing").solutions(lowered.cover), group))


EXAMPLES = [
    "AlPackino", "BallRoom", "Bermuda", "BrokenSticks", "CubeInCage", "DraculasDentalDesaster",
    "FourPieceTetrahedron", "PelikanBurr", "PiecesOfEight", "Prisgon",
]  # fmt: skip

burrtools_reads = needs("burrTxt", "(of BurrTools, built from its sources)")


@burrtools_reads
@pytest.mark.parametrize("name", ["soma", "pentominoes-3x20", "hexiamonds-6x6"])
def test_burrtools_counts_the_same(tmp_path: Path, name: str) -> None:
    model = shipped.read(name).thing
    assert isinstance(model, Model)
    assert assemblies(tmp_path / "p.xmpuzzle", model) == classes(model) > 1


def box(seed: int) -> Model:
    """A random box cut into pieces: some of colours, cells that may stay empty, and small pieces
    in ranges. Larger ones are there once: of a chiral one that may stay out, BurrTools asks for
    each assembly whether it is there, and we do not."""
    rng = random.Random(seed)
    size = rng.choice([(1, 3, 3), (1, 3, 4), (2, 2, 2), (2, 2, 3)])
    cells = sorted(product(*map(range, size)))
    cells.pop(rng.randrange(len(cells)))
    shade = {cell: rng.randrange(2) for cell in cells}
    coloured = rng.random() < 0.4
    pieces = []
    for k, part in enumerate(cut(rng, cells, (2, 3, 4, 5))):
        few = len(part) < 4 and rng.random() < 0.5
        least, most = rng.choice([(0, 1), (0, 2), (1, 2), (2, 2)]) if few else (1, 1)
        own = tuple(shade[cell] for cell in sorted(part))
        colours = (own,) if coloured else ()
        pieces.append(Piece(f"P{k}", (normal(part),), True, True, least, most, colours))
    board = tuple(shade.values()) if coloured else ()
    empty = frozenset(k for k in range(len(cells)) if rng.random() < 0.2 and seed % 2)
    return Model("box", Board(tuple(cells), (), board, empty), tuple(pieces), interchangeable=False)


@burrtools_reads
def test_burrtools_counts_the_same_of_random_boxes(tmp_path: Path) -> None:
    found = [
        (assemblies(tmp_path / "p.xmpuzzle", model), classes(model))
        for model in map(box, range(50))
    ]
    assert [one for one, _ in found] == [other for _, other in found]
    assert len(set(found)) > 10


@burrtools_reads
@pytest.mark.parametrize("name", EXAMPLES)
def test_burrtools_counts_what_it_said_of_its_own(
    burrtools: Path, tmp_path: Path, name: str
) -> None:
    """Its examples, read and written by us, have the assemblies that it wrote into them."""
    path = burrtools / f"{name}.xmpuzzle"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    data = path.read_bytes()
    problems = re.findall(rb"<problem [^>]*>", gzip.decompress(data))
    claims = [re.search(rb'assemblies="([0-9]+)"', problem) for problem in problems]
    for number, claim in enumerate(claims, 1):
        model = parse(data, path.name, problem=str(number)).thing
        assert isinstance(model, Model)
        if claim:
            assert assemblies(tmp_path / "p.xmpuzzle", model) == int(claim[1])
    assert any(claims)


@needs("ExactCover", "of Faase (built from its source)")
@pytest.mark.parametrize("name", ["sticks", "domino-2x3"])
def test_faases_program_finds_the_same(name: str) -> None:
    model = shipped.read(name).thing
    assert isinstance(model, Model)
    assert found_by_faase(Lowering(model).cover) > 0


@needs("ExactCover", "of Faase (built from its source)")
def test_faases_program_finds_the_same_of_random_problems() -> None:
    counts = set()
    for seed in range(40):
        rng = random.Random(seed)
        options = [rng.sample(range(7), rng.randint(1, 4)) for _ in range(20)]
        counts.add(found_by_faase(Cover(range(1 + max(map(max, options))), options)))
    assert len(counts) > 8 and 0 in counts


def found_by_faase(cover: Cover) -> int:
    """How many solutions the program finds, which are ours."""
    # Where there is no solution, its reduction may lose items and find some: it is left out.
    out = said("ExactCover", "-numeric", "-nored", given=foreign.faase(cover).encode())
    # A solution is a line of names, each before a sign.
    found = sorted(sorted(line.split("|")[:-1]) for line in out.splitlines())
    ours = engines.load("dancing").solutions(cover)
    assert found == sorted(sorted(cover.names[k] for k in solution) for solution in ours)
    return len(found)


def frames() -> Iterator[Model]:
    """Boards that are cut into pieces, which neither turn nor turn over; and one whose pieces do
    not fit."""
    for seed in range(8):
        rng = random.Random(seed)
        cells = [(r, c) for r in range(4) for c in range(5) if rng.random() < 0.85]
        pieces = [
            Piece(str(k), (normal(part),), False, False)
            for k, part in enumerate(cut(rng, cells, (3, 4, 5)))
        ]
        yield Model("frame", Board(tuple(cells)), tuple(pieces), interchangeable=False)
    bar = Piece("0", (((0, 0), (1, 0)),), False, False)
    other = Piece("1", (((0, 0), (0, 1)),), False, False)
    square = Board(((0, 0), (0, 1), (1, 0), (1, 1)))
    yield Model("square", square, (bar, other), interchangeable=False)


def picture(cells: Iterable[Cell], pieces: dict[str, tuple[Cell, ...]]) -> str:
    """The frame with the number of a piece in each cell, where the script draws it."""
    top, left = (min(axis) for axis in zip(*cells, strict=True))
    marks = {cell: chr(ord("0") + int(name)) for name, own in pieces.items() for cell in own}
    height, width = (1 + max(axis) for axis in zip(*marks, strict=True))
    return "\n".join(
        "".join(marks.get((r, c), " ") for c in range(left, width)).rstrip()
        for r in range(top, height)
    )


@needs("doodle-fit.py", "(xiw/xiw.github.io, a repository on GitHub)")
@needs("glpsol", "(apt install glpk-utils)")
@pytest.mark.parametrize("model", list(frames()), ids=lambda model: model.name)
def test_doodle_fit_solves(tmp_path: Path, model: Model) -> None:
    """The script makes a model for glpsol of the drawings, and a drawing of its solution."""
    data = render(model, "doodle").data
    (tmp_path / "p.mod").write_text(said("doodle-fit.py", given=data))
    told = said("glpsol", "--math", tmp_path / "p.mod", "-w", tmp_path / "p.sol")
    solutions = [solution.pieces for solution in Puzzle(model).solve()]
    if not solutions:
        assert "NO PRIMAL FEASIBLE SOLUTION" in told or "NO INTEGER FEASIBLE" in told
        return
    rows = said("doodle-fit.py", tmp_path / "p.sol", given=data).splitlines()
    drawing = "\n".join(row.rstrip() for row in rows)
    assert drawing in {picture(model.board.cells, pieces) for pieces in solutions}


def numbers(text: str) -> Iterator[int]:
    """All numbers of a text, in which `//` starts a comment."""
    return (int(word) for line in text.splitlines() for word in line.partition("//")[0].split())


def of_dpf(text: str) -> list[list[bool]]:
    """The matrix of a text of DPF: a row a way of a piece, a column a piece or a location."""
    told = numbers(text)
    locations, pieces = next(told), next(told)
    rows = []
    for piece in range(pieces):
        for _ in range(next(told)):
            there = {next(told) for _ in range(next(told))}
            row = [k == piece for k in range(pieces)]
            rows.append(row + [k in there for k in range(locations)])
    assert not list(told)
    return rows


def turned(points: Iterable[tuple[int, ...]], v: int) -> Iterator[set[tuple[int, ...]]]:
    """The points (x, y, z, colour) in all rotations about the origin that v allows."""
    for axes in permutations(range(3)):
        for signs in product((1, -1), repeat=3):
            inversions = sum(axes[a] > axes[b] for a in range(3) for b in range(a + 1, 3))
            proper = (-1) ** inversions * signs[0] * signs[1] * signs[2] == 1
            flat = axes[2] == 2 and signs[2] == 1
            still = flat and axes == (0, 1, 2) and signs == (1, 1, 1)
            if proper and (v == 3 or (flat and v == 2) or still):
                yield {
                    (*(s * point[a] for a, s in zip(axes, signs, strict=True)), point[3])
                    for point in points
                }


def of_geometric(text: str) -> list[list[bool]]:
    """The matrix of a text of the geometric format, as `of_dpf`."""
    told = numbers(text)
    dimensions, coloured = next(told), next(told)

    def point() -> tuple[int, ...]:
        at = [next(told) for _ in range(dimensions)]
        return (*at, *[0] * (3 - dimensions), next(told) if coloured else 0)

    frame = [point() for _ in range(next(told))]
    pieces = next(told)
    rows = []
    for piece in range(pieces):
        length, v = next(told), next(told)
        shape = [point() for _ in range(length)]
        ways = set()
        for way in turned(shape, v):
            first = min(way)
            for there in frame:
                step = [a - b for a, b in zip(there[:3], first[:3], strict=True)]
                moved = {(p[0] + step[0], p[1] + step[1], p[2] + step[2], p[3]) for p in way}
                if moved <= set(frame):
                    ways.add(frozenset(moved))
        for own in ways:
            rows.append([k == piece for k in range(pieces)] + [p in own for p in frame])
    assert not list(told)
    return rows


def counted(rows: list[list[bool]]) -> int:
    solver: Any = pytest.importorskip("exact_cover", reason="exact_cover is not installed")
    import numpy as np

    if not rows or not all(map(any, zip(*rows, strict=True))):
        return 0  # a column is empty
    return int(solver.get_solution_count(np.array(rows, dtype=bool)))


READERS = {"dpf": of_dpf, "geometric": of_geometric}


@pytest.mark.parametrize("form", READERS)
def test_another_solver_counts_the_same(form: str) -> None:
    """Boxes cut into pieces, flat and in space, of colours too, with one motion and all."""
    found = []
    for seed in range(0, 40, 2):
        model = box(seed)
        motion = [(False, False), (True, False), (True, True)][seed % 3]
        pieces = [
            piece._replace(turn=motion[0], flip=motion[1], least=1, most=1)
            for piece in model.pieces
        ]
        model = model._replace(pieces=tuple(pieces))
        rows = READERS[form](render(model, form).data.decode())
        found.append((counted(rows), engines.load("dancing").count(Lowering(model).cover)))
    assert [one for one, _ in found] == [other for _, other in found]
    assert len(set(found)) > 8
