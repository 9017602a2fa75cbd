"""Solid pieces: bodies are closed and have the volumes that formulas give, and exploded views."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from math import pi, sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest
from meshes import mesh_of_stl, meshes_of_3mf
from random_puzzles import cut as cells_cut

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.cli import main
from calpuzzle.puzzle.lattice import Cell, Lattice
from calpuzzle.puzzle.lattices import HEXAGONS, SPHERES, SQUARES, TETRAHEDRA
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Shape, normal, orientations
from calpuzzle.workshop.cut_files import CutFormat, cut, cutting
from calpuzzle.workshop.cut_plan import Part, plan
from calpuzzle.workshop.cut_settings import PROFILES
from calpuzzle.workshop.solids import ROD, Prism, folded, is_solid, unsupported_reason
from calpuzzle.workshop.stl_file import solid

pytestmark = pytest.mark.long

CELL = PROFILES["printer"].cell
BIG = (2000.0, 2000.0)


def bodies(puzzle: cp.Puzzle, **measures: Any) -> list[Any]:
    """Return the bodies of the STL file, all of which must be closed and stand on the bed."""
    data = cut(puzzle, "stl", sheet=BIG, **measures)
    mesh = mesh_of_stl(data)
    assert mesh.is_watertight and mesh.is_winding_consistent
    found: list[Any] = list(mesh.split())
    assert all(body.is_watertight for body in found)
    assert {round(float(body.bounds[0][2]), 4) for body in found} == {0.0}
    return found


def made_of(lattice: Lattice, *shapes: list[Cell]) -> cp.Puzzle:
    cells = sorted({cell for shape in shapes for cell in shape})
    own = [Piece(f"P{k}", (normal(s, lattice),)) for k, s in enumerate(shapes)]
    return cp.Puzzle(Model("solid", Board(tuple(cells)), tuple(own), lattice=lattice))


def volume_of_cubes(shape: Shape, clearance: float) -> float:
    """Return the volume of cubes at the cells and of the gaps between two, four or eight cubes."""
    small, there, total = CELL - clearance, set(shape), 0.0
    for size in range(4):
        for axes in combinations(range(3), size):
            steps = [tuple(int(k in axes and k in on) for k in range(3)) for on in _subsets(axes)]
            number = sum(
                all(tuple(map(sum, zip(cell, step, strict=True))) in there for step in steps)
                for cell in shape
            )
            total += number * small ** (3 - size) * clearance**size
    return total


def _subsets(axes: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [own for size in range(len(axes) + 1) for own in combinations(axes, size)]


def volumes(found: Sequence[Any]) -> list[float]:
    return sorted(float(body.volume) for body in found)


@pytest.mark.parametrize("clearance", [0.0, 0.4, 2.5])
def test_bodies_of_soma_have_the_volumes_of_their_cubes(clearance: float) -> None:
    puzzle = cp.load("soma")
    found = bodies(puzzle, clearance=clearance, radius=0.0)
    expected = sorted(volume_of_cubes(piece.shape, clearance) for piece in puzzle.pieces)
    # Without a clearance, pieces may be a hair smaller than their cells.
    assert volumes(found) == pytest.approx(expected, rel=1e-5 if clearance else 5e-3)
    assert max(float(body.extents[2]) for body in found) <= 2 * CELL + 1e-3


@pytest.mark.parametrize("seed", range(3))
def test_bodies_of_random_polycubes_have_the_volumes_of_their_cubes(seed: int) -> None:
    dice = Random(seed)
    parts = [list(part) for part in cells_cut(dice, list(product(range(3), repeat=3)), (5, 7, 9))]
    for clearance in (0.0, 0.8):
        found = bodies(made_of(SQUARES, *parts), clearance=clearance, radius=0.0)
        expected = sorted(volume_of_cubes(normal(part), clearance) for part in parts)
        assert volumes(found) == pytest.approx(expected, rel=1e-5 if clearance else 5e-3)


def volume_of_beads(balls: int, rods: int, clearance: float) -> float:
    """Return the volume of the balls, and of the rods between them."""
    radius, thin = (CELL - clearance) / 2, ROD * CELL
    inside = sqrt(radius**2 - thin**2)
    cap = pi * (radius - inside) ** 2 * (2 * radius + inside) / 3
    rod = pi * thin**2 * (CELL - 2 * inside) - 2 * cap
    return balls * 4 / 3 * pi * radius**3 + rods * rod


def test_bodies_of_spheres_are_balls_on_rods() -> None:
    # Four spheres that all touch one another, and three in a row.
    four: list[Cell] = [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    row: list[Cell] = [(4, k, k) for k in range(3)]
    found = bodies(made_of(SPHERES, four, row), clearance=1.0)
    expected = [volume_of_beads(3, 2, 1.0), volume_of_beads(4, 6, 1.0)]
    assert volumes(found) == pytest.approx(expected, rel=0.015)


def test_both_sides_of_a_piece_of_iq_fit_are_in_its_body() -> None:
    puzzle = cp.load("iq-fit")
    for piece in puzzle.pieces:
        solid = normal(folded(piece))
        assert len(solid) == sum(map(len, piece.sides)) - len({c for _, _, c in solid})
        flat_shapes = set()
        for turned in orientations(solid, True, True):
            # The body is turned, but never mirrored; its lowest layer is on the board.
            flat = normal([cell[1:] for cell in turned if cell[0] == 0])
            flat_shapes |= {*orientations(flat, True, False)}
        for side in piece.sides:
            assert {*orientations(side, True, False)} <= flat_shapes
    found = bodies(puzzle, clearance=0.4)
    assert len(found) == 1 + len(puzzle.pieces)
    largest = max(found, key=lambda body: float(body.volume))
    expected = []
    for piece in puzzle.pieces:
        cells = folded(piece)
        rods = sum(
            sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1
            for one, other in combinations(cells, 2)
        )
        expected.append(volume_of_beads(len(cells), rods, 0.4))
    rest = volumes([body for body in found if body is not largest])
    assert rest == pytest.approx(sorted(expected), rel=0.015)


@pytest.mark.parametrize("name", ["soma", "hexiamonds-6x6"])
def test_3mf_has_the_bodies_of_the_stl_file_and_their_names(name: str) -> None:
    puzzle = cp.load(name, kind="puzzle")
    form: CutFormat = "3mf"
    data = cut(puzzle, form, sheet=BIG)
    assert name != "soma" or data == cut(puzzle, form, sheet=BIG)
    names, meshes = zip(*meshes_of_3mf(data), strict=True)
    assert all(mesh.is_watertight and mesh.volume > 0 for mesh in meshes)
    assert volumes(meshes) == pytest.approx(volumes(bodies(puzzle)), rel=1e-4)
    assert {f"piece {piece.name}" for piece in puzzle.pieces} <= {*names}


def test_scad_has_all_balls_and_pieces() -> None:
    text = cut(cp.load("iq-fit"), "scad").decode()
    balls = sum(len(folded(piece)) for piece in cp.load("iq-fit").pieces)
    assert sum(line.startswith("      translate") for line in text.splitlines()) == balls
    assert cut(cp.load("soma"), "scad").decode().count("module piece_") == 7


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("iq-fit -o x.dxf", "a flat part cannot have; write it as stl, 3mf or scad"),
        ("soma -o x.stl --labels none", "labels has no effect: it applies only to flat parts"),
        ("soma -o x.stl --labels none --names", "no text is engraved without labels"),
        ("soma -o x.svg --assembled", "an assembled solid can be written as scad, stl, 3mf"),
        ("dray -o x.stl --exploded", "the board of dray is flat, so it cannot be assembled"),
        ("soma -o x.stl --assembled --nth 11521", "soma has 11,520 solutions, and no"),
        ("soma -o x.stl --nth 2", "--nth needs --assembled"),
        (
            "soma -o x.stl --assembled --copies 2",
            "copies has no effect: an assembled solution is written once",
        ),
        ("soma -o x.3mf --base 3", "base has no effect: it applies only to flat parts"),
        ("iq-fit -o x.3mf --names", "no name is engraved on pieces with two sides"),
        ("two.toml -o x.stl", "A of two has sides of different shapes, which a flat part"),
        ("dray -o x.3mf --labels text", "3MF cannot contain text"),
    ],
)
def test_cut_rejects_impossible_options(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: str,
    why: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    two = 'frame = "####"\n[pieces]\nA = { sides = ["##", "##.\\n.##"] }\n'
    Path("two.toml").write_text(two, encoding="utf-8")
    assert main(["cut", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert not out and why in err
    assert [path.name for path in tmp_path.iterdir()] == ["two.toml"]


LINE = Board(tuple((0, 0, k) for k in range(3)))
ONE, TWO = ((0, 0, 0),), ((0, 0, 0), (0, 0, 1))


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (
            Model("odd", Board(((3, 3, 3),)), (Piece("P", (((3, 3, 3),),)),), lattice=TETRAHEDRA),
            "odd consists of tetrahedra and octahedra, from which no pieces can be made",
        ),
        (
            Model("two", LINE, (Piece("A", (ONE, TWO)), Piece("B", (ONE, TWO)))),
            "A of two has several shapes, so it cannot be one solid",
        ),
        (
            Model("apart", LINE, (Piece("A", (((0, 0, 0), (0, 0, 2)),)), Piece("B", (ONE,)))),
            "A of apart falls into 2 parts when made",
        ),
    ],
)
def test_solids_that_cannot_be_made_are_rejected(model: Model, why: str) -> None:
    puzzle = cp.Puzzle(model)
    for solution in (None, puzzle.solve().first()):
        with pytest.raises(InputError, match=why):
            cut(puzzle, "stl", solution=solution)


def test_flat_pieces_are_no_bodies() -> None:
    iq_fit = cp.load("iq-fit").model
    domino = Piece("D", (((0, 0), (0, 1)),))
    mixed = iq_fit._replace(pieces=(*iq_fit.pieces[:1], domino))
    why = "D of iq-fit is flat, so it cannot be made as a body"
    assert unsupported_reason(mixed) == why and not is_solid(mixed)
    assert folded(domino) == ()


def test_a_solution_is_needed_that_belongs_to_the_puzzle() -> None:
    soma = cp.load("soma")
    with pytest.raises(InputError, match=r"^exploded needs a solution; give one$"):
        cut(soma, "stl", exploded=True)
    other = cp.load("pentominoes-3x20").solve().first()
    with pytest.raises(InputError, match=r"^the solution is of pentominoes-3x20, not of soma$"):
        cut(soma, "stl", solution=other)


def test_names_are_engraved_on_the_highest_layer() -> None:
    puzzle = cp.load("soma")
    parts = plan(puzzle.model, PROFILES["printer"]._replace(names=True), True)
    bare = bodies(puzzle)
    made_volumes = [float(solid(part).volume()) for part in parts]
    engraved = [PROFILES["printer"].depth * part.pockets[0].area.area for part in parts]
    assert min(engraved) > 1
    lettered = bodies(puzzle, names=True)
    assert volumes(lettered) == pytest.approx(sorted(made_volumes), rel=1e-5)
    assert sum(volumes(bare)) - sum(volumes(lettered)) == pytest.approx(sum(engraved), rel=1e-3)
    texts = cut(puzzle, "scad", names=True, labels="text").decode()
    assert all(f'text("{piece.name}"' in texts for piece in puzzle.pieces)


def steps_of(puzzle: cp.Puzzle, solution: cp.Solution) -> list[list[Part]]:
    """Return the parts of the assembled solution, and those of each step that takes it apart."""
    own = cutting(puzzle, "stl", {}, assembled=(solution, True))
    return [list(each.parts) for each in own.sheets]


def bounds_of(part: Part) -> list[tuple[float, ...]]:
    """Return the lower and the upper bound of a part along each axis."""
    lows = [each.low for each in part.body if isinstance(each, Prism)]
    left, low, right, high = part.outline.bounds
    return [(left, right), (low, high), (min(lows), part.height)]


@pytest.mark.parametrize("name", ["soma", "hexagons"])
def test_exploded_view_shows_how_a_solution_comes_apart(name: str) -> None:
    if name == "soma":
        puzzle = cp.load("soma")
    else:
        ring: list[Cell] = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0), (1, 0, 1)]
        puzzle = made_of(HEXAGONS, ring, [(1, 1, 0), (2, 0, 0), (2, 0, 1), (2, 1, 0)])
    solution = next(iter(puzzle.solve(disassembles=True)))
    disassembly = solution.disassembly()
    assert disassembly is not None
    first, *rest = steps_of(puzzle, solution)
    # The assembled solution is as large as the frame, except for the clearance.
    whole = [max(box[1] for box in boxes) - min(box[0] for box in boxes)
             for boxes in zip(*map(bounds_of, first), strict=True)]  # fmt: skip
    if name == "soma":
        assert whole == pytest.approx([3 * CELL - PROFILES["printer"].clearance] * 3)
    made = [solid(part) for part in first]
    assert all((a ^ b).volume() < 1e-6 for a, b in combinations(made, 2))
    assert len(rest) == len(disassembly.separations)
    for parts, own in zip(rest, disassembly.separations, strict=True):
        assert {part.name.partition("piece ")[2] for part in parts} == {*own.pieces}
        out = [part for part in parts if part.name.partition("piece ")[2] in own.moves[-1].pieces]
        left = [part for part in parts if part not in out]
        # A gap of most of a cell separates the removed pieces from the others.
        gaps = []
        for axis in range(3):
            for some, others in ((out, left), (left, out)):
                low = min(bounds_of(part)[axis][0] for part in some)
                gaps.append(low - max(bounds_of(part)[axis][1] for part in others))
        assert max(gaps) > 0.7 * CELL
    everything = cut(puzzle, "stl", solution=solution, exploded=True)
    mesh = mesh_of_stl(everything)
    assert len(mesh.split()) == sum(map(len, [first, *rest]))
    assert mesh.is_watertight and mesh.volume > 0
    assert everything == cut(puzzle, "stl", solution=solution, exploded=True)


def test_exploded_view_needs_a_solution_that_comes_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    solid = "###\\n###\\n###"
    held = f'frame = "{solid}\\n\\n{solid}\\n\\n{solid}"\n[pieces]\nB = "#"\n'
    held += f'A = "{solid}\\n\\n###\\n#.#\\n###\\n\\n{solid}"\n'
    Path("held.toml").write_text(held, encoding="utf-8")
    assert main(["cut", "held.toml", "-o", "x.stl", "--exploded"]) == 1
    assert "held has no solution that comes apart" in capsys.readouterr().err
    assert main(["cut", "held.toml", "-o", "x.stl", "--exploded", "--nth", "1"]) == 1
    assert "the solution of held does not come apart" in capsys.readouterr().err
    assert main(["cut", "held.toml", "-o", "x.stl", "--assembled"]) == 0
