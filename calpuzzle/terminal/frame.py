"""The screen of both games: a line above, the board, what stands beside it, what was said, and the
keys; also the thread that searches while the player goes on.

One screen holds all; where the terminal is smaller than `LEAST`, a sentence stands in its place.
Only the main thread touches the game: work in a thread gets what it needs when it is asked for,
and its answer is dropped where the position has changed meanwhile. What is said comes from the
texts of the page; the descriptions of keys are the names of texts.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Container, ScrollableContainer
from textual.events import MouseDown, MouseMove, MouseUp, Resize
from textual.geometry import Region
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.stop import StoppedError
from calpuzzle.base.texts import Texts
from calpuzzle.draw.boxes import display_width

if TYPE_CHECKING:
    from calpuzzle.game.nonogram import NonogramGame
    from calpuzzle.game.pieces import Game

LEAST = (40, 14)  # columns and lines
WIDE = 62  # columns of what helps
CURSOR = Style(color="black", bgcolor="yellow", bold=True)
KEYS: list[BindingType] = [
    Binding("up", "move(-1, 0)", show=False),
    Binding("down", "move(1, 0)", show=False),
    Binding("left", "move(0, -1)", show=False),
    Binding("right", "move(0, 1)", show=False),
    Binding("u,ctrl+z", "undo", "tool.undo", key_display="u"),
    Binding("y,ctrl+y", "redo", show=False),
    Binding("h", "hint", "tool.hint"),
    Binding("c", "check", "nonogram.tool.check"),
    Binding("question_mark", "help", "help.short", key_display="?"),
    Binding("q", "quit", "terminal.quit"),
    Binding("ctrl+c", "quit", show=False, priority=True),
]
"""The keys of both games, which stand behind those of each."""
ALWAYS = {"help", "quit"}

Answer = TypeVar("Answer")


class Board(Static):
    """The drawing of a board; says where it is pressed, and over what a pressed mouse moves."""

    class Pressed(Message):
        """The mouse is pressed, or moves on while it is, at a line and a column of the drawing."""

        def __init__(self, line: int, column: int, button: int, moving: bool) -> None:
            super().__init__()
            self.line, self.column = line, column
            self.button, self.moving = button, moving

    def __init__(self) -> None:
        super().__init__(id="board")
        self.button = 0

    def on_mouse_down(self, event: MouseDown) -> None:
        """A press begins."""
        self.button = event.button
        self.post_message(self.Pressed(event.y, event.x, event.button, False))

    def on_mouse_move(self, event: MouseMove) -> None:
        """A press goes on, or the mouse only passes."""
        if self.button and event.button:
            self.post_message(self.Pressed(event.y, event.x, self.button, True))

    def on_mouse_up(self, _: MouseUp) -> None:
        """A press ends."""
        self.button = 0


class Words(ModalScreen[None]):
    """Words over the game, until a key closes them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,space,question_mark", "dismiss", show=False),
        Binding("q,ctrl+c", "app.quit", show=False, priority=True),
    ]

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        """The words."""
        yield Static(self.words, markup=False)


class Solved(Words):
    """The words for a game that is solved."""

    def __init__(self, words: str, texts: Texts) -> None:
        then = texts.say("terminal.then", back=texts.say("key.enter"))
        super().__init__(f"{texts.say('left.solved')}\n\n{words}\n\n{then}")


class Help(Words):
    """The help: the goal, and what each key does."""

    def __init__(self, goal: str, keys: Iterable[tuple[str, str]]) -> None:
        rows = list(keys)
        room = max(display_width(key) for key, _ in rows) + 2
        lines = [*wrap(goal, WIDE), ""]
        for key, does in rows:
            first, *more = wrap(does, WIDE - room)
            lines.append(key + " " * (room - display_width(key)) + first)
            lines += [" " * room + each for each in more]
        super().__init__("\n".join(lines))


