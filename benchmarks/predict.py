"""Runs the product's own step functions over a labelled set and writes predictions, one JSON object a line.

    python -m benchmarks.predict duplicates GOLD PRED
    python -m benchmarks.predict replies    GOLD PRED
    python -m benchmarks.predict pii        GOLD PRED
    python -m benchmarks.predict retrieval  GOLD PRED --corpus FILE

GOLD (and FILE) hold one JSON object a line, plain or .gz. Each task's module says which fields it reads and writes.
"""

from __future__ import annotations

import gzip
import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

TASKS = ("duplicates", "replies", "pii", "retrieval")


def read_rows(path: Path) -> list[dict[str, Any]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream if line.strip()]


@click.command(help=__doc__)
@click.argument("task", type=click.Choice(TASKS))
@click.argument("gold", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("pred", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--corpus", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Documents to retrieve from.")
def main(task: str, gold: Path, pred: Path, corpus: Path | None) -> None:
    if (task == "retrieval") != (corpus is not None):
        raise click.UsageError("--corpus goes with retrieval, and retrieval needs it")
    extra = () if corpus is None else (read_rows(corpus),)
    rows: Iterator[dict[str, Any]] = importlib.import_module(f"benchmarks.{task}").predict(read_rows(gold), *extra)
    count = 0
    with pred.open("w", encoding="utf-8") as stream:
        for row in rows:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    click.echo(f"{count} predictions written to {pred}")


if __name__ == "__main__":
    main()
