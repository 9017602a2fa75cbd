"""Small boards with families of piece sets, fixed and random, for the tests of design/."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from random import Random
from typing import NamedTuple, Self, TypeVar

import numpy as np
from building import board
from hypothesis import strategies as st
from shipped import model as shipped_model

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.design.families.family import Family, PieceChoice, choice, family
from calpuzzle.design.families.tally import Tally
from calpuzzle.puzzle.dates.instances import exists, labels_at
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.model import Model, Piece
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.workers.calls import Call

T = TypeVar("T")


class InProcessWorkers:
    """Workers that execute calls in this process."""

    lost: tuple[type[BaseException], ...] = ()

    def __init__(self, number: int) -> None:
        self.number = number

    def submit(self, call: Call[T]) -> Future[T]:
        made: Future[T] = Future()
        made.set_result(call())
        return made

    def look(self) -> None:
        pass

    def renew(self) -> None:
        raise AssertionError("this worker cannot die")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class Small(NamedTuple):
    board: Model
    family: Family


def small() -> Small:
    """Return a board with fourteen cells to cover and sixteen dates, and a family of 45 sets."""
    model = Model(
        "small",
        board("A B C D", ". . . .", ". . . .", "1 2 3 4"),
        (),
        (Group("letter", tuple("ABCD")), Group("number", tuple("1234"))),
    )
    choices = [choice("2:tetrominoes"), choice("2:trominoes")]
    return Small(model, family(model, choices, repeat=True))


def slow() -> Small:
    """Return a board whose counts are eight units of work, and a family of 560 sets."""
    model = Model(
        "slow",
        board("A B C D E", "F G H . .", ". . . . .", ". . . . .", "1 2 3 . ."),
        (),
        (Group("letter", tuple("ABCDEFGH")), Group("number", tuple("123"))),
    )
    choices = [choice("2:tetrominoes"), choice("3:pentominoes")]
    return Small(model, family(model, choices, unused=["F5", "X5", "W5", "Z5"]))


def pieces_named(one_sided: bool = False) -> dict[str, Piece]:
    """Return the pieces of one to five cells by name."""
    return {p.name: p for size in range(1, 6) for p in polyominoes(size, one_sided)}


def tetrominoes_and_pentominoes(
    name: str = "dray",
    one_sided: bool = False,
    used: Sequence[str] = (),
    unused: Sequence[str] = (),
) -> Family:
    """Return the family of three tetrominoes and seven pentominoes for a shipped 8x7 board."""
    chosen = [choice(text, one_sided=one_sided) for text in ("3:tetrominoes", "7:pentominoes")]
    return family(shipped_model(name), chosen, used, unused)


def tallied(model: Model, sets: Family, number: int) -> tuple[int, ...]:
    """Return the entries of a tally for one set, computed from the counts of its puzzle."""
    counts = Puzzle(sets.model(model, number)).counts(engine="dancing").ravel()
    real = [not model.is_calendar or exists(model, labels_at(model, k)) for k in range(len(counts))]
    return (
        int((counts == 0).sum()),
        int(((counts == 0) & np.array(real)).sum()),
        int((counts == 1).sum()),
        int(counts.min()),
        int(counts.max()),
        int(counts.sum()),
    )


def rows(tally: Tally) -> list[tuple[int, ...]]:
    return list(zip(*[column.tolist() for column in tally], strict=True))


@st.composite
def smalls(draw: st.DrawFn) -> Small:
    """Draw a board of at most 6x6 with holes and groups, and a family of at most 300 sets. Pieces
    may be required, excluded, repeated or one-sided."""
    random = Random(draw(st.integers(0, 10**9)))
    while True:
        made = _random(random)
        if made and len(made.family) <= 300:
            return made


def _random(random: Random) -> Small | None:
    height, width = random.randint(2, 6), random.randint(2, 6)
    cells = [(row, column) for row in range(height) for column in range(width)]
    random.shuffle(cells)
    del cells[: max(len(cells) - random.randint(6, 16), random.randrange(3))]
    spare, groups = list(cells), []
    labels: dict[tuple[int, int], str] = {}
    for name in "ab"[: random.randrange(3)]:
        own = [spare.pop() for _ in range(min(len(spare), random.randint(1, 4)))]
        labels |= {cell: f"{name}{k}" for k, cell in enumerate(own)}
        groups.append(Group(name, tuple(labels[cell] for cell in own)))
    if any(not group.labels for group in groups):
        return None
    tokens = [
        [labels.get((r, c), ".") if (r, c) in cells else "#" for c in range(width)]
        for r in range(height)
    ]
    model = Model("random", board(*map(" ".join, tokens)), (), tuple(groups))
    one_sided = random.random() < 0.4
    choices, left = [], len(cells) - len(groups)
    for size, name in random.sample([(2, "dominoes"), (3, "trominoes"), (4, "tetrominoes")], 3):
        number = random.randint(0, left // size)
        left -= number * size
        if number:
            choices.append(choice(f"{number}:{name}", one_sided=one_sided))
    if left:
        own_pieces = (*polyominoes(1), *polyominoes(5, one_sided)[:4])
        own_pieces = tuple(p._replace(most=random.randint(1, 4)) for p in own_pieces)
        choices.append(PieceChoice(random.randint(1, left), "own", own_pieces))
    known = [piece for own in choices for piece in own.pieces]
    used = [piece.name for piece in random.sample(known, random.randrange(2))]
    unused = [p.name for p in random.sample(known, random.randrange(2)) if p.name not in used]
    try:
        return Small(model, family(model, choices, used, unused, random.random() < 0.5))
    except InputError:
        return None