class Table(Screen[None]):
    """The screen of a game: in the line of keys, their descriptions are said in its language."""

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self.texts = texts

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that do something now. Shown are as many as the line has room for, with the help
        and the end in any case: the help has all of them."""
        found = {
            key: each._replace(binding=self._said(each.binding))
            for key, each in super().active_bindings.items()
        }
        shown = {each.binding.action: each.binding for each in found.values() if each.binding.show}
        room = self.size.width
        kept = set()
        for action in sorted(shown, key=lambda own: own not in ALWAYS):
            own = shown[action]
            room -= display_width(f"{own.key_display or own.key} {own.description} ")
            if room < -1:
                break
            kept.add(action)
        return {
            key: each
            if each.binding.action in kept
            else each._replace(binding=replace(each.binding, show=False))
            for key, each in found.items()
        }

    def _said(self, binding: Binding) -> Binding:
        words = binding.description
        # What textual brings by itself is no name of a text, and is not shown.
        return replace(binding, description=self.texts.say(words)) if binding.show else binding


class Frame(App[None]):
    """The screen of a game. Subclasses say what stands on it (`redraw`), what follows from a step
    (`changed`), and what keys do: `action_undo`, `action_redo`, `action_help` and their own."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #head { height: 1; background: $primary; color: $text; padding: 0 1; }
    #table { height: 1fr; layout: horizontal; }
    #table.below { layout: vertical; }
    #room { width: auto; height: 100%; max-width: 100%; }
    .below #room { width: 100%; height: auto; max-height: 70%; }
    #board { width: auto; height: auto; }
    #aside { width: 1fr; height: 100%; padding: 0 1; }
    .below #aside { width: 100%; height: 1fr; }
    #said { height: auto; max-height: 50%; padding: 0 1; background: $surface; }
    #small { display: none; height: 100%; padding: 1; }
    .small #small { display: block; }
    .small #table, .small #head, .small #said, .small Footer { display: none; }
    Words { align: center middle; }
    Words Static { width: auto; max-width: 90%; height: auto; max-height: 100%;
        border: round $accent; padding: 0 2; background: $surface; }
    .plain Words Static { border: ascii $accent; }
    """

    def __init__(self, game: Game | NonogramGame, ascii_only: bool, texts: Texts) -> None:
        super().__init__()
        self.game = game
        self.ascii_only = ascii_only
        self.texts = texts
        self.board = Board()
        self.set_class(ascii_only, "plain")
        # The searches keep what they know without locks of their own.
        self._alone = threading.Lock()

    def compose(self) -> ComposeResult:
        """All that is on the screen."""
        yield Static(id="head", markup=False)
        with Container(id="table"):
            with ScrollableContainer(id="room", can_focus=False):
                yield self.board
            yield from self.aside()
        yield Static(id="said", markup=False)
        yield Static(id="small", markup=False)
        yield Footer(compact=True)

    def get_default_screen(self) -> Screen[None]:
        """The screen on which the game is."""
        return Table(self.texts)

    def aside(self) -> Iterable[Widget]:
        """Return what stands beside the board."""
        return ()

    def on_mount(self) -> None:
        """Signals end the game as the key does, with the terminal as it was before."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            try:
                loop.add_signal_handler(number, self.exit)
            except (NotImplementedError, RuntimeError, ValueError):
                # Another thread than the main one is told of no signals, nor is any on Windows.
                break
        self.redraw()

    def on_resize(self, event: Resize) -> None:
        """All is drawn for the new size, or a sentence where that is too small."""
        width, height = event.size
        small = width < LEAST[0] or height < LEAST[1]
        self.screen_stack[0].set_class(small, "small")
        self.query_one("#small", Static).update(
            self.texts.say(
                "terminal.small", columns=width, lines=height, width=LEAST[0], height=LEAST[1]
            )
        )
        self.screen.refresh_bindings()
        self.call_after_refresh(self.redraw)

    # Not abstract methods: an App has a metaclass of its own, and can have none of ABC's.

    def redraw(self) -> None:
        """Draw the position as it is now, as each game does in its own way."""
        raise NotImplementedError

    def changed(self, said: str) -> None:
        """Take in that the position may be another one; `said` is what was done."""
        raise NotImplementedError

    def head(self, left: str, right: str) -> None:
        """Write the line above: what is played, and at its right end how it stands."""
        room = self.size.width - 2 - len(left)
        self.query_one("#head", Static).update(left + right.rjust(room) if right else left)

    def say(self, words: str) -> None:
        """Show what was done, or is wrong, or helps."""
        self.query_one("#said", Static).update(words)

    def show_cell(self, line: int, column: int, wide: int, high: int) -> None:
        """Scroll so far that this part of the board's drawing is seen."""
        room = self.query_one("#room", ScrollableContainer)
        region = Region(column - 1, line - 1, wide + 2, high + 2)
        room.scroll_to_region(region, animate=False)

    def more(self, what: str = "hint.more", **values: str) -> str:
        """Return what another press on the key of hints does, which stands behind a hint."""
        return f"  (h: {self.texts.say(what, **values)})"

    def ask(self, group: str, work: Callable[[], Answer], then: Callable[[Answer], None]) -> None:
        """Do the work in a thread, and then what is to be done with its answer in the main one;
        what was asked in the same group before is dropped. What cannot be answered is said."""

        def in_thread() -> None:
            worker = get_current_worker()
            with self._alone:
                if worker.is_cancelled:
                    return
                try:
                    answer = work()
                except StoppedError:
                    return
                except (CannotDoError, InputError) as error:
                    if not worker.is_cancelled:
                        self.call_from_thread(self.say, str(error))
                    return
            if not worker.is_cancelled:
                self.call_from_thread(then, answer)

        self.run_worker(in_thread, group=group, exclusive=True, thread=True)

    def action_move(self, down: int, right: int) -> None:
        """Go where an arrow points."""
        self.game.move(down, right)
        self.redraw()


def look(*_: Any) -> None:
    """End the work of a thread whose answer nobody wants any more, by StoppedError; engines call it
    now and then."""
    if get_current_worker().is_cancelled:
        raise StoppedError


def painted(lines: Iterable[str], styles: Mapping[tuple[int, int, int], Style] = {}) -> Text:
    """Lines with the escapes of a terminal as a text of rich, with styles for so many columns from
    a line and a column on."""
    rows = [Text.from_ansi(line, no_wrap=True) for line in lines]
    for (line, column, wide), style in styles.items():
        rows[line].stylize(style, column, column + wide)
    return Text("\n", no_wrap=True).join(rows)
