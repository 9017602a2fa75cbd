"""BurrTools files: reading, writing, and the solutions that BurrTools reports for its examples."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from calpuzzle import engines, planning
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.formats.burr_grids import GRIDS
from calpuzzle.formats.reading import Reading, text_of
from calpuzzle.formats.registry import parse, render
from calpuzzle.formats.xml_tree import parsed
from calpuzzle.puzzle.checker import first_fault
from calpuzzle.puzzle.lattice import Lattice
from calpuzzle.puzzle.lattices import RHOMBIC, SPHERES, TETRAHEDRA, TRIANGLES
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
    assert isinstance(reading.content, Model)
    return reading.content


def count(model: Model, up_to_symmetry: bool = False, mirrors: bool = True) -> int:
    """Return the number of solutions, optionally up to symmetry."""
    lowered = Lowering(model)
    if not up_to_symmetry:
        return planning.count(lowered.cover)
    found = engines.load("dancing").solutions(lowered.cover)
    return sum(1 for _ in unique(found, symmetries(lowered, mirrors)))


# For each problem, the number of assemblies that BurrTools finds, and how many of them come apart.
# The second number is None on lattices for which neither BurrTools nor calpuzzle supports
# disassembly: spheres, rhombic tetrahedra, tetrahedra and octahedra. If a file contains no results,
# burrTxt computed them.
EXAMPLES: dict[str, list[tuple[int, int | None]]] = {
    "12PieceSeparation": [(1, None)],
    "AlPackino": [(1, 1)],
    "AugmentedSecondStellation": [(2, None)],
    "BallRoom": [(2, None), (1, None), (3, None)],
    "Bermuda": [(1, 1)],
    "BrokenSticks": [(2, None), (0, None)],
    "CubeInCage": [(96, 1)],  # the pieces of the cage stay together
    "DemoMirrorParadox": [(1, 1), (1, 1)],
    # BurrTools reports 927, because it does not count the assembly of a single piece.
    "DemoPieceGenerator": [(928, 928)],
    "DiagonalCube": [(2, None)],
    "DraculasDentalDesaster": [(84, 1)],
    "FourPieceTetrahedron": [(1, None)],
    "HexSticks": [(33, None)],
    "PelikanBurr": [(12, 1)],
    "PermutatedThirdStellation": [(2, None)],
    "PiecesOfEight": [(6, None), (4, None), (43, None), (12, None), (20, None), (12, None)],
    "Prisgon": [(1, 1), (1, 1)],
    "SolidSixPieceBurrs": [(1063, 314)],
    "eyckmans.ankes-cube": [(17136, 2)],
    "eyckmans.aracna": [(299192, 1)],
    "eyckmans.arnes-cube": [(352, 1)],
    "eyckmans.gargamel": [(7680, 1)],
    "eyckmans.moiras-cube": [(700, 1)],
    "eyckmans.rhinoceros": [(72, 1)],
    "eyckmans.save-the-gorilla": [(9692, 1)],
    "lohe.key-trap": [(68, 1)],  # the pieces of its lock stay together
    "lohe.misused-key": [(66, 2), (470, 8), (376, 6)],
    "solved": [(235, 4)],
}
QUICK = {
    "AlPackino", "BrokenSticks", "CubeInCage", "DemoMirrorParadox", "PelikanBurr", "PiecesOfEight",
    "lohe.key-trap",
}  # fmt: skip
MIRRORS_APART = {"SolidSixPieceBurrs"}


def recorded(problem: Element) -> list[int]:
    """Return the first level of each solution whose disassembly the file contains, sorted."""
    steps = [own.findall("state") for own in problem.iterfind("solutions/solution/separation")]
    return sorted(len(own) - 1 for own in steps)


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=() if n in QUICK else pytest.mark.slow) for n in EXAMPLES],
)
def test_examples_have_the_counts_of_burrtools(burrtools: Path, name: str) -> None:
    data = example(burrtools, name)
    problems = parsed(text_of(data, name, lenient=True), name).findall("problems/problem")
    assert len(problems) == len(EXAMPLES[name])
    for number, (assemblies, apart) in enumerate(EXAMPLES[name], 1):
        problem = problems[number - 1]
        stated = problem.get("assemblies"), problem.get("solutions")
        assert stated[0] in (str(assemblies), None) and stated[1] in (str(apart), "0", None)
        reading = parse(data, f"{name}.xmpuzzle", problem=str(number))
        assert not reading.notes
        puzzle = Puzzle(model_of(reading))
        mirrors_apart = name in MIRRORS_APART
        assert puzzle.solve(unique=True, mirrors_apart=mirrors_apart).count() == assemblies
        if apart is None:
            with pytest.raises(InputError, match="disassembly by sliding is not supported"):
                puzzle.solve(unique=True, disassembles=True)
            continue
        solutions = puzzle.solve(unique=True, mirrors_apart=mirrors_apart, disassembles=True)
        found = [own.disassembly() for own in iter(solutions)]
        assert len(found) == apart
        levels = sorted(own.levels[0] for own in found if own and own.levels)
        assert recorded(problem) in (levels, [])


def test_numbers_of_copies_may_be_ranges(burrtools: Path) -> None:
    reading = parse(example(burrtools, "DemoMirrorParadox"), "DemoMirrorParadox.xmpuzzle")
    model = model_of(reading)
    assert [(piece.least, piece.most) for piece in model.pieces] == [(0, 2), (0, 2)]
    assert (count(model), count(model, True), count(model, True, mirrors=False)) == (2, 1, 2)
    assert reading.notes == (
        "DemoMirrorParadox.xmpuzzle: there are 2 problems, and this is the first of them; "
        "choose with --problem: 1 (Example From Text), 2 (Another Example)",
    )
    other = parse(example(burrtools, "DemoMirrorParadox"), "d.xmpuzzle", problem="Another Example")
    assert model_of(other).title == "Another Example"


def test_missing_problem_is_reported() -> None:
    data = file('<shape id="0" count="3"/>')
    for problem in ("2", "0", "-1", "Q", "\u0661"):
        with pytest.raises(InputError, match=r"p.xmpuzzle has no problem .*; there are 1 \(P\)"):
            parse(data, "p.xmpuzzle", problem=problem)
    assert parse(data, "p.xmpuzzle", problem="P") == parse(data, "p.xmpuzzle", problem="1")
    with pytest.raises(
        InputError, match="the format dlx holds one puzzle; do not choose a problem"
    ):
        parse(b"a\na\n", "p.dlx", problem="1")


# A row of four voxels, which replaces *, and pieces of one and of two voxels.
ROW = """<voxel x="4" y="1" z="1" name="row" type="0">*</voxel>
<voxel x="1" y="1" z="1" name="A" type="0">#1</voxel>
<voxel x="2" y="1" z="1" name="B" type="0">#1#2</voxel>"""


