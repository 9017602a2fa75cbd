"""What has to be the same in several files, before a release and after it."""

from __future__ import annotations

import re
import tomllib

import pytest
from commands import ROOT

import calpuzzle

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_versions() -> None:
    assert f"\nversion: {calpuzzle.__version__}\n" in text("CITATION.cff")
    first = re.findall(r"^## \[(.*?)\]", text("CHANGELOG.md"), re.MULTILINE)[0]
    assert first in ("Unreleased", calpuzzle.__version__)
    project = tomllib.loads(text("pyproject.toml"))
    built = re.findall(r"cp3(\d+)-", project["tool"]["cibuildwheel"]["build"])
    least = project["project"]["requires-python"].removeprefix(">=3.")
    assert built[0] == least and built == sorted(built, key=int)


@pytest.mark.skipif(not WORKFLOWS, reason="the workflows are in the checkout only")
def test_workflows_name_what_is_there() -> None:
    for path in WORKFLOWS:
        for command in re.findall(r"run: (\S+)", path.read_text(encoding="utf-8")):
            if "/" in command:
                assert (ROOT / command).is_file(), command
        for used in re.findall(r"uses: (\./\S+)", path.read_text(encoding="utf-8")):
            assert (ROOT / used).is_file(), used
