"""Questions to calpuzzle in one table: before and now, beside a yardstick, with the memory.

    python benchmarks/table.py 5312f22                     the commit to compare with is built first
    python benchmarks/table.py 5312f22 --knuth FOLDER      beside Knuth's programs, see covers.py
    python benchmarks/table.py 5312f22 --wide              9x10 too: two minutes, and 11 GiB
    python benchmarks/table.py --quick --only 1 4          one round, no commit, these items

The items: 1 all dates, cold; 2 all solutions as arrays; 3 many different pieces, and symmetries; 4
counts of any size; 5 long boards; 6 exact cover of any kind; 7 nonograms.

Some fifteen minutes. Each piece of work (tasks.py) runs in a process of its own, in turns: before,
now, and the yardstick, which is another engine or another program in the same run. The least of
three processes counts, of one where it takes twenty seconds or more, in seconds of a core, but for
threads, which are timed by the clock. All answers have to be the one that stands here. "refused"
stands where the older commit says that it cannot do it, or has no such thing; "> 30 s" where it was
ended. A ratio is how many times as long as now it took.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from pathlib import Path
from typing import NamedTuple

import covers
import griddlers
import work
from compare import HERE, ROOT, built
from fronts import BOARDS
from measure import check, shown

import calpuzzle as cp
from calpuzzle.base.errors import InputError
from calpuzzle.formats import dlx
from calpuzzle.formats.registry import render
from calpuzzle.nonogram.solver import solve
from calpuzzle.results.known import read

LIMIT = 30  # seconds of a core for a piece of work, before and of the yardstick
MOST = 1200  # seconds for what is done now
LONG = 20.0  # seconds by the clock, from which on one round is enough
ROUNDS = 3


class Goal(NamedTuple):
    """At least so many times as fast as the yardstick, or at most so many seconds."""

    times: float = 0
    seconds: float = 0


class Row(NamedTuple):
    """A question: the item, a title, the task, what it must answer and where that is
    known from; the yardstick's tasks, of which the best counts, its name, and the goal."""

    item: int
    title: str
    task: str
    answer: int
    source: str
    yard: tuple[str, ...] = ()
    beside: str = ""
    goal: Goal = Goal()


class Took(NamedTuple):
    """Seconds and MiB of a task; without seconds a word."""

    seconds: float | None
    peak: int = 0
    word: str = ""

    def __str__(self) -> str:
        return self.word if self.seconds is None else shown(self.seconds)


def calendars() -> Iterator[Row]:
    """Items 1 and 2: all dates, cold, and all solutions."""
    total = {name: read()[name].total for name in ("dray", "weekday-8x7")}
    for name, times in (("dray", 7), ("weekday-8x7", 30)):
        yield Row(
            1, f"{name}, all dates", f"{name} diagram", total[name], "backtrack",
            (f"{name} backtrack",), "backtrack", Goal(times),
        )  # fmt: skip
    for name, times in (("dray", 0), ("weekday-8x7", 14)):
        yield Row(
            2, f"{name}, all solutions", f"{name} array", total[name], "backtrack",
            (f"{name} backtrack",), "backtrack", Goal(times),
        )  # fmt: skip
    yield Row(
        2, "weekday-8x7, filling by two threads", "filling 2", total["weekday-8x7"], "one thread",
        ("filling 1",), "one thread", Goal(1 / 0.6),
    )  # fmt: skip


def many_pieces(wide: bool) -> Iterator[Row]:
    """Item 3: more than sixteen different pieces, and symmetries."""
    published = "Goodger, times 4"
    for title, answer, seconds in (
        ("3x30", 184, 0), ("5x18", 2_746_512, 8), ("6x15", 10_268_732, 120),
    ):  # fmt: skip
        name = f"one-sided pentominoes, {title}"
        yield Row(3, name, title, answer, published, goal=Goal(seconds=seconds))
    if wide:
        name, answer = "one-sided pentominoes, 9x10", 41_761_732
        yield Row(3, name, "9x10", answer, published, goal=Goal(seconds=3600))
    for name, answer, unique, source in (
        ("tetrasticks-4x4-no-crossing", 664, 83, "Knuth"),
        ("tetrasticks-5x5-no-crossing", 14_360, 1_795, "Knuth"),
        ("soma", 11_520, 240, "Conway and Guy"),
        ("box", 31_520, 3_940, "Knuth"),
    ):
        title = "pentominoes, 3x4x5" if name == "box" else name
        for suffix, number in (("", answer), (" unique", unique)):
            what = f"{title}{', up to symmetry' if suffix else ''}"
            yield Row(
                3, what, f"{name}{suffix} auto", number, source,
                (f"{name}{suffix} dancing",), "dancing",
            )  # fmt: skip


