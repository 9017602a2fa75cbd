"""Helps with a date without spoiling it: whether it can still be done, where to look, one piece.

Level 1 says whether what is laid can be completed. Level 2 names a piece and the region it goes to,
level 3 shows how it is turned, level 4 tells a cell of it, and level 5 lays it: one that could have
been found, for of a cell, or of the piece, the fewest placements fit. --why says what rules the
others out. Where nothing can complete what is laid, level 2 says which piece to take back. Of a
nonogram, level 1 names the line or the cell to look at, 2 says what is settled there and why, and 3
fills it in. Rows and columns are counted from 1 in sentences, from 0 in placements.

examples:
  calpuzzle hint today --level 2
  calpuzzle hint Sat Jan 1 --with "J4@5,5:4 I4@3,6:2" --level 5 --why
  calpuzzle hint examples/puzzles/cat.non --with @examples/puzzles/filled.txt --language de
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from calpuzzle.base.errors import InputError
from calpuzzle.base.texts import ENGLISH, Texts, texts_in
from calpuzzle.cli import options
from calpuzzle.cli.asking import question, with_text
from calpuzzle.cli.output import wants_ascii
from calpuzzle.cli.parser import OneOf, Parser, flag
from calpuzzle.cli.progress import Meter, progress
from calpuzzle.cli.subject import subject_of
from calpuzzle.game.advice import LEVELS, TURNED, Question, advice, cell_words, reasons
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.placements import written
from calpuzzle.results.puzzle import Puzzle

if TYPE_CHECKING:
    from calpuzzle.game.hints import TakeBack
    from calpuzzle.nonogram.puzzle import Clues, Masks
    from calpuzzle.results.nonogram import Nonogram


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add(parser, *options.LAID)
    parser.add_argument(
        "--level",
        type=OneOf("level", tuple(map(str, range(1, LEVELS + 1)))),
        metavar=f"1..{LEVELS}",
        help="how much to give away: 1 can it be done, 2 which piece, 3 how it is turned, 4 one of "
        "its cells, 5 where it lies (default 1; of a nonogram 2)",
    )
    flag(
        parser, "--why", "what rules out the other placements that fit (level 2, if none is given)"
    )
    options.add(parser, "--memory", "--language")


def run(args: argparse.Namespace) -> None:
    """Give the hint."""
    subject = subject_of(args)
    texts = texts_in(args.language) if args.language else ENGLISH
    level = int(args.level or (2 if args.why else 1))
    if args.why and level == 1:
        raise InputError("--why speaks of a piece, which level 1 does not name; take level 2 to 5")
    if isinstance(subject.thing, Puzzle | Cover):
        with progress(subject.name) as report:
            asked = question(args, subject, "hint helps to lay pieces", report)
            said = [_of_pieces(asked, level, texts)]
            if args.why:
                found = advice(asked, level, texts).hint
                said += reasons(asked, found, texts) if found else ()
        print("\n".join(said))
    else:
        subject.refuse(args, "--why")
        _of_nonogram(args, subject.thing, texts)


def _of_pieces(asked: Question, level: int, texts: Texts) -> str:
    """What a level says, and what only a command line adds: numbers, placements and drawings."""
    from calpuzzle.draw.text import turned_text
    from calpuzzle.results.solution import Solution

    say, lowered, found = texts.say, asked.lowered, advice(asked, level, texts)
    if found.back:
        return " ".join([found.words, *_taken_back(asked, found.back, texts)])
    if found.hint is None:
        undone = level == 1 and found.more and asked.possible
        return f"{found.words} {say('command.ways', n=asked.number)}" if undone else found.words
    option = found.hint.option
    if level == TURNED:
        drawn = turned_text(lowered, option, ascii_only=wants_ascii())
        return f"{found.words}\n\n{drawn}" if drawn else say("command.shapeless")
    if level < LEVELS:
        return found.words
    # A label of the date may have been laid as a piece was.
    board = Solution(lowered, {*asked.date, *asked.laid, option}).text(ascii_only=wants_ascii())
    return f"{found.words} {say('command.with', placement=written(lowered, option))}\n\n{board}"


def _taken_back(asked: Question, back: TakeBack, texts: Texts) -> Iterator[str]:
    """Where the piece to take back lies, and what follows."""
    lowered = asked.lowered
    yield texts.say("command.back", placement=written(lowered, asked.laid[back.index]))
    if back.cell:
        cell = cell_words(lowered.model.board, back.cell, texts)
        yield texts.say("command.open", cell=cell)
    yield texts.say("command.enough" if back.enough else "command.follow")


def _of_nonogram(args: argparse.Namespace, nonogram: Nonogram, texts: Texts) -> None:
    from calpuzzle.game.nonogram_words import NonogramWords
    from calpuzzle.nonogram.explain import ContradictionError
    from calpuzzle.nonogram.hints import hint

    clues = nonogram.clues
    words = NonogramWords(clues, texts)
    masks = with_text(args.laid, nonogram.masks)
    try:
        with Meter(nonogram.name):
            found = hint(clues, masks)
    except ContradictionError:
        print(words.wrong(masks))
        raise  # which says why
    level = int(args.level or 2)
    if level == 1 or not found.settles:
        print(words.look(found) if found.settles else words.why(found))
        return
    print(words.look(found), words.why(found), sep="\n")
    drawn = words.drawn(found, masks)
    if drawn:
        print(drawn)
    if level > 2:
        print(_filled(clues, masks, found.settles))


def _filled(clues: Clues, masks: Masks, settles: list[tuple[int, int, int]]) -> str:
    """The grid with the cells that a hint settles."""
    from calpuzzle.draw.nonogram_text import grid_text
    from calpuzzle.nonogram.puzzle import as_grid

    filled = list(masks)
    for row, column, colour in settles:
        filled[row * clues.width + column] = 1 << colour
    return grid_text(clues, as_grid(clues, filled), "full", ascii_only=wants_ascii()).rstrip("\n")
