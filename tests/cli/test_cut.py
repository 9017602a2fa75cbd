"""`cut`."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import EXAMPLES, Run

pytest.importorskip("shapely", reason="the extra workshop is not installed")
pytest.importorskip("ezdxf", reason="the extra workshop is not installed")


def test_the_ending_says_which_type(run: Run, folder: Path) -> None:
    begins = {"svg": b"<svg", "dxf": b"  0\nSECTION", "pdf": b"%PDF", "scad": b"// ", "stl": b"\0"}
    for ending, start in begins.items():
        done = run("cut", "small.toml", "-o", f"out.{ending}")
        assert (done.code, done.out) == (0, "")
        assert done.err == f"calpuzzle: wrote out.{ending}\n"
        data = (folder / f"out.{ending}").read_bytes()
        assert data.startswith(start) or ending == "stl"


def test_options_reach_the_file(run: Run, folder: Path) -> None:
    words = "--cell 10 --kerf 0 --clearance 0 --sheet 200x90 --labels text --names"
    assert run("cut", "small.toml", "-o", "out.svg", *words.split()).code == 0
    text = (folder / "out.svg").read_text(encoding="utf-8")
    assert 'width="200mm" height="90mm"' in text
    assert ">S4</text>" in text and ">A</text>" in text
    assert run("cut", "--coupon", "-o", "fit.svg").code == 0
    assert (folder / "fit.svg").read_bytes().count(b"<path") == 8


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("dray -o a.svg --kerf 20", "a kerf of 20 mm leaves nothing of a cell of 20 mm"),
        ("dray -o a.svg --sheet 100x100", "too large for a sheet of 100 x 100 mm"),
        ("soma -o a.svg", "soma is solid"),
        ("sticks -o a.svg", "known by numbers only"),
        ("three.non -o a.svg", "three.non is a nonogram"),
        ("x.dlx -o a.svg", "x.dlx is an exact cover problem"),
        ("dray -o a.png", "a.png must end in .svg, .dxf, .pdf, .scad or .stl"),
        ("dray -o no/a.svg", "the folder no does not exist"),
        ("dray -o a.svg --cell x", "'x' is no length in millimetres"),
        ("dray -o a.svg --cell -5", "no length"),
        ("dray -o a.svg --cell inf", "'inf' is no length in millimetres"),
        ("dray -o a.svg --sheet 100", "'100' is no size of a sheet"),
        ("dray -o a.svg --profile lazer", "did you mean laser?"),
        ("dray today -o a.svg", "cut takes one puzzle"),
        ("dray", "-o"),
    ],
)
def test_bad_input(run: Run, folder: Path, words: str, sentence: str) -> None:
    before = sorted(folder.iterdir())
    assert sentence in run("cut", *words.split()).sentence()
    assert sorted(folder.iterdir()) == before


def test_examples_can_be_cut(run: Run) -> None:
    for name in ("shelf.toml", "small.toml"):
        assert run("cut", EXAMPLES / name, "-o", "out.svg").code == 0
