"""XML texts as trees, for the readers of BurrTools and webpbn: what a puzzle has no use for is
refused, before it can unpack to anything."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.parsers import expat

from calpuzzle.formats.reading import fail

AT = ":line"  # a name that no attribute can have
MAX_DEPTH = 32
_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def parsed(text: str, name: str) -> ElementTree.Element:
    """The root of the tree; `line_of` tells where an element began. Raises PuzzleError for what is
    no XML, and for entities and other declarations."""
    head, _, rest = text.partition("?>")
    if head.lstrip().startswith("<?xml"):
        text = "\n" * head.count("\n") + rest  # the text is decoded already
    parser = expat.ParserCreate()
    builder = ElementTree.TreeBuilder()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            fail(name, parser.CurrentLineNumber, "elements are nested too deeply")
        builder.start(tag, {**attributes, AT: str(parser.CurrentLineNumber)})

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def doctype(root: str, system: str | None, public: str | None, declares: int) -> None:
        if declares:
            refuse()

    def refuse(*_: object) -> None:
        message = "XML entities and other declarations are refused; a puzzle needs none"
        fail(name, parser.CurrentLineNumber, message)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    parser.SkippedEntityHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        fail(name, error.lineno, f"this is no sound XML: {expat.ErrorString(error.code)}")
    return builder.close()


def line_of(element: ElementTree.Element) -> int:
    """The line on which the element begins."""
    return int(element.get(AT, "0"))


def sound(text: str) -> str:
    """The text without what XML cannot hold."""
    return _NOT_XML.sub("", text)
