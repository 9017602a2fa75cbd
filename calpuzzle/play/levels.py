"""The levels of a puzzle such as IQ Fit: placed pieces that leave exactly one solution.

The same puzzle always has the same levels. They are divided into steps, from easy to hard.
MAX_TO_PLACE has one limit for each step: the largest number of pieces that the player has to place.
In each level, the fewest pieces are placed that leave one solution and respect the limit of its
step. The limit of the last step has no effect on a puzzle of up to eleven pieces.
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

MAX_TO_PLACE = (3, 4, 5, 6, 10)
LEVELS_PER_STEP = 8
STRIDE = 17  # makes neighbouring levels place different pieces


def levels(lowered: Lowering, diagram: Diagram) -> list[dict[str, Any]]:
    """Return the levels of a puzzle of the family of IQ Fit, each with its name `STEP.NUMBER`. For
    other puzzles, and for a puzzle with fewer solutions than levels, return an empty list."""
    try:
        Sides(lowered.model)
    except InputError:
        return []
    all_solutions = diagram.remaining()
    number_of_levels = len(MAX_TO_PLACE) * LEVELS_PER_STEP
    if all_solutions.count < number_of_levels:
        return []
    result = []
    for number in range(number_of_levels):
        step, place = divmod(number, LEVELS_PER_STEP)
        solution = all_solutions.nth(
            (2 * number + 1) * all_solutions.count // (2 * number_of_levels)
        )
        placed = _fewest_placed(diagram, solution, MAX_TO_PLACE[step], number)
        name = f"{step + 1}.{place + 1}"
        result.append({"name": name, "placed": notation(lowered, placed)})
    return result


def _fewest_placed(diagram: Diagram, solution: Options, remaining: int, number: int) -> Options:
    """Return the smallest set of options that only this solution contains and that leaves at most
    `remaining` options to place."""
    for size in range(max(1, len(solution) - remaining), len(solution)):
        choices = list(combinations(solution, size))
        first = number * STRIDE % len(choices)
        for placed in choices[first:] + choices[:first]:
            if diagram.completions(placed) == 1:
                return placed
    return solution
