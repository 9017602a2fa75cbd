"""Challenges as a PDF for printing. Each page shows the board with the placed pieces, the remaining
pieces and, if the challenge has a link, the link as a QR code."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from calpuzzle.base.texts import Texts
from calpuzzle.draw.board import pieces_scene
from calpuzzle.draw.pdf import MARGIN, POINT, finished, new_document, paper_of, put, write
from calpuzzle.draw.qr import qr_scene
from calpuzzle.draw.scene import Text
from calpuzzle.puzzle.lowering import Lowered
from calpuzzle.results.challenges import Challenge
from calpuzzle.results.solution import Solution

LARGE, MIDDLE = 18 * POINT, 11 * POINT
COLUMNS = 88  # characters that a line has room for
CODE = 30.0  # millimetres
BOARD, PIECES = 0.46, 0.26  # of the height of a page


def challenge_sheet(
    puzzle: Lowered, made: Sequence[Challenge], links: Sequence[str], texts: Texts, paper: str
) -> bytes:
    """Return the PDF, with one page for each challenge. If the link of a challenge is not empty,
    its page has the link as a QR code. Raise InputError for an unknown paper or a link that is too
    long, and MissingExtraError without the extra `workshop`."""
    model = puzzle.model
    pages = new_document(model.heading, paper_of(paper))
    for challenge, link in zip(made, links, strict=True):
        pages.add_page()
        shown = Solution(puzzle.lowered, (*challenge.fixed, *challenge.placed))
        head = " ".join([f"{model.title or model.name}:", *shown.labels]).removesuffix(":")
        write(pages, Text(MARGIN, MARGIN + LARGE / 2, head, LARGE, anchor="start", bold=True))
        y = MARGIN + LARGE + 6
        hard = texts.translate(f"difficulty.{challenge.difficulty.step}")
        for line in wrap(f"{texts.translate('challenge.lone')} ({hard})", COLUMNS):
            write(pages, Text(MARGIN, y, line, MIDDLE, anchor="start"))
            y += 1.5 * MIDDLE
        wide = pages.epw - 2 * MARGIN
        board = shown.scene()
        size = min(wide / board.width, BOARD * pages.eph / board.height)
        put(pages, board, MARGIN, y, size)
        y += board.height * size + 4
        tray = pieces_scene(model, wide / (0.6 * size), shown.pieces)
        least = min(0.6 * size, wide / tray.width, PIECES * pages.eph / tray.height)
        put(pages, tray, MARGIN, y, least)
        if link:
            code = qr_scene(link)
            below = pages.eph - MARGIN - CODE
            put(pages, code, pages.epw - MARGIN - CODE, below, CODE / code.width)
    return finished(pages)
