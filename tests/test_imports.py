"""What a command loads: the heavy libraries only where they are needed."""

import subprocess
import sys

import pytest

HEAVY = {"numpy", "pandas", "matplotlib", "tqdm", "pyarrow"}
CASES = [
    (["--version"], HEAVY),
    (["--help"], HEAVY),
    (["count", "Sat Jan 1"], HEAVY | {"dataclasses", "inspect", "shutil"}),
    (["solve", "Sat Jan 1"], HEAVY),
    (["solve", "Sat Jan 1", "--format", "json"], HEAVY),
    (["solve", "Sat Jan 1", "--random", "--format", "svg"], HEAVY - {"numpy"}),
    (["puzzles"], HEAVY),
    (["show"], HEAVY),
    (["check", "dray"], HEAVY),
    (["stats", "-p", "month-day-7x7"], {"matplotlib", "tqdm"}),
]


@pytest.mark.parametrize(("words", "unwanted"), CASES, ids=lambda case: " ".join(sorted(case))[:30])
def test_heavy_modules_are_not_loaded(words, unwanted, tmp_path):
    script = (
        "import sys\nbefore = set(sys.modules)\nfrom calpuzzle.cli import main\n"
        f"try:\n    code = main({words!r})\nexcept SystemExit as stop:\n    code = stop.code\n"
        f"print(code, sorted({unwanted!r} & (set(sys.modules) - before)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[-1] == "0 []"


def test_import_of_the_package_is_light():
    script = "import sys, calpuzzle\nassert not {'numpy', 'pandas'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)
