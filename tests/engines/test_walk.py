"""Walks over diagrams that are written by hand: what no puzzle has, and each check by itself."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pytest

from calpuzzle._core.walk import Walk

Written = tuple[Sequence[int], Sequence[int], Sequence[int]]
"""The arrays of a diagram: first, option, to."""


class Option(NamedTuple):
    """An option by its cells, from 0 on, and its piece or its group, and what it adds to the number
    of the instance."""

    cells: tuple[int, ...]
    piece: int
    group: int = -1
    instance: int = 0


def chain(*steps: Sequence[int]) -> Written:
    """The arrays of a diagram in which each state has edges to the next one only: `steps` are the
    options of its edges."""
    first: list[int] = [0]
    option: list[int] = []
    to: list[int] = []
    for number, options in enumerate(steps, start=1):
        option += options
        to += [number] * len(options)
        first.append(len(option))
    return [*first, len(option)], option, to


def walk_of(
    arrays: Written, options: Iterable[Option], copies: Sequence[int], shape: Sequence[int] = ()
) -> Walk:
    """A walk over the arrays; pieces come before groups, and these before cells."""
    first, option, to = arrays
    pieces, cells_from = len(copies), len(copies) + len(shape)
    rows = [
        (own.piece if own.group < 0 else pieces + own.group, *[c + cells_from for c in own.cells])
        for own in options
    ]
    instance = [own.instance for own in options]
    return Walk(
        (array("I", first), array("H", option), array("I", to)), rows, copies, shape, instance
    )


def cells(number: int, copies: int | None = None) -> list[Option]:
    """One option a cell, each of a class of its own or all of one class with so many copies."""
    return [Option((c,), c if copies is None else 0) for c in range(number)]


# A piece of three copies on three cells, and two groups of one label each.
A, B = 3, 4
TWO_GROUPS = [*cells(3, 3), Option((3,), -1, 0, 0), Option((4,), -1, 1, 0)]


def two_groups(*arrays: Sequence[int]) -> Walk:
    first, option, to = arrays
    return walk_of((first, option, to), TWO_GROUPS, [3], [1, 1])


# --- malformed arrays


def test_the_chain_below_is_sound() -> None:
    walk = two_groups(*chain([A], [B], [0], [1], [2]))
    assert (walk.total, walk.states, walk.edges) == (1, 6, 5)
    assert walk.slice([]).nth(0) == (A, B, 0, 1, 2)


@pytest.mark.parametrize(
    ("what", "state", "arrays"),
    [
        ("a label is laid three times", 1, chain([A], [A], [A], [B], [0])),
        ("a label is laid twice", 0, chain([A], [A], [0], [1], [2])),
        ("a label is left out", 0, chain([A], [0], [1], [2], [2])),
        ("a piece is left out", 0, chain([A], [B], [0], [1])),
        ("a piece too many", 0, chain([A], [B], [0], [1], [2], [2])),
        ("ways lay different groups", 0, chain([A, 0], [B], [0], [1], [2])),
        ("ways lay the other group", 1, chain([0], [A, B], [B], [1], [2])),
        (
            "ways differ in length",
            0,
            ([0, 2, 3, 4, 5, 6, 6], [0, 1, 1, 2, A, B], [1, 2, 2, 3, 4, 5]),
        ),
        ("edges behind the end", 5, ([*range(7)], [A, B, 0, 1, 2, 0], range(1, 7))),
        ("longer than 16 bits", 65535, chain(*[[0]] * (1 << 16), [A], [B], [0], [1], [2])),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_diagrams_that_are_none(what: str, state: int, arrays: Written) -> None:
    with pytest.raises(ValueError, match=f"^state {state} of the diagram is wrong$"):
        two_groups(*arrays)


@pytest.mark.parametrize(
    "arrays",
    [
        ([0, 2, 2], [0, 0], [0, 1]),  # to itself, and on
        ([0, 2, 2], [0, 0], [2, 1]),  # past the last state, and on
        ([0, 2, 2], [0, 1], [1, 1]),  # an option that there is not
        ([0, 2, 2, 2], [0, 0], [1, 2]),  # to a state without edges, and on
        ([0, 1, 1, 1], [0], [1]),  # to a state without edges only
    ],
)
def test_edges_that_lead_nowhere(arrays: Written) -> None:
    # A single piece: there is no group, and no second step, that would betray them.
    assert walk_of(([0, 1, 1], [0], [1]), cells(1), [1]).total == 1
    with pytest.raises(ValueError, match="state"):
        walk_of(arrays, cells(1), [1])


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        (([], [], []), "no end of its states"),
        (([0, 1, 1], [0, 0], [1]), "fit each other"),
        (([0, 1, 1], [], [1]), "fit each other"),
        (([1, 1, 1], [0], [1]), "hold its edges"),
        (([0, 1, 2], [0], [1]), "hold its edges"),
        (([0, 0, 0], [0], [1]), "hold its edges"),
        (([0, 2, 1, 1], [0], [1]), "overlap"),
    ],
)
def test_arrays_that_do_not_fit(arrays: Written, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        walk_of(arrays, cells(1), [1])


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ((0, 2 + 128), "cell"),
        ((0, 2, 2 + (1 << 20)), "cell"),
        ((0, 2, 1), "cell"),
        ((2, 2), "group or a piece"),
        ((-1, 2), "group or a piece"),
        ((0,), "an option has a piece or a group, and its cells"),
        ((), "an option has a piece or a group, and its cells"),
    ],
)
def test_options_that_are_out_of_range(option: tuple[int, ...], message: str) -> None:
    # One piece and one group: the cells begin with item 2.
    empty = array("I", [0]), array("H"), array("I")
    assert Walk(empty, [(0, 2, 2 + 127), (1, 2)], [1], [1], [0, 0]).total == 0
    with pytest.raises(ValueError, match=message):
        Walk(empty, [option], [1], [1], [0])


@pytest.mark.parametrize("instance", [[], [0], [0, 0, 0]])
def test_one_instance_an_option(instance: list[int]) -> None:
    empty = array("I", [0]), array("H"), array("I")
    with pytest.raises(ValueError, match="not one instance an option"):
        Walk(empty, [(0, 1), (0, 2)], [1], [], instance)


def test_too_many_pieces_and_groups() -> None:
    cases: list[tuple[list[int], list[int], str]] = [
        ([65, 64], [], "pieces"),
        ([1], [1] * 17, "groups"),
    ]
    for copies, shape, message in cases:
        with pytest.raises(ValueError, match=f"too many {message}"):
            walk_of(([0], [], []), [], copies, shape)


# --- large numbers


def doubled(times: int, length: int = 65) -> tuple[list[Option], int, list[list[int]]]:
    """A diagram of 2 ** times solutions of `length` pieces and a label of the one group."""
    steps = [[k % 2, k % 2] if k < times else [0] for k in range(length)]
    options = [*cells(2, length), Option((2,), -1, 0, 0)]
    return options, length, steps


@pytest.mark.parametrize("times", [31, 32, 33, 62])
@pytest.mark.parametrize("label_first", [True, False])
def test_counts_about_32_bits(times: int, label_first: bool) -> None:
    options, length, steps = doubled(times)
    steps = [[2], *steps] if label_first else [*steps, [2]]
    walk = walk_of(chain(*steps), options, [length], [1])
    assert walk.total == 1 << times
    counts = array("q", [0])
    walk.counts(counts, 1 << 20)
    assert counts.tolist() == [1 << times]
    assert walk.count([2]) == walk.slice([2]).total == 1 << times


@pytest.mark.parametrize("times", [63, 64, 65])
def test_totals_past_63_bits(times: int) -> None:
    options, length, steps = doubled(times)
    with pytest.raises(OverflowError, match="63 bits"):
        walk_of(chain(*steps, [2]), options, [length], [1])


def test_the_bound_of_the_vectors_is_kept_to_the_byte() -> None:
    walk = two_groups(*chain([A], [B], [0], [1], [2]))
    counts = array("q", [0])
    walk.counts(counts, 8 * walk.states)
    assert counts.tolist() == [1]
    with pytest.raises(OverflowError):
        walk.counts(counts, 8 * walk.states - 1)
    assert counts.tolist() == [1]


# --- pieces that are laid


def test_classes_past_the_64th() -> None:
    # Their bits are not kept: class 64 must not be taken for class 0, nor 65 for 1.
    walk = walk_of(chain(*[[c] for c in range(66)]), cells(66), [1] * 66)
    for laid in ([0, 64], [1, 65], [0, 1, 64, 65], [64, 65]):
        assert walk.count(laid) == walk.slice(laid).total == 1


def test_labels_past_the_64th_share_a_bit() -> None:
    # Two groups of 40 labels: the last labels of the second have the bits of the first.
    options = [Option((0,), -1, 0, 40 * k) for k in range(40)]
    options += [Option((1,), -1, 1, k) for k in range(40)]
    walk = walk_of(chain([0, 5, 30], [40, 69, 79]), options, [], [40, 40])
    for laid, number in [((0, 40), 1), ((30, 69), 1), ((5, 79), 1), ((1, 69), 0), ((79,), 3)]:
        assert walk.count(laid) == walk.slice(laid).total == number


@pytest.mark.parametrize("low", [0, 61, 62, 64, 124])
def test_cells_clash_in_both_words(low: int) -> None:
    def option(piece: int, *cells: int) -> Option:
        return Option(tuple(low + cell for cell in cells), piece)

    # Two ways to fill three cells; option 4 is in neither.
    options = [option(0, 0, 1), option(1, 0), option(2, 1, 2), option(3, 2), option(4, 1)]
    arrays = [0, 2, 3, 4, 4], [0, 1, 3, 2], [1, 2, 3, 3]
    walk = walk_of(arrays, options[:4], [1, 1, 0, 0])
    for laid, number in [([], 2), ([2], 1), ([3], 1), ([0, 2], 0), ([1, 3], 0), ([0, 3], 1)]:
        assert walk.count(laid) == walk.slice(laid).total == number
    assert walk.slice([2]).nth(0) == (1, 2)
    # What is laid together clashes, though no way lays both.
    walk = walk_of(chain([0], [3]), options, [1, 1, 0, 0, 0])
    assert walk.count([0, 4]) == walk.slice([0, 4]).total == 0
    # What comes before the first covers what the last would.
    options = [option(0, 0, 3), option(1, 1), option(2, 2), option(3, 3)]
    walk = walk_of(chain([0], [1], [2]), options, [1, 1, 1, 0])
    assert walk.count([1]) == 1
    assert walk.count([1, 3]) == walk.slice([1, 3]).total == 0
