"""BurrTools: what is read and passed over, and its example puzzles, where they are here, with what
it says they have."""

from __future__ import annotations

import gzip
import re
from itertools import product
from pathlib import Path

import pytest

from calpuzzle import engines
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats.burr_grids import GRIDS
from calpuzzle.formats.reading import Reading
from calpuzzle.formats.registry import parse, render
from calpuzzle.puzzle.checker import wrong
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import RHOMBIC, SPHERES, SQUARES, TETRAHEDRA, TRIANGLES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import least, normal, orientations
from calpuzzle.puzzle.symmetry import symmetries, unique


def example(folder: Path, name: str) -> bytes:
    path = folder / f"{name}.xmpuzzle"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    return path.read_bytes()


def model_of(reading: Reading) -> Model:
    assert isinstance(reading.thing, Model)
    return reading.thing


def count(model: Model, apart: bool = False, mirrors: bool = True) -> int:
    """The solutions; with `apart` those that no symmetry makes the same."""
    lowered = Lowering(model)
    if not apart:
        return engines.load("auto").count(lowered.cover)
    found = engines.load("dancing").solutions(lowered.cover)
    return sum(1 for _ in unique(found, symmetries(lowered, mirrors)))


ASSEMBLIES = {
    "AlPackino": [1],
    "PelikanBurr": [12],
    "CubeInCage": [96],
    "DraculasDentalDesaster": [84],  # colours
    "Bermuda": [1],  # triangles
    "Prisgon": [1, 1],
    "BallRoom": [2, 1, 3],  # spheres
    "BrokenSticks": [2],  # rhombic tetrahedra
    "PiecesOfEight": [6, 4, 43, 12, 20, 12],
    "HexSticks": [33],
    "FourPieceTetrahedron": [1],  # tetrahedra and octahedra
}
"""What BurrTools has found for the first problems of its examples, as these say themselves."""


@pytest.mark.parametrize("name", ASSEMBLIES)
def test_assemblies_are_those_that_burrtools_counted(burrtools: Path, name: str) -> None:
    data = example(burrtools, name)
    problems = re.findall(rb"<problem [^>]*>", gzip.decompress(data))
    for number, assemblies in enumerate(ASSEMBLIES[name], 1):
        assert f'assemblies="{assemblies}"'.encode() in problems[number - 1]
        reading = parse(data, f"{name}.xmpuzzle", problem=str(number))
        assert count(model_of(reading), apart=True) == assemblies
        assert not reading.notes


def test_ranges_of_counts_and_mirror_images(burrtools: Path) -> None:
    reading = parse(example(burrtools, "DemoMirrorParadox"), "DemoMirrorParadox.xmpuzzle")
    model = model_of(reading)
    assert [(piece.least, piece.most) for piece in model.pieces] == [(0, 2), (0, 2)]
    assert (count(model), count(model, True), count(model, True, mirrors=False)) == (2, 1, 2)
    assert reading.notes == (
        "DemoMirrorParadox.xmpuzzle: there are 2 problems, and this is the first of them; "
        "--problem takes another: 1 (Example From Text), 2 (Another Example)",
    )
    other = parse(example(burrtools, "DemoMirrorParadox"), "d.xmpuzzle", problem="Another Example")
    assert model_of(other).title == "Another Example"


def test_a_problem_that_is_not_there() -> None:
    data = file('<shape id="0" count="3"/>')
    for problem in ("2", "0", "-1", "Q", "\u0661"):
        with pytest.raises(InputError, match=r"p.xmpuzzle has no problem .*; there are 1 \(P\)"):
            parse(data, "p.xmpuzzle", problem=problem)
    assert parse(data, "p.xmpuzzle", problem="P") == parse(data, "p.xmpuzzle", problem="1")
    with pytest.raises(InputError, match="the format dlx holds one puzzle; leave --problem out"):
        parse(b"a\na\n", "p.dlx", problem="1")


