"""Files have the same bytes in every process: they depend on no hash seed, clock or time zone."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import c_compiler

SEEDS = ("0", "4")
"""Hash seeds that order sets of strings differently."""

LINES = """
cut small.toml -o a.svg --names
cut small.toml -o a.dxf --names
cut small.toml -o a.pdf --names
cut small.toml -o a.scad --names
cut small.toml -o a.stl --names
cut small.toml -o b.dxf --notch 9 --frame 40 --engrave A --engrave logo.svg --engrave https://a.b
cut --coupon -o coupon.dxf
booklet 2027 month-day-7x7-w --calendar -o wall.pdf
play small.toml --export page.html
play three.non --export nonogram.html
puzzles --like 7x7 -o list.html
table small.toml -o plot.svg
batch small.toml -o table.csv
batch small.toml -o table.json
batch small.toml -o table.parquet
certify A 1 small.toml -o certificate.txt
solve A 1 small.toml --all --format json -o solutions.json
solve A 1 small.toml --all --format svg -o solutions.svg
new 7x7 -o new.toml
convert soma soma.dpf
convert sticks sticks.cnf
convert sticks sticks.lp
convert sticks sticks.mps
convert sticks sticks.dlx
convert sticks sticks.mod
convert sticks --format dot -o sticks.dot
convert soma soma.xmpuzzle
convert three.non three.xml
convert three.non three.json
"""

SCRIPT = """
import sys
from calpuzzle.cli import main
for line in sys.stdin:
    if main(line.split()):
        sys.exit(line)
"""


LATER = """
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
static const time_t shift = 2000L * 24 * 3600 + 12345;
int clock_gettime(clockid_t clock, struct timespec *now)
{
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    if (!failed && clock == CLOCK_REALTIME) now->tv_sec += shift;
    return failed;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec exact;
    int failed = clock_gettime(CLOCK_REALTIME, &exact);
    *now = (struct timeval){ exact.tv_sec, exact.tv_nsec / 1000 };
    (void)zone;
    return failed;
}
time_t time(time_t *now)
{
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    return now ? *now = exact.tv_sec : exact.tv_sec;
}
"""
"""A C library that replaces the clock of a process with one that is 2000 days fast."""


def later_clock(folder: Path) -> dict[str, str]:
    """Compile LATER, and return the environment that gives a process its clock."""
    if sys.platform != "linux":
        pytest.skip("LD_PRELOAD is for Linux")
    (folder / "later.c").write_text(LATER)
    library = folder / "later.so"
    words = [c_compiler(), "-shared", "-fPIC", "-o", str(library), str(folder / "later.c")]
    subprocess.run(words, check=True)
    preloaded = f"{os.environ.get('LD_PRELOAD', '')} {library}".strip()
    environment = {"LD_PRELOAD": preloaded}
    script = "import datetime, time; print(time.time(), datetime.datetime.now().timestamp())"
    shown = subprocess.check_output(
        [sys.executable, "-c", script], env={**os.environ, **environment}, text=True
    )
    assert all(float(clock) > time.time() + 1900 * 24 * 3600 for clock in shown.split())
    return environment


def start(folder: Path, name: str, **environment: str) -> subprocess.Popen[str]:
    """Start a process that runs the lines in a new folder called `name`."""
    place = folder / name
    place.mkdir()
    (place / "logo.svg").write_text('<svg><path d="M0 0h9v9q-9 0-9-9z"/></svg>')
    for file in ("small.toml", "three.non"):
        (place / file).write_bytes((folder / file).read_bytes())
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=place,
        env={**os.environ, **environment},
    )
    assert process.stdin
    process.stdin.write(LINES.strip())
    process.stdin.close()
    return process


def files_of(folder: Path, process: subprocess.Popen[str]) -> dict[str, bytes]:
    """Wait for the process, and return the files in its folder."""
    with process:
        assert process.stderr
        errors = process.stderr.read()
    assert process.returncode == 0, errors
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(files) == 3 + len(LINES.strip().splitlines())
    return files


def assert_same_files(first: dict[str, bytes], second: dict[str, bytes]) -> None:
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


@pytest.fixture
def _libraries() -> None:
    """Skip the test if a library that a line needs is missing."""
    for module in ("ezdxf", "fpdf", "matplotlib", "pyarrow", "shapely", "trimesh", "manifold3d"):
        pytest.importorskip(module)


@pytest.mark.slow
@pytest.mark.usefixtures("_libraries")
def test_files_do_not_depend_on_the_hash_seed_or_the_time_zone(folder: Path) -> None:
    zones = ("America/Lima", "Asia/Tokyo")
    processes = [
        start(folder, seed, PYTHONHASHSEED=seed, TZ=zone)
        for seed, zone in zip(SEEDS, zones, strict=True)
    ]
    assert_same_files(*map(files_of, (folder / seed for seed in SEEDS), processes))


@pytest.mark.slow
@pytest.mark.usefixtures("_libraries")
def test_files_do_not_depend_on_the_clock(folder: Path) -> None:
    environment = later_clock(folder)
    processes = start(folder, "now"), start(folder, "later", **environment)
    assert_same_files(*map(files_of, (folder / "now", folder / "later"), processes))
