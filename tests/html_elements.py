"""The elements of an HTML text, and the packed content of the page of a puzzle."""

from __future__ import annotations

from html.parser import HTMLParser

from calpuzzle.play.packing import unpacked


class Elements(HTMLParser):
    """The tags of a page with their attributes, and the texts of its scripts by id."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        tag, attrs = self.found[-1] if self.found else ("", {})
        if tag == "script":
            self.scripts.setdefault(attrs.get("id") or "", data)


def inside(page: str) -> str:
    """Return the content that the page of a puzzle unpacks."""
    return unpacked(Elements(page).scripts["pack"])
