"""Whole commands that ask what a diagram, or a count of kinds, can tell: beside an older commit.

    python benchmarks/questions.py                    this checkout alone
    python benchmarks/questions.py --compare COMMIT   beside that commit, which is built in a folder
    python benchmarks/questions.py --limit 60         what takes longer in seconds is ended

Each question is put to each checkout once, as a command with an empty cache; the first number of
what it prints has to be that which stands here, where the command says one.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from math import factorial
from pathlib import Path
from typing import NamedTuple

from compare import built
from measure import shown

ROOT = Path(__file__).resolve().parents[1]


class Question(NamedTuple):
    """A question in words, the words of the command, and the number that is to be said."""

    name: str
    words: str
    said: int | None = None


QUESTIONS = (
    Question(
        "fewest flips of 141,252 solutions",
        "solve Sat Jan 1 weekday-7x8-corner --fewest-flips",
        141_252,
    ),
    Question("standing upright, any date", "solve any weekday-8x7 --gravity-safe", 4_937_780),
    Question("a year, 161,000 solutions a day", "year 2027 weekday-7x8-corner"),
    Question("20 equal blocks, told apart", "count blocks20.toml", factorial(20)),
    Question("25 equal blocks, told apart", "count blocks25.toml", factorial(25)),
    Question("36 equal blocks, told apart", "count blocks36.toml", factorial(36)),
    Question("pentominoes on 6x10, by name", "count pentominoes-6x10", 9_356),
    Question("as .dpf", "count p.dpf", 9_356),
    Question("as .dlx", "count p.dlx", 9_356),
    Question("as .dlx, its lines and items shuffled", "count shuffled.dlx", 9_356),
    Question("a solution where five cells stay empty", "fit spare.toml -n 1 --format json"),
    Question("a cube of 1,728 cells in nine parts", "count cube.xmpuzzle", 24),
    Question("a cube of 27 cells, 688 placements", "count soma", 11_520),
)

SPARE = {"P": 2, "X": 4, "T4": 4, "L": 3, "N": 3}
DRAWN = {
    "P": "##\n##\n#.",
    "X": ".#.\n###\n.#.",
    "T4": "###\n.#.",
    "L": "####\n#...",
    "N": "##..\n.###",
}
EDGE = 12


def write_files(folder: Path) -> None:
    """The puzzles that are asked about."""
    for number, width, height in ((20, 10, 8), (25, 10, 10), (36, 12, 12)):
        frame = "\n".join(["#" * width] * height)
        pieces = "".join(f'B{k} = """\n##\n##"""\n' for k in range(number))
        text = f'frame = """\n{frame}\n"""\n[pieces]\n{pieces}'
        (folder / f"blocks{number}.toml").write_text(text, encoding="ascii")
    (folder / "spare.toml").write_text(spare(), encoding="ascii")
    (folder / "cube.xmpuzzle").write_text(cube(), encoding="ascii")
    for name in ("p.dpf", "p.dlx"):
        asked(ROOT, ["convert", "pentominoes-6x10", name], folder, 60)
    comment, items, *options = (folder / "p.dlx").read_text(encoding="ascii").splitlines()
    # Any order does that has nothing to do with the board.
    mixed = " ".join(sorted(items.split(), key=hash_of))
    lines = [comment, mixed, *sorted(options, key=hash_of)]
    (folder / "shuffled.dlx").write_text("\n".join(lines) + "\n", encoding="ascii")


def spare() -> str:
    """Sixteen pieces for a frame of 81 cells, of which five stay empty."""
    frame = "\n".join(["?" * 9] * 9)
    pieces = "".join(
        f'{name} = {{ shape = """\n{DRAWN[name]}\n""", count = {number} }}\n'
        for name, number in SPARE.items()
    )
    return f'frame = """\n{frame}\n"""\n[pieces]\n{pieces}'


def cube() -> str:
    """A cube that is cut in nine parts, each of them scattered all over it, as BurrTools writes
    it: large shapes that can lie in few ways."""
    cells = [(x, y, z) for z in range(EDGE) for y in range(EDGE) for x in range(EDGE)]
    owners = [hash_of(str(cell)) % 9 for cell in cells]
    size = f'x="{EDGE}" y="{EDGE}" z="{EDGE}" type="0"'
    texts = ["".join("_#"[own == k] for own in owners) for k in range(9)] + ["#" * EDGE**3]
    shapes = "".join(f"<voxel {size}>{text}</voxel>" for text in texts)
    used = "".join(f'<shape id="{k}" count="1"/>' for k in range(9))
    problem = f'<problem state="0"><shapes>{used}</shapes><result id="9"/></problem>'
    return (
        f'<puzzle version="2"><gridType type="0"/><shapes>{shapes}</shapes>'
        f"<problems>{problem}</problems></puzzle>"
    )


def hash_of(text: str) -> int:
    """A number that is the same each time."""
    return zlib.crc32(text.encode("ascii"))


def asked(tree: Path, words: Sequence[str], folder: Path, limit: float) -> tuple[float, str]:
    """Return how many seconds the command takes in a checkout, and what it says; no text where it
    is ended."""
    environment = os.environ | {"PYTHONPATH": str(tree), "CALPUZZLE_CACHE": ""}
    began = time.perf_counter()
    try:
        run = subprocess.run(
            [sys.executable, "-m", "calpuzzle", *words],
            env=environment,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return limit, ""
    return time.perf_counter() - began, run.stdout or run.stderr


def answer(question: Question, tree: Path, folder: Path, limit: float) -> str:
    """The time as a cell of the table. Raises SystemExit for a wrong number."""
    seconds, text = asked(tree, question.words.split(), folder, limit)
    if not text:
        return f"over {limit:.0f} s"
    if text.startswith("calpuzzle: "):
        return f"refused, {shown(seconds)}"
    number = re.search(r"(?:: |^)([\d,]+)(?: solution|\s*$)", text, re.MULTILINE)
    if question.said is not None and (
        not number or int(number[1].replace(",", "")) != question.said
    ):
        raise SystemExit(f"{question.words} said {text[:200]}, not {question.said}")
    return shown(seconds)


def main() -> None:
    """Ask each question."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--compare", metavar="COMMIT", help="ask that commit, too")
    parser.add_argument("--limit", type=float, default=30.0, help="seconds a question may take")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        write_files(folder)
        trees = {"here": ROOT}
        if args.compare:
            old = folder / "old"
            old.mkdir()
            trees = {built(args.compare, old): old, **trees}
        print(f"| | {' | '.join(trees)} |\n| --- |{' ---: |' * len(trees)}")
        for question in QUESTIONS:
            cells = [answer(question, tree, folder, args.limit) for tree in trees.values()]
            print(f"| {question.name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
