"""The wheel and the source archive of the last commit: what is in them, and that they are enough.

Both are made from a fresh clone and installed into an empty environment, the wheel where there is
no compiler, the archive where there is one of C alone. PYTHONS names other interpreters to try.
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
MADE = ("PKG-INFO", "setup.cfg", "calpuzzle.egg-info/")
"""What the archive has and the checkout has not."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="a clone of the checkout is built"),
    pytest.mark.skipif(sys.platform != "linux", reason="the tools are those of Linux"),
]


class Made(NamedTuple):
    """What was built for a Python: its wheel, the archive, and what git says is in the clone."""

    python: str
    wheel: Path
    archive: Path
    tracked: list[str]


def call(*words: object, folder: Path, path: str | None = None) -> str:
    """What a program prints; it sees nothing of this process but PATH, or the `path` given."""
    settings = {"PATH": path or os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    line = list(map(str, words))
    done = subprocess.run(line, cwd=folder, env=kept | settings, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(line)}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


def tool(name: str) -> Path:
    return Path(sys.executable).with_name(name)


@pytest.fixture(scope="module", params=PYTHONS)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The archive, and from it the wheel with the tag of the systems that it runs on."""
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
    return Made(request.param, wheel, archive, tracked)


def environment(python: str, folder: Path, package: Path, compiler: tuple[str, ...] = ()) -> str:
    """The package in an empty environment; a PATH with its programs alone."""
    call(python, "-m", "venv", folder / "fresh", folder=folder)
    programs = folder / "fresh" / "bin"
    for name in compiler:
        found = shutil.which(name)
        assert found, f"{name} is missing"
        (programs / name).symlink_to(found)
    call(programs / "python", "-m", "pip", "install", package, folder=folder, path=str(programs))
    return str(programs)


def use(path: str, folder: Path) -> None:
    """What a person does on the first day."""

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


def test_the_wheel_has_all_and_nothing_else(made: Made) -> None:
    with zipfile.ZipFile(made.wheel) as file:
        names = {name for name in file.namelist() if not re.search(r"\.dist-info/|/$", name)}
        tables = {
            own.filename: own.compress_size for own in file.infolist() if TABLES in own.filename
        }
        (metadata,) = (name for name in file.namelist() if name.endswith("/METADATA"))
        assert not re.search(r"\]\((?!https?:)", file.read(metadata).decode())
    assert sum(tables.values()) < 300_000
    compiled = {name for name in names if name.endswith(".so")}
    assert {Path(name).name.partition(".")[0] for name in compiled} == {
        Path(name).stem for name in made.tracked if name.endswith(".pyx")
    }
    tracked = {name for name in made.tracked if name.startswith("calpuzzle/")}
    counts = {TABLES + name[8:] for name in made.tracked if re.fullmatch("results/[^/]*.csv", name)}
    manual = {name for name in names if name.endswith(".data/data/share/man/man1/calpuzzle.1")}
    assert names - compiled == tracked | counts | manual and len(manual) == 1


def test_the_archive_has_all_and_nothing_else(made: Made) -> None:
    with tarfile.open(made.archive) as file:
        members = [member.name.partition("/")[2] for member in file if member.isfile()]
    assert {name for name in members if not name.startswith(MADE)} == {
        name for name in made.tracked if not name.startswith(ONLY_CHECKOUT)
    }


def test_the_tools_find_no_fault(made: Made) -> None:
    call(tool("twine"), "check", "--strict", made.wheel, made.archive, folder=made.wheel.parent)
    call(tool("check-wheel-contents"), made.wheel, folder=made.wheel.parent)
    assert "cp311-abi3-manylinux" in made.wheel.name


def test_the_wheel_needs_no_compiler(made: Made, tmp_path: Path) -> None:
    use(environment(made.python, tmp_path, made.wheel), tmp_path)


def test_the_archive_needs_a_compiler_of_c_alone(made: Made, tmp_path: Path) -> None:
    use(environment(made.python, tmp_path, made.archive, COMPILER), tmp_path)
