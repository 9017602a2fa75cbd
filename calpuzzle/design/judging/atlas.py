"""The atlas: a table with one row for each set of a family, in the order of their numbers. The rows
may also be the boards that remain if cells of a rectangle are removed (families/boards.py).

An atlas is a Parquet or CSV file, depending on its ending. It is written block by block, so that a
million rows take little memory, and equal tallies always result in equal bytes. A Parquet file also
contains a puzzle file: the board with all pieces of the family, or the first board with its pieces.
The puzzle of any row can be built from it.
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
from calpuzzle.design.families.grading import SAMPLED_DATES, Grade, GradePuzzle
from calpuzzle.design.families.tally import DTYPES, Tally
from calpuzzle.design.families.unit import Candidates
from calpuzzle.formats import toml
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.instances import labels_at
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.puzzle.validate import faults
from calpuzzle.workers.calls import results
from calpuzzle.workers.processes import Processes

if TYPE_CHECKING:
    import pandas as pd

NOUNS = {kind.column: kind.noun for kind in (Family, Boards)}
"""The noun for a row, by the heading of the first column, which contains the rows' names."""
COLUMNS = {column: (column, *Tally._fields) for column in NOUNS}
"""The columns of an atlas, by the first of them."""
GRADED = Grade._fields
"""The columns that follow if the difficulty of the rows was measured."""
ENDINGS = ("parquet", "csv")
ALL_DTYPES = (*DTYPES, np.float64, np.float64)
THREADS = False  # threads of pyarrow sometimes abort a process that ends soon after a read
BEST = ("unsolved", "unsolved_existing", "-fewest", "-total")
"""The keys that sort the sets, the best first: few dates without a solution; then many solutions of
the date that has the fewest; then many solutions of all dates together."""
METADATA_KEY = b"calpuzzle"
REPEATED = ["unsolved", "unsolved_existing", "unique", "fewest"]
"""The columns with few distinct numbers, which Parquet's dictionary encoding makes smaller."""


def ending_of(path: str) -> str:
    """Return "parquet" or "csv". Raise InputError for another ending, and MissingExtraError for
    "parquet" if pyarrow is missing."""
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


class AtlasRow(NamedTuple):
    """A set or a board with its figures."""

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
        """Return the key that sorts the rows, the best first."""
        keys = [getattr(self, key.lstrip("-")) * (-1 if key[0] == "-" else 1) for key in BEST]
        return (*keys, self.number)


def write(
    stream: BinaryIO, ending: str, board: Model, candidates: Candidates, blocks: Iterable[Tally]
) -> None:
    """Write an atlas of all candidates. `blocks` are the tallies of successive ranges of
    candidates, from number 0."""
    names = candidates.names()
    rows = ((list(islice(names, len(block.total))), block) for block in blocks)
    _write(stream, ending, board, candidates, rows)


def write_rows(
    stream: BinaryIO, ending: str, board: Model, candidates: Candidates, rows: Sequence[AtlasRow]
) -> None:
    """Write an atlas that contains only `rows`."""
    tally = Tally._make(
        np.array([getattr(row, name) for row in rows], kind)
        for name, kind in zip(Tally._fields, DTYPES, strict=True)
    )
    _write(stream, ending, board, candidates, [([row.name for row in rows], tally)])


def _write(
    stream: BinaryIO,
    ending: str,
    board: Model,
    candidates: Candidates,
    rows: Iterable[tuple[list[str], Tally]],
) -> None:
    columns = COLUMNS[candidates.column]
    if ending == "parquet":
        _write_parquet(stream, columns, toml.write(candidates.atlas_puzzle(board)), rows)
    else:
        _write_csv(stream, columns, rows)


