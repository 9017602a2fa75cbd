"""Compare answers about random puzzles, covers and nonograms with definitions in plain Python that
share no code with calpuzzle. See docs/testing.md.

  ./scripts/differential --cases 200000 --seed 1 --jobs 2
  ./scripts/differential --seed 1 --case 4711       # repeat one case and print its differences

Results are stored in build/differential. A run that was stopped continues, and a run with more
cases reuses those of a shorter one, unless a source file has changed. The exit code is 1 if an
answer differs, or if a possible pair of features did not occur.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import os
import pickle
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path

import calpuzzle
from differential.compared import COUNTED, calls_counted
from differential.suite import KINDS, Tally, tried

FOLDER = Path(__file__).resolve().parents[2] / "build" / "differential"
PART = 500  # cases in a task of a process
SHOWN = 40  # differing cases in the report
ROWS = 12  # missing pairs of each kind in the report


def tally_of(seed: int, numbers: Iterable[int]) -> Tally:
    """Return the tally of the cases with these numbers."""
    os.environ["CALPUZZLE_CACHE"] = ""
    gc.set_threshold(50_000)
    tally = Tally()
    with calls_counted(tally.calls):
        for number in numbers:
            tally.add(number, tried(seed, number))
    return tally


def _part(seed: int, start: int, end: int) -> Tally:
    return tally_of(seed, range(start, end))


def _digest() -> str:
    """Return a hash of the sources of calpuzzle and this suite; other tallies are not reused."""
    found = hashlib.sha256()
    for folder in (Path(__file__).parent, Path(calpuzzle.__file__).parent):
        for path in sorted(folder.rglob("*.py")) + sorted(folder.rglob("*.so")):
            found.update(path.read_bytes())
    return found.hexdigest()[:8]


def _stored_parts(path: Path) -> Iterator[tuple[int, int, Tally]]:
    """Yield the finished parts: the first case, the end and the tally of each."""
    with suppress(FileNotFoundError, EOFError), path.open("rb") as stream:
        while True:
            yield pickle.load(stream)


def run(seed: int, cases: int, jobs: int) -> Tally:
    """Return the tally of the first `cases` cases; store the tally of each part for later runs."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"seed-{seed}-{_digest()}.pickle"
    tally, done = Tally(), 0
    ends = {start: min(start + PART, cases) for start in range(0, cases, PART)}
    for start, end, own in _stored_parts(path):
        if ends.get(start) == end:
            del ends[start]
            done += end - start
            tally.merge(own)
    began, before = time.monotonic(), done
    with ProcessPoolExecutor(jobs) as pool, path.open("ab") as stream:
        parts = {pool.submit(_part, seed, *each): each for each in ends.items()}
        for future in as_completed(parts):
            start, end = parts[future]
            pickle.dump((start, end, future.result()), stream)
            stream.flush()
            tally.merge(future.result())
            done += end - start
            rate = (done - before) / (time.monotonic() - began)
            left = (cases - done) / rate
            print(
                f"{done:,} of {cases:,} cases, {rate:.0f} a second, {left / 60:.0f} min to go; "
                f"{len(tally.differences)} differ",
                file=sys.stderr,
                flush=True,
            )
    return tally


def report(seed: int, tally: Tally) -> Iterator[str]:
    """Yield the lines of the report: cases by kind, pairs, called functions, differences."""
    yield f"{'kind':10} {'cases':>9} {'solvable':>9} {'too large':>9}"
    for kind in KINDS:
        cases, large = tally.times[kind,], tally.times[kind, "too large"]
        yield f"{kind:10} {cases:9,} {tally.solvable(kind):9,} {large:9,}"
    yield f"refused for little memory, or given up: {tally.refused:,}"
    for kind, own in KINDS.items():
        yield ""
        yield from _pairs(kind, tally)
        whys = sorted(set(own.excluded.values()))
        yield f"  {len(own.excluded)} pairs cannot be combined: {'; '.join(whys)}"
    yield ""
    yield "how often the ways to an answer were taken:"
    for path in COUNTED:
        yield f"  {tally.calls[path]:12,}  {path}"
    yield ""
    yield f"cases that differ: {len(tally.differences)}"
    for number, found in sorted(tally.differences.items())[:SHOWN]:
        questions = ", ".join(dict.fromkeys(own.question for own in found))
        yield f"  ./scripts/differential --seed {seed} --case {number}  # {questions[:200]}"


def _pairs(kind: str, tally: Tally) -> Iterator[str]:
    """Yield the number of pairs, and for each feature the one it was combined with least often."""
    own, missing = KINDS[kind], tally.missing(kind)
    number = len(own.features)
    yield f"{kind}: {len(own.pairs):,} pairs of {number} features, {len(missing)} missing"
    for pair in missing[:ROWS]:
        yield f"  missing: {' and '.join(pair)}"
    yield f"  {'feature':24} {'cases':>9}  least often with"
    for feature in own.features:
        others = [pair for pair in own.pairs if feature in pair]
        least = min(others, key=lambda pair: tally.times[kind, *pair])
        times = tally.times[kind, feature], tally.times[kind, *least]
        yield f"  {feature:24} {times[0]:9,}  {least[least[0] == feature]} {times[1]:,}"


def write_pairs(path: Path, tally: Tally) -> None:
    """Write how often each pair of features was combined, or why this is impossible."""
    with path.open("w", encoding="utf-8") as stream:
        stream.write("kind,feature,other,cases,why not\n")
        for kind, own in KINDS.items():
            for pair in sorted({*own.pairs, *own.excluded}):
                times, why = tally.times[kind, *pair], own.excluded.get(pair, "")
                stream.write(f'{kind},{pair[0]},{pair[1]},{times},"{why}"\n')


def again(seed: int, number: int) -> int:
    """Run one case, print it and its differences, and return the exit code."""
    os.environ["CALPUZZLE_CACHE"] = ""
    found = tried(seed, number)
    print(f"{found.kind}: {', '.join(sorted(found.features))}")
    if found.case is not None:
        print("\n".join(found.case.described()))
    for own in found.differences:
        print(f"{own.question}\n  found:    {own.got}\n  expected: {own.expected}")
    return int(bool(found.differences))


def main() -> int:
    """Run the program and return its exit code."""
    parser = argparse.ArgumentParser(
        prog="scripts/differential",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--cases", type=int, default=20_000, help="how many (default 20,000)")
    parser.add_argument("--seed", type=int, default=1, help="what they are drawn from (default 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--case", type=int, help="try the case of this number alone")
    parser.add_argument("--pairs", type=Path, metavar="FILE.csv", help="write all pairs there")
    args = parser.parse_args()
    if args.case is not None:
        return again(args.seed, args.case)
    tally = run(args.seed, args.cases, args.jobs)
    print("\n".join(report(args.seed, tally)))
    if args.pairs:
        write_pairs(args.pairs, tally)
    return int(bool(tally.differences) or any(map(tally.missing, KINDS)))


if __name__ == "__main__":
    sys.exit(main())
