"""Hints in words: the sentence of each level of help, in any language.

docs/hints.md defines the levels. The facts are those of calpuzzle.game.hints, the texts those of
calpuzzle/lang. The command line uses `advice`, the booklet `hint_words`; the page's implementation
is play/assets/js/ui/advice.js.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from calpuzzle.base.texts import Texts
from calpuzzle.game.hints import Hint, TakeBack, next_piece, others, region, take_back
from calpuzzle.game.position import Position
from calpuzzle.planning.residual import Asked, possible
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates import Labels
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.placements import PlacedOptions, names_of, next_name, plain_name, written
from calpuzzle.puzzle.shapes import Cell

LEVELS = 5
BACK = 2  # the level that names a piece to take back
TURNED = 3  # the level that shows how a piece is turned


class Situation(NamedTuple):
    """The position that is asked about: the puzzle, the date as labels and as options (none for all
    dates, but for labels that are laid), the placements laid, and what tells how many solutions
    hold which."""

    lowered: Lowering
    labels: Labels
    date: Options
    laid: PlacedOptions
    asked: Asked

    @property
    def names(self) -> dict[int, str]:
        """The names of the pieces laid, by their options."""
        return names_of(self.lowered, self.laid, self.laid.names)

    def name(self, option: int) -> str:
        """The name for people of the piece of a placement, laid or next."""
        if own := self.names.get(option):
            return plain_name(self.lowered, own)
        return self.next_name(self.lowered.class_of(option))

    def next_name(self, index: int) -> str:
        """The name of the piece of a class that is laid next."""
        return next_name(self.lowered, index, self.names.values())

    def written(self, option: int) -> str:
        """A placement, laid or next, as --laid takes it."""
        return written(self.lowered, option, self.name(option))

    @property
    def number(self) -> int:
        """The number of solutions that hold all that is laid."""
        return self.asked.completions(self.date + self.laid)

    @property
    def possible(self) -> bool:
        """True where a solution holds all that is laid, which is known sooner than how many."""
        return possible(self.asked, self.date + self.laid)

    @property
    def solved(self) -> bool:
        """True where nothing must be laid any more; what is laid can be completed."""
        return Position(self.lowered, self.date + self.laid).solved


class Advice(NamedTuple):
    """The sentence of a level; the placement to lay next that it is about, or the one to take back;
    and whether another level says more."""

    words: str
    hint: Hint | None = None
    back: TakeBack | None = None
    more: bool = True


def advice(asked: Situation, level: int, texts: Texts) -> Advice:
    """Return what a level, 1 to 5, says of a position."""
    say, lowered = texts.say, asked.lowered
    if not asked.possible:
        back = take_back(lowered, asked.asked, asked.date, asked.laid)
        if back is None:
            return Advice(say("hint.never"), more=False)
        if level < BACK:
            return Advice(say("hint.dead"))
        culprit = asked.name(asked.laid[back.at])
        return Advice(say("hint.culprit", name=culprit), back=back)
    if asked.solved:
        return Advice(say("left.solved"), more=False)
    if level == 1:
        return Advice(say("hint.1"))
    found = next_piece(lowered, asked.asked, asked.date + asked.laid)
    words = hint_words(lowered, found, asked.name(found.option), level, texts)
    return Advice(words, hint=found)


def hint_words(lowered: Lowering, found: Hint, name: str, level: int, texts: Texts) -> str:
    """Return what a level, 2 to 5, says of the placement that comes next, whose piece is `name`."""
    cell, number = cell_words(lowered, found.cell, texts), region(lowered, (found.option,))
    if level == 2 and number is None:
        return texts.say("command.look", name=name)
    where = texts.say(f"region.{number or 0}")
    return texts.say(f"hint.{level}", name=name, cell=cell, region=where)


def cell_words(lowered: Lowering, cell: Cell, texts: Texts) -> str:
    """Return the name of a cell for people: its label, else its place, counted from 1."""
    for label, place in lowered.model.board.at.items():
        if place == cell:
            return label
    if len(cell) == 1:
        return texts.say("command.cell", cell=cell[0])
    *layers, row, column = (number + 1 for number in lowered.spots[cell])
    key, layer = "place.space" if layers else "place.cell", ",".join(map(str, layers))
    return texts.say(key, layer=layer, row=row, column=column)


def reasons(asked: Situation, found: Hint, texts: Texts) -> Iterator[str]:
    """Yield sentences on the other placements that fit for the cell or the piece of a hint. Raises
    CannotDoError where too many solutions are left to look through."""
    say, lowered, item = texts.say, asked.lowered, found.choice.item

    def name(item: int) -> str:
        if item < len(lowered.classes):
            return asked.next_name(item)
        if item < lowered.first:
            return lowered.heads[item]
        return cell_words(lowered, lowered.cells[item - lowered.first], texts)

    number = len(found.choice.fitting)
    if item is None:
        yield say("command.any", n=number)
    elif found.forced:
        yield say("command.forced", what=name(item))
        return
    else:
        yield say("command.fewest", n=number, what=name(item))
    left = asked.asked.left(asked.date + asked.laid)
    for other in others(lowered, left, found):
        placement, item = asked.written(other.option), other.item
        if other.times:
            why = say("command.times", placement=placement, times=other.times, n=left.count)
        elif item is None:
            why = say("command.nowhere", placement=placement)
        elif item < lowered.first:
            why = say("command.unlaid", placement=placement, name=name(item))
        else:
            why = say("command.uncovered", placement=placement, cell=name(item))
        yield f"  {why}"
