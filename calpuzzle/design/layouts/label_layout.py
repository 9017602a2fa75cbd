"""Layouts: on which cells to print the labels of a puzzle, for given pieces, so that every date has
a solution.

First the solutions for all choices of open cells are counted. A tabu search finds a layout that is
good by the goal. If CP-SAT is installed, it improves the layout and proves an upper bound.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb, factorial
from typing import NamedTuple

import numpy as np

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.wording import nearest, unknown
from calpuzzle.design.families.tally import Totals, totals
from calpuzzle.design.judging.verify import check_totals
from calpuzzle.design.layouts.goals import EVEN, FEWEST, GOALS, TOTAL, improve, value, worth
from calpuzzle.design.layouts.label_cells import LabelCells
from calpuzzle.design.layouts.proofs import Proofs, Proven
from calpuzzle.design.layouts.tabu import Places, Rules, Tabu
from calpuzzle.puzzle.cover import Phases, quiet
from calpuzzle.puzzle.dates.instances import every_instance
from calpuzzle.puzzle.model import Model

FREE, READING, BLOCKS = ORDERS = ("free", "reading", "blocks")
KINDS = {FREE: "of any order", READING: "in reading order", BLOCKS: "in blocks"}
MAX_ARRANGEMENTS = 200_000  # arrangements of the blocks that are compared


class Wish(NamedTuple):
    """The kind of layout to search for.

    `best` is one of GOALS. `order` is one of ORDERS: labels in any order (FREE), those of each
    group in reading order (READING), or also on consecutive cells, not counting cells of kept
    labels (BLOCKS). The labels that `keep` names, or all labels of a group that it names, stay on
    their cells. The dates that exist must have a solution; with `every`, all dates that the labels
    allow. `tries` searches are made, each from different cells. All questions to CP-SAT together
    may take `seconds` of its deterministic time, which is the same on every machine; 0 means that
    CP-SAT is not used.
    """

    best: str = FEWEST
    order: str = FREE
    keep: tuple[str, ...] = ()
    every: bool = False
    tries: int = 4
    seconds: float = 60.0


class LabelLayout(NamedTuple):
    """A puzzle with rearranged labels, its totals, and its value by the goal, over the wanted
    dates. No layout that the wish allows has a value above `bound`, which is None if nothing is
    proven. `before` are the totals of the original puzzle, and `sentences` state what was found
    and proven."""

    model: Model
    totals: Totals
    value: Fraction
    bound: Fraction | None
    before: Totals
    sentences: list[str]


DEFAULT_WISH = Wish()
GOAL_PHRASES = {
    FEWEST: "the fewest solutions of any {0}",
    TOTAL: "all solutions together",
    EVEN: "the fewest solutions of any {0} divided by the most",
    "unique": "the {0}s with just one solution",
}


def layout(model: Model, wish: Wish = DEFAULT_WISH, phases: Phases = quiet) -> LabelLayout:
    """Return the best layout that is found, and the upper bound that is proven, if any.

    Raises InputError for an invalid wish, and CannotDoError if no layout solves every date, or none
    was found.
    """
    _check(model, wish)
    with phases("counting solutions for all cells that may stay open") as report:
        labels = LabelCells(model, report, blanks=True)
    return arranged(labels, wish, phases)


def arranged(labels: LabelCells, wish: Wish, phases: Phases = quiet) -> LabelLayout:
    """Return the best layout of these labels, as `layout` does."""
    wanted = np.ones_like(labels.real) if wish.every else labels.real
    rules = Rules(wanted, _kept(labels, wish.keep), wish.order == READING)
    proven, why, solved = None, "", None
    if wish.order == BLOCKS:
        proven = _best_blocks(labels, rules, wish.best)
    else:
        cells = _searched(labels, rules, wish, phases)
        solved = cells if worth(wish.best, labels.counts(cells), wanted)[0] == 0 else None
        proven, why = _proven(labels, rules, wish, solved, phases)
    if proven:
        solved = proven.cells
    if solved is None:
        raise CannotDoError(_none(labels.model, wish, proven, why))
    rearranged = labels.relabelled(tuple(solved.tolist()))
    counts = labels.counts(solved)
    goal_value = value(wish.best, counts, wanted)
    bound = proven.bound if proven else None
    before = totals(labels.counts(labels.home), labels.real)
    sentences = [_said(labels.model, wish, goal_value, bound, why)]
    return LabelLayout(
        rearranged, totals(counts, labels.real), goal_value, bound, before, sentences
    )


def check(found: LabelLayout) -> None:
    """Count a layout again, as `check_totals` does. Raise DisagreementError if the totals
    differ."""
    check_totals(found.model, found.totals, "with its labels arranged")


def _check(model: Model, wish: Wish) -> None:
    if not model.groups:
        raise InputError(f"{model.name} has no dates; a layout is for a puzzle that has some")
    if wish.best not in GOALS:
        near = nearest(wish.best, GOALS)
        raise InputError(f"there is no goal {wish.best}{near}; there are {', '.join(GOALS)}")
    if wish.order not in ORDERS:
        raise InputError(unknown("order", wish.order, ORDERS))
    if wish.tries < 1 or wish.seconds < 0:
        raise InputError("tries must be 1 or more, and seconds 0 or more")


def _kept(labels: LabelCells, keep: tuple[str, ...]) -> dict[int, int]:
    """Return the labels that stay, each with its cell. Raise InputError for an unknown one."""
    groups = {group.name: group.labels for group in labels.model.groups}
    kept: dict[int, int] = {}
    for word in keep:
        if word not in labels.names and word not in groups:
            near = nearest(word, [*labels.names, *groups])
            raise InputError(f"{labels.model.name} has no label or group {word}{near} to keep")
        for name in [word] if word in labels.names else groups[word]:
            label = labels.names.index(name)
            kept[label] = int(labels.home[label])
    return kept


def _best_blocks(labels: LabelCells, rules: Rules, goal: str) -> Proven:
    """Return the best of all layouts in blocks. They are so few that all are compared."""
    best, most = None, (0, Fraction(0))
    for cells in _blocks(labels, rules.kept):
        key = worth(goal, labels.counts(cells), rules.wanted)
        if key[0] == 0 and (best is None or key > most):
            best, most = cells, key
    return Proven(best, most[1])


def _blocks(labels: LabelCells, kept: dict[int, int]) -> Iterator[Places]:
    """Yield the layouts in which each group's labels are on consecutive cells. Labels in `kept`
    stay, and their cells are skipped. Raise CannotDoError if there are too many layouts."""
    groups = [[label for label in axis.tolist() if label not in kept] for axis in labels.axes]
    free = np.setdiff1d(np.arange(len(labels.cells)), [*kept.values()])
    spare = len(free) - sum(map(len, groups))
    number = comb(spare + len(groups), spare) * factorial(len(groups))
    if number > MAX_ARRANGEMENTS:
        raise CannotDoError(
            f"there are {number:,} ways to place the blocks, as {spare} cells get no label, but at "
            f"most {MAX_ARRANGEMENTS:,} are compared: give these cells labels of no group, or "
            "--keep some labels"
        )
    for order in permutations(groups):
        for gaps in combinations_with_replacement(range(spare + 1), len(groups)):
            cells, at = labels.home.copy(), 0
            for block, gap in zip(order, gaps, strict=True):
                cells[block] = free[at + gap : at + gap + len(block)]
                at += len(block)
            yield cells


def _searched(labels: LabelCells, rules: Rules, wish: Wish, phases: Phases) -> Places:
    """Return the best cells of the labels over all tries; the first try begins with the puzzle as
    it is."""
    tried = []
    with phases("searching layouts") as report:
        for seed in range(wish.tries):
            tabu = Tabu(labels, rules, seed)
            if seed:
                tabu.shuffle()
            tried.append(tabu.cells)
            tried += improve(wish.best, tabu, labels.solutions, rules.wanted)
            if report:
                report(seed + 1, wish.tries, 0)
    return max(tried, key=lambda cells: worth(wish.best, labels.counts(cells), rules.wanted))


def _proven(
    labels: LabelCells, rules: Rules, wish: Wish, cells: Places | None, phases: Phases
) -> tuple[Proven | None, str]:
    """Return what CP-SAT proves, or None and the reason."""
    if not wish.seconds:
        return None, "CP-SAT was not used"
    try:
        with phases("proving with CP-SAT") as report:
            proven = Proofs(labels, rules, wish.seconds, report).best(wish.best, cells)
    except StoppedError:
        raise
    except CannotDoError as error:  # the layout that the search has found is returned anyway
        return None, str(error)
    return proven, "" if proven else "CP-SAT did not decide in time"


def _none(model: Model, wish: Wish, proven: Proven | None, why: str) -> str:
    """Return the sentence that explains why there is no layout."""
    dates = every_instance(model, wish.every)
    if proven:
        kind = f" {_kind(wish)}" if wish.keep or wish.order != FREE else ""
        return f"no layout of {model.name}{kind} gives {dates} a solution, which is proven"
    return f"no layout of {model.name} was found that gives {dates} a solution ({why})"


def _said(model: Model, wish: Wish, reached: Fraction, bound: Fraction | None, why: str) -> str:
    """Return the sentence about what was found and what is proven."""
    found = f"{GOAL_PHRASES[wish.best].format(model.instance_noun)}: {value_text(reached)} found"
    if bound is None:
        return f"{found}; nothing is proven ({why})"
    dates = every_instance(model, wish.every)
    none = f"no layout {_kind(wish)} that solves {dates} has more"
    if reached == bound:
        return f"{found}; it is proven that {none}"
    return f"{found}; it is proven that {none} than {value_text(bound)}"


def _kind(wish: Wish) -> str:
    """Return the phrase that restricts the layouts to those of the wish."""
    kind = KINDS[wish.order]
    return f"with these labels kept and the others {kind}" if wish.keep else kind


def value_text(number: Fraction) -> str:
    """Return a value as text: a whole number, or a fraction to four places."""
    return f"{int(number):,}" if number.denominator == 1 else f"{float(number):.4f}"
