"""The house's walls: who may import whom, and what importing the core may load."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("dagster", "great_expectations", "torch", "sentence_transformers", "faiss", "spacy", "presidio_analyzer", "sklearn")

# Arrows run one way: pipeline <- knowledge_base, expectations <- assets. The command line ties them together.
MAY_IMPORT = {
    "pipeline": {"pipeline"},
    "knowledge_base": {"knowledge_base", "pipeline"},
    "expectations": {"expectations", "pipeline"},
    "assets": {"assets", "expectations", "knowledge_base", "pipeline"},
}
COMPOSITION_ROOT = Path("pipeline/cli.py")


def modules(package: str) -> list[Path]:
    return [p.relative_to(ROOT) for p in sorted((ROOT / package).rglob("*.py"))]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_arrows_run_one_way(package: str) -> None:
    for path in modules(package):
        if path != COMPOSITION_ROOT:
            assert imported(path) & set(MAY_IMPORT) <= MAY_IMPORT[package], path


@pytest.mark.parametrize("package", ["pipeline", "knowledge_base", "expectations"])
def test_only_assets_imports_dagster(package: str) -> None:
    assert [p for p in modules(package) if "dagster" in imported(p)] == []


def test_importing_the_whole_core_loads_nothing_heavy() -> None:
    names = [".".join(p.with_suffix("").parts).removesuffix(".__init__") for p in modules("pipeline")]
    code = f"import importlib, sys\nfor n in {names!r}: importlib.import_module(n)\nprint([h for h in {HEAVY!r} if h in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert result.stdout.strip() == "[]"


def test_no_string_annotations_where_dagster_reads_them() -> None:
    assert [p for p in modules("assets") if "from __future__ import annotations" in (ROOT / p).read_text("utf-8")] == []
