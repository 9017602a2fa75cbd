"""Bounds of each engine, and how far it is from them: the work that nobody can save, beside it.

    python benchmarks/limits.py [--quick]

What the machine can do is measured here too: how fast memory is copied, what new memory costs, and
how long a read at random takes where it need not wait for the one before. A floor is what the work
would take if nothing but that had to be done; no program is known that reaches it. Seconds are
those of a core, medians of five.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import work
from arrays import filled
from fronts import BOARDS
from measure import check, shown, side_by_side

import calpuzzle as cp
from calpuzzle._core import complements32, frontier64
from calpuzzle.engines import RUN, halves
from calpuzzle.engines.diagram.growth import counted, thinned
from calpuzzle.engines.frontier import work_of
from calpuzzle.engines.layout import layout_of, search
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.results.known import read

ALL = 1 << 60  # steps
MIB = 1 << 20


class Machine(NamedTuple):
    """Seconds for a byte that is read and written, and for a byte of new memory."""

    copied: float
    new: float


class Bound(NamedTuple):
    """Some work, its answer and what it takes; of how many units it is made; and what the machine
    would take for what cannot be saved, of which there is a word. A floor of None is not known in
    seconds: then `least` is so many of the units."""

    name: str
    seconds: float
    units: int
    unit: str
    why: str
    floor: float | None
    least: int = 0


def machine(quick: bool) -> Machine:
    """The speed of this machine, with tables that no cache of a core holds."""
    size = (32 if quick else 256) * MIB
    source, target = np.ones(size // 8), np.ones(size // 8)
    taken = _medians(
        {
            "copied": lambda: np.copyto(target, source),
            "new": lambda: np.ones(size // 8),
        }
    )
    return Machine(taken["copied"] / size, taken["new"] / size)


def random_read(size: int) -> float:
    """Seconds for a read at random from a table of so many bytes, where it need not wait for the
    one before."""
    source = np.ones(size // 8)
    where = np.random.default_rng(1).integers(size // 8, size=1 << 20)
    return _medians({"random": lambda: source.take(where)})["random"] / len(where)


def _medians(runs: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Median seconds of five of what has nothing to answer."""

    def silent(run: Callable[[], Any]) -> None:
        run()

    contenders = {name: partial(silent, run) for name, run in runs.items()}
    return side_by_side(contenders, None, 5, time.process_time)


def timed(run: Callable[[], Any]) -> tuple[float, Any]:
    """The median seconds of five, and what it gives."""
    return _medians({"it": run})["it"], run()


def backtracking(name: str) -> Bound:
    """All dates by the search: it lays at least every beginning of a solution, each once."""
    puzzle = cp.load(name)
    cover = puzzle.cover
    layout = layout_of(cover)

    def run() -> Any:
        found = search(layout.tables)
        root = layout.root()
        assert root is not None
        found.start(root)
        while not found.run(ALL):
            pass
        return found

    seconds, found = timed(run)
    check(name, sum(found.counts), read()[name].total)
    return Bound(
        f"backtrack, {name}, all dates", seconds, found.nodes, "nodes",
        "beginnings of solutions", None, _beginnings(puzzle),
    )  # fmt: skip


def _beginnings(puzzle: cp.Puzzle) -> int:
    """Return how many different beginnings all solutions have, placements and labels in the
    order of the scan, in which options are numbered."""
    rows, starts = puzzle.solutions()
    cover = puzzle.cover
    labels = np.array([cover.instance(k) for k in range(cover.instances)], dtype=rows.dtype)
    steps = np.hstack([rows, labels.repeat(np.diff(starts), axis=0)])
    steps.sort(axis=1)
    steps = steps[np.lexsort(steps.T[::-1])]
    new = np.logical_or.accumulate(steps[1:] != steps[:-1], axis=1)
    return int(new.sum()) + int(steps.shape[1])


