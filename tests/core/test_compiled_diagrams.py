"""The compiled walks over diagrams: those of random puzzles, and such as no puzzle has."""

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
    """A diagram in which each state has edges to the next one only: `steps` are their options."""
    first, option, to = [0], list[int](), list[int]()
    for number, options in enumerate(steps, start=1):
        option += options
        to += [number] * len(options)
        first.append(len(option))
    return [*first, len(option)], option, to


# A piece of three copies on three cells, and two groups of one label each: items 0, 1 and 2 to 6.
A, B = 3, 4
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
    ("said", "arrays"),
    [
        # A label that is placed twice or three times, or left out; a piece left out, or too many.
        ("state 0 .* wrong", chain([A], [A], [0], [1], [2])),
        ("state 1 .* wrong", chain([A], [A], [A], [B], [0])),
        ("state 0 .* wrong", chain([A], [0], [1], [2], [2])),
        ("state 0 .* wrong", chain([A], [B], [0], [1])),
        ("state 0 .* wrong", chain([A], [B], [0], [1], [2], [2])),
        # Ways that lay different groups, or are not of one length.
        ("state 0 .* wrong", chain([A, 0], [B], [0], [1], [2])),
        ("state 1 .* wrong", chain([0], [A, B], [B], [1], [2])),
        ("state 0 .* wrong", ([0, 2, 3, 4, 5, 6, 6], [0, 1, 1, 2, A, B], [1, 2, 2, 3, 4, 5])),
        # Edges behind the end, to the state itself, past the end; an option that there is not.
        ("state 5 .* wrong", ([*range(7)], [A, B, 0, 1, 2, 0], [*range(1, 7)])),
        ("state 1 .* wrong", ([0, 1, 2, 3, 4, 5, 5], [A, B, 0, 1, 2], [1, 1, 3, 4, 5])),
        ("state 4 .* wrong", ([0, 1, 2, 3, 4, 5, 5], [A, B, 0, 1, 2], [1, 2, 3, 4, 6])),
        ("state 4 .* wrong", chain([A], [B], [0], [1], [5])),
        # Longer than 16 bits.
        ("state 65535 .* wrong", chain(*[[0]] * (1 << 16), [A], [B], [0], [1], [2])),
        ("is empty", ([], [], [])),
        ("differ in length", ([0, 1, 1], [0, 0], [1])),
        ("differ in length", ([0, 1, 1], [], [1])),
        ("not contain exactly the edges", ([1, 1, 1], [0], [1])),
        ("not contain exactly the edges", ([0, 1, 2], [0], [1])),
        ("not contain exactly the edges", ([0, 0, 0], [0], [1])),
        ("overlap", ([0, 2, 1, 1], [0], [1])),
    ],
)
def test_arrays_that_are_no_diagram(said: str, arrays: Parts) -> None:
    with pytest.raises(ValueError, match=said):
        walk_of(arrays)


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
def test_edges_that_lead_nowhere(arrays: Parts) -> None:
    """A single piece: there is no group, and no second step, that would betray them."""
    assert walk_of(([0, 1, 1], [0], [1]), [(0, 1)], [1], []).total == 1
    with pytest.raises(ValueError, match="state"):
        walk_of(arrays, [(0, 1)], [1], [])


@pytest.mark.parametrize("times", [31, 32, 33, 62, 63, 64, 65])
@pytest.mark.parametrize("label_first", [True, False])
def test_numbers_past_a_word(times: int, label_first: bool) -> None:
    """2 ** times solutions of 65 pieces and a label."""
    steps = [[2 * k, 2 * k + 1] if k < times else [2 * k] for k in range(65)]
    # The cells are covered in their order.
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


def test_an_option_that_is_placed_again_and_again_does_not_wrap() -> None:
    walk = walk_of(chain([2], *([[0, 1]] * 62)), [(0, 2), (0, 3), (1, 4)], [62], [1])
    assert walk.total == 1 << 62
    with pytest.raises(OverflowError, match="too often"):
        walk.slice([]).occurrences(array("q", [0] * 3))


def agree(walk: Walk, *fixed: tuple[tuple[int, ...], int]) -> None:
    """So many solutions hold some options, by a walk to the last of them and by all that agrees."""
    for placed, number in fixed:
        assert walk.count(placed) == walk.slice(placed).total == number


def test_classes_past_the_64th() -> None:
    # Their bits are not kept: class 64 must not be taken for class 0, nor 65 for 1.
    options = [(c, 66 + c) for c in range(66)]
    walk = walk_of(chain(*[[c] for c in range(66)]), options, [1] * 66, [])
    agree(walk, ((0, 64), 1), ((1, 65), 1), ((0, 1, 64, 65), 1), ((64, 65), 1))


def test_labels_past_the_64th_share_a_bit() -> None:
    # Two groups of 40 labels: the last labels of the second have the bits of the first.
    options, instance = [(0, 2)] * 40 + [(1, 3)] * 40, [*range(0, 1600, 40), *range(40)]
    walk = walk_of(chain([0, 5, 30], [40, 69, 79]), options, [], [40, 40], instance)
    agree(walk, ((0, 40), 1), ((30, 69), 1), ((5, 79), 1), ((1, 69), 0), ((79,), 3))


@pytest.mark.parametrize("low", [0, 61, 62, 64, 124])
def test_cells_clash_in_both_words(low: int) -> None:
    def option(piece: int, pieces: int, *cells: int) -> Options:
        return piece, *(pieces + low + cell for cell in cells)

    # Two ways to fill three cells; option 4 is in neither.
    cells = ((0, 1), (0,), (1, 2), (2,), (1,))
    walk = walk_of(
        ([0, 2, 3, 4, 4], [0, 1, 3, 2], [1, 2, 3, 3]),
        [option(k, 4, *own) for k, own in enumerate(cells[:4])], [1, 1, 0, 0], [],
    )  # fmt: skip
    agree(walk, ((), 2), ((2,), 1), ((3,), 1), ((0, 2), 0), ((1, 3), 0), ((0, 3), 1))
    assert walk.slice([2]).nth(0) == (1, 2)
    # What is placed together clashes, though no way lays both.
    options = [option(k, 5, *own) for k, own in enumerate(cells)]
    agree(walk_of(chain([0], [3]), options, [1, 1, 0, 0, 0], []), ((0, 4), 0))
    # What comes before the first covers what the last would.
    options = [option(k, 4, *own) for k, own in enumerate(((0, 3), (1,), (2,), (3,)))]
    agree(walk_of(chain([0], [1], [2]), options, [1, 1, 1, 0], []), ((1,), 1), ((1, 3), 0))


def damage(rng: random.Random, parts: list[array[int]]) -> None:
    """Change some numbers, cut an array off, or exchange where edges lead."""
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
        # The hardest to see.
        for _ in range(3):
            one, other = rng.sample(range(len(to)), 2)
            to[one], to[other] = to[other], to[one]


@pytest.mark.parametrize("seed", range(20))
def test_a_damaged_diagram_leads_nowhere_outside(seed: int) -> None:
    """It is refused, or answers; wrongly, perhaps."""
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
