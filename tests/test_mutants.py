"""The mutants in tests/mutants.toml exist; a renamed variable would make an entry obsolete."""

from __future__ import annotations

import tomllib
from pathlib import Path

import mutants
import pytest

TABLE = tomllib.loads(Path(mutants.__file__).with_suffix(".toml").read_text("utf-8"))


@pytest.mark.parametrize("name", TABLE)
def test_equivalent_mutants_of_the_table_exist(name: str) -> None:
    changes = [words.partition(": ")[2] for *_, words in mutants.mutants(name)]
    known = {*changes, *(change.partition(" -> ")[0] for change in changes)}
    assert not {*TABLE[name].get("equal", {})} - known
