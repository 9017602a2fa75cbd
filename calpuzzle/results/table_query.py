"""The query of a table: conditions on columns, an order, and the first rows."""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

import pandas as pd

from calpuzzle.base.errors import InputError
from calpuzzle.base.wording import nearest, unknown
from calpuzzle.puzzle.dates.parsing import labels_meant
from calpuzzle.puzzle.model import Model
from calpuzzle.results.tables import EXISTS, MEASURED, SOLUTIONS

MAX_DIGITS = 1_000  # of a number in a condition
MAX_LISTED = 12  # labels of a group that a message lists
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
    Those in `words` contain words separated by spaces; `=` selects the rows in which the column has
    one of the given words. Labels of the calendar `model` may be written as in a date: in full, or
    in English. Raises InputError."""
    selected = pd.Series(True, index=frame.index)
    for condition in where:
        parts = _CONDITION.fullmatch(condition)
        if not parts:
            first = f"{frame.columns[0]}={frame.iloc[0, 0]!s}" if len(frame) else "month=Jan"
            # In a shell an unquoted > or < redirects, so that only the column's name arrives here.
            cut = condition.strip() in map(str, frame.columns)
            quoted = f", or, in quotes, {condition.strip() + '>100'!r}" if cut else ""
            raise InputError(
                f"{condition!r} is not a condition; write COLUMN=VALUE, such as {first!r}{quoted}"
            )
        name, sign, value = (part.strip() for part in parts.groups())
        name = _column(frame, name)
        if name in numbers or name in MEASURED:
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
    # int() rejects thousands of digits. Numbers with leading zeros are rejected, because 1,000 is
    # split at its comma into 1 and 000.
    if not value.isdecimal() or len(value) > MAX_DIGITS or (value[0] == "0" and len(value) > 1):
        kind = "number of solutions" if name == SOLUTIONS else f"number for the column {name}"
        raise InputError(f"{value!r} is not a {kind}")
    return int(value)


def _decimal(name: str, value: str) -> float:
    if not _MEASURE.fullmatch(value):
        raise InputError(f"{value!r} is not a number; {name} is compared with numbers")
    return float(value)


def _compared(column: pd.Series[Any], name: str, sign: str, value: str) -> pd.Series[bool]:
    """Return which numbers of the column satisfy the comparison. The value may be several numbers
    separated by commas: `=` selects any of them, `!=` none of them."""
    several = value.split(",") if sign in ("=", "!=") else [value]
    number = _decimal if name in MEASURED or column.dtype.kind == "f" else _whole
    found = [_SIGNS[sign](column, number(name, part.strip())) for part in several]
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
        some = ", ".join(labels[:MAX_LISTED]) + (" ..." if len(labels) > MAX_LISTED else "")
        raise InputError(
            f"{value} is not a label of the group {name}{nearest(value, labels)}; there are {some}"
        )
    return found
