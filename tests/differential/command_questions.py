"""The same questions to the command line, which reads files and prints text."""

from __future__ import annotations

import csv
import io
import json
import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from conformance import plain

from calpuzzle.formats import registry
from differential.command_line import (
    can_be_asked,
    date_words,
    grid_words,
    memory_words,
    new_file,
    path_of,
    run,
    words_of,
)
from differential.compared import Case
from differential.cover_questions import CoverCase
from differential.model_case import ModelCase
from differential.nonogram_questions import GridCase
from differential.written import TYPED, place

SHOWN = 60  # if there are more solutions, only some are printed
FORMATS = ("toml", "dpf", "geo", "doodle", "xmpuzzle", "dlx")


def command_count(case: Case) -> None:
    path = path_of(case)
    if path is None:
        return
    if isinstance(case, ModelCase):
        if can_be_asked(case):
            done = run("count", *words_of(case, path), *memory_words(case))
            case.same("count", (done.code, done.out), (0, f"{case.number}\n"))
    elif isinstance(case, GridCase):
        words = ["--placed", grid_words(case)] if "pieces placed" in case.contexts else []
        done = run("count", path, *words)
        case.same("count", (done.code, done.out), (0, f"{len(case.found)}\n"))
    elif isinstance(case, CoverCase):
        done = run("count", path)
        case.same("count", (done.code, done.out), (0, f"{case.number}\n"))


def command_solve(case: Case) -> None:
    path = path_of(case)
    if path is None:
        return
    if isinstance(case, ModelCase):
        if can_be_asked(case):
            _solve(case, path)
    elif isinstance(case, GridCase):
        words = ["--placed", grid_words(case)] if "pieces placed" in case.contexts else []
        done = run("solve", path, "--all", "--format", "json", *words)
        width = case.clues.width
        rows = [
            [case.drawing(own[k : k + width]) for k in range(0, len(own), width)]
            for own in case.found
        ]
        case.same("solutions", sorted(done.data["solutions"]), sorted(rows))
        case.same("total", done.data["total"], len(rows))
    elif isinstance(case, CoverCase):
        done = run("solve", path, "--all", "--format", "json")
        lines = [line.strip() for line in case.text().splitlines()[2:]]
        expected = sorted([lines[k] for k in own] for own in case.known.solutions)
        case.same("solutions", sorted(done.data["solutions"]), expected)


def _solve(case: ModelCase, path: Path) -> None:
    words = words_of(case, path)
    records = Counter(_record(case, *own) for own in case.found)
    if len(case.found) > SHOWN:
        words += ["-n", "3"]
    else:
        words.append("--all")
    form = case.rng.choice(("json", "jsonl"))
    done = run("solve", *words, "--format", form, *memory_words(case))
    case.same("exit code", done.code, 0)
    if form == "json":
        case.same("total", done.data["total"], len(case.found))
    if path.suffix == ".xmpuzzle":
        return  # its cells have other coordinates
    found = done.data["solutions"] if form == "json" else map(json.loads, done.out.splitlines())
    got = Counter(json.dumps(own, sort_keys=True) for own in found)
    if len(case.found) > SHOWN:
        case.same("three solutions", (sum(got.values()), got <= records), (3, True))
        return
    case.same("solutions", got, records)
    if case.found:
        number = case.rng.randint(1, len(case.found))
        one = run("solve", *words_of(case, path), "--nth", number, "--format", "jsonl")
        case.same("nth", json.dumps(json.loads(one.out), sort_keys=True) in records, True)


def _record(case: ModelCase, date: int, solution: tuple[int, ...]) -> str:
    """Return a solution as JSON; with the cells of its labels if the question is for all dates."""
    own: dict[str, Any] = {
        name: [list(cell) for cell in cells] for name, cells in case.known.named(solution).items()
    }
    if case.date is None:
        at = case.model.board.at
        for group, label in zip(case.model.groups, case.known.dates[date], strict=True):
            own[group.name] = sorted(list(at[part]) for part in group.opened[label])
    return json.dumps(own, sort_keys=True)


def command_unique(case: ModelCase) -> None:
    path = path_of(case)
    if path is None or not can_be_asked(case):
        return
    if case.model.board.bare:
        case.same("a bare puzzle", run("count", *words_of(case, path), "--unique").code, 2)
        return
    apart = ["--mirrors-apart"] if case.rng.random() < 0.5 else []
    done = run("count", *words_of(case, path), "--unique", *apart)
    group = case.symmetries_kept(not apart)
    number = len(case.known.orbits(case.found, group))
    case.same("count --unique", (done.code, done.out), (0, f"{number}\n"))


