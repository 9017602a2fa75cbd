"""A twin of fitting puzzles that knows nothing of exact cover: it turns the pieces itself, leaves
each out or lays it in every way, and looks at the cells. Engines and formats count as it does."""

import importlib.util
import itertools
import re
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calpuzzle.base.errors import InputError
from calpuzzle.fit.solver import Solver
from calpuzzle.formats import cnf, dlx, dpf, faase, geometric, lp, mathprog, mps, opb, xmpuzzle
from calpuzzle.formats.registry import parse, render

MOTIONS = ("move", "turn", "all")
NATIVE = ("links", "reference", "auto")


class Kind(NamedTuple):
    """A piece as its cells, how it may move, and how many of it are used."""

    cells: frozenset[tuple[int, int]]
    motions: str = "all"
    least: int = 1
    most: int = 1


class Drawn(NamedTuple):
    """A frame, whose cells marked ? may stay empty, and pieces."""

    frame: dict[tuple[int, int], str]
    kinds: list[Kind]


def lies(kind, frame):
    """All sets of cells of the frame that the piece can cover."""
    found = set()
    for quarters in range(1 if kind.motions == "move" else 4):
        for over in (False, True) if kind.motions == "all" else (False,):
            cells = [(-x, y) if over else (x, y) for x, y in kind.cells]
            for _ in range(quarters):
                cells = [(-y, x) for x, y in cells]
            for a, b in itertools.product(range(-9, 10), repeat=2):
                laid = frozenset((x + a, y + b) for x, y in cells)
                if laid <= frame.keys():
                    found.add(laid)
    return sorted(found, key=sorted)


def twin(drawn):
    """The solutions: of each kind the set of its lies."""

    def go(number, free):
        if number == len(drawn.kinds):
            if all(drawn.frame[cell] == "?" for cell in free):
                yield ()
            return
        kind = drawn.kinds[number]
        ways = lies(kind, drawn.frame)
        for used in range(kind.least, kind.most + 1):
            for chosen in itertools.combinations(ways, used):
                covered = [cell for way in chosen for cell in way]
                if len(set(covered)) == len(covered) and free.issuperset(covered):
                    for rest in go(number + 1, free.difference(covered)):
                        yield (frozenset(chosen), *rest)

    return list(go(0, frozenset(drawn.frame)))


def drawing(cells):
    right, bottom = max(x for x, _ in cells), max(y for _, y in cells)
    rows = ["".join(cells.get((x, y), ".") for x in range(right + 1)) for y in range(bottom + 1)]
    return '"""\n' + "\n".join(rows) + '"""'


def toml(drawn):
    lines = [f"frame = {drawing(drawn.frame)}", "[pieces]"]
    for k, kind in enumerate(drawn.kinds):
        shape = drawing(dict.fromkeys(kind.cells, "#")).replace('"""\n', '"').replace('"""', '"')
        shape = shape.replace("\n", "\\n")
        lines.append(
            f"p{k} = {{ shape = {shape}, motions = '{kind.motions}', min = {kind.least}, "
            f"max = {kind.most} }}"
        )
    return "\n".join(lines) + "\n"


def puzzle_of(drawn):
    return parse(toml(drawn).encode(), "drawn.toml", "puzzle")


@st.composite
def drawings(draw, motions=MOTIONS, bounds=((1, 1), (0, 1), (0, 1), (0, 2), (1, 2), (2, 2))):
    width, height = draw(st.sampled_from([(1, 1), (2, 1), (4, 1), (3, 2), (2, 2), (3, 3)]))
    marks = draw(
        st.lists(st.sampled_from("#??."), min_size=width * height, max_size=width * height)
    )
    cells = list(itertools.product(range(width), range(height)))
    frame = {cell: mark for cell, mark in zip(cells, marks, strict=True) if mark != "."}
    kinds = []
    for _ in range(draw(st.integers(1, 3))):
        near = st.sets(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=1, max_size=3)
        least, most = draw(st.sampled_from(bounds))
        shape = draw(near)
        left, top = min(x for x, _ in shape), min(y for _, y in shape)
        shape = frozenset((x - left, y - top) for x, y in shape)
        kinds.append(Kind(shape, draw(st.sampled_from(motions)), least, most))
    # A frame has a cell.
    return Drawn(frame or {(0, 0): "?"}, kinds)


