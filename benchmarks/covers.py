"""Exact cover problems that are no calendars: the engine `dancing` beside Knuth's own programs.

    python benchmarks/covers.py                      the engine alone
    python benchmarks/covers.py --knuth FOLDER       beside dlx2, ssxcc and dlx3, built, in a folder
    python benchmarks/covers.py --peers              beside the peers that are installed, too
    python benchmarks/covers.py --quick queens soma  one round, and these problems only

Each problem is made by a rule, so that nothing is read from elsewhere; the words of the word
squares are drawn by lot. Seconds are those of the core. A program of Knuth's reads the problem from
a DLX text of some kilobytes, which is in its time; the engine begins with the Cover. All take
turns, and the best of the rounds counts; each has to give the number of solutions that stands here.
A program that is not there, or does not take a problem, is left out, and so is a peer that gives an
error.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations, product
from math import prod
from pathlib import Path
from typing import NamedTuple

import peers
from measure import check, shown

from calpuzzle import engines
from calpuzzle.api import load
from calpuzzle.formats import dlx
from calpuzzle.puzzle.cover import Cover

# A hard one, of which the last clues are left out, so that it has many solutions.
SUDOKU = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

# Johan de Ruiter, 14 March 2018: where each cell looks, and the digits that are given, of pi.
PI_DAY = """
v3 <1 >4 <. v1 <. v5 v. v9 v.
>. v. <2 v6 v. >. v. <. >. v5
>. v. >. >. v. v. >3 v5 <8 <9
>. >. v. ^. v. >. <. v. <7 <.
>9 >. v3 v. v. v. <. <. v. <.
>. >. >. <. v. >. v. >2 v. v3
>. >8 v. ^. v. v. ^. <. ^. <.
^4 >6 v2 ^6 v. >. v. <. v. ^.
^4 >. >. >. v. <. <3 <3 <. ^.
>. >8 ^. <3 ^. ^2 <. <7 ^9 ^5
"""


Cell = tuple[int, int]


class Problem(NamedTuple):
    """A problem, how many solutions it has, and where that is known from."""

    make: Callable[[], Cover]
    solutions: int
    source: str


def langford(number: int) -> Cover:
    """Langford's pairs: between the two of each k there are k others."""
    places = range(2 * number)
    options = [
        (("n", k), ("p", at), ("p", at + k + 1))
        for k in range(1, number + 1)
        for at in places[: 2 * number - k - 1]
    ]
    items = [("n", k) for k in range(1, number + 1)] + [("p", at) for at in places]
    return Cover(items, options)


def steiner(points: int) -> Cover:
    """Triples of points in which each two of them are once; the first point's are given."""
    given = {frozenset((0, k, k + 1)) for k in range(1, points, 2)}
    covered = {pair for triple in given for pair in combinations(sorted(triple), 2)}
    pairs = [pair for pair in combinations(range(points), 2) if pair not in covered]
    options = [
        list(combinations(triple, 2))
        for triple in combinations(range(1, points), 3)
        if covered.isdisjoint(combinations(triple, 2))
    ]
    return Cover(pairs, options)


def sudoku(clues: str) -> Cover:
    """The sudoku whose clues are these, in reading order."""
    options = []
    for r, c, digit in product(range(9), range(9), range(1, 10)):
        if clues[9 * r + c] in (".", str(digit)):
            box = r // 3 * 3 + c // 3
            options.append([("p", r, c), ("r", r, digit), ("c", c, digit), ("b", box, digit)])
    items = dict.fromkeys(item for option in options for item in option)
    return Cover(sorted(items), options)


def queens(size: int) -> Cover:
    """Queens that do not attack each other, one a row and column; diagonals are secondary."""
    options = [
        (("r", r), ("c", c), ("a", r + c), ("b", r - c)) for r, c in product(range(size), repeat=2)
    ]
    # From the middle outwards, as Knuth has them.
    order = sorted(range(size), key=lambda k: abs(2 * k - size + 1))
    primary = [(kind, k) for k in order for kind in "rc"]
    secondary = [("a", k) for k in range(2 * size - 1)] + [("b", k) for k in range(1 - size, size)]
    return Cover(primary, options, secondary)


def macmahon(height: int, width: int) -> Cover:
    """MacMahon's squares, with three colours at their edges, in a rectangle of 24 whose border is
    of the first colour; edges that meet are alike. The edges are secondary items with colours."""
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


