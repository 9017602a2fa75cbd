"""Placements in the JSON that `calpuzzle solve` writes."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from calpuzzle.base.errors import InputError


def record_in(text: str, what: str) -> Any:
    """Return the one solution in the output of `calpuzzle solve --format json` or `jsonl`.

    The text must not be blank. Raises InputError if there is no solution, if there are several, if
    an object has a repeated name, or if the text is not JSON; only the message for text that is not
    JSON begins with `what`.
    """
    values = _json_values(text, what)
    data = values[0]
    if len(values) == 1 and isinstance(data, dict) and isinstance(data.get("solutions"), list):
        values = data["solutions"]
        if not values:
            raise InputError("the JSON holds no solution")
        data = values[0]
    if len(values) > 1:
        raise InputError(f"the JSON holds {len(values):,} solutions, but only one is expected")
    return data


def pieces_in(text: str) -> dict[str, Any]:
    """Return the cells of each piece in the JSON of one solution, as `record_in` reads it.

    Raises InputError for any other text.
    """
    data = record_in(text, "the placements are")
    if not isinstance(data, dict):
        raise InputError("the solution in the JSON is not a table of pieces and their cells")
    for name, cells in data.items():
        if not isinstance(cells, list) or not all(
            isinstance(cell, list) and all(type(part) is int for part in cell) for cell in cells
        ):
            raise InputError(
                f"in the JSON, the value of {name} is not a list of cells, such as [row, column]"
            )
    return data


def _json_values(text: str, what: str) -> list[Any]:
    """Return the values of a JSON text: one, or several as in a JSON Lines file."""
    decoder = json.JSONDecoder(object_pairs_hook=_once)
    values: list[Any] = []
    text = text.strip()
    at = 0
    try:
        while at < len(text):
            value, at = decoder.raw_decode(text, at)
            values.append(value)
            while text[at : at + 1].isspace():
                at += 1
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"{what} not valid JSON: {error}") from None
    return values


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dict; raise InputError for a repeated name, because a dict would keep
    only its last value."""
    for name, number in Counter(name for name, _ in pairs).items():
        if number > 1:
            raise InputError(f"the JSON names {name} {number} times; name it once")
    return dict(pairs)
