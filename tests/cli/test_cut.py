"""The commands `cut`, `new` and `booklet`."""

from __future__ import annotations

import datetime
import re
import shlex
import shutil
from pathlib import Path

import pypdf
import pytest
from commands import EXAMPLES, Run
from shipped import FILES

import calpuzzle as cp


@pytest.fixture
def workshop() -> None:
    """Skip the test if the extra workshop, which `new` does not need, is not installed."""
    for module in ("matplotlib", "shapely", "ezdxf", "fpdf"):
        pytest.importorskip(module, reason="the extra workshop is not installed")


@pytest.mark.usefixtures("workshop")
def test_the_ending_of_the_output_selects_the_format(run: Run, folder: Path) -> None:
    begins = {"svg": b"<svg", "dxf": b"  0\nSECTION", "pdf": b"%PDF", "scad": b"// ", "stl": b"\0"}
    for ending, start in begins.items():
        done = run("cut", "small.toml", "-o", f"out.{ending}")
        text, wrote = done.err.splitlines()
        assert (done.code, done.out, wrote) == (0, "", f"calpuzzle: wrote out.{ending}")
        assert re.fullmatch(
            r"calpuzzle: 1 sheet of .* mm, [56] parts(, [0-9.]+ m of cutting)?", text
        )
        data = (folder / f"out.{ending}").read_bytes()
        assert data.startswith(start) or ending == "stl"


@pytest.mark.usefixtures("workshop")
def test_every_fault_of_the_options_is_printed(run: Run, folder: Path) -> None:
    done = run("cut", "small.toml", "-o", "out.svg", "--cell", "0.01")
    kerf, clearance, lines = done.err.splitlines()
    assert (done.code, done.out) == (2, "")
    assert kerf.startswith("calpuzzle: a kerf of 0.15 mm leaves nothing of a cell of 0.01 mm")
    assert clearance.startswith("calpuzzle: a clearance of ")
    assert lines.startswith("calpuzzle: lines of ")


@pytest.mark.usefixtures("workshop")
def test_cut_applies_its_options_and_accepts_the_examples(run: Run, folder: Path) -> None:
    words = "--cell 10 --kerf 0 --clearance 0 --sheet 200x90 --labels text --names"
    assert run("cut", "small.toml", "-o", "out.svg", *words.split()).code == 0
    text = (folder / "out.svg").read_text(encoding="utf-8")
    assert 'width="200mm" height="90mm"' in text
    assert ">S4</text>" in text and ">A</text>" in text
    assert run("cut", "--coupon", "-o", "fit.svg").code == 0
    assert (folder / "fit.svg").read_bytes().count(b"<path") == 8
    for name in ("shelf.toml", "small.toml"):
        assert run("cut", EXAMPLES / name, "-o", f"{name}.svg").code == 0


@pytest.mark.usefixtures("workshop")
@pytest.mark.parametrize(
    ("names", "text"),
    [
        ("--week-starts Sun", ""),
        ("--week-starts Mon", "the board is another puzzle, with other counts: calpuzzle convert"),
        ("--week-starts Sun --language de", "the board has other labels: calpuzzle convert"),
    ],
)
def test_cut_prints_the_command_that_converts_a_board_to_other_names(
    names: str, text: str, run: Run, folder: Path
) -> None:
    shutil.copy(FILES["weekday-8x7"], "my own.toml")
    printed = run("cut", "my own.toml", "-o", "out.svg", *names.split()).err
    assert ("the board " in printed) == bool(text) and text in printed
    if text:
        command = printed.partition(": calpuzzle convert ")[2].partition(" writes it")[0]
        assert run("convert", *shlex.split(command)).code == 0


