"""Written models have as many solutions as the puzzle, and the conflict graph is correct.

The readers here follow the definitions of the formats and share no code with the library.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, product

import pytest
from hypothesis import strategies as st
from random_covers import by_definition, covers
from random_puzzles import bare_models, fittings, grouped
from sampled import sampled

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.engines import load
from calpuzzle.formats import conflicts, dpf, shipped, toml
from calpuzzle.formats.conflicts import dot, graph, matrix, vertices
from calpuzzle.formats.programs import cnf, columns, lp, mathprog, mps, opb
from calpuzzle.formats.registry import render
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece

MAX_VARIABLES = 9  # because all settings of the variables are tried
Row = tuple[list[str], str, int]
"""The variables of a row, the sense, and the bound of their sum."""


def rows_of_lp(text: str) -> Iterator[Row]:
    body = text.split("Subject To")[1].split("Binary")[0]
    for terms, sense, bound in re.findall(r"r\w+:([^:]*?)(<=|>=|=) (\d+)", body):
        yield re.findall(r"\+ (x\w+)", terms), sense, int(bound)


def rows_of_mathprog(text: str) -> Iterator[Row]:
    plain = re.sub("#.*", "", text)
    for low, terms, sense, bound in re.findall(
        r"s\.t\. r\d+:\s*(?:(\d+) <=)?([\w\s+*]*?)(<=|=) (\d+);", plain
    ):
        variables = re.findall(r"(?<![*] )\b(x\w+)", terms)
        yield variables, sense, int(bound)
        if low:
            yield variables, ">=", int(low)


def rows_of_mps(text: str) -> Iterator[Row]:
    lines = [line.split() for line in text.splitlines()]
    senses = {words[1]: words[0] for words in lines if words[0] in "EL" and len(words) == 2}
    bounds = {words[1]: words[2] for words in lines if words[0] == "rhs"}
    ranges = {words[1]: words[2] for words in lines if words[0] == "rng"}
    for row, sense in senses.items():
        variables = [words[0] for words in lines if words[0][0] == "x" and words[1:] == [row, "1"]]
        yield variables, "=" if sense == "E" else "<=", int(bounds[row])
        if row in ranges:
            yield variables, ">=", int(bounds[row]) - int(ranges[row])


def rows_of_opb(text: str) -> Iterator[Row]:
    for line in text.splitlines():
        match = re.fullmatch(r"((?:[+-]\d+ x\d+ )*)(>=|=) (-?\d+) ;", line)
        if match:
            terms = re.findall(r"([+-]\d+) x(\d+)", match[1])
            sign = -1 if any(int(factor) < 0 for factor, _ in terms) else 1
            sense = {-1: "<=", 1: ">="}[sign] if match[2] == ">=" else "="
            variables = [x for factor, x in terms if int(factor)]
            yield variables, sense, sign * int(match[3])


def assignments(rows: Iterable[Row], variables: list[str]) -> int:
    """Return the number of settings of the variables that satisfy all rows."""
    met: dict[str, Callable[[int, int], bool]] = {
        "=": lambda total, bound: total == bound,
        "<=": lambda total, bound: total <= bound,
        ">=": lambda total, bound: total >= bound,
    }
    found = list(rows)
    return sum(
        all(met[sense](sum(chosen[x] for x in terms), bound) for terms, sense, bound in found)
        for values in product((0, 1), repeat=len(variables))
        for chosen in [dict(zip(variables, values, strict=True))]
    )


@sampled(20, 75, cover=st.one_of(covers(), fittings().map(lambda model: Lowering(model).cover)))
def test_models_of_linear_rows(cover: Cover) -> None:
    if not 0 < len(cover.choosable) <= MAX_VARIABLES:
        return
    expected = sum(1 for _ in by_definition(cover))
    own = columns(cover)
    assert assignments(rows_of_lp(lp(cover)), own) == expected
    assert assignments(rows_of_mps(mps(cover)), own) == expected
    assert assignments(rows_of_mathprog(mathprog(cover)), own) == expected
    numbered, text = [str(k) for k in range(1, len(own) + 1)], opb(cover)
    assert assignments(rows_of_opb(text), numbered) == expected
    assert int(text.split()[4]) == sum(line.endswith(";") for line in text.splitlines())


def dpf_by_its_definition(text: str) -> int:
    """Return the number of choices of one orientation per piece that cover each location once."""
    numbers = list(map(int, re.sub("//.*", "", text).split()))
    size, pieces = numbers.pop(0), []
    for _ in range(numbers.pop(0)):
        places = [[numbers.pop(0) for _ in range(numbers.pop(0))] for _ in range(numbers.pop(0))]
        pieces.append(places)
    return sum(sorted(chain(*choice)) == list(range(size)) for choice in product(*pieces))


@sampled(20, 50, model=st.one_of(fittings(), grouped(), bare_models()))
def test_dpf(model: Model) -> None:
    lowered = Lowering(model)
    if any(own.bounds[1] > 1 for own in lowered.classes):
        with pytest.raises(InputError, match="DPF has distinct pieces only"):
            dpf.write(model)
        return
    expected = (
        sum(1 for _ in by_definition(lowered.cover)) if len(lowered.cover.options) < 16 else -1
    )
    written = dpf.write(model)
    if expected >= 0:
        assert dpf_by_its_definition(written) == expected
    # Comments contain only names and do not change a count.
    again = dpf.read(re.sub("//.*", "", written), "again.dpf").content
    assert isinstance(again, Model)
    dancing = load("dancing")
    assert dancing.count(Lowering(again).cover) == dancing.count(lowered.cover)


def test_cnf_that_would_be_too_large_is_refused() -> None:
    cover = Cover([0], [[0]] * 7000)
    with pytest.raises(CannotDoError, match="too many; write OPB or LP instead"):
        cnf(cover)


def test_ranges_are_two_constraints_of_opb() -> None:
    cover = Cover("ab", ["a", "b", "ab"], multiplicity={"a": (1, 2)}, names=["A", "B", "C"])
    assert opb(cover).splitlines()[5:] == [
        "+1 x1 +1 x3 >= 1 ;", "-1 x1 -1 x3 >= -2 ;", "+1 x2 +1 x3 = 1 ;"
    ]  # fmt: skip
    assert assignments(rows_of_opb(opb(cover)), ["1", "2", "3"]) == 3


def test_variables_of_options_with_similar_names_are_distinct() -> None:
    names = ["x y", "x_y", "x_y_4_2", "x-y"]
    assert columns(Cover("abc", ["a", "b", "c", "ab"], names=names)) == [
        "x_x_y", "x_x_y_2_2", "x_x_y_4_2", "x_x_y_4_3"
    ]  # fmt: skip


def lowered(name: str) -> Lowering:
    model = shipped.read(name).content
    assert isinstance(model, Model)
    return Lowering(model)


@pytest.mark.parametrize("name", ["sticks", "domino-2x3", "domino"])
def test_conflict_graph_joins_options_that_share_an_item(name: str) -> None:
    own = lowered(name)
    options = [own.cover.options[k] for k in vertices(own)]
    joined = matrix(own)
    for a, b in itertools.product(range(len(options)), repeat=2):
        # Two options conflict if they share an item, which is a piece or a cell.
        assert joined[a, b] == (a != b and not set(options[a]).isdisjoint(options[b]))


def test_conflict_graph_that_would_be_too_large_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conflicts, "MAX_VERTICES", 7)
    with pytest.raises(CannotDoError, match=r"^a conflict graph has up to 7 vertices$"):
        dot(lowered("sticks").model)


def test_conflict_graph_has_every_vertex_and_edge() -> None:
    text = dot(lowered("sticks").model)
    assert text.startswith('graph "sticks') and text.endswith("}\n")
    assert text.count("[tooltip=") == 8
    assert text.count(" -- ") == 19
    assert render(shipped.read("sticks").content, "dot").data.decode() == text
    own = lowered("sticks")
    assert matrix(own).sum() == 2 * 19
    board = Board(((0,), (1,)))
    model = Model("x", board, (Piece("A", least=2, most=2, placements=((0,), (1,))),))
    with pytest.raises(InputError, match="cannot express 2 copies"):
        matrix(Lowering(model))
    # The 155,117,520 sets of labels are not options; each label is an option.
    labels = " ".join(map(str, range(30)))
    text = f"board = '{labels}'\n[groups]\nnumber = {{ labels = '{labels}', open = 15 }}\n"
    model = toml.read(f"{text}[pieces]\nI = '{'#' * 15}'\n", "x")
    with pytest.raises(InputError, match="several uncovered labels of group number"):
        matrix(Lowering(model))


def test_networkx_graph_equals_the_matrix() -> None:
    networkx = pytest.importorskip("networkx")
    built = graph(lowered("sticks"))
    assert (built.number_of_nodes(), built.number_of_edges()) == (8, 19)
    assert built.nodes["1.1"] == {"piece": "1", "cells": ((0,), (2,))}
    # Both sides of A cover the same cells, in different colours.
    sides = Piece("A", (((0, 0),), ((0, 0),)), colours=((1,), (2,)))
    fits = frozenset({(1, 1), (2, 1)})
    two = Lowering(Model("x", Board(((0, 0), (0, 1)), colours=(1, 1)), (sides,), fits=fits))
    for own in (lowered("sticks"), two):
        assert networkx.is_isomorphic(graph(own), networkx.from_numpy_array(matrix(own)))
