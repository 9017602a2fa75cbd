"""The class `Puzzle`: one method per question, grouped by topic in its base classes."""

from __future__ import annotations

from calpuzzle.api.all_dates import AllDates
from calpuzzle.api.date_questions import DateQuestions
from calpuzzle.api.player_questions import PlayerQuestions


class Puzzle(DateQuestions, AllDates, PlayerQuestions):
    """A puzzle of pieces: a calendar, or any pieces on any board.

    Use `load` for a puzzle of the package or a file, and this constructor for a `Model` made in
    Python. Puzzles are immutable, hashable and can be pickled; notebooks display them as pictures.

    Parameters
    ----------
    model : Model
        The board, the pieces and the groups of labels.
    sound : bool, default False
        Skip the validation, for a model that is known to be valid.

    Attributes
    ----------
    model : Model
        The model.
    name : str
        The name in the package, or the file name without its ending.
    board : Board
        The cells.
    pieces : tuple of Piece
        The pieces, in the order of the file.
    groups : tuple of Group
        The groups of labels; usually one label of each group stays uncovered.
    shape : tuple of int
        The number of labels of each group: the shape of the array of `counts`.

    Raises
    ------
    PuzzleError
        If the model is invalid; `faults` lists the faults found.

    Notes
    -----
    Many methods take these arguments:

    - `date`: text as on the command line (`"2026-11-20"`, `"tomorrow"`, `"Sat Jan 1"`), labels or
      a mapping of groups to labels, or a date of datetime, numpy or pandas. ``None`` for a puzzle
      without groups, ``"any"`` for all dates together.
    - `placed`: placements that every solution must contain: text such as ``"J4@5,5:4"``, a mapping
      of pieces to cells, indices into ``cover.options``, or a `Solution`.
    - `stop`: an object with ``is_set()``, such as a `threading.Event`, or a deadline in seconds on
      the clock `time.monotonic`.
    - `progress`: a function called now and then with the work done, the total work (or ``None``),
      and the number of solutions found.
    - `memory`: an upper bound in bytes, by default 4 GiB.

    Examples
    --------
    >>> puzzle = cp.load("dray")
    >>> puzzle
    <Puzzle dray: 50 cells, 12x31x7>
    >>> puzzle.count("Sat Jan 1")
    54
    >>> domino = cp.Piece("I2", sides=(((0, 0), (0, 1)),), least=2, most=2)
    >>> cp.Puzzle(cp.Model("square", cp.board(["..", ".."]), (domino,))).count()
    2
    """
