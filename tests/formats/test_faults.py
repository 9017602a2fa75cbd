"""Bad input: every reader says file, line and what is wrong, and raises nothing else."""

import gzip
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.fit.library import load
from calpuzzle.fit.solver import Solver
from calpuzzle.formats import dpf
from calpuzzle.formats.registry import FORMATS, parse, render

XML = b'<?xml version="1.0"?>\n'
SHAPE = b'<voxel x="1" y="1" z="1" type="0">#</voxel>'


def puzzle(shapes=SHAPE, problem=b'<shapes><shape id="0" count="1"/></shapes><result id="0"/>'):
    return (
        XML + b'<puzzle version="2"><gridType type="0"/><shapes>' + shapes + b"</shapes>\n"
        b"<problems><problem>" + problem + b"</problem></problems></puzzle>"
    )


FAULTS = [
    ("dpf", b"", "f:1: the text ends where the number of locations"),
    ("dpf", b"2 1\n1 2 0", "f:2: orientation 1 of piece 1 has 2 locations, but the text ends"),
    ("dpf", b"2 1\n1 1 2", "f:2: a location of orientation 1 of piece 1 is 2, but it must be 1"),
    ("dpf", b"2 1\n1 1", "f:2: orientation 1 of piece 1 has 1 location, but the text ends"),
    ("dpf", b"2 1\n1\n2 1 1", "f:3: orientation 1 of piece 1 has location 1 twice"),
    ("dpf", b"2 1\n1 1 0\n7", "f:3: the puzzle is complete, but '7' follows"),
    ("dpf", b"2 1\n1 1 x", "f:2: a location .* should be a whole number, not 'x'"),
    ("dpf", b"2 1\n1 1 -1", "f:2: .* is -1, but it must be 0 or more"),
    ("dpf", b"99999999999999999999", "f:1: .* is beyond 64 bits"),
    ("dpf", b"9223372036854775808", "f:1: .* is beyond 64 bits"),
    ("dpf", b"\xff\xfe\x00", "f:1: this is no UTF-8 text"),
    ("dpf", b"1\n\x00", "f:2: this is no text"),
    ("dpf", "²".encode(), "f:1: .* should be a whole number"),
    ("geometric", b"4 0", "f:1: the number of dimensions is 4"),
    ("geometric", b"2 2", "f:1: use-colours is 2"),
    ("geometric", b"2 0\n1\n0 0\n1\n1 4\n0 0", "f:5: v of piece 1 is 4, but it must be 3"),
    ("geometric", b"2 0\n1\n0 0\n1\n1 0\n0 0", "f:5: v of piece 1 is 0, but it must be 1"),
    ("geometric", b"2 0\n1\n0 0\n1\n0 1", "f:5: the number of points of piece 1 is 0"),
    ("geometric", b"2 1\n1\n0 0 1\n1\n1 1\n0 0 2", "f:6: .* colour 2, which no location has"),
    ("geometric", b"2 0\n2\n0 0\n0 0\n", r"f:4: the frame has \(0, 0\) twice"),
    ("geometric", b"2 0\n1\n0 0\n1\n2 1\n0 0 0 0", r"f:6: piece 1 has \(0, 0\) twice"),
    ("geometric", b"2 0\n1\n0 0\n1\n1 1\n0 0\n5", "f:7: the puzzle is complete"),
    ("doodle", b"#", "f:1: there are no pieces"),
    ("doodle", b"#\n---\n\n---\n#", "f:3: piece 1 has no cells"),
    ("doodle", b"\n---\n#", "f:1: the frame has no cells"),
    ("doodle", b"#\n---\n\t#", "f:3: a tab"),
    ("puzzle", b"a = ", "f: not valid TOML: Invalid value"),
    ("puzzle", b"frame = '#'\n[pieces]\na = ''", "f: piece a: it has no cells"),
    ("puzzle", b"frame = '#'\nmotion = 'all'\n[pieces]\na='#'", "did you mean motions"),
    ("puzzle", b"segments = [1]\n[pieces]\na='00-'", "segments is"),
    ("puzzle", b"segments = [1, 1]\n[pieces]\na='00'", "00 is no segment"),
    ("puzzle", b"board = '.'", "f: there are no pieces"),
    ("dlx", b"", "f:1: there is no line of items"),
    ("dlx", b"a b\na c", "f:2: c is no item"),
    ("dlx", b"a b\na a", "f:2: the option has an item twice"),
    ("dlx", b"a a", "f:1: the item a stands twice"),
    ("dlx", b"a | b | c", "f:1: there is a second"),
    ("dlx", b"a | b\na b:x", "f:2: b:x has a colour"),
    ("dlx", b"3:2|a", "f:1: 3:2.a has impossible bounds"),
    ("faase", b"", "f:1: there are no options"),
    ("faase", b"0,1 a\n0,x b", "f:2: '0,x' should be numbers"),
    ("faase", b"0,0", "f:1: the option has an item twice"),
    ("faase", b"99999999999999999999 a", "f:1: item .* is above"),
    ("faase", b"0,999999999999999999999 a", "f:1: item 9+ is above 1,000,000"),
    ("faase", b"9" * 5000, "f:1: item 9+ is above 1,000,000"),
    ("faase", b"0 a\n0,-1 b", "f:2: item -1 is negative; items count from 0"),
    ("xmpuzzle", b"<", "f:1: not well-formed XML"),
    ("xmpuzzle", b"\x1f\x8b\x08", "f: the gzip data breaks off"),
    ("xmpuzzle", gzip.compress(puzzle())[:-12], "f: the gzip data breaks off"),
    ("xmpuzzle", XML + b'<!DOCTYPE x [<!ENTITY a "b">]>', "f:2: document types and entities"),
    ("xmpuzzle", "<!DOCTYPE x>".encode("utf-16"), "f:1: this is UTF-16 text; save it as UTF-8"),
    ("xmpuzzle", "<!DOCTYPE x>".encode("utf-16-be"), "f:1: this is UTF-16 text"),
    ("xmpuzzle", b"<puzzle>\n\0</puzzle>", "f:2: this is no text: it has a zero byte"),
    ("xmpuzzle", b"\x89PNG\r\n\x1a\n\0\0", "f:1: this is neither XML nor XML packed with gzip"),
    ("xmpuzzle", gzip.compress(b"\0\1"), "f:1: this is neither XML"),
    ("xmpuzzle", b"", "f:1: this is neither XML"),
    ("xmpuzzle", b"<a/>", "f: the root is <a>"),
    ("xmpuzzle", b"<puzzle><gridType type='1'/></puzzle>", "f: the grid type is 1"),
    ("xmpuzzle", b"<puzzle/>", "f: there is no problem"),
    ("xmpuzzle", puzzle(SHAPE.replace(b"#", b"##")), "has 2 voxels, but its size is 1 x 1 x 1"),
    ("xmpuzzle", puzzle(SHAPE.replace(b"#", b"@")), "has marks other than"),
    ("xmpuzzle", puzzle(SHAPE.replace(b'x="1"', b'x="999999"')), "has 1 voxel, but|has more than"),
    ("xmpuzzle", puzzle(problem=b'<result id="5"/>'), "is shape 5, but the file has 1"),
    ("xmpuzzle", puzzle(problem=b"<shapes/>"), "the result is missing"),
    (
        "xmpuzzle",
        puzzle(problem=b'<shapes><shape id="0" count="-1"/></shapes><result id="0"/>'),
        "the count of S1 is -1",
    ),
]