def count(puzzle):
    return Solver(puzzle, "links").count()


def found(puzzle, engine):
    """The solutions of an engine in the form of the twin, each once."""
    solver = Solver(puzzle, engine)
    points = [location.point for location in puzzle.locations]
    solutions = []
    for numbers in solver.options():
        laid = [solver.lowered.options[k] for k in numbers]
        solutions.append(
            tuple(
                frozenset(
                    frozenset(points[k] for k in way) for index, way in laid if index == piece
                )
                for piece in range(len(puzzle.pieces))
            )
        )
    assert len(set(solutions)) == len(solutions) == solver.count()
    return set(solutions)


SINGLE = frozenset({(0, 0)})
DOMINO = frozenset({(0, 0), (1, 0)})
CORNER = frozenset({(0, 0), (1, 0), (0, 1)})
LOW = dict.fromkeys(itertools.product(range(3), range(2)), "?")
GRID = dict.fromkeys(itertools.product(range(3), range(3)), "?")
EXAMPLES = [
    (Drawn({(0, 0): "?", (1, 0): "#"}, [Kind(SINGLE, least=0), Kind(SINGLE)]), 3),
    (Drawn({(0, 0): "?"}, [Kind(SINGLE, least=0)]), 2),
    (Drawn(LOW, [Kind(DOMINO, least=0), Kind(CORNER, least=0)]), 28),
    (Drawn(GRID, [Kind(DOMINO, "move", 0), Kind(CORNER, "move", 0)]), 21),
    (Drawn(GRID, [Kind(DOMINO, least=0), Kind(CORNER, least=0)]), 109),
    (Drawn(GRID, [Kind(SINGLE, least=0, most=2)]), 1 + 9 + 36),
    (Drawn(LOW, [Kind(SINGLE, least=0, most=6)]), 2**6),
]


def of_other_makers():
    return [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                importlib.util.find_spec(module) is None, reason=f"{module} is not installed"
            ),
        )
        for name, module in {"cpsat": "ortools", "sat": "pysat", "highs": "highspy"}.items()
    ]


@pytest.mark.parametrize("engine", [*NATIVE, *of_other_makers()])
@pytest.mark.parametrize(("drawn", "number"), EXAMPLES)
def test_pieces_that_may_stay_out_of_cells_that_may_stay_empty(drawn, number, engine):
    assert len(twin(drawn)) == number
    assert found(puzzle_of(drawn), engine) == set(twin(drawn))


@settings(max_examples=200, deadline=None)
@given(drawings())
def test_native_engines_find_what_the_twin_finds(drawn):
    expected = set(twin(drawn))
    puzzle = puzzle_of(drawn)
    for engine in NATIVE:
        assert found(puzzle, engine) == expected


@settings(max_examples=60, deadline=None)
@given(drawings(bounds=((1, 1), (2, 2))))
def test_backtrack_finds_what_the_twin_finds_where_it_takes_the_puzzle(drawn):
    drawn = drawn._replace(frame=dict.fromkeys(drawn.frame, "#"))
    assert found(puzzle_of(drawn), "auto") == set(twin(drawn))


@pytest.mark.parametrize("engine", of_other_makers()[:2])
@settings(max_examples=40, deadline=None)
@given(drawn=drawings())
def test_engines_of_other_makers_find_what_the_twin_finds(drawn, engine):
    assert found(puzzle_of(drawn), engine) == set(twin(drawn))


