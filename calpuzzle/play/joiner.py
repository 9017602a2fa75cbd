"""Joins the JavaScript modules, and the style sheets, of the assets into one text each.

The modules import one another, each name as it is, and all of them are put into one classic script
in a function of its own: a page from file:// can load no modules. Top-level names are therefore
different in all modules, which tests/play/test_page.py sees to. What says nothing to a browser is
left out, line by line: no text in a module goes on over several lines.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path

ASSETS = Path(__file__).parent / "assets"
BEGIN, END = '(function () {\n"use strict";\n', "})();\n"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\.[\w./]*/([\w-]+\.js)";\n', re.MULTILINE)
_TEXT = re.compile(r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)""")
_COMMENT = re.compile(r" +// [^\"'`]*$")
_TYPE = re.compile(r"/\*\* @type .*?\*/ ?")  # of what stands behind it
_IDLE = re.compile(
    r"(?<=[{}()\[\];,:?=<>&|!*%]) | (?=[{}()\[\];,:?=<>&|!*%])"
    r"|(?<=[\w)\]]) (?=[+-] [\w(\[])|(?<=[\w)\]] [+-]) (?=[\w(\[])"
)
_IDLE_STYLE = re.compile(r"(?<=[:;,]) | (?=\{)")  # in selectors, other blanks mean something
_EXPORT = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)


@cache
def sources() -> dict[str, str]:
    """The modules by their names, which are different in all folders."""
    files = sorted((ASSETS / "js").rglob("*.js"))
    return {file.name: file.read_text(encoding="utf-8") for file in files}


@cache
def joined(entry: str, without: str = "") -> str:
    """A module and all that it imports as one classic script."""
    return BEGIN + "".join(parts_of(entry, without).values()) + END


def apart(entries: Sequence[str], without: str = "") -> list[str]:
    """The scripts of some modules, behind the beginning that they have in common: it contains the
    modules that all of them import, and has to stand before each script to be run."""
    parts = [parts_of(entry, without) for entry in entries]
    common = [name for name in parts[0] if all(name in own for own in parts)]
    rests = ["".join(text for name, text in own.items() if name not in common) for own in parts]
    return [BEGIN + "".join(parts[0][name] for name in common), *(rest + END for rest in rests)]


@cache
def parts_of(entry: str, without: str = "") -> dict[str, str]:
    """The texts of a module and all that it imports, each module behind those that it imports;
    those whose names begin with `without`, where it is not empty, are left out."""
    parts: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...] = ()) -> None:
        left_out = without and name.startswith(without)
        if name in parts or name in above or left_out or name not in sources():
            return
        text = sources()[name]
        for other in _IMPORT.findall(text):
            visit(other, (*above, name))
        parts[name] = bare(_EXPORT.sub("", _IMPORT.sub("", text)))

    visit(entry)
    return parts


@cache
def style(which: str = "*.css", without: str = "") -> str:
    """The style sheets, in the order of their names, but for those that have `without` in it."""
    sheets = [
        sheet
        for sheet in sorted((ASSETS / "style").glob(which))
        if not without or without not in sheet.name
    ]
    return "".join(bare(sheet.read_text(encoding="utf-8"), _IDLE_STYLE) for sheet in sheets)


def bare(text: str, idle: re.Pattern[str] = _IDLE) -> str:
    """The text of a module or a style sheet without what says nothing to a browser: comments,
    indentation, empty lines, `idle` blanks, and the ends of lines that go on."""
    lines = []
    inside = False  # a comment
    for line in (_TYPE.sub("", line).strip() for line in text.splitlines()):
        if inside or line.startswith("/*"):
            inside = "*/" not in line
        elif line and not line.startswith("//"):
            lines.append(_squeezed(line, idle))
    return "".join(lines)


def _squeezed(line: str, idle: re.Pattern[str]) -> str:
    """A line without the blanks that code does not need, and its end where it does not need that.
    One that may hold a regular expression, or a text in a text, stays as it is."""
    parts = _TEXT.split(_COMMENT.sub("", line))
    code, texts = parts[::2], parts[1::2]
    if any(set("/`\"'") & set(part) for part in code) or any(
        text.count("{") != text.count("}") for text in texts
    ):
        return line + "\n"
    code = [idle.sub("", part) for part in code]
    whole = "".join(part for pair in zip_longest(code, texts, fillvalue="") for part in pair)
    # Statements end by a semicolon, so that a brace alone ends a block or a body.
    return whole if whole == "}" or whole.endswith(("{", ";", ",", "(", "[")) else whole + "\n"
