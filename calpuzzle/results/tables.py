"""The table of counts as a pandas DataFrame: counting, writing, reading and querying it.

A table has one row for each instance, in the order of the groups: a column for each group, `exists`
for calendars (false for 30 February), then `solutions`. The labels of a group are categories in its
order; if all are whole numbers, as days are, the column contains these numbers.
"""

from __future__ import annotations

import functools
import itertools
import json
import operator
import os
import re
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from calpuzzle import engines, planning
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.extras import require
from calpuzzle.base.files import reason, write_whole
from calpuzzle.base.given import of_kind
from calpuzzle.base.later import Later
from calpuzzle.base.stop import Stop
from calpuzzle.base.wording import nearest, shown, unknown
from calpuzzle.draw.boxes import in_columns, to_the_right
from calpuzzle.engines import RUN, Counts, Run, counts_of
from calpuzzle.formats import shipped
from calpuzzle.puzzle.cover import Progress
from calpuzzle.puzzle.dates.parsing import exists, labels_at, labels_meant
from calpuzzle.puzzle.lowering import Lowered, check_puzzle
from calpuzzle.puzzle.model import Group, Model
from calpuzzle.results.units import Keeping, counted

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
MOST_DIGITS = 1_000  # of a number in a condition
_SIGNS: dict[str, Callable[[Any, float], pd.Series[bool]]] = {
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "!=": operator.ne,
}
_MEASURE = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15})?")
_CONDITION = re.compile("([^=<>!]+)(<=|>=|!=|=|<|>)(.*)", re.DOTALL)


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
        A client of Dask. The workers of its scheduler count, each in at most `memory` bytes.
    ledger : str, default ""
        A folder in which finished units of work are stored. A count that was ended, even by a
        signal, continues from there.

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
    of_kind(ledger, str, "ledger must be the path of a folder")
    run = Run(jobs, progress, memory, stop).checked()
    start_workers = None if client is None else partial(_cluster, client)
    (counts,) = counted([(puzzle, engine)], run, start_workers, Keeping(ledger))
    return from_counts(puzzle.model, counts)


def _cluster(client: Any) -> Workers:
    """Return the workers of a client's scheduler. Raise InputError for an object that is not a
    client."""
    from calpuzzle.workers.cluster import Cluster

    if not (hasattr(client, "scheduler") and hasattr(client, "security")):
        raise InputError(f"client must be a distributed.Client of Dask, not {shown(client)}")
    return Cluster(client.scheduler.address, security=client.security)


def from_counts(model: Model, counts: Counts) -> pd.DataFrame:
    """Return the table of these counts, an array with one axis for each group."""
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
    if ending == "parquet" and frame[SOLUTIONS].dtype == object:
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
    """Return the table in `folder`/PUZZLE.csv or in the package, if it matches the puzzle, else a
    newly counted one; and a sentence about the file used and those that do not match. The sentence
    is empty if there is no file, or if the package's table is used and there is no other file."""
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
    saved = frame[SOLUTIONS]
    for at in sorted({0, int(saved.argmin()), int(saved.argmax())}):
        labels = labels_at(puzzle.model, at)
        fixed = puzzle.lowered.instance(at)
        if planning.count(puzzle.lowered.cover, fixed, engine=engine) != int(saved.iloc[at]):
            what = " ".join(labels) or "the count"
            raise InputError(f"{path} is of another puzzle: {what} differs")


def to_counts(frame: pd.DataFrame, model: Model) -> Counts:
    """Return the counts of a complete table, as an array with one axis for each group."""
    return counts_of(frame[SOLUTIONS].tolist(), model.shape)


def query(
    frame: pd.DataFrame,
    where: Sequence[str] = (),
    sort: str | None = None,
    head: int | None = None,
    numbers: Collection[str] = (SOLUTIONS,),
    words: Collection[str] = (),
    model: Model | None = None,
) -> pd.DataFrame:
    """Return the rows for which every condition holds, sorted by `sort` (descending with a `-`
    before the column), at most `head` of them. A condition is `COLUMN=VALUE`, or uses another
    comparison; `COLUMN=LABEL,LABEL` selects several labels, and labels are compared in the order of
    their group. The columns in `numbers` contain numbers, of which several may be selected too.
    Those in `words` contain words separated by spaces; `=` selects the cells with one of the given
    words. Labels of the calendar `model` may be written as in a date: in full, or in English.
    Raises InputError."""
    selected = pd.Series(True, index=frame.index)
    for condition in where:
        parts = _CONDITION.fullmatch(condition)
        if not parts:
            first = f"{frame.columns[0]}={frame.iloc[0, 0]!s}" if len(frame) else "month=Jan"
            # An unquoted > or < redirects, and the column's name alone arrives here.
            cut = condition.strip() in map(str, frame.columns)
            quoted = f", or quote {condition.strip() + '>100'!r} from the shell" if cut else ""
            raise InputError(
                f"{condition!r} is not a condition; write COLUMN=VALUE, such as {first!r}{quoted}"
            )
        name, sign, value = (part.strip() for part in parts.groups())
        name = _column(frame, name)
        if name in numbers:
            selected &= _compared(frame[name], name, sign, value)
        elif name in words:
            selected &= _has(frame[name], sign, value)
        else:
            selected &= _matches(frame, name, sign, value, model)
    frame = frame[selected]
    if sort is not None:
        column = _column(frame, sort.removeprefix("-"))
        # The sort is stable, so equal rows stay in the order of the groups.
        frame = frame.sort_values(column, ascending=not sort.startswith("-"), kind="stable")
    return frame if head is None else frame.head(head)


