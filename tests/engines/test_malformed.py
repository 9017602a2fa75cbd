"""Diagrams that are none: refused, or at least harmless, whatever their arrays say."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from building import board, dominoes, piece
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_puzzles import models

from calpuzzle._core import walk
from calpuzzle._core.walk import Walk
from calpuzzle.engines import Run
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.growth import Arrays, grow
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Group, Model

Numbers = Sequence[int]


def walk_of(cover: Cover, first: Numbers, option: Numbers, to: Numbers) -> Walk:
    """The walk over these arrays, as Diagram makes it."""
    kinds = zip("IHI", (first, option, to), strict=True)
    arrays = Arrays(*(memoryview(array(kind, part)) for kind, part in kinds))
    return Diagram(cover, arrays)._walk


def grown(cover: Cover) -> tuple[array[int], array[int], array[int]]:
    """The arrays of the diagram of a Cover, which can be changed."""
    first, option, to = grow(cover, Run(memory=1 << 30))
    return array("I", first), array("H", option), array("I", to)


def use(found: Walk, cover: Cover, rng: Random) -> None:
    """Ask a walk everything: what it answers does not matter, only that it survives."""
    counts = array("q", bytes(8 * cover.instances))
    try:
        found.counts(counts, 1 << 30)
    except OverflowError:
        pass
    if found.total < 10_000:
        length = sum(most for _, most in cover.bounds[: cover.pieces]) - len(cover.axes)
        rows = np.zeros((found.total, length), np.uint16)
        starts = np.zeros(cover.instances, np.int64)
        np.cumsum(np.frombuffer(counts, np.int64)[:-1], out=starts[1:])
        try:
            found.listing(rng.choice([1, 20, 1 << 30])).fill(rows, starts, 0, len(rows))
        except ValueError:
            pass
    for _ in range(4):
        fixed = [rng.randrange(len(cover.options)) for _ in range(rng.randrange(4))]
        if rng.random() < 0.5:
            fixed += cover.instance(rng.randrange(cover.instances))
        try:
            found.count(fixed)
            part = found.slice(fixed)
        except ValueError:
            continue
        part.occurrences(array("q", bytes(8 * len(cover.options))))
        for index in {0, part.total // 2, part.total - 1}:
            if 0 <= index < part.total:
                part.nth(index)


@settings(max_examples=75)
@given(models(most_cells=14, most_groups=3), st.data())
def test_a_malformed_diagram_is_refused_or_harmless(model: Model, data: st.DataObject) -> None:
    cover = Lowering(model).cover
    assume(cover.options)
    rng = data.draw(st.randoms(use_true_random=False))
    first, option, to = grown(cover)
    kind = data.draw(st.sampled_from(["change", "change", "few", "noise", "cut", "swap"]))
    if kind in ("change", "few"):
        for _ in range(1 if kind == "few" else rng.randrange(1, 5)):
            part = rng.choice([a for a in (first, option, to) if len(a)])
            most = {"I": len(first) + 1, "H": len(cover.options) + 1}[part.typecode]
            part[rng.randrange(len(part))] = rng.choice([rng.randrange(most), 0, 0xFFFF])
    elif kind == "noise":
        states, edges = rng.randrange(6), rng.randrange(12)
        first = array("I", sorted(rng.randrange(edges + 1) for _ in range(states + 1)))
        first[0], first[-1] = 0, edges
        option = array("H", [rng.randrange(len(cover.options)) for _ in range(edges)])
        to = array("I", [rng.randrange(states + 1) for _ in range(edges)])
    elif kind == "cut":
        part = rng.choice([first, option, to])
        del part[rng.randrange(len(part) + 1) :]
    else:
        # Edges of the same option lead elsewhere: the hardest to see.
        for _ in range(3):
            if len(to) > 1:
                i, j = rng.sample(range(len(to)), 2)
                to[i], to[j] = to[j], to[i]
    try:
        found = walk_of(cover, first, option, to)
    except (ValueError, OverflowError):
        return
    use(found, cover, rng)


def test_malformed_diagrams_of_each_kind_are_refused() -> None:
    model = Model(
        "x",
        board("a b . .", ". . . ."),
        (piece("D", "##", copies=3),),
        (Group("g", ("a",)), Group("h", ("b",))),
    )
    cover = Lowering(model).cover
    first, option, to = grown(cover)
    assert len(first) > 4

    def refused(
        message: str, first: Numbers = first, option: Numbers = option, to: Numbers = to
    ) -> None:
        with pytest.raises(ValueError, match=message):
            walk_of(cover, first, option, to)

    refused("no end", first=[])
    refused("fit each other", option=option[:-1])
    refused("diagram", first=first[:-1])
    refused("hold its edges", first=[1, *first[1:]])
    refused("overlap", first=[first[0], first[2], first[1], *first[3:]])
    refused("state", to=[0, *to[1:]])
    refused("state", to=[len(first) - 1, *to[1:]])
    refused("state", option=[len(cover.options), *option[1:]])
    # A diagram that ends before all is laid, and one in which ways differ in length.
    refused("state 0", first=[0, 1, 1], option=[0], to=[1])
    refused("state", first=[0, 0], option=[], to=[])
    labels = cover.instance(0)
    refused("state 0", first=[0, 2, 3, 3], option=[0, labels[0], labels[1]], to=[1, 2, 2])
    refused("state 0", first=[0, 2, 3, 4, 4], option=[0, labels[0], 0, 0], to=[1, 2, 3, 3])


def test_a_walk_checks_what_it_is_asked() -> None:
    cover = Lowering(dominoes(2, 3)).cover
    found = walk_of(cover, *grown(cover))
    for fixed in ([-1], [len(cover.options)]):
        with pytest.raises(ValueError, match="no such option"):
            found.slice(fixed)
        with pytest.raises(ValueError, match="no such option"):
            found.count(fixed)
    with pytest.raises(ValueError, match="entry an instance"):
        found.counts(array("q", [0, 0]), 1000)
    with pytest.raises(ValueError, match="entry an option"):
        found.slice([]).occurrences(array("q", [0]))
    kind: Any = walk.Slice
    with pytest.raises(TypeError):
        kind(None, [])
    with pytest.raises(ValueError, match="too many groups"):
        Walk(grown(cover), cover.options, [3], [1] * 17, [0] * len(cover.options))
