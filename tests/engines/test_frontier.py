"""The engine `frontier`: published counts of any size, solutions by number, the race, and bounds.

Domino tilings are counted by Kasteleyn's formula, other pieces by sequences of the OEIS. Other
counts are compared with the engines halves, diagram and backtrack.
"""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal, localcontext
from functools import cache
from itertools import combinations
from math import prod

import numpy as np
import pytest
from building import blank, board, dominoes, many_dates, piece

from calpuzzle import planning
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError, TooLargeError, TooManyError
from calpuzzle.engines import Run, load, race
from calpuzzle.engines import frontier as module
from calpuzzle.engines.frontier import Frontier, suits
from calpuzzle.planning import Question, QuestionKind, make_plan
from calpuzzle.puzzle.cover import Cover, Options
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.results.known_covers import KNOWN_COVERS

FRONTIER, AUTO, BACKTRACK = Frontier(), planning, load("backtrack")
TWICE = Cover("ab", ["ab", "a", "b"], multiplicity={"a": 2})


def cover_of(height: int, width: int, *pieces: Piece) -> Cover:
    """Return the Cover of a rectangle and these pieces."""
    return Lowering(Model(f"{height}x{width}", blank(height, width), pieces)).cover


def some(drawing: str, least: int, most: int) -> Piece:
    """Return a piece with at least `least` and at most `most` copies."""
    return piece(drawing.replace("|", "/"), drawing)._replace(least=least, most=most)


def any_number(size: int, most: int = 200) -> tuple[Piece, ...]:
    """Return all polyominoes of a size, each with 0 to `most` copies."""
    return tuple(own._replace(least=0, most=most) for own in polyominoes(size))


# --- published counts


