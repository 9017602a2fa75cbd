"""The commands in docs/fitting.md print what stands there."""

import shlex
from pathlib import Path

import pytest

from calpuzzle.cli import main
from calpuzzle.exact import Cover
from calpuzzle.formats import dpf
from calpuzzle.formats.registry import FORMATS

DOCS = Path(__file__).resolve().parents[2] / "docs"


def commands():
    found = []
    for line in (DOCS / "fitting.md").read_text().splitlines():
        if line.startswith("    $ calpuzzle "):
            found.append((line[len("    $ calpuzzle ") :], []))
        elif line.startswith("    ") and found and found[-1][1] is not None:
            found[-1][1].append(line[4:])
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
    from calpuzzle.fit.solver import Solver

    assert Solver(dpf.read(text[start : text.index("Pieces are distinct")], "s")).count() == 3
