"""Rows of data as CSV and JSON, for programs; tables.py handles tables of dates."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]


def data_text(rows: Sequence[Row], form: str, whole: Any = None) -> str:
    """Return the rows as `csv` with a header, or as `json`: `whole` if given, else the rows.

    In CSV a date is expanded to one column for each group, a list of strings is joined to one
    string, and other lists and mappings are written as JSON."""
    if form == "json":
        return json.dumps(rows if whole is None else whole, ensure_ascii=False) + "\n"
    plain = [
        dict(pair for key, value in row.items() for pair in _cells(key, value)) for row in rows
    ]
    names = dict.fromkeys(name for row in plain for name in row)
    text = io.StringIO()
    writer = csv.DictWriter(text, [*names], lineterminator="\n")
    writer.writeheader()
    writer.writerows(plain)
    return text.getvalue()


def _cells(key: str, value: Any) -> list[tuple[str, Any]]:
    """Return the columns of one value, as pairs of name and value."""
    if isinstance(value, bool):
        return [(key, str(value).lower())]
    if key == "date" and isinstance(value, Mapping):
        return [*value.items()]
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return [(key, ("; " if any(" " in each for each in value) else " ").join(value))]
    if isinstance(value, list | dict):
        return [(key, json.dumps(value, ensure_ascii=False))]
    return [(key, value)]
