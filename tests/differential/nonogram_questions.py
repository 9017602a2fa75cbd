"""Random nonograms, and questions that compare `Nonogram` with conformance.plain_lines."""

from __future__ import annotations

import os
import pickle
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from random import Random

from conformance import plain_lines
from conformance.plain_lines import OPEN, NonogramSearch
from definition import TooLargeError

import calpuzzle as cp
from calpuzzle.nonogram.clues import BLACK, WHITE, Clues, Colour, Grid, clue_of
from calpuzzle.nonogram.explain import ContradictionError
from calpuzzle.nonogram.proof import NotProvedError
from differential.compared import Case

LISTED = 400  # nonograms with more solutions are not used
COLOURS = (("black", "#000000", "k"), ("red", "#d02020", "r"), ("blue", "#0000ff", "b"))
PALETTE = (WHITE, *(Colour(*own) for own in COLOURS))


def _lines(clues: Clues) -> list[tuple[tuple[int, int], ...]]:
    return [*clues.rows, *clues.columns]


def _has_blocks_of_two_colours(clues: Clues) -> bool:
    """Return whether a line has two consecutive blocks of different colours."""
    return any(a[1] != b[1] for own in _lines(clues) for a, b in pairwise(own))


FEATURES: dict[str, Callable[[Clues], bool]] = {
    "one colour": lambda clues: clues.colours == 1,
    "several colours": lambda clues: clues.colours > 1,
    "blocks of two colours": _has_blocks_of_two_colours,
    "given cells": lambda clues: clues.given is not None,
    "a goal": lambda clues: clues.goal is not None,
    "empty lines": lambda clues: () in _lines(clues),
    "one line": lambda clues: 1 in (clues.height, clues.width),
    "two pictures": lambda clues: clues.goal is None,
}


def drawn_grid(rng: Random, wanted: Collection[str]) -> Clues:
    """Return the random nonogram, out of up to 40, that has most of the wanted features."""
    goal = FEATURES.keys() & set(wanted)
    best: tuple[int, Clues] | None = None
    for _ in range(40):
        clues = _random_clues(rng, goal | {"many solutions"} & set(wanted))
        met = sum(FEATURES[name](clues) for name in goal)
        if best is None or met > best[0]:
            best = met, clues
        if met == len(goal):
            break
    assert best
    return best[1]


def _random_clues(rng: Random, wanted: set[str]) -> Clues:
    sizes = (
        (1, rng.randint(1, 7)) if "one line" in wanted else (rng.randint(1, 5), rng.randint(1, 6))
    )
    height, width = rng.sample(sizes, 2)
    most = 3 if wanted & {"several colours", "blocks of two colours"} else rng.choice((1, 1, 2, 3))
    colours = 1 if "one colour" in wanted else most
    density = rng.choice((0.2, 0.4, 0.5, 0.6, 0.8, 1))

    def grid() -> Grid:
        return tuple(
            tuple(rng.randint(1, colours) * (rng.random() < density) for _ in range(width))
            for _ in range(height)
        )

    other = picture = grid()
    if "many solutions" in wanted:  # two cells on a diagonal can be mirrored
        picture = tuple(
            tuple(c if min(y, x) > 1 else int(y == x < 2) for x, c in enumerate(row))
            for y, row in enumerate(picture)
        )
        other = picture
    elif "two pictures" in wanted or ("a goal" not in wanted and rng.random() < 0.2):
        other = grid()
    given = None
    if "given cells" in wanted or rng.random() < 0.15:
        source = picture if rng.random() < 0.8 else grid()
        given = tuple(tuple(c if rng.random() < 0.2 else OPEN for c in row) for row in source)
    with_goal = other == picture and ("a goal" in wanted or rng.random() < 0.5)
    return Clues(
        tuple(clue_of(row) for row in picture),
        tuple(clue_of(column) for column in zip(*other, strict=True)),
        PALETTE[: colours + 1] if colours > 1 else (WHITE, BLACK),
        goal=picture if with_goal else None,
        given=given,
    )


class GridCase(Case):
    """A nonogram with some cells filled in, and the plain puzzle that it is compared with."""

    def __init__(self, rng: Random, contexts: set[str], clues: Clues) -> None:
        super().__init__(rng, contexts)
        self.clues = clues
        data = {"rows": clues.rows, "columns": clues.columns, "given": clues.given}
        self.plain = plain_lines.Puzzle({k: list(v) for k, v in data.items() if v}, clues.colours)
        self.nonogram = cp.Nonogram(clues, "drawn")
        self.every = self._solutions([OPEN] * self.plain.size)
        self.cells = self._placed() if "pieces placed" in contexts else [OPEN] * self.plain.size
        self.total = len(self.every)
        self.few = True

    def _solutions(self, cells: Sequence[int]) -> list[NonogramSearch]:
        found = list(islice(self.plain.solutions(self.plain.known(cells)), LISTED + 1))
        if len(found) > LISTED:
            raise TooLargeError
        return found

    def _placed(self) -> list[int]:
        """Return a random part of a solution, or of a random grid."""
        rng, size = self.rng, self.plain.size
        source: Sequence[int] = [rng.randint(0, self.clues.colours) for _ in range(size)]
        if self.every and rng.random() < 0.8:
            source = rng.choice(self.every)
        share = rng.random()
        return [c if rng.random() < share else OPEN for c in source]

    @cached_property
    def found(self) -> list[NonogramSearch]:
        """Return the solutions that agree with the filled cells."""
        known = self.plain.known(self.cells)
        return [own for own in self.every if all(c in k for c, k in zip(own, known, strict=True))]

    @property
    def placed(self) -> Grid | str | None:
        """Return the filled cells in one of the forms that callers may pass."""
        width = self.clues.width
        rows = [self.cells[k : k + width] for k in range(0, len(self.cells), width)]
        if "pieces placed" not in self.contexts:
            return None
        if self.rng.random() < 0.5:
            return tuple(map(tuple, rows))
        return "\n".join(self.drawing(row) for row in rows)

    def drawing(self, row: Sequence[int]) -> str:
        """Return a row as characters."""
        return "".join("?" if c == OPEN else self.clues.palette[c].mark for c in row)


