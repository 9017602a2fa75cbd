"""Finds the examples in README.md and docs/, and runs those of the command line.

`python tests/docs_examples.py README.md` rewrites the outputs in a file as they are now.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSOLE = re.compile(r"```console\n(.*?)```\n", re.DOTALL)
TOML = re.compile(r"```toml\n(.*?)```\n", re.DOTALL)
PYTHON = re.compile(r"```pycon\n(.*?)```\n", re.DOTALL)


def pages():
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands(block):
    return [line[2:] for line in block.splitlines() if line.startswith("$ ")]


def run(command, folder):
    """What the command prints on stdout, run by the shell with this installation's calpuzzle."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command, shell=True, cwd=folder, capture_output=True, text=True, encoding="utf-8",
        env={**os.environ, "PATH": path, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, (command, done.stderr)
    return done.stdout


def as_printed(block, folder):
    return "".join(f"$ {command}\n{run(command, folder)}" for command in commands(block))


def furnish(page, folder):
    """What the examples of a page find in their folder: the tables, and the page's puzzle file."""
    (folder / "results").symlink_to(ROOT / "results")
    for block in TOML.findall(page.read_text(encoding="utf-8")):
        (folder / "shelf.toml").write_text(block, encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        with tempfile.TemporaryDirectory() as made:
            furnish(page, Path(made))
            text = CONSOLE.sub(
                lambda found: f"```console\n{as_printed(found[1], made)}```\n",
                page.read_text(encoding="utf-8"),
            )
        page.write_text(text, encoding="utf-8")
