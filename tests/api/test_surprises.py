"""Behaviour that users of other libraries expect: types, immutable objects, files, tables."""

from __future__ import annotations

import collections.abc
import inspect
import sys
import threading
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import DIAGONALS, SMALL

import calpuzzle as cp

DRAY = cp.load("dray")
SMALL_PUZZLE = cp.loads(SMALL, name="small.toml", kind="puzzle")
NONOGRAM = cp.loads(DIAGONALS, name="three.non", kind="nonogram")
COVER = cp.Cover("ab", ["ax", "bx", "a", "b"], "x")


# --- types


def callables() -> Iterator[Any]:
    for name in vars(cp)["__all__"]:
        thing = getattr(cp, name)
        if callable(thing):
            yield pytest.param(thing, id=name)
        for own in dir(thing) if inspect.isclass(thing) else ():
            member = inspect.getattr_static(thing, own)
            member = getattr(member, "fget", getattr(member, "__func__", member))
            if inspect.isfunction(member) and (own == "__init__" or own[0] != "_"):
                yield pytest.param(member, id=f"{name}.{own}")


@pytest.mark.long
@pytest.mark.parametrize("thing", [*callables()])
def test_type_hints_can_be_evaluated(thing: Any) -> None:
    typing.get_type_hints(thing)


# --- immutable handles


@pytest.mark.parametrize(
    "handle", [SMALL_PUZZLE, NONOGRAM, COVER, DRAY.cover, SMALL_PUZZLE.solve("B 3")[0]], ids=repr
)
def test_handles_cannot_be_changed(handle: Any) -> None:
    before = dict(vars(handle))
    for name in (*vars(handle), "misspelt"):
        with pytest.raises(AttributeError, match=f"is immutable, so {name} cannot be set"):
            setattr(handle, name, "x")
        with pytest.raises(AttributeError, match="cannot be deleted"):
            delattr(handle, name)
    assert vars(handle) == before


@pytest.mark.parametrize("labels", [list, "".join], ids=["lists", "texts"])
@pytest.mark.parametrize("cells", [list, np.array], ids=["lists", "arrays"])
def test_lists_texts_and_arrays_make_an_equal_puzzle(labels: Any, cells: Any) -> None:
    model: Any = SMALL_PUZZLE.model
    board = model.board._replace(cells=cells(model.board.cells), labels=[*model.board.labels])
    pieces = [own._replace(sides=[*map(cells, own.sides)]) for own in model.pieces]
    groups = [own._replace(labels=labels(own.labels)) for own in model.groups]
    assert cp.Puzzle(model._replace(board=board, pieces=pieces, groups=groups)) == SMALL_PUZZLE


def test_lists_make_an_equal_nonogram() -> None:
    lines: Any = [[[1, 1]], [], []]
    clues = cp.Clues((((1, 1),), (), ()), (((1, 1),), (), ()))
    assert cp.Nonogram(cp.Clues(lines, lines)) == cp.Nonogram(clues)


# --- files


def test_save_selects_the_format_by_the_ending_of_the_file_name(tmp_path: Path) -> None:
    for name in ("own.toml", "own.dpf", "own.dlx"):
        SMALL_PUZZLE.restricted("B 3").save(tmp_path / name)
        found: Any = cp.load(tmp_path / name)
        assert (found.solve("any") if name == "own.toml" else found).count() == 4
    assert cp.loads(SMALL_PUZZLE.to_toml(), name="small") == SMALL_PUZZLE
    with pytest.raises(cp.InputError, match=r"the ending of .*own.docx names no format"):
        SMALL_PUZZLE.save(tmp_path / "own.docx")


def test_converting_a_nonogram_warns_about_notes_that_are_left_out() -> None:
    text = DIAGONALS.replace("rows", "copyright me\nrows", 1)
    nonogram = cp.loads(text, name="three.non", kind="nonogram")
    with pytest.warns(cp.FormatWarning, match="left out"):
        again = cp.loads(nonogram.convert("text"), kind="nonogram")
    assert again.count() == 6


def test_restricted_removes_what_a_date_and_placements_cover() -> None:
    placed = SMALL_PUZZLE.solve("B 3")[0].written().split()[0]
    left = SMALL_PUZZLE.restricted("B 3", placed)
    assert (left.shape, len(left.pieces)) == ((1, 1), 3)
    assert left.count("B 3") == SMALL_PUZZLE.count("B 3", placed) > 0
    assert b"p cnf" in left.convert("cnf")
    # A placement means the same whether it is text, an option number, cells or in a solution.
    solution = SMALL_PUZZLE.solve("B 3")[1]
    text, *_ = texts = solution.written().split()
    (number,) = SMALL_PUZZLE.placed(text)
    expected = SMALL_PUZZLE.restricted("B 3", text)
    name = text.partition("@")[0]
    for same in ([number], {name: solution.pieces[name]}):
        assert SMALL_PUZZLE.restricted("B 3", same) == expected
    assert SMALL_PUZZLE.restricted("B 3", " ".join(texts[:-1])).pieces
    with pytest.raises(cp.InputError, match="the placed pieces cover every cell"):
        SMALL_PUZZLE.restricted("A 1", SMALL_PUZZLE.solve("B 3")[0])


