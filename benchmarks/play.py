"""Speed of the page in headless Chromium, and what the alternative would weigh:
the diagram of all solutions as a file. Prints Markdown tables.

    python benchmarks/play.py [--quick]

An answer that is not what Python counts stops the run: a wrong answer has no time.
"""

from __future__ import annotations

import argparse
import platform
import random
import shutil
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import work
from measure import check, shown
from old_phone import old_phone
from opening import opening

import calpuzzle as cp
from calpuzzle.play.data import pieces_data
from calpuzzle.play.joiner import joined
from calpuzzle.puzzle.cover import Options

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LIMITS = {"dray": 0.050, "weekday-8x7": 0.150}
"""Seconds within which the page must answer 95 of 100 pieces that are laid."""

MOST = 10_000  # solutions that the page lists

_START = """async ([asker, worker, data]) => {
    const Asker = new Function(asker)();
    window.asker = new Asker(worker, data);
    await window.asker.ready;
}"""

_ASK = """async (questions) => {
    const answers = [];
    for (const question of questions) {
        const start = performance.now();
        const answer = await window.asker.ask(question);
        answers.push([answer.count, answer.exact, performance.now() - start]);
    }
    return answers;
}"""


class Step(NamedTuple):
    """A position of a game: the labels of its date by their places, and the options laid."""

    date: tuple[int, ...]
    laid: Options


class Played:
    """A puzzle, and the page's worker for it."""

    def __init__(self, browser: Browser, name: str) -> None:
        self.puzzle = cp.load(name)
        self.diagram = self.puzzle.diagram()
        self.data = pieces_data(self.puzzle.lowered)
        self.browser = browser
        self.page: Page | None = None

    def load(self) -> None:
        """Start the worker anew."""
        if self.page:
            self.page.close()
        self.page = self.browser.new_page()
        body = joined("asker.js").rstrip().removesuffix("})();")
        self.page.evaluate(
            _START, [f"return {body}return Asker;\n}})();", joined("worker.js"), self.data]
        )

    def times(self, steps: Sequence[Step]) -> list[float]:
        """Seconds from each question to its answer, one after another."""
        assert self.page
        questions = [
            {"ask": "left", "date": step.date, "laid": list(map(self.placement, step.laid))}
            for step in steps
        ]
        answers: list[Any] = self.page.evaluate(_ASK, questions)
        for step, (count, exact, _) in zip(steps, answers, strict=True):
            expected = self.diagram.completions(self.labels(step.date) + step.laid)
            check("the page", (count, exact), (min(expected, MOST), expected <= MOST))
        return [milliseconds / 1e3 for _, _, milliseconds in answers]

    def labels(self, date: Sequence[int]) -> Options:
        return tuple(axis[k] for axis, k in zip(self.puzzle.cover.axes, date, strict=True))

    def placement(self, option: int) -> tuple[int, int, int, int]:
        """Return the name of an option on the page."""
        lowered = self.puzzle.lowered
        cells = lowered.cells_of(option)
        piece = lowered.class_of(option)
        top, left = (min(axis) for axis in zip(*cells, strict=True))
        shape = tuple((r - top, c - left) for r, c in cells)
        return piece, lowered.classes[piece].orientations.index(shape), top, left

    def date(self, rng: random.Random) -> tuple[int, ...]:
        return tuple(rng.randrange(len(group.labels)) for group in self.puzzle.groups)

    def game(self, rng: random.Random) -> list[Step]:
        """Positions of a game: nothing, then the pieces of a solution one by one, in random order,
        and before every second one a piece that fits and is taken back."""
        date = self.date(rng)
        left = self.diagram.left(self.labels(date))
        steps = [Step(date, ())]
        if not left.count:
            return steps
        solution = [k for k in left.nth(rng.randrange(left.count)) if k not in left.laid]
        rng.shuffle(solution)
        for number, option in enumerate(solution):
            laid = tuple(solution[:number])
            if number % 2:
                tried = self._fitting(left.laid + laid)
                steps += [Step(date, (*laid, rng.choice(tried))), Step(date, laid)]
            steps.append(Step(date, (*laid, option)))
        return steps

    def _fitting(self, fixed: Options) -> list[int]:
        options = self.puzzle.cover.options
        covered = {item for k in fixed for item in options[k]}
        fitting = [k for k, items in enumerate(options) if covered.isdisjoint(items)]
        return [k for k in fitting if self.puzzle.lowered.class_of(k) >= 0]


def late(times: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return sorted(times)[max(round(0.95 * len(times)) - 1, 0)]


def answers(browser: Browser, name: str, rounds: int) -> bool:
    """Measure the answers for a puzzle; whether they are within the limit."""
    played = Played(browser, name)
    rng = random.Random(10)
    first = []
    for _ in range(2 * rounds):
        played.load()
        first += played.times([Step(played.date(rng), ())])
    played.load()
    dates = played.times([Step(played.date(rng), ()) for _ in range(10 * rounds)])
    pieces: list[float] = []
    for _ in range(4 * rounds):
        # The list of the date is made while nothing is laid yet.
        pieces += played.times(played.game(rng))[1:]
    print(f"### {name}: the page's answers\n")
    print("| | number | median | 95 % below | longest |\n| --- | ---: | ---: | ---: | ---: |")
    for title, times in (
        ("the first date after the page is opened", first),
        ("another date", dates),
        ("a piece laid or taken back", pieces),
    ):
        columns = map(shown, (statistics.median(times), late(times), max(times)))
        print(f"| {title} | {len(times)} | {' | '.join(columns)} |")
    kept = late(pieces) <= LIMITS[name]
    print(
        f"\nA piece is to be answered within {shown(LIMITS[name])}: {'met' if kept else 'not met'}."
    )
    print()
    return kept


def openings(browser: Browser, rounds: int) -> None:
    print("### The page from its address to the first picture\n")
    print("| | slower | seconds | packed | unpacked | ratio |")
    print("| --- | ---: | --- | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder:
        for slow in (1, 4):
            opening(browser, "dray", Path(folder), slow, rounds)
    print()


def files(names: Sequence[str]) -> None:
    """The diagrams as files that a page would load instead."""
    print("### The diagram as a file instead\n")
    print("| | solutions | states | edges | plain | gzip | xz |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name in names:
        diagram = cp.load(name).diagram()
        columns = " | ".join(f"{size / 1e6:.2f} MB" for size in work.packed(diagram))
        edges = len(diagram.arrays.option)
        print(f"| {name} | {diagram.total:,} | {diagram.states:,} | {edges:,} | {columns} |")
    print()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="one round")
    args = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as running:
        names = ("chromium-headless-shell", "chromium", "google-chrome")
        path = next(filter(None, map(shutil.which, names)), None)
        browser = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        print(f"calpuzzle {cp.__version__}, Chromium {browser.version}, {platform.machine()}\n")
        openings(browser, 1 if args.quick else 20)
        kept = [answers(browser, name, 1 if args.quick else 10) for name in LIMITS]
        with tempfile.TemporaryDirectory() as folder:
            old_phone(browser, Path(folder), 2 if args.quick else 20)
        browser.close()
    files(list(LIMITS))
    if not all(kept):
        raise SystemExit("the page answers too late")


if __name__ == "__main__":
    main()
