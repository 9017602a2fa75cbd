"""Random positions, for comparing the answers of the page's worker with Python's.

A position is part of a solution, part of a solution and one more piece that fits, any pieces that
fit, or pieces most of which overlap. The name of the puzzle is the seed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from operator import add, sub
from typing import TYPE_CHECKING, Any, NamedTuple

from calpuzzle import planning
from calpuzzle.api.puzzle import Puzzle
from calpuzzle.game.hints import take_back
from calpuzzle.play.data import pieces_data
from calpuzzle.play.joiner import joined
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MAX_LISTED = 10_000  # the most solutions that the page lists
POSITIONS_PER_DATE = 4
POOL = 60  # the number of solutions from which positions are made if there are no dates

Placement = tuple[int, ...]


class Position(NamedTuple):
    """A date as an index into each axis (None without groups), and the placed options."""

    date: tuple[int, ...] | None
    placed: Options


def exposed(module: str, name: str) -> str:
    """Return JavaScript that evaluates to the object called `name` in a module."""
    body = joined(module).rstrip().removesuffix("})();")
    return f"{body}return {name};\n}})()"


class Worker:
    """The page's worker, run in an empty page and called through the page's own `Asker`."""

    def __init__(self, browser: Browser) -> None:
        self.page: Page = browser.new_page()
        self.page.evaluate(f"() => {{ window.Asker = {exposed('asker.js', 'Asker')}; }}")

    def load(self, data: dict[str, Any]) -> None:
        """Restart the worker with the data of a puzzle."""
        self.page.evaluate(
            """async ([script, data]) => {
                window.asker?.worker.terminate();
                window.asker = new window.Asker(script, data);
                await window.asker.ready;
            }""",
            [joined("worker.js"), data],
        )

    def ask(self, questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return the answers; each question is sent after the previous one is answered."""
        answers: list[dict[str, Any]] = self.page.evaluate(
            """async (questions) => {
                const answers = [];
                for (const question of questions) answers.push(await window.asker.ask(question));
                return answers;
            }""",
            list(questions),
        )
        return answers

    def close(self) -> None:
        self.page.close()


