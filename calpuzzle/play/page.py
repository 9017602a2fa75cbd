"""Puts the assets and the data of a puzzle together as one HTML text, which needs nothing else.

What is inside the page is packed; the shell around it holds what opens it, and what is said where
it cannot open. What the worker runs stands in it as a text, from which the page starts it, and so
do the modules that the page and the worker have in common. A page of pieces leaves out what only
nonograms need: modules, style sheets and texts whose names say so.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from typing import Any
from urllib.parse import quote

from calpuzzle.base.texts import FALLBACK, OFF_PAGE, known, table
from calpuzzle.play.joiner import ASSETS, apart, bare, style
from calpuzzle.play.packing import packed

NONOGRAM = "nonogram"
_COMMENT = re.compile(r"<!--.*?-->\n", re.DOTALL)
_PLACE = re.compile(r"\{\{([a-z]+)\}\}")


def page(data: dict[str, Any], head: str = "", home: str = "") -> str:
    """The page of a puzzle's data, with more for its `head`, and a link `home` to other puzzles."""
    without = "" if data["kind"] == NONOGRAM else NONOGRAM
    common, main, worker = apart(("main.js", "worker.js"), without)
    inside = filled(
        "page.html",
        home=home,
        style=style(without=without),
        languages=in_script(languages(without)),
        puzzle=in_script(data),
        common=common,
        worker=worker,
        script=main,
    )
    return filled(
        "shell.html",
        title=escape(data["title"]),
        icon=icon(),
        head=head,
        opener=bare((ASSETS / "opener.js").read_text(encoding="utf-8")),
        scriptless=_said("shell.scriptless"),
        old=_said("shell.old"),
        damaged=_said("shell.damaged"),
        pack=packed(inside),
    )


def filled(template: str, **places: str) -> str:
    """An HTML file of the assets with its places `{{name}}` filled."""
    text = _COMMENT.sub("", (ASSETS / template).read_text(encoding="utf-8"))
    if template.endswith(".html"):
        text = "".join(f"{line.strip()}\n" for line in text.splitlines())
    # In one pass: what is put in may have braces of its own.
    return _PLACE.sub(lambda place: places[place[1]], text)


def in_script(value: object) -> str:
    """The JSON of a value as it can stand in a script element of HTML."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    # Bytes of a file's name that are no text; JSON reads their escapes.
    return text.encode("utf-8", "backslashreplace").decode()


def _said(key: str) -> str:
    """A text in each language that has it, English first, a paragraph each."""
    tags = sorted(known(), key=lambda tag: (tag != FALLBACK, tag))
    said = [(tag, table(tag)[key]) for tag in tags if key in table(tag)]
    return "\n".join(f'<p lang="{tag}">{escape(text)}</p>' for tag, text in said)


@cache
def icon() -> str:
    """The icon as an address that holds it."""
    text = (ASSETS / "icon.svg").read_text(encoding="utf-8")
    return "data:image/svg+xml," + quote(re.sub(r">\s+<", "><", text.strip()), safe="/:=,;() '")


@cache
def languages(without: str = "", only: str = "") -> dict[str, list[str | None]]:
    """The texts of the pages in each language, null where it has none, in the order of their
    `keys`: those that begin with `only`, if given, not `without`, and that a page says."""
    texts = {tag: table(tag) for tag in known()}
    first = {key: key.split(".")[0] for own in texts.values() for key in own}
    out = (without, *OFF_PAGE)
    keys = [key for key in sorted(first) if first[key] not in out and only in ("", first[key])]
    return {"keys": [*keys], **{tag: [own.get(key) for key in keys] for tag, own in texts.items()}}