def word_squares(size: int, letters: str, words: int) -> Cover:
    """Squares whose rows and columns are different words, of those that are drawn by lot. The
    letters of the cells are colours."""
    rng = random.Random(20260101)
    drawn = dict.fromkeys("".join(rng.choices(letters, k=size)) for _ in range(words))
    options, colours = [], []
    for word, line, across in product(drawn, range(size), (True, False)):
        cells = [(line, k) if across else (k, line) for k in range(size)]
        options.append([("across" if across else "down", line), word, *cells])
        colours.append(dict(zip(cells, word, strict=True)))
    lines = [(way, line) for line in range(size) for way in ("across", "down")]
    free = [*drawn, *product(range(size), repeat=2)]
    return Cover(lines, options, free, colours=colours)


def squares(sizes: dict[int, int], height: int, width: int) -> Cover:
    """Squares of some sizes, so many of each, in a rectangle: the partridge puzzle."""
    options = [
        [f"s{size}", *product(range(r, r + size), range(c, c + size))]
        for size in sizes
        for r, c in product(range(height - size + 1), range(width - size + 1))
    ]
    cells = product(range(height), range(width))
    bounds = {f"s{size}": number for size, number in sizes.items()}
    return Cover([*bounds, *cells], options, multiplicity=bounds)


def at_random(items: int, options: int, size: int) -> Cover:
    """Options of so many items each, drawn by lot."""
    rng = random.Random(20260101)
    return Cover(range(items), [rng.sample(range(items), size) for _ in range(options)])


def pi_day(drawn: str) -> Cover:
    """Digits in a square, each of which says how many different digits are ahead of its cell.

    A cell chooses its digit, and which digits it sees: `is` and `sees` are secondary items whose
    colours are yes and no. Of each digit a cell that sees it says which cell ahead is the first
    that has it, and one that does not says that none has.
    """
    ahead, known = _looks(drawn)
    may = {
        cell: {known[cell]} if cell in known else set(range(1, 1 + len(ahead[cell])))
        for cell in ahead
    }
    options: list[list[object]] = []
    colours: list[dict[object, bool]] = []

    def add(name: object, said: dict[object, bool]) -> None:
        options.append([name, *said])
        colours.append(said)

    for cell, others in ahead.items():
        seen = sorted(set().union(*(may[other] for other in others)))
        sure = {known[other] for other in others if other in known}
        for digit in sorted(may[cell]):
            own: dict[object, bool] = {("is", cell, each): each == digit for each in may[cell]}
            for chosen in map(set, combinations(seen, digit)):
                if sure <= chosen:
                    add(cell, own | {("sees", cell, each): each in chosen for each in seen})
        for digit in seen:
            said: dict[object, bool] = {}
            for other in (other for other in others if digit in may[other]):
                it = ("is", other, digit)
                add(("first", cell, digit), said | {it: True, ("sees", cell, digit): True})
                said |= {it: False}
            add(("first", cell, digit), said | {("sees", cell, digit): False})
    primary = dict.fromkeys(option[0] for option in options)
    secondary = dict.fromkeys(item for own in colours for item in own)
    return Cover(primary, options, secondary, colours=colours)


def _looks(drawn: str) -> tuple[dict[Cell, list[Cell]], dict[Cell, int]]:
    """The cells ahead of each cell, from the nearest on, and the digits that are known: those that
    are given, and those of cells with one cell ahead, or none."""
    rows = [line.split() for line in drawn.split("\n") if line]
    steps = {"^": (-1, 0), "v": (1, 0), ">": (0, 1), "<": (0, -1)}
    cells = list(product(range(len(rows)), repeat=2))
    ahead = {
        (r, c): [
            there
            for k in range(1, len(rows))
            if (there := (r + k * steps[rows[r][c][0]][0], c + k * steps[rows[r][c][0]][1]))
            in cells
        ]
        for r, c in cells
    }
    known = {cell: len(others) for cell, others in ahead.items() if len(others) < 2}
    given = {(r, c): int(rows[r][c][1]) for r, c in cells if rows[r][c][1] != "."}
    return ahead, known | given


SQUARES = {k: k for k in range(1, 7)}
PROBLEMS = {
    "langford": Problem(lambda: langford(12), 216_288, "OEIS A014552, both directions"),
    "steiner": Problem(lambda: steiner(13), 115_200, "OEIS A030128 / 10,395"),
    "sudoku": Problem(lambda: sudoku(SUDOKU[:-9] + "." * 9), 16_087, "ssxcc"),
    "queens": Problem(lambda: queens(13), 73_712, "OEIS A000170"),
    "macmahon": Problem(lambda: macmahon(4, 6), 8 * 13_328, "8 times the published one"),
    "words": Problem(lambda: word_squares(4, "abcdef", 300), 8_015_590, "dlx2"),
    "pi-day": Problem(lambda: pi_day(PI_DAY), 1, "dlx2, of Knuth's own text too"),
    "partridge": Problem(lambda: squares(SQUARES, 21, 21), 0, "dlx3"),
    "random": Problem(lambda: at_random(60, 600, 5), 7, "dlx2"),
    "soma": Problem(lambda: load("soma").cover, 48 * 240, "Conway and Guy"),
    "iq-fit": Problem(lambda: load("iq-fit").cover, 301_350, "the engine backtrack"),
}
SLOW_PEERS = {"OR-Tools CP-SAT", "exact-cover-py"}
PATIENCE = 300  # seconds for a program


