"""Files have the same bytes in every process: they depend on no hash seed, clock or time zone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def start(folder: Path, seed: str, zone: str) -> subprocess.Popen[str]:
    """Start a process that runs the lines in a new folder under a hash seed and a time zone."""
    place = folder / seed
    place.mkdir()
    (place / "logo.svg").write_text('<svg><path d="M0 0h9v9q-9 0-9-9z"/></svg>')
    for name in ("small.toml", "three.non"):
        (place / name).write_bytes((folder / name).read_bytes())
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=place,
        env={**os.environ, "PYTHONHASHSEED": seed, "TZ": zone},
    )
    assert process.stdin
    process.stdin.write(LINES.strip())
    process.stdin.close()
    return process


@pytest.mark.long
def test_files_do_not_depend_on_the_hash_seed_or_the_time_zone(folder: Path) -> None:
    for module in ("ezdxf", "fpdf", "matplotlib", "pyarrow", "shapely", "trimesh", "manifold3d"):
        pytest.importorskip(module)
    zones = ("America/Lima", "Asia/Tokyo")
    for process in [start(folder, *each) for each in zip(SEEDS, zones, strict=True)]:
        with process:
            assert process.stderr
            errors = process.stderr.read()
        assert process.returncode == 0, errors
    first = {path.name: path.read_bytes() for path in (folder / SEEDS[0]).iterdir()}
    assert len(first) == 3 + len(LINES.strip().splitlines())
    for seed in SEEDS[1:]:
        others = {path.name: path.read_bytes() for path in (folder / seed).iterdir()}
        assert [name for name in first if first[name] != others.get(name)] == []
