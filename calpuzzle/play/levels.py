"""The levels of a puzzle such as IQ Fit: pieces that lie already, and leave one solution.

The same puzzle always gives the same levels. STEPS is how hard they are, from easy to hard: how
many pieces are left to be placed at most; the last step lays as few as leave one solution.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from calpuzzle.base.errors import InputError
from calpuzzle.formats.placement_codes import Sides
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import notation

if TYPE_CHECKING:
    from calpuzzle.engines.diagram.diagram import Diagram

STEPS = (3, 4, 5, 6, 10)
OF_A_STEP = 8
STRIDE = 17  # so that neighbouring levels lay different pieces


def levels(lowered: Lowering, diagram: Diagram) -> list[dict[str, Any]]:
    """The levels of a puzzle that takes challenges, `STEP.NUMBER` by name; none for another."""
    try:
        Sides(lowered.model)
    except InputError:
        return []
    everything = diagram.left()
    wanted = len(STEPS) * OF_A_STEP
    if everything.count < wanted:
        return []
    found = []
    for number in range(wanted):
        step, place = divmod(number, OF_A_STEP)
        solution = everything.nth((2 * number + 1) * everything.count // (2 * wanted))
        placed = _placed(diagram, solution, STEPS[step], number)
        name = f"{step + 1}.{place + 1}"
        found.append({"name": name, "placed": notation(lowered, placed)})
    return found


def _placed(diagram: Diagram, solution: Options, left: int, number: int) -> Options:
    """The fewest options of the solution, but all save `left` at least, that leave it alone."""
    for size in range(max(1, len(solution) - left), len(solution)):
        choices = list(combinations(solution, size))
        first = number * STRIDE % len(choices)
        for placed in choices[first:] + choices[:first]:
            if diagram.completions(placed) == 1:
                return placed
    return solution
