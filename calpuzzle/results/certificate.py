"""Certificates: files from which an independent checker can verify the counts of dates.

Items and options are renumbered as docs/certificates.md specifies, so that a checker can derive the
same numbers from the puzzle file: cells in reading order, classes of pieces in the order of the
file, options by class and cells. proving.py defines the states and computes them.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from calpuzzle._core.proving import Memo
from calpuzzle.base.errors import TooLargeError
from calpuzzle.base.files import check_writable, write_whole
from calpuzzle.base.wording import memory_text
from calpuzzle.puzzle.dates.instances import instance_of, labels_at
from calpuzzle.puzzle.dates.parsing import is_any, labels_of
from calpuzzle.results.proving import Proof, PythonProof

if TYPE_CHECKING:
    from calpuzzle.engines import Run
    from calpuzzle.puzzle.dates.instances import Labels
    from calpuzzle.puzzle.dates.parsing import DateLike
    from calpuzzle.puzzle.lowering import Lowering

FORMAT_LINE = "calpuzzle certificate 1"
MAX_CELLS = 500  # the search recurses once per cell, and Python permits a depth of 1,000
WORD = 64


class CertificatePuzzle(NamedTuple):
    """A puzzle in the numbering of its certificate: (class, cells as bits) of each option, the
    bounds of the classes, the cells that may stay empty and all cells as bits, and for each group
    the cell of each label."""

    options: list[tuple[int, int]]
    least: list[int]
    most: list[int]
    optional: int
    cells: int
    groups: list[list[int]]


def certificate_puzzle(lowered: Lowering) -> CertificatePuzzle:
    """Return the puzzle in the numbering of certificates. Raises InputError unless each group
    leaves exactly one label uncovered."""
    lowered.model.check_single("a certificate needs")
    cover, first, classes = lowered.cover, lowered.first, len(lowered.classes)
    places = {first + k: at for at, k in enumerate(_reading_order(lowered))}
    placed = sorted(
        (option[0], sorted(places[item] for item in option[1:]))
        for option in cover.options
        if option[0] < classes
    )
    bounds = cover.bounds[:classes]
    secondary = range(len(cover.primary), len(cover.bounds))
    return CertificatePuzzle(
        options=[(index, sum(1 << cell for cell in cells)) for index, cells in placed],
        least=[least for least, _ in bounds],
        most=[most for _, most in bounds],
        optional=sum(1 << places[item] for item in secondary),
        cells=(1 << len(places)) - 1,
        groups=[[places[cover.options[k][1]] for k in axis] for axis in cover.axes],
    )


def _reading_order(lowered: Lowering) -> list[int]:
    """Return the indices of the cells of the lowering in reading order."""
    return sorted(range(len(lowered.cells)), key=lambda k: lowered.cells[k])


class Certificate:
    """The certificate of some dates of a puzzle; the constructor computes their `counts`.

    Raises TooLargeError if the board or the states exceed their bounds, and StoppedError if the
    run is stopped.
    """

    def __init__(self, lowered: Lowering, dates: Sequence[Labels], run: Run) -> None:
        self.name = lowered.model.name
        self.dates = dates
        self._run = run
        self._puzzle = puzzle = certificate_puzzle(lowered)
        if puzzle.cells.bit_length() > MAX_CELLS:
            raise TooLargeError(
                f"{self.name} has {puzzle.cells.bit_length()} cells, and certificates are written "
                f"for up to {MAX_CELLS}"
            )
        self._roots = [self._root(lowered, labels) for labels in dates]
        self.counts: list[int] = []
        try:
            self._proof = new_proof(puzzle, self._look, run.bound)
            for cells in self._roots:
                self.counts.append(self._proof.grow(cells, self._proof.full))
                run.report(len(self.counts), len(dates), self.total)
        except OverflowError:
            raise TooLargeError(
                f"the states of this certificate take more than {memory_text(run.bound)}; "
                "allow more memory, or certify fewer dates"
            ) from None

    def _root(self, lowered: Lowering, labels: Labels) -> int:
        """Return the cells to be covered on a date, as bits."""
        index = instance_of(lowered.model, labels)
        cells = self._puzzle.cells
        # The last group is the least significant digit of an instance's number.
        for group in reversed(self._puzzle.groups):
            index, label = divmod(index, len(group))
            cells &= ~(1 << group[label])
        return cells

    def _look(self, _: int) -> None:
        self._run.report(len(self.counts), len(self._roots), self.total)

    @property
    def total(self) -> int:
        """The number of solutions of all the dates together."""
        return sum(self.counts)

    @property
    def lines(self) -> int:
        """The number of lines of states written so far."""
        return self._proof.lines_written

    def write(self, stream: BinaryIO) -> None:
        """Write the file; call this only once. Raises StoppedError."""
        checksum = 0

        def put(text: str) -> None:
            nonlocal checksum
            part = text.encode()
            checksum = zlib.crc32(part, checksum)
            stream.write(part)

        put(f"{FORMAT_LINE}\ndates {len(self.dates)}\n")
        for labels, cells, count in zip(self.dates, self._roots, self.counts, strict=True):
            put(" ".join(["=", str(count), *labels]) + "\n")
            self._proof.lines(cells, self._proof.full, put)
        stream.write(f"end {checksum:08x}\n".encode())


def new_proof(puzzle: CertificatePuzzle, look: Callable[[int], None], bound: int) -> Proof:
    """Return an empty proof of a puzzle: the compiled one if the cells, and the fields of the
    classes, fit 64-bit words, else the one in Python."""
    proof_type: type[PythonProof | Memo] = PythonProof
    fields = sum(most.bit_length() for most in puzzle.most)
    if puzzle.cells.bit_length() <= WORD and fields < WORD:
        proof_type = Memo
    return proof_type(puzzle.options, puzzle.least, puzzle.most, puzzle.optional, look, bound)


def dates_of(lowered: Lowering, date: DateLike) -> list[Labels]:
    """Return a list with the labels of a date, or with those of every instance in order if `date`
    is `any`. Raises DateError for an invalid date."""
    if is_any(lowered.model, date):
        return [labels_at(lowered.model, k) for k in range(lowered.cover.instances)]
    return [labels_of(lowered.model, date)]


def certify(lowered: Lowering, date: DateLike, path: str, run: Run) -> int:
    """Write the certificate of a date, or of all dates (`any`), to a file and return the number of
    solutions it proves. Raises DateError for an invalid date, InputError or CannotDoError if the
    file cannot be written, and the errors of Certificate."""
    check_writable(path)
    found = Certificate(lowered, dates_of(lowered, date), run)
    with write_whole(path) as stream:
        found.write(stream)
    return found.total