def command_table(case: ModelCase) -> None:
    path = path_of(case)
    if path is None:
        return
    names = [group.name for group in case.model.groups]
    own = zip(case.known.dates, case.known.counts, strict=True)
    rows = [[*labels, str(number)] for labels, number in own]
    done = run("table", path, "--format", "csv")
    case.same("table", list(csv.reader(io.StringIO(done.out))), [[*names, "solutions"], *rows])
    least = case.rng.choice(case.known.counts)
    done = run("table", path, "--format", "csv", "--where", f"solutions>={least}")
    kept = [row for row in rows if int(row[-1]) >= least]
    case.same("table where", list(csv.reader(io.StringIO(done.out)))[1:], kept)


def command_check(case: Case) -> None:
    path = path_of(case)
    if path is None:
        return
    done = run("check", path, "--solvable")
    if isinstance(case, GridCase):
        total = len(case.every)
    else:
        assert isinstance(case, ModelCase | CoverCase)
        total = case.total
    case.same("check --solvable", done.code, 0 if total else 1)
    done = run("check", path, "--format", "json", "--seconds", "60")
    found = done.data
    if not found["sound"]:
        case.same(f"total, for {found}", total, 0)
        return
    case.same("total", found["total"], total)
    if isinstance(case, ModelCase):
        counts = case.known.counts
        got = [found[name] for name in ("dates", "unsolved", "fewest", "most", "unique")]
        expected = [len(counts), counts.count(0), min(counts), max(counts), counts.count(1)]
        case.same("check", got, expected)


def command_hint(case: ModelCase) -> None:
    """Compare a hint of level 5 with the rules of docs/hints.md."""
    path = path_of(case)
    known = case.known
    if path is None or path.suffix == ".xmpuzzle" or case.total > SHOWN:
        return
    puzzle = _plain(case)
    date = None
    if case.date is not None and case.model.groups:
        labels = known.dates[case.date]
        date = [g.labels.index(own) for g, own in zip(case.model.groups, labels, strict=True)]
    order = case.rng.sample(case.placed, len(case.placed))
    own = known.named(case.placed)
    placed = {
        name: [list(c) for c in cells]
        for k in order
        for name, cells in own.items()
        if cells == known.placements[k].cells
    }
    placements = [
        plain.Placement(known.placements[k].kind, known.placements[k].cells) for k in order
    ]
    if len(placed) < len(placements):
        return
    words = [
        str(path),
        *(date_words(case) if date is not None else ["any"] * bool(case.model.groups)),
    ]
    words += ["--placed", json.dumps(placed)] if placed else []
    done = run("hint", *words, "--level", "5", "--format", "json")
    expected = plain.said(puzzle, date, placements)
    found = done.data
    case.same("takes back", found["back"], expected.take_back is not None)
    hinted = expected.placement
    if expected.take_back is not None:
        hinted = placements[expected.take_back]
    got = None
    if found["placement"] is not None:
        (number,) = case.puzzle.placed(found["placement"])
        index = case.placement_of[number]
        assert isinstance(index, int)
        got = known.placements[index].kind, known.placements[index].cells
    case.same(f"hint ({expected.status})", got, hinted and tuple(hinted))


