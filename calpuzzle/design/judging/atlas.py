"""The atlas: the table of all sets of a family, or of all boards of a frame, a row each, in the
order of their numbers.

Parquet or CSV, by the ending. It is written block by block, so that a million rows take little
memory, and the same tallies always give the same bytes. A Parquet file also carries the board with
all pieces of the family, or the first board with its pieces, as a puzzle file, so that the puzzle
of a row can be made of it.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, cast

import numpy as np

from calpuzzle import planning
from calpuzzle.base.errors import InputError, PuzzleError
from calpuzzle.base.extras import importing
from calpuzzle.base.wording import nearest
from calpuzzle.design.families.boards import Boards, board_of
from calpuzzle.design.families.family import Family
from calpuzzle.design.families.grading import DATES, Grade, GradeRow
from calpuzzle.design.families.tally import KINDS, Tally
from calpuzzle.design.families.unit import Candidates
from calpuzzle.formats import toml
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.parsing import labels_at
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.validate import faults
from calpuzzle.workers.calls import results
from calpuzzle.workers.processes import Processes

if TYPE_CHECKING:
    import pandas as pd

NOUNS = {kind.column: kind.noun for kind in (Family, Boards)}
"""The noun for what was judged, by the first column, which has the names."""
COLUMNS = {column: (column, *Tally._fields) for column in NOUNS}
"""The columns of an atlas, by the first of them."""
GRADED = Grade._fields
"""The columns behind them, where the difficulty of its rows was measured."""
ENDINGS = ("parquet", "csv")
ALL_KINDS = (*KINDS, np.float64, np.float64)
THREADS = False  # of pyarrow, which now and then abort a process that ends soon after a read
BEST = ("unsolved", "unsolved_existing", "-fewest", "-total")
"""The marks of a good set, before all: that dates can be solved; then that the date with the fewest
solutions has many."""
ABOUT = b"calpuzzle"
REPEATED = ["unsolved", "unsolved_existing", "unique", "fewest"]
"""The columns in which a dictionary makes a Parquet file smaller: few numbers, over and over."""


def ending_of(path: str) -> str:
    """Return parquet or csv. Raises InputError, or MissingExtraError where pyarrow is missing."""
    ending = os.path.splitext(path)[1][1:].lower()
    if ending not in ENDINGS:
        raise InputError(f"{path} must end in .parquet or .csv")
    if ending == "parquet":
        _pyarrow()
    return ending


def _pyarrow() -> Any:
    with importing("pyarrow", "an atlas in Parquet", "pyarrow", "parquet", "or name a .csv file"):
        import pyarrow.parquet
    return pyarrow


class Row(NamedTuple):
    """A set or a board and what is known of it."""

    number: int
    name: str
    unsolved: int
    unsolved_existing: int
    unique: int
    fewest: int
    most: int
    total: int

    @property
    def rank(self) -> tuple[int, ...]:
        """Return what sorts the rows, the best first."""
        keys = [getattr(self, key.lstrip("-")) * (-1 if key[0] == "-" else 1) for key in BEST]
        return (*keys, self.number)


def write(
    stream: BinaryIO, ending: str, board: Model, own: Candidates, blocks: Iterable[Tally]
) -> None:
    """Write the atlas of these tallies, which come block by block in the order of the numbers."""
    named = own.names()
    rows = ((list(islice(named, len(block.total))), block) for block in blocks)
    _write(stream, ending, board, own, rows)


def write_rows(
    stream: BinaryIO, ending: str, board: Model, own: Candidates, rows: Sequence[Row]
) -> None:
    """Write an atlas of these rows only."""
    tally = Tally._make(
        np.array([getattr(row, name) for row in rows], kind)
        for name, kind in zip(Tally._fields, KINDS, strict=True)
    )
    _write(stream, ending, board, own, [([row.name for row in rows], tally)])


def _write(
    stream: BinaryIO,
    ending: str,
    board: Model,
    own: Candidates,
    rows: Iterable[tuple[list[str], Tally]],
) -> None:
    columns = COLUMNS[own.column]
    if ending == "parquet":
        _write_parquet(stream, columns, toml.write(own.about(board)), rows)
    else:
        _write_csv(stream, columns, rows)


def _write_parquet(
    stream: BinaryIO,
    columns: Sequence[str],
    puzzle: str,
    rows: Iterable[tuple[Sequence[str], Sequence[Any]]],
) -> None:
    pa = _pyarrow()
    kinds = [pa.string(), *map(pa.from_numpy_dtype, ALL_KINDS[: len(columns) - 1])]
    said = {ABOUT: json.dumps({"puzzle": puzzle}, ensure_ascii=False).encode()}
    schema = pa.schema(
        [pa.field(name, kind, False) for name, kind in zip(columns, kinds, strict=True)], said
    )
    with pa.parquet.ParquetWriter(
        stream, schema, compression="zstd", use_dictionary=REPEATED
    ) as writer:
        for named, block in rows:
            arrays = [pa.array(named, pa.string()), *map(pa.array, block)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema), max(1, len(named)))


def _write_csv(
    stream: BinaryIO, columns: Sequence[str], rows: Iterable[tuple[list[str], Tally]]
) -> None:
    text = io.TextIOWrapper(stream, "utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for named, block in rows:
        writer.writerows(zip(named, *[column.tolist() for column in block], strict=True))
    text.flush()
    text.detach()


class Watch:
    """Picks from the blocks that run through it the rows of `numbers`, and so many `best`."""

    def __init__(self, own: Candidates, best: int, numbers: Iterable[int] = ()) -> None:
        self._own, self._count = own, best
        self._wanted = sorted(set(numbers))
        self.best: list[Row] = []
        self.rows: dict[int, Row] = {}

    def over(self, blocks: Iterable[Tally]) -> Iterator[Tally]:
        """Hand the blocks on."""
        first = 0
        for block in blocks:
            sets = len(block.total)
            self._choose(block, first)
            for number in self._wanted:
                if first <= number < first + sets:
                    self.rows[number] = self._row(block, first, number)
            first += sets
            yield block

    def _choose(self, block: Tally, first: int) -> None:
        # Of equal numbers lexsort keeps the order; its last key is the first in rank.
        keys = [getattr(block, key.lstrip("-")) for key in BEST]
        # Unsigned numbers have no sign: the complement falls as they rise.
        signed = [~key if name[0] == "-" else key for name, key in zip(BEST, keys, strict=True)]
        found = np.lexsort(signed[::-1])[: self._count]
        rows = [self._row(block, first, first + int(at)) for at in found]
        self.best = sorted([*self.best, *rows], key=lambda row: row.rank)[: self._count]

    def _row(self, block: Tally, first: int, number: int) -> Row:
        numbers = [int(column[number - first]) for column in block]
        return Row(number, self._own.names_of(number), *numbers)


class Atlas:
    """An atlas that was written; `column` heads the names of its rows, each of which is a `noun`,
    and `figures` are its other columns. Raises InputError for a file that is none."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._ending = ending_of(path)
        if not os.path.isfile(path):
            raise InputError(f"there is no file {path}")
        self._said: dict[str, Any] = {}
        with self._damage():
            found = self._columns()
        self.column, *figures = found or [""]
        plain = COLUMNS.get(self.column, ())
        if not found or tuple(found) not in (plain, plain + GRADED):
            known = "; or ".join(", ".join(columns) for columns in COLUMNS.values())
            raise InputError(f"{path} is no atlas: its columns are not {known}")
        self.noun = NOUNS[self.column]
        self.figures = tuple(figures)

    def _columns(self) -> Sequence[str]:
        if self._ending == "csv":
            with open(self.path, encoding="utf-8", newline="") as stream:
                return next(csv.reader(stream), [])
        schema = _pyarrow().parquet.read_schema(self._file)
        self._said = dict(json.loads((schema.metadata or {}).get(ABOUT, b"{}")))
        return cast(list[str], schema.names)

    @contextmanager
    def _damage(self) -> Iterator[None]:
        """Raise InputError where the file cannot be read as what it should be."""
        kinds: tuple[type[Exception], ...] = (OSError, ValueError, TypeError, RecursionError)
        kinds += (OverflowError,)  # pandas, of a number past 64 bits
        if self._ending == "parquet":
            kinds += (_pyarrow().ArrowException,)
        try:
            yield
        except kinds:
            raise InputError(f"{self.path} is no atlas, or it is damaged") from None

    def frame(
        self, where: Sequence[str] = (), sort: str | None = None, head: int | None = None
    ) -> pd.DataFrame:
        """The rows that `calpuzzle.results.tables.query` gives, by the number of the set;
        `pieces=I4,O4` asks for sets that have one of these pieces, `board=r1c1` for boards without
        that cell. Raises InputError."""
        from calpuzzle.results.tables import query

        asked = {re.split("[=<>!]", text)[0] for text in where} | {(sort or "total").lstrip("-")}
        if self._ending == "csv" or not asked <= {*self.figures}:
            every = self._read((self.column, *self.figures))
            return query(every, where, sort, head, self.figures, (self.column,))
        # The names are most of the file: only those of the rows that are wanted are read.
        found = query(self._read(self.figures), where, sort, head, self.figures)
        found.insert(0, self.column, self._names(found.index.tolist()))
        return found

    def write(self, frame: pd.DataFrame, stream: BinaryIO) -> None:
        """Write rows of it as an atlas in Parquet, graded ones too. Raises InputError as `puzzle`
        does."""
        puzzle = toml.write(self.puzzle)
        names, *figures = frame.columns
        rows = [(frame[names].tolist(), [frame[name].to_numpy() for name in figures])]
        _write_parquet(stream, (names, *figures), puzzle, rows)

    @property
    def _file(self) -> str:
        # Whole: pyarrow takes what stands before a colon for the kind of an address.
        return os.path.abspath(self.path)

    def _read(self, columns: Sequence[str]) -> pd.DataFrame:
        import pandas as pd

        with self._damage():
            if self._ending == "csv":
                kinds: dict[str, Any] = dict(zip(columns, (str, *ALL_KINDS), strict=False))
                return pd.read_csv(self.path, dtype=kinds, keep_default_na=False)
            with _pyarrow().parquet.ParquetFile(self._file) as file:
                table = self._typed(file.read(list(columns), use_threads=THREADS))
            return cast("pd.DataFrame", table.to_pandas(use_threads=THREADS))

    def _typed(self, table: Any) -> Any:
        """The table of Parquet with the types of an atlas, which other programs may have made
        wider. Raises ValueError or an ArrowException where a cell has something else, or nothing.
        """
        pa = _pyarrow()
        kinds = [pa.string(), *map(pa.from_numpy_dtype, ALL_KINDS)]
        of = dict(zip((self.column, *Tally._fields, *GRADED), kinds, strict=True))
        if any(column.null_count for column in table.columns):
            raise ValueError("nothing stands in a cell")
        found = table.cast(pa.schema([(name, of[name]) for name in table.column_names]))
        found.validate(full=True)
        return found

    def _names(self, numbers: Sequence[int]) -> list[str]:
        """The names of the rows of those numbers."""
        of: dict[int, str] = {}
        first = 0
        with self._damage(), _pyarrow().parquet.ParquetFile(self._file) as file:
            for group in range(file.num_row_groups):
                behind = first + file.metadata.row_group(group).num_rows
                own = [number for number in numbers if first <= number < behind]
                if own:
                    read = file.read_row_group(group, [self.column], use_threads=THREADS)
                    column = self._typed(read).column(0)
                    at = [number - first for number in own]
                    of.update(zip(own, column.take(at).to_pylist(), strict=True))
                first = behind
        return [of[number] for number in numbers]

    @property
    def puzzle(self) -> Model:
        """The board with all pieces of the family, or the first board with its pieces. Raises
        InputError for a CSV file."""
        if "puzzle" not in self._said:
            raise InputError(
                f"{self.path} does not say of which board it is; an atlas in Parquet does"
            )
        name = os.path.splitext(os.path.basename(self.path))[0]
        return toml.read(str(self._said["puzzle"]), name)

    def model(self, names: Sequence[str], name: str) -> Model:
        """The puzzle `name` of a row. Raises InputError as `puzzle` does, and for no row."""
        made = board_of if self.column == Boards.column else chosen
        return made(self.puzzle, names, name)

    def graded(
        self,
        frame: pd.DataFrame,
        tries: int = DATES,
        jobs: int = 1,
        report: Progress | None = None,
    ) -> pd.DataFrame:
        """Rows of it with the difficulty of each, by so many tries, in `jobs` processes. Raises
        InputError as `model` does, and for rows that do not solve every date that exists."""
        if (frame.unsolved_existing > 0).any():
            raise InputError(
                "the difficulty is that of rows that solve every date; ask for these, with --where "
                "unsolved_existing=0"
            )
        calls = [
            GradeRow(self.model(names.split(), "row"), number, tries)
            for number, names in enumerate(frame[self.column])
        ]
        found: dict[int, Grade] = {}
        with Processes(jobs) if jobs > 1 else nullcontext() as workers:
            done = results(workers, calls) if workers else (call() for call in calls)
            for number, grade in done:
                found[number] = grade
                if report:
                    report(len(found), len(calls), 0)
        rows = [found[number] for number in range(len(calls))]
        columns = {name: [round(getattr(row, name), 2) for row in rows] for name in GRADED}
        return frame.drop(columns=[*GRADED], errors="ignore").assign(**columns)

    def unsolved(self, names: str) -> list[str]:
        """The dates that the puzzle of a row cannot solve, counted anew, each as its labels. Raises
        InputError as `model` does."""
        model = self.model(names.split(), "row")
        if wrong := faults(model):
            raise PuzzleError(wrong)
        counts = planning.counts(Lowering(model).cover).ravel()
        return [" ".join(labels_at(model, k)) for k, count in enumerate(counts) if not count]


def chosen(puzzle: Model, pieces: Sequence[str], name: str) -> Model:
    """The puzzle `name` with just these pieces, each as often as named. Raises InputError."""
    known = [piece.name for piece in puzzle.pieces]
    for piece in pieces:
        if piece not in known:
            raise InputError(f"there is no piece {piece}{nearest(piece, known)} in the family")
    times = Counter(pieces)
    kept = [piece for piece in puzzle.pieces if times[piece.name]]
    equal = [p._replace(least=times[p.name], most=times[p.name]) for p in kept]
    return puzzle._replace(name=name, pieces=tuple(equal))


def with_polyominoes(board: Model, one_sided: bool) -> Model:
    """The board with all pieces of its lattice that have a name in place of its own."""
    sizes = range(1, 1 + len(board.lattice.families))
    found = [piece for size in sizes for piece in polyominoes(size, one_sided, board.lattice)]
    return board._replace(pieces=tuple(found))