def in_a_row(row: str, pieces: str, pairs: str = "", problem: str = "") -> Model:
    text = file(pieces, problem, ROW.replace("*", row), f"<bitmap>{pairs}</bitmap>")
    return model_of(parse(text.replace(b'<result id="1"/>', b'<result id="0"/>'), "p.xmpuzzle"))


def test_colour_pairs_decide_which_cells_a_piece_may_cover() -> None:
    pieces = '<shape id="1" count="2"/><shape id="2" count="1"/>'
    same = "<pair piece='0' result='0'/><pair piece='1' result='1'/>"
    # The neutral colour accepts every colour, so B fits anywhere, in both orientations.
    assert count(in_a_row("####", pieces)) == count(in_a_row("####", pieces, same)) == 6
    assert in_a_row("####", '<shape id="1" count="4"/>').board.colours == ()
    # The 2 of B must be on the 2 of the row, and its 1 on either side.
    assert count(in_a_row("#1#2#1#1", pieces, same)) == 2
    assert count(in_a_row("###2#", pieces, same)) == 2
    # One more pair allows colour 1 of a piece on colour 2 of the row, too.
    both = same + "<pair piece='0' result='1'/>"
    model = in_a_row("#1#2#1#1", pieces, both)
    assert model.fits == {(1, 1), (2, 2), (1, 2)}
    assert count(model) == 2
    assert count(in_a_row("#2#2#1#1", pieces, both)) == 3
    assert count(in_a_row("#1#1#1#1", pieces, same)) == 0