def kasteleyn(height: int, width: int) -> int:
    """Return the number of domino tilings of a rectangle (Kasteleyn, Physica 27, 1961).

    It is the product of 4 cos^2(pi j / (h + 1)) + 4 cos^2(pi k / (w + 1)) over j from 1 to h / 2
    and k from 1 to w / 2, both rounded up, computed to 200 digits."""
    with localcontext(prec=220):
        down = [4 * cosine(Decimal(j) / (height + 1)) ** 2 for j in range(1, (height + 1) // 2 + 1)]
        across = [4 * cosine(Decimal(k) / (width + 1)) ** 2 for k in range(1, (width + 1) // 2 + 1)]
        # The last term of an odd side is 0, so the other side's terms alone are factors too.
        ways = prod((a + b for a in down for b in across), start=Decimal(1))
        return int(ways.to_integral_value())


def cosine(part: Decimal) -> Decimal:
    """Return cos(part * pi) for a part of at most 1/2, by the power series; exactly 0 for 1/2."""
    if part == Decimal("0.5"):
        return Decimal(0)
    angle = part * pi()
    term = total = Decimal(1)
    for k in range(1, 200):
        term *= -angle * angle / ((2 * k - 1) * (2 * k))
        total += term
    return total


@cache
def pi() -> Decimal:
    """Return pi, by Machin's formula."""

    def arctan(inverse: int) -> Decimal:
        return sum(
            (
                Decimal((-1) ** k) / ((2 * k + 1) * Decimal(inverse) ** (2 * k + 1))
                for k in range(170)
            ),
            Decimal(0),
        )

    return 16 * arctan(5) - 4 * arctan(239)


SIZES = [(1, 2), (2, 3), (3, 4), (7, 8), (8, 8), (8, 32), (16, 16), (8, 100), (13, 20)]


@pytest.mark.parametrize("size", SIZES)
def test_domino_counts_match_kasteleyns_formula(size: tuple[int, int]) -> None:
    expected = kasteleyn(*size)
    cover = Lowering(dominoes(*size)).cover
    assert FRONTIER.count(cover) == AUTO.count(cover) == expected
    # The count does not depend on the orientation of the board.
    assert AUTO.count(Lowering(dominoes(*size[::-1])).cover) == expected


PUBLISHED = [
    (8, 8, any_number(2) + any_number(1), 179_788_343_101_980_135),  # OEIS A028420
    (9, 9, any_number(2) + any_number(1), 10_185_111_919_160_666_118_608),
    (3, 8, any_number(3), 1173),  # OEIS A134438
    (3, 9, any_number(3), 3127),
    (3, 10, any_number(3), 8266),
    (7, 5, (some("##", 0, 200), some("###", 0, 200)), 707_903),  # OEIS A219870
    (7, 17, (some("##", 0, 200), some("###", 0, 200)), 12_220_135_872_229_640_539_724),
]


@pytest.mark.parametrize(("height", "width", "pieces", "expected"), PUBLISHED)
def test_counts_match_published_ones(
    height: int, width: int, pieces: tuple[Piece, ...], expected: int
) -> None:
    assert AUTO.count(cover_of(height, width, *pieces)) == expected


def test_count_is_zero_if_the_copies_do_not_fill_the_board() -> None:
    # The engine does not count the uses of a piece if the area determines their number.
    assert [FRONTIER.count(cover_of(2, 4, some("##", k, k))) for k in range(3, 6)] == [0, 5, 0]


# --- counts by date


def calendar(height: int) -> Cover:
    """Return a board of dominoes: twelve months, 24 days, and blank rows of twelve cells."""
    days = [" ".join(f"{row * 12 + k}" for k in range(12)) for row in range(2)]
    rows = board(" ".join(f"m{k}" for k in range(12)), *days, *[" ".join("." * 12)] * (height - 3))
    groups = (
        Group("month", tuple(f"m{k}" for k in range(12))),
        Group("day", tuple(f"{k}" for k in range(24))),
    )
    number = 6 * height - 1
    return Lowering(Model("calendar", rows, (some("##", number, number),), groups)).cover


def test_counts_past_64_bits_are_python_integers() -> None:
    small, large = calendar(6), calendar(14)
    counts = FRONTIER.counts(small)
    assert counts.dtype == np.int64
    assert (counts == load("diagram").counts(small)).all() and counts.sum() > 0
    many = AUTO.counts(large)
    assert many.dtype == object and many.shape == (12, 24)
    assert many.max() > 1 << 63
    for at in (0, 5, 30, 287):
        assert FRONTIER.count(large, large.instance(at)) == many.flat[at]
    assert sum(many.flat) == FRONTIER.count(large) == AUTO.count(large)


def test_instance_numbers_beyond_the_first_word_of_a_state_are_counted() -> None:
    # Each piece has one placement, except piece 69: it covers the label that must be covered.
    options = [*((k, 71 + k) for k in range(70)), (69, 141), (70, 140), (70, 141)]
    cover = Cover.numbered(range(142), options, (), [(1, 1)] * 142, [(71, 72)], 71)
    work = module.work_of(cover, (), True)
    assert work and work.instance_shift >= 64
    assert FRONTIER.counts(cover).tolist() == [1, 1]


def test_counts_by_date_may_exceed_what_a_diagram_can_hold() -> None:
    rows = board("a b c . . . . .", *[" ".join("." * 8)] * 11)
    pieces = (some("##", 30, 30), some("#", 35, 35))
    cover = Lowering(Model("x", rows, pieces, (Group("g", ("a", "b", "c")),))).cover
    with pytest.raises(TooManyError):
        load("diagram").counts(cover)
    counts = AUTO.counts(cover)
    assert counts.tolist() == [load("halves").count(cover, cover.instance(k)) for k in range(3)]
    assert counts.min() > 1 << 63
    one_by_one = load("halves").counts(cover)
    assert one_by_one.dtype == object and one_by_one.tolist() == counts.tolist()


# --- solutions by number


def test_solutions_of_a_long_board_are_accessible_by_number() -> None:
    solutions = Puzzle(dominoes(8, 32)).solve()
    total = solutions.count()
    assert total == kasteleyn(8, 32)
    first = solutions.first()
    assert first is not None and solutions.nth(0) == first
    options = [solutions.nth(k).options for k in (0, 999, 1000, 1001, total // 2, total - 2)]
    assert options == sorted(set(options))
    assert solutions.nth(-1).options > options[-1]
    drawn = solutions.sample(3, seed=5)
    assert drawn == solutions.sample(3, seed=5) != solutions.sample(3, seed=6)
    with pytest.raises(IndexError):
        solutions.nth(total)


def test_numbering_skips_options_that_clash() -> None:
    # A pair leads to the same state as a single item if one item of the pair is covered.
    pairs = [(a, b) for a, b in combinations(range(7), 2) if b - a < 3]
    cover = Cover(range(7), [*pairs, *((k,) for k in range(7))])
    numbered = module.FrontierNumbering(cover)
    every = list(FRONTIER.solutions(cover))
    assert [numbered.nth(k) for k in range(len(every))] == every
    assert len(every) == ways_to_join(7)


# --- choice of the engine, and the race


def planned_engine(cover: Cover, fixed: Options = (), counting: bool = True) -> str:
    return make_plan(
        Question(QuestionKind.COUNT if counting else QuestionKind.LIST, cover, fixed)
    ).engine


def test_auto_chooses_the_frontier_for_long_boards_with_few_kinds() -> None:
    for cover in (Lowering(dominoes(8, 32)).cover, cover_of(6, 6, *any_number(3))):
        for placed in ((), (3,)):
            for counting in (True, False):
                assert planned_engine(cover, placed, counting) == "frontier"
    assert not suits(cover_of(15, 12, *(p._replace(least=3, most=3) for p in polyominoes(5))))


def test_dead_ends_are_cached() -> None:
    # Two corners of the same colour are missing: without a cache the search would never finish.
    rows = [" ".join("#" + "." * 19), *[" ".join("." * 20)] * 6, " ".join("." * 19 + "#")]
    cover = Lowering(Model("x", board(*rows), (some("##", 79, 79),))).cover
    assert list(AUTO.solutions(cover)) == []
    assert AUTO.count(cover) == 0
    # Without memory for the cache, the search still finishes on a small board.
    small = Lowering(dominoes(4, 6)).cover
    alone = list(FRONTIER.solutions(small, (), Run(memory=0)))
    assert alone == list(BACKTRACK.solutions(small))


BRICKS = Cover(
    range(60),
    [(k, k + 1) for k in range(59)] + [(k, k + 2) for k in range(58)] + [(k,) for k in range(60)],
)
"""A row of items; an option covers one item, or two items at a distance of 1 or 2."""


def ways_to_join(length: int) -> int:
    """Return the number of solutions of a row like BRICKS, computed item by item."""
    ways: dict[tuple[int, ...], int] = {(): 1}
    for at in range(length):
        after: Counter[tuple[int, ...]] = Counter()
        for ahead, number in ways.items():
            if at in ahead:
                after[tuple(k for k in ahead if k != at)] += number
                continue
            after[ahead] += number
            for to in (at + 1, at + 2):
                if to < length and to not in ahead:
                    after[tuple(sorted((*ahead, to)))] += number
        ways = dict(after)
    return ways[()]


def test_race_gives_both_engines_equal_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1_000_000))
    slices = []

    class Slow:
        def run(self, steps: int) -> bool:
            slices.append(steps)
            for _ in range(1_000):
                next(clock)
            return False

    monkeypatch.setattr(race, "FIRST_NODES", 1)
    monkeypatch.setattr(race, "START_NODES", 1)
    monkeypatch.setattr("calpuzzle.engines.race.time.monotonic", lambda: next(clock))
    monkeypatch.setattr(module, "new_count", lambda *_: Slow())
    monkeypatch.setattr(race, "budget", lambda _: 100)
    assert race.race_count(KNOWN_COVERS["8 queens"].make(), (), Run()) == 92
    assert len(slices) == 1


def test_race_counts_correctly_whichever_engine_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    total = ways_to_join(60)
    assert total > 1 << 50
    assert AUTO.count(BRICKS) == total == FRONTIER.count(BRICKS)
    assert race.race_count(BRICKS, (0, 119), Run()) == FRONTIER.count(BRICKS, (0, 119)) > 0
    assert race.race_count(BRICKS, (0, 0), Run()) == 0
    few = Cover(range(16), [(a, b) for a in range(8) for b in range(8, 16)])
    monkeypatch.setattr(race, "START_NODES", 0)
    for memory in (0, 1 << 20, 1 << 30):
        assert race.race_count(few, (), Run(memory=memory)) == 40_320
        assert race.race_count(few, (0,), Run(memory=memory)) == 5_040
    reported: list[int] = []
    monkeypatch.setattr(module, "SLICE", 1)
    race.race_count(BRICKS, (), Run(progress=lambda done, of, number: reported.append(done)))
    assert reported == sorted(reported) and len(reported) > 10


def test_first_solution_that_dancing_cells_miss_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen pieces leave five cells of a 9x9 board empty."""
    drawn = {
        "P": "##|##|#.",
        "X": ".#.|###|.#.",
        "T": "###|.#.",
        "L": "####|#...",
        "N": "##..|.###",
    }
    copies = {"P": 2, "X": 4, "T": 4, "L": 3, "N": 3}
    pieces = tuple(piece(name, shape, copies=copies[name]) for name, shape in drawn.items())
    cells = blank(9, 9)._replace(optional=frozenset(range(81)))
    cover = Lowering(Model("spare", cells, pieces)).cover
    reported: list[int] = []
    run = Run(progress=lambda done, of, number: reported.append(number))
    solution = next(AUTO.solutions(cover, (), run))
    used = Counter(item for k in solution for item in cover.options[k])
    assert all(least <= used[item] <= most for item, (least, most) in enumerate(cover.bounds))
    assert solution == next(FRONTIER.solutions(cover)) and reported[-1] > 0
    monkeypatch.setattr(race, "SLICES_ALONE", 1)
    assert next(AUTO.solutions(cover)) == solution


# --- unsupported puzzles and memory bounds


def test_unsupported_covers_are_refused_with_a_reason() -> None:
    reason = "some items have bounds other than (1, 1) and (0, 1)"
    assert FRONTIER.unsupported_reason(TWICE) == reason
    with pytest.raises(CannotDoError, match=re.escape(f"{reason}; use the engine dancing")):
        FRONTIER.count(TWICE)
    wide = Cover(range(200), [(k, (k * 7 + 1) % 200) for k in range(200)])
    assert FRONTIER.unsupported_reason(wide) == (
        "a frontier state of this puzzle takes 171 bits, and the engine frontier handles 128"
    )
    number = (1 << 20) + 1
    none = Cover.numbered(range(number), [], [], [(1, 1)] * number)
    assert FRONTIER.unsupported_reason(none) == "there are more than 1,048,576 cells"
    bare = Cover.numbered(["P"], [(0,)], [], [(1, 1)], pieces=1)
    assert FRONTIER.unsupported_reason(bare) == "a piece covers no cell"


def test_counts_refuses_too_many_instances_but_count_does_not() -> None:
    cover = many_dates()
    with pytest.raises(TooLargeError, match="429,981,696 instances of this puzzle are too many"):
        FRONTIER.counts(cover)
    assert FRONTIER.count(cover) == 12**8


def test_counts_beyond_the_memory_bound_raise_too_large_error() -> None:
    cover = Lowering(dominoes(14, 14)).cover
    for method in (FRONTIER.count, FRONTIER.counts):
        with pytest.raises(TooLargeError, match="take more than 16,384 bytes"):
            method(cover, run=Run(memory=16 << 10))
    assert FRONTIER.count(cover, (), Run(memory=4 << 20)) == kasteleyn(14, 14)