class Placed:
    """Conversion between the options of a puzzle and the placements of its page."""

    def __init__(self, lowered: Lowering, data: dict[str, Any]) -> None:
        self.lowered = lowered
        self._pieces = data["pieces"]
        self._step = data["step"]
        self._colours = dict(zip(map(tuple, data["cells"]), data["colours"], strict=False))

    def option(self, placement: Sequence[int]) -> int:
        """Return the option of a placement, and assert that it exists."""
        piece, orientation, *at = placement
        shape = self._pieces[piece]["orientations"][orientation]
        cells = [tuple(map(add, cell, at)) for cell in shape]
        option = self.lowered.option_of(piece, cells)
        assert option is not None
        return option

    def placement(self, option: int) -> Placement:
        """Return the placement of an option, as the page writes it."""
        piece = self.lowered.class_of(option)
        cells = self.lowered.cells_of(option)
        low = [min(axis) // self._step * self._step for axis in zip(*cells, strict=True)]
        shape = [tuple(map(sub, cell, low)) for cell in cells]
        own = self._pieces[piece]
        fitting = [
            k
            for k, each in enumerate(own["orientations"])
            if list(map(tuple, each)) == shape
            and ("colours" not in own or own["colours"][k] == [self._colours[c] for c in cells])
        ]
        assert len(fitting) == 1
        return (piece, fitting[0], *low)


class Positions:
    """Random positions of a puzzle, the same ones in every run."""

    def __init__(self, puzzle: Puzzle, fewest: int = 0) -> None:
        """Place at least `fewest` pieces of a solution in each position, to keep searches short."""
        self.puzzle = puzzle
        self.cover = puzzle.cover
        self.fewest = fewest
        self.random = random.Random(puzzle.name)
        self.problems = puzzle.residual_problems()
        self.pieces = [k for k in range(len(self.cover.options)) if puzzle.lowered.class_of(k) >= 0]
        self._pool: list[Options] = []

    def some(self, number: int) -> list[Position]:
        """Return `number` more positions."""
        found: list[Position] = []
        while len(found) < number:
            instance = self.random.randrange(self.cover.instances)
            labels = self.cover.instance(instance)
            date = tuple(axis.index(k) for axis, k in zip(self.cover.axes, labels, strict=True))
            for _ in range(min(POSITIONS_PER_DATE, number - len(found))):
                found.append(Position(date if date else None, self._placed(labels)))
        return found

    def labels(self, position: Position) -> Options:
        """Return the options of the date of a position."""
        if position.date is None:
            return ()
        return tuple(axis[k] for axis, k in zip(self.cover.axes, position.date, strict=True))

    def _placed(self, labels: Options) -> Options:
        kind = self.random.random()
        solution = self._solution(labels)
        most = len(solution)
        placed = solution[: self.random.randint(min(self.fewest, most), most)]
        if kind < 0.15 and self.pieces:
            # Usually two of them overlap.
            placed = placed if self.fewest else []
            return tuple(placed + self.random.choices(self.pieces, k=self.random.randint(1, 4)))
        more = 0 if kind > 0.65 else 1
        if kind < 0.35 and not self.fewest:
            placed, more = [], self.random.randint(1, 4)
        for _ in range(more):
            fitting = self._fitting(labels, placed)
            if fitting:
                placed.append(self.random.choice(fitting))
        return tuple(placed)

    def _fitting(self, labels: Options, placed: Sequence[int]) -> list[int]:
        """Return the placements that fit beside the labels and the placed pieces."""
        options = self.cover.options
        room = [most for _, most in self.cover.bounds]
        for k in (*labels, *placed):
            for item in options[k]:
                room[item] -= 1
        return [k for k in self.pieces if all(room[item] > 0 for item in options[k])]

    def _solution(self, labels: Options) -> list[int]:
        """Return the pieces of a random solution of a date, shuffled; [] if it has no solution."""
        found = self._one_of_pool() if not self.cover.axes else self._one_of(labels)
        pieces = [k for k in found if self.puzzle.lowered.class_of(k) >= 0]
        self.random.shuffle(pieces)
        return pieces

    def _one_of(self, labels: Options) -> Options:
        remaining = self.problems.remaining(labels)
        return remaining.nth(self.random.randrange(remaining.count)) if remaining.count else ()

    def _one_of_pool(self) -> Options:
        if not self._pool:
            found = planning.solutions(self.cover)
            self._pool = list(islice(found, POOL)) or [()]
        return self.random.choice(self._pool)


class Said(NamedTuple):
    """Python's answer about a position: the number of its solutions, the options still to place
    that all of them share (None if there are too many solutions), and the index of the placement
    to take back if there is no solution."""

    solutions: int
    forced: set[int] | None
    culprit: int | None


def said(positions: Positions, position: Position) -> Said:
    """Return Python's answer about a position."""
    labels = positions.labels(position)
    fixed = labels + position.placed
    count = positions.problems.completions(fixed)
    if not count:
        back = take_back(positions.puzzle.lowered, positions.problems, labels, position.placed)
        return Said(0, set(), back and back.at)
    if count > MAX_LISTED:
        return Said(count, None, None)
    forced = set(positions.problems.remaining(fixed).forced()) - set(fixed)
    return Said(count, forced.intersection(positions.pieces), None)


class LoadedPuzzle:
    """A puzzle with its random positions, loaded into the worker."""

    def __init__(self, worker: Worker, model: Model, fewest: int = 0) -> None:
        self.puzzle = Puzzle(model)
        self.data = pieces_data(self.puzzle.lowered)
        self.placed = Placed(self.puzzle.lowered, self.data)
        self.positions = Positions(self.puzzle, fewest)
        self.worker = worker
        worker.load(self.data)

    def question(self, ask: str, position: Position, **more: Any) -> dict[str, Any]:
        placed = [self.placed.placement(option) for option in position.placed]
        return {"ask": ask, "date": position.date, "placed": placed, **more}


def compare(loaded: LoadedPuzzle, positions: Sequence[Position]) -> list[int]:
    """Assert that the page and Python agree on positions; return the numbers of solutions."""
    answers = loaded.worker.ask([loaded.question("remaining", p) for p in positions])
    counts = []
    for position, answer in zip(positions, answers, strict=True):
        expected = said(loaded.positions, position)
        counts.append(expected.solutions)
        assert answer["count"] == min(expected.solutions, MAX_LISTED), position
        assert answer["exact"] == (expected.solutions <= MAX_LISTED), position
        assert answer["possible"] == (expected.solutions > 0), position
        forced = answer["forced"] and {loaded.placed.option(own) for own in answer["forced"]}
        assert (forced or None) == (expected.forced or None), position
        assert answer["culprit"] == expected.culprit, position
    return counts
