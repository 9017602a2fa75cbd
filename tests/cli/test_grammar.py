"""What all verbs do in the same way."""

from __future__ import annotations

import pytest
from commands import Run

WRITTEN = """
solve small.toml B 3 -o x.json
show small.toml -o x.svg
year month-day-7x7 2027 -o x.txt
puzzles -o x.txt
new 7x7 -o y.toml
convert two.txt y.dlx
table small.toml -o x.csv
compare plain.toml -o x.csv
certify plain.toml -o x.txt
fit two.txt -o x.txt
challenge small.toml B 3 --pieces 2 -o x.txt
nonogram solve heart.non -o x.txt
nonogram step heart.non -o x.txt
completion zsh -o x.zsh
"""


@pytest.mark.parametrize("line", WRITTEN.strip().splitlines())
def test_what_is_written_is_said_once_and_alike(run: Run, line: str) -> None:
    done = run(*line.split())
    said = [
        row
        for row in done.err.splitlines()
        if row.startswith(f"calpuzzle: wrote {line.split()[-1]}")
    ]
    assert (done.code, done.out, len(said)) == (0, "", 1), done
