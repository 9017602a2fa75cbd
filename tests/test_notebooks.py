"""Whether the notebook for researchers shows what the program gives.

`python tests/test_notebooks.py` runs it, and writes its outputs as they are now.
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
    """The notebook as it is when all cells have been run, without the times that this took."""
    notebook = read()
    nbclient.NotebookClient(
        notebook, kernel_name="python3", timeout=120, record_timing=False
    ).execute()
    notebook.metadata.language_info = {"name": "python"}
    return notebook


def shown(notebook: Any) -> list[dict[str, Any]]:
    """What each output shows: printed text, or the data of each kind."""
    return [
        {"stream": output.text} if output.output_type == "stream" else dict(output.data)
        for cell in notebook.cells
        for output in cell.get("outputs", ())
    ]


def same_matplotlib(png: str) -> bool:
    return f"Matplotlib version{matplotlib.__version__},".encode() in base64.b64decode(png)


def test_the_notebook_shows_what_it_gives() -> None:
    kept, now = shown(read()), shown(executed())
    assert len(kept) == len(now) > 8
    for before, after in zip(kept, now, strict=True):
        assert before.keys() == after.keys() and "stream" not in before, before
        for kind in before:
            # What pandas and matplotlib lay out may look otherwise in other versions of these.
            if kind == "text/html" or (kind == "image/png" and not same_matplotlib(before[kind])):
                continue
            assert before[kind] == after[kind], kind


if __name__ == "__main__":
    nbformat.write(executed(), NOTEBOOK)
