"""Invalid input: readers raise only PuzzleError, and limit the time and memory for any file."""

from __future__ import annotations

import gzip
import re
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import strategies as st
from sampled import sampled

from calpuzzle import engines, planning
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats import doodle, dpf, shipped, xmpuzzle
from calpuzzle.formats.reading import Content
from calpuzzle.formats.registry import FORMATS, module_of, parse, render
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

XML = b'<?xml version="1.0"?>\n'
SHAPE = b'<voxel x="1" y="1" z="1" type="0">#</voxel>'
ONE = b'<shapes><shape id="0" count="1"/></shapes><result id="0"/>'


def puzzle(shapes: bytes = SHAPE, problem: bytes = ONE) -> bytes:
    return (
        XML + b'<puzzle version="2"><gridType type="0"/><shapes>' + shapes + b"</shapes>\n"
        b"<problems><problem>" + problem + b"</problem></problems></puzzle>"
    )


def test_gzip_bombs_are_refused_and_long_zeros_are_read() -> None:
    with pytest.raises(InputError, match="unpacks to more than"):
        parse(gzip.compress(b" " * (65 << 20), 1), "f", "xmpuzzle")
    reading = parse(b"1 2\n0 // piece A\n1 1 0\n", "f", "dpf")
    assert isinstance(reading.content, Model)
    assert planning.count(Lowering(reading.content).cover) == 0
    assert reading.notes == ("piece A has no orientation, so there is no solution",)
    zeros = "0" * 5000
    reading = dpf.read(f"{zeros}2 {zeros}1 +1 {zeros}2 {zeros} 1", "x")
    assert reading == dpf.read("2 1 1 2 0 1", "x")


