"""Diagrams as ZDD files, compared with a plain reader of the format and with Graphillion."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from building import dominoes
from commands import ROOT
from growing import grown
from hypothesis import given, settings
from random_puzzles import models

import calpuzzle as cp
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.engines import RUN, load
from calpuzzle.engines.diagram import zdd
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model


def sets(text: str) -> set[frozenset[int]]:
    """Return the sets of a ZDD by definition: at each node, those without and with its element."""
    of: dict[str, set[frozenset[int]]] = {"B": set(), "T": {frozenset()}}
    root = "B"
    *lines, dot = text.splitlines()
    assert dot == "."
    for line in lines:
        root = line
        if " " in line:
            root, element, without, with_it = line.split()
            assert all(int(element) < min(own, default=10**9) for own in of[with_it])
            of[root] = of[without] | {own | {int(element)} for own in of[with_it]}
    return of[root]


@settings(max_examples=50)
@given(models(most_cells=12))
def test_zdd_sets_are_the_solutions_and_can_be_read_back(model: Model) -> None:
    cover = Lowering(model).cover
    diagram = Diagram.grown(cover, RUN)
    text = "".join(zdd.lines(diagram.arrays))
    solutions = load("reference").solutions(cover)
    assert sets(text) == {frozenset(k + 1 for k in options) for options in solutions}
    again = Diagram(cover, zdd.arrays_of(text.splitlines(), "x", len(cover.options)))
    assert (again.total, list(again.listed())) == (diagram.total, list(diagram.listed()))
    assert again.counts().tolist() == diagram.counts().tolist()


def test_zdd_of_a_part_of_the_solutions_can_be_loaded(tmp_path: Path) -> None:
    # The ZDD file is edited so that only the solutions of January remain.
    own = cp.load("month-day-7x7-w")
    assert isinstance(own, cp.Puzzle)
    path = str(tmp_path / "all.zdd")
    own.diagram().save(path)
    others = {str(own.fixed(f"{m} 1")[0] + 1) for m in own.groups[0].labels[1:]}
    text = (tmp_path / "all.zdd").read_text()
    lines = [line.split() for line in text.splitlines()]
    edited = [[*w[:3], "B"] if len(w) == 4 and w[1] in others else w for w in lines]
    (tmp_path / "part.zdd").write_text("".join(" ".join(line) + "\n" for line in edited))
    january = own.diagram().load(str(tmp_path / "part.zdd"))
    assert january.total == own.diagram().counts()[0].sum() > 100
    assert (january.counts()[0] == own.diagram().counts()[0]).all()
    assert january.counts()[1:].sum() == 0
    assert january.remaining(own.fixed("Jan 1")).count == 13


@pytest.mark.long
def test_graphillion_reads_and_writes_zdd_files(dray: cp.Puzzle, tmp_path: Path) -> None:
    graphillion = pytest.importorskip("graphillion", reason="graphillion is not installed")
    path = tmp_path / "x.zdd"
    dray.diagram().save(str(path))
    graphillion.setset.set_universe(list(range(1, len(dray.cover.options) + 1)))
    with path.open() as stream:
        every = graphillion.setset.load(stream)
    assert len(every) == 85_637
    fixed = dray.fixed("Jan 1 Sat")
    with path.open("w") as stream:
        every.supersets(graphillion.setset([{k + 1 for k in fixed}])).dump(stream)
    assert dray.diagram().load(str(path)).completions(fixed) == 54


def test_graphillion_example_of_the_docs_prints_what_it_claims(
    dray: cp.Puzzle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("graphillion", reason="graphillion is not installed")
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    monkeypatch.chdir(tmp_path)
    exec(example, {"puzzle": dray, "diagram": dray.diagram()})
    assert capsys.readouterr().out.strip() == example.strip().rpartition("# ")[2]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.zdd is truncated"),
        (".", "x.zdd is truncated"),
        ("2 5 B T", "x.zdd is truncated"),
        ("T\n.", "x.zdd has sets that are not solutions"),
        ("2 5 B T\n.", "x.zdd has sets that are not solutions: state 0"),
        ("2 5 T T\n.", "x.zdd: a set is a proper subset of another one"),
        ("2 0 B T\n.", "x.zdd, line 1: the element 0 is not one of the 971 options"),
        ("2 972 B T\n.", "x.zdd, line 1: the element 972 is not one of the 971 options"),
        (f"2 {'9' * 5000} B T\n.", "x.zdd, line 1: the element of 5,000 digits is not"),
        (
            "2 5 B T\n4 5 B 2\n.",
            "x.zdd, line 2: the node leads to '2', which is not an earlier node",
        ),
        ("2 5 B 6\n.", "x.zdd, line 1: the node leads to '6'"),
        ("2 5 B T\n2 4 B T\n.", "x.zdd, line 2: '2 4 B T' is not a new node"),
        ("2 5 B\n.", "x.zdd, line 1: '2 5 B' is not a new node"),
        ("2 5 B T\nB\n.", "x.zdd, line 2: 'B' is not a new node"),
        ("a b c d\n.", "x.zdd, line 1: 'a b c d' is not a new node"),
    ],
)
def test_invalid_zdd_files_are_rejected(
    dray: cp.Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.zdd").write_text(text)
    with pytest.raises(PuzzleError) as raised:
        dray.diagram().load("x.zdd")
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize("pieces", [62, 63])
def test_zdd_of_2_to_the_63_solutions_or_more_is_rejected(tmp_path: Path, pieces: int) -> None:
    """Each set has one of two options for each piece; that they overlap is not checked."""
    lines, below = [], "T"
    for piece in reversed(range(pieces)):
        lines += [f"{4 * piece + 4} {2 * piece + 2} B {below}"]
        lines += [f"{4 * piece + 6} {2 * piece + 1} {4 * piece + 4} {below}"]
        below = f"{4 * piece + 6}"
    path = tmp_path / "x.zdd"
    path.write_text("\n".join([*lines, ".\n"]))
    diagram = grown(dominoes(2, pieces))
    if pieces < 63:
        assert diagram.load(path).total == 1 << 62
        return
    with pytest.raises(PuzzleError, match=r"x\.zdd has 2\^63 solutions or more$"):
        diagram.load(path)


def test_missing_files_are_rejected_and_empty_zdd_is_read(dray: cp.Puzzle, tmp_path: Path) -> None:
    with pytest.raises(PuzzleError, match="none"):
        dray.diagram().load(str(tmp_path / "none.zdd"))
    with pytest.raises(InputError, match="does not exist"):
        dray.diagram().save(str(tmp_path / "none" / "x.zdd"))
    Path(tmp_path / "b.zdd").write_text("B\n.\n")
    assert dray.diagram().load(str(tmp_path / "b.zdd")).total == 0