def motions_of(frame):
    """Where each motion of the square that keeps the frame takes its cells."""
    for over, quarters in itertools.product((False, True), range(4)):
        taken = {}
        for x, y in frame:
            at = (-x, y) if over else (x, y)
            for _ in range(quarters):
                at = (-at[1], at[0])
            taken[x, y] = at
        shift = [min(c[k] for c in frame) - min(at[k] for at in taken.values()) for k in (0, 1)]
        taken = {cell: (x + shift[0], y + shift[1]) for cell, (x, y) in taken.items()}
        if all(frame.get(at) == frame[cell] for cell, at in taken.items()):
            yield taken


@settings(max_examples=100, deadline=None)
@given(drawings(motions=("all",)))
def test_unique_keeps_one_of_each_class(drawn):
    # Pieces that move in all ways are kept by every motion that keeps the frame.
    motions = list(motions_of(drawn.frame))
    classes = {
        frozenset(
            tuple(frozenset(frozenset(to[c] for c in way) for way in ways) for ways in solution)
            for to in motions
        )
        for solution in twin(drawn)
    }
    assert Solver(puzzle_of(drawn), unique=True).count() == len(classes)


@settings(max_examples=200, deadline=None)
@given(drawings())
def test_dpf_counts_as_the_twin_or_refuses(drawn):
    puzzle = puzzle_of(drawn)
    if any(kind.most > 1 for kind in drawn.kinds):
        with pytest.raises(InputError, match="DPF has distinct pieces only"):
            dpf.write(puzzle)
        return
    written = dpf.write(puzzle)
    again = dpf.read(written, "again.dpf")
    assert (count(again), dpf.write(again)) == (len(twin(drawn)), written)
    assert [piece.ways for piece in again.pieces] == [piece.ways for piece in puzzle.pieces]
    # Comments name, and change no count.
    bare = re.sub("//.*", "", written)
    assert count(dpf.read(bare, "bare.dpf")) == len(twin(drawn)) == dpf_by_its_definition(bare)


def dpf_by_its_definition(text):
    """Of each piece one orientation, so that each location is covered once."""
    numbers = list(map(int, text.split()))
    size, pieces = numbers.pop(0), []
    for _ in range(numbers.pop(0)):
        ways = [[numbers.pop(0) for _ in range(numbers.pop(0))] for _ in range(numbers.pop(0))]
        pieces.append(ways)
    return sum(
        sorted(itertools.chain(*choice)) == list(range(size))
        for choice in itertools.product(*pieces)
    )


@settings(max_examples=100, deadline=None)
@given(drawings())
def test_dlx_counts_as_the_twin(drawn):
    again = dlx.read(render(puzzle_of(drawn), "dlx").decode(), "again.dlx")
    assert again.count() == again.count("reference") == len(twin(drawn))


@settings(max_examples=60, deadline=None)
@given(drawings(motions=("all",)))
def test_burrtools_counts_as_the_twin(drawn):
    again = xmpuzzle.read(xmpuzzle.write(puzzle_of(drawn)), "again.xmpuzzle")
    assert count(again) == len(twin(drawn))


@settings(max_examples=60, deadline=None)
@given(drawings())
def test_formats_that_cannot_say_it_refuse(drawn):
    puzzle = puzzle_of(drawn)
    if any((kind.least, kind.most) != (1, 1) for kind in drawn.kinds):
        for name in ("geometric", "doodle", "faase"):
            with pytest.raises(InputError):
                render(puzzle, name)
    elif "?" not in drawn.frame.values():
        again = geometric.read(geometric.write(puzzle), "again.geo")
        assert count(again) == len(twin(drawn))
        if {loc for piece in puzzle.pieces for way in piece.ways for loc in way}:
            lines = render(puzzle, "faase") if all(covered(puzzle)) else None
            assert lines is None or faase.read(lines.decode(), "x").count() == len(twin(drawn))


