"""Pyright, which editors run, accepts the examples of the docs and typical user code."""

from __future__ import annotations

import doctest
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import user_snippets
from commands import ROOT

DOCS = sorted(path for path in (ROOT / "docs").glob("*.md") if "```pycon" in path.read_text())


@pytest.mark.long
def test_pyright_accepts_the_docs_and_typical_user_code(tmp_path: Path) -> None:
    program = shutil.which("basedpyright", path=Path(sys.executable).parent)
    if program is None:
        pytest.skip("basedpyright is not installed")
    for page in DOCS:
        examples = doctest.DocTestParser().get_examples(page.read_text(encoding="utf-8"))
        text = "".join(example.source for example in examples)
        name = page.stem.replace("-", "_")
        (tmp_path / f"{name}.py").write_text(f"import calpuzzle as cp\n{text}", encoding="utf-8")
    python = ["--pythonpath", sys.executable, "--level", "error"]
    files = [*tmp_path.glob("*.py"), Path(user_snippets.__file__)]
    done = subprocess.run(
        [program, *python, *files], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_typical_user_code_runs(tmp_path: Path) -> None:
    user_snippets.loading(tmp_path)
    user_snippets.dates()
    user_snippets.solving()
    user_snippets.tables()
    user_snippets.covers()
    user_snippets.nonograms()
