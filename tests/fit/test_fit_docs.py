"""The commands in docs/fitting.md print what stands there."""

import shlex
from pathlib import Path

import pytest

from calpuzzle.cli import main
from calpuzzle.exact import Cover
from calpuzzle.fit.geometry import fitting
from calpuzzle.fit.library import load
from calpuzzle.fit.solver import Solver
from calpuzzle.formats import dpf, fitting_toml
from calpuzzle.formats.registry import FORMATS

DOCS = Path(__file__).resolve().parents[2] / "docs"


def commands():
    found = []
    shown = False
    for line in (DOCS / "fitting.md").read_text().splitlines():
        if line.startswith("    $ calpuzzle "):
            found.append((line[len("    $ calpuzzle ") :], []))
            shown = True
        elif shown and line.startswith(("    ", "\t")):
            found[-1][1].append(line[4:])
        elif shown and not line and "fit sticks" in found[-1][0]:
            found[-1][1].append("")
        else:
            shown = False
    for command, lines in found:
        slow = [pytest.mark.slow] if "5x5" in command else []
        yield pytest.param(command, "\n".join(lines) + "\n", marks=slow)


@pytest.mark.parametrize(("command", "output"), list(commands()))
def test_command(command, output, capfdbinary):
    assert main(shlex.split(command)) == (2 if "--check" in command else 0)
    assert capfdbinary.readouterr().out.decode() == output


def test_every_format_is_documented():
    text = (DOCS / "formats.md").read_text()
    for name, form in FORMATS.items():
        assert f"| `{name}` |" in text
        assert all(f"`.{ending}`" in text for ending in form.endings)


def test_the_python_example():
    cover = Cover("abc", ["ad", "bc", "abc", "ab", "cd"], secondary="d")
    assert list(cover.solve()) == [(0, 1), (2,), (3, 4)]


def test_the_dpf_example():
    text = (DOCS / "formats.md").read_text()
    start = text.index("    5 3\n")
    assert Solver(dpf.read(text[start : text.index("Pieces are distinct")], "s")).count() == 3


def test_the_puzzle_file_example():
    text = (DOCS / "fitting.md").read_text()
    lines = text[text.index('    title = "A small one"') :].split("\n\nIn a drawing")[0]
    puzzle = fitting_toml.read("\n".join(line[4:] for line in lines.splitlines()), "small")
    assert Solver(puzzle).count() == 1
    assert load(str(DOCS.parent / "examples" / "puzzles" / "small.toml")) == puzzle


def test_the_grid_in_results_has_the_ways_it_says():
    first, *rows = (DOCS.parent / "results" / "domino-best.txt").read_text().split("\n")
    colours = map(ord, "".join(rows))
    geometry = load("domino").geometry
    locations = tuple(
        location._replace(colour=colour)
        for location, colour in zip(geometry.locations, colours, strict=True)
    )
    puzzle = fitting("best", geometry._replace(locations=locations))
    assert first == f"{Solver(puzzle).count()} ways"
    assert Solver(puzzle).count() > 22_800
