"""results/datapackage.json is up to date, and the files in results/ match it."""

from __future__ import annotations

import json
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"
SCRIPT = "scripts/data-package.py"
"""Run this script after changing a file in results/."""


def fields() -> set[str]:
    known = json.loads((RESULTS / "datapackage.json").read_text(encoding="utf-8"))["resources"]
    return {own["name"] for each in known if "schema" in each for own in each["schema"]["fields"]}


def test_data_package_is_what_the_script_writes() -> None:
    written = runpy.run_path(str(ROOT / SCRIPT))["text"]()
    assert (RESULTS / "datapackage.json").read_text(encoding="utf-8") == written, SCRIPT


def test_the_readme_explains_every_column() -> None:
    text = (RESULTS / "README.md").read_text(encoding="utf-8")
    engines = {"halves", "frontier", "backtrack", "dancing"}  # README.md lists `diagram` to `race`
    assert not {name for name in fields() - engines if f"`{name}`" not in text}


def faults(path: Path) -> list[str]:
    """Return the types of the faults that frictionless finds."""
    frictionless = pytest.importorskip("frictionless", reason="frictionless is not installed")
    report: Any = frictionless.validate(str(path))
    return [row[0] for row in report.flatten(["type"])]


@pytest.mark.slow
def test_frictionless_finds_faults_only_in_changed_files(tmp_path: Path) -> None:
    assert faults(RESULTS / "datapackage.json") == []
    changed = shutil.copytree(RESULTS, tmp_path / "results")
    with (changed / "dray.csv").open("a", encoding="utf-8") as stream:
        stream.write("Dec,31,Sat,true,-1\n")
    with (changed / "atlas" / "calendarium-6x9.parquet").open("ab") as raw:
        raw.write(b"x")
    assert {"hash-count", "byte-count", "constraint-error", "primary-key"} <= {
        *faults(changed / "datapackage.json")
    }
