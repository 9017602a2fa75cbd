"""The options by which one chooses among solutions, and what they choose."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import plural, unknown
from calpuzzle.cli.asking import with_text
from calpuzzle.cli.output import notify
from calpuzzle.cli.parser import Parser
from calpuzzle.results.preferences import KEYS, Key, Near, falling

if TYPE_CHECKING:
    from calpuzzle.api.solutions import Cheapest, Solutions
    from calpuzzle.cli.asking import Sought
    from calpuzzle.results.solution import Solution

NEAR = "near="


def add_choice(parser: Parser) -> None:
    """`--prefer`, which may be given several times, in their order."""
    text = (
        "print the best first: fewest-flips (pieces turned over), gravity-safe (the board can "
        "stand upright), near=FILE (moves the fewest pieces from the placements in FILE); or "
        "several, separated by commas, in order of priority"
    )
    add = parser.add_argument
    add("--prefer", metavar="WHAT", action="extend", type=_parted, default=[], help=text)


def _parted(text: str) -> list[str]:
    """An argparse type: preferences apart by commas, of which a layout may have some, too."""
    return re.split(rf",(?={'|'.join([*KEYS, NEAR])})", text)


class Choice(NamedTuple):
    """The cost by which solutions are compared, and the layout that they are to be near, if any."""

    names: Sequence[str]
    keys: list[Key]
    near: Near | None

    def best(self, found: Solutions[Solution]) -> Cheapest:
        """The solutions, the best one first. Raises CannotDoError where there are too many to
        compare."""
        return found.cheapest(*self.keys)

    def costs(self, best: Cheapest) -> list[dict[str, Any]]:
        """Return the number of solutions of each cost, as JSON knows it, the best first."""
        return [{"cost": list(cost), "solutions": n} for cost, n in best.numbers.items()]

    def describe(self, best: Cheapest, first: Solution) -> None:
        """Say how many solutions of a date are as good, and where the best one is not safe."""
        if best.date or not first.uncovered:  # to look at every date may take long
            number = next(iter(best.numbers.values()))
            notify(f"{number:,} of {plural(best.count(), 'solution')} are as good as the first")
        number = falling(first) if "gravity-safe" in self.names else 0
        if number:
            notify(
                f"standing upright, {plural(number, 'piece')} would fall; no better one was found"
            )

    def said(self, solution: Solution) -> str:
        """Return what is to be moved for a solution, as a line; empty where nothing is near."""
        if self.near is None:
            return ""
        moved = self.near.moved(solution)
        number = plural(len(solution.pieces), "piece")
        return f"\nmove {len(moved)} of {number}" + (f": {' '.join(moved)}" if moved else "")


def choice_of(args: argparse.Namespace, sought: Sought) -> Choice | None:
    """Return what the options say, None where they say nothing. Raises InputError."""
    if not args.prefer:
        return None
    if args.random:
        raise InputError("--random and --prefer exclude one another; use one")
    puzzle = sought.thing
    assert isinstance(puzzle, Puzzle)  # others are refused before
    keys: list[Key] = []
    near: Near | None = None
    for name in args.prefer:
        if name.startswith(NEAR):
            if near:
                raise InputError("--prefer near= is given twice; use one")
            near = Near(with_text(name.removeprefix(NEAR), puzzle.placed))
            keys.append(near)
        elif name in KEYS:
            keys.append(KEYS[name])
        else:
            raise InputError(unknown("preference", name, [*KEYS, f"{NEAR}FILE"]))
    return Choice(args.prefer, keys, near)
