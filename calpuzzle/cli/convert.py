"""Converts a puzzle from one format to another, or to a model for another solver.

IN is a shipped puzzle, a file or - for stdin; OUT is a file or - for stdout (the default). The
formats go by the endings of the names, or by --from and --to. What a format cannot hold is left
out, and said; what it cannot do without is an error.
"""

from __future__ import annotations

import argparse

from calpuzzle.api import load
from calpuzzle.base.errors import InputError
from calpuzzle.cli import options
from calpuzzle.cli.output import destination, tell, write
from calpuzzle.cli.parser import Parser
from calpuzzle.formats.registry import FORMATS, by_ending, render
from calpuzzle.griddler.puzzle import Clues
from calpuzzle.puzzle.bare import bare
from calpuzzle.puzzle.cover import Cover
from calpuzzle.puzzle.dates import labels_of
from calpuzzle.puzzle.model import Group, Model
from calpuzzle.results.puzzle import Puzzle


def configure(parser: Parser, kind: str | None = None) -> None:
    """Declare the options."""
    _add_formats(parser, kind)
    parser.add_argument("source", metavar="IN", help="shipped puzzle, file or -")
    parser.add_argument(
        "target", metavar="OUT", nargs="?", default="-", help="file or - (default: stdout)"
    )
    options.add_from(parser)
    parser.add_argument("--to", metavar="FORMAT", help="the format of OUT")
    parser.set_defaults(kind=kind)
    if kind is not None:
        return
    parser.add_argument("--date", help="of a calendar puzzle; without it all its dates")
    options.add_laid(parser)


def configure_griddler(parser: Parser) -> None:
    """Declare the options of `calpuzzle griddler convert`."""
    configure(parser, "griddler")


def _add_formats(parser: Parser, kind: str | None) -> None:
    """The formats and the examples at the end of the help."""
    known = {name: form for name, form in FORMATS.items() if kind in (None, form.kind)}
    width = max(map(len, known))
    lines = ["formats (r: read, w: written):"]
    for name, form in known.items():
        able = f"{'r' if form.reads else ' '}{'w' if form.writes else ' '}"
        endings = f" (.{', .'.join(form.endings)})" if form.endings else ""
        lines.append(f"  {name:<{width}}  {able}  {form.help}{endings}")
    griddler = ["  calpuzzle griddler convert examples/puzzles/cat.non --to mk"]
    usual = [
        "  calpuzzle convert soma soma.dpf",
        "  calpuzzle convert dray dray.cnf --date 2026-11-20",
        "  calpuzzle convert examples/puzzles/cat.non cat.xml",
    ]
    parser.epilog = "\n".join([*lines, "", "examples:", *(griddler if kind else usual)])


def run(args: argparse.Namespace) -> int:
    """Do it; returns the exit code."""
    output = destination(args.target, "data")
    thing = load(args.source, args.form, args.kind)
    kind = "griddler" if not isinstance(thing, Puzzle | Cover) else "puzzle"
    form = args.to or by_ending(args.target, kind)
    if form is None:
        able = ", ".join(able_to_hold(thing))
        what = (
            "stdout has no ending to tell the"
            if output is None
            else f"the ending of {output} tells no"
        )
        raise InputError(f"{what} format; give --to, one of {able}")
    written = render(_plain(args, thing), form)
    for sentence in written.lost:
        tell(sentence)
    write(written.data, output)
    return 0


def able_to_hold(thing: object) -> list[str]:
    """The formats in which a puzzle of the kind of `thing` can be written."""
    kinds = {"griddler"}
    if isinstance(thing, Puzzle | Cover):
        kinds = {"cover", "puzzle"} if isinstance(thing, Puzzle) else {"cover"}
    return [name for name, form in FORMATS.items() if form.writes and form.kind in kinds]


def _plain(args: argparse.Namespace, thing: object) -> Model | Cover | Clues:
    """What is written: the model with the date that is asked for and what is laid."""
    if args.kind is None and not isinstance(thing, Puzzle):
        for name in ("date", "laid", "challenge", "without"):
            if getattr(args, name):
                option = "--with" if name == "laid" else f"--{name}"
                raise InputError(f"{option} needs pieces and cells, which {args.source} has not")
    if isinstance(thing, Cover):
        return thing
    if not isinstance(thing, Puzzle):
        clues: Clues = thing.clues  # type: ignore[attr-defined]
        return clues
    if args.date:
        thing = Puzzle(_dated(thing.model, args.date))
    thing = thing.without(args.without)
    for sentence in thing.imbalances():
        tell(sentence)
    laid = thing.laid(options.laid_text(args))
    if args.challenge is not None:
        from calpuzzle.puzzle.challenge import challenge

        laid += challenge(thing.lowered, args.challenge)
    return bare(thing.lowered, laid) if laid else thing.model


def _dated(model: Model, date: str) -> Model:
    """The puzzle with one date: each group has the label that stays open. Raises DateError."""
    labels = labels_of(model, date)
    groups = zip(model.groups, labels, strict=True)
    return model._replace(groups=tuple(Group(group.name, (label,)) for group, label in groups))
