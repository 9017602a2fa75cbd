"""Give a hint without revealing the solution.

Level 1 says whether the position can be completed. Level 2 names a piece and its region, level 3
shows its orientation, level 4 names one of its cells, and level 5 places it. --why explains what
rules out other placements. If the position cannot be completed, level 2 names the piece to take
back. For a nonogram, level 1 says where to look, level 2 what is determined there and why, and
level 3 fills it in. Rows and columns are counted from 1 in sentences, but from 0 in placements.

examples:
  calpuzzle hint today --level 2
  calpuzzle hint Sat Jan 1 --placed "J4@5,5:4 I4@3,6:2" --level 5 --why
  calpuzzle hint examples/puzzles/cat.non --placed @examples/puzzles/filled.txt --language de
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import InputError
from calpuzzle.base.texts import Texts, texts_in
from calpuzzle.cli import options
from calpuzzle.cli.output import Target, notify, target, wants_ascii, write_data
from calpuzzle.cli.parser import OneOf, Parser
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.request import situation_of, with_text
from calpuzzle.cli.subject import subject_of
from calpuzzle.draw.nonogram_text import grid_text
from calpuzzle.draw.text_board import turned_text
from calpuzzle.game.advice import (
    HINT_LEVELS,
    TURNED,
    Advice,
    Situation,
    advice,
    cell_words,
    reasons,
)
from calpuzzle.game.nonogram_words import NonogramWords, filled
from calpuzzle.nonogram.clues import as_grid, grid_rows
from calpuzzle.nonogram.explain import ContradictionError
from calpuzzle.nonogram.nonogram_hints import hint
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates.instances import by_group, date_record
from calpuzzle.results.solution import Solution

if TYPE_CHECKING:
    from calpuzzle.api.nonogram_handle import Nonogram

NONOGRAM_LEVELS = 3  # the line or cell to look at, what is determined, the grid


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    options.add(parser, *options.PLACED, "--memory", "--language")
    known = OneOf("level", tuple(map(str, range(1, HINT_LEVELS + 1))))
    text = (
        "1 possible or not, 2 the piece, 3 its orientation, 4 one of its cells, 5 its placement "
        f"(default 1; for a nonogram 1 to {NONOGRAM_LEVELS}, default 2)"
    )
    parser.add_argument("--level", metavar=f"1..{HINT_LEVELS}", type=known, help=text)
    text = "explain what rules out other placements; --level is then 2 by default"
    parser.add_argument("--why", action="store_true", help=text)
    options.add_format(parser, options.DATA)


def run(args: argparse.Namespace) -> None:
    """Give the hint."""
    into = target(args, options.DATA)
    subject = subject_of(args).dated()
    texts = texts_in(args.language)
    level = int(args.level or (2 if args.why else 1))
    if args.why and level == 1:
        raise InputError("--why explains a piece, which level 1 does not name; use level 2 to 5")
    if isinstance(subject.puzzle, Puzzle | Cover):
        with Meter(subject.name) as report:
            situation = situation_of(args, subject, "hints are for puzzles of pieces", report)
            found = advice(situation, level, texts)
            more = _more(situation, found, level, texts, into[1])
            why = [*reasons(situation, found.hint, texts)] if args.why and found.hint else []
        record = _record(situation, found, level) | ({"why": why} if args.why else {})
        write_data(into, "\n".join([found.words + more, *why]) + "\n", [record], record)
    else:
        subject.refuse_options(args, "--why", "--without", "--memory")
        if level > NONOGRAM_LEVELS:
            raise InputError(f"a nonogram has hints of level 1 to {NONOGRAM_LEVELS}, not {level}")
        _of_nonogram(args, subject.puzzle, texts, into)


def _record(situation: Situation, found: Advice, level: int) -> dict[str, Any]:
    """Return the hint as data, with the piece that it names, if any. A placement is included only
    for a piece to take back and, at the last level, for the piece to place."""
    lowered = situation.lowered
    opened = by_group(lowered.model, situation.labels) if situation.labels else {}
    option = situation.placed[found.back.at] if found.back else found.hint and found.hint.option
    reveals = option is not None and (found.back is not None or level == HINT_LEVELS)
    return {
        "puzzle": lowered.model.name,
        "date": date_record(opened),
        "level": level,
        "hint": found.words,
        "piece": None if option is None else situation.name(option),
        "placement": situation.written(option) if option is not None and reveals else None,
        "back": found.back is not None,
    }


def _more(situation: Situation, found: Advice, level: int, texts: Texts, path: str | None) -> str:
    """Return what the command line adds to the words of a hint: numbers, placements, drawings."""
    translate, lowered = texts.translate, situation.lowered
    if found.back:
        sentence = translate(
            "command.back", placement=situation.written(situation.placed[found.back.at])
        )
        if found.back.cell:
            cell = cell_words(lowered, found.back.cell, texts)
            sentence += " " + translate("command.open", cell=cell)
        return (
            f" {sentence} {translate('command.enough' if found.back.enough else 'command.follow')}"
        )
    if found.hint is None:
        shows_ways = level == 1 and found.more and situation.possible
        return f" {translate('command.ways', n=situation.number)}" if shows_ways else ""
    option = found.hint.option
    if level == TURNED:
        drawn = turned_text(lowered, option, ascii_only=wants_ascii(path))
        return f"\n\n{drawn}" if drawn else f" {translate('command.shapeless')}"
    if level < HINT_LEVELS:
        return ""
    # A set, because a label of the date may also be among the placed options.
    shown = Solution(lowered, {*situation.date, *situation.placed, option}, known=situation.names)
    board = shown.text(ascii_only=wants_ascii(path))
    return f" {translate('command.with', placement=situation.written(option))}\n\n{board}"


def _of_nonogram(args: argparse.Namespace, nonogram: Nonogram, texts: Texts, into: Target) -> None:
    clues, level = nonogram.clues, int(args.level or 2)
    words, masks = NonogramWords(clues, texts), with_text(args.placed, nonogram.masks)
    try:
        with Meter(nonogram.name):
            found = hint(clues, masks)
    except ContradictionError as error:
        wrong = words.wrong(masks)
        record = {"puzzle": nonogram.name, "date": {}, "level": level, "hint": wrong}
        write_data(into, f"{wrong}\n", [record], record)
        notify(str(error))
        return
    sentences = [words.look(found)] if found.settles else []
    if level > 1 or not found.settles:
        sentences.append(words.why(found))
    if level > 1 and found.kind == "line":
        sentences.append(words.line(found, masks))
    record = {"puzzle": nonogram.name, "date": {}, "level": level, "hint": " ".join(sentences)}
    text = "".join(f"{line}\n" for line in sentences)
    if level > 2:
        grid = as_grid(clues, filled(clues, masks, found))
        text += grid_text(clues, grid, "full", ascii_only=wants_ascii(into[1]))
        record["grid"] = grid_rows(clues, grid)
    write_data(into, text, [record], record)