HOSTILE = {
    "a number of many digits": "frame = '#'\nsource = " + "9" * 5000,
    "the same in a calendar": "board = '#'\nsource = " + "9" * 5000,
    "a hexadecimal count": "frame = '#'\n[pieces.a]\nshape = '#'\ncount = 0x" + "f" * 9000,
    "a hexadecimal size": "segments = [0x" + "f" * 9000 + ", 1]\n[pieces]\na = '00-'",
    "nested tables": "frame = '#'\n[pieces]\na." + "b." * 50_000 + "c = 1",
    "nested tables in a calendar": "board = '#'\n[pieces]\na." + "b." * 50_000 + "c = 1",
    "a giant text": "frame = '#'\nmotions = '" + "k" * 500_000 + "'\n[pieces]\na = '#'",
    "a key of two lines": "frame = '#'\n[pieces]\n\"a\\nb\" = 1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_puzzle_files_are_refused_soon(name):
    start = time.process_time()
    with pytest.raises(PuzzleError) as error:
        parse(HOSTILE[name].encode(), "f", "puzzle")
    assert time.process_time() - start < 5
    assert len(str(error.value)) < 400
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("form", "data", "message"), FAULTS)
def test_fault(form, data, message):
    with pytest.raises(InputError, match=message):
        parse(data, "f", form)


def test_a_piece_without_orientation_gives_none_and_a_warning():
    puzzle = parse(b"1 2\n0 // piece A\n1 1 0\n", "f", "dpf")
    assert Solver(puzzle).count() == 0
    assert puzzle.notes == ("piece A has no orientation, so there is no solution",)


def test_a_bomb_is_not_unpacked():
    with pytest.raises(InputError, match="unpacks to more than"):
        parse(gzip.compress(b" " * (40 << 20)), "f", "xmpuzzle")


