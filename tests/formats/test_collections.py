"""Nonograms and exact covers in the formats of other programs: what these say themselves, and what
a second program makes of what we write."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from calpuzzle import engines
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats.reading import Reading
from calpuzzle.formats.registry import parse, render
from calpuzzle.nonogram.puzzle import Clues, black
from calpuzzle.nonogram.solver import solve
from calpuzzle.puzzle.cover import Cover

GLPK = Path("/usr/share/doc/glpk-utils/examples/pbn")
PBN = {"dancer": "00001-dancer", "cat": "00006-cat", "knot": "00016-knot", "skid": "00021-skid",
       "edge": "00023-edge", "bucks": "00027-bucks", "mum": "00065-mum", "swing": "00529-swing",
       "petro": "00436-petroglyph", "forever": "06574-forever"}  # fmt: skip


def clues_of(reading: Reading) -> Clues:
    assert isinstance(reading.thing, Clues)
    return reading.thing


def read(text: str, form: str, problem: str | None = None) -> Clues:
    return clues_of(parse(text.encode(), "f", form, problem=problem))


def coloured(clues: Clues) -> list[list[str]]:
    """The clues with the values of the colours."""
    return [[f"{n}{clues.palette[c].rgb}" for n, c in own] for own in (*clues.rows, *clues.columns)]


NONNY = """title "Flag"
width 3
height 2
color black 000000 X
color red FF0000 #
color deep-sea 0000FF @

rows
red: 1 1, deep-sea 1
2 red 1

columns
red 1 black 1
red: 1, black: 1
deep-sea 1 red 1
"""


def test_colours_of_nonny_go_by_names() -> None:
    clues = read(NONNY.replace("red: 1 1, deep-sea 1", "red: 2 deep-sea 1"), "non")
    assert coloured(clues)[:2] == [["2#ff0000", "1#0000ff"], ["2#000000", "1#ff0000"]]
    assert [colour.name for colour in clues.palette] == ["white", "black", "deep-sea", "red"]
    assert solve(clues, 2).count == 1
    # What is written has letters, and the same colours.
    assert coloured(read(render(clues, "non").data.decode(), "non")) == coloured(clues)
    # A name goes for all numbers behind it.
    assert coloured(read(NONNY, "non"))[0] == ["1#ff0000", "1#ff0000", "1#0000ff"]
    with pytest.raises(PuzzleError, match="f:10: the colour 'pink' is not declared"):
        read(NONNY.replace("2 red 1", "2 pink 1"), "non")


def test_a_bundle_of_non_files() -> None:
    one = 'title "{}"\nwidth {}\nheight 1\nrows\n{}\ncolumns\n{}\n'
    texts = [one.format(f"No {n}", n, n, "\n".join("1" * n)) for n in (1, 2, 3)]
    pack = "====\n".join(texts)
    for number, text in enumerate(texts, 1):
        for wanted in (str(number), f"No {number}"):
            assert read(pack, "nonpack", wanted) == read(text, "non")
    first = parse(pack.encode(), "x.nonpack")
    assert first.thing == read(texts[0], "non")
    assert first.notes == (
        "x.nonpack: there are 3 puzzles, and this is the first of them; --problem takes another: "
        "1 (No 1), 2 (No 2), 3 (No 3)",
    )
    with pytest.raises(InputError, match=r"has no puzzle '4'; there are 1 \(No 1\), 2"):
        read(pack, "nonpack", "4")
    # A line is that of the file.
    with pytest.raises(PuzzleError, match="f:22: a block should be a whole number, not '3-'"):
        read(pack.replace("rows\n3", "rows\n3-"), "nonpack", "3")


PICROSS = """# two of them
GRID Two by Two
ROWS
[ 2 ]
[ ]
COLUMNS
[ 1 ]
[ 1 ]

