"""The 0-1 program as a text for people: what each variable means, and what each row demands."""

from __future__ import annotations

from calpuzzle.exact.cover import Cover
from calpuzzle.puzzle.program import one_line, program, wrapped
from calpuzzle.base.text import plural


def write(cover: Cover) -> str:
    """The program."""
    built = program(cover)
    lines = [
        f"{plural(len(built.variables), 'variable')} (0 or 1), {plural(len(built.rows), 'row')}",
        "",
    ]
    for k in built.variables:
        items = ", ".join(one_line(str(cover.items[item])) for item in cover.options[k])
        lines.append(f"x{k + 1}: {one_line(built.names[k])} covers {items}")
    lines.append("")
    for row in built.rows:
        if row.least == row.most:
            bound = f"= {row.most}"
        else:
            bound = f"from {row.least} to {row.most}"
        terms = " + ".join(f"x{k + 1}" for k in row.options) or "0"
        lines.append(f"{one_line(row.name)}:")
        lines += wrapped([*terms.split(" "), bound])
    return "\n".join(lines) + "\n"
