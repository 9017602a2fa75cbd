"""The rows of an atlas that are shipped puzzles, as marks in a scatter plot."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError
from calpuzzle.design.families.boards import Boards, name_of
from calpuzzle.design.families.family import known_names
from calpuzzle.design.judging.atlas import Atlas
from calpuzzle.draw.scatter import NamedPoint
from calpuzzle.formats import shipped
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    import pandas as pd


MAX_NAMED = 8  # if there are at most this many rows, all are marked by their own names
MAX_ROW_NAME = 40  # characters of such a name


def marks(atlas: Atlas, frame: pd.DataFrame) -> list[NamedPoint]:
    """Return marks for all rows, by their own names, if there are at most MAX_NAMED. Otherwise
    return marks for the rows with the board and the pieces of a shipped puzzle; an atlas in CSV,
    which does not contain its board, then has none."""
    if len(frame) <= MAX_NAMED:
        rows = zip(frame[atlas.column], frame.unsolved, frame.total, strict=True)
        return [
            NamedPoint(str(name)[:MAX_ROW_NAME], int(unsolved), int(total))
            for name, unsolved, total in rows
        ]
    try:
        puzzle = atlas.puzzle
    except InputError:
        return []
    order = {piece.name: k for k, piece in enumerate(puzzle.pieces)}
    marks = []
    for name in shipped.names():
        model = shipped.model(name)
        try:
            names = sorted(known_names(puzzle.pieces, model), key=order.__getitem__)
            if atlas.column == Boards.column:
                if names != [p.name for p in puzzle.pieces for _ in range(p.most)]:
                    continue
                names = name_of(model).split()
            if not _same_board(model, atlas.model(names, name)):
                continue
        except InputError:
            continue
        row = frame[frame[atlas.column] == " ".join(names)]
        if len(row):
            marks.append(NamedPoint(name, int(row.unsolved.iloc[0]), int(row.total.iloc[0])))
    return marks


def _same_board(model: Model, other: Model) -> bool:
    """Return whether both puzzles have the same cells, the same labels on them and the same groups,
    in any order."""
    groups = [Counter(frozenset(group.labels) for group in each.groups) for each in (model, other)]
    return (
        model.board.at == other.board.at
        and groups[0] == groups[1]
        and (set(model.board.cells) == set(other.board.cells))
    )
