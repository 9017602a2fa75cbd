"""Commands load heavy libraries only if they need them."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import calpuzzle

HEAVY = {"numpy", "pandas", "matplotlib", "tqdm", "pyarrow", "shapely", "fpdf", "distributed"}
CASES: list[tuple[str, set[str]]] = [
    ("count 'Sat Jan 1'", HEAVY | {"dataclasses", "inspect", "shutil"}),
    ("--version", HEAVY),
    ("--help", HEAVY),
    ("solve 'Sat Jan 1'", HEAVY),
    ("solve 'Sat Jan 1' --format json", HEAVY),
    ("puzzles", HEAVY),
    ("show", HEAVY),
    ("check dray --seconds 0", HEAVY),
    ("new 7x7", HEAVY),
    ("cut --help", HEAVY),
    ("booklet --help", HEAVY),
    ("design --help", HEAVY - {"numpy"}),
    ("solve 'Sat Jan 1' --random --format svg", HEAVY - {"numpy"}),
    ("check month-day-7x7", HEAVY - {"numpy"}),
    ("design save dray 'I4 J4 S4 J5 N5m Q5 T5 U5 V5 S5' --one-sided", HEAVY - {"numpy"}),
    ("table --summary month-day-7x7", {"matplotlib", "tqdm"}),
]
"""Commands, and the modules that each must not load. They run in one process, so none may load a
module that a later one must not load."""

# Modules that argparse loads are not counted; from Python 3.14 on, it loads more of them.
LOADING = f"""
import sys, argparse, shlex
argparse.ArgumentParser().format_usage()
before = set(sys.modules)
from calpuzzle.cli import main
for words, unwanted in {CASES!r}:
    try:
        code = main(shlex.split(words))
    except SystemExit as stop:
        code = stop.code
    loaded = sorted(unwanted & (set(sys.modules) - before))
    if code or loaded:
        sys.exit(f"{{words}}: {{code}} {{loaded}}")
"""


def python(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a new Python interpreter, and return the finished process."""
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, **options)


def test_commands_do_not_load_heavy_modules(tmp_path: Path) -> None:
    done = python("-c", LOADING, cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_import_calpuzzle_loads_only_light_modules() -> None:
    """Ctrl-C during this import prints a traceback, so the import must be short."""
    script = (
        "import sys\nbefore = set(sys.modules)\nimport calpuzzle\n"
        "new = {name for name in set(sys.modules) - before if not name.startswith('_')}\n"
        "light = {'calpuzzle', 'calpuzzle._version', 'calpuzzle.base.errors', '__future__'}\n"
        "assert new <= light, new"
    )
    python("-I", "-S", "-c", PATH + script, check=True)


PATH = f"import sys; sys.path.insert(0, {str(Path(calpuzzle.__file__).parents[1])!r})\n"


@pytest.mark.parametrize(
    "start",
    [
        "from calpuzzle.__main__ import main\nsys.exit(main())",
        "import runpy\nrunpy.run_module('calpuzzle', run_name='__main__')",
    ],
)
def test_ctrl_c_while_the_command_line_is_imported_prints_one_line(start: str) -> None:
    script = f"""{PATH}
class Pressed:
    def find_spec(self, name, *_):
        if name == "calpuzzle.cli.parser":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Pressed())
{start}
"""
    done = python("-c", script)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "calpuzzle: stopped by Ctrl-C\n"


def test_the_installed_command_calls_main_of_dunder_main() -> None:
    """Modules imported before the `try` in `main` cannot be interrupted without a traceback."""
    project = Path(__file__).parents[1] / "pyproject.toml"
    scripts = tomllib.loads(project.read_text())["project"]["scripts"]
    assert scripts == {"calpuzzle": "calpuzzle.__main__:main"}
