"""The sources under other compilers, and with the paths that a compiler without builtins takes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands import ROOT

STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", str(ROOT / "_core"))
# What makes clang a stand-in for MSVC: it knows neither GCC's builtins nor a library of C.
MSVC = ("--target=x86_64-pc-windows-msvc", "-fms-compatibility", "-ffreestanding")
BITS = """
#include "bits.h"
int main(void) { return bits_lowest((board_t)1) + bits_highest((board_t)1) + bits_count(0); }
"""
LINES = '#include "line.h"\n' + BITS
C, CXX = ("-x", "c", "-std=c99"), ("-x", "c++", "-std=c++11", "-DCALPUZZLE_PORTABLE")


def complaints(compiler: str, text: str, *flags: str) -> str:
    """What the compiler says of the text: nothing where it takes it, and warns of nothing."""
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    line = [compiler, *flags, *STRICT, "-"]
    done = subprocess.run(line, input=text, capture_output=True, text=True)
    assert bool(done.returncode) == bool(done.stderr)
    return done.stderr


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("language", [C, CXX], ids=["c", "c++"])
def test_headers(compiler: str, language: tuple[str, ...], words: int) -> None:
    assert not complaints(compiler, LINES, *language, f"-DBOARD_WORDS={words}")


@pytest.mark.parametrize(("language", "words"), [("c", 1), ("c++", 1), ("c++", 2)])
def test_headers_as_msvc_reads_them(language: str, words: int) -> None:
    assert not complaints("clang", BITS, "-x", language, *MSVC, f"-DBOARD_WORDS={words}")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_compiler_of_c_without_wide_integers_is_refused(compiler: str) -> None:
    said = complaints(compiler, BITS, *C, "-DCALPUZZLE_PORTABLE", "-DBOARD_WORDS=2")
    assert "build with CALPUZZLE_BUILD=portable" in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("build", "compiler"), [("portable", "gcc"), ("portable", "clang"), ("", "clang")]
)
def test_the_modules(build: str, compiler: str, tmp_path: Path) -> None:
    """Built in a copy, they give the same answers; the compiler warns of nothing."""
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    for name in ("_core", "calpuzzle", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so"))
    for name in ("setup.py", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    chosen = {"CC": compiler, "CXX": f"{compiler}++".replace("gcc", "g"), "CALPUZZLE_BUILD": build}
    env = os.environ | chosen | {"PYTHONPATH": f"{tmp_path}:{tmp_path / 'tests'}"}

    def run(*words: str) -> str:
        line = [sys.executable, *words]
        done = subprocess.run(line, cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        return done.stdout + done.stderr

    said = run("setup.py", "build_ext", "--inplace")
    assert not re.findall(r"^.*\bwarning: .*", said, re.MULTILINE)
    where = run("-c", "from calpuzzle._core import grow128; print(grow128.__file__)")
    assert where.startswith(str(tmp_path))
    run("-m", "pytest", "tests/core", "-m", "not slow")
