"""All boards of a frame, against a plain search that tries every set of cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from pathlib import Path

import pytest
from building import blank
from definition import counts
from shipped import model as shipped_model
from small_families import InProcessWorkers, pieces_named

from calpuzzle.base.errors import InputError, PuzzleError, TooLargeError
from calpuzzle.design.families import one_by_one
from calpuzzle.design.families.boards import (
    CORNERS,
    EDGES,
    GROUPS,
    Boards,
    _Rim,
    board_of,
    frame,
    name_of,
)
from calpuzzle.design.families.one_by_one import OneByOne
from calpuzzle.design.judging import judge as judging
from calpuzzle.design.judging.atlas import Atlas
from calpuzzle.design.judging.judge import JudgingTask, judge
from calpuzzle.formats import toml
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.shapes import Cell, count_components

Cells = frozenset[Cell]
LETTERS = Group("letter", ("A", "B", "C"))
NUMBERS = Group("number", ("1", "2"))


def pieces(names: str, one_sided: bool = False) -> list[Piece]:
    return [pieces_named(one_sided)[name] for name in names.split()]


def rectangle(rows: int, columns: int) -> Cells:
    return frozenset(product(range(rows), range(columns)))


def at_corners(off: Cells, rows: int, columns: int) -> bool:
    """Return whether each removed cell is in a rectangle of removed cells that has a corner."""
    return all(
        any(
            off >= set(product(range(min(r, a), max(r, a) + 1), range(min(c, b), max(c, b) + 1)))
            for a in (0, rows - 1)
            for b in (0, columns - 1)
        )
        for r, c in off
    )


def at_edges(off: Cells, rows: int, columns: int) -> bool:
    return all(r in (0, rows - 1) or c in (0, columns - 1) for r, c in off)


def boards(rows: int, columns: int, number: int, where: str) -> Iterator[Cells]:
    """Yield the cells that remain, for every set of cells that may be removed."""
    fits = at_corners if where == CORNERS else at_edges
    for off in map(frozenset, combinations(sorted(rectangle(rows, columns)), number)):
        left = rectangle(rows, columns) - off
        reached = [{cell[axis] for cell in left} for axis in (0, 1)]
        if (
            fits(off, rows, columns)
            and count_components(left) == 1
            and {0, rows - 1} <= reached[0]
            and {0, columns - 1} <= reached[1]
        ):
            yield left


def puzzle(left: Cells, own: list[Piece], groups: list[Group]) -> Model:
    labels = [label for group in groups for label in group.labels]
    labels += [""] * (len(left) - len(labels))
    return Model("x", Board(tuple(sorted(left)), tuple(labels)), tuple(own), tuple(groups))


CASES = [
    (3, 4, "I3 S4", False, [LETTERS, NUMBERS], CORNERS),
    (4, 3, "T4 O4 I2", False, [Group("cell", tuple("abcdefghijk"))], EDGES),
    (4, 4, "T4 O4 I4", False, [], CORNERS),
    (3, 4, "S4 Z4", True, [], EDGES),
    (2, 5, "I5 I4", False, [Group("a", ("1",))], CORNERS),
    *(
        pytest.param(*own, marks=pytest.mark.slow)
        for own in [
            (3, 4, "I3 S4", False, [LETTERS, NUMBERS], EDGES),
            (4, 4, "L4 J4 I2", True, [NUMBERS, LETTERS], CORNERS),
            (3, 5, "V5 L3 L4", True, [LETTERS], EDGES),
            (4, 4, "L4 S4 I2", True, [], EDGES),
        ]
    ),
]


@pytest.mark.parametrize(("rows", "columns", "names", "one_sided", "groups", "where"), CASES)
def test_every_board_is_judged(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    rows: int,
    columns: int,
    names: str,
    one_sided: bool,
    groups: list[Group],
    where: str,
) -> None:
    monkeypatch.setattr(judging, "Processes", InProcessWorkers)
    own_pieces = pieces(names, one_sided)
    own = frame(f"{rows}x{columns}", own_pieces, groups)
    found = Boards(own, where)
    path = str(tmp_path / "x.csv")
    judge(JudgingTask(own, found, path, verify=0.01, factory=OneByOne))
    atlas = {row[0]: tuple(map(int, row[1:])) for row in Atlas(path).frame().to_numpy().tolist()}
    assert list(atlas) == list(found.names())
    # Of boards that a motion makes equal, one is kept; so there is one board of each kind.
    number = rows * columns - sum(len(p.shape) for p in own_pieces) - len(groups)
    every = list(boards(rows, columns, number, where))
    kinds = {kind(left, rows, columns, own_pieces, groups) for left in every}
    kept = [rectangle(rows, columns) - frozenset(off) for off in found.off]
    assert set(kept) <= set(every)
    assert len(kinds) == len(kept) > 0
    assert {kind(left, rows, columns, own_pieces, groups) for left in kept} == kinds
    for name, left in zip(atlas, kept, strict=True):
        of = counts(puzzle(left, own_pieces, groups))
        none, one = of.count(0), of.count(1)
        assert atlas[name] == (none, none, one, min(of), max(of), sum(of))


def kind(
    left: Cells, rows: int, columns: int, own: list[Piece], groups: list[Group]
) -> tuple[tuple[Cell, int], ...]:
    """Return the normal form of a board with groups: the least of its images under the motions that
    take the frame onto itself and the set of pieces into itself."""
    labels = [k for k, group in enumerate(groups) for _ in group.labels]
    labels += [-1] * (len(left) - len(labels))
    at = dict(zip(sorted(left), labels, strict=True))
    return min(
        placed({moved(cell, turn, mirror): label for cell, label in at.items()})
        for turn in range(0, 4, 1 if rows == columns else 2)
        for mirror in ((False, True) if closed(own) else (False,))
    )


def moved(cell: Cell, turn: int, mirror: bool) -> Cell:
    row, column = cell[0], -cell[1] if mirror else cell[1]
    for _ in range(turn):
        row, column = column, -row
    return row, column


def placed(at: dict[Cell, int]) -> tuple[tuple[Cell, int], ...]:
    top, side = (min(axis) for axis in zip(*at, strict=True))
    return tuple(sorted(((r - top, c - side), label) for (r, c), label in at.items()))


def closed(own: list[Piece]) -> bool:
    """Return whether the mirror images of the pieces are the same pieces."""

    def shapes(mirror: bool) -> list[tuple[tuple[Cell, int], ...]]:
        return sorted(
            min(
                placed({moved(cell, turn, mirror != flip): 0 for cell in p.shape})
                for turn in range(4)
                for flip in ((False, True) if p.flip else (False,))
            )
            for p in own
        )

    return shapes(False) == shapes(True)


def test_boards_of_a_frame_include_that_of_a_shipped_calendar() -> None:
    dray = shipped_model("dray")
    own = frame("8x7", dray.pieces)
    assert own.groups == tuple(GROUPS.values())
    found = Boards(own)
    assert len(found) == 574  # partitions of six cells among four corners: OEIS A023003
    number = list(found.names()).index("r1c7 r2c7 r8c1 r8c2 r8c3 r8c4")
    model = found.model(own, number)
    assert (model.board, model.groups) == (dray.board, dray.groups)
    assert name_of(dray) == found.name_of(number)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("atlas") / "x.parquet"
    own = frame("4x4", pieces("L4 S4 I3"), [LETTERS, NUMBERS])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judging, "Processes", InProcessWorkers)
        judge(JudgingTask(own, Boards(own), str(path), factory=OneByOne))
    return path


def test_atlas_returns_the_puzzle_of_a_row(written: Path) -> None:
    """The puzzle is constructed from the file alone."""
    own = Atlas(str(written))
    assert (own.column, own.noun) == ("board", "board")
    frame_ = own.frame(["board=r1c1", "board!=r4c4"], "-total", 3)
    assert len(frame_) == 3
    for names, total in zip(frame_.board, frame_.total, strict=True):
        assert "r1c1" in names.split() and "r4c4" not in names.split()
        model = own.model(names.split(), "mine")
        assert toml.read(toml.write(model), "mine") == model
        assert name_of(model) == names
        assert sum(counts(model)) == total
        assert len(own.unsolved(names)) == counts(model).count(0)


@pytest.mark.parametrize(
    ("size", "own", "groups", "where", "message"),
    [
        ("8", "I3", None, CORNERS, "'8' is not the size of a frame; write it like"),
        ("3x3", "I5 V5", [LETTERS], CORNERS, "with 1 open label that is 11; a frame of 3x3 has 9"),
        ("4x4", "I5", [LETTERS, GROUPS["month"]], CORNERS, "has 7, too few for 15 labels"),
        ("4x4", "I5", None, CORNERS, "no usual choice of months, days and weekdays fits"),
        ("4x4", "I5 L4", [LETTERS, LETTERS], CORNERS, "the label A occurs twice on the board"),
        ("4x4", "I5 L4", [LETTERS], "middle", "there is no place middle"),
        ("4x4", "I2", [], CORNERS, "4x4 has no board that reaches all four sides"),
    ],
)
def test_impossible_frames_are_refused(
    size: str, own: str, groups: list[Group] | None, where: str, message: str
) -> None:
    with pytest.raises((InputError, PuzzleError), match=message):
        Boards(frame(size, pieces(own), groups), where)


@pytest.mark.parametrize(
    ("size", "where", "advice"),
    [
        ("10x7", CORNERS, "smaller frame"),
        ("10x7", EDGES, "smaller frame"),
        ("9x7", EDGES, "smaller frame, or --at corners"),
        ("12x10", CORNERS, "smaller frame"),
    ],
)
def test_frames_with_too_many_boards_are_refused(size: str, where: str, advice: str) -> None:
    with pytest.raises(TooLargeError, match=rf"1,048,576 ways to .*: choose a {advice}$"):
        Boards(frame(size, shipped_model("dray").pieces), where)


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (5, 3), (1, 4)])
def test_counts_of_staircases_agree_with_their_listing(rows: int, columns: int) -> None:
    rim = _Rim(Model("x", blank(rows, columns), ()))
    for number in range(7):
        made = [len([*rim._stairs(cells, columns - 1)]) for cells in range(number + 1)]
        sizes = (own for own in product(range(number + 1), repeat=4) if sum(own) == number)
        assert rim._staircases(number) == sum(prod(made[k] for k in own) for own in sizes)


def test_cuts_and_large_counts_of_boards_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    own = frame("4x4", pieces("L4 S4 I3"), [LETTERS, NUMBERS])
    with pytest.raises(InputError, match="there is no cut 1: puzzles are counted one by one"):
        OneByOne(own, Boards(own), cut=1)
    counting = OneByOne(own, Boards(own))
    monkeypatch.setattr(one_by_one, "MAX_COUNT", 1)
    with pytest.raises(TooLargeError, match=r"has 2\^32 solutions or more of one date$"):
        counting.run(counting.units[0])


def test_boards_and_pieces_that_do_not_suit_a_frame_are_refused() -> None:
    own = frame("4x4", pieces("L4 S4 I3"), [LETTERS, NUMBERS])
    for names, message in (
        (["r5c1"], "'r5c1' is not a cell of a frame of 4x4"),
        (["r1c1", "r1c2", "r1c3", "r1c4"], "0 cells must be removed, and 4 are named"),
    ):
        with pytest.raises(InputError, match=message):
            board_of(own, names, "x")
    (bar,) = pieces("I3")
    for piece, message in (
        (bar._replace(sides=(((0, 0, 0),),)), "I3 is not a flat piece"),
        (bar._replace(least=0), "I3 may stay unused"),
    ):
        with pytest.raises(InputError, match=message):
            frame("4x4", [piece])
