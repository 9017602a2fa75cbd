"""The programs of examples/ that share no code with calpuzzle, run without calpuzzle."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest
from commands import EXAMPLES, HEART, SMALL, c_compiler

import calpuzzle as cp

CHECKERS = EXAMPLES.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a puzzle and a certificate, and a nonogram and its proof."""
    puzzle = cp.loads(SMALL, name="small.toml", kind="puzzle")
    puzzle.save(tmp_path / "small.toml")
    puzzle.certify("B 3", str(tmp_path / "small.cert"))
    nonogram = cp.loads(HEART, name="heart.non", kind="nonogram")
    nonogram.save(tmp_path / "heart.non")
    nonogram.prove(str(tmp_path / "heart"))
    return tmp_path


def bare(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder, without environment variables."""
    return subprocess.run(
        words, cwd=folder, env={}, capture_output=True, text=True, encoding="utf-8", check=False
    )


def without_packages(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Python with nothing but the standard library on its path."""
    return bare(folder, sys.executable, "-I", "-S", *words)


def test_without_packages_hides_calpuzzle_and_numpy(folder: Path) -> None:
    for package in ("calpuzzle", "numpy"):
        done = without_packages(folder, "-c", f"import {package}")
        assert f"No module named '{package}'" in done.stderr


def test_check_certificate_rejects_the_certificate_of_another_puzzle(folder: Path) -> None:
    script = CHECKERS / "check_certificate.py"
    done = without_packages(folder, script, "small.toml", "small.cert")
    assert (done.returncode, done.stderr) == (0, "") and "4" in done.stdout.split()
    text = (folder / "small.toml").read_text()
    (folder / "small.toml").write_text(text.replace("#", ".", 1))
    assert without_packages(folder, script, "small.toml", "small.cert").returncode in (1, 2)


def test_check_nonogram_rejects_an_incomplete_proof(folder: Path) -> None:
    script = CHECKERS / "check_nonogram.py"
    done = without_packages(folder, script, "heart.non", "heart.cnf", "heart.drat")
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("0110110\n")
    (folder / "heart.drat").write_text("")
    assert without_packages(folder, script, "heart.non", "heart.cnf", "heart.drat").returncode == 1


def test_recount_agrees_with_calpuzzle(folder: Path) -> None:
    flags = ["-std=c99", "-O2", "-o", str(folder / "recount")]
    subprocess.run([c_compiler(), *flags, str(CHECKERS / "recount.c")], check=True)
    done = bare(folder, folder / "recount", "small.toml")
    assert (done.returncode, done.stderr) == (0, "")
    counts = [int(row["solutions"]) for row in csv.DictReader(done.stdout.splitlines())]
    assert counts == cp.load(folder / "small.toml", kind="puzzle").counts().ravel().tolist()
