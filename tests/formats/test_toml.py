"""The reader and the writer of TOML puzzle files. Invalid texts may raise only PuzzleError."""

from __future__ import annotations

import json
import re
import time

import pytest
from hypothesis import strategies as st
from sampled import sampled

from calpuzzle import engines, planning
from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.formats import shipped, toml
from calpuzzle.formats.toml_text import file_text
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lattices import SPHERES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece

BOARD = 'board = """\na . .\n. b #\n"""\n'
PIECES = '[pieces]\nL = """\n##\n#.\n"""\nF = "#"\n'
GOOD = BOARD + '[groups]\ng = "a b"\n' + PIECES


def faults(text: str) -> tuple[str, ...]:
    """Return the faults that are reported for an invalid text."""
    with pytest.raises(PuzzleError) as error:
        toml.read(text, "x")
    return error.value.faults


CELLS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))


def test_a_complete_file_and_a_minimal_one_are_read() -> None:
    model = toml.read(
        'title = "T"\nsource = "S"\nturn = false\nflip = false\n'
        + BOARD
        + '[groups]\ng = " a\\n b "\n[pieces]\nL = "##\\n#."\n'
        'F = { shape = "#", flip = true, turn = true, count = 1 }\n',
        "name.toml",
    )
    assert model.board == Board(CELLS, ("a", "", "", "", "b"))
    assert model.groups == (Group("g", ("a", "b")),)
    assert model.pieces == (
        Piece("L", (((0, 0), (0, 1), (1, 0)),), False, False),
        Piece("F", (((0, 0),),), True, True),
    )
    assert (model.name, model.title, model.source) == ("name", "T", "S")
    assert model.interchangeable
    model = toml.read(GOOD, "x")
    assert model.pieces[0][2:] == (True, True, 1, 1, (), (), "", "", "")
    assert (model.title, model.source, model.week_starts, model.step) == ("", "", "", 1)
    assert toml.read(BOARD + PIECES, "x").groups == ()


def test_labels_may_be_in_any_language() -> None:
    board = "янв Μάι 五月 é e\u0301 🎲 مايو"
    model = toml.read(
        f'board = "{board}"\n[groups]\nm = "五月 янв"\n' + '[pieces]\nI = "######"', "x"
    )
    assert model.board.labels == tuple(board.split())
    lowered = Lowering(model)
    label, *rest = next(engines.load("reference").solutions(lowered.cover))
    assert not rest or lowered.label_of[label if label in lowered.label_of else rest[0]]


FRAME = """
frame = '''
AB?
A
'''
"""


def test_frames_layers_sides_and_sticks_are_read() -> None:
    model = toml.read(FRAME + "[pieces]\nL = '''\nX\nYY'''\nM = { shape = '#', max = 2 }\n", "x")
    assert model.board == Board(((0, 0), (0, 1), (0, 2), (1, 0)), optional=frozenset([2]))
    assert [(piece.least, piece.most) for piece in model.pieces] == [(1, 1), (0, 2)]
    assert not model.interchangeable
    coloured = toml.read("colours = true" + FRAME + "[pieces]\nL = 'BA'\n", "x")
    assert coloured.board.colours == (65, 66, 0, 65)
    assert coloured.pieces[0].colours == ((66, 65),)
    layers = toml.read("frame = '''\n##\n\n##'''\n[pieces]\nI = '##'\nJ = '##'\n", "x")
    assert layers.board.cells == ((0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1))
    assert layers.pieces[0].sides == (((0, 0, 0), (0, 0, 1)),)
    sides = toml.read("frame = '###'\n[pieces]\nI = { sides = ['##', '###'], turn = false }\n", "x")
    assert [len(side) for side in sides.pieces[0].sides] == [2, 3]
    assert (sides.pieces[0].turn, sides.pieces[0].flip) == (False, True)
    model = toml.read("segments = [1, 1]\nmotions = 'turn'\n[pieces]\nL = '00- 00|'\n", "x")
    assert (model.step, sorted(model.board.cells)) == (2, [(0, 1), (1, 0), (1, 2), (2, 1)])
    assert model.pieces == (Piece("L", (((1, 0), (2, 1)),), True, False),)
    apart = toml.read("segments = [2, 1]\ncrossings = false\n[pieces]\nI = '00- 10-'\n", "x")
    assert [apart.board.cells[k] for k in sorted(apart.board.optional)] == [(0, 2), (2, 2)]
    assert apart.pieces[0].shape == ((0, 1), (0, 2), (0, 3))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("boar = 1;turn = 1;flip = 1", 4),
        ("board = '.';[groups];a = 1;[pieces];A = 1;B = 'x';C = {}", 4),
        ("board = 3;title = 1;turn = 'no';new = 2;[groups];a = 3;[pieces];M = 4;N = { s = 1 }", 7),
        ("groups = 3;pieces = 4;board = '.'", 2),
        ("frame = 3;title = 1;motions = 2;new = 2;[pieces];M = 4;N = { shap = '#' };"
         "O = { shape = '', motions = 'fly' }", 8),
        ("segments = [0, 0];motions = 'fly';pieces = 3", 3),
    ],
)  # fmt: skip
def test_all_faults_are_reported_at_once(text: str, number: int) -> None:
    assert len(faults(text.replace(";", "\n"))) == number


