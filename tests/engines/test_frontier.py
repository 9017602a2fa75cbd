"""The engine frontier: the same solutions as the definition, published counts of any size, bounds.

Dominoes are counted by Kasteleyn's formula, other pieces by the numbers of OEIS, by halves, by the
diagram, by backtracking, or by a frontier of numbers that tests/planning/test_plan.py also uses.
"""

from __future__ import annotations

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
    """A rectangle for these pieces."""
    return Lowering(Model(f"{height}x{width}", blank(height, width), pieces)).cover


def some(drawing: str, least: int, most: int) -> Piece:
    """A piece of which there are so many, or less."""
    return piece(drawing.replace("|", "/"), drawing)._replace(least=least, most=most)


def any_number(size: int, most: int = 200) -> tuple[Piece, ...]:
    """As many as one likes of all polyominoes of a size."""
    return tuple(own._replace(least=0, most=most) for own in polyominoes(size))


# --- published counts


def kasteleyn(height: int, width: int) -> int:
    """The ways to tile a rectangle with dominoes: the product of 4 cos^2(pi j / (h + 1)) +
    4 cos^2(pi k / (w + 1)) over j up to half of the height and k up to half of the width, each
    rounded up; an odd side has a last factor without one of the terms (Kasteleyn, Physica 27,
    1961). Computed to 200 digits."""
    with localcontext(prec=220):
        down = [4 * cosine(Decimal(j) / (height + 1)) ** 2 for j in range(1, (height + 1) // 2 + 1)]
        across = [4 * cosine(Decimal(k) / (width + 1)) ** 2 for k in range(1, (width + 1) // 2 + 1)]
        # With one side odd, the other is even, and its terms stand by themselves once.
        ways = prod((a + b for a in down for b in across), start=Decimal(1))
        return int(ways.to_integral_value())


def cosine(part: Decimal) -> Decimal:
    """The cosine of a part of pi, at most a half, by its series; 0 at a half."""
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
    """By Machin's formula."""

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
def test_dominoes(size: tuple[int, int]) -> None:
    expected = kasteleyn(*size)
    cover = Lowering(dominoes(*size)).cover
    assert FRONTIER.count(cover) == AUTO.count(cover) == expected
    # The side that the board is stated along is no matter.
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
def test_published_counts(
    height: int, width: int, pieces: tuple[Piece, ...], expected: int
) -> None:
    assert AUTO.count(cover_of(height, width, *pieces)) == expected


def test_copies_whose_area_is_not_that_of_the_board() -> None:
    # Where the area decides how many there are, their uses are not counted.
    assert [FRONTIER.count(cover_of(2, 4, some("##", k, k))) for k in range(3, 6)] == [0, 5, 0]


# --- counts by date


def calendar(height: int) -> Cover:
    """Twelve months and thirty days above blank lines of twelve, for dominoes."""
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


def test_instances_past_the_first_word_of_a_state() -> None:
    # Each piece has a place of its own, but the last, which takes the label that is covered.
    options = [*((k, 71 + k) for k in range(70)), (69, 141), (70, 140), (70, 141)]
    cover = Cover.numbered(range(142), options, (), [(1, 1)] * 142, [(71, 72)], 71)
    work = module.work_of(cover, (), True)
    assert work and work.instance_shift >= 64
    assert FRONTIER.counts(cover).tolist() == [1, 1]


def test_more_dates_than_a_diagram_has_numbers_for() -> None:
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


def test_a_caller_asks_for_solutions_of_a_long_board() -> None:
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


def test_options_that_clash_have_no_number() -> None:
    # A pair leads to the same state as a single item if one item of the pair is covered.
    pairs = [(a, b) for a, b in combinations(range(7), 2) if b - a < 3]
    cover = Cover(range(7), [*pairs, *((k,) for k in range(7))])
    numbered = module.FrontierNumbering(cover)
    every = list(FRONTIER.solutions(cover))
    assert [numbered.nth(k) for k in range(len(every))] == every
    assert len(every) == ways_to_join(7)


# --- which one is taken, and the race


def first(cover: Cover, fixed: Options = (), whole: bool = True) -> str:
    return make_plan(
        Question(QuestionKind.COUNT if whole else QuestionKind.LIST, cover, fixed)
    ).engine


def test_auto_asks_for_the_frontier_on_long_boards_of_few_kinds() -> None:
    for cover in (Lowering(dominoes(8, 32)).cover, cover_of(6, 6, *any_number(3))):
        for placed in ((), (3,)):
            for whole in (True, False):
                assert first(cover, placed, whole) == "frontier"
    assert not suits(cover_of(15, 12, *(p._replace(least=3, most=3) for p in polyominoes(5))))


def test_what_leads_nowhere_is_remembered() -> None:
    # Two corners of a colour are missing: no search ends that has to try every way.
    rows = [" ".join("#" + "." * 19), *[" ".join("." * 20)] * 6, " ".join("." * 19 + "#")]
    cover = Lowering(Model("x", board(*rows), (some("##", 79, 79),))).cover
    assert list(AUTO.solutions(cover)) == []
    assert AUTO.count(cover) == 0
    # Without memory it is a search that ends where the board is small.
    small = Lowering(dominoes(4, 6)).cover
    alone = list(FRONTIER.solutions(small, (), Run(memory=0)))
    assert alone == list(BACKTRACK.solutions(small))


BRICKS = Cover(
    range(60),
    [(k, k + 1) for k in range(59)] + [(k, k + 2) for k in range(58)] + [(k,) for k in range(60)],
)
"""A row in which neighbours, or those that have one between them, are joined, or none."""


def ways_to_join(length: int) -> int:
    """The solutions of a row like BRICKS, by what covers its first item."""
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


def test_a_race_takes_turns_of_equal_time(monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch.setattr(module, "begun", lambda *_: Slow())
    monkeypatch.setattr(race, "budget", lambda _: 100)
    assert race.race_count(KNOWN_COVERS["8 queens"].make(), (), Run()) == 92
    assert len(slices) == 1


def test_a_race_is_won_by_either(monkeypatch: pytest.MonkeyPatch) -> None:
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
    told: list[int] = []
    monkeypatch.setattr(module, "SLICE", 1)
    race.race_count(BRICKS, (), Run(progress=lambda done, of, number: told.append(done)))
    assert told == sorted(told) and len(told) > 10


def test_a_first_solution_that_dancing_cells_do_not_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixteen pieces on 9x9, of which five cells stay empty."""
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
    told: list[int] = []
    run = Run(progress=lambda done, of, number: told.append(number))
    solution = next(AUTO.solutions(cover, (), run))
    used = Counter(item for k in solution for item in cover.options[k])
    assert all(least <= used[item] <= most for item, (least, most) in enumerate(cover.bounds))
    assert solution == next(FRONTIER.solutions(cover)) and told[-1] > 0
    monkeypatch.setattr(race, "SLICES_ALONE", 1)
    assert next(AUTO.solutions(cover)) == solution


# --- what is refused, and what ends it


def test_what_is_refused() -> None:
    assert FRONTIER.unsupported_reason(TWICE) == "some items may be covered more than once"
    with pytest.raises(CannotDoError, match="more than once; use the engine dancing"):
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


def test_too_many_instances_to_tell_apart() -> None:
    cover = many_dates()
    with pytest.raises(TooLargeError, match="429,981,696 instances of this puzzle are too many"):
        FRONTIER.counts(cover)
    assert FRONTIER.count(cover) == 12**8


def test_what_is_past_the_memory() -> None:
    cover = Lowering(dominoes(14, 14)).cover
    for ask in (FRONTIER.count, FRONTIER.counts):
        with pytest.raises(TooLargeError, match="take more than 16,384 bytes"):
            ask(cover, run=Run(memory=16 << 10))
    assert FRONTIER.count(cover, (), Run(memory=4 << 20)) == kasteleyn(14, 14)
