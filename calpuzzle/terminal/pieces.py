"""The game with pieces on the screen: the board with the hand over it, and the tray beside it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.events import Event, Key
from textual.widget import Widget

from calpuzzle.base.texts import ENGLISH, Texts
from calpuzzle.draw.hand import Hand, table_of
from calpuzzle.draw.text import turned_text
from calpuzzle.engines import Run
from calpuzzle.game.advice import BACK, LEVELS, TURNED, Advice, advice
from calpuzzle.game.pieces import Game
from calpuzzle.puzzle.cover import Options
from calpuzzle.puzzle.dates import by_group
from calpuzzle.results.left import Asked, asked
from calpuzzle.terminal.frame import CURSOR, KEYS, Board, Frame, Help, Solved, look, painted
from calpuzzle.terminal.tray import Tray

DIGIT_WAIT = 0.9  # seconds in which two digits are one number
LEFT = ("hidden", "possible", "count")


class Standing(NamedTuple):
    """The state of a position: whether it can be completed, in how many ways (None where nobody
    wants to know), and whether it is solved."""

    possible: bool
    number: int | None
    solved: bool


class PiecesFrame(Frame):
    """The screen of a Game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "lay", "tool.lay", key_display="Enter"),
        Binding("r", "turn(False)", "tool.turn"),
        Binding("e", "turn(True)", show=False),
        Binding("f", "flip", "tool.flip"),
        Binding("backspace,delete", "aside", show=False),
        Binding("escape", "put_back", show=False),
        Binding("tab", "next(1)", show=False, priority=True),
        Binding("shift+tab", "next(-1)", show=False, priority=True),
        *KEYS,
    ]

    game: Game

    def __init__(self, game: Game, ascii_only: bool = False, texts: Texts = ENGLISH) -> None:
        super().__init__(game, ascii_only, texts)
        game.texts = texts
        self.table = table_of(game.puzzle.model)
        self.tray = Tray(game, self.table.marks, ascii_only)
        self.asked: Asked | None = None
        self.left = 0
        self.level = 0
        self.solved = False
        self.standing: Standing | None = None
        self.asked_of: Options | None = None
        self.digits = ("", 0.0)
        self.inner = 3

    def aside(self) -> Iterable[Widget]:
        """The tray."""
        yield self.tray

    def on_mount(self) -> None:
        """Make what tells of solutions while the player begins."""
        puzzle = self.game.puzzle
        self.ask("grow", lambda: asked(puzzle, Run(progress=look), disk=True), self._known)
        self.say(self.texts.say("terminal.begin", lay=self.texts.say("key.enter")))

    def _known(self, asked: Asked) -> None:
        self.asked = asked
        self._refresh_left()

    def redraw(self) -> None:
        """Draw the board, the tray and the line above."""
        game, width = self.game, self.size.width
        columns = max(8, width - Tray.LEAST)
        self.inner = self.table.inner(columns)
        below = self.table.extent(self.inner)[0] > columns
        if below:
            self.inner = self.table.inner(width - 2)
        self.query_one("#table").set_class(below, "below")
        opened = by_group(game.puzzle.model, game.labels) if game.labels else {}
        held = game.held_piece
        name = "" if held is None else game.lowered.classes[held].name
        hand = Hand(game.cursor, name, game.hover, game.blocked())
        lines = self.table.lines(game.names, opened, hand, self.inner, self.ascii_only)
        line, column = self.table.place(game.cursor, self.inner)
        wide = self.table.wide(game.cursor, self.inner)
        self.board.update(painted(lines, {(line, column, wide): CURSOR}))
        self.tray.redraw()
        self.call_after_refresh(self.show_cell, line, column, wide, 1)
        self._draw_head()

    def _draw_head(self) -> None:
        game = self.game
        self.head(" ".join([game.puzzle.model.name, *game.labels]), self._standing())

    def _standing(self) -> str:
        mode, say = LEFT[self.left], self.texts.say
        if mode == "hidden":
            return ""
        if not self._knows():
            return say("solutions.wait")
        possible, number, _ = self.standing or Standing(False, None, False)
        left = say("left.yes" if possible else "left.no")
        if mode == "count":
            left = say("left.some", n=number or 0) if possible else say("left.none")
        held = self.game.held_piece
        if held is None:
            return left
        return say("left.without", name=self.game.pieces[held]["name"], left=left)

    def _knows(self) -> bool:
        """Return whether it is known what the player wants to know."""
        if self.standing is None:
            return False
        return LEFT[self.left] != "count" or self.standing.number is not None

    def changed(self, said: str) -> None:
        """The position may be another one: draw it, and forget what was known of the last."""
        if self.asked_of != self.game.lying:
            self.level = 0
            self._refresh_left()
        self.redraw()
        if said:
            self.say(said)

    def _refresh_left(self) -> None:
        """Ask how the position stands."""
        self.standing = None
        self.asked_of = self.game.lying
        if self.asked is None:
            return
        question = self.game.question(self.asked)
        if LEFT[self.left] == "hidden" and not question.solved:
            self.solved = False
            return  # nobody wants to know
        counting = LEFT[self.left] == "count"

        def stand() -> Standing:
            number = question.number if counting else None
            possible = question.possible if number is None else number > 0
            return Standing(possible, number, possible and question.solved)

        self.ask("left", stand, self._answered)

    def _answered(self, standing: Standing) -> None:
        was_solved = self.solved
        self.standing, self.solved = standing, standing.solved
        self._draw_head()
        if standing.solved and not was_solved and self.game.held is None:
            what = " ".join(self.game.labels) or self.game.puzzle.model.name
            self.push_screen(Solved(self.texts.say("terminal.solved", name=what), self.texts))

    def action_undo(self) -> None:
        """Take the last step back."""
        self.changed(self.game.undo())

    def action_redo(self) -> None:
        """Do the last step again."""
        self.changed(self.game.redo())

    def action_help(self) -> None:
        """Show the help."""
        say, game = self.texts.say, self.game
        kind = "date" if game.puzzle.model.is_calendar else "labels"
        free = any(piece["least"] < piece["most"] for piece in game.pieces)
        free |= game.puzzle.model.step == 1 and bool(game.puzzle.model.board.optional)
        cover = "free" if free else "cover"
        goal = say(f"help.goal.{kind if game.labels else cover}")
        keys = [
            (say("terminal.number"), say("help.key.take")),
            ("A, B, U", say("help.key.name")),
            ("Tab", say("terminal.next")),
            (say("terminal.arrows"), say("help.key.move")),
            ("r", say("help.key.turn")),
            ("e", say("help.key.back")),
            ("f", say("help.key.flip")),
            (say("key.enter"), say("help.key.lay")),
            (say("key.backspace"), say("help.key.lift")),
            (say("key.escape"), say("help.key.cancel")),
            ("u", say("help.key.undo")),
            ("y", say("help.key.redo")),
            ("h", say("help.key.hint")),
            ("c", say("help.key.left")),
            (say("terminal.pointer"), say("terminal.mouse")),
        ]
        self.push_screen(Help(goal, keys))

    def action_lay(self) -> None:
        """Lay what is held, or lift what lies at the cursor."""
        self.changed(self.game.lay() if self.game.held else self.game.lift())

    def action_turn(self, back: bool) -> None:
        """Turn what is held."""
        self.changed(self.game.turn(back))

    def action_flip(self) -> None:
        """Turn over what is held."""
        self.changed(self.game.flip())

    def action_aside(self) -> None:
        """Put what is held, or lies at the cursor, into the tray."""
        self.changed(self.game.put_aside())

    def action_put_back(self) -> None:
        """Put what is held back where it was."""
        self.changed(self.game.back())

    def action_next(self, way: int) -> None:
        """Take the next piece of the tray."""
        game, number = self.game, len(self.game.pieces)
        held = game.held_piece
        start = held if held is not None else (-1 if way > 0 else number)
        order = [(start + way * step) % number for step in range(1, number + 1)]
        piece = next((k for k in order if k != held and game.in_tray(k) > 0), None)
        self.changed(self.texts.say("tray.empty") if piece is None else game.take(piece))

    def action_check(self) -> None:
        """Show whether it can still be done, in how many ways, or nothing."""
        self.left = (self.left + 1) % len(LEFT)
        if LEFT[self.left] != "hidden" and not self._knows():
            self._refresh_left()
        self._draw_head()

    def action_hint(self) -> None:
        """The next grade of the hint for what lies, without a piece in the hand."""
        if self.game.held:
            self.changed(self.game.put_aside())
        if self.asked is None:
            self.say(self.texts.say("terminal.wait"))
            return
        self.level = min(self.level + 1, LEVELS)
        question, level = self.game.question(self.asked), self.level
        self.say(self.texts.say("solutions.wait"))
        self.ask("hint", lambda: advice(question, level, self.texts), self._advise)
        self.redraw()

    def _advise(self, told: Advice) -> None:
        """Say a level, and do what it does: the last one lays the piece, and one after that which
        names a piece to take back puts it into the tray."""
        game, words = self.game, told.words
        if told.back and self.level > BACK:
            game.go(game.lowered.cells_of(game.laid[told.back.at])[0])
            self.changed(game.put_aside())
        elif told.back:
            name = game.lowered.classes[game.lowered.class_of(game.laid[told.back.at])].name
            self.say(words + self.more("left.lift", name=name))
        elif told.hint and self.level == LEVELS:
            game.place(told.hint.option)
            game.go(game.lowered.cells_of(told.hint.option)[0])
            self.changed(words)
        elif told.hint and self.level == TURNED:
            drawn = turned_text(game.lowered, told.hint.option, ascii_only=self.ascii_only)
            self.say(f"{words}{self.more()}\n\n{drawn}")
        else:
            self.say(words + (self.more() if told.more else ""))

    async def on_event(self, event: Event) -> None:
        """Any key but a digit ends the number that is typed, before the key does what it does."""
        if isinstance(event, Key) and not (event.character or "").isdecimal():
            self.digits = ("", 0.0)
        await super().on_event(event)

    def on_key(self, event: Key) -> None:
        """A number, or the first letter of a name, takes a piece: no small letter has another use
        that comes here, and no capital has one at all."""
        sign = event.character or ""
        if len(self.screen_stack) > 1 or not sign.isalnum():
            return
        piece = self._by_number(sign) if sign.isdecimal() else self._by_letter(sign)
        if piece is not None:
            self.changed(self.game.take(piece))

    def _by_number(self, digit: str) -> int | None:
        """Two digits in quick succession, with no other key between, are one number; 0 alone is
        10."""
        before, since = self.digits
        now = time.monotonic()
        most = len(self.game.pieces)
        both = before + digit if now - since < DIGIT_WAIT else digit
        if not 1 <= int(both) <= most:
            both = digit
        self.digits = (both, now)
        number = int(both) or 10
        return number - 1 if number <= most else None

    def _by_letter(self, letter: str) -> int | None:
        """The next piece in the tray whose name begins so, or one that lies."""
        held = -1 if self.game.held_piece is None else self.game.held_piece
        names = [str(data["name"]).casefold() for data in self.game.pieces]
        named = [k for k, name in enumerate(names) if name.startswith(letter.casefold())]
        named = [k for k in named if k != held]
        here = [k for k in named if self.game.in_tray(k) > 0] or named
        return next((k for k in here if k > held), here[0] if here else None)

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """A click goes to the cell, and does there what Enter does; the right button turns."""
        if event.moving:
            return
        if event.button == 3 and self.game.held:
            self.changed(self.game.turn())
            return
        self.game.go(self.table.cell_at(event.line, event.column, self.inner))
        self.action_lay()

    def on_tray_picked(self, event: Tray.Picked) -> None:
        """A click on a piece of the tray takes it, or turns the one that is held already."""
        held = self.game.held_piece == event.piece
        self.changed(self.game.turn() if held else self.game.take(event.piece))
