"""Make challenges, by default of today: placed pieces that leave exactly one solution.

Each is drawn, with its difficulty, the placements for --placed, and the part of the page's address
from # on. -o FILE.pdf prints one per page. --address adds complete links and, on paper, QR codes.

examples:
  calpuzzle challenge 2026-11-20 --pieces 5
  calpuzzle challenge Sat Jan 1 --difficulty 3 -n 4 -o class.pdf
  calpuzzle challenge iq-fit --difficulty 2 --seed 7 --format json
"""

from __future__ import annotations

import argparse
import json
from itertools import islice
from typing import Any

from calpuzzle.api.puzzle import Puzzle
from calpuzzle.base.errors import CannotDoError
from calpuzzle.base.texts import Texts, texts_in
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import notify, wants_ascii, write
from calpuzzle.cli.output import target as target_of
from calpuzzle.cli.parser import Parser, at_least, positive
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import refuse_unused, subject_of
from calpuzzle.play.link import link
from calpuzzle.puzzle.dates.instances import by_group, date_record
from calpuzzle.puzzle.placements import notation
from calpuzzle.results.challenges import Challenge
from calpuzzle.results.difficulty import NAMES
from calpuzzle.results.solution import Solution
from calpuzzle.workshop.challenge_sheet import challenge_sheet

FORMATS = ("text", "json", "pdf")


def configure(parser: Parser) -> None:
    """Declare the options."""
    options.add_puzzle(parser)
    add, hardest = parser.add_argument, len(NAMES)
    add("--pieces", metavar="N", type=positive, help="the number of placed pieces (default: few)")
    text = f"from 1 ({NAMES[0]}) to {hardest} ({NAMES[-1]}); default any"
    add("--difficulty", metavar=f"1..{hardest}", type=positive, help=text)
    add(
        "-n",
        dest="number",
        metavar="N",
        type=positive,
        default=1,
        help="the number of challenges (default 1)",
    )
    add("--seed", metavar="S", type=at_least(0), default=1, help="the random seed (default 1)")
    text = "the address of the puzzle's page, or of its folder, with / at the end"
    add("--address", metavar="URL", default="", help=text)
    options.add(parser, "--language")
    options.add_paper(parser, "the paper")
    options.add_format(parser, FORMATS)


def run(args: argparse.Namespace) -> None:
    """Make the challenges."""
    form, path = target_of(args, FORMATS)
    if form != "pdf":
        refuse_unused(args, "only a PDF has pages", "--paper")
    if form == "json":
        refuse_unused(args, "JSON has no texts", "--language")
    subject = subject_of(args).dated()
    puzzle = subject.as_puzzle("a challenge has pieces")
    texts = texts_in(args.language)
    with Meter(puzzle.name) as report:

        def find(difficulty: int | None, number: int) -> list[Challenge]:
            """Return up to `number` challenges."""
            date, seed = subject.date or None, args.seed
            challenges = puzzle.challenges(date, args.pieces, difficulty, seed, report)
            return list(islice(challenges, number))

        made = find(args.difficulty, args.number)
        other = [] if made or not args.difficulty else find(None, 1)
    if other:
        step = other[0].difficulty.step
        raise CannotDoError(
            f"no challenge of difficulty {args.difficulty} was found; without --difficulty, one of "
            f"difficulty {step} ({NAMES[step - 1]}) is found"
        )
    if not made and not puzzle.remaining(subject.date or None).count:
        raise CannotDoError(f"{subject.date or puzzle.name} has no solution")
    if not made and args.pieces is None:
        raise CannotDoError(
            "no challenge was found: in every solution tried, removing any one piece leaves "
            "several completions"
        )
    if not made:
        raise CannotDoError(
            f"no challenge with {plural(args.pieces, 'placed piece')} was found; try more"
        )
    links = [_link(puzzle, challenge, args.address) for challenge in made]
    if form == "pdf":
        addresses = links if args.address else [""] * len(made)
        write(challenge_sheet(puzzle, made, addresses, texts, args.paper or "a4"), path)
    elif form == "json":
        records = [_record(puzzle, *each) for each in zip(made, links, strict=True)]
        write(json.dumps(records, ensure_ascii=False, indent=1) + "\n", path)
    else:
        drawings = [_text(puzzle, *each, texts, path) for each in zip(made, links, strict=True)]
        write("\n".join(drawings), path)
    if len(made) < args.number:
        notify(f"no more than {len(made)} were found")


def _link(puzzle: Puzzle, challenge: Challenge, address: str) -> str:
    labels = Solution(puzzle.lowered, challenge.fixed).labels
    page = f"{address}{puzzle.name}.html" if address.endswith("/") else address
    return page + link(puzzle.lowered, labels, given=challenge.placed)


def _placements(puzzle: Puzzle, challenge: Challenge) -> list[str]:
    return notation(puzzle.lowered, challenge.placed)


def _record(puzzle: Puzzle, challenge: Challenge, address: str) -> dict[str, Any]:
    shown = Solution(puzzle.lowered, (*challenge.fixed, *challenge.placed))
    whole = (*challenge.fixed, *challenge.placed, *challenge.remaining)
    return {
        "puzzle": puzzle.name,
        "date": date_record(by_group(puzzle.model, shown.labels) if shown.labels else {}),
        "given": _placements(puzzle, challenge),
        "pieces": shown.record(),
        "solution": Solution(puzzle.lowered, whole, known=shown.names).record(),
        "difficulty": challenge.difficulty.step,
        "nodes": challenge.difficulty.nodes,
        "link": address,
    }


def _text(
    puzzle: Puzzle, challenge: Challenge, address: str, texts: Texts, path: str | None
) -> str:
    shown = Solution(puzzle.lowered, (*challenge.fixed, *challenge.placed))
    difficulty = texts.translate(f"difficulty.{challenge.difficulty.step}")
    lines = [
        f"{' '.join([puzzle.name, *shown.labels])}: "
        + texts.translate("challenge.found", n=len(challenge.placed), hard=difficulty),
        "",
        shown.text(ascii_only=wants_ascii(path)).rstrip("\n"),
        f'--placed "{" ".join(_placements(puzzle, challenge))}"',
        address,
    ]
    return "\n".join(lines) + "\n"
