"""Test cases in text files. A section begins with `== NAME`; each of its lines contains an input
and the expected result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def cases(path: Path, sign: str, only: str = "") -> list[Any]:
    """Return pytest parameters: the section of each line, and its texts before and after `sign`.
    With `only`, return those of one section. A backslash at the end of a line continues it; `# `
    begins a comment. The lines of a section `NAME, long` are long tests of the section NAME."""
    section, long, found = "", "", []
    for line in path.read_text(encoding="utf-8").replace("\\\n", "").splitlines():
        if line.startswith("== "):
            section, _, long = line[3:].partition(", ")
        elif line and not line.startswith("# ") and only in ("", section):
            given, _, expected = line.partition(sign)
            marks = [pytest.mark.long] * bool(long)
            name = f"{section} {given[:60]}".strip()
            found.append(pytest.param(section, given, expected, id=name, marks=marks))
    return found
