"""What callers from other libraries expect: types, immutable objects, files, tables."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commands import DIAGONALS, SMALL

import calpuzzle as cp

DRAY = cp.load("dray")
SMALL_PUZZLE = cp.loads(SMALL, name="small.toml", kind="puzzle")
NONOGRAM = cp.loads(DIAGONALS, name="three.non", kind="nonogram")
COVER = cp.Cover("ab", ["ax", "bx", "a", "b"], "x")


# --- types


def callables() -> Iterator[Any]:
    for name in getattr(cp, "__all__"):  # noqa: B009  (the stub has none)
        thing = getattr(cp, name)
        if callable(thing):
            yield pytest.param(thing, id=name)
        for own in dir(thing) if inspect.isclass(thing) else ():
            member = inspect.getattr_static(thing, own)
            member = getattr(member, "fget", getattr(member, "__func__", member))
            if inspect.isfunction(member) and (own == "__init__" or own[0] != "_"):
                yield pytest.param(member, id=f"{name}.{own}")


@pytest.mark.parametrize("thing", [*callables()])
def test_type_hints_can_be_evaluated(thing: Any) -> None:
    typing.get_type_hints(thing)


# --- immutable handles


@pytest.mark.parametrize(
    "handle", [SMALL_PUZZLE, NONOGRAM, COVER, DRAY.cover, SMALL_PUZZLE.solve("B 3")[0]], ids=repr
)
def test_handles_cannot_be_changed(handle: Any) -> None:
    before = dict(vars(handle))
    for name in (*vars(handle), "misspelt"):
        with pytest.raises(AttributeError, match=f"is immutable, so {name} cannot be set"):
            setattr(handle, name, "x")
        with pytest.raises(AttributeError, match="cannot be deleted"):
            delattr(handle, name)
    assert vars(handle) == before


# --- files


def test_a_puzzle_is_saved_in_the_format_of_the_ending(tmp_path: Path) -> None:
    for name in ("own.toml", "own.dpf", "own.dlx"):
        SMALL_PUZZLE.restricted("B 3").save(tmp_path / name)
        found: Any = cp.load(tmp_path / name)
        assert (found.solve("any") if name == "own.toml" else found).count() == 4
    assert cp.loads(SMALL_PUZZLE.to_toml(), name="small") == SMALL_PUZZLE
    with pytest.raises(cp.InputError, match=r"the ending of .*own.docx names no format"):
        SMALL_PUZZLE.save(tmp_path / "own.docx")


def test_a_nonogram_is_converted_with_a_warning_of_what_is_lost() -> None:
    text = DIAGONALS.replace("rows", "copyright me\nrows", 1)
    nonogram = cp.loads(text, name="three.non", kind="nonogram")
    with pytest.warns(cp.FormatWarning, match="left out"):
        again = cp.loads(nonogram.convert("text"), kind="nonogram")
    assert again.count() == 6


def test_a_date_and_placements_are_converted() -> None:
    placed = SMALL_PUZZLE.solve("B 3")[0].written().split()[0]
    left = SMALL_PUZZLE.restricted("B 3", placed)
    assert (left.shape, len(left.pieces)) == ((1, 1), 3)
    assert left.count("B 3") == SMALL_PUZZLE.count("B 3", placed) > 0
    assert b"p cnf" in left.convert("cnf")
