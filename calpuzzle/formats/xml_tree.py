"""The XML parser for the readers of BurrTools, webpbn and SVG logos. Declarations such as entities,
which these files do not need, are rejected before they can expand."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.parsers import expat

from calpuzzle.formats.reading import fail

AT = ":line"  # the key of the line number: a name that no attribute of these formats has
MAX_DEPTH = 32
_NOT_XML = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def parsed(text: str, name: str) -> ElementTree.Element:
    """Return the root of the tree, in which `line_of` finds the line of an element. Raises
    PuzzleError for invalid XML, and for entities and other declarations."""
    head, _, body = text.partition("?>")
    if head.lstrip().startswith("<?xml"):
        # The text is decoded already, so the encoding in its declaration no longer applies.
        text = "\n" * head.count("\n") + body
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
        message = "XML entities and other declarations are not supported; remove them"
        fail(name, parser.CurrentLineNumber, message)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = doctype
    parser.SkippedEntityHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        fail(name, error.lineno, f"this is not valid XML: {expat.ErrorString(error.code)}")
    return builder.close()


def line_of(element: ElementTree.Element) -> int:
    """Return the line on which the element begins."""
    return int(element.get(AT, "0"))


def without_invalid_characters(text: str) -> str:
    """Return the text without carriage returns, and without characters that XML cannot contain."""
    return _NOT_XML.sub("", text)
