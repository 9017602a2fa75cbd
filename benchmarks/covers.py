"""Compare the engine `dancing` with Knuth's own programs on problems that are not calendars.

    python benchmarks/covers.py                      the engine alone
    python benchmarks/covers.py --knuth FOLDER       and dlx2, ssxcc, dlx3, already built in FOLDER
    python benchmarks/covers.py --quick queens soma  one round, and these problems only

The problems are generated, so no files are needed. Seconds are processor time. The time of Knuth's
programs includes reading the problem, a DLX text of some kilobytes; the engine starts from a Cover.
All run in turn, and the best of the rounds is printed. Each must find the known number of
solutions. A program that does not support a problem is omitted.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

from measure import check, child_seconds, shown

from calpuzzle import engines
from calpuzzle.api import load
from calpuzzle.formats import dlx
from calpuzzle.puzzle.cover import Cover


class Problem(NamedTuple):
    """The function that makes a problem, its number of solutions, and the source of that number."""

    make: Callable[[], Cover]
    solutions: int
    source: str


def langford(number: int) -> Cover:
    """Return Langford's problem: place each k twice, with exactly k other numbers between."""
    places = range(2 * number)
    options = [
        (("n", k), ("p", at), ("p", at + k + 1))
        for k in range(1, number + 1)
        for at in places[: 2 * number - k - 1]
    ]
    items = [("n", k) for k in range(1, number + 1)] + [("p", at) for at in places]
    return Cover(items, options)


def steiner(points: int) -> Cover:
    """Return the Steiner triple systems, in which any two points are in exactly one common triple.
    The triples of the first point are fixed."""
    given = {frozenset((0, k, k + 1)) for k in range(1, points, 2)}
    covered = {pair for triple in given for pair in combinations(sorted(triple), 2)}
    pairs = [pair for pair in combinations(range(points), 2) if pair not in covered]
    options = [
        list(combinations(triple, 2))
        for triple in combinations(range(1, points), 3)
        if covered.isdisjoint(combinations(triple, 2))
    ]
    return Cover(pairs, options)


def queens(size: int) -> Cover:
    """Return the queens problem: one queen in each row and column; the diagonals are secondary."""
    options = [
        (("r", r), ("c", c), ("a", r + c), ("b", r - c)) for r, c in product(range(size), repeat=2)
    ]
    # Knuth's order: from the middle outwards.
    order = sorted(range(size), key=lambda k: abs(2 * k - size + 1))
    primary = [(kind, k) for k in order for kind in "rc"]
    secondary = [("a", k) for k in range(2 * size - 1)] + [("b", k) for k in range(1 - size, size)]
    return Cover(primary, options, secondary)


def macmahon(height: int, width: int) -> Cover:
    """Return MacMahon's problem: the 24 squares with edges of three colours fill a rectangle. Edges
    that meet have the same colour, and the border has the first colour. The edges of all cells are
    secondary items with colours."""
    squares = sorted({min(_turned(edges)) for edges in product("ABC", repeat=4)})
    options, colours = [], []
    for square, r, c in product(squares, range(height), range(width)):
        for turned in sorted(set(_turned(square))):
            sides = (("h", r, c), ("v", r, c + 1), ("h", r + 1, c), ("v", r, c))
            border = (r == 0, c == width - 1, r == height - 1, c == 0)
            if all(shade == "A" for shade, at in zip(turned, border, strict=True) if at):
                options.append([square, (r, c), *sides])
                colours.append(dict(zip(sides, turned, strict=True)))
    cells = list(product(range(height), range(width)))
    edges = sorted({item for own in colours for item in own})
    return Cover([*squares, *cells], options, edges, colours=colours)


def _turned(edges: tuple[str, ...]) -> list[tuple[str, ...]]:
    return [edges[k:] + edges[:k] for k in range(4)]


def squares(sizes: dict[int, int], height: int, width: int) -> Cover:
    """Return a rectangle to be filled with `sizes[k]` squares of side k, as in the partridge
    puzzle."""
    options = [
        [f"s{size}", *product(range(r, r + size), range(c, c + size))]
        for size in sizes
        for r, c in product(range(height - size + 1), range(width - size + 1))
    ]
    cells = product(range(height), range(width))
    bounds = {f"s{size}": number for size, number in sizes.items()}
    return Cover([*bounds, *cells], options, multiplicity=bounds)


