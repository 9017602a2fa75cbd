#!/usr/bin/env python3
"""Write results/datapackage.json, the Frictionless description of the files in results/.

Usage: .venv/bin/python scripts/data-package.py, after a file was added or changed.

The schemas and units of the tables are stated here. The way in which a table was verified is read
from calpuzzle/puzzles/known.toml.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

from calpuzzle.base.files import write_whole

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "results"
KNOWN = ROOT / "calpuzzle" / "puzzles" / "known.toml"
Schema = dict[str, Any]

MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


def field(name: str, kind: str, description: str, **more: Any) -> Schema:
    """Return the description of a column. `more` contains its unit, if any, and its constraints."""
    unit = {"unit": more.pop("unit")} if "unit" in more else {}
    constraints = {"constraints": {"required": True} | more}
    return {"name": name, "type": kind, "description": description} | unit | constraints


def schema(*fields: Schema, key: int = 0) -> Schema:
    """Return the schema of a table with these columns; the first `key` of them identify a row."""
    keys = {"primaryKey": [own["name"] for own in fields[:key]]} if key else {}
    return {"fields": list(fields)} | keys


DATE = (
    field("month", "string", "label of the month", enum=MONTHS),
    field("day", "integer", "label of the day", minimum=1, maximum=31),
    field("weekday", "string", "label of the weekday", enum=WEEKDAYS),
)
COUNTS = (
    field("exists", "boolean", "whether any year has the date: false for 30 February"),
    field("solutions", "integer", "number of solutions", unit="solutions", minimum=0),
)
DIFFICULTY = (
    field("nodes", "number", "pieces tried, a mean; 0 without solution", unit="pieces", minimum=0),
    field("dead_ends", "number", "dead ends met, a mean", unit="dead ends", minimum=0),
    field("forced", "number", "forced moves, a mean", unit="moves", minimum=0),
    field("difficulty", "integer", "1 very easy to 5 very hard; 0 without solution", maximum=5),
)
ATLAS = (
    field("pieces", "string", "names of the pieces, separated by blanks", unique=True),
    field("unsolved", "integer", "combinations of labels without a solution", unit="dates"),
    field("unsolved_existing", "integer", "existing dates without a solution", unit="dates"),
    field("unique", "integer", "combinations of labels with one solution", unit="dates"),
    field("fewest", "integer", "fewest solutions of a combination of labels", unit="solutions"),
    field("most", "integer", "most solutions of a combination of labels", unit="solutions"),
    field("total", "integer", "solutions of all combinations of labels", unit="solutions"),
)
NODES = (
    field("nodes", "number", "mean of the pieces tried, over all existing dates", unit="pieces"),
    field("nodes_error", "number", "standard error of nodes", unit="pieces"),
)
ENGINE = (
    "processor time; or >S: stopped after S seconds; -: not supported; "
    "large: the puzzle is too large for the engine; many: there are too many solutions for it"
)
ENGINES = ("diagram", "halves", "frontier", "backtrack", "dancing", "race")
GROWING = "the quantity that grows: pieces, rows, dates, threads or solutions"
OTHERS = {
    "benchmarks/growth.csv": schema(
        field("quantity", "string", GROWING),
        field("method", "string", "the engine, or the form of the solutions"),
        field("size", "integer", "the size of this quantity", minimum=1),
        field("cost", "number", "time; for the quantity solutions, memory", unit="s, or bytes"),
    ),
    "benchmarks/plan_choices.csv": schema(
        field("puzzle", "string", "the puzzle"),
        field("question", "string", "count, counts, date, some, most, first ..."),
        {"name": "fixed", "type": "string", "description": "numbers of the fixed options"},
        *({"name": name, "type": "string", "description": ENGINE, "unit": "s"} for name in ENGINES),
    ),
}
"""The schemas of the tables that do not belong to a puzzle or an atlas, by path in results/."""


def verified() -> dict[str, str]:
    """Return how the counts of each shipped puzzle were verified, by its name."""
    found = re.findall(r"^# (.*)\n\[(.*)\]$", KNOWN.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: said for said, name in found}


def described(path: Path, sources: dict[str, str]) -> dict[str, Any]:
    """Return the description and the schema of a file; empty for a file without a known schema."""
    place, name = path.relative_to(RESULTS).as_posix(), path.stem
    if path.suffix == ".csv" and path.parent == RESULTS:
        said = f"Counts of all dates of {name}. By: {sources[name]}"
        return {"description": said, "schema": dated(path, COUNTS)}
    if path.parent.name == "difficulty":
        said = f"Difficulty of all dates of {name}. By: calpuzzle batch {name} --difficulty"
        return {"description": said, "schema": dated(path, DIFFICULTY)}
    if path.parent.name == "atlas":
        more = NODES if name.endswith("-difficulty") else ()
        said = f"Counts of the sets of pieces of {name}. By: calpuzzle design judge"
        return {"description": said, "schema": schema(*ATLAS, *more, key=1)}
    if place in OTHERS:
        return {"description": f"By: python {place[:-4]}.py", "schema": OTHERS[place]}
    return {}


def dated(path: Path, columns: tuple[Schema, ...]) -> Schema:
    """Return the schema of a table of dates, which may have no weekdays."""
    with path.open(encoding="utf-8") as file:
        groups = DATE if "weekday" in file.readline() else DATE[:2]
    return schema(*groups, *columns, key=len(groups))


def resource(path: Path, sources: dict[str, str]) -> dict[str, Any]:
    """Return the description of one file."""
    data, place = path.read_bytes(), path.relative_to(RESULTS).as_posix()
    kind = "table" if path.suffix == ".csv" else "file"
    found = {"name": re.sub("[^a-z0-9-]", "-", place), "path": place, "type": kind}
    found |= {"format": path.suffix[1:], "encoding": "utf-8"} if kind == "table" else {}
    return (
        found
        | {"bytes": len(data), "hash": f"sha256:{hashlib.sha256(data).hexdigest()}"}
        | described(path, sources)
    )


def text() -> str:
    """Return the text of datapackage.json, with one resource per line."""
    sources = verified()
    paths = [*RESULTS.rglob("*.*")]
    known = [each for each in sorted(paths) if each.suffix in (".csv", ".parquet", ".toml", ".txt")]
    head = {
        "name": "calpuzzle-results",
        "title": "Counts of calendar puzzles",
        "description": "README.md explains the tables.",
        "licenses": [{"name": "MIT", "title": "MIT License"}],
    }
    lines = ",\n".join(f"  {json.dumps(resource(path, sources))}" for path in known)
    return json.dumps(head, indent=1)[:-2] + f',\n "resources": [\n{lines}\n ]\n}}\n'


if __name__ == "__main__":
    with write_whole(str(RESULTS / "datapackage.json")) as stream:
        stream.write(text().encode())
