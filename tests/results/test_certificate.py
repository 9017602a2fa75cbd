"""Certificates of counts: the checker in examples/ verifies them, and rejects changed ones."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest
import shipped
from building import blank
from certificates import (
    CHECKER,
    END,
    MUTATIONS,
    certificate,
    mutants,
    signed,
    verified,
    with_letters_as_colours,
)
from commands import SMALL
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st
from random_puzzles import cut_frames, fittings, models
from sampled import sampled

import calpuzzle as cp
from calpuzzle.base.errors import DateError, TooLargeError
from calpuzzle.base.stop import StoppedError
from calpuzzle.engines import load
from calpuzzle.formats import toml
from calpuzzle.puzzle.lattices import SQUARES
from calpuzzle.puzzle.lowering import Lowering
from calpuzzle.puzzle.model import Model
from calpuzzle.puzzle.polyominoes import polyominoes
from calpuzzle.results import certificate as module
from calpuzzle.results.certificate import certificate_puzzle, dates_of, new_proof
from calpuzzle.results.proving import PythonProof

FLAT = fittings(sticks=False).filter(lambda model: model.board.dimensions == 2)
KINDS = st.one_of(models(most_cells=16), FLAT, cut_frames()).map(with_letters_as_colours)
NUMBERS = pytest.mark.parametrize("number", [30, pytest.param(600, marks=pytest.mark.slow)])


def counted(model: Model) -> list[int]:
    """Return the count of every date by the reference engine."""
    return [int(n) for n in load("reference").counts(Lowering(model).cover).flat]


@NUMBERS
def test_certificates_of_random_puzzles_are_verified(number: int) -> None:
    zeros = 0

    @seed(number)
    @settings(max_examples=number, database=None, phases=(Phase.generate,))
    @given(KINDS)
    def each(model: Model) -> None:
        nonlocal zeros
        expected = counted(model)
        zeros += 0 in expected
        data = certificate(model)
        found = verified(toml.write(model), data)
        assert [count for count, _ in found] == expected
        labels = dates_of(Lowering(model), "any")
        assert [tuple(words) for _, words in found] == labels

    each()
    assert zeros > number / 20  # the number depends on the version of Hypothesis


@sampled(20, 100, model=KINDS)
def test_compiled_and_python_proofs_have_the_same_counts_and_lines(model: Model) -> None:
    own = certificate_puzzle(Lowering(model))
    terms = own.options, own.least, own.most, own.optional, lambda _: None, 1 << 30
    both = [new_proof(own, lambda _: None, 1 << 30), PythonProof(*terms)]
    assert type(both[0]) is not type(both[1])
    roots = [own.cells & ~(1 << at) for group in own.groups for at in group] or [own.cells]
    for cells in roots:
        first, second = (proof.grow(cells, proof.full) for proof in both)
        assert first == second
    for cells in roots:
        texts: list[list[str]] = [[], []]
        for proof, text in zip(both, texts, strict=True):
            proof.lines(cells, proof.full, text.append)
        assert "".join(texts[0]) == "".join(texts[1])
    assert both[0].lines_written == both[1].lines_written


def small() -> Model:
    found: Model = cp.loads(SMALL).model
    return found


@pytest.mark.long
@pytest.mark.parametrize("number", [25, pytest.param(1000, marks=pytest.mark.slow)])
def test_changed_certificates_are_rejected(number: int) -> None:
    seen: Counter[str] = Counter()
    cases = [(SMALL, certificate(small()))]
    for name in ("month-day-7x7-w", "dray"):
        date = {"dray": "Wed Jan 27"}.get(name, "Jan 1")
        cases.append((shipped.FILES[name].read_text(), certificate(shipped.model(name), date)))
    for case, (text, data) in enumerate(cases):
        assert verified(text, data)
        for kind, changed in islice(mutants(data, Random(case)), number // len(cases) + 1):
            with pytest.raises(ValueError):
                verified(text, changed)
            seen[kind] += 1
    assert len(seen) == len(MUTATIONS) and sum(seen.values()) >= number


def test_a_line_with_another_cell_is_rejected_or_proves_the_same_counts() -> None:
    """A line may name any cell, but the following lines must be those of its children."""
    text, data = SMALL, certificate(small())
    expected = verified(text, data)
    lines = data[:-END].split(b"\n")[:-1]
    fits = 0
    for at, line in list(enumerate(lines))[::36]:
        _, *words = line.split()
        for cell in range(12 if at > 1 and not line.startswith(b"=") else 0):
            changed = [*lines[:at], b" ".join([b"%d" % cell, *words]), *lines[at + 1 :]]
            try:
                found = verified(text, signed(changed))
            except ValueError:
                continue
            assert found == expected
            fits += changed != lines
    assert fits


def test_certificates_with_a_flipped_bit_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    data = certificate(small())
    random = Random(1)
    for _ in range(2):
        at = random.randrange(len(data))
        changed = data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        assert changed != data and checked(tmp_path, changed).returncode == 1


def checked(folder: Path, data: bytes) -> subprocess.CompletedProcess[str]:
    """Run the Python checker on a certificate of small.toml."""
    (folder / "small.cert").write_bytes(data)
    words = [sys.executable, str(CHECKER), "small.toml", "small.cert"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True)


def test_the_checker_prints_the_counts_or_why_it_rejects_them(tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(SMALL)
    data = certificate(small())
    done = checked(tmp_path, data)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 16
    assert "6 A 1" in done.stdout.splitlines()
    done = checked(tmp_path, data[:-END])
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "not verified: the checksum does not match\n"


LAYERS = b'frame = """\n##\n\n##\n"""\n[pieces]\nI = "##"\n'


