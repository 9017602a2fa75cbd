"""The fold: the tallies of all units added up, a part of the sets at a time.

A part is some blocks of sets, of all units; it is a file of the ledger as that of a unit is, so
that a fold that was ended goes on. It belongs to the units' files as they are: where one is
another, the part is made again. Whoever makes one holds its blocks and one more, however many units
there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from calpuzzle.design.families.tally import Tally
from calpuzzle.design.judging import compressed as packing
from calpuzzle.puzzle.cover import Progress
from calpuzzle.workers.calls import Workers, results
from calpuzzle.workers.ledger import Ledger, header_of

SUM = "sum-"  # begins the name of a part; that of a unit begins with its number
PART = 4  # blocks of a part; of a tally some 7 MB


class FoldPart(NamedTuple):
    """The call that makes a part: the tallies in these files from one block to before another,
    packed, with its name."""

    paths: tuple[str, ...]
    run: str
    name: str
    first: int
    last: int

    def __call__(self) -> tuple[str, bytes]:
        """Make it."""
        whole: list[Tally] = []
        for path in self.paths:
            for at, block in enumerate(packing.blocks_of_file(path, self.first, self.last)):
                if at < len(whole):
                    whole[at].add(block)
                else:
                    whole.append(block)
        joined = Tally._make(map(np.concatenate, zip(*whole, strict=True)))
        return self.name, packing.pack(joined)


def parts(ledger: Ledger, sets: int) -> list[FoldPart]:
    """All parts of a ledger whose units are done, in order of so many sets."""
    paths = tuple(ledger.path(unit) for unit in ledger.units)
    units = [_checksum(path) for path in paths]
    run = sha256(" ".join([ledger.run, *units]).encode()).hexdigest()
    return [
        FoldPart(paths, run, f"{SUM}{number:05}", first, first + PART)
        for number, first in enumerate(range(0, packing.blocks_in(sets), PART), 1)
    ]


def _checksum(path: str) -> str:
    with open(path, "rb") as stream:
        return header_of(stream).checksum


def fold(
    ledger: Ledger,
    sets: int,
    begun: Callable[[], AbstractContextManager[Workers]],
    report: Progress | None = None,
) -> Iterator[Tally]:
    """The tally of all units together, block by block in order of the sets, when each part is in
    the ledger. Workers are begun where there are several parts to be made."""
    wanted = parts(ledger, sets)
    missing = [part for part in wanted if not ledger.has(part.name, part.run)]
    done = len(wanted) - len(missing)
    for name, packed in _made(missing, begun):
        ledger.record(name, packed, wanted[0].run)
        done += 1
        if report:
            report(done, len(wanted), 0)
    return (block for part in wanted for block in packing.blocks_of_file(ledger.path(part.name)))


def _made(
    missing: list[FoldPart], begun: Callable[[], AbstractContextManager[Workers]]
) -> Iterator[tuple[str, bytes]]:
    if len(missing) < 2:
        yield from (part() for part in missing)
        return
    with begun() as workers:
        yield from results(workers, missing)