PARTRIDGE_SIZES = {k: k for k in range(1, 7)}
PROBLEMS = {
    "langford": Problem(lambda: langford(12), 216_288, "OEIS A014552, both directions"),
    "steiner": Problem(lambda: steiner(13), 115_200, "OEIS A030128 / 10,395"),
    "queens": Problem(lambda: queens(13), 73_712, "OEIS A000170"),
    "macmahon": Problem(lambda: macmahon(4, 6), 8 * 13_328, "8 times the published one"),
    "partridge": Problem(lambda: squares(PARTRIDGE_SIZES, 21, 21), 0, "dlx3"),
    "soma": Problem(lambda: load("soma").cover, 48 * 240, "Conway and Guy"),
}
PATIENCE = 300  # the time limit of a program, in seconds


def time_dancing(cover: Cover) -> tuple[int, float]:
    """Return the count of the engine `dancing`, and its seconds."""
    start = time.process_time()
    found = engines.load("dancing").count(cover)
    return found, time.process_time() - start


def time_program(program: Path, text: Path) -> tuple[int, float]:
    """Return the count that one of Knuth's programs prints, and its seconds."""
    before = child_seconds()
    with text.open() as file:
        done = subprocess.run(
            [program], stdin=file, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    taken = child_seconds() - before
    _, said, rest = done.stderr.partition("Altogether ")
    if not said:
        raise ValueError(done.stderr.strip().splitlines()[-1:])
    return int(rest.split()[0]), taken


def row(name: str, programs: list[Path], rounds: int) -> str:
    """Return a line of the table."""
    problem = PROBLEMS[name]
    cover = problem.make()
    plain = all(bounds in ((1, 1), (0, 1)) for bounds in cover.bounds)
    best: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / f"{name}.dlx"
        text.write_text(dlx.write(cover))
        left = {"dancing": partial(time_dancing, cover)} | {
            program.name: partial(time_program, program, text)
            for program in programs
            if plain or program.name == "dlx3"
        }
        for _ in range(rounds):
            for who, run in list(left.items()):
                try:
                    found, taken = run()
                except (ValueError, subprocess.TimeoutExpired) as error:
                    print(f"{name}: {who} is left out: {error}", file=sys.stderr)
                    left.pop(who)
                    continue
                check(who, found, problem.solutions)
                best[who] = min(best.get(who, taken), taken)
    own = best.pop("dancing")
    others = ", ".join(f"{who} {shown(taken)}" for who, taken in sorted(best.items())) or "-"
    ratio = f"{min(best.values()) / own:.2f}" if best else "-"
    cells = (name, f"{problem.solutions:,}", problem.source, shown(own), others, ratio)
    return f"| {' | '.join(cells)} |"


def programs_in(folder: Path | None) -> list[Path]:
    """Return those of Knuth's programs that are in the folder; report the others on stderr."""
    found = []
    for name in ("dlx2", "ssxcc", "dlx3"):
        path = (folder / name).resolve() if folder else None
        if path and path.is_file():
            found.append(path)
        else:
            missing = f"Knuth's {name} was not found; name its folder with --knuth FOLDER"
            print(missing, file=sys.stderr)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help=", ".join(PROBLEMS))
    parser.add_argument("--knuth", metavar="FOLDER", type=Path, help="where his programs are")
    parser.add_argument("--quick", action="store_true", help="one round")
    args = parser.parse_args()
    unknown = set(args.problems) - set(PROBLEMS)
    if unknown:
        parser.error(f"no such problem: {', '.join(sorted(unknown))}")
    programs = programs_in(args.knuth)
    print("| problem | solutions | known from | dancing | others | ratio to the best |")
    print("| --- | ---: | --- | ---: | --- | ---: |")
    for name in args.problems or PROBLEMS:
        print(row(name, programs, 1 if args.quick else 3), flush=True)


if __name__ == "__main__":
    main()