@pytest.mark.parametrize(
    ("puzzle", "fault"),
    [
        (b'segments = [4, 4]\n[pieces]\nI = "00-"\n', "the key 'segments' is not implemented"),
        (LAYERS, "layers and empty rows are not implemented"),
        (SMALL.replace('"1 2 3 4"', '{labels = "1 2 3 4"}').encode(), "no text: {'labels'"),
        (SMALL.replace("[pieces]", "[groups]").encode(), "Cannot declare"),
        (b"\xef\xbb\xbf" + SMALL.encode(), "Invalid statement"),
        (SMALL.replace("A letter", "\xe9").encode("latin-1"), "codec can't decode"),
        (b"x = " + b"[" * 5000, "recursion"),
        (b"", "no pieces, board or frame"),
        (b'[pieces]\nI = "#"\n', "no pieces, board or frame"),
        (b'frame = "#"\n', "no pieces, board or frame"),
        (b'frame = "#"\n[pieces]\n', "there are no pieces"),
        (b'board = "# #"\n[pieces]\nI = { shape = "#", min = 0 }\n', "no cells, or more than 500"),
        (b'frame = "%b"\n[pieces]\nI = "#"\n' % (b"#" * 501), "no cells, or more than 500"),
        (None, "No such file"),
    ],
)
def test_unsupported_puzzles_are_refused(tmp_path: Path, puzzle: bytes | None, fault: str) -> None:
    if puzzle is not None:
        (tmp_path / "small.toml").write_bytes(puzzle)
    done = checked(tmp_path, certificate(small()))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("refused: ") and fault in done.stderr


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([b"calpuzzle certificate 2", b"dates 0"], "not such a certificate"),
        ([b"calpuzzle certificate 1", b"dates 1"], "there are 0 dates"),
        ([b"calpuzzle certificate 1", b"dates 1", b"= 6 A"], "a date is expected"),
        ([b"calpuzzle certificate 1", b"dates 1", b"= 6 A A"], "has no such label: .*'A', 'A'"),
        (
            [b"calpuzzle certificate 1", b"dates 1", b"= 6 A 1", b"0"],
            "'0' is no cell that is to be",
        ),
        ([b"calpuzzle certificate 1", b"dates 1", b"= 6 A 1", b"1"], "has 11 children here"),
        ([b"calpuzzle certificate 1", b"dates 1", b"= 6 A 1"], "'' is no cell that is to be"),
    ],
)
def test_the_checker_reports_why_it_rejects_a_certificate(lines: list[bytes], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        verified(SMALL, signed(lines))


PENDING = """
frame = "#?#"
[pieces]
P = { sides = ["#", "##"] }
M = "#"
"""


def test_a_state_may_be_referenced_only_after_its_lines() -> None:
    """P on one cell with the next one left empty is the same state as P on both, whose lines come
    later. Without the check, the state would have -1 solutions, and the puzzle 2 instead of 4."""
    first, rest = [b"calpuzzle certificate 1", b"dates 1"], [b"1 . ! .", b"2", b"2 !"]
    right = [b"= 4", b"0 . . .", b"1 . .", b"2", b"2 !", b"2 !"]
    assert verified(PENDING, signed([*first, *right, *rest])) == [(4, [])]
    for count in (2, 3, 4):
        wrong = [b"= %d" % count, b"0 . : .", b"1 . 0", b"2", b"2 !"]
        with pytest.raises(ValueError, match="b'0' is another state, or none"):
            verified(PENDING, signed([*first, *wrong, *rest]))


@pytest.mark.parametrize("word", [64, 0])
def test_a_state_met_before_its_lines_is_written_twice(
    word: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first line numbers the state; the second meets it before its lines, and repeats them."""
    monkeypatch.setattr(module, "WORD", word)  # 0: the Python implementation
    text = 'frame = "#??"\n[pieces]\nP = { sides = ["#", "##"] }\n'
    data = certificate(cp.loads(text).model)
    assert data.splitlines()[2:-1] == [b"= 2", b"0 . :", b"1 .", b"2 !", b"2 !"]
    assert verified(text, data) == [(2, [])]


@pytest.mark.parametrize("word", [64, 0])
def test_a_board_of_open_cells_has_one_solution(word: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WORD", word)
    text = 'board = "A B"\n[groups]\na = "A"\nb = "B"\n[pieces]\nI = { shape = "#", min = 0 }\n'
    assert verified(text, certificate(cp.loads(text).model)) == [(1, ["A", "B"])]


QUICK = {"month-day-7x7-one-side", "month-day-7x7-w", "month-day-7x7-t"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow])
        for name in shipped.CALENDARS
        if shipped.model(name).lattice == SQUARES
    ],
)
def test_the_certificate_of_a_date_of_each_calendar_is_verified(name: str) -> None:
    model = shipped.model(name)
    date = " ".join(group.labels[0] for group in model.groups)
    expected = cp.Puzzle(model).count(date)
    text = shipped.FILES[name].read_text(encoding="utf-8")
    assert verified(text, certificate(model, date)) == [(expected, date.split())]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dray", "month-day-7x7"])
def test_the_certificate_of_all_dates_of_a_calendar_is_verified(name: str, tmp_path: Path) -> None:
    """The certificate of dray has 15 million lines, 81 MB."""
    path = tmp_path / "all.cert"
    puzzle = cp.Puzzle(shipped.model(name))
    counts = puzzle.counts()
    assert puzzle.certify("any", str(path)) == counts.sum()
    assert path.stat().st_size < 200_000_000
    words = [sys.executable, str(CHECKER), str(shipped.FILES[name]), str(path)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert [int(line.split()[0]) for line in done.stdout.splitlines()] == counts.flat[:].tolist()


def test_certify_writes_a_file_that_survives_failed_calls(tmp_path: Path) -> None:
    puzzle = cp.loads(SMALL)
    path = tmp_path / "it.cert"
    assert puzzle.certify("A 1", str(path)) == 6
    assert verified(SMALL, path.read_bytes()) == [(6, ["A", "1"])]
    assert puzzle.certify({"letter": "B", "number": 1}, str(path)) == 2
    assert puzzle.certify("any", str(path), progress=lambda *_: None) == 56
    before = path.read_bytes()
    with pytest.raises(DateError, match="Z is not a label"):
        puzzle.certify("Z 1", str(path))
    with pytest.raises(TooLargeError, match="take more than 1 byte; allow more memory"):
        puzzle.certify("A 1", str(path), memory=1)
    with pytest.raises(StoppedError):
        cp.load("month-day-7x7").certify("any", str(path), stop=time.monotonic() + 0.01)
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


def test_certificates_are_written_for_up_to_500_cells(tmp_path: Path) -> None:
    """Boards of more than 64 cells use the Python implementation."""
    text = 'frame = "{}"\n[pieces]\nI = {{ shape = "####", count = {} }}\n'
    long = text.format("#" * 100, 25)
    assert verified(long, certificate(cp.loads(long).model)) == [(1, [])]
    with pytest.raises(TooLargeError, match="states of this certificate take more than 399 bytes"):
        cp.loads(long).certify("any", str(tmp_path / "it.cert"), memory=399)
    most = text.format("#" * 500, 125)
    single = text.replace("####", "#").format(
        "#" * 500, 500
    )  # one level of the search for each cell
    for own in (most, single):
        assert verified(own, certificate(cp.loads(own).model)) == [(1, [])]
    with pytest.raises(TooLargeError, match="504 cells, and certificates are written for up to"):
        certificate(cp.loads(text.format("#" * 504, 126)).model)


def test_certificates_support_many_classes_of_pieces() -> None:
    """The numbers of remaining pieces take 70 bits. Only one of the 35 hexominoes fits."""
    kinds = tuple([own._replace(least=0, most=3) for own in polyominoes(6)])
    model = Model("2x3", blank(2, 3), kinds)
    assert verified(toml.write(model), certificate(model)) == [(1, [])]


@pytest.mark.parametrize(
    ("date", "count", "lines"), [("Jan 1 Sat", 54, 17_741), ("Jan 27 Wed", 0, 5)]
)
def test_dray_certificates_have_a_known_number_of_lines(date: str, count: int, lines: int) -> None:
    """The number of lines changes if the order in which cells are chosen changes."""
    data = certificate(shipped.model("dray"), date)
    assert data.count(b"\n") == lines + 4
    assert verified(shipped.FILES["dray"].read_text(), data) == [(count, date.split())]
