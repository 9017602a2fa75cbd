"""The table of counts as a pandas DataFrame: counting, writing and reading it.

A table has one row for each instance, in order. Its columns are one for each group, then `exists`
for calendars (false for 30 February), then `solutions`. The labels of a group are categories in its
order; if all are whole numbers, as days are, the column contains these numbers.
"""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from calpuzzle import engines, planning
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.extras import require
from calpuzzle.base.files import reason, write_whole
from calpuzzle.base.given import check_kind
from calpuzzle.base.later import Later
from calpuzzle.base.stop import Stop
from calpuzzle.base.wording import shown
from calpuzzle.draw.boxes import in_columns, right_aligned
from calpuzzle.engines import RUN, Counts, Run, counts_of
from calpuzzle.formats import shipped
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.instances import exists, labels_at
from calpuzzle.puzzle.group import Group
from calpuzzle.puzzle.lowering import Lowered, check_puzzle
from calpuzzle.puzzle.model import Model
from calpuzzle.results.units import counted

if TYPE_CHECKING:
    import distributed

    from calpuzzle.workers.calls import Workers
else:
    distributed = Later("distributed")

SOLUTIONS = "solutions"
EXISTS = "exists"
MEASURED = ("nodes", "dead_ends", "forced", "difficulty")
"""Columns that calpuzzle.results.grades adds to a table."""

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # characters that begin a formula in a spreadsheet
ENDINGS = ("csv", "parquet", "json")


def table(
    puzzle: Lowered,
    engine: str = engines.DEFAULT,
    jobs: int = 1,
    progress: Progress | None = None,
    memory: int | None = None,
    stop: Stop | None = None,
    client: distributed.Client | None = None,
    ledger: str = "",
) -> pd.DataFrame:
    """Count every date of a puzzle and return a table.

    Parameters
    ----------
    puzzle : Puzzle
        The puzzle.
    engine : str, default "auto"
        The engine.
    jobs : int, default 1
        The number of threads. The result does not depend on it.
    progress : Progress, optional
        A function that receives the progress.
    memory : int, optional
        Upper bound in bytes for the working memory.
    stop : Event or float, optional
        An event, or a deadline on the clock `time.monotonic`, that ends the count.
    client : distributed.Client, optional
        A client of Dask. The workers of its scheduler count the dates, each worker in at most
        `memory` bytes.
    ledger : str, default ""
        A folder in which finished units of work are stored. If a count is interrupted, even by a
        signal, the next count with this folder continues from there.

    Returns
    -------
    DataFrame
        One row per date, zeros included, in the order of the groups. Columns: one per group (int64
        if its labels are whole numbers, otherwise an ordered category), `exists` (bool) for
        calendars, and `solutions` (int64, or Python integers if one does not fit).

    Raises
    ------
    InputError
        If the puzzle is not a puzzle of pieces, or the engine is unknown.
    CannotDoError
        If the engine does not support the puzzle, or the memory does not suffice.
    StoppedError
        If `stop` is reached before the count is finished.

    Examples
    --------
    >>> frame = cp.table(cp.load("dray"))
    >>> frame.shape, int(frame["solutions"].sum())
    ((2604, 5), 85637)
    """
    check_puzzle(puzzle)
    check_kind(ledger, str, "ledger must be the path of a folder")
    run = Run(jobs, progress, memory, stop).checked()
    start_workers = None if client is None else partial(_cluster, client)
    (counts,) = counted([(puzzle, engine)], run, start_workers, ledger)
    return from_counts(puzzle.model, counts)


def _cluster(client: Any) -> Workers:
    """Return the workers of a client's scheduler. Raise InputError for an object that is not a
    client."""
    from calpuzzle.workers.cluster import Cluster

    if not (hasattr(client, "scheduler") and hasattr(client, "security")):
        raise InputError(f"client must be a distributed.Client of Dask, not {shown(client)}")
    return Cluster(client.scheduler.address, security=client.security)