def test_what_a_format_cannot_say_is_refused():
    soma, sticks = load("soma"), load("tetrasticks-4x4-no-crossing")
    for puzzle, form, message in [
        (sticks, "geometric", "move by 2"),
        (soma, "doodle", "up to 2 dimensions, and soma has 3"),
        (load("iq-fit"), "geometric", "one shape a piece"),
        (load("morse"), "xmpuzzle", "has no colours"),
        (load("morse-displaced"), "geometric", "which locations they can cover"),
        (sticks, "faase", "other bounds"),
        (load("dray"), "geometric", "of the pieces of dray it is known only which locations"),
    ]:
        with pytest.raises(InputError, match=message):
            render(puzzle, form)


COVERED = parse(b"a | b\na b\n", "f", "dlx")


@pytest.mark.parametrize("puzzle", ["soma", "tetrasticks-4x4-no-crossing", "dray", "domino", None])
@pytest.mark.parametrize("form", ["geometric", "doodle", "xmpuzzle", "faase", "dpf"])
def test_a_format_that_cannot_hold_a_puzzle_names_one_that_can(puzzle, form):
    found = load(puzzle) if puzzle else COVERED
    try:
        render(found, form)
    except InputError as error:
        able = re.search(r"; the format (\w+) can hold the puzzle$", str(error))
        assert able and FORMATS[able[1]].reads and render(found, able[1])


READERS = sorted(name for name, form in FORMATS.items() if form.reads)


def survives(data, form):
    try:
        parse(data, "f", form)
    except (InputError, CannotDoError) as error:
        assert str(error)


@pytest.mark.parametrize("form", [*READERS, None])
@settings(max_examples=120, deadline=None)
@given(data=st.binary(max_size=60))
def test_readers_survive_rubbish(form, data):
    survives(data, form)
    survives(b"\x1f\x8b" + data, form)


WORDS = st.sampled_from(
    [
        "0",
        "1",
        "2",
        "3",
        "-1",
        "9",
        "99999999999999999999",
        "x",
        "#",
        "##",
        "---",
        "|",
        ",",
        ":",
        ".",
        "\n",
        "\n",
        "a=1",
        "[pieces]",
        "frame='##'",
        "a='#'",
        "2:3|a",
        "0,1",
        "//",
        "<puzzle>",
        "<shapes/>",
        "</puzzle>",
        "é",
        "²",
        "\t",
        "board='.'",
        "segments=[1,1]",
    ]
)


@pytest.mark.parametrize("form", [*READERS, None])
@settings(max_examples=200, deadline=None)
@given(words=st.lists(WORDS, max_size=25), gap=st.sampled_from([" ", "\n"]))
def test_readers_survive_nearly_right_texts(form, words, gap):
    survives(gap.join(words).encode(), form)


SOUND = [
    ("dpf", dpf.write(load("morse-displaced")).encode()[:900]),
    ("geometric", render(load("soma"), "geometric")),
    ("dlx", render(load("soma"), "dlx")[:2000]),
    ("faase", render(load("soma"), "faase")[:2000]),
    ("xmpuzzle", render(load("soma"), "xmpuzzle")),
    ("xmpuzzle", gzip.decompress(render(load("soma"), "xmpuzzle"))),
]


@pytest.mark.parametrize(("form", "data"), SOUND)
@settings(max_examples=150, deadline=None)
@given(at=st.floats(0, 0.999), put=st.binary(max_size=4), cut=st.integers(0, 5))
def test_readers_survive_damage(form, data, at, put, cut):
    place = int(at * len(data))
    survives(data[:place] + put + data[place + cut :], form)


def test_all_faults_of_a_fitting_file_are_said_at_once():
    data = b"frame = 3\ntitle = 1\nmotions = 2\nnew = 2\n[pieces]\nM = 4\nN = { shap = '#' }\n"
    data += b"O = { shape = '', motions = 'fly' }\n"
    with pytest.raises(PuzzleError) as error:
        parse(data, "x.toml")
    assert len(error.value.faults) == 8
    with pytest.raises(PuzzleError) as error:
        parse(b"segments = [0, 0]\nmotions = 'fly'\npieces = 3\n", "x.toml")
    assert len(error.value.faults) == 3


def test_control_characters_in_fitting_files(tmp_path):
    escape = "\\u001b[31m"
    text = f'title = "{escape}"\ncolours = true\nframe = "{escape}"\n[pieces]\n"{escape}" = "##"\n'
    text += f'B = "{escape}"\n'
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(PuzzleError) as error:
        load(str(path))
    assert len(error.value.faults) == 4
    for fault, what in zip(
        error.value.faults, ("the title", "the frame", "its name", "its drawing"), strict=True
    ):
        assert f"{what} has the control character '\\x1b'" in fault and fault.isprintable()
    path = tmp_path / "x\x1b.txt"
    path.write_text("##\n---\n##\n")
    with pytest.raises(PuzzleError, match=r"x\\x1b.txt: the name of the file has the control"):
        load(str(path))