def _plain(case: ModelCase) -> plain.Puzzle:
    """Return the puzzle in the form that the plain rules read."""
    model, known, lattice = case.model, case.known, case.model.lattice.name
    cells = sorted(known.bit)
    data: dict[str, Any] = {
        "cells": cells,
        "labels": [
            dict(zip(known.bit, model.board.labels, strict=False)).get(c, "") for c in cells
        ],
        "optional": [k for k, cell in enumerate(cells) if known.bit[cell] & known.optional],
        "colours": [],
        "step": 1,
        "groups": [
            {"labels": g.labels, **({"labelSets": g.label_sets} if g.label_sets else {})}
            for g in model.groups
        ],
        "pieces": [
            {"least": own.least, "most": own.most, "orientations": []} for own in known.kinds
        ],
    }
    for piece in model.pieces:
        data["pieces"][known.kind_of[piece.names[0]]]["orientations"] += piece.sides
    if model.board.bare:
        data["spots"] = [(0, k) for k in range(len(cells))]
    elif lattice in TYPED and lattice not in ("squares", "sticks"):
        wide = 2 if lattice == "hexagons" else 1
        places = [place(c, lattice) for c in cells]
        left = min(x for _, _, x in places)
        left -= left % 2 if wide == 1 else 0  # so that triangles point as in a puzzle file
        data["spots"] = [(z, y, (x - left) // wide) for z, y, x in places]
    elif lattice not in TYPED:
        data["spots"] = cells
    found = plain.Puzzle(data)
    found.placements = sorted(plain.Placement(own.kind, own.cells) for own in known.placements)
    found.sizes = [set() for _ in known.kinds]
    for own in known.placements:
        found.sizes[own.kind].add(len(own.cells))
    return found


def command_convert(case: Case) -> None:
    """Convert to another format, and count the solutions of the converted file."""
    path = path_of(case)
    if path is None or isinstance(case, GridCase):
        if path is not None and isinstance(case, GridCase):
            _convert_grid(case, path)
        return
    assert isinstance(case, ModelCase | CoverCase)
    into = new_file(case.rng.choice(FORMATS if isinstance(case, ModelCase) else ("dlx",)))
    words: list[object] = [path, into]
    number = case.total
    if isinstance(case, ModelCase):
        date = case.date if case.model.groups and case.rng.random() < 0.5 else None
        words += date_words(case) if date is not None else []
        number = case.total if date is None else case.known.counts[date]
    done = run("convert", *words)
    if done.code:
        case.same("a format that cannot say it", done.code, 2)
        return
    back = run("count", into, *(["any"] if into.suffix != ".dlx" else []))
    case.same(f"count of the {into.suffix}", (back.code, back.out), (0, f"{number}\n"))


def _convert_grid(case: GridCase, path: Path) -> None:
    forms = [
        name
        for name, form in registry.FORMATS.items()
        if form.kind == "nonogram" and form.writes and form.reads
    ]
    form = case.rng.choice(forms)
    into = new_file("out")
    done = run("convert", path, into, "--format", form)
    if done.code:
        case.same("a format that cannot say it", done.code, 2)
        return
    keeps = case.clues.given is None or "given" in registry.FORMATS[form].keeps
    back = run("count", into, "--from", form)
    if keeps:
        case.same(f"count of the {form}", (back.code, back.out), (0, f"{len(case.every)}\n"))


def command_hint_grid(case: GridCase) -> None:
    from conformance import plain_lines

    path = path_of(case)
    words = ["--placed", grid_words(case)] if "pieces placed" in case.contexts else []
    done = run("hint", path, "--level", "3", "--format", "json", *words)
    found = done.data
    expected = plain_lines.hint(case.plain, case.plain.known(case.cells))
    case.same("a contradiction", done.code, 1 if expected["kind"] == "wrong" else 0)
    if expected["kind"] == "wrong":
        return
    known = case.plain.known(case.cells)
    cells = [min(own) if len(own) == 1 else -1 for own in known]
    for cell, colour in expected.get("cells", ()):
        cells[cell] = colour
    width = case.clues.width
    rows = [case.drawing(cells[k : k + width]) for k in range(0, len(cells), width)]
    case.same(f"grid after the hint ({expected['kind']})", found["grid"], rows)


def cached(case: ModelCase) -> None:
    """Count and list with a diagram that is stored on disk."""
    path = path_of(case)
    if path is None or not can_be_asked(case):
        return
    kept = os.environ.get("CALPUZZLE_CACHE", "")
    with tempfile.TemporaryDirectory() as own:
        os.environ["CALPUZZLE_CACHE"] = own
        try:
            run("hint", path, *(["any"] if case.model.groups else []))
            done = run("count", *words_of(case, path))
            case.same("count beside a cache", (done.code, done.out), (0, f"{case.number}\n"))
            if len(case.found) <= SHOWN:
                _solve(case, path)
        finally:
            os.environ["CALPUZZLE_CACHE"] = kept


MODELS = (
    command_count,
    command_solve,
    command_unique,
    command_table,
    command_check,
    command_hint,
    command_convert,
    cached,
)
COVERS = (command_count, command_solve, command_check, command_convert)
GRIDS = (command_count, command_solve, command_check, command_convert, command_hint_grid)
