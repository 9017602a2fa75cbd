"""Command lines, as lines.txt has them: what is said, and what is refused (one sentence, no file,
and no browser)."""

from __future__ import annotations

import doctest
import re
import shlex
import webbrowser
from pathlib import Path

import pytest
from cases import cases
from commands import EXAMPLES, ROOT, Done, Run

WANTED = {"booklet": "fpdf", "cut": "shapely", "plot": "matplotlib", "cpsat": "ortools"}
WANTED["challenge.pdf"] = "fpdf"
"""The modules without which a command says that an extra is missing."""

TETROMINOES = "design small.toml --choose 2:tetrominoes"
PLACES = {
    "examples": EXAMPLES,
    "tetrominoes": TETROMINOES,
    "family": f"{TETROMINOES} --choose 2:trominoes",
    "sets": ROOT / "examples" / "shelf-sets.csv",
    "nines": "9" * 5000,
}
"""What may stand in braces."""


def done(run: Run, words: str) -> Done:
    parts = shlex.split(words.format(**PLACES).replace("\\n", "\n"))
    for part in parts:
        pytest.importorskip(WANTED.get(part, "sys"))
    return run(*parts)


LINES = Path(__file__).with_name("lines.txt")


@pytest.mark.parametrize(("section", "words", "said"), cases(LINES, " ::", "said"))
def test_said(run: Run, section: str, words: str, said: str) -> None:
    out, *told = said.replace("\\n", "\n").split("!! ")
    code = next((number for number in (1, 2) if out.startswith(f" [{number}]")), 0)
    out = out.removeprefix(f" [{code}]").removeprefix(" ").rstrip(" ")
    found = done(run, words)
    err = "".join(f"calpuzzle: {sentence.strip()}\n" for sentence in told)
    for wanted, got in ((out, found.out.rstrip("\n")), (err, found.err)):
        assert doctest.OutputChecker().check_output(wanted, got, doctest.ELLIPSIS), got
    assert found.code == code


@pytest.mark.parametrize(("section", "words", "sentence"), cases(LINES, " :: ", "refused"))
def test_refused(
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
    found = done(run, words)
    # How many sets there are is told before.
    found = found._replace(err=re.sub(r".* sets of pieces: .*\n", "", found.err))
    assert sentence.removeprefix("[1] ") in found.sentence(1 + (not sentence.startswith("[1] ")))
    assert sorted(folder.iterdir()) == before
