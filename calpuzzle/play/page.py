"""The page of a puzzle: the assets and the data, put together as one self-contained HTML text.

The content of the page is packed; the shell around it contains the code that unpacks it, and the
texts that are shown if this fails. The page contains the script of the worker as text, and starts
the worker from it; modules that the page and the worker share are stored once. A page of pieces
omits what only nonograms need: modules, style sheets and texts, recognised by their names.
"""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from typing import Any
from urllib.parse import quote

from calpuzzle.base.texts import FALLBACK, OFF_PAGE, language_tags, table
from calpuzzle.play.joiner import ASSETS, minified, split_scripts, style
from calpuzzle.play.packing import packed

NONOGRAM = "nonogram"
_COMMENT = re.compile(r"<!--.*?-->\n", re.DOTALL)
_PLACE = re.compile(r"\{\{([a-z]+)\}\}")


def page(data: dict[str, Any], head: str = "", home: str = "") -> str:
    """Return the page of a puzzle's data; `head` is added to its head, `home` is a link to other
    puzzles."""
    without = "" if data["kind"] == NONOGRAM else NONOGRAM
    common, main, worker = split_scripts(("main.js", "worker.js"), without)
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
        opener=minified((ASSETS / "opener.js").read_text(encoding="utf-8")),
        scriptless=_in_all_languages("shell.scriptless"),
        old=_in_all_languages("shell.old"),
        damaged=_in_all_languages("shell.damaged"),
        pack=packed(inside),
    )


def filled(template: str, **places: str) -> str:
    """Return the text of an asset, such as an HTML file, with its places `{{name}}` filled."""
    text = _COMMENT.sub("", (ASSETS / template).read_text(encoding="utf-8"))
    if template.endswith(".html"):
        text = "".join(f"{line.strip()}\n" for line in text.splitlines())
    # In one pass, because the inserted texts may contain such braces.
    return _PLACE.sub(lambda place: places[place[1]], text)


def in_script(value: object) -> str:
    """Return the JSON of a value, escaped for a script element of HTML."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    # Bytes of a file name that are not text become escapes, which JSON can read.
    return text.encode("utf-8", "backslashreplace").decode()


def _in_all_languages(key: str) -> str:
    """Return a text in each language that has it, English first, one paragraph per language."""
    tags = sorted(language_tags(), key=lambda tag: (tag != FALLBACK, tag))
    texts = [(tag, table(tag)[key]) for tag in tags if key in table(tag)]
    return "\n".join(f'<p lang="{tag}">{escape(text)}</p>' for tag, text in texts)


@cache
def icon() -> str:
    """Return the icon as a data URL."""
    text = (ASSETS / "icon.svg").read_text(encoding="utf-8")
    return "data:image/svg+xml," + quote(re.sub(r">\s+<", "><", text.strip()), safe="/:=,;() '")


@cache
def languages(without: str = "", only: str = "") -> dict[str, list[str | None]]:
    """Return a list of texts for each language, and under `keys` the list of their keys in the same
    order; None stands for a missing text. Keys that pages do not use, and keys whose first word is
    `without`, are omitted. If `only` is not empty, every key whose first word differs from `only`
    is omitted too."""
    texts = {tag: table(tag) for tag in language_tags()}
    first = {key: key.split(".")[0] for entries in texts.values() for key in entries}
    excluded = (without, *OFF_PAGE)
    keys = [key for key in sorted(first) if first[key] not in excluded and only in ("", first[key])]
    return {
        "keys": [*keys],
        **{tag: [texts_of.get(key) for key in keys] for tag, texts_of in texts.items()},
    }
