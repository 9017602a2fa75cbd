"""Writes the row of `scripts/versions` and `scripts/emulated` into docs/testing.md: one for each
machine, Python and set of libraries, by the Python that ran tests.

    python scripts/tried.py newest pytest.log --left "highspy" --options "-m slow"
"""

import argparse
import platform
import re
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "testing.md"
LIBRARIES = ("numpy", "pandas", "pyarrow", "ortools", "highspy", "playwright")
"""The ones that a row names; scripts/versions writes down all."""


def outcome(log: str) -> str:
    """The last word of pytest, with its time in minutes."""
    ends = re.findall(r"^=*\s*(\d+ [a-z]+.*) in ([\d.]+)s", log, re.MULTILINE)
    if not ends:
        raise SystemExit("tried: pytest did not come to its end, so that nothing is written down")
    counts, seconds = ends[-1]
    return f"{counts} ({float(seconds) / 60:.0f} min)"


def row(kind: str, log: str, left: str, also: str, options: str) -> None:
    """Write the row, in the place of an earlier one."""
    versions = []
    for name in LIBRARIES:
        try:
            versions.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    minor = "{}.{}".format(*sys.version_info)
    said = [f"{kind}: {', '.join(versions)}{left and '; without ' + left}"]
    said.append("; ".join(filter(None, (also, outcome(log), options and f"`{options}`"))))
    machine, version = sysconfig.get_config_var("MULTIARCH"), platform.python_version()
    new = f"| {machine} | {version}{sys.abiflags} | {' | '.join(said)} |"
    same = re.compile(rf"\| {machine} \| {re.escape(minor)}\.[\dabrc]+{sys.abiflags} \| {kind}: ")

    lines = PAGE.read_text(encoding="utf-8").split("\n")
    head = next(number for number, line in enumerate(lines) if line.startswith("| machine |")) + 2
    end = next(number for number in range(head, len(lines)) if not lines[number].startswith("|"))
    others = [line for line in lines[head:end] if not same.match(line)]
    lines[head:end] = sorted([*others, new])
    PAGE.write_text("\n".join(lines), encoding="utf-8")
    print(new, file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", help="which libraries: lowest, newest, Debian's")
    parser.add_argument("log", type=Path, help="what pytest printed")
    parser.add_argument("--left", default="", help="the packages that could not be installed")
    parser.add_argument("--also", default="", help="what was run besides")
    parser.add_argument("--options", default="", help="those of pytest")
    args = parser.parse_args()
    row(args.kind, args.log.read_text(encoding="utf-8"), args.left, args.also, args.options)
