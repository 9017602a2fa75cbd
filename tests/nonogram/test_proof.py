"""Proofs that a nonogram has one solution or none, checked by examples/check_nonogram.py and
drat-trim. The checker must reject invalid proofs."""

from __future__ import annotations

import importlib.util
import threading
import time
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType

import nonogram_twin
import pytest
from other_programs import CAT, needs, said
from random_nonograms import MakeNonogram, domino_logic, permutations, read_file, some_seeds

from calpuzzle.api.nonogram_handle import Nonogram
from calpuzzle.base.errors import CannotDoError, InputError
from calpuzzle.base.stop import StoppedError
from calpuzzle.formats.registry import render
from calpuzzle.nonogram import proof
from calpuzzle.nonogram.clues import Clues, Grid, black, fits
from calpuzzle.nonogram.explain import first_look
from calpuzzle.nonogram.proof import NotProvedError, prove
from calpuzzle.nonogram.solver import solve

ROOT = Path(__file__).resolve().parents[2]
MANY = "non_unique.non"  # the only public puzzle with several solutions


@cache
def checker() -> ModuleType:
    """Return the module of the checker, which shares no code with calpuzzle."""
    path = ROOT / "examples" / "check_nonogram.py"
    spec = importlib.util.spec_from_file_location("check_nonogram", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def written(puzzle: Clues) -> str:
    """Return the puzzle in the format that the checker reads."""
    text = render(puzzle._replace(notes=(), goal=None), "non").data
    return text.decode() if isinstance(text, bytes) else text


def verified(puzzle: Clues, formula: str, steps: str) -> Grid | None:
    """Return the only solution, or None, as verified by the checker. Raise ValueError if it rejects
    the proof."""
    grid = checker().verified(written(puzzle), formula, steps)
    return None if grid is None else tuple(map(tuple, grid))


def proved(puzzle: Clues, folder: Path) -> tuple[str, str, Grid | None]:
    """Return the formula, the proof, and the only solution or None."""
    found = Nonogram(puzzle).prove(str(folder / "own"))
    texts = [(folder / f"own{ending}").read_text() for ending in proof.ENDINGS]
    return texts[0], texts[1], None if found is None else found.grid


@some_seeds(20, 60)
@pytest.mark.parametrize("colours", [1, 2, 3])
def test_checker_verifies_proofs_of_random_puzzles(
    random_nonogram: MakeNonogram, tmp_path: Path, colours: int, seeds: int
) -> None:
    seen: Counter[str] = Counter()
    for seed in range(seeds):
        puzzle = random_nonogram(seed, colours, solvable=seed % 3 > 0, most=5)
        rng = Random(seed)
        if seed % 4 == 0:
            puzzle = puzzle._replace(
                given=tuple(
                    tuple(
                        rng.randint(0, colours) if rng.random() < 0.1 else -1
                        for _ in range(puzzle.width)
                    )
                    for _ in range(puzzle.height)
                )
            )
        every: list[Grid] = list(nonogram_twin.solutions(puzzle, puzzle.initial_masks()))
        folder = tmp_path / str(seed)
        folder.mkdir()
        if first_look(puzzle) or len(every) > 1:
            with pytest.raises(CannotDoError, match="no proof is written") as caught:
                Nonogram(puzzle).prove(str(folder / "own"))
            if every:
                assert isinstance(caught.value, NotProvedError)
                one, other = caught.value.solutions
                assert one != other and fits(puzzle, one) and fits(puzzle, other)
                seen["several"] += 1
            assert not list(folder.iterdir())
            continue
        formula, steps, grid = proved(puzzle, folder)
        assert grid == (every[0] if every else None)
        assert verified(puzzle, formula, steps) == grid
        seen["one" if every else "none"] += 1
    assert len(seen) == 3 and min(seen.values()) > seeds / 30


def refuted(clauses: list[frozenset[int]], assumed: frozenset[int]) -> bool:
    """Return whether unit propagation, by its definition, makes a clause false."""
    true = set(assumed)
    while True:
        left = [{x for x in clause if -x not in true} for clause in clauses if not clause & true]
        if set() in left:
            return True
        units = {x for clause in left if len(clause) == 1 for x in clause}
        if not units:
            return any(-x in true for x in true)
        true |= units


def is_valid(formula: str, steps: str) -> bool:
    """Return whether every step follows and one is the empty clause. No step may be a deletion."""
    clauses = [
        frozenset(map(int, line.split()[:-1]))
        for line in formula.splitlines()
        if line[0] not in "cp"
    ]
    for line in steps.splitlines():
        clause = frozenset(map(int, line.split()[:-1]))
        if not refuted(clauses, frozenset(-x for x in clause)):
            return False
        clauses.append(clause)
    return frozenset() in clauses


@some_seeds(9, 30)
def test_changed_proofs_are_accepted_only_if_each_step_follows(tmp_path: Path, seeds: int) -> None:
    puzzle = domino_logic(4)
    formula, text, grid = proved(puzzle, tmp_path)
    steps = text.splitlines()
    assert is_valid(formula, text) and len(steps) > 5
    rng = Random(1)
    verdicts: Counter[tuple[str, bool]] = Counter()
    for number in range(seeds):
        kind = ("drop", "literal", "variable")[number % 3]
        changed = steps.copy()
        at = rng.randrange(len(steps) - 1)
        words = changed[at].split()
        if kind == "drop":
            del changed[at]
        elif kind == "literal":
            words[rng.randrange(len(words) - 1)] = str(rng.choice((-1, 1)) * rng.randint(1, 200))
        else:
            k = rng.randrange(len(words) - 1)
            words[k] = str(-int(words[k]))
        if kind != "drop":
            changed[at] = " ".join(words)
        mutant = "\n".join(changed)
        try:
            accepted = verified(puzzle, formula, mutant) == grid
        except ValueError:
            accepted = False
        assert accepted == is_valid(formula, mutant), (kind, at)
        verdicts[kind, accepted] += 1
    assert all(verdicts[kind, False] for kind in ("drop", "literal", "variable"))
    for broken in ("", "0\n", "\n".join(steps[:-1]), "d 1 2 3 0\n" + text, text + "1 2\n"):
        with pytest.raises(ValueError):
            verified(puzzle, formula, broken)


def test_proofs_for_a_puzzle_with_several_solutions_are_rejected() -> None:
    puzzle = permutations(2)
    clauses = checker().Puzzle(written(puzzle)).clauses()
    body = [" ".join(map(str, (*sorted(clause), 0))) for clause in clauses]
    for more in ([], ["-1 2 3 -4 0"]):
        with pytest.raises(ValueError, match="does not follow"):
            verified(puzzle, "\n".join(body + more), "0\n")


def test_proof_files_are_written_completely_or_not_at_all(tmp_path: Path) -> None:
    puzzle = Nonogram(domino_logic(12))
    name = str(tmp_path / "own")
    event = threading.Event()
    event.set()
    with pytest.raises(StoppedError):
        puzzle.prove(name, stop=event)
    with pytest.raises(CannotDoError, match="no proof is written"):
        puzzle.prove(name, seconds=0)
    (grid,) = solve(puzzle.clues, 1).solutions
    with pytest.raises(StoppedError):
        prove(puzzle.clues, grid, name, stop=time.monotonic())
    with pytest.raises(CannotDoError, match=r"the time ran out after [\d,]+ learned clauses"):
        prove(puzzle.clues, grid, name, seconds=0.01)
    huge = Nonogram(Clues((black([1] * 100),) * 400, (black([1] * 100),) * 400))
    with pytest.raises(CannotDoError, match="too many clauses"):
        prove(huge.clues, None, name)
    wrong: list[str] = ["", "-", str(tmp_path / "nowhere" / "x"), f"{tmp_path}/"]
    for other in wrong:
        with pytest.raises(InputError, match=r"is not a NAME|does not exist"):
            puzzle.prove(other)
    (tmp_path / "own.drat").mkdir()
    with pytest.raises(InputError, match="is a folder"):
        puzzle.prove(name + ".cnf")
    assert [path.name for path in tmp_path.iterdir()] == ["own.drat"]


def test_progress_of_a_proof_is_the_number_of_learned_clauses(tmp_path: Path) -> None:
    puzzle, reports = domino_logic(11), list[int]()
    (grid,) = solve(puzzle, 1).solutions
    learned = prove(
        puzzle, grid, str(tmp_path / "own"), progress=lambda done, _: reports.append(done)
    )
    assert reports == sorted(reports)
    assert reports[0] > 0 and reports[-1] <= learned


def public(folder: Path) -> list[Clues]:
    """Return forty public puzzles with one solution. The last ones are Domino Logic of sizes 1 to
    16; the proofs of the large ones delete learned clauses."""
    files = [read_file(path) for path in sorted(folder.iterdir()) if path.name != MANY]
    return [*files, read_file(CAT), *map(domino_logic, range(1, 17))]


def test_a_long_proof_deletes_only_clauses_that_exist(tmp_path: Path) -> None:
    formula, steps, _ = proved(domino_logic(11), tmp_path)
    deleted = 0
    present = Counter(
        checker().clause_of(line) for line in formula.splitlines() if line[0] not in "cp"
    )
    for line in steps.splitlines():
        clause = checker().clause_of(line.removeprefix("d "))
        present[clause] += -1 if line[0] == "d" else 1
        deleted += line[0] == "d"
        assert present[clause] >= 0
    assert deleted > 500


@pytest.mark.slow
def test_checker_verifies_proofs_of_public_puzzles(nonograms: Path, tmp_path: Path) -> None:
    for puzzle in public(nonograms)[:-6]:
        formula, steps, grid = proved(puzzle, tmp_path)
        assert verified(puzzle, formula, steps) == grid


@needs("drat-trim", "(github.com/marijnheule/drat-trim; make; docs/testing.md)")
@pytest.mark.slow
def test_drat_trim_verifies_proofs_of_public_puzzles(nonograms: Path, tmp_path: Path) -> None:
    puzzles = public(nonograms)
    assert len(puzzles) == 40
    for puzzle in puzzles:
        formula, steps, _ = proved(puzzle, tmp_path)
        names = [tmp_path / f"own{ending}" for ending in proof.ENDINGS]
        assert "s VERIFIED" in said("drat-trim", *names).splitlines()
        assert formula.count("\nc ") and steps