HOSTILE = {
    "a number of many digits": "board = '.'\nturn = " + "9" * 5000,
    "a hexadecimal number of many digits": "board = '.'\nturn = 0x" + "f" * 9000,
    "a hexadecimal count": "board = '.'\n[pieces.L]\nshape = '#'\ncount = 0x" + "f" * 9000,
    "a count of a thousand million": "board = '.'\n[pieces.L]\nshape = '#'\ncount = 1000000000",
    "a negative count": "board = '.'\n[pieces.L]\nshape = '#'\ncount = -0x" + "f" * 9000,
    "nested lists": "board = " + "[" * 100_000,
    "nested tables": "board = '.'\nturn." + "a." * 50_000 + "b = 1",
    "nested headers": "board = '.'\n[turn." + "a." * 50_000 + "b]",
    "a giant board": "board = '''\n" + (". " * 500 + "\n") * 900 + "'''\n[pieces]\nL = '#'",
    "a giant row of labels": "board = '"
    + " ".join(f"l{k}" for k in range(30_000))
    + "'\n[groups]\ng = '"
    + " ".join(f"m{k}" for k in range(30_000))
    + "'",
    "a giant group": "board = 'a b c'\n[groups]\ng = '"
    + " ".join(f"m{k}" for k in range(30_000))
    + "'\n[pieces]\nL = '#'",
    "a group of labels twice": "board = 'a b c'\n[groups]\ng = '" + "a " * 50_000 + "'",
    "a giant piece": "board = 'a .'\ngroups.g = 'a'\n[pieces]\nL = '''\n"
    + ("#" * 200 + "\n") * 200
    + "'''",
    "many pieces": "board = 'a .'\ngroups.g = 'a'\n[pieces]\n"
    + "".join(f"L{k} = '###'\n" for k in range(4_000)),
    "many copies of many pieces": "board = 'a .'\ngroups.g = 'a'\n[pieces]\n"
    + "".join(f"L{k} = {{ shape = '#', count = 999999 }}\n" for k in range(6_000)),
    "a giant key": "board = '.'\n" + "k" * 500_000 + " = 1",
    "a hexadecimal size": "segments = [0x" + "f" * 9000 + ", 1]\n[pieces]\na = '00-'",
    "giant motions": "frame = '#'\nmotions = '" + "k" * 500_000 + "'\n[pieces]\na = '#'",
    "a key of two lines": "frame = '#'\n[pieces]\n\"a\\nb\" = 1",
    "a giant text": "board = '.'\nturn = '" + "k" * 500_000 + "'",
    "a surrogate": 'board = "\\ud800"',
    "a zero byte": 'board = "\\u0000"\n[pieces]\n"\\u0000" = "##"',
}


@pytest.mark.long
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_rejected_quickly(name: str) -> None:
    start = time.process_time()
    with pytest.raises(PuzzleError) as error:
        toml.read(HOSTILE[name], "x")
    assert time.process_time() - start < 60  # some take seconds on a busy machine
    assert len(str(error.value)) < 400
    assert "\n" not in str(error.value)


