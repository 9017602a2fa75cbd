"""Joining the JavaScript modules of the assets into scripts, and the style sheets into one text.

A page opened from file:// cannot load modules. Therefore a module and the modules that it imports
are put into one function of a classic script. Nothing is renamed, so top-level names must differ
between modules, which tests/play/test_page.py checks. Comments, indentation and needless blanks are
removed line by line, which is safe because no literal in a module extends over several lines.
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
_TYPE = re.compile(r"/\*\* @type .*?\*/ ?")  # the type of the following expression
_NEEDLESS_BLANK = re.compile(
    r"(?<=[{}()\[\];,:?=<>&|!*%]) | (?=[{}()\[\];,:?=<>&|!*%])"
    r"|(?<=[\w)\]]) (?=[+-] [\w(\[])|(?<=[\w)\]] [+-]) (?=[\w(\[])"
)
_DIVISION = re.compile(r"(?<=[\w)\]]) / (?=[\w(])")
_NEEDLESS_STYLE_BLANK = re.compile(
    r"(?<=[:;,]) | (?=\{)"
)  # in selectors, other blanks mean something
_EXPORT = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)


@cache
def sources() -> dict[str, str]:
    """Return the text of each module by its file name, which is unique across all folders."""
    files = sorted((ASSETS / "js").rglob("*.js"))
    return {file.name: file.read_text(encoding="utf-8") for file in files}


@cache
def joined(entry: str, without: str = "") -> str:
    """Return a module and all that it imports as one classic script."""
    return BEGIN + "".join(parts_of(entry, without).values()) + END


def split_scripts(entries: Sequence[str], without: str = "") -> list[str]:
    """Return the scripts of the modules `entries`, divided: first their common beginning, with all
    modules that they share, then the rest of each script. The beginning must precede each rest."""
    parts = [parts_of(entry, without) for entry in entries]
    common = [name for name in parts[0] if all(name in texts for texts in parts)]
    remainders = [
        "".join(text for name, text in texts.items() if name not in common) for texts in parts
    ]
    return [
        BEGIN + "".join(parts[0][name] for name in common),
        *(rest + END for rest in remainders),
    ]


@cache
def parts_of(entry: str, without: str = "") -> dict[str, str]:
    """Return the texts of a module and all that it imports, each module after its imports. Modules
    whose names begin with `without`, unless it is empty, are omitted."""
    parts: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...] = ()) -> None:
        omitted = without and name.startswith(without)
        if name in parts or name in above or omitted or name not in sources():
            return
        text = sources()[name]
        for other in _IMPORT.findall(text):
            visit(other, (*above, name))
        parts[name] = minified(_EXPORT.sub("", _IMPORT.sub("", text)))

    visit(entry)
    return parts


@cache
def style(which: str = "*.css", without: str = "") -> str:
    """Return the style sheets that match `which` as one text, in the order of their names. Those
    whose names contain `without`, unless it is empty, are omitted."""
    sheets = [
        sheet
        for sheet in sorted((ASSETS / "style").glob(which))
        if not without or without not in sheet.name
    ]
    return "".join(
        minified(sheet.read_text(encoding="utf-8"), _NEEDLESS_STYLE_BLANK) for sheet in sheets
    )


def minified(text: str, needless: re.Pattern[str] = _NEEDLESS_BLANK) -> str:
    """Return the text of a module or a style sheet without what a browser does not need: comments,
    indentation, empty lines, blanks that match `needless`, and most line breaks."""
    lines = []
    inside = False  # whether the line is inside a comment
    for line in (_TYPE.sub("", line).strip() for line in text.splitlines()):
        if inside or line.startswith("/*"):
            inside = "*/" not in line
        elif line and not line.startswith("//"):
            lines.append(_squeezed(line, needless))
    return "".join(lines)


def _squeezed(line: str, needless: re.Pattern[str]) -> str:
    """Return a line without needless blanks, and without a line break if the code allows that. A
    line that may contain a regular expression or a literal in a literal is not changed."""
    parts = _TEXT.split(_COMMENT.sub("", line))
    code, texts = parts[::2], parts[1::2]
    if any(set("/`\"'") & set(_DIVISION.sub("", part)) for part in code) or any(
        text.count("{") != text.count("}") for text in texts
    ):
        return line + "\n"
    code = [needless.sub("", part) for part in code]
    whole = "".join(part for pair in zip_longest(code, texts, fillvalue="") for part in pair)
    # Statements end with a semicolon, so a line with only a closing brace ends a block or a body,
    # and needs no line break after it.
    return whole if whole == "}" or whole.endswith(("{", ";", ",", "(", "[")) else whole + "\n"
