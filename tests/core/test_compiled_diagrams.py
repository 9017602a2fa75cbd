"""The compiled walks over handmade, invalid and randomly damaged diagrams."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence

import pytest
from small_boards import cover_of, puzzle

from calpuzzle._core.walk import Walk
from calpuzzle.engines.diagram.diagram import Diagram
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.engines.diagram.growth import Arrays
from calpuzzle.puzzle.cover import Options

Parts = tuple[list[int], list[int], list[int]]


def chain(*steps: Sequence[int]) -> Parts:
    """Return a diagram in which all edges lead to the next state. `steps` are their options."""
    first, option, to = [0], list[int](), list[int]()
    for number, options in enumerate(steps, start=1):
        option += options
        to += [number] * len(options)
        first.append(len(option))
    return [*first, len(option)], option, to


# Item 0 is a piece with three copies, 1 and 2 are groups with one label each, 3 to 7 are cells.
A, B = 3, 4  # the options of the labels
OPTIONS = [(0, 3), (0, 4), (0, 5), (1, 6), (2, 7)]


def walk_of(
    arrays: Parts,
    options: Sequence[Options] = OPTIONS,
    copies: Sequence[int] = (3,),
    shape: Sequence[int] = (1, 1),
    instance: Sequence[int] | None = None,
) -> Walk:
    parts = tuple(array(kind, part) for kind, part in zip("IHI", arrays, strict=True))
    return Walk(parts, options, copies, shape, instance or [0] * len(options))


@pytest.mark.parametrize(
    ("message", "arrays"),
    [
        # A label is placed twice, three times or never; a piece is missing, or placed too often.
        ("state 0 .* wrong", chain([A], [A], [0], [1], [2])),
        ("state 1 .* wrong", chain([A], [A], [A], [B], [0])),
        ("state 0 .* wrong", chain([A], [0], [1], [2], [2])),
        ("state 0 .* wrong", chain([A], [B], [0], [1])),
        ("state 0 .* wrong", chain([A], [B], [0], [1], [2], [2])),
        # Paths that use different groups, or differ in length.
        ("state 0 .* wrong", chain([A, 0], [B], [0], [1], [2])),
        ("state 1 .* wrong", chain([0], [A, B], [B], [1], [2])),
        ("state 0 .* wrong", ([0, 2, 3, 4, 5, 6, 6], [0, 1, 1, 2, A, B], [1, 2, 2, 3, 4, 5])),
        # Edges from the end, to the same state and past the end; an option that does not exist.
        ("state 5 .* wrong", ([*range(7)], [A, B, 0, 1, 2, 0], [*range(1, 7)])),
        ("state 1 .* wrong", ([0, 1, 2, 3, 4, 5, 5], [A, B, 0, 1, 2], [1, 1, 3, 4, 5])),
        ("state 4 .* wrong", ([0, 1, 2, 3, 4, 5, 5], [A, B, 0, 1, 2], [1, 2, 3, 4, 6])),
        ("state 4 .* wrong", chain([A], [B], [0], [1], [5])),
        # A path longer than 16 bits.
        ("state 65535 .* wrong", chain(*[[0]] * (1 << 16), [A], [B], [0], [1], [2])),
        ("is empty", ([], [], [])),
        ("differ in length", ([0, 1, 1], [0, 0], [1])),
        ("differ in length", ([0, 1, 1], [], [1])),
        ("edges of the states are not exactly those", ([1, 1, 1], [0], [1])),
        ("edges of the states are not exactly those", ([0, 1, 2], [0], [1])),
        ("edges of the states are not exactly those", ([0, 0, 0], [0], [1])),
        ("overlap", ([0, 2, 1, 1], [0], [1])),
    ],
)
def test_arrays_that_are_not_a_diagram_are_rejected(message: str, arrays: Parts) -> None:
    with pytest.raises(ValueError, match=message):
        walk_of(arrays)


@pytest.mark.parametrize(
    "arrays",
    [
        ([0, 2, 2], [0, 0], [0, 1]),  # to the same state, and a valid edge
        ([0, 2, 2], [0, 0], [2, 1]),  # past the last state, and a valid edge
        ([0, 2, 2], [0, 1], [1, 1]),  # an option that does not exist
        ([0, 2, 2, 2], [0, 0], [1, 2]),  # to a state without edges, and a valid edge
        ([0, 1, 1, 1], [0], [1]),  # only to a state without edges
    ],
)
def test_a_single_invalid_edge_is_rejected(arrays: Parts) -> None:
    """There is one piece, so neither a group nor a second step can expose the invalid edge."""
    assert walk_of(([0, 1, 1], [0], [1]), [(0, 1)], [1], []).total == 1
    with pytest.raises(ValueError, match="state"):
        walk_of(arrays, [(0, 1)], [1], [])


@pytest.mark.parametrize("times", [31, 32, 33, 62, 63, 64, 65])
@pytest.mark.parametrize("label_first", [True, False])
def test_numbers_beyond_63_bits_raise(times: int, label_first: bool) -> None:
    """The diagram has 2 ** times solutions of 65 pieces and a label."""
    steps = [[2 * k, 2 * k + 1] if k < times else [2 * k] for k in range(65)]
    # The cells must be covered in their order.
    options = [*((0, 2 + k // 2 + label_first) for k in range(130)), (1, 2 if label_first else 67)]
    steps = [[130], *steps] if label_first else [*steps, [130]]
    if times > 62:
        with pytest.raises(OverflowError, match="63 bits"):
            walk_of(chain(*steps), options, [65], [1])
        return
    walk = walk_of(chain(*steps), options, [65], [1])
    number = array("q", [7] * 131)
    part = walk.slice([130])
    part.occurrences(number)
    assert walk.total == walk.count([130]) == part.total == number[130] == 1 << times
    assert number[0] == walk.count([0]) == 1 << (times - 1)
    assert part.nth((1 << times) - 1) == tuple(step[-1] for step in steps)


def test_occurrences_that_exceed_63_bits_raise() -> None:
    walk = walk_of(chain([2], *([[0, 1]] * 62)), [(0, 2), (0, 3), (1, 4)], [62], [1])
    assert walk.total == 1 << 62
    with pytest.raises(OverflowError, match="too often"):
        walk.slice([]).occurrences(array("q", [0] * 3))


def assert_counts(walk: Walk, *fixed: tuple[tuple[int, ...], int]) -> None:
    """Assert how many solutions contain the options, by `count` and by `slice`."""
    for placed, number in fixed:
        assert walk.count(placed) == walk.slice(placed).total == number


def test_classes_past_the_64th_are_not_confused_with_others() -> None:
    # Their bits are not stored: class 64 must not be taken for class 0, nor 65 for 1.
    options = [(c, 66 + c) for c in range(66)]
    walk = walk_of(chain(*[[c] for c in range(66)]), options, [1] * 66, [])
    assert_counts(walk, ((0, 64), 1), ((1, 65), 1), ((0, 1, 64, 65), 1), ((64, 65), 1))


def test_labels_past_the_64th_are_distinct_although_they_share_bits() -> None:
    # Two groups of 40 labels: the last labels of the second share the bits of the first.
    options, instance = [(0, 2)] * 40 + [(1, 3)] * 40, [*range(0, 1600, 40), *range(40)]
    walk = walk_of(chain([0, 5, 30], [40, 69, 79]), options, [], [40, 40], instance)
    assert_counts(walk, ((0, 40), 1), ((30, 69), 1), ((5, 79), 1), ((1, 69), 0), ((79,), 3))


@pytest.mark.parametrize("low", [0, 61, 62, 64, 124])
def test_clashing_cells_are_detected_in_both_words(low: int) -> None:
    def option(piece: int, pieces: int, *cells: int) -> Options:
        return piece, *(pieces + low + cell for cell in cells)

    # Two solutions fill three cells. Option 4 is for the next diagram.
    cells = ((0, 1), (0,), (1, 2), (2,), (1,))
    walk = walk_of(
        ([0, 2, 3, 4, 4], [0, 1, 3, 2], [1, 2, 3, 3]),
        [option(k, 4, *own) for k, own in enumerate(cells[:4])], [1, 1, 0, 0], [],
    )  # fmt: skip
    assert_counts(walk, ((), 2), ((2,), 1), ((3,), 1), ((0, 2), 0), ((1, 3), 0), ((0, 3), 1))
    assert walk.slice([2]).nth(0) == (1, 2)
    # Options that clash are placed together, although no path contains both.
    options = [option(k, 5, *own) for k, own in enumerate(cells)]
    assert_counts(walk_of(chain([0], [3]), options, [1, 1, 0, 0, 0], []), ((0, 4), 0))
    # The option before the first placed one covers the cell of the last.
    options = [option(k, 4, *own) for k, own in enumerate(((0, 3), (1,), (2,), (3,)))]
    assert_counts(walk_of(chain([0], [1], [2]), options, [1, 1, 1, 0], []), ((1,), 1), ((1, 3), 0))


def damage(rng: random.Random, parts: list[array[int]]) -> None:
    """Change some numbers, truncate an array, or exchange the targets of edges."""
    kind = rng.choice(("change", "change", "cut", "exchange"))
    part, to = rng.choice(parts), parts[2]
    if kind == "change":
        for part in rng.choices(parts, k=rng.randint(1, 3)):
            if part:
                at = rng.randrange(len(part))
                part[at] = rng.choice([*part, part[at] ^ 1 << rng.randrange(8 * part.itemsize)])
    elif kind == "cut":
        del part[rng.randrange(len(part) + 1) :]
    elif len(to) > 1:
        # This damage is the hardest to detect.
        for _ in range(3):
            one, other = rng.sample(range(len(to)), 2)
            to[one], to[other] = to[other], to[one]


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_diagram_is_rejected_or_stays_in_bounds(seed: int) -> None:
    """The answers may be wrong, but no array is accessed out of bounds."""
    rng = random.Random(seed)
    cover = cover_of(puzzle(seed))
    sound = diagram_of(cover).arrays
    for _ in range(12):
        parts = [array(kind, part) for kind, part in zip("IHI", sound, strict=True)]
        damage(rng, parts)
        try:
            diagram = Diagram(cover, Arrays(*[memoryview(part) for part in parts]))
        except (ValueError, OverflowError):
            continue
        placed = tuple(rng.sample(range(len(cover.options)), min(2, len(cover.options))))
        for fixed in ((), placed[:1], placed):
            remaining = diagram.remaining(fixed)
            assert diagram.completions(fixed) >= 0
            for index in range(min(remaining.count, 20)):
                remaining.nth(index)
            remaining.occurrences()
        assert diagram.counts().sum() == diagram.total
        diagram.solutions()
