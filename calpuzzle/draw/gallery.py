"""This module puts many pictures on cards: in a self-contained HTML page, or in one Scene."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from calpuzzle.base.wording import visible
from calpuzzle.draw.scene import Scene, Text, in_rows, shifted
from calpuzzle.draw.svg import to_svg

STYLE = """\
body { font-family: sans-serif; margin: 2em; color: #222; background: #fff; }
ul { list-style: none; padding: 0; display: grid; gap: 1.5em;
grid-template-columns: repeat(auto-fill, minmax(20em, 1fr)); }
li { border: 1px solid #ccc; border-radius: 0.5em; padding: 1em; }
svg { width: 100%; height: 18em; }
h2 { font-size: 1.1em; margin: 0.5em 0; }
p { margin: 0.3em 0; }
"""


COLUMNS = 5  # of cards in a Scene
HEAD, GAP = 34.0, 16.0  # the margins of a card: above its picture; to the right of it and below


class Card(NamedTuple):
    """A picture with its name, and sentences below it."""

    name: str
    sentences: tuple[str, ...]
    scene: Scene


def page(title: str, cards: Iterable[Card]) -> str:
    """Return the HTML page of the cards in their order."""
    items = "\n".join(map(_card, cards))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n'
        f"<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f"<ul>\n{items}\n</ul>\n</body>\n</html>\n"
    )


def _card(card: Card) -> str:
    paragraphs = "".join(f"<p>{escape(visible(each))}</p>\n" for each in card.sentences)
    return f"<li>\n{to_svg(card.scene)}<h2>{escape(visible(card.name))}</h2>\n{paragraphs}</li>"


def cards_scene(title: str, cards: Iterable[Card]) -> Scene:
    """Return the pictures of the cards as one Scene, each below its name, in columns of the same
    width. The sentences of the cards are omitted."""
    drawn = list(cards)
    width = max((card.scene.width for card in drawn), default=0.0) + GAP
    places = [
        Scene(
            width,
            HEAD + card.scene.height + GAP,
            (
                Text(8.0, HEAD / 2, visible(card.name), 20, anchor="start", bold=True),
                *shifted(card.scene, 0, HEAD),
            ),
        )
        for card in drawn
    ]
    return in_rows(places, (COLUMNS + 0.5) * width)._replace(title=title)