def count(case: GridCase) -> None:
    case.same("count", case.nonogram.count(case.placed), len(case.found))
    masks = [sum(1 << c for c in own) for own in case.plain.known(case.cells)]
    case.same("masks", list(case.nonogram.masks(case.placed)), masks)
    case.same("unique", case.nonogram.unique(), len(case.every) == 1)


def listed(case: GridCase) -> None:
    engine = case.rng.choice(("auto", "auto", "lines", "clauses"))
    solutions = case.nonogram.solve(case.placed, engine=engine)
    found = [own.grid for own in solutions]
    flat = [tuple(c for row in grid for c in row) for grid in found]
    case.same("solutions", Counter(flat), Counter(case.found))
    case.same("length", len(solutions), len(case.found))
    case.same("fits", all(map(case.nonogram.fits, found)), True)
    if found:
        at = case.rng.randrange(len(found))
        case.same("nth", case.nonogram.solve(case.placed, engine=engine).nth(at).grid, found[at])
        drawn = [own.grid for own in solutions.sample(2, seed=1)]
        case.same("sample", drawn, [own for own in found if own in drawn])


def proved(case: GridCase) -> None:
    """Compare `Nonogram.prove`, which refuses nonograms with several solutions."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = case.nonogram.prove(os.path.join(folder, "drawn"))
        except NotProvedError as error:
            grids = [tuple(c for row in grid for c in row) for grid in error.solutions]
            case.same("two solutions", len({*grids} & {*case.every}), min(len(case.every), 2))
            return
    flat = [] if found is None else [tuple(c for row in found.grid for c in row)]
    case.same("the one solution", flat, case.every)


def fits(case: GridCase) -> None:
    """Check a complete grid: a solution, often with one cell changed."""
    width, size = case.clues.width, case.plain.size
    own = list(case.rng.choice(case.every)) if case.every else [0] * size
    if case.rng.random() < 0.7:
        own[case.rng.randrange(size)] = case.rng.randint(0, case.clues.colours)
    grid = tuple(tuple(own[k : k + width]) for k in range(0, size, width))
    case.same("fits", case.nonogram.fits(grid), tuple(own) in case.every)


def hint(case: GridCase) -> None:
    plain = case.plain
    expected = plain_lines.hint(plain, plain.known(case.cells))
    try:
        found = case.nonogram.hint(case.placed)
    except ContradictionError:
        case.same("hint", "wrong", expected["kind"])
        return
    case.same("hint", found.kind, expected["kind"])
    settles = [[row * case.clues.width + column, c] for row, column, c in found.settles]
    case.same("settled by the hint", settles, expected.get("cells", []))
    for key in ("line", "fillings", "colour"):
        if key in expected and found.kind in ("line", "probe"):
            case.same(key, getattr(found, key), expected[key])


def rate(case: GridCase) -> None:
    found = case.nonogram.rate()
    case.same("difficulty", found and found.level, plain_lines.difficulty(case.plain))


def steps(case: GridCase) -> None:
    """Compare each step with the shares computed from all fillings of all lines."""
    plain = case.plain
    known = plain.known([OPEN] * plain.size)
    found = case.nonogram.steps()
    last: list[list[Fraction]] | None = None
    for _ in range(50):
        shares = _shares(plain, known)
        try:
            step = next(found, None)
        except ContradictionError:
            case.same("steps", "a contradiction", "a contradiction" if shares is None else "a step")
            return
        if step is None or shares is None:
            case.same("last step", step, None if shares == last else shares)
            return
        case.same("shares", [list(own) for own in step.shares], shares)
        known = [{c for c, share in enumerate(own) if share} for own in shares]
        last = shares


def _shares(plain: plain_lines.Puzzle, known: plain_lines.Known) -> list[list[Fraction]] | None:
    """Return the share of each colour in each cell, or None on a contradiction."""
    lines = [plain.agreeing(line, known) for line in range(len(plain.lines))]
    if not all(lines):
        return None
    found = []
    for cell in range(plain.size):
        row, column = plain.through(cell)
        across = Counter(own[cell % plain.width] for own in lines[row])
        down = Counter(own[cell // plain.width] for own in lines[column])
        both = [
            (across[c] + down[c]) * bool(across[c] and down[c]) for c in range(plain.colours + 1)
        ]
        if not sum(both):
            return None
        found.append([Fraction(part, sum(both)) for part in both])
    return found


def pickled(case: GridCase) -> None:
    again: cp.Nonogram = pickle.loads(pickle.dumps(case.nonogram))
    case.same("count of a pickle", again.count(), len(case.every))


NUMBERS = (count, fits, rate, pickled)
LISTS = (listed, hint, steps, proved)