@pytest.mark.long
def test_a_cover_is_converted_to_a_matrix_and_back() -> None:
    matrix = DRAY.cover.to_matrix()
    assert (matrix.shape, matrix.dtype.name) == ((971, 63), "uint8")
    again = cp.Cover.of_matrix(matrix)
    assert again.count() == DRAY.count("any") == 85637
    assert cp.Cover.of_matrix(COVER.to_matrix(), secondary=[2]).count() == COVER.count() == 3
    with pytest.raises(cp.InputError, match="colours"):
        cp.Cover("a", ["ax", "ax"], "x", colours=[{"x": 1}, {"x": 2}]).to_matrix()
    with pytest.raises(cp.InputError, match="'a' is covered 1 to 2 times"):
        cp.Cover("ab", ["ab", "a"], multiplicity={"a": (1, 2)}).to_matrix()


@pytest.mark.long
def test_a_cover_is_converted_to_a_sparse_matrix_and_back() -> None:
    pytest.importorskip("scipy")
    matrix = DRAY.cover.to_matrix(sparse=True)
    assert type(matrix).__name__ == "csr_array"
    assert (matrix.toarray() == DRAY.cover.to_matrix()).all()
    assert cp.Cover.of_matrix(matrix).count() == 85637


def test_a_sparse_matrix_names_the_package_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    with pytest.raises(cp.CannotDoError, match=r"^a sparse matrix needs scipy: pip install scipy$"):
        COVER.to_matrix(sparse=True)


@pytest.mark.parametrize("drawn", [DRAY, NONOGRAM, DRAY.solve("Sat Jan 1").first()], ids=repr)
def test_everything_with_a_picture_is_exported_as_png_and_pdf(drawn: Any) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("fpdf")
    assert drawn.to_png().startswith(b"\x89PNG") and drawn.to_pdf().startswith(b"%PDF")
    assert len(drawn.to_png(scale=1)) < len(drawn.to_png(scale=4))
    with pytest.raises(cp.InputError, match="scale must be a number"):
        drawn.to_png("large")


# --- answers


@pytest.mark.parametrize("name", ["dray", "soma", "sticks", "weekday-hexagons", "iq-fit"])
def test_the_grid_has_the_number_of_the_piece_on_each_cell(name: str) -> None:
    puzzle = cp.load(name, kind="puzzle")
    solution = puzzle.solve("any" if puzzle.groups else None)[0]
    covered = {cell: k for k, cells in enumerate(solution.pieces.values()) for cell in cells}
    assert {cell: solution.grid[cell] for cell in covered} == covered
    assert (solution.grid >= 0).sum() == len(covered) and solution.grid.min() >= -1


def test_the_repr_of_a_solution_contains_its_placements() -> None:
    solution = SMALL_PUZZLE.solve("B 3")[0]
    assert repr(solution) == f"<Solution of small B 3: {solution.written()}>"
    assert SMALL_PUZZLE.count("B 3", solution.written()) == 1


def test_solutions_are_not_a_sequence_nor_documented_as_one() -> None:
    solutions = SMALL_PUZZLE.solve("B 3")
    assert not isinstance(solutions, collections.abc.Sequence)
    assert "sequence" not in (cp.Solutions.__doc__ or "") + (cp.Puzzle.solve.__doc__ or "")
    assert solutions[1] in solutions and list(reversed(solutions)) == list(solutions)[::-1]


def test_a_diagram_is_a_collection_of_solutions() -> None:
    diagram = SMALL_PUZZLE.diagram()
    every = list(diagram)
    assert len(diagram) == len(every) == diagram.total == 56
    assert all(options in diagram for options in every)
    assert every[0][:-1] not in diagram and (*every[0], every[0][0]) not in diagram
    assert {*every} == {solution.options for solution in SMALL_PUZZLE.solve("any")}


def test_solutions_are_counted_up_to_symmetry() -> None:
    pentominoes = cp.load("pentominoes-3x20")
    assert (pentominoes.count(), pentominoes.count(unique=True)) == (8, 2)