def ours(cover: Cover) -> tuple[int, float]:
    """The count of the engine, and its seconds."""
    start = time.process_time()
    found = engines.load("dancing").count(cover)
    return found, time.process_time() - start


def knuth(program: Path, text: Path) -> tuple[int, float]:
    """The count that a program says, and its seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with text.open() as file:
        done = subprocess.run(
            [program], stdin=file, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    _, said, rest = done.stderr.partition("Altogether ")
    if not said:
        raise ValueError(done.stderr.strip().splitlines()[-1:])
    return int(rest.split()[0]), taken


def peer(count: Callable[[peers.Options, int], int], cover: Cover) -> tuple[int, float]:
    """The count of a peer, and its seconds. A secondary item gets an option of its own, which is
    chosen where nothing else holds it."""
    free = range(len(cover.primary), len(cover.items))
    options = [list(option) for option in cover.options] + [[item] for item in free]
    start = time.process_time()
    return count(options, len(cover.items)), time.process_time() - start


def contenders(
    cover: Cover, text: Path, programs: list[Path], others: bool
) -> dict[str, Callable[[], tuple[int, float]]]:
    """Who can take the problem."""
    found: dict[str, Callable[[], tuple[int, float]]] = {"dancing": partial(ours, cover)}
    plain = all(bounds in ((1, 1), (0, 1)) for bounds in cover.bounds)
    for program in programs:
        if plain or program.name == "dlx3":
            found[program.name] = partial(knuth, program, text)
    if others and plain and not cover.colours:
        for name, count in peers.installed().items():
            if name not in SLOW_PEERS:
                found[name] = partial(peer, count, cover)
    return found


def row(name: str, programs: list[Path], others: bool, rounds: int) -> tuple[str, float | None]:
    """A line of the table, and how many times as fast as the best of the others the engine is."""
    problem = PROBLEMS[name]
    cover = problem.make()
    best: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / f"{name}.dlx"
        text.write_text(dlx.write(cover))
        left = contenders(cover, text, programs, others)
        for _ in range(rounds):
            for who, run in list(left.items()):
                try:
                    found, taken = run()
                except (ValueError, IndexError, subprocess.TimeoutExpired) as error:
                    print(f"{name}: {who} is left out: {error}", file=sys.stderr)
                    left.pop(who)
                    continue
                check(who, found, problem.solutions)
                best[who] = min(best.get(who, taken), taken)
    own = best.pop("dancing")
    told = ", ".join(f"{who} {shown(taken)}" for who, taken in sorted(best.items())) or "-"
    ratio = min(best.values()) / own if best else None
    cells = (name, f"{problem.solutions:,}", problem.source, shown(own), told)
    return f"| {' | '.join(cells)} | {f'{ratio:.2f}' if ratio else '-'} |", ratio


def programs_in(folder: Path | None) -> list[Path]:
    """Those of Knuth's programs that a folder has; the others are named on stderr."""
    found = []
    for name in ("dlx2", "ssxcc", "dlx3"):
        path = (folder / name).resolve() if folder else None
        if path and path.is_file():
            found.append(path)
        else:
            print(f"Knuth's {name} is absent: --knuth FOLDER says where it is", file=sys.stderr)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help=", ".join(PROBLEMS))
    parser.add_argument("--knuth", metavar="FOLDER", type=Path, help="where his programs are")
    parser.add_argument("--peers", action="store_true", help="other packages, too")
    parser.add_argument("--quick", action="store_true", help="one round")
    args = parser.parse_args()
    unknown = set(args.problems) - set(PROBLEMS)
    if unknown:
        parser.error(f"no such problem: {', '.join(sorted(unknown))}")
    programs = programs_in(args.knuth)
    print("| problem | solutions | known from | dancing | others | ratio to the best |")
    print("| --- | ---: | --- | ---: | --- | ---: |")
    ratios = []
    for name in args.problems or PROBLEMS:
        line, ratio = row(name, programs, args.peers, 1 if args.quick else 3)
        print(line, flush=True)
        if ratio:
            ratios.append(ratio)
    if ratios:
        mean = prod(ratios) ** (1 / len(ratios))
        print(f"\nGeometric mean of the ratios: {mean:.2f}")


if __name__ == "__main__":
    main()
