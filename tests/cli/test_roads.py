"""Commands enter the modules of the table in docs/architecture.md, in its order."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

TABLE = Path(__file__).parents[2] / "docs" / "architecture.md"
ROW = re.compile(r"(?m)^\| `((?:count|solve|hint|batch)[^`]*)` \|(.*)\|$")
MODULES = {
    command: [re.findall(r"`([\w.]+)`", cell) for cell in cells.split("|")]
    for command, cells in ROW.findall(TABLE.read_text(encoding="utf-8"))
}
PROGRAM = """
import json, sys

entered = []

def note(frame, event, argument):
    if event == "return":
        frame = frame.f_back or frame
    module = frame.f_globals.get("__name__", "")
    if event not in ("call", "return") or frame.f_code.co_name == "<module>":
        return
    if module.startswith("calpuzzle."):
        if not entered or entered[-1] != module[10:]:
            entered.append(module[10:])

from calpuzzle.cli import main

sys.setprofile(note)
code = main(sys.argv[1:])
sys.setprofile(None)
print(json.dumps(entered), file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("command", MODULES)
def test_commands_enter_the_modules_in_the_order_of_the_table(command: str, tmp_path: Path) -> None:
    words = command.replace("FILE", str(tmp_path / "file")).split()
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, cwd=tmp_path
    )
    assert run.returncode == 0, run.stderr
    entered = json.loads(run.stderr.splitlines()[-1])
    *before, last = MODULES[command]
    at = 0
    for module in [name for cell in before for name in cell]:
        assert module in entered[at:], f"{module} is not entered, or earlier than the table says"
        at = entered.index(module, at)
    assert all(module in entered[at:] for module in last)


def test_the_table_has_four_commands() -> None:
    assert [command.split()[0] for command in MODULES] == ["count", "solve", "hint", "batch"]
