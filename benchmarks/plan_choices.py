"""The time of each engine for each kind of question, and how well the planner chooses an engine.

    python benchmarks/plan_choices.py --measure results/benchmarks/plan_choices.csv
    python benchmarks/plan_choices.py --measure part.csv --part 1/4      every fourth puzzle
    python benchmarks/plan_choices.py --evaluate > results/benchmarks/plan_choices.txt

A full measurement takes half an hour. The puzzles are those of many_puzzles.py, with
interchangeable items merged. The questions about each puzzle are the number of all solutions
(`count`), of the solutions of every instance (`counts`) and of one instance (`date`), the number
that remains after some or most pieces of a solution are placed (`some`, `most`), and a first
solution (`first`, `first date`, `first some`). Seconds are processor time, on a Cover without
cached results. An engine is stopped after a second (`>1`), or earlier if another engine takes at
most a tenth of the time; some cells of the stored table have other limits, up to 10 seconds.
`large` is a TooLargeError, `many` a TooManyError, and `-` means that the engine does not support
the question. If engines disagree, the run ends with an error. `race` lets dancing cells and the
frontier method take turns.

--evaluate compares the plan with the best engine. A plan misses if it takes more than 1.5 times as
long as the best engine, and misses badly if it takes more than 5 times as long and more than 50 ms.
Questions that no engine answered are omitted. On questions for a first solution, a plan that lists
solutions in lexicographic order is not compared with dancing cells, which list them differently.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from many_puzzles import puzzles
from measure import Clock, shown

from calpuzzle.base.errors import CannotDoError, TooLargeError, TooManyError
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import Run, load
from calpuzzle.engines.layout import unsupported_reason
from calpuzzle.engines.race import race_count, race_solutions
from calpuzzle.planning.interchangeable import merged
from calpuzzle.planning.plan import Plan, make_plan
from calpuzzle.planning.question import Question, QuestionKind
from calpuzzle.puzzle.cover import Cover, Options

ENGINES = ("diagram", "halves", "frontier", "backtrack", "dancing", "race")
LIMITS = (0.05, 0.2, 1.0)
MEMORY = 2 << 30
TABLE = Path(__file__).parent.parent / "results/benchmarks/plan_choices.csv"
WANTED = {"counts": QuestionKind.COUNTS, "first": QuestionKind.LIST}

Cells = dict[str, str]
"""The cell of each engine in a row of the table: seconds, or why there are none."""


class TimedQuestion(NamedTuple):
    """A question: its puzzle, what is asked, and the options that are fixed."""

    puzzle: str
    kind: str
    fixed: Options = ()

    @property
    def first(self) -> bool:
        """Return whether it asks for the first solution only."""
        return self.kind.startswith("first")


@cache
def cover_makers() -> dict[str, Any]:
    """Return, by the name of each puzzle, the function that makes its Cover."""
    return dict(puzzles())


@cache
def cover_of(puzzle: str) -> Cover:
    """Return the Cover of a puzzle, with interchangeable items merged."""
    whole: Cover = cover_makers()[puzzle]()
    same = merged(whole)
    return same.cover if same else whole


def fresh(cover: Cover) -> Cover:
    """Return a copy of a Cover, without cached results."""
    return Cover.numbered(
        cover.primary, cover.options, cover.secondary, cover.bounds[: len(cover.primary)],
        cover.axes, cover.pieces, cover.plane, cover.colours, cover.palette,
    )  # fmt: skip


def answer(engine: str, asked: TimedQuestion, cover: Cover, run: Run) -> Any:
    """Return what an engine answers: a number, counts, or a solution."""
    if engine == "race":
        if asked.kind == "counts" or unsupported_reason(cover) is None:
            raise CannotDoError("the race does not support this Cover or question")
        if asked.first:
            return next(race_solutions(cover, asked.fixed, run), None)
        return race_count(cover, asked.fixed, run)
    own = load(engine)
    own.check(cover)
    if asked.kind == "counts":
        return own.counts(cover, run).tolist()
    if asked.first:
        return next(iter(own.solutions(cover, asked.fixed, run)), None)
    return own.count(cover, asked.fixed, run)


def timed(engine: str, asked: TimedQuestion, cover: Cover, limit: float) -> tuple[str, Any]:
    """Run an engine for at most `limit` seconds; return its cell of the table and its answer."""
    own = fresh(cover)
    run = Run(memory=MEMORY, stop=Clock(limit))
    start = time.process_time()
    try:
        found = answer(engine, asked, own, run)
    except StoppedError:
        return f">{limit:g}", None
    except TooLargeError:
        return "large", None
    except TooManyError:
        return "many", None
    except CannotDoError:
        return "-", None
    return f"{time.process_time() - start:.3g}", found


def seconds(cell: str) -> float:
    """Return the seconds in a cell, or infinity if there was no answer."""
    return float(cell) if cell[:1].isdigit() else inf


def has_seconds(cell: str) -> bool:
    """Return whether a cell states how long the engine ran, until it answered or was stopped."""
    return cell[0] in ">0123456789"


def measured(asked: TimedQuestion, cover: Cover) -> tuple[Cells, Any]:
    """Return the cells of all engines, and the answer. Short times are the best of two or three
    runs. Raises SystemExit if the engines disagree."""
    cells: Cells = dict.fromkeys(ENGINES, ">0")
    answers: dict[str, Any] = {}
    for limit in LIMITS:
        best = min(map(seconds, cells.values()))
        for engine, cell in cells.items():
            if cell.startswith(">") and float(cell[1:]) < 10 * best:
                cells[engine], answers[engine] = timed(engine, asked, cover, limit)
    for engine, cell in cells.items():
        if seconds(cell) < 0.05:
            again = [timed(engine, asked, cover, 9)[0] for _ in range(1 + (seconds(cell) < 0.02))]
            cells[engine] = min([cell, *again], key=seconds)
    known = [found for engine, found in answers.items() if seconds(cells[engine]) < inf]
    agreed = {str(found is None if asked.first else found) for found in known}
    if len(agreed) > 1:
        raise SystemExit(f"the engines disagree on {asked}: {answers}")
    return cells, next(iter(known), None)


def table(part: int, parts: int) -> Iterator[tuple[TimedQuestion, Cells]]:
    """Yield the questions about one part of the puzzles, number `part` of `parts`, each with its
    cells."""
    for engine in ENGINES[:-1]:  # import modules now, so that no measured time includes an import
        load(engine).counts(fresh(cover_of("trominoes 3x4")))
    # In a random order, so that each part is a fair sample of all puzzles.
    names = list(cover_makers())
    for name in random.Random(1).sample(names, len(names))[part - 1 :: parts]:
        cover, dice = cover_of(name), random.Random(name)
        calendar = cover.instances > 1
        date = TimedQuestion(name, "first date" if calendar else "first")
        if calendar:
            for kind in ("count", "counts", "first"):
                yield (asked := TimedQuestion(name, kind)), measured(asked, cover)[0]
            date = date._replace(fixed=cover.instance(dice.randrange(cover.instances)))
        cells, solution = measured(date, cover)
        yield date, cells
        count = date._replace(kind="date" if calendar else "count")
        yield count, measured(count, cover)[0]
        for kind, least, most in ("some", 0.1, 0.4), ("most", 0.4, 0.8):
            if solution and len(solution) > 3:
                number = 1 + int(len(solution) * dice.uniform(least, most))
                fixed = (*date.fixed, *sorted(dice.sample(solution, number)))
                for own in (kind, f"first {kind}")[: 2 if kind == "some" else 1]:
                    yield (asked := TimedQuestion(name, own, fixed)), measured(asked, cover)[0]
        print(name, file=sys.stderr, flush=True)


def write(path: str, part: int, parts: int) -> None:
    """Write the table, row by row."""
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["puzzle", "question", "fixed", *ENGINES])
        for asked, cells in table(part, parts):
            fixed = " ".join(map(str, asked.fixed))
            writer.writerow([asked.puzzle, asked.kind, fixed, *cells.values()])
            file.flush()


def read() -> Iterator[tuple[TimedQuestion, Cells]]:
    """Yield the rows of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            fixed = tuple(map(int, row["fixed"].split()))
            cells = {engine: row[engine] for engine in ENGINES}
            yield TimedQuestion(row["puzzle"], row["question"], fixed), cells


