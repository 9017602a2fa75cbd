"""Files of every kind that one system writes and another one reads.

`scripts/emulated` writes them on two systems, compares the bytes, and reads each on the other one.

    python tests/exchanged.py write | read FOLDER
"""

from __future__ import annotations

import importlib.util
import os
import sys
from contextlib import chdir
from hashlib import sha256
from pathlib import Path

import numpy as np
from commands import SMALL

from calpuzzle.cli import main
from calpuzzle.design.families.tally import DTYPES, Tally
from calpuzzle.design.judging import compressed
from calpuzzle.design.judging.atlas import Atlas
from calpuzzle.engines import RUN
from calpuzzle.engines.diagram import store
from calpuzzle.engines.diagram.engine import diagram_of
from calpuzzle.formats import shipped
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.workers.ledger import Ledger

PUZZLE = "month-day-7x7"
SETS = 2 * compressed.BLOCK + 3  # more than one block
UNITS = ("0001-A", "0002-B")
COMMANDS: tuple[str, ...] = (
    "batch small.toml -o table.csv",
    "certify small.toml --all -o certificate.txt",
    "solve small.toml any --all -o solutions.json",
    "design judge small.toml --choose 2:tetrominoes --choose 2:trominoes -o sets.csv",
)

if importlib.util.find_spec("pyarrow"):
    COMMANDS += tuple(words.replace(".csv", ".parquet") for words in COMMANDS if ".csv" in words)


def tally() -> Tally:
    """Return a table of numbers that use all bytes of their types."""
    columns = []
    for number, kind in enumerate(DTYPES):
        most = (1 << 8 * np.dtype(kind).itemsize - 1) - 1
        factor = np.uint64(0x9E3779B97F4A7C15 + 2 * number)
        values = np.arange(1, SETS + 1, dtype=np.uint64) * factor
        columns.append((values % np.uint64(most)).astype(kind))
    return Tally._make(columns)


def write(folder: Path) -> None:
    """Write a file of every kind to a new folder."""
    folder.mkdir(parents=True)
    with chdir(folder):
        Path("small.toml").write_text(SMALL, encoding="utf-8")
        for words in COMMANDS:
            assert main(words.split()) == 0, words
        cover = Lowering(shipped.model(PUZZLE)).cover
        store.save(diagram_of(cover, RUN), os.path.abspath(f"diagram-{sys.byteorder}"))
        with Ledger("ledger", "what is exchanged", UNITS) as ledger:
            for unit in UNITS:
                ledger.record(unit, compressed.pack(tally()))


def read(folder: Path) -> None:
    """Read the files that another system wrote, and assert that they are complete."""
    with chdir(folder):
        frame = Atlas("sets.csv").frame()
        assert len(frame) == 10
        if Path("sets.parquet").exists() and importlib.util.find_spec("pyarrow"):
            assert Atlas("sets.parquet").frame().equals(frame)
        cover = Lowering(shipped.model(PUZZLE)).cover
        expected = diagram_of(cover, RUN).counts()
        for path in Path().glob("diagram-*"):
            found = store.read(cover, str(path))
            # A file with the other byte order is ignored; the diagram would be grown again.
            assert (found is not None) == (path.name == f"diagram-{sys.byteorder}"), path
            assert found is None or (found.counts() == expected).all()
        with Ledger("ledger", "what is exchanged", UNITS) as ledger:
            assert ledger.missing(print) == []
            blocks = [list(compressed.blocks_of_file(ledger.path(unit))) for unit in UNITS]
        for parts in blocks:
            for column, *others in zip(tally(), *parts, strict=True):
                assert (column == np.concatenate(others)).all()


if __name__ == "__main__":
    {"write": write, "read": read}[sys.argv[1]](Path(sys.argv[2]))
    for path in sorted(Path(sys.argv[2]).rglob("*")):
        if path.is_file():
            print(sha256(path.read_bytes()).hexdigest()[:16], path.relative_to(sys.argv[2]))