def test_pieces_with_the_same_name_are_told_apart_by_apostrophes() -> None:
    pieces = "".join(f'<shape id="{k}" count="1"/>' for k in range(3))
    voxels = ROW.replace("*", "####").replace('"B"', '"A"').replace('"row"', '"A"')
    model = model_of(parse(file(pieces, "", voxels), "p.xmpuzzle"))
    assert [piece.name for piece in model.pieces] == ["A", "A'", "A''"]


def test_more_colours_than_burrtools_has_are_not_written() -> None:
    for number in (63, 64):
        cells = tuple((0, column) for column in range(number))
        board = Board(cells, colours=tuple(range(number)))
        piece = Piece("A", (cells,), colours=(tuple(range(number)),))
        model = Model("row", board, (piece,))
        if number == 63:
            assert model_of(parse(render(model, "xmpuzzle").data, "row.xmpuzzle")).board.colours
            continue
        message = "^BurrTools has 63 colours, and row has 64; the format dpf can hold the puzzle$"
        with pytest.raises(InputError, match=message):
            render(model, "xmpuzzle")


def test_pairs_of_unused_colours_are_written() -> None:
    board = Board(cells=((0, 0), (0, 1)), colours=(120, 121))
    piece = Piece(name="A", sides=(((0, 0), (0, 1)),), colours=((120, 121),))
    model = Model("row", board, (piece,), fits=frozenset({(120, 120), (121, 121), (120, 122)}))
    read = model_of(parse(render(model, "xmpuzzle").data, "row.xmpuzzle"))
    assert count(read) == count(model) == 1


def test_bound_on_the_holes_limits_the_empty_cells() -> None:
    pieces = '<shape id="1" min="0" max="4"/>'
    expected = {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}
    for most in range(6):
        model = in_a_row("++++", pieces, "", f'maxHoles="{most}"')
        # The pieces are interchangeable, so solutions differ only in their empty cells.
        assert count(model) == sum(n for holes, n in expected.items() if holes <= most)
        for solution in Puzzle(model).solve():
            assert first_fault(model, {}, solution.pieces) is None
    # If the numbers of copies are fixed, the bound has no effect.
    assert count(in_a_row("++++", '<shape id="1" count="2"/>', "", 'maxHoles="1"')) == 6


@pytest.mark.parametrize("lattice", [TRIANGLES, SPHERES, RHOMBIC, TETRAHEDRA])
def test_puzzles_on_other_grids_are_read_back(lattice: Lattice) -> None:
    grid = next(grid for grid in GRIDS.values() if grid.lattice == lattice)
    box = [
        voxel
        for voxel in product(range(11), range(11), range(6))
        if lattice.holds(grid.cell(voxel))
    ]
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


VOXELS = """<voxel x="2" y="1" z="1" name="I" type="0">##</voxel>
<voxel x="2" y="2" z="2" type="0">#_#_####</voxel>"""


def file(pieces: str, problem: str = "", voxels: str = VOXELS, more: str = "") -> bytes:
    return f"""<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/><shapes>{voxels}</shapes>
<problems><problem name="P" {problem}><shapes>{pieces}</shapes><result id="1"/>{more}</problem>
</problems></puzzle>""".encode()


def test_pieces_counts_groups_and_names_are_read() -> None:
    model = model_of(parse(file('<shape id="0" count="3"/>'), "p.xmpuzzle"))
    cells = ((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1))
    assert model.board == Board(cells)
    assert model.pieces == (Piece("I", (((0, 0, 0), (0, 0, 1)),), least=3, most=3),)
    assert (model.name, count(model)) == ("p", 3)
    for pieces, together, noted in (
        ('count="3" group="1"/>', "1", False),
        ('count="3"><group group="2" count="3"/></shape>', "2", False),
        ('count="3"><group group="1" count="2"/></shape>', "", True),
        ('count="3" group="1"><group group="2" count="3"/></shape>', "", True),
    ):
        grouped = parse(file(f'<shape id="0" {pieces}'), "p.xmpuzzle")
        assert model_of(grouped).pieces[0].together == together
        assert bool(grouped.notes) == noted
        again = model_of(parse(render(model_of(grouped), "xmpuzzle").data, "p.xmpuzzle"))
        assert again.pieces[0].together == ("1" if together else "")
    data = file('<shape id="0" count="3"/>').replace(b'"I"', b'"K\xf6nig"')
    assert model_of(parse(data, "p.xmpuzzle")).pieces[0].name == "König"