def from_counts(model: Model, counts: Counts) -> pd.DataFrame:
    """Return the table of `counts`, which are an array with one axis for each group."""
    columns: dict[str, object] = {}
    for axis, group in enumerate(model.groups):
        codes = np.indices(model.shape, dtype=np.int32)[axis].ravel()
        if _is_numbers(group):
            columns[group.name] = np.array(group.labels, dtype=np.int64)[codes]
            continue
        columns[group.name] = pd.Categorical.from_codes(codes, pd.Index(group.labels), ordered=True)
    if model.is_calendar:
        rows = itertools.product(*(group.labels for group in model.groups))
        columns[EXISTS] = [exists(model, row) for row in rows]
    columns[SOLUTIONS] = counts.ravel()
    return pd.DataFrame(columns)


def _is_numbers(group: Group) -> bool:
    """Return whether every label is a whole number as Python prints it, of at most nine digits."""
    return all(
        label.isascii() and label.isdecimal() and len(label) < 10 and str(int(label)) == label
        for label in group.labels
    )


def blank(model: Model) -> pd.DataFrame:
    """Return the table of a puzzle before its dates are counted, with zeros."""
    return from_counts(model, np.zeros(model.shape, dtype=np.int64))


def check_ending(path: str) -> str:
    """Return the format of the path's ending: csv, parquet or json.

    Raises InputError for another ending, and CannotDoError for parquet if pyarrow is missing.
    """
    ending = os.path.splitext(path)[1][1:].lower()
    if ending not in ENDINGS:
        raise InputError(f"{path} must end in .csv, .parquet or .json")
    if ending == "parquet":
        require("pyarrow", f"cannot write {path}: Parquet", "pyarrow", "parquet")
    return ending


def write(frame: pd.DataFrame, path: str) -> None:
    """Write the table whole or not at all, in the format of the path's ending.

    The same table always gives the same bytes. Raises CannotDoError if the format is Parquet, which
    cannot store integers of more than 64 bits, and a count does not fit.
    """
    ending = check_ending(path)
    if ending == "parquet" and SOLUTIONS in frame and frame[SOLUTIONS].dtype == object:
        raise CannotDoError(
            f"cannot write {path}: a count exceeds the 64 bits of Parquet; write .csv or .json"
        )
    with write_whole(path) as stream:
        if ending == "parquet":
            frame.to_parquet(stream, index=False)
        else:
            stream.write(TEXTS[ending](frame).encode())


def csv_text(frame: pd.DataFrame) -> str:
    """Return the table as CSV, with true and false for booleans."""
    shown = frame
    if EXISTS in frame:
        shown = frame.assign(**{EXISTS: frame[EXISTS].map({True: "true", False: "false"})})
    return str(shown.to_csv(index=False, lineterminator="\n"))


def spreadsheet_text(frame: pd.DataFrame) -> str:
    """Return the table as CSV for spreadsheets: an apostrophe precedes each text that a spreadsheet
    would evaluate as a formula."""
    safe = frame.copy()
    for name in frame:
        if frame[name].dtype.kind not in "biuf":
            safe[name] = frame[name].astype(object).map(_no_formula)
    return csv_text(safe.rename(columns=_no_formula))


def _no_formula(cell: Any) -> Any:
    formula = isinstance(cell, str) and cell.startswith(FORMULA)
    return f"'{cell}" if formula else cell


def json_text(frame: pd.DataFrame) -> str:
    """Return the table as a JSON list with one object per row, one per line."""
    rows = frame.astype({name: str for name in frame if frame[name].dtype == "category"})
    plain = rows.astype(object).where(rows.notna(), None)
    lines = [json.dumps(row, ensure_ascii=False) for row in plain.to_dict("records")]
    return "[\n" + ",\n".join(lines) + "\n]\n" if lines else "[]\n"


