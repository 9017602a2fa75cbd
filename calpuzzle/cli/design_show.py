"""Query an atlas, as `calpuzzle table` queries counts.

The columns are pieces (or board), unsolved, unsolved_existing, unique, fewest, most and total.
pieces=X5,I5 selects sets with one of these pieces, pieces!=X5 sets without X5, board=r1c1 boards
without that cell. --difficulty adds nodes and nodes_error. -o FILE.parquet writes the rows as an
atlas. A picture has a point for each row: unsolved dates across, all solutions up, orange if every
date is solved. If there are only a few rows, every point has a name. Otherwise only the points of
shipped puzzles have names, and in a CSV atlas, which does not contain its board, no point has one.

examples:
  calpuzzle design show examples/shelf-sets.csv --where unsolved=0 --sort total --head 3
  calpuzzle design show examples/shelf-sets.csv --where pieces=O4 --where 'fewest>=1' --format json
  calpuzzle design show examples/shelf-sets.csv -o sets.svg
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.wording import plural
from calpuzzle.cli import options
from calpuzzle.cli.output import PICTURES, bytes_to, target, write
from calpuzzle.cli.parser import Parser, at_least
from calpuzzle.cli.progress import Meter
from calpuzzle.cli.subject import refuse_unused
from calpuzzle.design.judging.atlas import GRADED, Atlas
from calpuzzle.design.judging.shipped_rows import marks
from calpuzzle.draw.heatmap import check_matplotlib
from calpuzzle.draw.scatter import scatter

if TYPE_CHECKING:
    import pandas as pd


PARQUET = "parquet"
FORMATS = (*options.TABLES, PARQUET, *PICTURES)
DIFFICULTY_TRIES = 200  # the default number of tries for --difficulty
MAX_ROWS = 100  # rows whose dates can be listed


def configure(parser: Parser) -> None:
    """Declare the options."""
    add = parser.add_argument
    add("atlas", metavar="ATLAS", help="a file from calpuzzle design")
    text = f"add the dates that each row cannot solve, for at most {MAX_ROWS} rows"
    add("--dates", action="store_true", help=text)
    tries = at_least(2)
    text = f"add the difficulty of each row's dates, from N tries (default {DIFFICULTY_TRIES})"
    add("--difficulty", metavar="N", type=tries, nargs="?", const=DIFFICULTY_TRIES, help=text)
    options.add_jobs(parser, "processes")
    options.add_query(parser, "unsolved=0", "pieces=X5,I5", "'fewest>=2'")
    options.add_format(parser, FORMATS)


def run(args: argparse.Namespace) -> None:
    """Query the atlas."""
    from calpuzzle.results.table_query import query
    from calpuzzle.results.tables import TEXTS

    form, path = target(args, FORMATS)
    if form in PICTURES:
        refuse_unused(args, "a picture has points", "--dates", "--difficulty", "--jobs", "--sort")
        check_matplotlib()
    if form == PARQUET and (path is None or args.dates):
        raise InputError("an atlas in Parquet is written to a file (-o), without --dates")
    atlas = Atlas(args.atlas)
    sort_by_grade = args.difficulty and (args.sort or "").lstrip("-") in GRADED
    frame = atlas.frame(args.where, *((None, None) if sort_by_grade else (args.sort, args.head)))
    if args.difficulty:
        with Meter("measuring the difficulty") as report:
            frame = atlas.graded(frame, args.difficulty, args.jobs, report)
    if sort_by_grade:
        frame = query(frame, (), args.sort, args.head)
    if args.dates:
        if len(frame) > MAX_ROWS:
            raise InputError(
                f"--dates counts each of {len(frame):,} rows again; select at most {MAX_ROWS} with "
                "--head"
            )
        frame = frame.assign(
            dates=[", ".join(atlas.unsolved(names)) for names in frame[atlas.column]]
        )
    if form == PARQUET and path:
        with bytes_to(path) as stream:
            atlas.write(frame, stream)
    elif form in PICTURES:
        write(_picture(atlas, frame, args.atlas, form), path)
    else:
        write(TEXTS[form](frame), path)


def _picture(atlas: Atlas, frame: pd.DataFrame, path: str, form: str) -> bytes:
    """Draw the rows as points; the title states their number. Raises CannotDoError if there are
    none."""
    if not len(frame):
        raise CannotDoError("there are no rows, so nothing can be drawn")
    solving = plural(int((frame.unsolved == 0).sum()), "solves", "solve")
    name = os.path.splitext(os.path.basename(path))[0]
    title = f"{name}: {plural(len(frame), atlas.noun)}, of which {solving} every date"
    across, up = frame.unsolved.to_numpy(), frame.total.to_numpy()
    return scatter(across, up, marks(atlas, frame), title, form)
