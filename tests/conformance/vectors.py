"""The conformance vectors that scripts/make-vectors computed from the rules of docs/hints.md."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import shipped

from calpuzzle.formats import toml
from calpuzzle.puzzle.model import Model

LISTED = 10_000  # solutions, up to which a count is exact


def lines(name: str) -> list[dict[str, Any]]:
    """Return the puzzles of a vector file, each with its positions."""
    text = (Path(__file__).parent / f"{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def model_of(line: dict[str, Any]) -> Model:
    """Return the puzzle of a line."""
    if "text" in line:
        return toml.read(line["text"], line["puzzle"])
    return shipped.model(line["puzzle"])


PIECES, NONOGRAMS = lines("pieces"), lines("nonograms")