def planned(asked: TimedQuestion) -> Plan:
    """Return the plan of a question."""
    wanted = WANTED.get(asked.kind.partition(" ")[0], QuestionKind.COUNT)
    return make_plan(Question(wanted, cover_of(asked.puzzle), asked.fixed))


def steps_of(plan: Plan) -> list[tuple[str, float]]:
    """Return the engines of a plan, in order, each with the seconds that it may take."""
    turned = plan.races and plan.question.kind is not QuestionKind.COUNTS
    return [
        ("race" if step.engine == "dancing" and turned else step.engine, step.limit or inf)
        for step in plan.steps
    ]


def taken(steps: list[tuple[str, float]], cells: Cells) -> float:
    """Return the seconds of the steps up to the first one that answers within its limit, or
    infinity if none of them does, by the table. An engine that is stopped takes its whole limit;
    the time until a TooLargeError or TooManyError is not in the table, and counts as 0."""
    spent = 0.0
    for engine, limit in steps:
        cell = cells["dancing" if cells[engine] == "-" else engine]  # no race on a bitboard
        if seconds(cell) <= limit:
            return spent + seconds(cell)
        if has_seconds(cell):
            spent += limit
    return inf


def evaluate() -> None:
    """Print how often the plan takes the best engine, or one nearly as good, and the misses."""
    number: dict[tuple[str, str], Counter[str]] = {}
    misses = []
    for asked, cells in read():
        cover = cover_of(asked.puzzle)
        board = (
            "bitboard"
            if unsupported_reason(cover) is None
            else "other board"
            if cover.plane
            else "none"
        )
        plan = planned(asked)
        in_order = asked.first and plan.ordered
        rivals = [own for own in ENGINES if own != "dancing" or not in_order]
        best = min(seconds(cells[own]) for own in rivals)
        if best == inf:
            continue
        steps = steps_of(plan)
        spent = taken(steps, cells)
        own = number.setdefault((board, asked.kind), Counter())
        own.update(all=1, good=int(spent <= 1.5 * best), bad=int(spent > max(5 * best, 0.05)))
        if spent > 1.5 * best:
            misses.append((spent / best, asked, steps, cells))
    print("| board | question | number | within 1.5 times | above 5 times and 50 ms |")
    print("| --- | --- | ---: | ---: | ---: |")
    total = sum(number.values(), Counter())
    for key, own in [*sorted(number.items()), (("all", ""), total)]:
        share = f"{own['good'] / own['all']:.1%}"
        print(f"| {' | '.join(key)} | {own['all']} | {share} | {own['bad']} |")
    print("\n| times the best | puzzle | question | steps | seconds of the engines |")
    print("| ---: | --- | --- | --- | --- |")
    for ratio, asked, steps, cells in sorted(misses, key=lambda own: -own[0]):
        way = ", ".join(e if limit == inf else f"{e} {shown(limit)}" for e, limit in steps[:3])
        each = ", ".join(f"{engine} {cell}" for engine, cell in cells.items() if cell != "-")
        times = f"{ratio:.1f}" if ratio < inf else "?"
        print(f"| {times} | {asked.puzzle} | {asked.kind} | {way} | {each} |")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--measure", metavar="FILE", help="measure, and write the table")
    parser.add_argument("--part", default="1/1", help="measure one part; 2/4: the second of four")
    parser.add_argument("--evaluate", action="store_true", help="compare the plan with the table")
    args = parser.parse_args()
    if args.measure:
        write(args.measure, *map(int, args.part.split("/")))
    if args.evaluate:
        evaluate()


if __name__ == "__main__":
    main()
