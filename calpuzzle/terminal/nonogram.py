"""The game with a nonogram on the screen: the grid with its clues, and the cursor in it."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Key

from calpuzzle.base.texts import ENGLISH, Texts
from calpuzzle.draw.nonogram_text import grid_text, origin
from calpuzzle.game.nonogram import OPEN, NonogramGame, Verdict, verdict
from calpuzzle.game.nonogram_words import NonogramWords
from calpuzzle.nonogram.explain import ContradictionError
from calpuzzle.nonogram.hints import Hint, hint
from calpuzzle.nonogram.puzzle import BLACK, Masks
from calpuzzle.terminal.frame import CURSOR, KEYS, Board, Frame, Help, Solved

MARKED = Style(color="white", bgcolor="blue")
WRONG = Style(color="white", bgcolor="red", bold=True)
DONE = Style(dim=True, strike=True)


class NonogramFrame(Frame):
    """The screen of a NonogramGame."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "press(True)", "nonogram.pen.fill", key_display="Enter"),
        Binding("x,backspace", "press(False)", "nonogram.pen.empty", key_display="x"),
        Binding("delete", "open", show=False),
        Binding("shift+up", "carry(-1, 0)", show=False),
        Binding("shift+down", "carry(1, 0)", show=False),
        Binding("shift+left", "carry(0, -1)", show=False),
        Binding("shift+right", "carry(0, 1)", show=False),
        *KEYS,
    ]

    game: NonogramGame

    def __init__(
        self, game: NonogramGame, ascii_only: bool = False, texts: Texts = ENGLISH
    ) -> None:
        super().__init__(game, ascii_only, texts)
        self.words = NonogramWords(game.clues, texts)
        self.origin = origin(game.clues)
        self.hint: Hint | None = None
        self.grade = 0
        self.marked: dict[int, Style] = {}
        self.value = OPEN

    def on_mount(self) -> None:
        """The first word."""
        self.say(self.texts.say("terminal.fill", fill=self.texts.say("key.enter")))

    def redraw(self) -> None:
        """Draw the grid, and the line above."""
        game, clues = self.game, self.game.clues
        self.board.update(self._grid())
        line, column = self._place(game.cursor)
        self.call_after_refresh(self.show_cell, line, column, 2, 1)
        number = clues.height + clues.width
        pen = "" if clues.colours == 1 else f"{self._colour_name()}, "
        done = self.texts.say("nonogram.progress", n=len(game.lines_done), all=number)
        self.head(clues.title or game.name, pen + done)

    def _colour_name(self) -> str:
        colour = self.game.clues.palette[self.game.colour]
        return f"{colour.name} ({colour.mark})"

    def _place(self, cell: int) -> tuple[int, int]:
        """The line and the column of a cell in the drawing."""
        row, column = divmod(cell, self.game.clues.width)
        return self.origin[0] + row, self.origin[1] + 2 * column

    def _grid(self) -> Text:
        """The grid with its clues, those of lines that are done struck out."""
        game, clues = self.game, self.game.clues
        lines = grid_text(clues, game.grid, "full", ascii_only=self.ascii_only).splitlines()
        line, column = self._place(game.cursor)
        if game.cells[game.cursor] == 1 and clues.colours == 1:
            # A full block would hide the cursor's colour.
            filled = "##" if self.ascii_only else "▐▌"
            lines[line] = lines[line][:column] + filled + lines[line][column + 2 :]
        rows = [Text(text, no_wrap=True) for text in lines]
        for number in game.lines_done:
            self._strike(rows, number)
        for cell, colour in enumerate(game.cells):
            shade = clues.palette[max(0, colour)]
            if colour > 0 and shade != BLACK:
                self._paint(rows, cell, Style(color="black", bgcolor=shade.rgb))
        for cell, style in self.marked.items():
            self._paint(rows, cell, style)
        self._paint(rows, game.cursor, CURSOR)
        return Text("\n", no_wrap=True).join(rows)

    def _strike(self, rows: list[Text], number: int) -> None:
        height = self.game.clues.height
        if number < height:
            spans = [(rows[self.origin[0] + number], 0, self.origin[1] - 2)]
        else:
            column = self.origin[1] + 2 * (number - height)
            spans = [(row, column, column + 2) for row in rows[: self.origin[0] - 1]]
        for row, start, end in spans:
            for at in range(start, min(end, len(row))):
                if row.plain[at] != " ":
                    row.stylize(DONE, at, at + 1)

    def _paint(self, rows: list[Text], cell: int, style: Style) -> None:
        line, column = self._place(cell)
        rows[line].stylize(style, column, column + 2)

    def changed(self, said: str = "") -> None:
        """Another grid: what was said of the last one is forgotten."""
        self.hint, self.grade = None, 0
        self.marked.clear()
        self.redraw()
        self.say(said)
        if self.game.solved:
            words = f"{self.game.title}\n\n{self.texts.say('nonogram.solved.words')}"
            self.push_screen(Solved(words, self.texts))

    def action_undo(self) -> None:
        """Take the last step back."""
        self._stepped("undo", "undone", self.game.undo())

    def action_redo(self) -> None:
        """Do the last step again."""
        self._stepped("redo", "redone", self.game.redo())

    def _stepped(self, way: str, done: str, went: bool) -> None:
        filled = sum(colour > 0 for colour in self.game.cells)
        said = self.texts.say(f"nonogram.said.{done}", n=filled)
        self.changed(said if went else self.texts.say(f"unmoved.{way}"))

    def action_help(self) -> None:
        """Show the help."""
        say = self.texts.say
        keys = [
            (say("terminal.arrows"), say("nonogram.help.key.move")),
            (f"{say('key.shift')}, {say('terminal.arrows')}", say("nonogram.help.key.carry")),
            (say("key.enter"), say("nonogram.help.key.fill")),
            (f"x, {say('key.backspace')}", say("nonogram.help.key.empty")),
            (say("terminal.delete"), say("nonogram.pen.clear")),
            ("1 ... 9", say("nonogram.help.key.colour")),
            ("u", say("nonogram.help.key.undo")),
            ("y", say("nonogram.help.key.redo")),
            ("h", say("help.key.hint")),
            ("c", say("nonogram.help.key.check")),
            (say("terminal.pointer"), say("terminal.drag")),
        ]
        self.push_screen(Help(say("nonogram.help.goal"), keys))

    def action_carry(self, down: int, right: int) -> None:
        """An arrow with Shift."""
        self.game.move(down, right, carrying=True)
        self.changed()

    def action_press(self, filling: bool) -> None:
        """Fill the cell with the colour, or mark it as empty."""
        self.game.press(self.game.colour if filling else 0)
        free = self.game.given[self.game.cursor] == OPEN
        self.changed("" if free else self.texts.say("nonogram.said.given"))

    def action_open(self) -> None:
        """Open the cell."""
        self.game.fill([(self.game.cursor, OPEN)])
        self.changed()

    def action_hint(self) -> None:
        """The next grade of the hint for what is filled in."""
        if self.hint is not None:
            self._hinted(self.hint)
            return
        masks = self.game.masks
        self.say(self.texts.say("nonogram.thinking"))
        self.ask("advice", lambda: (masks, self._found(masks)), self._advise)

    def _found(self, masks: Masks) -> Hint | None:
        """The next step, or None where something that is filled in is wrong."""
        try:
            return hint(self.game.clues, masks)
        except ContradictionError:
            return None

    def _advise(self, found: tuple[Masks, Hint | None]) -> None:
        masks, own = found
        if masks != self.game.masks:
            return
        if own is None:
            # The check says what of it.
            self.say(self.texts.say("nonogram.hint.wrong"))
            self.action_check()
            return
        self._hinted(own)

    def _hinted(self, found: Hint) -> None:
        """Say a grade: where to look, what is settled and why, and fill that in."""
        self.hint, self.grade = found, self.grade + 1
        if not found.settles:
            self.say(self.words.why(found))
            return
        width = self.game.clues.width
        cells = [(row * width + column, colour) for row, column, colour in found.settles]
        if self.grade > 2:
            self.game.cursor = cells[0][0]
            self.game.fill(cells)
            self.changed(self.texts.say("nonogram.said.settled", n=len(cells)))
            return
        self.marked = {cell: MARKED for cell, _ in cells} if self.grade == 2 else {}
        if self.grade == 1:
            self.say(self.words.look(found) + self.more())
        else:
            self.say(self.words.why(found) + self.more("nonogram.hint.fill"))
        self.redraw()

    def action_check(self) -> None:
        """Say whether what is filled in can be right, and mark what is wrong."""
        clues, masks = self.game.clues, self.game.masks
        self.say(self.texts.say("nonogram.thinking"))
        self.ask("advice", lambda: (masks, verdict(clues, masks)), self._checked)

    def _checked(self, found: tuple[Masks, Verdict]) -> None:
        masks, said = found
        if masks != self.game.masks:
            return
        self.marked = dict.fromkeys(said.wrong, WRONG)
        self.say(self.words.check(said))
        self.redraw()

    def on_key(self, event: Key) -> None:
        """A digit chooses a colour."""
        sign = event.character or ""
        if len(self.screen_stack) > 1 or not sign.isdecimal():
            return
        if 1 <= int(sign) <= self.game.clues.colours:
            self.game.colour = int(sign)
            self.redraw()

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """The left button fills, the right one marks as empty; what the first cell of a drag
        became, the others become."""
        row, column = event.line - self.origin[0], (event.column - self.origin[1]) // 2
        clues = self.game.clues
        if not (0 <= row < clues.height and 0 <= column < clues.width):
            return
        self.game.cursor = row * clues.width + column
        if event.moving:
            self.game.fill([(self.game.cursor, self.value)])
        else:
            self.value = self.game.press(0 if event.button == 3 else self.game.colour)
        self.changed()