@pytest.mark.usefixtures("workshop")
def test_cut_writes_one_file_per_sheet(run: Run, folder: Path) -> None:
    """The outline of four squares in a row has ten sides, here of 100 mm each."""
    (folder / "bar.toml").write_text('frame = "####"\n[pieces]\nI4 = "####"\n')
    words = "bar.toml -o bar-#.svg --cell 100 --kerf 0 --clearance 0 --gap 1 --base 0 --frame 0"
    done = run("cut", *f"{words} --copies 4 --sheet 402x203".split())
    assert done.err.splitlines() == [
        "calpuzzle: 4 sheets of 402 x 203 mm, 4 parts, 4.0 m of cutting",
        *(f"calpuzzle: wrote bar-{k}.svg" for k in range(1, 5)),
    ]
    assert {(folder / f"bar-{k}.svg").read_bytes().count(b"<path") for k in range(1, 5)} == {1}
    assert "copies are more than 100" in run("cut", "bar.toml", "-o", "x.svg", "--copies", 101).err


@pytest.mark.usefixtures("workshop")
def test_a_font_is_found_by_its_name_or_its_file(run: Run, folder: Path) -> None:
    from matplotlib import get_data_path

    found = []
    for font in ("", "dejavu serif", get_data_path() + "/fonts/ttf/DejaVuSerif.ttf"):
        assert (
            run(
                "cut", "small.toml", "-o", "x.svg", "--force", *(["--font", font] if font else [])
            ).code
            == 0
        )
        found.append((folder / "x.svg").read_bytes())
    assert found[1] == found[2] != found[0]
    near = "did you mean DejaVu Serif?"
    assert near in run("cut", "small.toml", "-o", "y.svg", "--font", "DejaVu Seriv").sentence()
    text = run("cut", "small.toml", "-o", "y.svg", "--font", "small.toml").sentence()
    assert "small.toml is not a readable font" in text
    text = run("cut", "small.toml", "-o", "y.svg", "--font", "Arial", "--labels", "none").sentence()
    assert "font has no effect" in text


@pytest.mark.usefixtures("workshop")
@pytest.mark.long
def test_cut_warns_about_letters_too_small_to_read(run: Run) -> None:
    for ending, cell, enough in (("svg", 5, 6), ("stl", 8, 11)):
        measures = ["--frame", 2, "--line", 0.2, "--clearance", 0.1, "--radius", 0]
        small = run("cut", "dray", "-o", f"x.{ending}", "--cell", cell, *measures).err
        assert "the letters of Fri are " in small and f"a cell of {enough} mm makes" in small
        assert "letters" not in run("cut", "dray", "-o", f"y.{ending}", "--cell", enough).err


def test_new_writes_a_puzzle_that_check_accepts(run: Run, folder: Path) -> None:
    words = "new 8x7 --weekdays --language de --week-starts Mon -o my.toml"
    done = run(*words.split())
    assert (done.code, done.out) == (0, "")
    text = "calpuzzle: wrote my.toml\ncalpuzzle: each of its 2,604 dates can be solved\n"
    assert done.err == text
    printed = "\n# Together they cover 47 cells: the 50 of the board, less one for each group.\n"
    assert printed in (folder / "my.toml").read_text()
    text = run("check", "my.toml", "--seconds", "0").out
    assert text.startswith("my.toml is sound: 50 cells, 10 pieces, groups month (12), day (31), ")
    assert cp.load(folder / "my.toml").count("1. Mai Mo") > 0


def test_new_prints_the_puzzle_without_an_output_file(run: Run, folder: Path) -> None:
    before = sorted(folder.iterdir())
    text = run("new", "7x7").out
    assert cp.loads(text).count("Jan 1") == 64
    assert sorted(folder.iterdir()) == before


@pytest.mark.usefixtures("workshop")
def test_booklet_reads_the_year_and_the_puzzle_from_its_words(run: Run, folder: Path) -> None:
    for words, year in ((["2027", "month-day-7x7"], 2027), ([], datetime.date.today().year)):
        done = run("booklet", *words, "--calendar", "--force", "-o", "wall.pdf")
        assert done == (0, "", "calpuzzle: wrote wall.pdf\n")
        page, *_ = pypdf.PdfReader(folder / "wall.pdf").pages
        assert f"January {year}" in page.extract_text()