def _write_parquet(
    stream: BinaryIO,
    columns: Sequence[str],
    puzzle: str,
    rows: Iterable[tuple[Sequence[str], Sequence[Any]]],
) -> None:
    pa = _pyarrow()
    kinds = [pa.string(), *map(pa.from_numpy_dtype, ALL_DTYPES[: len(columns) - 1])]
    metadata = {METADATA_KEY: json.dumps({"puzzle": puzzle}, ensure_ascii=False).encode()}
    schema = pa.schema(
        [pa.field(name, kind, False) for name, kind in zip(columns, kinds, strict=True)], metadata
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
    """A recorder of some rows of the blocks that pass through `watch`. Afterwards `rows` contains
    the rows with the given `numbers`, and `best` the best rows, as many as the argument `best`."""

    def __init__(self, candidates: Candidates, best: int, numbers: Iterable[int] = ()) -> None:
        self._candidates, self._best_count = candidates, best
        self._numbers = sorted(set(numbers))
        self.best: list[AtlasRow] = []
        self.rows: dict[int, AtlasRow] = {}

    def watch(self, blocks: Iterable[Tally]) -> Iterator[Tally]:
        """Yield the blocks unchanged, and record their rows."""
        first = 0
        for block in blocks:
            sets = len(block.total)
            self._choose(block, first)
            for number in self._numbers:
                if first <= number < first + sets:
                    self.rows[number] = self._row(block, first, number)
            first += sets
            yield block

    def _choose(self, block: Tally, first: int) -> None:
        # lexsort is stable, and its last key is the most significant one.
        keys = [getattr(block, key.lstrip("-")) for key in BEST]
        # Unsigned numbers cannot be negated, but their complement reverses their order.
        signed = [~key if name[0] == "-" else key for name, key in zip(BEST, keys, strict=True)]
        found = np.lexsort(signed[::-1])[: self._best_count]
        rows = [self._row(block, first, first + int(at)) for at in found]
        self.best = sorted([*self.best, *rows], key=lambda row: row.rank)[: self._best_count]

    def _row(self, block: Tally, first: int, number: int) -> AtlasRow:
        numbers = [int(column[number - first]) for column in block]
        return AtlasRow(number, self._candidates.name_of(number), *numbers)


class Atlas:
    """An atlas that is read from a file. `column` is the heading of the names of its rows, `noun`
    the word for a row, and `figures` are the other columns. Raises InputError if the file is not an
    atlas."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._ending = ending_of(path)
        if not os.path.isfile(path):
            raise InputError(f"there is no file {path}")
        self._metadata: dict[str, Any] = {}
        with self._reading():
            found = self._columns()
        self.column, *figures = found or [""]
        plain = COLUMNS.get(self.column, ())
        if not found or tuple(found) not in (plain, plain + GRADED):
            known = "; or ".join(", ".join(columns) for columns in COLUMNS.values())
            raise InputError(f"{path} is not an atlas: its columns are not {known}")
        self.noun = NOUNS[self.column]
        self.figures = tuple(figures)

    def _columns(self) -> Sequence[str]:
        if self._ending == "csv":
            with open(self.path, encoding="utf-8", newline="") as stream:
                return next(csv.reader(stream), [])
        schema = _pyarrow().parquet.read_schema(self._file)
        self._metadata = dict(json.loads((schema.metadata or {}).get(METADATA_KEY, b"{}")))
        return cast(list[str], schema.names)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        """Raise InputError if the file cannot be read as an atlas."""
        kinds: tuple[type[Exception], ...] = (OSError, ValueError, TypeError, RecursionError)
        kinds += (OverflowError,)  # pandas raises it for a number of more than 64 bits
        if self._ending == "parquet":
            kinds += (_pyarrow().ArrowException,)
        try:
            yield
        except kinds:
            raise InputError(f"{self.path} is not an atlas, or it is damaged") from None

    def frame(
        self, where: Sequence[str] = (), sort: str | None = None, head: int | None = None
    ) -> pd.DataFrame:
        """Return the rows selected by `calpuzzle.results.table_query.query`, indexed by their
        numbers. Conditions in `where` may also name pieces or cells: `pieces=I4,O4` selects sets
        that contain one of these pieces, `board=r1c1` selects boards without that cell. Raises
        InputError."""
        from calpuzzle.results.table_query import query

        columns = {re.split("[=<>!]", text)[0] for text in where} | {(sort or "total").lstrip("-")}
        if self._ending == "csv" or not columns <= {*self.figures}:
            rows = self._read((self.column, *self.figures))
            return query(rows, where, sort, head, self.figures, (self.column,))
        # The names are most of the file: read only those of the selected rows.
        rows = query(self._read(self.figures), where, sort, head, self.figures)
        rows.insert(0, self.column, self._names(rows.index.tolist()))
        return rows

    def write(self, frame: pd.DataFrame, stream: BinaryIO) -> None:
        """Write the rows of `frame` as an atlas in Parquet, with their grades if there are any.
        Raises InputError as `puzzle` does."""
        puzzle = toml.write(self.puzzle)
        column, *figures = frame.columns
        rows = [(frame[column].tolist(), [frame[name].to_numpy() for name in figures])]
        _write_parquet(stream, (column, *figures), puzzle, rows)

    @property
    def _file(self) -> str:
        # An absolute path, because pyarrow takes a word before a colon for a URL scheme.
        return os.path.abspath(self.path)

    def _read(self, columns: Sequence[str]) -> pd.DataFrame:
        import pandas as pd

        with self._reading():
            if self._ending == "csv":
                kinds: dict[str, Any] = dict(zip(columns, (str, *ALL_DTYPES), strict=False))
                return pd.read_csv(self.path, dtype=kinds, keep_default_na=False)
            with _pyarrow().parquet.ParquetFile(self._file) as file:
                table = self._typed(file.read(list(columns), use_threads=THREADS))
            return cast("pd.DataFrame", table.to_pandas(use_threads=THREADS))

    def _typed(self, table: Any) -> Any:
        """Return the table of a Parquet file with the types of an atlas; another program may have
        written wider types. Raises ValueError or an ArrowException if a cell is empty or has
        another type."""
        pa = _pyarrow()
        kinds = [pa.string(), *map(pa.from_numpy_dtype, ALL_DTYPES)]
        of = dict(zip((self.column, *Tally._fields, *GRADED), kinds, strict=True))
        if any(column.null_count for column in table.columns):
            raise ValueError("a cell is empty")
        found = table.cast(pa.schema([(name, of[name]) for name in table.column_names]))
        found.validate(full=True)
        return found

    def _names(self, numbers: Sequence[int]) -> list[str]:
        """Return the names of the rows with these numbers."""
        name_of: dict[int, str] = {}
        first = 0
        with self._reading(), _pyarrow().parquet.ParquetFile(self._file) as file:
            for group in range(file.num_row_groups):
                end = first + file.metadata.row_group(group).num_rows
                in_group = [number for number in numbers if first <= number < end]
                if in_group:
                    table = file.read_row_group(group, [self.column], use_threads=THREADS)
                    column = self._typed(table).column(0)
                    rows = [number - first for number in in_group]
                    name_of.update(zip(in_group, column.take(rows).to_pylist(), strict=True))
                first = end
        return [name_of[number] for number in numbers]

    @property
    def puzzle(self) -> Model:
        """Return the board with all pieces of the family, or the first board with its pieces.
        Raises InputError for a CSV file."""
        if "puzzle" not in self._metadata:
            raise InputError(f"{self.path} does not contain its board; an atlas in Parquet does")
        name = os.path.splitext(os.path.basename(self.path))[0]
        return toml.read(str(self._metadata["puzzle"]), name)

    def model(self, names: Sequence[str], name: str) -> Model:
        """Return the puzzle with these pieces, or on the board without these cells, called `name`.
        The atlas need not have such a row. Raises InputError as `puzzle` does, and for unknown
        names."""
        make = board_of if self.column == Boards.column else chosen
        return make(self.puzzle, names, name)

    def graded(
        self,
        frame: pd.DataFrame,
        tries: int = SAMPLED_DATES,
        jobs: int = 1,
        report: Progress | None = None,
    ) -> pd.DataFrame:
        """Return rows of the atlas with the difficulty of each, measured by `tries` trials. The
        work is done in `jobs` processes. Raises InputError as `model` does, and for rows that do
        not solve every date that exists."""
        if (frame.unsolved_existing > 0).any():
            raise InputError(
                "difficulty is measured only for rows that solve every date; select them with "
                "--where unsolved_existing=0"
            )
        calls = [
            GradePuzzle(self.model(names.split(), "row"), number, tries)
            for number, names in enumerate(frame[self.column])
        ]
        grades: dict[int, Grade] = {}
        with Processes(jobs) if jobs > 1 else nullcontext() as workers:
            done = results(workers, calls) if workers else (call() for call in calls)
            for number, grade in done:
                grades[number] = grade
                if report:
                    report(len(grades), len(calls), 0)
        rows = [grades[number] for number in range(len(calls))]
        columns = {name: [round(getattr(row, name), 2) for row in rows] for name in GRADED}
        return frame.drop(columns=[*GRADED], errors="ignore").assign(**columns)

    def unsolved(self, names: str) -> list[str]:
        """Return the labels of each date for which the puzzle of a row has no solution. The puzzle
        is counted again, because an atlas does not list these dates. Raises InputError as `model`
        does."""
        model = self.model(names.split(), "row")
        if wrong := faults(model):
            raise PuzzleError(wrong)
        counts = planning.counts(Lowering(model).cover).ravel()
        return [" ".join(labels_at(model, k)) for k, count in enumerate(counts) if not count]


def chosen(puzzle: Model, pieces: Sequence[str], name: str) -> Model:
    """Return the puzzle `name` with exactly these pieces, each as often as it is named. Raises
    InputError for an unknown piece."""
    known = [piece.name for piece in puzzle.pieces]
    for piece in pieces:
        if piece not in known:
            raise InputError(f"there is no piece {piece}{nearest(piece, known)} in the family")
    times = Counter(pieces)
    used = [piece for piece in puzzle.pieces if times[piece.name]]
    pieces_used = [p._replace(least=times[p.name], most=times[p.name]) for p in used]
    return puzzle._replace(name=name, pieces=tuple(pieces_used))


def with_polyominoes(board: Model, one_sided: bool) -> Model:
    """Return the board with all named pieces of its lattice, and its own pieces of other names."""
    sizes = range(1, 1 + len(board.lattice.families))
    pieces = [piece for size in sizes for piece in polyominoes(size, one_sided, board.lattice)]
    named = {piece.name for piece in pieces}
    own = [p._replace(flip=p.flip and not one_sided) for p in board.pieces if p.name not in named]
    return board._replace(pieces=(*pieces, *own))
