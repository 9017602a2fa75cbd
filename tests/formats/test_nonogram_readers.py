"""Nonograms as we write them, read by programs and libraries of other makers, whose solutions, or
whose clues, must be ours.

What reads no file here is left out with a word. docs/testing.md says what reads what.
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from other_programs import BLACK_ONLY, COLOURED, answer, drawn, needs, said, written

from calpuzzle.formats.registry import render
from calpuzzle.nonogram.puzzle import Clues, Grid


@pytest.mark.parametrize("number", range(len(COLOURED)))
def test_xml_holds_what_the_site_documents(number: int) -> None:
    """Elements and attributes as in its DTD: puzzleset, puzzle, color, clues, line, count."""
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


@needs("pbnsolve", "(built from its sources)")
@pytest.mark.parametrize("form", ["webpbn", "non", "g"])
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_pbnsolve_solves(tmp_path: Path, form: str, number: int) -> None:
    puzzle = BLACK_ONLY[number]
    out = said("pbnsolve", "-u", written(tmp_path, puzzle, form)).splitlines()
    out = [line.replace("#", "X") for line in out]  # the character that the XML names
    rows = [line for line in out if len(line) == puzzle.width and set(line) <= {".", "X"}]
    assert drawn(rows, ".X") == answer(puzzle)
    assert any("UNIQUE" in line for line in out)


@needs("pbnsolve", "(built from its sources)")
@pytest.mark.parametrize("form", ["webpbn", "g"])
@pytest.mark.parametrize("number", range(len(COLOURED)))
def test_pbnsolve_solves_colours(tmp_path: Path, form: str, number: int) -> None:
    puzzle = COLOURED[number]
    out = said("pbnsolve", "-u", written(tmp_path, puzzle, form)).splitlines()
    assert in_colours(puzzle, out) == answer(puzzle)
    assert any("UNIQUE" in line for line in out)


@needs("grid", "of the Olšáks (built from its source)")
@pytest.mark.parametrize("number", range(len(COLOURED)))
def test_the_olsaks_program_solves_colours(tmp_path: Path, number: int) -> None:
    puzzle = COLOURED[number]._replace(notes=(("title", "3 by 3"),))
    out = said("grid", "-log", "0", "-out", "1", written(tmp_path, puzzle, "g")).splitlines()
    assert in_colours(puzzle, out) == answer(puzzle)


def in_colours(puzzle: Clues, lines: list[str]) -> Grid:
    """The lines that are rows of the marks of a puzzle's colours."""
    marks = "".join(colour.mark for colour in puzzle.palette)
    return drawn([own for own in lines if len(own) == puzzle.width and set(own) <= {*marks}], marks)


@needs("grid", "of the Olšáks (built from its source)")
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_the_olsaks_program_solves(tmp_path: Path, number: int) -> None:
    puzzle = BLACK_ONLY[number]
    out = said("grid", "-log", "0", "-out", "1", written(tmp_path, puzzle, "g")).splitlines()
    rows = [line.ljust(puzzle.width) for line in out if set(line) <= {" ", "*"}]
    rows = [row for row in rows if row.strip() or len(row) == puzzle.width]
    assert (
        "".join(rows).strip()
        == "".join("".join(" *"[cell] for cell in row) for row in answer(puzzle)).strip()
    )


@needs("nonogram", "of Simpson (built from its sources)")
@pytest.mark.parametrize("number", range(len(BLACK_ONLY)))
def test_simpsons_program_solves(tmp_path: Path, number: int) -> None:
    puzzle = BLACK_ONLY[number]
    out = said("nonogram", "-Afcomp", "-i", written(tmp_path, puzzle, "non"), "-x")
    assert drawn(out.split(), "-#") == answer(puzzle)