def attempt(text: str) -> None:
    """Read a text and count its puzzle; only PuzzleError and CannotDoError may be raised."""
    try:
        model = toml.read(text, "x")
    except PuzzleError as error:
        assert error.faults
        assert all(isinstance(fault, str) and fault for fault in error.faults)
        return
    try:
        planning.counts(Lowering(model).cover)
    except CannotDoError as error:
        assert str(error)


def quoted(text: str) -> str:
    return '"' + "".join(f"\\U{ord(c):08x}" for c in text) + '"'


texts = st.one_of(
    st.sampled_from(["", "#", ".", "##\n#.", "a b", "a a", ". . .\n. . .", "Sun", "\n", " # "]),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
)
scalars = st.one_of(
    texts.map(quoted),
    st.integers(-3, 10**12).map(str),
    st.booleans().map(lambda b: str(b).lower()),
    st.sampled_from(["1.5", "nan", "inf", "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda found: "[" + ", ".join(found) + "]"),
        st.dictionaries(
            st.sampled_from(["shape", "turn", "flip", "count", "x"]), inner, max_size=4
        ).map(lambda found: "{" + ", ".join(f"{k} = {v}" for k, v in found.items()) + "}"),
    ),
    max_leaves=6,
)
keys = texts.map(quoted)


@sampled(
    20,
    125,
    top=st.dictionaries(st.sampled_from(list(toml.KEYS)), values, max_size=4),
    groups=st.dictionaries(keys, values, max_size=3),
    pieces=st.dictionaries(keys, values, max_size=3),
)
def test_values_of_any_toml_type_raise_only_expected_errors(
    top: dict[str, str], groups: dict[str, str], pieces: dict[str, str]
) -> None:
    top.pop("groups", None)
    top.pop("pieces", None)
    lines = [f"{key} = {value}" for key, value in top.items()]
    lines += ["[groups]", *(f"{key} = {value}" for key, value in groups.items())]
    lines += ["[pieces]", *(f"{key} = {value}" for key, value in pieces.items())]
    attempt("\n".join(lines))


def test_control_characters_are_shown_as_escapes() -> None:
    escape = "\\u001b[31m"
    text = f'title = "{escape}"\ncolours = true\nframe = "{escape}"\n[pieces]\n"{escape}" = "##"\n'
    found = faults(text + f'B = "{escape}"\n')
    signs = "the frame: U+001B", "its name has the control character '\\x1b'", "piece B: U+001B"
    for fault, what in zip(found, signs, strict=True):
        assert what in fault and fault.isprintable()
    found = faults(f'title = "{escape}"\nframe = "#"\n[pieces]\nA = "#"\n')
    assert found == ("x: the title has the control character '\\x1b'; remove it",)


# --- writing


@pytest.mark.parametrize("name", shipped.names())
def test_a_shipped_puzzle_is_written_and_read_back(name: str) -> None:
    model, notes = shipped.read(name)
    assert isinstance(model, Model) and (model.name, notes) == (name, ())
    assert shipped.title_of(name)
    if model.board.bare:
        with pytest.raises(InputError, match="has only cell numbers"):
            toml.write(model)
        return
    text = toml.write(model)
    assert toml.read(text, f"{name}.toml") == model
    assert sum(line.startswith("#") for line in text.splitlines()) >= 4


WRITTEN = {
    "what is hard to quote": '''
        title = 'A "title" \\ with marks'
        board = """
        "a" \\\\b .
        .   .  #
        """
        groups = { "two words" = '"a" \\b' }
        [pieces]
        "a piece" = { shape = '##', turn = false }
        I = { shape = '##', flip = false }''',
    "everything of a frame": '''
        frame = """
        ab?
        a..

        "c\\\\
        """
        colours = true
        interchangeable = true
        [pieces]
        X = { sides = ['ab', 'a"'], min = 0, max = 3 }
        Y = { shape = 'c', count = 2, motions = "move" }''',
    "hexagons": 'lattice = "hexagons"\nframe = "..# #\\n.# ? #"\n[pieces]\nL = "#.\\n.#\\n#"',
    "triangles": 'lattice = "triangles"\nframe = "...##\\n#####"\n[pieces]\nI = ".##"\nV = "#\\n#"',
    "layers of triangles": '''
        lattice = "triangles"
        frame = ".##\\n###\\n\\n.##\\n.##"
        [pieces]
        I = "#\\n\\n#"''',
    "colours": 'lattice = "hexagons"\ncolours = true\nframe = "a b\\n b c"\n[pieces]\nL = "b a"',
    "sticks": '''
        segments = [12, 1]
        crossings = false
        [pieces]
        I = "0,0- 1,0- 11,0-"
        V = "00- 00|"''',
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_a_written_file_reads_back_as_the_same_model(text: str) -> None:
    model = toml.read(text, "x")
    assert toml.read(toml.write(model), "x") == model


def test_models_that_a_file_cannot_express_are_rejected() -> None:
    model = toml.read("board = '. .'\n[pieces]\nD = '##'", "x")
    spaced = model._replace(board=model.board._replace(labels=("a b", "")))
    with pytest.raises(InputError, match="a puzzle file cannot express all that x contains"):
        toml.write(spaced)
    with pytest.raises(InputError, match="spheres, which a puzzle file cannot draw"):
        file_text(model._replace(lattice=SPHERES))
    with pytest.raises(InputError, match="not the full grid"):
        file_text(
            toml.read("lattice = 'sticks'\nframe = '00- 01- 02|'\n[pieces]\nI = '00-'\n", "x")
        )
    # A straight piece that does not occupy the point between its two segments.
    sticks = toml.read("segments = [2, 1]\ncrossings = false\n[pieces]\nI = '00- 10-'\n", "x")
    thin = sticks._replace(pieces=(sticks.pieces[0]._replace(sides=(((0, 1), (0, 3)),)),))
    message = "^a puzzle file cannot express the points of piece I of x$"
    with pytest.raises(InputError, match=message):
        file_text(thin)


@pytest.mark.parametrize(
    "text",
    [
        'board = "A B ."\n[groups]\nletter = "A B"\nmotions = "turn"\n[pieces]\nI2 = "##"\n',
        'frame = "###"\n[pieces]\nI2 = "##"\nI1 = "#"\nmotions = "turn"\n',
    ],
)
def test_a_misplaced_key_is_reported_with_its_proper_place(text: str) -> None:
    with pytest.raises(PuzzleError, match=r"motions is inside \[\w+\]; move it above"):
        toml.read(text, "x.toml")


@pytest.mark.parametrize("mark", ["-", "_", "--", "*", "=", "~", "+", "@", "!"])
@pytest.mark.parametrize("size", [2, 3, 4, 7])
def test_wrong_marks_for_holes_and_layer_breaks_are_explained(mark: str, size: int) -> None:
    for places in ((0, 1), (0, size * size - 1), (size, size + 1), (1, size, size * size - 2)):
        tokens = [mark if k in places else f"c{k}" for k in range(size * size)]
        rows = [" ".join(tokens[k : k + size]) for k in range(0, size * size, size)]
        twice = (
            re.escape(f"{mark} occurs twice") + ".*; in a puzzle file # means that there is no cell"
        )
        with pytest.raises(PuzzleError, match=twice):
            toml.read(TYPED.format("\n".join(rows)), "x")
        faults = re.escape(f"row 2 of the board is {3 * mark}; a blank line separates layers")
        if not mark.strip("-_*=~+"):
            with pytest.raises(PuzzleError, match=faults):
                toml.read(TYPED.format("\n".join([rows[0], 3 * mark, *rows[1:]])), "x")


TYPED = 'board = """\n{}\n"""\n[pieces]\nA = \'#\'\n'


@pytest.mark.parametrize("mark", ["\xa0", "\u200b", "\u3000", "́", "️", "⠀", "\x07"])
def test_invisible_characters_are_rejected_in_drawings(mark: str) -> None:
    name = f"U\\+{ord(mark):04X} cannot be seen"
    for frame, piece in ((f"##{mark}", "##"), ("##", f"##{mark}")):
        with pytest.raises(PuzzleError, match=name):
            toml.read(toml_text(frame, piece), "x.toml")


def toml_text(frame: str, piece: str) -> str:
    return f"frame = {json.dumps(frame)}\n[pieces]\nI = {json.dumps(piece)}\n"
