"""The game in a terminal: pieces on a board, or a nonogram, by keys and mouse, on the whole screen.

Rules, hints and drawings are those of results/, nonogram/ and draw/, words those of the page
(base/texts.py); here is only what a screen needs. textual draws it, and is imported when a game
begins. Used by `calpuzzle play --terminal`.
"""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError
from calpuzzle.base.extras import importing
from calpuzzle.base.texts import ENGLISH, Texts

if TYPE_CHECKING:
    from calpuzzle.game.nonogram import NonogramGame
    from calpuzzle.game.pieces import Game
    from calpuzzle.terminal.frame import Frame


def play(game: Game | NonogramGame, ascii_only: bool = False, texts: Texts = ENGLISH) -> None:
    """Play the game on the terminal, in the language of `texts`, until the player has had enough,
    or Ctrl-C or SIGTERM comes; what lies then is in `game`. Raises MissingExtraError without the
    extra `terminal`, InputError where there is no terminal."""
    import os

    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise InputError(
            "the game in a terminal needs one, for keys and for the screen; calpuzzle play without "
            "--terminal opens the page in the browser"
        )
    usual = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        app(game, ascii_only, texts).run()
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)


def app(game: Game | NonogramGame, ascii_only: bool = False, texts: Texts = ENGLISH) -> Frame:
    """The game as an application of textual, which `run` begins. Raises MissingExtraError without
    the extra `terminal`."""
    from calpuzzle.game.pieces import Game

    with importing("textual", "the game in a terminal", "textual", "terminal"):
        if isinstance(game, Game):
            from calpuzzle.terminal.pieces import PiecesFrame

            return PiecesFrame(game, ascii_only, texts)
        from calpuzzle.terminal.nonogram import NonogramFrame

        return NonogramFrame(game, ascii_only, texts)
