"""What a person is told who asks for help: the sentences of each level, for all who give hints.

The facts are those of calpuzzle.game.hints. Used by `calpuzzle hint` and by the game in a
terminal, which so say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from calpuzzle.base.text import plural
from calpuzzle.draw.text import turned_text
from calpuzzle.game import hints
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates import Labels, by_group
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.puzzle.placements import written
from calpuzzle.puzzle.shapes import Cell, place_name
from calpuzzle.results.left import Asked, Searched
from calpuzzle.results.solution import Solution


class Question(NamedTuple):
    """What is asked about: the puzzle, the date as labels and as options (none for all dates), the
    placements laid as options, and what tells how many solutions hold which."""

    puzzle: Lowered
    labels: Labels
    date: Options
    laid: Options
    asked: Asked

    @property
    def opened(self) -> dict[str, str]:
        """The label of each group, where a date was asked for."""
        return by_group(self.puzzle.model, self.labels) if self.labels else {}

    @property
    def number(self) -> int:
        """How many solutions hold all that is laid."""
        return self.asked.completions(self.date + self.laid)

    @property
    def possible(self) -> bool:
        """Whether a solution holds all that is laid, which may be known sooner than how many."""
        if isinstance(self.asked, Searched):
            return self.asked.possible(self.date + self.laid)
        return self.number > 0

    @property
    def solved(self) -> bool:
        """Whether every piece lies that must, and every cell is covered that must be, but for one
        for each group whose label is not said; what is laid can be completed."""
        lowered = self.puzzle.lowered
        need = [least for least, _ in lowered.cover.bounds]
        for option in self.date + self.laid:
            for item in lowered.cover.options[option]:
                need[item] = max(0, need[item] - 1)
        pieces = len(lowered.classes)
        groups, cells = need[pieces : lowered.first], need[lowered.first :]
        return not any(need[:pieces]) and sum(groups) == sum(cells)

    def place(self, cell: Cell) -> str:
        """A cell in words, with the label that is printed on it."""
        labels = {place: label for label, place in self.puzzle.model.board.at.items()}
        return place_name(cell) + (f" ({labels[cell]})" if cell in labels else "")


def advice(asked: Question, level: int, why: bool = False, ascii_only: bool = False) -> str:
    """What a level, 1 to 5, says; with `why`, what rules out the other placements that fit as well.
    Raises CannotDoError where too many solutions are left to look through."""
    number = asked.number
    if not number:
        return _impossible(asked)
    if asked.solved:
        return "It is solved."
    if level == 1:
        return f"It can still be done, in {plural(number, 'way')}."
    left = asked.asked.left(asked.date + asked.laid)
    found = hints.next_piece(asked.puzzle.lowered, left)
    said = _next(asked, found, level, ascii_only)
    if not why:
        return said
    others = hints.others(asked.puzzle.lowered, left, found)
    return "\n".join([said, *_why(asked, found, others, left.count)])


def _next(asked: Question, found: hints.Hint, level: int, ascii_only: bool) -> str:
    """What a level says of the placement that comes next."""
    lowered = asked.puzzle.lowered
    name = lowered.classes[lowered.class_of(found.option)].name
    if level == 2:
        return f"Look at {name}: it goes {hints.region(lowered, [found.option])}."
    if level == 3:
        drawn = turned_text(lowered, found.option, ascii_only=ascii_only)
        return f"{name} lies turned like this:\n\n{drawn}" if drawn else f"{name} has no shape."
    if level == 4:
        return f"{name} covers {asked.place(found.cell)}."
    return _one_piece(asked, found, ascii_only)


def _why(
    asked: Question, found: hints.Hint, others: list[hints.Other], number: int
) -> Iterator[str]:
    """Sentences on the other placements that fit."""
    lowered, item = asked.puzzle.lowered, found.choice.item
    what = _item(asked, item)
    if found.forced:
        yield f"Nothing else fits for {what}."
        return
    fit = plural(len(found.choice.fitting), "placement fits", "placements fit")
    yield f"{fit} for {what}, the fewest of all cells and pieces. Of the others:"
    for other in others:
        if other.times:
            why = f"is in {other.times:,} of {plural(number, 'solution')} too"
        elif other.item is not None:
            why = f"leaves no way to lay {_item(asked, other.item)}"
            if other.item >= lowered.first:
                why = f"leaves nothing that covers {_item(asked, other.item)}"
        else:
            why = "is in no solution, which only a longer look shows"
        yield f"  {written(lowered, other.option)} {why}"


def _item(asked: Question, item: int) -> str:
    """A cell or a piece in words."""
    lowered = asked.puzzle.lowered
    if item < lowered.first:
        return lowered.heads[item]
    return asked.place(lowered.cells[item - lowered.first])


def culprit(asked: Question) -> int | None:
    """Which of the placements that are laid is to be lifted first, where no solution holds them
    all; None where there is no solution without them either."""
    if not asked.laid or not asked.asked.completions(asked.date):
        return None
    at = asked.puzzle.model.board.at
    opened = {at[label]: label for label in asked.labels}
    covering = hints.covering(asked.puzzle.lowered, opened, asked.laid)
    return covering[0] if covering else hints.to_lift(asked.asked, asked.date, asked.laid)[0]


def _impossible(asked: Question) -> str:
    what = "This date" if asked.date else asked.puzzle.model.name
    if not asked.laid:
        return f"{what} has no solution."
    if not asked.asked.completions(asked.date):
        return f"{what} has no solution, whatever is laid."
    lowered = asked.puzzle.lowered
    at = asked.puzzle.model.board.at
    cells = {at[label]: label for label in asked.labels}
    covering = hints.covering(lowered, cells, asked.laid)
    if covering:
        index, cell = covering
        others = (*asked.laid[:index], *asked.laid[index + 1 :])
        enough = asked.asked.completions(asked.date + others) > 0
        why = f"covers {cells[cell]}, which is of the date and stays uncovered. Lift it first"
        start = f"It cannot be done like this: {written(lowered, asked.laid[index])}"
    else:
        index, enough = hints.to_lift(asked.asked, asked.date, asked.laid)
        start = "It cannot be done like this."
        why = f"Lift {written(lowered, asked.laid[index])} first"
    after = "it can be done without it" if enough else "more will have to follow"
    return f"{start} {why}: {after}."


def _one_piece(asked: Question, found: hints.Hint, ascii_only: bool) -> str:
    lowered = asked.puzzle.lowered
    sure = "in every solution" if found.share == 1 else f"in {found.share:.0%} of the solutions"
    # A label of the date may have been laid as a piece was.
    drawn = Solution(lowered, {*asked.date, *asked.laid, found.option})
    return (
        f"Lay {written(lowered, found.option)}, where it lies {sure}:\n\n"
        f"{drawn.text(ascii_only=ascii_only)}"
    )