def _column(frame: pd.DataFrame, name: str) -> str:
    names = [str(column) for column in frame.columns]
    if name in names:
        return name
    raise InputError(unknown("column", name, names))


def _whole(name: str, value: str) -> int:
    # int() rejects thousands of digits. Leading zeros are rejected: 1,000 is split at its comma.
    if not value.isdecimal() or len(value) > MOST_DIGITS or (value[0] == "0" and len(value) > 1):
        kind = "number of solutions" if name == SOLUTIONS else f"number for the column {name}"
        raise InputError(f"{value!r} is not a {kind}")
    return int(value)


def _compared(column: pd.Series[Any], name: str, sign: str, value: str) -> pd.Series[bool]:
    """Return which numbers of the column satisfy the comparison. The value may be several numbers
    separated by commas: `=` selects any of them, `!=` none of them."""
    several = value.split(",") if sign in ("=", "!=") else [value]
    found = [_SIGNS[sign](column, _whole(name, part.strip())) for part in several]
    return functools.reduce(operator.and_ if sign == "!=" else operator.or_, found)


def _has(column: pd.Series[str], sign: str, value: str) -> pd.Series[bool]:
    """Return which cells contain one of the words separated by commas, or none of them for `!=`."""
    if sign not in ("=", "!="):
        raise InputError(f"{column.name}{sign}{value} compares words; use = or !=")
    words = [word.strip() for word in value.split(",")]
    found = pd.Series(False, index=column.index)
    for word in words:
        matches = column.str.contains(rf"(?:^| ){re.escape(word)}(?: |$)", regex=True)
        if not matches.any():
            known = {each for cell in column for each in cell.split()}
            raise InputError(f"no row has {word} in {column.name}{nearest(word, known)}")
        found |= matches
    return found == (sign == "=")


def _matches(
    frame: pd.DataFrame, name: str, sign: str, value: str, model: Model | None
) -> pd.Series[bool]:
    column = frame[name]
    compare = _SIGNS[sign]
    if name in MEASURED:
        if not _MEASURE.fullmatch(value):
            raise InputError(f"{value!r} is not a number; {name} is compared with numbers")
        return compare(column, float(value))
    if name == EXISTS:
        if sign not in ("=", "!=") or value.casefold() not in ("true", "false"):
            raise InputError(f"exists is true or false (exists=true), not {sign}{value}")
        return compare(column, int(value.casefold() == "true"))
    labelled = column.astype("category").cat
    codes, labels = labelled.codes, [str(label) for label in labelled.categories]
    # A comma may be part of a label.
    several = "," in value and _label(labels, value) is None
    parts = value.split(",") if several else [value]
    numbers = [_number(name, labels, part.strip(), model) for part in parts]
    if sign in ("=", "!="):
        return codes.isin(numbers) == (sign == "=")
    if len(numbers) > 1:
        raise InputError(f"{name}{sign}{value} compares with several labels; name one")
    return compare(codes, numbers[0])


def _label(labels: list[str], value: str) -> int | None:
    """Return the index of the label `value`. Upper and lower case matter only if two labels differ
    in nothing else."""
    if value in labels:
        return labels.index(value)
    folded = [k for k, label in enumerate(labels) if label.casefold() == value.casefold()]
    return folded[0] if len(folded) == 1 else None


def _number(name: str, labels: list[str], value: str, model: Model | None) -> int:
    found = _label(labels, value)
    if found is None and model:
        meant = labels_meant(model, name, value)
        if len(meant) > 1:
            raise InputError(f"{value} can mean {' or '.join(sorted(meant))}; write the label")
        found = labels.index(meant.pop()) if meant else None
    if found is None:
        raise InputError(f"{value} is not a label of the group {name}{nearest(value, labels)}")
    return found


def plain_text(frame: pd.DataFrame) -> str:
    """Return the table as aligned text, with numbers and numeric labels to the right."""
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
        columns.append(to_the_right(cells) if right else cells)
    return in_columns(columns)


TEXTS = {
    "text": plain_text,
    "csv": csv_text,
    "spreadsheet": spreadsheet_text,
    "json": json_text,
}
