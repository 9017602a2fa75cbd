"""Joins the JavaScript modules, and the style sheets, of the assets into one text each.

The modules import one another, each name as it is, and all of them are put into one classic script
in a function of its own: a page from file:// can load no modules. Top-level names are therefore
different in all modules, which tests/play/test_page.py sees to. Lines that are but comments are
left out, and so are indentation and empty lines: no text in a module goes on over several lines.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)


@cache
def joined(entry: str, without: str = "") -> str:
    """A module and all that it imports as one classic script, each module behind those that it
    imports; those whose names begin with `without`, where it is not empty, are left out."""
    parts: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...] = ()) -> None:
        file = ASSETS / "js" / name
        left_out = without and name.startswith(without)
        if name in parts or name in above or left_out or not file.exists():
            return
        text = file.read_text(encoding="utf-8")
        for other in _IMPORT.findall(text):
            visit(other, (*above, name))
        parts[name] = bare(_EXPORT.sub("", _IMPORT.sub("", text)))

    visit(entry)
    return '(function () {\n"use strict";\n' + "".join(parts.values()) + "})();\n"


@cache
def style(which: str = "*.css") -> str:
    """The style sheets, in the order of their names."""
    sheets = sorted((ASSETS / "style").glob(which))
    return "".join(bare(sheet.read_text(encoding="utf-8")) for sheet in sheets)


def bare(text: str) -> str:
    """The text of a module or a style sheet without the lines that say nothing to a browser."""
    lines = []
    inside = False  # a comment
    for line in map(str.strip, text.splitlines()):
        if inside or line.startswith("/*"):
            inside = "*/" not in line
        elif line and not line.startswith("//"):
            lines.append(line)
    return "".join(f"{line}\n" for line in lines)