def large_counts() -> Iterator[Row]:
    """Items 4 and 5: counts of any size, and boards past 128 places."""
    yield Row(4, "dominoes, 16x16", "16x16", BOARDS[1].expected, "Kasteleyn")
    one_and_two = work.tilings(8, 15, monominoes=True)
    yield Row(4, "monominoes and dominoes, 8x15", "8x15", one_and_two, "cell by cell, in Python")
    yield Row(5, "dominoes, 8x100", "8x100", BOARDS[2].expected, "Kasteleyn")
    yield Row(5, "dominoes, 8x32, a first solution", "8x32 first", 128, "the area")


def exact_covers() -> Iterator[Row]:
    """Item 6: exact cover problems that are no boards."""
    for name, problem in covers.PROBLEMS.items():
        yield Row(
            6, name, f"cover {name}", problem.solutions, problem.source,
            (f"cover {name}",), "Knuth", Goal(1),
        )  # fmt: skip


def random_nonograms(folder: Path) -> Iterator[Row]:
    """Item 7: nonograms, hard ones of files where they are there, and random ones of 30x30, written
    into a folder."""
    paths = [griddlers.FOLDER / name for name in ("p200.non", "webpbn-06574-forever.non")]
    for title, clues in griddlers.randoms(30, [35, 40, 45], 1):
        path = folder / f"{title.replace(' ', '-').replace('%', 'of-100')}.non"
        path.write_bytes(render(clues, "non").data)
        paths.append(path)
    for path in paths:
        try:
            clues = cp.load(path, kind="nonogram").clues
        except InputError:
            print(f"{path.name}: absent", file=sys.stderr)
            continue
        count = solve(clues, 2, engine="clauses").count
        yield Row(
            7, path.stem, f"nonogram auto {path}", count, "lines or clauses",
            (f"nonogram lines {path}", f"nonogram clauses {path}"), "better of both", Goal(1 / 3),
        )  # fmt: skip


def told(tree: Path, task: str, row: Row, limit: int = LIMIT) -> Took:
    """One process of a task with the calpuzzle of a tree."""
    environment = os.environ | {"PYTHONPATH": str(tree), "CALPUZZLE_CACHE": ""}
    # A file comes last.
    kind, _, path = task.partition(" /")
    program = [sys.executable, str(HERE / "tasks.py"), kind, str(limit)]
    program += [f"/{path}"] if path else []
    run = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    if run.returncode < 0:
        return Took(None, word=f"> {limit} s")
    if run.returncode:
        raise SystemExit(f"{task} of {tree} failed: {run.stderr.strip()[-500:]}")
    said = json.loads(run.stdout)
    if not Path(said["home"]).is_relative_to(tree):
        raise SystemExit(f"{said['home']} was timed, not what is in {tree}")
    if "refused" in said:
        print(f"{row.title}: {tree} refuses {task}: {said['refused']}", file=sys.stderr)
        return Took(None, word="refused")
    check(f"{task} of {tree}", said["answer"], row.answer)
    return Took(said["seconds"], said["peak"])


def by_knuth(name: str, programs: list[Path], row: Row) -> Took:
    """The best of Knuth's programs on a problem of covers.py."""
    cover = covers.PROBLEMS[name].make()
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "problem.dlx"
        text.write_text(dlx.write(cover), encoding="utf-8")
        left = covers.contenders(cover, text, programs, others=False)
        left.pop("dancing")
        # It is for bounds, and slower than the others where there are none.
        if len(left) > 1:
            left.pop("dlx3", None)
        best = Took(None, word="-")
        for who, run in left.items():
            try:
                found, seconds = run()
            except (ValueError, IndexError, subprocess.TimeoutExpired) as error:
                print(f"{name}: {who} is left out: {error}", file=sys.stderr)
                continue
            check(who, found, row.answer)
            if best.seconds is None or seconds < best.seconds:
                best = Took(seconds, word=who)
    return best


Runs = dict[str, Callable[[], Took]]


def runs_of(row: Row, old: Path | None, programs: list[Path]) -> Runs:
    """The tasks that take turns, by column and number."""
    found: Runs = {"now": partial(told, ROOT, row.task, row, MOST)}
    if old:
        found["before"] = partial(told, old, row.task, row)
    if row.item == 6:
        name = row.task.removeprefix("cover ")
        found |= {"yard": partial(by_knuth, name, programs, row)} if programs else {}
        return found
    return found | {f"yard {at}": partial(told, ROOT, own, row) for at, own in enumerate(row.yard)}


