"""Whether docs/griddlers.md tells the truth: options, formats, limits, and its example."""

import argparse
import re
import subprocess
import sys
from pathlib import Path

import pytest

from calpuzzle.cli import command_parser
from calpuzzle.cli.griddler import SUBCOMMANDS
from calpuzzle.cli.griddler_commands.hint import read_state
from calpuzzle.formats import NAMES, load, named
from calpuzzle.griddler.hints import hint
from calpuzzle.formats.pictures import load_picture
from calpuzzle.griddler.solver import solve

PAGE = Path(__file__).resolve().parents[2] / "docs" / "griddlers.md"


def subparsers():
    (choices,) = (
        action
        for action in command_parser("griddler")._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return choices.choices


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_option_is_documented(name):
    page = PAGE.read_text(encoding="utf-8")
    parser = subparsers()[name]
    assert f"`{name} " in page
    for action in parser._actions:
        assert action.help
        for option in action.option_strings or [action.metavar]:
            if option not in ("-h", "--help"):
                assert re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", page), option


def test_every_format_is_documented():
    page = PAGE.read_text(encoding="utf-8")
    for name in NAMES:
        form = named(name)
        (line,) = (line for line in page.splitlines() if line.startswith(f"| `{name}` |"))
        cells = [cell.strip() for cell in line.split("|")]
        assert tuple(cells[2].split()) == form.SUFFIXES
        assert cells[4] == ("yes" if form.COLOURS else "no")


def test_the_example_prints_what_is_shown(tmp_path):
    page = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n\$ (.*?)\n(.*?)```\n", page, re.DOTALL)
    assert blocks
    for command, shown in blocks:
        command = command.replace("calpuzzle", f"{sys.executable} -m calpuzzle")
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=True
        )
        assert done.stdout == shown


def test_the_examples_are_what_the_page_says():
    puzzles = PAGE.parent.parent / "examples" / "puzzles"
    cat = load(str(puzzles / "cat.non")).puzzle
    assert solve(cat, 2).solutions == [cat.goal]
    assert hint(cat, read_state(cat, str(puzzles / "filled.txt"))).settles
    pictures = (("heart.pbm", 1, True), ("flag.png", 3, True), ("dots.txt", 1, False))
    for name, colours, unique in pictures:
        puzzle = load_picture(str(puzzles / name), colours > 1)
        assert (puzzle.colours, solve(puzzle, 2).unique) == (colours, unique)
