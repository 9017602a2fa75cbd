"""Which shipped puzzles are marked among the sets of an atlas, and where."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from shipped import model as shipped_model

from calpuzzle.design import atlas
from calpuzzle.design.atlas import Atlas
from calpuzzle.design.family import Family, choice, family
from calpuzzle.design.marks import marks
from calpuzzle.design.tally import Tally
from calpuzzle.draw.scatter import Mark, scatter


def written(path: Path, sets: Family, board: str) -> Atlas:
    """An atlas of those sets, in which the total of a set is its number."""
    tally = Tally.empty(len(sets))
    tally.unsolved[:] = np.arange(len(sets)) % 7
    tally.total[:] = np.arange(len(sets))
    with path.open("wb") as stream:
        atlas.write(stream, path.suffix[1:], shipped_model(board), sets, [tally])
    return Atlas(str(path))


def test_puzzles_of_that_board_and_family(tmp_path: Path) -> None:
    board = shipped_model("month-day-7x7")
    choices = [choice("7:pentominoes"), choice("1:hexominoes")]
    sets = family(board, choices)
    found = written(tmp_path / "sets.parquet", sets, board.name)
    known = {}
    for name in ("month-day-7x7", "month-day-7x7-t", "month-day-7x7-w"):
        number = sets.number_of_model(shipped_model(name))
        known[name] = Mark(name, number % 7, number)
    own = marks(found, found.frame())
    assert {mark.name: mark for mark in own} == known
    few = found.frame(["unsolved=0"])
    assert marks(found, few) == [mark for mark in own if mark.unsolved == 0]


def test_none_where_the_pieces_or_the_board_are_others(tmp_path: Path) -> None:
    board = shipped_model("weekday-8x7")
    choices = [choice("3:tetrominoes", one_sided=True), choice("7:pentominoes", one_sided=True)]
    used = [p.name for own in choices for p in own.pieces][:3]
    sets = family(board, choices, used=used, unused=["F5"])
    parquet = written(tmp_path / "sets.parquet", sets, board.name)
    assert marks(parquet, parquet.frame()) == []
    table = written(tmp_path / "sets.csv", sets, board.name)
    assert marks(table, table.frame()) == []


@pytest.mark.parametrize(
    ("ending", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]
)
def test_pictures(ending: str, start: bytes) -> None:
    unsolved, total = np.arange(6000) % 100, np.arange(6000)
    mark = Mark("a $name$", 3, 103)
    picture = scatter(unsolved, total, [mark], "all", ending)
    assert picture.startswith(start)
    assert picture == scatter(unsolved, total, [mark], "all", ending)
    assert picture != scatter(unsolved, total, [], "all", ending)
