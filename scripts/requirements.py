"""Print the requirements of calpuzzle, one per line: its dependencies, and those of the named
extras and dependency groups. They are read from pyproject.toml in the current folder.

    python scripts/requirements.py [EXTRA | GROUP ...]

The output is for `pip install -r`, because pip supports dependency groups only from version 25.1.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import Any

WHOLE = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
PROJECT = WHOLE["project"]
KNOWN: dict[str, list[Any]] = PROJECT["optional-dependencies"] | WHOLE["dependency-groups"]


def requirements(own: list[Any]) -> list[str]:
    """Return these requirements. Included groups, and extras of calpuzzle itself, are replaced by
    their requirements."""
    found: list[str] = []
    for requirement in own:
        if isinstance(requirement, dict):
            found += requirements(KNOWN[requirement["include-group"]])
        elif ours := re.fullmatch(rf"{PROJECT['name']}\[(.*)\]", requirement):
            for name in ours[1].split(","):
                found += requirements(KNOWN[name.strip()])
        else:
            found.append(requirement)
    return found


if __name__ == "__main__":
    if unknown := [name for name in sys.argv[1:] if name not in KNOWN]:
        raise SystemExit(f"there is no extra or group {unknown[0]}; there are {', '.join(KNOWN)}")
    asked = [each for name in sys.argv[1:] for each in KNOWN[name]]
    print("\n".join(dict.fromkeys(requirements(PROJECT["dependencies"] + asked))))
