"""OPB, the pseudo-Boolean format: a variable a way, one or two constraints an item."""

from __future__ import annotations

from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.program import one_line, program


def write(cover: Cover) -> str:
    """The model; variables are numbered without gaps, and the comments name them."""
    built = program(cover)
    number = {k: v for v, k in enumerate(built.variables, 1)}
    lines = []
    for row in built.rows:
        plus = " ".join(f"+1 x{number[k]}" for k in row.options) or "+0 x1"
        minus = plus.replace("+1", "-1")
        if row.least == row.most:
            lines.append(f"{plus} = {row.most} ;")
            continue
        if row.least:
            lines.append(f"{plus} >= {row.least} ;")
        lines.append(f"{minus} >= -{row.most} ;")
    head = [f"* #variable= {max(1, len(number))} #constraint= {len(lines)}"]
    head += [f"* x{v} is {one_line(built.names[k])}" for k, v in number.items()]
    return "\n".join([*head, *lines]) + "\n"
