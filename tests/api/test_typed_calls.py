"""Calls that type checkers reject. mypy reports an unneeded `type: ignore` as an error, so each
line with one must be a type error."""

from __future__ import annotations

from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from commands import EXAMPLES

import calpuzzle as cp
from calpuzzle import api
from calpuzzle.workshop import cut_files
from calpuzzle.workshop.cut_settings import LABELS, PROFILES, Settings


def test_calls_that_type_checkers_reject_raise_errors() -> None:
    puzzle = cp.load("month-day-7x7")
    nonogram = cp.load(EXAMPLES / "cat.non", kind="nonogram")
    with pytest.raises(cp.DateError):
        puzzle.count(3.5)  # type: ignore[arg-type]
    with pytest.raises(cp.InputError, match="kref"):
        cp.cut(puzzle, "svg", kref=3)  # type: ignore[call-arg]
    with pytest.raises(cp.InputError, match="lazer"):
        cp.cut(puzzle, "svg", profile="lazer")  # type: ignore[arg-type]
    assert not hasattr(puzzle, "clues")
    with pytest.raises(AttributeError):
        print(puzzle.clues)  # type: ignore[attr-defined]
    assert nonogram.clues.width == 14
    with pytest.raises(AttributeError):
        print(nonogram.cover)  # type: ignore[attr-defined]


def test_literal_types_list_the_values_that_the_program_accepts() -> None:
    own = get_type_hints(cut_files.Measures)
    assert tuple(own) == Settings._fields
    assert get_args(own["labels"]) == LABELS
    assert get_args(cut_files.CutFormat) == tuple(cut_files.DEFAULT_PROFILES)
    assert get_args(cut_files.Profile) == tuple(PROFILES)
    source = Path(api.__file__).read_text(encoding="utf-8")
    names = source[source.index("Shipped = Literal[") :].partition("]")[0].split("[")[1]
    assert names.replace('"', " ").replace(",", " ").split() == cp.names()
