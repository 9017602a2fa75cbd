"""Fixtures that run command lines in a folder with a small puzzle of each kind."""

from __future__ import annotations

import os
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from commands import FILES, Done, Run, program

from calpuzzle.cli import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object, **_: Any) -> Done:
        capsys.readouterr()
        code = main([str(word) for word in words])
        return Done(code, *capsys.readouterr())

    return call


@pytest.fixture
def nonogram(run: Run) -> Run:
    """Return a function that runs the command `nonogram` with the given words."""
    return partial(run, "nonogram")


@pytest.fixture
def process(folder: Path) -> Run:
    """Return a function that runs a command line with subprocess.run, which gets its options."""

    def call(*words: object, **options: Any) -> Done:
        streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        options = streams | {"text": True, "encoding": "utf-8", "timeout": 120} | options
        options["env"] = {**os.environ, **options.get("env", {})}
        done = subprocess.run([program(), *map(str, words)], **options, check=False)
        return Done(done.returncode, done.stdout or "", done.stderr or "")

    return call