def test_an_unknown_grid() -> None:
    data = file('<shape id="0" count="3"/>').replace(b'type="0"/><c', b'type="7"/><c')
    with pytest.raises(PuzzleError, match="the grid type is '7'; those that are known are 0, 1"):
        parse(data, "p.xmpuzzle")
    for kind, place in (("2", "1, 0, 0"), ("3", "0, 0, 0"), ("4", "0, 0, 0")):
        data = file('<shape id="0" count="3"/>').replace(
            b'type="0"/><c', f'type="{kind}"/><c'.encode()
        )
        with pytest.raises(PuzzleError, match=f"a voxel at {place}, where the grid has none"):
            parse(data, "p.xmpuzzle")


# A row of four, and pieces of one and of two voxels; * stands for the row.
ROW = """<voxel x="4" y="1" z="1" name="row" type="0">*</voxel>
<voxel x="1" y="1" z="1" name="A" type="0">#1</voxel>
<voxel x="2" y="1" z="1" name="B" type="0">#1#2</voxel>"""


def in_a_row(row: str, pieces: str, pairs: str = "", problem: str = "") -> Model:
    text = file(pieces, problem, ROW.replace("*", row), f"<bitmap>{pairs}</bitmap>")
    return model_of(parse(text.replace(b'<result id="1"/>', b'<result id="0"/>'), "p.xmpuzzle"))


def test_colours_go_together_as_the_pairs_say() -> None:
    pieces = '<shape id="1" count="2"/><shape id="2" count="1"/>'
    same = "<pair piece='0' result='0'/><pair piece='1' result='1'/>"
    # The neutral colour takes all: the two may lie anywhere, either way round.
    assert count(in_a_row("####", pieces)) == count(in_a_row("####", pieces, same)) == 6
    assert in_a_row("####", '<shape id="1" count="4"/>').board.colours == ()
    # A 2 in the row: the 2 of the piece must lie there, and beside it on either side.
    assert count(in_a_row("#1#2#1#1", pieces, same)) == 2
    assert count(in_a_row("###2#", pieces, same)) == 2
    # A pair more, and the other colour goes there too.
    both = same + "<pair piece='0' result='1'/>"
    model = in_a_row("#1#2#1#1", pieces, both)
    assert model.fits == {(1, 1), (2, 2), (1, 2)}
    assert count(model) == 2
    assert count(in_a_row("#2#2#1#1", pieces, both)) == 3
    assert count(in_a_row("#1#1#1#1", pieces, same)) == 0


def test_a_bound_on_the_holes() -> None:
    pieces = '<shape id="1" min="0" max="4"/>'
    expected = {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}
    for most in range(6):
        model = in_a_row("++++", pieces, "", f'maxHoles="{most}"')
        # The pieces are alike: of the four cells any so many stay empty.
        assert count(model) == sum(n for holes, n in expected.items() if holes <= most)
        for solution in Puzzle(model).solve():
            assert wrong(model, {}, solution.pieces) is None
    # Where the counts leave no choice, the number of holes is what it is.
    assert count(in_a_row("++++", '<shape id="1" count="2"/>', "", 'maxHoles="1"')) == 6


@pytest.mark.parametrize("lattice", [TRIANGLES, SPHERES, RHOMBIC, TETRAHEDRA])
def test_other_grids_are_read_back(lattice: Lattice) -> None:
    grid = next(grid for grid in GRIDS.values() if grid.lattice == lattice)
    box = [voxel for voxel in product(range(11), range(11), range(6)) if grid.there(voxel)]
    cells = [grid.cell(voxel) for voxel in box]
    low = least(cells, lattice)
    board = Board(tuple(tuple(x - y for x, y in zip(c, low, strict=True)) for c in cells))
    shapes = {orientations(normal(cells[k : k + 3], lattice), True, True, lattice)[0]
              for k in range(0, len(cells) - 2, 29)}  # fmt: skip
    pieces = tuple(Piece(f"P{k}", (shape,), most=2) for k, shape in enumerate(sorted(shapes)))
    model = Model("x", board, pieces, lattice=lattice, interchangeable=False)
    again = model_of(parse(render(model, "xmpuzzle").data, "x.xmpuzzle"))
    assert again.lattice == lattice
    assert len(Lowering(again).cover.options) == len(Lowering(model).cover.options) > 100
    assert len(symmetries(Lowering(again))) == len(symmetries(Lowering(model)))