@pytest.mark.parametrize("number", range(3))
def test_counts_of_a_cover_are_indexed_by_the_options_of_its_axes(number: int) -> None:
    cover = cp.Cover("ab", ["ax", "bx", "a", "b", "ay"], "xy", axes="a")
    counts = cover.counts()
    chosen = cover.axes[0][number]
    assert counts[number] == sum(chosen in solution for solution in cover.solve()) > 0
    assert (counts.sum(), counts.shape) == (cover.count(), cover.shape)


def test_the_number_of_solutions_of_a_cover_is_estimated() -> None:
    found = DRAY.cover.estimate(seconds=0, seed=1)
    assert found.low <= 85637 and found == DRAY.cover.estimate(seconds=0, seed=1)
    assert COVER.estimate(seconds=0).exact and COVER.estimate(seconds=0).value == 3


def test_a_hint_is_the_next_placement_or_the_wrong_one() -> None:
    solution = SMALL_PUZZLE.solve("B 3")[0]
    first = solution.written().split()[0]
    hint: Any = SMALL_PUZZLE.hint("B 3", first)
    assert SMALL_PUZZLE.count("B 3", (*SMALL_PUZZLE.placed(first), hint.option)) > 0
    assert SMALL_PUZZLE.hint("B 3", solution) is None
    on_date = set(SMALL_PUZZLE.fixed("B 3"))
    counts = {
        k: SMALL_PUZZLE.count("B 3", [k])
        for k in range(len(SMALL_PUZZLE.cover.options))
        if k not in on_date and k not in SMALL_PUZZLE.lowered.label_of
    }
    wrong = next(k for k, number in counts.items() if not number)
    back: Any = SMALL_PUZZLE.hint("B 3", [wrong])
    assert (back.at, back.enough) == (0, True)
    with pytest.raises(cp.CannotDoError, match="there is no solution on Jan 27 Wed"):
        DRAY.hint("Wed Jan 27")


@pytest.mark.parametrize("stop", [0.0, threading.Event()], ids=["time", "event"])
def test_a_deadline_raises_timeout_error_and_an_event_does_not(stop: Any) -> None:
    if isinstance(stop, threading.Event):
        stop.set()
    with pytest.raises(cp.StoppedError) as error:
        cp.load("weekday-8x7").counts(engine="backtrack", stop=stop)
    assert isinstance(error.value, TimeoutError) == isinstance(stop, float)


def test_certify_after_its_deadline_raises_timeout_error(tmp_path: Path) -> None:
    """TimeoutError is an OSError, but must not be reported as a fault of the disk."""
    with pytest.raises(TimeoutError):
        SMALL_PUZZLE.certify("any", str(tmp_path / "x.cert"), stop=0.0)
    assert not [*tmp_path.iterdir()]


# --- tables


def test_table_lists_the_counts_with_their_labels() -> None:
    frame = cp.table(SMALL_PUZZLE)
    by_label = frame.set_index(["letter", "number"])["solutions"]
    assert by_label["B", 3] == SMALL_PUZZLE.count("B 3")
    assert frame["solutions"].tolist() == SMALL_PUZZLE.counts().ravel().tolist()


@pytest.mark.long
def test_a_table_is_converted_to_an_array_with_labels() -> None:
    pytest.importorskip("xarray")
    array = cp.table(SMALL_PUZZLE).set_index(["letter", "number"])["solutions"].to_xarray()
    assert array.sel(letter="B", number=3) == SMALL_PUZZLE.count("B 3")
    assert (array.to_numpy() == SMALL_PUZZLE.counts()).all()


@pytest.mark.long
@pytest.mark.parametrize(
    "frame", [cp.table(SMALL_PUZZLE), cp.compare([cp.load("sticks")])], ids=["table", "compare"]
)
def test_tables_are_converted_to_arrow_parquet_and_polars(frame: Any, tmp_path: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    import pandas as pd

    assert arrow.table(frame).num_rows == len(frame)  # through __arrow_c_stream__
    frame.to_parquet(tmp_path / "x.parquet")
    assert pd.read_parquet(tmp_path / "x.parquet").equals(frame)
    polars = pytest.importorskip("polars")
    again = polars.DataFrame(frame).to_pandas()
    assert again.astype(str).equals(frame.astype(str))


def test_hint_for_all_dates_raises_if_none_has_a_solution() -> None:
    text = 'board = "A B # . C D"\n[groups]\nx = "A B"\ny = "C D"\n[pieces]\nI = "###"\n'
    puzzle = cp.loads(text, "puzzle", kind="puzzle")
    assert not puzzle.count("any")
    with pytest.raises(cp.CannotDoError, match=r"^there is no solution$"):
        puzzle.hint("any")
