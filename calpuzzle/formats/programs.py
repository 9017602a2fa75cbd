"""An exact cover problem in the words of other makers' solvers: a 0-1 program, or clauses.

Variables and constraints have numbers, not names made of coordinates, so that none can clash: x1 is
the first option, r1 the first item, and x0 stands where nothing can be chosen. There is no
objective: any feasible point is a solution. An item that nothing covers keeps its constraint.
"""

from __future__ import annotations

from calpuzzle.formats.reading import one_line
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.program import clauses, program


def columns(cover: Cover) -> list[str]:
    """The names of the variables; the forms want at least one."""
    return [f"x{k + 1}" for k in cover.choosable] or ["x0"]


def wrapped(words: list[str], indent: str = "") -> list[str]:
    """Words, which may hold blanks, put on lines of about 90 characters."""
    lines = []
    line = indent
    for word in words:
        if len(line) + len(word) > 90 and line.strip():
            lines.append(line.rstrip())
            line = indent
        line += word + " "
    lines.append(line.rstrip())
    return lines


def mathprog(cover: Cover) -> str:
    """GNU MathProg, for `glpsol --math`; a comment says what each constraint is."""
    rows = program(cover)
    lines = ["# Exact cover: x1 is the first option. Solve with: glpsol --math FILE"]
    lines += [f"var x{k + 1}, binary; # {one_line(cover.names[k])}" for k in cover.choosable]
    if rows and not cover.choosable:
        lines.append("var x0, binary; # stands where nothing can be chosen")
    for number, row in enumerate(rows, 1):
        terms = [f"x{k + 1} +" for k in row.options] or [f"0 * {columns(cover)[0]} +"]
        terms[-1] = terms[-1].removesuffix(" +")
        least = f" {row.least} <=" if 0 < row.least < row.most else ""
        most = f"{'=' if row.least == row.most else '<='} {row.most};"
        lines.append(f"# {one_line(row.name)}")
        lines += wrapped([f"s.t. r{number}:{least}", *terms, most])
    return "\n".join([*lines, "solve;", "end;"]) + "\n"


def lp(cover: Cover) -> str:
    """CPLEX LP. The objective is zero and names every variable, which fixes their order for readers
    that number them by appearance."""
    names = columns(cover)
    lines = ["\\ Exact cover: x1 is the first option.", "Minimize"]
    lines += wrapped(["obj:", *(f"+ 0 {name}" for name in names)], indent=" ")
    lines.append("Subject To")
    for number, row in enumerate(program(cover), 1):
        terms = [f"+ x{k + 1}" for k in row.options] or [f"0 {names[0]}"]
        most = f"{'=' if row.least == row.most else '<='} {row.most}"
        lines += wrapped([f"r{number}:", *terms, most], indent=" ")
        if 0 < row.least < row.most:
            lines += wrapped([f"r{number}_least:", *terms, f">= {row.least}"], indent=" ")
    lines.append("Binary")
    lines += wrapped(names, indent=" ")
    return "\n".join([*lines, "End"]) + "\n"


def mps(cover: Cover) -> str:
    """MPS whose fields stand where the fixed form has them, to be read as free or fixed; with an
    objective without entries."""
    rows = list(enumerate(program(cover), 1))
    entries: dict[int, list[str]] = {k: [] for k in cover.choosable}
    for number, row in rows:
        for k in row.options:
            entries[k].append(_fields("", f"x{k + 1}", f"r{number}", "1"))
    lines = ["* Exact cover: x1 is the first option.", "NAME          cover", "ROWS"]
    lines += [_fields("N", "obj")]
    lines += [_fields("E" if row.least == row.most else "L", f"r{n}") for n, row in rows]
    lines += ["COLUMNS", _fields("", "M1", "'MARKER'", "", "'INTORG'")]
    if entries:
        lines += [line for own in entries.values() for line in own]
    else:
        lines.append(_fields("", "x0", "obj", "0"))
    lines += [_fields("", "M2", "'MARKER'", "", "'INTEND'"), "RHS"]
    lines += [_fields("", "rhs", f"r{n}", str(row.most)) for n, row in rows]
    ranged = [(n, row) for n, row in rows if 0 < row.least < row.most]
    lines += ["RANGES"] if ranged else []
    lines += [_fields("", "rng", f"r{n}", str(row.most - row.least)) for n, row in ranged]
    lines += ["BOUNDS", *(_fields("BV", "bnd", name) for name in columns(cover))]
    return "\n".join([*lines, "ENDATA"]) + "\n"


def _fields(kind: str, *names: str) -> str:
    """A line of MPS: its fields begin at the columns 2, 5, 15, 25 and 40."""
    line = f" {kind:<2} "
    for name, width in zip(names, (10, 10, 15, 0), strict=False):
        line += f"{name:<{width}}"
    return line.rstrip()


def opb(cover: Cover) -> str:
    """OPB, the pseudo-Boolean format. Variables are numbered without gaps; comments name them."""
    number = {k: v for v, k in enumerate(cover.choosable, 1)}
    lines = []
    for row in program(cover):
        plus = " ".join(f"+1 x{number[k]}" for k in row.options) or "+0 x1"
        if row.least == row.most:
            lines.append(f"{plus} = {row.most} ;")
            continue
        if row.least:
            lines.append(f"{plus} >= {row.least} ;")
        lines.append(f"{plus.replace('+1', '-1')} >= -{row.most} ;")
    head = [f"* #variable= {max(1, len(number))} #constraint= {len(lines)}"]
    head += [f"* x{v} is {one_line(cover.names[k])}" for k, v in number.items()]
    return "\n".join([*head, *lines]) + "\n"


def cnf(cover: Cover) -> str:
    """DIMACS CNF, whose models are the solutions. Raises CannotDoError for too many clauses."""
    top, found = clauses(cover)
    lines = ["c Exact cover; the models are the solutions. The options:"]
    lines += [f"c {v} {one_line(cover.names[k])}" for v, k in enumerate(cover.choosable, 1)]
    lines.append(f"p cnf {top} {len(found)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in found]
    return "\n".join(lines) + "\n"