GRID
ROWS
[ 1 1 ]
COLUMNS
[ 1 ]
[ ]
[ 1 ]
"""


def test_grids_of_picross_solver() -> None:
    first = read(PICROSS, "picross")
    rows, columns = (black([2]), ()), (black([1]), black([1]))
    assert first == Clues(rows, columns, notes=(("title", "Two by Two"),))
    assert read(PICROSS, "picross", "2") == Clues((black([1, 1]),), (black([1]), (), black([1])))
    with pytest.raises(PuzzleError, match=r"f:12: '\[ 1 x \]' is no keyword, and no clue such as"):
        read(PICROSS.replace("[ 1 1 ]", "[ 1 x ]"), "picross", "2")


def test_columns_first_and_blocks_apart() -> None:
    assert read("2 1\n1\n1\n2\n", "nono") == Clues((black([2]),), (black([1]), black([1])))
    clues = read("X=5; Y=1; maxlen=4; rows=[|1,1,0,1|]; cols=[|1|1|-1|1|-1|];", "dzn")
    assert clues == Clues((black([2, 1]),), (black([1]), black([1]), (), black([1]), ()))
    with pytest.raises(PuzzleError, match="f:1: rows has other numbers than 1, 0 and -1"):
        read("X=1; Y=1; rows=[|2|]; cols=[|1|];", "dzn")
    with pytest.raises(PuzzleError, match="rows has 3 numbers, which do not go into 2 lines"):
        read("X=1; Y=2; rows=[|1|1|1|]; cols=[|1|];", "dzn")


PYNOGRAM = """# a flag
[colors]
b = (blue) *
r = (255, 0, 0) %
g = (00ff00) ; what follows is a comment

[clues]
columns =
    1b 1r, '1b 1r',   ; two of them

    "1b 1"
rows = 3b,
    2r 1
"""
NONOGRID = '''[colors]
defs = ["b = (blue) *", 'r = (FF0000) %', "g = (00ff00) &"]
[clues]
rows = """
  3b
  2r 1
"""
columns = "1b 1r, 1b 1r, 1b 1"
'''


@pytest.mark.parametrize(("text", "form"), [(PYNOGRAM, "pynogram"), (NONOGRID, "nonogrid")])
def test_pynogram_and_nonogrid(text: str, form: str) -> None:
    clues = read(text, form)
    assert coloured(clues) == [
        ["3#0000ff"], ["2#ff0000", "1#000000"],
        ["1#0000ff", "1#ff0000"], ["1#0000ff", "1#ff0000"], ["1#0000ff", "1#000000"],
    ]  # fmt: skip
    assert [colour.rgb for colour in clues.palette][1:] == [
        "#000000", "#0000ff", "#ff0000", "#00ff00",
    ]  # fmt: skip
    assert clues_of(parse(text.encode(), "x")) == clues
    assert solve(clues, 2).count == 1


def test_a_blank_in_quotes_is_an_empty_clue() -> None:
    """With colours nothing else is one to both programs: a 0 of a colour is a block to nonogrid."""
    text = "[colors]\nr = (FF0000) r\n\n[clues]\ncolumns = 1r, 1r\nrows =\n    2r\n    ' '\n"
    for own in (text, text.replace("' '", "0r")):
        assert read(own, "pynogram").rows == (((2, 1),), ())
    with pytest.raises(PuzzleError, match="the rows have an empty clue; write 0"):
        read(text.replace("' '", "''"), "pynogram")


def test_what_is_wrong_with_such_files() -> None:
    for text, form, message in (
        ("[clues]\nrows = 1\n", "pynogram", "there are no columns in the section clues"),
        ("[clues]\nrows = 1 x\ncolumns = 1\n", "pynogram", "'x' is no block"),
        ("[clues]\nrows = 1z\ncolumns = 1\n", "pynogram", "the colour 'z' is not declared"),
        ("[clues]\nrows = 1,,2\ncolumns = 1\n", "pynogram", "have an empty clue; write 0"),
        ("[clues\nrows = 1\n", "pynogram", "f:1: this is no sound file of sections"),
        ("[colors]\nb = pink\n[clues]\nrows=1\ncolumns=1\n", "pynogram", "one looks like"),
        ("[clues]\nrows = 1\n", "nonogrid", "the table clues has not the texts"),
        ("[clues]\nrows =\n", "nonogrid", "not valid TOML"),
    ):
        with pytest.raises(PuzzleError, match=message):
            read(text, form)


DZN = """% the letter P, small
X = 2; Y = 3; maxlen = 3;
rows = [|1, 1, -1
        |1, 1, -1
        |1, -1, -1 |];
