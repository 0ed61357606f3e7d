"""croissant.json: the release in MLCommons Croissant 1.0, a schema.org description that data set tools read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import polars as pl

from pipeline.release import evaluator_format as form
from pipeline.release.build import Content
from pipeline.release.card import PAPER
from pipeline.release.manifest import LEDGER_FILE, NAME, SUBTASKS_FILE, FileFacts
from pipeline.release.tables import SINGLE_TURN
from pipeline.schemas import LEDGER, Table

_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
}
_OURS: tuple[str, ...] = (
    *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty", "fileSet", "format", "includes"),
    *("isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex", "repeated", "replace"),
    *("samplingRate", "separator", "source", "subField", "transform"),
)
"""Terms of Croissant's own vocabulary, declared as its standard asks."""

_JSON_LINES, _PARQUET = "application/jsonlines", "application/x-parquet"
_TASK_FIELDS = {
    "id": "The ticket's id.",
    "product_name": "Service category.",
    "language": "Language of most of the customer's words.",
}


def croissant(content: Content, version: str, files: Mapping[str, FileFacts]) -> str:
    """croissant.json.

    Its date is the first day of the version's month, since a release does not know its day. Its version has no leading
    zero in the month (2026.3.1), as the semantic versioning that Croissant recommends asks.
    """
    year, month, number = version.split(".")
    licences = sorted({s.licence for s in content.facts.sources if s.licence})
    tables = {SUBTASKS_FILE: SINGLE_TURN, LEDGER_FILE: LEDGER}
    distribution = [_file(path, _JSON_LINES, files) for path in form.TASK_FILES.values()]
    distribution += [_file(path, _PARQUET, files) for path in tables]
    distribution.append(_file(form.TOOLS_FILE, _JSON_LINES, files))
    records = [_tasks(domain) for domain in form.DOMAINS] + [_table(path, table) for path, table in tables.items()]
    value = {
        "@context": _CONTEXT | {term: f"cr:{term}" for term in _OURS},
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": NAME,
        "description": "Tasks for agents in customer service, made of support tickets; see README.md.",
        "url": f"https://arxiv.org/abs/{PAPER.removeprefix('arXiv:')}",
        "license": licences or ["see README.md"],
        "citeAs": f"The CirrusBench paper, {PAPER}",
        "version": f"{int(year)}.{int(month)}.{int(number)}",
        "datePublished": f"{year}-{month}-01",
        "distribution": distribution,
        "recordSet": records,
    }
    return json.dumps(value, indent=2, ensure_ascii=True) + "\n"


def _file(path: str, encoding: str, files: Mapping[str, FileFacts]) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "contentSize": f"{files[path].size} B",
        "encodingFormat": encoding,
        "sha256": files[path].sha256,
    }


def _tasks(domain: form.Domain) -> dict[str, Any]:
    name, path = f"tasks_{domain}", form.TASK_FILES[domain]
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{key}",
            "name": key,
            "description": text,
            "dataType": "sc:Text",
            "source": {"fileObject": {"@id": path}, "extract": {"column": key}},
        }
        for key, text in _TASK_FIELDS.items()
    ]
    description = f"The tasks of domain {domain}, one a line; messages and subtasks stand in each line too."
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "description": description, "field": fields}


def _table(path: str, table: Table) -> dict[str, Any]:
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{table.name}/{name}",
            "name": name,
            "description": column.text,
            "dataType": _type(column.dtype),
            "source": {"fileObject": {"@id": path}, "extract": {"column": name}},
        }
        for name, column in table.columns.items()
    ]
    key = [{"@id": f"{table.name}/{name}"} for name in table.key]
    return {"@type": "cr:RecordSet", "@id": table.name, "name": table.name, "description": table.text, "key": key, "field": fields}


def _type(dtype: Any) -> str:
    if dtype in (pl.Float32, pl.Float64):
        return "sc:Float"
    return "sc:Integer" if dtype in (pl.Int32, pl.Int64) else "sc:Text"
