"""BurrTools: what is read and passed over, and its example puzzles, where they are here, with what
it says they have."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from calpuzzle import engines
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats.reading import Reading
from calpuzzle.formats.registry import parse, render
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
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


@pytest.mark.parametrize(
    ("name", "assemblies"), [("AlPackino", 1), ("PelikanBurr", 12), ("CubeInCage", 96)]
)
def test_assemblies_are_those_that_burrtools_counted(
    burrtools: Path, name: str, assemblies: int
) -> None:
    data = example(burrtools, name)
    assert f'assemblies="{assemblies}"'.encode() in gzip.decompress(data)
    assert count(model_of(parse(data, f"{name}.xmpuzzle")), apart=True) == assemblies


def test_ranges_of_counts_and_mirror_images(burrtools: Path) -> None:
    reading = parse(example(burrtools, "DemoMirrorParadox"), "DemoMirrorParadox.xmpuzzle")
    model = model_of(reading)
    assert [(piece.least, piece.most) for piece in model.pieces] == [(0, 2), (0, 2)]
    assert (count(model), count(model, True), count(model, True, mirrors=False)) == (2, 1, 2)
    assert "several problems" in reading.notes[0]


@pytest.mark.parametrize("name", ["BrokenSticks", "PiecesOfEight"])
def test_other_grids_are_refused(burrtools: Path, name: str) -> None:
    with pytest.raises(PuzzleError, match="grid type is 3"):
        parse(example(burrtools, name), f"{name}.xmpuzzle")


VOXELS = """<voxel x="2" y="1" z="1" name="I" type="0">##</voxel>
<voxel x="2" y="2" z="2" type="0">#_#_####</voxel>"""


def file(pieces: str, problem: str = "", voxels: str = VOXELS, more: str = "") -> bytes:
    return f"""<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/><shapes>{voxels}</shapes>
<problems><problem name="P" {problem}><shapes>{pieces}</shapes><result id="1"/>{more}</problem>
</problems></puzzle>""".encode()


def test_voxels_run_along_x_then_y_then_z() -> None:
    model = model_of(parse(file('<shape id="0" count="3"/>'), "p.xmpuzzle"))
    cells = ((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0), (1, 1, 1))
    assert model.board == Board(cells)
    assert model.pieces == (Piece("I", (((0, 0, 0), (0, 0, 1)),), least=3, most=3),)
    assert (model.name, count(model)) == ("p", 3)


@pytest.mark.parametrize(
    "pieces",
    [
        '<shape id="0" count="3" group="1"/>',
        '<shape id="0" count="3"><group group="1" count="2"/></shape>',
    ],
)
def test_groups_say_nothing_of_assemblies(pieces: str) -> None:
    assert (
        parse(file(pieces), "p.xmpuzzle").thing
        == parse(file('<shape id="0" count="3"/>'), "p.xmpuzzle").thing
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (file('<shape id="0" count="3"/>', 'maxHoles="1"'), "p:4: the problem bounds the holes"),
        (
            file('<shape id="0" count="3"/>', more="<bitmap><pair piece='1' result='1'/></bitmap>"),
            "p:4: the problem has colour constraints",
        ),
        (file('<shape id="0" count="3"/>', voxels=VOXELS.replace("##<", "#1#<")), "has colours"),
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


def test_older_files_need_not_be_utf_8() -> None:
    data = file('<shape id="0" count="3"/>').replace(b'"I"', b'"K\xf6nig"')
    assert model_of(parse(data, "p.xmpuzzle")).pieces[0].name == "König"


def test_a_flat_puzzle_becomes_one_layer() -> None:
    frame = Board(tuple((r, c) for r in range(2) for c in range(3)), optional=frozenset([5]))
    flat = Model("x", frame, (Piece("L", (((0, 0), (0, 1), (1, 0)),), least=1, most=2),))
    again = model_of(parse(render(flat, "xmpuzzle").data, "x.xmpuzzle"))
    assert again.board.dimensions == 3 and again.board.optional == frozenset([5])
    assert count(again) == count(flat)


def test_a_shape_that_spans_too_much_is_not_filled() -> None:
    far = Model("x", Board(((0, 0), (0, 10**8))), (Piece("A", (((0, 0),),), least=2, most=2),))
    with pytest.raises(InputError, match="spans more than 1,000,000 voxels"):
        render(far, "xmpuzzle")
