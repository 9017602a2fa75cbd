"""Error messages for invalid files of each format. The cases are in faults.txt."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from cases import cases

from calpuzzle.base.errors import CannotDoError, InputError, PuzzleError
from calpuzzle.formats import matrix
from calpuzzle.formats.picture_reader import load_picture
from calpuzzle.formats.registry import parse
from calpuzzle.formats.solver_solution import read_solution
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

DRAWN = b"##\n####\n  ##\n---\n *\n**\n---\n*\n*\n---\n*\n**\n"
FAULTS = Path(__file__).with_name("faults.txt")
LABELS = " ".join(f"L{k}" for k in range(70))


def read(form: str) -> None:
    """Read the file `f`: a solver's solution of the drawn puzzle, a picture, or a format."""
    if form == "solution":
        model = parse(DRAWN, "two.txt").content
        assert isinstance(model, Model)
        read_solution("f", Lowering(model))
    elif form == "picture":
        load_picture("f")
    else:
        parse(Path("f").read_bytes(), "f", form)


def text_of(given: str) -> bytes:
    """Return the bytes of a case, with Python escapes decoded."""
    return given.encode().decode("unicode_escape").encode("utf-8", "surrogateescape")


@pytest.mark.parametrize(("form", "given", "message"), cases(FAULTS, " ! "))
def test_invalid_file_raises_the_expected_message(
    form: str, given: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f").write_bytes(text_of(given))
    with pytest.raises((InputError, CannotDoError)) as raised:
        read(form)
    faults = getattr(raised.value, "faults", ())
    assert any(message in fault for fault in (str(raised.value), *faults))


@pytest.mark.parametrize(
    ("form", "given", "message"),
    [
        ("faase", "9" * 5000, "f:1: an item does not fit in 64 bits"),
        ("json", "[" * 100_000, "nesting too deep"),
        ("picture", "#" * 1001, "f: the drawing is larger than 1000 by 1000"),
        ("picture", "P1 " + "9" * 5000 + " 2", "f:1: the width does not fit in 64 bits"),
        ("doodle", "#" * 100_001 + "\n---\n#\n", "^f: the drawing has more than 100,000 cells$"),
        ("text", "1\n" * 1001, "^f:1001: there are more than 1000 lines of clues$"),
        ("g", ":\n" + "1\n" * 1001 + ":\n1\n:\n", "^f:2: there are more than 1000 lines of clues$"),
        (
            "puzzle",
            f"board = '{LABELS}'\n[groups]\nday = {{ labels = '{LABELS}', open = [0, 70] }}\n",
            f"^f: group day can leave more than {sys.maxsize:,} sets of labels uncovered, too "
            "many; lower the maximum",
        ),
    ],
)
def test_invalid_long_file_raises_the_expected_message(
    form: str, given: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f").write_text(given)
    with pytest.raises(PuzzleError, match=message):
        read(form)


def test_a_matrix_above_the_limit_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "MAX_CELLS", 6)
    assert parse(b"1 0 1\n0 1 0\n", "f", "matrix").content
    with pytest.raises(PuzzleError, match=r"^f:3: the matrix has more than 6 numbers$"):
        parse(b"1 0 1\n0 1 0\n1 1 1\n", "f", "matrix")