def least(runs: Runs, rounds: int) -> dict[str, Took]:
    """The least of each, in turns; what took long, or came to no end, runs once."""
    best: dict[str, Took] = {}
    left = dict(runs)
    for _ in range(rounds):
        for name, run in list(left.items()):
            start = time.perf_counter()
            took = run()
            known = best.setdefault(name, took)
            if took.seconds is None or time.perf_counter() - start >= LONG:
                del left[name]
            elif known.seconds is None or took.seconds < known.seconds:
                best[name] = took
    return best


def line(row: Row, best: dict[str, Took]) -> tuple[str, float | None]:
    """A line of the table, and how many times as long as now the yardstick took."""
    now = best["now"]
    if now.seconds is None:
        raise SystemExit(f"{row.title}: {now.word}")
    before = best.get("before", Took(None, word="-"))
    yards = [took for name, took in best.items() if name.startswith("yard")]
    ended = [took for took in yards if took.seconds is not None]
    yard = min(ended, key=lambda took: took.seconds or 0.0) if ended else None
    beside = yard.word if yard and yard.word else row.beside
    taken = shown(yard.seconds) if yard and yard.seconds else f"{yards[0]}" if yards else ""
    cells = [
        f"{row.item}", row.title, f"{before}", f"{now}", _ratio(before, now),
        f"{beside}: {taken}" if taken else "-", _ratio(yard, now),
        _goal(row.goal, now, yard), _peak(before), _peak(now), row.source,
    ]  # fmt: skip
    ratio = yard.seconds / now.seconds if yard and yard.seconds else None
    return f"| {' | '.join(cells)} |", ratio


def _ratio(other: Took | None, now: Took) -> str:
    if other is None or other.seconds is None or now.seconds is None:
        return "-"
    return f"{other.seconds / now.seconds:,.2f}"


def _peak(took: Took) -> str:
    return f"{took.peak:,} MiB" if took.peak else "-"


def _goal(goal: Goal, now: Took, yard: Took | None) -> str:
    """The goal, and whether it is met; as far as there is one, and a yardstick."""
    taken = now.seconds or 0.0
    if goal.seconds:
        return f"{goal.seconds:g} s, {'met' if taken <= goal.seconds else 'not met'}"
    if not goal.times:
        return "-"
    if yard is None or yard.seconds is None:
        return f"{goal.times:.3g} times"
    return f"{goal.times:.3g} times, {'met' if yard.seconds >= goal.times * taken else 'not met'}"


def rows(only: list[int], wide: bool, folder: Path) -> Iterator[Row]:
    """Return what is asked for, item by item."""
    for items, make in (
        ({1, 2}, calendars),
        ({3}, partial(many_pieces, wide)),
        ({4, 5}, large_counts),
        ({6}, exact_covers),
        ({7}, partial(random_nonograms, folder)),
    ):
        if items & set(only):
            yield from (row for row in make() if row.item in only)


HEAD = (
    *("item", "puzzle", "before", "now", "before / now", "yardstick", "yardstick / now", "goal"),
    *("peak before", "peak now", "count known from"),
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit", nargs="?", metavar="COMMIT", help="what to compare with")
    parser.add_argument("--built", metavar="FOLDER", type=Path, help="where it is built already")
    parser.add_argument("--only", nargs="+", type=int, default=list(range(1, 8)), metavar="ITEM")
    parser.add_argument("--knuth", metavar="FOLDER", type=Path, help="where his programs are")
    parser.add_argument("--wide", action="store_true", help="9x10 too, in 11 GiB")
    parser.add_argument("--quick", action="store_true", help="one round")
    args = parser.parse_args()
    programs = covers.programs_in(args.knuth)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        old = args.built.resolve() if args.built else None
        if args.commit and not old:
            old = folder / "before"
            old.mkdir()
            built(args.commit, old)
        print(f"| {' | '.join(HEAD)} |\n|{' --- |' * len(HEAD)}")
        ratios = []
        for row in rows(args.only, args.wide, folder):
            said, ratio = line(row, least(runs_of(row, old, programs), 1 if args.quick else ROUNDS))
            print(said, flush=True)
            ratios += [ratio] if row.item == 6 and ratio else []
    if ratios:
        mean = prod(ratios) ** (1 / len(ratios))
        print(f"\nGeometric mean of the ratios of item 6: {mean:.2f} (goal: 1.5)")


if __name__ == "__main__":
    main()
