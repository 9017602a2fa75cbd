"""The sum of the tallies of all units, computed for one part of the sets at a time.

A block is the tally of a fixed number of consecutive sets. A part is the sum of some blocks over
all units. Each part is stored as a file of the ledger, as a unit is, so that an interrupted sum can
be continued. A part is valid only for the exact unit files it was built from; if any of them has
changed, the part is computed again. A worker needs memory for about twice the blocks of one part,
however many units there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import NamedTuple

import numpy as np

from calpuzzle.design.families.tally import Tally
from calpuzzle.design.judging import compressed
from calpuzzle.puzzle.cover import Progress
from calpuzzle.workers.calls import Workers, results
from calpuzzle.workers.ledger import Ledger, header_of

SUM = "sum-"  # begins the name of a part, so that it differs from the names of units
PART_BLOCKS = 4  # blocks of a part: about 7 MB of a tally


class SumPart(NamedTuple):
    """The call that computes one part: it adds the tallies in the files `paths`, from the block
    `first` up to but not including `last`, and returns the name of the part and the packed sum.
    `run` is the digest of everything that the part depends on."""

    paths: tuple[str, ...]
    run: str
    name: str
    first: int
    last: int

    def __call__(self) -> tuple[str, bytes]:
        """Return the name of the part and its packed tally."""
        sums: list[Tally] = []
        for path in self.paths:
            for k, block in enumerate(compressed.blocks_of_file(path, self.first, self.last)):
                if k < len(sums):
                    sums[k].add(block)
                else:
                    sums.append(block)
        joined = Tally._make(map(np.concatenate, zip(*sums, strict=True)))
        return self.name, compressed.pack(joined)


def parts(ledger: Ledger, sets: int) -> list[SumPart]:
    """Return all parts of a ledger whose units are finished, in the order of the sets."""
    paths = tuple(ledger.path(unit) for unit in ledger.units)
    units = [_checksum(path) for path in paths]
    run = sha256(" ".join([ledger.run, *units]).encode()).hexdigest()
    return [
        SumPart(paths, run, f"{SUM}{number:05}", first, first + PART_BLOCKS)
        for number, first in enumerate(range(0, compressed.blocks_in(sets), PART_BLOCKS), 1)
    ]


def _checksum(path: str) -> str:
    with open(path, "rb") as stream:
        return header_of(stream).checksum


def sum_units(
    ledger: Ledger,
    sets: int,
    start_workers: Callable[[], AbstractContextManager[Workers]],
    report: Progress | None = None,
) -> Iterator[Tally]:
    """Compute the missing parts of the sum of all units, and return an iterator over its blocks, in
    the order of the sets. `start_workers` is called only if several parts are missing."""
    all_parts = parts(ledger, sets)
    missing = [part for part in all_parts if not ledger.has(part.name, part.run)]
    done = len(all_parts) - len(missing)
    for name, packed in _computed(missing, start_workers):
        ledger.record(name, packed, all_parts[0].run)
        done += 1
        if report:
            report(done, len(all_parts), 0)
    return (
        block for part in all_parts for block in compressed.blocks_of_file(ledger.path(part.name))
    )


def _computed(
    missing: list[SumPart], start_workers: Callable[[], AbstractContextManager[Workers]]
) -> Iterator[tuple[str, bytes]]:
    if len(missing) < 2:
        yield from (part() for part in missing)
        return
    with start_workers() as workers:
        yield from results(workers, missing)