cols = [|1, 1, 1 |1, 1, -1|];
"""
RULES = """rows = 3; row_rule_len = 2;
row_rules = array2d(1..rows, 1..row_rule_len, [0,2, 0,2, 0,1]);
cols = 2;
col_rule_len = 2;
col_rules = array2d(1..cols, 1..col_rule_len,
    [0,3,
     0,2]);
"""


@pytest.mark.parametrize("text", [DZN, RULES])
def test_data_of_minizinc(text: str) -> None:
    wanted = Clues((black([2]), black([2]), black([1])), (black([3]), black([2])))
    assert read(text, "dzn") == wanted


@pytest.mark.parametrize("name", PBN)
def test_data_of_glpk_are_the_puzzles_of_the_survey(nonograms: Path, name: str) -> None:
    path = GLPK / f"{name}.dat"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    wanted = clues_of(parse((nonograms / f"webpbn-{PBN[name]}.non").read_bytes(), "x.non"))
    found = clues_of(parse(path.read_bytes(), path.name))
    assert (found.rows, found.columns) == (wanted.rows, wanted.columns)


def test_glpsol_solves_what_is_written(heart: Clues, tmp_path: Path) -> None:
    if not shutil.which("glpsol") or not (GLPK / "pbn.mod").exists():
        pytest.skip("glpsol and its examples are not here")
    (tmp_path / "heart.dat").write_bytes(render(heart, "dat").data)
    run = subprocess.run(
        ["glpsol", "-m", str(GLPK / "pbn.mod"), "-d", "heart.dat"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    drawn = re.findall(r"^ ((?:[.#] ?)+)$", run.stdout, re.MULTILINE)
    goal = heart.goal or ()
    assert [line.split() for line in drawn] == [[".#"[cell] for cell in row] for row in goal]


def test_triangles_are_colours_of_their_own() -> None:
    text = "T\n#d\n 1:* black\n t:/ black/orange\n T:\\ black\\orange\n:\n1t 1\n:\n1t\n1\n:\n"
    clues = read(text, "g")
    assert [colour.name for colour in clues.palette][2:] == ["black/orange", "black\\orange"]
    assert clues.palette[2].rgb == "#7f4000" and clues.rows == (((1, 2), (1, 1)),)
    assert "black/orange" in render(clues, "g").data.decode()
    assert read(render(clues, "g").data.decode(), "g").palette[2:] == clues.palette[2:]
    with pytest.raises(PuzzleError, match="the colour 'black/orang' is not known"):
        read(text.replace("black/orange", "black/orang"), "g")


def test_exact_cover_as_a_matrix() -> None:
    # Knuth's example: one solution, of the first, the fourth and the fifth option.
    text = "# a b c d e f g\n0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n"
    cover = parse(text.encode(), "x").thing
    assert isinstance(cover, Cover)
    assert [*engines.load("dancing").solutions(cover)] == [(0, 3, 4)]
    apart = parse(text.replace("0", "0 ").replace("1", "1,").encode(), "x").thing
    assert isinstance(apart, Cover) and apart.options == cover.options
    for wrong, message in (
        ("01\n2", "x:2: a matrix is made of 0 and 1, and here is '2'"),
        ("01\n011", "x:2: the line has 3 numbers, but the first one has 2"),
        ("01\n00", "x:2: the line has no 1"),
        ("#", "x:1: there are no options"),
    ):
        with pytest.raises(PuzzleError, match=message):
            parse(wrong.encode(), "x", "matrix")
    with pytest.raises(InputError, match="read, not written; the format dlx can hold the puzzle"):
        render(cover, "matrix")
