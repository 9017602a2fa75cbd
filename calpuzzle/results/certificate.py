"""Certified counts: a file that says why a date has so many solutions, for a checker to verify.

Items and options are numbered anew here, as docs/certificates.md says, so that a checker finds the
same numbers in the puzzle file by itself: cells in reading order, classes of pieces in the order of
the file, options by class and cells. What follows from a state, proving.py says.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from calpuzzle._core.proving import Memo
from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.files import check_writable, write_whole
from calpuzzle.base.text import memory as amount
from calpuzzle.puzzle.dates import instance_of, is_any, labels_at, labels_of
from calpuzzle.results.proving import Plain, Proof

if TYPE_CHECKING:
    from calpuzzle.engines import Run
    from calpuzzle.puzzle.dates import DateLike, Labels
    from calpuzzle.puzzle.lowering import Lowering

FORM = "calpuzzle certificate 1"
MOST_CELLS = 500  # each may be one more call on Python's stack
WORD = 64


class Stated(NamedTuple):
    """A puzzle as its certificate states it: (class, cells as bits) of each option, the bounds of
    the classes, the cells that may stay empty, all cells, and of each group the cell of each label.
    """

    options: list[tuple[int, int]]
    least: list[int]
    most: list[int]
    optional: int
    cells: int
    groups: list[list[int]]


def stated(lowered: Lowering) -> Stated:
    """The puzzle, in the order of its cells and options that certificates have."""
    lowered.model.check_single("certificates know")
    cover, first, classes = lowered.cover, lowered.first, len(lowered.classes)
    places = {first + k: at for at, k in enumerate(_reading_order(lowered))}
    placed = sorted(
        (option[0], sorted(places[item] for item in option[1:]))
        for option in cover.options
        if option[0] < classes
    )
    bounds = cover.bounds[:classes]
    secondary = range(len(cover.primary), len(cover.bounds))
    return Stated(
        options=[(own, sum(1 << at for at in cells)) for own, cells in placed],
        least=[least for least, _ in bounds],
        most=[most for _, most in bounds],
        optional=sum(1 << places[item] for item in secondary),
        cells=(1 << len(places)) - 1,
        groups=[[places[cover.options[k][1]] for k in axis] for axis in cover.axes],
    )


def _reading_order(lowered: Lowering) -> list[int]:
    """The places of the cells among those of the lowering, in reading order."""
    return sorted(range(len(lowered.cells)), key=lambda k: lowered.cells[k])


class Certificate:
    """The certificate of some dates of a puzzle, whose `counts` are known once it is made.

    Raises TooLargeError where its states, or the board, are past the bound, and StoppedError.
    """

    def __init__(self, lowered: Lowering, dates: Sequence[Labels], run: Run) -> None:
        self.name = lowered.model.name
        self.dates = dates
        self._run = run
        self._puzzle = own = stated(lowered)
        if own.cells.bit_length() > MOST_CELLS:
            raise TooLargeError(
                f"{self.name} has {own.cells.bit_length()} cells, and certificates are written for "
                f"up to {MOST_CELLS}"
            )
        self._roots = [self._root(lowered, labels) for labels in dates]
        self.counts: list[int] = []
        try:
            self._proof = proof_of(own, self._look, run.bound)
            for cells in self._roots:
                self.counts.append(self._proof.grow(cells, self._proof.full))
                run.tell(len(self.counts), len(dates), self.total)
        except OverflowError:
            raise TooLargeError(
                f"the states of this certificate take more than {amount(run.bound)}; "
                "allow more memory, or ask for fewer dates"
            ) from None

    def _root(self, lowered: Lowering, labels: Labels) -> int:
        """The cells that a date leaves to be covered."""
        index = instance_of(lowered.model, labels)
        cells = self._puzzle.cells
        for own in reversed(self._puzzle.groups):
            index, at = divmod(index, len(own))
            cells &= ~(1 << own[at])
        return cells

    def _look(self, _: int) -> None:
        self._run.tell(len(self.counts), len(self._roots), self.total)

    @property
    def total(self) -> int:
        """Return how many solutions all the dates have together."""
        return sum(self.counts)

    @property
    def lines(self) -> int:
        """Return how many lines of states have been written."""
        return self._proof.lines_written

    def write(self, stream: BinaryIO) -> None:
        """Write the file, once. Raises StoppedError."""
        checksum = 0

        def put(text: str) -> None:
            nonlocal checksum
            part = text.encode()
            checksum = zlib.crc32(part, checksum)
            stream.write(part)

        put(f"{FORM}\ndates {len(self.dates)}\n")
        for labels, cells, count in zip(self.dates, self._roots, self.counts, strict=True):
            put(" ".join(["=", str(count), *labels]) + "\n")
            self._proof.lines(cells, self._proof.full, put)
        stream.write(f"end {checksum:08x}\n".encode())


def proof_of(own: Stated, look: Callable[[int], None], bound: int) -> Proof:
    """The states of a puzzle: compiled where its cells and the fields of its classes fit words."""
    kind: type[Plain | Memo] = Plain
    fields = sum(most.bit_length() for most in own.most)
    if own.cells.bit_length() <= WORD and fields < WORD:
        kind = Memo
    return kind(own.options, own.least, own.most, own.optional, look, bound)


def dates_of(lowered: Lowering, date: DateLike) -> list[Labels]:
    """The labels of a date, or of every date, in the order of the table, where it is `any`. Raises
    DateError."""
    if is_any(lowered.model, date):
        return [labels_at(lowered.model, k) for k in range(lowered.cover.instances)]
    return [labels_of(lowered.model, date)]


def certify(lowered: Lowering, date: DateLike, path: str, run: Run) -> int:
    """Write the certificate of a date, or of `any`, to a file, and return how many solutions it
    proves. Raises DateError, as Certificate does, and where the file cannot be written."""
    check_writable(path)
    found = Certificate(lowered, dates_of(lowered, date), run)
    with write_whole(path) as stream:
        found.write(stream)
    return found.total
