"""The disassembly of solutions by the commands `solve` and `count`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import Run

RING = """
frame = '''
###
###
###
'''
[pieces]
RING = '''
###
#.#
###
'''
DOT = "#"
"""


def test_solve_and_count_report_whether_solutions_come_apart(run: Run) -> None:
    Path("ring.toml").write_text(RING, encoding="utf-8")
    assert run("count", "soma", "--unique", "--disassembles").out == "240\n"
    assert run("count", "ring.toml", "--disassembles").out == "0\n"
    assert run("solve", "ring.toml", "--disassemble").out.endswith("\ndoes not come apart\n")
    assert run("solve", "ring.toml", "--disassembles").out == "ring: no solution\n"
    output = run("solve", "Sat", "Jan", "1", "--disassemble").out.splitlines()
    first = output.index("comes apart, levels 1.1.1.1.1.1.1.1.1")
    assert output[first + 1] == "I4 J4 S4 J5 N5 Q5 T5 U5 V5 Z5:"
    assert output[first + 2].startswith("  1. ") and " out " in output[first + 2]
    own = json.loads(run("solve", "ring.toml", "--disassemble", "--format", "json").out)
    assert own["disassembly"] == [None]
    soma = json.loads(run("solve", "soma", "--disassemble", "-n", "2", "--format", "json").out)
    assert [len(each["levels"]) for each in soma["disassembly"]] == [6, 6]
    move = soma["disassembly"][0]["separations"][0]["moves"][0]
    assert move.keys() == {"pieces", "by", "out"} and len(move["by"]) == 3


@pytest.mark.parametrize(("words", "pieces"), [("soma", 7), ("Sat Jan 1", 10)])
def test_a_film_shows_each_frame_once(run: Run, words: str, pieces: int) -> None:
    assert run("solve", *words.split(), "--disassemble", "-o", "film.svg").code == 0
    root = ElementTree.parse("film.svg").getroot()
    svg = {"s": root.tag[1:].partition("}")[0]}
    frames = root.findall("s:g", svg)
    # One frame with all pieces; then three for each piece that is taken out, and one without it.
    assert len(frames) == 1 + 4 * (pieces - 1)
    shown = [frame.find("s:animate", svg) for frame in frames]
    for k, each in enumerate(shown):
        assert each is not None
        values, times = (each.get(name, "").split(";") for name in ("values", "keyTimes"))
        seen = [
            float(time) for time, value in zip(times, values, strict=True) if value == "visible"
        ]
        assert seen == [pytest.approx(k / len(frames), abs=1e-5)]
        assert times[values.index("visible") + 1 :] in ([], [f"{(k + 1) / len(frames):.6g}"])
    faces = {f"#{face.get('id')}": face for face in root.iter(f"{{{svg['s']}}}g")}
    for frame in frames:
        for use in frame.findall("s:use", svg):
            frame.extend(faces[use.get("href", "")])
    fills = [{each.get("fill") for each in frame if each.get("fill")} for frame in frames]
    assert len(fills[0]) > len(fills[-1])
    texts = ["".join(frame.itertext()).strip() for frame in frames]
    assert not texts[0] and all(" out " in text for text in texts[1:4])


def test_there_is_no_film_of_a_solution_that_does_not_come_apart(run: Run) -> None:
    Path("ring.toml").write_text(RING, encoding="utf-8")
    done = run("solve", "ring.toml", "--disassemble", "-o", "film.svg")
    assert done.code == 1 and "1 solution, and it does not come apart" in done.err
    assert not Path("film.svg").exists()
