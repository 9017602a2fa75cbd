"""README.md and docs/ are correct: their examples are run and their pictures are drawn again.

`python tests/test_docs.py README.md` updates the outputs of the examples in a file.
"""

from __future__ import annotations

import doctest
import inspect
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from commands import EXAMPLES, ROOT, WRITER, parsers

import calpuzzle as cp
from calpuzzle.base.errors import CannotDoError
from calpuzzle.cli import GROUPS, MORE, main
from calpuzzle.formats import toml
from calpuzzle.formats.registry import FORMATS
from calpuzzle.play.server import Server, network_address

CONSOLE = re.compile(r"```console\n(.*?)```\n", re.DOTALL)
TOML = re.compile(r"```toml\n(.*?)```\n", re.DOTALL)
PYTHON = re.compile(r"```pycon\n(.*?)```\n", re.DOTALL)
INDENTED = re.compile(r"^ +(calpuzzle [a-z].*?)(?:;|  |$)", re.MULTILINE)
LONG = ("5x5", "batch", "selftest --all", "pentominoes -o", "hexominoes -o", "design repair dray")
"""Parts of commands that take a minute or more."""

TRIED = (
    "2027 -o hints", "2027 --solutions", "pages --all", "compare month-day", "triangles.stl",
    "cut weekday-8x7 -o board.stl", "pieces.pdf", "board.dxf --cell", "film.png", "year.png",
    "hard.png", "tipps.pdf", "design layout month-day", "5:heptominoes", "design boards 8x7",
    "certify --all month-day-7x7", "cut iq-fit -o balls.stl", "--best even", "--best unique",
    "hexagons.toml", "calpuzzle selftest", "weekday-7x8-corner --seconds", "why calendarium",
    "class.pdf",
    "compare whole-year", "check month-day-7x7", "board.png --notch", "play tomorrow -p",
    "play weekday-8x7", "-o boards.", "year 2027 -p", "--calendar --language", "today.cnf",
    "design judge shelf", "-o why.svg", "-o steps.3mf", "-o cubes.3mf",
    "booklet 2027 --calendar", "challenge iq-fit --difficulty", "year dray --format json",
)  # fmt: skip
"""Parts of commands that take a second or more, and that other tests run on smaller inputs."""

HOUR = "--one-sided --choose 7:pentominoes --choose 2:hexominoes"
"""A part of commands that take most of an hour; no test runs them."""


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def as_parameter(text: str, name: str) -> Any:
    slow = [pytest.mark.slow] if any(word in text for word in LONG + TRIED) else []
    return pytest.param(text, marks=slow, id=name)


def environment(**more: str) -> dict[str, str]:
    """Return the environment, changed so that `calpuzzle` runs this installation."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, **more}


Run = Callable[[str], str]
"""Runs a command of a page in the folder of its test, and returns its stdout."""


@pytest.fixture
def run_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Run:
    """Return a function that runs a command in this process, or in a shell if it needs one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def call(command: str) -> str:
        name, *words = shlex.split(command)
        if name != "calpuzzle" or set(command) & set("|<>&;*$`~"):
            return run(command, tmp_path)
        capsys.readouterr()
        code = main(words)
        out, err = capsys.readouterr()
        assert code == expected_code(command), (command, err)
        return out

    return call


def expected_code(command: str) -> int:
    """Return the expected exit code of a command."""
    return 2 if "check domino-print" in command else 0


def run(command: str, folder: Path) -> str:
    """Run a command in a shell, and return its stdout."""
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(COLUMNS="80", PYTHONIOENCODING="utf-8"),
    )
    assert done.returncode == expected_code(command), (command, done.stderr)
    return done.stdout


def with_output(block: str, run_command: Run) -> str:
    commands = [line[2:] for line in block.splitlines() if line.startswith("$ ")]
    return "".join(f"$ {command}\n{run_command(command)}" for command in commands)


def prepare(folder: Path) -> None:
    """Add what commands expect to a folder: the tables, the examples and README's puzzle."""
    (folder / "results").symlink_to(ROOT / "results")
    (folder / "examples").symlink_to(ROOT / "examples")
    (folder / "shelf.toml").symlink_to(EXAMPLES / "shelf.toml")


def blocks() -> Iterator[Any]:
    for path in pages():
        for number, block in enumerate(CONSOLE.findall(path.read_text(encoding="utf-8")), 1):
            yield as_parameter(block, f"{path.stem}-{number}")


def commands_without_output() -> list[Any]:
    """Return the commands that pages and help texts show without their output."""
    texts = [path.read_text(encoding="utf-8") for path in pages()]
    texts += [parser.epilog or "" for parser in parsers().values()]
    found = {command.strip() for text in texts for command in INDENTED.findall(text)}
    found = {command for command in found if HOUR not in command}
    found -= {f"calpuzzle {command} SUBCOMMAND --help" for command in ("nonogram", "design")}
    return [as_parameter(command, command.removeprefix("calpuzzle ")) for command in sorted(found)]


