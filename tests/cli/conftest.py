"""Command lines are run in a folder with a small puzzle of each kind."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cli.nonograms import Call, save
from commands import FILES, Done, Run, program

from calpuzzle.cli import main
from calpuzzle.nonogram.puzzle import Clues, black


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object, **_: Any) -> Done:
        capsys.readouterr()
        code = main([str(word) for word in words])
        return Done(code, *capsys.readouterr())

    return call


@pytest.fixture
def process(folder: Path) -> Run:
    """Run a command line as a process of its own; options are those of subprocess.run."""

    def call(*words: object, **options: Any) -> Done:
        streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        options = streams | {"text": True, "encoding": "utf-8", "timeout": 120} | options
        options["env"] = {**os.environ, **options.get("env", {})}
        done = subprocess.run([program(), *map(str, words)], **options, check=False)
        return Done(done.returncode, done.stdout or "", done.stderr or "")

    return call


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*words: object) -> Done:
        code = main(["nonogram", *map(str, words)])
        return Done(code, *capsys.readouterr())

    return run


@pytest.fixture
def heart_file(tmp_path: Path, heart: Clues) -> Path:
    return save(tmp_path / "heart.non", heart._replace(notes=(("title", "Heart"),)))


@pytest.fixture
def two(tmp_path: Path) -> Path:
    return save(tmp_path / "two.non", Clues((black([1]),) * 2, (black([1]),) * 2))


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    return save(tmp_path / "endless.non", Clues((black([1]),) * 14, (black([1]),) * 14))
