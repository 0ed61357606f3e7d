"""Stores what assets return: a step's tables as a folder of Parquet files, the knowledge index as its own folder."""

import shutil
from pathlib import Path
from typing import Any

import dagster as dg
import polars as pl
from upath import UPath

from assets.resources import Factory
from knowledge_base.index import KnowledgeIndex

PREVIEW = "preview"
"""Asset metadata key: the table of which the UI may show rows. Only scrubbed tables may be named."""

_ROWS = 20


class TableIO(dg.UPathIOManager):
    """A polars frame, a NamedTuple of frames (one file a field), or a KnowledgeIndex; chosen by the asset's return type."""

    def __init__(self, base_path: UPath, factory: Factory) -> None:
        super().__init__(base_path)
        self._factory = factory

    def dump_to_path(self, context: dg.OutputContext, obj: Any, path: UPath) -> None:
        target = Path(str(path))
        fresh = target.with_name(target.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        if isinstance(obj, KnowledgeIndex):
            obj.save(fresh)
        else:
            for name, frame in _tables(obj).items():
                frame.write_parquet(fresh / f"{name}.parquet")
        shutil.rmtree(target, ignore_errors=True)
        fresh.rename(target)

    def load_from_path(self, context: dg.InputContext, path: UPath) -> Any:
        kind = context.dagster_type.typing_type
        folder = Path(str(path))
        if kind is KnowledgeIndex:
            return KnowledgeIndex.load(folder, self._factory.embedder)
        if kind is pl.DataFrame:
            return pl.read_parquet(folder / "table.parquet")
        tables = {file.stem: pl.read_parquet(file) for file in sorted(folder.glob("*.parquet"))}
        # A check takes whatever tables there are; an asset names the NamedTuple that it expects.
        return kind(**{name: tables[name] for name in kind._fields}) if hasattr(kind, "_fields") else tables

    def get_metadata(self, context: dg.OutputContext, obj: Any) -> dict[str, Any]:
        if isinstance(obj, KnowledgeIndex):
            return {k: dg.MetadataValue.text(str(v)) for k, v in obj.manifest().items()}
        tables = _tables(obj)
        rows: dict[str, Any] = {f"rows_{name}": frame.height for name, frame in tables.items()}
        shown = (context.definition_metadata or {}).get(PREVIEW)
        main = next(iter(tables.values()))
        rows["dagster/row_count"] = main.height
        if shown:
            rows[PREVIEW] = dg.MetadataValue.md(_markdown(tables[shown]))
        return rows


def _tables(obj: Any) -> dict[str, pl.DataFrame]:
    return {"table": obj} if isinstance(obj, pl.DataFrame) else obj._asdict()


def _markdown(frame: pl.DataFrame) -> str:
    """The first rows as a Markdown table. Cells are escaped: a ticket may hold HTML or Markdown of its own."""
    lines = [" | ".join(frame.columns), " | ".join("---" for _ in frame.columns)]
    lines += [" | ".join(_cell(v) for v in row) for row in frame.head(_ROWS).iter_rows()]
    return "\n".join(f"| {line} |" for line in lines)


_INERT = {ord(c): f"&#{ord(c)};" for c in "|<>&"} | {ord(c): "\\" + c for c in "\\`*_[]!#"}
"""What keeps a ticket's own HTML and Markdown from meaning anything in a cell."""


def _cell(value: Any) -> str:
    text = "" if value is None else " ".join(str(value).split())
    text = text if len(text) <= 80 else text[:79] + "…"
    return text.translate(_INERT)


@dg.io_manager(required_resource_keys={"factory"})
def table_io(context: dg.InitResourceContext) -> TableIO:
    factory = context.resources.factory
    return TableIO(UPath(factory.folder) / "tables", factory)
