"""The command lines of lines.txt: the expected output, or the one-sentence error of a command that
must neither write a file nor open a browser."""

from __future__ import annotations

import doctest
import re
import shlex
import webbrowser
from pathlib import Path

import pytest
from cases import cases
from commands import EXAMPLES, ROOT, Done, Run

MODULES = {"booklet": "fpdf", "cut": "shapely", "plot": "matplotlib", "cpsat": "ortools"}
MODULES["challenge.pdf"] = "fpdf"
"""The module of the extra that a command line with this word needs."""

TETROMINOES = "design small.toml --choose 2:tetrominoes"
VALUES = {
    "examples": EXAMPLES,
    "tetrominoes": TETROMINOES,
    "family": f"{TETROMINOES} --choose 2:trominoes",
    "sets": ROOT / "examples" / "shelf-sets.csv",
    "nines": "9" * 5000,
}
"""The values of the names in braces."""


def run_line(run: Run, words: str) -> Done:
    """Run a command line, or skip the test if a word needs an extra that is not installed."""
    parts = shlex.split(words.format(**VALUES).replace("\\n", "\n"))
    for part in parts:
        pytest.importorskip(MODULES.get(part, "sys"))
    return run(*parts)


LINES = Path(__file__).with_name("lines.txt")


@pytest.mark.parametrize(("section", "words", "expected"), cases(LINES, " ::", "said"))
def test_commands_print_the_expected_text(
    run: Run, section: str, words: str, expected: str
) -> None:
    out, *sentences = expected.replace("\\n", "\n").split("!! ")
    code = next((number for number in (1, 2) if out.startswith(f" [{number}]")), 0)
    out = out.removeprefix(f" [{code}]").removeprefix(" ").rstrip(" ")
    found = run_line(run, words)
    err = "".join(f"calpuzzle: {sentence.strip()}\n" for sentence in sentences)
    for wanted, got in ((out, found.out.rstrip("\n")), (err, found.err)):
        assert doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS), got
    assert found.code == code


@pytest.mark.parametrize(("section", "words", "sentence"), cases(LINES, " :: ", "refused"))
def test_invalid_commands_print_one_sentence_and_write_nothing(
    run: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    section: str,
    words: str,
    sentence: str,
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda _: pytest.fail("a browser was opened"))
    (folder / "inner").mkdir()
    (folder / "bad.txt").write_text("zz\n")
    (folder / "empty.txt").write_text(" \n")
    before = sorted(folder.iterdir())
    found = run_line(run, words)
    # The number of sets is printed before the error.
    found = found._replace(err=re.sub(r".* sets of pieces: .*\n", "", found.err))
    assert sentence.removeprefix("[1] ") in found.sentence(1 + (not sentence.startswith("[1] ")))
    assert sorted(folder.iterdir()) == before
