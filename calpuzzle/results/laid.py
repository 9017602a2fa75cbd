"""The options that a question fixes: those of a date, and of the placements that are laid."""

from __future__ import annotations

from calpuzzle.base.typed import TYPE_CHECKING
from calpuzzle.puzzle.dates import instance_of, is_any, labels_of
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    from calpuzzle.puzzle.cover import Options
    from calpuzzle.puzzle.dates import DateLike, Labels
    from calpuzzle.puzzle.lowering import Lowered
    from calpuzzle.puzzle.placements import Placements


def laid_options(puzzle: Lowered, placements: Placements | Solution) -> Options:
    """The options of placements, or of the pieces in a drawing of the board. Raises InputError."""
    if isinstance(placements, Solution):
        placements = placements.options
    if isinstance(placements, str | tuple) and not placements:
        return ()
    if isinstance(placements, str):
        from calpuzzle.results.drawing import is_drawing, options_drawn

        if is_drawing(placements):
            return options_drawn(puzzle.lowered, placements)
    from calpuzzle.puzzle.placements import options_of

    return options_of(puzzle.lowered, placements)


def fixed_options(
    puzzle: Lowered, date: DateLike = None, placements: Placements | Solution = ()
) -> Options:
    """The options of a date, one label a group (none for `any`), then those that are laid, of which
    labels of the date may be some. Raises DateError and InputError."""
    if is_any(puzzle.model, date):
        return laid_options(puzzle, placements)
    labels = labels_of(puzzle.model, date)
    return with_labels(puzzle, labels, laid_options(puzzle, placements))


def with_labels(puzzle: Lowered, labels: Labels, laid: Options) -> Options:
    """The options of these labels, one a group, then those of `laid` that are none of them."""
    own = puzzle.lowered.cover.instance(instance_of(puzzle.model, labels))
    return own + tuple(option for option in laid if option not in own)