@pytest.mark.parametrize(
    ("name", "form", "message"),
    [
        ("tetrasticks-4x4-no-crossing", "geometric", "cannot express that a cell may stay empty"),
        ("tetrasticks-4x4", "geometric", "the cells of tetrasticks-4x4 are sticks"),
        ("soma", "doodle", "up to 2 dimensions, and soma has 3"),
        ("iq-fit", "geometric", "allows one shape per piece, but piece b has 2"),
        ("morse", "doodle", "has no colours"),
        ("morse-displaced", "geometric", "of morse-displaced have only lists of placements"),
        ("soma", "faase", "read but not written; the format puzzle can hold"),
        ("dray", "geometric", "cannot store the labels of dray; give a date"),
        ("pentominoes-6x10", "doodle", "express that piece F may be rotated and turned over"),
        ("morse-displaced", "puzzle", "has only cell numbers, no positions, so a puzzle file"),
        ("soma",
         "non",
         "holds lines and clues, and the puzzle has a board and pieces; .* puzzle can"),
    ],
)  # fmt: skip
def test_writer_refuses_what_its_format_cannot_express(name: str, form: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        render(shipped.read(name).content, form)


INTERCHANGEABLE = """interchangeable = true
frame = "##"
motions = "move"
[pieces]
A = "#"
B = "#"
"""


@pytest.mark.parametrize("form", ["dpf", "geometric", "doodle", "xmpuzzle", "dot"])
def test_interchangeable_pieces_are_not_written_as_different_ones(form: str) -> None:
    model = parse(INTERCHANGEABLE.encode(), "alike.toml").content
    assert isinstance(model, Model)
    if form == "xmpuzzle":
        pieces = tuple(piece._replace(turn=True, flip=True) for piece in model.pieces)
        model = model._replace(pieces=pieces)
    with pytest.raises(
        InputError, match=r"A and B count as equal|2 (pieces|copies of).*; the format puzzle can"
    ):
        render(model, form)
    again = parse(render(model, "dlx").data, "again.dlx").content
    assert not isinstance(again, Model)
    assert planning.count(Lowering(model).cover) == 1


COVERED = parse(b"a | b\na b\n", "f", "dlx").content


@pytest.mark.parametrize("name", ["soma", "tetrasticks-4x4-no-crossing", "dray", "domino", None])
@pytest.mark.parametrize("form", ["geometric", "doodle", "xmpuzzle", "faase", "dpf"])
def test_error_names_a_format_that_can_hold_the_puzzle(name: str | None, form: str) -> None:
    found: Content = shipped.read(name).content if name else COVERED
    try:
        render(found, form)
    except InputError as error:
        match = re.search(r"; the format (\w+) can hold the puzzle$", str(error))
        assert match and FORMATS[match[1]].reads and render(found, match[1])


def test_error_names_no_format_if_none_can_hold_the_problem() -> None:
    message = "^a DLX text has at least one item, and the problem has none$"
    with pytest.raises(InputError, match=message):
        render(Cover([], []), "dlx")


READERS = sorted(name for name, form in FORMATS.items() if form.reads)


def assert_is_read_or_refused(data: bytes, form: str | None) -> None:
    try:
        parse(data, "f", form)
    except PuzzleError as error:
        assert str(error)
        assert all(fault.startswith("f") and fault.isprintable() for fault in error.faults)


WORDS = st.sampled_from(
    [
        "0", "1", "2", "3", "-1", "9", "99999999999999999999", "x", "#", "##", "---", "|", ",", ":",
        ".", "//", "é", "²", "\n", "\n", "\t", "a=1", "[pieces]", "frame='##'", "a='#'", "2:3|a",
        "0,1", "<puzzle>", "<shapes/>", "</puzzle>", "board='.'", "segments=[1,1]",
    ]
)  # fmt: skip


TEXTS = st.tuples(st.sampled_from([" ", "\n"]), st.lists(WORDS, max_size=25))


@sampled(75, 300, data=st.binary(max_size=60), text=TEXTS)
def test_readers_survive_rubbish(data: bytes, text: tuple[str, list[str]]) -> None:
    """The input is random bytes and nearly valid texts."""
    for form in [*READERS, None]:
        for found in (data, b"\x1f\x8b" + data, text[0].join(text[1]).encode()):
            assert_is_read_or_refused(found, form)


def written(name: str, form: str) -> bytes:
    return render(shipped.read(name).content, form).data


SOUND = [
    ("dpf", written("morse-displaced", "dpf")[:900]),
    ("geometric", written("soma", "geometric")),
    ("dlx", written("soma", "dlx")[:2000]),
    ("faase", b"# three\n0,1,5 one\n2,3 two\n4 three\n"),
    ("xmpuzzle", written("soma", "xmpuzzle")),
    ("xmpuzzle", gzip.decompress(written("soma", "xmpuzzle"))),
    ("non", b"title x\nwidth 2\nheight 1\ncolor a #ff0000\nrows\n2a\ncolumns\n1a\n1a\ngoal aa\n"),
]


@pytest.mark.parametrize(("form", "data"), SOUND)
@sampled(20, 75, at=st.floats(0, 0.999), put=st.binary(max_size=4), cut=st.integers(0, 5))
def test_readers_survive_damage(form: str, data: bytes, at: float, put: bytes, cut: int) -> None:
    place = int(at * len(data))
    broken = data[:place] + put + data[place + cut :]
    assert_is_read_or_refused(broken, form)
    assert_is_read_or_refused(broken, None)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Assert that the block takes less processor time than this."""
    start = time.process_time()
    yield
    assert time.process_time() - start < seconds


FAR = b"2 0\n2\n0 0\n300000000 0\n2\n1 1\n0 0\n1 1\n0 0\n"


def test_memory_does_not_depend_on_the_span_of_coordinates() -> None:
    tracemalloc.start()
    model = parse(FAR, "far.geo").content
    assert isinstance(model, Model)
    lowered = Lowering(model)
    assert engines.load("dancing").count(lowered.cover) == 2
    for form, entry in FORMATS.items():
        if entry.writes and entry.kind != "nonogram":
            try:
                assert len(render(model, form).data) < 10_000
            except InputError as error:
                assert form in ("doodle", "xmpuzzle", "puzzle"), error
    with pytest.raises(InputError, match="1 by 300,000,001 places is too large"):
        doodle.write(model)
    solid = model._replace(pieces=tuple(p._replace(turn=True, flip=True) for p in model.pieces))
    with pytest.raises(InputError, match="spans more than"):
        xmpuzzle.write(solid)
    assert tracemalloc.get_traced_memory()[1] < 20 << 20
    tracemalloc.stop()


def test_many_numbers_are_read_quickly() -> None:
    size = 300_000
    message = "^x.dpf:3: orientation 1 of piece 1 has location 0 twice"
    with within(3), pytest.raises(PuzzleError, match=message):
        parse(f"{size}\n1\n1 {size} {'0 ' * size}".encode(), "x.dpf")


@pytest.mark.parametrize("form", [form for form, own in FORMATS.items() if own.reads])
def test_detection_of_formats_takes_linear_time(form: str) -> None:
    # A fifth of this text once took forty seconds.
    size = 100_000
    for part in (*"\n \t1#-<{|x", "\n ", "1 ", "1\n", "#\n", "//\n", "---\n"):
        with within(1):
            module_of(form).looks_like(part * (size // len(part)) + "!")


@pytest.mark.parametrize("form", ["dpf", "geometric", "dlx", "faase", "doodle", "xmpuzzle"])
@pytest.mark.parametrize("digits", ["9" * 5000, "0" * 5000, "-" + "9" * 5000, "²", "١"])
def test_numbers_that_int_rejects_give_at_most_a_short_error(form: str, digits: str) -> None:
    voxel = f'<puzzle><shapes><voxel x="{digits}" y="1" z="1">#</voxel></shapes></puzzle>'
    text = {"dlx": f"{digits}|a\na\n", "faase": f"{digits} A\n", "xmpuzzle": voxel}
    try:
        parse(text.get(form, digits).encode(), "x", form)
    except PuzzleError as error:
        assert len(str(error)) < 300 and error.faults[0].startswith("x")
