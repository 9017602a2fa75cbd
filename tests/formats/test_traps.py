"""Files made to take long, or memory by what their numbers say: each is read or refused soon."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from calpuzzle import engines
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.formats import dlx, doodle, dpf, xmpuzzle
from calpuzzle.formats.registry import FORMATS, module_of, parse, render
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


@contextmanager
def soon(seconds: float) -> Iterator[None]:
    """Fail where the block takes more time of the processor."""
    start = time.process_time()
    yield
    assert time.process_time() - start < seconds


FAR = b"2 0\n2\n0 0\n300000000 0\n2\n1 1\n0 0\n1 1\n0 0\n"


def test_coordinates_take_no_memory_by_their_span() -> None:
    tracemalloc.start()
    model = parse(FAR, "far.geo").thing
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


def test_a_hundred_thousand_items_of_dlx() -> None:
    items = [f"i{k}" for k in range(100_000)]
    text = " ".join(items[:50_000]) + " | " + " ".join(items[50_000:]) + "\n"
    with soon(6):
        cover = dlx.read(text + "\n".join(items) + "\n", "x.dlx")
    assert (len(cover.primary), len(cover.secondary), len(cover.options)) == (50_000,) * 2 + (
        100_000,
    )


def test_three_thousand_points_and_pieces() -> None:
    points = "\n".join(f"{k} {k % 7}" for k in range(3000))
    pieces = "\n".join("1 3\n0 0" for _ in range(3000))
    with soon(3):
        model = parse(f"2 0\n3000\n{points}\n3000\n{pieces}\n".encode(), "x.geo").thing
    assert isinstance(model, Model) and len(model.pieces) == 3000


def test_twenty_thousand_shapes_of_burrtools() -> None:
    shapes = '<voxel x="1" y="1" z="1" type="0">#</voxel>\n' * 20_000
    used = "".join(f'<shape id="{k}" count="1"/>\n' for k in range(20_000))
    text = f"<puzzle><shapes>{shapes}</shapes><problems><problem><shapes>{used}</shapes>"
    with soon(3):
        model = parse(
            f'{text}<result id="0"/></problem></problems></puzzle>'.encode(), "x.xml"
        ).thing
    assert isinstance(model, Model) and len(model.pieces) == 20_000


def test_millions_of_numbers() -> None:
    size = 1_000_000
    with soon(10), pytest.raises(PuzzleError, match=r"x.dpf:3: location|orientation 1 of piece 1"):
        parse(f"{size}\n1\n1 {size} {'0 ' * size}".encode(), "x.dpf")


def test_default_attributes_do_not_multiply() -> None:
    head = f"<!DOCTYPE puzzle [<!ATTLIST a b CDATA '{'x' * 100_000}'>]>"
    with soon(1), pytest.raises(PuzzleError, match=r"x.xml:1: XML entities and other declarations"):
        parse(f"{head}<puzzle>{'<a/>' * 100_000}</puzzle>".encode(), "x.xml", "xmpuzzle")


@pytest.mark.parametrize("form", [form for form, own in FORMATS.items() if own.reads])
def test_formats_are_told_in_time_linear_in_the_text(form: str) -> None:
    """Twenty times the text that took forty seconds."""
    size = 400_000
    for part in (
        "\n",
        " ",
        "\t",
        "\n ",
        "1 ",
        "1\n",
        "#\n",
        "-",
        "<",
        "{",
        "|",
        "//\n",
        "x",
        "---\n",
    ):
        with soon(2):
            module_of(form).looks_like(part * (size // len(part)) + "!")


@pytest.mark.parametrize("form", ["dpf", "geometric", "dlx", "faase", "doodle", "xmpuzzle"])
@pytest.mark.parametrize("digits", ["9" * 5000, "0" * 5000, "-" + "9" * 5000, "²", "١"])
def test_numbers_that_python_would_not_convert(form: str, digits: str) -> None:
    voxel = f'<puzzle><shapes><voxel x="{digits}" y="1" z="1">#</voxel></shapes></puzzle>'
    text = {"dlx": f"{digits}|a\na\n", "faase": f"{digits} A\n", "xmpuzzle": voxel}
    try:
        parse(text.get(form, digits).encode(), "x", form)
    except PuzzleError as error:
        assert len(str(error)) < 300 and error.faults[0].startswith("x")


def test_a_zero_in_front_is_no_fault() -> None:
    zeros = "0" * 5000
    reading = dpf.read(f"{zeros}2 {zeros}1 +1 {zeros}2 {zeros} 1", "x")
    assert reading == dpf.read("2 1 1 2 0 1", "x")
