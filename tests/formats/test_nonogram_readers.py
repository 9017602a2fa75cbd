"""Written webpbn files, compared with the documentation of their format."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from other_programs import COLOURED

from calpuzzle.formats.registry import render


@pytest.mark.parametrize("number", range(len(COLOURED)))
def test_written_webpbn_file_has_the_documented_elements(number: int) -> None:
    """The DTD of webpbn.com defines puzzleset, puzzle, color, clues, line and count."""
    puzzle = COLOURED[number]
    root = ElementTree.fromstring(render(puzzle, "webpbn").data)
    assert root.tag == "puzzleset"
    (one,) = root.findall("puzzle")
    assert (one.get("type", "grid"), len(one.findall("clues"))) == ("grid", 2)
    colours = {each.get("name"): each for each in one.findall("color")}
    order = [f"#{(colours[name].text or '').strip()}" for name in colours]
    assert sorted(order) == sorted(colour.rgb for colour in puzzle.palette)
    assert all(len(each.get("char", "")) == 1 for each in colours.values())
    rgb = {name: f"#{(each.text or '').strip()}" for name, each in colours.items()}
    known = {colour.rgb: index for index, colour in enumerate(puzzle.palette)}
    assert rgb[one.get("backgroundcolor", "white")] == puzzle.palette[0].rgb
    plain = one.get("defaultcolor", "black")
    for clues in one.findall("clues"):
        found = tuple(
            tuple(
                (int(count.text or ""), known[rgb[count.get("color", plain)]])
                for count in line.findall("count")
            )
            for line in clues.findall("line")
        )
        assert found == (puzzle.rows if clues.get("type") == "rows" else puzzle.columns)
