"""Reads the documents of the knowledge base and cuts them into parts along their headings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
import yaml

from knowledge_base.chunking import chunk_markdown
from pipeline.canonical import content_digest
from pipeline.collection.language import language_of
from pipeline.collection.reading import open_text
from pipeline.errors import InputError
from pipeline.schemas import CHUNKS
from pipeline.settings import Documents, Settings


class Document(NamedTuple):
    """One document before it is cut."""

    doc_id: str
    title: str
    text: str
    source: str
    licence: str


def read_documents(settings: Settings) -> pl.DataFrame:
    """All parts of the knowledge base, a CHUNKS frame sorted by chunk_id. Equal parts of one document are one.

    Raises:
        InputError: a path that is not there, front matter or JSON that cannot be read; it says which file and line.
    """
    rows: dict[str, dict[str, Any]] = {}
    for part in settings.knowledge.documents:
        for document in _documents(part, settings.resolve(part.path)):
            for heading, content in chunk_markdown(document.text, settings.knowledge.chunk_words):
                title = " > ".join(dict.fromkeys(t for t in (document.title, *heading) if t))
                chunk_id = content_digest(document.doc_id, title, content)[:16]
                rows[chunk_id] = {
                    "chunk_id": chunk_id,
                    "doc_id": document.doc_id,
                    "title": title,
                    "content": content,
                    "source": document.source,
                    "licence": document.licence,
                    "language": language_of(content),
                }
    return CHUNKS.check(CHUNKS.frame(rows[c] for c in sorted(rows)))


def _documents(part: Documents, path: Path) -> Iterator[Document]:
    if part.format == "markdown":
        if not path.is_dir():
            raise InputError(f"knowledge.documents: {part.path} is not a folder; give a folder of Markdown files, or format: jsonl")
        for file in sorted(path.rglob("*.md")):
            yield _markdown(file, path, part)
    else:
        if not path.is_file():
            raise InputError(f"knowledge.documents: {part.path} is not a file; give a file with one JSON document a line")
        yield from _jsonl(path, part)


def _markdown(file: Path, folder: Path, part: Documents) -> Document:
    doc_id = file.relative_to(folder).with_suffix("").as_posix()
    try:
        text = file.read_text("utf-8")
        meta, body = _front_matter(text)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InputError(f"{file.name}: cannot be read as Markdown with front matter ({type(error).__name__})") from error
    source = str(meta.get("source") or part.name or doc_id)
    return Document(doc_id, str(meta.get("title") or ""), body, source, str(meta.get("licence") or part.licence))


def _front_matter(text: str) -> tuple[dict[str, Any], str]:
    if not text.startswith("---\n"):
        return {}, text
    head, mark, body = text[4:].partition("\n---\n")
    meta = yaml.safe_load(head) if mark else None
    return (meta, body) if isinstance(meta, dict) else ({}, text)


def _jsonl(path: Path, part: Documents) -> Iterator[Document]:
    with open_text(path) as stream:
        for number, line in enumerate(stream, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
                doc_id, text = record["doc_id"], record["text"]
            except (ValueError, KeyError, TypeError) as error:
                raise InputError(f"{path.name}:{number}: not a JSON object with doc_id and text") from error
            if not isinstance(doc_id, str) or not isinstance(text, str):
                raise InputError(f"{path.name}:{number}: doc_id and text must be strings")
            source = ": ".join(str(s) for s in (part.name, record.get("source") or record.get("path")) if s) or doc_id
            yield Document(doc_id, str(record.get("title") or ""), text, source, str(record.get("licence") or part.licence))