def cold_counts(name: str, can: Machine) -> Bound:
    """All dates by the diagram's shapes: what it has in memory at its most is written once and read
    once."""
    cover = cp.load(name).cover

    def run() -> Any:
        growth = thinned(cover, RUN)
        counts = counted(growth, cover)
        assert growth is not None and counts is not None
        check(name, int(counts.sum()), read()[name].total)
        return growth

    layout_of(cover)
    seconds, growth = timed(run)
    return Bound(
        f"diagram, {name}, all dates", seconds, growth.bytes, "bytes in memory",
        "new memory, written and read", growth.bytes * (can.new + can.copied),
    )  # fmt: skip


def all_rows(name: str, can: Machine) -> Bound:
    """All solutions from a diagram that stands: the array is new memory, and is written."""
    puzzle = cp.load(name)
    diagram = puzzle.diagram()
    seconds, rows = timed(lambda: len(filled(diagram, RUN)) and diagram.total)
    check(name, rows, read()[name].total)
    size = filled(diagram, RUN).nbytes
    return Bound(
        f"array, {name}, filled", seconds, size, "bytes", "new memory, written", size * can.new
    )


def two_halves() -> Bound:
    """The one-sided pentominoes on 5x18: the place of each entry of a list, of eight
    bytes, is found at least once."""
    cover = Lowering(work.one_sided(5, 18)).cover
    layout = layout_of(cover)
    root = layout.root()
    assert root is not None
    items, keys, _ = halves._input(layout, root)
    covered = items.root.bit_count()

    def run() -> Any:
        made = complements32.Complements(items, keys, (covered + items.items + 1) // 2, RUN.bound)
        made.make(lambda: None)
        return made

    seconds, made = timed(run)
    check("5x18", made.total, 2_746_512)
    return Bound(
        "halves, one-sided pentominoes 5x18", seconds, made.entries, "entries",
        "a place at random in a table of all sets", made.entries * random_read(8 << keys.bits),
    )  # fmt: skip


def frontier_states() -> Bound:
    """Tetrominoes on 8x30: the place of each state is found at least once."""
    own = BOARDS[-1]
    task = work_of(Lowering(own.model()).cover)
    assert task is not None

    def run() -> Any:
        front = frontier64.Frontier(task.task, False, RUN.bound)
        while not front.run(1 << 40):
            pass
        return front

    seconds, front = timed(run)
    check(own.name, front.total, own.expected)
    return Bound(
        f"frontier, {own.name}", seconds, front.states, "states",
        "a place at random in memory so large", front.states * random_read(front.most_bytes),
    )  # fmt: skip


def bounds(can: Machine, quick: bool) -> list[Bound]:
    """All rows of the table."""
    names = ("dray",) if quick else ("dray", "weekday-8x7")
    found = [backtracking("dray")]
    found += [cold_counts(name, can) for name in names]
    found += [all_rows(name, can) for name in names]
    return [*found, two_halves(), frontier_states()]


def table(quick: bool) -> str:
    """Return what the machine can do, and the bounds, as Markdown."""
    can = machine(quick)
    lines = [
        f"Memory is copied at {1e-9 / can.copied:.1f} GB/s, and new memory is had at "
        f"{1e-9 / can.new:.1f} GB/s.",
        "",
        "| work | time | of so many | each | what cannot be saved | that takes | times |",
        "| --- | ---: | ---: | ---: | --- | ---: | ---: |",
    ]
    for own in bounds(can, quick):
        least = own.floor or own.seconds * own.least / own.units
        why = f"{own.least:,} {own.why}" if own.floor is None else own.why
        units = f"{own.units:,} {own.unit}"
        each = f"{1e9 * own.seconds / own.units:.2f} ns"
        lines.append(
            f"| {own.name} | {shown(own.seconds)} | {units} | {each} | {why} | {shown(least)} "
            f"| {own.seconds / least:.1f} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small tables, dray alone")
    print(table(parser.parse_args().quick))


if __name__ == "__main__":
    main()
