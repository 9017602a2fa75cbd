"""Whether README.md and docs/ tell the truth: their examples are run, their pictures drawn.

`python tests/test_docs.py README.md` rewrites the outputs in a file as they are now.
"""

from __future__ import annotations

import argparse
import doctest
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import calpuzzle as cp
from calpuzzle.cli import COMMANDS, command_parser
from calpuzzle.formats import toml

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
        command,
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
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


def shown_with_files():
    """The commands in blocks of the pages, and in the helps, that read a file of examples/."""
    texts = [page.read_text(encoding="utf-8") for page in pages()]
    texts += [command_parser(command).epilog or "" for command in COMMANDS]
    texts += [parser.epilog for parser in griddler_parsers()]
    lines = (line for text in texts for line in text.splitlines())
    words = re.compile(r"^ +(calpuzzle .*? examples/.*?)(?:;|  |$)")
    return sorted({found[1] for line in lines if (found := words.match(line))})


def griddler_parsers():
    (choices,) = (
        action
        for action in command_parser("griddler")._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    return choices.choices.values()


PAGES = pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)


@PAGES
def test_commands_print_what_is_shown(page, tmp_path: Path) -> None:
    furnish(page, tmp_path)
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        assert as_printed(block, tmp_path) == block


@pytest.mark.parametrize("command", shown_with_files())
def test_commands_that_read_the_examples_run(command: str, tmp_path: Path) -> None:
    if "--read-solution" in command:
        pytest.skip("the tests of formats run it where glpsol is")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    run(command, tmp_path)


def test_the_example_of_a_board_is_that_of_the_pages() -> None:
    board = (ROOT / "examples" / "puzzles" / "shelf.toml").read_text(encoding="utf-8")
    for block in TOML.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        assert block == board


def test_the_examples_are_in_the_source_archive() -> None:
    (line,) = (
        line
        for line in (ROOT / "MANIFEST.in").read_text().splitlines()
        if line.startswith("recursive-include examples ")
    )
    endings = {word.removeprefix("*") for word in line.split()[2:]}
    assert {path.suffix for path in (ROOT / "examples" / "puzzles").iterdir()} <= endings


@PAGES
def test_python_examples(page) -> None:
    # The blocks of a page follow one another, as a reader types them.
    names = {}
    runner = doctest.DocTestRunner()
    for block in PYTHON.findall(page.read_text(encoding="utf-8")):
        example = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
        assert example.examples and runner.run(example, clear_globs=False).failed == 0
        names.update(example.globs)


@PAGES
def test_puzzle_files_are_sound_and_can_be_solved(page) -> None:
    for block in TOML.findall(page.read_text(encoding="utf-8")):
        assert cp.Puzzle(toml.read(block, page.stem)).counts().sum() > 0


def test_the_page_of_puzzle_files_has_every_key() -> None:
    page = (ROOT / "docs" / "puzzle-files.md").read_text(encoding="utf-8")
    example = TOML.findall(page)[0]
    for key in (*toml.KEYS, *toml.PIECE_KEYS):
        assert re.search(rf"\b{key}( =|\])", example), f"{key} is not in the example"
        assert f"`{key}`" in page or f"`[{key}]`" in page, f"{key} is not explained"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_and_option_is_documented(command: str) -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    common, *sections = re.split(r"^## (?=\w+$)", page, flags=re.MULTILINE)
    section = next((part for part in sections if part.startswith(f"{command}\n")), None)
    assert section is not None, f"there is no section {command}"
    parser = command_parser(command)
    assert "example" in (parser.epilog or "")
    for action in parser._actions:
        for option in action.option_strings or [action.metavar]:
            if option not in ("-h", "--help"):
                written = re.compile(rf"(?<![\w-]){re.escape(option)}(?![\w-])")
                assert written.search(section) or written.search(common), f"{option} is missing"
        assert action.help, f"{action.dest} has no help"


def test_common_options_name_their_commands() -> None:
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    has = {
        name: {
            option for action in command_parser(name)._actions for option in action.option_strings
        }
        for name in COMMANDS
    }
    for option in ("--engine", "--with", "--memory", "--jobs"):
        named = re.search(rf"^- `{option} \w+` \((.*?)\):", page, re.MULTILINE)[1]
        # The engines of fit are its own, and said there.
        expected = {name for name in COMMANDS if option in has[name]} - {"fit"}
        assert set(re.findall(r"`(\w+)`", named)) == expected, option


def test_pictures_are_what_the_program_draws(tmp_path: Path) -> None:
    drawn = {
        "solution.svg": "solve 2026-11-20",
        "dray.svg": "show dray",
        "pentominoes.svg": "fit pentominoes-6x10 -n 1",
        "cat.svg": f"griddler solve {ROOT / 'examples' / 'puzzles' / 'cat.non'}",
    }
    for name, words in drawn.items():
        run(f"calpuzzle {words} -o {name}", tmp_path)
        assert (tmp_path / name).read_bytes() == (ROOT / "docs" / "images" / name).read_bytes()


def test_the_figure_of_merging_is_what_its_script_draws(tmp_path: Path) -> None:
    drawn = tmp_path / "merging.svg"
    script = ROOT / "scripts" / "draw-merging.py"
    subprocess.run([sys.executable, script, drawn], check=True)
    assert drawn.read_bytes() == (ROOT / "docs" / "images" / "merging.svg").read_bytes()


def test_the_heatmap_is_what_the_program_draws(tmp_path: Path) -> None:
    import matplotlib

    shown = (ROOT / "docs" / "images" / "heatmap.svg").read_bytes()
    if f"Matplotlib v{matplotlib.__version__}," not in shown.decode():
        pytest.skip("drawn by another version of matplotlib, which lays text out differently")
    (tmp_path / "results").symlink_to(ROOT / "results")
    run("calpuzzle plot -o heatmap.svg", tmp_path)
    assert (tmp_path / "heatmap.svg").read_bytes() == shown


def test_links_lead_somewhere() -> None:
    for page in [*pages(), ROOT / "CHANGELOG.md"]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), (page, target)


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
