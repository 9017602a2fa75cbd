"""The sentences of hints: one for each level of help, in any language.

docs/hints.md defines the levels. calpuzzle.game.hints computes the facts, and calpuzzle/lang
contains the texts. The command line calls `advice`, and the booklet `hint_words`; the page has its
own implementation in js/ui/advice.js.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from calpuzzle.base.texts import Texts
from calpuzzle.game.hints import Hint, TakeBack, next_piece, others, region, take_back
from calpuzzle.game.position import Position
from calpuzzle.planning.residual import ResidualProblems, is_possible
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates.instances import Labels
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import PlacedOptions, names_of, next_name, plain_name, written
from calpuzzle.puzzle.shapes import Cell

HINT_LEVELS = 5
BACK = 2  # the first level that names a piece to take back
TURNED = 3  # the level that shows how a piece is turned


class Situation(NamedTuple):
    """A position for which a hint is requested: the puzzle, the date as labels and as options (no
    options mean all dates), the placed options, and the object that counts completions."""

    lowered: Lowering
    labels: Labels
    date: Options
    placed: PlacedOptions
    problems: ResidualProblems

    @property
    def names(self) -> dict[int, str]:
        """The names of the placed pieces by their options."""
        return names_of(self.lowered, self.placed, self.placed.names)

    def name(self, option: int) -> str:
        """Return the displayed name of the piece of an option. For an option that is not placed,
        return the name of the piece of its class that is placed next."""
        if name := self.names.get(option):
            return plain_name(self.lowered, name)
        return self.next_name(self.lowered.class_of(option))

    def next_name(self, index: int) -> str:
        """Return the name of the piece of class `index` that is placed next."""
        return next_name(self.lowered, index, self.names.values())

    def written(self, option: int) -> str:
        """Return a placement in the notation of the command line."""
        return written(self.lowered, option, self.name(option))

    @property
    def number(self) -> int:
        """The number of solutions that contain all placed pieces."""
        return self.problems.completions(self.date + self.placed)

    @property
    def possible(self) -> bool:
        """Whether a solution contains all placed pieces; this is faster than counting solutions."""
        return is_possible(self.problems, self.date + self.placed)

    @property
    def solved(self) -> bool:
        """Whether nothing more has to be placed."""
        return Position(self.lowered, self.date + self.placed).solved


class Advice(NamedTuple):
    """The sentence of a level, and the hint to which it refers or the placement to take back.

    `more` is False if the puzzle is solved or the date has no solution: every level then has the
    same sentence."""

    words: str
    hint: Hint | None = None
    back: TakeBack | None = None
    more: bool = True


def advice(situation: Situation, level: int, texts: Texts) -> Advice:
    """Return the advice of a level, 1 to 5, for a position."""
    translate, lowered = texts.translate, situation.lowered
    if not situation.possible:
        back = take_back(lowered, situation.problems, situation.date, situation.placed)
        if back is None:
            return Advice(translate("hint.never"), more=False)
        if level < BACK:
            return Advice(translate("hint.dead"))
        culprit = situation.name(situation.placed[back.at])
        return Advice(translate("hint.culprit", name=culprit), back=back)
    if situation.solved:
        return Advice(translate("left.solved"), more=False)
    if level == 1:
        return Advice(translate("hint.1"))
    found = next_piece(lowered, situation.problems, situation.date + situation.placed)
    words = hint_words(lowered, found, situation.name(found.option), level, texts)
    return Advice(words, hint=found)


def hint_words(lowered: Lowering, found: Hint, name: str, level: int, texts: Texts) -> str:
    """Return the sentence of a level, 2 to 5, about the placement of the piece called `name`."""
    cell, number = cell_words(lowered, found.cell, texts), region(lowered, (found.option,))
    if level in (2, 3) and number is None:
        return texts.translate("command.look", name=name)
    where = texts.translate(f"region.{number or 0}")
    return texts.translate(f"hint.{level}", name=name, cell=cell, region=where)


def cell_words(lowered: Lowering, cell: Cell, texts: Texts) -> str:
    """Return a cell in words: its label, or else its row and column, counted from 1."""
    for label, place in lowered.model.board.at.items():
        if place == cell:
            return label
    if len(cell) == 1:
        return texts.translate("command.cell", cell=cell[0])
    *layers, row, column = (number + 1 for number in lowered.spots[cell])
    key, layer = "place.space" if layers else "place.cell", ",".join(map(str, layers))
    return texts.translate(key, layer=layer, row=row, column=column)


def reasons(situation: Situation, found: Hint, texts: Texts) -> Iterator[str]:
    """Yield sentences that justify a hint. The first states how many placements are possible for
    the cell or piece of the hint. Each of the others states in how many solutions another of these
    placements occurs, or why it occurs in none. For a forced hint, the only sentence is that
    nothing else fits. Raises CannotDoError if too many solutions remain to examine."""
    translate, lowered, item = texts.translate, situation.lowered, found.choice.item

    def name(item: int) -> str:
        if item < len(lowered.classes):
            return situation.next_name(item)
        if item < lowered.first:
            return lowered.leading_items[item]
        return cell_words(lowered, lowered.cells[item - lowered.first], texts)

    number = len(found.choice.fitting)
    if item is None:
        yield translate("command.any", n=number)
    elif found.sure:
        yield translate("command.forced", what=name(item))
        return
    else:
        yield translate("command.fewest", n=number, what=name(item))
    remaining = situation.problems.remaining(situation.date + situation.placed)
    for other in others(lowered, remaining, found):
        placement, item = situation.written(other.option), other.item
        if other.times:
            why = translate(
                "command.times", placement=placement, times=other.times, n=remaining.count
            )
        elif item is None:
            why = translate("command.nowhere", placement=placement)
        elif item < lowered.first:
            key = "command.unplaced" if item < len(lowered.classes) else "command.covered"
            why = translate(key, placement=placement, name=name(item))
        else:
            why = translate("command.uncovered", placement=placement, cell=name(item))
        yield f"  {why}"
