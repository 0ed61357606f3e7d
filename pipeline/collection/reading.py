"""Opens exports and yields their records one by one: every line is accounted for, whatever stands in it."""

from __future__ import annotations

import glob
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from pipeline.errors import InputError, RecordError

LONGEST_LINE = 64 * 2**20
"""Bytes of one line; a longer one is quarantined without being held in memory."""
DEEPEST = 64
"""Objects and lists inside each other in a record, at most."""

_SUFFIXES = (".jsonl", ".ndjson", ".json")
_BOM = b"\xef\xbb\xbf"
_HEAD = 256
_DAMAGED = (EOFError, zlib.error, gzip.BadGzipFile)


class Read(NamedTuple):
    """One record of a file, or why it could not be read."""

    file: str
    """File name, without its folder."""
    line: int
    """Line, from 1; in a JSON list the element's number."""
    record: dict[str, Any] | RecordError
    digest: str
    """SHA-256 of the record's bytes, by which equal records are seen to be equal."""


def open_text(path: Path) -> TextIO:
    """A UTF-8 text file, unpacked where its name ends in .gz.

    Raises:
        InputError: it cannot be opened.
    """
    try:
        return gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot open {path.name}: {error.strerror}") from error


def find_files(path: Path) -> list[Path]:
    """The files that a path means, sorted: itself, those of a folder (.jsonl, .ndjson, .json, each also .gz), or a glob's.

    Hidden files are left out of folders. No match is an empty list.
    """
    if path.is_file():
        return [path]
    if path.is_dir():
        inside = (p for p in path.rglob("*") if not any(part.startswith(".") for part in p.relative_to(path).parts))
        return sorted(p for p in inside if p.name.removesuffix(".gz").endswith(_SUFFIXES) and p.is_file())
    return sorted(p for p in map(Path, glob.glob(str(path), recursive=True)) if p.is_file())


def read_records(path: Path, name: str) -> Iterator[Read]:
    """All records of the files that `path` means (see `find_files`), file by file and line by line; blank lines are skipped.

    A file is JSON lines, or one JSON list where it starts with `[` and is not called .jsonl or .ndjson. `name` is the
    source's name, for messages. A line that is no JSON object, a list that breaks off, or a damaged archive becomes an
    error in its place, and reading goes on where it can.

    Raises:
        InputError: no file is there, or one that cannot be opened.
    """
    files = find_files(path)
    if not files:
        raise InputError(f"source {name}: no file at {path}; its `path` must be a file, a folder with {', '.join(_SUFFIXES)} or a glob")
    for file in files:
        yield from _read_file(file)


def _read_file(file: Path) -> Iterator[Read]:
    name = file.name.encode("utf-8", "replace").decode()  # a name of other bytes must fit into a table, too
    line = 0
    with _open_bytes(file) as stream:
        try:
            if _is_list(file, stream):
                yield from _elements(name, stream.read())
                return
            for line, data in _lines(stream):
                yield _read(name, line, data)
        except _DAMAGED:
            reason = RecordError("the archive is damaged: nothing after this place could be read")
            yield Read(name, line + 1, reason, _digest(name))


def _open_bytes(file: Path) -> BufferedReader | gzip.GzipFile:
    try:
        return gzip.open(file, "rb") if file.suffix == ".gz" else file.open("rb")
    except OSError as error:
        raise InputError(f"cannot open {file.name}: {error.strerror}") from error


def _is_list(file: Path, stream: BufferedReader | gzip.GzipFile) -> bool:
    is_lines = file.name.removesuffix(".gz").endswith((".jsonl", ".ndjson"))
    return not is_lines and stream.peek(_HEAD)[:_HEAD].removeprefix(_BOM).lstrip().startswith(b"[")


def _lines(stream: BufferedReader | gzip.GzipFile) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank, stripped, with their numbers; of an endless one only the beginning."""
    number = 0
    while data := stream.readline(LONGEST_LINE + 1):
        number += 1
        whole = data
        while len(whole) > LONGEST_LINE and not whole.endswith(b"\n"):
            whole = stream.readline(LONGEST_LINE + 1)
            if not whole:
                break
        text = data.removeprefix(_BOM).strip()  # files joined end to end have marks inside, too
        if text:
            yield number, text


def _elements(file: str, data: bytes) -> Iterator[Read]:
    """The elements of a JSON list. Where it breaks off, one error stands for the rest."""
    text = data.removeprefix(_BOM).decode("utf-8", "surrogateescape")
    decoder, place, number = json.JSONDecoder(), text.index("[") + 1, 0
    while True:
        number += 1
        start = _skip(text, place)
        if text.startswith("]", start) and number == 1:
            place = start + 1
            break
        try:
            _, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            reason = "the list is not valid JSON from here on: nothing after this element could be read"
            yield Read(file, number, RecordError(reason), _digest(text[start:]))
            return
        yield _read(file, number, text[start:end].encode("utf-8", "surrogateescape"))
        place = _skip(text, end) + 1
        if not text.startswith(",", place - 1):
            break
    if text[place - 1 : place] != "]" or text[place:].strip():
        reason = "the list is not closed here, or text follows it: nothing after this element could be read"
        yield Read(file, number + 1, RecordError(reason), _digest(text[place:]))


def _skip(text: str, place: int) -> int:
    while text[place : place + 1] in (" ", "\n", "\r", "\t"):
        place += 1
    return place


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def _read(file: str, line: int, data: bytes) -> Read:
    record: dict[str, Any] | RecordError
    try:
        record = parse_object(data)
    except RecordError as error:
        record = error
    return Read(file, line, record, hashlib.sha256(data).hexdigest())


def parse_object(data: bytes) -> dict[str, Any]:
    """One JSON object. Halves of surrogate pairs, which cut emoji leave behind, become U+FFFD.

    Raises:
        RecordError: not UTF-8, not a JSON object, too long, or nested deeper than `DEEPEST`. It quotes nothing.
    """
    if len(data) > LONGEST_LINE:
        raise RecordError(f"longer than {LONGEST_LINE // 2**20} MiB")
    try:
        text = data.decode("utf-8")
        value = json.loads(text)
    except UnicodeDecodeError as error:
        raise RecordError(f"not UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise RecordError(f"not valid JSON: {error.msg.removesuffix(' at')} at character {error.pos + 1}") from None
    except ValueError:
        raise RecordError("not valid JSON: a number is too large") from None
    except RecursionError:
        raise RecordError(f"nested deeper than {DEEPEST}") from None
    if not isinstance(value, dict):
        raise RecordError("not a JSON object")
    # Parsing fails at a depth that depends on the caller; this one does not.
    if text.count("{") + text.count("[") > DEEPEST and _is_deep(value):
        raise RecordError(f"nested deeper than {DEEPEST}")
    mended: dict[str, Any] = _mended(value) if "\\ud" in text or "\\uD" in text else value
    return mended


def _is_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for v in level for inner in (v.values() if isinstance(v, dict) else v) if isinstance(inner, dict | list)]
    return bool(level)


def _mended(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, dict):
        return {_mended(k): _mended(v) for k, v in value.items()}
    return [_mended(v) for v in value] if isinstance(value, list) else value
