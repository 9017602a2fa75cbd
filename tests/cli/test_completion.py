"""Shell completion, tested with bash, fish and zsh."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from commands import Run, on_a_terminal, typing

from calpuzzle.cli import COMMANDS
from calpuzzle.formats import shipped

COMPLETIONS = {
    "calpuzzle cou": {"count"},
    "calpuzzle nonogram st": {"step"},
    "calpuzzle design re": {"repair"},
    "calpuzzle count --eng": {"--engine"},
    "calpuzzle count --engine d": {"diagram", "dancing"},
    "calpuzzle solve --format js": {"json", "jsonl"},
    "calpuzzle hint --level ": {"1", "2", "3", "4", "5"},
    "calpuzzle solve pentominoes-": {n for n in shipped.names() if n.startswith("pentominoes-")},
    "calpuzzle solve pentominoes-6": {"pentominoes-6x10"},
    "calpuzzle solve tom": {"tomorrow"},
    "calpuzzle solve thr": {"three.non"},
    "calpuzzle nonogram step thr": {"three.non"},
    "calpuzzle completion z": {"zsh"},
    "calpuzzle nonogram make --format p": {"pattern", "puzzlink"},
    "calpuzzle design judge pentominoes-6": {"pentominoes-6x10"},
    "calpuzzle convert pentominoes-6": {"pentominoes-6x10"},
}
"""Typed command lines, and their completions in a folder with the puzzles of the tests."""


def script(run: Run, shell: str) -> Path:
    """Write the completion script to the current folder, and return its path."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    path = Path(f"completes.{shell}")
    assert run("completion", shell, "-o", path) == (0, "", f"calpuzzle: wrote {path}\n")
    return path


def in_bash(path: Path, typed: str) -> str:
    words = typed.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    return (
        f"source {path}\nCOMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}\n"
        f"COMP_LINE='{typed}'; COMP_POINT={len(typed)}\n"
        f"_shtab_calpuzzle calpuzzle '{words[-1]}' '{words[-2]}'\n"
        "printf '%s\\n' \"${COMPREPLY[@]}\""
    )


def in_fish(path: Path, typed: str) -> str:
    return f"source {path}; complete -C '{typed}'"


@pytest.mark.parametrize(("shell", "command"), [("bash", in_bash), ("fish", in_fish)])
def test_bash_and_fish_complete(run: Run, shell: str, command: Callable[[Path, str], str]) -> None:
    path = script(run, shell)
    for typed, found in COMPLETIONS.items():
        text = command(path, typed)
        done = subprocess.run([shell, "-c", text], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and not done.stderr, done.stderr
        # fish prints a description after each word.
        assert {line.split("\t")[0] for line in done.stdout.splitlines()} == found, typed


def test_zsh_completes_words(run: Run, folder: Path) -> None:
    script(run, "zsh").rename("_calpuzzle")
    begin = (
        "PS1='ready> '; fpath=($PWD $fpath); autoload -U compinit; compinit -u -D; echo be''gun\r"
    )
    _, shown = on_a_terminal(
        ["-f", "-i"],
        ("2004h", typing(begin)),
        ("begun", typing("calpuzzle cou\t")),
        ("count", typing("\x15calpuzzle solve pentominoes-6\t")),
        ("x10", typing("\x15calpuzzle solve --format jso\tl\x05; echo e''nd\r")),
        ("end", typing("exit\r")),
        folder=folder,
        name="zsh",
    )
    assert "count" in shown and "pentominoes-6x10" in re.sub(r"\x1b\[[^a-zA-Z]*[a-zA-Z]", "", shown)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_contain_every_command(run: Run, shell: str) -> None:
    done = run("completion", shell)
    assert done.code == 0 and all(re.search(rf"\b{command}\b", done.out) for command in COMMANDS)
