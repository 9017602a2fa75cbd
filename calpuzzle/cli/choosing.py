"""The options that choose among solutions."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural, unknown
from calpuzzle.cli.output import notify
from calpuzzle.cli.parser import Parser
from calpuzzle.cli.request import with_text
from calpuzzle.results.preferences import KEYS, Key, Near, falling

if TYPE_CHECKING:
    from calpuzzle.api.solutions import Cheapest, Solutions
    from calpuzzle.cli.request import Request
    from calpuzzle.results.solution import Solution

NEAR_PREFIX = "near="


def add_choice(parser: Parser) -> None:
    """Declare `--prefer`, which may be given several times, in order of priority."""
    text = (
        "print the best first: fewest-flips (pieces turned over), gravity-safe (the board can "
        "stand upright), near=FILE (moves the fewest pieces from the placements in FILE); or "
        "several, separated by commas, in order of priority"
    )
    add = parser.add_argument
    add("--prefer", metavar="WHAT", action="extend", type=_parted, default=[], help=text)


def _parted(text: str) -> list[str]:
    """Split preferences at commas, but not at commas inside the placements of near=. This is an
    argparse type."""
    return re.split(rf",(?={'|'.join([*KEYS, NEAR_PREFIX])})", text)


class ChosenPreferences(NamedTuple):
    """The preferences in order of priority, as their `names` and as `keys`. `near` is the key of
    near=, if it is given."""

    names: Sequence[str]
    keys: list[Key]
    near: Near | None

    def best(self, found: Solutions[Solution]) -> Cheapest:
        """Return the solutions, the best first. The first use of the result raises CannotDoError if
        there are too many to compare."""
        return found.cheapest(*self.keys)

    def costs(self, best: Cheapest) -> list[dict[str, Any]]:
        """Return the number of solutions of each cost as JSON data, the best first."""
        return [{"cost": list(cost), "solutions": n} for cost, n in best.counts_by_cost.items()]

    def describe(self, best: Cheapest, first: Solution) -> None:
        """Report how many solutions of a date are as good as the first. For gravity-safe, also
        report how many pieces of the first would fall, if any."""
        if best.date or not first.uncovered:  # comparing every date may take long
            number = next(iter(best.counts_by_cost.values()))
            notify(f"{number:,} of {plural(best.count(), 'solution')} are as good as the first")
        number = falling(first) if "gravity-safe" in self.names else 0
        if number:
            notify(
                f"with the board upright, {plural(number, 'piece')} would fall; no better solution "
                "was found"
            )

    def moves_line(self, solution: Solution) -> str:
        """Return a line that names the pieces to move for a solution; "" without `near`."""
        if self.near is None:
            return ""
        moved = self.near.moved(solution)
        number = plural(len(solution.pieces), "piece")
        return f"\nmove {len(moved)} of {number}" + (f": {' '.join(moved)}" if moved else "")


def choice_of(args: argparse.Namespace, request: Request) -> ChosenPreferences | None:
    """Return the preferences of the options, or None if there are none. Raises InputError."""
    if not args.prefer:
        return None
    if args.random:
        raise InputError("--random and --prefer exclude one another; use one")
    puzzle = request.puzzle
    assert isinstance(puzzle, Puzzle)  # others are refused before
    keys: list[Key] = []
    near: Near | None = None
    for name in args.prefer:
        if name.startswith(NEAR_PREFIX):
            if near:
                raise InputError("--prefer near= is given twice; use one")
            near = Near(with_text(name.removeprefix(NEAR_PREFIX), puzzle.placed))
            keys.append(near)
        elif name in KEYS:
            keys.append(KEYS[name])
        else:
            raise InputError(unknown("preference", name, [*KEYS, f"{NEAR_PREFIX}FILE"]))
    return ChosenPreferences(args.prefer, keys, near)
