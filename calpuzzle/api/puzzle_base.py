"""The base class of `Puzzle`: a Model with its exact cover problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from calpuzzle.api.cover_handle import Cover
from calpuzzle.api.handle import Handle
from calpuzzle.base.errors import PuzzleError
from calpuzzle.base.given import check_kind, frozen
from calpuzzle.base.wording import plural
from calpuzzle.draw.board import puzzle_scene
from calpuzzle.draw.scene import Scene
from calpuzzle.puzzle.balance import imbalances
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates.instances import Labels
from calpuzzle.puzzle.dates.parsing import DateLike, is_any, labels_of
from calpuzzle.puzzle.derived_puzzles import residual
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Board, Model, Piece
from calpuzzle.puzzle.placements import PlacedOptions, Placements, notation
from calpuzzle.puzzle.validate import faults
from calpuzzle.results.answer import Drawable
from calpuzzle.results.finding import fixed_options, placed_options
from calpuzzle.results.solution import Solution


class PuzzleBase(Handle, Drawable):
    """A Model with its exact cover problem, and the options of dates and placements."""

    model: Model
    name: str
    board: Board
    pieces: tuple[Piece, ...]
    groups: tuple[Group, ...]
    shape: tuple[int, ...]

    def __init__(self, model: Model, sound: bool = False) -> None:
        check_kind(model, Model, "model must be a Model; load reads one from a file")
        if not sound:
            model = _frozen(model)
            if found := faults(model):
                raise PuzzleError(found)
        names = ("name", "board", "pieces", "groups", "shape")
        vars(self).update({name: getattr(model, name) for name in names}, model=model)

    @property
    def content(self) -> Model:
        """The model."""
        return self.model

    def __reduce__(self) -> tuple[type[Self], tuple[Model, bool]]:
        return type(self), (self.model, True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PuzzleBase) and self.model == other.model

    def __hash__(self) -> int:
        return hash((self.name, self.shape, len(self.board.cells)))

    @property
    def lowered(self) -> Lowering:
        """The exact cover problem, and the meaning of its options."""
        found: Lowering | None = vars(self).get("_lowered")
        if found is None:
            found = vars(self)["_lowered"] = Lowering(self.model)
        return found

    @property
    def cover(self) -> Cover:
        """The exact cover problem that the engines solve."""
        return Cover.of(self.lowered.cover)

    def labels(self, date: DateLike = None) -> Labels:
        """Return the labels that stay uncovered on a date.

        Parameters
        ----------
        date : DateLike, optional
            One date, not ``"any"``.

        Returns
        -------
        tuple of str
            One label per group, in the order of `groups`.

        Raises
        ------
        DateError
            If the board has no such date.

        Examples
        --------
        >>> cp.load("dray").labels("2026-11-20")
        ('Nov', '20', 'Fri')
        """
        return labels_of(self.model, date)

    def placed(self, placed: Placements | Solution = (), may_clash: bool = False) -> PlacedOptions:
        """Return the options of placements.

        Parameters
        ----------
        placed : Placements or Solution, optional
            The placements, or a drawing of the board as ``print(solution)`` writes it.
        may_clash : bool, default False
            Accept placements that overlap, or use a piece too often. Option numbers that clash
            are always accepted.

        Returns
        -------
        PlacedOptions
            Indices into ``cover.options``, in the order of the placements. The attribute `names`
            maps each index to the name of the piece as written; it is empty for option numbers.

        Raises
        ------
        InputError
            If a placement does not exist, or placements clash.

        Examples
        --------
        >>> puzzle = cp.load("dray")
        >>> [puzzle.cover.names[option] for option in puzzle.placed("J4@5,5:4")]
        ['J4.4']
        """
        return placed_options(self, placed, may_clash)

    def fixed(self, date: DateLike = None, placed: Placements | Solution = ()) -> Options:
        """Return the options of a date and of placements.

        Parameters
        ----------
        date : DateLike, optional
            The date; its labels may also be among the placements.
        placed : Placements or Solution, optional
            The placements.

        Returns
        -------
        tuple of int
            Indices into ``cover.options``: one per group (none for ``"any"``), then the placements.

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If a placement does not exist, or placements clash.

        Examples
        --------
        >>> puzzle = cp.load("dray")
        >>> len(puzzle.fixed("Sat Jan 1", "J4@5,5:4"))
        4
        """
        return fixed_options(self, date, placed)

    def restricted(self, date: DateLike = "any", placed: Placements | Solution = ()) -> Self:
        """Return the puzzle that remains after a date and placements, to be converted or saved.

        Parameters
        ----------
        date : DateLike, default "any"
            The date, which becomes the only one.
        placed : Placements or Solution, optional
            The placements. Their pieces and cells are removed.

        Returns
        -------
        Puzzle

        Raises
        ------
        DateError
            If the board has no such date.
        InputError
            If a placement does not exist, or placements clash.

        Examples
        --------
        >>> saturday = cp.load("dray").restricted("Sat Jan 1", "J4@5,5:4")
        >>> saturday.shape, len(saturday.pieces), saturday.count("Sat Jan 1")
        ((1, 1, 1), 9, 1)
        """
        dated = self
        if not is_any(self.model, date):
            chosen = zip(self.groups, labels_of(self.model, date), strict=True)
            groups = tuple(group.only([label]) for group, label in chosen)
            dated = type(self)(self.model._replace(groups=groups), sound=True)
            if not isinstance(placed, str):
                # The options of the dated puzzle have other numbers.
                placed = " ".join(notation(self.lowered, self.placed(placed)))
        options = dated.placed(placed)
        return type(self)(residual(dated.lowered, options), sound=True) if options else dated

    def to_toml(self) -> str:
        """Return the puzzle as the text of a puzzle file.

        Returns
        -------
        str
            What `loads` reads.

        Raises
        ------
        InputError
            If a puzzle file cannot hold the puzzle.

        Examples
        --------
        >>> cp.loads(cp.load("soma").to_toml()).count()
        11520
        """
        return self.convert("puzzle").decode()

    def without(self, names: str | Sequence[str]) -> Self:
        """Return the puzzle without some pieces.

        Parameters
        ----------
        names : str or sequence of str
            The names of the pieces to remove. The other pieces need not fill the board.

        Returns
        -------
        Puzzle

        Raises
        ------
        InputError
            If a name is unknown.
        PuzzleError
            If no piece remains.

        Examples
        --------
        >>> len(cp.load("dray").without(["I4", "J4"]).pieces)
        8
        """
        model = self.model.without(names)
        return type(self)(model, sound=bool(model.pieces)) if names else self

    def imbalances(self) -> list[str]:
        """Return the reasons, visible without a search, why the puzzle has no solution.

        Returns
        -------
        list of str
            Sentences; empty if no reason is visible.

        Examples
        --------
        >>> cp.load("domino-print").imbalances()[0]
        'colour 4: the board has 9 cells, the pieces have 8'
        """
        return imbalances(self.lowered)

    def scene(self) -> Scene:
        """Return the board and the pieces as a picture.

        Returns
        -------
        Scene
            Lengths are pixels at scale 1.

        Examples
        --------
        >>> from calpuzzle.draw.svg import to_svg
        >>> to_svg(cp.load("dray").scene())[:4]
        '<svg'
        """
        return puzzle_scene(self.model)

    def __repr__(self) -> str:
        size = "x".join(map(str, self.shape)) or "no groups"
        return f"<Puzzle {self.name}: {plural(len(self.board.cells), 'cell')}, {size}>"


def _frozen(model: Model) -> Model:
    """Return the model with tuples and frozensets instead of lists, arrays and sets.

    If the labels of a group are one string, they become a tuple of its characters.
    """
    groups = [
        group._replace(labels=tuple(group.labels)) if isinstance(group.labels, str) else group
        for group in model.groups
    ]
    board, pieces, groups, fits = frozen((model.board, model.pieces, groups, model.fits))
    return model._replace(board=board, pieces=pieces, groups=groups, fits=fits)
