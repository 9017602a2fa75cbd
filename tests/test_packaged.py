"""The wheel and the source archive of the last commit contain all that is needed, and nothing else.

Both are built from a fresh clone and installed into an empty environment: the wheel without a
compiler, the archive with a C compiler only. The variable PYTHONS names other interpreters to test.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from commands import ROOT

PYTHONS = os.environ.get("PYTHONS", sys.executable).split()
COMPILER = ("gcc", "as", "ld")
ONLY_CHECKOUT = (".ci/", ".github/", ".editorconfig", ".gitignore", ".pre-commit-config.yaml")
TABLES = "calpuzzle/tables/"
GENERATED = ("PKG-INFO", "setup.cfg", "calpuzzle.egg-info/")
"""Files of the archive that are not in the checkout."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a clone of the checkout is built"),
    pytest.mark.skipif(sys.platform != "linux", reason="the tools are those of Linux"),
]


class Distributions(NamedTuple):
    """The wheel for a Python and the archive, with the names of the files that git tracks."""

    python: str
    wheel: Path
    archive: Path
    tracked: list[str]


def call(*words: object, folder: Path, path: str | None = None) -> str:
    """Run a program with only PATH and the settings of pip, and return its stdout."""
    settings = {"PATH": path or os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    pip_env = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    line = list(map(str, words))
    done = subprocess.run(line, cwd=folder, env=pip_env | settings, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(line)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def tool(name: str) -> Path:
    return Path(sys.executable).with_name(name)


@pytest.fixture(scope="module", params=PYTHONS)
def dist(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """Build the archive and, from it, the wheel with its manylinux tag."""
    folder = tmp_path_factory.mktemp("packaged")
    call("git", "clone", "-q", ROOT, folder / "clone", folder=folder)
    tracked = call("git", "ls-files", folder=folder / "clone").splitlines()
    call(sys.executable, "-m", "build", "--sdist", "-o", folder, folder / "clone", folder=folder)
    (archive,) = folder.glob("*.tar.gz")
    wheels = folder / "raw"
    call(request.param, "-m", "pip", "wheel", "--no-deps", "-w", wheels, archive, folder=folder)
    tools = f"{tool('auditwheel').parent}:{os.environ['PATH']}"
    repair = (tool("auditwheel"), "repair", "-w", folder)
    call(*repair, *wheels.glob("*.whl"), folder=folder, path=tools)
    (wheel,) = folder.glob("*.whl")
    return Distributions(request.param, wheel, archive, tracked)


def environment(python: str, folder: Path, package: Path, compiler: tuple[str, ...] = ()) -> str:
    """Install a package into an empty environment, and return a PATH for it and `compiler`."""
    call(python, "-m", "venv", folder / "fresh", folder=folder)
    programs = folder / "fresh" / "bin"
    for name in compiler:
        found = shutil.which(name)
        assert found, f"{name} is missing"
        (programs / name).symlink_to(found)
    call(programs / "python", "-m", "pip", "install", package, folder=folder, path=str(programs))
    return str(programs)


def use(path: str, folder: Path) -> None:
    """Run the commands that a new user tries first, and check their results."""

    def run(*words: str) -> str:
        return call(Path(path) / "calpuzzle", *words, folder=folder, path=path)

    assert run("selftest").splitlines()[-1].startswith("all ")
    assert run("count", "Jan 1 Sat", "dray") == "54\n"
    assert run("count", "any", "month-day-7x7") == "25061\n"
    assert run("table", "--sort", "-solutions", "--head", "1").endswith("  197\n")
    assert run("solve", "Jan 1", "month-day-7x7", "-o", "jan.svg") == ""
    assert (folder / "jan.svg").read_text().startswith("<svg")
    run("play", "dray", "--export", "page.html")
    assert (folder / "page.html").read_text().startswith("<!DOCTYPE html>")


def test_the_wheel_contains_all_files_and_no_others(dist: Distributions) -> None:
    with zipfile.ZipFile(dist.wheel) as file:
        names = {name for name in file.namelist() if not re.search(r"\.dist-info/|/$", name)}
        tables = {
            own.filename: own.compress_size for own in file.infolist() if TABLES in own.filename
        }
        (metadata,) = (name for name in file.namelist() if name.endswith("/METADATA"))
        assert not re.search(r"\]\((?!https?:)", file.read(metadata).decode())
    assert sum(tables.values()) < 300_000
    compiled = {name for name in names if name.endswith(".so")}
    assert {Path(name).name.partition(".")[0] for name in compiled} == {
        Path(name).stem for name in dist.tracked if name.endswith(".pyx")
    }
    tracked = {name for name in dist.tracked if name.startswith("calpuzzle/")}
    counts = {TABLES + name[8:] for name in dist.tracked if re.fullmatch("results/[^/]*.csv", name)}
    manual = {name for name in names if name.endswith(".data/data/share/man/man1/calpuzzle.1")}
    assert names - compiled == tracked | counts | manual and len(manual) == 1


def test_the_archive_contains_all_files_and_no_others(dist: Distributions) -> None:
    with tarfile.open(dist.archive) as file:
        members = [member.name.partition("/")[2] for member in file if member.isfile()]
    assert {name for name in members if not name.startswith(GENERATED)} == {
        name for name in dist.tracked if not name.startswith(ONLY_CHECKOUT)
    }


def test_twine_and_check_wheel_contents_find_no_fault(dist: Distributions) -> None:
    call(tool("twine"), "check", "--strict", dist.wheel, dist.archive, folder=dist.wheel.parent)
    call(tool("check-wheel-contents"), dist.wheel, folder=dist.wheel.parent)
    assert "cp311-abi3-manylinux" in dist.wheel.name


def test_the_wheel_needs_no_compiler(dist: Distributions, tmp_path: Path) -> None:
    use(environment(dist.python, tmp_path, dist.wheel), tmp_path)


def test_the_archive_needs_only_a_c_compiler(dist: Distributions, tmp_path: Path) -> None:
    use(environment(dist.python, tmp_path, dist.archive, COMPILER), tmp_path)
