"""Joins the assets and the data of a puzzle into one HTML text, which needs nothing else.

The JavaScript modules import one another, each name as it is, and all of them are put into one
classic script in a function of its own: a page from file:// can load no modules. What the worker
runs is joined likewise, into a text from which the page starts it. Top-level names are therefore
different in all modules, which tests/play/test_page.py sees to.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from calpuzzle.base.files import contents, write_whole
from calpuzzle.formats import registry, shipped
from calpuzzle.griddler.puzzle import Clues
from calpuzzle.play.data import griddler_data, pieces_data
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model

ASSETS = Path(__file__).parent / "assets"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function|class|const|let)", re.MULTILINE)
_PLACE = re.compile(r"\{\{([a-z]+)\}\}")


def page(data: dict[str, Any], head: str = "") -> str:
    """The page of a puzzle's data; `head` is more of its head, such as a link to a manifest."""
    return filled(
        "page.html",
        title=escape(data["title"]),
        icon=icon(),
        head=head,
        style=style(),
        languages=in_script(languages()),
        puzzle=in_script(data),
        worker=joined("worker.js"),
        script=joined("main.js"),
    )


def filled(template: str, **places: str) -> str:
    """An HTML file of the assets with its places `{{name}}` filled."""
    text = (ASSETS / template).read_text(encoding="utf-8")
    # In one pass: what is put in may have braces of its own.
    return _PLACE.sub(lambda place: places[place[1]], text)


def in_script(value: object) -> str:
    """The JSON of a value as it can stand in a script element of HTML."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    # Bytes of a file's name that are no text; JSON reads their escapes.
    return text.encode("utf-8", "backslashreplace").decode()


@cache
def icon() -> str:
    """The icon as an address that holds it."""
    text = (ASSETS / "icon.svg").read_text(encoding="utf-8")
    return "data:image/svg+xml," + quote(re.sub(r">\s+<", "><", text.strip()), safe="/:=,;() '")


@cache
def style(which: str = "*.css") -> str:
    """The style sheets, in the order of their names."""
    sheets = sorted((ASSETS / "style").glob(which))
    return "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)


@cache
def languages() -> dict[str, dict[str, str]]:
    """The texts of the page in each language."""
    files = sorted((ASSETS / "lang").glob("*.json"))
    return {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in files}


@cache
def joined(entry: str) -> str:
    """A module and all that it imports as one classic script: each module behind those that it
    imports."""
    parts: dict[str, str] = {}

    def visit(name: str, above: tuple[str, ...] = ()) -> None:
        file = ASSETS / "js" / name
        if name in parts or name in above or not file.exists():
            return
        text = file.read_text(encoding="utf-8")
        for other in _IMPORT.findall(text):
            visit(other, (*above, name))
        parts[name] = _EXPORT.sub("", _IMPORT.sub("", text))

    visit(entry)
    return '(function () {\n"use strict";\n' + "\n".join(parts.values()) + "})();\n"


def write_page(puzzle: str, out: str) -> None:
    """Write the page of a shipped puzzle, or of a file with one, for tests and benchmarks."""
    path = shipped.files().get(puzzle, puzzle)
    thing = registry.parse(contents(path, registry.MAX_BYTES), path).thing
    if isinstance(thing, Clues):
        data = griddler_data(thing, Path(path).stem)
    else:
        assert isinstance(thing, Model)
        data = pieces_data(Lowering(thing))
    with write_whole(out) as stream:
        stream.write(page(data).encode())
