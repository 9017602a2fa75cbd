"""The tray: the pieces as they are turned, each with its number, side by side as room is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.events import MouseDown
from textual.message import Message
from textual.widgets import Static

from calpuzzle.draw.boxes import Place, display_width
from calpuzzle.draw.hand import piece_colour, shape_lines
from calpuzzle.draw.sticks import stick_lines
from calpuzzle.game.hand import colours_of
from calpuzzle.game.pieces import Game
from calpuzzle.puzzle.balance import colour_name
from calpuzzle.puzzle.lattice import TILES
from calpuzzle.terminal.frame import painted

GAP = 2
NAME = 9  # columns of a name


class Card(NamedTuple):
    """A piece in the tray: its class, its lines with escapes, and how wide these are."""

    piece: int
    lines: list[str]
    width: int


class Tray(ScrollableContainer, can_focus=False):
    """All classes of pieces; those of which none is left are drawn without colour."""

    LEAST = 26  # columns

    class Picked(Message):
        """A piece was clicked."""

        def __init__(self, piece: int) -> None:
            super().__init__()
            self.piece = piece

    def __init__(self, game: Game, marks: Mapping[str, str], ascii_only: bool) -> None:
        super().__init__(id="aside")
        self.game = game
        self.marks = marks
        self.ascii_only = ascii_only
        self.dot = "." if ascii_only else "·"
        self.sheet = Static(markup=False)
        self.boxes: list[tuple[int, int, int, int, int]] = []  # piece, lines and columns

    def compose(self) -> ComposeResult:
        """The sheet on which the cards are drawn."""
        yield self.sheet

    def redraw(self) -> None:
        """Draw the cards in rows, as wide as the tray is."""
        columns = max(self.LEAST - 2, self.scrollable_content_region.width)
        rows: list[list[Card]] = []
        used = columns
        for card in map(self._card, range(len(self.game.pieces))):
            if used + GAP + card.width > columns:
                rows.append([])
                used = -GAP
            rows[-1].append(card)
            used += GAP + card.width
        lines: list[str] = []
        self.boxes = []
        for row in rows:
            lines += self._row(row, len(lines))
        self.sheet.update(painted(lines))

    def _row(self, row: list[Card], top: int) -> list[str]:
        """The lines of cards side by side, and a blank one; notes where they are."""
        height = max(len(card.lines) for card in row)
        lines = [""] * (height + 1)
        left = 0
        for card in row:
            self.boxes.append((card.piece, top, top + height, left, left + card.width))
            for at in range(height):
                own = card.lines[at] if at < len(card.lines) else ""
                lines[at] += own + " " * (card.width + GAP - _columns(own))
            left += card.width + GAP
        return lines

    def _card(self, piece: int) -> Card:
        game, data = self.game, self.game.pieces[piece]
        name = str(data["name"])
        number = game.in_tray(piece)
        held = game.held_piece == piece
        cells: list[Place] = data["orientations"][game.facing[piece]]
        colour = piece_colour(game.puzzle.model, name) if number or held else ""
        texts = [self.marks.get(name, "#") if colour else self.dot] * len(cells)
        if "colours" in data:
            known = colours_of(game.puzzle.model)
            own = data["colours"][game.facing[piece]]
            texts = [colour_name(known[c]) if colour else self.dot for c in own]
        several = f" x{number}" if number > 1 or data["most"] > 1 else ""
        head = f"{piece + 1} {name[:NAME]}{several}"
        head = f"\x1b[7m{head}\x1b[0m" if held else head
        lines = [head, *self._drawn(cells, texts, colour)]
        return Card(piece, lines, max(map(_columns, lines)))

    def _drawn(self, cells: list[Place], texts: list[str], colour: str) -> list[str]:
        if self.game.puzzle.model.lattice.drawn == TILES:
            return shape_lines(cells, texts, colour)
        stick = dict.fromkeys(cells, True)
        return stick_lines(stick, {}, ascii_only=self.ascii_only, colours={True: colour})

    def on_mouse_down(self, event: MouseDown) -> None:
        """Say which piece is pressed."""
        line = event.y + int(self.scroll_y)
        column = event.x + int(self.scroll_x) - self.sheet.region.x + self.region.x
        for piece, top, bottom, left, right in self.boxes:
            if top <= line < bottom and left <= column < right:
                self.post_message(self.Picked(piece))


def _columns(line: str) -> int:
    """Return the width of a line with escapes."""
    return display_width(painted([line]).plain)