def test_shapes_and_layers() -> None:
    # A row of three and one more at its end, in a layer in which each sphere touches six others:
    # twelve ways to lie in each of the four layers, half of which no motion of a cube leads to.
    hook = normal([(0, 0, 0), (0, 1, -1), (0, 2, -2), (1, -1, 0)])
    assert len(orientations(hook, True, True, SPHERES)) == 48
    assert len(orientations(hook, True, True, SQUARES)) == 24
    frame = Board(tuple((r, c) for r in range(2) for c in range(3)), optional=frozenset([5]))
    flat = Model("x", frame, (Piece("L", (((0, 0), (0, 1), (1, 0)),), least=1, most=2),))
    again = model_of(parse(render(flat, "xmpuzzle").data, "x.xmpuzzle"))
    assert again.board.dimensions == 3 and again.board.optional == frozenset([5])
    assert count(again) == count(flat)
    far = Model("x", Board(((0, 0), (0, 10**8))), (Piece("A", (((0, 0),),), least=2, most=2),))
    with pytest.raises(InputError, match="spans more than 1,000,000 voxels"):
        render(far, "xmpuzzle")


VOXELS = """<voxel x="2" y="1" z="1" name="I" type="0">##</voxel>
<voxel x="2" y="2" z="2" type="0">#_#_####</voxel>"""


def file(pieces: str, problem: str = "", voxels: str = VOXELS, more: str = "") -> bytes:
    return f"""<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/><shapes>{voxels}</shapes>
<problems><problem name="P" {problem}><shapes>{pieces}</shapes><result id="1"/>{more}</problem>
</problems></puzzle>""".encode()


def test_what_a_file_says() -> None:
    model = model_of(parse(file('<shape id="0" count="3"/>'), "p.xmpuzzle"))
    cells = ((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1))
    assert model.board == Board(cells)
    assert model.pieces == (Piece("I", (((0, 0, 0), (0, 0, 1)),), least=3, most=3),)
    assert (model.name, count(model)) == ("p", 3)
    plain = parse(file('<shape id="0" count="3"/>'), "p.xmpuzzle").thing
    for pieces in ('count="3" group="1"/>', 'count="3"><group group="1" count="2"/></shape>'):
        assert parse(file(f'<shape id="0" {pieces}'), "p.xmpuzzle").thing == plain
    data = file('<shape id="0" count="3"/>').replace(b'"I"', b'"K\xf6nig"')
    assert model_of(parse(data, "p.xmpuzzle")).pieces[0].name == "König"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            file('<shape id="0" count="3"/>', 'maxHoles="x"'),
            "p:4: the number of holes should be a whole number, not 'x'",
        ),
        (
            file('<shape id="0" count="3"/>', more="<bitmap><pair piece='1'/></bitmap>"),
            "p:4: a colour of a result should be a whole number, not ''",
        ),
        (file('<shape id="0" count="3"/>', voxels=VOXELS.replace("##<", "#+<")), "may be left out"),
        (file('<shape id="0" min="3" max="2"/>'), "p:4: the count of I is 2, but it must be 3"),
        (file('<shape id="0"/>'), "p:4: the count of I should be a whole number, not ''"),
        (file('<shape id="0" count="0"/>'), "p:4: the problem has no pieces"),
        (file('<shape id="0" count="1"/>' * 2), "p:4: the problem names the piece I twice"),
    ],
)
def test_what_cannot_be_counted_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(PuzzleError, match=message):
        parse(data, "p", "xmpuzzle")
