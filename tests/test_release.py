"""Consistency of several files before a release, and the C sources with other compilers."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from commands import ROOT

import calpuzzle

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_versions_agree_in_all_files() -> None:
    assert f"\nversion: {calpuzzle.__version__}\n" in text("CITATION.cff")
    first = re.findall(r"^## \[(.*?)\]", text("CHANGELOG.md"), re.MULTILINE)[0]
    assert first in ("Unreleased", calpuzzle.__version__)
    project = tomllib.loads(text("pyproject.toml"))
    built = re.findall(r"cp3(\d+)-", project["tool"]["cibuildwheel"]["build"])
    least = project["project"]["requires-python"].removeprefix(">=3.")
    assert built[0] == least and built == sorted(built, key=int)


def test_package_data_includes_every_file_of_the_package() -> None:
    patterns = tomllib.loads(text("pyproject.toml"))["tool"]["setuptools"]["package-data"]
    package = ROOT / "calpuzzle"
    named = {path for pattern in patterns["calpuzzle"] for path in package.glob(pattern)}
    there = {path for path in package.rglob("*") if path.is_file()}
    assert {path for path in there - named if path.suffix not in (".py", ".so", ".pyc")} == set()


@pytest.mark.skipif(not WORKFLOWS, reason="the workflows are in the checkout only")
def test_workflows_refer_to_existing_files() -> None:
    for path in WORKFLOWS:
        for command in re.findall(r"run: (\S+)", path.read_text(encoding="utf-8")):
            if "/" in command:
                assert (ROOT / command).is_file(), command
        for used in re.findall(r"uses: (\./\S+)", path.read_text(encoding="utf-8")):
            assert (ROOT / used).is_file(), used


STRICT = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", str(ROOT / "_core"))
# Clang stands in for MSVC: with these flags, it does not define __GNUC__ and has no C library.
MSVC = ("--target=x86_64-pc-windows-msvc", "-fms-compatibility", "-ffreestanding")
BITS = """
#include "bits.h"
static int key(board_t x, board_t y) { return x > y ? (int)(uint32_t)x : 0; }
int main(void) { return bits_lowest((board_t)1) + bits_highest(1) + bits_count(0) + key(1, 0); }
"""
LINES = '#include "line.h"\n' + BITS
C, CXX = ("-x", "c", "-std=c99"), ("-x", "c++", "-std=c++11", "-DCALPUZZLE_PORTABLE")


def complaints(compiler: str, text: str, *flags: str) -> str:
    """Return the messages of a compiler about a text, or "" if there are none."""
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    line = [compiler, *flags, *STRICT, "-"]
    done = subprocess.run(line, input=text, capture_output=True, text=True)
    assert bool(done.returncode) == bool(done.stderr)
    return done.stderr


@pytest.mark.parametrize("words", [1, 2])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("language", [C, CXX], ids=["c", "c++"])
def test_headers_compile_cleanly(compiler: str, language: tuple[str, ...], words: int) -> None:
    assert not complaints(compiler, LINES, *language, f"-DBOARD_WORDS={words}")


@pytest.mark.parametrize(("language", "words"), [("c", 1), ("c++", 1), ("c++", 2)])
def test_headers_compile_cleanly_in_msvc_mode(language: str, words: int) -> None:
    assert not complaints("clang", BITS, "-x", language, *MSVC, f"-DBOARD_WORDS={words}")


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_c_compiler_without_wide_integers_is_rejected(compiler: str) -> None:
    output = complaints(compiler, BITS, *C, "-DCALPUZZLE_PORTABLE", "-DBOARD_WORDS=2")
    assert "build with CALPUZZLE_BUILD=portable" in output


@pytest.mark.parametrize(("flags", "code"), [((), 0), (("-DCALPUZZLE_DEBUG",), -signal.SIGABRT)])
def test_a_false_invariant_aborts_in_debug_builds_only(
    flags: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    if not shutil.which("gcc"):
        pytest.skip("gcc is not installed")
    program = '#include "invariant.h"\nint main(void) { invariant(1 + 1 == 3); return 0; }'
    line = ["gcc", "-x", "c", *flags, "-I", str(ROOT / "_core"), "-o", str(tmp_path / "a"), "-"]
    subprocess.run(line, input=program, text=True, check=True)
    done = subprocess.run([tmp_path / "a"], capture_output=True, text=True)
    assert done.returncode == code
    assert ("invariant violated: 1 + 1 == 3" in done.stderr) == bool(code)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("build", "compiler"),
    [("portable", "gcc"), ("portable", "clang"), ("", "clang"), ("debug", "gcc")],
)
def test_other_builds_pass_the_core_tests(build: str, compiler: str, tmp_path: Path) -> None:
    """The modules are built in a copy of the checkout, and the compiler must print no warnings."""
    if not shutil.which(compiler):
        pytest.skip(f"{compiler} is not installed")
    for name in ("_core", "calpuzzle", "tests"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.so"))
    for name in ("setup.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    chosen = {"CC": compiler, "CXX": f"{compiler}++".replace("gcc", "g"), "CALPUZZLE_BUILD": build}
    env = os.environ | chosen | {"PYTHONPATH": f"{tmp_path}:{tmp_path / 'tests'}"}

    def run(*words: str) -> str:
        line = [sys.executable, *words]
        done = subprocess.run(line, cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        return done.stdout + done.stderr

    output = run("setup.py", "build_ext", "--inplace")
    assert not re.findall(r"^.*\bwarning: .*", output, re.MULTILINE)
    where = run("-c", "from calpuzzle._core import grow128; print(grow128.__file__)")
    assert where.startswith(str(tmp_path))
    run("-m", "pytest", "tests/core", "-m", "not slow")
