"""The floors of the package: imports rise, nothing looks upwards or is patched in, no circles.

All imports are read, lazy ones and those for type checkers too. The floors are those of the table
in docs/architecture.md.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import calpuzzle

PACKAGE = Path(str(calpuzzle.__file__)).parent

TABLE = (Path(__file__).parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
# From the ground. What stands on one floor does not see its neighbours.
FLOOR = {room: int(number) for number, room in re.findall(r"(?m)^\| (\d) \| `(\w+)/` ", TABLE)}
FLOOR |= {"_version": 0, "__main__": 9, "__init__": 9}


def module_name(path: Path) -> str:
    parts = ("calpuzzle", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def room(module: str) -> str:
    """The package or module right below calpuzzle that a module belongs to."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def imports(module: str) -> Iterator[str]:
    """The modules of the package that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            # A name may be a module of the package that it is imported from.
            named = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in named:
            if name.split(".")[0] == "calpuzzle":
                yield name if name in MODULES else name.rpartition(".")[0]


GRAPH = {module: {name for name in imports(module) if name != module} for module in MODULES}


def test_every_file_has_its_floor() -> None:
    strange = {room(module) for module in MODULES} ^ FLOOR.keys()
    assert not strange, f"{strange} stand on no floor: say in docs/architecture.md which"


@pytest.mark.parametrize("module", MODULES)
def test_imports_rise(module: str) -> None:
    own = room(module)
    for name in GRAPH[module]:
        other = room(name)
        assert other == own or FLOOR[other] < FLOOR[own], f"{module} looks up to {name}"


def patches(tree: ast.AST) -> Iterator[str]:
    """What a module sets, or deletes, in a class or a module of the package that it imports."""
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    own = [node for node in froms if (getattr(node, "module", "") or "").startswith("calpuzzle")]
    imported = {alias.asname or alias.name for node in own for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            target: ast.expr = node.value
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("setattr", "delattr"):
            target = node.args[0]
        else:
            continue
        if isinstance(target, ast.Name) and target.id in imported:
            yield ast.unparse(node)


def test_no_module_sets_anything_in_another() -> None:
    found = {name: list(patches(ast.parse(path.read_text()))) for name, path in MODULES.items()}
    assert not {name: set_there for name, set_there in found.items() if set_there}


@pytest.mark.parametrize(
    "line", ["Cover.count = None", "Cover.a, x = 1, 2", "setattr(Cover, 'a', 1)", "del Cover.b"]
)
def test_the_reader_of_assignments_sees(line: str) -> None:
    seen = list(patches(ast.parse(f"from calpuzzle.puzzle.cover import Cover\n{line}")))
    assert len(seen) == 1 and not list(patches(ast.parse(f"class Cover: ...\n{line}")))


BENCHMARKS = {path.stem: path for path in (Path(__file__).parents[1] / "benchmarks").glob("*.py")}
BESIDE = {
    name: {
        word
        for word in BENCHMARKS.keys() - {name}
        if re.search(rf"^ *(from|import) {word}\b", path.read_text(), re.M)
    }
    for name, path in BENCHMARKS.items()
}


@pytest.mark.parametrize("graph", [GRAPH, BESIDE], ids=["package", "benchmarks"])
def test_nothing_goes_round_in_a_circle(graph: dict[str, set[str]]) -> None:
    known = {name: {other for other in graph[name] if other in graph} for name in graph}
    while free := [name for name, others in known.items() if not others]:
        for name in free:
            del known[name]
        for others in known.values():
            others.difference_update(free)
    assert not known, f"a circle runs through some of {sorted(known)}"


def test_the_reader_of_imports_sees_lazy_ones_and_those_for_types() -> None:
    assert "calpuzzle.engines.sweep" in GRAPH["calpuzzle.engines.backtrack"]
    assert "calpuzzle.engines.diagram.diagram" in GRAPH["calpuzzle.engines.diagram"]