def covered(puzzle):
    reached = {k for piece in puzzle.pieces for way in piece.ways for k in way}
    yield from (k in reached for k in range(len(puzzle.locations)))
    yield from (bool(piece.ways) for piece in puzzle.pieces)


def rows_of_lp(text):
    body = text.split("Subject To")[1].split("Binary")[0]
    for row in re.findall(r"r\w+:([^:]*?)(<=|>=|=) (\d+)", body):
        yield [int(x) for x in re.findall(r"\+ x(\d+)", row[0])], row[1], int(row[2])


def rows_of_mathprog(text):
    bare = re.sub("#.*", "", text)
    for low, terms, sense, bound in re.findall(
        r"s\.t\. r\d+:\s*(?:(\d+) <=)?([x\d\s+*]*?)(<=|=) (\d+);", bare
    ):
        variables = [int(x) for x in re.findall(r"(?<![*] )x(\d+)", terms)]
        yield variables, sense, int(bound)
        if low:
            yield variables, ">=", int(low)


def rows_of_mps(text):
    senses = {row: sense for sense, row in re.findall(r"^ ([EL]) (r\d+)$", text, re.MULTILINE)}
    bounds = dict(re.findall(r"^ rhs (r\d+) (\d+)$", text, re.MULTILINE))
    ranges = dict(re.findall(r"^ rng (r\d+) (\d+)$", text, re.MULTILINE))
    for row, sense in senses.items():
        variables = [int(x) for x in re.findall(rf"^ x(\d+) {row} 1$", text, re.MULTILINE)]
        yield variables, "=" if sense == "E" else "<=", int(bounds[row])
        if row in ranges:
            yield variables, ">=", int(bounds[row]) - int(ranges[row])


def rows_of_opb(text):
    for line in text.splitlines():
        match = re.fullmatch(r"((?:[+-]\d+ x\d+ )*)(>=|=) (-?\d+) ;", line)
        if match:
            terms = re.findall(r"([+-]\d+) x(\d+)", match[1])
            sign = -1 if any(int(factor) < 0 for factor, _ in terms) else 1
            sense = {-1: "<=", 1: ">="}[sign] if match[2] == ">=" else "="
            yield [int(x) for factor, x in terms if int(factor)], sense, sign * int(match[3])


def assignments(rows, number):
    """How many settings of the variables 1 to `number` meet the rows."""
    met = {
        "=": lambda total, bound: total == bound,
        "<=": lambda total, bound: total <= bound,
        ">=": lambda total, bound: total >= bound,
    }
    rows = list(rows)
    return sum(
        all(met[sense](sum(values[x - 1] for x in terms), bound) for terms, sense, bound in rows)
        for values in itertools.product((0, 1), repeat=number)
    )


@settings(max_examples=100, deadline=None)
@given(drawings())
def test_written_models_count_as_the_twin(drawn):
    puzzle = puzzle_of(drawn)
    if puzzle.ways > 12:
        return
    cover = Solver(puzzle).lowered.cover
    expected = len(twin(drawn))
    if puzzle.ways:
        for module, rows in (
            (lp, rows_of_lp),
            (mps, rows_of_mps),
            (mathprog, rows_of_mathprog),
            (opb, rows_of_opb),
        ):
            assert assignments(rows(module.write(cover)), puzzle.ways) == expected, module


@pytest.mark.parametrize(("drawn", "number"), EXAMPLES[:4])
def test_models_of_the_cnf_of_the_examples(drawn, number):
    lines = cnf.write(Solver(puzzle_of(drawn)).lowered.cover).splitlines()
    head = next(line for line in lines if line.startswith("p"))
    clauses = [[int(x) for x in line.split()[:-1]] for line in lines if line[0] not in "cp"]
    variables = int(head.split()[2])
    met = sum(
        all(any((value > 0) == chosen[abs(value) - 1] for value in clause) for clause in clauses)
        for chosen in itertools.product((False, True), repeat=variables)
    )
    assert met == number