def read(path: str, model: Model) -> pd.DataFrame:
    """Read the CSV table of a puzzle.

    Raises InputError, with the reason, if the file is not a table of this puzzle.
    """
    raw = rows_of(path, model, list(blank(model).columns))
    try:
        counts = counts_of([int(text) for text in raw[SOLUTIONS]], model.shape)
    except (ValueError, OverflowError):
        counts = np.array([-1])
    if counts.min() < 0:
        raise InputError(f"the column {SOLUTIONS} of {path} has a value that is not a count")
    return from_counts(model, counts)


def rows_of(path: str, model: Model, columns: Sequence[str]) -> pd.DataFrame:
    """Return the rows of a CSV file as texts. Raises InputError if its columns are not `columns`,
    or its rows are not all dates in order."""
    try:
        raw = pd.read_csv(path, dtype=str, keep_default_na=False)
    except FileNotFoundError:
        raise InputError(f"there is no file {path}") from None
    except OSError as error:
        raise InputError(f"cannot read {path}: {reason(error)}") from None
    except ValueError:  # pandas' errors for invalid CSV and invalid UTF-8
        raise InputError(f"{path} is not a table of counts") from None
    if list(raw.columns) != list(columns):
        raise InputError(f"the columns of {path} are not those of {model.name}")
    names = [group.name for group in model.groups]
    if not raw[names].equals(blank(model)[names].astype(str)):
        raise InputError(f"the rows of {path} are not the dates of {model.name}")
    return raw


def saved_or_counted(
    puzzle: Lowered, folder: str, engine: str = engines.DEFAULT, run: Run = RUN
) -> tuple[pd.DataFrame, str]:
    """Return a table of the puzzle, and a sentence about the files that were read.

    The table is the one in `folder`/PUZZLE.csv if that matches the puzzle, else the one in the
    package if that matches, else it is counted. The sentence names the file used and the files that
    do not match. It is empty if there is no file, or if only the package's table was read and it
    matches."""
    engines.check_name(engine)
    saved = os.path.join(folder, f"{puzzle.model.name}.csv")
    packaged = shipped.table_of(puzzle.model)
    paths = [path for path in (os.path.exists(saved) and saved, packaged) if path]
    faults: list[str] = []
    for path in paths:
        try:
            frame = read(path, puzzle.model)
            _spot_check(puzzle, frame, path, engine)
            return frame, "; ".join(
                [*faults, f"using {path}"]
            ) if path != packaged or faults else ""
        except InputError as error:
            faults.append(str(error))
    said = "; ".join([*faults, "counting again"]) if faults else ""
    return table(puzzle, engine, *run), said


def _spot_check(puzzle: Lowered, frame: pd.DataFrame, path: str, engine: str) -> None:
    """Count up to three dates again, and raise InputError if a count differs: a table with the same
    dates may belong to a puzzle of other pieces."""
    saved = frame[SOLUTIONS].to_numpy()
    for at in sorted({0, int(saved.argmin()), int(saved.argmax())}):
        labels = labels_at(puzzle.model, at)
        fixed = puzzle.lowered.instance(at)
        if planning.count(puzzle.lowered.cover, fixed, engine=engine) != int(saved[at]):
            what = " ".join(labels) or "the count"
            raise InputError(f"{path} is of another puzzle: {what} differs")


def to_counts(frame: pd.DataFrame, model: Model) -> Counts:
    """Return the counts of a complete table, as an array with one axis for each group."""
    return counts_of(frame[SOLUTIONS].tolist(), model.shape)


def plain_text(frame: pd.DataFrame) -> str:
    """Return the table as text in columns, with numbers and numeric labels right-aligned."""
    if frame.empty:
        return "no rows\n"
    columns = []
    for name in frame:
        column = frame[name]
        decimal = column.dtype.kind == "f"
        cells = [str(name), *(f"{each:.2f}" if decimal else str(each) for each in column)]
        if name == EXISTS:
            cells = [cell.lower() for cell in cells]
        right = decimal or all(cell.isdecimal() for cell in cells[1:])
        columns.append(right_aligned(cells) if right else cells)
    return in_columns(columns)


TEXTS = {
    "text": plain_text,
    "csv": csv_text,
    "spreadsheet": spreadsheet_text,
    "json": json_text,
}
