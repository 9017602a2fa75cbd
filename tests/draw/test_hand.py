"""The board of a game as text: which cell is where, and what is shown on it."""

from __future__ import annotations

import re

import pytest
from shipped import model

from calpuzzle.draw.hand import Hand, Table, table_of


def plain(lines: list[str]) -> list[str]:
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]


@pytest.mark.parametrize("name", ["dray", "weekday-8x7", "pentominoes-3x20", "iq-fit", "domino"])
@pytest.mark.parametrize("columns", [20, 60])
def test_each_cell_is_where_it_is_looked_for(name: str, columns: int) -> None:
    table = Table(model(name))
    inner = table.inner(columns)
    for cell in table.model.board.cells:
        here = (cell[0], cell[1])
        line, column = table.place(here, inner)
        lines = plain(table.lines({}, {}, Hand(here), inner))
        assert lines[line][column : column + inner].strip(" []") == table.texts[cell]
        for place in ((line, column), (line, column + inner - 1), (line + 1, column)):
            assert table.cell_at(*place, inner) == here
        wide, high = table.extent(inner)
        assert len(lines) == high and max(map(len, lines)) <= wide
    assert wide <= columns or inner == max(map(len, table.texts.values()))


@pytest.mark.parametrize("name", ["tetrasticks-4x4", "tetrasticks-5x5-no-crossing"])
def test_each_segment_is_where_it_is_looked_for(name: str) -> None:
    table = table_of(model(name))
    inner = table.inner(40)
    wide, high = table.extent(inner)
    for cell in table.model.board.cells:
        here = (cell[0], cell[1])
        lines = plain(table.lines({}, {}, Hand(here), inner))
        line, column = table.place(here, inner)
        own = table.wide(here, inner)
        assert own == (3 if here[1] % 2 else 1)
        assert {table.cell_at(line, column + k, inner) for k in range(own)} == {here}
        shown = lines[line][column : column + own]
        assert shown == ("[.]" if own == 3 else "·" if cell[0] % 2 == 0 else ".")
        assert len(lines) == high and max(map(len, lines)) <= wide
    assert table.cell_at(-3, 999, inner) == (
        0,
        max(column for _, column in table.model.board.cells),
    )


def test_a_stick_in_the_hand() -> None:
    table = table_of(model("tetrasticks-4x4"))
    hand = Hand((1, 2), "J", ((1, 2), (3, 2)), {(3, 2)})
    lines = plain(table.lines({"U": ((0, 1), (0, 3), (3, 2))}, {}, hand, 3))
    assert lines[:4] == [
        "·─U─·─U─· . · . ·",
        ".   J   .   .   .",
        "· . · . · . · . ·",
        ".   x   .   .   .",
    ]
    drawn = table.lines({}, {}, hand, 3, ascii_only=True)
    assert all(line.isascii() for line in drawn)


def test_what_a_hand_holds_is_drawn_over_the_board() -> None:
    table = Table(model("pentominoes-6x10"))
    over = ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4))
    hand = Hand((0, 2), "I", over, {(0, 1)})
    lines = table.lines({"X": ((0, 1), (1, 0), (1, 1), (1, 2), (2, 1))}, {}, hand, 3)
    assert plain(lines)[1] == "│ I   x  [I]  I   I │ .   .   .   .   . │"
    assert plain(lines)[3].startswith("│ X   X   X │ .")
    drawn = table.lines({}, {}, hand._replace(blocked=()), 3, ascii_only=True)
    assert plain(drawn)[1] == "| I   I  [I]  I   I | .   .   .   .   . |"
    assert all(line.isascii() for line in drawn) and "\x1b[30;48;5;" in drawn[1]
    assert "\x1b[30;48;5;" not in lines[1]
