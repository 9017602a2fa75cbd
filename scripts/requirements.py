"""Prints what calpuzzle, or calpuzzle[EXTRA,...], asks for in the pyproject.toml of this folder, a
line each; an extra that names others of ours asks for what they do.

    python scripts/requirements.py EXTRA,...
"""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]


def requirements(own: list[str]) -> list[str]:
    """These requirements, in the place of those of calpuzzle itself its own."""
    found = []
    for requirement in own:
        if ours := re.fullmatch(rf"{PROJECT['name']}\[(.*)\]", requirement):
            for name in ours[1].split(","):
                found += requirements(PROJECT["optional-dependencies"][name.strip()])
        else:
            found.append(requirement)
    return found


if __name__ == "__main__":
    every = PROJECT["optional-dependencies"]
    names = [name for word in sys.argv[1:] for name in word.split(",")]
    if unknown := [name for name in names if name not in every]:
        raise SystemExit(f"there is no extra {unknown[0]}; there are {', '.join(every)}")
    extras = [every[name] for name in names]
    print("\n".join(dict.fromkeys(requirements(sum(extras, PROJECT["dependencies"])))))