def interrupt(_: Server) -> None:
    raise KeyboardInterrupt


PAGES = pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)


@pytest.mark.parametrize("block", list(blocks()))
def test_commands_print_what_is_shown(block: str, tmp_path: Path, run_command: Run) -> None:
    prepare(tmp_path)
    assert with_output(block, run_command) == block


@pytest.mark.long
@pytest.mark.parametrize("command", commands_without_output())
def test_commands_run_as_written(
    command: str, tmp_path: Path, run_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "--solution" in command:
        pytest.skip("the tests of formats run it where glpsol is")
    prepare(tmp_path)
    if "play --phone" in command:
        try:
            network_address()
        except CannotDoError as error:
            pytest.skip(str(error))
    if command.startswith("calpuzzle play") and "--export" not in command:
        # The server is stopped by Ctrl-C as soon as it is ready.
        monkeypatch.setattr(Server, "serve_until_stopped", interrupt)
        monkeypatch.setattr(webbrowser, "open", lambda _: True)
        assert run_command(command).startswith("http://127.0.0.1:")
        return
    if " -o" not in command and ("batch" in command or "--choose" in command):
        (tmp_path / "results").unlink()
    run_command(command)


@pytest.mark.long
@PAGES
def test_python_examples_give_the_output_that_is_shown(path: Path) -> None:
    # The blocks of a page share their names, because a reader types them in one session.
    names: dict[str, Any] = {}
    runner = doctest.DocTestRunner()
    for block in PYTHON.findall(path.read_text(encoding="utf-8")):
        example = doctest.DocTestParser().get_doctest(block, names, path.name, str(path), 0)
        assert example.examples and runner.run(example, clear_globs=False).failed == 0
        names.update(example.globs)


@PAGES
def test_puzzle_files_are_valid_and_have_solutions(path: Path) -> None:
    for block in TOML.findall(path.read_text(encoding="utf-8")):
        assert cp.loads(block).count("any") > 0


def test_example_files_equal_those_of_the_pages_and_links_are_valid() -> None:
    (board,) = TOML.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert board == (EXAMPLES / "shelf.toml").read_text(encoding="utf-8")
    (letters,) = TOML.findall(page("engines.md"))
    assert letters == (EXAMPLES / "letter.toml").read_text(encoding="utf-8")
    frame = TOML.findall(page("puzzle-files.md"))[1]
    assert (
        cp.loads(frame, name="small").model == cp.load(EXAMPLES / "small.toml", kind="puzzle").model
    )
    (line,) = (
        line
        for line in (ROOT / "MANIFEST.in").read_text().splitlines()
        if line.startswith("recursive-include examples ")
    )
    endings = {word.removeprefix("*") for word in line.split()[2:]}
    assert {path.suffix for path in EXAMPLES.iterdir()} <= endings
    for path in [*pages(), ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"]:
        for target in re.findall(r"\]\(([^)#]+)\)", path.read_text(encoding="utf-8")):
            assert target.startswith("http") or (path.parent / target).exists(), (path, target)


def test_pages_document_every_key_and_format() -> None:
    text = page("puzzle-files.md")
    items = [item for item in re.split(r"^- ", text, flags=re.MULTILINE) if item.startswith("`")]
    explained = {key.strip("[]") for item in items for key in re.findall(r"`([\w\[\]]+)`", item)}
    assert explained >= {*toml.KEYS, *toml.PIECE_KEYS}
    text = page("formats.md")
    both = re.findall(r"^\| (`\w+` \|.*?)\|", text, re.MULTILINE)
    one = [
        text.partition(f"\n{kind}, and not ")[2].partition("\n\n")[0]
        for kind in ("Read", "Written")
    ]
    stated = {(True, True): "".join(both), (True, False): one[0], (False, True): one[1]}
    for name, form in FORMATS.items():
        listed = re.findall("`.*?`", stated[form.reads, form.writes])
        assert {f"`{name}`", *(f"`.{ending}`" for ending in form.endings)} <= {*listed}, name
    assert len(both) == sum(form.reads and form.writes for form in FORMATS.values())


def test_numbers_in_pages_and_results_are_correct() -> None:
    text = page("formats.md")
    example = text[text.index("    5 3\n") : text.index("Pieces are distinct")]
    assert cp.loads(example, "dpf").count() == 3
    first, *rows = (ROOT / "results" / "domino-best.txt").read_text().split("\n")
    model = cp.load("domino").model
    colours = tuple(map(ord, "".join(rows)))
    puzzle = cp.Puzzle(model._replace(board=model.board._replace(colours=colours)))
    assert first == f"{puzzle.count()} ways"
    assert puzzle.count() > 22_800


def test_command_page_and_manual_agree_with_the_help() -> None:
    text = page("command-line.md")
    assert text.partition(WRITER["MARK"])[2] == WRITER["page"](), "run scripts/command-line.py"
    assert page("calpuzzle.1") == WRITER["manual"](), "run scripts/command-line.py"
    shared = text.partition("\n## Options that several commands have\n")[2].partition("\n## ")[0]
    for command, parser in parsers().items():
        own = text.partition(f"\n### {command}\n")[2].partition("\n##")[0]
        for action in WRITER["options"](parser):
            if action.option_strings:
                assert WRITER["line"](action).partition(": ")[2] in own + shared


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_groff_accepts_the_manual() -> None:
    words = ["groff", "-man", "-ww", "-Tutf8", "-P-cbou", str(ROOT / "docs" / "calpuzzle.1")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert not {name for name in parsers() if f"calpuzzle {name}\n" not in done.stdout}


@pytest.mark.parametrize("command", parsers())
def test_options_take_the_values_that_the_page_lists(command: str) -> None:
    parser = parsers()[command]
    assert "example" in (parser.epilog or "")
    rows = re.findall(r"^\|.*\| `([A-Z]+)` \| (.*) \|$", page("command-line.md"), re.MULTILINE)
    listed = {value: set(re.findall(r"`(-[\w-]+)`", options)) for value, options in rows}
    assert listed["PLACEMENTS"] == {"--placed"} and len(listed) == 7
    for action in parser._actions:
        assert action.help, f"{action.dest} has no help"
        names = set(action.option_strings)
        for value, options in listed.items():
            if names and action.metavar == value:
                assert names & options, f"{command} {names} {value} is not as the table says"
            elif names & options and action.nargs != 0:
                assert action.metavar in {own for own in listed if names & listed[own]}, names


METHODS: dict[str, Callable[..., Any]] = {
    "solve": cp.Puzzle.solve, "count": cp.Puzzle.count, "batch": cp.Puzzle.counts,
    "places": cp.Puzzle.remaining, "certify": cp.Puzzle.certify, "challenge": cp.Puzzle.challenges,
    "compare": cp.compare, "cut": cp.cut, "booklet": cp.booklet,
}  # fmt: skip
EXCLUDED = {"self", "date", "puzzle", "puzzles", "progress", "stop", "path", "disk"}
EXCLUDED |= {"form", "measures", "kind", "year", "solution"}
"""Parameters that are a positional argument, a suffix or a flag on the command line."""


@pytest.mark.parametrize("command", METHODS)
def test_options_have_the_names_of_the_python_parameters(command: str) -> None:
    known = {name for own in parsers()[command]._actions for name in own.option_strings}
    taken = {*inspect.signature(METHODS[command]).parameters} - EXCLUDED
    assert {f"--{name.replace('_', '-')}" for name in taken} <= known


def test_help_lists_few_commands() -> None:
    assert sum(map(len, GROUPS.values())) <= 16
    assert not {*MORE} & {name for group in GROUPS.values() for name in group}
    assert WRITER["number"]() < 288


@pytest.mark.long
def test_pictures_are_up_to_date(tmp_path: Path, run_command: Run) -> None:
    drawn = {
        "solution.svg": "solve 2026-11-20",
        "dray.svg": "show dray",
        "boards.svg": "puzzles --like days",
        "why-dray.svg": "design why dray Wed 27 Jan",
        "cat.svg": f"solve {shlex.quote(str(EXAMPLES / 'cat.non'))}",
    }
    for name, words in drawn.items():
        run_command(f"calpuzzle {words} -o {name}")
        shown = (ROOT / "docs" / "images" / name).read_bytes()
        assert (tmp_path / name).read_bytes() == shown, name


@pytest.mark.long
def test_the_heatmap_is_up_to_date(tmp_path: Path, run_command: Run) -> None:
    import matplotlib

    shown = (ROOT / "docs" / "images" / "heatmap.svg").read_bytes()
    if f"Matplotlib v{matplotlib.__version__}," not in shown.decode():
        pytest.skip("drawn by another version of matplotlib, which lays text out differently")
    (tmp_path / "results").symlink_to(ROOT / "results")
    run_command("calpuzzle table -o heatmap.svg")
    assert (tmp_path / "heatmap.svg").read_bytes() == shown


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewritten = Path(name)
        with tempfile.TemporaryDirectory() as made:
            prepare(Path(made))
            shell = partial(run, folder=Path(made))
            old = rewritten.read_text(encoding="utf-8")
            printed = {block: with_output(block, shell) for block in CONSOLE.findall(old)}
        for block, now in printed.items():
            old = old.replace(f"```console\n{block}```\n", f"```console\n{now}```\n")
        rewritten.write_text(old, encoding="utf-8")
