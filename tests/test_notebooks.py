"""The outputs in the notebook for researchers are up to date.

`python tests/test_notebooks.py` runs the notebook and updates its outputs.
"""

from __future__ import annotations

import base64
from typing import Any

import pytest
from commands import ROOT

pytestmark = pytest.mark.long

nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
pytest.importorskip("ipykernel", reason="ipykernel is not installed")
matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")

NOTEBOOK = ROOT / "examples" / "researcher.ipynb"


def read() -> Any:
    return nbformat.read(NOTEBOOK, as_version=4)


def executed() -> Any:
    """Return the notebook after all cells have been run, without the times of the runs."""
    notebook = read()
    nbclient.NotebookClient(
        notebook, kernel_name="python3", timeout=120, record_timing=False
    ).execute()
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def contents(notebook: Any) -> list[dict[str, Any]]:
    """Return the content of each output: the printed text, or the data of each MIME type."""
    return [
        {"stream": output.text} if output.output_type == "stream" else dict(output.data)
        for cell in notebook.cells
        for output in cell.get("outputs", ())
    ]


def same_matplotlib(png: str) -> bool:
    return f"Matplotlib version{matplotlib.__version__},".encode() in base64.b64decode(png)


def test_outputs_of_the_notebook_are_up_to_date() -> None:
    stored, now = contents(read()), contents(executed())
    assert len(stored) == len(now) > 8
    for before, after in zip(stored, now, strict=True):
        assert before.keys() == after.keys() and "stream" not in before, before
        for kind in before:
            # Other versions of pandas and matplotlib may lay out tables and charts differently.
            if kind == "text/html" or (kind == "image/png" and not same_matplotlib(before[kind])):
                continue
            assert before[kind] == after[kind], kind


if __name__ == "__main__":
    nbformat.write(executed(), NOTEBOOK)
