"""An exact cover problem in the formats of other solvers: as a 0-1 program or as clauses.

A variable is named `x_` plus the name of its option, such as x_I4_2_r3_c5 for a placement, with
only letters, digits and underscores, so that all programs read it; in clauses and OPB, whose
variables are numbers, comments give the names. Constraints are named r1, r2, ... in the order of
the items; an item without options has one only if it must be covered. If no option can be chosen, a
variable x0 (x1 in OPB), which is 0, is used. There is no objective: every feasible point is a
solution.
"""

from __future__ import annotations

import re

from calpuzzle.formats.reading import one_line
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.program import clauses, program

MAX_PROGRAM_NAME = 60
"""The most characters of a name before a distinguishing suffix; programs accept 100 to 255."""


def variables(cover: Cover) -> dict[int, str]:
    """Return a distinct name for the variable of each option that can be chosen."""
    found: dict[int, str] = {}
    taken: set[str] = set()
    for k in cover.choosable:
        start = name = "x_" + re.sub("[^A-Za-z0-9]", "_", cover.names[k][:MAX_PROGRAM_NAME])
        copy = 1
        while name in taken:
            copy += 1
            name = f"{start}_{k + 1}_{copy}"
        taken.add(name)
        found[k] = name
    return found


def head(cover: Cover, mark: str, text: str) -> list[str]:
    """Return the first comments: the notes of the Cover, then the text."""
    return [f"{mark} {one_line(line)}" for line in (*cover.notes, text)]


def columns(cover: Cover) -> list[str]:
    """Return the names of the variables, or x0 if there are none: the formats need at least one."""
    return list(variables(cover).values()) or ["x0"]


def wrapped(words: list[str], indent: str = "") -> list[str]:
    """Return lines of about 90 characters with the words, which may contain spaces."""
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
    """Return the problem in GNU MathProg, for `glpsol --math`; a comment names the item of each
    constraint."""
    rows, names = program(cover), variables(cover)
    lines = head(cover, "#", "Exact cover: one variable per option. Solve: glpsol --math FILE")
    for k, name in names.items():
        option = one_line(cover.names[k])
        lines.append(f"var {name}, binary;" + (f" # {option}" if name != f"x_{option}" else ""))
    if rows and not cover.choosable:
        lines.append("var x0, = 0; # used because no option can be chosen")
    for number, row in enumerate(rows, 1):
        terms = [f"{names[k]} +" for k in row.options] or [f"0 * {columns(cover)[0]} +"]
        terms[-1] = terms[-1].removesuffix(" +")
        least = f" {row.least} <=" if 0 < row.least < row.most else ""
        most = f"{'=' if row.least == row.most else '<='} {row.most};"
        lines.append(f"# {one_line(row.name)}")
        lines += wrapped([f"s.t. r{number}:{least}", *terms, most])
    return "\n".join([*lines, "solve;", "end;"]) + "\n"


def lp(cover: Cover) -> str:
    """Return the problem in CPLEX LP. The objective is zero but names every variable, which fixes
    their order for readers that number them by first appearance."""
    every, names = columns(cover), variables(cover)
    lines = [*head(cover, "\\", "Exact cover: one variable per option."), "Minimize"]
    lines += wrapped(["obj:", *(f"+ 0 {name}" for name in every)], indent=" ")
    lines.append("Subject To")
    for number, row in enumerate(program(cover), 1):
        terms = [f"+ {names[k]}" for k in row.options] or [f"0 {every[0]}"]
        most = f"{'=' if row.least == row.most else '<='} {row.most}"
        lines += wrapped([f"r{number}:", *terms, most], indent=" ")
        if 0 < row.least < row.most:
            lines += wrapped([f"r{number}_least:", *terms, f">= {row.least}"], indent=" ")
    lines += ["Binary", *wrapped(every, indent=" ")] if names else ["Bounds", " x0 = 0"]
    return "\n".join([*lines, "End"]) + "\n"


def mps(cover: Cover) -> str:
    """Return the problem in free MPS, with an empty objective. Fixed MPS is not used, because its
    names have at most eight characters."""
    rows, names = list(enumerate(program(cover), 1)), variables(cover)
    entries: dict[int, list[str]] = {k: [] for k in cover.choosable}
    for number, row in rows:
        for k in row.options:
            entries[k].append(f" {names[k]} r{number} 1")
    lines = head(cover, "*", "Exact cover: one variable per option.")
    lines += ["NAME cover FREE", "ROWS", " N obj"]
    lines += [f" {'E' if row.least == row.most else 'L'} r{n}" for n, row in rows]
    lines += ["COLUMNS", " M1 'MARKER' 'INTORG'"]
    lines += [line for lined in entries.values() for line in lined] or [" x0 obj 0"]
    lines += [" M2 'MARKER' 'INTEND'", "RHS"]
    lines += [f" rhs r{n} {row.most}" for n, row in rows]
    ranged = [(n, row) for n, row in rows if 0 < row.least < row.most]
    lines += ["RANGES"] if ranged else []
    lines += [f" rng r{n} {row.most - row.least}" for n, row in ranged]
    lines += ["BOUNDS", *([f" BV bnd {name}" for name in names.values()] or [" FX bnd x0 0"])]
    return "\n".join([*lines, "ENDATA"]) + "\n"


def opb(cover: Cover) -> str:
    """Return the problem in OPB, the pseudo-Boolean format. Variables are numbered consecutively;
    comments name them."""
    names = variables(cover)
    number = {k: v for v, k in enumerate(names, 1)}
    lines = []
    for row in program(cover):
        plus = " ".join(f"+1 x{number[k]}" for k in row.options) or "+0 x1"
        if row.least == row.most:
            lines.append(f"{plus} = {row.most} ;")
            continue
        if row.least:
            lines.append(f"{plus} >= {row.least} ;")
        lines.append(f"{plus.replace('+1', '-1')} >= -{row.most} ;")
    lines += [] if names else ["+1 x1 = 0 ;"]
    first = f"* #variable= {max(1, len(number))} #constraint= {len(lines)}"
    notes = head(cover, "*", "Exact cover: one variable per option.")
    notes += [f"* x{v} is {names[k]}" for k, v in number.items()]
    return "\n".join([first, *notes, *lines]) + "\n"


def cnf(cover: Cover) -> str:
    """Return the problem in DIMACS CNF; its models are the solutions. Raises CannotDoError for too
    many clauses."""
    top, found = clauses(cover)
    lines = head(cover, "c", "Exact cover; the models are the solutions. The options:")
    lines += [f"c {v} {name}" for v, name in enumerate(variables(cover).values(), 1)]
    lines.append(f"p cnf {top} {len(found)}")
    lines += [" ".join(map(str, (*clause, 0))) for clause in found]
    return "\n".join(lines) + "\n"
