"""Cases as text: files of sections, `== NAME`, whose lines state an input and the expected
result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def cases(path: Path, sign: str, only: str = "") -> list[Any]:
    """Return the section and both sides of each line, of one section or all, as parameters. A line
    that ends with a backslash goes on, and one that begins with `# ` is a comment. The lines of a
    section `NAME, long` are long tests of the section NAME."""
    section, long, found = "", "", []
    for line in path.read_text(encoding="utf-8").replace("\\\n", "").splitlines():
        if line.startswith("== "):
            section, _, long = line[3:].partition(", ")
        elif line and not line.startswith("# ") and only in ("", section):
            given, _, comes = line.partition(sign)
            marks = [pytest.mark.long] * bool(long)
            name = f"{section} {given[:60]}".strip()
            found.append(pytest.param(section, given, comes, id=name, marks=marks))
    return found
